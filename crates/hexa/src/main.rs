//! The `hexa` program: the command line, files, the terminal. It asks the workbench, and prints the answers.

#![deny(clippy::wildcard_enum_match_arm)]

mod answering;
mod ask;
mod assist;
mod cli;
mod command;
mod console;
mod diagnostics;
mod egdl;
mod experiment;
mod explain;
mod fault;
mod files;
mod fmt;
mod gdl;
mod journal;
mod last_words;
mod learn;
mod limits;
mod lsp;
mod memory;
mod moment_file;
mod numbers;
mod order;
mod play;
mod progress;
mod proof;
mod repl;
mod reproduce;
mod run;
mod run_latex;
mod run_text;
mod search;
mod setting;
mod tournament;
mod validity;
mod watch;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches};
use std::process::ExitCode;

fn main() -> ExitCode {
    let asked = cli::command().try_get_matches();
    match asked.and_then(|asked| cli::Cli::from_arg_matches(&asked)) {
        Ok(asked) => fault::guard(|| command::run(asked)).into(),
        Err(error) => with_suggestion(error).exit(),
    }
}

/// Says which command was probably meant, also where letters were exchanged.
fn with_suggestion(mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::InvalidSubcommand
        && error.get(ContextKind::SuggestedSubcommand).is_none()
        && let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand)
    {
        let commands = cli::Cli::command();
        let names = commands.get_subcommands().map(clap::Command::get_name);
        if let Some(meant) = hexa_lang::closest(typed, names) {
            let meant = ContextValue::Strings(vec![meant.to_owned()]);
            error.insert(ContextKind::SuggestedSubcommand, meant);
        }
    }
    error
}
