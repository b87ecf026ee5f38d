//! What a player of a knowledge game considers possible, from the models that plays lead to: the worlds in the player's cell of
//! the model that everybody has led to, each with how it came to be.
//!
//! Everything that happens is noticed by everybody, so that no play is tried that the player would have noticed otherwise: the
//! models are followed by what was public, and worlds split only where a card was shown, or something guessed, that the
//! player did not see. A world then is played again to get its position.
//!
//! If players avoid questions for cards of their own and nobody counts on that, positions in which they were asked
//! all the same are possible, and what is asked weighs nothing. Elsewhere this gives what trying all plays gives.

use super::super::cards::CardSet;
use super::super::known::{BorrowedTable, KnownModel, PublicEvent};
use super::super::moves::{Ask, HeardAnswer, target};
use super::super::protocol::{Guessing, Winning};
use super::super::rules::{NoWin, OwnCards};
use super::PlayedKnowledgeGame;
use super::move_list::MoveKind;
use super::noticed::{Noticed, read_card, read_number};
use super::position::{KnowledgePlay, Legality};
use crate::belief::{Belief, BeliefOf, NoBelief, Weighed};
use crate::exact::RBig;
use crate::game::{Chance, GameLimit, Memory, Move, Observation, Play, PlayStep, Trouble};
use hexa_logic::{Agent, Card, Stop};
use std::sync::Arc;

/// The belief of a player.
pub(super) fn find(
    game: &Arc<PlayedKnowledgeGame>,
    of: BeliefOf<'_>,
    stop: &Stop,
) -> Result<Belief, NoBelief> {
    let memory = Memory::read(of.information).ok_or(NoBelief::Impossible)?;
    if of.player.index() >= game.rules.agents() {
        return Err(NoBelief::Impossible);
    }
    let table = game.shelf.borrow_table(&game.root);
    let mut follower = Follower {
        game,
        player: Agent(of.player.0),
        most: of.limits.positions,
        known: Arc::clone(table.root()),
        table,
        candidates: Vec::new(),
        open: None,
        out: 0,
    };
    if memory.is_empty() {
        follower.candidates.push(Candidate { world: 0, steps: Vec::new() });
    }
    for observed in memory.since(0) {
        stop.count(1 + follower.candidates.len() as u64).map_err(Trouble::from)?;
        follower.follow(observed)?;
    }
    let mut positions = Vec::new();
    for candidate in &follower.candidates {
        stop.count(1).map_err(Trouble::from)?;
        positions.extend(replay(game, of, candidate)?);
    }
    Belief::of(positions, of.model)
}

/// A world that the player considers possible, and what was done at each observation if it was not forced.
#[derive(Clone)]
struct Candidate {
    world: u16,
    steps: Vec<Option<PlayStep>>,
}

struct Follower<'g> {
    game: &'g Arc<PlayedKnowledgeGame>,
    player: Agent,
    most: usize,
    table: BorrowedTable,
    known: Arc<KnownModel>,
    candidates: Vec<Candidate>,
    /// The question that is open: who asks whom for what.
    open: Option<(Agent, Agent, CardSet)>,
    /// Who has guessed wrong.
    out: u8,
}

