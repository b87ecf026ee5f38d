//! Answering requests about games in EGDL: builds the model that a description defines, and checks its rules and other
//! formulas there (defs. 1 to 5, figure 1).

use super::answer::{
    AgentSummary, EgdlAnswer, EgdlFailure, EgdlOutcome, FlawedState, ModelUniqueness,
    RecalledHistories, ShownFlaw,
};
use super::ground::{Description, NotRead, read, read_formula};
use super::model::{ModelLimits, TransitionModel};
use super::moves::show_moves;
use super::no_model::{NoModel, PositionFlaw, ReachedPosition};
use super::request::{EgdlRecall, EgdlRequest};
use super::uniqueness::{Uniqueness, uniqueness};
use super::verdict::{Described, MOST_STEPS, Verdicts, check_all, place_of};
use crate::checking::GaveUp;
use crate::frame::Valuation;
use hexa_lang::Sources;
use hexa_logic::{Agent, Fluent, Stop, Stopped};

/// Answers a request.
pub fn answer(request: &EgdlRequest, stop: &Stop) -> EgdlOutcome {
    let mut sources = Sources::default();
    let answer =
        read_all(request, &mut sources, stop).and_then(|game| build_and_check(request, game, stop));
    EgdlOutcome { sources, answer }
}

pub(super) fn read_all(
    request: &EgdlRequest,
    sources: &mut Sources,
    stop: &Stop,
) -> Result<Described, EgdlFailure> {
    let not_read = |why| match why {
        NotRead::Wrong(wrong) => EgdlFailure::Wrong(wrong),
        NotRead::Stopped => EgdlFailure::Stopped(stop.progress()),
    };
    let source = sources.add(request.name.clone(), request.text.clone());
    let mut description = read(&request.text, source, stop).map_err(not_read)?;
    let mut checks = Vec::new();
    for check in &request.checks {
        let typed = sources.add(check.name.clone(), check.text.clone());
        let instances = read_formula(&mut description, &check.text, typed, stop);
        checks.push((check.text.clone(), instances.map_err(not_read)?));
    }
    Ok(Described { description, checks, source })
}

fn build_and_check(
    request: &EgdlRequest,
    mut game: Described,
    stop: &Stop,
) -> Result<EgdlAnswer, EgdlFailure> {
    let model = build_model(request, &mut game, stop)?;
    let verdicts = check_all(request, &mut game, &model, stop)?;
    let unique = uniqueness(&mut game.description, &model, MOST_STEPS, stop);
    let unique = unique.map_err(|gave_up| match gave_up {
        GaveUp::Steps(most) => EgdlFailure::CheckTooLong(most),
        GaveUp::Stopped => EgdlFailure::Stopped(stop.progress()),
    })?;
    let summary = summarise(request, &game.description, (&model, unique), verdicts, stop);
    summary.map_err(|Stopped| EgdlFailure::Stopped(stop.progress()))
}

/// Builds the model of a game.
pub(super) fn build_model(
    request: &EgdlRequest,
    game: &mut Described,
    stop: &Stop,
) -> Result<TransitionModel, EgdlFailure> {
    let limits = ModelLimits { states: request.max_states, ..ModelLimits::default() };
    let model = TransitionModel::new(&mut game.description, game.source, limits, stop);
    model.map_err(|why| no_model(why, &game.description, stop))
}

