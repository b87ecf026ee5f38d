//! Propositions of the thesis about local and product interpretation (9 to 15, fact 5)
//! and of the Cluedo paper (theorems 1 and 2), on random small S5 models and random
//! actions. What is false is tested by a small counterexample.

use hexa_cases::{Failed, cases, ensure, ensure_eq};
use hexa_engine::definitional::product::{self, ActionFrame};
use hexa_engine::definitional::{Reading, State, bisimilar, build};
use hexa_engine::generate::action::{Growth, Kind, decisions, everybody, grow, grow_formula};
use hexa_engine::generate::model::beside;
use hexa_engine::generate::{self, Access};
use hexa_engine::{Limits, UpdateError};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Formula, FormulaNode, Group, Modality, ModelSetup,
    RelationSetup, Setup, Terms, World, WorldSetup,
};
use std::cell::Cell;

/// Searches may be long for a few random actions; those are passed over.
fn limits() -> Limits {
    Limits { max_worlds: Some(200), work: 1_000_000, ..Limits::default() }
}

fn state(setup: &Setup) -> State {
    build(setup, &generate::vocabulary(), &Terms::default(), &limits()).expect("a small model")
}

/// How many random actions were of what sort.
#[derive(Default)]
struct Tally {
    all: Cell<u32>,
    defined: Cell<u32>,
    executable: Cell<u32>,
    several: Cell<u32>,
    sets: Cell<u32>,
}

fn count(cell: &Cell<u32>) {
    cell.set(cell.get() + 1);
}

impl Tally {
    /// The outcomes of an action, if it can be executed.
    fn update(&self, state: &State, terms: &Terms, action: Action) -> Option<Vec<Vec<State>>> {
        count(&self.all);
        let outcomes = state.update(terms, action);
        match &outcomes {
            Err(UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. }) | Ok(_) => {
                count(&self.defined);
            }
            Err(_) => {}
        }
        let alternatives = outcomes.ok()?.alternatives().to_vec();
        count(&self.executable);
        if alternatives.len() > 1 {
            count(&self.several);
        }
        if alternatives.iter().any(|outcome| outcome.len() > 1) {
            count(&self.sets);
        }
        Some(alternatives)
    }

    #[allow(clippy::print_stdout)]
    fn print(&self, name: &str) {
        let share = |cell: &Cell<u32>| 100 * cell.get() / self.all.get().max(1);
        let (compared, given_up) = COMPARED.get();
        println!(
            "{name}: {} actions, {}% defined, {}% executable, {}% with several outcomes, \
             {}% with sets of states; {given_up} of {compared} comparisons given up",
            self.all.get(),
            share(&self.defined),
            share(&self.executable),
            share(&self.several),
            share(&self.sets),
        );
        assert!(20 * given_up <= compared, "{name}: too many comparisons were given up");
        assert!(share(&self.executable) >= 15, "{name}: too few actions can be executed");
    }
}

/// Runs a property on random models and lists of decisions, and prints the tally.
fn on_random_actions(
    name: &str,
    many: u32,
    property: impl Fn(&Tally, &Setup, &[u8], &[u8]) -> Result<(), Failed>,
) {
    let tally = Tally::default();
    cases(name, many, |case| {
        let setup = generate::model(case, 4, Access::Cells);
        let (first, second) = (decisions(case), decisions(case));
        property(&tally, &setup, &first, &second)
    });
    tally.print(name);
}

thread_local! {
    /// How many comparisons were made, and how many given up.
    static COMPARED: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
}

/// Whether two states are bisimilar. Comparisons that take too long are passed over, and counted.
fn same(left: &State, right: &State) -> bool {
    let result = bisimilar(left, right);
    let (all, given_up) = COMPARED.get();
    COMPARED.set((all + 1, given_up + u32::from(result.is_err())));
    result.unwrap_or(true)
}

/// Whether two sets of states are the same up to bisimilarity.
fn same_sets(left: &[State], right: &[State]) -> bool {
    let inside = |of: &[State], by: &[State]| of.iter().all(|s| by.iter().any(|t| same(s, t)));
    inside(left, right) && inside(right, left)
}

