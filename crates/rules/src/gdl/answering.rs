//! Answering requests about games in GDL.

use super::after::{NotMade, TypedMoves, follow, read_moves};
use super::answer::{GdlAnswer, GdlFailure, GdlLanguage, GdlOutcome, PlaySummary, RulesApplied};
use super::check::{Asked, check_formulas};
use super::cut_short::{CutShort, RuleLimits};
use super::exporting::export_moment;
use super::interpreter::Interpreter;
use super::model::{HistoryLimits, HistoryModel, NoHistoryModel, Remembering, build};
use super::network::Network;
use super::playouts::{Playing, Statistics, Stuck, TracedPlay, chance_of, play, trace};
use super::query::Queries;
use super::referee::{Referee, RoleId};
use super::request::{GdlProgress, GdlRequest, RuleEngine};
use super::rulebook::{Rulebook, load_until};
use super::states::{CountLimits, PositionCount, count};
use crate::work::Work;
use hexa_lang::Sources;
use hexa_logic::Stop;

/// Positions are counted up to this many where nobody asks for more.
const FEW_POSITIONS: usize = 20_000;

/// So many rules are applied for that, at most.
const FEW_RULES: usize = 1_000_000_000;

/// So many steps are taken for that where relations are evaluated on demand.
const FEWEST_STEPS: usize = 20;

/// So many steps are taken by the interpreter for that.
const FEW_STEPS: usize = 200;

/// Whoever waits, and can end it.
struct Waiting<'w> {
    stop: &'w Stop,
    observe: &'w mut dyn FnMut(GdlProgress),
}

/// Answers a request. Who waits is told now and then how far it is.
pub fn answer(
    request: &GdlRequest,
    stop: &Stop,
    observe: &mut dyn FnMut(GdlProgress),
) -> GdlOutcome {
    let Ok(loaded) = load_until(&request.name, &request.text, stop) else {
        let (sources, warnings) = (Sources::default(), Vec::new());
        return GdlOutcome { sources, warnings, answer: Err(GdlFailure::Stopped(stop.progress())) };
    };
    let (mut sources, warnings) = (loaded.sources, loaded.warnings);
    let mut waiting = Waiting { stop, observe };
    let answer = match loaded.game {
        None => Err(GdlFailure::Wrong(loaded.errors)),
        Some(mut game) => read_formulas(request, &mut game, &mut sources, stop).and_then(|asked| {
            let after = read_after(request, &game, &mut sources, stop)?;
            run(request, &game, (asked, after), &mut waiting)
        }),
    };
    GdlOutcome { sources, warnings, answer }
}

impl GdlFailure {
    fn of_cut_short(cut_short: CutShort, stop: &Stop) -> Self {
        match cut_short {
            CutShort::Stopped => Self::Stopped(stop.progress()),
            CutShort::Circle(atoms) => Self::Unstratified(atoms),
            CutShort::Atoms(_)
            | CutShort::Instances(_)
            | CutShort::Depth(_)
            | CutShort::Answers(_)
            | CutShort::OnDemand(_)
            | CutShort::Unbound(_) => Self::TooLarge(cut_short),
        }
    }

    fn of_stuck(stuck: Stuck, roles: &[String], stop: &Stop) -> Self {
        match stuck {
            Stuck::CutShort(cut_short) => Self::of_cut_short(cut_short, stop),
            Stuck::NoMove { role, position, moves } => {
                let role = roles[role.index()].clone();
                Self::NoMove { role, position, roles: roles.to_vec(), moves }
            }
        }
    }
}

/// Reads the formulas to check; nothing if there is no need for a model.
fn read_formulas(
    request: &GdlRequest,
    game: &mut Rulebook,
    sources: &mut Sources,
    stop: &Stop,
) -> Result<Option<Asked>, GdlFailure> {
    let is_needed = !request.checks.is_empty() || request.export.is_some();
    if !is_needed && !game.program.speaks_of_knowledge() {
        return Ok(None);
    }
    if request.remembering == Remembering::LastStep
        && (request.depth.is_some() || game.program.speaks_of_knowledge())
    {
        return Err(GdlFailure::LastStepNeedsAllHistories);
    }
    let statics = game.statics(&[], interpreter_limits(request), stop);
    let statics = statics.map_err(|cut_short| GdlFailure::of_cut_short(cut_short, stop))?;
    let mut queries = Queries::new(&statics);
    let mut formulas = Vec::new();
    for asked in &request.checks {
        let source = sources.add(asked.name.clone(), asked.text.clone());
        let formula = queries.read(game, &asked.text, source);
        let formula = formula.map_err(|wrong| GdlFailure::Wrong(vec![wrong]))?;
        formulas.push((asked.text.clone(), formula));
    }
    Ok(Some(Asked { queries, formulas }))
}

