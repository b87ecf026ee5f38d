//! A game played on from where it stands, in a course drawn from what the player considers possible: everybody asks in turn, is
//! answered, and accuses when they know the table. How one moves over the board is left out: everybody can name any
//! room. The player reasons completely and asks for the cards that are likeliest on the table; so do others who are set to reason
//! completely, for any that can be there. All others only cross off the cards that they have seen.

use super::set_of;
use crate::cluedo::CluedoCards as CardSet;
use crate::cluedo::edition::Asked;
use crate::cluedo::players::clues::{Clues, Dealt, bits};
use hexa_engine::deals::{Course, Event, Looks, Witness};
use hexa_logic::{Agent, Card, Holder, Stream};

/// How well somebody reasons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Strength {
    /// They only cross off the cards that they have, that were shown to them, or that everybody has seen, and find a card
    /// when nobody answers their own question.
    #[default]
    Ordinary,
    /// They draw every conclusion from all that happens.
    Perfect,
}

/// The game as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRequest {
    /// How well each player reasons, by seat.
    pub strengths: Vec<Strength>,
    /// Those who have accused wrongly.
    pub out: Vec<Agent>,
    /// Those who do not answer any more.
    pub silent: Vec<Agent>,
    /// Who moves next.
    pub next: Agent,
    /// Who answers a question.
    pub asked: Asked,
}

/// After so many rounds a game has no winner.
const MOST_ROUNDS: usize = 60;

/// What is the same in all games that are played on.
pub(super) struct Playout<'a> {
    pub(super) dealt: Dealt,
    pub(super) me: Agent,
    pub(super) game: &'a GameRequest,
    /// What the player knows.
    pub(super) mine: Clues,
    /// All cards, those that are likelier on the table first.
    pub(super) likely: Vec<CardSet>,
}

/// What a player has in mind.
enum Mind {
    /// Cards that are not on the table, and cards that are.
    Crossing {
        crossed: CardSet,
        found: CardSet,
    },
    Deducing(Box<Clues>),
}

/// What happens when somebody asks: who has none, and who shows which card.
struct Round {
    asker: usize,
    cards: CardSet,
    without: Vec<usize>,
    shown: Vec<(usize, CardSet)>,
}

