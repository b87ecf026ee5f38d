//! Why an event cannot be entered, and which earlier events that takes; what may be asked about: that a holder has a card,
//! or does not.

use crate::limits::Limit;
use hexa_logic::{Agent, Card, Holder};
use std::fmt;

/// Why an event is impossible, in terms of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// There is no such card.
    UnknownCard(Card),
    /// There is no such holder.
    UnknownHolder(Holder),
    /// Somebody asks themselves.
    AsksHimself(Agent),
    /// Nobody is asked.
    NobodyAsked,
    /// No cards are asked for, or spoken of.
    NothingAskedFor,
    /// The card shown is not among those asked for.
    NotAskedFor(Card),
    /// There is no table to know.
    NoTable,
    /// What is named are not so many cards as are on the table.
    NoTableHand {
        /// How many are there.
        size: usize,
    },
    /// A card would be in two hands.
    HeldElsewhere {
        /// The card.
        card: Card,
        /// Who has it.
        by: Holder,
    },
    /// A hand would have more cards than there are in it.
    HandFull {
        /// Whose hand.
        holder: Holder,
        /// How many cards are in it.
        size: usize,
    },
    /// A holder cannot have a card.
    CannotHold {
        /// Who.
        holder: Holder,
        /// The card.
        card: Card,
    },
    /// A holder must have a card.
    MustHold {
        /// Who.
        holder: Holder,
        /// The card.
        card: Card,
    },
    /// Somebody who says that they have none of the cards must have one of them.
    MustHoldOne {
        /// Who.
        respondent: Agent,
        /// The cards.
        cards: Vec<Card>,
    },
    /// Somebody who shows one of the cards can have none of them.
    HoldsNone {
        /// Who: one of these.
        respondents: Vec<Agent>,
        /// The cards.
        cards: Vec<Card>,
    },
    /// What is named cannot be on the table.
    NotOnTable(Vec<Card>),
    /// What is named wrongly must be on the table.
    OnTable(Vec<Card>),
    /// Somebody knows the table who is taken not to.
    KnowsTable(Agent),
    /// Somebody cannot know the table who names it.
    CannotKnowTable(Agent),
    /// Somebody knows which of the cards are on the table who says that they do not.
    KnowsWhich {
        /// Who.
        agent: Agent,
        /// The cards.
        cards: Vec<Card>,
    },
    /// Somebody cannot know which of the cards are on the table who says that they do.
    CannotKnowWhich {
        /// Who.
        agent: Agent,
        /// The cards.
        cards: Vec<Card>,
    },
}

/// How small a set of events is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// There is none with fewer events, and none with as many that comes before it.
    Smallest,
    /// There may be one with fewer events: the search was given up, or many events say what somebody knows.
    Small,
}

/// Events that something follows from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Core {
    /// Their numbers, in order.
    pub events: Vec<usize>,
    /// How few they are.
    pub size: Size,
}

/// An event is impossible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// Its number. If a change of the record made it impossible, it may have been there before.
    pub event: usize,
    /// What is wrong.
    pub reason: Reason,
    /// The numbers of earlier events that it is impossible with, in order: as few as there are. None, if it is impossible
    /// in itself.
    pub events: Vec<usize>,
    /// How few they are.
    pub size: Size,
}

/// Why an event is not entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// It is impossible.
    Conflict(Conflict),
    /// It was not found out whether it is possible.
    GaveUp(Limit),
}

/// What is in the way of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// It is impossible.
    Reason(Reason),
    /// It was not found out whether it is possible.
    GaveUp(Limit),
}

impl From<Limit> for Obstacle {
    fn from(limit: Limit) -> Self {
        Self::GaveUp(limit)
    }
}

/// Where a card is, or is not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// A holder has a card.
    Holds(Holder, Card),
    /// A holder does not have a card.
    Lacks(Holder, Card),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GaveUp(limit) => write!(f, "whether this is possible was given up: {limit}"),
            Self::Conflict(conflict) => {
                let numbers = conflict.events.iter().map(|event| (event + 1).to_string());
                let numbers: Vec<String> = numbers.collect();
                match numbers.is_empty() {
                    true => write!(f, "event {} is impossible", conflict.event + 1),
                    false => write!(
                        f,
                        "event {} is impossible after {}",
                        conflict.event + 1,
                        numbers.join(", ")
                    ),
                }
            }
        }
    }
}

impl From<Limit> for Refused {
    fn from(limit: Limit) -> Self {
        Self::GaveUp(limit)
    }
}

impl Conflict {
    /// An event that is impossible whatever came before it.
    pub(in crate::deals) fn by_itself(event: usize, reason: Reason) -> Self {
        Self { event, reason, events: Vec::new(), size: Size::Smallest }
    }
}
