//! Knowledge actions with concurrency, and their interpretation as sets of states (*The description of game
//! actions in Cluedo*, section 4), on random small models and actions.

use super::random::search_fitting;
use super::sample::{action_words, same_outcomes, same_set};
use super::snippet::{self, in_words, is_undefined};
use super::{Check, Work, holds_if};
use crate::Verdict;
use crate::verdict::Doubt;
use hexa_engine::definitional::product::{self, ActionFrame};
use hexa_engine::definitional::{Reading, State, build};
use hexa_engine::generate::action::{Growth, Kind, decisions, everybody, grow, grow_formula};
use hexa_engine::generate::{self, Access, Case};
use hexa_engine::{Engine, EvalError, Held, Limits, UBig, UpdateError};
use hexa_lang::syntax::Printer;
use hexa_lang::{Document, StepKind, Writer};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Formula, FormulaNode, Group, Modality, ModelSetup,
    RelationSetup, Setup, Terms, World, WorldSetup,
};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "formulas read back", at: file!(), run: formulas_read_back },
    Check { name: "actions read back", at: file!(), run: actions_read_back },
    Check { name: "types and concretizations", at: file!(), run: types },
    Check { name: "events of showing a card", at: file!(), run: events_of_showing },
    Check { name: "after some and after every execution", at: file!(), run: duality },
    Check { name: "engines agree on actions", at: file!(), run: engines_agree },
    Check { name: "equivalences stay equivalences", at: file!(), run: equivalences },
    Check { name: "laws of choice", at: file!(), run: laws_of_choice },
    Check { name: "outcomes without choice", at: file!(), run: without_choice },
    Check { name: "actions are among their type", at: file!(), run: among_type },
    Check { name: "formulas without meaning", at: file!(), run: without_meaning },
    Check { name: "where events can take place", at: file!(), run: preconditions },
    Check { name: "products with frames of concrete actions", at: file!(), run: local_and_product },
];

/// Searches may be long for a few random actions; those are passed over.
fn limits(work: &Work) -> Limits {
    Limits { max_worlds: Some(200), work: 400_000, ..work.limits.clone() }
}

fn state(work: &Work, setup: &Setup) -> Option<State> {
    build(setup, &generate::vocabulary(), &Terms::default(), &limits(work)).ok()
}

/// A model, and decisions for an action and for a formula.
fn case_of_action(case: &mut Case) -> (Setup, Vec<u8>, Vec<u8>) {
    (generate::model(case, 4, Access::Cells), decisions(case), decisions(case))
}

const OF_WHAT: &str = "actions in models of up to 4 worlds";

/// A step in a model, as a text that can be run.
fn scenario(setup: &Setup, terms: &Terms, step: &str) -> String {
    let Setup::Model(model) = setup else { return step.to_owned() };
    format!("{}\n{step}\n", Writer::new(terms, &generate::vocabulary()).model(model))
}

fn in_which(setup: &Setup, terms: &Terms, action: Action) -> String {
    scenario(setup, terms, &format!("do {}", action_words(terms, action)))
}

/// A text with one step, read.
fn read(text: &str) -> Result<Document, String> {
    snippet::document(text).map_err(|_| format!("cannot be read:\n{text}"))
}

fn step(document: &Document) -> Option<&StepKind> {
    Some(&document.scenarios.first()?.steps.first()?.kind)
}

/// Every formula can be written down, and means the same when it is read.
fn formulas_read_back(work: &Work) -> Verdict {
    search_fitting(work, 1000, "formulas", |case| {
        let (setup, first, _) = case_of_action(case);
        let mut terms = Terms::default();
        let formula = grow_formula(&mut terms, Kind::Any, &everybody(), &first);
        let text = Printer::new(&terms, &generate::vocabulary()).formula(formula);
        let text = scenario(&setup, &terms, &format!("check valid {text}"));
        let document = read(&text).map_err(Doubt::Witness)?;
        let Some(&StepKind::CheckValid(again)) = step(&document) else {
            return Err(Doubt::Witness(text));
        };
        let after = build(&document.initial, &document.vocabulary, &document.terms, &limits(work));
        let (Some(before), Ok(after)) = (state(work, &setup), after) else { return Ok(false) };
        match (before.truth(&terms, formula), after.truth(&document.terms, again)) {
            (Ok(before), Ok(after)) if before == after => Ok(true),
            (Err(_), Err(_)) | (Err(EvalError::Limit(_)), _) | (_, Err(EvalError::Limit(_))) => {
                Ok(false)
            }
            _ => Err(Doubt::Witness(format!("means something else when it is read:\n{text}"))),
        }
    })
}

