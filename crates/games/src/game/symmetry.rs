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
/// Between names of several words.
const COMMA: &str = ", ";

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
        let before = self.find_first(text);
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

    /// Where the first name of a text begins, or where nothing is said to be there; at its end, if there is neither.
    fn find_first(&self, text: &str) -> usize {
        let mut at = 0;
        for word in text.split(' ') {
            if word == NOTHING || self.name_at(&text[at..]).is_some() {
                return at;
            }
            at += word.len() + 1;
        }
        text.len()
    }

    fn part(&self, part: &str, players: &[String]) -> String {
        let mut image = String::with_capacity(part.len());
        let mut set = NameSet::default();
        let mut rest = part;
        while !rest.is_empty() {
            match self.name_at(rest) {
                Some((place, length)) => {
                    set.places.push(self.place(&self.names[place].1));
                    rest = &rest[length..];
                    let comma = rest.strip_prefix(COMMA);
                    set.commas.push(comma.is_some());
                    rest = comma.or_else(|| rest.strip_prefix(' ')).unwrap_or(rest);
                }
                None => {
                    let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
                    self.write(&mut image, &mut set);
                    push(&mut image, " ", self.rename_player(word, players));
                    rest = after;
                }
            }
        }
        self.write(&mut image, &mut set);
        image
    }

    /// The longest name with which a text begins, by its place, and how long it is. Names may have several words.
    fn name_at(&self, text: &str) -> Option<(usize, usize)> {
        let ends = |rest: &str| rest.is_empty() || rest.starts_with([' ', ',']);
        let begins = |name: &str| text.strip_prefix(name).is_some_and(ends);
        let all = self.names.iter().enumerate().filter(|(_, (name, _))| begins(name));
        all.map(|(place, (name, _))| (place, name.len())).max_by_key(|&(_, length)| length)
    }

    fn rename_player<'t>(&self, word: &'t str, players: &'t [String]) -> &'t str {
        let player = players.iter().position(|name| name == word);
        let player = player.map(|at| self.player(Player::from_index(at)).index());
        player.and_then(|at| players.get(at)).map_or(word, String::as_str)
    }

    fn place(&self, name: &str) -> usize {
        self.names.iter().position(|(known, _)| known == name).unwrap_or(self.names.len())
    }

    /// Adds the names of a set, in order.
    fn write(&self, image: &mut String, set: &mut NameSet) {
        let NameSet { mut places, commas } = std::mem::take(set);
        places.sort_unstable();
        for (place, has_comma) in places.into_iter().zip(commas) {
            push(image, " ", self.names.get(place).map_or("", |(name, _)| name));
            image.push_str(if has_comma { "," } else { "" });
        }
    }
}

/// Names that stand one after the other, by their places.
#[derive(Default)]
struct NameSet {
    places: Vec<usize>,
    /// Whether commas stand behind them; these stay where they are.
    commas: Vec<bool>,
}

/// Adds a word to others.
fn push(text: &mut String, between: &str, word: &str) {
    if !text.is_empty() {
        text.push_str(between);
    }
    text.push_str(word);
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
        assert_eq!(image("m"), "k");
        assert_eq!(image(""), "");
    }

    #[test]
    fn names_can_have_several_words_between_commas() {
        let name = |old: &str, new: &str| (old.to_owned(), new.to_owned());
        let names = vec![
            name("plum", "plum"),
            name("lead pipe", "lead"),
            name("lead", "lead pipe"),
            name("billiard room", "billiard room"),
        ];
        let symmetry = Symmetry { players: vec![Player(0)], names };
        let image = |text: &str| symmetry.image(text, &["1".to_owned()]);
        assert_eq!(
            image("suspect plum, lead, billiard room"),
            "suspect plum, lead pipe, billiard room"
        );
        assert_eq!(image("plum, lead pipe, lead | -"), "plum, lead pipe, lead | -");
        assert_eq!(image("show lead pipe"), "show lead");
        assert_eq!(image("lead, plum | lead pipe"), "plum, lead pipe | lead");
        assert_eq!(image("leads nowhere"), "leads nowhere");
        assert_eq!(
            image("rope, lead, hall"),
            "rope, lead pipe, hall",
            "others stay where they are"
        );
    }
}
