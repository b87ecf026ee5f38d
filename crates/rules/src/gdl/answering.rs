//! Answering requests about games in GDL.

use super::answer::{GdlAnswer, GdlFailure, GdlLanguage, GdlOutcome, PlaySummary, RulesApplied};
use super::check::{Asked, check_formulas};
use super::cut_short::{CutShort, RuleLimits};
use super::interpreter::Interpreter;
use super::model::{HistoryLimits, HistoryModel, NoHistoryModel, Remembering, build};
use super::network::Network;
use super::playouts::{Playing, Statistics, Stuck, play};
use super::query::Queries;
use super::referee::{Referee, RoleId};
use super::request::{GdlProgress, GdlRequest, RuleEngine};
use super::rulebook::{Rulebook, load_until};
use super::states::{CountLimits, PositionCount, count};
use hexa_lang::Sources;
use hexa_logic::Stop;

/// Positions are counted up to this many where nobody asks for more.
const FEW_POSITIONS: usize = 20_000;

/// So many rules are applied for that, at most.
const FEW_RULES: usize = 1_000_000_000;

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
        Some(mut game) => read_formulas(request, &mut game, &mut sources, stop)
            .and_then(|asked| run(request, &game, asked, &mut waiting)),
    };
    GdlOutcome { sources, warnings, answer }
}

impl GdlFailure {
    fn of_cut_short(cut_short: CutShort, stop: &Stop) -> Self {
        match cut_short {
            CutShort::Stopped => Self::Stopped(stop.progress()),
            CutShort::Atoms(_) | CutShort::Instances(_) | CutShort::Depth(_) => {
                Self::TooLarge(cut_short)
            }
        }
    }

    fn of_stuck(stuck: Stuck, roles: &[String], stop: &Stop) -> Self {
        match stuck {
            Stuck::CutShort(cut_short) => Self::of_cut_short(cut_short, stop),
            Stuck::NoMove { role, position, moves, .. } => {
                let role = roles[role.index()].clone();
                Self::NoMove { role, roles: roles.to_vec(), position, moves }
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
    if request.checks.is_empty() && !game.program.speaks_of_knowledge() {
        return Ok(None);
    }
    if request.remembering == Remembering::LastStep
        && (request.depth.is_some() || game.program.speaks_of_knowledge())
    {
        return Err(GdlFailure::LastStepNeedsAllHistories);
    }
    let statics = game.statics(&[], RuleLimits::default(), stop);
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

/// Chooses who applies the rules.
fn run(
    request: &GdlRequest,
    game: &Rulebook,
    asked: Option<Asked>,
    waiting: &mut Waiting<'_>,
) -> Result<GdlAnswer, GdlFailure> {
    let stop = waiting.stop;
    let limits = RuleLimits { instances: request.max_rules, ..RuleLimits::default() };
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
            return inquire(request, game, (applied, asked), &mut network, Network::plays, waiting);
        }
        Some(Err(cut_short)) if must_compile || cut_short == CutShort::Stopped => {
            return Err(GdlFailure::of_cut_short(cut_short, stop));
        }
        Some(Err(cut_short)) => Some(cut_short),
        None => None,
    };
    let interpreter = Interpreter::new(game, &also, RuleLimits::default(), stop);
    let mut interpreter =
        interpreter.map_err(|cut_short| GdlFailure::of_cut_short(cut_short, stop))?;
    let applied = RulesApplied::Interpreter { instead_of_network };
    inquire(request, game, (applied, asked), &mut interpreter, play, waiting)
}

/// How random plays are made.
type Play<R> = fn(&mut R, Playing, &Stop, &mut dyn FnMut(&Statistics)) -> Result<Statistics, Stuck>;

/// Finds out what is asked. Where rules depend on what is known, plays are made in the model.
fn inquire<R: Referee>(
    request: &GdlRequest,
    game: &Rulebook,
    (applied, asked): (RulesApplied, Option<Asked>),
    referee: &mut R,
    play: Play<R>,
    waiting: &mut Waiting<'_>,
) -> Result<GdlAnswer, GdlFailure> {
    let stop = waiting.stop;
    let mut answer = empty_answer(request, game, applied, referee.role_names());
    if let Some(mut asked) = asked {
        let model = build_model(request, (game, referee), &mut asked, &answer.roles, waiting)?;
        answer.model = Some(check_formulas(request, &model, &asked, referee, stop)?);
        if game.program.speaks_of_knowledge() {
            let plays = |playing| model.plays(answer.roles.len(), playing, stop);
            let plays = request.plays.map(|playing| (playing, plays(playing)));
            add_plays(&mut answer, plays, stop);
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
        let plays = plays.map_err(|stuck| GdlFailure::of_stuck(stuck, &answer.roles, stop))?;
        add_plays(&mut answer, Some((playing, plays)), stop);
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
    let chance = roles.iter().position(|role| role == "random").map(RoleId::from_index);
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
        positions: None,
        model: None,
        plays: None,
        stopped: None,
    }
}

fn add_plays(answer: &mut GdlAnswer, plays: Option<(Playing, Statistics)>, stop: &Stop) {
    let is_stopped = plays.as_ref().is_some_and(|(_, statistics)| statistics.is_stopped);
    answer.stopped = is_stopped.then(|| stop.progress());
    answer.plays = plays.map(|(playing, statistics)| PlaySummary { playing, statistics });
}

/// Counts positions no further than somebody waits who did not ask for it.
fn count_positions<R: Referee>(
    request: &GdlRequest,
    referee: &mut R,
    answer: &mut GdlAnswer,
    waiting: &mut Waiting<'_>,
) -> Result<(), GdlFailure> {
    let steps = match &answer.applied {
        RulesApplied::Network { size, .. } => FEW_RULES / size.rules.max(1),
        RulesApplied::Interpreter { .. } => FEW_STEPS,
    };
    let limits = CountLimits { states: request.max_positions.min(FEW_POSITIONS), steps };
    let Waiting { stop, observe } = waiting;
    let told = |count: &PositionCount| {
        observe(GdlProgress::Positions { positions: count.states, steps: count.steps });
    };
    let counted = count(referee, limits, stop, told);
    let counted = counted.map_err(|stuck| GdlFailure::of_stuck(stuck, &answer.roles, stop))?;
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
    let depth = request.depth.map(|depth| depth.saturating_add(ahead));
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
