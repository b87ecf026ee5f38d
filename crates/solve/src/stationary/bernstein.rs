//! Polynomials on a box in the form of Bernstein: a polynomial lies between the smallest and the largest of its coefficients,
//! and at the corners of the box it is one of them. All numbers are whole; what they are divided by is kept apart.

use crate::stationary::polynomial::Polynomial;
use crate::stationary::region::{Edge, End, Region, Side};
use crate::stationary::sign::Sign;
use crate::stationary::univariate::sign_of;
use dashu_int::IBig;
use hexa_games::exact::RBig;

/// A polynomial on a box.
#[derive(Clone, Debug)]
pub struct Bernstein {
    /// The highest power of each variable.
    degrees: Vec<usize>,
    /// The coefficients, with those of the last variable side by side.
    coefficients: Vec<IBig>,
    /// What the coefficients are to be divided by, a positive number.
    scale: RBig,
}

impl Bernstein {
    /// On a box, with its ends.
    pub fn new(of: &Polynomial, region: &Region) -> Self {
        let degrees: Vec<usize> =
            (0..of.variables()).map(|at| usize::from(of.degree(at))).collect();
        let mut made = Self::from_powers(of, degrees);
        for (variable, side) in region.0.iter().enumerate() {
            made.move_to(variable, side);
            made.change_basis(variable);
        }
        made.without_twos()
    }

    fn from_powers(of: &Polynomial, degrees: Vec<usize>) -> Self {
        let many = degrees.iter().map(|degree| degree + 1).product();
        let mut coefficients = vec![IBig::ZERO; many];
        for (powers, number) in of.terms() {
            let place = powers
                .iter()
                .zip(&degrees)
                .fold(0, |place, (&power, degree)| place * (degree + 1) + usize::from(power));
            coefficients[place] = number.clone();
        }
        Self { degrees, coefficients, scale: RBig::ONE }
    }

    /// Applies a map to the coefficients along a variable.
    fn map_lines(&mut self, variable: usize, map: impl Fn(&[IBig]) -> Vec<IBig>) {
        let length = self.degrees[variable] + 1;
        let stride: usize = self.degrees[variable + 1..].iter().map(|degree| degree + 1).product();
        let mut made: Vec<IBig> = Vec::new();
        let mut new_length = length;
        for block in self.coefficients.chunks(length * stride) {
            let lines: Vec<Vec<IBig>> = (0..stride)
                .map(|at| map(&block.iter().skip(at).step_by(stride).cloned().collect::<Vec<_>>()))
                .collect();
            new_length = lines.first().map_or(length, Vec::len);
            for power in 0..new_length {
                made.extend(lines.iter().map(|line| line[power].clone()));
            }
        }
        self.coefficients = made;
        self.degrees[variable] = new_length - 1;
    }

    /// In powers of where a number lies between the ends of a side; a single number is put in.
    fn move_to(&mut self, variable: usize, side: &Side) {
        let degree = self.degrees[variable];
        let below = common_denominator(&side.low, &side.high);
        let whole = |number: &RBig| (number * RBig::from(below.clone())).numerator().clone();
        let (start, width) = (whole(&side.low), whole(&side.width()));
        let is_point = side.is_point();
        self.map_lines(variable, |line| {
            // By Horner's rule: the sum of a_j (start + width t)^j below^(degree - j).
            let mut sum: Vec<IBig> = Vec::new();
            let mut scale = IBig::ONE;
            for number in line.iter().rev() {
                let mut next = vec![IBig::ZERO; sum.len() + 1];
                for (power, of) in sum.iter().enumerate() {
                    next[power] += of * &start;
                    next[power + 1] += of * &width;
                }
                next[0] += number * &scale;
                scale *= &below;
                sum = next;
            }
            sum.truncate(if is_point { 1 } else { line.len() });
            sum
        });
        self.scale *= RBig::from(below.pow(degree));
    }

    /// From powers to the form of Bernstein along a variable.
    fn change_basis(&mut self, variable: usize) {
        let degree = self.degrees[variable];
        let common = (0..=degree).fold(IBig::ONE, |sum, power| {
            let next = choose(degree, power);
            let divisor = IBig::from(dashu_int::ops::Gcd::gcd(&sum, &next));
            sum * next / divisor
        });
        let weights: Vec<Vec<IBig>> = (0..=degree)
            .map(|at| {
                (0..=at).map(|power| choose(at, power) * &common / choose(degree, power)).collect()
            })
            .collect();
        self.map_lines(variable, |line| {
            let sum = |weights: &Vec<IBig>| {
                weights.iter().zip(line).fold(IBig::ZERO, |sum, (by, of)| sum + by * of)
            };
            weights.iter().map(sum).collect()
        });
        self.scale *= RBig::from(common);
    }

    /// Without factors of two that all coefficients have.
    fn without_twos(mut self) -> Self {
        let zeros = self.coefficients.iter().filter_map(IBig::trailing_zeros).min().unwrap_or(0);
        if zeros > 0 {
            self.coefficients.iter_mut().for_each(|number| *number >>= zeros);
            self.scale /= RBig::from(IBig::ONE << zeros);
        }
        self
    }

