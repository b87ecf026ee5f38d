//! Models of how players move. They weigh positions, and never rule one out.

use crate::exact::{Exact, RBig};
use crate::game::{Move, Play, Player};

/// How players move, as others think. It says how likely moves are, and has a name that is told with every probability.
pub trait MoveModel: Send + Sync {
    /// Its name.
    fn name(&self) -> String;

    /// How likely a player who is asked makes a legal move.
    fn chance_of(&self, play: &dyn Play, player: Player, made: Move) -> Exact;
}

/// Everybody makes each legal move with the same chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UniformMoves;

impl MoveModel for UniformMoves {
    fn name(&self) -> String {
        "uniform".to_owned()
    }

    fn chance_of(&self, play: &dyn Play, player: Player, _: Move) -> Exact {
        Exact(RBig::ONE / RBig::from(play.moves(player).len().max(1)))
    }
}
