//! `hexa gdl`: games that are given by rules in GDL, GDL-II or GDL-III. Says what a game is like, checks
//! formulas in its model, and makes random plays.

mod check;
mod progress;
mod report;

use crate::cli::{GdlArgs, GdlEngine, GdlRecall};
use crate::command::{Console, Status};
use crate::files::{self, Unreadable};
use crate::problem::{Problem, RunCode};
use crate::report::{MOST_SHOWN, render, render_warning};
use crate::timeout::{Deadline, Timeout, within};
use check::{Asked, Checked};
use hexa_lang::Sources;
use hexa_rules::gdl::{
    CountLimits, CutShort, Interpreter, LoadedRulebook, Network, Playing, PositionCount, Queries,
    Referee, RuleLimits, Rulebook, Statistics, Stuck, count, load, play,
};
use progress::Progress;
use report::{By, Report};
use std::io;
use std::path::Path;
use std::time::Instant;

/// States are counted up to this many where nobody asks for more.
const FEW_STATES: usize = 20_000;

/// So many rules are applied for that, at most.
const FEW_RULES: usize = 1_000_000_000;

/// So many steps are taken by the interpreter for that.
const FEW_STEPS: usize = 200;

/// How far states are counted: no further than somebody waits who did not ask for it.
fn few(args: &GdlArgs, by: &By) -> CountLimits {
    let steps = match by {
        By::Network(size, _) => FEW_RULES / size.rules.max(1),
        By::Interpreter { .. } => FEW_STEPS,
    };
    CountLimits { states: args.max_states.min(FEW_STATES), steps }
}

/// Plays and checks a game.
pub fn run(args: &GdlArgs, console: &mut Console) -> io::Result<Status> {
    let Some(mut loaded) = read(&args.file, console)? else { return Ok(Status::Broken) };
    let Some(game) = &mut loaded.game else { return Ok(Status::Broken) };
    let asked = match asked(args, game, &mut loaded.sources) {
        Ok(asked) => asked,
        Err(problem) => return complain(&problem, &loaded.sources, console),
    };
    let game = &*game;
    let start = Instant::now();
    let answer = within(
        args.timeout.map(Deadline::after),
        || answer(args, game, asked),
        |timeout| give_up(args, timeout),
    );
    let answer = match answer {
        Ok(answer) => answer,
        Err(problem) => {
            let problem = problem.of_file(files::display_name(&args.file));
            return complain(&problem, &loaded.sources, console);
        }
    };
    let report = Report { args, game, answer: &answer };
    let text = if args.json { report.json() } else { report.text() };
    console.out.write_all(text.as_bytes())?;
    if let (true, Some(plays)) = (args.stats, &answer.plays) {
        let seconds = start.elapsed().as_secs_f64();
        let rate = plays.plays as f64 / seconds.max(1e-9);
        console.complain(&format!(
            "{} plays in {seconds:.2} s: {rate:.0} in a second\n",
            plays.plays
        ))?;
    }
    Ok(report.status())
}

fn complain(problem: &Problem, sources: &Sources, console: &mut Console) -> io::Result<Status> {
    console.complain(&render(problem, sources))?;
    Ok(Status::Broken)
}

/// Reads the formulas to check; nothing if there is no need for a model.
fn asked(
    args: &GdlArgs,
    game: &mut Rulebook,
    sources: &mut Sources,
) -> Result<Option<Asked>, Problem> {
    if args.check.is_empty() && !game.program.speaks_of_knowledge() {
        return Ok(None);
    }
    if args.recall == GdlRecall::State
        && (args.depth.is_some() || game.program.speaks_of_knowledge())
    {
        let message = "what players know of the last step alone depends on all histories";
        let problem = Problem::new(RunCode::Unsupported.as_str(), message);
        return Err(problem.help("with --depth, and for games with `knows`, players remember everything: --recall perfect"));
    }
    let mut queries = Queries::new(&game.statics(&[], RuleLimits::default()).map_err(too_large)?);
    let mut formulas = Vec::new();
    for text in &args.check {
        let source = sources.add("--check", text.clone());
        let formula = queries.read(game, text, source).map_err(|wrong| Problem::from(&wrong))?;
        formulas.push((text.clone(), formula));
    }
    Ok(Some(Asked { queries, formulas }))
}

/// What was found out about a game.
pub struct Answer {
    /// How it is run.
    pub by: By,
    /// The roles as they are written, and which of them is chance.
    pub roles: Vec<String>,
    /// Which of them is chance.
    pub chance: Option<usize>,
    /// How many states there are, if they were counted.
    pub count: Option<PositionCount>,
    /// What random plays came to.
    pub plays: Option<Statistics>,
    /// What its model is like, and what holds there.
    pub checked: Option<Checked>,
}

/// Reads a game and tells what is wrong with it. Bytes that are no text do no harm in a comment.
fn read(file: &Path, console: &mut Console) -> io::Result<Option<LoadedRulebook>> {
    let name = files::display_name(file);
    let text = match files::read_text(file) {
        Ok(text) | Err(Unreadable::NotUtf8 { text, .. }) => text,
        Err(unreadable) => {
            let (problem, sources) = unreadable.into_problem(&name);
            console.complain(&render(&problem, &sources))?;
            return Ok(None);
        }
    };
    let loaded = load(&name, &text);
    for error in loaded.errors.iter().take(MOST_SHOWN) {
        console.complain(&render(&Problem::from(error), &loaded.sources))?;
    }
    if loaded.errors.len() > MOST_SHOWN {
        let rest = loaded.errors.len() - MOST_SHOWN;
        console.complain(&format!("hexa: {rest} more errors are not shown\n"))?;
    }
    for warning in loaded.warnings.iter().take(MOST_SHOWN) {
        console.complain(&render_warning(&Problem::from(warning), &loaded.sources))?;
    }
    Ok(Some(loaded))
}

