//! The strategies that are known by name, each with its settings.

use crate::belief::BeliefLimits;
use crate::cluedo::CluedoGame;
use crate::cluedo::agents::{AgentSettings, CluedoAgent};
use crate::cluedo::players::clues::Dealt;
use crate::cluedo::players::{ASSISTANT, CluedoPlayer, PlayerSettings};
use crate::game::Game;
use crate::named::{BadSetting, Named};
use crate::pit::PitGame;
use crate::pit::players::{
    GamblerSettings, KeptSuit, Odds, PitGambler, PitKeeper, PitTrader, TraderSettings,
};
use crate::strategy::{Logician, MonteCarlo, NoLogician, Samples, Strategy, Uniform};
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
    /// It lists all positions that are possible, and here they are too many.
    TooManyPositions,
    /// It is made for the game with this word.
    MadeFor(&'static str),
    /// There are too many players and categories of cards for it.
    TooManyCategories,
}

impl From<BadSetting> for NoStrategy {
    fn from(bad: BadSetting) -> Self {
        Self::Setting(bad)
    }
}

const SHOWS: (&str, &str) = (
    "shows",
    "shows a card that the same player was shown before, or any: again, any [default: again]",
);

const ACCUSES: (&str, &str) = (
    "accuses",
    "when certain, or when that wins more often than to wait: certain, weighed [default: certain]",
);
const OTHERS: (&str, &str) = (
    "others",
    "how the others reason in games that are played on: perfect, ordinary [default: perfect]",
);
const GAMES: (&str, &str) =
    ("games", "so many games are played on to tell whether to accuse [default: 1000]");
const DRAWS: (&str, &str) =
    ("draws", "so many deals are drawn where they cannot be listed [default: 300]");

const OWN: (&str, &str) =
    ("own", "may name own cards where suspicions are weighed: yes, no [default: yes]");

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
        word: "perfect",
        about: "Plays Cluedo as a perfect logician: knows all that follows, and accuses when certain",
        example: "perfect(asks=possible)",
        settings: &[
            (
                "asks",
                "suspects a triple that can be in the envelope, or any: possible, any [default: possible]",
            ),
            SHOWS,
            ACCUSES,
            OTHERS,
            GAMES,
        ],
        make: player,
    },
    StrategyEntry {
        word: "nowin",
        about: "Plays Cluedo as a perfect logician who takes all others for such, and concludes something from their not accusing",
        example: "nowin(asks=possible)",
        settings: &[
            (
                "asks",
                "suspects any possible triple, or by entropy: possible, entropy [default: possible]",
            ),
            DRAWS,
            SHOWS,
        ],
        make: player,
    },
    StrategyEntry {
        word: "nested",
        about: "Plays Cluedo as a perfect logician who works out what others can tell of a card or of a suspicion, and may name own cards",
        example: "nested(worlds=8)",
        settings: &[
            (
                "asks",
                "suspects what tells others least beside what it tells, or as others do: bluff, possible, entropy [default: bluff]",
            ),
            (
                "worlds",
                "in so many drawn worlds it is worked out what others can tell, where all are too many [default: 8]",
            ),
            OWN,
            DRAWS,
            ACCUSES,
            OTHERS,
            GAMES,
        ],
        make: player,
    },
    StrategyEntry {
        word: "measure",
        about: "Plays Cluedo as a perfect logician who makes the suspicion that is best by a measure of what is left after it",
        example: "measure(by=entropy)",
        settings: &[
            (
                "by",
                "bits open of the envelope, deals, worlds as the public sees them, or the chance to know it: entropy, deals, worlds, win [default: entropy]",
            ),
            OWN,
            DRAWS,
            SHOWS,
            ACCUSES,
            OTHERS,
            GAMES,
        ],
        make: player,
    },
    StrategyEntry {
        word: "lookahead",
        about: "Plays Cluedo as a perfect logician who plays games on in drawn deals with at most four suspicions, and makes the best of them",
        example: "lookahead(plays=60)",
        settings: &[
            ("plays", "so many games are played on for each suspicion that is tried [default: 60]"),
            OWN,
            DRAWS,
            SHOWS,
            (
                "accuses",
                "when certain, or when that wins more often: certain, weighed [default: weighed]",
            ),
            OTHERS,
            GAMES,
        ],
        make: player,
    },
    StrategyEntry {
        word: ASSISTANT,
        about: "Plays Cluedo as the assistant advises: suggest, show, guess?",
        example: "assistant(others=perfect)",
        settings: &[
            ("accuses", "as advised, or when certain: weighed, certain [default: weighed]"),
            OTHERS,
            ("games", "so many games are played on to tell whether to accuse [default: 4000]"),
            ("seed", "where the drawing of deals starts [default: 1]"),
        ],
        make: player,
    },
    StrategyEntry {
        word: "trader",
        about: "Plays Pit by what it knows of whom it traded with last: offers a suit that they hold, or one that they do not",
        example: "trader(shared=1/2)",
        settings: &[
            (
                "shared",
                "how often it offers a suit that the other holds: 1 is to share, 0 is not to [default: 1/2]",
            ),
            (
                "afterN",
                "how often after trades with player N, such as after2=1/3; after3=1 [default: shared]",
            ),
        ],
        make: trader,
    },
    StrategyEntry {
        word: "shared",
        about: "Plays Pit as a trader who always offers a suit that the other holds",
        example: "shared",
        settings: &[],
        make: shared,
    },
    StrategyEntry {
        word: "distinct",
        about: "Plays Pit as a trader who never offers a suit that the other holds, if there is another",
        example: "distinct",
        settings: &[],
        make: distinct,
    },
    StrategyEntry {
        word: "corner",
        about: "Plays Pit as its rule book advises: keeps the suit it holds most of, and offers others",
        example: "corner(suit=most)",
        settings: &[(
            "suit",
            "which suit it keeps: most, what it holds most of now, or first, what it held most of at first [default: most]",
        )],
        make: keeper,
    },
    StrategyEntry {
        word: "gambler",
        about: "Plays Pit by counting chances: takes the others for traders, and offers what is worth most in the next trade",
        example: "gambler(shared=1/2)",
        settings: &[
            ("shared", "how often it thinks that the others share [default: 1/2]"),
            (
                "sharedN",
                "how often it thinks that player N shares, such as shared1=0 [default: shared]",
            ),
            ("worlds", "the most worlds that it weighs [default: 20000]"),
        ],
        make: gambler,
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

/// How strong somebody wants the others to be.
pub struct Level {
    /// Its word.
    pub word: &'static str,
    /// What stands for it: the first of these that is for the game.
    strategies: &'static [&'static str],
}

