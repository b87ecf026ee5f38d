//! What somebody types at the table: a move, by its text, its number or its beginning, or a command.

use hexa_lang::closest;

/// What was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// Nothing.
    Nothing,
    /// A legal move, by its place.
    Move(usize),
    /// A command.
    Command(TableCommand),
    /// Nothing that can be understood.
    NotUnderstood(NotUnderstood),
}

/// What can be asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableCommand {
    /// What can be typed.
    Help,
    /// All legal moves.
    Moves,
    /// What the player sees.
    View,
    /// All that the player has heard.
    Log,
    /// What the player knows.
    Know,
    /// The same with how likely the rest is.
    Chances,
    /// How much is noted down for the player at every turn.
    Notes(NotesLevel),
    /// Since when, and from what, the player knows a fact.
    Why(String),
    /// What a strategy would do; one with this name, if one is named.
    Hint(Option<String>),
    /// Tells a play that is over again, as this player saw it or all of it.
    Replay(Option<String>),
    /// Takes moves back up to the player's last one.
    Undo,
    /// Keeps the play in this file.
    Save(String),
    /// Lets somebody think again who was stopped.
    GoOn,
    /// Leaves.
    Quit,
}

/// How much of what a person knows is noted down for them at every turn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum NotesLevel {
    /// Nothing.
    #[default]
    Nothing,
    /// What is known to be so, what is known not to be so, and what is open.
    Marks,
    /// How likely the rest is, too.
    Chances,
    /// From what they know what is new, too.
    Reasons,
}

impl NotesLevel {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Nothing, Self::Marks, Self::Chances, Self::Reasons];

    /// What is typed for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Nothing => "none",
            Self::Marks => "marks",
            Self::Chances => "chances",
            Self::Reasons => "reasons",
        }
    }

    /// The level that is meant.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.word() == word.to_lowercase())
    }
}

/// Why a line is not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum NotUnderstood {
    /// It is no legal move and no command.
    Unknown {
        /// What was probably meant.
        meant: Option<String>,
    },
    /// It is the beginning of several moves.
    Ambiguous {
        /// These.
        moves: Vec<String>,
    },
    /// There are not so many moves.
    NoSuchNumber {
        /// How many there are.
        moves: usize,
    },
    /// Something has to follow the command.
    Incomplete {
        /// An example.
        example: &'static str,
    },
}

/// The commands, each with what it does; `*` stands for what follows.
pub const COMMANDS: &[(&str, &str)] = &[
    ("moves", "all legal moves"),
    ("view", "what you see"),
    ("log", "all that you have done and heard"),
    ("know", "what you know"),
    ("chances", "what you know, and how likely the rest is"),
    ("notes LEVEL", "what is noted at every turn: none, marks, chances or reasons"),
    ("why FACT", "since when you know a fact, and from what"),
    ("hint", "what a strategy would do in your place; `hint NAME` asks that one"),
    (
        "replay NAME",
        "when it is over, the play again as a player saw it; `replay all` tells everything",
    ),
    ("undo", "take moves back, up to your last one"),
    ("save FILE", "keep the play in a file from now on"),
    ("go", "let a strategy think again that was stopped"),
    ("help", "this list"),
    ("quit", "leave"),
];

/// Before a word this says that it is a command, also where a move has the same text.
const MARK: char = ':';

/// Whether moves can be told by their numbers: not if some move is written as a number itself.
pub fn has_numbers<'m>(moves: impl IntoIterator<Item = &'m str>) -> bool {
    !moves.into_iter().any(|text| text.trim().parse::<u64>().is_ok())
}

