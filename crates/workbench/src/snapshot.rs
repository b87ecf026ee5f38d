//! A state of a document, with where it comes from.

use hexa_engine::{Held, UBig};
use hexa_lang::{Document, Step};
use hexa_logic::Setup;
use hexa_text::Location;

/// Which description a state has grown out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The initial state.
    Initial,
    /// A further named state, by its place in the document.
    Named(usize),
}

impl Origin {
    /// The description.
    pub fn setup(self, document: &Document) -> &Setup {
        match self {
            Self::Initial => &document.initial,
            Self::Named(at) => &document.states[at].setup,
        }
    }
}

/// A state with what there is to remember about how it came about.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The state.
    pub state: Held,
    /// Which description it has grown out of.
    pub origin: Origin,
    /// The last step that took somebody's access away.
    pub access_lost: Option<Location>,
    /// The first step with `U`, `S` or `fix`: what it builds is not the image of a model by local interpretation, so that
    /// nothing is said of worlds that cannot be reached.
    pub unfolded: Option<Location>,
}

impl Snapshot {
    /// How many worlds there are, reachable or not, if they are kept.
    pub fn whole_count(&self) -> Option<UBig> {
        self.state.whole_count().filter(|_| self.unfolded.is_none())
    }
}

/// A state on the way to another.
#[derive(Clone, Debug)]
pub struct Passed<'d> {
    /// The step that led to it, with its place in the scenario; none for a state described in the
    /// document.
    pub step: Option<(usize, &'d Step)>,
    /// The state.
    pub snapshot: Snapshot,
}
