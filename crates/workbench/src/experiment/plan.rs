//! What is played in the experiment with agents, as data. Another game, board or strategy is another row.

use hexa_games::tournament::SeatOrder;

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExperimentSize {
    /// Seconds: too few games to mean anything, to see that it works.
    Quick,
    /// Minutes: the project's own line-ups, in all modes, in fixed seats and turned.
    Usual,
    /// Hours: other sizes, uneven hands, every agent against every agent, and what each point of the page is worth.
    Full,
}

/// What a tournament is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum ExperimentPart {
    /// A line-up of the project, by its place in [`PROJECT_RESULTS`].
    LineUp(usize),
    /// Other numbers of players and cards.
    OtherSizes,
    /// Hands of different sizes.
    UnevenHands,
    /// Every agent against every agent.
    EveryAgent,
    /// What a point of the page is worth: an agent, and one with it switched off.
    BulletPoints,
    /// What to suspect of a kind whose card in the goal deck is known: it, an own card, or another player's.
    DecidedCards,
    /// Equal agents, so that only seats differ.
    Seats,
}

/// A tournament of the experiment.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct PlannedTournament {
    /// What its folder is called.
    pub name: String,
    /// What it is played for.
    pub part: ExperimentPart,
    /// The game.
    pub game: String,
    /// The strategies, between commas.
    pub players: String,
    /// How seats are taken.
    pub seats: SeatOrder,
    /// How many games are played at least.
    pub games: u64,
    /// In how many of them it is measured how they ended and what was believed.
    pub measured: u64,
}

/// What the project found with a line-up, in 25 games with fixed seats and its own board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProjectResult {
    /// The knowledge orders in the seats.
    pub orders: &'static [u8],
    /// The deck: how many suspects, weapons and rooms.
    pub deck: &'static str,
    /// How many games each order won, the highest first.
    pub wins: &'static [(u8, u64)],
    /// How many games were won in each seat.
    pub seat_wins: &'static [u64],
    /// The mean number of rounds.
    pub rounds: &'static str,
}

/// What the project found.
pub const PROJECT_RESULTS: [ProjectResult; 4] = [
    ProjectResult {
        orders: &[2, 2, 0, 0],
        deck: "6/6/7",
        wins: &[(2, 23), (0, 2)],
        seat_wins: &[13, 10, 2, 0],
        rounds: "12.1",
    },
    ProjectResult {
        orders: &[1, 1, 0, 0],
        deck: "6/6/7",
        wins: &[(1, 25), (0, 0)],
        seat_wins: &[12, 13, 0, 0],
        rounds: "11.6",
    },
    ProjectResult {
        orders: &[2, 2, 1, 1],
        deck: "6/6/7",
        wins: &[(2, 13), (1, 12)],
        seat_wins: &[5, 8, 8, 4],
        rounds: "10.1",
    },
    ProjectResult {
        orders: &[2, 2, 1, 1, 0, 0],
        deck: "6/7/8",
        wins: &[(2, 12), (1, 13), (0, 0)],
        seat_wins: &[7, 5, 5, 8, 0, 0],
        rounds: "11.3",
    },
];

/// The literal versions of agents: what they are called in names of folders, and their settings. The site says that cards
/// which are known to be in the goal deck are not suspected, and the page does not: so the page's are there in both readings.
const VERSIONS: [(&str, &str); 4] = [
    ("page", "mode=page"),
    ("page-goal", "mode=page; decided=goal"),
    ("program", "mode=program"),
    ("right", "mode=right"),
];

/// The points of the page that can be switched off, and the mode in which they are on for agents of the second order.
const SWITCHES: [&str; 6] = ["sees", "watches", "follows", "combines", "checks", "repeats"];

/// Other numbers of players and cards, with the orders that play.
const SIZES: [(&str, &str, &[u8]); 6] = [
    ("three-444", "cluedo(players=3; deck=4/4/4)", &[2, 1, 0]),
    ("two-444", "cluedo(players=2; deck=4/4/4)", &[1, 0]),
    ("three-classic", "cluedo(players=3)", &[2, 1, 0]),
    ("four-classic", "cluedo(players=4)", &[2, 1, 1, 0]),
    ("five-classic", "cluedo(players=5)", &[2, 2, 1, 1, 0]),
    ("six-classic", "cluedo(players=6)", &[2, 2, 1, 1, 0, 0]),
];

/// Hands of different sizes.
const UNEVEN: [(&str, &str); 3] = [
    ("three-uneven", "cluedo(players=3; deck=4/4/4; hands=5,3,1)"),
    ("three-nearly-even", "cluedo(players=3; deck=4/4/5)"),
    ("four-uneven", "cluedo(players=4; deck=6/6/7; hands=6,5,3,2)"),
];

fn agents(orders: &[u8], version: &str) -> String {
    let agents = orders.iter().map(|order| format!("agent(order={order}; {version})"));
    agents.collect::<Vec<_>>().join(",")
}

