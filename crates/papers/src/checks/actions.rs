//! Knowledge actions and their local interpretation (thesis ch. 4).

mod axioms;
mod literal;

use super::random::search_fitting;
use super::sample::{action_words, same, same_outcomes};
use super::snippet::{actions, document, is_undefined, verdict_or_open};
use super::{Check, Effort, Work, holds_if};
use crate::Verdict;
use crate::verdict::Doubt;
use hexa_engine::definitional::product::ActionFrame;
use hexa_engine::definitional::{Reading, State, build};
use hexa_engine::generate::action::{Growth, Kind, decisions, everybody, grow, grow_formula};
use hexa_engine::generate::model::beside;
use hexa_engine::generate::{self, Access};
use hexa_engine::{Engine, EvalError, Held, Limits, Outcomes, UpdateError};
use hexa_lang::Document;
use hexa_lang::syntax::{Spelling, formula_text};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Formula, FormulaNode, Group, Modality, ModelSetup,
    RelationSetup, Setup, Terms, World, WorldSetup,
};
use literal::{Bundle, Clauses, Type, universes};
use std::collections::BTreeSet;

pub(super) const CHECKS: &[Check] = &[
    Check { name: "actions of a type", at: file!(), run: actions_of_a_type },
    Check { name: "abbreviations", at: file!(), run: abbreviations },
    Check { name: "learning agents", at: file!(), run: learning_agents },
    Check { name: "bundles", at: file!(), run: bundles },
    Check { name: "marks", at: file!(), run: marks },
    Check { name: "local interpretation on three engines", at: file!(), run: engines_agree },
    Check { name: "groups get smaller", at: file!(), run: groups_get_smaller },
    Check { name: "tests leave nobody access", at: file!(), run: tests_leave_nobody_access },
    Check { name: "undefined sequences", at: file!(), run: undefined_sequences },
    Check { name: "tests on knowledge", at: file!(), run: tests_on_knowledge },
    Check {
        name: "local interpretation of actions to the letter",
        at: file!(),
        run: to_the_letter,
    },
    Check { name: "another form of local interpretation", at: file!(), run: another_form },
    Check { name: "public interpretation", at: file!(), run: public_interpretation },
    Check { name: "unique origins", at: file!(), run: unique_origins },
    Check { name: "associativity", at: file!(), run: associativity },
    Check { name: "S5 models stay S5", at: file!(), run: s5_stays_s5 },
    Check { name: "actions make up their type", at: file!(), run: actions_make_up_their_type },
    Check { name: "actions on bisimilar states", at: file!(), run: on_bisimilar_states },
    Check { name: "actions on totally bisimilar models", at: file!(), run: on_bisimilar_models },
    Check { name: "facts after learning", at: file!(), run: axioms::facts_after_learning },
    Check { name: "negation after actions", at: file!(), run: axioms::negation_after_actions },
    Check { name: "axioms of dynamic logic", at: file!(), run: axioms::dynamic_logic },
];

/// A few random actions take long; those are passed over.
pub(super) fn limits(work: &Work) -> Limits {
    Limits { max_worlds: Some(200), work: 300_000, ..work.limits.clone() }
}

/// The definitional state of a random model.
pub(super) fn state(work: &Work, setup: &Setup) -> Option<State> {
    build(setup, &generate::vocabulary(), &Terms::default(), &limits(work)).ok()
}

/// Looks at random knowledge actions on random S5 models.
pub(super) fn on_actions(
    work: &Work,
    cases: u32,
    test: impl Fn(&State, &mut Terms, Action) -> Found,
) -> Verdict {
    search_fitting(work, cases, "actions on models of up to 4 worlds", |case| {
        let setup = generate::model(case, 4, Access::Cells);
        let decisions = decisions(case);
        let Some(state) = state(work, &setup) else { return Ok(false) };
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Knowledge, &decisions);
        let found = test(&state, &mut terms, action);
        found.map_err(|doubt| match doubt {
            Doubt::Witness(why) => {
                Doubt::Witness(format!("`{}` {why}, on {setup:?}", action_words(&terms, action)))
            }
            unsettled => unsettled,
        })
    })
}

/// What became of a case: whether it could be looked at, or a doubt about the claim.
pub(super) type Found = Result<bool, Doubt>;

