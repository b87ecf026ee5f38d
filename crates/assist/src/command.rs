//! Commands: what is asked of the assistant, besides telling it what happened.

use crate::habit::Habit;

/// What to do, and what the others know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Advice {
    /// What to ask for, if these rooms can be reached.
    Suggest(String),
    /// Which card to show: who asks, and for what.
    Show(String),
    /// What a player knows.
    What(String),
    /// How close the others are.
    Who,
    /// Whether to accuse.
    Guess,
    /// Since when something could be known; the envelope, if nothing is said.
    When(String),
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// For advice.
    Advice(Advice),
    /// The grid holder by card.
    Grid,
    /// What can be in the envelope.
    Envelope,
    /// What changed since the last look.
    Changes,
    /// Why something is certain, as it was typed.
    Why(String),
    /// All entries.
    List,
    /// Take the last change back.
    Undo,
    /// Take that back.
    Redo,
    /// Write another line instead of an entry.
    Edit(usize, String),
    /// Leave an entry out.
    Delete(usize),
    /// Put an entry before another.
    Insert(usize, String),
    /// Take one of the ways out that were offered.
    Fix(String),
    /// Whether a player has a habit.
    Habit(Habit, String),
    /// Change the set-up.
    Set(String),
    /// Several changes that are taken back together, as they are kept.
    Together(String),
    /// The set-up.
    Settings,
    /// What would follow from a line, which is not entered.
    WhatIf(String),
    /// Write the sheet to a file.
    SheetAs(String),
    /// Write the game to another file.
    SaveAs(String),
    /// What can be typed, about one thing or all.
    Help(String),
    /// Leave.
    Quit,
}

/// What there is help on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HelpTopic {
    /// Everything, in a few lines.
    All,
    /// How somebody suspects and the others answer.
    Suspicions,
    /// How somebody accuses.
    Accusations,
    /// What was seen by accident.
    Seen,
    /// The grid, the envelope and what changed.
    Grid,
    /// Reasons.
    Why,
    /// What to do next.
    Advice,
    /// How to correct something.
    Corrections,
    /// How the others play.
    Players,
}

/// The topics by name.
const TOPICS: &[(&str, HelpTopic)] = &[
    ("suspicions", HelpTopic::Suspicions),
    ("accusations", HelpTopic::Accusations),
    ("seen", HelpTopic::Seen),
    ("grid", HelpTopic::Grid),
    ("why", HelpTopic::Why),
    ("advice", HelpTopic::Advice),
    ("corrections", HelpTopic::Corrections),
    ("players", HelpTopic::Players),
];

/// The topic that a text means: a command, or the start of the name of a topic.
pub fn help_topic(text: &str) -> Option<HelpTopic> {
    let text = text.trim().to_lowercase();
    let word = match text.as_str() {
        "" => return Some(HelpTopic::All),
        "undo" | "redo" | "edit" | "delete" | "insert" | "fix" | "list" | "set" | "settings" => {
            "corrections"
        }
        "envelope" | "changes" | "what if" | "sheet-as" => "grid",
        "logician" | "logicians" | "perfect" | "forgetful" | "strength" => "players",
        "suggest" | "show" | "who" | "close" | "what" | "guess" | "guess?" | "when" => "advice",
        other => other,
    };
    TOPICS.iter().find(|(name, _)| name.starts_with(word)).map(|(_, topic)| *topic)
}

/// A command that is not complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadCommand {
    /// The number of an entry is missing.
    NoNumber(&'static str),
    /// Something must be said.
    NoArgument(&'static str),
    /// Nothing more can be said with it.
    TooMuch(&'static str),
    /// Several commands start so.
    Several(Vec<&'static str>),
}

/// The words of the commands, each with other words for it.
const WORDS: &[(&str, &[&str])] = &[
    ("grid", &["sheet"]),
    ("envelope?", &["candidates"]),
    ("changes", &["news"]),
    ("why", &[]),
    ("suggest", &[]),
    ("show", &[]),
    ("who", &["close"]),
    ("what", &[]),
    ("guess", &[]),
    ("when", &[]),
    ("list", &["entries"]),
    ("undo", &[]),
    ("redo", &[]),
    ("edit", &[]),
    ("delete", &[]),
    ("insert", &[]),
    ("fix", &[]),
    ("logician", &[]),
    ("perfect", &[]),
    ("forgetful", &[]),
    ("set", &[]),
    ("together", &[]),
    ("settings", &["setup"]),
    ("sheet-as", &[]),
    ("save-as", &[]),
    ("help", &["?"]),
    ("quit", &["exit", "q"]),
];

/// The words that commands start with.
pub fn words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(word, _)| word.trim_end_matches('?'))
}

/// Whether a word starts a command.
pub fn is_word(word: &str) -> bool {
    command_called(word).is_some()
}

/// The command that a word starts, if it is written out.
fn command_called(word: &str) -> Option<&'static str> {
    let is =
        |name: &str, others: &[&str]| name.trim_end_matches('?') == word || others.contains(&word);
    WORDS.iter().find(|(name, others)| is(name, others)).map(|(name, _)| *name)
}

