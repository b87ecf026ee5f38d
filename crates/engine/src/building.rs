//! Why a state cannot be held: an initial state cannot be built (thesis defs. 3 and 6), or an engine cannot
//! do all that is asked of it later. How many worlds there will be is known, exactly, before anything is built.

use crate::definedness::Unsupported;
use crate::evaluation::EvalError;
use crate::limits::Limit;
use crate::propositional::NotPropositional;
use dashu_int::UBig;
use hexa_logic::{Action, Formula, Setup, Stopped, WeighedModel};
use std::fmt;

/// Of a card game at full size there are at most so many cards,
pub(crate) const MOST_CARDS: usize = 128;

/// so many holders,
pub(crate) const MOST_HOLDERS: usize = 32;

/// So many bits number the occasions on which a card is shown.
pub(crate) const SHOW_BITS: u32 = 11;

/// and so many occasions on which a card is shown.
pub(crate) const MOST_SHOWS: usize = (1 << SHOW_BITS) - 1;

/// Why an initial state cannot be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuildError {
    /// It has too many worlds.
    TooManyWorlds {
        /// How many.
        worlds: UBig,
        /// What that number counts.
        counted: Counted,
        /// The limit it passes.
        limit: Limit,
    },
    /// The search for the worlds that obey the law was given up.
    SearchTooLong {
        /// How many were found until then.
        found: u64,
        /// The limit that was hit.
        limit: Limit,
    },
    /// Describing the worlds takes too much.
    TooLarge(Limit),
    /// No world obeys the law.
    NoWorldObeysTheLaw,
    /// The actual world does not obey the law.
    PointBreaksTheLaw,
    /// A law or an observation speaks of more than one world.
    NotPropositional(NotPropositional),
    /// The description does not fit together.
    Malformed(Misfit),
    /// It is no deal of cards that can be held as one.
    NoDeal(NoDeal),
    /// The symbolic engine was not built into this program.
    NoDiagrams,
    /// Its worlds have weights, which this engine does not keep.
    Weighed,
}

/// What a number of worlds counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// The worlds.
    Exactly,
    /// The worlds before the law takes some away.
    BeforeTheLaw,
    /// The worlds found until the search was stopped.
    AtLeast,
    /// Whatever could be a world, deals of other sizes included.
    Candidates,
}

/// How a description does not fit together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// A relation or a hand is missing, or there is one too many.
    Length,
    /// Something is named that does not exist.
    Index,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyWorlds { worlds, counted, limit } => match counted {
                Counted::Exactly => write!(f, "{worlds} worlds are too many: {limit}"),
                Counted::BeforeTheLaw => {
                    write!(f, "{worlds} worlds, counted before the law, are too many: {limit}")
                }
                Counted::AtLeast => {
                    write!(f, "{worlds} worlds and more obey the law, too many: {limit}")
                }
                Counted::Candidates => {
                    write!(f, "{worlds} candidates for worlds are too many: {limit}")
                }
            },
            Self::SearchTooLong { found: 0, limit: Limit::Stopped } => Stopped.fmt(f),
            Self::SearchTooLong { found, limit } => {
                write!(f, "the search for worlds that obey the law found {found}; {limit}")
            }
            Self::TooLarge(Limit::Stopped) => Stopped.fmt(f),
            Self::TooLarge(limit) => write!(f, "describing the worlds takes too much: {limit}"),
            Self::NoWorldObeysTheLaw => write!(f, "no world obeys the law"),
            Self::PointBreaksTheLaw => write!(f, "the actual world does not obey the law"),
            Self::NotPropositional(_) => {
                write!(f, "laws and observations must speak of one world only")
            }
            Self::Malformed(_) => write!(f, "the description does not fit together"),
            Self::NoDeal(why) => why.fmt(f),
            Self::NoDiagrams => write!(f, "this program was built without the symbolic engine"),
            Self::Weighed => write!(f, "the worlds of a state have weights"),
        }
    }
}

impl std::error::Error for BuildError {}

impl BuildError {
    /// Why a law or an observation has no truth value everywhere.
    pub(crate) fn of_law(formula: Formula, error: EvalError) -> Self {
        if let EvalError::Limit(limit) = error {
            Self::TooLarge(limit)
        } else {
            Self::NotPropositional(NotPropositional { formula })
        }
    }

