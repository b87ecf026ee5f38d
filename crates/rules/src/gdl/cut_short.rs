//! How far rules are applied, and why they were not applied to the end.

use hexa_logic::Stopped;

/// How much may be computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleLimits {
    /// The most atoms at a time.
    pub atoms: usize,
    /// The most ways to apply rules.
    pub instances: usize,
    /// The most questions and answers that are kept in tables where relations are evaluated on demand.
    pub answers: usize,
}

impl Default for RuleLimits {
    fn default() -> Self {
        Self { atoms: 1_000_000, instances: 3_000_000, answers: 2_000_000 }
    }
}

impl RuleLimits {
    /// The usual limits, with so many ways to apply rules. Who allows more of them allows as many atoms and answers.
    pub fn up_to(instances: usize) -> Self {
        let Self { atoms, answers, .. } = Self::default();
        Self { instances, atoms: atoms.max(instances), answers: answers.max(instances) }
    }
}

/// Why the rules were not applied to the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CutShort {
    /// Too many atoms.
    Atoms(usize),
    /// Too many ways to apply rules.
    Instances(usize),
    /// Terms that are nested too deeply.
    Depth(u32),
    /// Too many questions and answers in the tables of what is evaluated on demand.
    Answers(usize),
    /// This relation can only be evaluated on demand, which rules without variables do not allow.
    OnDemand(String),
    /// This relation was asked of without what must be known of it.
    Unbound(String),
    /// Atoms that depend on each other, and the last on the negation of the first.
    Circle(Vec<String>),
    /// Somebody asked for the end.
    Stopped,
}

impl From<Stopped> for CutShort {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}
