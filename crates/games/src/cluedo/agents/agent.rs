//! An agent of the project as a strategy: what it does with what it notices (Modelling), and what it chooses (Decision Making).

use super::models::{GoalModel, HandModel};
use super::partition::Partition;
use super::settings::{AgentMode, AgentSettings, DecidedCard};
use super::shown::ShownModel;
use super::why::{AgentReason, AgentWhy};
use crate::cluedo::board::{Goal, Traveller, room_card, suspect_here};
use crate::cluedo::players::CluedoAim;
use crate::cluedo::{CluedoCards, CluedoGame, CluedoMove, CluedoNotice, cards_in};
use crate::game::{Move, Observation, Player};
use crate::strategy::{Decision, Mind, MindCard, MindModel, MindSubject, NoChoice, Strategy, Why};
use hexa_engine::Limit;
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

/// An agent of the project.
pub struct CluedoAgent {
    game: Arc<CluedoGame>,
    settings: AgentSettings,
    player: Player,
    hand: CluedoCards,
    goal: GoalModel,
    /// The models of the other players' hands; the own one is empty.
    hands: Vec<HandModel>,
    shown: ShownModel,
    /// Who suspected last, and which cards.
    suspicion: (Player, CluedoCards),
    refuted: bool,
    /// Something was learnt since the models were made consistent.
    is_unsettled: bool,
    traveller: Traveller,
    /// What the agent moves to suspect, in this turn, and why.
    wanted: Option<(CluedoCards, AgentWhy)>,
    /// What it chose last, and why.
    reason: Option<(Aim, AgentWhy)>,
}

/// What a choice is about. Names are made when somebody asks for them.
#[derive(Clone, Copy)]
enum Aim {
    Move,
    ToSuspect(CluedoCards),
    InsteadOf(CluedoCards),
}

impl CluedoAgent {
    /// An agent for a game.
    pub fn new(game: Arc<CluedoGame>, settings: AgentSettings) -> Self {
        let players = game.rules().hands().len();
        Self {
            game,
            settings,
            player: Player(0),
            hand: 0,
            goal: GoalModel::default(),
            hands: vec![HandModel::default(); players],
            shown: ShownModel::default(),
            suspicion: (Player(0), 0),
            refuted: false,
            is_unsettled: false,
            traveller: Traveller::default(),
            wanted: None,
            reason: None,
        }
    }

    /// What it does.
    pub fn settings(&self) -> &AgentSettings {
        &self.settings
    }

    /// How many play.
    pub fn players(&self) -> usize {
        self.hands.len()
    }

    /// Whose it is.
    pub fn player(&self) -> Player {
        self.player
    }

    /// What the agent takes for possible in the goal deck.
    pub fn goal(&self) -> &GoalModel {
        &self.goal
    }

    /// What the agent takes for possible in the hand of another player.
    pub fn hand_of(&self, player: Player) -> &HandModel {
        &self.hands[player.index()]
    }

    /// What the agent takes the others to know of its hand.
    pub fn shown(&self) -> &ShownModel {
        &self.shown
    }

    /// The agent's own cards.
    pub fn hand(&self) -> CluedoCards {
        self.hand
    }

    /// All cards that are not the agent's own.
    pub(super) fn others_cards(&self) -> CluedoCards {
        let deck = self.game.rules().deck();
        deck.cards().fold(0, |all, card| all | 1 << card.0) & !self.hand
    }

    fn deal(&mut self, hand: CluedoCards) {
        self.hand = hand;
        // Nobody has suspected yet.
        (self.suspicion, self.refuted) = ((Player(0), 0), true);
        self.goal.reset(self.game.triples());
        self.goal.exclude_cards(hand);
        self.shown.reset(self.hands.len());
        self.is_unsettled = true;
        let others = self.others_cards();
        for (at, (model, size)) in self.hands.iter_mut().zip(self.game.rules().hands()).enumerate()
        {
            // The program takes everybody to have as many cards as the agent.
            let size = match self.settings.mode {
                AgentMode::Program => hand.count_ones() as usize,
                AgentMode::Page | AgentMode::Right => *size,
            };
            match at == self.player.index() {
                // Whoever sits there in another game has left a model behind.
                true => model.clear(),
                false => model.reset(others, size),
            }
        }
    }

    fn pass(&mut self, player: Player) {
        if player == self.player || !self.settings.follows {
            return;
        }
        let cards = self.suspicion.1;
        let model = &mut self.hands[player.index()];
        match self.settings.mode {
            // The page gives no formula.
            AgentMode::Page => {}
            AgentMode::Program => model.exclude_all_together(cards),
            AgentMode::Right => model.exclude_cards(cards),
        }
        self.is_unsettled = true;
    }

