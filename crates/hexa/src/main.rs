//! The `hexa` program: the command line, files, the terminal. It asks the workbench, and prints the answers.

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

/// Formulas can be nested deeply, and some of what works on them recurses. Only the pages that are
/// used take memory.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || command::run(cli));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => status.into(),
        // A panic has been reported already, and a machine without room for a stack has no room
        // for anything else either.
        _ => console::Status::Broken.into(),
    }
}
