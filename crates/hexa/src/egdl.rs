//! `hexa egdl`: builds the model that a description in EGDL defines, and checks its rules and other formulas there (*Epistemic
//! GDL*, defs. 1 to 5, figure 1).

use crate::cli::{EgdlArgs, Recalling};
use crate::command::{Console, Status};
use crate::files;
use crate::gdl::refusal::{Refusal, problem, time_is_over};
use crate::gdl::stopping::stop_after;
use crate::problem::{Problem, RunCode};
use hexa_rules::AskedFormula;
use hexa_rules::egdl::{EgdlFailure, EgdlOutcome, EgdlRecall, EgdlRequest, EgdlWayOut, answer};
use hexa_rules::words;
use std::io::{self, Write};

/// So many problems of a text are shown.
const MOST_SHOWN: usize = 20;

/// Builds the model and checks formulas.
pub fn run(args: &EgdlArgs, console: &mut Console) -> io::Result<Status> {
    let name = files::display_name(&args.file);
    let text = match files::read_text(&args.file) {
        Ok(text) => text,
        Err(unreadable) => {
            let (problem, sources) = unreadable.into_problem(&name);
            let problems = &[problem];
            let refusal = Refusal { file: &name, problems, sources: &sources, stopped: None };
            return refusal.show(args.json, console);
        }
    };
    let request = request(args, &name, text);
    let EgdlOutcome { sources, answer } = stop_after(args.timeout, |stop| answer(&request, stop));
    match answer {
        Ok(answer) => {
            match args.json {
                true => writeln!(console.out, "{}", serde_json::to_value(&answer)?)?,
                false => console.out.write_all(words::egdl::answer(&answer).as_bytes())?,
            }
            Ok(if answer.all_hold() { Status::Fine } else { Status::Failed })
        }
        Err(failure) => {
            let problems = problems(args, &name, &failure);
            let stopped = failure.stopped();
            let refusal = Refusal { file: &name, problems: &problems, sources: &sources, stopped };
            refusal.show(args.json, console)
        }
    }
}

/// What the command line asks.
fn request(args: &EgdlArgs, name: &str, text: String) -> EgdlRequest {
    let asked = |text: &String| AskedFormula { name: "--check".to_owned(), text: text.clone() };
    EgdlRequest {
        name: name.to_owned(),
        text,
        checks: args.check.iter().map(asked).collect(),
        recall: match args.recall {
            Recalling::None => EgdlRecall::None,
            Recalling::OwnAction => EgdlRecall::OwnAction,
            Recalling::Perfect => EgdlRecall::Perfect { depth: args.depth },
        },
        from: args.from.clone(),
        along: args.along.clone(),
        max_states: args.max_states,
    }
}

/// A failure as it is shown.
fn problems(args: &EgdlArgs, name: &str, failure: &EgdlFailure) -> Vec<Problem> {
    let worded = words::egdl::failure(failure);
    let problem = match failure {
        EgdlFailure::Wrong(wrong) => {
            return wrong.iter().take(MOST_SHOWN).map(Problem::from).collect();
        }
        EgdlFailure::TooManyStates(_)
        | EgdlFailure::TooManySteps(_)
        | EgdlFailure::TooManyHistories { .. }
        | EgdlFailure::CheckTooLong(_) => problem(RunCode::Limit, worded),
        EgdlFailure::NoInitialState | EgdlFailure::State(_) => {
            problem(RunCode::NoState, worded).of_file(name)
        }
        EgdlFailure::SeveralInitialStates(_) => problem(RunCode::NoState, worded),
        EgdlFailure::UnknownAction(_) | EgdlFailure::NotLegal { .. } => {
            problem(RunCode::NotExecutable, worded)
        }
        EgdlFailure::Stopped(_) => time_is_over(args.timeout, worded).of_file(name),
    };
    vec![match help(&failure.ways_out()) {
        Some(help) => problem.help(help),
        None => problem,
    }]
}

/// Ways out, in the words of the command line.
fn help(ways_out: &[EgdlWayOut]) -> Option<String> {
    let worded = |(place, way): (usize, &EgdlWayOut)| match way {
        EgdlWayOut::RaiseStates if place > 0 => "raise `--max-states`".to_owned(),
        EgdlWayOut::RaiseStates => "raise the limit with `--max-states`".to_owned(),
        EgdlWayOut::SmallerSets => "take smaller sets of indices".to_owned(),
        EgdlWayOut::ShorterPlays => "choose a smaller `--depth`".to_owned(),
        EgdlWayOut::ChangeRules(advice) => words::egdl::advice(*advice).to_owned(),
        EgdlWayOut::WriteMoves => "write moves as the file does: `a^x_{1,1}; a^o_{2,2}`".to_owned(),
        EgdlWayOut::LegalMoves(legal) => format!("legal are {}", legal.join("; ")),
        EgdlWayOut::MoreTime => "raise it with --timeout".to_owned(),
    };
    let worded: Vec<String> = ways_out.iter().enumerate().map(worded).collect();
    (!worded.is_empty()).then(|| worded.join(", or "))
}
