//! Initial states: their sizes, their access, and what is refused.

use hexa_engine::{
    BuildError, Counted, Engine, EvalError, Held, Lack, Limit, Limits, UpdateError, build,
    first_state, holds, state_size, truth, update,
};
use hexa_logic::{
    Agent, Atom, Comparison, CountTest, Deal, DealSetup, Formula, FormulaNode, Group, Holder,
    Hypercube, ModelSetup, Setup, Sight, Structure, Terms, Vocabulary, World, WorldSetup,
};

/// A deal: so many cards for each agent, and for the table if there is one.
fn deal(agents: &[usize], table: Option<usize>, sight: Sight) -> (Vocabulary, Setup) {
    let mut names = Vocabulary::default();
    for at in 1..=agents.len() {
        names.add_agent(at.to_string());
    }
    if table.is_some() {
        names.set_table("t");
    }
    let mut next = 0;
    let sizes: Vec<usize> = agents.iter().copied().chain(table).collect();
    let mut hands = Vec::new();
    for size in sizes {
        let hand = (next..next + size).map(|card| names.add_card(&format!("c{card}")));
        hands.push(hand.collect());
        next += size;
    }
    for card in names.cards() {
        for holder in names.holders() {
            names.add_holding_atom(card, holder);
        }
    }
    let deal = Deal::new(hands, &names);
    (names, Setup::Deal(DealSetup { deal, sight, law: Terms::TRUE }))
}

fn every_engine(names: &Vocabulary, terms: &Terms, setup: &Setup) -> Vec<Held> {
    let build = |engine: Engine| engine.build(setup, names, terms, &Limits::default());
    Engine::GENERAL.into_iter().map(|engine| build(engine).expect("it can be built")).collect()
}

#[test]
fn the_number_of_deals_is_a_multinomial_coefficient() {
    let sizes: [(&[usize], Option<usize>, u32); 6] = [
        (&[1, 1, 1], None, 6),
        (&[1, 1, 2], None, 12),
        (&[1, 1], None, 2),
        (&[2, 2, 2], Some(1), 630),
        (&[0, 3], None, 1),
        (&[2, 0, 1], None, 3),
    ];
    for (agents, table, expected) in sizes {
        let (names, setup) = deal(agents, table, Sight::OwnCards);
        assert_eq!(state_size(&setup), expected.into());
        let state = build(&setup, &names, &Terms::default(), &Limits::default()).expect("small");
        assert_eq!(state.world_count() as u32, expected);
    }
}

#[test]
fn with_more_than_two_players_every_deal_is_relevant() {
    // Proposition 1 of the thesis. It says nothing of tables.
    for agents in [&[1, 1, 1][..], &[1, 1, 2], &[2, 1, 1, 1], &[2, 2, 2]] {
        let (names, setup) = deal(agents, None, Sight::OwnCards);
        for state in every_engine(&names, &Terms::default(), &setup) {
            assert_eq!(state.relevant_count(), Ok(state_size(&setup)));
        }
    }
}

#[test]
fn with_one_or_two_players_only_the_actual_deal_is_relevant() {
    // Fact 1 of the thesis.
    for agents in [&[3][..], &[1, 1], &[2, 3]] {
        let (names, setup) = deal(agents, None, Sight::OwnCards);
        for state in every_engine(&names, &Terms::default(), &setup) {
            assert_eq!(state.relevant_count(), Ok(1u32.into()));
        }
    }
}

#[test]
fn hexa_has_three_cells_for_each_player_and_face_down_it_has_one() {
    for (sight, cells) in [(Sight::OwnCards, 3u32), (Sight::FaceDown, 1)] {
        let (names, setup) = deal(&[1, 1, 1], None, sight);
        for state in every_engine(&names, &Terms::default(), &setup) {
            assert_eq!(state.relevant_count(), Ok(6u32.into()));
            assert_eq!(state.minimal_count(), Ok(6u32.into()));
            assert_eq!(state.class_count(Agent(1)), Ok(Ok(cells.into())));
        }
    }
}