/// What is false is a witness.
pub(super) fn holds_or(holds: bool, witness: &str) -> Found {
    if holds { Ok(true) } else { Err(Doubt::Witness(witness.to_owned())) }
}

/// The three players with red, white and blue, and some actions.
pub(super) fn three_players(work: &Work, actions: &[&str]) -> Result<(Document, State), String> {
    let steps: String = actions.iter().map(|action| format!("do {action}\n")).collect();
    let document = document(&format!("agents 1, 2, 3\ndeal r | w | b\n{steps}"))?;
    let (names, terms) = (&document.vocabulary, &document.terms);
    let state = build(&document.initial, names, terms, &work.limits);
    let state = state.map_err(|error| format!("{error:?}"))?;
    Ok((document, state))
}

pub(super) const TELL: &str = "L_123 ?r_1";
pub(super) const SHOW: &str = "L_123(!L_12 ?r_1 + L_12 ?w_1 + L_12 ?b_1)";
pub(super) const WHISPER: &str = "L_123(L_12 ?~r_1 + !L_12 ?~w_1 + L_12 ?~b_1)";

/// Telling has one action of its type, showing and whispering have three.
fn actions_of_a_type(work: &Work) -> Verdict {
    let count = || -> Result<Verdict, String> {
        let (document, _) = three_players(work, &[TELL, SHOW, WHISPER])?;
        let mut sizes = Vec::new();
        for action in actions(&document) {
            let everybody = Group::first(3);
            let frame = ActionFrame::new(&document.terms, action, &everybody, &work.limits);
            sizes.push(frame.map_err(|no| format!("{no:?}"))?.actions().len());
        }
        Ok(holds_if(sizes == [1, 3, 3], || format!("there are {sizes:?}")))
    };
    verdict_or_open(count())
}

/// `E`, `|` and `->` are what definition 25 says they are short for.
fn abbreviations(work: &Work) -> Verdict {
    search_fitting(work, 1000, "pairs of formulas on models of up to 4 worlds", |case| {
        let setup = generate::model(case, 4, Access::Cells);
        let first = decisions(case);
        let second = decisions(case);
        let Some(state) = state(work, &setup) else { return Ok(false) };
        let mut terms = Terms::default();
        let [f, g] = [first, second]
            .map(|decisions| grow_formula(&mut terms, Kind::Knowledge, &everybody(), &decisions));
        for [short, long] in spelt_out(&mut terms, f, g) {
            let (Ok(left), Ok(right)) = (state.truth(&terms, short), state.truth(&terms, long))
            else {
                return Ok(false);
            };
            let text = formula_text(&terms, &generate::vocabulary(), short, Spelling::Ascii);
            holds_or(left == right, &text)?;
        }
        Ok(true)
    })
}

fn spelt_out(terms: &mut Terms, f: Formula, g: Formula) -> [[Formula; 2]; 3] {
    let public = everybody();
    let knows = public.iter().map(|agent| terms.formula(FormulaNode::Knows(agent, f))).collect();
    let every = [terms.formula(FormulaNode::Everybody(everybody(), f)), terms.and(knows)];
    let [not_f, not_g] = [f, g].map(|part| terms.formula(FormulaNode::Not(part)));
    let neither = terms.formula(FormulaNode::And([not_f, not_g].into()));
    let or =
        [terms.formula(FormulaNode::Or([f, g].into())), terms.formula(FormulaNode::Not(neither))];
    let implies = [
        terms.formula(FormulaNode::Implies(f, g)),
        terms.formula(FormulaNode::Or([not_f, g].into())),
    ];
    [every, or, implies]
}

/// A small action as text, with its learning agents (def. 27) as bits.
type Learners = (String, u8);

/// All subsets of three agents, as they stand after `L_`.
fn groups() -> impl Iterator<Item = (String, u8)> {
    (1..8u8).map(|mask| {
        let names = (0..3).filter(|at| mask >> at & 1 == 1).map(|at| (b'1' + at) as char);
        (names.collect(), mask)
    })
}

/// Actions up to the size of two learning operators.
fn small_actions() -> Vec<Learners> {
    let tests = ["?r_1", "?w_2"].map(|test| (test.to_owned(), 0));
    let mut small: Vec<Learners> = tests.to_vec();
    small.extend(groups().map(|(group, mask)| (format!("L_{group} ?r_1"), mask)));
    let mut all = small.clone();
    for (left, l) in &small {
        for (right, r) in &small {
            for operator in ["+", ";"] {
                all.push((format!("({left} {operator} {right})"), l | r));
            }
        }
    }
    all
}

