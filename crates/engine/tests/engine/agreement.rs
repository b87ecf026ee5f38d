//! The explicit and the symbolic engine give the answers of the definitions: on every small model
//! and every small formula, and on random larger ones.

use hexa_cases::{cases, ensure, ensure_eq};
use hexa_engine::generate::{self, Access, Language, model};
use hexa_engine::{Engine, Held, Limits, Outcomes, UpdateError, truth};
use hexa_logic::{
    Action, Agent, Atom, Comparison, CountTest, Formula, FormulaNode, Group, Modality, ModelSetup,
    Ratio, RelationSetup, Setup, Terms, Vocabulary, World, WorldSetup,
};

/// All formulas with at most so many operators over one atom, the operators being those of
/// [`unary`] and [`binary`]. Cells add what arrows do not define.
fn formulas(terms: &mut Terms, agents: usize, size: usize, access: Access) -> Vec<Formula> {
    let atom = terms.formula(FormulaNode::Atom(Atom(0)));
    let mut by_size = vec![vec![atom]];
    for now in 1..=size {
        let mut found = Vec::new();
        for body in by_size[now - 1].clone() {
            found.extend(unary(terms, agents, body, access));
        }
        for left in 0..now {
            for &f in &by_size[left] {
                for &g in &by_size[now - 1 - left] {
                    found.extend(binary(terms, agents, f, g, access));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        by_size.push(found);
    }
    by_size.concat()
}

fn unary(terms: &mut Terms, agents: usize, f: Formula, access: Access) -> Vec<Formula> {
    let all = Group::first(agents);
    let one = Agent(0);
    let mut nodes = vec![
        FormulaNode::Not(f),
        FormulaNode::Imagines(one, f),
        FormulaNode::KnowsWhether(one, f),
        FormulaNode::Everybody(all.clone(), f),
        FormulaNode::Common(all.clone(), f),
        FormulaNode::Distributed(all.clone(), f),
        FormulaNode::Distributed(Group::empty(), f),
    ];
    nodes.extend(all.iter().map(|agent| FormulaNode::Knows(agent, f)));
    if access == Access::Cells {
        let half = Ratio::new(1, 2).expect("two is not zero");
        nodes.push(FormulaNode::Probability(one, f, Comparison::Greater, half));
    }
    nodes.into_iter().map(|node| terms.formula(node)).collect()
}

fn binary(
    terms: &mut Terms,
    agents: usize,
    f: Formula,
    g: Formula,
    access: Access,
) -> Vec<Formula> {
    let one = CountTest::Compare(Comparison::Equal, 1);
    let mut nodes = vec![FormulaNode::And([f, g].into()), FormulaNode::Count([f, g].into(), one)];
    if access == Access::Cells {
        let public = terms.announcement(Group::first(agents), f);
        nodes.push(FormulaNode::After(Modality::Every, public, g));
        nodes.push(FormulaNode::After(Modality::Some, public, g));
    }
    nodes.into_iter().map(|node| terms.formula(node)).collect()
}

fn names(agents: usize) -> Vocabulary {
    let mut vocabulary = Vocabulary::default();
    for at in 1..=agents {
        vocabulary.add_agent(at.to_string());
    }
    vocabulary.add_atom("p");
    vocabulary
}

/// All partitions of so many worlds, as class arrays numbered in order of appearance.
fn partitions(worlds: usize) -> Vec<RelationSetup> {
    model::partitions(worlds).into_iter().map(RelationSetup::Cells).collect()
}

/// All relations between so many worlds.
fn relations(worlds: u32) -> Vec<RelationSetup> {
    let pairs: Vec<_> = (0..worlds).flat_map(|v| (0..worlds).map(move |w| (v, w))).collect();
    let chosen = |mask: u32| {
        let inside = pairs.iter().enumerate().filter(move |(at, _)| mask >> at & 1 == 1);
        RelationSetup::Arrows(inside.map(|(_, &pair)| pair).collect())
    };
    (0..1 << pairs.len()).map(chosen).collect()
}

/// All models with one of these relations for each agent.
fn models(worlds: usize, agents: usize, relations: &[RelationSetup]) -> Vec<Setup> {
    let mut choices: Vec<Vec<RelationSetup>> = vec![Vec::new()];
    for _ in 0..agents {
        let more = |of: Vec<RelationSetup>| {
            relations.iter().map(move |next| [of.as_slice(), std::slice::from_ref(next)].concat())
        };
        choices = choices.into_iter().flat_map(more).collect();
    }
    let model = |valuation: usize, relations: &Vec<RelationSetup>| {
        let world = |at: usize| WorldSetup {
            name: format!("w{at}"),
            atoms: if valuation >> at & 1 == 1 { vec![Atom(0)] } else { vec![] },
        };
        Setup::Model(ModelSetup {
            worlds: (0..worlds).map(world).collect(),
            relations: relations.iter().cloned().map(Some).collect(),
            point: World(0),
        })
    };
    (0..1 << worlds).flat_map(|v| choices.iter().map(move |r| model(v, r))).collect()
}

/// The state, held by each engine.
fn held(setup: &Setup, names: &Vocabulary, terms: &Terms) -> [Held; 3] {
    Engine::GENERAL
        .map(|engine| engine.build(setup, names, terms, &Limits::default()).expect("a small model"))
}

/// In every world the explicit engine, and in every relevant one the symbolic engine says of the
/// formula what the definitions say.
fn assert_same_truth(states: &[Held; 3], terms: &Terms, formula: Formula, setup: &Setup) {
    let [explicit, symbolic, defined] = states;
    let (Some(explicit), Some(defined)) = (explicit.as_listed(), defined.as_defined()) else {
        panic!("an engine for each place");
    };
    let told = || format!("{:?} in {setup:?}: {terms:?}", terms.node(formula));
    let fast = truth(explicit, terms, formula).expect("defined");
    let slow = defined.truth(terms, formula).expect("defined");
    let fast: Vec<bool> = (0..slow.len()).map(|world| fast.contains(world)).collect();
    assert_eq!(fast, slow, "{}", told());
    let relevant: Vec<bool> = defined.relevant().iter().map(|&world| slow[world]).collect();
    assert_eq!(symbolic.truth(terms, formula), Ok(relevant), "symbolic: {}", told());
}

fn assert_agreement(worlds: usize, agents: usize, size: usize, access: Access) {
    let names = names(agents);
    let mut terms = Terms::default();
    let formulas = formulas(&mut terms, agents, size, access);
    let relations = match access {
        Access::Cells => partitions(worlds),
        Access::Any => relations(worlds as u32),
    };
    for setup in models(worlds, agents, &relations) {
        let states = held(&setup, &names, &terms);
        for &formula in &formulas {
            assert_same_truth(&states, &terms, formula, &setup);
        }
    }
}

#[test]
fn every_s5_model_of_two_worlds_or_of_one_agent_and_three_agrees_on_formulas_of_three_operators() {
    for worlds in 1..=2 {
        assert_agreement(worlds, 2, 3, Access::Cells);
    }
    assert_agreement(3, 1, 3, Access::Cells);
}

#[test]
fn every_s5_model_up_to_four_worlds_agrees_on_every_formula_of_two_operators() {
    for worlds in 3..=4 {
        assert_agreement(worlds, 2, 2, Access::Cells);
    }
}

#[test]
fn every_model_with_arrows_agrees_on_every_formula_of_two_operators() {
    assert_agreement(1, 2, 2, Access::Any);
    assert_agreement(2, 2, 2, Access::Any);
    assert_agreement(3, 1, 2, Access::Any);
}

fn assert_same_facts(states: &[Held; 3]) {
    let [fast @ .., slow] = states;
    for fast in fast {
        assert_eq!(fast.view(), slow.view(), "{:?}", fast.engine());
        assert_eq!(fast.relevant_count(), slow.relevant_count(), "{:?}", fast.engine());
        if let Some(whole) = fast.whole_count() {
            assert_eq!(Some(whole), slow.whole_count(), "{:?}", fast.engine());
        }
        assert_eq!(fast.minimal_count(), slow.minimal_count(), "{:?}", fast.engine());
        assert_eq!(fast.group(), slow.group(), "{:?}", fast.engine());
        for agent in (0..generate::AGENTS).map(Agent::from_index) {
            assert_eq!(fast.class_count(agent), slow.class_count(agent), "{:?}", fast.engine());
        }
    }
}

fn single(outcomes: Outcomes<Held>) -> Held {
    outcomes.into_single().expect("one outcome")
}

/// The states after an action, or why there are none: for the same reason, whichever engine.
fn updated(states: &[Held; 3], terms: &Terms, action: Action) -> Result<[Held; 3], UpdateError> {
    let done = states.each_ref().map(|state| state.update(terms, action).map(single));
    match done {
        [Ok(explicit), Ok(symbolic), Ok(defined)] => Ok([explicit, symbolic, defined]),
        [Err(explicit), Err(symbolic), Err(defined)] => {
            assert_eq!(explicit, defined);
            assert_eq!(symbolic, defined);
            Err(defined)
        }
        done => panic!("only some engines do it: {done:?}"),
    }
}

#[test]
fn truth_on_cells_is_that_of_the_definitions() {
    cases("truth on cells is that of the definitions", 400, |case| {
        let setup = generate::model(case, 9, Access::Cells);
        let decisions = generate::decisions(case);
        let mut terms = Terms::default();
        let everybody = Group::first(generate::AGENTS);
        let formula = generate::formula(&mut terms, Language::FULL, &everybody, &decisions);
        let states = held(&setup, &generate::vocabulary(), &terms);
        assert_same_truth(&states, &terms, formula, &setup);
        Ok(())
    });
}

#[test]
fn truth_on_arrows_is_that_of_the_definitions() {
    cases("truth on arrows is that of the definitions", 400, |case| {
        let setup = generate::model(case, 7, Access::Any);
        let decisions = generate::decisions(case);
        let mut terms = Terms::default();
        let everybody = Group::first(generate::AGENTS);
        let formula = generate::formula(&mut terms, Language::ARROWS, &everybody, &decisions);
        let states = held(&setup, &generate::vocabulary(), &terms);
        assert_same_truth(&states, &terms, formula, &setup);
        assert_same_facts(&states);
        Ok(())
    });
}

#[test]
fn announcements_do_what_the_definitions_say() {
    cases("announcements do what the definitions say", 400, |case| {
        let setup = generate::model(case, 9, Access::Cells);
        let first = generate::decisions(case);
        let second = generate::decisions(case);
        let asked = generate::decisions(case);
        let mut terms = Terms::default();
        let mut group = Group::first(generate::AGENTS);
        let mut states = held(&setup, &generate::vocabulary(), &terms);
        assert_same_facts(&states);
        for decisions in [first, second] {
            let (action, left) =
                generate::announcement(&mut terms, Language::FULL, &group, &decisions);
            match updated(&states, &terms, action) {
                Ok(next) => (states, group) = (next, left),
                Err(UpdateError::NotExecutable { .. }) => {}
                Err(why) => ensure!(false, "{}", why),
            }
            assert_same_facts(&states);
            let formula = generate::formula(&mut terms, Language::FULL, &group, &asked);
            let [explicit, symbolic, defined] =
                states.each_ref().map(|state| state.truth(&terms, formula));
            ensure_eq!(&explicit, &defined);
            ensure_eq!(&symbolic, &defined);
        }
        Ok(())
    });
}

#[test]
fn comparisons_are_those_of_the_definitions() {
    cases("comparisons are those of the definitions", 400, |case| {
        let left = generate::model(case, 5, Access::Any);
        let right = generate::model(case, 5, Access::Any);
        let terms = Terms::default();
        let names = generate::vocabulary();
        for (left, right) in [(&left, &right), (&left, &left)] {
            let (left, right) = (held(left, &names, &terms), held(right, &names, &terms));
            let [explicit, symbolic, defined] = [0, 1, 2].map(|engine| {
                let (left, right) = (&left[engine], &right[engine]);
                (left.bisimilar(right), left.isomorphic(right))
            });
            ensure_eq!(&explicit, &defined);
            ensure_eq!(&symbolic, &defined);
        }
        Ok(())
    });
}

#[test]
fn truth_in_states_of_several_words_is_that_of_the_definitions() {
    cases("truth in states of several words is that of the definitions", 60, |case| {
        let setup = generate::model(case, 150, Access::Cells);
        let said = generate::decisions(case);
        let asked = generate::decisions(case);
        let mut terms = Terms::default();
        let group = Group::first(generate::AGENTS);
        let (action, left) = generate::announcement(&mut terms, Language::FULL, &group, &said);
        let formula = generate::formula(&mut terms, Language::FULL, &left, &asked);
        let states = held(&setup, &generate::vocabulary(), &terms);
        let body = generate::formula(&mut terms, Language::FULL, &group, &said);
        assert_same_truth(&states, &terms, body, &setup);
        if let Ok([explicit, symbolic, defined]) = updated(&states, &terms, action) {
            let truth = defined.truth(&terms, formula);
            ensure_eq!(&explicit.truth(&terms, formula), &truth);
            ensure_eq!(&symbolic.truth(&terms, formula), &truth);
            ensure_eq!(explicit.view(), defined.view());
            ensure_eq!(symbolic.view(), defined.view());
        }
        Ok(())
    });
}

#[test]
fn contraction_of_larger_states_is_that_of_the_definitions() {
    cases("contraction of larger states is that of the definitions", 60, |case| {
        let setup = generate::model(case, 30, Access::Any);
        assert_same_facts(&held(&setup, &generate::vocabulary(), &Terms::default()));
        Ok(())
    });
}
