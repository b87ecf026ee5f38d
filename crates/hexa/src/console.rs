//! Where answers go, and how a command went.

use crate::cli::{ColorChoice, Denied};
use crate::progress;
use crate::watch::Watch;
use anstream::AutoStream;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// How it went. What could not be run weighs more than what does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// All is well.
    Fine,
    /// Something asserted does not hold.
    Failed,
    /// Something could not be run.
    Broken,
    /// Nobody reads what we write any more.
    Unread,
    /// The program is at fault.
    OurFault,
}

impl Status {
    /// The exit status.
    pub fn number(self) -> u8 {
        match self {
            Status::Fine => 0,
            Status::Failed => 1,
            Status::Broken => 2,
            // What the shell reports of a process that the signal of a broken pipe ended.
            Status::Unread => 141,
            // What Rust programs end with that panic.
            Status::OurFault => 101,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status.number())
    }
}

/// Where output goes. Text is written with colours, and the streams drop them where they are not
/// wanted.
pub struct Console {
    /// Results.
    pub out: Box<dyn Write>,
    /// Problems and remarks.
    pub err: Box<dyn Write>,
    /// Whether answers are printed as JSON.
    pub json: bool,
    /// What ends long work.
    pub watch: Watch,
    /// What is taken for an error, and is none.
    pub deny: Option<Denied>,
}

/// A stream that takes back what was said of the work that goes on before it writes.
struct Clearing<W>(W);

impl<W: Write> Write for Clearing<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        progress::clear();
        self.0.write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Console {
    /// The standard streams.
    pub fn new(color: ColorChoice, json: bool, watch: Watch, deny: Option<Denied>) -> Self {
        let choice = match color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        Self {
            out: Box::new(BufWriter::new(Clearing(AutoStream::new(io::stdout(), choice)))),
            err: Box::new(BufWriter::new(Clearing(AutoStream::new(io::stderr(), choice)))),
            json,
            watch,
            deny,
        }
    }

    /// Writes a problem or a remark, after all results so far.
    pub fn complain(&mut self, text: &str) -> io::Result<()> {
        self.out.flush()?;
        self.err.write_all(text.as_bytes())?;
        self.err.flush()
    }
}
