//! In the place of the search where the SAT solver was left out (no feature `sat`): it gives up at once.

use super::{Bounds, Entailment, TooMuch};
use hexa_logic::{Formula, ModelSetup, Terms};

/// A search that cannot begin.
pub(super) struct Search;

impl Search {
    pub(super) fn new(_: &Terms, _: usize, _: &Bounds) -> Self {
        Self
    }

    pub(super) fn run(
        &mut self,
        _: &Entailment<'_>,
        _: &[Formula],
    ) -> Result<Option<ModelSetup>, TooMuch> {
        Err(TooMuch::NoSolver)
    }
}
