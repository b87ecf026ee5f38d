//! The strategies that are known by name, each with its settings.

use crate::belief::BeliefLimits;
use crate::cluedo::CluedoGame;
use crate::cluedo::agents::{AgentSettings, CluedoAgent};
use crate::game::Game;
use crate::named::{BadSetting, Named};
use crate::strategy::{Logician, MonteCarlo, Samples, Strategy, Uniform};
use std::any::Any;
use std::sync::Arc;

/// A strategy, or a family of strategies, that is known by name.
pub struct StrategyEntry {
    /// Its word.
    pub word: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// A name with settings, as it can be typed.
    pub example: &'static str,
    /// The settings, each with what it means.
    pub settings: &'static [(&'static str, &'static str)],
    make: fn(&Named, &Arc<dyn Game>) -> MadeStrategy,
}

type MadeStrategy = Result<Box<dyn Strategy + Send>, NoStrategy>;

/// Why there is no strategy with a name for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoStrategy {
    /// No strategy is known by this word.
    Unknown(String),
    /// A setting does not fit.
    Setting(BadSetting),
    /// The strategy is not for this game.
    NotForGame(NotForGame),
}

/// Why a strategy is not for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotForGame {
    /// It seeks knowledge, and in this game nobody wins by what they know.
    NoGoalOfKnowledge,
    /// It is made for the game with this word.
    MadeFor(&'static str),
}

impl From<BadSetting> for NoStrategy {
    fn from(bad: BadSetting) -> Self {
        Self::Setting(bad)
    }
}

/// All strategies that are known by name.
pub const STRATEGIES: &[StrategyEntry] = &[
    StrategyEntry {
        word: "agent",
        about: "Plays Cluedo as an agent of knowledge order 0, 1 or 2, on models of the goal and of hands",
        example: "agent(order=1)",
        settings: &[
            ("order", "the knowledge order: 0, 1 or 2 [default: 1]"),
            (
                "mode",
                "as it should be, as the page says, or as its program does: right, page, program [default: right]",
            ),
            ("sees", "takes cards that it is shown out of the goal: yes or no [default: yes]"),
            (
                "watches",
                "no goal is what somebody else showed a card of: yes or no [default: by order]",
            ),
            (
                "follows",
                "hands follow what others show, and who passes: yes or no [default: by order]",
            ),
            ("combines", "suspects the most frequent cards: yes or no [default: by order]"),
            ("checks", "takes known hand cards out of the goal: yes or no [default: by order]"),
            ("repeats", "shows what was shown before: yes or no [default: by order]"),
            (
                "decided",
                "suspects of a kind whose goal card it knows: goal, other or own [default: by mode]",
            ),
        ],
        make: agent,
    },
    StrategyEntry {
        word: "random",
        about: "Makes each legal move with the same chance",
        example: "random",
        settings: &[],
        make: random,
    },
    StrategyEntry {
        word: "logician",
        about: "Works out what is possible, and asks what tells most of what they need to know",
        example: "logician(positions=5000)",
        settings: &[("positions", "the most positions that are considered [default: 5000]")],
        make: logician,
    },
    StrategyEntry {
        word: "montecarlo",
        about: "Tries each move in positions drawn from what is possible, and takes the best on average",
        example: "montecarlo(samples=50)",
        settings: &[
            ("samples", "how many positions are drawn for a move [default: 50]"),
            ("depth", "how many steps plays go on [default: 200]"),
            ("positions", "the most positions that are considered [default: 20000]"),
        ],
        make: montecarlo,
    },
];

/// The strategy with a name, for a game.
pub fn named_strategy(
    named: &Named,
    game: &Arc<dyn Game>,
) -> Result<Box<dyn Strategy + Send>, NoStrategy> {
    let entry = STRATEGIES.iter().find(|entry| entry.word == named.word);
    let entry = entry.ok_or_else(|| NoStrategy::Unknown(named.word.clone()))?;
    let known: Vec<&'static str> = entry.settings.iter().map(|(key, _)| *key).collect();
    named.check_keys(&known)?;
    (entry.make)(named, game)
}

fn agent(named: &Named, game: &Arc<dyn Game>) -> MadeStrategy {
    let game: Arc<dyn Any + Send + Sync> = Arc::<dyn Game>::clone(game);
    match game.downcast::<CluedoGame>() {
        Ok(game) => Ok(Box::new(CluedoAgent::new(game, AgentSettings::named(named)?))),
        Err(_) => Err(NoStrategy::NotForGame(NotForGame::MadeFor("cluedo"))),
    }
}

fn random(_: &Named, _: &Arc<dyn Game>) -> MadeStrategy {
    Ok(Box::new(Uniform))
}

fn logician(named: &Named, game: &Arc<dyn Game>) -> MadeStrategy {
    let positions = named.number("positions", 5_000, 1..=10_000_000)? as usize;
    let epistemic = Arc::clone(game).epistemic();
    match epistemic.and_then(|game| Logician::new(game, positions)) {
        Some(logician) => Ok(Box::new(logician)),
        None => Err(NoStrategy::NotForGame(NotForGame::NoGoalOfKnowledge)),
    }
}

fn montecarlo(named: &Named, game: &Arc<dyn Game>) -> MadeStrategy {
    let positions = named.number("positions", 20_000, 1..=10_000_000)? as usize;
    let samples = Samples {
        samples: named.number("samples", 50, 1..=1_000_000)?,
        depth: named.number("depth", 200, 1..=1_000_000)? as usize,
        limits: BeliefLimits { positions, ..BeliefLimits::default() },
    };
    Ok(Box::new(MonteCarlo::new(Arc::clone(game), samples)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::named_game;

    fn game() -> Arc<dyn Game> {
        named_game(&Named::word("knowledge")).expect("a game")
    }

    #[test]
    fn every_example_is_a_strategy_for_the_knowledge_game_or_for_cluedo() {
        let cluedo = named_game(&Named::word("cluedo")).expect("a game");
        for entry in STRATEGIES {
            let named = Named::read(entry.example).expect("a name");
            let made =
                [game(), Arc::clone(&cluedo)].map(|game| named_strategy(&named, &game).is_ok());
            assert!(made.contains(&true), "{}", entry.example);
        }
    }

    #[test]
    fn names_of_no_strategy_are_refused() {
        let refused =
            |text: &str| named_strategy(&Named::read(text).expect("a name"), &game()).err();
        assert_eq!(refused("chess"), Some(NoStrategy::Unknown("chess".to_owned())));
        assert!(matches!(refused("random(often=1)"), Some(NoStrategy::Setting(_))));
        assert!(matches!(refused("montecarlo(samples=0)"), Some(NoStrategy::Setting(_))));
        let kuhn = named_game(&Named::word("kuhn")).expect("a game");
        let logician = named_strategy(&Named::word("logician"), &kuhn).err();
        assert_eq!(logician, Some(NoStrategy::NotForGame(NotForGame::NoGoalOfKnowledge)));
    }
}
