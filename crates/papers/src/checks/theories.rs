//! Theories of card games, and which descriptions are equally strong (thesis ch. 3).

use super::Check;

pub(super) const CHECKS: &[Check] = &[];