impl Follower<'_> {
    fn follow(&mut self, observed: Observation<'_>) -> Result<(), NoBelief> {
        let noticed = Noticed::read(observed.public).ok_or(NoBelief::Impossible)?;
        let moves = &self.game.moves;
        let by = |made: Move| Some(PlayStep::Moves(vec![made]));
        match noticed {
            Noticed::Deal => {
                let hand = read_number(observed.private).ok_or(NoBelief::Impossible)?;
                let (model, player) = (&self.known.model, self.player);
                let worlds = 0..model.worlds() as u16;
                let fits = |world: &u16| model.hand(usize::from(*world), player) == CardSet(hand);
                let deal = |world: u16| Candidate {
                    world,
                    steps: vec![Some(PlayStep::Chance(Move(u32::from(world))))],
                };
                self.candidates = worlds.filter(fits).map(deal).collect();
                self.check_limit()
            }
            Noticed::Question { asker, respondent, cards } => {
                let made = moves.question(asker, respondent, cards).ok_or(NoBelief::Impossible)?;
                self.open = Some((asker, respondent, cards));
                self.step_all(by(made));
                Ok(())
            }
            Noticed::Answer { shows, .. } => {
                let (asker, respondent, cards) = self.open.take().ok_or(NoBelief::Impossible)?;
                let answer = if shows { HeardAnswer::Show } else { HeardAnswer::No };
                let ask = Ask { asker, respondent, cards, answer };
                let model = Arc::clone(&self.known);
                let shown = |world: u16| match shows {
                    true => model.model.hand(usize::from(world), respondent).and(cards),
                    false => CardSet(0),
                };
                let seen = read_card(observed.private);
                self.split(PublicEvent::Ask(ask), shown, seen, |card| by(moves.show(card)))
            }
            Noticed::Draw(_) => {
                self.step_all(by(moves.draw()));
                Ok(())
            }
            Noticed::Drawn(player) => {
                let model = Arc::clone(&self.known);
                let table = |world: u16| model.model.table(usize::from(world));
                let seen = read_card(observed.private);
                let step = |card: Card| Some(PlayStep::Chance(Move(card.0)));
                self.split(PublicEvent::Draw(player), table, seen, step)
            }
            Noticed::Next(player) => {
                self.step_all(Some(PlayStep::Chance(Move(player.0))));
                Ok(())
            }
            Noticed::Pass(_) => {
                self.step_all(by(moves.pass()));
                Ok(())
            }
            Noticed::EndOfTurn { asker, winners } => self.end_turn(asker, winners),
            Noticed::Guess { guesser, is_right, .. } => self.guess(guesser, is_right, observed),
        }
    }

    fn check_limit(&self) -> Result<(), NoBelief> {
        match self.candidates.len() > self.most {
            true => Err(Trouble::Limit(GameLimit::Positions(self.most)).into()),
            false => Ok(()),
        }
    }

    fn step_all(&mut self, step: Option<PlayStep>) {
        self.candidates.iter_mut().for_each(|one| one.steps.push(step.clone()));
    }

    /// Everybody learns something, and nothing is done.
    fn learn(&mut self, event: PublicEvent) -> Result<(), NoBelief> {
        let next = self.next(event)?;
        self.candidates.retain_mut(|one| match next.world(one.world, None) {
            Some(world) => {
                one.world = world;
                true
            }
            None => false,
        });
        self.known = next;
        Ok(())
    }

    fn next(&self, event: PublicEvent) -> Result<Arc<KnownModel>, NoBelief> {
        let next = self.known.next((&self.game.rules, &*self.table), event);
        next.map_err(|worlds| Trouble::Limit(GameLimit::Worlds(worlds)).into())
    }

    /// A card is shown, any of these, or none if there is none; if the player sees it, it is this one.
    fn split(
        &mut self,
        event: PublicEvent,
        shown: impl Fn(u16) -> CardSet,
        seen: Option<Card>,
        step: impl Fn(Card) -> Option<PlayStep>,
    ) -> Result<(), NoBelief> {
        let next = self.next(event)?;
        let mut after = Vec::new();
        for one in &self.candidates {
            let cards = shown(one.world);
            let card_each = cards.cards().map(Some);
            let none = cards.is_empty().then_some(None);
            for card in card_each.chain(none) {
                if seen.is_some() && seen != card {
                    continue;
                }
                if let Some(world) = next.world(one.world, card) {
                    let mut steps = one.steps.clone();
                    steps.push(card.and_then(&step));
                    after.push(Candidate { world, steps });
                }
            }
        }
        self.candidates = after;
        self.known = next;
        self.check_limit()
    }

    fn end_turn(&mut self, asker: Agent, winners: u8) -> Result<(), NoBelief> {
        let protocol = self.game.protocol;
        let is_chosen = protocol.winning == Winning::May && protocol.guessing == Guessing::No;
        self.step_all(is_chosen.then(|| PlayStep::Moves(vec![self.game.moves.win()])));
        let speak = match self.game.rules.nowin {
            NoWin::All => (u8::MAX >> (8 - self.game.rules.agents().min(8))) & !self.out,
            NoWin::Asker | NoWin::None => 1u8.checked_shl(asker.0).unwrap_or(0),
        };
        if winners == 0 {
            return self.learn(PublicEvent::CannotWin(speak));
        }
        let known = &self.known;
        self.candidates.retain(|one| known.winners(one.world) & speak == winners);
        Ok(())
    }

    fn guess(
        &mut self,
        guesser: Agent,
        is_right: bool,
        observed: Observation<'_>,
    ) -> Result<(), NoBelief> {
        let moves = &self.game.moves;
        let heard = match Noticed::read(observed.public) {
            Some(Noticed::Guess { heard, .. }) => heard.map(usize::from),
            Some(_) | None => None,
        };
        let own = observed.own.and_then(|made| match moves.kind(guesser, made)? {
            MoveKind::Guess(place) => Some(place),
            MoveKind::Ask(..)
            | MoveKind::Show(_)
            | MoveKind::Draw
            | MoveKind::Pass
            | MoveKind::Win => None,
        });
        let given = heard.or(own);
        let truth_seen = read_number(observed.private).map(usize::from);
        let mut after = Vec::new();
        for one in &self.candidates {
            let truth = target(&self.known.model, self.game.rules.win, usize::from(one.world));
            let truth = moves.guess_place(truth);
            if truth_seen.is_some() && truth_seen != truth {
                continue;
            }
            for place in 0..moves.guesses().len() {
                if (Some(place) == truth) != is_right || given.is_some_and(|given| given != place) {
                    continue;
                }
                let mut steps = one.steps.clone();
                steps.push(Some(PlayStep::Moves(vec![moves.guess(place)])));
                after.push(Candidate { world: one.world, steps });
            }
            if after.len() > self.most {
                return Err(Trouble::Limit(GameLimit::Positions(self.most)).into());
            }
        }
        self.candidates = after;
        if is_right {
            return Ok(());
        }
        self.out |= 1u8.checked_shl(guesser.0).unwrap_or(0);
        match heard.and_then(|place| moves.guesses().get(place)) {
            Some(&guess) => self.learn(PublicEvent::WrongGuess(guess)),
            None => self.learn(PublicEvent::Look(guesser)),
        }
    }
}

