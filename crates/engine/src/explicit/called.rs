//! What worlds are called: by the names they were given, and by the events that made them. After the product with a frame a
//! world is a pair (w, e) of a world and an event (thesis def. 14), so its history grows by one event each time.

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// In larger products it is not kept which event made a world, unless the worlds have names of their own.
pub(crate) const MOST_TOLD: usize = 1 << 16;

/// What a world is called.
#[derive(Clone, Debug, Default)]
pub(crate) struct Called {
    name: Option<Arc<str>>,
    history: Option<Arc<History>>,
}

/// The events that made a world, the last one first.
#[derive(Debug)]
struct History {
    event: Arc<str>,
    before: Option<Arc<History>>,
}

impl Called {
    /// A world that was given a name, and that events made.
    pub(crate) fn new(name: Option<&str>, events: &[String]) -> Self {
        let longer = |before, event: &String| {
            Some(Arc::new(History { event: event.as_str().into(), before }))
        };
        Self { name: name.map(Arc::from), history: events.iter().fold(None, longer) }
    }

    /// What many worlds are called; none if there is nothing to say of any of them.
    pub(crate) fn list(all: impl Iterator<Item = Self>) -> Option<Vec<Self>> {
        let all: Vec<Self> = all.collect();
        all.iter().any(|called| !called.is_unknown()).then_some(all)
    }

    fn is_unknown(&self) -> bool {
        self.name.is_none() && self.history.is_none()
    }

    /// The name it was given.
    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The events that made it, in the order in which they happened.
    pub(crate) fn events(&self) -> Vec<String> {
        let mut events = Vec::new();
        let mut at = self.history.as_ref();
        while let Some(history) = at {
            events.push(history.event.to_string());
            at = history.before.as_ref();
        }
        events.reverse();
        events
    }
}

impl Drop for History {
    /// Long histories are dropped one event after the other.
    fn drop(&mut self) {
        let mut rest = self.before.take();
        while let Some(mut history) = rest.and_then(Arc::into_inner) {
            rest = history.before.take();
        }
    }
}

/// An event that happens in many worlds: equal histories are kept once.
pub(crate) struct Happening {
    event: Arc<str>,
    met: FxHashMap<*const History, Arc<History>>,
}

impl Happening {
    pub(crate) fn new(event: &str) -> Self {
        Self { event: event.into(), met: FxHashMap::default() }
    }

    /// The pair of a world and the event.
    pub(crate) fn pair(&mut self, world: &Called) -> Called {
        let before = world.history.as_ref();
        let event = &self.event;
        let history =
            self.met.entry(before.map_or(std::ptr::null(), Arc::as_ptr)).or_insert_with(|| {
                Arc::new(History { event: Arc::clone(event), before: before.cloned() })
            });
        Called { name: world.name.clone(), history: Some(Arc::clone(history)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_told_in_their_order() {
        let world = Called::new(Some("w"), &[]);
        let (mut red, mut blue) = (Happening::new("red"), Happening::new("blue"));
        let pair = blue.pair(&red.pair(&world));
        assert_eq!((pair.name(), pair.events()), (Some("w"), vec!["red".into(), "blue".into()]));
        assert_eq!(Called::new(pair.name(), &pair.events()).events(), pair.events());
        assert!(Called::list([Called::default()].into_iter()).is_none());
    }
}
