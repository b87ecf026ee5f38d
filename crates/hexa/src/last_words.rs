//! What is said when the process has to end at once, because there is no memory, or because the work does not end by
//! itself. It takes no memory and waits for nobody who writes; with `--json` it is also an object on standard output,
//! as every failure is.

use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, Write};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};

static AS_JSON: AtomicBool = AtomicBool::new(false);

/// From now on it is said as JSON too.
pub fn speak_json() {
    AS_JSON.store(true, Ordering::Relaxed);
}

/// Ends the process with this message, in which nothing may stand that JSON has to escape, and with what could be done.
pub fn end(message: fmt::Arguments<'_>, way_out: Option<&str>) -> ! {
    let (before, way_out) = (if way_out.is_some() { "; " } else { "" }, way_out.unwrap_or(""));
    let _ = writeln!(io::stderr(), "hexa: {message}{before}{way_out}");
    if AS_JSON.load(Ordering::Relaxed) {
        let mut room = [0; 512];
        let mut line = Cursor::new(&mut room[..]);
        let start = r#"{"problems":[{"severity":"error","code":"R004","message":""#;
        let said = match way_out {
            "" => writeln!(line, "{start}{message}\"}}]}}"),
            _ => writeln!(line, "{start}{message}\",\"help\":\"{way_out}\"}}]}}"),
        };
        let length = line.position() as usize;
        // Who waits for the rest of a line that is half written would wait for ever, so that no lock is taken.
        if let (Ok(()), Some(mut out)) = (said, unlocked_output()) {
            let _ = out.write_all(&room[..length]);
        }
    }
    exit(2)
}

#[cfg(unix)]
fn unlocked_output() -> Option<File> {
    use std::os::fd::AsFd;
    io::stdout().as_fd().try_clone_to_owned().ok().map(File::from)
}

#[cfg(not(unix))]
fn unlocked_output() -> Option<File> {
    None
}
