//! Deals, initial states and game states (thesis ch. 2).

use super::Check;

pub(super) const CHECKS: &[Check] = &[];
