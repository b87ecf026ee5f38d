//! Sizes of states (thesis sec. 5.3).

use super::Check;

pub(super) const CHECKS: &[Check] = &[];
