//! What can be said of a number that was estimated from draws, however many were made and whenever one stopped: a confidence
//! sequence holds at every moment together with the stated confidence, so that one can draw until it decides.
//!
//! For chances: the mixture of all likelihoods with equal weights against the likelihood of one chance is a martingale, so that it
//! seldom grows (Ville 1939; Robbins 1970). For means, with the variance as it is found: Waudby-Smith, Arbour, Sinha,
//! Kennedy, Ramdas, *Time-uniform central limit theory and asymptotic confidence sequences* (2021).

/// How sure a bound is: in so many of a hundred cases at least.
pub const CONFIDENCE_PERCENT: u32 = 99;

/// How often a bound may be wrong.
const WRONG: f64 = 1.0 - CONFIDENCE_PERCENT as f64 / 100.0;

/// A number between two bounds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// It is at least so much.
    pub low: f64,
    /// It is at most so much.
    pub high: f64,
}

/// A chance that was estimated: how often something came in so many draws.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DrawnChance {
    /// How often it came.
    pub hits: usize,
    /// How many draws there were.
    pub draws: usize,
}

impl DrawnChance {
    /// One draw more.
    pub fn add(&mut self, is_hit: bool) {
        self.hits += usize::from(is_hit);
        self.draws += 1;
    }

    /// About how much it is.
    pub fn value(&self) -> f64 {
        self.hits as f64 / self.draws.max(1) as f64
    }

    /// Whether the draws rule a chance out.
    pub fn excludes(&self, chance: f64) -> bool {
        self.evidence_against(chance) >= -WRONG.ln()
    }

    /// Where the chance lies.
    pub fn interval(&self) -> Interval {
        let middle = (self.hits as f64 + 0.5) / (self.draws as f64 + 1.0);
        // Up to the middle nothing is ruled out, beyond a bound all is.
        let bound = |end: f64| {
            let (mut inside, mut outside) = (middle, end);
            for _ in 0..50 {
                let between = (inside + outside) / 2.0;
                match self.excludes(between) {
                    true => outside = between,
                    false => inside = between,
                }
            }
            inside
        };
        Interval { low: bound(0.0), high: bound(1.0) }
    }

    /// How much less likely the draws are with a chance than with any, as a logarithm.
    fn evidence_against(&self, chance: f64) -> f64 {
        let (hits, draws) = (self.hits, self.draws);
        let logs = |range: std::ops::RangeInclusive<usize>| {
            range.map(|number| (number as f64).ln()).sum::<f64>()
        };
        let choices = logs(draws - hits + 1..=draws) - logs(1..=hits);
        let times = |count: usize, of: f64| if count == 0 { 0.0 } else { count as f64 * of.ln() };
        -((draws + 1) as f64).ln()
            - choices
            - times(hits, chance)
            - times(draws - hits, 1.0 - chance)
    }
}

/// A mean that is estimated.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct DrawnMean {
    sum: f64,
    squares: f64,
    draws: usize,
}

/// Before so many draws the variance says little.
const LEAST_DRAWS: usize = 16;

impl DrawnMean {
    /// One draw more.
    pub fn add(&mut self, drawn: f64) {
        self.sum += drawn;
        self.squares += drawn * drawn;
        self.draws += 1;
    }

    /// About how much it is.
    pub fn value(&self) -> f64 {
        self.sum / self.draws.max(1) as f64
    }

    /// Whether the draws tell that it is not zero.
    pub fn is_decided(&self) -> bool {
        self.draws >= LEAST_DRAWS && self.value().abs() > self.radius()
    }

    /// Whether it was zero in every draw, of enough.
    pub fn is_always_zero(&self) -> bool {
        self.draws >= LEAST_DRAWS && self.squares == 0.0
    }

    /// How far it may be from its estimate.
    fn radius(&self) -> f64 {
        // It is narrowest at some tens of draws.
        const NARROW: f64 = 0.1;
        let draws = self.draws as f64;
        let variance = (self.squares / draws - self.value() * self.value()).max(0.0);
        let scaled = draws * NARROW + 1.0;
        let log = (scaled.sqrt() / WRONG).ln();
        (variance * 2.0 * scaled / (draws * draws * NARROW) * log).sqrt()
    }
}
