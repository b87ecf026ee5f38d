//! What the codes of problems mean.

use crate::words::wrapping::wrap;
use hexa_text::{Code, CodeKind};

/// The page on all codes: for each an example, its repair, and what else there is to say.
const PAGE: &str = include_str!("../../../docs/errors.md");

/// So many columns has a line of remarks.
const WIDTH: usize = 80;

/// A code with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct CodeMeaning {
    /// The code.
    pub code: &'static str,
    /// What is wrong where it is told.
    pub meaning: &'static str,
    /// What to do about it.
    pub advice: Option<&'static str>,
    /// What has the problem: a text, a part of one, or a command.
    pub example: Option<&'static str>,
    /// The same without the problem.
    pub repair: Option<&'static str>,
    /// What else there is to say.
    pub remarks: Option<String>,
}

impl CodeMeaning {
    /// That of a code.
    pub fn of(code: Code) -> Self {
        let section = section(code).unwrap_or_default();
        let mut blocks = section.split("\n```").skip(1).step_by(2).filter_map(|block| {
            let (_, text) = block.split_once('\n')?;
            Some(text)
        });
        let (example, repair) = (blocks.next(), blocks.next());
        Self {
            code: code.as_str(),
            meaning: code.meaning(),
            advice: code.advice(),
            example,
            repair,
            remarks: remarks(section),
        }
    }

    /// That of all codes.
    pub fn all() -> Vec<Self> {
        Code::ALL.iter().map(|&code| Self::of(code)).collect()
    }

    /// As it is told.
    pub fn text(&self) -> String {
        let mut parts = vec![format!("{}: {}\n", self.code, self.meaning)];
        parts.extend(self.advice.map(|advice| format!("{advice}\n")));
        for (title, text) in [("For example:", self.example), ("Repaired:", self.repair)] {
            parts.extend(text.map(|text| {
                let line = |line: &str| format!("    {line}").trim_end().to_owned() + "\n";
                format!("{title}\n\n{}", text.lines().map(line).collect::<String>())
            }));
        }
        parts.extend(self.remarks.as_ref().map(|remarks| {
            let paragraphs = remarks.split("\n\n").map(|text| text.replace('\n', " "));
            let line = |line: &str| format!("{}\n", line.trim_start());
            let told: Vec<String> = paragraphs
                .map(|text| wrap(&text, Some(WIDTH)).lines().map(line).collect())
                .collect();
            told.join("\n")
        }));
        parts.join("\n")
    }
}

/// What the page says of a code.
fn section(code: Code) -> Option<&'static str> {
    let (_, rest) = PAGE.split_once(&format!("\n### {}\n", code.as_str()))?;
    let end = rest.find("\n### ").into_iter().chain(rest.find("\n## ")).min();
    Some(&rest[..end.unwrap_or(rest.len())])
}

/// What a section says below its examples, without its links.
fn remarks(section: &str) -> Option<String> {
    let (_, below) = section.rsplit_once("\n```\n")?;
    let mut text = String::new();
    let mut rest = below.trim();
    while let Some((before, link)) = rest.split_once('[') {
        let Some((shown, (address, after))) = link
            .split_once("](")
            .and_then(|(shown, after)| Some((shown, after.split_once(')')?)))
            .filter(|(shown, _)| !shown.contains('['))
        else {
            text += before;
            text.push('[');
            rest = link;
            continue;
        };
        text += before;
        text += if address.starts_with(shown) { "docs/" } else { "" };
        text += shown;
        rest = after;
    }
    text += rest;
    (!text.is_empty()).then_some(text)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_an_example_and_its_repair() {
        for meaning in CodeMeaning::all() {
            let both = meaning.example.zip(meaning.repair);
            assert!(both.is_some_and(|(one, other)| one != other), "{meaning:?}");
            let text = meaning.text();
            assert!(!text.contains("```") && !text.contains("]("), "{text}");
        }
    }

    #[test]
    fn remarks_are_told_without_links() {
        let told = remarks("\n```\n\nSee [play.md](play.md), [the set](a.md) and `[!p] q`.\n");
        assert_eq!(told.as_deref(), Some("See docs/play.md, the set and `[!p] q`."));
    }
}
