//! What splitting loses: what a perfect logician knows of the deal and an agent with split models does not. The page says that it
//! is nothing (Logical Background). The logician keeps a list of all deals; nobody's habits are reasoned about.

use super::agent::CluedoAgent;
use super::partition::Partition;
use crate::cluedo::{CluedoCards, CluedoGame, CluedoNotice, cards_in};
use crate::game::{Game, Play, Player};
use crate::strategy::Strategy;
use hexa_logic::{Card, Stop};
use std::sync::Arc;

/// What the logician knows, by kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LostKind {
    /// That a card is not in the goal deck.
    NotInGoal,
    /// That a card is in the goal deck.
    InGoal,
    /// That three cards, each of which may be in it, are not the goal deck.
    NotGoal,
    /// That a player has a card.
    InHand,
    /// That a player does not have a card.
    NotInHand,
    /// That some cards, each of which a player may have, are not their hand.
    NotHand,
    /// Something that follows from no part alone, but from all parts together, multiplied and without deals in which a card is in
    /// two places.
    FromProduct,
    /// Something about several parts at once, as that a player has a card if another one is in the goal deck. No parts have this,
    /// unless they are multiplied.
    AcrossParts,
}

impl LostKind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::NotInGoal,
        Self::InGoal,
        Self::NotGoal,
        Self::InHand,
        Self::NotInHand,
        Self::NotHand,
        Self::FromProduct,
        Self::AcrossParts,
    ];
}

/// Something that is lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LostFact {
    /// Of which kind it is.
    pub kind: LostKind,
    /// Whose hand it is about, if it is about one.
    pub of: Option<Player>,
    /// The cards.
    pub cards: CluedoCards,
}

/// A play in which something is lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LossWitness {
    /// After so many turns.
    pub turns: usize,
    /// By whom.
    pub player: Player,
    /// What they had noticed, in words.
    pub told: Vec<String>,
    /// What they do not know.
    pub fact: LostFact,
}

/// What was lost in some games. A position is what a player knows after a turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LossTally {
    /// How many games.
    pub games: u64,
    /// How many positions.
    pub positions: u64,
    /// In how many something of a kind was lost, in the order of the kinds.
    pub with_loss: [u64; 8],
    /// In how many an agent took something for impossible that the logician does not.
    pub falsehoods: u64,
    /// The first of the shortest plays in which something of a kind was lost.
    pub witnesses: [Option<LossWitness>; 8],
}

/// A deal as one player sees it: the goal deck, and the hands; one's own is empty.
type SeenDeal = (CluedoCards, Vec<CluedoCards>);

/// All deals that a player holds possible who has this hand.
fn deals_of(game: &CluedoGame, player: Player, hand: CluedoCards) -> Vec<SeenDeal> {
    let players = game.rules().hands().len();
    let all = game.rules().deck().cards().fold(0, |all: u64, card| all | 1 << card.0);
    let goals = game.triples().iter().filter(|&&goal| goal & hand == 0);
    let mut deals: Vec<SeenDeal> = goals.map(|&goal| (goal, vec![0; players])).collect();
    for (at, &size) in game.rules().hands().iter().enumerate() {
        if at == player.index() {
            continue;
        }
        let mut longer = Vec::new();
        for (goal, hands) in deals {
            let left = hands.iter().fold(all & !goal & !hand, |left, hand| left & !hand);
            let mut model = super::HandModel::default();
            model.reset(left, size);
            longer.extend(model.worlds().iter().map(|&dealt| {
                let mut hands = hands.clone();
                hands[at] = dealt;
                (goal, hands)
            }));
        }
        deals = longer;
    }
    deals
}

/// Cards that are in some of these sets, and cards that are in all of them.
fn span(sets: impl Iterator<Item = CluedoCards>) -> (CluedoCards, CluedoCards) {
    sets.fold((0, CluedoCards::MAX), |(any, all), set| (any | set, all & set))
}

