//! Which engine runs a scenario: by the size of its states, and by what is done in them.

use hexa_engine::{
    Because, Engine, Ground, Limit, Limits, Task, UBig, WayOut, WhyNot, WorldByWorld, WorldsCounted,
};
use hexa_logic::{
    Action, ActionNode, Agent, Comparison, Formula, FormulaNode, Ratio, Setup, Structure, Terms,
    Vocabulary,
};

/// An agent who sees the first of so many atoms.
struct Situation {
    vocabulary: Vocabulary,
    terms: Terms,
    agent: Agent,
    first: Formula,
    setup: Setup,
}

fn situation(atoms: usize) -> Situation {
    let (mut vocabulary, mut terms) = (Vocabulary::default(), Terms::default());
    let agent = vocabulary.add_agent("1");
    let atoms: Vec<_> = (0..atoms).map(|at| vocabulary.add_atom(&format!("p{at}"))).collect();
    let first = terms.formula(FormulaNode::Atom(atoms[0]));
    let (observations, law) = (vec![vec![first]], Terms::TRUE);
    let setup = Setup::Structure(Structure { atoms, observations, law, point: Some(Vec::new()) });
    Situation { vocabulary, terms, agent, first, setup }
}

impl Situation {
    fn task(&self, formulas: &[Formula], actions: &[Action], limits: Limits) -> Task<'_> {
        Task {
            setups: vec![&self.setup],
            formulas: formulas.to_vec(),
            actions: actions.to_vec(),
            counted: WorldsCounted::Relevant,
            vocabulary: &self.vocabulary,
            terms: &self.terms,
            limits,
        }
    }

    fn repeated(&mut self) -> Action {
        let test = self.terms.action(ActionNode::Test(self.first));
        self.terms.action(ActionNode::Star(test))
    }
}

#[test]
fn small_states_are_explicit_and_large_ones_symbolic() {
    for (atoms, engine) in [(1, Engine::Explicit), (14, Engine::Explicit), (15, Engine::Symbolic)] {
        let small = situation(atoms);
        let knows = small.first;
        let choice = Engine::choose(&small.task(&[knows], &[], Limits::default()));
        assert_eq!(choice.engine, engine, "{atoms} atoms");
    }
}

#[test]
fn what_is_done_world_by_world_is_explicit_as_long_as_worlds_can_be_listed() {
    let mut listable = situation(20);
    let star = listable.repeated();
    let choice = Engine::choose(&listable.task(&[], &[star], Limits::default()));
    assert_eq!(choice.engine, Engine::Explicit);
    assert_eq!(choice.ground, Ground::Listing(WorldByWorld::Iteration));

    let mut endless = situation(100);
    let star = endless.repeated();
    let task = endless.task(&[], &[star], Limits::default());
    assert_eq!(Engine::choose(&task).engine, Engine::Symbolic);
    assert!(matches!(Engine::Explicit.can_hold(&task), Err(WhyNot::Initial(_))));
    let why = Engine::Symbolic.can_hold(&task);
    assert!(matches!(why, Err(WhyNot::Listing(WorldByWorld::Iteration, _))), "{why:?}");
    assert_eq!(Engine::Symbolic.can_hold(&endless.task(&[], &[], Limits::default())), Ok(()));
}

#[test]
fn worlds_that_cannot_be_reached_are_counted_where_they_are_kept() {
    let large = situation(20);
    let task = large.task(&[], &[], Limits::default());
    assert_eq!(Engine::choose(&task).engine, Engine::Symbolic);
    let whole = Task { counted: WorldsCounted::Whole, ..task };
    let choice = Engine::choose(&whole);
    assert_eq!((choice.engine, choice.ground), (Engine::Explicit, Ground::WholeModel));
    assert_eq!(Engine::Symbolic.can_hold(&whole), Err(WhyNot::Unreachable));
}

