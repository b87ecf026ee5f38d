//! Reading texts from files, with what they include: ordinary files of limited size, and only those that a text may
//! include. The command line and the language server read in the same way; texts that are open in an editor come before
//! those on the disk.

use hexa_lang::Resolver;
use hexa_text::{Code, Diagnostic, Label, Location, Sources, Span};
use std::cell::{Cell, RefCell};
use std::fs::{self, File, FileType, Metadata};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The longest text that is read, in bytes; with all that it includes, it may be twice as long.
const LONGEST: u64 = 1 << 26;

/// What standard input is called in messages.
pub const STDIN: &str = "<stdin>";

/// Why a text cannot be had.
#[derive(Debug)]
pub enum Unreadable {
    /// The file cannot be read at all.
    File(String),
    /// The file is not UTF-8 text.
    NotUtf8 {
        /// The text with stand-ins for what is not UTF-8.
        text: String,
        /// Where the first of these stands.
        at: usize,
        /// The byte that was found there.
        byte: u8,
    },
}

impl Unreadable {
    /// As a problem of the file with that name, with the texts that it shows.
    pub fn into_problem(self, name: &str) -> (Diagnostic, Sources) {
        let mut sources = Sources::default();
        let problem = match self {
            Self::File(why) => {
                Diagnostic::without_place(Code::CannotRead, format!("cannot read {name}: {why}"))
                    .of_file(name)
            }
            Self::NotUtf8 { text, at, byte } => {
                let source = sources.add(name, text);
                let span = Span::new(at, at + '\u{fffd}'.len_utf8());
                let label = format!("the byte 0x{byte:02x} does not belong here");
                let message = "this file is not UTF-8 text";
                Diagnostic {
                    labels: vec![Label { at: Location { source, span }, text: label }],
                    ..Diagnostic::without_place(Code::NotUtf8, message)
                }
                .help("save the file with the encoding UTF-8")
            }
        };
        (problem, sources)
    }

    /// In one line, for the message about another file.
    pub fn into_reason(self) -> String {
        match self {
            Self::File(why) => why,
            Self::NotUtf8 { text, at, byte } => {
                let line = text[..at].matches('\n').count() + 1;
                format!("it is not UTF-8 text: byte 0x{byte:02x} in line {line}")
            }
        }
    }
}

/// Whether a path stands for standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What a file is called in messages.
pub fn display_name(path: &Path) -> String {
    match is_standard(path) {
        true => STDIN.to_owned(),
        false => path.display().to_string(),
    }
}

/// The text of a file, or of standard input.
pub fn read_text(path: &Path) -> Result<String, Unreadable> {
    let bytes = match is_standard(path) {
        true => read_limited(io::stdin().lock()),
        false => read_file(path),
    };
    bytes.map_err(Unreadable::File).and_then(decode)
}

/// Bytes as text.
pub fn decode(bytes: Vec<u8>) -> Result<String, Unreadable> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let byte = error.as_bytes()[at];
        Unreadable::NotUtf8 {
            text: String::from_utf8_lossy(error.as_bytes()).into_owned(),
            at,
            byte,
        }
    })
}

/// The bytes of an ordinary file of limited size. Others may never end, or wait for somebody to write, or do something
/// when they are opened.
pub fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    admit_file(&fs::metadata(path).map_err(|error| reason(&error))?)?;
    let file = File::open(path).map_err(|error| reason(&error))?;
    // Another file may have taken its place.
    admit_file(&file.metadata().map_err(|error| reason(&error))?)?;
    read_limited(file)
}

fn admit_file(metadata: &Metadata) -> Result<(), String> {
    match what_else(metadata.file_type()) {
        Some(what) => Err(format!("it is {what}")),
        None if metadata.len() > LONGEST => Err(too_long()),
        None => Ok(()),
    }
}

/// What a file is that is no ordinary one.
pub fn what_else(kind: FileType) -> Option<&'static str> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Some("a pipe, and no ordinary file");
        } else if kind.is_socket() {
            return Some("a socket, and no ordinary file");
        } else if kind.is_char_device() || kind.is_block_device() {
            return Some("a device, and no ordinary file");
        }
    }
    match (kind.is_dir(), kind.is_file()) {
        (true, _) => Some("a directory"),
        (false, true) => None,
        (false, false) => Some("no ordinary file"),
    }
}

