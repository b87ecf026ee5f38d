//! `hexa learn`: lessons to read, and exercises that `hexa run` judges.

use crate::cli::LearnArgs;
use crate::console::{Console, Status};
use crate::files::{self, Unreadable};
use crate::fmt;
use hexa_files::IncludedFiles;
use hexa_lang::Resolver;
use hexa_text::{Code, Diagnostic, Sources, clean};
use hexa_workbench::attempt::Attempt;
use hexa_workbench::exercise::{
    Lesson, exercise_of, find_exercise, lessons, next_exercise, read_lessons,
};
use hexa_workbench::words::exercise::contents;
use std::borrow::Cow;
use std::io;
use std::path::Path;

type Refused = Box<(Diagnostic, Sources)>;

/// Lists lessons, shows one, or writes the file of an exercise.
pub fn run(args: &LearnArgs, console: &mut Console) -> io::Result<Status> {
    let lessons = match from(args.from.as_deref()) {
        Ok(lessons) => lessons,
        Err(refused) => return console.refuse(&refused.0, &refused.1),
    };
    let Some(name) = args.what.as_deref() else {
        return console.answer(&lessons, &contents(&lessons));
    };
    if let Some(lesson) = lessons.iter().find(|lesson| lesson.number == name) {
        let listed = contents(std::slice::from_ref(lesson));
        let text = if lesson.page.is_empty() { &listed } else { &lesson.page };
        return console.answer(lesson, text);
    }
    match find_exercise(&lessons, name) {
        Some(exercise) if args.solution => console.answer(exercise, &exercise.solution),
        Some(exercise) => {
            let text = exercise.file(args.from.as_deref().and_then(Path::to_str));
            let path = args.output.clone().unwrap_or_else(|| exercise.file_name().into());
            let words = format!(
                "wrote {0}: change it as its first lines say; `hexa run {0}` says what is missing\n",
                clean(&files::display_name(&path))
            );
            fmt::write_new(&path, &text, &words, console)
        }
        None => console.refuse(&unknown(name), &Sources::default()),
    }
}

fn unknown(name: &str) -> Diagnostic {
    let message = format!("there is no lesson and no exercise `{name}`");
    Diagnostic::without_place(Code::NoScenario, message).help("`hexa learn` lists them")
}

fn cannot_read(file: &str, why: &str) -> (Diagnostic, Sources) {
    let message = format!("cannot read the exercises of {file}: {why}");
    (Diagnostic::without_place(Code::CannotRead, message), Sources::default())
}

/// The lessons of a file, or those that come with Hexa.
fn from(file: Option<&Path>) -> Result<Cow<'static, [Lesson]>, Refused> {
    let Some(path) = file else { return Ok(Cow::Borrowed(lessons())) };
    let name = files::display_name(path);
    let text = files::read_file(path).map_err(Unreadable::File).and_then(hexa_files::decode);
    let text = text.map_err(|error| Box::new(error.into_problem(&name)))?;
    Ok(Cow::Owned(read_lessons(&name, &text)?))
}

/// The attempt at an exercise that a text is, if its first line says so. Other files of exercises lie in its folder or below,
/// as what it includes: a text that comes from elsewhere must not read others.
pub fn attempt(path: &Path, text: &str) -> Result<Option<Attempt>, Refused> {
    let Some((name, file)) = exercise_of(text) else { return Ok(None) };
    let lessons = match file {
        None => Cow::Borrowed(lessons()),
        Some(file) => {
            let beside = IncludedFiles::of(path, &[]).resolve(&files::display_name(path), file);
            let (name, text) = beside.map_err(|why| Box::new(cannot_read(file, &why)))?;
            Cow::Owned(read_lessons(&name, &text)?)
        }
    };
    let found = find_exercise(&lessons, name);
    let exercise = found.ok_or_else(|| Box::new((unknown(name), Sources::default())))?.clone();
    let next = next_exercise(&lessons, name).map(|next| next.name.clone());
    Ok(Some(Attempt { file: files::display_name(path), text: text.to_owned(), exercise, next }))
}
