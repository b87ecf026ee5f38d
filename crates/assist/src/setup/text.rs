//! Set-ups as text: one line for each thing that is said, `what: value`, in any order.

use super::{Draft, Mistake, Setup, SetupFlaw};
use crate::habit::Habit;
use hexa_games::cluedo::card_list::CardList;
use hexa_games::cluedo::deck::Deck;
use hexa_games::cluedo::edition::{
    Accuser, AfterAccusing, Asked, Edition, LastPlayer, Players, Staying, WrongAccusation,
};
use hexa_logic::Agent;

/// What can be set, except for categories of cards.
const KEYS: &[&str] = &[
    "edition",
    "players",
    "me",
    "hands",
    "hand",
    "face up",
    "logicians",
    "perfect",
    "forgetful",
    "wrong accusations",
    "after accusing",
    "accuser",
    "answers",
    "last player",
    "staying",
    "number of players",
];

/// A category of an own deck: `category rooms: hall, study (office)`.
const CATEGORY: &str = "category ";

/// No cards.
const NONE: &str = "none";

/// The edition with own cards only.
const OWN: &str = "own";

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
const ACCUSER: Rule<Accuser> =
    Rule("accuser", [(Accuser::Looks, "looks"), (Accuser::DoesNotLook, "does not look")]);
const ASKED: Rule<Asked> =
    Rule("answers", [(Asked::UntilOneShows, "until one shows"), (Asked::Everybody, "everybody")]);
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
        "edition" => draft.deck = Some(edition_deck(value)?),
        "me" => draft.me = Some(value.to_owned()),
        "hands" => draft.sizes = sizes(value)?,
        "hand" => draft.hand = list(value),
        "face up" => draft.face_up = list(value),
        "logicians" => set_habit(draft, Habit::Logician, list(value)),
        "perfect" => set_habit(draft, Habit::Perfect, list(value)),
        "forgetful" => set_habit(draft, Habit::Forgetful, list(value)),
        "wrong accusations" => draft.edition.wrong_accusation = WRONG_ACCUSATION.read(value)?,
        "after accusing" => draft.edition.after_accusing = AFTER_ACCUSING.read(value)?,
        "accuser" => draft.edition.accuser = ACCUSER.read(value)?,
        "answers" => draft.edition.asked = ASKED.read(value)?,
        "last player" => draft.edition.last_player = LAST_PLAYER.read(value)?,
        "staying" => draft.edition.staying = STAYING.read(value)?,
        "number of players" => draft.edition.players = PLAYERS.read(value)?,
        _ => match key.strip_prefix(CATEGORY) {
            Some(name) => set_category(draft, name.trim(), value),
            None => {
                let similar = hexa_games::cluedo::names::similar(&key, KEYS.iter().copied());
                let similar = similar.into_iter().map(str::to_owned).collect();
                return Err(SetupFlaw::UnknownKey { key, similar });
            }
        },
    }
    Ok(())
}

/// The players with a habit, in place of others.
pub(crate) fn set_habit(draft: &mut Draft, habit: Habit, players: Vec<String>) {
    draft.habits.retain(|(other, _)| *other != habit);
    draft.habits.extend(players.into_iter().map(|player| (habit, player)));
}

/// What a habit is called in a set-up.
pub fn habit_key(habit: Habit) -> &'static str {
    match habit {
        Habit::Logician => "logicians",
        Habit::Perfect => "perfect",
        Habit::Forgetful => "forgetful",
    }
}

/// Other cards in a category that there is, or one category more. Before anything else is said of the cards, the first category
/// that is not a classic one begins a deck of its own.
fn set_category(draft: &mut Draft, name: &str, value: &str) {
    let classic = Deck::classic();
    let place = |deck: &Deck| deck.categories().iter().position(|one| one.name == name);
    let deck = draft.deck.take();
    let deck = deck.unwrap_or_else(|| match place(&classic) {
        Some(_) => classic.clone(),
        None => Deck::empty(),
    });
    let cards = match value.eq_ignore_ascii_case(NONE) {
        true => Vec::new(),
        false => named_cards(value),
    };
    draft.deck = Some(match place(&deck) {
        Some(at) => deck.with_category(at, &cards),
        None if cards.is_empty() => deck,
        None => {
            let mut deck = deck;
            let known = place(&classic).map(|at| classic.categories()[at].aliases.clone());
            deck.add_category(name, known.unwrap_or_default());
            cards.iter().for_each(|(card, others)| deck.add_card(card, others.clone()));
            deck
        }
    });
}

