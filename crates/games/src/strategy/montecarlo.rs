//! Monte Carlo: positions are drawn from the player's belief, each move is tried in each of them, and the play goes on from
//! there by uniform random moves. The move that was worth most on average is made. Work is counted in samples and steps, not in
//! time, so that the same numbers give the same move.

use super::logician::refuse;
use super::{Decision, NoChoice, Strategy, Why};
use crate::belief::{BeliefLimits, BeliefOf, UniformMoves, sampler};
use crate::exact::{Exact, RBig};
use crate::game::{Game, Move, Observation, Play, PlayStep, Player, Trouble, Turn};
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Samples {
    /// How many positions are drawn; each legal move is tried once in each.
    pub samples: u64,
    /// The most steps that a play goes on; what it has been worth until then counts.
    pub depth: usize,
    /// How much may be tried to find out what is possible.
    pub limits: BeliefLimits,
}

/// A strategy that tries moves out.
pub struct MonteCarlo {
    game: Arc<dyn Game>,
    samples: Samples,
    why: Option<Why>,
}

impl MonteCarlo {
    /// The strategy for a game.
    pub fn new(game: Arc<dyn Game>, samples: Samples) -> Self {
        Self { game, samples, why: None }
    }
}

impl Strategy for MonteCarlo {
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
        let Samples { samples, depth, limits } = self.samples;
        let of = BeliefOf { player, information, model: &UniformMoves, limits };
        let sampler = sampler(&self.game, of, stop).map_err(refuse)?;
        let mut tried = vec![Tried::default(); moves.len()];
        let (mut left_out, mut last_trouble) = (0, None);
        for _ in 0..samples {
            let position = sampler.draw(stream, stop).map_err(refuse)?;
            for (tried, &made) in tried.iter_mut().zip(moves) {
                let trial = Trial { player, depth };
                match trial.play_out(position.fork(), made, stream, stop) {
                    Ok(worth) => {
                        tried.sum += worth;
                        tried.plays += 1;
                    }
                    // One bad play says nothing of the others.
                    Err(trouble @ (Trouble::NoPayoff(_) | Trouble::Stuck(_))) => {
                        left_out += 1;
                        last_trouble = Some(trouble);
                    }
                    Err(trouble) => return Err(refuse(trouble.into())),
                }
            }
        }
        let means: Vec<Option<RBig>> = tried.iter().map(Tried::mean).collect();
        let Some(most) = means.iter().flatten().max() else {
            return Err(last_trouble.map_or(NoChoice::UnknownInformation, |last| {
                NoChoice::NoPlayCounts { plays: left_out, last }
            }));
        };
        let is_best = |at: &usize| means[*at].as_ref() == Some(most);
        let places: Vec<usize> = (0..means.len()).filter(is_best).collect();
        let chosen = stream.pick(&places).copied().unwrap_or(0);
        let plays = tried.get(chosen).map_or(0, |tried| tried.plays);
        let (mean, ties) = (Exact(most.clone()), places.len());
        self.why = Some(Why::Mean { mean, plays, left_out, ties });
        Ok(chosen)
    }

    fn explain(&self) -> Option<Why> {
        self.why.clone()
    }
}

/// What came of a move in the plays that count.
#[derive(Clone, Default)]
struct Tried {
    sum: RBig,
    plays: u64,
}

impl Tried {
    fn mean(&self) -> Option<RBig> {
        (self.plays > 0).then(|| &self.sum / RBig::from(self.plays))
    }
}

/// A move that is tried, and how the play goes on after it.
#[derive(Clone, Copy)]
struct Trial {
    player: Player,
    depth: usize,
}

impl Trial {
    /// What the play is worth for the player.
    fn play_out(
        self,
        mut play: Box<dyn Play>,
        made: Move,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<RBig, Trouble> {
        let mut first = Some(made);
        for _ in 0..self.depth {
            stop.count(1)?;
            let step = match play.turn() {
                Turn::Over => break,
                Turn::Chance => play.draw(stream)?.0,
                turn @ (Turn::Decision(_) | Turn::Simultaneous(_)) => {
                    let mut moves = Vec::with_capacity(turn.players().len());
                    for &asked in turn.players() {
                        let own = if asked == self.player { first.take() } else { None };
                        let drawn = own.or_else(|| stream.pick(play.moves(asked)).copied());
                        moves.push(drawn.ok_or(Trouble::Stuck(asked))?);
                    }
                    PlayStep::Moves(moves)
                }
            };
            play.apply(&step)?;
        }
        let returns = play.returns()?;
        Ok(returns.into_iter().nth(self.player.index()).unwrap_or_default().0)
    }
}
