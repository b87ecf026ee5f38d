//! The log of a play as text: what is played, by whom and from which seed, a line `---`, and one line for each choice of a
//! player or of chance. Lines are only added, also where moves are taken back. What follows the last line end was never
//! acknowledged.

use super::seating::{Seating, TakenBy};
use crate::game_argument::Fingerprint;
use std::fmt;

/// What ends the head.
const RULER: &str = "---";

/// The first line, for people.
const TITLE: &str = "# A play of a game, kept by hexa. It tells everything that happened, also what players did not see.";

/// What stands in a log before the first line of the play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogHead {
    /// The game, by its canonical name.
    pub game: String,
    /// That of the game's text, if it is a file.
    pub fingerprint: Option<Fingerprint>,
    /// The version of the program that began it.
    pub version: String,
    /// Where random numbers start.
    pub seed: u64,
    /// The limit of time for each piece of thinking, in words, if there was one.
    pub limit: Option<String>,
    /// Who plays.
    pub seating: Seating,
    /// The strategy files that play, with the fingerprints of their texts.
    pub strategies: Vec<(String, Fingerprint)>,
}

/// A line of a play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogEntry {
    /// Something that chance did.
    Chance(String),
    /// What a player chose.
    Choice {
        /// Who.
        player: String,
        /// The move, as it is written.
        made: String,
    },
    /// The last so many lines that were not taken back are.
    Undo(usize),
}

/// What a log says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayLog {
    /// What is played.
    pub head: LogHead,
    /// The play, with the numbers of its lines from 1 on.
    pub entries: Vec<(usize, LogEntry)>,
    /// The start of a line that was never acknowledged.
    pub torn: Option<String>,
    /// Where the next line goes, in bytes.
    pub end: u64,
}

/// What is wrong with a log, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogFault {
    /// The number of the line, from 1 on; none if something is missing.
    pub line: Option<usize>,
    /// What.
    pub what: WrongLine,
}

/// What is wrong with a line of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WrongLine {
    /// The file is no text.
    NotText,
    /// It is of no known form.
    Unknown(String),
    /// It is a second line of a kind of which there is one.
    Twice(&'static str),
    /// A value is not what it must be.
    Value(&'static str, String),
    /// Such a line is missing.
    Missing(&'static str),
}

/// The log of a play that begins.
pub fn begin(head: &LogHead) -> String {
    let mut text = format!("{TITLE}\ngame: {}\n", escape(&head.game));
    if let Some(fingerprint) = head.fingerprint {
        text += &format!("text: {fingerprint}\n");
    }
    text += &format!("version: {}\nseed: {}\n", escape(&head.version), head.seed);
    if let Some(limit) = &head.limit {
        text += &format!("limit: {}\n", escape(limit));
    }
    for (player, taken) in head.seating.seats() {
        text += &format!("seat {}: {}\n", escape_name(player), escape(&taken.to_string()));
    }
    for (file, fingerprint) in &head.strategies {
        text += &format!("strategy {}: {fingerprint}\n", escape_name(file));
    }
    text + RULER + "\n"
}

impl fmt::Display for LogEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chance(made) => write!(f, "chance: {}", escape(made)),
            Self::Choice { player, made } => {
                write!(f, "move {}: {}", escape_name(player), escape(made))
            }
            Self::Undo(lines) => write!(f, "undo: {lines}"),
        }
    }
}

/// Reads a log.
pub fn read(bytes: &[u8]) -> Result<PlayLog, Vec<LogFault>> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let not_text = |_| vec![LogFault { line: None, what: WrongLine::NotText }];
    let text = std::str::from_utf8(&bytes[..whole]).map_err(not_text)?;
    let lines = || text.lines().enumerate().map(|(at, line)| (at + 1, line));
    let says = |&(_, line): &(usize, &str)| !line.trim().is_empty() && !line.starts_with('#');
    let head = lines().take_while(|(_, line)| line.trim() != RULER).filter(says);
    let mut faults = Vec::new();
    let head = read_head(head, &mut faults);
    if !text.lines().any(|line| line.trim() == RULER) {
        faults.push(LogFault { line: None, what: WrongLine::Missing(RULER) });
    }
    let after = lines().skip_while(|(_, line)| line.trim() != RULER).skip(1).filter(says);
    let mut entries = Vec::new();
    for (number, line) in after {
        match read_entry(line) {
            Ok(entry) => entries.push((number, entry)),
            Err(what) => faults.push(LogFault { line: Some(number), what }),
        }
    }
    let torn = (whole < bytes.len()).then(|| String::from_utf8_lossy(&bytes[whole..]).into_owned());
    match head {
        Some(head) if faults.is_empty() => Ok(PlayLog { head, entries, torn, end: whole as u64 }),
        _ => Err(faults),
    }
}

