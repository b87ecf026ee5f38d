//! `--to` of `hexa gdl` and `hexa egdl`: the model of one moment of a game, in Hexa or by way of it in another format.

use crate::ask::Written;
use crate::cli::{LimitArgs, ModelFormat};
use crate::console::{Console, Status};
use crate::limits::limits;
use hexa_lang::{NoIncludes, load_until};
use hexa_rules::{PointedModel, words};
use hexa_text::{Diagnostic, Sources};
use hexa_workbench::convert::{Converted, Target};
use hexa_workbench::{Opened, Unopened};
use std::io;

/// Writes a model; the first line says what it is.
pub fn write(
    about: &str,
    moment: &PointedModel,
    to: ModelFormat,
    console: &mut Console,
) -> io::Result<Status> {
    let text = words::pointed::text(about, moment);
    let written = match to {
        ModelFormat::Hexa => Ok(text),
        // SMCDEL names actual worlds in queries only.
        ModelFormat::Smcdel => {
            convert(about, &format!("{text}\ncheck true\n"), Target::Smcdel, console)
        }
        ModelFormat::Dot => convert(about, &text, Target::Dot, console),
    };
    match written {
        Ok(text) => {
            let answer = Written { text: Some(&text), file: None, left_out: Vec::new() };
            console.deliver(&answer, &text)
        }
        Err((problems, sources)) => console.refuse_all(&problems, &sources),
    }
}

type Problems = (Vec<Diagnostic>, Sources);

fn convert(about: &str, text: &str, target: Target, console: &Console) -> Result<String, Problems> {
    let loaded = load_until("moment.hexa", text, &NoIncludes, &[], &console.watch.stop);
    let opened = Opened::new(about, loaded, limits(&LimitArgs::default(), console));
    let mut opened = opened.map_err(|unopened| {
        let Unopened { sources, diagnostics, .. } = *unopened;
        (diagnostics, sources)
    })?;
    let converted = opened.convert(target).and_then(Converted::whole);
    converted.map_err(|problem| (vec![problem], opened.sources.clone()))
}
