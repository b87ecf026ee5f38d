//! Set-ups as text: one line for each thing that is said, `what: value`, in any order.

use super::{Draft, Mistake, Setup, SetupFlaw};
use hexa_games::cluedo::deck::Deck;
use hexa_games::cluedo::edition::{
    AfterAccusing, Edition, LastPlayer, Players, Staying, WrongAccusation,
};
use hexa_logic::Agent;

/// What can be set, except for categories of cards.
const KEYS: &[&str] = &[
    "players",
    "me",
    "hands",
    "hand",
    "face up",
    "logicians",
    "wrong accusations",
    "after accusing",
    "last player",
    "staying",
    "number of players",
];

/// A category of an own deck: `category rooms: hall, study (office)`.
const CATEGORY: &str = "category ";

/// A rule with its values as they are written, the usual one first.
struct Rule<T: 'static>(&'static str, [(T, &'static str); 2]);

const WRONG_ACCUSATION: Rule<WrongAccusation> = Rule(
    "wrong accusations",
    [(WrongAccusation::NotHeard, "not heard"), (WrongAccusation::Heard, "heard")],
);
const AFTER_ACCUSING: Rule<AfterAccusing> = Rule(
    "after accusing",
    [(AfterAccusing::StillShow, "still show"), (AfterAccusing::NotAsked, "not asked")],
);
const LAST_PLAYER: Rule<LastPlayer> =
    Rule("last player", [(LastPlayer::Wins, "wins"), (LastPlayer::MustAccuse, "must accuse")]);
const STAYING: Rule<Staying> =
    Rule("staying", [(Staying::Allowed, "allowed"), (Staying::Forbidden, "forbidden")]);
const PLAYERS: Rule<Players> = Rule(
    "number of players",
    [(Players::ThreeToSix, "3 to 6"), (Players::TwoAllowed, "2 allowed")],
);

impl<T: Copy + PartialEq> Rule<T> {
    fn read(&self, value: &str) -> Result<T, SetupFlaw> {
        let found = self.1.iter().find(|(_, text)| *text == value.to_lowercase());
        found.map(|(value, _)| *value).ok_or_else(|| SetupFlaw::UnknownValue {
            key: self.0.to_owned(),
            value: value.to_owned(),
            allowed: self.1.iter().map(|(_, text)| (*text).to_owned()).collect(),
        })
    }

    /// As it is written, unless it is the usual one.
    fn line(&self, value: T) -> Option<String> {
        let at = self.1.iter().position(|(other, _)| *other == value)?;
        (at > 0).then(|| format!("{}: {}\n", self.0, self.1[at].1))
    }
}

/// Reads a set-up. Empty lines and those that start with `#` say nothing.
pub fn read(text: &str) -> Result<Setup, Vec<Mistake>> {
    let told = |flaw: SetupFlaw| Mistake { line: None, flaw };
    draft(text)?.settle().map_err(|flaws| flaws.into_iter().map(told).collect())
}

/// Reads a set-up that need not be complete.
pub fn draft(text: &str) -> Result<Draft, Vec<Mistake>> {
    // Some editors mark the start of a text.
    let text = text.trim_start_matches('\u{feff}');
    let (mut draft, mut mistakes, mut set) = (Draft::default(), Vec::new(), Vec::new());
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let read = read_line(line, &mut draft, &mut set);
        mistakes.extend(read.err().map(|flaw| Mistake { line: Some(at + 1), flaw }));
    }
    if mistakes.is_empty() { Ok(draft) } else { Err(mistakes) }
}

/// Sets one thing.
pub(crate) fn set_line(line: &str, draft: &mut Draft) -> Result<(), SetupFlaw> {
    read_line(line, draft, &mut Vec::new())
}

fn read_line(line: &str, draft: &mut Draft, set: &mut Vec<String>) -> Result<(), SetupFlaw> {
    let (key, value) = line.split_once(':').ok_or_else(|| SetupFlaw::NoColon(line.to_owned()))?;
    let (key, value) = (key.trim().to_lowercase(), value.trim());
    if set.contains(&key) {
        return Err(SetupFlaw::KeyTwice(key));
    }
    set.push(key.clone());
    match key.as_str() {
        "players" => draft.players = list(value),
        "me" => draft.me = Some(value.to_owned()),
        "hands" => draft.sizes = sizes(value)?,
        "hand" => draft.hand = list(value),
        "face up" => draft.face_up = list(value),
        "logicians" => draft.logicians = list(value),
        "wrong accusations" => draft.edition.wrong_accusation = WRONG_ACCUSATION.read(value)?,
        "after accusing" => draft.edition.after_accusing = AFTER_ACCUSING.read(value)?,
        "last player" => draft.edition.last_player = LAST_PLAYER.read(value)?,
        "staying" => draft.edition.staying = STAYING.read(value)?,
        "number of players" => draft.edition.players = PLAYERS.read(value)?,
        _ => match key.strip_prefix(CATEGORY) {
            Some(name) => add_category(draft.deck.get_or_insert_with(Deck::empty), name, value),
            None => {
                let similar = hexa_games::cluedo::names::similar(&key, KEYS.iter().copied());
                let similar = similar.into_iter().map(str::to_owned).collect();
                return Err(SetupFlaw::UnknownKey { key, similar });
            }
        },
    }
    Ok(())
}

/// `plum (professor plum, prof), green`
fn add_category(deck: &mut Deck, name: &str, value: &str) {
    deck.add_category(name.trim(), Vec::new());
    let mut rest = value;
    while !rest.trim().is_empty() {
        let end = rest.find([',', '(']).unwrap_or(rest.len());
        let (card, after) = rest.split_at(end);
        let (aliases, after) = match after.strip_prefix('(') {
            Some(inside) => inside.split_once(')').unwrap_or((inside, "")),
            None => ("", after),
        };
        if !card.trim().is_empty() {
            deck.add_card(&spaced(card), list(aliases));
        }
        rest = after.trim_start().strip_prefix(',').unwrap_or(after);
    }
}

/// The parts between commas.
pub(crate) fn list(value: &str) -> Vec<String> {
    value.split(',').map(spaced).filter(|part| !part.is_empty()).collect()
}

/// With single spaces between words.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Numbers between commas or spaces.
pub(crate) fn sizes(value: &str) -> Result<Vec<usize>, SetupFlaw> {
    let parts = value.split([',', ' ', '/']).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().map_err(|_| SetupFlaw::NoNumber(part.to_owned()))).collect()
}

