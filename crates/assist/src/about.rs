//! Which card, and whose, a question is about: `plum at bob`, `bob has not plum`, `hall`.

use crate::setup::Setup;
use crate::sheet::{Mark, Sheet};
use hexa_engine::deals::Fact;
use hexa_logic::{Card, Holder};

/// What a question is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    /// The card.
    pub card: Card,
    /// Who may have it, if that is said.
    pub holder: Option<Holder>,
}

/// Why a question is about nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotAbout {
    /// This is neither a card nor a player.
    Unknown {
        /// What was written.
        text: String,
        /// What looks like it.
        similar: Vec<String>,
    },
    /// This could be several.
    Several {
        /// What was written.
        text: String,
        /// What it could be.
        names: Vec<String>,
    },
    /// No card is named.
    NoCard,
    /// Too much is named.
    TooMuch(String),
    /// The card lies face up.
    FaceUp(Card),
}

/// Words that say nothing here.
const SILENT: &[&str] = &[
    "at", "in", "has", "have", "not", "no", "the", "with", "is", "does", "hand", "of", "holds",
    "lacks",
];

/// Reads what a question is about.
pub fn about(setup: &Setup, text: &str) -> Result<About, NotAbout> {
    let (mut card, mut holder) = (None, None);
    let words = text.split(|c: char| c.is_whitespace() || ",.?:".contains(c));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        let lower = word.to_lowercase();
        at += 1;
        if SILENT.contains(&lower.as_str()) {
            continue;
        }
        let found = holder_meant(setup, &lower);
        let (many, cards) = cards_meant(setup, &words[at - 1..]);
        match (&cards[..], found) {
            (_, Some(found)) if is_name(setup, &lower) || card.is_some() => {
                set(&mut holder, found, word)?;
            }
            ([one], _) => {
                at += many - 1;
                set(&mut card, *one, word)?;
            }
            (_, Some(found)) => set(&mut holder, found, word)?,
            ([], None) => {
                let similar = setup.deck().similar(word).into_iter().map(str::to_owned).collect();
                return Err(NotAbout::Unknown { text: word.to_owned(), similar });
            }
            (several, None) => {
                let names =
                    several.iter().map(|&card| setup.deck().name(card).to_owned()).collect();
                return Err(NotAbout::Several { text: word.to_owned(), names });
            }
        }
    }
    let card = card.ok_or(NotAbout::NoCard)?;
    match setup.deck().is_dealt(card) {
        true => Ok(About { card, holder }),
        false => Err(NotAbout::FaceUp(card)),
    }
}

impl About {
    /// What is certain of it; none, if nothing is. Without a holder it is about who has the card, or about the envelope.
    pub fn fact(&self, sheet: &Sheet) -> Option<Fact> {
        let holder = self.place(sheet);
        match sheet.mark(holder, self.card) {
            Mark::Yes => Some(Fact::Holds(holder, self.card)),
            Mark::No => Some(Fact::Lacks(holder, self.card)),
            Mark::Open => None,
        }
    }

    /// Whose card it is about.
    pub fn place(&self, sheet: &Sheet) -> Holder {
        self.holder.or_else(|| sheet.holder_of(self.card)).unwrap_or(Holder::Table)
    }
}

fn set<T>(place: &mut Option<T>, found: T, word: &str) -> Result<(), NotAbout> {
    match place.replace(found) {
        Some(_) => Err(NotAbout::TooMuch(word.to_owned())),
        None => Ok(()),
    }
}

fn is_name(setup: &Setup, word: &str) -> bool {
    word == "me" || setup.players().any(|player| setup.name(player).to_lowercase() == word)
}

fn holder_meant(setup: &Setup, word: &str) -> Option<Holder> {
    match word {
        "envelope" | "table" => Some(Holder::Table),
        _ => match setup.players_called(word)[..] {
            [player] => Some(Holder::Agent(player)),
            _ => None,
        },
    }
}

/// The cards that the first words can mean, and how many words those are.
fn cards_meant(setup: &Setup, words: &[&str]) -> (usize, Vec<Card>) {
    for many in (1..=words.len().min(4)).rev() {
        let found = setup.deck().cards_called(&words[..many].join(" "));
        if !found.is_empty() {
            return (many, found);
        }
    }
    (1, Vec::new())
}
