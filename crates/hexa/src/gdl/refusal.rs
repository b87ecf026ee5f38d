//! What went wrong with a game that is given by rules: on the terminal, and as JSON where that was asked for.

use crate::command::{Console, Status};
use crate::problem::{Problem, RunCode};
use crate::report::{MOST_SHOWN, render};
use crate::timeout::Timeout;
use hexa_lang::Sources;
use hexa_logic::Progress;
use hexa_rules::words::WordedFailure;
use serde_json::{Value, json};
use std::io::{self, Write};

/// What is wrong, with the texts in which it shows.
pub struct Refusal<'r> {
    /// The file.
    pub file: &'r str,
    /// What is wrong.
    pub problems: &'r [Problem],
    /// The texts.
    pub sources: &'r Sources,
    /// How far the work came, if it was stopped.
    pub stopped: Option<Progress>,
}

impl Refusal<'_> {
    /// Shows it. Whoever asked for JSON gets an object too.
    pub fn show(&self, as_json: bool, console: &mut Console) -> io::Result<Status> {
        if as_json {
            writeln!(console.out, "{}", self.json())?;
        }
        for problem in self.problems.iter().take(MOST_SHOWN) {
            console.complain(&render(problem, self.sources))?;
        }
        if self.problems.len() > MOST_SHOWN {
            let rest = self.problems.len() - MOST_SHOWN;
            console.complain(&format!("hexa: {rest} more errors are not shown\n"))?;
        }
        Ok(Status::Broken)
    }

    fn json(&self) -> Value {
        let errors: Vec<Value> = self.problems.iter().map(|problem| self.error(problem)).collect();
        match self.stopped {
            Some(Progress { steps, .. }) => {
                json!({"file": self.file, "errors": errors, "stopped": {"steps": steps}})
            }
            None => json!({"file": self.file, "errors": errors}),
        }
    }

    fn error(&self, problem: &Problem) -> Value {
        let place = problem.labels.first().map(|label| {
            let (line, column) = self.sources.line_column(label.at);
            json!({"in": self.sources.get(label.at.source).name, "line": line, "column": column})
        });
        json!({
            "code": problem.code,
            "message": problem.message,
            "at": place,
            "notes": problem.notes,
            "help": problem.help,
        })
    }
}

/// A failure with its code.
pub fn problem(code: RunCode, worded: WordedFailure) -> Problem {
    let problem = Problem::new(code.as_str(), worded.message);
    worded.notes.into_iter().fold(problem, Problem::note)
}

/// That the time was over.
pub fn time_is_over(timeout: Option<Timeout>, worded: WordedFailure) -> Problem {
    match timeout {
        Some(timeout) => {
            Problem::new(RunCode::Limit.as_str(), format!("gave up: {timeout} was reached"))
                .note(worded.message)
        }
        None => problem(RunCode::Limit, worded),
    }
}
