//! Action expressions (thesis sec. 7.2): announcements to some, epistemic actions, and knowledge actions as
//! action expressions (def. 59).

use super::appendix::group;
use super::sample::action_words;
use super::snippet::{if_executable, in_words};
use super::{Check, Work, random};
use crate::Verdict;
use crate::verdict::Doubt;
use hexa_engine::definitional::{self, Copied, State};
use hexa_engine::generate::action::{Kind, decisions, everybody, grow, grow_formula};
use hexa_engine::generate::expression::{
    grow_expression, private_announcement, unnoticed_by_others,
};
use hexa_engine::generate::{self, AGENTS, Access, Language};
use hexa_engine::translation::frame::Frame;
use hexa_engine::translation::suspicion::{NoExpression, Way, suspicion, suspicion_formula};
use hexa_engine::{Engine, EvalError, Held, Limits, UBig, UpdateError, action_bisimilar};
use hexa_logic::{
    Action, ActionNode, Atom, Event, EventModel, Formula, FormulaNode, Group, Modality, Setup,
    Terms,
};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "announcements to some", at: file!(), run: announcements },
    Check {
        name: "announcements to some are updates",
        at: file!(),
        run: announcements_are_updates,
    },
    Check { name: "epistemic actions", at: file!(), run: epistemic_actions },
    Check { name: "types inside formulas", at: file!(), run: types },
    Check { name: "frames of expressions", at: file!(), run: frames },
];

/// Frames with more events are passed over.
const MOST_EVENTS: usize = 8;

fn limits(work: &Work) -> Limits {
    Limits { max_worlds: Some(300), work: 5_000_000, ..work.limits.clone() }
}

fn literal(work: &Work, setup: &Setup, terms: &Terms) -> Result<State, String> {
    in_words(definitional::build(setup, &generate::vocabulary(), terms, &limits(work)))
}

fn held(work: &Work, engine: Engine, setup: &Setup, terms: &Terms) -> Result<Held, String> {
    in_words(engine.build(setup, &generate::vocabulary(), terms, &limits(work)))
}

/// A formula that grows from decisions, and is preserved by bisimulation.
fn grow_invariant(terms: &mut Terms, decisions: &[u8]) -> Formula {
    generate::formula(terms, Language::INVARIANT_ARROWS, &everybody(), decisions)
}

/// Whether an action leads to a state, or to none if it cannot be executed.
fn leads_to(
    state: &State,
    terms: &Terms,
    action: Action,
    expected: Option<&State>,
) -> Result<bool, String> {
    match (if_executable(state.update(terms, action))?, expected) {
        (Some(found), Some(expected)) => match found.into_single() {
            Some(found) => in_words(definitional::bisimilar(expected, &found)),
            None => Ok(false),
        },
        (found, expected) => Ok(found.is_none() && expected.is_none()),
    }
}

/// Def. 57 by two copies of the model, and as an action expression.
fn announcements(work: &Work) -> Verdict {
    random::search(work, 250, "announcements in states of at most 4 worlds", |case| {
        let setup = generate::model(case, 4, Access::Any);
        let formula = generate::decisions(case);
        let mask = case.below(1 << AGENTS) as u8;
        let (mut terms, group) = (Terms::default(), group(mask));
        let formula = grow_invariant(&mut terms, &formula);
        let told = private_announcement(&mut terms, formula, &group);
        let truthful = said_of(terms.epistemic_action(told, AGENTS))?;
        let heard = terms.action(ActionNode::Suspect(group.clone(), told));
        let others = unnoticed_by_others(&mut terms, &group);
        let any = terms.action(ActionNode::Concurrent([heard, others].into()));
        let any = said_of(terms.epistemic_action(any, AGENTS))?;
        let state = literal(work, &setup, &terms)?;
        for (copied, action) in [(Copied::Truthful, truthful), (Copied::All, any)] {
            let expected = in_words(state.after_announcement(&terms, formula, &group, copied))?;
            if !leads_to(&state, &terms, action, expected.as_ref())? {
                return Err(Doubt::Witness(format!(
                    "{setup:?}: {:?} to {group:?}",
                    terms.node(formula)
                )));
            }
        }
        Ok(())
    })
}

fn said_of<T, E: std::fmt::Debug>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|why| format!("{why:?}"))
}

