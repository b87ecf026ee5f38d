//! Messages: their frames as computed by hand, and what they lead to against a product that is written out here world
//! by world; all engines agree on it and on what is true after it.

use hexa_cases::{cases, ensure, ensure_eq};
use hexa_engine::generate::action::{Growth, Kind, decisions, everybody, grow_formula};
use hexa_engine::generate::{self, AGENTS, Access};
use hexa_engine::{Engine, EvalError, Held, Limits, UpdateError};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Formula, FormulaNode, Group, Manner, Message, Modality,
    ModelSetup, RelationSetup, Setup, Terms, World, WorldSetup,
};
use std::cell::Cell;
use std::collections::BTreeSet;

const A: Agent = Agent(0);
const B: Agent = Agent(1);
const C: Agent = Agent(2);

fn build(engine: Engine, setup: &Setup, terms: &Terms) -> Held {
    let limits = Limits { max_worlds: Some(2000), work: 20_000_000, ..Limits::default() };
    engine.build(setup, &generate::vocabulary(), terms, &limits).expect("a small model")
}

fn send(
    terms: &mut Terms,
    manner: Manner,
    said: Formula,
    to: Option<&[Agent]>,
    by: Option<Agent>,
) -> Action {
    let to = to.map(|to| to.iter().copied().collect());
    terms.message(Message { manner, said, to, by }, AGENTS)
}

/// An event model as a textbook writes it: when each event can happen, and for each agent which events they suspect
/// when an event happens. The first event happens.
struct Written {
    events: Vec<Event>,
    suspected: [Vec<(usize, usize)>; AGENTS],
}

#[derive(Clone, Copy)]
enum Event {
    /// φ.
    True,
    /// `~φ`.
    False,
    /// The agent considers only φ-worlds possible.
    Believed(Agent),
    /// The agent considers only `~φ`-worlds possible.
    Disbelieved(Agent),
    /// The agent considers some `~φ`-world possible.
    Doubted(Agent),
    /// Always.
    Any,
}

const SAME: [(usize, usize); 3] = [(0, 0), (1, 1), (2, 2)];

/// How something is said, to whom and by whom, and the event model.
type Case = (Manner, Option<Vec<Agent>>, Option<Agent>, Written);

/// What is said, how, to whom and by whom, and the event model that a textbook gives for it.
fn written_out() -> Vec<Case> {
    use Event::{Any, Believed, Disbelieved, Doubted, False, True};
    let two = || SAME[..2].to_vec();
    let three = || SAME.to_vec();
    let both = || vec![(0, 0), (0, 1), (1, 0), (1, 1)];
    let one = || vec![(0, 0)];
    let nothing = || vec![(0, 1), (1, 1)];
    vec![
        (
            Manner::Announce,
            None,
            None,
            Written { events: vec![True], suspected: [one(), one(), one()] },
        ),
        (
            Manner::Announce,
            None,
            Some(A),
            Written { events: vec![Believed(A)], suspected: [one(), one(), one()] },
        ),
        // Semi-private: c sees that a and b are told whether φ.
        (
            Manner::Tell,
            Some(vec![A, B]),
            None,
            Written { events: vec![True, False], suspected: [two(), two(), both()] },
        ),
        (
            Manner::Tell,
            Some(vec![B]),
            Some(A),
            Written {
                events: vec![Believed(A), Disbelieved(A)],
                suspected: [two(), two(), both()],
            },
        ),
        // Private: the others think that nothing happens.
        (
            Manner::Privately,
            Some(vec![B]),
            None,
            Written { events: vec![True, Any], suspected: [nothing(), two(), nothing()] },
        ),
        (
            Manner::Privately,
            Some(vec![C]),
            Some(B),
            Written { events: vec![Believed(B), Any], suspected: [nothing(), two(), two()] },
        ),
        // A lie to everybody: only the liar knows.
        (
            Manner::Lie,
            None,
            Some(A),
            Written {
                events: vec![Doubted(A), Believed(A)],
                suspected: [two(), vec![(0, 1), (1, 1)], vec![(0, 1), (1, 1)]],
            },
        ),
        // A lie to b; c sees that b is told whether φ, and takes it for the truth.
        (
            Manner::Lie,
            Some(vec![B]),
            Some(A),
            Written {
                events: vec![Doubted(A), Believed(A), Disbelieved(A)],
                suspected: [
                    three(),
                    vec![(0, 1), (1, 1), (2, 2)],
                    vec![(0, 1), (0, 2), (1, 1), (1, 2), (2, 1), (2, 2)],
                ],
            },
        ),
    ]
}

