//! What is said of random actions, and comparisons of where they lead.

use hexa_engine::definitional::{State, bisimilar};
use hexa_engine::generate;
use hexa_lang::syntax::Printer;
use hexa_logic::{Action, Terms};

/// An action over the names of random models, as text.
pub(super) fn action_words(terms: &Terms, action: Action) -> String {
    Printer::new(terms, &generate::vocabulary()).action(action)
}

/// Whether two states are bisimilar. Comparisons that take too long are passed over.
pub(super) fn same(left: &State, right: &State) -> bool {
    bisimilar(left, right).unwrap_or(true)
}

/// Whether two sets of states are the same up to bisimilarity.
pub(super) fn same_set(left: &[State], right: &[State]) -> bool {
    let inside = |of: &[State], by: &[State]| of.iter().all(|s| by.iter().any(|t| same(s, t)));
    inside(left, right) && inside(right, left)
}

/// Whether two collections of sets of states are the same up to bisimilarity.
pub(super) fn same_outcomes(left: &[Vec<State>], right: &[Vec<State>]) -> bool {
    let inside =
        |of: &[Vec<State>], by: &[Vec<State>]| of.iter().all(|s| by.iter().any(|t| same_set(s, t)));
    inside(left, right) && inside(right, left)
}
