//! `hexa fmt`: files in their usual form. A file is replaced all at once, and only
//! if that changes it.

use crate::cli::FmtArgs;
use crate::command::{Console, Status};
use crate::files;
use crate::report::{MOST_SHOWN, clean, render};
use hexa_lang::syntax::{Spelling, format};
use hexa_lang::{Sources, smcdel};
use hexa_text::{Code, Diagnostic};
use std::io::{self, Write};
use std::path::Path;

/// Formats one file.
pub fn file(path: &Path, args: &FmtArgs, console: &mut Console) -> io::Result<Status> {
    let name = files::display_name(path);
    let text = match files::read_text(path) {
        Ok(text) => text,
        Err(error) => {
            let (problem, sources) = error.into_problem(&name);
            console.complain(&render(&problem, &sources))?;
            return Ok(Status::Broken);
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
        console.complain(&render(&problem, &Sources::default()))?;
        return Ok(Status::Broken);
    }
    match format(&text, spelling) {
        Ok(formatted) if files::is_standard(path) && !args.check => {
            console.out.write_all(formatted.as_bytes())?;
            Ok(Status::Fine)
        }
        Ok(formatted) if formatted == text => Ok(Status::Fine),
        Ok(_) if args.check => {
            writeln!(console.out, "would reformat {}", clean(&name))?;
            Ok(Status::Failed)
        }
        Ok(formatted) => replace(path, &name, &formatted, console),
        Err(diagnostics) => {
            let mut sources = Sources::default();
            sources.add(name, text);
            for diagnostic in diagnostics.iter().take(MOST_SHOWN) {
                console.complain(&render(diagnostic, &sources))?;
            }
            Ok(Status::Broken)
        }
    }
}

fn replace(path: &Path, name: &str, text: &str, console: &mut Console) -> io::Result<Status> {
    match files::replace(path, text) {
        Ok(()) => Ok(Status::Fine),
        Err(error) => {
            console.complain(&format!("hexa: cannot write {}: {error}\n", clean(name)))?;
            Ok(Status::Broken)
        }
    }
}
