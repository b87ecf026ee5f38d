//! The axioms that the thesis expects in sec. 4.4, with what those for learning need.

use super::{holds_or, limits, state};
use crate::Verdict;
use crate::checks::Work;
use crate::checks::random::search_fitting;
use hexa_engine::definitional::product::ActionFrame;
use hexa_engine::generate::action::{Growth, Kind, decisions, everybody, grow_formula};
use hexa_engine::generate::{self, Access};
use hexa_lang::syntax::{Spelling, formula_text};
use hexa_logic::{Action, ActionNode, Atom, Formula, FormulaNode, Modality, Terms};

/// Formulas that are defined and must be true everywhere, for random actions and formulas.
fn valid_after(
    work: &Work,
    formulas: impl Fn(&mut Terms, Action, Formula, Formula) -> Vec<Formula>,
) -> Verdict {
    let what = "actions and formulas on models of up to 4 worlds";
    search_fitting(work, 500, what, |case| {
        let setup = generate::model(case, 4, Access::Cells);
        let first = decisions(case);
        let second = decisions(case);
        let Some(state) = state(work, &setup) else { return Ok(false) };
        let mut terms = Terms::default();
        let mut growth = Growth::new(&mut terms, Kind::Knowledge, &first);
        let (action, left) = growth.learning(&everybody(), &everybody(), 4);
        let one = grow_formula(&mut terms, Kind::Knowledge, &left, &second);
        let two = grow_formula(&mut terms, Kind::Knowledge, &left, &first);
        let mut looked = false;
        for formula in formulas(&mut terms, action, one, two) {
            if let Ok(truth) = state.truth(&terms, formula) {
                looked = true;
                let text = formula_text(&terms, &generate::vocabulary(), formula, Spelling::Ascii);
                holds_or(truth.into_iter().all(|holds| holds), &text)?;
            }
        }
        Ok(looked)
    })
}

fn after(terms: &mut Terms, action: Action, formula: Formula) -> Formula {
    terms.formula(FormulaNode::After(Modality::Every, action, formula))
}

fn executable(terms: &mut Terms, action: Action) -> Formula {
    terms.formula(FormulaNode::After(Modality::Some, action, Terms::TRUE))
}

/// If it can be executed: [L_B τ]p <-> p.
pub(super) fn facts_after_learning(work: &Work) -> Verdict {
    valid_after(work, |terms, action, _, _| {
        let atom = terms.formula(FormulaNode::Atom(Atom(0)));
        let then = after(terms, action, atom);
        let kept = terms.formula(FormulaNode::Iff(then, atom));
        let can = executable(terms, action);
        vec![terms.formula(FormulaNode::Implies(can, kept))]
    })
}

/// For all actions of the type: [α]~φ <-> (<α>true -> ~[α]φ).
pub(super) fn negation_after_actions(work: &Work) -> Verdict {
    valid_after(work, |terms, action, formula, _| {
        let Ok(frame) = ActionFrame::new(terms, action, &everybody(), &limits(work)) else {
            return Vec::new();
        };
        let actions = frame.actions().to_vec();
        *terms = frame.terms().clone();
        let law = |one: Action| {
            let not = terms.formula(FormulaNode::Not(formula));
            let left = after(terms, one, not);
            let then = after(terms, one, formula);
            let not_then = terms.formula(FormulaNode::Not(then));
            let can = executable(terms, one);
            let right = terms.formula(FormulaNode::Implies(can, not_then));
            terms.formula(FormulaNode::Iff(left, right))
        };
        actions.into_iter().take(4).map(law).collect()
    })
}

/// The axioms for sequence, choice, test and implication.
pub(super) fn dynamic_logic(work: &Work) -> Verdict {
    valid_after(work, |terms, action, one, two| {
        let implies = terms.formula(FormulaNode::Implies(one, two));
        let [first, second, both] = [one, two, implies].map(|f| after(terms, action, f));
        let then = terms.formula(FormulaNode::Implies(first, second));
        let distributes = terms.formula(FormulaNode::Implies(both, then));
        let [twice, either] = [
            ActionNode::Sequence([action, action].into()),
            ActionNode::Choice([action, action].into(), None),
        ]
        .map(|node| terms.action(node));
        let (left, right) = (after(terms, twice, one), after(terms, action, first));
        let sequence = terms.formula(FormulaNode::Iff(left, right));
        let inside = learnt_inside(terms, action);
        let other = inside.unwrap_or(action);
        let either_two = terms.action(ActionNode::Choice([action, other].into(), None));
        let (left, other_one) = (after(terms, either_two, one), after(terms, other, one));
        let right = terms.formula(FormulaNode::And([first, other_one].into()));
        let choice = terms.formula(FormulaNode::Iff(left, right));
        let same = after(terms, either, one);
        let idempotent = terms.formula(FormulaNode::Iff(same, first));
        let atom = terms.formula(FormulaNode::Atom(Atom(0)));
        let test = terms.action(ActionNode::Test(one));
        let (left, right) =
            (after(terms, test, atom), terms.formula(FormulaNode::Implies(one, atom)));
        let test = terms.formula(FormulaNode::Iff(left, right));
        vec![distributes, sequence, choice, idempotent, test]
    })
}

/// Some other action that occurs in an action and learns.
fn learnt_inside(terms: &Terms, action: Action) -> Option<Action> {
    let occurring = terms.occurring(&[], &[action]);
    let learns =
        |&part: &Action| part != action && matches!(terms.action_node(part), ActionNode::Learn(..));
    occurring.actions.iter().copied().find(learns)
}
