//! All solutions of a system, with the steps that show that there are no others.
//!
//! The cube is halved. A part is done with if a condition has one sign on it, and no point of it has the value of the
//! condition's variable that goes with this sign; if it has, the part shrinks to the face where the variable has this value.
//! Near a solution no halving would ever end. So around a solution that was found lies a box in which there
//! is no other one, and parts within it are done with.
//!
//! Factors in one variable alone cut the cube at their zero, into what lies below it, on it and above it: so whole
//! edges of solutions are found too. Small parts at an end of the cube are cut there, as conditions may be 0 at the end alone.

use crate::stationary::bernstein::Bernstein;
use crate::stationary::certificate::{Isolated, SearchStep};
use crate::stationary::isolation::FaceSystem;
use crate::stationary::limits::{SolveLimit, SolveLimits};
use crate::stationary::region::{Edge, End, Region, Side};
use crate::stationary::sign::Sign;
use crate::stationary::system::System;
use hexa_games::exact::RBig;
use hexa_logic::Stop;
use std::rc::Rc;

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search {
    /// The steps, beginning with the whole cube.
    pub steps: Vec<SearchStep>,
    /// Single points.
    pub points: Vec<Isolated>,
    /// Regions on which all conditions hold everywhere; many are single points.
    pub regions: Vec<Region>,
    /// Regions that are not decided.
    pub undecided: Vec<(Region, SolveLimit)>,
}

#[derive(Clone)]
struct Part {
    region: Region,
    /// The factors on it.
    forms: Vec<Rc<Bernstein>>,
    /// The conditions that hold on all of it.
    settled: Vec<bool>,
    halvings: Vec<usize>,
}

/// All solutions of a system.
pub fn search(system: &System, limits: &SolveLimits, stop: &Stop) -> Search {
    let found = Search { steps: vec![], points: vec![], regions: vec![], undecided: vec![] };
    let mut searching = Searching { system, limits, stop, found };
    let region = Region::cube(system.variables.len());
    let form = |of| Rc::new(Bernstein::new(of, &region));
    let many = system.variables.len();
    let forms = system.factors.iter().map(form).collect();
    let mut open =
        vec![Part { region, forms, settled: vec![false; many], halvings: vec![0; many] }];
    while let Some(part) = open.pop() {
        let parts = searching.take(part);
        open.extend(parts.into_iter().rev());
    }
    searching.found
}

/// Ends of the cube are cut off once a part was halved so often along all of its sides.
const HALVINGS_BEFORE_ENDS: usize = 6;

struct Searching<'a> {
    system: &'a System,
    limits: &'a SolveLimits,
    stop: &'a Stop,
    found: Search,
}

