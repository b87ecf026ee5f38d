//! What players notice of a round, as bytes, and back in words.
//!
//! Where everybody sees everything, the public part of an observation has a line for the move of each role. Elsewhere it has
//! a line for each percept that all players see alike, and the private part has a line with the player's own move and one
//! for each other percept, in the order of their texts. Texts of the language have no line ends.

use super::GdlGame;
use crate::gdl::network::Alike;
use crate::gdl::referee::{Percept, Referee, RoleId, RoleMove};
use hexa_games::game::{Observation, Player};

/// The texts of what is done and seen, where all of it is known beforehand.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownTexts {
    /// The moves of each role.
    pub(super) moves: Vec<Vec<String>>,
    /// What each role can see, and whether all players see it alike.
    pub(super) percepts: Vec<Vec<(String, Alike)>>,
}

impl KnownTexts {
    /// Writes a move.
    pub(super) fn push_move<R: Referee>(
        &self,
        referee: &R,
        (role, made): (RoleId, RoleMove),
        bytes: &mut Vec<u8>,
    ) {
        let known = self.moves.get(role.index()).and_then(|moves| moves.get(made.0 as usize));
        match known {
            Some(text) => bytes.extend_from_slice(text.as_bytes()),
            None => bytes.extend_from_slice(referee.show_move(role, made).as_bytes()),
        }
    }

    /// Writes what a role sees: what all players see alike, and the rest, each with a line end before it.
    pub(super) fn push_percepts<R: Referee>(
        &self,
        referee: &R,
        (role, seen): (RoleId, &[Percept]),
        public: &mut Vec<u8>,
        private: &mut Vec<u8>,
    ) {
        let Some(known) = self.percepts.get(role.index()) else {
            let mut texts: Vec<String> =
                seen.iter().map(|&percept| referee.show_percept(role, percept)).collect();
            texts.sort_unstable();
            texts.iter().for_each(|text| push_line(private, text));
            return;
        };
        let texts = seen.iter().filter_map(|percept| known.get(percept.0 as usize));
        let mut push = |(text, alike): &(String, Alike)| match alike {
            Alike::Yes => push_line(public, text),
            Alike::No => push_line(private, text),
        };
        // Most often they are in order already.
        if texts.clone().is_sorted_by(|one, other| one.0 <= other.0) {
            return texts.for_each(push);
        }
        let mut texts: Vec<&(String, Alike)> = texts.collect();
        texts.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        texts.into_iter().for_each(&mut push);
    }
}

fn push_line(bytes: &mut Vec<u8>, text: &str) {
    bytes.push(b'\n');
    bytes.extend_from_slice(text.as_bytes());
}

/// The lines of a part of an observation.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &str> {
    let lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| std::str::from_utf8(line).unwrap_or("?"))
}

/// A move that is nothing but a pause by its name.
const PAUSES: [&str; 1] = ["noop"];

/// What a player notices, in words.
pub(super) fn tell(game: &GdlGame, player: Player, observed: Observation<'_>) -> String {
    let own = game.players.get(player.index()).copied();
    let is_told = |made: &str| !PAUSES.contains(&made);
    if game.sees_all {
        let made = RoleId::first(game.roles.len()).zip(lines(observed.public));
        let made = made.filter(|(_, made)| is_told(made)).map(|(role, made)| {
            let who = if Some(role) == own { "you" } else { &game.roles[role.index()] };
            format!("{who}: {made}")
        });
        return made.collect::<Vec<_>>().join("; ");
    }
    let mut private = lines(observed.private);
    let mut told = Vec::new();
    // The first line is the own move. A choice that was noticed by itself is told with the round.
    told.extend(private.next().filter(|made| is_told(made)).map(|made| format!("you: {made}")));
    let public: Vec<&str> = lines(observed.public).collect();
    if !public.is_empty() {
        told.push(format!("everybody sees {}", public.join(" ")));
    }
    let seen: Vec<&str> = private.collect();
    if !seen.is_empty() {
        told.push(format!("you see {}", seen.join(" ")));
    }
    told.join("; ")
}