/// So can every action.
fn actions_read_back(work: &Work) -> Verdict {
    search_fitting(work, 1000, "actions", |case| {
        let (setup, first, _) = case_of_action(case);
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Any, &first);
        let text = in_which(&setup, &terms, action);
        let document = read(&text).map_err(Doubt::Witness)?;
        let Some(&StepKind::Do(again)) = step(&document) else { return Err(Doubt::Witness(text)) };
        let engine = Engine::Explicit;
        let before = engine.build(&setup, &generate::vocabulary(), &terms, &limits(work));
        let after =
            engine.build(&document.initial, &document.vocabulary, &document.terms, &limits(work));
        let (Ok(before), Ok(after)) = (before, after) else { return Ok(false) };
        let before = before.update(&terms, action);
        let after = after.update(&document.terms, again);
        match (before, after) {
            (Ok(before), Ok(after)) => {
                match [before, after].map(|outcomes| look(outcomes.alternatives())) {
                    [Some(before), Some(after)] if before != after => Err(Doubt::Witness(format!(
                        "means something else when it is read:\n{text}"
                    ))),
                    [before, after] => Ok(before.is_some() && after.is_some()),
                }
            }
            (Err(_), Err(_)) => Ok(false),
            (Err(error), _) | (_, Err(error)) if is_too_long(&error) => Ok(false),
            _ => Err(Doubt::Witness(format!("means something else when it is read:\n{text}"))),
        }
    })
}

/// An action with other parts, and with another choice if it is one.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other knowledge action has parts (def. 2)")]
fn rebuilt(terms: &mut Terms, action: Action, parts: Vec<Action>, mark: Option<u32>) -> Action {
    let node = match terms.action_node(action).clone() {
        ActionNode::Learn(group, _) => ActionNode::Learn(group, parts[0]),
        ActionNode::Sequence(_) => ActionNode::Sequence(parts.into()),
        ActionNode::Concurrent(_) => ActionNode::Concurrent(parts.into()),
        ActionNode::Choice(..) => ActionNode::Choice(parts.into(), mark),
        other => other,
    };
    terms.action(node)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no other knowledge action has parts (def. 2)")]
fn parts(terms: &Terms, action: Action) -> Vec<Action> {
    match terms.action_node(action) {
        ActionNode::Learn(_, inner) => vec![*inner],
        ActionNode::Sequence(of) | ActionNode::Concurrent(of) | ActionNode::Choice(of, _) => {
            of.to_vec()
        }
        _ => Vec::new(),
    }
}

/// The type of an action: no choice is made in it (section 4.1).
fn type_of(terms: &mut Terms, action: Action) -> Action {
    let parts = parts(terms, action).into_iter().map(|part| type_of(terms, part)).collect();
    rebuilt(terms, action, parts, None)
}

/// The concretizations of a type: every choice is made, in every way (section 4.1). None if there are too
/// many of them.
fn concretizations(terms: &mut Terms, action: Action) -> Option<Vec<Action>> {
    let mut ways: Vec<Vec<Action>> = vec![Vec::new()];
    for part in parts(terms, action) {
        let of_part = concretizations(terms, part)?;
        let longer = ways.iter().flat_map(|way| {
            of_part.iter().map(move |&one| way.iter().copied().chain([one]).collect())
        });
        ways = longer.collect();
        if ways.len() > 500 {
            return None;
        }
    }
    let mut marks = vec![None];
    if let ActionNode::Choice(of, _) = terms.action_node(action) {
        marks = (0..of.len() as u32).map(Some).collect();
    }
    let mut all = Vec::new();
    for way in ways {
        all.extend(marks.iter().map(|&mark| rebuilt(terms, action, way.clone(), mark)));
    }
    Some(all)
}

fn has_open_choice(terms: &Terms, action: Action) -> bool {
    matches!(terms.action_node(action), ActionNode::Choice(of, None) if !of.is_empty())
        || parts(terms, action).iter().any(|&part| has_open_choice(terms, part))
}

/// Concretizations have no choice left and are of the same type, and an action without a choice is
/// among those of its type.
fn types(work: &Work) -> Verdict {
    search_fitting(work, 1000, "actions", |case| {
        let list = decisions(case);
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Any, &list);
        let of_type = type_of(&mut terms, action);
        let Some(all) = concretizations(&mut terms, of_type) else { return Ok(false) };
        let open = has_open_choice(&terms, action);
        let missing = !open && !all.is_empty() && !all.contains(&action);
        let wrong = all
            .into_iter()
            .find(|&one| has_open_choice(&terms, one) || type_of(&mut terms, one) != of_type);
        match wrong.is_some() || missing {
            true => {
                Err(Doubt::Witness(format!("{} is of another type", action_words(&terms, action))))
            }
            false => Ok(true),
        }
    })
}

