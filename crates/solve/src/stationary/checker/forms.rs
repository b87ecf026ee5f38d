//! Coefficients of Bernstein, straight from the powers: on an interval from l to h, the coefficient with place i of the power j,
//! in degree d, is the mean of the products of j numbers drawn from i times h and d - i times l.

use super::refusal::Refusal;
use super::sums::Sum;
use crate::stationary::certificate::{BoundProof, SignProof};
use crate::stationary::region::{Edge, Region, Side};
use crate::stationary::sign::Sign;
use hexa_games::exact::RBig;
use hexa_logic::Stop;

/// The coefficients of a polynomial on a region, with those of the last variable side by side.
pub(super) struct Form {
    /// How many coefficients there are along each variable.
    lengths: Vec<usize>,
    /// The coefficients.
    numbers: Vec<RBig>,
}

impl Form {
    pub fn new(of: &Sum, region: &Region) -> Self {
        let mut lengths: Vec<usize> =
            (0..of.variables()).map(|at| usize::from(of.degree(at)) + 1).collect();
        let mut numbers = vec![RBig::ZERO; lengths.iter().product()];
        for (powers, number) in of.terms() {
            let place = powers
                .iter()
                .zip(&lengths)
                .fold(0, |place, (&power, length)| place * length + usize::from(power));
            numbers[place] = RBig::from(number.clone());
        }
        for (at, side) in region.0.iter().enumerate() {
            let table = table(lengths[at] - 1, side);
            numbers = along(&numbers, &lengths, at, &table);
            lengths[at] = table.len();
        }
        Self { lengths, numbers }
    }

    /// The smallest and the largest coefficient.
    pub fn range(&self) -> Option<(&RBig, &RBig)> {
        Some((self.numbers.iter().min()?, self.numbers.iter().max()?))
    }

    /// Whether no coefficient is positive.
    pub fn is_never_positive(&self) -> bool {
        self.numbers.iter().all(|number| *number <= RBig::ZERO)
    }

    /// The sign on the region, if the coefficients show it: none has the other sign, and on each face that belongs to the
    /// region one is not 0.
    pub fn sign(&self, region: &Region) -> Option<Sign> {
        let is_some = |sign: Sign| self.numbers.iter().any(|number| Sign::of(number) == sign);
        match (is_some(Sign::Negative), is_some(Sign::Positive)) {
            (false, false) => Some(Sign::Zero),
            (true, true) => None,
            (true, false) => self.fills_faces(region).then_some(Sign::Negative),
            (false, true) => self.fills_faces(region).then_some(Sign::Positive),
        }
    }

    /// Whether a coefficient is not 0 on each face that belongs to the region. It is enough to look at the smallest ones.
    fn fills_faces(&self, region: &Region) -> bool {
        self.fills(0, vec![0], region)
    }

    /// For the faces that begin with coefficients of the variables before one.
    fn fills(&self, variable: usize, places: Vec<usize>, region: &Region) -> bool {
        let Some(&length) = self.lengths.get(variable) else {
            return places.into_iter().any(|at| self.numbers[at] != RBig::ZERO);
        };
        let last = length - 1;
        let at_end = |end: usize| places.iter().map(|at| at * length + end).collect();
        match region.0[variable].edges {
            _ if last == 0 => self.fills(variable + 1, places, region),
            [Edge::Open, Edge::Open] => {
                let all =
                    places.iter().flat_map(|at| (0..length).map(move |end| at * length + end));
                self.fills(variable + 1, all.collect(), region)
            }
            edges => [0, last]
                .into_iter()
                .zip(edges)
                .filter(|(_, edge)| *edge == Edge::Closed)
                .all(|(end, _)| self.fills(variable + 1, at_end(end), region)),
        }
    }
}

/// For each place of a coefficient what each power contributes to it. A single number has one place.
fn table(degree: usize, side: &Side) -> Vec<Vec<RBig>> {
    let places = if side.low == side.high { 1 } else { degree + 1 };
    let entry = |place: usize, power: usize| {
        let sum = (0..=power.min(place)).fold(RBig::ZERO, |sum, many| {
            let ways = binomial(place, many) * binomial(degree - place, power - many);
            sum + ways * side.high.pow(many as isize) * side.low.pow((power - many) as isize)
        });
        sum / binomial(degree, power)
    };
    (0..places).map(|place| (0..=degree).map(|power| entry(place, power)).collect()).collect()
}

fn binomial(of: usize, many: usize) -> RBig {
    if many > of {
        return RBig::ZERO;
    }
    (0..many)
        .fold(RBig::ONE, |sum, at| sum * RBig::from((of - at) as u64) / RBig::from((at + 1) as u64))
}

/// Multiplies by a table along a variable.
fn along(numbers: &[RBig], lengths: &[usize], variable: usize, table: &[Vec<RBig>]) -> Vec<RBig> {
    let inner: usize = lengths[variable + 1..].iter().product();
    let length = lengths[variable];
    let mut made = Vec::with_capacity(numbers.len());
    for block in numbers.chunks(inner * length) {
        for row in table {
            for at in 0..inner {
                let terms = row.iter().enumerate().filter(|(_, by)| **by != RBig::ZERO);
                made.push(
                    terms
                        .fold(RBig::ZERO, |sum, (power, by)| sum + by * &block[power * inner + at]),
                );
            }
        }
    }
    made
}

/// Whether a proof shows the sign of a polynomial on a region.
pub(super) fn has_sign(
    of: &Sum,
    region: &Region,
    proof: &SignProof,
    stop: &Stop,
) -> Result<bool, Refusal> {
    follow(of, region, &proof.parts, stop, |form, part| form.sign(part) == Some(proof.sign))
}

/// Whether a proof shows that a polynomial is nowhere positive on a region.
pub(super) fn is_bounded(
    of: &Sum,
    region: &Region,
    proof: &BoundProof,
    stop: &Stop,
) -> Result<bool, Refusal> {
    follow(of, region, &proof.parts, stop, |form, _| form.is_never_positive())
}

/// The lower and the upper half of a side; what is in the middle is in both.
pub(super) fn halves(side: &Side) -> [Side; 2] {
    let middle = (&side.low + &side.high) / RBig::from(2);
    let [first, last] = side.edges;
    let low = Side { low: side.low.clone(), high: middle.clone(), edges: [first, Edge::Closed] };
    [low, Side { low: middle, high: side.high.clone(), edges: [Edge::Closed, last] }]
}

/// Halves a region as a list says, and looks at each part that is not halved.
fn follow(
    of: &Sum,
    region: &Region,
    parts: &[Option<usize>],
    stop: &Stop,
    is_shown: impl Fn(&Form, &Region) -> bool,
) -> Result<bool, Refusal> {
    let mut open = vec![region.clone()];
    for part in parts {
        stop.count(1)?;
        let Some(own) = open.pop() else { return Ok(false) };
        match part {
            None if !is_shown(&Form::new(of, &own), &own) => return Ok(false),
            None => {}
            Some(variable) => {
                let Some(side) = own.0.get(*variable) else { return Ok(false) };
                let [low, high] = halves(side);
                open.push(own.with(*variable, high));
                open.push(own.with(*variable, low));
            }
        }
    }
    Ok(open.is_empty())
}
