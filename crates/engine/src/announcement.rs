//! Announcements: actions whose local interpretation (thesis def. 33) only ever
//! takes worlds away. These are the tests, `L_B` of such an action, messages that everybody
//! hears and believes, and sequences of them. Interpreting one gives a single model, so that `L_B` adds nothing but
//! access for B, inherited from where the worlds come from: all that matters is the
//! tests, in order, each evaluated on what the one before it left.

use crate::limits::{Limit, Work};
use hexa_logic::{Action, ActionNode, Formula, Terms};
use rustc_hash::FxHashSet;

/// Whether an action is an announcement.
pub(crate) fn is_one(terms: &Terms, action: Action) -> bool {
    let mut waiting = vec![action];
    let mut seen = FxHashSet::default();
    while let Some(action) = waiting.pop() {
        if seen.insert(action) {
            let node = terms.action_node(action);
            if !can_be_part(terms, node) {
                return false;
            }
            waiting.extend(node.parts());
        }
    }
    true
}

/// Whether all actions inside a formula are announcements.
pub(crate) fn are_all(terms: &Terms, formula: Formula) -> bool {
    let occurring = terms.occurring(&[formula], &[]);
    occurring.actions.iter().all(|&action| can_be_part(terms, terms.action_node(action)))
}

fn can_be_part(terms: &Terms, node: &ActionNode) -> bool {
    use ActionNode as A;
    match node {
        A::Test(_) | A::Learn(..) | A::Sequence(_) => true,
        A::Message(index) => terms.announced(*index).is_some(),
        A::Update(..)
        | A::Choice(..)
        | A::Concurrent(_)
        | A::Assign(_)
        | A::Star(_)
        | A::Event(..)
        | A::Game(_)
        | A::Suspect(..)
        | A::Fix(_)
        | A::Variable(_)
        | A::Epistemic(..) => false,
    }
}

/// What following one test costs, in steps: a sequence can be repeated in a repeated one.
const STEP: u64 = 64;

/// The tests that an announcement makes, in order. Other constructs are passed over: callers
/// have checked that there are none.
#[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
pub(crate) fn tests(terms: &Terms, action: Action, work: &mut Work) -> Result<Vec<Formula>, Limit> {
    let mut tests = Vec::new();
    let mut waiting = vec![action];
    while let Some(action) = waiting.pop() {
        work.spend(STEP)?;
        match terms.action_node(action) {
            ActionNode::Test(formula) => tests.push(*formula),
            ActionNode::Message(index) => tests.extend(terms.announced(*index)),
            ActionNode::Learn(_, inner) => waiting.push(*inner),
            ActionNode::Sequence(of) => waiting.extend(of.iter().rev()),
            _ => {}
        }
    }
    Ok(tests)
}
