//! Reading texts and writing results: the only place that touches files.

use crate::cli::SettingArgs;
use hexa_lang::{Loaded, Resolver};
use hexa_logic::Stop;
use hexa_text::{Code, Diagnostic, Label, Location, Setting, Sources, Span, WayOut};
use hexa_workbench::strategy_argument::StrategyTexts;
use std::cell::{Cell, RefCell};
use std::fs::{self, File, FileType, Metadata};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

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
fn decode(bytes: Vec<u8>) -> Result<String, Unreadable> {
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

/// Reads a document with what it includes, from its folder and those that are named.
pub fn load(
    path: &Path,
    settings: &SettingArgs,
    stop: &Stop,
) -> Result<Loaded, Box<(Diagnostic, Sources)>> {
    let name = display_name(path);
    let text = read_text(path).map_err(|error| Box::new(error.into_problem(&name)))?;
    let included = IncludedFiles::of(path, &settings.include_dir);
    Ok(hexa_lang::load_until(&name, &text, &included, &settings.set, stop))
}

/// Strategies that are named by their files.
pub struct StrategyFiles;

impl StrategyTexts for StrategyFiles {
    fn text(&self, path: &str) -> Result<String, Diagnostic> {
        read_file(Path::new(path)).map_err(Unreadable::File).and_then(decode).map_err(|error| {
            let message = format!("cannot read {path}: {}", error.into_reason());
            Diagnostic::without_place(Code::CannotRead, message).of_file(path)
        })
    }
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
fn what_else(kind: FileType) -> Option<&'static str> {
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

/// What stands in the way of replacing a file: that it is no ordinary one. Links are followed, so that one that leads
/// nowhere would itself be replaced.
fn obstacle(path: &Path) -> Option<&'static str> {
    match fs::metadata(path) {
        Ok(there) => what_else(there.file_type()),
        Err(_) => path.is_symlink().then_some("a link that leads nowhere"),
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
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        _ => error.to_string(),
    }
}

/// Why a file could not be written. The system's own words may name a file that we make only to rename it; and the file itself
/// would be made, so that it is the directory that is missing.
#[expect(clippy::wildcard_enum_match_arm, reason = "the list is the system's, and open")]
pub fn why_not_written(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such directory".to_owned(),
        io::ErrorKind::AlreadyExists => "it exists already".to_owned(),
        io::ErrorKind::PermissionDenied
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::ReadOnlyFilesystem
        | io::ErrorKind::StorageFull => error.kind().to_string(),
        _ => reason(error),
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
        Self { met: RefCell::new(vec![root]), folders, bytes: Cell::new(0) }
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
        let text = read_text(&canonical).map_err(Unreadable::into_reason)?;
        self.add(&text)?;
        Ok((self.name(path, canonical), text))
    }
}

/// The path without `.` and without `x/..`, for messages.
fn shorten_path(path: &Path) -> PathBuf {
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

/// How the names of files begin that are not finished yet.
pub const UNFINISHED: &str = ".hexa-";

/// Replaces a file all at once, so that nobody ever sees half of it. Links are followed and
/// permissions kept.
pub fn replace(path: &Path, content: &str) -> io::Result<()> {
    if let Some(what) = obstacle(path) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it is {what}")));
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let permissions = fs::metadata(&target).ok().map(|metadata| metadata.permissions());
    let directory = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut file = new_file(directory)?;
    file.write_all(content.as_bytes())?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

/// A temporary file that others may read as they may any new file.
fn new_file(directory: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(directory)
}

/// What to do with a file that is there already and was not drawn by us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// Refuse, and say what can be done instead.
    OnlyDrawings(WayOut),
    /// Write over it: the user said so.
    Anything,
}

/// What can be done where nothing but drawings is ever overwritten.
pub const MOVE_AWAY: &str = "choose another name, or move the file away";

/// Writes a picture, whose first line marks it as drawn by us.
pub fn write_picture(path: &Path, picture: &str, overwrite: &Overwrite) -> Result<(), Diagnostic> {
    let name = shorten_path(path);
    let name = name.display();
    let marker = picture.lines().next().unwrap_or_default();
    if let Some(what) = obstacle(path) {
        return Err(cannot_draw(format!("cannot write {name}: it is {what}")));
    }
    if let Overwrite::OnlyDrawings(otherwise) = overwrite
        && foreign(path, marker)
    {
        let message = format!("{name} is there already and was not drawn by hexa");
        return Err(cannot_draw(message).help(otherwise.clone()));
    }
    replace(path, picture)
        .map_err(|error| cannot_draw(format!("cannot write {name}: {}", why_not_written(&error))))
}

/// Whether there is a file that does not start with the marker.
fn foreign(path: &Path, marker: &str) -> bool {
    if !path.exists() {
        return false;
    }
    let mut start = Vec::new();
    let read = |start: &mut Vec<u8>| File::open(path)?.take(marker.len() as u64).read_to_end(start);
    read(&mut start).is_err() || start != marker.as_bytes()
}

/// The place below a directory that a `draw` step means. A scenario may come from anywhere, so that
/// it must not write elsewhere, not even by way of a link.
pub fn below(directory: &Path, file: &str) -> Result<PathBuf, Diagnostic> {
    let outside = || {
        cannot_draw(format!("`{file}` lies outside of the directory for pictures")).help(
            WayOut::from("write a path below it, for example \"hexa.svg\"; ")
                .then(Setting::OutDir)
                .then(" sets the directory"),
        )
    };
    let relative = Path::new(file);
    if !relative.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err(outside());
    }
    let path = directory.join(relative);
    let parent = path.parent().unwrap_or(directory);
    let failed = |error: io::Error| {
        cannot_draw(format!("cannot write into {}: {}", parent.display(), reason(&error)))
    };
    fs::create_dir_all(parent).map_err(failed)?;
    let real = |path: &Path| match path.as_os_str().is_empty() {
        true => fs::canonicalize("."),
        false => fs::canonicalize(path),
    };
    if !real(parent).map_err(failed)?.starts_with(real(directory).map_err(failed)?) {
        return Err(outside());
    }
    if fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink()) {
        return Err(cannot_draw(format!("`{file}` is a link, which may lead elsewhere")));
    }
    Ok(path)
}

fn cannot_draw(message: String) -> Diagnostic {
    Diagnostic::without_place(Code::CannotDraw, message)
}
