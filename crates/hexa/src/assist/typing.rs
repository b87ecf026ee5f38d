//! Typing at a terminal: history of this session, and completion of players, cards and commands.

use hexa_assist::entry::{Context, completions};
use hexa_assist::setup::Setup;
use hexa_logic::Agent;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Editor, Helper};

/// An editor that knows what can be typed.
pub type LineEditor = Editor<Typing, DefaultHistory>;

/// What can be typed.
#[derive(Default)]
pub enum Typing {
    /// Anything.
    #[default]
    Anything,
    /// One of these words.
    Words(Vec<String>),
    /// One of these lines.
    Lines(Vec<String>),
    /// What happens in a game, and commands.
    Game {
        /// The set-up.
        setup: Box<Setup>,
        /// Who accused wrongly.
        out: Vec<Agent>,
    },
}

/// An editor without a past: what was typed about one game is nobody's business in the next.
pub fn editor() -> rustyline::Result<LineEditor> {
    let config = Config::builder().completion_type(CompletionType::List).build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(Typing::default()));
    Ok(editor)
}

impl Completer for Typing {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _context: &rustyline::Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(match self {
            Self::Anything => (at, Vec::new()),
            Self::Words(words) => {
                let start = line[..at].rfind([' ', ',']).map_or(0, |space| space + 1);
                let typed = line[start..at].to_lowercase();
                let fits = |word: &&String| word.to_lowercase().starts_with(&typed);
                (start, words.iter().filter(fits).cloned().collect())
            }
            Self::Lines(lines) => {
                let typed = line[..at].trim_start().to_lowercase();
                let fits = |line: &&String| line.to_lowercase().starts_with(&typed);
                (0, lines.iter().filter(fits).cloned().collect())
            }
            Self::Game { setup, out } => completions(Context { setup, out }, line, at),
        })
    }
}

impl Validator for Typing {}

impl Hinter for Typing {
    type Hint = String;
}

impl Highlighter for Typing {}

impl Helper for Typing {}