#[test]
fn the_frames_are_those_of_the_textbooks() {
    let mut terms = Terms::default();
    let p = terms.formula(FormulaNode::Atom(Atom(0)));
    for (manner, to, by, written) in written_out() {
        let action = send(&mut terms, manner, p, to.as_deref(), by);
        let ActionNode::Message(index) = terms.action_node(action) else { panic!("a message") };
        let frame = terms.said(*index).1;
        assert_eq!(frame.events.len(), written.events.len(), "{manner:?}");
        for (at, suspected) in written.suspected.iter().enumerate() {
            let pairs: BTreeSet<_> =
                suspected.iter().map(|&(from, to)| (from as u32, to as u32)).collect();
            let relation = RelationSetup::of_pairs(written.events.len(), pairs);
            assert_eq!(frame.relations[at].as_ref(), Some(&relation), "{manner:?} {at}");
        }
    }
}

/// Whether v is considered possible in w.
fn sees(relation: &RelationSetup, w: usize, v: usize) -> bool {
    match relation {
        RelationSetup::Cells(cells) => cells[w] == cells[v],
        RelationSetup::Arrows(arrows) => arrows.contains(&(w as u32, v as u32)),
    }
}

/// The product of a model with an event model, where φ is true in these worlds; none if the first event cannot happen.
fn product(model: &ModelSetup, truth: &[bool], written: &Written) -> Option<Setup> {
    let relation = |agent: usize| model.relations[agent].as_ref().expect("everybody has access");
    let count = model.worlds.len();
    let seen = |agent: Agent, w: usize| {
        (0..count).filter(move |&v| sees(relation(agent.index()), w, v)).map(|v| truth[v])
    };
    let can_happen = |w: usize, event: Event| match event {
        Event::True => truth[w],
        Event::False => !truth[w],
        Event::Believed(agent) => seen(agent, w).all(|so| so),
        Event::Disbelieved(agent) => seen(agent, w).all(|so| !so),
        Event::Doubted(agent) => seen(agent, w).any(|so| !so),
        Event::Any => true,
    };
    let pairs: Vec<(usize, usize)> = (0..count)
        .flat_map(|w| (0..written.events.len()).map(move |e| (w, e)))
        .filter(|&(w, e)| can_happen(w, written.events[e]))
        .collect();
    let arrows = |agent: usize| {
        let mut arrows = Vec::new();
        for (from, &(w, d)) in pairs.iter().enumerate() {
            for (to, &(v, e)) in pairs.iter().enumerate() {
                if sees(relation(agent), w, v) && written.suspected[agent].contains(&(d, e)) {
                    arrows.push((from as u32, to as u32));
                }
            }
        }
        Some(RelationSetup::Arrows(arrows))
    };
    let world = |&(w, e): &(usize, usize)| WorldSetup {
        name: format!("{w}x{e}"),
        atoms: model.worlds[w].atoms.clone(),
    };
    let point = pairs.iter().position(|&pair| pair == (model.point.index(), 0))?;
    Some(Setup::Model(ModelSetup {
        worlds: pairs.iter().map(world).collect(),
        relations: (0..AGENTS).map(arrows).collect(),
        point: World::from_index(point),
    }))
}

#[test]
fn a_message_leads_where_the_product_with_its_event_model_does() {
    let (sent, blocked) = (Cell::new(0), Cell::new(0));
    cases("products with messages", 500, |case| {
        let setup = generate::model(case, 5, Access::Any);
        let Setup::Model(model) = &setup else { return Ok(()) };
        let decisions = decisions(case);
        let all = written_out();
        let (manner, to, by, written) = &all[case.below(all.len())];
        let mut terms = Terms::default();
        let said = grow_formula(&mut terms, Kind::Message, &everybody(), &decisions);
        let action = send(&mut terms, *manner, said, to.as_deref(), *by);
        let start = build(Engine::Definitional, &setup, &terms);
        let Ok(truth) = start.as_defined().expect("its own state").truth(&terms, said) else {
            return Ok(());
        };
        let expected = product(model, &truth, written);
        for engine in Engine::GENERAL {
            let after = build(engine, &setup, &terms).update(&terms, action);
            match (&expected, after) {
                (Some(expected), Ok(after)) => {
                    sent.set(sent.get() + 1);
                    let after = after.into_single().expect("one outcome");
                    let expected = build(engine, expected, &terms);
                    ensure_eq!(after.relevant_count(), expected.relevant_count());
                    ensure_eq!(after.bisimilar(&expected), Ok(true), "{:?}", engine);
                }
                (None, Err(UpdateError::NotExecutable { .. })) => blocked.set(blocked.get() + 1),
                (expected, after) => {
                    ensure!(false, "{:?}: {:?} {:?}", engine, expected, after.err());
                }
            }
        }
        Ok(())
    });
    assert!(sent.get() > 500 && blocked.get() > 100, "{} {}", sent.get(), blocked.get());
}

