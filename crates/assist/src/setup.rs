//! What is known before the first move: who sits where, how many cards everybody has, which are mine, and which lie face up.
//!
//! Cards face up are left out of the deal, and their categories are smaller. They could as well be the hand of somebody
//! who never plays; but nobody can show them, so that leaving them out of every question says the same, the seats stay
//! those of the players, and there are fewer deals.

mod text;

pub use text::{amend, draft, read, write};
pub(crate) use text::{set_habit, set_line, sizes};

use crate::advice::Strength;
use crate::habit::Habit;
use hexa_engine::Limits;
use hexa_engine::deals::{Dealing, Event, Misdealt, Record, Witness};
use hexa_games::cluedo::deck::Deck;
use hexa_games::cluedo::edition::{Edition, Players};
use hexa_games::cluedo::names::fold;
use hexa_logic::{Agent, Card, Holder, Vocabulary};

/// Words that stand for somebody or something else than a player.
pub const RESERVED: &[&str] = &[
    "envelope",
    "table",
    "everybody",
    "everyone",
    "all",
    "somebody",
    "someone",
    "nobody",
    "none",
    "no",
    "noone",
    "others",
    "rest",
    "shows",
    "face",
    "back",
];

/// What somebody says of the set-up, before it is looked at.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Draft {
    /// The rules.
    pub edition: Edition,
    /// The cards, if it is not the classic deck.
    pub deck: Option<Deck>,
    /// The players in the order in which they sit, from the one on who got the first card.
    pub players: Vec<String>,
    /// Who uses the assistant, if no player is called so.
    pub me: Option<String>,
    /// How many cards the players have, if not as even as possible.
    pub sizes: Vec<usize>,
    /// My cards.
    pub hand: Vec<String>,
    /// Cards that everybody sees.
    pub face_up: Vec<String>,
    /// Players with a habit.
    pub habits: Vec<(Habit, String)>,
}

/// What is wrong with a set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupFlaw {
    /// So many cannot play.
    PlayerCount {
        /// How many there are.
        count: usize,
        /// How many there must be at least.
        least: usize,
    },
    /// This is no name: words of letters, digits, `-` and `_`.
    NoName(String),
    /// This word means something else.
    Reserved(String),
    /// Two players are called so.
    SameName(String),
    /// It is not said who uses the assistant.
    NoMe,
    /// There is no such player.
    UnknownPlayer(String),
    /// There is no such card.
    UnknownCard {
        /// What was written.
        text: String,
        /// What looks like it.
        similar: Vec<String>,
    },
    /// Several cards could be meant.
    SeveralCards {
        /// What was written.
        text: String,
        /// The cards.
        cards: Vec<String>,
    },
    /// A card is named twice.
    CardTwice(String),
    /// Two cards are called so.
    SameCardName(String),
    /// There must be at least one category, and in each at least one card that is not face up.
    EmptyCategory(String),
    /// The deck has no cards.
    NoCards,
    /// There are not so many sizes of hands as players.
    SizeCount {
        /// How many players there are.
        players: usize,
        /// How many sizes are given.
        sizes: usize,
    },
    /// The hands do not add up.
    SizeSum {
        /// How many cards are in the hands, as they are given.
        given: usize,
        /// How many there should be.
        dealt: usize,
    },
    /// My hand has another size.
    HandSize {
        /// How many cards are named.
        given: usize,
        /// How many I have.
        size: usize,
    },
    /// It cannot be dealt so.
    Misdealt(Misdealt),
    /// A line of a file has no `:`.
    NoColon(String),
    /// A line of a file sets something that there is not.
    UnknownKey {
        /// What.
        key: String,
        /// What looks like it.
        similar: Vec<String>,
    },
    /// Something is set twice.
    KeyTwice(String),
    /// A setting does not have this value.
    UnknownValue {
        /// Which setting.
        key: String,
        /// What is written.
        value: String,
        /// What could be written.
        allowed: Vec<String>,
    },
    /// This should be a number.
    NoNumber(String),
    /// This is what happens in a game, which has not begun.
    MoveBeforeGame(String),
    /// There is no such edition.
    UnknownEdition {
        /// What is written.
        text: String,
        /// Those that there are.
        known: Vec<&'static str>,
    },
}

