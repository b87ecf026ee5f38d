//! What is known of a model before anything is evaluated on it: who has access, and how it is given. Whether a formula
//! or an action means anything depends on no more than that.

use super::reading::Reading;
use hexa_logic::{Action, Formula, Group};
use std::collections::{BTreeSet, HashMap, HashSet};

/// What is known, before evaluation, of a model on which something is read.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Scope {
    /// Who has access.
    pub(super) group: Group,
    /// Whose access is given by arrows.
    pub(super) arrows: Group,
}

/// What was checked, so that nothing is checked twice.
#[derive(Default)]
pub(super) struct Checked {
    pub(super) formulas: HashSet<(Formula, Scope)>,
    pub(super) actions: HashMap<(Action, Scope, Reading), BTreeSet<Scope>>,
}
