//! `hexa fmt`: files in their usual form. A file is replaced all at once, and only
//! if that changes it.

use crate::cli::FmtArgs;
use crate::console::{Console, Status};
use crate::files;
use hexa_lang::smcdel;
use hexa_lang::syntax::{Spelling, format_until};
use hexa_text::{Code, Diagnostic, Sources, clean};
use hexa_workbench::FIRST_FILE;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// What became of a file.
#[derive(Serialize)]
struct Formatted<'a> {
    file: &'a str,
    /// Whether its usual form is another one.
    changes: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

/// Formats one file.
pub fn file(path: &Path, args: &FmtArgs, console: &mut Console) -> io::Result<Status> {
    let name = files::display_name(path);
    let text = match files::read_text(path) {
        Ok(text) => text,
        Err(error) => {
            let (problem, sources) = error.into_problem(&name);
            return console.refuse(&problem, &sources);
        }
    };
    let spelling = match (args.unicode, args.ascii) {
        (true, _) => Spelling::Unicode,
        (_, true) => Spelling::Ascii,
        _ => Spelling::AsWritten,
    };
    if smcdel::is_smcdel(&name, &text) {
        let message = format!("{name} is a file of SMCDEL, and only files of Hexa are formatted");
        let problem = Diagnostic::without_place(Code::UnknownStatement, message)
            .help("`hexa convert FILE --to smcdel` writes it anew, without its comments");
        return console.refuse(&problem, &Sources::default());
    }
    match format_until(&text, spelling, &console.watch.stop) {
        Ok(formatted) => put(path, &text, &formatted, args.check, console),
        Err(diagnostics) => {
            let mut sources = Sources::default();
            sources.add(name, text);
            console.refuse_all(&diagnostics, &sources)
        }
    }
}

/// Puts a text in the place of the one that was read from a file, unless that is only looked at.
pub fn put(
    path: &Path,
    text: &str,
    formatted: &str,
    only_check: bool,
    console: &mut Console,
) -> io::Result<Status> {
    let name = files::display_name(path);
    if files::is_standard(path) && !only_check {
        let changes = formatted != text;
        let answer = Formatted { file: &name, changes, text: Some(formatted) };
        return console.deliver(&answer, formatted);
    }
    if formatted == text {
        return console.answer(&Formatted { file: &name, changes: false, text: None }, "");
    }
    if only_check {
        let answer = Formatted { file: &name, changes: true, text: None };
        console.answer(&answer, &format!("would reformat {name}\n"))?;
        return Ok(Status::Failed);
    }
    replace(path, &name, formatted, console)
}

/// Writes a first file to start from, unless there is one of that name.
pub fn write_first(path: &Path, console: &mut Console) -> io::Result<Status> {
    let name = clean(&files::display_name(path));
    write_new(path, FIRST_FILE, &format!("wrote {name}; `hexa run {name}` runs it\n"), console)
}

/// Writes a file, unless there is one of that name, and says so in these words.
pub fn write_new(
    path: &Path,
    text: &str,
    words: &str,
    console: &mut Console,
) -> io::Result<Status> {
    let name = files::display_name(path);
    let written = File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
    if let Err(error) = written {
        let why = files::why_not_written(&error);
        console.complain(&format!("hexa: cannot write {}: {why}\n", clean(&name)))?;
        return Ok(Status::Broken);
    }
    console.answer(&Formatted { file: &name, changes: true, text: None }, words)
}

fn replace(path: &Path, name: &str, text: &str, console: &mut Console) -> io::Result<Status> {
    match files::replace(path, text) {
        Ok(()) => console.answer(&Formatted { file: name, changes: true, text: None }, ""),
        Err(error) => {
            console.complain(&format!("hexa: cannot write {}: {error}\n", clean(name)))?;
            Ok(Status::Broken)
        }
    }
}
