//! Polynomials in one variable with whole coefficients, and where their real zeros are (Sturm 1829).

mod factor;
mod modular;

use dashu_int::IBig;
use dashu_int::ops::Gcd;
use hexa_games::exact::RBig;

/// A polynomial: its coefficients from the power 0 on. The last one is not 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Univariate(Vec<IBig>);

/// Between which numbers, both included, a zero lies. If both are the same, it is the zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enclosure {
    /// Not above the zero.
    pub low: RBig,
    /// Not below the zero.
    pub high: RBig,
}

impl Enclosure {
    /// A number that is known.
    pub fn exact(number: RBig) -> Self {
        Self { low: number.clone(), high: number }
    }

    /// How far apart the ends are.
    pub fn width(&self) -> RBig {
        &self.high - &self.low
    }

    /// Half way between the ends.
    pub fn middle(&self) -> RBig {
        (&self.low + &self.high) / RBig::from(2)
    }
}

impl Univariate {
    /// From the coefficients, from the power 0 on.
    pub fn new(mut coefficients: Vec<IBig>) -> Self {
        while coefficients.last().is_some_and(IBig::is_zero) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    /// The coefficients, from the power 0 on.
    pub fn coefficients(&self) -> &[IBig] {
        &self.0
    }

    /// The highest power; 0 for the polynomial 0.
    pub fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The coefficient of the highest power.
    pub fn leading(&self) -> IBig {
        self.0.last().cloned().unwrap_or(IBig::ZERO)
    }

    /// The value at a number.
    pub fn evaluate(&self, at: &RBig) -> RBig {
        self.0
            .iter()
            .rev()
            .fold(RBig::ZERO, |value, number| value * at + RBig::from(number.clone()))
    }

    /// The sign of the value at a number, without fractions.
    pub fn sign(&self, at: &RBig) -> i8 {
        let (above, below) = (at.numerator(), IBig::from(at.denominator().clone()));
        let mut power = IBig::ONE;
        let mut value = IBig::ZERO;
        for number in self.0.iter().rev() {
            value = value * above + number * &power;
            power *= &below;
        }
        sign_of(&value)
    }

    /// The derivative.
    pub fn derivative(&self) -> Self {
        let terms = self.0.iter().zip(0u32..).skip(1);
        Self::new(terms.map(|(number, power)| number * IBig::from(power)).collect())
    }

    /// The product.
    pub fn times(&self, other: &Self) -> Self {
        let mut product = vec![IBig::ZERO; self.0.len() + other.0.len()];
        for (at, left) in self.0.iter().enumerate() {
            for (by, right) in other.0.iter().enumerate() {
                product[at + by] += left * right;
            }
        }
        Self::new(product)
    }

    /// Without numbers that divide it, and with a positive leading coefficient.
    pub fn to_primitive(&self) -> Self {
        let content = self.0.iter().filter(|it| !it.is_zero()).fold(IBig::ZERO, |sum, number| {
            if sum.is_zero() { number.clone() } else { IBig::from(sum.gcd(number)) }
        });
        let size = content.clone() * sign_of(&content);
        let by = size * sign_of(&self.leading());
        Self(self.0.iter().map(|number| number / &by).collect())
    }

    /// The remainder of the division, times a positive number.
    fn remainder(&self, by: &Self) -> Self {
        let leading = by.leading();
        let (factor, sign) = (&leading * sign_of(&leading), sign_of(&leading));
        let mut rest = self.clone();
        while !rest.is_zero() && rest.0.len() >= by.0.len() {
            let shift = rest.0.len() - by.0.len();
            let top = rest.leading() * sign;
            rest.0.iter_mut().for_each(|number| *number *= &factor);
            for (at, number) in by.0.iter().enumerate() {
                rest.0[at + shift] -= number * &top;
            }
            rest = Self::new(rest.0);
        }
        rest
    }

    /// The quotient, if there is no remainder.
    pub fn divide(&self, by: &Self) -> Option<Self> {
        let mut rest = self.clone();
        let mut quotient = vec![IBig::ZERO; self.0.len()];
        while rest.0.len() >= by.0.len() && !rest.is_zero() {
            let shift = rest.0.len() - by.0.len();
            let top = rest.leading() / by.leading();
            if &top * by.leading() != rest.leading() {
                return None;
            }
            for (at, number) in by.0.iter().enumerate() {
                rest.0[at + shift] -= number * &top;
            }
            quotient[shift] = top;
            rest = Self::new(rest.0);
        }
        rest.is_zero().then(|| Self::new(quotient))
    }

    /// The greatest common divisor, without numbers that divide it.
    pub fn common_divisor(&self, other: &Self) -> Self {
        let (mut high, mut low) = (self.clone(), other.clone());
        while !low.is_zero() {
            let rest = high.remainder(&low);
            high = low;
            low = if rest.is_zero() { rest } else { rest.to_primitive() };
        }
        high.to_primitive()
    }

    /// The polynomial with the same zeros, each of them once.
    pub fn to_squarefree(&self) -> Self {
        let repeated = self.common_divisor(&self.derivative());
        self.to_primitive().divide(&repeated).unwrap_or_else(|| self.clone()).to_primitive()
    }

    /// Itself, its derivative, and then each the negative remainder of the two before it.
    fn sturm_chain(&self) -> Vec<Self> {
        let mut chain = vec![self.clone(), self.derivative()];
        while let [.., before, last] = &chain[..] {
            if last.is_zero() {
                break;
            }
            let rest = before.remainder(last);
            let size = rest.to_primitive();
            let is_same = sign_of(&size.leading()) == sign_of(&rest.leading());
            let negated = Self(size.0.iter().map(|number| -number).collect());
            chain.push(if is_same { negated } else { size });
        }
        chain.pop();
        chain
    }

    /// Intervals with one zero each, of all zeros between two numbers, both included, in order. The ends of an interval are
    /// no zeros unless they are the same. The polynomial must not be 0.
    pub fn isolate(&self, low: &RBig, high: &RBig) -> Vec<Enclosure> {
        let plain = self.to_squarefree();
        let chain = plain.sturm_chain();
        let mut found = Vec::new();
        if plain.sign(low) == 0 {
            found.push(Enclosure::exact(low.clone()));
        }
        let mut open = vec![Enclosure { low: low.clone(), high: high.clone() }];
        while let Some(part) = open.pop() {
            let many = changes(&chain, &part.low) - changes(&chain, &part.high);
            let is_clean = plain.sign(&part.low) != 0 && plain.sign(&part.high) != 0;
            match many {
                0 => {}
                1 if plain.sign(&part.high) == 0 => found.push(Enclosure::exact(part.high)),
                1 if is_clean => found.push(part),
                _ => {
                    let middle = part.middle();
                    open.push(Enclosure { low: middle.clone(), high: part.high });
                    open.push(Enclosure { low: part.low, high: middle });
                }
            }
        }
        found
    }

    /// The interval at half its width or less. The polynomial has one zero in it, which is not repeated.
    pub fn refine(&self, interval: &Enclosure) -> Enclosure {
        let middle = interval.middle();
        match self.sign(&middle) * self.sign(&interval.high) {
            0 if interval.width().is_zero() => interval.clone(),
            0 if self.sign(&middle) == 0 => Enclosure::exact(middle),
            0 => Enclosure::exact(interval.high.clone()),
            -1 => Enclosure { low: middle, high: interval.high.clone() },
            _ => Enclosure { low: interval.low.clone(), high: middle },
        }
    }

    /// Whether it has a zero between two numbers, both included.
    pub fn has_zero_between(&self, low: &RBig, high: &RBig) -> bool {
        self.is_zero() || !self.isolate(low, high).is_empty()
    }
}

/// How often the signs of a chain change at a number, zeros left out.
fn changes(chain: &[Univariate], at: &RBig) -> usize {
    let signs: Vec<i8> = chain.iter().map(|of| of.sign(at)).filter(|&sign| sign != 0).collect();
    signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// -1, 0 or 1.
pub fn sign_of(number: &IBig) -> i8 {
    match number.cmp(&IBig::ZERO) {
        std::cmp::Ordering::Less => -1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 1,
    }
}

/// With the variable called `x`.
impl std::fmt::Display for Univariate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.write("x"))
    }
}

impl Univariate {
    /// As a text, highest powers first.
    pub fn write(&self, variable: &str) -> String {
        self.to_polynomial().write(&[variable.to_owned()])
    }

    /// As a polynomial in one variable.
    pub fn to_polynomial(&self) -> crate::stationary::polynomial::Polynomial {
        let mut made = crate::stationary::polynomial::Polynomial::zero(1);
        for (number, power) in self.0.iter().zip(0u16..) {
            made.add_term(vec![power], number.clone());
        }
        made
    }
}