/// Showing red, white or blue, as a choice between two and then a third: the paper finds three concrete
/// actions of this type, as many as its frame has events.
fn events_of_showing(_: &Work) -> Verdict {
    let mut terms = Terms::default();
    let shows = [0, 1, 2].map(|card| {
        let card = terms.formula(FormulaNode::Atom(Atom(card)));
        terms.announcement(Group::first(2), card)
    });
    let either = terms.action(ActionNode::Choice([shows[0], shows[1]].into(), None));
    let any = terms.action(ActionNode::Choice([either, shows[2]].into(), None));
    let of_type = terms.action(ActionNode::Learn(Group::first(3), any));
    let found = concretizations(&mut terms, of_type).map_or(0, |all| all.len());
    holds_if(found == 3, || {
        format!(
            "by the clauses of section 4.1 there are {found}: (r ! w) ! b, (w ! r) ! b, b ! (r ! w) and b ! (w ! r); \
             the last two differ in a choice that is not carried out"
        )
    })
}

/// `<α>φ` is true just where `[α]~φ` is false.
fn duality(work: &Work) -> Verdict {
    search_fitting(work, 600, OF_WHAT, |case| {
        let (setup, first, second) = case_of_action(case);
        let mut terms = Terms::default();
        let growth = &mut Growth::new(&mut terms, Kind::Any, &first);
        let (action, left) = growth.action(&everybody(), &everybody(), 4);
        let formula = grow_formula(&mut terms, Kind::Any, &left, &second);
        let not = terms.not(formula);
        let some = terms.formula(FormulaNode::After(Modality::Some, action, formula));
        let every = terms.formula(FormulaNode::After(Modality::Every, action, not));
        let Some(state) = state(work, &setup) else { return Ok(false) };
        let (Ok(some), Ok(every)) = (state.truth(&terms, some), state.truth(&terms, every)) else {
            return Ok(false);
        };
        match some.iter().zip(&every).any(|(some, every)| some == every) {
            true => Err(Doubt::Witness(in_which(&setup, &terms, action))),
            false => Ok(true),
        }
    })
}

/// For each set of outcomes, how large its states are, and how large when they are contracted.
type Look = Vec<Vec<(Option<UBig>, UBig)>>;

/// What engines can tell of outcomes; nothing if that takes too much. Of bisimilar members of a set any may be kept, so
/// that only their contractions count.
fn look(outcomes: &[Vec<Held>]) -> Option<Look> {
    let mut looks = Look::new();
    for set in outcomes {
        let size = |state: &Held| {
            let all = state.relevant_count().ok()?;
            Some(((set.len() == 1).then_some(all), state.minimal_count().ok()?))
        };
        let mut sizes: Vec<_> = set.iter().map(size).collect::<Option<_>>()?;
        sizes.sort();
        looks.push(sizes);
    }
    looks.sort();
    Some(looks)
}

fn is_too_long(error: &UpdateError) -> bool {
    use EvalError::{Disagreement, Limit};
    matches!(error, UpdateError::Evaluation(Limit(_) | Disagreement { .. }))
}

