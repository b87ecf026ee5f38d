//! What comes of checking a certificate: what it shows, or the first thing in it that is not right.

use hexa_logic::Stopped;

/// What a certificate shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Checked {
    /// How many candidates are equilibria, or regions of equilibria.
    pub equilibria: usize,
    /// How many are not.
    pub refuted: usize,
    /// How many candidates and parts are not decided. If there are none, there are no other equilibria.
    pub undecided: usize,
    /// How many steps of searches were gone through.
    pub steps: usize,
}

/// The first thing in a certificate that is not right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is not one, or has choices between more than two alternatives.
    Game,
    /// Play need not end, or it was not found out whether it does.
    Endless,
    /// The variables are not those of the game.
    Variables,
    /// There are not as many numbers, places or lists as there must be: of what.
    Shape(CertificatePart),
    /// The payoffs do not solve the equation of this situation for this player.
    Equation {
        /// The place of the situation.
        situation: usize,
        /// The place of the player.
        player: usize,
    },
    /// The denominator is not shown to be positive.
    Denominator,
    /// This factor is not shown to have its sign.
    Factor(usize),
    /// The condition of this variable is not the product of its factors.
    Condition(usize),
    /// The systems are not those into which the conditions fall.
    Systems,
    /// This step of a search is wrong: the places of the system and of the step.
    Step(usize, usize),
    /// The steps of this system end too early, or go on after the end.
    Steps(usize),
    /// This point of a system is not shown to be one, or the only one in its box.
    Point(usize, usize),
    /// The exact coordinates of this point of a system are wrong.
    Exact(usize, usize),
    /// This region of a system is not one of solutions.
    Region(usize, usize),
    /// The candidates are not all combinations of solutions.
    Candidates,
    /// This candidate is not put together from its parts.
    Candidate(usize),
    /// The verdict on this candidate is not shown for this player.
    Verdict(usize, usize),
    /// Somebody asked for the end of the work.
    Stopped,
}

/// A part of a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CertificatePart {
    /// The payoffs.
    Payoffs,
    /// A factor.
    Factor(usize),
    /// A condition.
    Condition(usize),
    /// A system.
    System(usize),
    /// A candidate.
    Candidate(usize),
}

impl From<Stopped> for Refusal {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}
