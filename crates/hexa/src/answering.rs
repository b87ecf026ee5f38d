//! Answers on the console: in words, or as JSON by the one path that all interfaces share; problems with the line and
//! the part at fault.

use crate::console::{Console, Status};
use crate::diagnostics::render;
use hexa_text::{Diagnostic, Sources, clean};
use hexa_workbench::json::to_json;
use hexa_workbench::{MOST_SHOWN, Problem, Standing};
use serde::Serialize;
use std::io::{self, Write};

/// What is printed when something could not be done.
#[derive(Serialize)]
struct Problems<'a> {
    problems: &'a [Problem],
}

impl Console {
    /// Prints an answer: as JSON if that is asked for, otherwise in words.
    pub fn answer(&mut self, answer: &impl Serialize, words: &str) -> io::Result<Status> {
        match self.json {
            true => self.print(answer)?,
            false => self.out.write_all(clean(words).as_bytes())?,
        }
        Ok(Status::Fine)
    }

    /// Prints an answer whose words are a file, and not for the eye.
    pub fn deliver(&mut self, answer: &impl Serialize, file: &str) -> io::Result<Status> {
        match self.json {
            true => self.print(answer)?,
            false => self.out.write_all(file.as_bytes())?,
        }
        Ok(Status::Fine)
    }

    /// Prints JSON.
    pub fn print(&mut self, answer: &impl Serialize) -> io::Result<()> {
        writeln!(self.out, "{}", to_json(answer))
    }

    /// Prints words, where words are wanted.
    pub fn say(&mut self, words: &str) -> io::Result<()> {
        if self.json { Ok(()) } else { self.out.write_all(words.as_bytes()) }
    }

    /// Says what is wrong, where there is something to go on with.
    pub fn warn_all(&mut self, problems: &[Diagnostic], sources: &Sources) -> io::Result<()> {
        for problem in problems.iter().take(MOST_SHOWN) {
            let problem = self.watch.reworded(problem);
            self.complain(&render(&problem, sources))?;
        }
        Ok(())
    }

    /// Says what is wrong; the places are in these texts.
    pub fn refuse(&mut self, problem: &Diagnostic, sources: &Sources) -> io::Result<Status> {
        self.refuse_all(std::slice::from_ref(problem), sources)
    }

    /// Says what is wrong, up to a number of problems.
    pub fn refuse_all(&mut self, problems: &[Diagnostic], sources: &Sources) -> io::Result<Status> {
        let shown = problems.iter().take(MOST_SHOWN).map(|problem| self.watch.reworded(problem));
        let shown: Vec<Diagnostic> = shown.collect();
        if self.json {
            let problem = |problem: &Diagnostic| Problem::new(problem.clone(), sources);
            let problems: Vec<Problem> = shown.iter().map(problem).collect();
            self.print(&Problems { problems: &problems })?;
        }
        for problem in &shown {
            self.complain(&render(problem, sources))?;
        }
        Ok(Status::Broken)
    }
}

impl From<Standing> for Status {
    fn from(standing: Standing) -> Self {
        match standing {
            Standing::Fine => Self::Fine,
            Standing::Failed => Self::Failed,
            Standing::Broken => Self::Broken,
        }
    }
}