impl Searching<'_> {
    /// Takes a step with a part, and gives back what is left to be done.
    fn take(&mut self, mut part: Part) -> Vec<Part> {
        if let Err(limit) = self.look() {
            return self.give_up(part.region, limit);
        }
        let signs: Vec<Option<Sign>> =
            part.forms.iter().map(|form| form.sign(&part.region)).collect();
        for at in 0..part.settled.len() {
            if part.settled[at] {
                continue;
            }
            match self.sign(at, &signs) {
                None => {}
                Some(Sign::Zero) => part.settled[at] = true,
                Some(Sign::Negative) => return self.pin(part, at, End::Low),
                Some(Sign::Positive) => return self.pin(part, at, End::High),
            }
        }
        if part.settled.iter().all(|&is_settled| is_settled) {
            self.found.steps.push(SearchStep::Everything);
            self.found.regions.push(part.region);
            return Vec::new();
        }
        if let Some(at) = self.found.points.iter().position(|point| point.wide.covers(&part.region))
        {
            self.found.steps.push(SearchStep::Inside(at));
            return Vec::new();
        }
        if let Some((variable, at)) = self.cut_of(&part) {
            return self.cut(part, variable, at);
        }
        self.look_for_point(&part);
        if let Some((variable, at)) = self.end_to_cut(&part) {
            return self.cut(part, variable, at);
        }
        self.halve(part)
    }

    fn look(&self) -> Result<(), SolveLimit> {
        self.stop.count(1)?;
        let is_enough = self.found.steps.len() >= self.limits.boxes;
        if is_enough { Err(SolveLimit::Boxes) } else { Ok(()) }
    }

    fn give_up(&mut self, region: Region, limit: SolveLimit) -> Vec<Part> {
        self.found.steps.push(SearchStep::Undecided(limit));
        self.found.undecided.push((region, limit));
        Vec::new()
    }

    /// The sign of a condition, from those of its factors.
    fn sign(&self, at: usize, signs: &[Option<Sign>]) -> Option<Sign> {
        let condition = &self.system.conditions[at];
        let own = condition.factors.iter().map(|&factor| signs[factor]);
        let all: Vec<Option<Sign>> = own.chain([Some(condition.sign)]).collect();
        if all.contains(&Some(Sign::Zero)) {
            return Some(Sign::Zero);
        }
        all.into_iter().try_fold(Sign::Positive, |product, sign| Some(product.times(sign?)))
    }

    /// A condition has a sign: its variable is at an end of the cube, or there is no solution.
    fn pin(&mut self, mut part: Part, at: usize, end: End) -> Vec<Part> {
        let side = &part.region.0[at];
        let wanted = match end {
            End::Low => RBig::ZERO,
            End::High => RBig::ONE,
        };
        if *side.end(end) != wanted || side.edge(end) == Edge::Open {
            self.found.steps.push(SearchStep::Exclude(at));
            return Vec::new();
        }
        part.settled[at] = true;
        if !side.is_point() {
            self.found.steps.push(SearchStep::Pin(at, end));
            part.region = part.region.with(at, Side::point(wanted));
            part.forms.iter_mut().for_each(|form| *form = Rc::new(form.face(at, end)));
        }
        // Nothing is left of the variable: the part as it is now is looked at anew, without a step if it was a point before.
        vec![part]
    }

    /// A factor of a condition that matters here and has one variable only, and its zero, if that lies here.
    fn cut_of(&self, part: &Part) -> Option<(usize, RBig)> {
        let open = (0..part.settled.len()).filter(|&at| !part.settled[at]);
        let factors = open.flat_map(|at| &self.system.conditions[at].factors);
        factors.map(|&at| &self.system.factors[at]).find_map(|factor| {
            let [variable] = factor.occurring()[..] else { return None };
            let line = factor.to_univariate(variable)?;
            let [start, slope] = line.coefficients() else { return None };
            let zero = -RBig::from(start.clone()) / RBig::from(slope.clone());
            let side = &part.region.0[variable];
            (!side.is_point() && side.contains(&zero)).then_some((variable, zero))
        })
    }

    /// An end of the cube at which a small part still has one. A condition that is 0 at this end, or at a corner, can have a sign
    /// beside it, which no halving would ever show.
    fn end_to_cut(&self, part: &Part) -> Option<(usize, RBig)> {
        let free = part.region.free();
        if free.iter().any(|&at| part.halvings[at] < HALVINGS_BEFORE_ENDS) {
            return None;
        }
        free.into_iter().find_map(|at| {
            let side = &part.region.0[at];
            let is_end = |end: &RBig| *end == RBig::ZERO || *end == RBig::ONE;
            let is_left = |end: &End| side.edge(*end) == Edge::Closed && is_end(side.end(*end));
            let end = [End::Low, End::High].into_iter().find(is_left)?;
            Some((at, side.end(end).clone()))
        })
    }

    fn cut(&mut self, part: Part, variable: usize, at: RBig) -> Vec<Part> {
        let sides = part.region.0[variable].slices(&at);
        self.found.steps.push(SearchStep::Cut(variable, at));
        let made = |side| {
            let mut made = part.clone();
            made.region = part.region.with(variable, side);
            let form = |of| Rc::new(Bernstein::new(of, &made.region));
            made.forms = self.system.factors.iter().map(form).collect();
            made
        };
        sides.into_iter().map(made).collect()
    }

    /// Tries whether there is a single solution with the free variables of a part.
    fn look_for_point(&mut self, part: &Part) {
        let free = part.region.free();
        let is_round = free.iter().all(|&at| part.halvings[at] == part.halvings[free[0]]);
        let matches = (0..part.settled.len()).all(|at| part.settled[at] != free.contains(&at));
        if !is_round || !matches {
            return;
        }
        let face = FaceSystem::new(self.system, &part.region);
        let Some(point) = face.approach(&part.region.middle()) else { return };
        let is_inside = |&at: &usize| point[at] > RBig::ZERO && point[at] < RBig::ONE;
        let is_known = |known: &Isolated| known.wide.covers(&Region::point(&point));
        if !free.iter().all(is_inside) || self.found.points.iter().any(is_known) {
            return;
        }
        self.found.points.extend(face.isolate(&point, &part.region));
    }

    fn halve(&mut self, mut part: Part) -> Vec<Part> {
        let Some(variable) = self.variable_to_halve(&part) else {
            return self.give_up(part.region, SolveLimit::Halvings);
        };
        self.found.steps.push(SearchStep::Halve(variable));
        part.halvings[variable] += 1;
        let forms: Vec<[Rc<Bernstein>; 2]> =
            part.forms.iter().map(|form| form.halves(variable).map(Rc::new)).collect();
        let sides = part.region.0[variable].halves();
        let made = |(at, side): (usize, Side)| Part {
            region: part.region.with(variable, side),
            forms: forms.iter().map(|halves| halves[at].clone()).collect(),
            settled: part.settled.clone(),
            halvings: part.halvings.clone(),
        };
        sides.into_iter().enumerate().map(made).collect()
    }

    /// The variable that was halved least often, of those that matter.
    fn variable_to_halve(&self, part: &Part) -> Option<usize> {
        let open = (0..part.settled.len()).filter(|&at| !part.settled[at]);
        let factors = open.flat_map(|at| &self.system.conditions[at].factors);
        let mut matter: Vec<usize> =
            factors.flat_map(|&factor| self.system.factors[factor].occurring()).collect();
        matter.sort_unstable();
        matter.dedup();
        let is_wide = |at: &usize| {
            !part.region.0[*at].is_point() && part.halvings[*at] < self.limits.halvings
        };
        matter.into_iter().filter(is_wide).min_by_key(|&at| part.halvings[at])
    }
}
