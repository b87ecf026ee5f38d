//! All engines agree on what is undefined, and why, as they do on what is true: after any actions, also several
//! at once, suspected ones and ones that copy worlds, of formulas that ask how likely something is and what is
//! true after any number of times. A case that fails is told with its terms.

use crate::small::{build, count};
use hexa_cases::{Failed, cases, ensure_eq};
use hexa_engine::generate::action::{Growth, Kind, decisions, everybody, grow_formula};
use hexa_engine::generate::{self, Access};
use hexa_engine::{Engine, EvalError, Held, UpdateError};
use hexa_logic::{Action, ActionNode, Formula, FormulaNode, Group, Modality, Setup, Terms};
use std::cell::Cell;

/// What an engine says: something, that it is undefined and in which way, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Said<T> {
    Answer(T),
    Undefined(&'static str),
    GaveUp,
}

fn said<T>(answer: Result<T, EvalError>) -> Said<T> {
    match answer {
        Ok(answer) => Said::Answer(answer),
        Err(EvalError::Limit(_) | EvalError::Unweighed { .. }) => Said::GaveUp,
        Err(EvalError::Undefined(_)) => Said::Undefined("somebody has no access, or no cells"),
        Err(EvalError::Unsupported(_)) => Said::Undefined("an action that cannot be executed"),
        Err(EvalError::NoProbability { .. }) => Said::Undefined("how likely worlds are"),
        Err(EvalError::Disagreement { .. }) => Said::Undefined("states that disagree on an atom"),
        Err(EvalError::Unanswerable { .. }) => Said::Undefined("a question without an answer"),
    }
}

/// Whether an action is of a form.
type Construct = fn(&ActionNode) -> bool;

#[derive(Default)]
struct Tally {
    compared: Cell<u32>,
    undefined: Cell<u32>,
    unlikely: Cell<u32>,
    stars: Cell<u32>,
    at_once: Cell<u32>,
    suspected: Cell<u32>,
    gave_up: Cell<u32>,
}

impl Tally {
    fn constructs(&self, terms: &Terms, formula: Formula) {
        let occurring = terms.occurring(&[formula], &[]);
        let has =
            |is: Construct| occurring.actions.iter().any(|&action| is(terms.action_node(action)));
        let counted: [(Construct, &Cell<u32>); 3] = [
            (|node| matches!(node, ActionNode::Star(_)), &self.stars),
            (|node| matches!(node, ActionNode::Concurrent(_)), &self.at_once),
            (|node| matches!(node, ActionNode::Epistemic(..)), &self.suspected),
        ];
        for (is, cell) in counted {
            if has(is) {
                count(cell);
            }
        }
    }

    /// The same answers, as far as there are any; the slow engine's are by definition right.
    fn compare<T: Clone + PartialEq + std::fmt::Debug>(
        &self,
        terms: &Terms,
        formula: Formula,
        answers: [Said<T>; 3],
        told: impl Fn() -> String,
    ) -> Result<(), Failed> {
        let [explicit, symbolic, defined] = answers;
        if defined == Said::GaveUp || explicit == Said::GaveUp {
            count(&self.gave_up);
            return Ok(());
        }
        ensure_eq!(&explicit, &defined, "explicit: {}", told());
        if symbolic != Said::GaveUp {
            ensure_eq!(&symbolic, &defined, "symbolic: {}", told());
        }
        count(&self.compared);
        self.constructs(terms, formula);
        if let Said::Undefined(why) = defined {
            count(&self.undefined);
            if why == "how likely worlds are" {
                count(&self.unlikely);
            }
        }
        Ok(())
    }
}

/// The states after an action, if every engine gives one.
fn updated(states: &[Held; 3], terms: &Terms, action: Action) -> Option<[Held; 3]> {
    let single = |state: &Held| {
        let outcomes: Result<_, UpdateError> = state.update(terms, action);
        outcomes.ok()?.into_single()
    };
    let [one, two, three] = states.each_ref().map(single);
    Some([one?, two?, three?])
}

fn check(
    tally: &Tally,
    setup: &Setup,
    (first, second): (&[u8], &[u8]),
    asked: &[u8],
) -> Result<(), Failed> {
    let mut terms = Terms::default();
    let mut grown =
        |group: &Group, list| Growth::new(&mut terms, Kind::Whole, list).action(group, group, 3);
    let (action, group) = grown(&everybody(), first);
    let (then, left) = grown(&group, second);
    let body = grow_formula(&mut terms, Kind::Whole, &left, asked);
    let plain = grow_formula(&mut terms, Kind::Whole, &group, asked);
    let after = |modality| FormulaNode::After(modality, then, body);
    let every = terms.formula(after(Modality::Every));
    let some = terms.formula(after(Modality::Some));
    let states = Engine::GENERAL.map(|engine| build(engine, setup, &terms));
    let Some(states) = updated(&states, &terms, action) else { return Ok(()) };
    for formula in [plain, every, some] {
        let told = || format!("{formula:?} after {action:?} in {setup:?}: {terms:?}");
        let here = states.each_ref().map(|state| said(state.holds(&terms, formula)));
        tally.compare(&terms, formula, here, told)?;
        // Engines list the worlds of what an action leads to in different orders.
        let all = states.each_ref().map(|state| {
            let truth = state.truth(&terms, formula);
            said(truth.map(|truth| truth.iter().filter(|&&is_true| is_true).count()))
        });
        tally.compare(&terms, formula, all, told)?;
    }
    Ok(())
}

#[test]
#[allow(clippy::print_stdout)]
fn what_is_undefined_is_undefined_in_all_engines() {
    let tally = Tally::default();
    cases("what is undefined is undefined in all engines", 3000, |case| {
        let setup = generate::model(case, 4, Access::Cells);
        let (first, second, asked) = (decisions(case), decisions(case), decisions(case));
        check(&tally, &setup, (&first, &second), &asked)
    });
    let Tally { compared, undefined, unlikely, stars, at_once, suspected, gave_up } = tally;
    let counted = [compared, undefined, unlikely, stars, at_once, suspected, gave_up];
    println!("{:?}", counted.each_ref().map(Cell::get));
    for cell in &counted[..6] {
        assert!(cell.get() >= 20, "too few of a kind: {counted:?}");
    }
}
