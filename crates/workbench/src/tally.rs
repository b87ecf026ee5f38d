//! How a run has gone: how many assertions hold, what went wrong, and why others were not run.

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

/// What is counted in a run. A step that asserts is counted once: it holds, does not hold, is in error, or was not run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Tally {
    /// Asserting steps that hold.
    pub passed: usize,
    /// Those that do not.
    pub failed: usize,
    /// What could not be done: errors of texts, and steps that cannot be taken.
    pub errors: usize,
    /// Asserting steps that were not run because of one.
    pub not_run: usize,
    /// What is strange, but stops nothing.
    pub warnings: usize,
    /// Texts that were read, and assert nothing.
    pub without_assertions: usize,
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
