//! `hexa gdl`: games that are given by rules in GDL, GDL-II or GDL-III. Says what a game is like, checks
//! formulas in its model, and makes random plays.

mod progress;
pub mod refusal;
pub mod stopping;

use crate::cli::{GdlArgs, GdlEngine, GdlRecall};
use crate::command::{Console, Status};
use crate::files::{self, Unreadable};
use crate::problem::{Problem, RunCode};
use crate::report::{MOST_SHOWN, clean, render_warning};
use hexa_lang::Sources;
use hexa_rules::AskedFormula;
use hexa_rules::gdl::{
    GdlAnswer, GdlFailure, GdlOutcome, GdlRequest, GdlWayOut, Playing, Remembering, RuleEngine,
    answer,
};
use hexa_rules::words;
use progress::Progress;
use refusal::{Refusal, problem, time_is_over};
use std::io::{self, Write};
use std::time::Instant;
use stopping::stop_after;

/// Plays and checks a game.
pub fn run(args: &GdlArgs, console: &mut Console) -> io::Result<Status> {
    let name = files::display_name(&args.file);
    // Bytes that are no text do no harm in a comment.
    let text = match files::read_text(&args.file) {
        Ok(text) | Err(Unreadable::NotUtf8 { text, .. }) => text,
        Err(unreadable) => {
            let (problem, sources) = unreadable.into_problem(&name);
            let problems = &[problem];
            let refusal = Refusal { file: &name, problems, sources: &sources, stopped: None };
            return refusal.show(args.json, console);
        }
    };
    let start = Instant::now();
    let outcome = stop_after(args.timeout, |stop| {
        let mut progress = Progress::new();
        answer(&request(args, &name, text), stop, &mut |doing| progress.show(doing))
    });
    let GdlOutcome { sources, warnings, answer } = &outcome;
    let warnings: Vec<Problem> = warnings.iter().map(Problem::from).collect();
    match answer {
        Ok(answer) => {
            warn(&warnings, sources, console)?;
            let status = tell(args, answer, console)?;
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
            let problems = problems(args, &name, failure);
            let stopped = failure.stopped();
            let refusal = Refusal { file: &name, problems: &problems, sources, stopped };
            let status = refusal.show(args.json, console)?;
            warn(&warnings, sources, console)?;
            Ok(status)
        }
    }
}

fn warn(warnings: &[Problem], sources: &Sources, console: &mut Console) -> io::Result<()> {
    let mut shown = warnings.iter().take(MOST_SHOWN);
    shown.try_for_each(|warning| console.complain(&render_warning(warning, sources)))
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
fn tell(args: &GdlArgs, answer: &GdlAnswer, console: &mut Console) -> io::Result<Status> {
    if args.json {
        writeln!(console.out, "{}", serde_json::to_value(answer)?)?;
    } else {
        console.out.write_all(clean(&words::gdl::answer(answer)).as_bytes())?;
    }
    if let Some(progress) = answer.stopped {
        let worded = words::gdl::failure(&GdlFailure::Stopped(progress));
        let problem = time_is_over(args.timeout, worded).of_file(&answer.file[..]);
        let problem = problem.help(help(&[GdlWayOut::MoreTime]).unwrap_or_default());
        console.complain(&crate::report::render(&problem, &Sources::default()))?;
        return Ok(Status::Broken);
    }
    Ok(if answer.all_hold() { Status::Fine } else { Status::Failed })
}

/// A failure as it is shown.
fn problems(args: &GdlArgs, name: &str, failure: &GdlFailure) -> Vec<Problem> {
    let worded = words::gdl::failure(failure);
    let code = match failure {
        GdlFailure::Wrong(wrong) => return wrong.iter().map(Problem::from).collect(),
        GdlFailure::LastStepNeedsAllHistories | GdlFailure::InterpreterCannotKnow => {
            RunCode::Unsupported
        }
        GdlFailure::NoMove { .. } => RunCode::NoMove,
        GdlFailure::TooLarge(_)
        | GdlFailure::TooManyHistories { .. }
        | GdlFailure::TooManySteps(_)
        | GdlFailure::CheckTooLong(_)
        | GdlFailure::Stopped(_) => RunCode::Limit,
    };
    let mut problem = match failure.stopped() {
        Some(_) => time_is_over(args.timeout, worded),
        None => problem(code, worded),
    };
    // What the command line asks in vain is no matter of the file.
    if *failure != GdlFailure::LastStepNeedsAllHistories {
        problem = problem.of_file(name);
    }
    vec![match help(&failure.ways_out()) {
        Some(help) => problem.help(help),
        None => problem,
    }]
}

/// Ways out, in the words of the command line.
fn help(ways_out: &[GdlWayOut]) -> Option<String> {
    let worded = |(place, way): (usize, &GdlWayOut)| {
        match way {
        GdlWayOut::RaiseRules => "raise the limit with --max-rules".to_owned(),
        GdlWayOut::Interpret => "use --engine interpreter".to_owned(),
        GdlWayOut::BoundTerms => "do the rules build ever larger terms?".to_owned(),
        GdlWayOut::RaiseHistories => "raise the limit with --max-states".to_owned(),
        GdlWayOut::ShorterHistories(depth) if place > 0 => {
            format!("look at shorter ones: --depth {depth}")
        }
        GdlWayOut::ShorterHistories(depth) => {
            format!("look at shorter histories: --depth {depth}")
        }
        GdlWayOut::RememberEverything => {
            "with --depth, and for games with `knows`, players remember everything: --recall perfect"
                .to_owned()
        }
        GdlWayOut::AnyEngine => "leave the choice to --engine auto".to_owned(),
        GdlWayOut::AddLegalOrTerminal => {
            "add a rule for `legal`, or one for `terminal`".to_owned()
        }
        GdlWayOut::MoreTime => "raise it with --timeout".to_owned(),
    }
    };
    let worded: Vec<String> = ways_out.iter().enumerate().map(worded).collect();
    (!worded.is_empty()).then(|| worded.join(", or "))
}
