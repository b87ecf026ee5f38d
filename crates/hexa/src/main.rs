//! The `hexa` binary: command line, reports, pictures, dialogue. Everything that
//! computes truth or change is in the library crates; what touches files and
//! terminals is here.

mod cli;
mod command;
mod declared;
mod draw;
mod draw_command;
mod explain;
mod files;
mod fmt;
mod limits;
mod naming;
mod picture;
mod problem;
mod refusal;
mod repl;
mod report;
mod run;
mod session;
mod witness;

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
        _ => command::Status::Broken.into(),
    }
}
