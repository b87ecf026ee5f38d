//! The frame of an action, independent of any state (thesis defs. 28 and 38 to 43): the actions of
//! its type, one for each bundle, who cannot tell which of them apart, and when each can happen.
//! Besides knowledge actions, assignments, events of declared frames and moves of games have
//! one. What happens at once, any number of times, or as an update has none.
//!
//! A frame is one for a group: those who have access before it. The action must mean something
//! there (def. 33), strictly, as for local interpretation.
//!
//! Not all events need to belong together. Those of two alternatives that nobody learns of lead to
//! different models, in which different agents may have access; local interpretation keeps
//! these models apart, and so does [`Frame::pointed_frames`].

mod access;
pub(super) mod construction;

pub use access::Access;

use crate::definedness::{Construct, Meaningless, Undefined, Unsupported, check_action};
use crate::evaluation::EvalError;
use crate::limits::Limit;
use construction::{Frames, Symbolic};
use hexa_logic::{
    Action, Agent, Atom, Event, EventClause, EventModel, Formula, Group, Stop, Stopped, Terms,
};
use std::fmt;
use std::rc::Rc;

/// Why an action has no frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoFrame {
    /// It means nothing for this group.
    Undefined(Undefined),
    /// A part of it has none.
    Unsupported(Unsupported),
    /// It has more events than were allowed.
    Events(usize),
    /// Actions are nested deeper than this.
    Depth(u64),
    /// Somebody asked for the end of the work.
    Stopped,
}

impl From<Stopped> for NoFrame {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

impl fmt::Display for NoFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undefined(why) => why.fmt(f),
            Self::Unsupported(what) => write!(f, "{} has no frame", name_of_construct(what)),
            Self::Events(most) => write!(f, "the frame has more than {most} events"),
            Self::Depth(most) => write!(f, "the action is nested deeper than {most} levels"),
            Self::Stopped => Stopped.fmt(f),
        }
    }
}

/// What it is called that has no frame.
#[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
pub(super) fn name_of_construct(what: &Unsupported) -> &'static str {
    match what.construct {
        Construct::Star => "unbounded repetition",
        construct => construct.name(),
    }
}

impl std::error::Error for NoFrame {}

impl From<Meaningless> for NoFrame {
    fn from(why: Meaningless) -> Self {
        match why {
            Meaningless::Undefined(why) => Self::Undefined(why),
            Meaningless::Unsupported(what) => Self::Unsupported(what),
            Meaningless::Limit(_) => Self::Depth(MAX_DEPTH),
        }
    }
}

impl From<NoFrame> for EvalError {
    fn from(why: NoFrame) -> Self {
        match why {
            NoFrame::Undefined(why) => Self::Undefined(why),
            NoFrame::Unsupported(what) => Self::Unsupported(what),
            NoFrame::Events(most) => Self::Limit(Limit::Events(most as u64)),
            NoFrame::Depth(most) => Self::Limit(Limit::Depth(most)),
            NoFrame::Stopped => Self::Limit(Limit::Stopped),
        }
    }
}

/// Actions may be nested this deep.
const MAX_DEPTH: u64 = 500;

/// A frame, with the events that can be the actual one set apart (defs. 41 and 42).
#[derive(Clone, Debug)]
pub struct Frame {
    events: Vec<Occurrence>,
    /// For each agent.
    access: Vec<Access>,
    /// For each event the model that it leads to: a number for those that lead to the same.
    models: Vec<u32>,
}

/// An action of the type (def. 38): something that can happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// It, with its marks: every choice that is not pruned has one.
    pub action: Action,
    /// When it can happen (def. 43).
    pub precondition: Formula,
    /// What it changes, all at the same time; the values are those before it.
    pub postcondition: Vec<(Atom, Formula)>,
    /// Who has access after it: those who actually learn (def. 39).
    pub learners: Group,
    /// Whether the action that the frame is of stands for it.
    pub actual: bool,
}

/// One model that an action can lead to.
#[derive(Clone, Debug)]
pub struct Pointed {
    /// The events that lead to it; they are called `e1`, ...
    pub frame: EventModel,
    /// Those of them that can be the actual one.
    pub actual: Vec<Event>,
    /// For each event its place in the frame that this one is a part of.
    pub places: Vec<usize>,
}

