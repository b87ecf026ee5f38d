//! The file of a game: the set-up, a line `---`, and one line for each change, in plain text. Lines are only added, and
//! are on the disk before they are acknowledged, so that nothing acknowledged is lost however the program ends. What
//! follows the last line end was never acknowledged.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// What ends the set-up.
const RULER: &str = "---";

/// The first line, for people.
const TITLE: &str = "# A game of Cluedo: hexa assist cluedo";

/// A file of a game, locked against other processes.
#[derive(Debug)]
pub struct Journal {
    file: File,
    /// Where the next line goes.
    end: u64,
    /// What has to stand before it.
    head: &'static str,
}

/// What a file says.
#[derive(Debug, Default)]
pub struct Contents {
    /// The set-up.
    pub setup: String,
    /// The changes, with the numbers of their lines from 1 on.
    pub changes: Vec<(usize, String)>,
    /// The start of a line that was never acknowledged.
    pub torn: Option<String>,
}

/// Why a file cannot be used.
#[derive(Debug)]
pub enum Unusable {
    /// Another process uses it.
    InUse,
    /// There is one already.
    Exists,
    /// The system says no.
    System(io::Error),
    /// It is not UTF-8 text.
    NotText,
}

impl From<io::Error> for Unusable {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::AlreadyExists => Self::Exists,
            _ => Self::System(error),
        }
    }
}

impl Journal {
    /// A new file. It appears with the whole set-up in it, or not at all.
    pub fn create(path: &Path, setup: &str) -> Result<Self, Unusable> {
        let folder = folder(path);
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        let text = format!("{TITLE}\n{setup}{RULER}\n");
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist_noclobber(path).map_err(|error| Unusable::from(error.error))?;
        sync_folder(folder)?;
        Ok(Self::open(path)?.0)
    }

    /// A file that is there, and what it says. What was never acknowledged is cut off.
    pub fn open(path: &Path) -> Result<(Self, Contents), Unusable> {
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Unusable::InUse),
            // Some file systems have no locks; that is no reason not to play.
            Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let (contents, end, head) = contents(&bytes)?;
        Ok((Self { file, end, head }, contents))
    }

    /// What a file says, without keeping it.
    pub fn look(path: &Path) -> Result<Contents, Unusable> {
        Ok(contents(&fs::read(path)?)?.0)
    }

    /// Adds lines. When this returns they are on the disk; if it fails, none of them is.
    pub fn append(&mut self, lines: &[String]) -> io::Result<()> {
        let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let text = format!("{}{lines}", self.head);
        let written = self.write(&text);
        match written {
            Ok(()) => {
                self.end += text.len() as u64;
                self.head = "";
            }
            // Half a line would be taken for the start of the next one.
            Err(_) => self.cut()?,
        }
        written
    }

    /// Writes all of it to another file, which must not be there.
    pub fn copy_to(&mut self, path: &Path) -> Result<(), Unusable> {
        let mut text = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_to_end(&mut text)?;
        let mut copy = OpenOptions::new().write(true).create_new(true).open(path)?;
        copy.write_all(&text)?;
        copy.sync_all()?;
        Ok(())
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        // What was never acknowledged must not come after it.
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(text.as_bytes())?;
        self.file.sync_data()
    }

    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.end)?;
        self.file.sync_data()
    }
}

/// What a file says, where it ends, and what has to be written there first. A file that somebody has written by hand ends
/// with its last line, even if that has no end.
fn contents(bytes: &[u8]) -> Result<(Contents, u64, &'static str), Unusable> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let text = std::str::from_utf8(&bytes[..whole]).map_err(|_| Unusable::NotText)?;
    if !text.lines().any(is_ruler) {
        let setup = std::str::from_utf8(bytes).map_err(|_| Unusable::NotText)?.to_owned();
        let head = if whole == bytes.len() { "---\n" } else { "\n---\n" };
        return Ok((Contents { setup, ..Contents::default() }, bytes.len() as u64, head));
    }
    let setup: String =
        text.lines().take_while(|line| !is_ruler(line)).map(|line| format!("{line}\n")).collect();
    let after = text.lines().enumerate().skip(setup.lines().count() + 1);
    let says = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    let changes = after.filter(|(_, line)| says(line)).map(|(at, line)| (at + 1, line.to_owned()));
    let torn = (whole < bytes.len()).then(|| String::from_utf8_lossy(&bytes[whole..]).into_owned());
    Ok((Contents { setup, changes: changes.collect(), torn }, whole as u64, ""))
}

fn is_ruler(line: &str) -> bool {
    line.trim() == RULER
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The name of a new file is on the disk only when its folder is.
fn sync_folder(folder: &Path) -> io::Result<()> {
    match cfg!(unix) {
        true => File::open(folder)?.sync_all(),
        false => Ok(()),
    }
}
