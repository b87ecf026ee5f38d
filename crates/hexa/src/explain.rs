//! What error codes mean.

use hexa_text::Code;
use std::io::{self, Write};

/// Lists every code with its meaning.
pub fn list(out: &mut dyn Write) -> io::Result<()> {
    for (title, of_texts) in
        [("Texts that cannot be read", true), ("\nSteps that cannot be taken", false)]
    {
        writeln!(out, "{title}:")?;
        for code in Code::ALL.iter().filter(|code| code.is_of_texts() == of_texts) {
            writeln!(out, "  {}  {}", code.as_str(), code.meaning())?;
        }
    }
    Ok(())
}

/// The meaning of one code, in whatever case it is written.
pub fn explanation(code: &str) -> Option<String> {
    let code = Code::find(code)?;
    let meaning = format!("{}: {}\n", code.as_str(), code.meaning());
    Some(match code.advice() {
        Some(advice) => format!("{meaning}\n{advice}\n"),
        None => meaning,
    })
}
