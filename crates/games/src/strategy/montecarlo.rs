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
        let mut sums = vec![RBig::ZERO; moves.len()];
        for _ in 0..samples {
            let position = sampler.draw(stream, stop).map_err(refuse)?;
            for (sum, &made) in sums.iter_mut().zip(moves) {
                let trial = Trial { player, depth };
                let worth = trial.play_out(position.fork(), made, stream, stop);
                *sum += worth.map_err(|trouble| refuse(trouble.into()))?;
            }
        }
        let Some(most) = sums.iter().max() else { return Err(NoChoice::UnknownInformation) };
        let places: Vec<usize> = (0..sums.len()).filter(|&at| sums[at] == *most).collect();
        let mean = Exact(most / RBig::from(samples.max(1)));
        self.why = Some(Why::Mean { mean, plays: samples, ties: places.len() });
        Ok(stream.pick(&places).copied().unwrap_or(0))
    }

    fn explain(&self) -> Option<Why> {
        self.why.clone()
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
