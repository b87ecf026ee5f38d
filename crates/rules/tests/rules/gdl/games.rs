//! The games of the repository.

use hexa_rules::gdl::{Rulebook, load};

/// The games, by name.
pub const GAMES: &[(&str, &str)] = &[
    ("bridges", include_str!("../../../../../games/gdl/bridges.gdl")),
    ("countdown", include_str!("../../../../../games/gdl/countdown.gdl")),
    ("drop", include_str!("../../../../../games/gdl/drop.gdl")),
    ("guess", include_str!("../../../../../games/gdl/guess.gdl")),
    ("muddy", include_str!("../../../../../games/gdl/muddy.gdl")),
    ("showdown", include_str!("../../../../../games/gdl/showdown.gdl")),
];

/// A game that must be in order.
pub fn read(text: &str) -> Rulebook {
    let loaded = load("test.gdl", text);
    assert!(loaded.errors.is_empty(), "{:?}\n{text}", loaded.errors);
    loaded.game.expect("nothing is wrong")
}

/// A game of the repository.
pub fn game(name: &str) -> Rulebook {
    let (_, text) = GAMES.iter().find(|(known, _)| *known == name).expect("a game of this name");
    read(text)
}
