//! Knowledge actions as action expressions (thesis def. 59), and the conjecture of sec. 7.2.3: the
//! expression of an action does what the action does, where everything it can lead to is of one group.
#![allow(clippy::print_stdout)]

use hexa_cases::{Failed, cases, ensure};
use hexa_engine::definitional;
use hexa_engine::generate::action::{Kind, decisions, everybody, grow};
use hexa_engine::generate::{self, AGENTS, Access};
use hexa_engine::translation::frame::Frame;
use hexa_engine::translation::suspicion::{NoExpression, Way, suspicion, suspicion_formula};
use hexa_engine::{EvalError, Limits, UpdateError, action_bisimilar, action_contraction};
use hexa_lang::syntax::Printer;
use hexa_logic::{
    Action, ActionNode, Event, EventModel, FormulaNode, Group, Modality, Stop, Terms,
};
use hexa_logic::{Agent, Atom, Formula};
use std::cell::{Cell, RefCell};

const MOST: usize = 8;

fn limits() -> Limits {
    Limits { max_worlds: Some(200), work: 1_000_000, ..Limits::default() }
}

fn group(agents: &[usize]) -> Group {
    agents.iter().map(|&at| Agent::from_index(at)).collect()
}

/// The actions that an action stands for, with their frame: those whose type leads to models of one
/// group only.
fn single_actions(terms: &mut Terms, action: Action) -> Vec<(Action, Frame)> {
    let Ok(frame) = Frame::new(terms, action, &everybody(), MOST, &Stop::new()) else {
        return Vec::new();
    };
    let learners = frame.events()[0].learners.clone();
    if frame.events().iter().any(|event| event.learners != learners) {
        return Vec::new();
    }
    let actual: Vec<Action> = frame.actual().map(|event| frame.events()[event].action).collect();
    let mut all = Vec::new();
    for action in actual {
        if let Ok(frame) = Frame::new(terms, action, &everybody(), MOST, &Stop::new()) {
            all.push((action, (*frame).clone()));
        }
    }
    all
}

/// What an expression stands for.
fn expressed(terms: &Terms, action: Action) -> EventModel {
    match terms.action_node(action) {
        ActionNode::Epistemic(_, index) => terms.epistemic(*index).frame.clone(),
        _ => panic!("no epistemic action"),
    }
}

/// The frame of an action with its preconditions translated, and the actual event.
fn translated(terms: &mut Terms, frame: &Frame) -> Option<(EventModel, Event)> {
    let pointed = frame.pointed_frames("f").into_iter().next()?;
    let mut model = pointed.frame;
    for event in &mut model.events {
        event.precondition =
            suspicion_formula(terms, event.precondition, AGENTS, Way::Faithful, &Stop::new())
                .ok()?;
    }
    Some((model, *pointed.actual.first()?))
}

#[test]
fn the_faithful_expression_of_an_action_has_its_frame_and_does_the_same() {
    let (frames, states, unlike) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let shortest: RefCell<Option<String>> = RefCell::new(None);
    cases("faithful expressions", 6000, |case| {
        let setup = generate::model(case, 3, Access::Cells);
        let decisions = decisions(case);
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Knowledge, &decisions);
        for (action, frame) in single_actions(&mut terms, action).into_iter().take(3) {
            let Ok(expression) = suspicion(&mut terms, action, AGENTS, Way::Faithful, &Stop::new())
            else {
                continue;
            };
            let Some((model, actual)) = translated(&mut terms, &frame) else { continue };
            let found = expressed(&terms, expression);
            ensure!(action_bisimilar((&model, actual), (&found, Event(0)), |f| f));
            let small = action_contraction(&found, Event(0));
            ensure!(action_bisimilar((&model, actual), (&small, Event(0)), |f| f));
            ensure!(small.events.len() <= model.events.len());
            frames.set(frames.get() + 1);
            if frame.events()[0].learners != everybody() {
                continue;
            }
            let displayed = suspicion(&mut terms, action, AGENTS, Way::Displayed, &Stop::new());
            let vocabulary = generate::vocabulary();
            let state = definitional::build(&setup, &vocabulary, &terms, &limits());
            let state = state.expect("a small model");
            let run = |action| state.update(&terms, action).ok()?.into_single();
            let Some(one) = run(action) else { continue };
            let faithful = match state.update(&terms, expression) {
                Ok(faithful) => faithful.into_single().expect("one state"),
                Err(UpdateError::Evaluation(EvalError::Limit(_))) => continue,
                Err(why) => {
                    let text = Printer::new(&terms, &vocabulary).action(action);
                    return Err(Failed(format!("{why:?}: {text}")));
                }
            };
            ensure!(definitional::bisimilar(&one, &faithful).expect("small"));
            states.set(states.get() + 1);
            let Some(displayed) = displayed.ok().and_then(run) else { continue };
            if !definitional::bisimilar(&one, &displayed).expect("small") {
                unlike.set(unlike.get() + 1);
                let text = Printer::new(&terms, &vocabulary).action(action);
                let mut shortest = shortest.borrow_mut();
                if shortest.as_ref().is_none_or(|known| text.len() < known.len()) {
                    *shortest = Some(text);
                }
            }
        }
        Ok(())
    });
    println!(
        "{} frames, {} states alike; def. 59 as displayed differs in {}, shortest {:?}",
        frames.get(),
        states.get(),
        unlike.get(),
        shortest.borrow()
    );
    assert!(frames.get() > 4000 && states.get() > 500 && unlike.get() > 100);
}

