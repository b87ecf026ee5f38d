//! The frame of an action (thesis defs. 38 to 43) is the one that the definitions give, and multiplying
//! a state with it leads where the action does: proposition 15, for all actions that have frames.

use crate::small::{build, count};
use hexa_cases::{Failed, cases, ensure, ensure_eq};
use hexa_engine::definitional::product::ActionFrame;
use hexa_engine::generate::action::{Kind, decisions, everybody, grow};
use hexa_engine::generate::{self, Access};
use hexa_engine::translation::frame::{Frame, NoFrame};
use hexa_engine::{Engine, EvalError, Held, Limits, UpdateError};
use hexa_logic::{Action, ActionNode, Setup, Stop, Terms};
use std::cell::Cell;

const MOST_EVENTS: usize = 60;

#[derive(Default)]
struct Tally {
    all: Cell<u32>,
    compared: Cell<u32>,
    blocked: Cell<u32>,
    several_events: Cell<u32>,
    several_models: Cell<u32>,
    undefined: Cell<u32>,
    too_long: Cell<u32>,
}

fn run(
    name: &str,
    many: u32,
    access: Access,
    property: impl Fn(&Tally, &Setup, &[u8]) -> Result<(), Failed>,
) {
    let tally = Tally::default();
    cases(name, many, |case| {
        let setup = generate::model(case, 4, access);
        let decisions = decisions(case);
        count(&tally.all);
        property(&tally, &setup, &decisions)
    });
    tally.print(name);
}

impl Tally {
    #[allow(clippy::print_stdout)]
    fn print(&self, name: &str) {
        println!(
            "{name}: {} actions, {} compared ({} with several events, {} with several models), \
             {} not executable, {} undefined, {} too long",
            self.all.get(),
            self.compared.get(),
            self.several_events.get(),
            self.several_models.get(),
            self.blocked.get(),
            self.undefined.get(),
            self.too_long.get(),
        );
        assert!(self.compared.get() * 5 > self.all.get(), "{name}: too few were compared");
        assert!(self.several_events.get() > 0, "{name}: all frames are trivial");
    }
}

#[test]
fn frames_are_those_of_the_definitions() {
    run("frames", 1500, Access::Cells, |tally, _, decisions| {
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Knowledge, decisions);
        let frame = match Frame::new(&mut terms, action, &everybody(), MOST_EVENTS, &Stop::new()) {
            Ok(frame) => frame,
            Err(NoFrame::Undefined(_)) => {
                count(&tally.undefined);
                return Ok(());
            }
            Err(NoFrame::Events(_)) => {
                count(&tally.too_long);
                return Ok(());
            }
            Err(why) => return Err(Failed(why.to_string())),
        };
        let literal = ActionFrame::new(&terms, action, &everybody(), &Limits::default());
        let literal = literal.expect("knowledge actions have frames");
        count(&tally.compared);
        if frame.events().len() > 1 {
            count(&tally.several_events);
        }
        let actions = literal.actions();
        ensure_eq!(frame.events().len(), actions.len(), "{:?}", terms);
        let actual: Vec<Action> = literal.actual().collect();
        for (at, event) in frame.events().iter().enumerate() {
            ensure_eq!(event.actual, actual.contains(&actions[at]));
            ensure_eq!(&event.learners, &literal.actual_learners(actions[at]));
            // Nobody else has access afterwards.
            for agent in event.learners.iter() {
                for to in 0..actions.len() {
                    let related = literal.is_related(agent, actions[at], actions[to]);
                    ensure_eq!(frame.is_related(agent, at, to), related, "{:?}", terms);
                    ensure_eq!(frame.events_considered(agent, at).contains(&to), related);
                }
            }
        }
        Ok(())
    });
}

/// The action that multiplies with the frame of another.
fn multiplication(terms: &mut Terms, frame: &Frame) -> Action {
    let mut choices = Vec::new();
    for pointed in frame.pointed_frames("f") {
        let index = terms.add_frame(pointed.frame);
        for event in pointed.actual {
            choices.push(terms.action(ActionNode::Event(index, event)));
        }
    }
    terms.action(ActionNode::Choice(choices.into(), None))
}

/// Outcomes are the same up to bisimilarity; none if that takes too long to find out.
fn same(left: &[Vec<Held>], right: &[Vec<Held>]) -> Option<bool> {
    let within = |of: &[Vec<Held>], by: &[Vec<Held>]| -> Option<bool> {
        for one in of.iter().flatten() {
            let mut found = false;
            for other in by.iter().flatten() {
                found |= one.group() == other.group() && one.bisimilar(other).ok()?;
            }
            if !found {
                return Some(false);
            }
        }
        Some(true)
    };
    Some(within(left, right)? && within(right, left)?)
}

fn multiplying_leads_where_the_action_does(name: &str, cases: u32, access: Access) {
    run(name, cases, access, |tally, setup, decisions| {
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Single, decisions);
        let frame = match Frame::new(&mut terms, action, &everybody(), MOST_EVENTS, &Stop::new()) {
            Ok(frame) => frame,
            Err(NoFrame::Events(_)) => {
                count(&tally.too_long);
                return Ok(());
            }
            // The generator also makes what is at once or undefined, inside tests.
            Err(_) => {
                count(&tally.undefined);
                return Ok(());
            }
        };
        let whole = multiplication(&mut terms, &frame);
        let relevant = multiplication(&mut terms, &frame.relevant());
        let models = frame.pointed_frames("f").len();
        for engine in Engine::GENERAL {
            let state = build(engine, setup, &terms);
            let outcomes = state.update(&terms, action);
            let by_frame = [whole, relevant].map(|action| state.update(&terms, action));
            for by_frame in by_frame {
                match (&outcomes, by_frame) {
                    (Ok(left), Ok(right)) => {
                        match same(left.alternatives(), right.alternatives()) {
                            Some(same) => ensure!(same, "{engine:?} {:?}", terms),
                            None => count(&tally.too_long),
                        }
                        count(&tally.compared);
                        if frame.events().len() > 1 {
                            count(&tally.several_events);
                        }
                        if models > 1 {
                            count(&tally.several_models);
                        }
                    }
                    (
                        Err(UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. }),
                        Err(UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. }),
                    ) => count(&tally.blocked),
                    (Err(UpdateError::Evaluation(EvalError::Limit(_))), _)
                    | (_, Err(UpdateError::Evaluation(EvalError::Limit(_)))) => {
                        count(&tally.too_long);
                    }
                    // Learning is not defined on arrows.
                    (Err(UpdateError::Evaluation(EvalError::Undefined(_))), _) => {
                        count(&tally.undefined);
                    }
                    (left, right) => {
                        let told = (left.as_ref().map(|_| ()), right.map(|_| ()));
                        ensure!(false, "{engine:?} {told:?} {:?}", terms);
                    }
                }
            }
        }
        Ok(())
    });
}

#[test]
fn multiplying_with_the_frame_leads_where_the_action_does() {
    multiplying_leads_where_the_action_does("cells", 1000, Access::Cells);
}

#[test]
fn multiplying_with_the_frame_leads_where_the_action_does_on_arrows() {
    multiplying_leads_where_the_action_does("arrows", 1500, Access::Any);
}
