//! `hexa gdl`: games that are given by rules in GDL, GDL-II or GDL-III. Says what a game is like, checks
//! formulas in its model, and makes random plays.

use crate::cli::{Denied, GdlArgs, GdlEngine, GdlRecall};
use crate::console::{Console, Status};
use crate::files::{self, Unreadable};
use crate::moment_file;
use crate::progress::Progress;
use hexa_rules::AskedFormula;
use hexa_rules::gdl::{
    CutShort, GdlAnswer, GdlFailure, GdlOutcome, GdlProgress, GdlRequest, GdlWayOut, HistoryExport,
    HistoryMoment, Playing, Remembering, RuleEngine, answer,
};
use hexa_rules::words;
use hexa_rules::words::WordedFailure;
use hexa_text::{Code, Diagnostic, Setting, Sources, WayOut};
use hexa_workbench::Problem;
use serde::Serialize;
use std::io;

fn so_far(progress: GdlProgress) -> String {
    match progress {
        GdlProgress::Plays { plays, steps } => format!("{plays} plays, {steps} steps"),
        GdlProgress::Positions { positions, steps } => format!("{positions} states, {steps} steps"),
        GdlProgress::Histories { histories, steps } => {
            format!("{histories} histories, {steps} steps")
        }
    }
}

/// Plays and checks a game.
pub fn run(args: &GdlArgs, console: &mut Console) -> io::Result<Status> {
    let name = files::display_name(&args.file);
    // Bytes that are no text do no harm in a comment.
    let text = match files::read_text(&args.file) {
        Ok(text) | Err(Unreadable::NotUtf8 { text, .. }) => text,
        Err(unreadable) => {
            let (problem, sources) = unreadable.into_problem(&name);
            return console.refuse(&problem, &sources);
        }
    };
    let start = cpu_seconds();
    let (mut progress, mut calls) = (Progress::new(), 0u32);
    let request = request(args, &name, text);
    let outcome = answer(&request, &console.watch.stop, &mut move |doing| {
        calls = calls.wrapping_add(1);
        // Looking at the clock takes longer than many a play.
        if calls.is_multiple_of(64) {
            progress.show(|| so_far(doing));
        }
    });
    let GdlOutcome { sources, warnings, answer } = &outcome;
    let mut warnings = warnings.clone();
    let status = match answer {
        Ok(answer) => {
            let found = words::gdl::warnings(answer).into_iter();
            let found = found.map(|(code, worded)| problem(code, worded).as_warning());
            warnings.extend(found.map(|warning| warning.of_file(&name[..])));
            console.warn_all(&warnings, sources)?;
            if let (Some(to), Some(moment), Some(export)) =
                (args.moment.to, &answer.exported, &request.export)
            {
                let about = words::pointed::about_histories(&request, export);
                return moment_file::write(&about, moment, to, console);
            }
            let status = tell(answer, &warnings, sources, console)?;
            if let (true, Some(plays)) = (args.stats, &answer.plays) {
                let seconds = cpu_seconds() - start;
                let plays = plays.statistics.plays;
                console.complain(&words::gdl::speed(plays, seconds))?;
            }
            status
        }
        Err(failure) => {
            let mut problems = problems(&name, failure);
            problems.extend(warnings.iter().cloned());
            console.refuse_all(&problems, sources)?
        }
    };
    let is_denied = console.deny == Some(Denied::Warnings) && !warnings.is_empty();
    Ok(if is_denied { status.max(Status::Broken) } else { status })
}

/// How long the program has computed so far, whoever else uses the machine.
#[cfg(unix)]
fn cpu_seconds() -> f64 {
    let clock = nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID;
    clock.now().map_or(0.0, |time| time.tv_sec() as f64 + time.tv_nsec() as f64 * 1e-9)
}

/// How long the program has run so far, where the system does not say how much of that it has computed.
#[cfg(not(unix))]
fn cpu_seconds() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_secs_f64()
}

/// An answer with what is strange about it.
#[derive(Serialize)]
struct Answered<'a> {
    #[serde(flatten)]
    answer: &'a GdlAnswer,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Problem>,
}