/// `L_B τ` is an action type just if the learning agents of τ are in B (defs. 26 and 27).
fn learning_agents(_: &Work) -> Verdict {
    let inner = small_actions();
    for (action, learners) in &inner {
        for (group, mask) in groups() {
            let text =
                format!("agents 1, 2, 3\ndeal r | w | b\ncheck executable L_{group} {action}\n");
            let accepted = document(&text).is_ok();
            if accepted != (learners & !mask == 0) {
                return Verdict::Fails(format!("`L_{group} {action}` is taken: {accepted}"));
            }
        }
    }
    Verdict::HoldsUpTo(format!("all groups around {} small types of three agents", inner.len()))
}

/// How large types are that are looked at to the letter.
fn most(work: &Work) -> usize {
    match work.effort {
        Effort::Short => 5,
        Effort::Deep => 6,
    }
}

fn up_to(size: usize) -> Verdict {
    Verdict::HoldsUpTo(format!(
        "all types of up to {size} tests and operators for one agent, models of up to two worlds"
    ))
}

/// Bundles are classes of valued structures; there are as many as actions of the type, and as the parts
/// say; the third of three alternatives is a class of two structures.
fn bundles(work: &Work) -> Verdict {
    let test = || Box::new(Type::Test(literal::Tested::Atom));
    let three = Type::Choice(Box::new(Type::Choice(test(), test())), test());
    let classes: Vec<usize> = three.bundles().into_values().collect();
    if classes != [1, 1, 2] {
        return Verdict::Fails(format!("three alternatives have classes of {classes:?}"));
    }
    for size in 1..=most(work) {
        for of in literal::types(size) {
            if let Err(stopped) = work.go_on() {
                return Verdict::Open(stopped);
            }
            let mut terms = Terms::default();
            let action = of.action(None, &mut terms);
            let count = match ActionFrame::size(&terms, action) {
                Ok(count) => count,
                Err(why) => return Verdict::Open(format!("{why:?}")),
            };
            let found = of.bundles().len();
            if found != of.expected_bundles() || count != found.into() {
                return Verdict::Fails(format!("`{}` has {found} bundles", of.text(None)));
            }
        }
    }
    up_to(most(work))
}

/// Each bundle gives another way of marking (def. 30), without a choice there is only one, and marks
/// elsewhere or twice are refused.
fn marks(work: &Work) -> Verdict {
    for size in 1..=most(work) {
        for of in literal::types(size) {
            if let Err(stopped) = work.go_on() {
                return Verdict::Open(stopped);
            }
            let bundles = of.bundles();
            let mut terms = Terms::default();
            let marked: BTreeSet<Action> =
                bundles.keys().map(|bundle| of.action(Some(bundle), &mut terms)).collect();
            let unmarked = of.action(None, &mut terms);
            let choice =
                |&action: &Action| matches!(terms.action_node(action), ActionNode::Choice(..));
            let chooses = terms.occurring(&[], &[unmarked]).actions.iter().any(choice);
            let one = marked.len() == 1 && marked.contains(&unmarked);
            if marked.len() != bundles.len() || chooses == one {
                return Verdict::Fails(format!(
                    "`{}` is marked in {} ways",
                    of.text(None),
                    marked.len()
                ));
            }
        }
    }
    for wrong in ["!L_1 ?r_1", "L_1 !?r_1", "L_1(!?r_1 + !?w_1)"] {
        let text = format!("agents 1, 2, 3\ndeal r | w | b\ncheck executable {wrong}\n");
        if document(&text).is_ok() {
            return Verdict::Fails(format!("`{wrong}` is taken"));
        }
    }
    up_to(most(work))
}

