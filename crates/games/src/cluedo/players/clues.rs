//! What somebody can tell of a deal: who can have each card, who has it, and of whom it is known that they have one of several.
//! Everything that is heard at a table is about one hand (Cluedo paper sec. 4), so that these, and that every card is in one
//! place, are all there is to follow from; what is possible is decided completely. Of each category one card lies in the
//! envelope: a place of its own with room for one card. Whether all cards find a place is a matching, found by augmenting
//! paths (Berge 1957); where it leaves somebody without one of several cards that they must have, each of these is tried.

use crate::cluedo::{CluedoCards, CluedoRules};
use hexa_logic::Stream;

/// The most places for cards: hands, and one of each category in the envelope.
const MOST_PLACES: usize = 40;

/// What is dealt: how many cards each player has, and the categories, one card of each of which is in the envelope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dealt {
    /// By player, how many cards they have.
    pub sizes: Vec<usize>,
    /// The cards of each category.
    pub categories: Vec<CluedoCards>,
    /// All cards.
    pub all: CluedoCards,
}

impl Dealt {
    /// What the rules deal.
    pub fn of(rules: &CluedoRules) -> Self {
        let cards = |category: &super::super::Category| {
            category.cards.iter().fold(0, |all, card| all | 1 << card.0)
        };
        let categories: Vec<CluedoCards> = rules.deck().categories().iter().map(cards).collect();
        let all = categories.iter().fold(0, |all, cards| all | cards);
        Self { sizes: rules.hands().to_vec(), categories, all }
    }

    /// Whether there is room for all places of such a deal.
    pub fn fits(&self) -> bool {
        self.places() <= MOST_PLACES
    }

    /// The place of the envelope, after the players.
    pub fn envelope(&self) -> usize {
        self.sizes.len()
    }

    fn places(&self) -> usize {
        self.sizes.len() + self.categories.len()
    }

    fn size(&self, place: usize) -> u32 {
        self.sizes.get(place).map_or(1, |&size| size as u32)
    }
}

/// Nothing agrees with what was heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Impossible;

/// One player has one of some cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct OneOf {
    player: usize,
    cards: CluedoCards,
}

/// Who can have, and who has, each card.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Places {
    can: [CluedoCards; MOST_PLACES],
    has: [CluedoCards; MOST_PLACES],
}

/// What somebody can tell of a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clues {
    places: Places,
    one_of: Vec<OneOf>,
    /// What is known not to be in the envelope.
    not_envelope: Vec<CluedoCards>,
}

impl Clues {
    /// Before anything was seen.
    pub fn new(dealt: &Dealt) -> Self {
        let mut places = Places { can: [0; MOST_PLACES], has: [0; MOST_PLACES] };
        let players = dealt.sizes.len();
        places.can[..players].fill(dealt.all);
        for (can, &cards) in places.can[players..].iter_mut().zip(&dealt.categories) {
            *can = cards;
        }
        Self { places, one_of: Vec::new(), not_envelope: Vec::new() }
    }

    /// Somebody, or the envelope, has none of some cards.
    pub fn lacks(&mut self, dealt: &Dealt, holder: usize, cards: CluedoCards) {
        match holder < dealt.sizes.len() {
            true => self.places.can[holder] &= !cards,
            false => {
                self.places.can[dealt.envelope()..].iter_mut().for_each(|can| *can &= !cards);
            }
        }
    }

    /// Somebody, or the envelope, has some cards.
    pub fn holds(&mut self, dealt: &Dealt, holder: usize, cards: CluedoCards) {
        if holder < dealt.sizes.len() {
            self.places.has[holder] |= cards;
            return;
        }
        let slots = self.places.has[dealt.envelope()..].iter_mut();
        slots.zip(&dealt.categories).for_each(|(has, category)| *has |= cards & category);
    }

    /// Somebody has at least one of some cards.
    pub fn holds_one(&mut self, player: usize, cards: CluedoCards) {
        let one = OneOf { player, cards };
        if self.places.has[player] & cards == 0 && !self.one_of.contains(&one) {
            self.one_of.push(one);
        }
    }

    /// Somebody has just these cards.
    pub fn sees(&mut self, player: usize, hand: CluedoCards) {
        self.places.can[player] &= hand;
        self.places.has[player] |= hand;
    }

