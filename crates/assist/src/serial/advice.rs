//! Advice as data for other programs.

use super::{ChanceObject, FactObject, chance_object};
use crate::advice::confidence::{CONFIDENCE_PERCENT, DrawnChance, Interval};
use crate::advice::{
    Basis, Choice, Close, Guess, Recommendation, ShowAdvice, Shown, SuggestProgress, Suggestion,
    Warning, What,
};
use crate::entry::holder_name;
use crate::words::Words;
use hexa_engine::Limit;
use hexa_engine::deals::{Chance, Left};
use hexa_logic::{Agent, Holder};
use serde::Serialize;

/// So many suspicions are told.
const MOST_SUGGESTED: usize = 20;

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Object<'a> {
    Suggest {
        suspicions: Vec<SuspicionObject<'a>>,
        of: usize,
        finished: bool,
        likely: f64,
        strategy: Option<String>,
    },
    Show {
        choice: &'static str,
        cards: Vec<ShownObject<'a>>,
        drawn: usize,
        strategy: Option<String>,
    },
    Who {
        players: Vec<CloseObject<'a>>,
        out: Vec<&'a str>,
    },
    What(WhatObject<'a>),
    Guess(GuessObject<'a>),
}

#[derive(Serialize)]
pub(super) struct SuspicionObject<'a> {
    cards: Vec<&'a str>,
    gain: f64,
    leak: f64,
    score: f64,
    drawn: Option<usize>,
    settles: Option<ChanceObject>,
    warnings: Option<Vec<WarningObject<'a>>>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum WarningObject<'a> {
    Hand { to: &'a str, card: &'a str, chance: ChanceObject },
    Envelope { to: &'a str, after: String, chance: ChanceObject },
}

#[derive(Serialize)]
pub(super) struct ShownObject<'a> {
    card: &'a str,
    known: ChanceObject,
    #[serde(rename = "envelope bits")]
    table_bits: f64,
    #[serde(rename = "hand bits")]
    hand_bits: f64,
}

#[derive(Serialize)]
pub(super) struct CloseObject<'a> {
    player: &'a str,
    knows: ChanceObject,
    left: LeftObject,
    categories: Vec<CategoryObject<'a>>,
}

#[derive(Serialize)]
struct CategoryObject<'a> {
    category: &'a str,
    knows: ChanceObject,
    left: LeftObject,
}

#[derive(Serialize)]
#[serde(untagged)]
enum LeftObject {
    Counted {
        least: u64,
        most: u64,
    },
    GaveUp {
        #[serde(rename = "gave up")]
        limit: String,
    },
}

#[derive(Serialize)]
pub(super) struct WhatObject<'a> {
    player: &'a str,
    cards: Vec<WhatCardObject<'a>>,
    #[serde(rename = "knows that others know")]
    deeper: Vec<DeeperObject<'a>>,
}

#[derive(Serialize)]
struct WhatCardObject<'a> {
    card: &'a str,
    whereabouts: ChanceObject,
    holds: Vec<PlaceObject<'a>>,
    lacks: Vec<PlaceObject<'a>>,
}

#[derive(Serialize)]
struct PlaceObject<'a> {
    holder: &'a str,
    chance: ChanceObject,
}

#[derive(Serialize)]
struct DeeperObject<'a> {
    player: &'a str,
    knows: FactObject<'a>,
}

#[derive(Serialize)]
pub(super) struct GuessObject<'a> {
    advice: &'static str,
    best: Vec<&'a str>,
    chance: ChanceObject,
    candidates: usize,
    waiting: Option<EstimateObject>,
    rounds: f64,
    threats: Vec<ThreatObject<'a>>,
    drawn: usize,
    strategy: Option<String>,
}

/// An estimate, with the bounds that hold with the stated confidence.
#[derive(Serialize)]
struct EstimateObject {
    estimate: f64,
    low: f64,
    high: f64,
    #[serde(rename = "confidence percent")]
    confidence: u32,
}

#[derive(Serialize)]
struct ThreatObject<'a> {
    player: &'a str,
    wins: EstimateObject,
}