    fn show(&mut self, shower: Player, card: Option<hexa_logic::Card>) {
        let (asker, cards) = self.suspicion;
        let settings = self.settings;
        self.refuted = true;
        self.is_unsettled = true;
        if shower == self.player {
            if let Some(card) = card {
                self.shown.show(asker.index(), card);
            }
            // The program updates the model of who shows too, which has no such world: own cards are out of it.
        } else if let Some(card) = card {
            if settings.sees {
                self.goal.exclude_cards(1 << card.0);
            }
            self.hands[shower.index()].include_card(card);
        } else {
            if settings.watches {
                self.goal.exclude_triple(cards);
            }
            if settings.follows {
                self.hands[shower.index()].include_some(cards);
            }
        }
        match settings.mode {
            AgentMode::Program if asker == self.player => self.check_hands(),
            AgentMode::Program | AgentMode::Page | AgentMode::Right => {}
        }
    }

    /// The turn of some player is over, or the agent is about to choose.
    pub(super) fn end_turn(&mut self) {
        match self.settings.mode {
            AgentMode::Page => self.check_hands(),
            // Consistent models stay so whenever they are made so: that is done when something is to be chosen.
            AgentMode::Program | AgentMode::Right => {}
        }
    }

    /// A card that is known to be in a hand is not in the goal deck.
    fn check_hands(&mut self) {
        if !self.settings.checks {
            return;
        }
        let held = self.hands.iter().map(HandModel::certain).fold(0, |held, card| held | card);
        self.goal.exclude_cards(held);
    }

    /// Makes the goal model what it should be: a goal deck is possible if the other cards can be dealt as the hand models
    /// say. Does nothing in the other modes. Where it takes too much, what was not looked at stays.
    pub fn settle(&mut self, stop: &Stop) -> Result<(), Limit> {
        match self.settings.mode {
            AgentMode::Page | AgentMode::Program => return Ok(()),
            AgentMode::Right if !self.is_unsettled || !self.settings.checks => return Ok(()),
            AgentMode::Right => {}
        }
        self.check_hands();
        let (own, others) = (self.player.index(), self.others_cards());
        let hands = self.hands.iter().enumerate().filter(|(at, _)| *at != own);
        let mut hands = Partition::new(hands.map(|(_, model)| model.worlds()).collect(), stop);
        let mut kept = Kept(Ok(()));
        self.goal.keep(|goal| kept.is(hands.can_deal(others & !goal)));
        self.is_unsettled = kept.0.is_err();
        kept.0
    }

    /// Makes the hand models what they should be too: a hand is possible if the other cards can be dealt as the other
    /// models say. What the agent does depends on the goal model only, so that whoever looks at it asks for this.
    pub fn settle_hands(&mut self, stop: &Stop) -> Result<(), Limit> {
        self.settle(stop)?;
        if self.settings.mode != AgentMode::Right || !self.settings.checks {
            return Ok(());
        }
        let (own, others) = (self.player.index(), self.others_cards());
        for at in (0..self.hands.len()).filter(|&at| at != own) {
            let mut model = std::mem::take(&mut self.hands[at]);
            let rest =
                self.hands.iter().enumerate().filter(|(other, _)| ![own, at].contains(other));
            let rest = rest.map(|(_, model)| model.worlds()).chain([self.goal.worlds()]);
            let mut rest = Partition::new(rest.collect(), stop);
            let mut kept = Kept(Ok(()));
            model.keep(|hand| kept.is(rest.can_deal(others & !hand)));
            self.hands[at] = model;
            kept.0?;
        }
        Ok(())
    }

    /// The cards to suspect, and why.
    fn suspect(&self, stream: &mut Stream) -> (CluedoCards, AgentWhy) {
        let among = self.goal.worlds().len();
        if !self.settings.combines {
            return match stream.pick(self.goal.worlds()) {
                Some(&world) => (world, AgentWhy::GoalDeck { among }),
                None => (self.game.triples()[0], AgentWhy::NoGoalDeck),
            };
        }
        let certain = self.goal.certain();
        let (mut triple, mut decided) = (0, 0);
        for category in self.game.rules().deck().categories() {
            let cards = category.cards.iter().fold(0, |all, card| all | 1u64 << card.0);
            let instead = match self.settings.decided {
                _ if certain & cards == 0 => 0,
                DecidedCard::Goal => 0,
                DecidedCard::Own => self.hand & cards,
                DecidedCard::Other => cards & !certain & !self.hand,
            };
            if instead != 0 {
                decided += 1;
                triple |= pick_card(instead, stream);
                continue;
            }
            let count = |card: &hexa_logic::Card| self.goal.count(*card);
            let most = category.cards.iter().map(count).max().unwrap_or(0);
            let mut best = category.cards.iter().filter(|card| count(card) == most);
            triple |= match self.settings.mode {
                AgentMode::Program => best.next().map_or(0, |card| 1 << card.0),
                AgentMode::Page | AgentMode::Right => {
                    pick_card(best.fold(0, |all, card| all | 1 << card.0), stream)
                }
            };
        }
        let why = match decided {
            0 => AgentWhy::MostFrequent { among },
            kinds => AgentWhy::Decided { among, kinds, instead: self.settings.decided },
        };
        (triple, why)
    }

