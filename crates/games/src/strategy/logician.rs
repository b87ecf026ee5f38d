//! The logician: for games that are won by knowing something. They work out exactly what is possible, never stake the play on a
//! guess, and make the move after which the least of what they need is expected to stay open.
//!
//! How much stays open is measured by how likely two positions, drawn from what is then considered possible, agree on what
//! must be known: the sum of the squares of the probabilities of the answers, expected over all that can be noticed. What is
//! known already changes nothing there, and is asked only if nothing else is left. Only the answer to the next move is looked
//! at; the others move as [`UniformMoves`] says. Among moves that are as good, one is drawn.

use super::{Decision, NoChoice, Strategy, Why};
use crate::belief::{
    Belief, BeliefLimits, BeliefOf, EpistemicGame, MoveModel, NoBelief, UniformMoves, is_asked,
};
use crate::exact::{Exact, RBig};
use crate::game::{Chance, Move, Observation, Play, PlayStep, Player, Trouble, Turn};
use hexa_logic::{Stop, Stream};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How many steps of others are looked at until the player notices the answer to a move.
const MOST_STEPS_TO_ANSWER: usize = 3;

/// A strategy for games with a goal of knowledge.
pub struct Logician {
    game: Arc<dyn EpistemicGame>,
    limits: BeliefLimits,
    why: Option<Why>,
}

/// Why a game is none for a logician.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoLogician {
    /// Nobody wins by what they know.
    NoGoal,
    /// Positions are too many to list.
    DrawnChance,
}

impl Logician {
    /// The strategy for a game, where at most so many positions are considered.
    pub fn new(game: Arc<dyn EpistemicGame>, positions: usize) -> Result<Self, NoLogician> {
        let play = Arc::clone(&game).start(&Stop::new()).map_err(|_| NoLogician::NoGoal)?;
        if matches!(play.chance(), Ok(Chance::Drawn)) {
            return Err(NoLogician::DrawnChance);
        }
        game.needed_facts(Player(0), &*play).ok_or(NoLogician::NoGoal)?;
        let limits = BeliefLimits { positions, ..BeliefLimits::default() };
        Ok(Self { game, limits, why: None })
    }
}

impl Strategy for Logician {
    fn begin(&mut self, _: Player) {
        self.why = None;
    }

    fn observe(&mut self, _: Observation<'_>) {}

    fn choose(
        &mut self,
        decision: Decision<'_>,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<usize, NoChoice> {
        let Decision { player, information, moves, .. } = decision;
        let (model, limits) = (&UniformMoves, self.limits);
        let of = BeliefOf { player, information, model, limits };
        let belief = Arc::clone(&self.game).find_belief(of, stop);
        let belief = belief.and_then(|belief| belief.given(&|play| is_asked(play, player)));
        let belief = belief.map_err(refuse)?;
        let mut weighing = Weighing::new(&*self.game, player, &belief);
        if weighing.answers.len() == 1
            && let Some(sure) = weighing.find_sure(moves)
        {
            self.why = Some(Why::Certain);
            return Ok(sure);
        }
        let mut best: Option<(RBig, Vec<usize>)> = None;
        for (at, &made) in moves.iter().enumerate() {
            if self.game.is_stake(player, made) {
                continue;
            }
            let agreement = weighing.agreement(made, stop).map_err(refuse)?;
            match &mut best {
                Some((most, places)) if *most == agreement => places.push(at),
                Some((most, _)) if *most > agreement => {}
                Some(_) | None => best = Some((agreement, vec![at])),
            }
        }
        // Where everything is a guess, one must be made.
        let Some((agreement, places)) = best else {
            self.why = Some(Why::Drawn { among: moves.len() });
            return Ok(stream.below(moves.len().max(1)));
        };
        let (open, ties) = (weighing.answers.len(), places.len());
        self.why = Some(Why::Information { open, agreement: Exact(agreement), ties });
        Ok(stream.pick(&places).copied().unwrap_or(0))
    }

    fn explain(&self) -> Option<Why> {
        self.why.clone()
    }
}

/// Why the strategy does not go on.
pub(super) fn refuse(why: NoBelief) -> NoChoice {
    match why {
        NoBelief::Trouble(Trouble::Stopped) => NoChoice::Stopped,
        NoBelief::Impossible => NoChoice::UnknownInformation,
        NoBelief::DrawnChance | NoBelief::NeverPlayed { .. } | NoBelief::Trouble(_) => {
            NoChoice::NoBelief(why)
        }
    }
}

/// The positions that are possible, each with its answer to what must be known.
struct Weighing {
    player: Player,
    positions: Vec<(Box<dyn Play>, RBig, usize)>,
    answers: Vec<Vec<String>>,
}

impl Weighing {
    fn new(game: &dyn EpistemicGame, player: Player, belief: &Belief) -> Self {
        let mut answers: Vec<Vec<String>> = Vec::new();
        let mut places: FxHashMap<Vec<String>, usize> = FxHashMap::default();
        let mut positions = Vec::new();
        for one in belief.positions() {
            let needed = game.needed_facts(player, &*one.play).unwrap_or_default();
            let place = *places.entry(needed).or_insert_with_key(|needed| {
                answers.push(needed.clone());
                answers.len() - 1
            });
            positions.push((one.play.fork(), one.probability.0.clone(), place));
        }
        Self { player, positions, answers }
    }

