//! Values of small knowledge games (thesis sec. 2.6).

use super::Check;

pub(super) const CHECKS: &[Check] = &[];