#[test]
fn all_engines_list_the_same_worlds() {
    for sight in [Sight::OwnCards, Sight::FaceDown] {
        let (names, setup) = deal(&[1, 2, 1], Some(1), sight);
        let states = every_engine(&names, &Terms::default(), &setup);
        let [explicit, others @ ..] = &states[..] else { panic!("there are engines") };
        for other in others {
            assert_eq!(explicit.view(), other.view(), "{:?}", other.engine());
        }
    }
}

#[test]
fn a_deal_too_large_is_refused_with_its_exact_number_of_worlds() {
    let (names, setup) = deal(&[9, 9, 9, 9, 9, 9], Some(6), Sight::OwnCards);
    let limits = Limits { max_worlds: Some(1_000_000), ..Limits::default() };
    match build(&setup, &names, &Terms::default(), &limits) {
        Err(BuildError::TooManyWorlds { worlds, counted: Counted::Exactly, limit }) => {
            assert_eq!(worlds, state_size(&setup));
            assert_eq!(worlds.to_string(), "5061324188732823772720935900249118313520000000");
            assert_eq!(limit, Limit::Worlds(1_000_000));
        }
        other => panic!("{other:?}"),
    }
}

/// A structure over atoms p0, p1, ... whose agents observe every other atom.
fn structure(atoms: usize, law: Formula, point: &[u32]) -> (Vocabulary, Setup) {
    let mut names = Vocabulary::default();
    for at in 1..=2 {
        names.add_agent(at.to_string());
    }
    for at in 0..atoms {
        names.add_atom(&format!("p{at}"));
    }
    let setup = Setup::Structure(Structure {
        atoms: names.atoms().collect(),
        observations: vec![Vec::new(); 2],
        law,
        point: Some(point.iter().map(|&at| Atom(at)).collect()),
    });
    (names, setup)
}

fn atoms(terms: &mut Terms, count: usize) -> Vec<Formula> {
    (0..count).map(|at| terms.formula(FormulaNode::Atom(Atom::from_index(at)))).collect()
}

#[test]
fn a_law_that_leaves_few_of_very_many_valuations_is_no_obstacle() {
    let mut terms = Terms::default();
    let all = atoms(&mut terms, 60);
    let one = CountTest::Compare(Comparison::Equal, 1);
    let law = terms.formula(FormulaNode::Count(all.into(), one));
    let (names, setup) = structure(60, law, &[17]);
    let state = build(&setup, &names, &terms, &Limits::default()).expect("sixty worlds");
    assert_eq!(state.world_count(), 60);
    let here = truth(&state, &terms, Terms::TRUE).expect("defined").count_ones(..);
    assert_eq!(here, 60);
}

#[test]
fn a_search_that_does_not_end_soon_is_given_up() {
    let mut terms = Terms::default();
    let all = atoms(&mut terms, 60);
    let half = CountTest::Compare(Comparison::Equal, 30);
    let law = terms.formula(FormulaNode::Count(all.into(), half));
    let (names, setup) = structure(60, law, &[]);
    let limits = Limits { work: 10_000_000, ..Limits::default() };
    let refused = build(&setup, &names, &terms, &limits);
    assert!(matches!(refused, Err(BuildError::SearchTooLong { .. })), "{refused:?}");
    let limits = Limits { max_worlds: Some(1000), ..Limits::default() };
    let refused = build(&setup, &names, &terms, &limits);
    let many = matches!(refused, Err(BuildError::TooManyWorlds { counted: Counted::AtLeast, .. }));
    assert!(many, "{refused:?}");
}

