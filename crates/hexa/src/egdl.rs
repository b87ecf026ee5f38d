//! `hexa egdl`: builds the model that a description in EGDL defines, and checks its rules and other formulas there (*Epistemic
//! GDL*, defs. 1 to 5, figure 1).

use crate::cli::{EgdlArgs, Recalling};
use crate::console::{Console, Status};
use crate::files;
use crate::gdl::problem;
use crate::moment_file;
use hexa_rules::AskedFormula;
use hexa_rules::egdl::{
    EgdlExport, EgdlFailure, EgdlOutcome, EgdlRecall, EgdlRequest, EgdlWayOut, answer, closures,
    export,
};
use hexa_rules::words;
use hexa_text::{Code, Diagnostic, Setting, WayOut};
use std::io;

/// So many problems of a text are shown.
const MOST_SHOWN: usize = 20;

/// Builds the model and checks formulas.
pub fn run(args: &EgdlArgs, console: &mut Console) -> io::Result<Status> {
    let name = files::display_name(&args.file);
    let text = match files::read_text(&args.file) {
        Ok(text) => text,
        Err(unreadable) => {
            let (problem, sources) = unreadable.into_problem(&name);
            return console.refuse(&problem, &sources);
        }
    };
    let request = request(args, &name, text);
    if !args.closure.is_empty() {
        let outcome = closures(&request, &console.watch.stop);
        return match outcome.answer {
            Ok(found) => console.answer(&found, &words::egdl::closures(&found.closures)),
            Err(failure) => console.refuse_all(&problems(&name, &failure), &outcome.sources),
        };
    }
    if let Some(to) = args.moment.to {
        let EgdlExport { sources, exported } =
            export(&request, args.moment.max_worlds, &console.watch.stop);
        return match exported {
            Ok(moment) => {
                moment_file::write(&words::pointed::about_state(&request), &moment, to, console)
            }
            Err(failure) => console.refuse_all(&problems(&name, &failure), &sources),
        };
    }
    let EgdlOutcome { sources, answer } = answer(&request, &console.watch.stop);
    match answer {
        Ok(answer) => {
            console.answer(&answer, &words::egdl::answer(&answer))?;
            Ok(if answer.all_hold() { Status::Fine } else { Status::Failed })
        }
        Err(failure) => console.refuse_all(&problems(&name, &failure), &sources),
    }
}

/// What the command line asks.
fn request(args: &EgdlArgs, name: &str, text: String) -> EgdlRequest {
    let asked =
        |name: &str, text: &String| AskedFormula { name: name.to_owned(), text: text.clone() };
    let checks = args.check.iter().map(|text| asked("--check", text));
    EgdlRequest {
        name: name.to_owned(),
        text,
        checks: checks.chain(args.closure.iter().map(|text| asked("--closure", text))).collect(),
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
fn problems(name: &str, failure: &EgdlFailure) -> Vec<Diagnostic> {
    let worded = words::egdl::failure(failure);
    let problem = match failure {
        EgdlFailure::Wrong(wrong) => {
            return wrong.iter().take(MOST_SHOWN).cloned().collect();
        }
        EgdlFailure::TooManyStates(_)
        | EgdlFailure::TooManySteps(_)
        | EgdlFailure::TooManyHistories { .. }
        | EgdlFailure::TooManyWorlds(_)
        | EgdlFailure::CheckTooLong(_) => problem(Code::Limit, worded),
        EgdlFailure::NoInitialState | EgdlFailure::State(_) => {
            problem(Code::NoState, worded).of_file(name)
        }
        EgdlFailure::SeveralInitialStates { .. } | EgdlFailure::NoSuchStart { .. } => {
            problem(Code::NoState, worded)
        }
        EgdlFailure::NextActionNotSaid { .. }
        | EgdlFailure::UnknownAction(_)
        | EgdlFailure::NotLegal { .. } => problem(Code::NotExecutable, worded),
        EgdlFailure::Stopped(_) => problem(Code::Stopped, worded).of_file(name),
    };
    vec![match help(&failure.ways_out()) {
        Some(help) => problem.help(help),
        None => problem,
    }]
}

/// Ways out, with the settings of the command line.
fn help(ways_out: &[EgdlWayOut]) -> Option<WayOut> {
    let worded = |(place, way): (usize, &EgdlWayOut)| match way {
        EgdlWayOut::RaiseStates => {
            let raise = if place > 0 { "raise " } else { "raise the limit with " };
            WayOut::from(raise).then(Setting::MaxStates)
        }
        EgdlWayOut::SmallerSets => "take smaller sets of indices".into(),
        EgdlWayOut::ShorterPlays => {
            WayOut::from("choose a smaller ").then(Setting::Other("--depth".into()))
        }
        EgdlWayOut::ChangeRules(advice) => words::egdl::advice(*advice).into(),
        EgdlWayOut::WriteMoves => "write moves as the file does: `a^x_{1,1}; a^o_{2,2}`".into(),
        EgdlWayOut::RaiseWorlds => WayOut::from("raise the limit with ").then(Setting::MaxWorlds),
        EgdlWayOut::SayNextAction(legal) => WayOut::from("say it with ")
            .then(Setting::Other("--along".into()))
            .then(format!(": legal are {}", legal.join("; "))),
        EgdlWayOut::SayStart => "begin with the number of one: `initial 1; ...`".into(),
        EgdlWayOut::LegalMoves(legal) => format!("legal are {}", legal.join("; ")).into(),
    };
    WayOut::any_of(ways_out.iter().enumerate().map(worded))
}