/// Something wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The line of the file, from 1 on.
    pub line: Option<usize>,
    /// What is wrong.
    pub flaw: SetupFlaw,
}

/// A set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    edition: Edition,
    deck: Deck,
    players: Vec<String>,
    me: Agent,
    sizes: Vec<usize>,
    hand: Vec<Card>,
    habits: Vec<(Habit, Agent)>,
}

impl Draft {
    /// The set-up, or all that is wrong with it.
    pub fn settle(&self) -> Result<Setup, Vec<SetupFlaw>> {
        let mut flaws = self.player_flaws();
        let deck = self.open_deck(&mut flaws);
        let me = self.me();
        if me.is_none() {
            flaws.push(self.me.clone().map_or(SetupFlaw::NoMe, SetupFlaw::UnknownPlayer));
        }
        let sizes = self.hand_sizes(&deck, &mut flaws);
        let hand = cards(&deck, &self.hand, &mut flaws);
        if let (Some(me), true) = (me, flaws.is_empty()) {
            let size = sizes[me.index()];
            let given = hand.iter().filter(|&&card| deck.is_dealt(card)).count();
            let open = hand.iter().filter(|&&card| !deck.is_dealt(card));
            flaws.extend(open.map(|&card| SetupFlaw::CardTwice(deck.name(card).to_owned())));
            if given != size {
                flaws.push(SetupFlaw::HandSize { given, size });
            }
        }
        let mut habits = Vec::new();
        for (habit, name) in &self.habits {
            match self.player(name) {
                Some(player) => habits.push((*habit, player)),
                None => flaws.push(SetupFlaw::UnknownPlayer(name.clone())),
            }
        }
        habits.sort_unstable();
        habits.dedup();
        match (me, flaws.is_empty()) {
            (Some(me), true) => {
                let (edition, players) = (self.edition, self.players.clone());
                Ok(Setup { edition, deck, players, me, sizes, hand, habits })
            }
            _ => Err(flaws),
        }
    }

    /// What is wrong with the players.
    pub fn player_flaws(&self) -> Vec<SetupFlaw> {
        let least = match self.edition.players {
            Players::ThreeToSix => 3,
            Players::TwoAllowed => 2,
        };
        let (count, mut flaws) = (self.players.len(), Vec::new());
        if count < least || (count > 6 && self.deck.is_none()) {
            flaws.push(SetupFlaw::PlayerCount { count, least });
        }
        for (at, name) in self.players.iter().enumerate() {
            let part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ' | '.' | '\'');
            let (same, lower) = (|other: &String| is_same(other, name), name.to_lowercase());
            let first = lower.split(' ').next().unwrap_or_default();
            // A stop or a stroke that stands alone would be read as a mark between two things.
            let is_word = |word: &str| word.chars().any(char::is_alphanumeric);
            if fold(name).is_empty()
                || !name.chars().all(part)
                || !name.split(' ').all(is_word)
                || name.chars().all(|c| c.is_ascii_digit())
            {
                flaws.push(SetupFlaw::NoName(name.clone()));
            } else if RESERVED.contains(&first) || crate::command::is_word(first) {
                flaws.push(SetupFlaw::Reserved(name.clone()));
            } else if self.players[..at].iter().any(same) {
                flaws.push(SetupFlaw::SameName(name.clone()));
            }
        }
        flaws
    }

    /// Who uses the assistant.
    pub fn me(&self) -> Option<Agent> {
        self.player(self.me.as_deref().unwrap_or("me"))
    }

    /// How many cards everybody has: as even as possible, the first players first.
    pub fn even_sizes(&self, deck: &Deck) -> Vec<usize> {
        let (players, dealt) = (self.players.len().max(1), hands_total(deck));
        (0..self.players.len())
            .map(|at| dealt / players + usize::from(at < dealt % players))
            .collect()
    }

    fn player(&self, name: &str) -> Option<Agent> {
        let place = self.players.iter().position(|other| is_same(other, name));
        place.map(Agent::from_index)
    }

    /// The deck with the cards that lie face up, and what is wrong with it.
    pub fn open_deck(&self, flaws: &mut Vec<SetupFlaw>) -> Deck {
        let deck = self.deck.clone().unwrap_or_else(Deck::classic);
        for card in deck.cards() {
            let called = |other: &Card| is_same(deck.name(*other), deck.name(card));
            if deck.cards().take(card.index()).any(|other| called(&other)) {
                flaws.push(SetupFlaw::SameCardName(deck.name(card).to_owned()));
            }
        }
        let open = cards(&deck, &self.face_up, flaws);
        let deck = deck.lay_open(&open);
        if deck.categories().is_empty() {
            flaws.push(SetupFlaw::NoCards);
        }
        for (category, dealt) in deck.categories().iter().zip(deck.dealt_categories()) {
            if dealt.is_empty() {
                flaws.push(SetupFlaw::EmptyCategory(category.name.clone()));
            }
        }
        deck
    }

    pub(crate) fn hand_sizes(&self, deck: &Deck, flaws: &mut Vec<SetupFlaw>) -> Vec<usize> {
        if self.sizes.is_empty() {
            return self.even_sizes(deck);
        }
        let (players, sizes) = (self.players.len(), self.sizes.len());
        let given = self.sizes.iter().fold(0usize, |sum, &size| sum.saturating_add(size));
        if players != sizes {
            flaws.push(SetupFlaw::SizeCount { players, sizes });
        } else if given != hands_total(deck) {
            flaws.push(SetupFlaw::SizeSum { given, dealt: hands_total(deck) });
        }
        self.sizes.clone()
    }
}

