//! Who cannot tell which events apart (thesis def. 40), for the ways in which actions are put
//! together.

use super::{Frame, Occurrence};
use hexa_logic::{Agent, RelationSetup};
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::rc::Rc;

/// Which events an agent cannot tell from which (def. 40).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Access {
    /// They have access in some events, and those of the same cell look alike.
    Cells(Vec<Option<u32>>),
    /// Any relation: the events that each leads to, sorted.
    Arrows(Vec<Vec<u32>>),
}

impl Access {
    pub(super) fn none(events: usize) -> Self {
        Self::Cells(vec![None; events])
    }

    pub(super) fn only(&self, places: &[usize]) -> Access {
        match self {
            Self::Cells(cells) => Self::Cells(places.iter().map(|&event| cells[event]).collect()),
            Self::Arrows(next) => {
                let rank = |to: &u32| places.binary_search(&(*to as usize)).ok();
                let kept = |&event: &usize| {
                    next[event].iter().filter_map(rank).map(|to| to as u32).collect()
                };
                Self::Arrows(places.iter().map(kept).collect())
            }
        }
    }

    /// The events that each leads to.
    fn arrows(&self) -> Vec<Vec<u32>> {
        match self {
            Self::Arrows(next) => next.clone(),
            Self::Cells(cells) => {
                let mut members: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
                for (event, cell) in cells.iter().enumerate() {
                    cell.map(|cell| members.entry(cell).or_default().push(event as u32));
                }
                let seen = |cell: &Option<u32>| cell.map_or(Vec::new(), |c| members[&c].clone());
                cells.iter().map(seen).collect()
            }
        }
    }

    /// As it is written; arrows if it is no partition of all events.
    pub(super) fn setup(&self) -> RelationSetup {
        let cells = match self {
            Self::Cells(cells) => cells.iter().copied().collect::<Option<Vec<u32>>>(),
            Self::Arrows(_) => None,
        };
        if let Some(cells) = cells {
            return RelationSetup::Cells(number_equals(cells));
        }
        let pairs = self
            .arrows()
            .into_iter()
            .enumerate()
            .flat_map(|(from, next)| next.into_iter().map(move |to| (from as u32, to)));
        RelationSetup::Arrows(pairs.collect())
    }
}

/// Access as it is written.
pub(super) fn access_of(relation: Option<&RelationSetup>, events: usize) -> Access {
    match relation {
        None => Access::none(events),
        Some(RelationSetup::Cells(cells)) => {
            Access::Cells(cells.iter().map(|&cell| Some(cell)).collect())
        }
        Some(RelationSetup::Arrows(pairs)) => {
            let mut next = vec![Vec::new(); events];
            pairs.iter().for_each(|&(from, to)| next[from as usize].push(to));
            Access::Arrows(next)
        }
    }
}

/// What a learner sees of what is learnt.
pub(super) fn of_learner(inner: &Frame, agent: Agent) -> Access {
    let learns = |event: &Occurrence| event.learners.contains(agent);
    match inner.access.get(agent.index()) {
        Some(Access::Arrows(next)) => {
            let others = (0..inner.events.len()).filter(|&at| !learns(&inner.events[at]));
            let others: Vec<u32> = others.map(|at| at as u32).collect();
            let next = next.iter().zip(&inner.events).map(|(next, event)| match learns(event) {
                true => next.clone(),
                false => others.clone(),
            });
            Access::Arrows(next.collect())
        }
        cells => {
            let inside = |at: usize| match cells {
                Some(Access::Cells(cells)) => cells[at],
                _ => None,
            };
            // Those who learn inside have cells there; the others share one.
            let cell = inner.events.iter().enumerate().map(|(at, event)| match learns(event) {
                true => (1, inside(at)),
                false => (0, None),
            });
            Access::Cells(number_equals(cell).into_iter().map(Some).collect())
        }
    }
}