/// The three engines, of which one transcribes the definitions, find the same outcomes.
fn engines_agree(work: &Work) -> Verdict {
    search_fitting(work, 500, OF_WHAT, |case| {
        let (setup, first, _) = case_of_action(case);
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Any, &first);
        let mut found = Vec::new();
        for engine in Engine::GENERAL {
            let built = engine.build(&setup, &generate::vocabulary(), &terms, &limits(work));
            let Ok(built) = built else { return Ok(false) };
            match built.update(&terms, action) {
                Ok(outcomes) => match look(outcomes.alternatives()) {
                    Some(look) => found.push(Some(look)),
                    None => return Ok(false),
                },
                Err(error) if is_too_long(&error) => return Ok(false),
                Err(_) => found.push(None),
            }
        }
        match found.windows(2).all(|two| two[0] == two[1]) {
            true => Ok(found.iter().all(Option::is_some)),
            false => Err(Doubt::Witness(in_which(&setup, &terms, action))),
        }
    })
}

fn outcomes(state: &State, terms: &Terms, action: Action) -> Option<Vec<Vec<State>>> {
    Some(state.update(terms, action).ok()?.alternatives().to_vec())
}

/// Access stays an equivalence, whatever is done.
fn equivalences(work: &Work) -> Verdict {
    search_fitting(work, 1500, OF_WHAT, |case| {
        let (setup, first, _) = case_of_action(case);
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Any, &first);
        let Some(state) = state(work, &setup) else { return Ok(false) };
        let Some(after) = outcomes(&state, &terms, action) else { return Ok(false) };
        let mut all = after.iter().flatten();
        let kept = |after: &State| {
            let worlds = (0..after.world_count()).collect();
            after.group().iter().all(|agent| after.is_equivalence(agent, &worlds))
        };
        match all.all(kept) {
            true => Ok(true),
            false => Err(Doubt::Witness(in_which(&setup, &terms, action))),
        }
    })
}

/// `(α + β) + γ` is `α + (β + γ)`, and `(α + β) ; γ` is `α ; γ + β ; γ`.
fn laws_of_choice(work: &Work) -> Verdict {
    search_fitting(work, 600, OF_WHAT, |case| {
        let (setup, first, second) = case_of_action(case);
        let mut terms = Terms::default();
        let mut growth = Growth::new(&mut terms, Kind::Any, &first);
        let (a, _) = growth.learning(&everybody(), &everybody(), 3);
        let (b, _) = growth.learning(&everybody(), &everybody(), 3);
        let c = grow(&mut terms, Kind::Single, &second);
        let choice =
            |terms: &mut Terms, l, r| terms.action(ActionNode::Choice([l, r].into(), None));
        let then = |terms: &mut Terms, l, r| terms.action(ActionNode::Sequence([l, r].into()));
        let (ab, bc) = (choice(&mut terms, a, b), choice(&mut terms, b, c));
        let associated = [choice(&mut terms, ab, c), choice(&mut terms, a, bc)];
        let (ac, bc) = (then(&mut terms, a, c), then(&mut terms, b, c));
        let distributed = [then(&mut terms, ab, c), choice(&mut terms, ac, bc)];
        let Some(state) = state(work, &setup) else { return Ok(false) };
        let mut compared = false;
        for [left, right] in [associated, distributed] {
            let sides = [left, right].map(|action| outcomes(&state, &terms, action));
            let [Some(by_left), Some(by_right)] = &sides else { continue };
            if !same_outcomes(by_left, by_right) {
                return Err(Doubt::Witness(in_which(&setup, &terms, left)));
            }
            compared = true;
        }
        Ok(compared)
    })
}

/// The same action with the first part of every open choice chosen.
fn with_choices_made(terms: &mut Terms, action: Action) -> Action {
    let mut mark = None;
    if let ActionNode::Choice(_, made) = terms.action_node(action) {
        mark = made.or(Some(0));
    }
    let parts =
        parts(terms, action).into_iter().map(|part| with_choices_made(terms, part)).collect();
    rebuilt(terms, action, parts, mark)
}

/// Actions in which all choices are made have at most one outcome.
fn without_choice(work: &Work) -> Verdict {
    search_fitting(work, 1500, OF_WHAT, |case| {
        let (setup, first, _) = case_of_action(case);
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Any, &first);
        let action = with_choices_made(&mut terms, action);
        let Some(state) = state(work, &setup) else { return Ok(false) };
        let Ok(images) = state.images(&terms, action, Reading::Marked) else { return Ok(false) };
        match images.iter().all(|outcomes| outcomes.len() <= 1) {
            true => Ok(images.iter().any(|outcomes| !outcomes.is_empty())),
            false => Err(Doubt::Witness(in_which(&setup, &terms, action))),
        }
    })
}

