//! The rules of a game of Cluedo as data: the deck, how many cards everybody gets, and what the edition says. Full Cluedo
//! (Cluedo paper sec. 1; thesis 1.1) without a board: whoever is to move may suspect in any room.

use super::card_list::CardList;
use super::deck::Deck;
use super::edition::{Accuser, AfterAccusing, Asked, Edition, LastPlayer, WrongAccusation};
use crate::named::{BadSetting, Named};

/// The fewest and the most players.
pub const CLUEDO_PLAYERS: std::ops::RangeInclusive<usize> = 2..=10;
/// Cards are bits of a word.
pub const MOST_CLUEDO_CARDS: usize = 64;
/// Triples of one card of each category are moves.
const MOST_TRIPLES: usize = 100_000;

/// The rules of a game of Cluedo.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CluedoRules {
    deck: Deck,
    hands: Vec<usize>,
    /// What differs between editions.
    pub edition: Edition,
    /// After so many turns nobody wins.
    pub most_turns: u32,
    /// The settings that differ from the usual ones.
    name: Named,
}

/// Why there is no such game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoCluedo {
    /// So few or so many players cannot play.
    Players(usize),
    /// A deck of so many cards, or so many triples of them, is too large, or there is nothing to find out.
    Deck {
        /// Cards.
        cards: usize,
        /// Triples.
        triples: usize,
    },
    /// The hands need so many cards, and so many are dealt.
    Hands {
        /// What the hands need.
        needed: usize,
        /// What there is.
        dealt: usize,
    },
    /// A setting does not fit.
    Setting(BadSetting),
}

impl From<BadSetting> for NoCluedo {
    fn from(bad: BadSetting) -> Self {
        Self::Setting(bad)
    }
}

/// After so many turns nobody wins, unless it is set otherwise.
const USUAL_TURNS: u32 = 1_000;

impl CluedoRules {
    /// A deck and hands, by the usual rules.
    pub fn new(deck: Deck, hands: &[usize]) -> Result<Self, NoCluedo> {
        if !CLUEDO_PLAYERS.contains(&hands.len()) {
            return Err(NoCluedo::Players(hands.len()));
        }
        let cards = deck.cards().len();
        let sizes = deck.categories().iter().map(|category| category.cards.len());
        let triples = sizes.clone().fold(1usize, usize::saturating_mul);
        let fits = cards <= MOST_CLUEDO_CARDS && (2..=MOST_TRIPLES).contains(&triples);
        if !fits || deck.dealt_count() != cards {
            return Err(NoCluedo::Deck { cards, triples });
        }
        let needed = hands.iter().fold(0usize, |sum, hand| sum.saturating_add(*hand));
        let dealt = cards - deck.categories().len();
        if needed != dealt {
            return Err(NoCluedo::Hands { needed, dealt });
        }
        let name = Named::word("cluedo");
        let (hands, edition) = (hands.to_vec(), Edition::default());
        Ok(Self { deck, hands, edition, most_turns: USUAL_TURNS, name })
    }

