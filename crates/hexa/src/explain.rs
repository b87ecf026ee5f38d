//! What error codes mean.

use crate::problem::RunCode;
use hexa_lang::Code;
use std::io::{self, Write};

/// Lists every code with its meaning.
pub fn list(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Texts that cannot be read:")?;
    for code in Code::ALL {
        writeln!(out, "  {}  {}", code.as_str(), code.meaning())?;
    }
    writeln!(out, "\nSteps that cannot be taken:")?;
    for code in RunCode::ALL {
        writeln!(out, "  {}  {}", code.as_str(), code.meaning())?;
    }
    Ok(())
}

/// The meaning of one code, in whatever case it is written.
pub fn explanation(code: &str) -> Option<String> {
    let same = |known: &str| known.eq_ignore_ascii_case(code);
    let text = Code::ALL.iter().find(|known| same(known.as_str()));
    let run = RunCode::ALL.iter().find(|known| same(known.as_str()));
    match (text, run) {
        (Some(code), _) => Some(format!("{}: {}\n", code.as_str(), code.meaning())),
        (_, Some(code)) => {
            Some(format!("{}: {}\n\n{}\n", code.as_str(), code.meaning(), code.advice()))
        }
        _ => None,
    }
}