    /// The card to show, of these, and why.
    fn choose_shown(&self, cards: CluedoCards, stream: &mut Stream) -> (CluedoCards, AgentWhy) {
        let known = self.shown.known_to(self.suspicion.0.index()) & cards;
        if self.settings.repeats && known != 0 {
            return (pick_card(known, stream), AgentWhy::ShownBefore);
        }
        let among = cards.count_ones() as usize;
        (pick_card(cards, stream), AgentWhy::AnyCard { among })
    }

    /// What to accuse of, if anything: what nobody could refute, or the only goal deck that is left.
    fn accusation(&self) -> (CluedoMove, AgentWhy) {
        let (asker, cards) = self.suspicion;
        let unrefuted = asker == self.player && !self.refuted && cards & self.hand == 0;
        match (unrefuted, self.goal.only()) {
            (true, _) => (CluedoMove::Accuse(cards), AgentWhy::Unrefuted),
            (false, Some(only)) => (CluedoMove::Accuse(only), AgentWhy::OnlyGoalDeck),
            (false, None) => {
                let goal_decks = self.goal.worlds().len();
                (CluedoMove::EndTurn, AgentWhy::Waits { goal_decks })
            }
        }
    }

    fn aim(&self, aim: Aim) -> CluedoAim {
        let deck = self.game.rules().deck();
        let names = |cards| cards_in(cards).map(|card| deck.name(card).to_owned()).collect();
        match aim {
            Aim::Move => CluedoAim::Move,
            Aim::ToSuspect(cards) => CluedoAim::ToSuspect(names(cards)),
            Aim::InsteadOf(cards) => CluedoAim::InsteadOf(names(cards)),
        }
    }
}

impl CluedoAgent {
    /// The page: players move based on their suggestion in the current turn.
    fn travel(&mut self, moves: &[Move], stream: &mut Stream) -> Result<usize, NoChoice> {
        let wanted = match self.wanted {
            Some(wanted) => wanted,
            None => self.suspect(stream),
        };
        self.wanted = Some(wanted);
        let (cards, why) = wanted;
        self.reason = Some((Aim::ToSuspect(cards), why));
        let room = room_card(&self.game, cards).ok_or(NoChoice::UnknownInformation)?;
        let made = self.traveller.towards(&self.game, self.player, moves, Goal::Room(room));
        let made = made.ok_or(NoChoice::UnknownInformation)?;
        moves.binary_search(&made).map_err(|_| NoChoice::UnknownInformation)
    }
}

/// Whether worlds stay. After a limit was hit all do.
struct Kept(Result<(), Limit>);

impl Kept {
    fn is(&mut self, possible: Result<bool, Limit>) -> bool {
        match (&self.0, possible) {
            (Ok(()), Ok(possible)) => possible,
            (Ok(()), Err(limit)) => {
                self.0 = Err(limit);
                true
            }
            (Err(_), _) => true,
        }
    }
}

fn pick_card(cards: CluedoCards, stream: &mut Stream) -> CluedoCards {
    let many = cards.count_ones() as usize;
    let at = if many > 1 { stream.below(many) } else { 0 };
    cards_in(cards).nth(at).map_or(0, |card| 1 << card.0)
}

impl Strategy for CluedoAgent {
    fn begin(&mut self, player: Player) {
        self.player = player;
        self.traveller.begin(&self.game);
        (self.wanted, self.reason) = (None, None);
    }