/// Engines agree on what is true after actions, and on what is undefined.
fn engines_agree(work: &Work) -> Verdict {
    let what = "formulas with actions on models of up to 4 worlds, by three engines";
    search_fitting(work, 600, what, |case| {
        let setup = generate::model(case, 4, Access::Cells);
        let decisions = decisions(case);
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Knowledge, &decisions);
        let formula = grow_formula(&mut terms, Kind::Knowledge, &everybody(), &decisions);
        let after = terms.formula(FormulaNode::After(Modality::Some, action, Terms::TRUE));
        let learnt = terms.action(ActionNode::Learn(everybody(), action));
        let then = terms.formula(FormulaNode::After(Modality::Every, learnt, formula));
        for formula in [formula, after, then] {
            let truths = Engine::GENERAL.map(|engine| truth(work, engine, &setup, &terms, formula));
            let known: Vec<&Truth> = truths.iter().filter(|t| **t != Truth::TooLong).collect();
            let text = formula_text(&terms, &generate::vocabulary(), formula, Spelling::Ascii);
            holds_or(known.windows(2).all(|pair| pair[0] == pair[1]), &text)?;
        }
        Ok(true)
    })
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Truth {
    Of(Vec<bool>),
    Undefined,
    TooLong,
}

fn truth(work: &Work, engine: Engine, setup: &Setup, terms: &Terms, formula: Formula) -> Truth {
    let held = engine.build(setup, &generate::vocabulary(), terms, &limits(work));
    let found = held.map(|held: Held| {
        let actual = held.holds(terms, formula)?;
        Ok::<Vec<bool>, EvalError>(vec![actual, held.is_valid(terms, formula)?])
    });
    match found {
        Ok(Ok(truth)) => Truth::Of(truth),
        Ok(Err(EvalError::Undefined(_))) => Truth::Undefined,
        _ => Truth::TooLong,
    }
}

/// Who has access after an action had it before.
fn groups_get_smaller(work: &Work) -> Verdict {
    on_actions(work, 1000, |state, terms, action| {
        let Ok(images) = state.images(terms, action, Reading::Type) else { return Ok(false) };
        let smaller = |after: &State| after.group().is_subset(&state.group());
        holds_or(images.iter().flatten().flatten().all(smaller), "gives somebody access")
    })
}

fn blocked<T>(result: &Result<T, UpdateError>) -> bool {
    matches!(result, Err(UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. }))
}

fn is_too_long<T>(result: &Result<T, UpdateError>) -> bool {
    matches!(result, Err(UpdateError::Evaluation(EvalError::Limit(_))))
}

/// After a test nobody has access, some world is left, and it is no outcome if it fails everywhere.
fn tests_leave_nobody_access(work: &Work) -> Verdict {
    let random = on_actions(work, 1000, |state, terms, action| {
        let after = terms.formula(FormulaNode::After(Modality::Some, action, Terms::TRUE));
        let test = terms.action(ActionNode::Test(after));
        let found = state.update(terms, test);
        match (state.holds(terms, after), found) {
            (Ok(true), Ok(outcomes)) => {
                let left = outcomes.into_single();
                let bare = left.is_some_and(|s| s.group().is_empty() && s.world_count() > 0);
                holds_or(bare, "leaves somebody access when it is tested")
            }
            (Ok(false), found) if is_too_long(&found) => Ok(false),
            (Ok(false), found) => holds_or(blocked(&found), "fails as a test, and is executed"),
            _ => Ok(false),
        }
    });
    let red = || -> Result<Verdict, String> {
        let (document, state) = three_players(work, &["?K_1 r_1"])?;
        let images = state.images(&document.terms, actions(&document)[0], Reading::Type);
        let images = images.map_err(|error| error.to_string())?;
        let model = images.iter().flatten().flatten().next().ok_or("there is no image")?;
        let found = (model.world_count(), model.group().len());
        Ok(holds_if(found == (2, 0), || format!("worlds and agents: {found:?}")))
    };
    random.and(verdict_or_open(red()))
}

/// The agents that occur in an action (def. 31).
#[expect(clippy::wildcard_enum_match_arm, reason = "random knowledge actions speak of nobody else")]
fn group_of(terms: &Terms, action: Action) -> Group {
    let occurring = terms.occurring(&[], &[action]);
    let mut group = Group::empty();
    for &formula in &occurring.formulas {
        match terms.node(formula) {
            FormulaNode::Knows(agent, _) => group.insert(*agent),
            FormulaNode::Common(some, _) => group = group.union(some),
            _ => {}
        }
    }
    for &action in &occurring.actions {
        if let ActionNode::Learn(some, _) = terms.action_node(action) {
            group = group.union(some);
        }
    }
    group
}