    /// These are not all in the envelope.
    pub fn is_not_envelope(&mut self, cards: CluedoCards) {
        if !self.not_envelope.contains(&cards) {
            self.not_envelope.push(cards);
        }
    }

    /// The cards that can be in the envelope, as far as was concluded.
    pub fn open(&self, dealt: &Dealt) -> CluedoCards {
        let slots = &self.places.can[dealt.envelope()..dealt.places()];
        slots.iter().fold(0, |all, can| all | can)
    }

    /// The cards that a holder has, as far as was concluded.
    pub fn certain(&self, dealt: &Dealt, holder: usize) -> CluedoCards {
        match holder < dealt.sizes.len() {
            true => self.places.has[holder],
            false => {
                self.places.has[dealt.envelope()..dealt.places()].iter().fold(0, |all, h| all | h)
            }
        }
    }

    /// Draws the plain conclusions.
    pub fn conclude(&mut self, dealt: &Dealt) -> Result<(), Impossible> {
        self.places.settle(dealt, &self.one_of)?;
        let has = &self.places.has;
        self.one_of.retain(|one| has[one.player] & one.cards == 0);
        Ok(())
    }

    /// Whether the hands of a deal with these cards in the envelope agree with what was concluded.
    pub fn agrees(&self, envelope: CluedoCards, hands: &[CluedoCards]) -> bool {
        let fits = |(at, &hand): (usize, &CluedoCards)| {
            hand & !self.places.can[at] == 0 && self.places.has[at] & !hand == 0
        };
        hands.iter().enumerate().all(fits)
            && self.one_of.iter().all(|one| hands[one.player] & one.cards != 0)
            && !self.not_envelope.contains(&envelope)
    }

    /// Hands with which these cards can be in the envelope; none if they cannot.
    pub fn find_hands(&self, dealt: &Dealt, envelope: CluedoCards) -> Option<Vec<CluedoCards>> {
        if self.not_envelope.contains(&envelope) {
            return None;
        }
        let mut places = self.places.clone();
        for (at, category) in dealt.categories.iter().enumerate() {
            let card = envelope & category;
            let slot = dealt.envelope() + at;
            if places.can[slot] & card == 0 || places.has[slot] & !card != 0 {
                return None;
            }
            (places.can[slot], places.has[slot]) = (card, card);
        }
        places.complete(dealt, &self.one_of).map(|hands| hands[..dealt.sizes.len()].to_vec())
    }

    /// The triples that can be in the envelope, as far as was concluded, the last category counting fastest.
    pub fn open_envelopes(&self, dealt: &Dealt) -> Vec<CluedoCards> {
        let mut envelopes: Vec<CluedoCards> = vec![0];
        for slot in &self.places.can[dealt.envelope()..dealt.places()] {
            envelopes = envelopes
                .into_iter()
                .flat_map(|cards| bits(*slot).map(move |card| cards | card))
                .collect();
        }
        envelopes.retain(|envelope| !self.not_envelope.contains(envelope));
        envelopes
    }

    /// All that can be in the envelope.
    pub fn envelopes(&self, dealt: &Dealt) -> Vec<CluedoCards> {
        let mut clues = self.clone();
        if clues.conclude(dealt).is_err() {
            return Vec::new();
        }
        let mut envelopes = clues.open_envelopes(dealt);
        envelopes.retain(|&envelope| clues.find_hands(dealt, envelope).is_some());
        envelopes
    }

    /// What is in the envelope, if only one thing can be. What was concluded is used, so that it is soon found.
    pub fn only_envelope(&self, dealt: &Dealt) -> Option<CluedoCards> {
        let first = self.first_envelope(dealt)?;
        (!self.can_be_other(dealt, first)).then_some(first)
    }

    /// Something that can be in the envelope.
    fn first_envelope(&self, dealt: &Dealt) -> Option<CluedoCards> {
        let found = self.places.clone().complete(dealt, &self.one_of)?;
        let envelope = found[dealt.envelope()..dealt.places()].iter().fold(0, |all, c| all | c);
        match self.not_envelope.contains(&envelope) {
            false => Some(envelope),
            true => self
                .open_envelopes(dealt)
                .into_iter()
                .find(|&envelope| self.find_hands(dealt, envelope).is_some()),
        }
    }