    /// A move that wins whatever is the case.
    fn find_sure(&mut self, moves: &[Move]) -> Option<usize> {
        let player = self.player;
        let mut wins = |made: Move| {
            self.positions.iter_mut().all(|(play, _, _)| {
                if !matches!(play.turn(), Turn::Decision(_)) {
                    return false;
                }
                if play.apply(&PlayStep::Moves(vec![made])).is_err() {
                    return false;
                }
                let won = *play.turn() == Turn::Over && is_best(&**play, player);
                play.undo();
                won
            })
        };
        moves.iter().position(|&made| wins(made))
    }

    /// How much is agreed on after a move, expected over what can be noticed.
    fn agreement(&mut self, made: Move, stop: &Stop) -> Result<RBig, NoBelief> {
        let mut noticed: FxHashMap<Vec<u8>, FxHashMap<usize, RBig>> = FxHashMap::default();
        for (play, weight, answer) in &mut self.positions {
            stop.count(1).map_err(Trouble::from)?;
            let Turn::Decision(_) = play.turn() else { continue };
            play.apply(&PlayStep::Moves(vec![made]))?;
            let mut add = |bytes: Vec<u8>, weight: RBig| {
                *noticed.entry(bytes).or_default().entry(*answer).or_insert(RBig::ZERO) += weight;
            };
            let after =
                await_answer(&mut **play, self.player, weight, MOST_STEPS_TO_ANSWER, &mut add);
            play.undo();
            after?;
        }
        // Sums of exact numbers do not depend on their order.
        let mut agreement = RBig::ZERO;
        for answers in noticed.values() {
            let sum = answers.values().fold(RBig::ZERO, |sum, weight| sum + weight);
            let squares = answers.values().fold(RBig::ZERO, |sum, weight| sum + weight * weight);
            if sum != RBig::ZERO {
                agreement += squares / sum;
            }
        }
        Ok(agreement)
    }
}

/// Whether nobody else has as much.
fn is_best(play: &dyn Play, player: Player) -> bool {
    let Ok(returns) = play.returns() else { return false };
    let Some(own) = returns.get(player.index()) else { return false };
    returns
        .iter()
        .zip(Player::first(returns.len()))
        .all(|(worth, other)| other == player || worth < own)
}

/// Goes on, whatever others and chance do, until the player notices something after their own move; and says what they have
/// noticed then, and how likely it is.
fn await_answer(
    play: &mut dyn Play,
    player: Player,
    weight: &RBig,
    steps: usize,
    add: &mut dyn FnMut(Vec<u8>, RBig),
) -> Result<(), NoBelief> {
    let memory = play.memory(player);
    let waits = memory.since(memory.len().saturating_sub(1)).any(|last| last.own.is_some());
    let others: Vec<(PlayStep, RBig)> = match play.turn() {
        Turn::Chance if waits => match play.chance()? {
            Chance::Listed(moves, weights) => {
                let chances = moves.iter().enumerate();
                chances
                    .map(|(at, &made)| (PlayStep::Chance(made), weights.probability(at).0))
                    .collect()
            }
            Chance::Drawn => return Err(NoBelief::DrawnChance),
        },
        &Turn::Decision(other) if waits && other != player => {
            let chance = |&made: &Move| {
                let step = PlayStep::Moves(vec![made]);
                (step, UniformMoves.chance_of(play, other, made).0)
            };
            play.moves(other).iter().map(chance).collect()
        }
        Turn::Chance | Turn::Decision(_) | Turn::Simultaneous(_) | Turn::Over => Vec::new(),
    };
    if others.is_empty() || steps == 0 {
        let mut bytes = Vec::new();
        play.information(player, &mut bytes);
        add(bytes, weight.clone());
        return Ok(());
    }
    for (step, chance) in others {
        play.apply(&step)?;
        let after = await_answer(play, player, &(weight * chance), steps - 1, add);
        play.undo();
        after?;
    }
    Ok(())
}