/// What the command line asks.
fn request(args: &GdlArgs, name: &str, text: String) -> GdlRequest {
    let GdlArgs { seed, max_steps, .. } = *args;
    let asked = |text: &String| AskedFormula { name: "--check".to_owned(), text: text.clone() };
    // Who wants to see a play wants one to be made.
    let plays = args.playouts.or(args.trace.then_some(1));
    GdlRequest {
        name: name.to_owned(),
        text,
        checks: args.check.iter().map(asked).collect(),
        remembering: match args.recall {
            GdlRecall::Perfect => Remembering::Everything,
            GdlRecall::State => Remembering::LastStep,
        },
        depth: args.depth,
        plays: plays.map(|plays| Playing { plays, seed, max_steps }),
        traced: if args.trace { plays.unwrap_or(0) } else { 0 },
        after: args
            .after
            .as_ref()
            .filter(|_| args.moment.to.is_none())
            .map(|text| AskedFormula { name: "--after".to_owned(), text: text.clone() }),
        export: args.moment.to.map(|_| HistoryExport {
            moment: match &args.after {
                Some(moves) => HistoryMoment::After(moves.clone()),
                None => HistoryMoment::Steps(args.length),
            },
            max_worlds: args.moment.max_worlds,
        }),
        engine: match args.engine {
            GdlEngine::Auto => RuleEngine::Auto,
            GdlEngine::Network => RuleEngine::Network,
            GdlEngine::Interpreter => RuleEngine::Interpreter,
        },
        max_positions: args.max_states,
        max_rules: args.max_rules,
    }
}

/// Prints an answer. What was stopped is no more than a part of one.
fn tell(
    answer: &GdlAnswer,
    warnings: &[Diagnostic],
    sources: &Sources,
    console: &mut Console,
) -> io::Result<Status> {
    let warnings = warnings.iter().map(|warning| Problem::new(warning.clone(), sources)).collect();
    console.answer(&Answered { answer, warnings }, &words::gdl::answer(answer))?;
    if let Some(progress) = answer.stopped {
        let worded = words::gdl::failure(&GdlFailure::Stopped(progress));
        let problem = problem(Code::Stopped, worded).of_file(&answer.file[..]);
        console.warn_all(&[problem], &Sources::default())?;
        return Ok(Status::Broken);
    }
    Ok(if answer.all_hold() { Status::Fine } else { Status::Failed })
}

/// A failure with its code.
pub fn problem(code: Code, worded: WordedFailure) -> Diagnostic {
    let problem = Diagnostic::without_place(code, worded.message);
    worded.notes.into_iter().fold(problem, Diagnostic::note)
}

/// A failure as it is shown.
fn problems(name: &str, failure: &GdlFailure) -> Vec<Diagnostic> {
    let worded = words::gdl::failure(failure);
    let code = match failure {
        GdlFailure::Wrong(wrong) => return wrong.clone(),
        GdlFailure::LastStepNeedsAllHistories
        | GdlFailure::InterpreterCannotKnow
        | GdlFailure::PlaysInModel => Code::Unsupported,
        GdlFailure::NoMove { .. } => Code::NoMove,
        GdlFailure::Unstratified(_) => Code::Unstratified,
        GdlFailure::Stopped(_) | GdlFailure::TooLarge(CutShort::Stopped) => Code::Stopped,
        GdlFailure::TooLarge(_)
        | GdlFailure::TooManyHistories { .. }
        | GdlFailure::TooManySteps(_)
        | GdlFailure::TooManyWorlds(_)
        | GdlFailure::CheckTooLong(_) => Code::Limit,
        GdlFailure::NoHistoryOfLength(_) => Code::NoState,
        GdlFailure::NotLegal { .. } => Code::NotExecutable,
    };
    let mut problem = problem(code, worded);
    // What the command line asks in vain is no matter of the file.
    if *failure != GdlFailure::LastStepNeedsAllHistories {
        problem = problem.of_file(name);
    }
    vec![match help(&failure.ways_out()) {
        Some(help) => problem.help(help),
        None => problem,
    }]
}

/// Ways out, with the settings of the command line.
fn help(ways_out: &[GdlWayOut]) -> Option<WayOut> {
    let worded = |(place, way): (usize, &GdlWayOut)| match way {
        GdlWayOut::RaiseRules => WayOut::from("raise the limit with ").then(Setting::MaxRules),
        GdlWayOut::Interpret => WayOut::from("use ").then(Setting::Engine("interpreter".into())),
        GdlWayOut::BoundTerms => "do the rules build ever larger terms?".into(),
        GdlWayOut::RaiseHistories => WayOut::from("raise the limit with ").then(Setting::MaxStates),
        GdlWayOut::RaiseWorlds => WayOut::from("raise the limit with ").then(Setting::MaxWorlds),
        GdlWayOut::ShorterHistories(depth) => {
            let which = if place > 0 { "ones" } else { "histories" };
            WayOut::from(format!("look at shorter {which}: ")).then(Setting::Depth(*depth as u64))
        }
        GdlWayOut::RememberEverything => WayOut::from(
            "with --depth, and for games with `knows`, players remember everything: --recall perfect",
        ),
        GdlWayOut::AnyEngine => {
            WayOut::from("leave the choice to ").then(Setting::Engine("auto".into()))
        }
        GdlWayOut::AddLegalOrTerminal => "add a rule for `legal`, or one for `terminal`".into(),
    };
    WayOut::any_of(ways_out.iter().enumerate().map(worded))
}
