//! What a step that changes the state changed. The comparison is the engine's; here
//! are the formulas that it should know of, and what it costs to count worlds up to
//! bisimilarity. Where the worlds of a card game are too many to list, what changed is what is known of the cards.

mod cards;
mod change;

pub use cards::{CardTrace, Learner};
pub use change::{
    AgentChange, BeforeAfter, CardLearner, CardsChange, LearntFact, Number, StepChange,
    WorldsChange,
};

use crate::snapshot::Snapshot;
use hexa_engine::{Change, Limit, Observed, change};
use hexa_lang::{Document, Step, StepKind};
use hexa_logic::{Action, ActionNode, Formula, FormulaNode, Terms};

/// In larger states of card games worlds are not listed.
const MOST_LISTED: usize = 1 << 16;
/// In larger states worlds are not taken together.
const MOST_MINIMISED: usize = 1 << 12;
/// So many formulas of an action may be named as what became known.
const MOST_FORMULAS: usize = 16;

/// What a step changed.
#[derive(Clone, Debug)]
pub enum Trace {
    /// Worlds and access, by comparing them one by one.
    Worlds(WorldTrace),
    /// What is known of cards.
    Cards(CardTrace),
}

/// What a step changed, world by world.
#[derive(Clone, Debug)]
pub struct WorldTrace {
    /// The change.
    pub change: Change,
    /// How many worlds there were and are up to bisimilarity, if that is cheap.
    pub minimal: Option<(usize, usize)>,
    /// The formulas that facts of the change refer to.
    pub formulas: Vec<Formula>,
}

/// Whether a step changes the state.
pub fn is_traced(step: &Step) -> bool {
    matches!(step.kind, StepKind::Do(_) | StepKind::Restore(_))
}

/// What a step has changed.
pub fn trace(
    before: &Snapshot,
    after: &Snapshot,
    step: &Step,
    document: &Document,
) -> Result<Trace, Limit> {
    if let (Some(old), Some(new)) = (before.state.card_game(), after.state.card_game())
        && !(before.state.has_at_most(MOST_LISTED)? && after.state.has_at_most(MOST_LISTED)?)
    {
        return CardTrace::new(old, new).map(Trace::Cards);
    }
    world_trace(before, after, step, document).map(Trace::Worlds)
}

fn world_trace(
    before: &Snapshot,
    after: &Snapshot,
    step: &Step,
    document: &Document,
) -> Result<WorldTrace, Limit> {
    // What cannot be listed is found out before anything else is done.
    let (left, right) = (before.state.view()?, after.state.view()?);
    let formulas = if let StepKind::Do(action) = step.kind {
        tested_propositions(&document.terms, action)
    } else {
        Vec::new()
    };
    let truth = |snapshot: &Snapshot| -> Option<Vec<Vec<bool>>> {
        formulas.iter().map(|&f| snapshot.state.truth(&document.terms, f).ok()).collect()
    };
    // A proposition has a truth value everywhere; if not, the facts go without it.
    let (old, new, formulas) = match (truth(before), truth(after)) {
        (Some(old), Some(new)) => (old, new, formulas.clone()),
        _ => (Vec::new(), Vec::new(), Vec::new()),
    };
    let change = change(
        Observed { view: &left, formulas: &old },
        Observed { view: &right, formulas: &new },
        &document.vocabulary,
        &after.state.limits().stop,
    )?;
    Ok(WorldTrace { change, minimal: minimal(before, after), formulas })
}

fn minimal(before: &Snapshot, after: &Snapshot) -> Option<(usize, usize)> {
    let count = |snapshot: &Snapshot| {
        let few = snapshot.state.has_at_most(MOST_MINIMISED).ok()?;
        few.then(|| snapshot.state.minimal_count().ok()).flatten()
    };
    Some((count(before)?, count(after)?))
}

/// The propositions that an action tests, and that are more than one atom or its negation.
fn tested_propositions(terms: &Terms, action: Action) -> Vec<Formula> {
    let occurring = terms.occurring(&[], &[action]);
    let test = |&action: &Action| {
        if let ActionNode::Message(index) = terms.action_node(action) {
            return Some(terms.said(*index).0.said);
        }
        if let ActionNode::Test(formula) = terms.action_node(action) {
            Some(*formula)
        } else {
            None
        }
    };
    let mut tests: Vec<Formula> = occurring.actions.iter().filter_map(test).collect();
    tests.retain(|&formula| is_compound(terms, formula) && is_propositional(terms, formula));
    tests.truncate(MOST_FORMULAS);
    tests
}

fn is_compound(terms: &Terms, formula: Formula) -> bool {
    if let FormulaNode::Not(inner) = terms.node(formula) {
        return is_compound(terms, *inner);
    }
    !matches!(terms.node(formula), FormulaNode::True | FormulaNode::False | FormulaNode::Atom(_))
}

fn is_propositional(terms: &Terms, formula: Formula) -> bool {
    use FormulaNode as F;
    let plain = |formula: &Formula| {
        matches!(
            terms.node(*formula),
            F::True
                | F::False
                | F::Atom(_)
                | F::Not(_)
                | F::And(_)
                | F::Or(_)
                | F::Implies(..)
                | F::Iff(..)
                | F::Count(..)
        )
    };
    terms.occurring(&[formula], &[]).formulas.iter().all(plain)
}
