//! The symbolic engine gives the answers of the definitions: on every small structure and every
//! small formula, on random models, actions and structures, and on deals.

use dashu_int::UBig;
use hexa_cases::{cases, ensure, ensure_eq};
use hexa_engine::generate::action::{Kind, decisions, everybody, grow, grow_formula};
use hexa_engine::generate::expression::grow_expression;
use hexa_engine::generate::{self, Access, Language};
use hexa_engine::{Engine, EvalError, Held, Limit, Limits, Order, UpdateError};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Comparison, CountTest, Formula, FormulaNode, Group, Modality,
    ModelSetup, RelationSetup, Setup, Structure, Terms, Vocabulary, World, WorldSetup,
};
use std::cell::Cell;

fn limits() -> Limits {
    Limits { max_worlds: Some(2000), work: 20_000_000, nodes: 1 << 20, ..Limits::default() }
}

fn build(engine: Engine, setup: &Setup, names: &Vocabulary, terms: &Terms) -> Held {
    engine.build(setup, names, terms, &limits()).expect("a small state")
}

fn is_limit(error: &EvalError) -> bool {
    matches!(error, EvalError::Limit(_))
}

#[test]
fn formulas_on_random_models() {
    for (access, language) in [(Access::Cells, Language::FULL), (Access::Any, Language::ARROWS)] {
        let names = generate::vocabulary();
        cases("formulas", 1500, |case| {
            let setup = generate::model(case, 6, access);
            let decisions = generate::decisions(case);
            let mut terms = Terms::default();
            let formula = generate::formula(&mut terms, language, &everybody(), &decisions);
            let [explicit, symbolic] = [Engine::Explicit, Engine::Symbolic]
                .map(|engine| build(engine, &setup, &names, &terms));
            ensure_eq!(explicit.relevant_count(), symbolic.relevant_count());
            ensure_eq!(explicit.view(), symbolic.view());
            ensure_eq!(explicit.truth(&terms, formula), symbolic.truth(&terms, formula));
            Ok(())
        });
    }
}

#[test]
fn a_better_order_changes_no_answer() {
    let names = generate::vocabulary();
    cases("orders", 500, |case| {
        let setup = generate::model(case, 6, Access::Any);
        let (formula, action) = (generate::decisions(case), decisions(case));
        let mut terms = Terms::default();
        let formula = generate::formula(&mut terms, Language::ARROWS, &everybody(), &formula);
        let action = grow(&mut terms, Kind::Knowledge, &action);
        let state = build(Engine::Symbolic, &setup, &names, &terms);
        let better = state.reorder().expect("few nodes");
        ensure!(better.nodes().map(|n| n.law) <= state.nodes().map(|n| n.law));
        ensure_eq!(state.view(), better.view());
        ensure_eq!(state.truth(&terms, formula), better.truth(&terms, formula));
        let (Ok(after), Ok(later)) = (state.update(&terms, action), better.update(&terms, action))
        else {
            return Ok(());
        };
        for (one, other) in
            after.alternatives().iter().flatten().zip(later.alternatives().iter().flatten())
        {
            ensure_eq!(one.view(), other.view());
            let other = other.reorder().expect("few nodes");
            ensure_eq!(one.view(), other.view());
            ensure_eq!(one.truth(&terms, formula), other.truth(&terms, formula));
        }
        Ok(())
    });
}

/// Some atoms must agree with others that are declared far away.
#[test]
fn every_order_gives_the_same_answers_and_sifting_finds_a_small_law() {
    let (mut names, mut terms, pairs) = (Vocabulary::default(), Terms::default(), 6);
    let agents = [names.add_agent("1"), names.add_agent("2")];
    let atoms: Vec<Atom> = (0..2 * pairs).map(|at| names.add_atom(&format!("p{at}"))).collect();
    let value: Vec<Formula> = (0..2 * pairs).map(|at| atom(&mut terms, at)).collect();
    let agree = (0..pairs).map(|at| FormulaNode::Iff(value[at], value[at + pairs]));
    let agree: Vec<Formula> = agree.map(|node| terms.formula(node)).collect();
    let law = terms.and(agree);
    let point = Some(vec![atoms[1], atoms[pairs + 1]]);
    let observations = vec![vec![value[0], value[7]], vec![value[2]]];
    let setup = Setup::Structure(Structure { atoms, observations, law, point });
    let knows = terms.formula(FormulaNode::KnowsWhether(agents[0], value[1]));
    let held = |order| {
        let built = Engine::Symbolic.build_ordered(&setup, &names, &terms, &limits(), order);
        built.expect("a small state")
    };
    let declared = held(Order::Declared);
    let others = [held(Order::Auto), held(Order::Mentioned), held(Order::DrawnTogether)];
    let sifted = declared.reorder().expect("few nodes");
    let law = |state: &Held| state.nodes().expect("diagrams").law;
    assert_eq!((law(&declared), law(&sifted)), (3 * ((1 << pairs) - 1), 3 * pairs));
    for other in others.iter().chain([&sifted]) {
        assert_eq!(law(other), 3 * pairs);
        assert_eq!(declared.view(), other.view());
        assert_eq!(declared.truth(&terms, knows), other.truth(&terms, knows));
        for most in [1, 5, 1000] {
            let first = |state: &Held| state.extension(&terms, value[1], most);
            assert_eq!(first(&declared), first(other));
        }
    }
}

