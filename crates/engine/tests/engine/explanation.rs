//! Explanations say what is so: every path is a path of the model, and what is said to hold or fail
//! at its end does.

use hexa_cases::cases;
use hexa_engine::generate::{self, Access, Language};
use hexa_engine::{
    AccessView, Because, Explanation, Limits, Scene, State, View, Whose, build, explain, holds,
};
use hexa_logic::{Agent, Formula, FormulaNode, Group, Setup, Terms, World};

fn state(setup: &Setup) -> State {
    let names = generate::vocabulary();
    build(setup, &names, &Terms::default(), &Limits::default()).expect("a small model")
}

fn sees(view: &View, agent: Agent, from: usize, to: usize) -> bool {
    let (_, access) = view.access.iter().find(|(of, _)| *of == agent).expect("access");
    match access {
        AccessView::Cells(cells) => {
            cells.iter().any(|cell| cell.contains(&from) && cell.contains(&to))
        }
        AccessView::Arrows(arrows) => arrows.contains(&(from, to)),
    }
}

fn leads(view: &View, by: &Whose, from: usize, to: usize) -> bool {
    match by {
        Whose::Agent(agent) => sees(view, *agent, from, to),
        Whose::Together(group) => group.iter().all(|agent| sees(view, agent, from, to)),
        Whose::Chains(_) => false,
    }
}

/// Whether every node of an explanation is true of the state; how long its longest path is.
fn verify(state: &State, terms: &Terms, view: &View, told: &Explanation) -> usize {
    let worlds: Vec<usize> = state.relevant().unwrap().ones().collect();
    let at = |place: usize| state.at(World::from_index(worlds[place])).expect("it exists");
    let truth =
        |place: usize, formula: Formula| holds(&at(place), terms, formula).expect("defined");
    assert_eq!(truth(told.world, told.formula), told.holds);
    match &told.because {
        Because::Parts { shown, decisive, of } => {
            assert!(shown.len() <= *decisive && decisive <= of);
            assert!(shown.iter().all(|part| part.world == told.world));
            shown.iter().map(|part| verify(state, terms, view, part)).max().unwrap_or(0)
        }
        Because::World { path, there } => {
            let mut from = told.world;
            for step in path {
                assert!(leads(view, &step.by, from, step.to), "{from} to {step:?}");
                from = step.to;
            }
            assert_eq!(from, there.world);
            path.len() + verify(state, terms, view, there)
        }
        Because::Both { agent, yes, no } => {
            let FormulaNode::KnowsWhether(_, body) = *terms.node(told.formula) else { panic!() };
            assert!(sees(view, *agent, told.world, *yes) && sees(view, *agent, told.world, *no));
            assert!(truth(*yes, body) && !truth(*no, body) && !told.holds);
            0
        }
        Because::AllWorlds { of, worlds, value } => {
            let mut body = None;
            terms.node(told.formula).parts(|part| body = Some(part));
            let body = body.expect("an operator");
            assert!(worlds.iter().all(|&world| truth(world, body) == *value));
            if !matches!(of, Whose::Chains(_)) {
                let such = |&to: &usize| leads(view, of, told.world, to);
                let all: Vec<usize> = (0..view.worlds.len()).filter(such).collect();
                assert_eq!(&all, worlds);
            }
            0
        }
        Because::After { outcomes, scene } => {
            assert!(*outcomes > 0 && scene.explanation.holds == told.holds);
            0
        }
        Because::ManyWorlds { .. } => panic!("worlds are listed here"),
        Because::Valuation
        | Because::Everybody(_)
        | Because::Blocked
        | Because::Count { .. }
        | Because::Probability { .. }
        | Because::Unexplained => 0,
    }
}

fn told(setup: &Setup, language: Language, decisions: &[u8], nested: &[u8]) -> usize {
    let state = state(setup);
    let mut terms = Terms::default();
    let everybody = Group::first(generate::AGENTS);
    let mut formula = generate::formula(&mut terms, language, &everybody, decisions);
    for &agent in nested {
        let agent = Agent(u32::from(agent) % generate::AGENTS as u32);
        formula = terms.formula(FormulaNode::Knows(agent, formula));
    }
    let Scene { view, explanation } = explain(&state, &terms, formula).expect("defined");
    assert_eq!(holds(&state, &terms, formula), Ok(explanation.holds));
    verify(&state, &terms, &view, &explanation)
}

#[test]
fn what_is_said_of_partitions_is_so() {
    cases("what is said of partitions is so", 1000, |case| {
        let setup = generate::model(case, 8, Access::Cells);
        let decisions = generate::decisions(case);
        let nested = case.decisions(0..4);
        told(&setup, Language::FULL, &decisions, &nested);
        Ok(())
    });
}

#[test]
fn what_is_said_of_arrows_is_so() {
    cases("what is said of arrows is so", 1000, |case| {
        let setup = generate::model(case, 8, Access::Any);
        let decisions = generate::decisions(case);
        let nested = case.decisions(0..4);
        told(&setup, Language::ARROWS, &decisions, &nested);
        Ok(())
    });
}

#[test]
fn a_chain_is_as_short_as_can_be() {
    // Four worlds in a row: 1 and 2 confuse neighbours in turn, and p fails at the end.
    use hexa_logic::{Atom, ModelSetup, RelationSetup::Cells, WorldSetup};
    let atoms = |at: usize| if at < 3 { vec![Atom(0)] } else { Vec::new() };
    let setup = Setup::Model(ModelSetup {
        worlds: (0..4).map(|at| WorldSetup { name: format!("w{at}"), atoms: atoms(at) }).collect(),
        relations: vec![Some(Cells(vec![0, 0, 1, 1])), Some(Cells(vec![0, 1, 1, 2])), None],
        point: World(0),
    });
    let state = state(&setup);
    let mut terms = Terms::default();
    let p = terms.formula(FormulaNode::Atom(Atom(0)));
    let common = terms.formula(FormulaNode::Common(Group::first(2), p));
    let Scene { explanation, .. } = explain(&state, &terms, common).expect("defined");
    let Because::World { path, there } = explanation.because else { panic!("a chain") };
    let steps: Vec<_> = path.iter().map(|step| (step.by.clone(), step.to)).collect();
    let by = |agent| Whose::Agent(Agent(agent));
    assert_eq!(steps, [(by(0), 1), (by(1), 2), (by(0), 3)]);
    assert!(!there.holds);
}
