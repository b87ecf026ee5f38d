//! What a player of Pit considers possible, position by position: each deal with each way in which what they have noticed can
//! have come about. This gives what trying all plays gives.

use super::super::account::PitEvent;
use super::super::deck::MOST_PLAYERS;
use super::super::game::PitGame;
use super::super::hands::{PitHands, SuitSet};
use super::super::moves::{PitMove, PitOffer};
use super::super::notice::{OfferNumbers, Pair};
use super::super::play::PitPlay;
use super::super::rules::{OfferLife, Refusing, TradingPairs};
use super::too_many_deals;
use crate::belief::{Belief, BeliefOf, NoBelief, Weighed};
use crate::exact::RBig;
use crate::game::{Chance, GameLimit, Move, Play, PlayStep, Player, Trouble};
use hexa_logic::Stop;
use std::sync::Arc;

/// The belief of a player.
pub(super) fn find(game: &Arc<PitGame>, of: BeliefOf<'_>, stop: &Stop) -> Result<Belief, NoBelief> {
    let (account, events) = game.read(of.player, of.information).ok_or(NoBelief::Impossible)?;
    let mut follower = Follower {
        game,
        of,
        own_moves: account.own_moves(),
        numbers: OfferNumbers::default(),
        refused: Vec::new(),
        candidates: vec![Candidate::default()],
    };
    for &event in &events {
        stop.count(1 + follower.candidates.len() as u64).map_err(Trouble::from)?;
        follower.follow(event, account.first_hand())?;
        follower.check_limits()?;
    }
    let mut positions = Vec::new();
    for candidate in &follower.candidates {
        stop.count(1).map_err(Trouble::from)?;
        positions.extend(replay(game, of, candidate)?);
    }
    Belief::of(positions, of.model)
}

/// A position that the player considers possible: what everybody holds and offers, and how it came to be.
#[derive(Clone)]
struct Candidate {
    hands: PitHands,
    offers: [Option<PitOffer>; MOST_PLAYERS],
    steps: Vec<PlayStep>,
}

impl Default for Candidate {
    fn default() -> Self {
        Self { hands: PitHands::EMPTY, offers: [None; MOST_PLAYERS], steps: Vec::new() }
    }
}

impl Candidate {
    /// The same, where this is done.
    fn then(&self, step: PlayStep) -> Self {
        let mut next = self.clone();
        next.steps.push(step);
        next
    }
}

struct Follower<'g> {
    game: &'g Arc<PitGame>,
    of: BeliefOf<'g>,
    /// What the player has done, in order, as far as it was not followed yet.
    own_moves: std::vec::IntoIter<Move>,
    /// How many cards are offered.
    numbers: OfferNumbers,
    /// Pairs who refused in this round.
    refused: Vec<Pair>,
    candidates: Vec<Candidate>,
}

