//! Parts of the cube of all strategies: for each variable between which numbers it is, and whether these are included.

use crate::stationary::univariate::Enclosure;
use hexa_games::exact::RBig;

/// An end of an interval.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum End {
    /// The smaller one.
    Low,
    /// The larger one.
    High,
}

/// Whether the end of an interval is part of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Edge {
    /// It is.
    Closed,
    /// It is not.
    Open,
}

/// Between which numbers a variable is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Side {
    /// The smaller end.
    pub low: RBig,
    /// The larger end; the same for a single number.
    pub high: RBig,
    /// Whether the ends are included. Those of a single number are.
    pub edges: [Edge; 2],
}

impl Side {
    /// All probabilities.
    pub fn unit() -> Self {
        Self::closed(RBig::ZERO, RBig::ONE)
    }

    /// Both ends are included.
    pub fn closed(low: RBig, high: RBig) -> Self {
        Self { low, high, edges: [Edge::Closed; 2] }
    }

    /// A single number.
    pub fn point(number: RBig) -> Self {
        Self::closed(number.clone(), number)
    }

    /// Whether it is a single number.
    pub fn is_point(&self) -> bool {
        self.low == self.high
    }

    /// One of the ends.
    pub fn end(&self, end: End) -> &RBig {
        match end {
            End::Low => &self.low,
            End::High => &self.high,
        }
    }

    /// Whether one of the ends is included.
    pub fn edge(&self, end: End) -> Edge {
        match end {
            End::Low => self.edges[0],
            End::High => self.edges[1],
        }
    }

    /// Half way between the ends.
    pub fn middle(&self) -> RBig {
        (&self.low + &self.high) / RBig::from(2)
    }

    /// How far apart the ends are.
    pub fn width(&self) -> RBig {
        &self.high - &self.low
    }

    /// The lower and the upper half; what is in the middle is in both.
    pub fn halves(&self) -> [Self; 2] {
        let middle = self.middle();
        let low = Self {
            low: self.low.clone(),
            high: middle.clone(),
            edges: [self.edges[0], Edge::Closed],
        };
        let high =
            Self { low: middle, high: self.high.clone(), edges: [Edge::Closed, self.edges[1]] };
        [low, high]
    }

    /// What is below a number, the number, and what is above it.
    pub fn slices(&self, at: &RBig) -> Vec<Self> {
        let mut found = Vec::new();
        if &self.low < at {
            let edges = [self.edges[0], Edge::Open];
            found.push(Self { low: self.low.clone(), high: at.clone(), edges });
        }
        if self.contains(at) {
            found.push(Self::point(at.clone()));
        }
        if at < &self.high {
            let edges = [Edge::Open, self.edges[1]];
            found.push(Self { low: at.clone(), high: self.high.clone(), edges });
        }
        found
    }

    /// Whether a number is in it.
    pub fn contains(&self, number: &RBig) -> bool {
        let is_above = match self.edges[0] {
            Edge::Closed => &self.low <= number,
            Edge::Open => &self.low < number,
        };
        let is_below = match self.edges[1] {
            Edge::Closed => number <= &self.high,
            Edge::Open => number < &self.high,
        };
        is_above && is_below
    }

    /// Whether another one with its ends lies in it with its ends.
    pub fn covers(&self, other: &Self) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// Whether these are some probabilities, with both ends.
    pub fn is_closed(&self) -> bool {
        let is_ordered = RBig::ZERO <= self.low && self.low <= self.high && self.high <= RBig::ONE;
        is_ordered && self.edges == [Edge::Closed; 2]
    }
}

impl From<&Enclosure> for Side {
    fn from(of: &Enclosure) -> Self {
        Self::closed(of.low.clone(), of.high.clone())
    }
}

/// Between which numbers all variables are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Region(pub Vec<Side>);

impl Region {
    /// The whole cube.
    pub fn cube(variables: usize) -> Self {
        Self(vec![Side::unit(); variables])
    }

    /// A single point.
    pub fn point(of: &[RBig]) -> Self {
        Self(of.iter().cloned().map(Side::point).collect())
    }

    /// With another side in one place.
    pub fn with(&self, variable: usize, side: Side) -> Self {
        let mut made = self.clone();
        made.0[variable] = side;
        made
    }

    /// The variables that are not a single number.
    pub fn free(&self) -> Vec<usize> {
        (0..self.0.len()).filter(|&at| !self.0[at].is_point()).collect()
    }

    /// Whether another one with its ends lies in it with its ends.
    pub fn covers(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| own.covers(other))
    }

    /// The point in the middle.
    pub fn middle(&self) -> Vec<RBig> {
        self.0.iter().map(Side::middle).collect()
    }
}
