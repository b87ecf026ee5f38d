//! Gossip (thesis sec. 6.6).

use super::Check;

pub(super) const CHECKS: &[Check] = &[];