impl Follower<'_> {
    fn check_limits(&self) -> Result<(), NoBelief> {
        let limits = self.of.limits;
        if self.candidates.len() > limits.positions {
            return Err(Trouble::Limit(GameLimit::Positions(limits.positions)).into());
        }
        let steps = self.candidates.first().map_or(0, |candidate| candidate.steps.len());
        match steps > limits.steps {
            true => Err(Trouble::Limit(GameLimit::Steps(limits.steps)).into()),
            false => Ok(()),
        }
    }

    fn follow(&mut self, event: PitEvent, hand: &[u8]) -> Result<(), NoBelief> {
        match event {
            PitEvent::Dealt => self.deal(hand)?,
            PitEvent::Offered(numbers, asked) => self.offer(numbers, asked)?,
            PitEvent::Matched(pair) => self.draw_pair(pair),
            PitEvent::Answered(pair, answers) => self.answer(pair, answers),
            PitEvent::Traded(pair, _, seen) => self.trade(pair, seen),
            PitEvent::Withdrawn => self.withdraw(),
            PitEvent::GoesOn => {
                let deck = self.game.rules.deck;
                let is_open = |hands: &PitHands| {
                    (0..deck.players()).all(|player| hands.corners(player, deck) == 0)
                };
                self.candidates.retain(|one| is_open(&one.hands));
                self.end_round();
            }
            PitEvent::Corner(player, suits) => self.corner(player, suits),
            PitEvent::LastRound => {}
        }
        Ok(())
    }

    fn deal(&mut self, hand: &[u8]) -> Result<(), NoBelief> {
        let deck = self.game.rules.deck;
        let listed = self.game.dealing.listed().ok_or_else(too_many_deals)?;
        let player = self.of.player.index();
        let deals = listed.deals.iter().zip(&listed.moves);
        let own = deals.filter(|(hands, _)| hands.of(player, deck) == hand);
        let candidate = |(hands, &made): (&PitHands, &Move)| Candidate {
            hands: *hands,
            steps: vec![PlayStep::Chance(made)],
            ..Candidate::default()
        };
        self.candidates = own.map(candidate).collect();
        Ok(())
    }

    /// What a player can have done who offers so many cards.
    fn choices(&self, candidate: &Candidate, player: usize, cards: usize) -> Vec<Move> {
        let suits = 0..self.game.rules.deck.suits();
        let held = suits.filter(|&suit| candidate.hands.count(player, suit) >= cards);
        let made: Vec<PitMove> = match cards {
            0 => vec![PitMove::Pass],
            _ => held.map(|suit| PitMove::Offer(PitOffer { suit, cards })).collect(),
        };
        made.into_iter().filter_map(|what| self.game.move_of(what)).collect()
    }

    fn offer(&mut self, numbers: OfferNumbers, asked: u16) -> Result<(), NoBelief> {
        self.numbers = numbers;
        let asked = (0..self.game.rules.deck.players()).filter(|&player| asked >> player & 1 == 1);
        let asked: Vec<usize> = asked.collect();
        let own = asked.contains(&self.of.player.index()).then(|| self.own_moves.next()).flatten();
        let mut after = Vec::new();
        for candidate in &self.candidates {
            let mut joint = vec![Vec::new()];
            for &player in &asked {
                let choices = match own {
                    Some(own) if player == self.of.player.index() => vec![own],
                    Some(_) | None => self.choices(candidate, player, usize::from(numbers[player])),
                };
                let longer = joint.iter().flat_map(|before: &Vec<Move>| {
                    choices.iter().map(move |&made| [before.as_slice(), &[made]].concat())
                });
                joint = longer.collect();
            }
            for moves in joint {
                let mut next = candidate.then(PlayStep::Moves(moves.clone()));
                for (&player, made) in asked.iter().zip(moves) {
                    next.offers[player] = match self.game.meaning(made) {
                        Some(PitMove::Offer(offer)) => Some(offer),
                        Some(PitMove::Pass | PitMove::Trade | PitMove::Refuse) | None => None,
                    };
                }
                after.push(next);
            }
            let most = self.of.limits.positions;
            if after.len() > most {
                return Err(Trouble::Limit(GameLimit::Positions(most)).into());
            }
        }
        self.candidates = after;
        Ok(())
    }

    /// If several pairs could have been matched, chance has said which.
    fn draw_pair(&mut self, pair: Pair) {
        let numbers = self.numbers;
        let is_matching = |&&(first, second): &&Pair| {
            numbers[first] > 0
                && numbers[first] == numbers[second]
                && !self.refused.contains(&(first, second))
        };
        let many = self.game.pairs.iter().filter(is_matching).count();
        let at = self.game.pairs.iter().position(|&other| other == pair);
        if let (2.., Some(at)) = (many, at) {
            let step = PlayStep::Chance(Move(at as u32));
            self.candidates.iter_mut().for_each(|one| one.steps.push(step.clone()));
        }
    }

    fn answer(&mut self, pair: Pair, answers: [bool; 2]) {
        let made = answers.map(|trades| if trades { PitMove::Trade } else { PitMove::Refuse });
        let made = made.iter().filter_map(|&what| self.game.move_of(what)).collect();
        let step = PlayStep::Moves(made);
        self.candidates.iter_mut().for_each(|one| one.steps.push(step.clone()));
        if pair.0 == self.of.player.index() || pair.1 == self.of.player.index() {
            self.own_moves.next();
        }
        if answers != [true, true] {
            self.refused.push(pair);
        }
    }

    fn trade(&mut self, pair: Pair, seen: Option<(usize, usize)>) {
        match self.game.rules.refusing {
            Refusing::No => self.draw_pair(pair),
            Refusing::Allowed => {}
        }
        let (first, second) = pair;
        self.candidates.retain_mut(|one| {
            let (Some(given), Some(got)) = (one.offers[first], one.offers[second]) else {
                return false;
            };
            one.hands.give((first, second), given.suit, given.cards);
            one.hands.give((second, first), got.suit, got.cards);
            seen.is_none_or(|seen| seen == (given.suit, got.suit))
        });
        for player in [first, second] {
            self.numbers[player] = 0;
            self.candidates.iter_mut().for_each(|one| one.offers[player] = None);
        }
        match self.game.rules.trading {
            TradingPairs::One => self.end_round(),
            // Others may trade before the round is over.
            TradingPairs::All => {}
        }
    }

    /// No more pairs trade.
    fn end_round(&mut self) {
        match self.game.rules.offers {
            OfferLife::Withdrawn => self.withdraw(),
            OfferLife::Valid => self.refused.clear(),
        }
    }

    fn withdraw(&mut self) {
        self.numbers = OfferNumbers::default();
        self.refused.clear();
        self.candidates.iter_mut().for_each(|one| one.offers = [None; MOST_PLAYERS]);
    }

    fn corner(&mut self, winner: usize, suits: SuitSet) {
        let deck = self.game.rules.deck;
        self.candidates.retain_mut(|one| {
            let cornered =
                (0..deck.players()).filter(|&player| one.hands.corners(player, deck) != 0);
            if cornered.count() > 1 {
                one.steps.push(PlayStep::Chance(Move(winner as u32)));
            }
            one.hands.corners(winner, deck) == suits
        });
    }
}