/// Whether two collections of sets of states are the same up to bisimilarity.
fn same_outcomes(left: &[Vec<State>], right: &[Vec<State>]) -> bool {
    let inside = |of: &[Vec<State>], by: &[Vec<State>]| {
        of.iter().all(|s| by.iter().any(|t| same_sets(s, t)))
    };
    inside(left, right) && inside(right, left)
}

/// Two copies of a model; cells hold all copies of their worlds.
fn doubled(setup: &Setup) -> Setup {
    beside(setup, setup, |class| class)
}

/// A model with another beside it that nothing leads to.
fn with_unreachable(setup: &Setup, other: &Setup) -> Setup {
    beside(setup, other, |class| class + 1000)
}

/// Every state in some outcome, with the world it is an image of.
fn members(images: &[Vec<Vec<State>>]) -> Vec<(usize, &State)> {
    let mut all = Vec::new();
    for (w, outcomes) in images.iter().enumerate() {
        all.extend(outcomes.iter().flatten().map(|state| (w, state)));
    }
    all
}

#[test]
fn proposition_9_every_world_image_has_a_unique_origin() {
    on_random_actions("proposition 9", 1500, |tally, setup, first, _| {
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Knowledge, first);
        let state = state(setup);
        tally.update(&state, &terms, action);
        let Ok(images) = state.images(&terms, action, Reading::Type) else { return Ok(()) };
        for (_, model) in members(&images) {
            for world in 0..model.world_count() {
                let here = |s: &State| s.shares_model(model) && s.point() == world;
                let mut origins: Vec<usize> =
                    members(&images).iter().filter(|(_, s)| here(s)).map(|&(w, _)| w).collect();
                origins.dedup();
                ensure_eq!(origins.len(), 1, "{:?}", terms);
            }
        }
        Ok(())
    });
}

#[test]
fn no_world_image_has_two_origins_whatever_the_action() {
    on_random_actions("proposition 9, any action", 1500, |tally, setup, first, _| {
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Any, first);
        let state = state(setup);
        tally.update(&state, &terms, action);
        let Ok(images) = state.images(&terms, action, Reading::Type) else { return Ok(()) };
        let all = members(&images);
        for (v, s) in &all {
            for (w, t) in &all {
                let equal = s.shares_model(t) && s.point() == t.point();
                ensure!(!equal || v == w, "{:?}", terms);
            }
        }
        Ok(())
    });
}

/// Three actions, each defined after the one before it, and who has access in the end.
fn three(terms: &mut Terms, kind: Kind, decisions: &[u8]) -> ([Action; 3], Group) {
    let mut growth = Growth::new(terms, kind, decisions);
    let (first, left) = match kind {
        Kind::Any => growth.at_once(&everybody(), &everybody(), 3),
        _ => growth.action(&everybody(), &everybody(), 3),
    };
    let (second, left) = growth.learning(&left, &left, 2);
    let (third, left) = growth.choice(&left, &left, 3);
    ([first, second, third], left)
}

fn nested(
    terms: &mut Terms,
    of: [Action; 3],
    node: fn(Box<[Action]>) -> ActionNode,
) -> [Action; 2] {
    let [a, b, c] = of;
    let mut both = |left, right| terms.action(node([left, right].into()));
    let (ab, bc) = (both(a, b), both(b, c));
    [both(ab, c), both(a, bc)]
}

#[test]
fn proposition_10_choice_and_sequence_are_associative() {
    on_random_actions("proposition 10", 500, |tally, setup, first, second| {
        let mut terms = Terms::default();
        let (of, _) = three(&mut terms, Kind::Single, first);
        let free = [first, second, &[second, first].concat()]
            .map(|decisions| grow(&mut terms, Kind::Any, decisions));
        let pairs = [
            nested(&mut terms, of, ActionNode::Sequence),
            nested(&mut terms, free, |of| ActionNode::Choice(of, None)),
            nested(&mut terms, free, ActionNode::Concurrent),
        ];
        let state = state(setup);
        for [left, right] in pairs {
            let [left, right] = [left, right].map(|action| {
                let learnt = terms.action(ActionNode::Learn(everybody(), action));
                (tally.update(&state, &terms, action), state.update(&terms, learnt).ok())
            });
            ensure_eq!(left.0.is_some(), right.0.is_some());
            if let (Some(left), Some(right)) = (&left.0, &right.0) {
                ensure!(same_outcomes(left, right), "{:?}", terms);
            }
            if let (Some(left), Some(right)) = (&left.1, &right.1) {
                ensure!(same_outcomes(left.alternatives(), right.alternatives()));
            }
        }
        Ok(())
    });
}

