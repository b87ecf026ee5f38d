//! Announcements to subgroups and epistemic actions (thesis sec. 7.2).

use super::Check;

pub(super) const CHECKS: &[Check] = &[];