fn read_head<'t>(
    lines: impl Iterator<Item = (usize, &'t str)>,
    faults: &mut Vec<LogFault>,
) -> Option<LogHead> {
    const KEYS: [&str; 5] = ["game", "text", "version", "seed", "limit"];
    let mut values: [Option<(usize, String)>; 5] = Default::default();
    let mut seats: Vec<(String, TakenBy)> = Vec::new();
    let mut strategies: Vec<(String, Fingerprint)> = Vec::new();
    for (line, text) in lines {
        let mut fault = |what| faults.push(LogFault { line: Some(line), what });
        let Some((key, value)) = split_line(text) else {
            fault(WrongLine::Unknown(text.to_owned()));
            continue;
        };
        if let Some(player) = key.strip_prefix("seat ") {
            let player = unescape(player);
            match TakenBy::read(&value) {
                _ if seats.iter().any(|(known, _)| *known == player) => {
                    fault(WrongLine::Twice("seat"));
                }
                Ok(taken) => seats.push((player, taken)),
                Err(why) => fault(WrongLine::Value("seat", why.to_string())),
            }
        } else if let Some(file) = key.strip_prefix("strategy ") {
            match u64::from_str_radix(&value, 16) {
                Ok(print) => strategies.push((unescape(file), Fingerprint(print))),
                Err(_) => fault(WrongLine::Value("strategy", value)),
            }
        } else if let Some(at) = KEYS.iter().position(|known| *known == key) {
            match values[at].is_some() {
                true => fault(WrongLine::Twice(KEYS[at])),
                false => values[at] = Some((line, value)),
            }
        } else {
            fault(WrongLine::Unknown(text.to_owned()));
        }
    }
    let [game, fingerprint, version, seed, limit] = values;
    let mut missing = |what| faults.push(LogFault { line: None, what: WrongLine::Missing(what) });
    if game.is_none() {
        missing("game");
    }
    if seats.is_empty() {
        missing("seat");
    }
    if seed.is_none() {
        missing("seed");
    }
    let mut number = |value: Option<(usize, String)>, what, radix| {
        let (line, text) = value?;
        let read = u64::from_str_radix(&text, radix).ok();
        if read.is_none() {
            faults.push(LogFault { line: Some(line), what: WrongLine::Value(what, text) });
        }
        read
    };
    let seed = number(seed, "seed", 10);
    let fingerprint = number(fingerprint, "text", 16).map(Fingerprint);
    Some(LogHead {
        game: game?.1,
        fingerprint,
        version: version.map(|(_, version)| version).unwrap_or_default(),
        seed: seed?,
        limit: limit.map(|(_, limit)| limit),
        seating: Seating::of(seats),
        strategies,
    })
}

fn read_entry(line: &str) -> Result<LogEntry, WrongLine> {
    let unknown = || WrongLine::Unknown(line.to_owned());
    let (key, value) = split_line(line).ok_or_else(unknown)?;
    match (key, key.strip_prefix("move ")) {
        ("chance", _) => Ok(LogEntry::Chance(value)),
        ("undo", _) => match value.parse() {
            Ok(lines) => Ok(LogEntry::Undo(lines)),
            Err(_) => Err(WrongLine::Value("undo", value)),
        },
        (_, Some(player)) => Ok(LogEntry::Choice { player: unescape(player), made: value }),
        (_, None) => Err(unknown()),
    }
}

