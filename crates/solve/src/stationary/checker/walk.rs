//! Goes through the steps of a search, and looks at each part again from its ends alone.

use super::forms::{Form, halves};
use super::points;
use super::refusal::Refusal;
use super::sums::Sum;
use crate::stationary::certificate::{Certificate, SearchStep, SystemProof};
use crate::stationary::region::{Edge, End, Region, Side};
use crate::stationary::sign::Sign;
use dashu_int::IBig;
use hexa_games::exact::RBig;
use hexa_logic::Stop;

/// The conditions of a system, in its own variables.
pub(super) struct Local<'a> {
    /// The place of the system.
    pub place: usize,
    certificate: &'a Certificate,
    proof: &'a SystemProof,
    /// For each condition the sign of what is definite, and the other factors.
    conditions: Vec<(Sign, Vec<Sum>)>,
}

/// All systems; how many steps there are, and how many parts are not decided.
pub(super) fn check_systems(
    certificate: &Certificate,
    stop: &Stop,
) -> Result<(usize, usize), Refusal> {
    let mut all: Vec<usize> =
        certificate.systems.iter().flat_map(|system| system.variables.iter().copied()).collect();
    all.sort_unstable();
    if all != (0..certificate.variables.len()).collect::<Vec<_>>() {
        return Err(Refusal::Systems);
    }
    let (mut steps, mut undecided) = (0, 0);
    for (place, proof) in certificate.systems.iter().enumerate() {
        let local = Local::new(place, certificate, proof)?;
        check_regions(&local)?;
        points::check_points(&local, &proof.points)?;
        check_apart(&local)?;
        undecided += Walk { local: &local, open: vec![Region::cube(local.many())], undecided: 0 }
            .go(stop)?;
        steps += proof.steps.len();
    }
    Ok((steps, undecided))
}

impl<'a> Local<'a> {
    fn new(
        place: usize,
        certificate: &'a Certificate,
        proof: &'a SystemProof,
    ) -> Result<Self, Refusal> {
        let many = proof.variables.len();
        let mut conditions = Vec::new();
        for &variable in &proof.variables {
            let condition = &certificate.conditions[variable];
            let mut sign = Sign::of(&RBig::from(condition.number.clone()));
            let mut open = Vec::new();
            for factor in condition.factors.iter().map(|&at| &certificate.factors[at]) {
                let own = |at: usize| proof.variables.iter().position(|&of| of == at);
                match &factor.proof {
                    Some(proof) => sign = sign.times(proof.sign),
                    None => {
                        let polynomial = Sum::of(&factor.polynomial);
                        let all = 0..certificate.variables.len();
                        if all.into_iter().any(|at| polynomial.has(at) && own(at).is_none()) {
                            return Err(Refusal::Systems);
                        }
                        let names: Vec<usize> = (0..certificate.variables.len())
                            .map(|at| own(at).unwrap_or(0))
                            .collect();
                        open.push(polynomial.rename(many, &names));
                    }
                }
            }
            conditions.push((sign, open));
        }
        Ok(Self { place, certificate, proof, conditions })
    }

    /// How many variables there are.
    pub fn many(&self) -> usize {
        self.proof.variables.len()
    }

    /// A condition without the factors that have a sign.
    pub fn whole(&self, at: usize) -> Sum {
        let (sign, factors) = &self.conditions[at];
        let number = match sign {
            Sign::Negative => IBig::NEG_ONE,
            Sign::Zero => IBig::ZERO,
            Sign::Positive => IBig::ONE,
        };
        factors.iter().fold(Sum::constant(self.many(), number), |product, of| &product * of)
    }

    /// The sign of a condition on a region, if its factors show it there.
    fn sign(&self, at: usize, region: &Region) -> Option<Sign> {
        let (sign, factors) = &self.conditions[at];
        let signs: Vec<Option<Sign>> =
            factors.iter().map(|of| Form::new(of, region).sign(region)).collect();
        if *sign == Sign::Zero || signs.contains(&Some(Sign::Zero)) {
            return Some(Sign::Zero);
        }
        signs.into_iter().try_fold(*sign, |product, sign| Some(product.times(sign?)))
    }

    /// Whether a condition is nowhere negative on a region, or nowhere positive.
    fn is_weakly(&self, at: usize, region: &Region, sign: Sign) -> bool {
        let whole = self.whole(at);
        let turned = match sign {
            Sign::Positive => -&whole,
            Sign::Negative | Sign::Zero => whole,
        };
        Form::new(&turned, region).is_never_positive()
    }

    fn certificate(&self) -> &Certificate {
        self.certificate
    }
}

/// Whether a variable is at an end of the cube on a region, and its condition drives it there or is 0.
pub(super) fn holds_at_end(local: &Local, at: usize, region: &Region) -> bool {
    let side = &region.0[at];
    let sign = local.sign(at, region);
    let is_at = |end: &RBig| side.is_point() && side.low == *end;
    match sign {
        Some(Sign::Zero) => true,
        Some(Sign::Positive) => is_at(&RBig::ONE),
        Some(Sign::Negative) => is_at(&RBig::ZERO),
        None => false,
    }
}

