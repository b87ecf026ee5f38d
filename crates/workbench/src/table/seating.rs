//! Who plays which player of a game: a person, or a strategy by its name or its files.

use crate::game_argument::OpenedGame;
use crate::strategy_argument::{OpenedStrategy, StrategyName, StrategyTexts, read_strategy_name};
use hexa_games::game::{Game, Player};
use hexa_games::named::NoName;
use hexa_games::strategy_catalogue::Level;
use hexa_lang::closest;
use hexa_text::{Code, Diagnostic};
use std::fmt;
use std::sync::Arc;

/// Who plays a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TakenBy {
    /// Somebody who is asked.
    Person,
    /// A strategy.
    Strategy(StrategyName),
}

/// The word for a person.
const PERSON: &str = "person";

impl TakenBy {
    /// Reads who plays.
    pub fn read(text: &str) -> Result<Self, NoName> {
        match text.trim() {
            PERSON => Ok(Self::Person),
            name => StrategyName::read(name).map(Self::Strategy),
        }
    }
}

impl fmt::Display for TakenBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str(PERSON),
            Self::Strategy(name) => name.fmt(f),
        }
    }
}

/// Who plays the players of a game, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    seats: Vec<(String, TakenBy)>,
}

/// What somebody wants who sits down.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatWishes {
    /// The players that persons play; the first player if none is named, and everybody if one of them is [`EVERYBODY`].
    pub persons: Vec<String>,
    /// The strategies of the others, in order, by name or by level: one for all, or one for each.
    pub against: Vec<String>,
}

/// Stands for all players where one is named.
pub const EVERYBODY: &str = "all";

/// What plays if nothing is said.
pub const USUAL_STRATEGY: &str = "random";

impl Seating {
    /// These.
    pub fn of(seats: Vec<(String, TakenBy)>) -> Self {
        Self { seats }
    }

    /// The players with who plays them.
    pub fn seats(&self) -> impl ExactSizeIterator<Item = (&str, &TakenBy)> {
        self.seats.iter().map(|(name, taken)| (&**name, taken))
    }

    /// Who plays a player; a person, if it is nobody.
    pub fn taken(&self, player: Player) -> &TakenBy {
        self.seats.get(player.index()).map_or(&TakenBy::Person, |(_, taken)| taken)
    }

    /// The players that persons play.
    pub fn persons(&self) -> Vec<Player> {
        let players = Player::first(self.seats.len());
        players.filter(|&player| *self.taken(player) == TakenBy::Person).collect()
    }

    /// Seats people and strategies as it is wished.
    pub fn arrange(wishes: &SeatWishes, game: &Arc<dyn Game>) -> Result<Self, Diagnostic> {
        let players = &game.declaration().players;
        let mut is_person = vec![false; players.len()];
        for name in &wishes.persons {
            match players.iter().position(|player| player == name) {
                Some(at) => is_person[at] = true,
                None if name == EVERYBODY => is_person.fill(true),
                None => return Err(no_player(name, players)),
            }
        }
        if wishes.persons.is_empty()
            && let Some(first) = is_person.first_mut()
        {
            *first = true;
        }
        let others = is_person.iter().filter(|person| !**person).count();
        let against = match &wishes.against[..] {
            [] => vec![USUAL_STRATEGY.to_owned(); others],
            [one] if others > 0 => vec![one.clone(); others],
            many if many.len() == others => many.to_vec(),
            many => return Err(wrong_number(many.len(), others)),
        };
        let mut against = against.into_iter();
        let mut seats = Vec::new();
        for (name, is_person) in players.iter().zip(is_person) {
            let strategy = if is_person { None } else { against.next() };
            let taken = match strategy {
                Some(strategy) => TakenBy::Strategy(
                    match Level::called(&strategy).and_then(|level| level.strategy(game)) {
                        Some(named) => StrategyName::Known(named),
                        None => read_strategy_name(&strategy)?,
                    },
                ),
                None => TakenBy::Person,
            };
            seats.push((name.clone(), taken));
        }
        Ok(Self { seats })
    }

    /// Whether these are the players of a game.
    pub fn check(&self, players: &[String]) -> Result<(), Diagnostic> {
        if self.seats.iter().map(|(name, _)| name).eq(players) {
            return Ok(());
        }
        let seated: Vec<String> = self.seats.iter().map(|(name, _)| quote(name)).collect();
        let (seated, named) = (seated.join(", "), quote_all(players));
        let message = format!("the seats are {seated}, and the players {named}");
        Err(Diagnostic::without_place(Code::NoSuchGame, message))
    }