/// Plays a position again; `None` if the play goes another way there.
fn replay(
    game: &Arc<PitGame>,
    of: BeliefOf<'_>,
    candidate: &Candidate,
) -> Result<Option<Weighed>, NoBelief> {
    let mut play = PitPlay::new(Arc::clone(game));
    let (mut weight, mut reach) = (RBig::ONE, RBig::ONE);
    for step in &candidate.steps {
        match step {
            PlayStep::Moves(moves) => {
                let asked: Vec<Player> = play.turn().players().to_vec();
                if asked.len() != moves.len() {
                    return Ok(None);
                }
                for (&player, &made) in asked.iter().zip(moves) {
                    let chance = of.model.chance_of(&play, player, made).0;
                    if player != of.player {
                        weight *= &chance;
                    }
                    reach *= chance;
                }
            }
            PlayStep::Chance(made) => {
                let Ok(Chance::Listed(moves, weights)) = play.chance() else { return Ok(None) };
                let Some(place) = moves.iter().position(|known| known == made) else {
                    return Ok(None);
                };
                let chance = weights.probability(place).0;
                weight *= &chance;
                reach *= chance;
            }
            PlayStep::Drawn(_) => return Ok(None),
        }
        if play.apply(step).is_err() {
            return Ok(None);
        }
    }
    let is_here = play.memory(of.player).bytes() == of.information;
    let way = candidate.steps.clone();
    Ok(is_here.then(|| Weighed { play: Box::new(play), way, weight, reach }))
}
