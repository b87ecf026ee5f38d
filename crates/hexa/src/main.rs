//! The `hexa` binary: command line, reports, pictures, dialogue. Everything that
//! computes truth or change is in the library crates; what touches files and
//! terminals is here.

mod assist;
mod card_knowledge;
mod cli;
mod command;
mod compare;
mod convert;
mod declared;
mod definitions;
mod describe;
mod describe_action;
mod draw_command;
mod egdl;
mod engine_choice;
mod explain;
mod files;
mod fmt;
mod frame_picture;
mod gdl;
mod latex;
mod limits;
mod moment;
mod naming;
mod opened;
mod picture;
mod possibility;
mod questions;
mod reduce;
mod refusal;
mod repl;
mod report;
mod reproduce;
mod run;
mod search;
mod session;
mod setting;
mod strength;
mod timeout;
mod trace;
mod translate;
mod tree_picture;
mod usage;
mod why;
mod witness;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    let worker =
        std::thread::Builder::new().stack_size(timeout::STACK).spawn(move || command::run(cli));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => status.into(),
        // A panic has been reported already, and a machine without room for a stack has no room
        // for anything else either.
        _ => command::Status::Broken.into(),
    }
}