fn answer(args: &GdlArgs, game: &Rulebook, asked: Option<Asked>) -> Result<Answer, Problem> {
    let bounds = RuleLimits { instances: args.max_rules, ..RuleLimits::default() };
    let also = asked.as_ref().map(|asked| asked.queries.relations()).unwrap_or_default();
    let must_compile = args.engine == GdlEngine::Network || game.program.speaks_of_knowledge();
    let network = match args.engine {
        GdlEngine::Interpreter => None,
        _ => Some(Network::new(game, &also, bounds)),
    };
    match network {
        Some(Ok(mut network)) => {
            let moves = (0..network.roles()).map(|role| network.moves_of(role)).collect();
            let by = By::Network(network.size(), moves);
            let plays = |network: &mut Network, playing| {
                let mut progress = Progress::new();
                network.plays(playing, |plays| progress.plays(plays))
            };
            told(args, game, (by, asked), &mut network, plays)
        }
        Some(Err(exceeded)) if must_compile => Err(too_large(exceeded)),
        None if game.program.speaks_of_knowledge() => {
            let message = "the interpreter cannot find out what is known";
            Err(Problem::new(RunCode::Unsupported.as_str(), message)
                .help("leave the choice to --engine auto"))
        }
        tried => {
            let fallback = tried.and_then(Result::err).map(|exceeded| exceeded.to_string());
            let mut interpreter =
                Interpreter::new(game, &also, RuleLimits::default()).map_err(too_large)?;
            let plays = |interpreter: &mut Interpreter, playing| {
                let mut progress = Progress::new();
                play(interpreter, playing, |plays| progress.plays(plays))
            };
            told(args, game, (By::Interpreter { fallback }, asked), &mut interpreter, plays)
        }
    }
}

/// What is told of a game. Where rules depend on what is known, plays are made in its model.
fn told<R: Referee>(
    args: &GdlArgs,
    game: &Rulebook,
    (by, asked): (By, Option<Asked>),
    referee: &mut R,
    plays: impl FnOnce(&mut R, Playing) -> Result<Statistics, Stuck>,
) -> Result<Answer, Problem> {
    let roles = referee.role_names();
    let chance = roles.iter().position(|role| role == "random");
    let GdlArgs { seed, max_steps, .. } = *args;
    let playing = args.playouts.map(|plays| Playing { plays, seed, max_steps });
    let mut answer = Answer { by, roles, chance, count: None, plays: None, checked: None };
    if let Some(mut asked) = asked {
        let model = check::model(args, (game, referee), &mut asked, &answer.roles)?;
        answer.checked = Some(check::check(args, &model, &asked, referee)?);
        if game.program.speaks_of_knowledge() {
            answer.plays = playing.map(|playing| model.plays(answer.roles.len(), playing));
            return Ok(answer);
        }
    }
    if let Some(playing) = playing {
        answer.plays = Some(plays(referee, playing).map_err(|why| stuck(why, &answer.roles))?);
    } else if answer.checked.is_none() {
        let mut progress = Progress::new();
        let count = count(referee, few(args, &answer.by), |count| progress.states(count));
        answer.count = Some(count.map_err(|why| stuck(why, &answer.roles))?);
    }
    Ok(answer)
}

fn too_large(exceeded: CutShort) -> Problem {
    let problem =
        Problem::new(RunCode::Limit.as_str(), format!("the game is too large: {exceeded}"));
    match exceeded {
        CutShort::Instances(_) => {
            problem.help("raise the limit with --max-rules, or use --engine interpreter")
        }
        CutShort::Atoms(_) | CutShort::Depth(_) => {
            problem.help("do the rules build ever larger terms?")
        }
    }
}

/// Why plays could not be made, with the state at fault.
fn stuck(why: Stuck, roles: &[String]) -> Problem {
    match why {
        Stuck::CutShort(exceeded) => too_large(exceeded),
        Stuck::NoMove { role, state, moves, .. } => {
            let message =
                format!("`{}` has no legal move in a state that is not terminal", roles[role]);
            let mut problem = Problem::new(RunCode::NoMove.as_str(), message);
            problem = problem.note(format!("the state: {}", state.join(" ")));
            if !moves.is_empty() {
                let joint = |moves: &Vec<String>| format!("({})", moves.join(" "));
                let moves: Vec<String> = moves.iter().map(joint).collect();
                problem = problem.note(format!(
                    "the moves that lead there, of {}: {}",
                    roles.join(" "),
                    moves.join(" ")
                ));
            }
            problem.help("add a rule for `legal`, or one for `terminal`")
        }
    }
}

fn give_up(args: &GdlArgs, timeout: Timeout) -> Status {
    let problem = Problem::new(RunCode::Limit.as_str(), format!("gave up: {timeout} was reached"));
    let problem = problem.of_file(files::display_name(&args.file)).help("raise it with --timeout");
    // Nobody is left to hear of a failure.
    let _ = io::Write::write_all(
        &mut anstream::AutoStream::auto(io::stderr()),
        render(&problem, &Sources::default()).as_bytes(),
    );
    Status::Broken
}