/// An empty sequence is no knowledge action.
pub(super) fn has_skip(terms: &Terms, action: Action) -> bool {
    let occurring = terms.occurring(&[], &[action]);
    let skip = |&part: &Action| matches!(terms.action_node(part), ActionNode::Sequence(of) if of.is_empty());
    occurring.actions.iter().any(skip)
}

/// A sequence is undefined if the first part is about fewer agents.
fn undefined_sequences(work: &Work) -> Verdict {
    search_fitting(work, 3000, "pairs of actions on models of up to 3 worlds", |case| {
        let setup = generate::model(case, 3, Access::Cells);
        let first = decisions(case);
        let second = decisions(case);
        let Some(state) = state(work, &setup) else { return Ok(false) };
        let mut terms = Terms::default();
        let [one, two] =
            [first, second].map(|decisions| grow(&mut terms, Kind::Knowledge, &decisions));
        let (before, after) = (group_of(&terms, one), group_of(&terms, two));
        let strictly = before != after && before.is_subset(&after);
        if !strictly || has_skip(&terms, one) || has_skip(&terms, two) {
            return Ok(false);
        }
        let both = terms.action(ActionNode::Sequence([one, two].into()));
        let found = state.update(&terms, both);
        if is_too_long(&found) {
            return Ok(false);
        }
        let undefined = matches!(found, Err(UpdateError::Evaluation(EvalError::Undefined(_))));
        holds_or(undefined, &format!("`{}` is defined", action_words(&terms, both)))
    })
}

/// What is known after a test on it is always undefined.
fn tests_on_knowledge(work: &Work) -> Verdict {
    search_fitting(work, 1000, "formulas on models of up to 3 worlds", |case| {
        let setup = generate::model(case, 3, Access::Cells);
        let decisions = decisions(case);
        let Some(state) = state(work, &setup) else { return Ok(false) };
        let mut terms = Terms::default();
        let formula = grow_formula(&mut terms, Kind::Knowledge, &everybody(), &decisions);
        let knows = terms.formula(FormulaNode::Knows(Agent(0), formula));
        let test = terms.action(ActionNode::Test(knows));
        let after = terms.formula(FormulaNode::After(Modality::Every, test, knows));
        let text = formula_text(&terms, &generate::vocabulary(), after, Spelling::Ascii);
        match state.holds(&terms, after) {
            Err(EvalError::Limit(_)) => Ok(false),
            found => holds_or(matches!(found, Err(EvalError::Undefined(_))), &text),
        }
    })
}

/// Where an action leads to several images, or is executed although the chosen test fails.
fn to_the_letter(work: &Work) -> Verdict {
    let (mut several, mut failing) = (None, None);
    for size in 1..=most(work) {
        for of in literal::types(size) {
            if let Err(stopped) = work.go_on() {
                return Verdict::Open(stopped);
            }
            for mut universe in universes() {
                for bundle in of.bundles().into_keys() {
                    let letter = universe.images(&of, &bundle, Clauses::Letter);
                    let chosen = universe.images(&of, &bundle, Clauses::Chosen);
                    let (Ok(letter), Ok(chosen)) = (letter, chosen) else { continue };
                    let worlds: BTreeSet<_> = letter.iter().map(|(w, ..)| w).collect();
                    if letter.len() > worlds.len() {
                        several.get_or_insert_with(|| of.text(Some(&bundle)));
                    }
                    if !letter.is_empty() && chosen.is_empty() {
                        failing.get_or_insert_with(|| of.text(Some(&bundle)));
                    }
                }
            }
        }
    }
    match (several, failing) {
        (None, None) => up_to(most(work)),
        (several, failing) => Verdict::Fails(witness(several, failing)),
    }
}

fn witness(several: Option<String>, failing: Option<String>) -> String {
    let several = several.map(|action| format!("`{action}` has two images of one world"));
    let failing = failing.map(|action| format!("`{action}` is executed though its test fails"));
    let both: Vec<String> = [failing, several].into_iter().flatten().collect();
    format!("to the letter {}", both.join(", and "))
}