/// Relevant worlds, worlds of the contraction, and cells of each agent.
type Look = (UBig, usize, Vec<Option<UBig>>);

fn look(state: &Held) -> Look {
    let cells = |agent| state.class_count(agent).expect("few nodes").ok();
    let cells = everybody().iter().map(cells).collect();
    (state.relevant_count().expect("few nodes"), state.minimal_count().expect("few worlds"), cells)
}

fn looks(outcomes: &[Vec<Held>]) -> Vec<Vec<Look>> {
    let set = |set: &Vec<Held>| {
        let mut set: Vec<Look> = set.iter().map(look).collect();
        set.sort();
        set
    };
    let mut looks: Vec<Vec<Look>> = outcomes.iter().map(set).collect();
    looks.sort();
    looks
}

fn outcomes_agree(kind: Kind, access: Access, many: u32) {
    let names = generate::vocabulary();
    let (executed, blocked) = (Cell::new(0), Cell::new(0));
    cases(&format!("outcomes of {kind:?}"), many, |case| {
        let setup = generate::model(case, 4, access);
        let (action, formula) = (decisions(case), decisions(case));
        let mut terms = Terms::default();
        let action = grow(&mut terms, kind, &action);
        let outcomes = |engine| {
            let state = build(engine, &setup, &names, &terms);
            state.update(&terms, action).map(|outcomes| outcomes.alternatives().to_vec())
        };
        let [explicit, symbolic] = [Engine::Explicit, Engine::Symbolic].map(outcomes);
        if let (Ok(explicit), Ok(definitional)) = (&explicit, outcomes(Engine::Definitional)) {
            ensure_eq!(looks(explicit), looks(&definitional));
        }
        match (explicit, symbolic) {
            (Err(UpdateError::Evaluation(error)), _) | (_, Err(UpdateError::Evaluation(error)))
                if is_limit(&error) => {}
            (Ok(explicit), Ok(symbolic)) => {
                executed.set(executed.get() + 1);
                ensure_eq!(looks(&explicit), looks(&symbolic));
                let ([left], [right]) = (&explicit[..], &symbolic[..]) else { return Ok(()) };
                let ([left], [right]) = (&left[..], &right[..]) else { return Ok(()) };
                let listed = Held::from(right.list_worlds().expect("few worlds"));
                ensure_eq!(left.bisimilar(&listed), Ok(true));
                let group = right.group();
                ensure_eq!(&left.group(), &group);
                let formula = grow_formula(&mut terms, Kind::Single, &group, &formula);
                let (left, right) =
                    (left.is_valid(&terms, formula), right.is_valid(&terms, formula));
                if !left.as_ref().is_err_and(is_limit) && !right.as_ref().is_err_and(is_limit) {
                    ensure_eq!(left, right);
                }
            }
            // Both name the same test that fails, or the same part that has no outcome.
            (left, right) => {
                blocked.set(blocked.get() + u32::from(is_blocked(&left)));
                let (left, right) = (left.map(|o| o.len()), right.map(|o| o.len()));
                ensure_eq!(left, right);
            }
        }
        Ok(())
    });
    assert!(executed.get() * 5 > many, "too few were executed: {}", executed.get());
    assert!(blocked.get() * 50 > many, "too few were blocked: {}", blocked.get());
}

