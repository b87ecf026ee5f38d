//! Decks: categories of cards, each with a name and with other names that people call it by. Whatever tells a card from
//! all others names it: the start of a name, or of a word of it.

use super::card_list::CardList;
use super::names::{Rank, rank};
use hexa_logic::Card;

/// A category of cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Category {
    /// What it is called.
    pub name: String,
    /// What else it is called.
    pub aliases: Vec<String>,
    /// The cards of it, as they are printed on the sheet, with those that lie face up.
    pub cards: Vec<Card>,
}

/// A deck of cards. Cards that lie face up are numbered last, so that those that are dealt are numbered as in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    categories: Vec<Category>,
    cards: Vec<Named>,
    dealt: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Named {
    name: String,
    aliases: Vec<String>,
    category: usize,
}

impl Deck {
    /// The classic deck of six suspects, six weapons and nine rooms.
    pub fn classic() -> Self {
        Self::of(&CardList::CLASSIC)
    }

    /// The deck of an edition.
    pub fn of(list: &CardList) -> Self {
        let parts =
            |text: &'static str| text.split('/').filter(|part| !part.is_empty()).map(str::to_owned);
        let mut deck = Self::empty();
        for ((category, others), cards) in list.categories {
            deck.add_category(category, parts(others).collect());
            for (name, others) in *cards {
                deck.add_card(name, parts(others).collect());
            }
        }
        deck
    }

    /// The deck with other cards in a category, by its place; without it, if there are none.
    pub fn with_category(&self, place: usize, cards: &[(String, Vec<String>)]) -> Self {
        let mut deck = Self::empty();
        for (at, category) in self.categories.iter().enumerate() {
            if at == place && cards.is_empty() {
                continue;
            }
            deck.add_category(&category.name, category.aliases.clone());
            match at == place {
                true => cards.iter().for_each(|(name, others)| deck.add_card(name, others.clone())),
                false => category
                    .cards
                    .iter()
                    .for_each(|&card| deck.add_card(self.name(card), self.aliases(card).to_vec())),
            }
        }
        deck
    }

    /// A deck without cards.
    pub fn empty() -> Self {
        Self { categories: Vec::new(), cards: Vec::new(), dealt: 0 }
    }

    /// Adds a category. The cards added next are of it.
    pub fn add_category(&mut self, name: &str, aliases: Vec<String>) {
        self.categories.push(Category { name: name.to_owned(), aliases, cards: Vec::new() });
    }

    /// Adds a card to the last category; there must be one.
    pub fn add_card(&mut self, name: &str, aliases: Vec<String>) {
        let Some(category) = self.categories.len().checked_sub(1) else { return };
        self.categories[category].cards.push(Card::from_index(self.cards.len()));
        self.cards.push(Named { name: name.to_owned(), aliases, category });
        self.dealt = self.cards.len();
    }

    /// The deck with some cards face up: they are numbered anew, after all others.
    pub fn lay_open(&self, open: &[Card]) -> Self {
        let is_open = |card: &usize| open.contains(&Card::from_index(*card));
        let dealt = (0..self.cards.len()).filter(|card| !is_open(card));
        let order: Vec<usize> = dealt.chain((0..self.cards.len()).filter(is_open)).collect();
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &card)| places[card] = place);
        let new = |card: &Card| Card::from_index(places[card.index()]);
        let renumbered = |category: &Category| Category {
            cards: category.cards.iter().map(new).collect(),
            ..category.clone()
        };
        Self {
            categories: self.categories.iter().map(renumbered).collect(),
            cards: order.iter().map(|&card| self.cards[card].clone()).collect(),
            dealt: self.cards.len() - open.len(),
        }
    }

    /// The categories.
    pub fn categories(&self) -> &[Category] {
        &self.categories
    }

    /// All cards, those face up last.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = Card> + use<> {
        (0..self.cards.len()).map(Card::from_index)
    }

    /// How many cards are dealt.
    pub fn dealt_count(&self) -> usize {
        self.dealt
    }

    /// Whether a card is dealt, and not face up.
    pub fn is_dealt(&self, card: Card) -> bool {
        card.index() < self.dealt
    }

    /// The cards of each category that are dealt.
    pub fn dealt_categories(&self) -> Vec<Vec<Card>> {
        let dealt = |category: &Category| {
            category.cards.iter().copied().filter(|&card| self.is_dealt(card)).collect()
        };
        self.categories.iter().map(dealt).collect()
    }

    /// What a card is called.
    pub fn name(&self, card: Card) -> &str {
        &self.cards[card.index()].name
    }

    /// What else a card is called.
    pub fn aliases(&self, card: Card) -> &[String] {
        &self.cards[card.index()].aliases
    }

    /// The category of a card, by its place.
    pub fn category_of(&self, card: Card) -> usize {
        self.cards[card.index()].category
    }

    /// The cards that a text can mean, with how well it names them.
    pub fn rank_cards(&self, text: &str) -> Vec<(Rank, Card)> {
        self.cards().filter_map(|card| Some((self.rank(text, card)?, card))).collect()
    }

    /// The cards that a text means. What a card is really called comes before what is only the start of it.
    pub fn cards_called(&self, text: &str) -> Vec<Card> {
        best(&self.rank_cards(text))
    }

    /// The category that a text means: `room` means `rooms`.
    pub fn category_called(&self, text: &str) -> Option<usize> {
        let means = |category: &Category| {
            let names = std::iter::once(&category.name).chain(&category.aliases);
            names.filter_map(|name| rank(text, name)).min()
        };
        let ranked = self.categories.iter().enumerate();
        let ranked = ranked.filter_map(|(at, category)| Some((means(category)?, at)));
        let ranked: Vec<(Rank, usize)> = ranked.collect();
        let best = *ranked.iter().min()?;
        (ranked.iter().filter(|(rank, _)| *rank == best.0).count() == 1).then_some(best.1)
    }

    /// How well a text names a card.
    fn rank(&self, text: &str, card: Card) -> Option<Rank> {
        let Named { name, aliases, .. } = &self.cards[card.index()];
        std::iter::once(name).chain(aliases).filter_map(|name| rank(text, name)).min()
    }

    /// The names of cards that look like a text.
    pub fn similar(&self, text: &str) -> Vec<&str> {
        let names =
            self.cards.iter().flat_map(|card| std::iter::once(&card.name).chain(&card.aliases));
        super::names::similar(text, names.map(String::as_str))
    }
}

/// The cards that are named best.
pub fn best(ranked: &[(Rank, Card)]) -> Vec<Card> {
    let best = ranked.iter().map(|(rank, _)| *rank).min();
    ranked.iter().filter(|(rank, _)| Some(*rank) == best).map(|(_, card)| *card).collect()
}
