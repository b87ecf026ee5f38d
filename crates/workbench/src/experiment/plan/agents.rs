//! Tournaments of the page's agents: the project's line-ups, on boards and without, other games, all against all, and what their
//! settings are worth.

use super::{
    ComparedStrategies, ExperimentPart, PROJECT_RESULTS, PlannedTournament, ProjectResult,
};

/// The literal versions of agents: what they are called in names of folders, and their settings. The site says that cards
/// which are known to be in the goal deck are not suspected, and the page does not: so the page's are there in both readings.
pub(super) const VERSIONS: [(&str, &str); 4] = [
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

/// Hands of different sizes, with the orders that play.
const UNEVEN: [(&str, &str, &[u8]); 3] = [
    ("three-uneven", "cluedo(players=3; deck=4/4/4; hands=5,3,1)", &[2, 1, 0]),
    ("three-nearly-even", "cluedo(players=3; deck=4/4/5)", &[2, 1, 0]),
    ("four-uneven", "cluedo(players=4; deck=6/6/7; hands=6,5,3,2)", &[2, 1, 1, 0]),
];

/// The project's own game, the same rules without a board, and a board of squares with dice.
const BOARDS: [(&str, &str); 3] = [
    ("ring", "board=ring; ends=unrefuted; summons=in-reach; cards=drawn"),
    ("no-board", "ends=unrefuted"),
    ("squares", "board=squares"),
];

pub(super) const THREE: &str = "cluedo(players=3; deck=4/4/4)";
const FOUR: &str = "cluedo(players=4; deck=6/6/7)";

/// Agents of these orders in a version.
pub(super) fn agents(orders: &[u8], version: &str) -> Vec<String> {
    orders.iter().map(|order| format!("agent(order={order}; {version})")).collect()
}

fn digits(result: &ProjectResult) -> String {
    result.orders.iter().map(u8::to_string).collect()
}

/// Seats as the project had them, and turned.
fn both_seats(planned: PlannedTournament) -> [PlannedTournament; 2] {
    let named = |word: &str| format!("{}-{word}", planned.name);
    let fixed = PlannedTournament { name: named("fixed"), ..planned.clone() };
    [fixed.with_fixed_seats(), PlannedTournament { name: named("turned"), ..planned }]
}

/// The project's line-ups without a board.
pub(super) fn line_ups() -> Vec<PlannedTournament> {
    let mut all = Vec::new();
    for (at, result) in PROJECT_RESULTS.iter().enumerate() {
        let game = format!("cluedo(players={}; deck={})", result.orders.len(), result.deck);
        for (word, version) in VERSIONS {
            let (part, name) = (ExperimentPart::LineUp(at), format!("{}-{word}", digits(result)));
            let players = agents(result.orders, version);
            all.extend(both_seats(PlannedTournament::new(part, &name, &game, &players)));
        }
    }
    all
}

/// The project's own game, with its line-ups and with three players; beside it the same rules without a board, and another
/// board. Nobody plays on squares with the project's rules, so that there it is enough to see two line-ups.
pub(super) fn on_boards() -> Vec<PlannedTournament> {
    let mut all = Vec::new();
    for (at, result) in PROJECT_RESULTS.iter().enumerate() {
        for (board, rules) in BOARDS {
            if board == "squares" && !matches!(result.orders, [1, 1, 0, 0] | [2, 2, 1, 1]) {
                continue;
            }
            let game =
                format!("cluedo(players={}; deck={}; {rules})", result.orders.len(), result.deck);
            for (word, version) in VERSIONS {
                let name = format!("{}-{board}-{word}", digits(result));
                let part = ExperimentPart::OnBoards(Some(at));
                let players = agents(result.orders, version);
                all.extend(both_seats(PlannedTournament::new(part, &name, &game, &players)));
            }
        }
    }
    for (board, rules) in BOARDS {
        let part = ExperimentPart::OnBoards(None);
        let three = format!("cluedo(players=3; deck=4/4/4; {rules})");
        for (word, version) in VERSIONS {
            let (name, players) = (format!("three-{board}-{word}"), agents(&[2, 1, 0], version));
            all.push(PlannedTournament::new(part, &name, &three, &players));
        }
        let players = ["perfect", "perfect", "agent(order=1)", "agent(order=1)"].map(str::to_owned);
        let (name, game) =
            (format!("perfect-{board}"), format!("cluedo(players=4; deck=6/6/7; {rules})"));
        let planned = PlannedTournament::new(part, &name, &game, &players);
        all.push(planned.comparing(ComparedStrategies::FirstTwo));
    }
    all
}

/// Other numbers of players and cards, and uneven hands.
pub(super) fn other_games() -> Vec<PlannedTournament> {
    let mut all = Vec::new();
    for (part, games) in
        [(ExperimentPart::OtherSizes, &SIZES[..]), (ExperimentPart::UnevenHands, &UNEVEN)]
    {
        for (name, game, orders) in games {
            for (word, version) in VERSIONS {
                let (name, players) = (format!("{name}-{word}"), agents(orders, version));
                all.push(PlannedTournament::new(part, &name, game, &players));
            }
        }
    }
    all
}

/// Every agent against every agent: 660 games a deal with three seats, 1,980 with four, 132 with two.
pub(super) fn every_agent() -> Vec<PlannedTournament> {
    let every: Vec<String> =
        VERSIONS.iter().flat_map(|(_, version)| agents(&[0, 1, 2], version)).collect();
    let games = [
        ("every-agent", THREE, 99_000),
        ("every-agent-two", "cluedo(players=2; deck=4/4/4)", 39_600),
        ("every-agent-four", FOUR, 99_000),
    ];
    let planned = |(name, game, games): (&str, &str, u64)| {
        let planned = PlannedTournament::new(ExperimentPart::EveryAgent, name, game, &every);
        planned.comparing(ComparedStrategies::All).with_games(games)
    };
    games.map(planned).into()
}

/// What each point of the page is worth, and what to suspect where the goal is known.
pub(super) fn settings() -> Vec<PlannedTournament> {
    let mut all = Vec::new();
    for (word, version) in VERSIONS {
        for switch in SWITCHES {
            let with = format!("agent(order=2; {version})");
            let without = format!("agent(order=2; {version}; {switch}=no)");
            let other = format!("agent(order=1; {version})");
            let three = [with.clone(), without.clone(), other];
            let four = [with.clone(), without.clone(), with, without];
            for (number, game, players) in [("three", THREE, &three[..]), ("four", FOUR, &four)] {
                let name = format!("without-{switch}-{number}-{word}");
                let part = ExperimentPart::BulletPoints;
                let planned = PlannedTournament::new(part, &name, game, players);
                all.push(planned.comparing(ComparedStrategies::FirstTwo));
            }
        }
    }
    for mode in ["page", "program", "right"] {
        let players = ["own", "goal", "other"]
            .map(|card| format!("agent(order=1; mode={mode}; decided={card})"));
        for (number, game) in [("three", THREE), ("classic", "cluedo(players=3)")] {
            let (name, part) = (format!("decided-{number}-{mode}"), ExperimentPart::DecidedCards);
            let planned = PlannedTournament::new(part, &name, game, &players);
            all.push(planned.comparing(ComparedStrategies::FirstWithOthers));
        }
    }
    all
}