    fn observe(&mut self, observed: Observation<'_>) {
        match CluedoNotice::read(observed) {
            Some(CluedoNotice::Dealt(hand)) => self.deal(hand),
            Some(CluedoNotice::Suspicion(by, cards)) => {
                self.suspicion = (by, cards);
                self.refuted = false;
            }
            Some(CluedoNotice::Pass(by)) => self.pass(by),
            Some(CluedoNotice::Show(by, card)) => self.show(by, card),
            Some(CluedoNotice::Wrong { named, .. }) => {
                // The agents of the project never accuse wrongly, so that page and program have no formula for it.
                if let (AgentMode::Right, Some(cards)) = (self.settings.mode, named) {
                    self.goal.exclude_triple(cards);
                }
                self.end_turn();
            }
            Some(CluedoNotice::EndOfTurn(_)) => {
                // In the next turn the agent decides anew where to go.
                self.wanted = None;
                self.end_turn();
            }
            Some(CluedoNotice::Board(notice)) => self.traveller.observe(&self.game, notice),
            Some(CluedoNotice::Right(..)) | None => {}
        }
    }

    fn choose(
        &mut self,
        decision: Decision<'_>,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<usize, NoChoice> {
        let first = decision.moves.first().and_then(|&made| self.game.meaning(made));
        let made = match first {
            Some(CluedoMove::Travel(_)) => {
                self.settle(stop)?;
                return self.travel(decision.moves, stream);
            }
            Some(CluedoMove::Suspect(_)) => {
                self.settle(stop)?;
                let (wanted, why) = self.wanted.take().unwrap_or_else(|| self.suspect(stream));
                // On a board one suspects where one is.
                let made = match self.traveller.standing() {
                    None => wanted,
                    Some(_) => suspect_here(&self.game, decision.moves, wanted),
                };
                let aim = if made == wanted { Aim::Move } else { Aim::InsteadOf(wanted) };
                self.reason = Some((aim, why));
                CluedoMove::Suspect(made)
            }
            Some(CluedoMove::Accuse(_)) => {
                self.end_turn();
                self.settle(stop)?;
                let (made, why) = self.accusation();
                self.reason = Some((Aim::Move, why));
                made
            }
            Some(CluedoMove::Show(_)) => {
                let card = |made: &Move| match self.game.meaning(*made) {
                    Some(CluedoMove::Show(card)) => 1 << card.0,
                    Some(
                        CluedoMove::Suspect(_)
                        | CluedoMove::Accuse(_)
                        | CluedoMove::EndTurn
                        | CluedoMove::Travel(_),
                    )
                    | None => 0,
                };
                let cards = decision.moves.iter().map(card).fold(0, |all, card| all | card);
                let (shown, why) = self.choose_shown(cards, stream);
                self.reason = Some((Aim::Move, why));
                CluedoMove::Show(hexa_logic::Card(shown.trailing_zeros()))
            }
            Some(CluedoMove::EndTurn) | None => return Err(NoChoice::UnknownInformation),
        };
        let made = self.game.move_of(made).ok_or(NoChoice::UnknownInformation)?;
        decision.moves.binary_search(&made).map_err(|_| NoChoice::UnknownInformation)
    }

    fn explain(&self) -> Option<Why> {
        let (aim, why) = self.reason?;
        Some(Why::CluedoAgent(AgentReason { aim: self.aim(aim), why }))
    }

    fn mind(&mut self) -> Option<Mind> {
        self.settle_hands(&Stop::new()).ok()?;
        let players = || Player::first(self.hands.len());
        let others: Vec<Player> = players().filter(|&player| player != self.player).collect();
        let sets = std::iter::once((MindSubject::Goal, self.goal.worlds()));
        let hands =
            others.iter().map(|&other| (MindSubject::Hand(other), self.hand_of(other).worlds()));
        let sets: Vec<(MindSubject, &[CluedoCards])> = sets.chain(hands).collect();
        let deck = self.game.rules().deck();
        let card = |&card: &hexa_logic::Card| {
            let is_in = |worlds: &CluedoCards| worlds >> card.0 & 1 == 1;
            let count = |(_, worlds): &(MindSubject, &[CluedoCards])| {
                worlds.iter().filter(|world| is_in(world)).count() as u64
            };
            let knows = |other: &&Player| is_in(&self.shown.known_to(other.index()));
            MindCard {
                name: deck.name(card).to_owned(),
                worlds: sets.iter().map(count).collect(),
                is_own: is_in(&self.hand),
                shown_to: others.iter().filter(knows).copied().collect(),
            }
        };
        let kind = |kind: &crate::cluedo::Category| kind.cards.iter().map(card).collect();
        let model = |&(about, worlds): &(MindSubject, &[CluedoCards])| MindModel {
            about,
            worlds: worlds.len() as u64,
        };
        let kinds = deck.categories().iter().map(kind).collect();
        Some(Mind { models: sets.iter().map(model).collect(), kinds })
    }
}