/// What stands before the first colon that is not escaped, and what comes after it.
fn split_line(line: &str) -> Option<(&str, String)> {
    let mut escaped = false;
    let colon = line.char_indices().find_map(|(at, c)| {
        let is_end = c == ':' && !escaped;
        escaped = c == '\\' && !escaped;
        is_end.then_some(at)
    })?;
    let trim = |text| str::trim_matches(text, [' ', '\t']);
    Some((trim(&line[..colon]), unescape(trim(&line[colon + 1..]))))
}

/// A text on one line: spaces at its start and its end are written too.
fn escape(text: &str) -> String {
    let last = text.chars().count().saturating_sub(1);
    let mut escaped = String::with_capacity(text.len());
    for (at, c) in text.chars().enumerate() {
        match c {
            '\\' => escaped.push_str("\\\\"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            ' ' if at == 0 || at == last => escaped.push_str("\\s"),
            c => escaped.push(c),
        }
    }
    escaped
}

fn escape_name(name: &str) -> String {
    escape(name).replace(':', "\\:")
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => plain.extend(chars.next().map(|c| match c {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                's' => ' ',
                c => c,
            })),
            c => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> LogHead {
        let seats = [("a: b\\", "person"), ("2", "random")];
        let seats =
            seats.map(|(name, taken)| (name.to_owned(), TakenBy::read(taken).expect("somebody")));
        LogHead {
            game: "games/x.gdl".to_owned(),
            fingerprint: Some(Fingerprint(0xAB)),
            version: "0.1.0".to_owned(),
            seed: 7,
            limit: Some("the time limit of 2 s".to_owned()),
            seating: Seating::of(seats.to_vec()),
            strategies: vec![("a: b.strategy".to_owned(), Fingerprint(0xCD))],
        }
    }

    fn entries() -> Vec<LogEntry> {
        let choice = |player: &str, made: &str| LogEntry::Choice {
            player: player.to_owned(),
            made: made.to_owned(),
        };
        vec![
            LogEntry::Chance("r | w".to_owned()),
            choice("a: b\\", "say: \"x\\n\"\nand more"),
            choice("2", "  a\t "),
            LogEntry::Undo(2),
        ]
    }

    fn text() -> String {
        let lines: String = entries().iter().map(|entry| format!("{entry}\n")).collect();
        begin(&head()) + &lines
    }

    #[test]
    fn a_log_is_read_as_it_was_written() {
        let text = text();
        let log = read(text.as_bytes()).expect("a log");
        assert_eq!(log.head, head());
        let (numbers, read): (Vec<usize>, Vec<LogEntry>) = log.entries.into_iter().unzip();
        assert_eq!(read, entries());
        assert_eq!(numbers, [11, 12, 13, 14]);
        let strange = LogEntry::Chance("\u{a0}pass\u{a0}".to_owned());
        assert_eq!(read_entry(&strange.to_string()), Ok(strange));
        assert_eq!((log.torn, log.end), (None, text.len() as u64));
    }

    #[test]
    fn cut_anywhere_after_its_head_a_log_is_read_up_to_its_last_line_end() {
        let text = text();
        for cut in begin(&head()).len()..text.len() {
            let log = read(&text.as_bytes()[..cut]).expect("a log");
            assert!(log.end as usize <= cut && text[..log.end as usize].ends_with('\n'));
            assert_eq!(log.torn.map_or(0, |torn| torn.len()), cut - log.end as usize);
        }
    }

    #[test]
    fn all_that_is_wrong_is_told_with_its_line() {
        let faults = |text: &str| read(text.as_bytes()).expect_err("it is wrong");
        assert_eq!(read(b"\xFF\n").expect_err("no text")[0].what, WrongLine::NotText);
        let lines: Vec<Option<usize>> =
            faults("gmae: kuhn\nseed: x\nseat 1: person\n---\nundo: many\nwhat\n")
                .iter()
                .map(|fault| fault.line)
                .collect();
        assert_eq!(lines, [Some(1), None, Some(2), Some(5), Some(6)]);
        let twice = faults("game: a\ngame: b\nseed: 1\nseat 1: person\nseat 1: random\n---\n");
        assert_eq!(twice.iter().map(|fault| fault.line).collect::<Vec<_>>(), [Some(2), Some(5)]);
        assert!(
            faults("game: a\nseed: 1\nseat 1: person\n")
                .contains(&LogFault { line: None, what: WrongLine::Missing(RULER) })
        );
    }
}
