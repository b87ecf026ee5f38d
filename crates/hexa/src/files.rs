//! Reading texts and writing results: the only place that touches files.

use crate::cli::SettingArgs;
use hexa_draw::{PRINT_MARK, Print, Unprintable, print};
use hexa_files::{IncludedFiles, decode, reason, shorten_path, what_else};
pub use hexa_files::{Unreadable, display_name, is_standard, read_file, read_text};
use hexa_lang::Loaded;
use hexa_logic::Stop;
use hexa_text::{Code, Diagnostic, Setting, Sources, WayOut};
use hexa_workbench::strategy_argument::StrategyTexts;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

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

/// The files that are meant: of a folder those that end in `.hexa`, sorted, and otherwise the file itself.
pub fn in_folder(path: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let name = display_name(path);
    let refused = |message: String| Diagnostic::without_place(Code::CannotRead, message);
    let cannot = |error: io::Error| {
        refused(format!("cannot read the folder {name}: {}", reason(&error))).of_file(name.as_str())
    };
    let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let files = entries.map_err(cannot)?.into_iter().map(|entry| entry.path());
    let is_text = |file: &PathBuf| file.extension().is_some_and(|e| e == "hexa") && file.is_file();
    let mut files: Vec<PathBuf> = files.filter(is_text).collect();
    files.sort();
    match files.is_empty() {
        true => Err(refused(format!("the folder {name} has no file that ends in .hexa"))),
        false => Ok(files),
    }
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

/// What stands in the way of replacing a file: that it is no ordinary one. Links are followed, so that one that leads
/// nowhere would itself be replaced.
fn obstacle(path: &Path) -> Option<&'static str> {
    match fs::metadata(path) {
        Ok(there) => what_else(there.file_type()),
        Err(_) => path.is_symlink().then_some("a link that leads nowhere"),
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

/// How the names of files begin that are not finished yet.
pub const UNFINISHED: &str = ".hexa-";

/// Replaces a file all at once, so that nobody ever sees half of it. Links are followed and
/// permissions kept.
pub fn replace(path: &Path, content: &str) -> io::Result<()> {
    replace_bytes(path, content.as_bytes())
}

fn replace_bytes(path: &Path, content: &[u8]) -> io::Result<()> {
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
    file.write_all(content)?;
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

/// Writes a picture, whose first line marks it as drawn by us. SVG is printed if the name of the file asks for PNG or PDF.
pub fn write_picture(path: &Path, picture: &str, overwrite: &Overwrite) -> Result<(), Diagnostic> {
    let name = shorten_path(path);
    let name = name.display();
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let printed = match Print::from_extension(extension) {
        Some(as_what) => {
            let printed = print(picture, as_what);
            Some(printed.map_err(|why| not_printed(&name.to_string(), as_what, &why))?)
        }
        None => None,
    };
    let marker = match printed {
        Some(_) => PRINT_MARK,
        None => picture.lines().next().unwrap_or_default(),
    };
    let bytes = printed.as_deref().unwrap_or(picture.as_bytes());
    if let Some(what) = obstacle(path) {
        return Err(cannot_draw(format!("cannot write {name}: it is {what}")));
    }
    if let Overwrite::OnlyDrawings(otherwise) = overwrite
        && foreign(path, marker)
    {
        let message = format!("{name} is there already and was not drawn by hexa");
        return Err(cannot_draw(message).help(otherwise.clone()));
    }
    replace_bytes(path, bytes)
        .map_err(|error| cannot_draw(format!("cannot write {name}: {}", why_not_written(&error))))
}

/// Why a picture was not printed, and what to do instead.
fn not_printed(file: &str, print: Print, why: &Unprintable) -> Diagnostic {
    let kind = print.extension().to_uppercase();
    let (why, help) = match why {
        Unprintable::LeftOut => (
            "this program was built without its part `print`".to_owned(),
            "draw it as SVG, or build with `--features print`",
        ),
        Unprintable::NoLetter(letter) => (
            format!("there is no `{letter}` in the fonts that come with this program"),
            "draw it as SVG, which takes the fonts of the machine",
        ),
        Unprintable::TooLarge => {
            ("it would have too many dots".to_owned(), "draw it as SVG or PDF, which have no dots")
        }
        Unprintable::Unreadable(why) => (why.clone(), "draw it as SVG"),
    };
    cannot_draw(format!("{file} cannot be written as {kind}: {why}")).help(help)
}

/// Whether there is a file without the marker: at its start, or, as it stands in PNG and PDF, near its start or its end.
fn foreign(path: &Path, marker: &str) -> bool {
    if !path.exists() {
        return false;
    }
    let Ok(there) = fs::read(path) else { return true };
    let contains = |part: &[u8]| part.windows(marker.len()).any(|found| found == marker.as_bytes());
    let (start, end) =
        (&there[..there.len().min(NEAR)], &there[there.len().saturating_sub(NEAR)..]);
    match marker == PRINT_MARK {
        true => !contains(start) && !contains(end),
        false => !there.starts_with(marker.as_bytes()),
    }
}

/// How many bytes are near the start or the end of a file.
const NEAR: usize = 128;

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
