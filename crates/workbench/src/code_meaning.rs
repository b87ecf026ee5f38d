//! What the codes of problems mean.

use hexa_text::{Code, CodeKind};

/// A code with its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct CodeMeaning {
    /// The code.
    pub code: &'static str,
    /// What is wrong where it is told.
    pub meaning: &'static str,
    /// What to do about it.
    pub advice: Option<&'static str>,
}

impl CodeMeaning {
    /// That of a code.
    pub fn of(code: Code) -> Self {
        Self { code: code.as_str(), meaning: code.meaning(), advice: code.advice() }
    }

    /// That of all codes.
    pub fn all() -> Vec<Self> {
        Code::ALL.iter().map(|&code| Self::of(code)).collect()
    }

    /// As it is told.
    pub fn text(&self) -> String {
        let advice = self.advice.map_or(String::new(), |advice| format!("\n{advice}\n"));
        format!("{}: {}\n{advice}", self.code, self.meaning)
    }
}

/// All codes with their meanings, in lines.
pub fn list_codes() -> String {
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