/// The facts that an agent's models lose, as far as they are lost: one of each kind at most.
fn lost_facts(agent: &CluedoAgent, deals: &[SeenDeal]) -> Vec<LostFact> {
    let mut lost = Vec::new();
    let mut add = |kind, of, cards: CluedoCards| {
        let is_new = lost.iter().all(|fact: &LostFact| fact.kind != kind);
        if cards != 0 && is_new {
            lost.push(LostFact { kind, of, cards });
        }
    };
    let first = |cards: CluedoCards| cards & cards.wrapping_neg();
    let goal = agent.goal();
    let (any, all) = span(deals.iter().map(|(goal, _)| *goal));
    let (any_left, all_left) = span(goal.worlds().iter().copied());
    add(LostKind::NotInGoal, None, first(any_left & !any));
    add(LostKind::InGoal, None, first(all & !all_left));
    let possible = |goal: &CluedoCards| deals.iter().any(|(other, _)| other == goal);
    let unknown = |goal: &&CluedoCards| **goal & !any == 0 && !possible(goal);
    add(LostKind::NotGoal, None, goal.worlds().iter().find(unknown).copied().unwrap_or(0));
    let players = deals.first().map_or(0, |(_, hands)| hands.len());
    let others = || Player::first(players).filter(|&player| player != agent.player());
    for other in others() {
        let (of, model) = (Some(other), agent.hand_of(other));
        let hands = || deals.iter().map(|(_, hands)| hands[other.index()]);
        let (any, all) = span(hands());
        let (any_left, all_left) = span(model.worlds().iter().copied());
        add(LostKind::InHand, of, first(all & !all_left));
        add(LostKind::NotInHand, of, first(any_left & !any));
        let unknown = |hand: &&CluedoCards| {
            **hand & !any == 0 && all & !**hand == 0 && hands().all(|other| other != **hand)
        };
        add(LostKind::NotHand, of, model.worlds().iter().find(unknown).copied().unwrap_or(0));
    }
    let parts = || others().map(|other| agent.hand_of(other).worlds());
    if count_partitions(agent, &parts().collect::<Vec<_>>()) > deals.len() {
        add(LostKind::FromProduct, None, any);
    }
    let mut product = distinct(deals.iter().map(|(goal, _)| *goal));
    for other in others() {
        let hands = distinct(deals.iter().map(|(_, hands)| hands[other.index()]));
        product = product.saturating_mul(hands);
    }
    if product > deals.len() {
        add(LostKind::AcrossParts, None, any);
    }
    lost
}

fn distinct(sets: impl Iterator<Item = CluedoCards>) -> usize {
    let mut sets: Vec<CluedoCards> = sets.collect();
    sets.sort_unstable();
    sets.dedup();
    sets.len()
}

/// In how many ways a goal deck and hands can be chosen so that no card is in two places and none is left over.
fn count_partitions(agent: &CluedoAgent, parts: &[&[CluedoCards]]) -> usize {
    fn count(parts: &[&[CluedoCards]], cards: CluedoCards) -> usize {
        let Some((first, rest)) = parts.split_first() else { return usize::from(cards == 0) };
        let fitting = first.iter().filter(|world| **world & !cards == 0);
        fitting.map(|world| count(rest, cards & !world)).sum()
    }
    let cards = agent.others_cards();
    agent.goal().worlds().iter().map(|goal| count(parts, cards & !goal)).sum()
}

impl LossTally {
    /// Looks at a finished game, with agents of one kind in all seats.
    pub fn add(&mut self, game: &Arc<CluedoGame>, play: &dyn Play, agent: &mut CluedoAgent) {
        self.games += 1;
        for player in Player::first(game.rules().hands().len()) {
            self.add_player(game, play, agent, player);
        }
    }