/// The levels, the weakest first.
pub const LEVELS: &[Level] = &[
    Level { word: "easy", strategies: &["agent(order=0)", "random"] },
    Level {
        word: "medium",
        strategies: &["agent(order=1)", "corner(suit=most)", "montecarlo(samples=10)"],
    },
    Level {
        word: "hard",
        strategies: &[
            "measure(by=entropy)",
            "logician",
            "gambler",
            "trader(shared=0)",
            "montecarlo(samples=100)",
        ],
    },
];

impl Level {
    /// The level with a word.
    pub fn called(word: &str) -> Option<&'static Self> {
        LEVELS.iter().find(|level| level.word == word)
    }

    /// The strategy that plays at this level.
    pub fn strategy(&self, game: &Arc<dyn Game>) -> Option<Named> {
        let names = self.strategies.iter().filter_map(|name| Named::read(name).ok());
        names.into_iter().find(|name| named_strategy(name, game).is_ok())
    }
}

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

/// The game, if it is Cluedo.
fn cluedo(game: &Arc<dyn Game>) -> Result<Arc<CluedoGame>, NoStrategy> {
    let game: Arc<dyn Any + Send + Sync> = Arc::<dyn Game>::clone(game);
    let no_cluedo = |_| NoStrategy::NotForGame(NotForGame::MadeFor("cluedo"));
    game.downcast::<CluedoGame>().map_err(no_cluedo)
}

fn agent(named: &Named, game: &Arc<dyn Game>) -> MadeStrategy {
    Ok(Box::new(CluedoAgent::new(cluedo(game)?, AgentSettings::named(named)?)))
}

fn player(named: &Named, game: &Arc<dyn Game>) -> MadeStrategy {
    let game = cluedo(game)?;
    if !Dealt::of(game.rules()).fits() {
        return Err(NoStrategy::NotForGame(NotForGame::TooManyCategories));
    }
    let settings = PlayerSettings::named(named);
    let settings = settings.ok_or_else(|| NoStrategy::Unknown(named.word.clone()))??;
    Ok(Box::new(CluedoPlayer::new(game, settings)))
}

/// The game, if it is Pit.
fn pit(game: &Arc<dyn Game>) -> Result<Arc<PitGame>, NoStrategy> {
    let game: Arc<dyn Any + Send + Sync> = Arc::<dyn Game>::clone(game);
    game.downcast::<PitGame>().map_err(|_| NoStrategy::NotForGame(NotForGame::MadeFor("pit")))
}

