//! Epistemic actions (thesis sec. 7.2.2) against their transcription, on random small models with
//! cells and arrows; announcements to subgroups (def. 57).
#![allow(clippy::print_stdout)]

use dashu_int::UBig;
use hexa_cases::{Failed, cases, ensure, ensure_eq};
use hexa_engine::definitional::{self, Copied};
use hexa_engine::generate::expression::{
    grow_expression, private_announcement, unnoticed_by_others,
};
use hexa_engine::generate::{self, AGENTS, Access, Language};
use hexa_engine::{Engine, EvalError, Held, Limits, UpdateError};
use hexa_logic::{Action, ActionNode, Agent, Formula, Group, Setup, Terms};
use std::cell::Cell;

type Decisions = Vec<u8>;
type Checked = Result<(), Failed>;

/// Tests a property of models, actions and formulas.
fn run(name: &str, many: u32, check: impl Fn(&Setup, &Decisions, &Decisions) -> Checked) {
    cases(name, many, |case| {
        let setup = generate::model(case, 4, Access::Any);
        let (action, formula) = (case.decisions(0..50), case.decisions(0..30));
        check(&setup, &action, &formula)
    });
}

fn limits() -> Limits {
    Limits { max_worlds: Some(300), work: 20_000_000, ..Limits::default() }
}

fn build(engine: Engine, setup: &Setup, terms: &Terms) -> Held {
    engine.build(setup, &generate::vocabulary(), terms, &limits()).expect("a small model")
}

fn everybody() -> Group {
    Group::first(AGENTS)
}

/// Relevant worlds, worlds of the contraction, and cells of each agent.
fn look(state: &Held) -> (UBig, Option<UBig>, Vec<Option<UBig>>) {
    let cells = |agent| state.class_count(agent).expect("few nodes").ok();
    let cells = everybody().iter().map(cells).collect();
    (state.relevant_count().expect("few nodes"), state.minimal_count().ok(), cells)
}

fn passed_over(error: &UpdateError) -> bool {
    matches!(error, UpdateError::Evaluation(EvalError::Limit(_)))
}

#[test]
fn epistemic_actions_are_executed_as_defined() {
    let (executed, blocked, long) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let several_events = Cell::new(0);
    run("epistemic actions", 1500, |setup, action, formula| {
        let mut terms = Terms::default();
        let Some(action) = grow_expression(&mut terms, action) else {
            long.set(long.get() + 1);
            return Ok(());
        };
        let formula =
            generate::formula(&mut terms, Language::INVARIANT_ARROWS, &everybody(), formula);
        let done = Engine::GENERAL.map(|engine| {
            let outcomes = build(engine, setup, &terms).update(&terms, action);
            outcomes.map(|outcomes| outcomes.into_single().expect("one outcome"))
        });
        if done.iter().any(|done| done.as_ref().is_err_and(passed_over)) {
            long.set(long.get() + 1);
            return Ok(());
        }
        match &done {
            [Ok(explicit), Ok(symbolic), Ok(literal)] => {
                executed.set(executed.get() + 1);
                let truth = literal.holds(&terms, formula).ok();
                for fast in [explicit, symbolic] {
                    ensure_eq!(look(fast), look(literal), "{:?}", fast.engine());
                    ensure_eq!(fast.holds(&terms, formula).ok(), truth, "{:?}", fast.engine());
                }
                if let ActionNode::Epistemic(_, index) = terms.action_node(action) {
                    let several = terms.epistemic(*index).expressions.len() > 2;
                    several_events.set(several_events.get() + i32::from(several));
                }
            }
            [Err(explicit), Err(symbolic), Err(literal)] => {
                ensure_eq!(explicit, literal);
                // Which of several tests is named may differ.
                ensure_eq!(std::mem::discriminant(symbolic), std::mem::discriminant(literal));
                blocked.set(blocked.get() + 1);
            }
            done => ensure!(false, "only some engines execute it: {:?}", done),
        }
        Ok(())
    });
    println!(
        "{} executed ({} with more than two events), {} blocked, {} too long",
        executed.get(),
        several_events.get(),
        blocked.get(),
        long.get()
    );
    assert!(executed.get() > 400 && several_events.get() > 100 && blocked.get() > 50);
}

