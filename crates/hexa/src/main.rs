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
mod explain;
mod files;
mod fmt;
mod gdl;
mod limits;
mod numbers;
mod order;
mod repl;
mod reproduce;
mod run;
mod run_latex;
mod run_text;
mod search;
mod setting;
mod watch;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    command::run(cli::Cli::parse()).into()
}