/// Asking that the image is one of the type's images of that world changes nothing.
fn another_form(work: &Work) -> Verdict {
    for size in 1..=most(work) {
        for of in literal::types(size) {
            if let Err(stopped) = work.go_on() {
                return Verdict::Open(stopped);
            }
            for mut universe in universes() {
                for bundle in of.bundles().into_keys() {
                    if !agree(&mut universe, &of, &bundle) {
                        let text = of.text(Some(&bundle));
                        return Verdict::Fails(format!("`{text}` has other images"));
                    }
                }
            }
        }
    }
    up_to(most(work))
}

fn agree(universe: &mut literal::Universe, of: &Type, bundle: &Bundle) -> bool {
    let letter = universe.images(of, bundle, Clauses::Letter);
    letter == universe.images(of, bundle, Clauses::Footnote)
}

/// Telling, showing and whispering are public for the three players (def. 37); what only two of them learn
/// is not, and what the third one knows then is undefined.
fn public_interpretation(work: &Work) -> Verdict {
    let found = || -> Result<Verdict, String> {
        let (document, state) = three_players(work, &[TELL, SHOW, WHISPER, "L_12 ?r_1"])?;
        let mut public = Vec::new();
        for action in actions(&document) {
            let images = state.images(&document.terms, action, Reading::Type);
            let images = images.map_err(|error| error.to_string())?;
            let mut groups = images.iter().flatten().flatten().map(State::group);
            let everybody = state.group();
            let all = group_of(&document.terms, action) == everybody;
            public.push(all && groups.all(|group| group == everybody));
        }
        Ok(holds_if(public == [true, true, true, false], || format!("public: {public:?}")))
    };
    let undefined = || -> Result<Verdict, String> {
        let (document, state) = three_players(work, &["L_12 ?r_1"])?;
        let mut terms = document.terms.clone();
        let third = terms.formula(FormulaNode::Knows(Agent(2), Terms::TRUE));
        let learnt = actions(&document)[0];
        let after = terms.formula(FormulaNode::After(Modality::Every, learnt, third));
        let undefined = is_undefined(state.holds(&terms, after))?;
        Ok(holds_if(undefined, || "what 3 knows is defined".to_owned()))
    };
    verdict_or_open(found()).and(verdict_or_open(undefined()))
}

/// Every world of an image has one origin.
fn unique_origins(work: &Work) -> Verdict {
    on_actions(work, 1000, |state, terms, action| {
        let Ok(images) = state.images(terms, action, Reading::Type) else { return Ok(false) };
        let all: Vec<(usize, &State)> = images
            .iter()
            .enumerate()
            .flat_map(|(w, outcomes)| outcomes.iter().flatten().map(move |image| (w, image)))
            .collect();
        for (_, model) in &all {
            for world in 0..model.world_count() {
                let here = |s: &State| s.shares_model(model) && s.point() == world;
                let origins: BTreeSet<usize> =
                    all.iter().filter(|(_, s)| here(s)).map(|(w, _)| *w).collect();
                holds_or(origins.len() == 1, "gives a world without one origin")?;
            }
        }
        Ok(true)
    })
}

type Updated = Result<Outcomes<State>, UpdateError>;

/// Whether two updates lead to the same, or both are blocked; what took too long cannot be looked at.
fn lead_alike(left: &Updated, right: &Updated, witness: &str) -> Found {
    if is_too_long(left) || is_too_long(right) {
        return Ok(false);
    }
    if let (Ok(left), Ok(right)) = (left, right) {
        holds_or(same_outcomes(left.alternatives(), right.alternatives()), witness)?;
    }
    holds_or(blocked(left) == blocked(right), witness)
}

/// Three actions, each defined after the one before it, put together in two ways.
fn associativity(work: &Work) -> Verdict {
    search_fitting(work, 500, "triples of actions on models of up to 4 worlds", |case| {
        let setup = generate::model(case, 4, Access::Cells);
        let decisions = decisions(case);
        let Some(state) = state(work, &setup) else { return Ok(false) };
        let mut terms = Terms::default();
        let mut growth = Growth::new(&mut terms, Kind::Knowledge, &decisions);
        let (first, left) = growth.action(&everybody(), &everybody(), 3);
        let (second, left) = growth.learning(&left, &left, 2);
        let (third, _) = growth.choice(&left, &left, 3);
        let choice = |of| ActionNode::Choice(of, None);
        for node in [&ActionNode::Sequence as &dyn Fn(Box<[Action]>) -> ActionNode, &choice] {
            let mut both = |left, right| terms.action(node([left, right].into()));
            let (before, behind) = (both(first, second), both(second, third));
            let (one, two) = (both(before, third), both(first, behind));
            let [left, right] = [one, two].map(|action| state.update(&terms, action));
            if !lead_alike(&left, &right, &action_words(&terms, one))? {
                return Ok(false);
            }
        }
        Ok(true)
    })
}

