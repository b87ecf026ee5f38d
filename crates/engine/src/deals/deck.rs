//! What is dealt: cards to holders, each a number of them (thesis defs. 2 and 3). Cards and holders are told by their
//! places.

use crate::building::{BuildError, Misfit};
use crate::building::{MOST_CARDS, MOST_HOLDERS, NoDeal};
use hexa_logic::{Agent, Atom, Card, DealSetup, Holder, Sight, Vocabulary};
use rustc_hash::FxHashMap;

/// Cards, holders and the sizes of hands. It never changes.
#[derive(Debug)]
pub(super) struct Deck {
    cards: Vec<Card>,
    holders: Vec<Holder>,
    sizes: Vec<usize>,
    atoms: FxHashMap<Atom, (usize, usize)>,
    atom_count: usize,
}

impl Deck {
    /// The deck of a deal that can be held.
    pub(super) fn new(setup: &DealSetup, vocabulary: &Vocabulary) -> Result<Self, BuildError> {
        let holders: Vec<Holder> = vocabulary.holders().collect();
        if setup.deal.hands().len() != holders.len() {
            return Err(BuildError::Malformed(Misfit::Length));
        }
        admit(setup, vocabulary).map_err(BuildError::NoDeal)?;
        let mut cards: Vec<Card> = setup.deal.hands().iter().flatten().copied().collect();
        cards.sort_unstable();
        let atoms = atoms(&cards, &holders, vocabulary);
        let sizes = setup.deal.size();
        Ok(Self { cards, holders, sizes, atoms, atom_count: vocabulary.atom_count() })
    }

    /// All cards of a vocabulary, so many for each holder.
    pub(super) fn of(vocabulary: &Vocabulary, sizes: Vec<usize>) -> Result<Self, NoDeal> {
        let (cards, holders) = (vocabulary.cards().collect::<Vec<_>>(), vocabulary.holders());
        let holders: Vec<Holder> = holders.collect();
        fits(cards.len(), holders.len())?;
        let atoms = atoms(&cards, &holders, vocabulary);
        Ok(Self { cards, holders, sizes, atoms, atom_count: vocabulary.atom_count() })
    }

    /// How many cards there are.
    pub(super) fn cards(&self) -> usize {
        self.cards.len()
    }

    /// How many holders there are.
    pub(super) fn holders(&self) -> usize {
        self.holders.len()
    }

    /// How many cards each holder has.
    pub(super) fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// How many atoms there are, about cards and others.
    pub(super) fn atom_count(&self) -> usize {
        self.atom_count
    }

    /// The agents.
    pub(super) fn agents(&self) -> impl Iterator<Item = Agent> + '_ {
        self.holders.iter().filter_map(|holder| match holder {
            Holder::Agent(agent) => Some(*agent),
            Holder::Table => None,
        })
    }

    /// The place of the table, if there is one.
    pub(super) fn table(&self) -> Option<usize> {
        self.holders.iter().position(|&holder| holder == Holder::Table)
    }

    /// The place of a card.
    pub(super) fn place(&self, card: Card) -> Option<usize> {
        self.cards.binary_search(&card).ok()
    }

    /// The card in a place.
    pub(super) fn card(&self, place: usize) -> Card {
        self.cards[place]
    }

    /// The place of a holder.
    pub(super) fn holder_place(&self, holder: Holder) -> Option<usize> {
        self.holders.iter().position(|&other| other == holder)
    }

    /// The holder in a place.
    pub(super) fn holder(&self, place: usize) -> Holder {
        self.holders[place]
    }

    /// The card and the holder that an atom speaks of.
    pub(super) fn holding(&self, atom: Atom) -> Option<(usize, usize)> {
        self.atoms.get(&atom).copied()
    }

    /// The atoms that are true where the cards are held so, in order.
    pub(super) fn atoms(&self, holder_of: &[u8]) -> Vec<Atom> {
        let mut atoms: Vec<Atom> = self
            .atoms
            .iter()
            .filter(|&(_, &(card, holder))| usize::from(holder_of[card]) == holder)
            .map(|(&atom, _)| atom)
            .collect();
        atoms.sort_unstable();
        atoms
    }
}

/// Whether a deal can be held.
pub(super) fn admit(setup: &DealSetup, vocabulary: &Vocabulary) -> Result<(), NoDeal> {
    if setup.sight == Sight::FaceDown {
        return Err(NoDeal::FaceDown);
    }
    fits(setup.deal.card_count(), vocabulary.holders().count())
}

fn fits(cards: usize, holders: usize) -> Result<(), NoDeal> {
    if cards > MOST_CARDS {
        return Err(NoDeal::Cards);
    }
    match holders > MOST_HOLDERS {
        true => Err(NoDeal::Holders),
        false => Ok(()),
    }
}

/// The places of the card and of the holder that each atom speaks of.
fn atoms(
    cards: &[Card],
    holders: &[Holder],
    vocabulary: &Vocabulary,
) -> FxHashMap<Atom, (usize, usize)> {
    let mut atoms = FxHashMap::default();
    for (place, &card) in cards.iter().enumerate() {
        for (at, &holder) in holders.iter().enumerate() {
            if let Some(atom) = vocabulary.holding_atom(card, holder) {
                atoms.insert(atom, (place, at));
            }
        }
    }
    atoms
}