/// The shortest action for which def. 59 as displayed gives another one: `L_12 L_1 ?p`. There 1 suspects
/// the inner expression, too, in which 2 suspects nothing.
#[test]
fn def_59_as_displayed_fails_for_learning_inside_learning() {
    let mut terms = Terms::default();
    let p = terms.formula(FormulaNode::Atom(Atom(0)));
    let inner = terms.announcement(group(&[0]), p);
    let action = terms.action(ActionNode::Learn(everybody(), inner));
    let frame =
        Frame::new(&mut terms, action, &everybody(), MOST, &Stop::new()).expect("one event");
    let frame = frame.pointed_frames("f").remove(0).frame;
    let displayed =
        suspicion(&mut terms, action, AGENTS, Way::Displayed, &Stop::new()).expect("an action");
    let displayed = expressed(&terms, displayed);
    assert_eq!((frame.events.len(), displayed.events.len()), (1, 2));
    assert!(!action_bisimilar((&frame, Event(0)), (&displayed, Event(0)), |f| f));
    let faithful =
        suspicion(&mut terms, action, AGENTS, Way::Faithful, &Stop::new()).expect("an action");
    let faithful = expressed(&terms, faithful);
    assert!(action_bisimilar((&frame, Event(0)), (&faithful, Event(0)), |f| f));
}

/// A choice among tests, one of which happened, that everybody learns.
fn choice(terms: &mut Terms, tests: &[Formula], mark: Option<u32>) -> Action {
    let tests = tests.iter().map(|&test| terms.action(ActionNode::Test(test))).collect();
    let choice = terms.action(ActionNode::Choice(tests, mark));
    terms.action(ActionNode::Learn(everybody(), choice))
}

#[test]
fn with_two_alternatives_and_no_learning_inside_both_ways_agree_and_with_three_they_do_not() {
    let mut terms = Terms::default();
    let [p, q] = [0, 1].map(|at| terms.formula(FormulaNode::Atom(Atom(at))));
    let r = terms.not(p);
    for (tests, same) in [(vec![p, q], false), (vec![p], true), (vec![p, q, r], false)] {
        let action = choice(&mut terms, &tests, Some(0));
        let faithful =
            suspicion(&mut terms, action, AGENTS, Way::Faithful, &Stop::new()).expect("an action");
        let displayed =
            suspicion(&mut terms, action, AGENTS, Way::Displayed, &Stop::new()).expect("an action");
        let (one, other) = (expressed(&terms, faithful), expressed(&terms, displayed));
        assert_eq!(action_bisimilar((&one, Event(0)), (&other, Event(0)), |f| f), same);
    }
}

/// `[τ]φ` becomes a conjunction, one part for each action of the type; a type itself is refused.
#[test]
fn types_are_translated_inside_formulas_only() {
    let mut terms = Terms::default();
    let [p, q] = [0, 1].map(|at| terms.formula(FormulaNode::Atom(Atom(at))));
    let action = choice(&mut terms, &[p, q], None);
    let refused = suspicion(&mut terms, action, AGENTS, Way::Faithful, &Stop::new());
    assert_eq!(refused, Err(NoExpression::Type(action)));
    let after = terms.formula(FormulaNode::After(Modality::Every, action, q));
    let translated =
        suspicion_formula(&mut terms, after, AGENTS, Way::Faithful, &Stop::new()).expect("small");
    assert!(matches!(terms.node(translated), FormulaNode::And(of) if of.len() == 2));
    let after = terms.formula(FormulaNode::After(Modality::Some, action, q));
    let translated =
        suspicion_formula(&mut terms, after, AGENTS, Way::Faithful, &Stop::new()).expect("small");
    assert!(matches!(terms.node(translated), FormulaNode::Or(of) if of.len() == 2));
}
