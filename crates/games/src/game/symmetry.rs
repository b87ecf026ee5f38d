//! Symmetries: who renames players and things in a play of the game gets a play of the game, that is as likely, is worth
//! the same for those who took each other's places, and tells them the same, renamed.
//!
//! A symmetry says what becomes of texts, because steps have texts in every game. Words that are names are renamed. Where names
//! stand one after the other they are a set, and are put in order again; parts between bars are those of the players, in
//! order, and change their places with them.

use super::Player;

/// Between the parts of several players.
const BAR: &str = " | ";
/// A set of nothing.
const NOTHING: &str = "-";

/// A renaming that makes plays of plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// For each player who takes their place.
    pub players: Vec<Player>,
    /// What else has a name, each with its new name, in the order in which sets are written.
    pub names: Vec<(String, String)>,
}

impl Symmetry {
    /// The player who takes the place of one.
    pub fn player(&self, player: Player) -> Player {
        self.players.get(player.index()).copied().unwrap_or(player)
    }

    /// What becomes of the text of a step, where players are called so.
    pub fn image(&self, text: &str, players: &[String]) -> String {
        if !text.contains(BAR) {
            return self.part(text, players);
        }
        // What stands before the first part is not the first player's.
        let is_part =
            |word: &str| word == NOTHING || self.names.iter().any(|(name, _)| name == word);
        let before: usize =
            text.split(' ').take_while(|word| !is_part(word)).map(|word| word.len() + 1).sum();
        let (before, rest) = text.split_at_checked(before).unwrap_or(("", text));
        let parts: Vec<String> = rest.split(BAR).map(|part| self.part(part, players)).collect();
        let mut moved = parts.clone();
        if parts.len() >= self.players.len() {
            for (part, player) in parts.into_iter().zip(Player::first(self.players.len())) {
                moved[self.player(player).index()] = part;
            }
        }
        format!("{before}{}", moved.join(BAR))
    }

    fn part(&self, part: &str, players: &[String]) -> String {
        let mut words: Vec<&str> = Vec::new();
        let mut set: Vec<usize> = Vec::new();
        for word in part.split(' ') {
            match self.names.iter().find(|(name, _)| name == word) {
                Some((_, new)) => {
                    set.push(self.place(new));
                }
                None => {
                    self.write(&mut words, &mut set);
                    let player = players.iter().position(|name| name == word);
                    let player = player.map(|at| self.player(Player::from_index(at)).index());
                    let name = player.and_then(|at| players.get(at));
                    words.push(name.map_or(word, |name| name.as_str()));
                }
            }
        }
        self.write(&mut words, &mut set);
        words.join(" ")
    }

    fn place(&self, name: &str) -> usize {
        self.names.iter().position(|(known, _)| known == name).unwrap_or(self.names.len())
    }

    /// The names of a set, in order.
    fn write<'t>(&'t self, words: &mut Vec<&'t str>, set: &mut Vec<usize>) {
        set.sort_unstable();
        let names = set.drain(..).filter_map(|at| self.names.get(at));
        words.extend(names.map(|(name, _)| name.as_str()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_renamed_sets_are_ordered_and_parts_change_places() {
        let name = |old: &str, new: &str| (old.to_owned(), new.to_owned());
        let symmetry = Symmetry {
            players: vec![Player(1), Player(0)],
            names: vec![name("k", "m"), name("l", "l"), name("m", "k")],
        };
        let players = ["1".to_owned(), "2".to_owned()];
        let image = |text: &str| symmetry.image(text, &players);
        assert_eq!(image("ask 2 for k l"), "ask 1 for l m");
        assert_eq!(image("k l | m"), "k | l m");
        assert_eq!(image("k | l | m"), "l | m | k", "what is left lies on the table");
        assert_eq!(image("guess - | k"), "guess m | -");
        assert_eq!(image("pass"), "pass");
    }
}