    /// Whether something else than these cards can be in the envelope: it differs in a card. What was concluded is used.
    pub fn can_be_other(&self, dealt: &Dealt, envelope: CluedoCards) -> bool {
        if !self.not_envelope.is_empty() {
            let mut others =
                self.open_envelopes(dealt).into_iter().filter(|&other| other != envelope);
            return others.any(|other| self.find_hands(dealt, other).is_some());
        }
        (dealt.envelope()..dealt.places()).any(|slot| {
            bits(self.places.can[slot] & !envelope).any(|card| {
                let mut places = self.places.clone();
                places.has[slot] |= card;
                places.complete(dealt, &self.one_of).is_some()
            })
        })
    }

    /// How many ways there are to put each card where it can be, in bits, as far as was concluded: no fewer than there are deals.
    pub fn bits_of_places(&self, dealt: &Dealt) -> f64 {
        let can = &self.places.can[..dealt.places()];
        let ways = |card: CluedoCards| can.iter().filter(|&&can| can & card != 0).count();
        bits(dealt.all).map(|card| (ways(card).max(1) as f64).log2()).sum()
    }

    /// All deals, each as its hands and the envelope, if there are no more than so many.
    pub fn list_deals(&self, dealt: &Dealt, most: usize) -> Option<Vec<DealtHands>> {
        let mut deals = Vec::new();
        self.places.clone().list(dealt, self, most, &mut deals).ok()?;
        Some(deals)
    }
}

/// The envelope and the hands of a deal.
pub type DealtHands = (CluedoCards, Vec<CluedoCards>);

/// There are more deals than were to be listed.
struct TooMany;

impl Places {
    /// Adds all deals to a list.
    fn list(
        mut self,
        dealt: &Dealt,
        clues: &Clues,
        most: usize,
        deals: &mut Vec<DealtHands>,
    ) -> Result<(), TooMany> {
        if self.settle(dealt, &clues.one_of).is_err() || self.place_all(dealt).is_none() {
            return Ok(());
        }
        let places = dealt.places();
        let placed = self.has[..places].iter().fold(0, |all, has| all | has);
        let open =
            |card: CluedoCards| self.can[..places].iter().filter(|&&can| can & card != 0).count();
        let Some(card) = bits(dealt.all & !placed).min_by_key(|&card| open(card)) else {
            let (hands, slots) = self.has[..places].split_at(dealt.envelope());
            let envelope = slots.iter().fold(0, |all, card| all | card);
            if clues.agrees(envelope, hands) {
                if deals.len() >= most {
                    return Err(TooMany);
                }
                deals.push((envelope, hands.to_vec()));
            }
            return Ok(());
        };
        for place in (0..places).filter(|&place| self.can[place] & card != 0) {
            let mut with = self.clone();
            with.has[place] |= card;
            with.list(dealt, clues, most, deals)?;
        }
        Ok(())
    }
}

impl Places {
    /// Draws plain conclusions until there are no more.
    fn settle(&mut self, dealt: &Dealt, one_of: &[OneOf]) -> Result<(), Impossible> {
        loop {
            let mut changed = self.place_cards(dealt)?;
            changed |= self.fill(dealt)?;
            changed |= self.follow(one_of)?;
            if !changed {
                return Ok(());
            }
        }
    }

    /// Every card is in one place.
    fn place_cards(&mut self, dealt: &Dealt) -> Result<bool, Impossible> {
        let (mut placed, mut once, mut twice) = (0, 0, 0);
        let places = dealt.places();
        for (&has, &can) in self.has[..places].iter().zip(&self.can) {
            if placed & has != 0 || has & !can != 0 {
                return Err(Impossible);
            }
            placed |= has;
        }
        let mut changed = false;
        for (can, &has) in self.can[..places].iter_mut().zip(&self.has) {
            let left = *can & (!placed | has);
            changed |= left != *can;
            *can = left;
            twice |= once & left;
            once |= left;
        }
        if once != dealt.all {
            return Err(Impossible);
        }
        for (has, &can) in self.has[..places].iter_mut().zip(&self.can) {
            let now = *has | (can & !twice);
            changed |= now != *has;
            *has = now;
        }
        Ok(changed)
    }