/// Plays a world again; `None` if the play goes another way there.
fn replay(
    game: &Arc<PlayedKnowledgeGame>,
    of: BeliefOf<'_>,
    candidate: &Candidate,
) -> Result<Option<Weighed>, NoBelief> {
    let mut play = KnowledgePlay::new(Arc::clone(game));
    let (mut weight, mut reach) = (RBig::ONE, RBig::ONE);
    let mut way = Vec::new();
    for (at, step) in candidate.steps.iter().enumerate() {
        if play.memory(of.player).len() > at {
            continue;
        }
        let Some(step) = step else { return Ok(None) };
        let mut legality = Legality::Checked;
        match (step, play.turn().players()) {
            (PlayStep::Moves(moves), &[player]) => {
                let &[made] = &moves[..] else { return Ok(None) };
                let kind = game.moves.kind(Agent(player.0), made);
                if matches!(kind, Some(MoveKind::Ask(..))) && game.rules.own == OwnCards::Avoided {
                    legality = Legality::Unchecked;
                } else {
                    let chance = of.model.chance_of(&play, player, made).0;
                    if player != of.player {
                        weight *= &chance;
                    }
                    reach *= chance;
                }
            }
            (PlayStep::Chance(made), _) => {
                let Chance::Listed(moves, weights) = play.chance()? else { return Ok(None) };
                let Some(place) = moves.iter().position(|known| known == made) else {
                    return Ok(None);
                };
                let chance = weights.probability(place).0;
                weight *= &chance;
                reach *= chance;
            }
            (PlayStep::Moves(_) | PlayStep::Drawn(_), _) => return Ok(None),
        }
        match play.step(step, legality) {
            Ok(()) => way.push(step.clone()),
            Err(Trouble::NoSuchMove { .. } | Trouble::WrongTurn | Trouble::NoSuchChance) => {
                return Ok(None);
            }
            Err(
                trouble @ (Trouble::Stuck(_)
                | Trouble::Chance(_)
                | Trouble::NoPayoff(_)
                | Trouble::NoInformation
                | Trouble::MovesDiffer(_)
                | Trouble::Limit(_)
                | Trouble::Stopped),
            ) => return Err(trouble.into()),
        }
    }
    let is_here = play.memory(of.player).bytes() == of.information;
    Ok(is_here.then(|| Weighed { play: Box::new(play), way, weight, reach }))
}