/// Reads the moves before anything else.
fn read_after(
    request: &GdlRequest,
    game: &Rulebook,
    sources: &mut Sources,
    stop: &Stop,
) -> Result<Option<TypedMoves>, GdlFailure> {
    if game.program.speaks_of_knowledge() && (request.after.is_some() || request.traced > 0) {
        return Err(GdlFailure::PlaysInModel);
    }
    let Some(after) = &request.after else { return Ok(None) };
    let source = sources.add(after.name.clone(), after.text.clone());
    let read = read_moves(&after.text, source, &Work::new(stop));
    let read = read.map_err(|_| GdlFailure::Stopped(stop.progress()))?;
    read.map(Some).map_err(|wrong| GdlFailure::Wrong(vec![wrong]))
}

/// What is computed without a network: there is no point in less than usual.
fn interpreter_limits(request: &GdlRequest) -> RuleLimits {
    RuleLimits::up_to(request.max_rules.max(RuleLimits::default().instances))
}

/// Chooses who applies the rules.
fn run(
    request: &GdlRequest,
    game: &Rulebook,
    (asked, after): (Option<Asked>, Option<TypedMoves>),
    waiting: &mut Waiting<'_>,
) -> Result<GdlAnswer, GdlFailure> {
    let stop = waiting.stop;
    let limits = RuleLimits::up_to(request.max_rules);
    let also = asked.as_ref().map(|asked| asked.queries.relations()).unwrap_or_default();
    let needs_knowledge = game.program.speaks_of_knowledge();
    let network = match request.engine {
        RuleEngine::Interpreter if needs_knowledge => {
            return Err(GdlFailure::InterpreterCannotKnow);
        }
        RuleEngine::Interpreter => None,
        RuleEngine::Auto | RuleEngine::Network => Some(Network::new(game, &also, limits, stop)),
    };
    let must_compile = request.engine == RuleEngine::Network || needs_knowledge;
    let instead_of_network = match network {
        Some(Ok(mut network)) => {
            let roles = RoleId::first(network.roles());
            let moves = roles.map(|role| network.moves_of(role)).collect();
            let applied = RulesApplied::Network { size: network.size(), moves };
            let asked = (applied, asked, after);
            return inquire(request, game, asked, &mut network, Network::plays, waiting);
        }
        Some(Err(cut_short)) if must_compile || cut_short == CutShort::Stopped => {
            return Err(GdlFailure::of_cut_short(cut_short, stop));
        }
        Some(Err(cut_short)) => Some(cut_short),
        None => None,
    };
    let interpreter = Interpreter::new(game, &also, interpreter_limits(request), stop);
    let mut interpreter =
        interpreter.map_err(|cut_short| GdlFailure::of_cut_short(cut_short, stop))?;
    let applied = RulesApplied::Interpreter { instead_of_network };
    inquire(request, game, (applied, asked, after), &mut interpreter, play, waiting)
}

/// How random plays are made.
type Play<R> =
    fn(&mut R, Playing, &Stop, &mut dyn FnMut(&Statistics)) -> Result<Statistics, CutShort>;

/// Finds out what is asked. Where rules depend on what is known, plays are made in the model.
fn inquire<R: Referee>(
    request: &GdlRequest,
    game: &Rulebook,
    (applied, asked, after): (RulesApplied, Option<Asked>, Option<TypedMoves>),
    referee: &mut R,
    play: Play<R>,
    waiting: &mut Waiting<'_>,
) -> Result<GdlAnswer, GdlFailure> {
    let stop = waiting.stop;
    let mut answer = empty_answer(request, game, applied, referee.role_names());
    if let Some(typed) = &after {
        let shown = follow(referee, typed).map_err(|why| match why {
            NotMade::Wrong(wrong) => GdlFailure::Wrong(vec![*wrong]),
            NotMade::CutShort(cut_short) => GdlFailure::of_cut_short(cut_short, stop),
        })?;
        answer.after = Some(shown);
    }
    if let Some(mut asked) = asked {
        let model = build_model(request, (game, referee), &mut asked, &answer.roles, waiting)?;
        if let Some(export) = &request.export {
            let exported = export_moment(export, &model, &asked.queries, referee, stop)?;
            answer.exported = Some(exported);
            return Ok(answer);
        }
        answer.model = Some(check_formulas(request, &model, &asked, referee, stop)?);
        if game.program.speaks_of_knowledge() {
            let plays = |playing| model.plays(answer.roles.len(), playing, stop);
            let plays = request.plays.map(|playing| (playing, plays(playing)));
            if let Some((playing, statistics)) = plays {
                answer.stopped = statistics.is_stopped.then(|| stop.progress());
                let (stuck, without_value, traces) = (None, None, Vec::new());
                answer.plays =
                    Some(PlaySummary { playing, statistics, stuck, without_value, traces });
            }
            return Ok(answer);
        }
    }
    if let Some(playing) = request.plays {
        let Waiting { observe, .. } = waiting;
        let told = &mut |statistics: &Statistics| {
            let Statistics { plays, steps, .. } = *statistics;
            observe(GdlProgress::Plays { plays, steps });
        };
        let plays = play(referee, playing, stop, told);
        let plays = plays.map_err(|cut_short| GdlFailure::of_cut_short(cut_short, stop))?;
        answer.stopped = plays.is_stopped.then(|| stop.progress());
        answer.plays = Some(summarise(request, (playing, plays), referee, stop));
    } else if answer.model.is_none() {
        count_positions(request, referee, &mut answer, waiting)?;
    }
    Ok(answer)
}