/// `plum (professor plum, prof), green`
fn named_cards(value: &str) -> Vec<(String, Vec<String>)> {
    let (mut rest, mut cards) = (value, Vec::new());
    while !rest.trim().is_empty() {
        let end = rest.find([',', '(']).unwrap_or(rest.len());
        let (card, after) = rest.split_at(end);
        let (aliases, after) = match after.strip_prefix('(') {
            Some(inside) => inside.split_once(')').unwrap_or((inside, "")),
            None => ("", after),
        };
        if !card.trim().is_empty() {
            cards.push((spaced(card), list(aliases)));
        }
        rest = after.trim_start().strip_prefix(',').unwrap_or(after);
    }
    cards
}

/// The deck of an edition by its name; `own` has no cards yet.
fn edition_deck(value: &str) -> Result<Deck, SetupFlaw> {
    if value.eq_ignore_ascii_case(OWN) {
        return Ok(Deck::empty());
    }
    CardList::called(value).map(|list| Deck::of(&list)).ok_or_else(|| SetupFlaw::UnknownEdition {
        text: value.to_owned(),
        known: CardList::ALL.iter().map(|list| list.names[0]).collect(),
    })
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

/// A set-up of which something is said anew: one or more lines, with `;` between them.
pub fn amend(setup: &Setup, lines: &str) -> Result<Setup, Vec<SetupFlaw>> {
    let told =
        |mistakes: Vec<Mistake>| mistakes.into_iter().map(|one| one.flaw).collect::<Vec<_>>();
    let mut draft = draft(&write(setup)).map_err(told)?;
    let old = draft.players.clone();
    let mut set = Vec::new();
    for line in lines.split(';').map(str::trim).filter(|line| !line.is_empty()) {
        read_line(line, &mut draft, &mut set).map_err(|flaw| vec![flaw])?;
    }
    let (new, is_set) = (draft.players.clone(), |key: &str| set.iter().any(|one| one == key));
    // Who is called otherwise now has the same seat.
    let rename = |name: &mut String| {
        let seat = old.iter().position(|one| one.eq_ignore_ascii_case(name));
        if let Some(other) = seat.and_then(|seat| new.get(seat))
            && !new.iter().any(|one| one.eq_ignore_ascii_case(name))
        {
            *name = other.clone();
        }
    };
    draft.me.iter_mut().filter(|_| !is_set("me")).for_each(rename);
    draft.habits.iter_mut().map(|(_, name)| name).for_each(rename);
    let fits = draft.sizes.len() == draft.players.len() && !is_set("face up");
    if !is_set("hands") && !fits {
        draft.sizes.clear();
    }
    draft.settle()
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
    text += &match CardList::ALL.into_iter().find(|list| is_deck_of(setup, list)) {
        Some(CardList::CLASSIC) => String::new(),
        Some(list) => format!("edition: {}\n", list.names[0]),
        None => format!("edition: {OWN}\n{}", deck_text(setup.deck())),
    };
    let cards = |cards: Vec<&str>| cards.join(", ");
    text += &format!(
        "hand: {}\n",
        cards(setup.hand().iter().map(|&card| setup.deck().name(card)).collect())
    );
    let open: Vec<&str> = face_up(setup.deck()).collect();
    if !open.is_empty() {
        text += &format!("face up: {}\n", cards(open));
    }
    for habit in Habit::ALL {
        let players = setup.players().filter(|&player| setup.has_habit(habit, player));
        let players: Vec<Agent> = players.collect();
        if !players.is_empty() {
            text += &format!("{}: {}\n", habit_key(habit), named(players));
        }
    }
    text + &rules_text(setup.edition())
}

fn face_up(deck: &Deck) -> impl Iterator<Item = &str> {
    deck.cards().skip(deck.dealt_count()).map(|card| deck.name(card))
}

/// Whether a set-up has the cards of an edition.
fn is_deck_of(setup: &Setup, list: &CardList) -> bool {
    let deck = Deck::of(list);
    let open: Vec<&str> = face_up(setup.deck()).collect();
    let open: Vec<_> = deck.cards().filter(|&card| open.contains(&deck.name(card))).collect();
    *setup.deck() == deck.lay_open(&open)
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
        ACCUSER.line(edition.accuser),
        ASKED.line(edition.asked),
        LAST_PLAYER.line(edition.last_player),
        STAYING.line(edition.staying),
        PLAYERS.line(edition.players),
    ];
    rules.into_iter().flatten().collect()
}