/// One of two bisimilar outcomes has two cells of the first agent and one of the second, the other one the other
/// way round; both have two worlds.
#[test]
fn of_bisimilar_outcomes_with_as_many_worlds_the_one_with_the_first_fewest_cells_counts() {
    let (names, mut terms) = (generate::vocabulary(), Terms::default());
    let agents: Vec<Agent> = names.agents().collect();
    let (left, right) = ([agents[0], agents[2]], [agents[1], agents[2]]);
    let p = atom(&mut terms, 0);
    let test = terms.action(ActionNode::Test(p));
    let learn = |terms: &mut Terms, who: &[Agent], what| {
        terms.action(ActionNode::Learn(who.iter().copied().collect(), what))
    };
    let choose = |terms: &mut Terms, of: [Action; 2], mark| {
        terms.action(ActionNode::Choice(Box::new(of), mark))
    };
    let once = learn(&mut terms, &left, test);
    let twice = learn(&mut terms, &left, once);
    let first = choose(&mut terms, [twice, once], Some(0));
    let first = learn(&mut terms, &left, first);
    let heard = learn(&mut terms, &right, test);
    let second = choose(&mut terms, [heard, test], None);
    let second = learn(&mut terms, &right, second);
    let either = choose(&mut terms, [first, second], None);
    let action = learn(&mut terms, &agents, either);
    let world = WorldSetup { name: "w".into(), atoms: vec![Atom(0)] };
    let relations = vec![Some(RelationSetup::Cells(vec![0])); agents.len()];
    let setup = Setup::Model(ModelSetup { worlds: vec![world], relations, point: World(0) });
    for engine in [Engine::Definitional, Engine::Explicit, Engine::Symbolic] {
        let outcomes = build(engine, &setup, &names, &terms).update(&terms, action);
        let outcomes = outcomes.expect("it can be executed");
        let cells = [1u8, 2, 2].map(|cells| Some(UBig::from(cells))).to_vec();
        let expected = vec![vec![(UBig::from(2u8), 1, cells)]];
        assert_eq!(looks(outcomes.alternatives()), expected, "{engine:?}");
    }
}

fn is_blocked<T>(outcome: &Result<T, UpdateError>) -> bool {
    matches!(outcome, Err(UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. }))
}

#[test]
fn knowledge_actions() {
    outcomes_agree(Kind::Knowledge, Access::Cells, 800);
}

#[test]
fn actions_with_assignments_and_frames() {
    outcomes_agree(Kind::Single, Access::Cells, 1500);
}

#[test]
fn concurrent_actions() {
    outcomes_agree(Kind::Any, Access::Cells, 300);
}

#[test]
fn messages() {
    outcomes_agree(Kind::Message, Access::Any, 600);
}

#[test]
fn updates() {
    outcomes_agree(Kind::Update, Access::Any, 300);
}

#[test]
fn epistemic_actions_that_cannot_be_executed_name_the_same_test() {
    let names = generate::vocabulary();
    let blocked = Cell::new(0);
    cases("epistemic actions", 1500, |case| {
        let setup = generate::model(case, 4, Access::Any);
        let decisions = decisions(case);
        let mut terms = Terms::default();
        let Some(action) = grow_expression(&mut terms, &decisions) else { return Ok(()) };
        let [explicit, symbolic] = [Engine::Explicit, Engine::Symbolic]
            .map(|engine| build(engine, &setup, &names, &terms).update(&terms, action));
        if is_blocked(&explicit) {
            blocked.set(blocked.get() + 1);
            ensure_eq!(explicit.err(), symbolic.err());
        }
        Ok(())
    });
    assert!(blocked.get() > 150, "too few were blocked: {}", blocked.get());
}

#[test]
fn what_is_true_after_actions() {
    let names = generate::vocabulary();
    let answered = Cell::new(0);
    cases("truth after actions", 1500, |case| {
        let setup = generate::model(case, 4, Access::Cells);
        let (action, body) = (decisions(case), decisions(case));
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Single, &action);
        let body = grow_formula(&mut terms, Kind::Single, &Group::empty(), &body);
        for modality in [Modality::Every, Modality::Some] {
            let formula = terms.formula(FormulaNode::After(modality, action, body));
            let engines = [Engine::Explicit, Engine::Symbolic];
            let [explicit, symbolic] =
                engines.map(|engine| build(engine, &setup, &names, &terms).truth(&terms, formula));
            if !explicit.as_ref().is_err_and(is_limit) && !symbolic.as_ref().is_err_and(is_limit) {
                answered.set(answered.get() + u32::from(explicit.is_ok()));
                ensure_eq!(explicit, symbolic);
            }
        }
        Ok(())
    });
    assert!(answered.get() > 1500, "too few were answered: {}", answered.get());
}

fn atom(terms: &mut Terms, atom: usize) -> Formula {
    terms.formula(FormulaNode::Atom(Atom::from_index(atom)))
}

/// A formula of the valuations of two atoms where it is to be true, a bit for each.
fn truth_table(terms: &mut Terms, table: u32) -> Formula {
    let atoms = [atom(terms, 0), atom(terms, 1)];
    let mut cases = Vec::new();
    for row in (0..4).filter(|row| table >> row & 1 == 1) {
        let literal = |(at, &atom): (usize, &Formula)| (row >> at & 1 == 1, atom);
        let literals: Vec<(bool, Formula)> = atoms.iter().enumerate().map(literal).collect();
        let literals = literals.into_iter().map(|(yes, atom)| match yes {
            true => atom,
            false => terms.not(atom),
        });
        let literals = literals.collect();
        cases.push(terms.and(literals));
    }
    terms.formula(FormulaNode::Or(cases.into()))
}