/// How many cards are in all hands together.
fn hands_total(deck: &Deck) -> usize {
    deck.dealt_count().saturating_sub(deck.categories().len())
}

fn is_same(one: &str, two: &str) -> bool {
    fold(one) == fold(two)
}

/// The cards that a line names, each once.
pub fn cards_named(deck: &Deck, line: &str, flaws: &mut Vec<SetupFlaw>) -> Vec<Card> {
    cards(deck, &card_phrases(deck, line), flaws)
}

/// Names of cards: between commas, or as many words as are a name together.
pub(crate) fn card_phrases(deck: &Deck, line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in line.split(',') {
        let words: Vec<&str> = part.split_whitespace().collect();
        let mut at = 0;
        while at < words.len() {
            let name =
                |many: &usize| !deck.cards_called(&words[at..at + many].join(" ")).is_empty();
            let many = (1..=words.len() - at).rev().find(name).unwrap_or(1);
            found.push(words[at..at + many].join(" "));
            at += many;
        }
    }
    found
}

/// The cards of these names, each once.
pub(crate) fn cards(deck: &Deck, names: &[String], flaws: &mut Vec<SetupFlaw>) -> Vec<Card> {
    let mut found = Vec::new();
    for text in names {
        match deck.cards_called(text)[..] {
            [card] if found.contains(&card) => {
                flaws.push(SetupFlaw::CardTwice(deck.name(card).to_owned()))
            }
            [card] => found.push(card),
            [] => {
                let similar = deck.similar(text).into_iter().map(str::to_owned).collect();
                flaws.push(SetupFlaw::UnknownCard { text: text.clone(), similar });
            }
            ref several => {
                let cards = several.iter().map(|&card| deck.name(card).to_owned()).collect();
                flaws.push(SetupFlaw::SeveralCards { text: text.clone(), cards });
            }
        }
    }
    found
}

impl Setup {
    /// The rules.
    pub fn edition(&self) -> Edition {
        self.edition
    }

    /// The cards.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// The players, in the order in which they sit.
    pub fn players(&self) -> impl ExactSizeIterator<Item = Agent> + use<> {
        (0..self.players.len()).map(Agent::from_index)
    }

    /// A player's name.
    pub fn name(&self, player: Agent) -> &str {
        &self.players[player.index()]
    }

    /// Who uses the assistant.
    pub fn me(&self) -> Agent {
        self.me
    }

    /// My cards.
    pub fn hand(&self) -> &[Card] {
        &self.hand
    }

    /// How many cards a player has.
    pub fn size(&self, player: Agent) -> usize {
        self.sizes[player.index()]
    }

