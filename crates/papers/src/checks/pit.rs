//! Pit: trade, payoffs and equilibria of the one-move game.

use super::Check;

pub(super) const CHECKS: &[Check] = &[];