/// `[φ]_B` is `U_B ?φ`, and truthfully `?φ ; U_B ?φ`: what is true in the doubled model is what is true after the
/// update. A truthful announcement can be made, and ψ is true then, if and only if φ is true and ψ is true after any
/// announcement of φ.
fn announcements_are_updates(work: &Work) -> Verdict {
    random::search(work, 250, "announcements in states of at most 4 worlds", |case| {
        let setup = generate::model(case, 4, Access::Any);
        let formula = generate::decisions(case);
        let asked = generate::decisions(case);
        let mask = case.below(1 << AGENTS) as u8;
        let (mut terms, group) = (Terms::default(), group(mask));
        let formula = grow_invariant(&mut terms, &formula);
        let asked = grow_invariant(&mut terms, &asked);
        let test = terms.action(ActionNode::Test(formula));
        let heard = terms.action(ActionNode::Update(group.clone(), test));
        let truthful = terms.action(ActionNode::Sequence([test, heard].into()));
        let after = terms.formula(FormulaNode::After(Modality::Every, heard, asked));
        let truly = terms.formula(FormulaNode::After(Modality::Some, truthful, asked));
        let state = literal(work, &setup, &terms)?;
        let [truly, fact, then] = [truly, formula, after].map(|f| in_words(state.holds(&terms, f)));
        if truly? != (fact? && then?) {
            return Err(Doubt::Witness(format!("{setup:?}: {:?} truthfully", terms.node(formula))));
        }
        for (copied, action) in [(Copied::Truthful, truthful), (Copied::All, heard)] {
            let expected = in_words(state.after_announcement(&terms, formula, &group, copied))?;
            if !leads_to(&state, &terms, action, expected.as_ref())? {
                return Err(Doubt::Witness(format!(
                    "{setup:?}: {:?} to {group:?}",
                    terms.node(formula)
                )));
            }
            if let (Copied::All, Some(doubled)) = (copied, expected)
                && in_words(doubled.holds(&terms, asked))? != in_words(state.holds(&terms, after))?
            {
                return Err(Doubt::Witness(format!("{setup:?}: {:?} after it", terms.node(asked))));
            }
        }
        Ok(())
    })
}

fn is_too_long<T>(done: &Result<T, UpdateError>) -> bool {
    matches!(done, Err(UpdateError::Evaluation(EvalError::Limit(_))))
}

/// The explicit engine executes epistemic actions as they are defined.
fn epistemic_actions(work: &Work) -> Verdict {
    let what = "epistemic actions in states of at most 4 worlds";
    random::search_fitting(work, 300, what, |case| {
        let setup = generate::model(case, 4, Access::Any);
        let action = case.decisions(0..50);
        let formula = generate::decisions(case);
        let mut terms = Terms::default();
        let Some(action) = grow_expression(&mut terms, &action) else { return Ok(false) };
        let formula = grow_invariant(&mut terms, &formula);
        let [fast, slow] = [Engine::Explicit, Engine::Definitional].map(|engine| {
            held(work, engine, &setup, &terms).map(|held| held.update(&terms, action))
        });
        let (fast, slow) = (fast?, slow?);
        if is_too_long(&fast) || is_too_long(&slow) {
            return Ok(false);
        }
        let looks = match (fast, slow) {
            (Ok(fast), Ok(slow)) => {
                [fast, slow].map(|outcome| look(outcome.into_single(), &terms, formula))
            }
            (Err(_), Err(_)) => return Ok(false),
            _ => return Err(Doubt::Witness(format!("only one engine executes it in {setup:?}"))),
        };
        match looks {
            [Some(fast), Some(slow)] if fast != slow => {
                let action = action_words(&terms, action);
                Err(Doubt::Witness(format!("{action} in {setup:?}: {fast:?}, {slow:?}")))
            }
            [fast, slow] => Ok(fast.is_some() && slow.is_some()),
        }
    })
}

/// How many worlds there are, how many of them are different, and whether a formula is true.
type Look = (UBig, UBig, Option<bool>);

/// What is compared of an outcome; nothing if that takes too much.
fn look(state: Option<Held>, terms: &Terms, formula: Formula) -> Option<Option<Look>> {
    let Some(state) = state else { return Some(None) };
    let truth = match state.holds(terms, formula) {
        Err(EvalError::Limit(_)) => return None,
        truth => truth.ok(),
    };
    Some(Some((state.relevant_count().ok()?, state.minimal_count().ok()?, truth)))
}

/// A type is refused, and `[τ]φ` has a translation that is true in the same states.
fn types(work: &Work) -> Verdict {
    random::search_fitting(work, 400, "types in states of at most 3 worlds", |case| {
        let setup = generate::model(case, 3, Access::Cells);
        let action = case.decisions(0..20);
        let formula = generate::decisions(case);
        let mut terms = Terms::default();
        let grown = grow(&mut terms, Kind::Knowledge, &action);
        let learnt = terms.action(ActionNode::Learn(everybody(), grown));
        let body = grow_formula(&mut terms, Kind::Knowledge, &everybody(), &formula);
        let after = terms.formula(FormulaNode::After(Modality::Every, learnt, body));
        let Ok(translated) =
            suspicion_formula(&mut terms, after, AGENTS, Way::Faithful, &work.limits.stop)
        else {
            return Ok(false);
        };
        if is_type(&terms, learnt)
            && let Ok(expression) =
                suspicion(&mut terms, learnt, AGENTS, Way::Faithful, &work.limits.stop)
        {
            return Err(Doubt::Witness(format!(
                "{}: {:?}",
                action_words(&terms, learnt),
                terms.action_node(expression)
            )));
        }
        let state = held(work, Engine::Explicit, &setup, &terms)?;
        let [one, other] = [after, translated].map(|formula| state.holds(&terms, formula));
        match (one, other) {
            (Ok(one), Ok(other)) if one != other => {
                Err(Doubt::Witness(format!("{setup:?}: {}", action_words(&terms, learnt))))
            }
            (Ok(_), Ok(_)) => Ok(is_type(&terms, learnt)),
            _ => Ok(false),
        }
    })
}

