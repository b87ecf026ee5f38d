//! A file in another format. A state is turned into a knowledge structure and its scenarios into queries, which are then
//! written down; what the other format has no words for is named. What is written in a language of ours is read back first.

pub mod game;
mod hexa;
mod ispl;
mod queries;
mod smcdel;
mod structure;

use crate::opened::{Opened, When};
use crate::picture::{Drawing, Subject};
use hexa_draw::Format;
use hexa_lang::{NoIncludes, Step, load};
use hexa_text::{Code, Diagnostic, Setting, WayOut};

/// A format to convert to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Target {
    /// Our own language.
    Hexa,
    /// The text format of SMCDEL.
    Smcdel,
    /// ISPL, the language of MCMAS.
    Ispl,
    /// Graphviz.
    Dot,
    /// TikZ.
    Tikz,
}

/// What was written, and what could not be.
#[derive(Clone, Debug, Default)]
pub struct Converted {
    /// The file.
    pub text: String,
    /// Why steps were left out, of which the text has a comment each.
    pub left_out: Vec<Diagnostic>,
}

impl Opened {
    /// Writes the file in another format.
    pub fn convert(&mut self, to: Target) -> Result<Converted, Diagnostic> {
        let converted = match to {
            Target::Dot => self.converted_picture(Format::Dot),
            Target::Tikz => self.converted_picture(Format::Tikz),
            Target::Smcdel => {
                smcdel::write_smcdel(self).and_then(|text| read_back("c.smcdel.txt", text))
            }
            Target::Ispl => ispl::write_ispl(self),
            Target::Hexa => hexa::write_hexa(self).and_then(|text| read_back("c.hexa", text)),
        };
        converted.map_err(|problem| self.at_initial_state(problem))
    }

    fn converted_picture(&mut self, format: Format) -> Result<Converted, Diagnostic> {
        let drawing = Drawing { format, ..Drawing::of(Subject::State, When::default()) };
        let text = self.draw(&drawing)?;
        Ok(Converted { text, left_out: Vec::new() })
    }
}

impl Converted {
    /// Adds what a step became; if it could not be said, a comment that starts with this sign.
    fn add(&mut self, said: Result<String, Diagnostic>, (sign, step): (&str, &Step)) {
        match said {
            Ok(said) => self.text += &said,
            Err(problem) => {
                self.text += &format!("{sign} left out: {}\n", plain(&step.text));
                self.left_out.push(problem);
            }
        }
    }

    /// The text, if nothing had to be left out.
    pub fn whole(self) -> Result<String, Diagnostic> {
        let Some(first) = self.left_out.first() else { return Ok(self.text) };
        let problem = match self.left_out.len() {
            1 => first.clone(),
            all => first.clone().note(format!("{all} steps cannot be said; this is the first")),
        };
        let way_out = match problem.way_out.clone() {
            Some(way_out) => way_out.then("; with "),
            None => WayOut::from("with "),
        };
        let way_out =
            way_out.then(Setting::Partial).then(", what cannot be said becomes a comment");
        Err(problem.help(way_out))
    }
}

/// A text, if it can be read again.
fn read_back(name: &str, converted: Converted) -> Result<Converted, Diagnostic> {
    let loaded = load(name, &converted.text, &NoIncludes, &[]);
    match loaded.diagnostics.first() {
        None => Ok(converted),
        Some(wrong) => {
            let message = format!("this cannot be converted: {}", wrong.message);
            Err(unsayable(message))
        }
    }
}

/// A name on one line, for a comment.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).collect()
}

/// Something that the other format has no words for.
fn unsayable(message: impl Into<String>) -> Diagnostic {
    Diagnostic::without_place(Code::NoTranslation, message)
}
