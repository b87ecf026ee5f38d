//! The text format of SMCDEL, the symbolic model checker for dynamic epistemic logic: knowledge
//! structures (Van Benthem, Van Eijck, Gattinger and Su, *Symbolic model checking for Dynamic
//! Epistemic Logic*, 2015) with questions about them.
//!
//! A file has variables (`VARS`, which are numbers), a law over them (`LAW`), what each agent
//! observes (`OBS`), and then queries: `TRUE? {1,3} φ` asks for truth in one state, `VALID? φ` for
//! truth in all, `WHERE? φ` for the states where φ is true. Its states are our worlds.
//!
//! Formulas are read as SMCDEL reads them, which is not always what one would expect:
//!
//! - `&` and `|` bind alike and group to the left, and so do `->` and `iff` below them: `1 | 2 & 3`
//!   is `(1 | 2) & 3`. Prefixes bind tighter, except `K a`, `Kw a`, `Forall` and `Exists`, which
//!   reach as far to the right as they can.
//! - `[! φ]` and `[?! φ]` are public announcements that φ, and whether φ: `L_B ?φ` and
//!   `L_B ?φ + L_B ?~φ`, where B are all agents of the file.
//! - `[a, b ! φ]` is an announcement to a group. The others do not hear what is said, but they
//!   know that the group hears whether φ: `L_B (!L_ab ?φ + L_ab ?~φ)`; with `?!` nothing is marked.
//! - `Forall` and `Exists` vary variables in the state itself and not in what others consider
//!   possible, so that what they bind may not be seen by an agent whose knowledge is spoken of.
//!
//! States of a structure need not be connected by anybody's access, and still `VALID?` speaks of all
//! of them. So there is one more agent, who observes nothing and is never spoken of; with them all
//! states are relevant. Departure: SMCDEL also answers `TRUE?` for states that break the law, from
//! the diagram of the formula; there is no such world, and we say so.

mod formula;
mod lexer;
mod parser;
mod quantifier;
mod write;

pub use write::{Speech, Unsayable};

use crate::document::Document;
use crate::load::{Loaded, Settings};
use hexa_logic::{Atom, Stop};
use hexa_text::{Location, Sources, Span};

/// Whether a text is in this format: by the end of its name or, unless that says `.hexa`, by its
/// first word.
pub fn is_smcdel(name: &str, text: &str) -> bool {
    let named = name.ends_with(".smcdel.txt") || name.ends_with(".smcdel");
    named || (!name.ends_with(".hexa") && lexer::first_word(text) == "VARS")
}

/// Reads a text of this format.
pub(crate) fn load(name: &str, text: &str, settings: &Settings, stop: &Stop) -> Loaded {
    let mut sources = Sources::default();
    let source = sources.add(name, text);
    let (document, diagnostics) = parser::read(text, source, settings, stop);
    Loaded { sources, document, diagnostics, assertions: lexer::count_assertions(text) }
}

/// Where the law of a text of this format stands.
pub fn law(name: &str, sources: &Sources) -> Option<Location> {
    let source = sources.find(name)?;
    let text = &sources.get(source).text;
    let start = lexer::law(text).filter(|_| is_smcdel(name, text))?;
    Some(Location { source, span: Span::new(start, start + "LAW".len()) })
}

impl Document {
    /// The numbers of the variables, by atom, if the document is in SMCDEL's format.
    pub fn smcdel_numbers(&self) -> Option<&[u64]> {
        match &self.notation {
            crate::document::Notation::Hexa => None,
            crate::document::Notation::Smcdel(numbers) => Some(numbers),
        }
    }

    /// A world, told by the atoms true there, in SMCDEL's way: `{1,3}`.
    pub fn smcdel_state(&self, atoms: &[Atom]) -> String {
        let names: Vec<String> = match self.smcdel_numbers() {
            Some(_) => self.smcdel_variables(atoms).iter().map(u64::to_string).collect(),
            None => atoms.iter().map(|&a| self.vocabulary.atom_name(a).to_owned()).collect(),
        };
        format!("{{{}}}", names.join(","))
    }

    /// The numbers of these atoms, in order.
    pub fn smcdel_variables(&self, atoms: &[Atom]) -> Vec<u64> {
        let number = |atom: &Atom| self.smcdel_numbers()?.get(atom.index()).copied();
        let mut numbers: Vec<u64> = atoms.iter().filter_map(number).collect();
        numbers.sort_unstable();
        numbers
    }
}
