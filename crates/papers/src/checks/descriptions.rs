//! Which knowledge action describes a game action (thesis sec. 5.2).

use super::Check;

pub(super) const CHECKS: &[Check] = &[];
