//! In the place of the symbolic engine where it was left out (no feature `diagrams`): a state that nobody can
//! have, so that nothing is ever asked of it.

use crate::building::BuildError;
use crate::comparison::CompareError;
use crate::definedness::NoCells;
use crate::evaluation::EvalError;
use crate::explain::explanation::Scene;
use crate::explicit::state::State as ListedState;
use crate::extension::Extension;
use crate::limits::{Limit, Limits};
use crate::order::{Nodes, Order};
use crate::outcomes::{Outcomes, UpdateError};
use dashu_int::UBig;
use hexa_logic::{Action, Agent, Atom, Formula, Group, Setup, Terms, Vocabulary};

/// There is none.
#[derive(Clone, Debug)]
pub enum State {}

/// What would be asked of a state.
macro_rules! questions {
    ($($question:ident($($about:ident: $type:ty),*) -> $answer:ty;)*) => {
        impl State {
            $(pub(crate) fn $question(&self, $($about: $type),*) -> $answer {
                match *self {}
            })*
        }
    };
}

questions! {
    limits() -> &Limits;
    group() -> &Group;
    nodes() -> Nodes;
    update(_terms: &Terms, _action: Action) -> Result<Outcomes<Self>, UpdateError>;
    check_action(_terms: &Terms, _action: Action) -> Result<Vec<Group>, UpdateError>;
    holds(_terms: &Terms, _formula: Formula) -> Result<bool, EvalError>;
    is_valid(_terms: &Terms, _formula: Formula) -> Result<bool, EvalError>;
    relevant_truth(_terms: &Terms, _formula: Formula) -> Result<Vec<bool>, EvalError>;
    extension(_terms: &Terms, _formula: Formula, _most: usize) -> Result<Extension, EvalError>;
    moved_to(_atoms: &[Atom]) -> Result<Option<Self>, Limit>;
    relevant_count() -> Result<UBig, Limit>;
    told_apart_count() -> Result<Option<UBig>, Limit>;
    explain(_terms: &Terms, _formula: Formula) -> Result<Scene, EvalError>;
    class_count(_agent: Agent) -> Result<Result<UBig, NoCells>, Limit>;
    list_worlds() -> Result<ListedState, Limit>;
    reorder() -> Result<Self, Limit>;
    bisimilar(_other: &Self) -> Result<bool, CompareError>;
}

/// Says that there are no diagrams.
pub(crate) fn build(
    _: &Setup,
    _: &Vocabulary,
    _: &Terms,
    _: &Limits,
    _: Order,
) -> Result<State, BuildError> {
    Err(BuildError::NoDiagrams)
}

/// No action is executed on diagrams.
pub(crate) fn is_held(_: &Terms, _: Action) -> bool {
    false
}
