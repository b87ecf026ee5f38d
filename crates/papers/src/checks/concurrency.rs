//! Concurrent actions and sets of states (Cluedo paper sec. 4).

use super::Check;

pub(super) const CHECKS: &[Check] = &[];