/// Reads a line, where these are the legal moves.
pub fn read(line: &str, moves: &[&str]) -> Typed {
    let line = line.trim();
    if line.is_empty() {
        return Typed::Nothing;
    }
    if let Some(command) = line.strip_prefix(MARK) {
        return read_command(command).unwrap_or_else(|| unknown(line, moves));
    }
    let place = |fits: &dyn Fn(&str) -> bool| {
        let mut found = moves.iter().enumerate().filter(|(_, text)| fits(text));
        let first = found.next().map(|(at, _)| at);
        first.filter(|_| found.next().is_none())
    };
    let (plain, letters) = (normalise(line), letters_of(line));
    let exact = place(&|text| text == line).or_else(|| place(&|text| normalise(text) == plain));
    if let Some(at) = exact {
        return Typed::Move(at);
    }
    if has_numbers(moves.iter().copied())
        && let Ok(number) = line.parse::<usize>()
        && !moves.is_empty()
    {
        let at = number.checked_sub(1).filter(|&at| at < moves.len());
        let none = Typed::NotUnderstood(NotUnderstood::NoSuchNumber { moves: moves.len() });
        return at.map_or(none, Typed::Move);
    }
    if let Some(command) = read_command(line) {
        return command;
    }
    // Brackets and commas need not be typed.
    if let Some(at) = place(&|text| !letters.is_empty() && letters_of(text) == letters) {
        return Typed::Move(at);
    }
    let begins = |text: &str| normalise(text).starts_with(&plain);
    match place(&begins) {
        Some(at) => Typed::Move(at),
        None if moves.iter().any(|text| begins(text)) => {
            let fits = moves.iter().filter(|text| begins(text)).map(|&text| text.to_owned());
            Typed::NotUnderstood(NotUnderstood::Ambiguous { moves: fits.collect() })
        }
        None => {
            let words: Vec<&str> = letters.split_whitespace().collect();
            let short: Vec<&str> =
                moves.iter().filter(|text| abbreviates(&words, text)).copied().collect();
            match short[..] {
                [only] => {
                    let at = moves.iter().position(|text| *text == only);
                    at.map_or_else(|| unknown(line, moves), Typed::Move)
                }
                [] => unknown(line, moves),
                _ => Typed::NotUnderstood(NotUnderstood::Ambiguous {
                    moves: short.into_iter().map(str::to_owned).collect(),
                }),
            }
        }
    }
}

/// Whether each of some words is the beginning of a word of a move, the first one of its first, and the others in any order.
fn abbreviates(words: &[&str], text: &str) -> bool {
    let all = letters_of(text);
    let mut left: Vec<&str> = all.split(' ').collect();
    let Some((first, others)) = words.split_first() else { return false };
    if !left.remove(0).starts_with(first) {
        return false;
    }
    // The longest words have the fewest places.
    let mut others = others.to_vec();
    others.sort_by_key(|word| std::cmp::Reverse(word.len()));
    others.iter().all(|word| {
        let place = left.iter().position(|other| other.starts_with(word));
        place.map(|at| left.remove(at)).is_some()
    })
}

fn unknown(line: &str, moves: &[&str]) -> Typed {
    let commands = COMMANDS.iter().filter_map(|(usage, _)| usage.split(' ').next());
    let meant = closest(line, moves.iter().copied().chain(commands)).map(str::to_owned);
    Typed::NotUnderstood(NotUnderstood::Unknown { meant })
}

fn read_command(line: &str) -> Option<Typed> {
    let line = line.trim().trim_end_matches('?').trim_end();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let word = word.to_lowercase();
    let after = |command: fn(String) -> TableCommand, example| match rest {
        "" => Typed::NotUnderstood(NotUnderstood::Incomplete { example }),
        rest => Typed::Command(command(rest.to_owned())),
    };
    if line.eq_ignore_ascii_case("what do i know") {
        return Some(Typed::Command(TableCommand::Know));
    }
    let read = match (&*word, rest) {
        ("notes", level) => match NotesLevel::read(level) {
            Some(level) => Typed::Command(TableCommand::Notes(level)),
            None => Typed::NotUnderstood(NotUnderstood::Incomplete { example: "notes marks" }),
        },
        ("why", _) => after(TableCommand::Why, "why FACT"),
        ("save", _) => after(TableCommand::Save, "save FILE"),
        ("hint", "") => Typed::Command(TableCommand::Hint(None)),
        ("hint", name) => Typed::Command(TableCommand::Hint(Some(name.to_owned()))),
        ("replay", "") => Typed::Command(TableCommand::Replay(None)),
        ("replay", name) => Typed::Command(TableCommand::Replay(Some(name.to_owned()))),
        ("help" | "h" | "", "") => Typed::Command(TableCommand::Help),
        ("moves", "") => Typed::Command(TableCommand::Moves),
        ("view", "") => Typed::Command(TableCommand::View),
        ("log", "") => Typed::Command(TableCommand::Log),
        ("know", "") => Typed::Command(TableCommand::Know),
        ("chances", "") => Typed::Command(TableCommand::Chances),
        ("undo", "") => Typed::Command(TableCommand::Undo),
        ("go", "") => Typed::Command(TableCommand::GoOn),
        ("quit" | "exit" | "q", "") => Typed::Command(TableCommand::Quit),
        _ => return None,
    };
    Some(read)
}