pub(super) fn beside(parts: &[Rc<Frame>], agent: usize) -> Access {
    let of = |part: &Rc<Frame>| {
        part.access.get(agent).cloned().unwrap_or_else(|| Access::none(part.events.len()))
    };
    let all: Vec<Access> = parts.iter().map(of).collect();
    let arrows = all.iter().any(|access| matches!(access, Access::Arrows(_)));
    if arrows {
        let mut next = Vec::new();
        for access in &all {
            let offset = next.len() as u32;
            let moved = |next: Vec<u32>| next.into_iter().map(|to| to + offset).collect();
            next.extend(access.arrows().into_iter().map(moved).collect::<Vec<Vec<u32>>>());
        }
        return Access::Arrows(next);
    }
    let cells = all.iter().enumerate().flat_map(|(part, access)| {
        let cells: &[Option<u32>] = if let Access::Cells(cells) = access { cells } else { &[] };
        cells.iter().map(move |cell| cell.map(|cell| (part, cell)))
    });
    Access::Cells(partly_numbered(cells))
}

/// As [`number_equals`], of those that there are.
fn partly_numbered<T: Eq + Hash>(of: impl IntoIterator<Item = Option<T>>) -> Vec<Option<u32>> {
    let of: Vec<Option<T>> = of.into_iter().collect();
    let some: Vec<bool> = of.iter().map(Option::is_some).collect();
    number_equals(of).into_iter().zip(some).map(|(number, some)| some.then_some(number)).collect()
}

/// Each event of a frame, followed by the events of another.
pub(super) struct Pairs<'a> {
    pub(super) first: &'a Frame,
    /// For each event the frame of what follows.
    pub(super) following: &'a [Rc<Frame>],
}

impl Pairs<'_> {
    fn pairs(&self) -> impl Iterator<Item = (usize, &Frame, usize)> {
        self.following
            .iter()
            .enumerate()
            .flat_map(|(at, next)| (0..next.events.len()).map(move |event| (at, &**next, event)))
    }

    pub(super) fn models(&self) -> Vec<u32> {
        number_equals(
            self.pairs().map(|(at, next, event)| (self.first.models[at], next.models[event])),
        )
    }

    /// Related iff both are. What looks alike is followed by the same frame, since it leaves the
    /// same agents access.
    pub(super) fn access(&self, agent: usize) -> Access {
        let cell = |access: Option<&Access>, event: usize| match access {
            Some(Access::Cells(cells)) => cells[event],
            _ => None,
        };
        let is_arrows = |frame: &Frame| matches!(frame.access.get(agent), Some(Access::Arrows(_)));
        if is_arrows(self.first) || self.following.iter().any(|next| is_arrows(next)) {
            return self.arrows(agent);
        }
        Access::Cells(partly_numbered(self.pairs().map(|(at, next, event)| {
            let first = cell(self.first.access.get(agent), at)?;
            Some((first, cell(next.access.get(agent), event)?))
        })))
    }

    fn arrows(&self, agent: usize) -> Access {
        let offset = |at: usize| -> usize {
            self.following[..at].iter().map(|next| next.events.len()).sum()
        };
        let agent = Agent::from_index(agent);
        let next = self.pairs().map(|(at, next, event)| {
            let mut to = Vec::new();
            for first in self.first.events_considered(agent, at) {
                let second = next.events_considered(agent, event).into_iter();
                to.extend(second.map(|second| (offset(first) + second) as u32));
            }
            to
        });
        Access::Arrows(next.collect())
    }
}

/// Numbers for things, from 0 in order of appearance, equal ones for equal things.
pub(super) fn number_equals<T: Eq + Hash>(of: impl IntoIterator<Item = T>) -> Vec<u32> {
    let mut known: FxHashMap<T, u32> = FxHashMap::default();
    of.into_iter()
        .map(|thing| {
            let next = known.len() as u32;
            *known.entry(thing).or_insert(next)
        })
        .collect()
}
