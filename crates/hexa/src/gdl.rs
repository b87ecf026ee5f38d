//! `hexa gdl`: games that are given by rules in GDL, GDL-II or GDL-III. Says what a game is like, checks
//! formulas in its model, and makes random plays.

mod progress;

use crate::cli::{GdlArgs, GdlEngine, GdlRecall};
use crate::console::{Console, Status};
use crate::files::{self, Unreadable};
use hexa_rules::AskedFormula;
use hexa_rules::gdl::{
    GdlAnswer, GdlFailure, GdlOutcome, GdlRequest, GdlWayOut, Playing, Remembering, RuleEngine,
    answer,
};
use hexa_rules::words;
use hexa_rules::words::WordedFailure;
use hexa_text::{Code, Diagnostic, Setting, WayOut};
use progress::Progress;
use std::io;
use std::time::Instant;

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
    let start = Instant::now();
    let mut progress = Progress::new();
    let request = request(args, &name, text);
    let outcome = answer(&request, &console.watch.stop, &mut |doing| progress.show(doing));
    let GdlOutcome { sources, warnings, answer } = &outcome;
    match answer {
        Ok(answer) => {
            console.warn_all(warnings, sources)?;
            let status = tell(answer, console)?;
            if let (true, Some(plays)) = (args.stats, &answer.plays) {
                let seconds = start.elapsed().as_secs_f64();
                let plays = plays.statistics.plays;
                let rate = plays as f64 / seconds.max(1e-9);
                console.complain(&format!(
                    "{plays} plays in {seconds:.2} s: {rate:.0} in a second\n"
                ))?;
            }
            Ok(status)
        }
        Err(failure) => {
            let status = console.refuse_all(&problems(&name, failure), sources)?;
            console.warn_all(warnings, sources)?;
            Ok(status)
        }
    }
}

/// What the command line asks.
fn request(args: &GdlArgs, name: &str, text: String) -> GdlRequest {
    let GdlArgs { seed, max_steps, .. } = *args;
    let asked = |text: &String| AskedFormula { name: "--check".to_owned(), text: text.clone() };
    GdlRequest {
        name: name.to_owned(),
        text,
        checks: args.check.iter().map(asked).collect(),
        remembering: match args.recall {
            GdlRecall::Perfect => Remembering::Everything,
            GdlRecall::State => Remembering::LastStep,
        },
        depth: args.depth,
        plays: args.playouts.map(|plays| Playing { plays, seed, max_steps }),
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
fn tell(answer: &GdlAnswer, console: &mut Console) -> io::Result<Status> {
    console.answer(answer, &words::gdl::answer(answer))?;
    if let Some(progress) = answer.stopped {
        let worded = words::gdl::failure(&GdlFailure::Stopped(progress));
        let problem = problem(Code::Stopped, worded).of_file(&answer.file[..]);
        console.warn_all(&[problem], &hexa_text::Sources::default())?;
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
        GdlFailure::LastStepNeedsAllHistories | GdlFailure::InterpreterCannotKnow => {
            Code::Unsupported
        }
        GdlFailure::NoMove { .. } => Code::NoMove,
        GdlFailure::TooLarge(_)
        | GdlFailure::TooManyHistories { .. }
        | GdlFailure::TooManySteps(_)
        | GdlFailure::CheckTooLong(_) => Code::Limit,
        GdlFailure::Stopped(_) => Code::Stopped,
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
        GdlWayOut::MoreTime => WayOut::from("raise it with ").then(Setting::Timeout),
    };
    WayOut::any_of(ways_out.iter().enumerate().map(worded))
}