#[test]
fn every_small_structure_and_formula() {
    let mut names = Vocabulary::default();
    for (agent, atom) in [("1", "p"), ("2", "q")] {
        names.add_agent(agent);
        names.add_atom(atom);
    }
    let mut terms = Terms::default();
    let formulas = small_formulas(&mut terms);
    // What an agent sees: nothing, p, q, both, whether they are equal.
    let (p, q) = (atom(&mut terms, 0), atom(&mut terms, 1));
    let equal = terms.formula(FormulaNode::Iff(p, q));
    let sights = [vec![], vec![p], vec![q], vec![p, q], vec![equal], vec![p, equal]];
    let mut checked = 0;
    for table in 1..16u32 {
        let law = truth_table(&mut terms, table);
        let row = table.trailing_zeros();
        let point: Vec<Atom> =
            (0..2).filter(|at| row >> at & 1 == 1).map(Atom::from_index).collect();
        for first in &sights {
            for second in &sights {
                let setup = Setup::Structure(Structure {
                    atoms: vec![Atom(0), Atom(1)],
                    observations: vec![first.clone(), second.clone()],
                    law,
                    point: Some(point.clone()),
                });
                let [symbolic, defined] = [Engine::Symbolic, Engine::Definitional]
                    .map(|engine| build(engine, &setup, &names, &terms));
                for &formula in &formulas {
                    let valid =
                        (symbolic.is_valid(&terms, formula), defined.is_valid(&terms, formula));
                    assert_eq!(valid.0, valid.1);
                    let here = (symbolic.holds(&terms, formula), defined.holds(&terms, formula));
                    assert_eq!(here.0, here.1);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 100_000, "only {checked}");
}

/// Every operator once, around atoms and around each other.
fn small_formulas(terms: &mut Terms) -> Vec<Formula> {
    let mut found = vec![atom(terms, 0), atom(terms, 1)];
    for _ in 0..2 {
        let before = found.clone();
        for &f in before.iter().take(24) {
            found.extend(unary(terms, f));
        }
        for &f in &before[..2] {
            for &g in before.iter().rev().take(20) {
                found.extend(binary(terms, f, g));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn unary(terms: &mut Terms, f: Formula) -> Vec<Formula> {
    let all = Group::first(2);
    let nodes = [
        FormulaNode::Not(f),
        FormulaNode::Knows(Agent(0), f),
        FormulaNode::Imagines(Agent(1), f),
        FormulaNode::KnowsWhether(Agent(1), f),
        FormulaNode::Everybody(all.clone(), f),
        FormulaNode::Common(all.clone(), f),
        FormulaNode::Distributed(all.clone(), f),
    ];
    nodes.into_iter().map(|node| terms.formula(node)).collect()
}

fn binary(terms: &mut Terms, f: Formula, g: Formula) -> Vec<Formula> {
    let one = CountTest::Compare(Comparison::Equal, 1);
    let public = terms.announcement(Group::first(2), f);
    let nodes = [
        FormulaNode::Iff(f, g),
        FormulaNode::Count([f, g, f].into(), one),
        FormulaNode::After(Modality::Every, public, g),
        FormulaNode::After(Modality::Some, public, g),
    ];
    nodes.into_iter().map(|node| terms.formula(node)).collect()
}

#[test]
fn an_operation_that_needs_too_many_nodes_is_given_up_and_the_state_stays_usable() {
    // Pairs far apart: the law needs exponentially many nodes in this order.
    let pairs = 16;
    let mut names = Vocabulary::default();
    names.add_agent("1");
    (0..2 * pairs).for_each(|at| {
        names.add_atom(&format!("p{at}"));
    });
    let mut terms = Terms::default();
    let same = |terms: &mut Terms, at: usize| {
        let (left, right) = (atom(terms, at), atom(terms, at + pairs));
        terms.formula(FormulaNode::Iff(left, right))
    };
    let pairs_equal: Vec<Formula> = (0..pairs).map(|at| same(&mut terms, at)).collect();
    let all = terms.and(pairs_equal);
    let setup = Setup::Structure(Structure {
        atoms: (0..2 * pairs).map(Atom::from_index).collect(),
        observations: vec![vec![]],
        law: Terms::TRUE,
        point: Some(Vec::new()),
    });
    let few = Limits { nodes: 2000, ..Limits::default() };
    let state = Engine::Symbolic.build(&setup, &names, &terms, &few).expect("no law, no nodes");
    let too_much = Err(EvalError::Limit(Limit::Nodes(2000)));
    assert_eq!(state.holds(&terms, all), too_much);
    // Again, and in the same way.
    assert_eq!(state.holds(&terms, all), too_much);
    let first = atom(&mut terms, 0);
    let known = terms.formula(FormulaNode::Knows(Agent(0), first));
    assert_eq!(state.holds(&terms, known), Ok(false));
    assert_eq!(state.relevant_count(), Ok(UBig::ONE << (2 * pairs)));
}
