//! What is played in the experiment with agents, as data. Another game, board or strategy is another row.
//!
//! Numbers of games are chosen by what was measured on one core, so that everything together takes about an hour and a half:
//! with the deck 4/4/4, agents and perfect logicians play thousands of games a second, who weighs suspicions or accusations
//! some hundreds, who looks ahead about a hundred; with the classic deck those play about twenty.

mod agents;
mod players;
mod project;

pub use project::{PROJECT_RESULTS, ProjectResult};

use hexa_games::tournament::SeatOrder;

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ExperimentSize {
    /// Seconds: too few games to mean anything, to see that it works.
    Quick,
    /// Minutes: the project's own line-ups, in all modes, in fixed seats and turned.
    Usual,
    /// More than an hour: every part.
    Full,
}

/// What a tournament is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum ExperimentPart {
    /// A line-up of the project without a board, by its place in [`PROJECT_RESULTS`].
    LineUp(usize),
    /// Games on boards beside the same ones without: a line-up of the project, or another.
    OnBoards(Option<usize>),
    /// Other numbers of players and cards.
    OtherSizes,
    /// Hands of different sizes.
    UnevenHands,
    /// Every agent against every agent.
    EveryAgent,
    /// What a point of the page is worth: an agent, and one with it switched off.
    BulletPoints,
    /// What to suspect of a kind whose card in the goal deck is known: an own card, it, or another player's.
    DecidedCards,
    /// Equal players, so that only seats differ.
    Seats,
    /// Whether it is ever better to ask for own cards.
    OwnCards,
    /// Whether it pays to mind what a suspicion tells the others.
    MindingOthers,
    /// Whether it pays to conclude something from others' not accusing.
    NotAccusing,
    /// Which measure of a question wins.
    Measures,
    /// Each strong player against each agent.
    AgainstAgents,
    /// Strong players among each other.
    StrongPlayers,
    /// Accusing when that wins more often against accusing when certain.
    Accusing,
}

impl ExperimentPart {
    /// The project's line-up that plays, by its place in [`PROJECT_RESULTS`].
    pub fn line_up(self) -> Option<usize> {
        match self {
            Self::LineUp(at) => Some(at),
            Self::OnBoards(at) => at,
            Self::OtherSizes
            | Self::UnevenHands
            | Self::EveryAgent
            | Self::BulletPoints
            | Self::DecidedCards
            | Self::Seats
            | Self::OwnCards
            | Self::MindingOthers
            | Self::NotAccusing
            | Self::Measures
            | Self::AgainstAgents
            | Self::StrongPlayers
            | Self::Accusing => None,
        }
    }
}

/// Which strategies of a tournament are compared. Those with the same name count as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum ComparedStrategies {
    /// None.
    Nobody,
    /// The first with the second.
    FirstTwo,
    /// The first with each other one.
    FirstWithOthers,
    /// Each with each.
    All,
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
    /// Whose results are compared.
    pub compared: ComparedStrategies,
}

/// Half an interval for a share is one percentage point at most.
const GAMES: u64 = 10_000;
/// How they end is known to three percentage points.
const MEASURED: u64 = 1_000;
/// With `--quick`.
const FEW: u64 = 8;
/// With `--quick`, where all are compared with all, a part of the games with two deals at least, as there is no interval for one.
const PART_OF_GAMES: u64 = 75;
/// So many tournaments of each part are played with `--quick`.
const FEW_TOURNAMENTS: usize = 2;

impl PlannedTournament {
    /// A tournament with turned seats.
    fn new(part: ExperimentPart, name: &str, game: &str, players: &[String]) -> Self {
        Self {
            name: name.to_owned(),
            part,
            game: game.to_owned(),
            players: players.join(","),
            seats: SeatOrder::Turned,
            games: GAMES,
            measured: MEASURED,
            compared: ComparedStrategies::Nobody,
        }
    }

    fn comparing(self, compared: ComparedStrategies) -> Self {
        Self { compared, ..self }
    }

    /// So many games, and a tenth of them measured, as far as that is not more than usual.
    fn with_games(self, games: u64) -> Self {
        Self { games, measured: (games / 10).min(MEASURED), ..self }
    }

    fn with_fixed_seats(self) -> Self {
        Self { seats: SeatOrder::Fixed, ..self }
    }
}

/// What is played.
pub fn planned_tournaments(size: ExperimentSize) -> Vec<PlannedTournament> {
    let mut all = agents::line_ups();
    match size {
        ExperimentSize::Usual => return all,
        ExperimentSize::Quick | ExperimentSize::Full => {}
    }
    all.extend(agents::on_boards());
    all.extend(agents::other_games());
    all.extend(agents::every_agent());
    all.extend(agents::settings());
    all.extend(players::equal_players());
    all.extend(players::questions());
    all.extend(players::against_agents());
    all.extend(players::among_each_other());
    match size {
        ExperimentSize::Quick => few_of_each(&all),
        ExperimentSize::Usual | ExperimentSize::Full => all,
    }
}

/// The first tournaments of each part, with a few games.
fn few_of_each(all: &[PlannedTournament]) -> Vec<PlannedTournament> {
    let mut few: Vec<PlannedTournament> = Vec::new();
    for planned in all {
        let before = few.iter().filter(|other| other.part == planned.part).count();
        if before < FEW_TOURNAMENTS {
            let games = match planned.compared {
                ComparedStrategies::All => planned.games / PART_OF_GAMES,
                ComparedStrategies::Nobody
                | ComparedStrategies::FirstTwo
                | ComparedStrategies::FirstWithOthers => FEW,
            };
            few.push(PlannedTournament { games, measured: FEW, ..planned.clone() });
        }
    }
    few
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_argument::{GameName, open_game};
    use crate::strategy_argument::NoStrategyTexts;
    use crate::tournament::Tournament;
    use hexa_logic::Stop;
    use std::collections::BTreeSet;

    #[test]
    fn everything_that_is_planned_can_be_played() {
        let all = planned_tournaments(ExperimentSize::Full);
        let names: BTreeSet<&str> = all.iter().map(|planned| &*planned.name).collect();
        assert_eq!(names.len(), all.len());
        for planned in &all {
            let name = GameName::read(&planned.game).expect("a name");
            let opened = open_game(&name, None, &Stop::new()).expect("a game");
            let made = Tournament::new(&opened, &planned.players, &NoStrategyTexts, 1, 1_000, "0");
            let seated = made.and_then(|made| made.seated(planned.seats));
            seated.unwrap_or_else(|why| panic!("{}: {why:?}", planned.name));
        }
    }

    #[test]
    fn larger_sizes_go_on_with_what_smaller_ones_played() {
        let full = planned_tournaments(ExperimentSize::Full);
        for size in [ExperimentSize::Quick, ExperimentSize::Usual] {
            for planned in planned_tournaments(size) {
                let same =
                    full.iter().find(|other| other.name == planned.name).expect("it is there");
                let PlannedTournament { games, measured, .. } = planned;
                assert!(games <= same.games, "{}", same.name);
                assert_eq!(PlannedTournament { games, measured, ..same.clone() }, planned);
            }
        }
    }

    #[test]
    fn the_quick_size_has_every_part() {
        let parts = |size| {
            let all = planned_tournaments(size);
            all.iter().map(|planned| format!("{:?}", planned.part)).collect::<BTreeSet<String>>()
        };
        assert_eq!(parts(ExperimentSize::Quick), parts(ExperimentSize::Full));
    }
}