fn read_limited(from: impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    from.take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    match bytes.len() as u64 > LONGEST {
        true => Err(too_long()),
        false => Ok(bytes),
    }
}

fn too_long() -> String {
    format!("it is longer than {LONGEST} bytes, the most that is accepted")
}

/// The reason in words that do not depend on the system, where there are any.
#[expect(clippy::wildcard_enum_match_arm, reason = "the list is the system's, and open")]
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        _ => error.to_string(),
    }
}

/// Finds included files relative to those that include them. They lie in the folder of the first one, or in folders that
/// were named: a file that comes from elsewhere must not read others. A file goes by the first name under which it was met,
/// so that cycles show however they are written.
pub struct IncludedFiles {
    met: RefCell<Vec<Met>>,
    /// Where they may lie, without links.
    folders: Vec<PathBuf>,
    /// How long all of them are together.
    bytes: Cell<u64>,
    /// Texts that are read instead of the files at these paths, which have no links.
    open: Vec<(PathBuf, Arc<str>)>,
}

struct Met {
    name: String,
    path: PathBuf,
    canonical: PathBuf,
}

impl IncludedFiles {
    /// Includes of a file, or of standard input, which stands in the current directory; others may be named.
    pub fn of(path: &Path, named: &[PathBuf]) -> Self {
        let canonical = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let own = match is_standard(path) {
            true => Path::new("."),
            false => canonical.parent().unwrap_or(&canonical),
        };
        let folders = named.iter().map(PathBuf::as_path).chain([own]);
        let folders = folders.filter_map(|folder| fs::canonicalize(folder).ok()).collect();
        let root = Met { name: display_name(path), path: path.to_owned(), canonical };
        Self { met: RefCell::new(vec![root]), folders, bytes: Cell::new(0), open: Vec::new() }
    }

    /// With texts that are open somewhere, and are not on the disk yet.
    pub fn with_open(self, open: Vec<(PathBuf, Arc<str>)>) -> Self {
        Self { open, ..self }
    }

    /// Whether a file, by its path without links, may be included.
    fn admit(&self, canonical: &Path) -> Result<(), String> {
        match self.folders.iter().any(|folder| canonical.starts_with(folder)) {
            true => Ok(()),
            false => {
                Err("it lies outside of the folder of the file that was named; `--include-dir` \
                          allows other folders"
                    .to_owned())
            }
        }
    }

    /// Counts a text with the others.
    fn add(&self, text: &str) -> Result<(), String> {
        self.bytes.set(self.bytes.get().saturating_add(text.len() as u64));
        match self.bytes.get() > LONGEST {
            true => Err(format!("all that is included is longer than {LONGEST} bytes")),
            false => Ok(()),
        }
    }

    /// The directory of a file that was met.
    fn directory(&self, name: &str) -> PathBuf {
        let met = self.met.borrow();
        let path = met.iter().find(|file| file.name == name).map(|file| file.path.as_path());
        path.and_then(Path::parent).unwrap_or(Path::new("")).to_owned()
    }

    /// The name of the file at this path.
    fn name(&self, path: PathBuf, canonical: PathBuf) -> String {
        let mut met = self.met.borrow_mut();
        if let Some(known) = met.iter().find(|file| file.canonical == canonical) {
            return known.name.clone();
        }
        let short = shorten_path(&path).display().to_string();
        // Two files may look alike when a link leads elsewhere.
        let taken = met.iter().any(|file| file.name == short);
        let name = if taken { canonical.display().to_string() } else { short };
        met.push(Met { name: name.clone(), path, canonical });
        name
    }
}

impl Resolver for IncludedFiles {
    fn resolve(&self, from: &str, path: &str) -> Result<(String, String), String> {
        let path = self.directory(from).join(path);
        let canonical = fs::canonicalize(&path).map_err(|error| reason(&error))?;
        self.admit(&canonical)?;
        let open = self.open.iter().find(|(path, _)| *path == canonical);
        let text = match open {
            Some((_, text)) => text.to_string(),
            None => read_text(&canonical).map_err(Unreadable::into_reason)?,
        };
        self.add(&text)?;
        Ok((self.name(path, canonical), text))
    }
}

/// The path without `.` and without `x/..`, for messages.
pub fn shorten_path(path: &Path) -> PathBuf {
    let mut short = PathBuf::new();
    for part in path.components() {
        let last = short.components().next_back();
        match (part, last) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                short.pop();
            }
            _ => short.push(part),
        }
    }
    short
}