fn summarise(
    request: &EgdlRequest,
    description: &Description,
    (model, unique): (&TransitionModel, Uniqueness),
    verdicts: Verdicts,
    stop: &Stop,
) -> Result<EgdlAnswer, Stopped> {
    let (signature, frame) = (&description.signature, &model.frame);
    let count = |fluent: Fluent| model.truth(fluent).count_ones(..);
    let agents = signature.agents().enumerate().map(|(at, name)| {
        let agent = Agent::from_index(at);
        let (wins, classes) = (count(signature.wins(agent)), frame.classes(agent).count);
        AgentSummary { name: name.to_owned(), wins, classes }
    });
    let histories = match (request.recall, verdicts.histories) {
        (EgdlRecall::Perfect { depth }, Some((count, is_whole))) => {
            Some(RecalledHistories { count, depth, is_whole })
        }
        (EgdlRecall::Perfect { .. } | EgdlRecall::None | EgdlRecall::OwnAction, _) => None,
    };
    Ok(EgdlAnswer {
        file: request.name.clone(),
        title: description.title.clone(),
        states: frame.states(),
        initial: frame.initial().len(),
        terminal: count(signature.terminal()),
        transitions: model.transitions(),
        agents: agents.collect(),
        common: frame.common(stop)?.count,
        uniqueness: name_uniqueness(unique, description),
        recall: request.recall,
        histories,
        place: place_of(request),
        rules: verdicts.rules,
        checks: verdicts.checks,
    })
}

fn name_uniqueness(unique: Uniqueness, description: &Description) -> ModelUniqueness {
    match unique {
        Uniqueness::Unique => ModelUniqueness::Unique,
        Uniqueness::SeesMore(agent) => {
            ModelUniqueness::SeesMore { agent: agent_name(description, agent) }
        }
        Uniqueness::Unknown(rule) => {
            ModelUniqueness::Unknown { rule: rule_label(description, rule) }
        }
    }
}

fn agent_name(description: &Description, agent: Agent) -> String {
    description.signature.agents().nth(agent.index()).unwrap_or("?").to_owned()
}

fn rule_label(description: &Description, rule: usize) -> String {
    description.rules.get(rule).map_or("?", |rule| &rule.label).to_owned()
}

/// Why there is no model, with the names of the description.
fn no_model(why: NoModel, description: &Description, stop: &Stop) -> EgdlFailure {
    match why {
        NoModel::Rules(wrong) => EgdlFailure::Wrong(wrong),
        NoModel::NoInitialState => EgdlFailure::NoInitialState,
        NoModel::TooManyStates(most) => EgdlFailure::TooManyStates(most),
        NoModel::TooManySteps(most) => EgdlFailure::TooManySteps(most),
        NoModel::Stopped => EgdlFailure::Stopped(stop.progress()),
        NoModel::State(flaw, ReachedPosition { play, atoms }) => {
            let signature = &description.signature;
            let play = play.iter().map(|done| show_moves(signature, done)).collect();
            let atoms = atoms.iter().map(|&atom| signature.fluent_name(atom)).collect();
            let flaw = name_flaw(flaw, description);
            EgdlFailure::State(Box::new(FlawedState { flaw, play, atoms }))
        }
    }
}

fn name_flaw(flaw: PositionFlaw, description: &Description) -> ShownFlaw {
    let signature = &description.signature;
    let agent = |agent| agent_name(description, agent);
    match flaw {
        PositionFlaw::InitialAndTerminal => ShownFlaw::InitialAndTerminal,
        PositionFlaw::InitialAgain => ShownFlaw::InitialAgain,
        PositionFlaw::NoLegalAction(who) => ShownFlaw::NoLegalAction { agent: agent(who) },
        PositionFlaw::LegalAtTheEnd(action) => {
            ShownFlaw::LegalAtTheEnd { action: signature.move_name(action).to_owned() }
        }
        PositionFlaw::NoNoopAtTheEnd(who) => ShownFlaw::NoNoopAtTheEnd { agent: agent(who) },
        PositionFlaw::NotSaid(atom, done) => {
            let (atom, after) = (signature.fluent_name(atom), show_moves(signature, &done));
            ShownFlaw::NotSaid { atom, after }
        }
        PositionFlaw::BothSaid(atom, done, rules) => {
            let (atom, after) = (signature.fluent_name(atom), show_moves(signature, &done));
            let rules = rules.map(|rule| rule_label(description, rule));
            ShownFlaw::BothSaid { atom, after, rules }
        }
    }
}
