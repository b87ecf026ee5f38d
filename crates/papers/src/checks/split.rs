//! Agents with models of their own for each hand (Cluedo agents project).

use super::Check;

pub(super) const CHECKS: &[Check] = &[];