    /// The strategies that sit here, by their players: nothing where a person does.
    pub fn open_strategies(
        &self,
        opened: &OpenedGame,
        texts: &dyn StrategyTexts,
    ) -> Result<Vec<Option<OpenedStrategy>>, Diagnostic> {
        let players = Player::first(self.seats.len());
        let open = |player: Player| match self.taken(player) {
            TakenBy::Person => Ok(None),
            TakenBy::Strategy(name) => {
                let strategy = OpenedStrategy::open(name, opened, texts)?;
                strategy.check_players([player], &opened.game)?;
                Ok(Some(strategy))
            }
        };
        players.map(open).collect()
    }
}

fn quote(name: &String) -> String {
    format!("`{name}`")
}

fn quote_all(names: &[String]) -> String {
    names.iter().map(quote).collect::<Vec<_>>().join(", ")
}

/// The player with a name.
pub fn player_of(name: &str, players: &[String]) -> Result<Player, Diagnostic> {
    let at = players.iter().position(|player| player == name);
    at.map(Player::from_index).ok_or_else(|| no_player(name, players))
}

fn no_player(name: &str, players: &[String]) -> Diagnostic {
    let message = format!("there is no player called `{name}`; there are {}", quote_all(players));
    let problem = Diagnostic::without_place(Code::NoSuchGame, message);
    match closest(name, players.iter().map(String::as_str).chain([EVERYBODY])) {
        Some(meant) => problem.help(format!("did you mean `{meant}`?")),
        None => problem.help(format!("`{EVERYBODY}` stands for all of them")),
    }
}

fn wrong_number(given: usize, others: usize) -> Diagnostic {
    let message = match others {
        0 => {
            let message = "persons play all players, and a strategy is named".to_owned();
            return Diagnostic::without_place(Code::NoSuchGame, message)
                .help("leave the strategy out, or name the players whom persons play");
        }
        1 => format!("{given} strategies are named for 1 player"),
        others => format!("{given} strategies are named for {others} players"),
    };
    Diagnostic::without_place(Code::NoSuchGame, message)
        .help("name one strategy for all the others, or one for each of them")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_argument::{GameName, open_game};
    use crate::strategy_argument::NoStrategyTexts;
    use hexa_logic::Stop;

    fn game() -> OpenedGame {
        let name = GameName::read("knowledge(hands=1,1,1; ask=1)").expect("a name");
        open_game(&name, None, &Stop::new()).expect("a game")
    }

    fn arranged(persons: &[&str], against: &[&str]) -> Result<String, Diagnostic> {
        let texts = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let wishes = SeatWishes { persons: texts(persons), against: texts(against) };
        let game = game();
        let players = &game.game.declaration().players;
        let seating = Seating::arrange(&wishes, &game.game)?;
        seating.check(players)?;
        seating.open_strategies(&game, &NoStrategyTexts)?;
        Ok(seating.seats().map(|(name, taken)| format!("{name} {taken}; ")).collect())
    }

    #[test]
    fn people_sit_where_they_want_and_strategies_elsewhere() {
        let fine = |persons, against| arranged(persons, against).expect("seats");
        assert_eq!(fine(&[], &[]), "1 person; 2 random; 3 random; ");
        assert_eq!(fine(&["3"], &["random"]), "1 random; 2 random; 3 person; ");
        assert_eq!(fine(&["1", "3"], &["random"]), "1 person; 2 random; 3 person; ");
        // How strong they are to be can be said instead of what they are.
        assert_eq!(fine(&[], &["easy", "hard"]), "1 person; 2 random; 3 logician; ");
        assert_eq!(fine(&["all"], &[]), "1 person; 2 person; 3 person; ");
    }

    #[test]
    fn seats_and_strategies_that_there_are_not_are_refused() {
        let refused = |persons, against| arranged(persons, against).expect_err("no seats").message;
        assert!(refused(&["4"], &[]).contains("`1`, `2`, `3`"));
        assert!(refused(&[], &["rondom"]).contains("no strategy called `rondom`"));
        assert!(
            refused(&[], &["random", "random", "random"])
                .contains("3 strategies are named for 2 players")
        );
        assert!(
            refused(&["1", "2"], &["random", "random"])
                .ends_with("2 strategies are named for 1 player")
        );
        let no_seat = arranged(&["all"], &["random"]).expect_err("no seat is left");
        assert!(no_seat.message.contains("persons play all players"));
        let help = no_seat.way_out.expect("a way out").to_string();
        assert_eq!(help, "leave the strategy out, or name the players whom persons play");
        let help = arranged(&[], &["rondom"]).expect_err("none").way_out.expect("a way out");
        assert_eq!(help.to_string(), "did you mean `random`?");
    }
}
