//! What a player can tell of a deal in the course of a game that is played for the sake of advice, where a record would take too
//! long: who can have each card, who has it, and of whom it is known that they have one of several. Whether the table is
//! known is decided completely, by following every card (Davis, Logemann, Loveland 1962): a table is known if no deal
//! with another one agrees with what was seen.

use hexa_logic::Card;

/// A set of cards.
pub(super) type CardSet = u64;

/// No more cards can be followed.
pub(super) const MOST_CARDS: usize = CardSet::BITS as usize;

/// After so many deals begun, a player is taken not to know the table.
const MOST_TRIED: usize = 400;

/// What is dealt: how many cards each player has, and the categories, one card of each of which is on the table.
#[derive(Clone, Debug)]
pub(super) struct Dealt {
    pub(super) sizes: Vec<usize>,
    pub(super) categories: Vec<CardSet>,
    pub(super) all: CardSet,
}

impl Dealt {
    /// The place of the table, after the players.
    pub(super) fn table(&self) -> usize {
        self.sizes.len()
    }

    /// The places of all who can have cards.
    fn holders(&self) -> usize {
        self.sizes.len() + 1
    }

    fn size(&self, holder: usize) -> usize {
        self.sizes.get(holder).copied().unwrap_or(self.categories.len())
    }
}

/// A set of these cards.
pub(super) fn set_of(cards: impl IntoIterator<Item = Card>) -> CardSet {
    cards.into_iter().fold(0, |set, card| set | 1 << card.index())
}

/// No deal agrees with what was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Impossible;

/// What a player can tell of a deal.
#[derive(Clone, Debug)]
pub(super) struct Deduction {
    /// By holder, the table last: the cards that they can have, and those that they have.
    can: Vec<CardSet>,
    has: Vec<CardSet>,
    /// A holder who has one of some cards.
    clauses: Vec<(usize, CardSet)>,
}

impl Deduction {
    /// Before anything was seen.
    pub(super) fn new(dealt: &Dealt) -> Self {
        let holders = dealt.holders();
        Self { can: vec![dealt.all; holders], has: vec![0; holders], clauses: Vec::new() }
    }

    /// A holder has none of some cards.
    pub(super) fn lacks(&mut self, holder: usize, cards: CardSet) {
        self.can[holder] &= !cards;
    }

    /// A holder has some cards.
    pub(super) fn holds(&mut self, holder: usize, cards: CardSet) {
        self.has[holder] |= cards;
    }

    /// A holder has at least one of some cards.
    pub(super) fn holds_one(&mut self, holder: usize, cards: CardSet) {
        if self.has[holder] & cards == 0 {
            self.clauses.push((holder, cards));
        }
    }

    /// A holder has just these cards.
    pub(super) fn sees(&mut self, holder: usize, hand: CardSet) {
        (self.can[holder], self.has[holder]) = (hand, hand);
    }

    /// The cards that can be on the table, as far as plain elimination tells.
    pub(super) fn open(&self, dealt: &Dealt) -> CardSet {
        self.can[dealt.table()]
    }

    /// Draws the plain conclusions. What was seen is true, so that there is a deal which agrees with it.
    pub(super) fn conclude(&mut self, dealt: &Dealt) {
        let _ = self.propagate(dealt);
    }

    /// Whether the table is known.
    pub(super) fn knows_table(&self, dealt: &Dealt) -> bool {
        let (table, mut tried) = (dealt.table(), 0);
        let open = |category: &CardSet| (self.can[table] & category).count_ones() > 1;
        if !dealt.categories.iter().any(open) {
            return true;
        }
        let Some(first) = self.deal(dealt, &mut tried) else { return false };
        let others = self.can[table] & !first;
        bits(others).all(|card| {
            let mut with = self.clone();
            with.holds(table, card);
            let other = with.propagate(dealt).ok().and_then(|()| with.deal(dealt, &mut tried));
            other.is_none() && tried < MOST_TRIED
        })
    }