impl<'s> Words<'s> {
    pub(super) fn suggest_object(
        self,
        ranked: &[Suggestion],
        progress: SuggestProgress,
        likely: f64,
        strategy: Option<String>,
    ) -> Object<'s> {
        let suspicions = ranked.iter().take(MOST_SUGGESTED).map(|one| self.suspicion(one));
        let finished = progress == SuggestProgress::Done;
        let (suspicions, of) = (suspicions.collect(), ranked.len());
        Object::Suggest { suspicions, of, finished, likely, strategy }
    }

    fn suspicion(self, one: &Suggestion) -> SuspicionObject<'s> {
        let exact = one.exact.as_ref();
        let warnings = exact.and_then(|exact| exact.warnings.as_ref());
        let drawn = match one.basis {
            Basis::Drawn(many) => Some(many),
            Basis::Exact => None,
        };
        SuspicionObject {
            cards: self.names(&one.cards),
            gain: one.gain,
            leak: one.leak,
            score: one.score,
            drawn,
            settles: exact.map(|exact| chance_object(&exact.settles)),
            warnings: warnings
                .map(|all| all.iter().map(|warning| self.warning_object(warning)).collect()),
        }
    }

    fn warning_object(self, warning: &Warning) -> WarningObject<'s> {
        match warning {
            Warning::Hand { opponent, card, chance } => WarningObject::Hand {
                to: self.setup.name(*opponent),
                card: self.name(*card),
                chance: chance_object(chance),
            },
            Warning::Table { opponent, reply, chance } => WarningObject::Envelope {
                to: self.setup.name(*opponent),
                after: self.reply(reply),
                chance: chance_object(chance),
            },
        }
    }

    pub(super) fn show_object(self, advice: &ShowAdvice, strategy: Option<String>) -> Object<'s> {
        let card = |one: &Shown| ShownObject {
            card: self.name(one.card),
            known: chance_object(&one.knows),
            table_bits: one.table_bits,
            hand_bits: one.hand_bits,
        };
        let choice = match advice.choice {
            Choice::None => "none",
            Choice::Only => "only",
            Choice::Known => "known",
            Choice::Least => "least",
            Choice::Equal => "equal",
            Choice::TooClose => "too close",
        };
        let cards = advice.cards.iter().map(card).collect();
        Object::Show { choice, cards, drawn: advice.courses, strategy }
    }

    pub(super) fn who_object(self, close: &[Close], out: &[Agent]) -> Object<'s> {
        let player = |one: &Close| {
            let categories = self.setup.deck().categories().iter().zip(&one.categories);
            let categories = categories.map(|(category, close)| CategoryObject {
                category: &category.name,
                knows: chance_object(&close.knows),
                left: left_object(&close.left),
            });
            CloseObject {
                player: self.setup.name(one.opponent),
                knows: chance_object(&one.knows),
                left: left_object(&one.left),
                categories: categories.collect(),
            }
        };
        let players = close.iter().map(player).collect();
        Object::Who { players, out: self.player_names(out) }
    }

    pub(super) fn player_names(self, players: &[Agent]) -> Vec<&'s str> {
        players.iter().map(|&player| self.setup.name(player)).collect()
    }

    pub(super) fn what_object(self, what: &What) -> Object<'s> {
        let places = |places: &[(Holder, Chance)]| {
            let place = |(holder, chance): &(Holder, Chance)| PlaceObject {
                holder: holder_name(self.setup, *holder),
                chance: chance_object(chance),
            };
            places.iter().map(place).collect()
        };
        let cards = what.cards.iter().map(|card| WhatCardObject {
            card: self.name(card.card),
            whereabouts: chance_object(&card.whereabouts),
            holds: places(&card.holds),
            lacks: places(&card.lacks),
        });
        let deeper = what.deeper.iter().map(|deep| DeeperObject {
            player: self.setup.name(deep.third),
            knows: self.fact_object(deep.fact),
        });
        Object::What(WhatObject {
            player: self.setup.name(what.opponent),
            cards: cards.collect(),
            deeper: deeper.collect(),
        })
    }

    pub(super) fn guess_object(self, guess: &Guess, strategy: Option<String>) -> Object<'s> {
        let advice = match guess.recommendation {
            Recommendation::Accuse => "accuse",
            Recommendation::Risk => "risk",
            Recommendation::Wait => "wait",
            Recommendation::TooClose => "too close",
        };
        let threats = guess.threats.iter().map(|threat| ThreatObject {
            player: self.setup.name(threat.opponent),
            wins: estimate_object(&threat.wins),
        });
        Object::Guess(GuessObject {
            advice,
            best: self.names(&guess.best.table),
            chance: chance_object(&guess.best.chance),
            candidates: guess.candidates,
            waiting: guess.between.map(|_| estimate_object(&guess.waiting)),
            rounds: guess.rounds,
            threats: threats.collect(),
            drawn: guess.waiting.draws,
            strategy,
        })
    }
}

fn estimate_object(drawn: &DrawnChance) -> EstimateObject {
    let (Interval { low, high }, confidence) = (drawn.interval(), CONFIDENCE_PERCENT);
    EstimateObject { estimate: drawn.value(), low, high, confidence }
}

fn left_object(left: &Result<Left, Limit>) -> LeftObject {
    match left {
        Ok(Left { least, most }) => LeftObject::Counted { least: *least, most: *most },
        Err(limit) => LeftObject::GaveUp { limit: limit.to_string() },
    }
}