/// Without regard to case and to the number of spaces.
fn normalise(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Words and numbers alone.
fn letters_of(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    normalise(&spaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVES: [&str; 4] = ["ask 2 for r", "ask 2 for w", "(mark 1 1)", "help"];

    fn command(command: TableCommand) -> Typed {
        Typed::Command(command)
    }

    #[test]
    fn moves_are_told_by_text_number_and_beginning() {
        for (line, place) in [
            ("ask 2 for w", 1),
            ("  ASK  2 for r ", 0),
            ("2", 1),
            ("(mark 1 1)", 2),
            ("mark 1,1", 2),
            ("(m", 2),
            // A move is meant before a command.
            ("help", 3),
        ] {
            assert_eq!(read(line, &MOVES), Typed::Move(place), "{line}");
        }
    }

    #[test]
    fn words_of_moves_can_be_shortened_and_come_in_any_order() {
        let moves =
            ["suspect plum, rope, hall", "suspect plum, rope, study", "accuse plum, rope, hall"];
        for (line, place) in
            [("sus hal plu rop", 0), ("suspect study", 1), ("acc rope plum hall", 2)]
        {
            assert_eq!(read(line, &moves), Typed::Move(place), "{line}");
        }
        let several =
            NotUnderstood::Ambiguous { moves: moves[..2].iter().map(|&m| m.to_owned()).collect() };
        assert_eq!(read("sus rope plum", &moves), Typed::NotUnderstood(several));
        // The first word says what is done.
        for line in ["plum rope hall", "suspect hall hall"] {
            assert!(
                matches!(read(line, &moves), Typed::NotUnderstood(NotUnderstood::Unknown { .. })),
                "{line}"
            );
        }
    }

    #[test]
    fn levels_of_notes_are_words() {
        assert_eq!(read("notes Marks", &MOVES), command(TableCommand::Notes(NotesLevel::Marks)));
        let example = NotUnderstood::Incomplete { example: "notes marks" };
        assert_eq!(read("notes loud", &MOVES), Typed::NotUnderstood(example));
    }

    #[test]
    fn commands_are_told_from_moves() {
        assert_eq!(read(":help", &MOVES), command(TableCommand::Help));
        assert_eq!(read("What do I know?", &MOVES), command(TableCommand::Know));
        assert_eq!(read("why r_2", &MOVES), command(TableCommand::Why("r_2".to_owned())));
        assert_eq!(read("replay", &MOVES), command(TableCommand::Replay(None)));
        let of_two = TableCommand::Replay(Some("2".to_owned()));
        assert_eq!(read("replay 2", &MOVES), command(of_two));
        assert_eq!(read("", &MOVES), Typed::Nothing);
    }

    #[test]
    fn what_is_not_understood_comes_with_what_could_be_meant() {
        let refused = |line: &str| match read(line, &MOVES) {
            Typed::NotUnderstood(why) => why,
            other @ (Typed::Nothing | Typed::Move(_) | Typed::Command(_)) => {
                panic!("{line}: {other:?}")
            }
        };
        let meant = |text: &str| NotUnderstood::Unknown { meant: Some(text.to_owned()) };
        assert_eq!(refused("ask 2 fro r"), meant("ask 2 for r"));
        assert_eq!(refused("quti"), meant("quit"));
        assert_eq!(refused("5"), NotUnderstood::NoSuchNumber { moves: 4 });
        assert_eq!(refused("0"), NotUnderstood::NoSuchNumber { moves: 4 });
        assert!(matches!(refused("ask"), NotUnderstood::Ambiguous { moves } if moves.len() == 2));
        assert!(matches!(refused("why"), NotUnderstood::Incomplete { .. }));
        assert_eq!(refused("xyzzy"), NotUnderstood::Unknown { meant: None });
    }

    #[test]
    fn where_moves_are_numbers_numbers_are_moves() {
        assert!(!has_numbers(["3", "1"]));
        assert_eq!(read("3", &["3", "1"]), Typed::Move(0));
        assert_eq!(read("1", &["3", "1"]), Typed::Move(1));
    }
}