impl Playout<'_> {
    /// Who wins the game when it goes on in a course, and in which round; nobody, if it does not end. The first question can be
    /// given.
    pub(super) fn winner(
        &self,
        course: &Course,
        events: &[Event],
        first: Option<CardSet>,
        stream: &mut Stream,
    ) -> Option<(Agent, usize)> {
        let players = self.dealt.sizes.len();
        let hands: Vec<CardSet> = (0..players).map(|seat| hand(course, seat)).collect();
        let mut minds: Vec<Mind> =
            (0..players).map(|seat| self.mind(seat, &hands, course, events)).collect();
        for turn in 0..MOST_ROUNDS * players {
            let seat = (self.game.next.index() + turn) % players;
            let mover = Agent::from_index(seat);
            if self.game.out.contains(&mover) {
                continue;
            }
            let round = turn / players + 1;
            if minds[seat].knows_table(&self.dealt) {
                return Some((mover, round));
            }
            let cards = match first {
                Some(first) if turn == 0 => first,
                Some(_) | None => self.question(&minds[seat], seat, hands[seat], stream),
            };
            let answered = self.answers(seat, cards, &hands, stream);
            for (other, mind) in minds.iter_mut().enumerate() {
                mind.hear(other, &answered, hands[other], &self.dealt);
            }
            if minds[seat].knows_table(&self.dealt) {
                return Some((mover, round));
            }
        }
        None
    }

    /// What a player has in mind after what has happened.
    fn mind(&self, seat: usize, hands: &[CardSet], course: &Course, events: &[Event]) -> Mind {
        if seat == self.me.index() {
            return Mind::Deducing(Box::new(self.mine.clone()));
        }
        let mut mind = match self.game.strengths.get(seat).copied().unwrap_or_default() {
            Strength::Ordinary => Mind::Crossing { crossed: hands[seat], found: 0 },
            Strength::Perfect => {
                let mut clues = Clues::new(&self.dealt);
                clues.sees(seat, hands[seat]);
                Mind::Deducing(Box::new(clues))
            }
        };
        // Those who had none of the cards of a question, until somebody else asks or for others.
        let mut asked: (usize, CardSet, usize) = (usize::MAX, 0, 0);
        for (event, shown) in events.iter().zip(&course.shown) {
            mind.recall(seat, event, *shown, &self.dealt, course);
            let Event::NoCard { requester, cards, .. } = event else { continue };
            let cards = set_of(cards.iter().copied());
            asked = match (asked.0, asked.1) == (requester.index(), cards) {
                true => (asked.0, asked.1, asked.2 + 1),
                false => (requester.index(), cards, 1),
            };
            let players = self.dealt.sizes.len();
            if let (true, Mind::Crossing { found, .. }) =
                (asked.0 == seat && asked.2 + 1 == players, &mut mind)
            {
                *found |= cards & !hands[seat];
            }
        }
        if let Mind::Deducing(clues) = &mut mind {
            // What was seen is true, so that there is a deal which agrees with it.
            _ = clues.conclude(&self.dealt);
        }
        mind
    }

    /// What somebody asks for: of each category a card that can be on the table for them; where that is clear, one of their own,
    /// so that the answer is about the others.
    fn question(&self, mind: &Mind, seat: usize, hand: CardSet, stream: &mut Stream) -> CardSet {
        let open = mind.open(&self.dealt);
        let mut card = |category: &CardSet| {
            let (there, own) = (open & category, hand & category);
            if there.count_ones() == 1 && own != 0 {
                return pick(own, stream);
            }
            match seat == self.me.index() {
                true => self.likely.iter().copied().find(|card| there & card != 0).unwrap_or(0),
                false => pick(there, stream),
            }
        };
        self.dealt.categories.iter().fold(0, |cards, category| cards | card(category))
    }

    fn answers(
        &self,
        asker: usize,
        cards: CardSet,
        hands: &[CardSet],
        stream: &mut Stream,
    ) -> Round {
        let mut round = Round { asker, cards, without: Vec::new(), shown: Vec::new() };
        for after in 1..hands.len() {
            let seat = (asker + after) % hands.len();
            if self.game.silent.contains(&Agent::from_index(seat)) {
                continue;
            }
            match hands[seat] & cards {
                0 => round.without.push(seat),
                held => {
                    round.shown.push((seat, pick(held, stream)));
                    if self.game.asked == Asked::UntilOneShows {
                        break;
                    }
                }
            }
        }
        round
    }
}

impl Mind {
    /// The cards that can be on the table.
    fn open(&self, dealt: &Dealt) -> CardSet {
        match self {
            Self::Crossing { crossed, found } => {
                let open = |category: &CardSet| match found & category {
                    0 => category & !crossed,
                    found => found,
                };
                dealt.categories.iter().fold(0, |all, category| all | open(category))
            }
            Self::Deducing(clues) => clues.open(dealt),
        }
    }

    fn knows_table(&self, dealt: &Dealt) -> bool {
        match self {
            Self::Crossing { .. } => {
                let open = self.open(dealt);
                dealt.categories.iter().all(|category| (open & category).count_ones() == 1)
            }
            Self::Deducing(clues) => clues.only_envelope(dealt).is_some(),
        }
    }

