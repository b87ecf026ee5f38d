//! `hexa explain`: what error codes mean.

use crate::console::{Console, Status};
use hexa_text::{Code, clean};
use hexa_workbench::{CodeMeaning, list_codes};
use std::io;

/// Says what a code means, or lists all of them.
pub fn run(code: Option<&str>, console: &mut Console) -> io::Result<Status> {
    let Some(name) = code else {
        return console.answer(&CodeMeaning::all(), &list_codes());
    };
    match Code::find(name).map(CodeMeaning::of) {
        Some(meaning) => console.answer(&meaning, &meaning.text()),
        None => {
            let name = clean(name);
            console.complain(&format!(
                "hexa: there is no code `{name}`; `hexa explain` lists all of them\n"
            ))?;
            Ok(Status::Broken)
        }
    }
}
