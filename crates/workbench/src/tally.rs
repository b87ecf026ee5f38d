//! How a run has gone: how many assertions hold, and why others were not run.

/// Why a step was not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyNotRun {
    /// The step in this line would have changed the state.
    After(usize),
    /// There is no state to start from.
    NoInitialState,
    /// It could not be read.
    Unreadable,
    /// The run was stopped.
    Stopped,
}

/// Counts of asserting steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Tally {
    /// Those that hold.
    pub passed: usize,
    /// Those that do not.
    pub failed: usize,
}

/// How a run has gone. What could not be run weighs more than what does not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Standing {
    /// All is well.
    #[default]
    Fine,
    /// Something asserted does not hold.
    Failed,
    /// Something could not be run.
    Broken,
}
