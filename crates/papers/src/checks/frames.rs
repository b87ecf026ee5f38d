//! Frames of actions and product interpretation (thesis sec. 5.1).

use super::Check;

pub(super) const CHECKS: &[Check] = &[];