#[test]
fn bracketing_a_sequence_changes_no_truth_after_it() {
    on_random_actions("sequences with ||", 1000, |tally, setup, first, second| {
        let mut terms = Terms::default();
        let (of, left) = three(&mut terms, Kind::Any, first);
        let formula = grow_formula(&mut terms, Kind::Any, &left, second);
        let [left, right] = nested(&mut terms, of, ActionNode::Sequence);
        let state = state(setup);
        tally.update(&state, &terms, left);
        for modality in [Modality::Every, Modality::Some] {
            let [left, right] = [left, right].map(|action| {
                let after = terms.formula(FormulaNode::After(modality, action, formula));
                state.truth(&terms, after).ok()
            });
            if left.is_some() && right.is_some() {
                ensure_eq!(left, right, "{:?}", terms);
            }
        }
        Ok(())
    });
}

#[test]
fn fact_5_s5_models_become_s5_models() {
    on_random_actions("fact 5", 1000, |tally, setup, first, _| {
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Any, first);
        for state in tally.update(&state(setup), &terms, action).into_iter().flatten().flatten() {
            for agent in state.group().iter() {
                let worlds = (0..state.world_count()).collect();
                ensure!(state.is_equivalence(agent, &worlds), "{:?}", terms);
            }
        }
        Ok(())
    });
}

#[test]
fn proposition_11_actions_are_among_their_type_and_make_it_up() {
    on_random_actions("proposition 11", 1000, |tally, setup, first, _| {
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Knowledge, first);
        let state = state(setup);
        tally.update(&state, &terms, action);
        let Ok(frame) = ActionFrame::new(&terms, action, &everybody(), &limits()) else {
            return Ok(());
        };
        // One action that is a choice between the type and all its actions, so that models are shared.
        let mut terms = frame.terms().clone();
        let kind = terms.action(ActionNode::Choice(frame.actions().into(), None));
        let Ok(by_type) = state.images(&terms, kind, Reading::Type) else { return Ok(()) };
        let Ok(by_actions) = state.images(&terms, kind, Reading::Marked) else { return Ok(()) };
        for (of_type, of_actions) in by_type.iter().zip(&by_actions) {
            ensure_eq!(of_type.len(), of_actions.len());
        }
        for &one in frame.actions() {
            let Ok(images) = state.images(&terms, one, Reading::Marked) else { return Ok(()) };
            ensure!(images.iter().all(|outcomes| outcomes.len() <= 1), "functional");
        }
        Ok(())
    });
}

#[test]
fn an_action_leads_only_where_its_type_does() {
    on_random_actions("proposition 11.a, any action", 1000, |tally, setup, first, _| {
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Any, first);
        let state = state(setup);
        tally.update(&state, &terms, action);
        let marked = state.images(&terms, action, Reading::Marked);
        let kind = state.images(&terms, action, Reading::Type);
        let (Ok(marked), Ok(kind)) = (marked, kind) else { return Ok(()) };
        for (marked, kind) in marked.iter().zip(&kind) {
            ensure!(marked.len() <= kind.len());
            ensure!(marked.iter().all(|s| kind.iter().any(|t| same_sets(s, t))));
        }
        Ok(())
    });
}

#[test]
fn proposition_12_and_theorem_2_execution_preserves_bisimilarity_of_models() {
    on_random_actions("proposition 12", 1000, |tally, setup, first, second| {
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Any, first);
        let formula = grow_formula(&mut terms, Kind::Any, &everybody(), second);
        let (one, two) = (state(setup), state(&doubled(setup)));
        let left = tally.update(&one, &terms, action);
        let right = two.update(&terms, action);
        if let (Some(left), Ok(right)) = (&left, &right) {
            ensure!(same_outcomes(left, right.alternatives()), "{:?}", terms);
        }
        if let (Ok(left), Ok(right)) = (one.holds(&terms, formula), two.holds(&terms, formula)) {
            ensure_eq!(left, right, "{:?}", terms);
        }
        Ok(())
    });
}