    fn add_player(
        &mut self,
        game: &Arc<CluedoGame>,
        play: &dyn Play,
        agent: &mut CluedoAgent,
        player: Player,
    ) {
        agent.begin(player);
        let (mut deals, mut cards, mut turns) = (Vec::new(), 0, 0);
        for (at, observed) in play.memory(player).since(0).enumerate() {
            agent.observe(observed);
            let mut is_end = false;
            match CluedoNotice::read(observed) {
                Some(CluedoNotice::Dealt(hand)) => deals = deals_of(game, player, hand),
                Some(CluedoNotice::Suspicion(_, suspected)) => cards = suspected,
                Some(CluedoNotice::Pass(by)) if by != player => {
                    deals.retain(|(_, hands)| hands[by.index()] & cards == 0);
                }
                Some(CluedoNotice::Show(by, card)) if by != player => {
                    let shown = card.map_or(cards, |card: Card| 1 << card.0);
                    deals.retain(|(_, hands)| hands[by.index()] & shown != 0);
                }
                Some(CluedoNotice::EndOfTurn(_)) => is_end = true,
                // What is learnt from accusations is learnt when the game is over, or by nobody of the project.
                Some(
                    CluedoNotice::Pass(_)
                    | CluedoNotice::Show(..)
                    | CluedoNotice::Right(..)
                    | CluedoNotice::Wrong { .. }
                    | CluedoNotice::Board(_),
                )
                | None => {}
            }
            if is_end {
                turns += 1;
                _ = agent.settle_hands(&Stop::new());
                self.add_position(agent, &deals, turns, || {
                    let told = play.memory(player).since(0).take(at + 1);
                    told.map(|observed| game.tell(player, observed)).collect()
                });
            }
        }
    }

    fn add_position(
        &mut self,
        agent: &CluedoAgent,
        deals: &[SeenDeal],
        turns: usize,
        told: impl Fn() -> Vec<String>,
    ) {
        self.positions += 1;
        let is_possible = |(goal, hands): &SeenDeal| {
            let hands = hands.iter().zip(Player::first(hands.len()));
            let mut hands = hands.filter(|(_, player)| *player != agent.player());
            agent.goal().worlds().contains(goal)
                && hands.all(|(hand, player)| agent.hand_of(player).worlds().contains(hand))
        };
        self.falsehoods += u64::from(!deals.iter().all(is_possible));
        for fact in lost_facts(agent, deals) {
            let at = fact.kind as usize;
            self.with_loss[at] += 1;
            let witness = &mut self.witnesses[at];
            if witness.as_ref().is_none_or(|known| turns < known.turns) {
                *witness = Some(LossWitness { turns, player: agent.player(), told: told(), fact });
            }
        }
    }
}

/// Whether a settled agent's parts are what is left of the product of its parts as they were updated one by one, without deals
/// in which a card is in two places; the definition, all choices tried.
pub fn parts_are_projections(settled: &CluedoAgent, unsettled: &CluedoAgent) -> bool {
    let players = Player::first(settled.players());
    let others: Vec<Player> = players.filter(|&player| player != settled.player()).collect();
    let parts = |agent: &CluedoAgent| -> Vec<Vec<CluedoCards>> {
        let hands = others.iter().map(|&other| agent.hand_of(other).worlds().to_vec());
        std::iter::once(agent.goal().worlds().to_vec()).chain(hands).collect()
    };
    let (kept, all) = (parts(settled), parts(unsettled));
    let cards = settled.others_cards();
    (0..all.len()).all(|at| {
        let rest = all.iter().enumerate().filter(|(other, _)| *other != at);
        let rest: Vec<&[CluedoCards]> = rest.map(|(_, worlds)| &worlds[..]).collect();
        let stop = Stop::new();
        let mut rest = Partition::new(rest, &stop);
        let expected = all[at].iter().filter(|world| rest.can_deal(cards & !**world) == Ok(true));
        expected.eq(kept[at].iter())
    })
}

/// The names of some cards.
pub fn card_names(game: &CluedoGame, cards: CluedoCards) -> Vec<String> {
    cards_in(cards).map(|card| game.rules().deck().name(card).to_owned()).collect()
}
