//! Action frames: events with preconditions and factual change, and who can tell
//! them apart. The semantic object behind an action (thesis def. 13, 38).

mod message;

pub(crate) use message::Messages;
pub use message::{Manner, Message, MessageIndex};

use crate::vocabulary::index;
use crate::{Atom, Formula, Ratio, RelationSetup, Roles};

index! {
    /// An event of a frame.
    Event
}
index! {
    /// A frame declared in a document.
    FrameIndex
}

/// A frame: events, and one relation for each agent who has access.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventModel {
    /// The frame's name.
    pub name: String,
    /// Its events.
    pub events: Vec<EventClause>,
    /// For each agent their relation between events; none if they have no access.
    pub relations: Vec<Option<RelationSetup>>,
    /// Who asks and who answers, if the events are the possible answers to a question (thesis
    /// def. 9).
    pub roles: Option<Roles>,
    /// How often each event happens where it can, if that is said: more than nothing, at most 1.
    pub chances: Option<Box<[Ratio]>>,
}

/// One event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventClause {
    /// The event's name.
    pub name: String,
    /// When it can happen.
    pub precondition: Formula,
    /// What it changes, all at the same time. No atom occurs twice.
    pub postcondition: Vec<(Atom, Formula)>,
}

impl EventModel {
    /// The formulas of all preconditions and postconditions.
    pub fn formulas(&self) -> impl Iterator<Item = Formula> + '_ {
        self.events.iter().flat_map(|event| {
            let changed = event.postcondition.iter().map(|&(_, value)| value);
            std::iter::once(event.precondition).chain(changed)
        })
    }

    /// The event of that name.
    pub fn event(&self, name: &str) -> Option<Event> {
        self.events.iter().position(|event| event.name == name).map(Event::from_index)
    }
}
