//! What a tournament is, as a text that stands beside its results: whoever goes on with them must play the same one.

use super::checks::Checksum;
use super::schedule::{Schedule, SeatOrder};
use crate::game::{Declaration, MoveNumbers};
use std::fmt::Write;

/// All that the games of a tournament depend on. How many are played is no part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentSetup {
    /// The version of the program that plays.
    pub version: String,
    /// What to type to get the game.
    pub game: String,
    /// What the game declares, and what its source says, as a checksum: a file may change and keep its name.
    pub fingerprint: Checksum,
    /// The strategies, in the order in which they were named, each with what else it depends on.
    pub players: Vec<String>,
    /// How seats are taken.
    pub seat_order: SeatOrder,
    /// Where random numbers start from.
    pub seed: u64,
    /// Games of more steps are left.
    pub most_steps: u64,
}

/// A part of the set-up that is not the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What it is called.
    pub key: String,
    /// What is written there, if anything is.
    pub there: Option<String>,
    /// What was asked for, if anything was.
    pub asked: Option<String>,
}

impl Checksum {
    /// That of a game which declares this, with what tells the text of its source from others, if that is a file.
    pub fn of_game(declaration: &Declaration, source: &str) -> Self {
        let mut text = format!("{}\n{}\n", declaration.name, declaration.players.join("\n"));
        if let MoveNumbers::Listed(moves) = &declaration.numbers {
            for one in moves.iter().flatten() {
                let _ = writeln!(text, "{one}");
            }
        }
        if let Some((least, most)) = &declaration.payoffs {
            let _ = writeln!(text, "{least} {most}");
        }
        text += source;
        Self::default().with(text.as_bytes())
    }
}

impl TournamentSetup {
    /// As the text of a file (TOML).
    pub fn text(&self, schedule: &Schedule) -> String {
        let mut text = String::from("# The set-up of a tournament. The games are in games.csv.\n");
        for (key, value) in self.entries() {
            let _ = writeln!(text, "{key} = {value}");
        }
        let seats: Vec<String> = schedule.seats.iter().map(|seat| quote(seat)).collect();
        let _ = writeln!(text, "\n# Who sits in them in which game is written there too.");
        let _ = writeln!(text, "seats = [{}]\nlineups = {}", seats.join(", "), schedule.round());
        text
    }

    fn entries(&self) -> Vec<(&'static str, String)> {
        let players: Vec<String> = self.players.iter().map(|name| quote(name)).collect();
        let mut entries = vec![
            ("version", quote(&self.version)),
            ("game", quote(&self.game)),
            ("fingerprint", quote(&format!("{:016x}", self.fingerprint.0))),
            ("players", format!("[{}]", players.join(", "))),
            ("seed", self.seed.to_string()),
            ("max-steps", self.most_steps.to_string()),
        ];
        // What is usual is not written, so that older folders can be gone on with.
        match self.seat_order {
            SeatOrder::Turned => {}
            SeatOrder::Fixed => entries.push(("seating", quote("fixed"))),
        }
        entries
    }

    /// What is not the same in the text of a set-up.
    pub fn differences(&self, text: &str) -> Vec<Difference> {
        let there = |key: &str| {
            let value = |line: &str| line.strip_prefix(key)?.strip_prefix(" = ").map(str::to_owned);
            text.lines().find_map(value)
        };
        let entries = self.entries().into_iter();
        let mut differences: Vec<Difference> = entries
            .filter_map(|(key, asked)| {
                let there = there(key);
                let is_same = there.as_ref() == Some(&asked);
                let key = key.to_owned();
                (!is_same).then_some(Difference { key, there, asked: Some(asked) })
            })
            .collect();
        if let (SeatOrder::Turned, Some(there)) = (self.seat_order, there("seating")) {
            let (key, there) = ("seating".to_owned(), Some(there));
            differences.push(Difference { key, there, asked: None });
        }
        differences
    }
}

/// A text in quotes, as TOML writes it.
fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_set_up_is_told_from_its_text() {
        let setup = TournamentSetup {
            version: "1".to_owned(),
            game: "kuhn(cards=3)".to_owned(),
            fingerprint: Checksum(7),
            players: vec!["random".to_owned(), "a \"b\"".to_owned()],
            seat_order: SeatOrder::Turned,
            seed: 1,
            most_steps: 100,
        };
        let schedule = Schedule::new(&setup.players, &["1".to_owned(), "2".to_owned()], 1);
        let text = setup.text(&schedule.expect("a schedule"));
        assert!(text.contains("players = [\"random\", \"a \\\"b\\\"\"]\n"), "{text}");
        assert_eq!(setup.differences(&text), []);
        let other = TournamentSetup { seed: 2, ..setup.clone() };
        let seed = Difference {
            key: "seed".to_owned(),
            there: Some("1".to_owned()),
            asked: Some("2".to_owned()),
        };
        assert_eq!(other.differences(&text), [seed]);
        assert_eq!(setup.differences("").len(), 6);
        let fixed = TournamentSetup { seat_order: SeatOrder::Fixed, ..setup.clone() };
        assert_eq!(fixed.differences(&text).len(), 1);
        let schedule = Schedule::new(&setup.players, &["1".to_owned(), "2".to_owned()], 1);
        let of_fixed = fixed.text(&schedule.expect("a schedule"));
        assert_eq!(
            (fixed.differences(&of_fixed).len(), setup.differences(&of_fixed).len()),
            (0, 1)
        );
    }
}