#[test]
fn proposition_13_execution_preserves_bisimilarity_of_states_without_concurrency() {
    let mut other = 0u32;
    let unreachable: Vec<Setup> = std::iter::repeat_with(|| {
        other += 1;
        let atoms = (0..2).filter(|bit| other >> bit & 1 == 1).map(Atom).collect();
        let world = WorldSetup { name: "u".into(), atoms };
        let relations = vec![Some(RelationSetup::Cells(vec![0])); generate::AGENTS];
        Setup::Model(ModelSetup { worlds: vec![world], relations, point: World(0) })
    })
    .take(4)
    .collect();
    on_random_actions("proposition 13", 1000, |tally, setup, first, second| {
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Single, first);
        let formula = grow_formula(&mut terms, Kind::Single, &everybody(), second);
        let one = state(setup);
        let left = tally.update(&one, &terms, action);
        for other in &unreachable {
            let two = state(&with_unreachable(setup, other));
            ensure!(same(&one, &two));
            if let (Some(left), Ok(right)) = (&left, &two.update(&terms, action)) {
                ensure!(same_outcomes(left, right.alternatives()), "{:?}", terms);
            }
            if let (Ok(left), Ok(right)) = (one.holds(&terms, formula), two.holds(&terms, formula))
            {
                ensure_eq!(left, right, "{:?}", terms);
            }
        }
        Ok(())
    });
}

#[test]
fn proposition_14_an_action_is_executable_iff_its_precondition_holds() {
    on_random_actions("proposition 14", 1500, |tally, setup, first, _| {
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Knowledge, first);
        let state = state(setup);
        tally.update(&state, &terms, action);
        let Ok(mut frame) = ActionFrame::new(&terms, action, &everybody(), &limits()) else {
            return Ok(());
        };
        for one in frame.actions().to_vec() {
            let condition = frame.precondition(one);
            let Ok(images) = state.images(frame.terms(), one, Reading::Marked) else {
                return Ok(());
            };
            let Ok(truth) = state.truth(frame.terms(), condition) else { return Ok(()) };
            for (outcomes, holds) in images.iter().zip(truth) {
                ensure_eq!(!outcomes.is_empty(), holds, "{:?}", frame.terms());
            }
        }
        Ok(())
    });
}

#[test]
fn proposition_15_local_and_product_interpretation_are_bisimilar() {
    on_random_actions("proposition 15", 3000, |tally, setup, first, _| {
        let mut terms = Terms::default();
        let action = grow(&mut terms, Kind::Knowledge, first);
        let state = state(setup);
        let local = tally.update(&state, &terms, action);
        let product = product::update(&state, &terms, action);
        match (local, product) {
            (Some(local), Ok(product)) => {
                ensure!(same_outcomes(&local, product.alternatives()), "{:?}", terms);
            }
            (None, Ok(_)) => ensure!(false, "only the product can be executed: {:?}", terms),
            (Some(_), Err(UpdateError::NoOutcome { .. })) => {
                ensure!(false, "only local interpretation can be executed: {:?}", terms);
            }
            _ => {}
        }
        Ok(())
    });
}

/// A model of one agent who considers all reachable worlds possible, the first of which is actual,
/// and perhaps a world that cannot be reached.
fn one_agent(worlds: &[&[u32]], unreachable: Option<&[u32]>) -> State {
    let listed = worlds.iter().copied().chain(unreachable).enumerate().map(|(at, atoms)| {
        WorldSetup { name: format!("w{at}"), atoms: atoms.iter().map(|&p| Atom(p)).collect() }
    });
    let cells = worlds.iter().map(|_| 0).chain(unreachable.map(|_| 1)).collect();
    state(&Setup::Model(ModelSetup {
        worlds: listed.collect(),
        relations: vec![Some(RelationSetup::Cells(cells))],
        point: World(0),
    }))
}

/// Terms about one agent.
struct Said(Terms);

impl Said {
    fn learn(&mut self, action: Action) -> Action {
        self.0.action(ActionNode::Learn(Group::from(Agent(0)), action))
    }

