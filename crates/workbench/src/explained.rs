//! A formula, explained: the answer to "why?".

use crate::opened::{Opened, When};
use crate::why::{Clause, Why, tree};
use crate::words;
use hexa_text::Diagnostic;

/// A formula, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Explained {
    /// Whether it holds, and why, as a tree.
    #[cfg_attr(feature = "json", serde(flatten))]
    pub clause: Clause,
    /// The same in sentences.
    pub text: String,
}

impl Explained {
    /// Words an explanation.
    pub fn new(why: &Why<'_>) -> Self {
        Self { clause: tree::clause(why), text: words::explanation::text(why) }
    }
}

impl Opened {
    /// Says whether a formula holds in a state, and why.
    pub fn explain(&mut self, formula: &str, when: &When) -> Result<Explained, Diagnostic> {
        let (_, typing) = self.formula(formula)?;
        let explained = self.reach(when).and_then(|reached| {
            let texts = (&self.document, &self.sources);
            Why::new(texts, &typing.step, &reached.way, reached.snapshot(), &self.limits)
                .map(|why| Explained::new(&why))
        });
        explained.map_err(|problem| self.as_typed(problem, &typing))
    }
}
