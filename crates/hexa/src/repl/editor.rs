//! Typing at a terminal: history, completion, and brackets that span lines.

use super::help::COMMANDS;
use super::input::{Need, need};
use hexa_lang::syntax::{STATEMENT_WORDS, THEORY_WORDS};
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Config, Context, Editor, Helper};
use std::path::PathBuf;

/// Operators that are followed by `_` and an agent or a group.
const OPERATORS: &[&str] = &["K", "M", "Kw", "E", "C", "D", "P", "L", "U", "win", "hand"];

/// An editor that knows what can be typed.
pub type LineEditor = Editor<Typing, FileHistory>;

/// What can be typed.
#[derive(Default)]
pub struct Typing {
    names: Vec<String>,
}

/// An editor with the history of earlier dialogues.
pub fn editor() -> rustyline::Result<LineEditor> {
    let config = Config::builder().auto_add_history(false).history_ignore_space(true).build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(Typing::default()));
    if let Some(path) = history_path() {
        // There is none before the first time.
        let _ = editor.load_history(&path);
    }
    Ok(editor)
}

/// Offers these names for completion.
pub fn offer(editor: &mut LineEditor, names: Vec<String>) {
    if let Some(typing) = editor.helper_mut() {
        typing.names = names;
    }
}

/// Keeps the history, if there is a place for it.
pub fn remember(editor: &mut LineEditor) {
    let Some(path) = history_path() else { return };
    let kept = path.parent().is_none_or(|parent| std::fs::create_dir_all(parent).is_ok());
    if kept {
        let _ = editor.save_history(&path);
    }
}

fn history_path() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|p| p.is_absolute());
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state"));
    Some(state.or_else(home)?.join("hexa").join("history"))
}

impl Completer for Typing {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(completions(&line[..at], &self.names))
    }
}

/// Where the word to complete starts, and what it can become.
fn completions(before: &str, names: &[String]) -> (usize, Vec<String>) {
    let part_of_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | ':');
    let start = before.char_indices().rev().take_while(|(_, c)| part_of_word(*c)).last();
    let start = start.map_or(before.len(), |(at, _)| at);
    let word = &before[start..];
    if let Some((operator, agent)) = word.split_once('_').filter(|(o, _)| OPERATORS.contains(o)) {
        return (start + operator.len() + 1, starting(agent, names.iter().map(String::as_str)));
    }
    let names = names.iter().map(String::as_str).chain(THEORY_WORDS.iter().copied());
    let words = match start {
        0 => starting(
            word,
            COMMANDS.iter().copied().chain(STATEMENT_WORDS.iter().copied()).chain(names),
        ),
        _ => starting(word, names),
    };
    (start, words)
}

fn starting<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Vec<String> {
    words.filter(|candidate| candidate.starts_with(word)).map(str::to_owned).collect()
}

impl Validator for Typing {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(match need(context.input()) {
            Need::Nothing => ValidationResult::Valid(None),
            Need::MoreLines => ValidationResult::Incomplete,
        })
    }
}

impl Hinter for Typing {
    type Hint = String;
}

impl Highlighter for Typing {}

impl Helper for Typing {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_complete_after_an_operator_and_keywords_at_the_start() {
        let names = ["anne".to_owned(), "bill".to_owned()];
        assert_eq!(completions("check K_a", &names), (8, vec!["anne".to_owned()]));
        assert_eq!(completions("sc", &names), (0, vec!["scenario".to_owned()]));
        assert_eq!(completions(":und", &names), (0, vec![":undo".to_owned()]));
        assert_eq!(completions("é & b", &names), (5, vec!["bill".to_owned()]));
    }
}
