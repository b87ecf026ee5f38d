//! A state of a game in EGDL with all that agents consider possible there, and consider others to consider possible, as a model of
//! that moment. Which states these are depends on what agents remember: those of the model that look the same (def. 3), those
//! that are reached by plays which look the same, or also what is done next.

use super::answer::EgdlFailure;
use super::answering::{build_model, read_all};
use super::moves::{find_start, show_moves};
use super::request::{EgdlRecall, EgdlRequest};
use super::signature::Signature;
use super::verdict::{Described, follow, unfold};
use crate::checking::classes_by_own_action;
use crate::egdl::TransitionModel;
use crate::frame::Frame;
use crate::pointed::{MomentWorlds, NoPointedModel, Plays, PointedModel, reach_by_classes};
use crate::work::Work;
use hexa_lang::Sources;
use hexa_logic::{Agent, AgentAction, Fluent, Stop, Stopped};

/// What came of a request for a model of one moment, with the texts that problems point into.
#[derive(Debug)]
pub struct EgdlExport {
    /// The description.
    pub sources: Sources,
    /// The model, or why there is none.
    pub exported: Result<PointedModel, EgdlFailure>,
}

/// The model of the moment that the request's moves lead to, with at most so many worlds. Its rules are not checked.
pub fn export(request: &EgdlRequest, most: usize, stop: &Stop) -> EgdlExport {
    let mut sources = Sources::default();
    let exported = read_all(request, &mut sources, stop)
        .and_then(|game| export_game(request, game, most, stop))
        .map(MomentWorlds::name);
    EgdlExport { sources, exported }
}

fn export_game(
    request: &EgdlRequest,
    mut game: Described,
    most: usize,
    stop: &Stop,
) -> Result<MomentWorlds, EgdlFailure> {
    let model = build_model(request, &mut game, stop)?;
    let signature = &game.description.signature;
    let from = request.from.as_deref().unwrap_or("");
    let along = request.along.as_deref().unwrap_or("");
    let named = (&model, signature);
    let found = match request.recall {
        EgdlRecall::None => {
            let (point, _) = follow(named, &model.frame, (from, along))?;
            of_states(named, (&model.frame, &|state| state), point, most, stop)
        }
        EgdlRecall::Perfect { .. } => {
            // Histories that cannot be told apart have the same length: longer ones are not needed.
            let after_start = find_start(model.frame.initial().len(), from)?;
            let moves = after_start.map_or("", |(_, moves)| moves).split(';');
            let moves = moves.filter(|part| !part.trim().is_empty()).count();
            let unfolding = unfold(&model, moves, request.max_states, stop)?;
            let (point, _) = follow(named, &unfolding.frame, (from, ""))?;
            let state = |history| unfolding.state(history);
            of_states(named, (&unfolding.frame, &state), point, most, stop)
        }
        EgdlRecall::OwnAction => {
            let (state, along) = follow(named, &model.frame, (from, along))?;
            let steps = model.frame.steps(state);
            let first = along.first().copied().or((steps.len() == 1).then_some(steps.start));
            let Some(step) = first else {
                let legal = steps.map(|step| show_moves(signature, model.frame.actions(step)));
                return Err(EgdlFailure::NextActionNotSaid { legal: legal.take(SHOWN).collect() });
            };
            of_steps(named, step, most, stop)
        }
    };
    found.map_err(|why| match why {
        NoPointedModel::TooManyWorlds(most) => EgdlFailure::TooManyWorlds(most),
        NoPointedModel::Stopped => EgdlFailure::Stopped(stop.progress()),
    })
}

/// So many legal moves are shown.
const SHOWN: usize = 20;