fn definitional(setup: &Setup, terms: &Terms) -> definitional::State {
    definitional::build(setup, &generate::vocabulary(), terms, &limits()).expect("a small model")
}

/// Def. 57: announcing to a subgroup is an action expression, truthfully or not.
#[test]
fn announcements_to_a_subgroup_are_action_expressions() {
    let (tried, true_ones) = (Cell::new(0), Cell::new(0));
    run("announcements to subgroups", 600, |setup, action, formula| {
        let mut terms = Terms::default();
        let formula =
            generate::formula(&mut terms, Language::INVARIANT_ARROWS, &everybody(), formula);
        let mask = action.first().copied().unwrap_or(0) as usize % (1 << AGENTS);
        let group: Group =
            (0..AGENTS).filter(|at| mask >> at & 1 == 1).map(Agent::from_index).collect();
        let told = private_announcement(&mut terms, formula, &group);
        let truthful = terms.epistemic_action(told, AGENTS).expect("two events");
        let heard = terms.action(ActionNode::Suspect(group.clone(), told));
        let others = unnoticed_by_others(&mut terms, &group);
        let any = terms.action(ActionNode::Concurrent([heard, others].into()));
        let any = terms.epistemic_action(any, AGENTS).expect("three events");
        let state = definitional(setup, &terms);
        for (copied, action) in [(Copied::Truthful, truthful), (Copied::All, any)] {
            let found = announced(&state, &terms, (formula, &group, copied), action)?;
            let is_true = found.is_some() && copied == Copied::Truthful;
            true_ones.set(true_ones.get() + i32::from(is_true));
            tried.set(tried.get() + 1);
        }
        Ok(())
    });
    println!("{} announcements, {} of them true", tried.get(), true_ones.get());
    assert!(true_ones.get() > 100);
}

/// Executes an action that ought to be an announcement to a group, and compares it with that by its definition: where
/// it leads, if it can be executed.
fn announced(
    state: &definitional::State,
    terms: &Terms,
    (formula, group, copied): (Formula, &Group, Copied),
    action: Action,
) -> Result<Option<definitional::State>, Failed> {
    let expected = state.after_announcement(terms, formula, group, copied).expect("defined");
    let found = state.update(terms, action);
    let Some(expected) = expected else {
        ensure!(found.is_err());
        return Ok(None);
    };
    let found = found.expect("executable").into_single().expect("one state");
    ensure!(definitional::bisimilar(&expected, &found).expect("small"));
    Ok(Some(found))
}

/// Def. 57 and def. 55 are two definitions of one thing: `[φ]_B` is `U_B ?φ`, and truthfully `?φ ; U_B ?φ`.
#[test]
fn announcements_to_subgroups_are_updates() {
    let (tried, true_ones, strict) = (Cell::new(0), Cell::new(0), Cell::new(0));
    run("announcements and updates", 400, |setup, decisions, formula| {
        let mut terms = Terms::default();
        let language = Language::INVARIANT_ARROWS;
        let formula = generate::formula(&mut terms, language, &everybody(), formula);
        let mask = decisions.first().copied().unwrap_or(0) as usize % (1 << AGENTS);
        let group: Group =
            (0..AGENTS).filter(|at| mask >> at & 1 == 1).map(Agent::from_index).collect();
        let test = terms.action(ActionNode::Test(formula));
        let heard = terms.action(ActionNode::Update(group.clone(), test));
        let truthful = terms.action(ActionNode::Sequence([test, heard].into()));
        let state = definitional(setup, &terms);
        for (copied, action) in [(Copied::Truthful, truthful), (Copied::All, heard)] {
            if let Some(found) = announced(&state, &terms, (formula, &group, copied), action)? {
                true_ones.set(true_ones.get() + i32::from(copied == Copied::Truthful));
                let changed = !definitional::bisimilar(&state, &found).expect("small");
                strict.set(strict.get() + i32::from(changed && group != everybody()));
            }
            tried.set(tried.get() + 1);
        }
        Ok(())
    });
    let counts = (tried.get(), true_ones.get(), strict.get());
    println!(
        "{} announcements, {} of them true, {} to some only that changed what they know",
        counts.0, counts.1, counts.2
    );
    assert!(counts.1 > 100 && counts.2 > 50);
}
