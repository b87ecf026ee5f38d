//! What shows that a list of equilibria is right and complete, as plain data. It can be checked without knowing how it was
//! found; the module `checker` does that, and computes nothing with code of the search.

use crate::stationary::limits::SolveLimit;
use crate::stationary::polynomial::Polynomial;
use crate::stationary::region::{End, Region};
use crate::stationary::sign::Sign;
use crate::stationary::univariate::{Enclosure, Univariate};
use dashu_int::IBig;
use hexa_games::exact::RBig;

/// What shows that a list of equilibria is right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The variables.
    pub variables: Vec<Probability>,
    /// By what the payoffs are divided.
    pub denominator: Polynomial,
    /// For each situation that can be reached, and each player, what is divided.
    pub numerators: Vec<Option<Vec<Polynomial>>>,
    /// That the denominator is positive on the whole cube.
    pub positive: SignProof,
    /// All factors of the conditions.
    pub factors: Vec<Factor>,
    /// For each variable its condition.
    pub conditions: Vec<Condition>,
    /// The conditions in groups that have no variables in common, each with all of its solutions.
    pub systems: Vec<SystemProof>,
    /// Solutions of all systems together, and whether they are equilibria.
    pub candidates: Vec<Judged>,
}

/// The probability of an alternative.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Probability {
    /// What it is called, such as `p_a`.
    pub name: String,
    /// The place of the choice.
    pub choice: usize,
    /// The place of the alternative. The last one has no variable: it has what is left.
    pub alternative: usize,
}

/// All solutions of some conditions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SystemProof {
    /// The places of the variables.
    pub variables: Vec<usize>,
    /// The steps that show that there are no others, beginning with the whole cube.
    pub steps: Vec<SearchStep>,
    /// Single points.
    pub points: Vec<PointProof>,
    /// Regions of solutions; many are single points.
    pub regions: Vec<Region>,
}

/// A single point, and what it is exactly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointProof {
    /// The boxes in which it lies.
    pub isolated: Isolated,
    /// Its coordinates, if they are known.
    pub exact: Option<ExactPoint>,
}

/// Solutions of all systems together, and whether they are equilibria.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// For each system which solution.
    pub parts: Vec<PartPlace>,
    /// All together.
    pub candidate: CandidateProfile,
    /// Whether it is an equilibrium.
    pub verdict: EquilibriumVerdict,
}

/// A solution of a system, by its place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PartPlace {
    /// A single point.
    Point(usize),
    /// A region.
    Region(usize),
}

/// A proof of a sign, part by part, the lower half of a part before the upper.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SignProof {
    /// The sign.
    pub sign: Sign,
    /// For each part the variable along which it is halved, or nothing if the coefficients show the sign.
    pub parts: Vec<Option<usize>>,
}

/// A proof that a polynomial is nowhere positive, part by part, the lower half of a part before the upper: for each part the
/// variable along which it is halved, or nothing if the coefficients show it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoundProof {
    /// The parts.
    pub parts: Vec<Option<usize>>,
}

/// A factor of conditions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Factor {
    /// The polynomial.
    pub polynomial: Polynomial,
    /// The sign that it has on the whole cube, if it has one.
    pub proof: Option<SignProof>,
}

/// How what a player expects changes with one of their probabilities: a number times factors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The place of the variable.
    pub variable: usize,
    /// The place of the player.
    pub player: usize,
    /// The number.
    pub number: IBig,
    /// The places of the factors; one that is there twice counts twice.
    pub factors: Vec<usize>,
}

/// What is done with a part. After a step that makes parts of a part come the steps of these, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchStep {
    /// It is halved along a variable: first the lower half.
    Halve(usize),
    /// It is cut along a variable at a number: what is below, the number, what is above, where there is any.
    Cut(usize, RBig),
    /// The condition of a variable has the sign that goes with one end of it, so that only this end is left.
    Pin(usize, End),
    /// The condition of a variable has a sign with which no value here goes.
    Exclude(usize),
    /// All conditions hold everywhere.
    Everything,
    /// It lies in the wide box of a point; by its place.
    Inside(usize),
    /// It is not decided.
    Undecided(SolveLimit),
}

/// A point with two boxes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Isolated {
    /// There is one point at most in it. Variables that are not free are single numbers.
    pub wide: Region,
    /// The point is in it.
    pub narrow: Region,
    /// How the conditions of the free variables are mixed, row by row.
    pub matrix: Vec<Vec<IBig>>,
}

/// A zero of a polynomial.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Root {
    /// The polynomial, of which no zero is repeated.
    pub polynomial: Univariate,
    /// In this interval it has one zero.
    pub enclosure: Enclosure,
}

/// A polynomial in a root: its coefficients from the power 0 on, fewer than the degree of the root's polynomial. The last
/// one is not 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Element(pub Vec<RBig>);

/// The coordinates of a point, as polynomials in a root. If all are plain numbers, the root is 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactPoint {
    /// The root.
    pub root: Root,
    /// The coordinates.
    pub coordinates: Vec<Element>,
}

/// Strategies of all players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CandidateProfile {
    /// Where they are: a small box with one point that is meant, or a region all of whose points are meant.
    pub region: Region,
    /// The point, if there is one and it is known exactly.
    pub point: Option<ExactPoint>,
    /// Which of these is meant.
    pub extent: Extent,
}

/// Whether a candidate is a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Extent {
    /// One point in the region.
    Point,
    /// All points of the region.
    Whole,
}

/// Why a player cannot gain.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BestReplyProof {
    /// Each choice is met in one situation, which is reached: the first-order conditions are enough.
    OneShot,
    /// Each choice is met in one situation, and no pure strategy is better: for each of them the proof, or none where
    /// the strategies are known exactly.
    Pure(Vec<Option<BoundProof>>),
    /// There is one probability, and no other is better.
    Along(BoundProof),
    /// No other probabilities are better.
    Jointly(BoundProof),
}

/// A better strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gain {
    /// The place of the player.
    pub player: usize,
    /// Other probabilities for the player's variables.
    pub instead: Vec<(usize, RBig)>,
}

/// Whether a candidate is an equilibrium.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EquilibriumVerdict {
    /// It is: for each player why they cannot gain.
    Equilibrium(Vec<BestReplyProof>),
    /// Somebody has a better strategy.
    Refuted(Gain),
    /// For this player it is not known.
    Undecided {
        /// The place of the player.
        player: usize,
        /// Which limit was reached.
        limit: SolveLimit,
    },
}
