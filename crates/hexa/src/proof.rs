//! `hexa proof`: checks proofs, and writes their texts in their usual form.

use crate::cli::{ProofCheckArgs, ProofCommand, ProofFmtArgs};
use crate::console::{Console, Status};
use crate::{files, fmt};
use hexa_files::IncludedFiles;
use hexa_lang::proof::format_proof;
use hexa_workbench::proofs::check_proofs;
use hexa_workbench::words;
use std::io;
use std::path::{Path, PathBuf};

/// Checks or formats.
pub fn run(command: &ProofCommand, console: &mut Console) -> io::Result<Status> {
    match command {
        ProofCommand::Check(args) => {
            let check =
                |status: Status, file: &PathBuf| Ok(status.max(check(file, args, console)?));
            args.files.iter().try_fold(Status::Fine, check)
        }
        ProofCommand::Fmt(args) => {
            let format =
                |status: Status, file: &PathBuf| Ok(status.max(format(file, args, console)?));
            args.files.iter().try_fold(Status::Fine, format)
        }
    }
}

fn check(file: &Path, args: &ProofCheckArgs, console: &mut Console) -> io::Result<Status> {
    let name = files::display_name(file);
    let text = match files::read_text(file) {
        Ok(text) => text,
        Err(unreadable) => {
            let (problem, sources) = unreadable.into_problem(&name);
            return console.refuse(&problem, &sources);
        }
    };
    let included = IncludedFiles::of(file, &args.include_dir);
    let outcome = check_proofs(&name, &text, &included, &console.watch.stop);
    let Some(answer) = outcome.answer else {
        return console.refuse_all(&outcome.problems, &outcome.sources);
    };
    console.warn_all(&outcome.problems, &outcome.sources)?;
    match outcome.latex {
        Some(latex) if args.latex => console.deliver(&answer, &latex)?,
        _ => console.answer(&answer, &words::proofs::checked(&answer))?,
    };
    let is_denied = console.deny.is_some() && !outcome.problems.is_empty();
    Ok(if answer.unproved > 0 || is_denied { Status::Failed } else { Status::Fine })
}

fn format(file: &Path, args: &ProofFmtArgs, console: &mut Console) -> io::Result<Status> {
    let name = files::display_name(file);
    match files::read_text(file) {
        Ok(text) => fmt::put(file, &text, &format_proof(&text), args.check, console),
        Err(unreadable) => {
            let (problem, sources) = unreadable.into_problem(&name);
            console.refuse(&problem, &sources)
        }
    }
}
