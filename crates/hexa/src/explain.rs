//! `hexa explain`: what error codes mean.

use crate::console::{Console, Status};
use hexa_text::{Code, CodeKind, clean};
use serde::Serialize;
use std::io;

/// A code with its meaning.
#[derive(Serialize)]
struct Meaning {
    code: &'static str,
    meaning: &'static str,
    advice: Option<&'static str>,
}

impl Meaning {
    fn of(code: Code) -> Self {
        Self { code: code.as_str(), meaning: code.meaning(), advice: code.advice() }
    }

    fn text(&self) -> String {
        let advice = self.advice.map_or(String::new(), |advice| format!("\n{advice}\n"));
        format!("{}: {}\n{advice}", self.code, self.meaning)
    }
}

/// Says what a code means, or lists all of them.
pub fn run(code: Option<&str>, console: &mut Console) -> io::Result<Status> {
    let Some(name) = code else {
        let all: Vec<Meaning> = Code::ALL.iter().map(|&code| Meaning::of(code)).collect();
        return console.answer(&all, &list());
    };
    match Code::find(name).map(Meaning::of) {
        Some(meaning) => console.answer(&meaning, &meaning.text()),
        None => {
            let name = clean(name);
            console.complain(&format!(
                "hexa: there is no code `{name}`; `hexa explain` lists all of them\n"
            ))?;
            Ok(Status::Broken)
        }
    }
}

fn list() -> String {
    let part = |title: &str, kind: CodeKind| {
        let codes = Code::ALL.iter().filter(|code| code.kind() == kind);
        let line = |code: &Code| format!("  {}  {}\n", code.as_str(), code.meaning());
        format!("{title}:\n{}", codes.map(line).collect::<String>())
    };
    [
        part("Texts that cannot be read", CodeKind::Text),
        part("Warnings: texts that probably mean something else", CodeKind::Warning),
        part("Steps that cannot be taken", CodeKind::Running),
    ]
    .join("\n")
}
