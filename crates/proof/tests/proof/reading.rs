//! ReadProofs and checking texts in tests.

use hexa_lang::proof::load_proof;
use hexa_lang::{Diagnostic, Resolver, Sources};
use hexa_proof::checker::{Checked, Limits, check};
use hexa_proof::reading::{NoGames, ReadProofs, read};
use hexa_proof::words;

/// A text that was read and checked.
pub struct Tried {
    pub reading: Option<ReadProofs>,
    pub checked: Vec<Checked>,
    pub sources: Sources,
    pub problems: Vec<Diagnostic>,
}

impl Tried {
    /// The problems, each with its code and its line.
    pub fn found(&self) -> Vec<(&'static str, usize)> {
        let line = |problem: &Diagnostic| {
            let at = problem.place().expect("every problem has a place");
            (problem.code.as_str(), self.sources.line_column(at).0)
        };
        self.problems.iter().map(line).collect()
    }

    /// The problems as people read them.
    pub fn shown(&self) -> String {
        let line = |problem: &Diagnostic| {
            let at = problem
                .place()
                .map(|at| (self.sources.get(at.source).name.clone(), self.sources.line_column(at)));
            format!("{at:?}: {} {} {:?}\n", problem.code.as_str(), problem.message, problem.notes)
        };
        self.problems.iter().map(line).collect()
    }
}

/// Reads a text and checks what it proves.
pub fn try_text(name: &str, text: &str, resolver: &dyn Resolver) -> Tried {
    let loaded = load_proof(name, text, resolver);
    let mut reading = match read(&loaded, &NoGames) {
        Ok(reading) => reading,
        Err(problems) => {
            let sources = loaded.sources;
            return Tried { reading: None, checked: Vec::new(), sources, problems };
        }
    };
    let checked = check(&mut reading.development, &Limits::default()).expect("nobody stops it");
    let problems = checked.iter().enumerate();
    let problems = problems.flat_map(|(at, it)| words::problems(&reading, at, it)).collect();
    Tried { reading: Some(reading), checked, sources: loaded.sources, problems }
}
