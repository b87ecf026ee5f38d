//! Where lines come from: somebody at a terminal, or a pipe.

use super::typing::{LineEditor, Typing, editor};
use crate::console::Console;
use hexa_assist::words;
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, IsTerminal, StdinLock, Write};

/// Where lines come from.
pub enum Input {
    /// Somebody types them.
    Terminal(Box<LineEditor>),
    /// They come from a pipe.
    Pipe(StdinLock<'static>),
}

impl Input {
    /// Whatever standard input is.
    pub fn new() -> io::Result<Self> {
        match io::stdin().is_terminal() {
            true => Ok(Self::Terminal(Box::new(editor().map_err(io::Error::other)?))),
            false => Ok(Self::Pipe(io::stdin().lock())),
        }
    }

    /// Whether somebody types.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// How many columns the terminal has, if somebody types.
    pub fn columns(&mut self) -> Option<u16> {
        match self {
            Self::Terminal(editor) => editor.dimensions().map(|(columns, _)| columns),
            Self::Pipe(_) => None,
        }
    }

    /// Says what can be typed next.
    pub fn offer(&mut self, typing: Typing) {
        if let Self::Terminal(editor) = self {
            editor.set_helper(Some(typing));
        }
    }

    /// Forgets what was typed: somebody else sits there now.
    pub fn forget(&mut self) {
        if let Self::Terminal(editor) = self {
            // What cannot be forgotten was never remembered.
            let _ = editor.clear_history();
        }
    }

    /// The next line; none at the end.
    pub fn line(&mut self, prompt: &str, console: &mut Console) -> io::Result<Option<String>> {
        console.out.flush()?;
        match self {
            Self::Pipe(stdin) => {
                let mut line = Vec::new();
                if stdin.read_until(b'\n', &mut line)? == 0 {
                    return Ok(None);
                }
                let line = String::from_utf8_lossy(&line).into_owned();
                Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
            }
            Self::Terminal(editor) => loop {
                match editor.readline(prompt) {
                    Ok(line) => {
                        // A line that cannot be remembered is only an inconvenience.
                        let _ = editor.add_history_entry(line.as_str());
                        return Ok(Some(line));
                    }
                    Err(ReadlineError::Interrupted) => {
                        write!(console.out, "{}", words::HOW_TO_LEAVE)?;
                        console.out.flush()?;
                    }
                    Err(ReadlineError::Eof) => return Ok(None),
                    Err(error) => return Err(io::Error::other(error)),
                }
            },
        }
    }
}
