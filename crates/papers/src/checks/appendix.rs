//! Sets, relations, models, bisimulations (thesis appendix).

use super::Check;

pub(super) const CHECKS: &[Check] = &[];