/// Whatever an action leads to, its type does.
fn among_type(work: &Work) -> Verdict {
    search_fitting(work, 800, OF_WHAT, |case| {
        let (setup, first, _) = case_of_action(case);
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Any, &first);
        let Some(state) = state(work, &setup) else { return Ok(false) };
        let marked = state.images(&terms, action, Reading::Marked);
        let of_type = state.images(&terms, action, Reading::Type);
        let (Ok(marked), Ok(of_type)) = (marked, of_type) else { return Ok(false) };
        let inside = marked.iter().zip(&of_type).all(|(marked, of_type)| {
            marked.iter().all(|set| of_type.iter().any(|other| same_set(set, other)))
        });
        match inside {
            true => Ok(marked.iter().any(|outcomes| !outcomes.is_empty())),
            false => Err(Doubt::Witness(in_which(&setup, &terms, action))),
        }
    })
}

/// What the third agent knows after the first two have learnt something has no truth value, in any
/// engine.
fn without_meaning(work: &Work) -> Verdict {
    let mut terms = Terms::default();
    let p = terms.formula(FormulaNode::Atom(Atom(0)));
    let learn = terms.announcement(Group::first(2), p);
    let knows = terms.formula(FormulaNode::Knows(Agent(2), p));
    let after: Formula = terms.formula(FormulaNode::After(Modality::Every, learn, knows));
    let setup = Setup::Model(ModelSetup {
        worlds: vec![WorldSetup { name: "w".to_owned(), atoms: vec![Atom(0)] }],
        relations: vec![Some(RelationSetup::Cells(vec![0])); generate::AGENTS],
        point: World(0),
    });
    let undefined = |engine: &Engine| {
        let state = in_words(engine.build(&setup, &generate::vocabulary(), &terms, &limits(work)))?;
        is_undefined(state.holds(&terms, after))
    };
    let undefined: Result<Vec<bool>, String> = Engine::GENERAL.iter().map(undefined).collect();
    snippet::verdict_or_open(
        undefined.map(|undefined| {
            holds_if(undefined == [true; 3], || "it has a truth value".to_owned())
        }),
    )
}

/// The concrete actions of a frame can be executed just in the worlds where their preconditions hold.
fn preconditions(work: &Work) -> Verdict {
    search_fitting(work, 500, OF_WHAT, |case| {
        let (setup, first, _) = case_of_action(case);
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Knowledge, &first);
        let Some(state) = state(work, &setup) else { return Ok(false) };
        let Ok(mut frame) = ActionFrame::new(&terms, action, &everybody(), &limits(work)) else {
            return Ok(false);
        };
        for one in frame.actions().to_vec() {
            let condition = frame.precondition(one);
            let images = state.images(frame.terms(), one, Reading::Marked);
            let truth = state.truth(frame.terms(), condition);
            let (Ok(images), Ok(truth)) = (images, truth) else { return Ok(false) };
            if images.iter().zip(truth).any(|(outcomes, holds)| outcomes.is_empty() == holds) {
                return Err(Doubt::Witness(in_which(&setup, frame.terms(), one)));
            }
        }
        Ok(true)
    })
}

/// Multiplying with the frame of concrete actions leads to states that are bisimilar to those of local
/// interpretation.
fn local_and_product(work: &Work) -> Verdict {
    search_fitting(work, 500, OF_WHAT, |case| {
        let (setup, first, _) = case_of_action(case);
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Knowledge, &first);
        let Some(state) = state(work, &setup) else { return Ok(false) };
        let local = state.update(&terms, action);
        match (local, product::update(&state, &terms, action)) {
            (Ok(local), Ok(product))
                if same_outcomes(local.alternatives(), product.alternatives()) =>
            {
                Ok(true)
            }
            (Err(error), _) if is_too_long(&error) => Ok(false),
            (_, Ok(_)) | (Ok(_), Err(UpdateError::NoOutcome { .. })) => {
                Err(Doubt::Witness(in_which(&setup, &terms, action)))
            }
            _ => Ok(false),
        }
    })
}
