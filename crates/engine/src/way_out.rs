//! What to do about a limit: data, which each interface words for itself.

use crate::choice::Task;
use crate::engine::Engine;
use crate::limits::Limit;

/// A way out of a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WayOut {
    /// More worlds may be allowed, or the state made smaller.
    RaiseWorlds,
    /// More nodes of decision diagrams may be allowed, or the state made smaller.
    RaiseNodes,
    /// This engine is for small states; another one is not.
    NotForSmallStates(Engine),
    /// Another engine does not list worlds, and can run this; or the state can be made smaller.
    Unlisted(Engine),
    /// What was asked needs all worlds listed, which takes a smaller state: this engine, which does not list
    /// them, can find out other things in a state of this size.
    SmallerToList(Engine),
    /// The memory that is allowed is full: the state can be made smaller.
    SmallerForMemory,
    /// The state can be made smaller.
    SmallerState,
    /// Parts of the formula can be named and checked one by one.
    SmallerFormula,
    /// The action can be made smaller: every way to choose in it is an event.
    SmallerAction,
    /// The program with updates, or the state, can be made smaller.
    SmallerProgram,
    /// One play can be checked in several scenarios, or by another engine if that can hold the states.
    ShorterPlay(Engine),
    /// A probability can be asked for by itself, not inside of what somebody knows.
    ProbabilityAlone,
    /// It can be asked again, with more time.
    AskAgain,
}

impl Engine {
    /// What to do about a limit that was hit while this engine did a task.
    pub fn way_out(self, limit: &Limit, task: &Task<'_>) -> WayOut {
        match limit {
            Limit::Worlds(most) if task.limits.max_worlds == Some(*most) => WayOut::RaiseWorlds,
            Limit::Worlds(_) | Limit::Work(_) | Limit::Depth(_) if self.is_for_small_states() => {
                WayOut::NotForSmallStates(Self::listing())
            }
            Limit::Worlds(_) => WayOut::SmallerState,
            Limit::Memory { .. } | Limit::Numbering => self.way_out_of_memory(limit, task),
            Limit::Work(_) if self == Self::Deals => WayOut::ProbabilityAlone,
            Limit::Work(_) => WayOut::SmallerState,
            Limit::Depth(_) => WayOut::SmallerFormula,
            Limit::Possibilities(_) => WayOut::SmallerProgram,
            Limit::Events(_) => WayOut::SmallerAction,
            Limit::Nodes(_) => WayOut::RaiseNodes,
            Limit::Shows(_) => WayOut::ShorterPlay(Self::Symbolic),
            Limit::Stopped => WayOut::AskAgain,
        }
    }

    /// Too many worlds were to be listed.
    fn way_out_of_memory(self, limit: &Limit, task: &Task<'_>) -> WayOut {
        match self {
            Self::Symbolic | Self::Deals => WayOut::SmallerToList(self),
            Self::Explicit if Self::Symbolic.can_hold(task).is_ok() => {
                WayOut::Unlisted(Self::Symbolic)
            }
            Self::Explicit | Self::Definitional if *limit == Limit::Numbering => {
                WayOut::SmallerState
            }
            Self::Explicit | Self::Definitional => WayOut::SmallerForMemory,
        }
    }
}

impl Task<'_> {
    /// For each general engine that lists or does not, whether it can run this; the one to be preferred first.
    pub fn general_engines(&self) -> Vec<(Engine, Result<(), crate::building::WhyNot>)> {
        let general = Engine::GENERAL.into_iter().filter(|engine| !engine.is_for_small_states());
        general.map(|engine| (engine, engine.can_hold(self))).collect()
    }
}