    /// Every place has its size.
    fn fill(&mut self, dealt: &Dealt) -> Result<bool, Impossible> {
        let mut changed = false;
        for place in 0..dealt.places() {
            let size = dealt.size(place);
            let (can, has) = (self.can[place], self.has[place]);
            if can.count_ones() < size || has.count_ones() > size {
                return Err(Impossible);
            }
            if can != has && can.count_ones() == size {
                self.has[place] = can;
                changed = true;
            } else if can != has && has.count_ones() == size {
                self.can[place] = has;
                changed = true;
            }
        }
        Ok(changed)
    }

    fn follow(&mut self, one_of: &[OneOf]) -> Result<bool, Impossible> {
        let mut changed = false;
        for &OneOf { player, cards } in one_of {
            if self.has[player] & cards != 0 {
                continue;
            }
            let open = self.can[player] & cards;
            match open.count_ones() {
                0 => return Err(Impossible),
                1 => {
                    self.has[player] |= open;
                    changed = true;
                }
                _ => {}
            }
        }
        Ok(changed)
    }

    /// A place for every card, if there is one.
    fn complete(mut self, dealt: &Dealt, one_of: &[OneOf]) -> Option<[CluedoCards; MOST_PLACES]> {
        self.settle(dealt, one_of).ok()?;
        let found = self.place_all(dealt)?;
        let unmet = one_of.iter().find(|one| found[one.player] & one.cards == 0);
        let Some(&OneOf { player, cards }) = unmet else { return Some(found) };
        for card in bits(self.can[player] & cards) {
            let mut with = self.clone();
            with.has[player] |= card;
            if let Some(found) = with.complete(dealt, one_of) {
                return Some(found);
            }
            self.can[player] &= !card;
        }
        None
    }

    /// A place for every card, whatever players must have one of, if there is one.
    fn place_all(&self, dealt: &Dealt) -> Option<[CluedoCards; MOST_PLACES]> {
        let places = dealt.places();
        let mut found = self.has;
        let mut placed = found[..places].iter().fold(0, |all, has| all | has);
        for (place, found) in found[..places].iter_mut().enumerate() {
            let missing = dealt.size(place) - found.count_ones();
            for card in bits(self.can[place] & !placed).take(missing as usize) {
                *found |= card;
                placed |= card;
            }
        }
        bits(dealt.all & !placed).all(|card| self.augment(dealt, &mut found, card)).then_some(found)
    }

    /// Places one card more by moving others; false if that cannot be.
    fn augment(&self, dealt: &Dealt, found: &mut [CluedoCards], card: CluedoCards) -> bool {
        const NOWHERE: usize = usize::MAX;
        let places = dealt.places();
        // By place, the card that would come there, and the place where it is now.
        let mut comes = [(0 as CluedoCards, NOWHERE); MOST_PLACES];
        let mut queue = [0usize; MOST_PLACES];
        let (mut first, mut last) = (0, 0);
        let enter = |card: CluedoCards,
                     from: usize,
                     queue: &mut [usize; MOST_PLACES],
                     last: &mut usize,
                     comes: &mut [(CluedoCards, usize); MOST_PLACES]| {
            for (place, comes) in comes[..places].iter_mut().enumerate() {
                if comes.0 == 0 && self.can[place] & card != 0 && place != from {
                    *comes = (card, from);
                    queue[*last] = place;
                    *last += 1;
                }
            }
        };
        enter(card, NOWHERE, &mut queue, &mut last, &mut comes);
        while first < last {
            let place = queue[first];
            first += 1;
            if found[place].count_ones() < dealt.size(place) {
                let mut place = place;
                while place != NOWHERE {
                    let (card, from) = comes[place];
                    found[place] |= card;
                    if from != NOWHERE {
                        found[from] &= !card;
                    }
                    place = from;
                }
                return true;
            }
            for moved in bits(found[place] & !self.has[place]) {
                enter(moved, place, &mut queue, &mut last, &mut comes);
            }
        }
        false
    }
}

/// The cards of a set, each as a set.
pub fn bits(mut cards: CluedoCards) -> impl Iterator<Item = CluedoCards> {
    std::iter::from_fn(move || {
        let first = cards & cards.wrapping_neg();
        cards &= !first;
        (first != 0).then_some(first)
    })
}

/// A card of a set, drawn at random.
pub fn pick_card(cards: CluedoCards, stream: &mut Stream) -> CluedoCards {
    let many = cards.count_ones() as usize;
    let at = if many > 1 { stream.below(many) } else { 0 };
    bits(cards).nth(at).unwrap_or(0)
}
