//! Tournaments of strong players: what each thing is worth that one of them does and another does not, whether they beat every
//! agent of the page, and what the first seat is worth.

use super::agents::{THREE, VERSIONS, agents};
use super::{ComparedStrategies, ExperimentPart, PlannedTournament};

const SMALL: &str = "cluedo(players=3; deck=3/3/4)";
const TINY: &str = "cluedo(players=3; deck=2/2/3)";
const TWO: &str = "cluedo(players=2; deck=3/3/3)";
const FOUR: &str = "cluedo(players=4; deck=6/6/7)";
const CLASSIC: &str = "cluedo(players=3)";
const SIX: &str = "cluedo(players=6)";

/// A tournament: what it is called, the game, who plays, and how many games.
type Row = (&'static str, &'static str, &'static str, u64);

/// Whether asking for own cards is better. The second never names own cards, and differs in nothing else from the first.
const OWN_CARDS: [Row; 14] = [
    ("own-entropy-444", THREE, "measure,measure(own=no),perfect", 15_000),
    ("own-entropy-334", SMALL, "measure,measure(own=no),perfect", 30_000),
    ("own-entropy-223", TINY, "measure,measure(own=no),perfect", 30_000),
    ("own-entropy-two", TWO, "measure,measure(own=no)", 30_000),
    ("own-entropy-four", FOUR, "measure,measure(own=no),measure,measure(own=no)", 2_000),
    ("own-entropy-classic", CLASSIC, "measure,measure(own=no),perfect", 3_000),
    ("own-entropy-beside-order-1", THREE, "measure,measure(own=no),agent(order=1)", 15_000),
    ("own-entropy-beside-order-0", THREE, "measure,measure(own=no),agent(order=0)", 15_000),
    ("own-win-444", THREE, "measure(by=win),measure(by=win; own=no),perfect", 15_000),
    ("own-nested-444", THREE, "nested,nested(own=no),perfect", 12_000),
    ("own-nested-334", SMALL, "nested,nested(own=no),perfect", 20_000),
    ("own-nested-beside-order-1", THREE, "nested,nested(own=no),agent(order=1)", 12_000),
    ("own-nested-beside-page", THREE, "nested,nested(own=no),agent(order=1; mode=page)", 12_000),
    ("own-lookahead-444", THREE, "lookahead,lookahead(own=no),perfect", 5_000),
];

/// Whether it pays to mind what a suspicion tells the others. Both may name own cards, and weigh what it tells themselves.
const MINDING_OTHERS: [Row; 5] = [
    ("minding-444", THREE, "nested,nested(asks=entropy),perfect", 12_000),
    ("minding-334", SMALL, "nested,nested(asks=entropy),perfect", 20_000),
    ("minding-223", TINY, "nested,nested(asks=entropy),perfect", 20_000),
    ("minding-two", TWO, "nested,nested(asks=entropy)", 20_000),
    ("minding-beside-order-1", THREE, "nested,nested(asks=entropy),agent(order=1)", 12_000),
];

/// Whether it pays to conclude something from others' not accusing.
const NOT_ACCUSING: [Row; 10] = [
    ("nowin-444", THREE, "nowin,perfect,perfect", 60_000),
    ("nowin-nowin-444", THREE, "nowin,perfect,nowin", 60_000),
    ("nowin-334", SMALL, "nowin,perfect,perfect", 60_000),
    ("nowin-223", TINY, "nowin,perfect,perfect", 60_000),
    ("nowin-four", FOUR, "nowin,perfect,nowin,perfect", 20_000),
    ("nowin-classic", CLASSIC, "nowin,perfect,perfect", 20_000),
    ("nowin-six", SIX, "nowin,perfect,nowin,perfect,nowin,perfect", 6_000),
    ("nowin-beside-order-1", THREE, "nowin,perfect,agent(order=1)", 60_000),
    ("nowin-beside-order-0", THREE, "nowin,perfect,agent(order=0)", 60_000),
    ("nowin-entropy", THREE, "nowin(asks=entropy),measure(by=entropy),perfect", 15_000),
];

/// All measures, and suspecting at random what is possible.
const ALL_MEASURES: &str =
    "measure(by=entropy),measure(by=deals),measure(by=worlds),measure(by=win),perfect";

/// Which measure wins: all of them together, and each alone among those who suspect at random. All together it is 30 games a
/// deal with three seats, 20 with two.
const MEASURES: [Row; 9] = [
    ("measures-223", TINY, ALL_MEASURES, 30_000),
    ("measures-334", SMALL, ALL_MEASURES, 30_000),
    ("measures-444", THREE, ALL_MEASURES, 30_000),
    ("measures-two", TWO, ALL_MEASURES, 20_000),
    ("measures-classic", CLASSIC, ALL_MEASURES, 3_000),
    ("measure-entropy-444", THREE, "measure(by=entropy),perfect,perfect", 12_000),
    ("measure-deals-444", THREE, "measure(by=deals),perfect,perfect", 12_000),
    ("measure-worlds-444", THREE, "measure(by=worlds),perfect,perfect", 12_000),
    ("measure-win-444", THREE, "measure(by=win),perfect,perfect", 12_000),
];

/// Accusing when that wins more often against accusing when certain. Whoever accuses when certain wins less only if somebody
/// else is about to win.
const ACCUSING: [Row; 11] = [
    ("weighed-444", THREE, "perfect(accuses=weighed),perfect,perfect", 15_000),
    ("weighed-334", SMALL, "perfect(accuses=weighed),perfect,perfect", 15_000),
    ("weighed-223", TINY, "perfect(accuses=weighed),perfect,perfect", 20_000),
    ("weighed-two", TWO, "perfect(accuses=weighed),perfect", 15_000),
    ("weighed-beside-order-0", THREE, "perfect(accuses=weighed),perfect,agent(order=0)", 15_000),
    ("weighed-beside-order-1", THREE, "perfect(accuses=weighed),perfect,agent(order=1)", 15_000),
    (
        "weighed-beside-page",
        THREE,
        "perfect(accuses=weighed),perfect,agent(order=1; mode=page)",
        15_000,
    ),
    (
        "weighed-four",
        FOUR,
        "perfect(accuses=weighed),perfect,perfect(accuses=weighed),perfect",
        2_000,
    ),
    ("weighed-classic", CLASSIC, "perfect(accuses=weighed),perfect,perfect", 3_000),
    ("weighed-entropy", THREE, "measure(accuses=weighed),measure,perfect", 10_000),
    ("weighed-lookahead", THREE, "lookahead,lookahead(accuses=certain),perfect", 5_000),
];

/// Strong players among each other and with an agent: 60 games a deal with three seats, 30 with two. The tiny games are those of the
/// yardstick without boards.
const EVERY_STRONG: &str = "perfect,nowin,nested,measure,lookahead,agent(order=1)";
const AMONG: [Row; 7] = [
    ("strong-222", "cluedo(players=3; deck=2/2/2)", EVERY_STRONG, 12_000),
    ("strong-223", TINY, EVERY_STRONG, 12_000),
    ("strong-334", SMALL, EVERY_STRONG, 12_000),
    ("strong-444", THREE, EVERY_STRONG, 12_000),
    ("strong-two-223", "cluedo(players=2; deck=2/2/3)", EVERY_STRONG, 12_000),
    ("strong-two-222", "cluedo(players=2; deck=2/2/2)", EVERY_STRONG, 12_000),
    ("strong-classic", CLASSIC, EVERY_STRONG, 1_200),
];

/// Strong players, and how many games each plays against two agents of each kind.
const STRONG: [(&str, u64); 5] = [
    ("perfect", 30_000),
    ("nowin", 30_000),
    ("nested", 6_000),
    ("measure", 9_000),
    ("lookahead", 3_000),
];

/// The same at full size, against agents that reason rightly.
const STRONG_AT_FULL_SIZE: [Row; 7] = [
    ("perfect-classic", CLASSIC, "perfect,agent(order=1),agent(order=1)", 10_000),
    ("nowin-classic-agents", CLASSIC, "nowin,agent(order=1),agent(order=1)", 10_000),
    ("nested-classic", CLASSIC, "nested,agent(order=1),agent(order=1)", 1_500),
    ("measure-classic", CLASSIC, "measure,agent(order=1),agent(order=1)", 2_400),
    ("lookahead-classic", CLASSIC, "lookahead,agent(order=1),agent(order=1)", 1_200),
    (
        "perfect-six",
        SIX,
        "perfect,agent(order=1),agent(order=1),agent(order=1),agent(order=1),agent(order=1)",
        6_000,
    ),
    (
        "nowin-six-agents",
        SIX,
        "nowin,agent(order=1),agent(order=1),agent(order=1),agent(order=1),agent(order=1)",
        3_000,
    ),
];

/// Equal players: what they are called in names of folders, and how many games of three they play with the deck 4/4/4.
const EQUAL: [(&str, &str, u64); 10] = [
    ("page", "agent(order=1; mode=page)", 30_000),
    ("page-goal", "agent(order=1; mode=page; decided=goal)", 30_000),
    ("program", "agent(order=1; mode=program)", 30_000),
    ("right", "agent(order=1; mode=right)", 30_000),
    ("order-0", "agent(order=0; mode=right)", 30_000),
    ("perfect", "perfect", 30_000),
    ("nowin", "nowin", 30_000),
    ("nested", "nested", 6_000),
    ("measure", "measure", 10_000),
    ("lookahead", "lookahead", 3_000),
];

/// Equal players in games of other sizes with even hands. Those who are slow do not play there.
const EQUAL_AT: [(&str, &str, usize); 4] = [
    ("two", TWO, 2),
    ("four", FOUR, 4),
    ("five", "cluedo(players=5; deck=6/6/6)", 5),
    ("six", SIX, 6),
];

fn rows(
    part: ExperimentPart,
    rows: &[Row],
    compared: ComparedStrategies,
) -> impl Iterator<Item = PlannedTournament> {
    rows.iter().map(move |(name, game, players, games)| {
        let planned = PlannedTournament::new(part, name, game, &[(*players).to_owned()]);
        planned.comparing(compared).with_games(*games)
    })
}

/// What is worth what.
pub(super) fn questions() -> Vec<PlannedTournament> {
    let (first, all) = (ComparedStrategies::FirstTwo, ComparedStrategies::All);
    let own = rows(ExperimentPart::OwnCards, &OWN_CARDS, first);
    own.chain(rows(ExperimentPart::MindingOthers, &MINDING_OTHERS, first))
        .chain(rows(ExperimentPart::NotAccusing, &NOT_ACCUSING, first))
        .chain(rows(ExperimentPart::Measures, &MEASURES, all))
        .chain(rows(ExperimentPart::Accusing, &ACCUSING, first))
        .collect()
}

/// Each strong player against two agents of each kind, and some at full size.
pub(super) fn against_agents() -> Vec<PlannedTournament> {
    let part = ExperimentPart::AgainstAgents;
    let mut all = Vec::new();
    for (player, games) in STRONG {
        for (word, version) in VERSIONS {
            for order in [0, 1, 2] {
                let name = format!("{player}-against-{order}-{word}");
                let mut players = vec![player.to_owned()];
                players.extend(agents(&[order, order], version));
                let planned = PlannedTournament::new(part, &name, THREE, &players);
                all.push(planned.comparing(ComparedStrategies::FirstTwo).with_games(games));
            }
        }
    }
    all.extend(rows(part, &STRONG_AT_FULL_SIZE, ComparedStrategies::FirstTwo));
    all
}

/// Strong players among each other.
pub(super) fn among_each_other() -> Vec<PlannedTournament> {
    rows(ExperimentPart::StrongPlayers, &AMONG, ComparedStrategies::All).collect()
}

/// Equal players, so that seats alone differ. Every game has a deal of its own.
pub(super) fn equal_players() -> Vec<PlannedTournament> {
    let equal = |name: &str, game: &str, player: &str, seats: usize, games: u64| {
        let players = vec![player.to_owned(); seats];
        let planned = PlannedTournament::new(ExperimentPart::Seats, name, game, &players);
        planned.with_games(games).with_fixed_seats()
    };
    let mut all = Vec::new();
    for (word, player, games) in EQUAL {
        all.push(equal(&format!("seats-three-{word}"), THREE, player, 3, games));
        let is_fast = player == "perfect" || player.starts_with("agent");
        for (number, game, seats) in EQUAL_AT.iter().filter(|_| is_fast) {
            all.push(equal(&format!("seats-{number}-{word}"), game, player, *seats, 10_000));
        }
    }
    all
}
