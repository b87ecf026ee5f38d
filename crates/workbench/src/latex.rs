//! Results in LaTeX: formulas and actions in the notation of the papers, states as pictures.

use crate::picture;
use crate::snapshot::Snapshot;
use hexa_draw::Format;
use hexa_lang::Document;
use hexa_lang::syntax::{LatexLine, latex};
use hexa_text::latex_escaped;
use hexa_text::{Code, Diagnostic};

/// States of more worlds are not drawn beside their formulas.
const MOST_DRAWN: usize = 40;

/// How a result is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "json", derive(serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Form {
    /// In the language, so that it can be added to the file.
    #[default]
    Hexa,
    /// For LaTeX, in the notation of the papers.
    Latex,
}

/// What a document needs before it can take in what is written here.
pub const NEEDS: &str =
    "% \\usepackage{amsmath,amssymb,tikz} in the preamble, then \\input this file\n";

/// A text of the language, as it can be taken into a document.
pub fn page(text: &str) -> Result<String, Diagnostic> {
    Ok(format!("{NEEDS}{}", lines(text)?))
}

/// A text of the language, line by line.
pub fn lines(text: &str) -> Result<String, Diagnostic> {
    let lines = latex(text).map_err(|found| match found.first() {
        Some(first) => first.clone(),
        None => Diagnostic::without_place(Code::NotRun, "this could not be read back"),
    })?;
    Ok(lines.iter().map(line).collect())
}

fn line(line: &LatexLine) -> String {
    match line {
        LatexLine::Remark(text) => format!("% {text}\n"),
        LatexLine::Statement(words, math) => {
            let words = match words.is_empty() {
                true => String::new(),
                false => format!("\\textsf{{{}}} ", latex_escaped(words)),
            };
            let math = if math.is_empty() { String::new() } else { format!("${math}$") };
            format!("\\noindent {words}{math}\\par\n")
        }
    }
}

/// A formula, as it can be taken into a document.
pub fn of_formula(text: &str) -> String {
    format!("{NEEDS}\\noindent {}\\par\n", formula(text))
}

/// A step, inside of a line.
pub fn step(text: &str) -> String {
    match latex(text).as_deref() {
        Ok([LatexLine::Statement(words, math)]) if math.is_empty() => {
            format!("\\textsf{{{}}}", latex_escaped(words))
        }
        Ok([LatexLine::Statement(words, math)]) => {
            format!("\\textsf{{{}}} ${math}$", latex_escaped(words))
        }
        // A step that could not be read is told as it was written.
        _ => format!("\\texttt{{{}}}", latex_escaped(text)),
    }
}

/// A formula, inside of a line.
pub fn formula(text: &str) -> String {
    match latex(&format!("print {text}")).as_deref() {
        Ok([LatexLine::Statement(_, math)]) => format!("${math}$"),
        _ => format!("\\texttt{{{}}}", latex_escaped(text)),
    }
}

/// A state as a picture, if it is not too large for one.
pub fn state(snapshot: &Snapshot, document: &Document) -> Option<String> {
    if snapshot.state.has_at_most(MOST_DRAWN) != Ok(true) {
        return None;
    }
    let picture = picture::draw(snapshot, document, None, Format::Tikz).ok()?;
    // What the picture needs is said once, before everything.
    let body = picture.find("\\begin{tikzpicture}").map_or("", |at| &picture[at..]);
    Some(format!("\\begin{{center}}\n{body}\\end{{center}}\n"))
}
