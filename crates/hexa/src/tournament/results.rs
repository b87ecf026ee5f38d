//! The folder of a tournament. Games are only added, by whole pieces, and are on the disk before their checks are: however
//! the program ends, what is whole is known, and the rest is played again.

use crate::files::{self, why_not_written};
use hexa_games::tournament::{
    Check, Damage, Difference, GameRecord, Resumption, Tally, WholePart, read_checks,
};
use hexa_text::{Code, Diagnostic};
use hexa_workbench::tournament::Tournament;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const SETUP: &str = "tournament.toml";
const GAMES: &str = "games.csv";
const CHECKS: &str = "checks.csv";

/// Results are on the disk at the latest after so long.
pub const OFTEN: Duration = Duration::from_millis(500);
/// Or when so many bytes of checks wait for it: waiting for a disk takes longer than many games.
const MANY_CHECKS: usize = 1 << 18;
/// So many bytes of games are handed to the system at once.
const MANY: usize = 1 << 16;
/// The longest line that is read.
const LONGEST: u64 = 1 << 20;

/// The files that games go to.
pub struct Results {
    games: ResultFile,
    checks: ResultFile,
    last: Check,
    committed: Instant,
}

/// A file that only grows.
struct ResultFile {
    path: PathBuf,
    file: File,
    /// So far it was written.
    end: u64,
    waiting: Vec<u8>,
}

/// Whether there is a tournament in a folder.
pub fn is_there(folder: &Path) -> bool {
    folder.join(SETUP).exists()
}

/// What is named as a folder must not be a file.
pub fn check_folder(folder: &Path) -> Result<(), Diagnostic> {
    if !folder.exists() || folder.is_dir() {
        return Ok(());
    }
    let message = format!("{} is a file, and results go to a folder", folder.display());
    Err(Diagnostic::without_place(Code::OtherResults, message)
        .help("name a folder with `-o`; it is made if there is none"))
}

/// A file cannot be written.
pub fn unwritable(path: &Path, error: &io::Error) -> Diagnostic {
    let message = format!("cannot write {}: {}", path.display(), why_not_written(error));
    Diagnostic::without_place(Code::CannotDraw, message)
}

impl Results {
    /// What is in a folder is gone on with; a new one is made.
    pub fn open(
        folder: &Path,
        tournament: &Tournament,
        planned: u64,
    ) -> Result<(Self, Tally), Diagnostic> {
        fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
        check_setup(folder, tournament)?;
        let mut games = ResultFile::open(folder.join(GAMES))?;
        let mut checks = ResultFile::open(folder.join(CHECKS))?;
        let part = read_whole(&games, &checks, tournament, planned, folder)?;
        games.cut(part.check.bytes, &GameRecord::header(&tournament.schedule))?;
        checks.cut(part.checks_read, Check::HEADER)?;
        checks.replace_from(part.checks_bytes);
        let results = Self { games, checks, last: part.check, committed: Instant::now() };
        Ok((results, part.tally))
    }

    /// Adds pieces, each with how many games are in it. They are on the disk a moment later.
    pub fn add(&mut self, pieces: &[(u64, String)]) -> Result<(), Diagnostic> {
        for (games, text) in pieces {
            self.last = self.last.after(*games, text.as_bytes());
            self.games.waiting.extend_from_slice(text.as_bytes());
            self.checks.waiting.extend_from_slice(self.last.row().as_bytes());
        }
        let is_time = self.committed.elapsed() > OFTEN || self.checks.waiting.len() > MANY_CHECKS;
        if is_time {
            return self.commit();
        }
        if self.games.waiting.len() > MANY {
            let written = self.games.write_out();
            return self.keep(written);
        }
        Ok(())
    }

    /// Puts everything on the disk: games before their checks.
    pub fn commit(&mut self) -> Result<(), Diagnostic> {
        if self.checks.waiting.is_empty() {
            return Ok(());
        }
        let written = self.games.commit();
        self.keep(written)?;
        self.checks.commit()?;
        self.committed = Instant::now();
        Ok(())
    }

    /// Checks of what was not written are forgotten.
    fn keep(&mut self, written: Result<(), Diagnostic>) -> Result<(), Diagnostic> {
        if written.is_err() {
            self.checks.waiting.clear();
        }
        written
    }
}