fn empty_answer(
    request: &GdlRequest,
    game: &Rulebook,
    applied: RulesApplied,
    roles: Vec<String>,
) -> GdlAnswer {
    let chance = chance_of(&roles);
    let language =
        match (game.program.speaks_of_knowledge(), game.has_percepts() || chance.is_some()) {
            (true, _) => GdlLanguage::GdlIII,
            (false, true) => GdlLanguage::GdlII,
            (false, false) => GdlLanguage::Gdl,
        };
    GdlAnswer {
        file: request.name.clone(),
        language,
        roles,
        chance,
        rules: game.program.rules.len(),
        applied,
        after: None,
        positions: None,
        model: None,
        exported: None,
        plays: None,
        stopped: None,
    }
}

/// What plays came to, with the moves of those that are of interest.
fn summarise<R: Referee>(
    request: &GdlRequest,
    (playing, statistics): (Playing, Statistics),
    referee: &mut R,
    stop: &Stop,
) -> PlaySummary {
    // They were made once, so that nothing but the end of the work can stand in the way.
    let mut again =
        |number: u64| -> Option<TracedPlay> { trace(referee, playing, number, stop).ok() };
    let stuck = statistics.first_stuck.and_then(&mut again);
    let without_value = statistics.first_without_value.and_then(&mut again);
    let traced = request.traced.min(playing.plays);
    let traces = (0..traced).map_while(&mut again).collect();
    PlaySummary { playing, statistics, stuck, without_value, traces }
}

/// Counts positions no further than somebody waits who did not ask for it.
fn count_positions<R: Referee>(
    request: &GdlRequest,
    referee: &mut R,
    answer: &mut GdlAnswer,
    waiting: &mut Waiting<'_>,
) -> Result<(), GdlFailure> {
    let start = referee.initial();
    let entered = referee.enter(&start);
    entered.map_err(|cut_short| GdlFailure::of_cut_short(cut_short, waiting.stop))?;
    let steps = match &answer.applied {
        RulesApplied::Network { size, .. } => FEW_RULES / size.rules.max(1),
        RulesApplied::Interpreter { .. } if referee.is_slow() => FEWEST_STEPS,
        RulesApplied::Interpreter { .. } => FEW_STEPS,
    };
    let limits = CountLimits { states: request.max_positions.min(FEW_POSITIONS), steps };
    let Waiting { stop, observe } = waiting;
    let told = |count: &PositionCount| {
        observe(GdlProgress::Positions { positions: count.states, steps: count.steps });
    };
    let counted = count(referee, limits, stop, told);
    let counted = counted.map_err(|cut_short| GdlFailure::of_cut_short(cut_short, stop))?;
    answer.stopped = counted.is_stopped.then(|| stop.progress());
    answer.positions = Some(counted);
    Ok(())
}

/// Builds the model of a game, as far as formulas look ahead beyond the histories that they are checked in.
fn build_model<R: Referee>(
    request: &GdlRequest,
    (game, referee): (&Rulebook, &mut R),
    asked: &mut Asked,
    roles: &[String],
    waiting: &mut Waiting<'_>,
) -> Result<HistoryModel<R::Position>, GdlFailure> {
    let ahead = asked.look_ahead();
    let depth = match (&request.export, request.remembering) {
        (None, _) => request.depth.map(|depth| depth.saturating_add(ahead)),
        (Some(export), Remembering::Everything) => Some(export.moment.steps()),
        (Some(_), Remembering::LastStep) => None,
    };
    let limits = HistoryLimits { states: request.max_positions, depth };
    let Waiting { stop, observe } = waiting;
    let told = |histories, steps| observe(GdlProgress::Histories { histories, steps });
    let remembering = request.remembering;
    let built = build(referee, game, &mut asked.queries, remembering, limits, stop, told);
    built.map_err(|why| match why {
        NoHistoryModel::TooMany { most, depth } => {
            let depth = match remembering {
                Remembering::Everything => Some(depth.saturating_sub(ahead)),
                Remembering::LastStep => None,
            };
            GdlFailure::TooManyHistories { most, depth }
        }
        NoHistoryModel::TooManySteps(most) => GdlFailure::TooManySteps(most),
        NoHistoryModel::Stuck(stuck) => GdlFailure::of_stuck(stuck, roles, stop),
    })
}