    /// Whether a player has a habit.
    pub fn has_habit(&self, habit: Habit, player: Agent) -> bool {
        self.habits.contains(&(habit, player))
    }

    /// Whether a player accuses as soon as they can.
    pub fn is_logician(&self, player: Agent) -> bool {
        self.has_habit(Habit::Logician, player)
    }

    /// How well a player reasons: who accuses as soon as they can draws every conclusion.
    pub fn strength(&self, player: Agent) -> Strength {
        match self.has_habit(Habit::Perfect, player) || self.is_logician(player) {
            true => Strength::Perfect,
            false => Strength::Ordinary,
        }
    }

    /// Those who show a card again that they have shown before.
    pub fn remembering(&self) -> impl Iterator<Item = Agent> + '_ {
        self.players().filter(|&player| !self.has_habit(Habit::Forgetful, player))
    }

    /// The set-up with the other opinion of a player.
    pub fn turn_habit(&self, habit: Habit, player: Agent) -> Self {
        let mut habits = self.habits.clone();
        match habits.iter().position(|&one| one == (habit, player)) {
            Some(at) => _ = habits.remove(at),
            None => habits.push((habit, player)),
        }
        habits.sort_unstable();
        Self { habits, ..self.clone() }
    }

    /// The set-up in which it is not said of a card that I have it.
    pub fn without_own_card(&self, card: Card) -> Self {
        let hand = self.hand.iter().copied().filter(|&one| one != card).collect();
        Self { hand, ..self.clone() }
    }

    /// The set-up with the names of another, as far as its players sit on the same seats and have no names there.
    pub fn with_names_of(&self, other: &Self) -> Self {
        let is_there = |names: &[String], name: &str| names.iter().any(|one| is_same(one, name));
        let name = |(seat, name): (usize, &String)| match other.players.get(seat) {
            Some(new) if !is_there(&other.players, name) && !is_there(&self.players, new) => {
                new.clone()
            }
            Some(_) | None => name.clone(),
        };
        Self { players: self.players.iter().enumerate().map(name).collect(), ..self.clone() }
    }

    /// All who can have a card: the players, then the envelope.
    pub fn holders(&self) -> impl Iterator<Item = Holder> + use<> {
        self.players().map(Holder::Agent).chain([Holder::Table])
    }

    /// The player of that name, or whose name alone starts so, or has that word. `me` is always me.
    pub fn players_called(&self, text: &str) -> Vec<Agent> {
        let text = fold(text);
        let exactly = |player: &Agent| fold(self.name(*player)) == text;
        if let Some(player) = self.players().find(exactly) {
            return vec![player];
        }
        if text == "me" || text == "i" {
            return vec![self.me];
        }
        let starts = |player: &Agent| fold(self.name(*player)).starts_with(&text);
        let found: Vec<Agent> = self.players().filter(starts).collect();
        let has_word =
            |player: &Agent| self.name(*player).split(' ').any(|word| fold(word) == text);
        match found.is_empty() {
            true => self.players().filter(has_word).collect(),
            false => found,
        }
    }

    /// The record in which nothing is known but my cards.
    pub fn record(&self, limits: Limits) -> Result<Record, Misdealt> {
        let mut vocabulary = Vocabulary::default();
        for name in &self.players {
            vocabulary.add_agent(name);
        }
        vocabulary.set_table("envelope");
        for card in self.deck.cards().take(self.deck.dealt_count()) {
            vocabulary.add_card(self.deck.name(card));
        }
        let sizes = self.sizes.iter().copied().chain([self.deck.categories().len()]).collect();
        let categories = self.deck.dealt_categories();
        let dealing = Dealing { categories, limits, ..Dealing::new(&vocabulary, sizes) };
        let mut record = Record::new(&dealing)?;
        for event in self.hand_events() {
            record = record.with(event).map_err(|_| Misdealt::NoDealObeysTheLaw)?;
        }
        Ok(record.with_memory(self.remembering()))
    }

    /// That I have seen my cards.
    fn hand_events(&self) -> impl Iterator<Item = Event> {
        let holder = Holder::Agent(self.me);
        let seen = Witness::Only(self.me);
        self.hand.iter().map(move |&card| Event::Holds { holder, card, seen })
    }
}