#[test]
fn what_is_true_after_messages_is_the_same_on_all_engines() {
    let (compared, on_arrows) = (Cell::new(0), Cell::new(0));
    cases("truth after messages", 500, |case| {
        let setup = generate::model(case, 4, Access::Any);
        let (first, second) = (decisions(case), decisions(case));
        let mut terms = Terms::default();
        let action =
            Growth::new(&mut terms, Kind::Message, &first).action(&everybody(), &everybody(), 3).0;
        let body = grow_formula(&mut terms, Kind::Message, &everybody(), &second);
        let modality = [Modality::Every, Modality::Some][case.below(2)];
        let formula = terms.formula(FormulaNode::After(modality, action, body));
        let [explicit, symbolic, defined] =
            Engine::GENERAL.map(|engine| build(engine, &setup, &terms).holds(&terms, formula));
        let gave_up = |answer: &Result<bool, EvalError>| matches!(answer, Err(EvalError::Limit(_)));
        if [&explicit, &symbolic, &defined].into_iter().any(gave_up) {
            return Ok(());
        }
        ensure_eq!(explicit.is_ok(), defined.is_ok(), "{:?} {:?}", explicit, defined);
        if defined.is_ok() {
            compared.set(compared.get() + 1);
            let model = setup.model().expect("written out");
            let arrows = model.relations.iter().flatten();
            let arrows = arrows.filter(|r| matches!(r, RelationSetup::Arrows(_))).count();
            on_arrows.set(on_arrows.get() + u32::from(arrows > 0));
            ensure_eq!(explicit, defined, "explicit");
            ensure_eq!(symbolic, defined, "symbolic");
        }
        Ok(())
    });
    assert!(
        compared.get() > 250 && on_arrows.get() > 100,
        "{} {}",
        compared.get(),
        on_arrows.get()
    );
}

/// On partitions, announcing is learning by everybody, belief is knowledge, and telling is learning by everybody that
/// some learn which it is.
#[test]
fn on_partitions_messages_are_knowledge_actions() {
    let compared = Cell::new(0);
    cases("messages on partitions", 300, |case| {
        let setup = generate::model(case, 5, Access::Cells);
        let (decisions, after) = (decisions(case), decisions(case));
        let mut terms = Terms::default();
        let said = grow_formula(&mut terms, Kind::Knowledge, &everybody(), &decisions);
        let then = grow_formula(&mut terms, Kind::Knowledge, &everybody(), &after);
        let announced = send(&mut terms, Manner::Announce, said, None, None);
        let learnt = terms.announcement(everybody(), said);
        let told = send(&mut terms, Manner::Tell, said, Some(&[A, C]), None);
        let hearers: Group = [A, C].into_iter().collect();
        let denial = terms.not(said);
        let which = [said, denial].map(|answer| terms.announcement(hearers.clone(), answer));
        let which = terms.action(ActionNode::Choice(which.into(), Some(0)));
        let whether = terms.action(ActionNode::Learn(everybody(), which));
        let knows = terms.formula(FormulaNode::Knows(B, then));
        let believes = terms.formula(FormulaNode::Believes(B, then));
        for engine in Engine::GENERAL {
            let state = build(engine, &setup, &terms);
            ensure_eq!(state.holds(&terms, knows), state.holds(&terms, believes));
            for (message, action) in [(announced, learnt), (told, whether)] {
                let (Ok(left), Ok(right)) =
                    (state.update(&terms, message), state.update(&terms, action))
                else {
                    ensure!(state.update(&terms, message).is_err(), "only the message is executed");
                    ensure!(state.update(&terms, action).is_err(), "only the action is executed");
                    continue;
                };
                let (Some(left), Some(right)) = (left.into_single(), right.into_single()) else {
                    continue;
                };
                compared.set(compared.get() + 1);
                ensure_eq!(left.relevant_count(), right.relevant_count());
                ensure_eq!(left.class_count(B), right.class_count(B));
                ensure_eq!(left.bisimilar(&right), Ok(true), "{:?}", engine);
            }
        }
        Ok(())
    });
    assert!(compared.get() > 500, "{}", compared.get());
}