/// The command that a habit is told by.
pub fn habit_word(habit: Habit) -> &'static str {
    match habit {
        Habit::Logician => "logician",
        Habit::Perfect => "perfect",
        Habit::Forgetful => "forgetful",
    }
}

/// Reads a command. None, if the line is none: then it tells what happened.
pub fn read(line: &str) -> Option<Result<Command, BadCommand>> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (first, rest) = (first.to_lowercase(), rest.trim());
    let word = command_called(first.trim_end_matches('?')).or_else(|| command_called(&first))?;
    // `envelope has plum` tells something.
    if word == "envelope?" && !rest.is_empty() {
        return None;
    }
    Some(command(word, rest))
}

/// Commands with which nothing else is said.
const ALONE: &[&str] =
    &["grid", "envelope?", "changes", "who", "guess", "list", "undo", "redo", "settings", "quit"];

fn command(word: &'static str, rest: &str) -> Result<Command, BadCommand> {
    if ALONE.contains(&word) && !rest.is_empty() {
        return Err(BadCommand::TooMuch(word));
    }
    let said = || match rest.is_empty() {
        true => Err(BadCommand::NoArgument(word)),
        false => Ok(rest.to_owned()),
    };
    Ok(match word {
        "grid" => Command::Grid,
        "envelope?" => Command::Envelope,
        "changes" => Command::Changes,
        "why" => Command::Why(said()?),
        "suggest" => Command::Advice(Advice::Suggest(rest.to_owned())),
        "show" => Command::Advice(Advice::Show(said()?)),
        "who" => Command::Advice(Advice::Who),
        "what" => match rest.split_once(char::is_whitespace).unwrap_or((rest, "")) {
            (first, line) if first.eq_ignore_ascii_case("if") => match line.trim() {
                "" => return Err(BadCommand::NoArgument("what if")),
                line => Command::WhatIf(line.to_owned()),
            },
            _ => Command::Advice(Advice::What(said()?)),
        },
        "guess" => Command::Advice(Advice::Guess),
        "when" => Command::Advice(Advice::When(rest.to_owned())),
        "list" => Command::List,
        "undo" => Command::Undo,
        "redo" => Command::Redo,
        "edit" => {
            let (at, line) = numbered(word, rest)?;
            Command::Edit(at, line)
        }
        "delete" => match numbered(word, rest)? {
            (at, line) if line.is_empty() => Command::Delete(at),
            _ => return Err(BadCommand::TooMuch(word)),
        },
        "insert" => {
            let (at, line) = numbered(word, rest)?;
            Command::Insert(at, line)
        }
        "fix" => Command::Fix(said()?),
        "logician" => Command::Habit(Habit::Logician, said()?),
        "perfect" => Command::Habit(Habit::Perfect, said()?),
        "forgetful" => Command::Habit(Habit::Forgetful, said()?),
        "set" => Command::Set(said()?),
        "together" => Command::Together(said()?),
        "settings" => Command::Settings,
        "sheet-as" => Command::SheetAs(said()?),
        "save-as" => Command::SaveAs(said()?),
        "help" => Command::Help(rest.to_owned()),
        _ => Command::Quit,
    })
}

/// `3: bob has plum`
fn numbered(word: &'static str, rest: &str) -> Result<(usize, String), BadCommand> {
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..end].parse().map_err(|_| BadCommand::NoNumber(word))?;
    let line = rest[end..].trim_start_matches([':', ' ']).to_owned();
    Ok((number, line))
}