    /// What is on the table in some deal.
    fn deal(&self, dealt: &Dealt, tried: &mut usize) -> Option<CardSet> {
        *tried += 1;
        if *tried >= MOST_TRIED {
            return None;
        }
        let is_open = |(holder, cards): &&(usize, CardSet)| self.has[*holder] & cards == 0;
        let choices =
            |(holder, cards): &&(usize, CardSet)| (self.can[*holder] & cards).count_ones();
        let clause = self.clauses.iter().filter(is_open).min_by_key(choices);
        let placed = self.has.iter().fold(0, |all, has| all | has);
        let (holder, card) = match clause {
            Some(&(holder, cards)) => (holder, lowest(self.can[holder] & cards)),
            None => {
                let card = lowest(dealt.all & !placed);
                if card == 0 {
                    return Some(self.has[dealt.table()]);
                }
                let needs = |&at: &usize| self.can[at] & card != 0;
                let missing = |&at: &usize| dealt.size(at) as u32 - self.has[at].count_ones();
                ((0..dealt.holders()).filter(needs).max_by_key(missing)?, card)
            }
        };
        let mut with = self.clone();
        with.holds(holder, card);
        if let Some(found) = with.propagate(dealt).ok().and_then(|()| with.deal(dealt, tried)) {
            return Some(found);
        }
        let mut without = self.clone();
        without.lacks(holder, card);
        without.propagate(dealt).ok().and_then(|()| without.deal(dealt, tried))
    }

    fn propagate(&mut self, dealt: &Dealt) -> Result<(), Impossible> {
        loop {
            let before = (self.can.clone(), self.has.clone());
            self.place_cards(dealt)?;
            self.fill_hands(dealt)?;
            self.fill_table(dealt)?;
            self.follow_clauses()?;
            if before == (self.can.clone(), self.has.clone()) {
                return Ok(());
            }
        }
    }

    /// Every card has one holder.
    fn place_cards(&mut self, dealt: &Dealt) -> Result<(), Impossible> {
        let (mut placed, mut once, mut twice) = (0, 0, 0);
        for holder in 0..dealt.holders() {
            if placed & self.has[holder] != 0 || self.has[holder] & !self.can[holder] != 0 {
                return Err(Impossible);
            }
            placed |= self.has[holder];
        }
        for holder in 0..dealt.holders() {
            self.can[holder] &= !placed | self.has[holder];
            twice |= once & self.can[holder];
            once |= self.can[holder];
        }
        if once != dealt.all {
            return Err(Impossible);
        }
        for holder in 0..dealt.holders() {
            self.has[holder] |= self.can[holder] & !twice;
        }
        Ok(())
    }

    /// Every hand has its size.
    fn fill_hands(&mut self, dealt: &Dealt) -> Result<(), Impossible> {
        for holder in 0..dealt.holders() {
            let size = dealt.size(holder) as u32;
            let (can, has) = (self.can[holder].count_ones(), self.has[holder].count_ones());
            if can < size || has > size {
                return Err(Impossible);
            }
            if can == size {
                self.has[holder] = self.can[holder];
            } else if has == size {
                self.can[holder] = self.has[holder];
            }
        }
        Ok(())
    }

    /// One card of each category is on the table.
    fn fill_table(&mut self, dealt: &Dealt) -> Result<(), Impossible> {
        let table = dealt.table();
        for &category in &dealt.categories {
            let found = self.has[table] & category;
            match found.count_ones() {
                0 => {}
                1 => self.can[table] &= !category | found,
                _ => return Err(Impossible),
            }
            let open = self.can[table] & category;
            match open.count_ones() {
                0 => return Err(Impossible),
                1 => self.has[table] |= open,
                _ => {}
            }
        }
        Ok(())
    }

    fn follow_clauses(&mut self) -> Result<(), Impossible> {
        let (can, has) = (&self.can, &mut self.has);
        self.clauses.retain(|&(holder, cards)| has[holder] & cards == 0);
        for &(holder, cards) in &self.clauses {
            let open = can[holder] & cards;
            match open.count_ones() {
                0 => return Err(Impossible),
                1 => has[holder] |= open,
                _ => {}
            }
        }
        Ok(())
    }
}

/// The first card of a set, as a set.
fn lowest(cards: CardSet) -> CardSet {
    cards & cards.wrapping_neg()
}

/// The cards of a set, each as a set.
pub(super) fn bits(mut cards: CardSet) -> impl Iterator<Item = CardSet> {
    std::iter::from_fn(move || {
        let first = lowest(cards);
        cards &= !first;
        (first != 0).then_some(first)
    })
}
