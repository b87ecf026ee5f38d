//! What a client can choose when it starts the server: its `initializationOptions`.

use serde::Deserialize;
use std::time::Duration;

/// What a client can choose.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Options {
    /// When scenarios are run.
    pub check: WhenToRun,
    /// So many seconds a run of all scenarios may take.
    pub seconds: f64,
    /// So many milliseconds nobody must have typed before they are run.
    pub delay: u64,
    /// How verdicts are shown besides the problems.
    pub verdicts: Verdicts,
    /// Whether what a command answers is shown as a message; clients that show it themselves do without.
    pub messages: bool,
}

/// When scenarios are run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WhenToRun {
    /// While somebody types.
    Typing,
    /// When a text is opened or saved.
    Saving,
    /// Only by a command.
    Never,
}

/// How verdicts are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdicts {
    /// Above each step.
    Lens,
    /// At the end of the line.
    Hint,
    /// Both.
    Both,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            check: WhenToRun::Typing,
            seconds: 10.0,
            delay: 150,
            verdicts: Verdicts::Lens,
            messages: true,
        }
    }
}

impl Options {
    /// How long a run may take.
    pub fn limit(&self) -> Duration {
        Duration::try_from_secs_f64(self.seconds).unwrap_or(Duration::from_secs(10))
    }
}