fn s5_stays_s5(work: &Work) -> Verdict {
    on_actions(work, 1000, |state, terms, action| {
        for reading in [Reading::Type, Reading::Marked] {
            let Ok(images) = state.images(terms, action, reading) else { return Ok(false) };
            for image in images.iter().flatten().flatten() {
                let worlds = (0..image.world_count()).collect();
                let s5 = image.group().iter().all(|agent| image.is_equivalence(agent, &worlds));
                holds_or(s5, "gives a model that is not S5")?;
            }
        }
        Ok(true)
    })
}

/// An action has at most one image of a world, which is one of its type; together they have all.
fn actions_make_up_their_type(work: &Work) -> Verdict {
    on_actions(work, 400, |state, terms, action| {
        let Ok(frame) = ActionFrame::new(terms, action, &everybody(), &limits(work)) else {
            return Ok(false);
        };
        // One action that is a choice between all actions of the type, so that models are shared.
        let mut terms = frame.terms().clone();
        let all = terms.action(ActionNode::Choice(frame.actions().into(), None));
        let by_type = state.images(&terms, all, Reading::Type);
        let by_actions = state.images(&terms, all, Reading::Marked);
        let (Ok(by_type), Ok(by_actions)) = (by_type, by_actions) else { return Ok(false) };
        for (of_type, of_actions) in by_type.iter().zip(&by_actions) {
            holds_or(of_type.len() == of_actions.len(), "leads elsewhere than its actions")?;
        }
        let executable = by_type.iter().any(|images| !images.is_empty());
        let mut some = false;
        for &one in frame.actions() {
            let Ok(images) = state.images(&terms, one, Reading::Marked) else { return Ok(false) };
            holds_or(
                images.iter().all(|images| images.len() <= 1),
                "has an action with two images",
            )?;
            some |= images.iter().any(|images| !images.is_empty());
        }
        holds_or(some == executable, "can be executed, and none of its actions can")
    })
}

/// A world that nothing leads to.
fn unreachable(atoms: u8) -> Setup {
    let atoms = (0..2).filter(|bit| atoms >> bit & 1 == 1).map(Atom).collect();
    let worlds = vec![WorldSetup { name: "u".into(), atoms }];
    let relations = vec![Some(RelationSetup::Cells(vec![0])); generate::AGENTS];
    Setup::Model(ModelSetup { worlds, relations, point: World(0) })
}

/// Outcomes in a state and in another that is bisimilar to it.
fn alike_on(work: &Work, cases: u32, what: &str, others: impl Fn(&Setup) -> Vec<Setup>) -> Verdict {
    search_fitting(work, cases, what, |case| {
        let setup = generate::model(case, 3, Access::Cells);
        let decisions = decisions(case);
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Knowledge, &decisions);
        let Some(one) = state(work, &setup) else { return Ok(false) };
        let left = one.update(&terms, action);
        for other in others(&setup) {
            let Some(two) = state(work, &other) else { return Ok(false) };
            if !same(&one, &two) {
                return Err("the models are not bisimilar".into());
            }
            let right = two.update(&terms, action);
            if !lead_alike(&left, &right, &action_words(&terms, action))? {
                return Ok(false);
            }
        }
        Ok(true)
    })
}

/// Bisimilar states: one has a world more that nothing leads to, or every world twice.
fn on_bisimilar_states(work: &Work) -> Verdict {
    alike_on(work, 400, "actions on five states bisimilar to one of up to 3 worlds", |setup| {
        let apart = (0..4).map(|atoms| beside(setup, &unreachable(atoms), |class| class + 1000));
        apart.chain([beside(setup, setup, |class| class)]).collect()
    })
}

/// Models with a bisimulation that covers both: every world is there once and twice.
fn on_bisimilar_models(work: &Work) -> Verdict {
    alike_on(work, 1000, "actions on models of up to 3 worlds and their doubles", |setup| {
        vec![beside(setup, setup, |class| class)]
    })
}