impl ResultFile {
    fn open(path: PathBuf) -> Result<Self, Diagnostic> {
        let mut options = OpenOptions::new();
        let opened = options.read(true).write(true).create(true).truncate(false).open(&path);
        let file = opened.map_err(|error| unwritable(&path, &error))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let message = format!("another process writes to {}", path.display());
                Err(Diagnostic::without_place(Code::OtherResults, message))
            }
            // Some file systems have no locks; that is no reason not to play.
            Ok(()) | Err(TryLockError::Error(_)) => {
                Ok(Self { path, file, end: 0, waiting: Vec::new() })
            }
        }
    }

    /// Its lines, from the start.
    fn lines(&self) -> io::Result<impl Iterator<Item = Vec<u8>> + '_> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0))?;
        let mut reader = BufReader::new(file);
        Ok(std::iter::from_fn(move || {
            let mut line = Vec::new();
            reader.by_ref().take(LONGEST).read_until(b'\n', &mut line).ok()?;
            line.ends_with(b"\n").then_some(line)
        }))
    }

    /// Keeps so many bytes, which have the header among them.
    fn cut(&mut self, bytes: u64, header: &str) -> Result<(), Diagnostic> {
        self.end = bytes;
        if bytes <= header.len() as u64 {
            self.end = 0;
            self.waiting = header.as_bytes().to_vec();
        }
        self.commit()
    }

    /// What is written next takes the place of whatever comes after so many bytes, which stays until then.
    fn replace_from(&mut self, bytes: u64) {
        self.end = self.end.min(bytes);
    }

    fn commit(&mut self) -> Result<(), Diagnostic> {
        self.write_out()?;
        self.file.sync_data().map_err(|error| self.refuse(&error))
    }

    /// Hands what waits to the system.
    fn write_out(&mut self) -> Result<(), Diagnostic> {
        let written = self.write();
        let bytes = self.waiting.len() as u64;
        self.waiting.clear();
        if let Err(error) = written {
            // Half of something would be taken for the start of the next.
            let _ = self.file.set_len(self.end);
            return Err(self.refuse(&error));
        }
        self.end += bytes;
        Ok(())
    }

    fn refuse(&self, error: &io::Error) -> Diagnostic {
        unwritable(&self.path, error).note("what was written before is whole")
    }

    fn write(&mut self) -> io::Result<()> {
        if self.file.metadata()?.len() != self.end {
            self.file.set_len(self.end)?;
        }
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&self.waiting)
    }
}

/// The first name in a folder, but for what a program that was killed may have left of its set-up.
fn first_name(folder: &Path) -> Result<Option<String>, Diagnostic> {
    let unreadable = |error: io::Error| {
        let message = format!("cannot read {}: {error}", folder.display());
        Diagnostic::without_place(Code::CannotRead, message)
    };
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let names = names.collect::<io::Result<Vec<_>>>().map_err(unreadable)?;
    Ok(names.into_iter().filter(|name| !name.starts_with(files::UNFINISHED)).min())
}

/// The folder is new, or is of this tournament.
fn check_setup(folder: &Path, tournament: &Tournament) -> Result<(), Diagnostic> {
    let path = folder.join(SETUP);
    let refuse = |message: String| Diagnostic::without_place(Code::OtherResults, message);
    if !path.exists() {
        if let Some(name) = first_name(folder)? {
            let (folder, other) = (folder.display(), format!("{name} is there already"));
            return Err(refuse(format!(
                "{folder} is no folder of a tournament: {other}, without {SETUP}"
            ))
            .help("take a folder that is empty or new"));
        }
        let text = tournament.setup.text(&tournament.schedule);
        return files::replace(&path, &text).map_err(|error| unwritable(&path, &error));
    }
    let text = files::read_text(&path).map_err(|error| error.into_problem(SETUP).0)?;
    let differences = tournament.setup.differences(&text);
    if differences.is_empty() {
        return Ok(());
    }
    let problem = refuse(format!("{} is the folder of another tournament", folder.display()))
        .help("take another folder, or ask for the same tournament");
    Err(differences.iter().fold(problem, |problem, difference| {
        let Difference { key, there, asked } = difference;
        let or_nothing = |text: &Option<String>| text.clone().unwrap_or("nothing".to_owned());
        problem.note(format!("{key}: {} there, {} asked for", or_nothing(there), or_nothing(asked)))
    }))
}

fn read_whole(
    games: &ResultFile,
    checks: &ResultFile,
    tournament: &Tournament,
    planned: u64,
    folder: &Path,
) -> Result<WholePart, Diagnostic> {
    let schedule = &tournament.schedule;
    let unreadable = |error: io::Error| {
        let message = format!("cannot read {}: {error}", folder.display());
        Diagnostic::without_place(Code::CannotRead, message)
    };
    let mut lines = games.lines().map_err(unreadable)?;
    let checks = checks.lines().map_err(unreadable)?;
    let checks = checks.map_while(|line| String::from_utf8(line).ok());
    let mut resumption = Resumption::new(schedule, read_checks(checks), planned);
    let damaged = |damage: Damage| {
        let message = match damage {
            Damage::Changed { from, to } => format!(
                "{} was changed since it was written, among the games {} to {to}",
                games.path.display(),
                from + 1
            ),
            Damage::More(_) => format!(
                "{} has more games already than the {planned} that are asked for",
                folder.display()
            ),
        };
        let way_out = match damage {
            Damage::Changed { .. } => "put the table back as it was, or take another folder",
            Damage::More(_) => "take another folder, or ask for more games",
        };
        Diagnostic::without_place(Code::OtherResults, message).help(way_out)
    };
    let header = GameRecord::header(schedule);
    match lines.next() {
        Some(line) if line == header.as_bytes() => {}
        Some(_) if resumption.next_check().is_some() => {
            return Err(damaged(Damage::Changed { from: 0, to: 0 }));
        }
        Some(_) | None => return Ok(resumption.finish()),
    }
    while resumption.next_check().is_some()
        && let Some(line) = lines.next()
    {
        resumption.read(&line).map_err(damaged)?;
    }
    Ok(resumption.finish())
}