/// Nothing is listed twice: of two solutions that are listed, none can be the other. Two points have boxes apart; no region lies
/// in another one, or in the wide box of a point, which has no other solution than that point on its face.
fn check_apart(local: &Local) -> Result<(), Refusal> {
    let SystemProof { points, regions, .. } = local.proof;
    for (at, point) in points.iter().enumerate() {
        let narrow = &point.isolated.narrow;
        if points[..at].iter().any(|other| meet(narrow, &other.isolated.narrow)) {
            return Err(Refusal::Point(local.place, at));
        }
    }
    for (at, region) in regions.iter().enumerate() {
        let mut others = regions.iter().enumerate().filter(|&(other, _)| other != at);
        let is_point = points.iter().any(|point| point.isolated.wide.covers(region));
        if is_point || others.any(|(_, other)| other.covers(region)) {
            return Err(Refusal::Region(local.place, at));
        }
    }
    Ok(())
}

/// Whether two regions, with their ends, have a point in common.
fn meet(left: &Region, right: &Region) -> bool {
    let meets = |(left, right): (&Side, &Side)| left.low <= right.high && right.low <= left.high;
    left.0.iter().zip(&right.0).all(meets)
}

/// On each region that is listed all conditions hold.
fn check_regions(local: &Local) -> Result<(), Refusal> {
    for (place, region) in local.proof.regions.iter().enumerate() {
        // A part that touches an end is said to be covered: so the ends must be claimed too.
        let has_shape = region.0.len() == local.many() && region.0.iter().all(Side::is_closed);
        if !has_shape || !(0..local.many()).all(|at| holds_weakly(local, at, region)) {
            return Err(Refusal::Region(local.place, place));
        }
    }
    Ok(())
}

fn holds_weakly(local: &Local, at: usize, region: &Region) -> bool {
    let side = &region.0[at];
    let is_zero = local.sign(at, region) == Some(Sign::Zero);
    let is_at = |end: &RBig| side.is_point() && side.low == *end;
    is_zero
        || is_at(&RBig::ONE) && local.is_weakly(at, region, Sign::Positive)
        || is_at(&RBig::ZERO) && local.is_weakly(at, region, Sign::Negative)
}

/// The parts that are still to come.
struct Walk<'a> {
    local: &'a Local<'a>,
    open: Vec<Region>,
    undecided: usize,
}

impl Walk<'_> {
    fn go(mut self, stop: &Stop) -> Result<usize, Refusal> {
        for (at, step) in self.local.proof.steps.iter().enumerate() {
            stop.count(1)?;
            let region = self.open.pop().ok_or(Refusal::Steps(self.local.place))?;
            if !self.take(step, region) {
                return Err(Refusal::Step(self.local.place, at));
            }
        }
        if self.open.is_empty() {
            Ok(self.undecided)
        } else {
            Err(Refusal::Steps(self.local.place))
        }
    }

    /// Whether a step is right.
    fn take(&mut self, step: &SearchStep, region: Region) -> bool {
        let many = self.local.many();
        match step {
            SearchStep::Halve(at) if *at < many => {
                let [low, high] = halves(&region.0[*at]);
                self.open.extend([region.with(*at, high), region.with(*at, low)]);
                true
            }
            SearchStep::Cut(at, number) if *at < many && region.0[*at].contains(number) => {
                let parts = cut(&region.0[*at], number);
                self.open.extend(parts.into_iter().rev().map(|side| region.with(*at, side)));
                true
            }
            SearchStep::Pin(at, end) if *at < many => self.pin(*at, *end, region),
            SearchStep::Exclude(at) if *at < many => self.excludes(*at, &region),
            SearchStep::Everything => self.is_listed(&region),
            SearchStep::Inside(point) => self.is_inside(*point, &region),
            SearchStep::Undecided(_) => {
                self.undecided += 1;
                true
            }
            SearchStep::Halve(_)
            | SearchStep::Cut(..)
            | SearchStep::Pin(..)
            | SearchStep::Exclude(_) => false,
        }
    }

    fn pin(&mut self, at: usize, end: End, region: Region) -> bool {
        let (wanted, sign) = goal(end);
        let is_driven = self.local.sign(at, &region) == Some(sign);
        self.open.push(region.with(at, Side::point(wanted.clone())));
        is_driven && region.0[at].contains(&wanted)
    }

    fn excludes(&self, at: usize, region: &Region) -> bool {
        let end = match self.local.sign(at, region) {
            Some(Sign::Positive) => End::High,
            Some(Sign::Negative) => End::Low,
            Some(Sign::Zero) | None => return false,
        };
        !region.0[at].contains(&goal(end).0)
    }

    /// Whether a part lies in a region of solutions that is listed.
    fn is_listed(&self, region: &Region) -> bool {
        self.local.proof.regions.iter().any(|listed| listed.covers(region))
    }

    /// Whether a part lies in the wide box of a point. On the face of the point all free variables are inside of the cube, so
    /// that their conditions are 0 at every solution.
    fn is_inside(&self, point: usize, region: &Region) -> bool {
        let points = &self.local.certificate().systems[self.local.place].points;
        points.get(point).is_some_and(|point| point.isolated.wide.covers(region))
    }
}

/// The end of the cube to which a sign drives a variable, and the sign.
fn goal(end: End) -> (RBig, Sign) {
    match end {
        End::Low => (RBig::ZERO, Sign::Negative),
        End::High => (RBig::ONE, Sign::Positive),
    }
}

/// What is below a number, the number, and what is above.
fn cut(side: &Side, at: &RBig) -> Vec<Side> {
    let mut parts = vec![Side::point(at.clone())];
    if side.low < *at {
        let edges = [side.edges[0], Edge::Open];
        parts.insert(0, Side { low: side.low.clone(), high: at.clone(), edges });
    }
    if *at < side.high {
        let edges = [Edge::Open, side.edges[1]];
        parts.push(Side { low: at.clone(), high: side.high.clone(), edges });
    }
    parts
}