#[test]
fn worlds_under_a_law_are_not_searched_for_among_very_many_valuations() {
    for (atoms, engine) in [(20, Engine::Explicit), (100, Engine::Symbolic)] {
        let mut lawful = situation(atoms);
        let (star, first) = (lawful.repeated(), lawful.first);
        if let Setup::Structure(structure) = &mut lawful.setup {
            structure.law = first;
        }
        let choice = Engine::choose(&lawful.task(&[], &[star], Limits::default()));
        assert_eq!(choice.engine, engine, "{atoms} atoms");
    }
}

#[test]
fn who_limits_the_number_of_worlds_has_larger_states_refused() {
    let large = situation(30);
    let limits = Limits { max_worlds: Some(1000), ..Limits::default() };
    let choice = Engine::choose(&large.task(&[], &[], limits));
    assert_eq!((choice.engine, choice.ground), (Engine::Explicit, Ground::OverLimit));
}

#[test]
fn probability_is_found_inside_of_other_formulas() {
    let mut large = situation(100);
    let (agent, first) = (large.agent, large.first);
    let half = Ratio::new(1, 2).expect("a ratio");
    let node = FormulaNode::Probability(agent, first, Comparison::Equal, half);
    let likely = large.terms.formula(node);
    let knows = large.terms.formula(FormulaNode::Knows(agent, likely));
    let why = Engine::Symbolic.can_hold(&large.task(&[knows], &[], Limits::default()));
    assert!(matches!(why, Err(WhyNot::Listing(WorldByWorld::Probability, _))), "{why:?}");
}

#[test]
fn every_limit_has_a_way_out() {
    let small = situation(3);
    let task = small.task(&[], &[], Limits { max_worlds: Some(7), ..Limits::default() });
    let memory = Limit::Memory { allowed: 1, needed: UBig::from(2u8) };
    let ways = [
        (Engine::Explicit, Limit::Worlds(7), WayOut::RaiseWorlds),
        (Engine::Explicit, Limit::Worlds(8), WayOut::SmallerState),
        (Engine::Definitional, Limit::Worlds(8), WayOut::NotForSmallStates(Engine::Explicit)),
        (Engine::Definitional, Limit::Depth(500), WayOut::NotForSmallStates(Engine::Explicit)),
        (Engine::Explicit, memory.clone(), WayOut::Unlisted(Engine::Symbolic)),
        (Engine::Symbolic, memory.clone(), WayOut::SmallerToList(Engine::Symbolic)),
        (Engine::Deals, memory.clone(), WayOut::SmallerToList(Engine::Deals)),
        (Engine::Definitional, memory.clone(), WayOut::SmallerForMemory),
        (Engine::Deals, Limit::Work(1), WayOut::ProbabilityAlone),
        (Engine::Symbolic, Limit::Nodes(1), WayOut::RaiseNodes),
        (Engine::Explicit, Limit::Stopped, WayOut::AskAgain),
    ];
    for (engine, limit, way) in ways {
        assert_eq!(engine.way_out(&limit, &task), way, "{engine:?}: {limit}");
    }
    assert!(Engine::Deals.is_limit_of_listing(&memory));
    assert!(!Engine::Explicit.is_limit_of_listing(&memory));
}

#[test]
fn states_are_explained_whoever_holds_them_and_lists_of_worlds_if_they_are_short() {
    let mut small = situation(3);
    let (agent, first) = (small.agent, small.first);
    let knows = small.terms.formula(FormulaNode::KnowsWhether(agent, first));
    for engine in [Engine::Explicit, Engine::Symbolic] {
        let limits = Limits::default();
        let held = engine.build(&small.setup, &small.vocabulary, &small.terms, &limits);
        let held = held.expect("it fits");
        let scene = held.explain(&small.terms, knows, 4).expect("defined").expect("few worlds");
        assert!(scene.explanation.holds, "{engine:?}");
        assert!(matches!(scene.explanation.because, Because::AllWorlds { .. }), "{engine:?}");
        let is_told = held.explain(&small.terms, knows, 3).expect("defined").is_some();
        assert_eq!(is_told, engine == Engine::Symbolic, "{engine:?}");
    }
}