impl Frame {
    /// The frame of an action where a group has access; with at most so many events.
    pub fn new(
        terms: &mut Terms,
        action: Action,
        group: &Group,
        most: usize,
        stop: &Stop,
    ) -> Result<Rc<Self>, NoFrame> {
        check_action(terms, action, group, &Group::empty())?;
        Frames::new(Symbolic, most, stop).frame(terms, action, group)
    }

    /// The actions of the type, with what is to be known of each.
    pub fn events(&self) -> &[Occurrence] {
        &self.events
    }

    /// The places of the events that can be the actual one.
    pub fn actual(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.events.len()).filter(|&event| self.events[event].actual)
    }

    /// Whether an agent who is in one event considers another possible (def. 40).
    pub fn is_related(&self, agent: Agent, from: usize, to: usize) -> bool {
        match self.access.get(agent.index()) {
            None => false,
            Some(Access::Cells(cells)) => cells[from].is_some() && cells[from] == cells[to],
            Some(Access::Arrows(next)) => next[from].binary_search(&(to as u32)).is_ok(),
        }
    }

    /// The events that an agent who is in one considers possible, in order.
    pub fn events_considered(&self, agent: Agent, from: usize) -> Vec<usize> {
        match self.access.get(agent.index()) {
            None => Vec::new(),
            Some(Access::Cells(cells)) => match cells[from] {
                None => Vec::new(),
                cell => (0..cells.len()).filter(|&to| cells[to] == cell).collect(),
            },
            Some(Access::Arrows(next)) => next[from].iter().map(|&to| to as usize).collect(),
        }
    }

    /// The access of an agent; of one who never has any, none.
    pub fn access(&self, agent: Agent) -> Option<&Access> {
        self.access.get(agent.index())
    }

    /// Whether two events lead to the same model.
    pub fn leads_together(&self, left: usize, right: usize) -> bool {
        self.models[left] == self.models[right]
    }

    /// The part of the frame that matters: the actual events, and those that somebody considers
    /// possible who considers possible that somebody ..., in an actual one.
    pub fn relevant(&self) -> Frame {
        let mut waiting: Vec<usize> = self.actual().collect();
        let mut kept = vec![false; self.events.len()];
        waiting.iter().for_each(|&event| kept[event] = true);
        while let Some(event) = waiting.pop() {
            for agent in 0..self.access.len() {
                for next in self.events_considered(Agent::from_index(agent), event) {
                    if !std::mem::replace(&mut kept[next], true) {
                        waiting.push(next);
                    }
                }
            }
        }
        let places: Vec<usize> = (0..kept.len()).filter(|&event| kept[event]).collect();
        self.only(&places)
    }

    /// Some of the events.
    fn only(&self, places: &[usize]) -> Frame {
        Frame {
            events: places.iter().map(|&event| self.events[event].clone()).collect(),
            access: self.access.iter().map(|access| access.only(places)).collect(),
            models: places.iter().map(|&event| self.models[event]).collect(),
        }
    }

    /// The frames to multiply a state with: one for each model that the action can lead to.
    pub fn pointed_frames(&self, name: &str) -> Vec<Pointed> {
        let mut models: Vec<u32> = self.actual().map(|event| self.models[event]).collect();
        models.sort_unstable();
        models.dedup();
        let alone = models.len() == 1;
        let named = |at: usize| if alone { name.to_owned() } else { format!("{name}{}", at + 1) };
        models.iter().enumerate().map(|(at, &model)| self.pointed_in(model, named(at))).collect()
    }

    fn pointed_in(&self, model: u32, name: String) -> Pointed {
        let places: Vec<usize> =
            (0..self.events.len()).filter(|&event| self.models[event] == model).collect();
        let part = self.only(&places);
        let clause = |(at, event): (usize, &Occurrence)| EventClause {
            name: format!("e{}", at + 1),
            precondition: event.precondition,
            postcondition: event.postcondition.clone(),
        };
        // All events that lead to a model leave the same agents access.
        let learners = part.events.first().map(|event| event.learners.clone()).unwrap_or_default();
        let relation = |(agent, access): (usize, &Access)| {
            learners.contains(Agent::from_index(agent)).then(|| access.setup())
        };
        let frame = EventModel {
            name,
            events: part.events.iter().enumerate().map(clause).collect(),
            relations: part.access.iter().enumerate().map(relation).collect(),
            roles: None,
            chances: None,
        };
        Pointed { frame, actual: part.actual().map(Event::from_index).collect(), places }
    }
}