    /// The rules with a name, such as `cluedo(players=4; deck=6/6/9)`.
    pub fn named(named: &Named) -> Result<Self, NoCluedo> {
        let (deck, deck_name) = deck(named)?;
        let dealt = deck.dealt_count().saturating_sub(deck.categories().len());
        let (hands, is_even) = match named.numbers("hands")? {
            Some(hands) => {
                let even = even_hands(dealt, hands.len());
                let is_even = hands == even;
                (hands, is_even)
            }
            None => {
                let least = *CLUEDO_PLAYERS.start() as u64;
                let most = *CLUEDO_PLAYERS.end() as u64;
                (even_hands(dealt, named.number("players", 3, least..=most)? as usize), true)
            }
        };
        if let (Some(players), Some(_)) = (named.setting("players"), named.setting("hands"))
            && players != hands.len().to_string()
        {
            let takes = format!("{}, as many as there are hands", hands.len());
            return Err(
                BadSetting::Value { key: "players", value: players.to_owned(), takes }.into()
            );
        }
        let mut rules = Self::new(deck, &hands)?;
        let mut name = Named::word("cluedo").with("players", hands.len());
        if let Some(deck) = deck_name {
            name = name.with("deck", deck);
        }
        if !is_even {
            let list: Vec<String> = hands.iter().map(usize::to_string).collect();
            name = name.with("hands", list.join(","));
        }
        let edition = &mut rules.edition;
        let mut choose = |key, is_usual: bool| {
            if !is_usual {
                name = std::mem::replace(&mut name, Named::word(""))
                    .with(key, named.setting(key).unwrap_or_default());
            }
        };
        edition.asked = named.one_of(
            "asked",
            &[("in-turn", Asked::UntilOneShows), ("everybody", Asked::Everybody)],
        )?;
        choose("asked", edition.asked == Asked::default());
        edition.wrong_accusation = named.one_of(
            "wrong",
            &[("not-heard", WrongAccusation::NotHeard), ("heard", WrongAccusation::Heard)],
        )?;
        choose("wrong", edition.wrong_accusation == WrongAccusation::default());
        edition.after_accusing = named.one_of(
            "out",
            &[("still-show", AfterAccusing::StillShow), ("not-asked", AfterAccusing::NotAsked)],
        )?;
        choose("out", edition.after_accusing == AfterAccusing::default());
        edition.accuser = named
            .one_of("accuser", &[("looks", Accuser::Looks), ("told", Accuser::DoesNotLook)])?;
        choose("accuser", edition.accuser == Accuser::default());
        edition.last_player = named
            .one_of("last", &[("wins", LastPlayer::Wins), ("accuses", LastPlayer::MustAccuse)])?;
        choose("last", edition.last_player == LastPlayer::default());
        rules.most_turns = named.number("turns", u64::from(USUAL_TURNS), 1..=1_000_000)? as u32;
        choose("turns", rules.most_turns == USUAL_TURNS);
        rules.name = name;
        Ok(rules)
    }

    /// The canonical name.
    pub fn name(&self) -> &Named {
        &self.name
    }

    /// The deck.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// How many cards everybody gets.
    pub fn hands(&self) -> &[usize] {
        &self.hands
    }
}

/// The cards are dealt one by one, beginning with the first player.
fn even_hands(dealt: usize, players: usize) -> Vec<usize> {
    let players = players.max(1);
    (0..players).map(|player| dealt / players + usize::from(player < dealt % players)).collect()
}

/// A deck by its name, or by how many cards it has of each category; with its canonical name unless it is the classic one.
fn deck(named: &Named) -> Result<(Deck, Option<String>), NoCluedo> {
    let Some(text) = named.setting("deck") else { return Ok((Deck::classic(), None)) };
    if let Some(list) = CardList::called(text) {
        let deck = Deck::of(&list);
        let name = (list.names != CardList::CLASSIC.names).then(|| text.to_owned());
        return Ok((deck, name));
    }
    let sizes: Result<Vec<usize>, _> = text.split('/').map(|size| size.trim().parse()).collect();
    let lists = [&CardList::CLASSIC, &CardList::MASTER_DETECTIVE];
    let largest = |place: usize| {
        let sizes = lists.iter().map(|list| list.categories[place].1.len());
        sizes.max().unwrap_or(0)
    };
    let fitting = sizes.ok().filter(|sizes| {
        sizes.len() == 3
            && sizes.iter().enumerate().all(|(at, size)| (1..=largest(at)).contains(size))
    });
    let Some(sizes) = fitting else {
        let takes = format!(
            "`classic`, another edition, or sizes such as 4/4/4, at most {}/{}/{}",
            largest(0),
            largest(1),
            largest(2)
        );
        return Err(BadSetting::Value { key: "deck", value: text.to_owned(), takes }.into());
    };
    let mut deck = Deck::empty();
    for (place, &size) in sizes.iter().enumerate() {
        let list = lists.iter().find(|list| list.categories[place].1.len() >= size);
        let Some(list) = list else { continue };
        let ((category, _), cards) = list.categories[place];
        deck.add_category(category, Vec::new());
        cards[..size].iter().for_each(|(card, _)| deck.add_card(card, Vec::new()));
    }
    let name: Vec<String> = sizes.iter().map(usize::to_string).collect();
    let name = name.join("/");
    let is_classic = name == "6/6/9";
    Ok((deck, (!is_classic).then_some(name)))
}
