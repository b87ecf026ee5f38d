//! Updates and possibilities (thesis sec. 7.1).

use super::Check;

pub(super) const CHECKS: &[Check] = &[];