/// A set-up as it is read back.
pub fn write(setup: &Setup) -> String {
    let named = |players: Vec<Agent>| -> String {
        players.into_iter().map(|player| setup.name(player)).collect::<Vec<_>>().join(", ")
    };
    let mut text = format!("players: {}\n", named(setup.players().collect()));
    text += &format!("me: {}\n", setup.name(setup.me()));
    let sizes: Vec<String> = setup.players().map(|player| setup.size(player).to_string()).collect();
    text += &format!("hands: {}\n", sizes.join(" "));
    if *setup.deck() != Deck::classic().lay_open(&classic_face_up(setup)) {
        text += &deck_text(setup.deck());
    }
    let cards = |cards: Vec<&str>| cards.join(", ");
    text += &format!(
        "hand: {}\n",
        cards(setup.hand().iter().map(|&card| setup.deck().name(card)).collect())
    );
    let open: Vec<&str> = face_up(setup.deck()).collect();
    if !open.is_empty() {
        text += &format!("face up: {}\n", cards(open));
    }
    let logicians: Vec<Agent> =
        setup.players().filter(|&player| setup.is_logician(player)).collect();
    if !logicians.is_empty() {
        text += &format!("logicians: {}\n", named(logicians));
    }
    text + &rules_text(setup.edition())
}

fn face_up(deck: &Deck) -> impl Iterator<Item = &str> {
    deck.cards().skip(deck.dealt_count()).map(|card| deck.name(card))
}

/// The cards of the classic deck that are called like those face up.
fn classic_face_up(setup: &Setup) -> Vec<hexa_logic::Card> {
    let classic = Deck::classic();
    let open: Vec<&str> = face_up(setup.deck()).collect();
    classic.cards().filter(|&card| open.contains(&classic.name(card))).collect()
}

fn deck_text(deck: &Deck) -> String {
    let card = |&card: &hexa_logic::Card| match deck.aliases(card) {
        [] => deck.name(card).to_owned(),
        aliases => format!("{} ({})", deck.name(card), aliases.join(", ")),
    };
    let line = |category: &hexa_games::cluedo::deck::Category| {
        let cards: Vec<String> = category.cards.iter().map(card).collect();
        format!("{CATEGORY}{}: {}\n", category.name, cards.join(", "))
    };
    deck.categories().iter().map(line).collect()
}

/// The rules that are not the usual ones.
fn rules_text(edition: Edition) -> String {
    let rules = [
        WRONG_ACCUSATION.line(edition.wrong_accusation),
        AFTER_ACCUSING.line(edition.after_accusing),
        LAST_PLAYER.line(edition.last_player),
        STAYING.line(edition.staying),
        PLAYERS.line(edition.players),
    ];
    rules.into_iter().flatten().collect()
}
