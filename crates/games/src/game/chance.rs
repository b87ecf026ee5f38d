//! Moves of chance: listed with exact probabilities, or so many that they can only be drawn.

use super::Move;
use crate::exact::{Exact, RBig};
use hexa_logic::Stream;

/// What chance can do.
#[derive(Clone, Copy, Debug)]
pub enum Chance<'p> {
    /// These moves, each with its weight.
    Listed(&'p [Move], &'p Weights),
    /// More moves than could be listed.
    Drawn,
}

/// The exact probabilities of some alternatives: whole numbers over a common denominator.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Weights {
    parts: Vec<u64>,
    whole: u64,
}

/// Why numbers are no probabilities.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChanceError {
    /// There are none.
    Nothing,
    /// One of them is not positive.
    NotPositive(Exact),
    /// They do not add up to one.
    Sum(Exact),
    /// Their common denominator has more than 64 bits.
    Denominator,
}

impl Weights {
    /// So many alternatives, all equally likely.
    pub fn equal(many: usize) -> Result<Self, ChanceError> {
        match many {
            0 => Err(ChanceError::Nothing),
            _ => Ok(Self { parts: vec![1; many], whole: many as u64 }),
        }
    }

    /// These probabilities.
    pub fn new(probabilities: &[Exact]) -> Result<Self, ChanceError> {
        if probabilities.is_empty() {
            return Err(ChanceError::Nothing);
        }
        if let Some(wrong) = probabilities.iter().find(|one| one.0 <= RBig::ZERO) {
            return Err(ChanceError::NotPositive(wrong.clone()));
        }
        let mut whole = 1u64;
        for one in probabilities {
            let denominator = u64::try_from(one.0.denominator().clone());
            let denominator = denominator.map_err(|_| ChanceError::Denominator)?;
            let more = denominator / common_divisor(whole, denominator);
            whole = whole.checked_mul(more).ok_or(ChanceError::Denominator)?;
        }
        // Only now: without a common denominator of some size the sum of many fractions would never be done.
        let sum = probabilities.iter().fold(RBig::ZERO, |sum, one| sum + &one.0);
        if sum != RBig::ONE {
            return Err(ChanceError::Sum(Exact(sum)));
        }
        let part = |one: &Exact| {
            let (numerator, _) = (&one.0 * RBig::from(whole)).into_parts();
            u64::try_from(numerator).map_err(|_| ChanceError::Denominator)
        };
        let parts = probabilities.iter().map(part).collect::<Result<_, _>>()?;
        Ok(Self { parts, whole })
    }

    /// How many alternatives there are.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether there are none. There always are.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The probability of an alternative; zero if there is no such one.
    pub fn probability(&self, at: usize) -> Exact {
        let part = self.parts.get(at).copied().unwrap_or(0);
        Exact(RBig::from(part) / RBig::from(self.whole))
    }

    /// Draws an alternative, exactly as likely as it is.
    pub fn draw(&self, stream: &mut Stream) -> usize {
        let mut drawn = stream.below(self.whole as usize) as u64;
        if self.whole == self.parts.len() as u64 {
            return drawn as usize;
        }
        self.parts
            .iter()
            .position(|&part| match drawn.checked_sub(part) {
                Some(left) => {
                    drawn = left;
                    false
                }
                None => true,
            })
            .unwrap_or(0)
    }
}

fn common_divisor(left: u64, right: u64) -> u64 {
    if right == 0 { left } else { common_divisor(right, left % right) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(text: &str) -> Exact {
        Exact(text.parse().expect("a fraction"))
    }

    #[test]
    fn probabilities_add_up_to_one() {
        let of = |texts: &[&str]| Weights::new(&texts.iter().map(|t| exact(t)).collect::<Vec<_>>());
        assert_eq!(of(&[]), Err(ChanceError::Nothing));
        assert_eq!(of(&["1/2", "1/3"]), Err(ChanceError::Sum(exact("5/6"))));
        assert_eq!(of(&["3/2", "-1/2"]), Err(ChanceError::NotPositive(exact("-1/2"))));
        let weights = of(&["1/2", "1/3", "1/6"]).expect("they do");
        assert_eq!(
            (0..4).map(|at| weights.probability(at).to_string()).collect::<Vec<_>>(),
            ["1/2", "1/3", "1/6", "0"]
        );
        let mut stream = Stream::new("weights", 1);
        let mut drawn = [0; 3];
        for _ in 0..6000 {
            drawn[weights.draw(&mut stream)] += 1;
        }
        assert!((2900..3100).contains(&drawn[0]) && (1900..2100).contains(&drawn[1]), "{drawn:?}");
    }
}