/// Worlds are states of a frame, or histories, each with its state of the model.
fn of_states(
    named: (&TransitionModel, &Signature),
    (frame, state_of): (&Frame, &dyn Fn(u32) -> u32),
    point: u32,
    most: usize,
    stop: &Stop,
) -> Result<MomentWorlds, NoPointedModel> {
    let work = Work::new(stop);
    let classes: Vec<_> = agents_of(frame).map(|agent| frame.classes(agent).clone()).collect();
    let is_possible = |state: u32| frame.is_lasting(state);
    let worlds = reach_by_classes(&[point], &classes, is_possible, most, &work)?;
    let plays = Plays::new(frame, &work)?;
    let told = |&world: &u32| tell(named.1, frame, plays.to(frame, world));
    let facts = all_facts(named.1);
    let holding = |&world: &u32| facts_in(named, state_of(world));
    Ok(MomentWorlds {
        agents: named.1.agents().map(str::to_owned).collect(),
        facts: facts.iter().map(|&fact| named.1.fluent_name(fact)).collect(),
        holding: worlds.iter().map(holding).collect(),
        classes: classes
            .iter()
            .map(|of| worlds.iter().map(|&world| of.of[world as usize]).collect())
            .collect(),
        point: worlds.binary_search(&point).unwrap_or(0),
        plays: worlds.iter().map(told).collect(),
    })
}

/// Worlds are states with what is done next, which agents know of themselves.
fn of_steps(
    named: (&TransitionModel, &Signature),
    point: u32,
    most: usize,
    stop: &Stop,
) -> Result<MomentWorlds, NoPointedModel> {
    let (frame, work) = (&named.0.frame, Work::new(stop));
    let classes = agents_of(frame).map(|agent| classes_by_own_action(frame, agent, &work));
    let classes = classes.collect::<Result<Vec<_>, Stopped>>()?;
    let worlds = reach_by_classes(&[point], &classes, |_| true, most, &work)?;
    let plays = Plays::new(frame, &work)?;
    let told = |&step: &u32| {
        let before = tell(named.1, frame, plays.to(frame, frame.from(step)));
        format!("{before}, and then {}", show_moves(named.1, frame.actions(step)))
    };
    let facts = all_facts(named.1);
    let does = named.1.moves().map(|(name, _)| format!("does({name})"));
    let names = facts.iter().map(|&fact| named.1.fluent_name(fact)).chain(does);
    let done = |action: &AgentAction| facts.len() as u32 + action.0;
    let holding = |&step: &u32| {
        let mut holding = facts_in(named, frame.from(step));
        let mut done: Vec<u32> = frame.actions(step).iter().map(done).collect();
        done.sort_unstable();
        holding.extend(done);
        holding
    };
    Ok(MomentWorlds {
        agents: named.1.agents().map(str::to_owned).collect(),
        facts: names.collect(),
        holding: worlds.iter().map(holding).collect(),
        classes: classes
            .iter()
            .map(|of| worlds.iter().map(|&world| of.of[world as usize]).collect())
            .collect(),
        point: worlds.binary_search(&point).unwrap_or(0),
        plays: worlds.iter().map(told).collect(),
    })
}

fn agents_of(frame: &Frame) -> impl Iterator<Item = Agent> + use<> {
    (0..frame.agents()).map(Agent::from_index)
}

/// All that can be said of a state: atoms, `initial`, `terminal`, who wins, what is legal.
fn all_facts(signature: &Signature) -> Vec<Fluent> {
    (0..signature.facts() as u32).map(Fluent).collect()
}

fn facts_in((model, signature): (&TransitionModel, &Signature), state: u32) -> Vec<u32> {
    let facts = all_facts(signature).into_iter();
    facts.filter(|&fact| model.holds(fact, state)).map(|fact| fact.0).collect()
}

/// A play as it is told.
fn tell(signature: &Signature, frame: &Frame, (start, steps): (u32, Vec<u32>)) -> String {
    let place = frame.initial().iter().position(|&initial| initial == start);
    let start = match (frame.initial().len(), place) {
        (1, _) | (_, None) => None,
        (_, Some(place)) => Some(format!("initial {}", place + 1)),
    };
    let moves = steps.iter().map(|&step| show_moves(signature, frame.actions(step)));
    let told: Vec<String> = start.into_iter().chain(moves).collect();
    match told.is_empty() {
        true => "initial".to_owned(),
        false => told.join("; "),
    }
}