#[test]
fn laws_that_no_world_or_not_the_actual_world_obeys_are_refused() {
    let mut terms = Terms::default();
    let p = atoms(&mut terms, 1)[0];
    for engine in Engine::GENERAL {
        let refusal = |law, point: &[u32]| {
            let (names, setup) = structure(3, law, point);
            engine.build(&setup, &names, &terms, &Limits::default()).err()
        };
        assert_eq!(refusal(Terms::FALSE, &[]), Some(BuildError::NoWorldObeysTheLaw));
        assert_eq!(refusal(p, &[1]), Some(BuildError::PointBreaksTheLaw));
        assert_eq!(refusal(p, &[0, 1]), None);
    }
    let (names, setup) = structure(3, Terms::TRUE, &[]);
    let Setup::Structure(mut structure) = setup else { panic!() };
    structure.law = terms.formula(FormulaNode::Knows(Agent(0), p));
    for engine in Engine::GENERAL {
        let setup = Setup::Structure(structure.clone());
        let refused = engine.build(&setup, &names, &terms, &Limits::default());
        assert!(matches!(refused, Err(BuildError::NotPropositional(_))));
    }
}

#[test]
fn a_hypercube_has_all_combinations_and_everybody_knows_his_own() {
    let mut names = Vocabulary::default();
    let agents: Vec<Agent> = (0..3).map(|at| names.add_agent(at.to_string())).collect();
    let atoms = agents.iter().map(|a| ["r", "w"].map(|s| names.add_atom(&format!("{s}{}", a.0))));
    let atoms: Vec<Vec<Atom>> = atoms.map(|pair| pair.to_vec()).collect();
    let setup = Setup::Hypercube(Hypercube { atoms: atoms.clone(), point: vec![0, 1, 0] });
    let mut terms = Terms::default();
    let own = terms.formula(FormulaNode::Atom(atoms[1][1]));
    let knows = terms.formula(FormulaNode::Knows(agents[1], own));
    let not = terms.formula(FormulaNode::Knows(agents[0], own));
    for state in every_engine(&names, &terms, &setup) {
        assert_eq!(state.relevant_count(), Ok(8u32.into()));
        assert_eq!(state.class_count(agents[0]), Ok(Ok(2u32.into())));
        assert_eq!(state.holds(&terms, knows), Ok(true));
        assert_eq!(state.holds(&terms, not), Ok(false));
    }
}

/// One world, an agent with access and one without.
fn lonely() -> (Vocabulary, Setup) {
    let mut names = Vocabulary::default();
    names.add_agent("1");
    names.add_agent("2");
    names.add_atom("p");
    let setup = Setup::Model(ModelSetup {
        worlds: vec![WorldSetup { name: "w".into(), atoms: vec![Atom(0)] }],
        relations: vec![Some(hexa_logic::RelationSetup::Cells(vec![0])), None],
        point: World(0),
    });
    (names, setup)
}

#[test]
fn knowledge_of_an_agent_without_access_is_undefined() {
    let (names, setup) = lonely();
    let mut terms = Terms::default();
    let p = atoms(&mut terms, 1)[0];
    let test = terms.action(hexa_logic::ActionNode::Test(p));
    let knows = terms.formula(FormulaNode::Knows(Agent(0), p));
    let after = terms.formula(FormulaNode::After(hexa_logic::Modality::Every, test, knows));
    let never = terms.action(hexa_logic::ActionNode::Test(Terms::FALSE));
    let after_never = terms.formula(FormulaNode::After(hexa_logic::Modality::Some, never, knows));
    let other = terms.formula(FormulaNode::KnowsWhether(Agent(1), p));
    let hidden = terms.formula(FormulaNode::And([Terms::FALSE, other].into()));
    let public = terms.announcement(Group::first(2), p);
    for state in every_engine(&names, &terms, &setup) {
        for (formula, agent) in [(after, 0), (after_never, 0), (hidden, 1)] {
            match state.holds(&terms, formula) {
                Err(EvalError::Undefined(why)) => {
                    assert_eq!((why.agent, why.lack), (Agent(agent), Lack::Access));
                }
                other => panic!("{other:?}"),
            }
        }
        let refused = state.update(&terms, public).err();
        assert!(
            matches!(refused, Some(UpdateError::Evaluation(EvalError::Undefined(why))) if why.action() == Some(public))
        );
        let blind = state.update(&terms, test).expect("true").into_single().expect("one");
        assert!(blind.group().is_empty());
        assert_eq!(blind.relevant_count(), Ok(1u32.into()));
        assert_eq!(blind.holds(&terms, p), Ok(true));
    }
}