/// Whether a choice that has to be made is left open.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other actions are open if a part is")]
fn is_type(terms: &Terms, action: Action) -> bool {
    match terms.action_node(action) {
        ActionNode::Choice(of, None) if of.len() > 1 => true,
        ActionNode::Choice(of, Some(mark)) => is_type(terms, of[*mark as usize]),
        node => node.parts().iter().any(|&part| is_type(terms, part)),
    }
}

/// What an expression stands for.
fn frame_of_expression(terms: &Terms, action: Action) -> Option<EventModel> {
    let ActionNode::Epistemic(_, index) = terms.action_node(action) else { return None };
    Some(terms.epistemic(*index).frame.clone())
}

/// The frame of an action with its preconditions translated, and the actual event.
fn translated_frame(work: &Work, terms: &mut Terms, action: Action) -> Option<(EventModel, Event)> {
    let frame = Frame::new(terms, action, &everybody(), MOST_EVENTS, &work.limits.stop).ok()?;
    let learners = frame.events().first()?.learners.clone();
    if frame.events().iter().any(|event| event.learners != learners) {
        return None;
    }
    let pointed = frame.pointed_frames("f").into_iter().next()?;
    let mut model = pointed.frame;
    for event in &mut model.events {
        event.precondition =
            suspicion_formula(terms, event.precondition, AGENTS, Way::Faithful, &work.limits.stop)
                .ok()?;
    }
    Some((model, *pointed.actual.first()?))
}

/// Compares the frame of an action with that of its expression; nothing if one of them has none.
fn same_frame(
    work: &Work,
    terms: &mut Terms,
    action: Action,
    way: Way,
) -> Option<(bool, usize, usize)> {
    let (model, actual) = translated_frame(work, terms, action)?;
    let expression: Result<Action, NoExpression> =
        suspicion(terms, action, AGENTS, way, &work.limits.stop);
    let found = frame_of_expression(terms, expression.ok()?)?;
    let same = action_bisimilar((&model, actual), (&found, Event(0)), |formula| formula);
    Some((same, model.events.len(), found.events.len()))
}

/// The frame of an action is not that of its expression as def. 59 is displayed. With expressions in which the inner
/// learning is not suspected beside the outer, it is.
fn frames(work: &Work) -> Verdict {
    let repaired = random::search_fitting(work, 300, "actions", |case| {
        let decisions = decisions(case);
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Knowledge, &decisions);
        match same_frame(work, &mut terms, action, Way::Faithful) {
            Some((false, ..)) => {
                Err(Doubt::Witness(format!("{} even if repaired", action_words(&terms, action))))
            }
            same => Ok(same.is_some()),
        }
    });
    let mut terms = Terms::default();
    let nested = nested_learning(&mut terms);
    let displayed = nested.into_iter().find_map(|action| {
        match same_frame(work, &mut terms, action, Way::Displayed) {
            Some((false, frame, expression)) => Some(format!(
                "the number of events in the frame of {} is {frame}, and in that of its expression {expression}",
                action_words(&terms, action)
            )),
            _ => None,
        }
    });
    match (displayed, repaired) {
        (Some(witness), Verdict::HoldsUpTo(bound)) => {
            Verdict::Fails(format!("{witness}; as the definition should be, it holds for {bound}"))
        }
        (Some(witness), _) => Verdict::Fails(witness),
        (None, repaired) => repaired,
    }
}

/// `L_B ?p` and `L_C L_B ?p`, for all groups.
fn nested_learning(terms: &mut Terms) -> Vec<Action> {
    let p = terms.formula(FormulaNode::Atom(Atom(0)));
    let groups: Vec<Group> = (0..1 << AGENTS).map(group).collect();
    let inner: Vec<Action> =
        groups.iter().map(|group| terms.announcement(group.clone(), p)).collect();
    let mut all = inner.clone();
    for outer in &groups {
        for (group, &inner) in groups.iter().zip(&inner) {
            if group.is_subset(outer) {
                all.push(terms.action(ActionNode::Learn(outer.clone(), inner)));
            }
        }
    }
    all
}