    /// The limit that was hit, if one was.
    pub fn limit(&self) -> Option<&Limit> {
        match self {
            Self::TooManyWorlds { limit, .. }
            | Self::SearchTooLong { limit, .. }
            | Self::TooLarge(limit) => Some(limit),
            Self::NoWorldObeysTheLaw
            | Self::PointBreaksTheLaw
            | Self::NotPropositional(_)
            | Self::Malformed(_)
            | Self::NoDeal(_)
            | Self::NoDiagrams
            | Self::Weighed => None,
        }
    }
}

impl From<Limit> for BuildError {
    fn from(limit: Limit) -> Self {
        Self::TooLarge(limit)
    }
}

impl From<Stopped> for BuildError {
    fn from(stopped: Stopped) -> Self {
        Self::TooLarge(stopped.into())
    }
}

impl From<NotPropositional> for BuildError {
    fn from(why: NotPropositional) -> Self {
        Self::NotPropositional(why)
    }
}

/// The exact number of worlds of an initial state, before its law takes some away. For deals it is
/// the number of deals of that size (thesis def. 3), a multinomial coefficient.
pub fn state_size(setup: &Setup) -> UBig {
    match setup {
        Setup::Deal(deal) => multinomial(&deal.deal.size()),
        Setup::Structure(structure) => UBig::ONE << structure.atoms.len(),
        Setup::Hypercube(cube) => {
            cube.atoms.iter().map(|states| UBig::from(states.len())).product()
        }
        Setup::Model(model) | Setup::Weighed(WeighedModel { model, .. }) => {
            UBig::from(model.worlds.len())
        }
    }
}

/// In how many ways a set falls apart into parts of these sizes.
pub(crate) fn multinomial(sizes: &[usize]) -> UBig {
    let mut ways = UBig::ONE;
    let mut placed = 0u64;
    for &size in sizes {
        for at in 1..=size as u64 {
            placed += 1;
            // A product of consecutive binomial coefficients: every division is exact.
            ways = ways * UBig::from(placed) / UBig::from(at);
        }
    }
    ways
}

/// Why a deal is none of those that this engine holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoDeal {
    /// The initial state is not a deal of cards.
    OtherState,
    /// Nobody has looked at their cards.
    FaceDown,
    /// There are too many cards.
    Cards,
    /// There are too many holders.
    Holders,
    /// There are too many occasions on which a card is shown.
    Shows,
}

impl fmt::Display for NoDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherState => write!(f, "a state is not a deal of cards"),
            Self::FaceDown => write!(f, "the cards lie face down"),
            Self::Cards => write!(f, "there are more than {MOST_CARDS} cards"),
            Self::Holders => write!(f, "there are more than {MOST_HOLDERS} holders"),
            Self::Shows => write!(f, "cards are shown more than {MOST_SHOWS} times"),
        }
    }
}

/// What the symbolic engine does world by world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorldByWorld {
    /// `P`
    Probability,
    /// `α^*`
    Iteration,
    /// `α || β`
    Concurrency,
    /// `U_B`, with another inside, or beside distributed knowledge
    Update,
}

/// Why an engine cannot run a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// It cannot hold a state that is described.
    Initial(BuildError),
    /// It cannot execute one of the actions.
    Action(Unsupported),
    /// It follows actions inside of formulas inside of actions only so deep.
    Depth(u64),
    /// It would have to list the worlds of a state that is too large for it.
    Listing(WorldByWorld, BuildError),
    /// It does not keep worlds that cannot be reached, and they are to be counted.
    Unreachable,
    /// It does not keep how likely worlds are after an action like this, and probabilities are asked for.
    Likelihood(Action),
}

impl fmt::Display for WorldByWorld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Probability => "there is probability",
            Self::Iteration => "there is unbounded repetition",
            Self::Concurrency => "there are actions at the same time",
            Self::Update => "there are programs with U inside of U or with D",
        })
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Initial(error) => error.fmt(f),
            Self::Action(what) => what.fmt(f),
            Self::Depth(most) => write!(f, "actions are nested more than {most} deep"),
            Self::Listing(what, error) => write!(f, "{what}, and {error}"),
            Self::Unreachable => write!(f, "worlds that cannot be reached are counted"),
            Self::Likelihood(_) => {
                write!(f, "there is probability after actions that are no announcements")
            }
        }
    }
}

impl std::error::Error for WhyNot {}
