//! A state of a document, with where it comes from.

use hexa_engine::Held;
use hexa_lang::Document;
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
}
