//! Knowledge actions and their local interpretation (thesis ch. 4).

use super::Check;

pub(super) const CHECKS: &[Check] = &[];
