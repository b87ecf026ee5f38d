//! How far rules are applied, and why they were not applied to the end.

use hexa_logic::Stopped;

/// How much may be computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleLimits {
    /// The most atoms at a time.
    pub atoms: usize,
    /// The most ways to apply rules.
    pub instances: usize,
}

impl Default for RuleLimits {
    fn default() -> Self {
        Self { atoms: 1_000_000, instances: 3_000_000 }
    }
}

/// Why the rules were not applied to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CutShort {
    /// Too many atoms.
    Atoms(usize),
    /// Too many ways to apply rules.
    Instances(usize),
    /// Terms that are nested too deeply.
    Depth(u32),
    /// Somebody asked for the end.
    Stopped,
}

impl From<Stopped> for CutShort {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}
