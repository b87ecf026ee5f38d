//! A file to which lines are only added, as the journal of a game or the log of a play. They are on the disk before they
//! are acknowledged, so that nothing acknowledged is lost however the program ends.

use crate::files;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file of lines, locked against other processes.
#[derive(Debug)]
pub struct JournalFile {
    path: PathBuf,
    file: File,
    /// Where the next line goes.
    end: u64,
    /// What has to stand before it.
    head: &'static str,
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
}

impl From<io::Error> for Unusable {
    fn from(error: io::Error) -> Self {
        match error.kind() == io::ErrorKind::AlreadyExists {
            true => Self::Exists,
            false => Self::System(error),
        }
    }
}

impl JournalFile {
    /// A new file. It appears with the whole text in it, or not at all.
    pub fn create(path: &Path, text: &str) -> Result<Self, Unusable> {
        let folder = folder(path);
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist_noclobber(path).map_err(|error| Unusable::from(error.error))?;
        sync_folder(folder)?;
        let (mut file, text) = Self::open(path)?;
        file.go_on(text.len() as u64, "");
        Ok(file)
    }

    /// A file that is there, and its bytes. Whoever reads them says where lines go on.
    pub fn open(path: &Path) -> Result<(Self, Vec<u8>), Unusable> {
        // Nothing but ordinary files of limited size is opened.
        read_file(path)?;
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Unusable::InUse),
            // Some file systems have no locks; that is no reason not to play.
            Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let path = path.to_owned();
        Ok((Self { path, file, end: bytes.len() as u64, head: "" }, bytes))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The next line goes here, after this text. What stands behind it was never acknowledged, and is cut off then.
    pub fn go_on(&mut self, end: u64, head: &'static str) {
        self.end = end;
        self.head = head;
    }

    /// The bytes of a file, without keeping it.
    pub fn look(path: &Path) -> Result<Vec<u8>, Unusable> {
        Ok(read_file(path)?)
    }

    /// Adds lines. When this returns they are on the disk; if it fails, none of them is.
    pub fn append(&mut self, lines: &[String]) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let text = format!("{}{lines}", self.head);
        let result = self.write(&text);
        match result {
            Ok(()) => {
                self.end += text.len() as u64;
                self.head = "";
            }
            // Half a line would be taken for the start of the next one.
            Err(_) => self.cut()?,
        }
        result
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

fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    files::read_file(path).map_err(io::Error::other)
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