    fn learn_atom(&mut self, atom: u32) -> Action {
        let atom = self.0.formula(FormulaNode::Atom(Atom(atom)));
        let test = self.0.action(ActionNode::Test(atom));
        self.learn(test)
    }

    fn sequence(&mut self, of: &[Action]) -> Action {
        self.0.action(ActionNode::Sequence(of.into()))
    }

    fn choice(&mut self, of: &[Action]) -> Action {
        self.0.action(ActionNode::Choice(of.into(), None))
    }

    fn at_once(&mut self, of: &[Action]) -> Action {
        self.0.action(ActionNode::Concurrent(of.into()))
    }

    /// After some execution the agent knows both atoms.
    fn may_know_both(&mut self, action: Action) -> Formula {
        let both = [0, 1].map(|atom| self.0.formula(FormulaNode::Atom(Atom(atom))));
        let both = self.0.and(both.to_vec());
        let knows = self.0.formula(FormulaNode::Knows(Agent(0), both));
        self.0.formula(FormulaNode::After(Modality::Some, action, knows))
    }
}

#[test]
fn theorem_1_fails_for_concurrent_actions_where_some_worlds_are_not_reachable() {
    // The parts of `||` lead to one model if r holds everywhere, and to two if it fails in a world
    // that the agent does not even consider. Two states can be followed by different choices, and
    // a set of both is a world in which they know what either choice told.
    let mut said = Said(Terms::default());
    let skip = said.0.skip();
    let (skip, r) = (said.learn(skip), said.learn_atom(2));
    let (p, q) = (said.learn_atom(0), said.learn_atom(1));
    let (twice, either) = (said.at_once(&[skip, r]), said.choice(&[p, q]));
    let action = said.sequence(&[twice, either]);
    let learnt = said.learn(action);
    let formula = said.may_know_both(learnt);
    let worlds: [&[u32]; 3] = [&[0, 1, 2], &[0, 2], &[1, 2]];
    let reachable = one_agent(&worlds, None);
    let more = one_agent(&worlds, Some(&[]));
    assert!(same(&reachable, &more));
    assert_eq!(reachable.holds(&said.0, formula), Ok(false));
    assert_eq!(more.holds(&said.0, formula), Ok(true));
    // Theorem 2 and its corollary fail with it.
    let outcomes = |state: &State, action| {
        state.update(&said.0, action).expect("executable").alternatives().len()
    };
    assert_eq!((outcomes(&reachable, action), outcomes(&more, action)), (2, 3));
    assert_eq!((outcomes(&reachable, learnt), outcomes(&more, learnt)), (2, 3));
}

#[test]
fn sequence_is_not_associative_once_actions_are_concurrent() {
    // Two agents' models become one model when only the first learns again: what follows on it is
    // chosen once, or once for each.
    let mut said = Said(Terms::default());
    let skip = said.0.skip();
    let everybody = said.0.action(ActionNode::Learn(Group::first(2), skip));
    let again = said.learn(skip);
    let (p, q) = (said.learn_atom(0), said.learn_atom(1));
    let (twice, either) = (said.at_once(&[everybody, again]), said.choice(&[p, q]));
    let first_two = said.sequence(&[twice, again]);
    let last_two = said.sequence(&[again, either]);
    let (left, right) = (said.sequence(&[first_two, either]), said.sequence(&[twice, last_two]));
    let worlds: [&[u32]; 3] = [&[0, 1], &[0], &[1]];
    let listed = worlds.iter().map(|atoms| WorldSetup {
        name: "w".into(),
        atoms: atoms.iter().map(|&p| Atom(p)).collect(),
    });
    let relations = vec![Some(RelationSetup::Cells(vec![0, 0, 0])); 2];
    let setup = ModelSetup { worlds: listed.collect(), relations, point: World(0) };
    let state = state(&Setup::Model(setup));
    let (left, right) = (said.learn(left), said.learn(right));
    let (may_left, may_right) = (said.may_know_both(left), said.may_know_both(right));
    assert_eq!(state.holds(&said.0, may_left), Ok(false));
    assert_eq!(state.holds(&said.0, may_right), Ok(true));
}
