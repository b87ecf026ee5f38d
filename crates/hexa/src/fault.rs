//! What happens should the program ever panic: that is our fault, never that of whoever asked. It is said so, with what
//! to report, and the exit status is one of its own.

use crate::console::Status;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether it was said already: other threads may panic because one did.
static SAID: AtomicBool = AtomicBool::new(false);

/// Does the work of the program. A panic ends it in a message and a status that say whose fault it is.
pub fn guard(work: impl FnOnce() -> Status) -> Status {
    panic::set_hook(Box::new(|info| {
        if !SAID.swap(true, Ordering::Relaxed) {
            // If this cannot be written, there is nobody left to tell.
            let _ = io::stderr().write_all(message(&cause(info)).as_bytes());
        }
    }));
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or(Status::OurFault)
}

/// What was unexpected, and where.
fn cause(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let what = text.unwrap_or("something unexpected");
    match info.location() {
        Some(place) => format!("{what} ({}:{})", place.file(), place.line()),
        None => what.to_owned(),
    }
}

/// What is said of it.
fn message(cause: &str) -> String {
    format!(
        "hexa: this is a fault of the program, not of what you asked. We are sorry.\n\
         \x20 {}\n\
         Please report it to those who gave you the program, so that it can be mended, with\n\
         \x20 the command that you typed,\n\
         \x20 the file that it read, if there was one, as small as it still happens,\n\
         \x20 the version, hexa {}, and the lines above.\n",
        hexa_text::clean(cause),
        crate::cli::VERSION,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_our_fault_and_has_a_status_of_its_own() {
        let status = guard(|| {
            let nothing: [u8; 0] = [];
            let at = std::hint::black_box(3);
            if nothing[at] == 0 { Status::Fine } else { Status::Failed }
        });
        assert_eq!((status, status.number()), (Status::OurFault, 101));
        assert_eq!(guard(|| Status::Failed), Status::Failed);
    }

    #[test]
    fn it_is_said_what_to_report() {
        let said = message("index out of bounds (somewhere.rs:7)");
        for part in ["fault of the program", "somewhere.rs:7", "command", "file", "version"] {
            assert!(said.contains(part), "{part} is missing in {said}");
        }
    }
}