    /// What was seen of an event of the record.
    fn recall(
        &mut self,
        seat: usize,
        event: &Event,
        shown: Option<Card>,
        dealt: &Dealt,
        course: &Course,
    ) {
        let place = |holder: Holder| match holder {
            Holder::Agent(agent) => agent.index(),
            Holder::Table => dealt.envelope(),
        };
        match event {
            Event::Holds { holder, card, seen: Witness::Everybody } => {
                self.holds(place(*holder), 1 << card.index(), dealt);
            }
            Event::Lacks { holder, card, seen: Witness::Everybody } => {
                self.lacks(place(*holder), 1 << card.index(), dealt);
            }
            Event::NoCard { respondent, cards, .. } => {
                self.lacks(respondent.index(), set_of(cards.iter().copied()), dealt);
            }
            Event::Shows { requester, respondent, cards, .. } => match shown {
                Some(card) if requester.index() == seat => {
                    self.holds(respondent.index(), 1 << card.index(), dealt);
                }
                Some(_) | None => {
                    self.holds_one(respondent.index(), set_of(cards.iter().copied()));
                }
            },
            Event::WrongAccusation { accuser, looks: Looks::AtTable, .. }
                if accuser.index() == seat =>
            {
                let on_table = |card: &CardSet| {
                    course.holds(Holder::Table, Card::from_index(card.trailing_zeros() as usize))
                };
                let table = bits(dealt.all).filter(on_table).fold(0, |all, card| all | card);
                self.holds(dealt.envelope(), table, dealt);
            }
            Event::WrongAccusation { accused: Some(named), heard: Witness::Everybody, .. } => {
                if let Self::Deducing(clues) = self {
                    clues.is_not_envelope(set_of(named.iter().copied()));
                }
            }
            // What only some have seen, and what was said of knowledge, is left out.
            Event::Holds { .. }
            | Event::Lacks { .. }
            | Event::SomebodyShows { .. }
            | Event::NoWin(_)
            | Event::Knows { .. }
            | Event::KnowsNot { .. }
            | Event::Wins { .. }
            | Event::WrongAccusation { .. } => {}
        }
    }

    /// What is seen of a question and its answers.
    fn hear(&mut self, seat: usize, round: &Round, hand: CardSet, dealt: &Dealt) {
        for &other in round.without.iter().filter(|&&other| other != seat) {
            self.lacks(other, round.cards, dealt);
        }
        for &(other, card) in round.shown.iter().filter(|(other, _)| *other != seat) {
            match round.asker == seat {
                true => self.holds(other, card, dealt),
                false => self.holds_one(other, round.cards),
            }
        }
        match self {
            Self::Crossing { found, .. } if round.asker == seat && round.shown.is_empty() => {
                *found |= round.cards & !hand;
            }
            Self::Crossing { .. } => {}
            Self::Deducing(clues) => _ = clues.conclude(dealt),
        }
    }

    fn holds(&mut self, holder: usize, cards: CardSet, dealt: &Dealt) {
        match self {
            Self::Crossing { found, .. } if holder == dealt.envelope() => *found |= cards,
            Self::Crossing { crossed, .. } => *crossed |= cards,
            Self::Deducing(clues) => clues.holds(dealt, holder, cards),
        }
    }

    fn lacks(&mut self, holder: usize, cards: CardSet, dealt: &Dealt) {
        match self {
            Self::Crossing { .. } => {}
            Self::Deducing(clues) => clues.lacks(dealt, holder, cards),
        }
    }

    fn holds_one(&mut self, holder: usize, cards: CardSet) {
        match self {
            Self::Crossing { .. } => {}
            Self::Deducing(clues) => clues.holds_one(holder, cards),
        }
    }
}

/// What a player has in a course.
fn hand(course: &Course, seat: usize) -> CardSet {
    let own = |(_, holder): &(usize, &Holder)| **holder == Holder::Agent(Agent::from_index(seat));
    course.held_by.iter().enumerate().filter(own).fold(0, |hand, (card, _)| hand | 1 << card)
}

/// A card of a set, drawn at random; nothing, if it is empty.
fn pick(cards: CardSet, stream: &mut Stream) -> CardSet {
    bits(cards).nth(stream.below(cards.count_ones() as usize)).unwrap_or(0)
}