/// What is played.
pub fn planned_tournaments(size: ExperimentSize) -> Vec<PlannedTournament> {
    let (games, measured) = match size {
        ExperimentSize::Quick => (8, 8),
        ExperimentSize::Usual => (10_000, 1_000),
        ExperimentSize::Full => (100_000, 10_000),
    };
    let mut all = Vec::new();
    let mut add = |name: String, part, game: &str, players: String, seats| {
        let game = game.to_owned();
        all.push(PlannedTournament { name, part, game, players, seats, games, measured });
    };
    for (at, result) in PROJECT_RESULTS.iter().enumerate() {
        let orders = result.orders;
        let digits: String = orders.iter().map(u8::to_string).collect();
        let game = format!("cluedo(players={}; deck={})", orders.len(), result.deck);
        for (word, version) in VERSIONS {
            let part = ExperimentPart::LineUp(at);
            let name = |seats| format!("{digits}-{word}-{seats}");
            add(name("fixed"), part, &game, agents(orders, version), SeatOrder::Fixed);
            add(name("turned"), part, &game, agents(orders, version), SeatOrder::Turned);
        }
    }
    match size {
        ExperimentSize::Quick | ExperimentSize::Usual => return all,
        ExperimentSize::Full => {}
    }
    for (word, version) in VERSIONS {
        for (name, game, orders) in SIZES {
            let (name, part) = (format!("{name}-{word}"), ExperimentPart::OtherSizes);
            add(name, part, game, agents(orders, version), SeatOrder::Turned);
        }
        for (name, game) in UNEVEN {
            let orders: &[u8] = if name.starts_with("four") { &[2, 1, 1, 0] } else { &[2, 1, 0] };
            let (name, part) = (format!("{name}-{word}"), ExperimentPart::UnevenHands);
            add(name, part, game, agents(orders, version), SeatOrder::Turned);
        }
        let three = "cluedo(players=3; deck=4/4/4)";
        for switch in SWITCHES {
            let players = format!(
                "agent(order=2; {version}),agent(order=2; {version}; {switch}=no),agent(order=1; {version})"
            );
            let name = format!("without-{switch}-{word}");
            add(name, ExperimentPart::BulletPoints, three, players, SeatOrder::Turned);
        }
        for (name, game) in [("three", three), ("six", "cluedo(players=6)")] {
            let seats = if name == "three" { 3 } else { 6 };
            let (name, part) = (format!("seats-{name}-{word}"), ExperimentPart::Seats);
            add(name, part, game, agents(&vec![1; seats], version), SeatOrder::Turned);
        }
    }
    for mode in ["page", "program", "right"] {
        let players = ["goal", "own", "other"]
            .map(|card| format!("agent(order=1; mode={mode}; decided={card})"))
            .join(",");
        let (name, part) = (format!("decided-{mode}"), ExperimentPart::DecidedCards);
        add(name, part, "cluedo(players=3; deck=4/4/4)", players, SeatOrder::Turned);
    }
    let every = VERSIONS.map(|(_, version)| agents(&[0, 1, 2], version)).join(",");
    let (name, part) = ("every-agent".to_owned(), ExperimentPart::EveryAgent);
    add(name, part, "cluedo(players=3; deck=4/4/4)", every, SeatOrder::Turned);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_argument::{GameName, open_game};
    use crate::strategy_argument::NoStrategyTexts;
    use crate::tournament::Tournament;
    use hexa_logic::Stop;

    #[test]
    fn everything_that_is_planned_can_be_played() {
        let all = planned_tournaments(ExperimentSize::Full);
        let mut names: Vec<&str> = all.iter().map(|planned| &*planned.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all.len());
        for planned in &all {
            let name = GameName::read(&planned.game).expect("a name");
            let opened = open_game(&name, None, &Stop::new()).expect("a game");
            let made = Tournament::new(&opened, &planned.players, &NoStrategyTexts, 1, 1_000, "0");
            let seated = made.and_then(|made| made.seated(planned.seats));
            let seated = seated.unwrap_or_else(|why| panic!("{}: {why:?}", planned.name));
            assert!(seated.agent_settings().iter().all(Option::is_some));
        }
    }

    #[test]
    fn the_figures_of_the_project_are_of_25_games() {
        for result in &PROJECT_RESULTS {
            assert_eq!(result.wins.iter().map(|(_, wins)| wins).sum::<u64>(), 25);
            assert_eq!(result.seat_wins.iter().sum::<u64>(), 25);
            for (order, wins) in result.wins {
                let seats = result.orders.iter().zip(result.seat_wins);
                let of_order = seats.filter(|(known, _)| *known == order);
                assert_eq!(of_order.map(|(_, wins)| wins).sum::<u64>(), *wins);
            }
        }
    }
}
