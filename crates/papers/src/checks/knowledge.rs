//! Axioms of knowledge and common knowledge.

use super::Check;

pub(super) const CHECKS: &[Check] = &[];
