//! `hexa repl`: a dialogue about a state. On a terminal with history and completion,
//! from a pipe without a word more than the answers.

mod dialogue;
mod editor;
mod help;
mod input;

use crate::cli::ReplArgs;
use crate::console::{Console, Status};
use dialogue::{Conversation, Next};
use input::{Need, need};
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, IsTerminal, Write};

/// Talks until the user leaves.
pub fn run(args: &ReplArgs, console: &mut Console) -> io::Result<Status> {
    let Some(dialogue) = Conversation::start(args, console)? else { return Ok(Status::Broken) };
    match io::stdin().is_terminal() {
        true => converse(dialogue, console),
        false => listen(dialogue, console),
    }
}

/// With somebody at a terminal.
fn converse(mut dialogue: Conversation, console: &mut Console) -> io::Result<Status> {
    write!(console.out, "{}", dialogue.greeting())?;
    console.out.flush()?;
    let mut editor = editor::editor().map_err(io::Error::other)?;
    loop {
        editor::offer(&mut editor, dialogue.completion());
        match editor.readline("hexa> ") {
            Ok(text) => {
                // A line that cannot be remembered is only an inconvenience.
                let _ = editor.add_history_entry(text.as_str());
                if dialogue.hear(&text, console)? == Next::Leave {
                    break;
                }
                console.out.flush()?;
            }
            Err(ReadlineError::Interrupted) => {
                writeln!(console.out, "(`quit` or Ctrl-D to leave)")?;
                console.out.flush()?;
            }
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(io::Error::other(error)),
        }
    }
    editor::remember(&mut editor);
    Ok(Status::Fine)
}

/// To a pipe: every line is answered as soon as it is complete.
fn listen(mut dialogue: Conversation, console: &mut Console) -> io::Result<Status> {
    let mut waiting = String::new();
    for line in io::stdin().lock().split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        let line = line.trim_end_matches('\r');
        if !waiting.is_empty() {
            waiting.push('\n');
        }
        waiting.push_str(line);
        if need(&waiting) == Need::Nothing {
            if dialogue.hear(&std::mem::take(&mut waiting), console)? == Next::Leave {
                return Ok(dialogue.status());
            }
            console.out.flush()?;
        }
    }
    dialogue.hear(&waiting, console)?;
    Ok(dialogue.status())
}