    /// On the lower and on the upper half along a variable (de Casteljau 1959).
    pub fn halves(&self, variable: usize) -> [Self; 2] {
        let degree = self.degrees[variable];
        [End::Low, End::High].map(|end| {
            let mut half = self.clone();
            half.map_lines(variable, |line| halve(line, end));
            half.scale *= RBig::from(IBig::ONE << degree);
            half.without_twos()
        })
    }

    /// On one of the faces of the box.
    pub fn face(&self, variable: usize, end: End) -> Self {
        let mut made = self.clone();
        made.map_lines(variable, |line| match end {
            End::Low => line[..1].to_vec(),
            End::High => line[line.len() - 1..].to_vec(),
        });
        made
    }

    /// The signs at the corners of the box.
    pub fn corner_signs(&self) -> impl Iterator<Item = Sign> {
        let closed = |degree: &usize| if *degree == 0 { vec![0] } else { vec![0, *degree] };
        let mut places = vec![0];
        for degree in &self.degrees {
            let extend = |place: &usize| {
                let place = place * (degree + 1);
                closed(degree).into_iter().map(move |at| place + at)
            };
            places = places.iter().flat_map(extend).collect();
        }
        places.into_iter().map(|place| Sign::of(&RBig::from(self.coefficients[place].clone())))
    }

    /// Whether a coefficient is positive.
    pub fn has_positive(&self) -> bool {
        self.coefficients.iter().any(|number| *number > IBig::ZERO)
    }

    /// The smallest and the largest coefficient.
    pub fn range(&self) -> (RBig, RBig) {
        let least = self.coefficients.iter().min().cloned().unwrap_or(IBig::ZERO);
        let most = self.coefficients.iter().max().cloned().unwrap_or(IBig::ZERO);
        (RBig::from(least) / &self.scale, RBig::from(most) / &self.scale)
    }

    /// The sign on the region for which this was made, if the coefficients show it. A polynomial none of whose coefficients is
    /// negative is positive inside of a face if one of the coefficients of that face is. So it is positive everywhere if that
    /// is so for the smallest faces that belong to the region.
    pub fn sign(&self, region: &Region) -> Option<Sign> {
        let signs: Vec<i8> = self.coefficients.iter().map(sign_of).collect();
        let (is_below, is_above) = (signs.contains(&-1), signs.contains(&1));
        match (is_below, is_above) {
            (false, false) => Some(Sign::Zero),
            (true, true) => None,
            (true, false) => self.holds_on_faces(region, &signs).then_some(Sign::Negative),
            (false, true) => self.holds_on_faces(region, &signs).then_some(Sign::Positive),
        }
    }

    fn holds_on_faces(&self, region: &Region, signs: &[i8]) -> bool {
        let mut faces: Vec<Vec<usize>> = vec![vec![0]];
        // For each face the places of its coefficients, variable by variable.
        for (degree, side) in self.degrees.iter().zip(&region.0) {
            let parts = smallest_faces(*degree, side);
            let extend = |face: &Vec<usize>, part: &std::ops::RangeInclusive<usize>| {
                let next = |&place: &usize| part.clone().map(move |at| place * (degree + 1) + at);
                face.iter().flat_map(next).collect()
            };
            faces = faces
                .iter()
                .flat_map(|face| parts.iter().map(move |part| extend(face, part)))
                .collect();
        }
        faces.iter().all(|face| face.iter().any(|&place| signs[place] != 0))
    }
}

/// The ends that belong to a side, and if none does all of it.
fn smallest_faces(degree: usize, side: &Side) -> Vec<std::ops::RangeInclusive<usize>> {
    if degree == 0 {
        return vec![0..=0];
    }
    match side.edges {
        [Edge::Closed, Edge::Closed] => vec![0..=0, degree..=degree],
        [Edge::Closed, Edge::Open] => vec![0..=0],
        [Edge::Open, Edge::Closed] => vec![degree..=degree],
        [Edge::Open, Edge::Open] => vec![0..=degree],
    }
}

/// The coefficients of one half, times 2 to the power of the degree.
fn halve(line: &[IBig], end: End) -> Vec<IBig> {
    let mut row = line.to_vec();
    let mut made = vec![IBig::ZERO; line.len()];
    let degree = line.len() - 1;
    for (left, right) in (0..=degree).rev().zip(0..=degree) {
        match end {
            End::Low => made[right] = &row[0] << left,
            End::High => made[left] = &row[left] << left,
        }
        (0..left).for_each(|at| {
            let sum = &row[at] + &row[at + 1];
            row[at] = sum;
        });
    }
    made
}

/// In how many ways so many things can be chosen.
fn choose(of: usize, many: usize) -> IBig {
    (0..many).fold(IBig::ONE, |sum, at| sum * IBig::from(of - at) / IBig::from(at + 1))
}

fn common_denominator(low: &RBig, high: &RBig) -> IBig {
    let (left, right) = (low.denominator(), high.denominator());
    let divisor = dashu_int::ops::Gcd::gcd(left, right);
    IBig::from(left * right / divisor)
}