#[test]
fn a_false_announcement_says_what_was_false() {
    let (names, setup) = deal(&[1, 1, 1], None, Sight::OwnCards);
    let mut terms = Terms::default();
    let mine = names.holding_atom(hexa_logic::Card(1), Holder::Agent(Agent(0))).expect("dealt");
    let mine = terms.formula(FormulaNode::Atom(mine));
    let claim = terms.announcement(Group::first(3), mine);
    let both = terms.action(hexa_logic::ActionNode::Sequence([claim, claim].into()));
    for state in every_engine(&names, &terms, &setup) {
        let refused = state.update(&terms, both).err();
        assert_eq!(refused, Some(UpdateError::NotExecutable { test: mine }));
    }
}

#[test]
fn formulas_may_be_very_deep() {
    let (names, setup) = deal(&[1, 1, 1], None, Sight::OwnCards);
    let mut terms = Terms::default();
    let mut formula = atoms(&mut terms, 1)[0];
    let public = terms.announcement(Group::first(3), formula);
    for level in 0..100_000 {
        let node = match level % 3 {
            0 => FormulaNode::Knows(Agent(0), formula),
            1 => FormulaNode::After(hexa_logic::Modality::Every, public, formula),
            _ => FormulaNode::And([formula, Terms::TRUE].into()),
        };
        formula = terms.formula(node);
    }
    let state = build(&setup, &names, &terms, &Limits::default()).expect("six worlds");
    assert_eq!(holds(&state, &terms, formula), Ok(true));
    let mut action = public;
    for _ in 0..100_000 {
        action = terms.action(hexa_logic::ActionNode::Learn(Group::first(3), action));
    }
    assert!(matches!(
        update(&state, &terms, action),
        Err(UpdateError::Evaluation(EvalError::Limit(_)))
    ));
    let slow = Engine::Definitional.build(&setup, &names, &terms, &Limits::default());
    let answer = slow.expect("six worlds").holds(&terms, formula);
    assert!(matches!(answer, Err(EvalError::Limit(_))));
}

#[test]
fn without_a_point_the_first_world_that_obeys_the_law_is_actual() {
    let mut terms = Terms::default();
    let atoms: Vec<Formula> = (0..3).map(|at| terms.formula(FormulaNode::Atom(Atom(at)))).collect();
    let law = terms.or(atoms.clone());
    let (names, setup) = structure(3, law, &[]);
    let Setup::Structure(structure) = setup else { panic!("a structure") };
    let setup = Setup::Structure(Structure { point: None, ..structure });
    for state in every_engine(&names, &terms, &setup) {
        let truth = atoms.iter().map(|&atom| state.holds(&terms, atom));
        assert_eq!(truth.collect::<Result<Vec<_>, _>>(), Ok(vec![false, false, true]));
        let all = state.extension(&terms, atoms[0], 2).expect("propositional");
        assert_eq!(all.count, 4u32.into());
        assert_eq!(all.first, [vec![Atom(0)], vec![Atom(0), Atom(2)]]);
        let moved = state.moved_to(&[Atom(1), Atom(0)]).expect("few nodes");
        let moved = moved.expect("it obeys the law");
        assert_eq!(moved.holds(&terms, atoms[1]), Ok(true));
        assert!(state.moved_to(&[]).expect("few nodes").is_none());
    }
}

#[test]
fn the_first_state_is_found_without_building_the_others() {
    let mut terms = Terms::default();
    let atoms: Vec<Formula> =
        (0..200).map(|at| terms.formula(FormulaNode::Atom(Atom(at)))).collect();
    let one = CountTest::Compare(Comparison::Equal, 1);
    let law = terms.formula(FormulaNode::Count(atoms[..100].into(), one));
    let (names, setup) = structure(200, law, &[]);
    let Setup::Structure(structure) = setup else { panic!("a structure") };
    let first = first_state(&structure, &names, &terms, &Limits::default());
    assert_eq!(first, Ok(vec![Atom(99)]), "2^100 states for each of 100 variables");
}