fn trader(named: &Named, game: &Arc<dyn Game>) -> MadeStrategy {
    let game = pit(game)?;
    let settings = TraderSettings::named(named, game.rules().deck.players())?;
    Ok(Box::new(PitTrader::new(game, settings)))
}

fn shared(_: &Named, game: &Arc<dyn Game>) -> MadeStrategy {
    Ok(Box::new(PitTrader::new(pit(game)?, TraderSettings::constant(Odds::ALWAYS))))
}

fn distinct(_: &Named, game: &Arc<dyn Game>) -> MadeStrategy {
    Ok(Box::new(PitTrader::new(pit(game)?, TraderSettings::constant(Odds::NEVER))))
}

fn keeper(named: &Named, game: &Arc<dyn Game>) -> MadeStrategy {
    let game = pit(game)?;
    let kept = named.one_of("suit", &[("most", KeptSuit::Most), ("first", KeptSuit::First)])?;
    Ok(Box::new(PitKeeper::new(game, kept)))
}

fn gambler(named: &Named, game: &Arc<dyn Game>) -> MadeStrategy {
    let game = pit(game)?;
    let settings = GamblerSettings {
        shared: Odds::setting(named, "shared", "shared")?.unwrap_or(Odds::EVEN),
        by_player: Odds::of_players(named, "sharedN", game.rules().deck.players())?,
        worlds: named.number("worlds", 20_000, 1..=10_000_000)? as usize,
    };
    let gambler = PitGambler::new(game, settings);
    let gambler = gambler.ok_or(NoStrategy::NotForGame(NotForGame::TooManyPositions))?;
    Ok(Box::new(gambler))
}

fn random(_: &Named, _: &Arc<dyn Game>) -> MadeStrategy {
    Ok(Box::new(Uniform))
}

fn logician(named: &Named, game: &Arc<dyn Game>) -> MadeStrategy {
    let positions = named.number("positions", 5_000, 1..=10_000_000)? as usize;
    let epistemic = Arc::clone(game).epistemic().ok_or(NoLogician::NoGoal);
    match epistemic.and_then(|game| Logician::new(game, positions)) {
        Ok(logician) => Ok(Box::new(logician)),
        Err(NoLogician::NoGoal) => Err(NoStrategy::NotForGame(NotForGame::NoGoalOfKnowledge)),
        Err(NoLogician::DrawnChance) => Err(NoStrategy::NotForGame(NotForGame::TooManyPositions)),
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
    fn every_example_is_a_strategy_for_some_game() {
        let [cluedo, pit] = ["cluedo", "pit"].map(|word| named_game(&Named::word(word)));
        let (cluedo, pit) = (cluedo.expect("a game"), pit.expect("a game"));
        for entry in STRATEGIES {
            let named = Named::read(entry.example).expect("a name");
            let games = [game(), Arc::clone(&cluedo), Arc::clone(&pit)];
            let made = games.map(|game| named_strategy(&named, &game).is_ok());
            assert!(made.contains(&true), "{}", entry.example);
        }
    }

    #[test]
    fn every_game_has_a_strategy_of_every_level() {
        let pits = ["pit", "pit(players=7; cards=9)"];
        let others = ["kuhn", "knowledge", "cluedo", "cluedo(deck=2/2/2; players=2)"];
        for game in others.into_iter().chain(pits) {
            let game = named_game(&Named::read(game).expect("a name")).expect("a game");
            let levels: Vec<Named> =
                LEVELS.iter().filter_map(|level| level.strategy(&game)).collect();
            assert_eq!(levels.len(), LEVELS.len(), "{game:?}");
            assert!(levels.windows(2).all(|pair| pair[0] != pair[1]), "{game:?}: {levels:?}");
        }
        assert!(Level::called("mild").is_none());
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
        let elsewhere = Some(NoStrategy::NotForGame(NotForGame::MadeFor("pit")));
        for word in ["trader", "shared", "distinct", "corner", "gambler"] {
            assert_eq!(named_strategy(&Named::word(word), &kuhn).err(), elsewhere);
        }
        let pit = named_game(&Named::word("pit")).expect("a game");
        for wrong in ["shared=2", "shared=-1", "shared=1.5", "after4=1", "after2=x", "with2=1"] {
            let named = Named::read(&format!("trader({wrong})")).expect("a name");
            let refused = named_strategy(&named, &pit).err();
            assert!(matches!(refused, Some(NoStrategy::Setting(_))), "{wrong}: {refused:?}");
        }
        let large = named_game(&Named::read("pit(players=7; cards=9)").expect("a name"));
        let refused = named_strategy(&Named::word("gambler"), &large.expect("a game")).err();
        assert_eq!(refused, Some(NoStrategy::NotForGame(NotForGame::TooManyPositions)));
    }
}
