//! Typing at a terminal: history, completion, and brackets that span lines.

use super::help::COMMANDS;
use super::input::{Need, need};
use hexa_files::IncludedFiles;
use hexa_lang::{NoIncludes, Resolver};
use hexa_workbench::editor::Prompt;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::path::PathBuf;

/// An editor that knows what can be typed.
pub type LineEditor = Editor<Typing, FileHistory>;

/// What can be typed.
#[derive(Default)]
pub struct Typing {
    completion: Completion,
}

/// What completes a line.
#[derive(Default)]
pub struct Completion {
    /// What the line is added to.
    pub prompt: Prompt,
    /// What brings the files that the text includes.
    pub resolver: Option<IncludedFiles>,
}

/// An editor with the history of earlier dialogues.
pub fn editor() -> rustyline::Result<LineEditor> {
    let config = Config::builder()
        .auto_add_history(false)
        .history_ignore_space(true)
        .completion_type(CompletionType::List)
        .build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(Typing::default()));
    if let Some(path) = history_path() {
        // There is none before the first time.
        let _ = editor.load_history(&path);
    }
    Ok(editor)
}

/// Completes lines so.
pub fn offer(editor: &mut LineEditor, completion: Completion) {
    if let Some(typing) = editor.helper_mut() {
        typing.completion = completion;
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
        Ok(self.completion.of(&line[..at]))
    }
}

impl Completion {
    /// Where the word to complete starts, and what it can become.
    fn of(&self, before: &str) -> (usize, Vec<String>) {
        let blank = before.len() - before.trim_start().len();
        if before[blank..].starts_with(':') {
            return match before[blank..].split_once(char::is_whitespace) {
                None => (blank, starting(&before[blank..], COMMANDS)),
                Some((":why", formula)) => {
                    let (start, words) = self.of_text(formula);
                    (before.len() - formula.len() + start, words)
                }
                Some((":trace", word)) => {
                    (before.len() - word.len(), starting(word, &["on", "off"]))
                }
                Some(_) => (before.len(), Vec::new()),
            };
        }
        let (start, mut words) = self.of_text(before);
        if start == blank {
            words.extend(starting(&before[blank..], &["help", "quit", "exit"]));
        }
        (start, words)
    }

    fn of_text(&self, line: &str) -> (usize, Vec<String>) {
        let resolver: &dyn Resolver = match &self.resolver {
            Some(files) => files,
            None => &NoIncludes,
        };
        self.prompt.complete(line, resolver)
    }
}

fn starting(word: &str, words: &[&str]) -> Vec<String> {
    words.iter().filter(|one| one.starts_with(word)).map(|&one| one.to_owned()).collect()
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
    fn commands_and_what_follows_them_are_completed() {
        let text = "agents anne, bill\natoms p\npoint p\n".to_owned();
        let prompt = Prompt { name: "a.hexa".to_owned(), text };
        let completion = Completion { prompt, resolver: None };
        let one = |word: &str| vec![word.to_owned()];
        assert_eq!(completion.of(":und"), (0, one(":undo")));
        assert_eq!(completion.of(":trace o"), (7, vec!["on".to_owned(), "off".to_owned()]));
        assert_eq!(completion.of(":why K_a"), (7, one("anne")));
        assert_eq!(completion.of("check K_b"), (8, one("bill")));
        assert!(completion.of("he").1.contains(&"help".to_owned()));
    }
}
