//! The settings of strong players, as their names have them.

use super::assistance::AssistanceSettings;
use super::nowin::Conclusions;
use super::player::{Accusing, Asking, OwnCards, PlayerSettings, Showing};
use crate::cluedo::advice::Strength;
use crate::measures::Measure;
use crate::named::{BadSetting, Named};

const POSSIBLE: (&str, Asking) = ("possible", Asking::Possible);
const ENTROPY: (&str, Asking) = ("entropy", Asking::Measured(Measure::Entropy));

impl PlayerSettings {
    /// The settings of a strong player by its name; `None` if no strong player is called so.
    pub fn named(named: &Named) -> Option<Result<Self, BadSetting>> {
        Some(match &*named.word {
            "perfect" => Self::perfect(named),
            "nowin" => Self::nowin(named),
            "nested" => Self::nested(named),
            "measure" => Self::measure(named),
            "lookahead" => Self::lookahead(named),
            super::ASSISTANT => Self::assistant(named),
            _ => return None,
        })
    }

    fn read(named: &Named, usual: Accusing) -> Result<Self, BadSetting> {
        let accusing = match (named.setting("accuses"), usual) {
            (None, usual) => usual,
            (Some(_), _) => named.one_of(
                "accuses",
                &[("certain", Accusing::Certain), ("weighed", Accusing::Weighed)],
            )?,
        };
        let others = named.one_of(
            "others",
            &[("perfect", Strength::Perfect), ("ordinary", Strength::Ordinary)],
        )?;
        let own = named.one_of("own", &[("yes", OwnCards::Named), ("no", OwnCards::Avoided)])?;
        let games = named.number("games", 1_000, 1..=1_000_000)? as usize;
        let seed = named.number("seed", 1, 0..=u64::MAX)?;
        Ok(Self {
            asking: Asking::Possible,
            own_cards: own,
            showing: named.one_of("shows", &[("again", Showing::Again), ("any", Showing::Any)])?,
            accusing,
            conclusions: Conclusions::Answers,
            draws: named.number("draws", 300, 1..=100_000)? as usize,
            worlds: named.number("worlds", 8, 1..=10_000)? as usize,
            lookahead: named.number("plays", 60, 1..=100_000)? as usize,
            assistance: AssistanceSettings { others, games, seed },
        })
    }

    fn perfect(named: &Named) -> Result<Self, BadSetting> {
        let asking = named.one_of("asks", &[POSSIBLE, ("any", Asking::Any)])?;
        Ok(Self { asking, ..Self::read(named, Accusing::Certain)? })
    }

    fn nowin(named: &Named) -> Result<Self, BadSetting> {
        let asking = named.one_of("asks", &[POSSIBLE, ENTROPY])?;
        let conclusions = Conclusions::NotAccusing;
        Ok(Self { asking, conclusions, ..Self::read(named, Accusing::Certain)? })
    }

    fn nested(named: &Named) -> Result<Self, BadSetting> {
        let asking = named.one_of("asks", &[("bluff", Asking::Bluffing), POSSIBLE, ENTROPY])?;
        let showing = Showing::LeavingMost;
        Ok(Self { asking, showing, ..Self::read(named, Accusing::Certain)? })
    }

    fn measure(named: &Named) -> Result<Self, BadSetting> {
        let measure = named.one_of(
            "by",
            &[
                ("entropy", Measure::Entropy),
                ("deals", Measure::Deals),
                ("worlds", Measure::Worlds),
                ("win", Measure::Win),
            ],
        )?;
        let asking = Asking::Measured(measure);
        Ok(Self { asking, ..Self::read(named, Accusing::Certain)? })
    }

    fn lookahead(named: &Named) -> Result<Self, BadSetting> {
        Ok(Self { asking: Asking::Lookahead, ..Self::read(named, Accusing::Weighed)? })
    }

    fn assistant(named: &Named) -> Result<Self, BadSetting> {
        let mut settings = Self::read(named, Accusing::Weighed)?;
        (settings.asking, settings.showing) = (Asking::Advised, Showing::Advised);
        if named.setting("games").is_none() {
            settings.assistance.games = GAMES_OF_ASSISTANT;
        }
        Ok(settings)
    }
}

/// So many games the assistant plays on at most.
const GAMES_OF_ASSISTANT: usize = 4_000;
