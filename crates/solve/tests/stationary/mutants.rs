//! Certificates with one thing changed, or two that go together.

use crate::games::number;
use hexa_games::exact::RBig;
use hexa_solve::stationary::certificate::{
    BoundProof, Certificate, Extent, Gain, Judged, PartPlace, Reason, SearchStep, SignProof,
    Verdict,
};
use hexa_solve::stationary::field::clear_fractions;
use hexa_solve::stationary::limits::SolveLimit;
use hexa_solve::stationary::polynomial::Polynomial;
use hexa_solve::stationary::region::{Edge, End, Region, Side};
use hexa_solve::stationary::sign::Sign;

/// What was changed, and the certificate.
pub type Mutant = (String, Certificate);

/// All mutants; `players` is how many there are.
pub fn mutants(of: &Certificate, players: usize) -> Vec<Mutant> {
    let mut made = Mutants { of, made: Vec::new() };
    made.payoffs();
    made.conditions();
    made.systems();
    for system in 0..of.systems.len() {
        made.steps(system);
        made.points(system);
        made.regions(system);
    }
    for place in 0..of.candidates.len() {
        made.candidates(place);
        made.verdicts(place, players);
    }
    made.made
}

struct Mutants<'a> {
    of: &'a Certificate,
    made: Vec<Mutant>,
}

impl Mutants<'_> {
    /// One more, if anything is other than it was.
    fn add(&mut self, name: impl Into<String>, change: impl FnOnce(&mut Certificate)) {
        let mut mutant = self.of.clone();
        change(&mut mutant);
        if mutant != *self.of {
            self.made.push((name.into(), mutant));
        }
    }

    fn payoffs(&mut self) {
        let many = self.of.variables.len();
        let one = Polynomial::one(many);
        self.add("denominator + 1", |it| it.denominator = &it.denominator + &one);
        self.add("denominator negated", |it| it.denominator = -&it.denominator);
        self.add("everything negated", |it| {
            it.denominator = -&it.denominator;
            for of in it.numerators.iter_mut().flatten().flatten() {
                *of = -&*of;
            }
        });
        for (at, values) in self.of.numerators.iter().enumerate() {
            self.add(format!("no payoffs in {at}"), |it| it.numerators[at] = None);
            for player in 0..values.as_ref().map_or(0, Vec::len) {
                self.add(format!("payoff {at} {player} + 1"), |it| {
                    if let Some(values) = &mut it.numerators[at] {
                        values[player] = &values[player] + &one;
                    }
                });
            }
        }
        self.add("sign of the denominator", |it| it.positive.sign = Sign::Negative);
        self.add("proof of the denominator cut", |it| _ = it.positive.parts.pop());
        self.add("proof of the denominator longer", |it| it.positive.parts.push(None));
        self.add("proof of the denominator in another way", |it| {
            it.positive.parts = vec![Some(0), None, None];
        });
        if many > 1 {
            self.add("variables swapped", |it| it.variables.swap(0, 1));
            self.add("variables renamed alike", |it| {
                it.variables[1].name = it.variables[0].name.clone();
            });
        }
        self.add("a variable less", |it| _ = it.variables.pop());
        self.add("the other alternative", |it| it.variables[0].alternative = 1);
    }

    fn conditions(&mut self) {
        let proof = |sign| Some(SignProof { sign, parts: vec![None] });
        for at in 0..self.of.factors.len() {
            self.add(format!("factor {at} negated"), |it| {
                it.factors[at].polynomial = -&it.factors[at].polynomial;
            });
            self.add(format!("factor {at} without proof"), |it| it.factors[at].proof = None);
            for sign in [Sign::Negative, Sign::Zero, Sign::Positive] {
                self.add(format!("factor {at} said {sign:?}"), |it| {
                    it.factors[at].proof = proof(sign);
                });
            }
        }
        for at in 0..self.of.conditions.len() {
            self.add(format!("condition {at} negated"), |it| {
                it.conditions[at].number = -it.conditions[at].number.clone();
            });
            self.add(format!("condition {at} zero"), |it| it.conditions[at].number = 0.into());
            self.add(format!("condition {at} of nobody"), |it| it.conditions[at].player = 99);
            self.add(format!("condition {at} of another"), |it| it.conditions[at].player += 1);
            self.add(format!("condition {at} of a variable"), |it| {
                it.conditions[at].variable += 1;
            });
            self.add(format!("condition {at} a factor less"), |it| {
                _ = it.conditions[at].factors.pop();
            });
            self.add(format!("condition {at} a factor twice"), |it| {
                let factors = &mut it.conditions[at].factors;
                factors.extend(factors.first().copied());
            });
            self.add(format!("condition {at} no such factor"), |it| {
                it.conditions[at].factors.push(999);
            });
            self.add(format!("condition {at} the other way round"), |it| {
                it.conditions[at].factors.reverse();
            });
            self.add(format!("condition {at} missing"), |it| _ = it.conditions.remove(at));
        }
    }

    fn systems(&mut self) {
        self.add("no systems", |it| it.systems.clear());
        self.add("no systems and no candidates", |it| {
            it.systems.clear();
            it.candidates.clear();
        });
        self.add("no candidates", |it| it.candidates.clear());
        self.add("a system twice", |it| {
            let last = it.systems.last().cloned();
            it.systems.extend(last);
        });
        for at in 0..self.of.systems.len() {
            self.add(format!("system {at} in another order"), |it| {
                it.systems[at].variables.reverse();
            });
            self.add(format!("system {at} a variable less"), |it| {
                _ = it.systems[at].variables.pop();
            });
            self.add(format!("system {at} given up"), |it| {
                let system = &mut it.systems[at];
                system.steps = vec![SearchStep::Undecided(SolveLimit::Boxes)];
            });
            self.add(format!("system {at} without solutions"), |it| {
                it.systems[at].steps.clear();
                it.systems[at].points.clear();
                it.systems[at].regions.clear();
                it.candidates.clear();
            });
        }
    }

    fn steps(&mut self, system: usize) {
        let many = self.of.systems[system].variables.len();
        for at in 0..self.of.systems[system].steps.len() {
            let mut others = vec![
                SearchStep::Everything,
                SearchStep::Inside(0),
                SearchStep::Inside(1),
                SearchStep::Inside(99),
                SearchStep::Undecided(SolveLimit::Boxes),
                SearchStep::Halve(many),
                SearchStep::Cut(0, number("1/3")),
                SearchStep::Cut(0, RBig::ZERO),
                SearchStep::Cut(many, number("1/3")),
            ];
            for variable in 0..many {
                others.extend([
                    SearchStep::Halve(variable),
                    SearchStep::Exclude(variable),
                    SearchStep::Pin(variable, End::Low),
                    SearchStep::Pin(variable, End::High),
                ]);
            }
            for other in others {
                self.add(format!("step {system} {at} becomes {other:?}"), |it| {
                    it.systems[system].steps[at] = other;
                });
            }
            self.add(format!("step {system} {at} left out"), |it| {
                _ = it.systems[system].steps.remove(at);
            });
            self.add(format!("steps {system} end at {at}"), |it| {
                it.systems[system].steps.truncate(at);
            });
            self.add(format!("step {system} {at} earlier"), |it| {
                it.systems[system].steps.swap(at, at.saturating_sub(1));
            });
        }
    }

    fn points(&mut self, system: usize) {
        for at in 0..self.of.systems[system].points.len() {
            self.add(format!("point {system} {at} is missing"), |it| {
                it.systems[system].points.remove(at);
                drop_part(it, system, PartPlace::Point(at));
            });
            self.add(format!("point {system} {at} is there twice"), |it| {
                let points = &mut it.systems[system].points;
                let again = PartPlace::Point(points.len());
                points.push(points[at].clone());
                repeat_part(it, system, PartPlace::Point(at), again);
            });
            self.add(format!("point {system} {at} not exact"), |it| {
                it.systems[system].points[at].exact = None;
            });
            self.add(format!("point {system} {at} not exact, nor its candidates"), |it| {
                it.systems[system].points[at].exact = None;
                let is_of = |one: &&mut Judged| one.parts[system] == PartPlace::Point(at);
                it.candidates.iter_mut().filter(is_of).for_each(|one| one.candidate.point = None);
            });
            let free = self.of.systems[system].points[at].isolated.wide.free();
            for (place, &variable) in free.iter().enumerate() {
                for (name, side) in
                    other_sides(&self.of.systems[system].points[at].isolated.wide.0[variable])
                {
                    let change = side.clone();
                    self.add(format!("point {system} {at} wide {variable} {name}"), |it| {
                        it.systems[system].points[at].isolated.wide.0[variable] = change;
                    });
                }
                for (name, side) in
                    other_sides(&self.of.systems[system].points[at].isolated.narrow.0[variable])
                {
                    self.add(format!("point {system} {at} narrow {variable} {name}"), |it| {
                        it.systems[system].points[at].isolated.narrow.0[variable] = side;
                    });
                }
                self.add(format!("point {system} {at} matrix {place} 0"), |it| {
                    it.systems[system].points[at].isolated.matrix[place][place] = 0.into();
                });
                self.add(format!("point {system} {at} matrix {place} negated"), |it| {
                    for of in &mut it.systems[system].points[at].isolated.matrix[place] {
                        *of = -of.clone();
                    }
                });
            }
            self.add(format!("point {system} {at} matrix shorter"), |it| {
                _ = it.systems[system].points[at].isolated.matrix.pop();
            });
            for (variable, side) in
                self.of.systems[system].points[at].isolated.wide.0.iter().enumerate()
            {
                if side.is_point() {
                    self.add(format!("point {system} {at} at the other end of {variable}"), |it| {
                        let isolated = &mut it.systems[system].points[at].isolated;
                        let other = Side::point(RBig::ONE - &isolated.wide.0[variable].low);
                        isolated.wide.0[variable] = other.clone();
                        isolated.narrow.0[variable] = other;
                    });
                }
            }
            self.exact(system, at);
        }
    }

    fn exact(&mut self, system: usize, at: usize) {
        let Some(exact) = &self.of.systems[system].points[at].exact else { return };
        let third = number("1/3");
        for variable in 0..exact.coordinates.len() {
            self.add(format!("point {system} {at} coordinate {variable} is 1/3"), |it| {
                if let Some(exact) = &mut it.systems[system].points[at].exact {
                    exact.coordinates[variable].0 = vec![third.clone()];
                }
            });
            self.add(format!("point {system} {at} coordinate {variable} is the root"), |it| {
                if let Some(exact) = &mut it.systems[system].points[at].exact {
                    exact.coordinates[variable].0 = vec![RBig::ZERO, RBig::ONE];
                }
            });
        }
        self.add(format!("point {system} {at} another root"), |it| {
            if let Some(exact) = &mut it.systems[system].points[at].exact {
                let line =
                    hexa_solve::stationary::certificate::Element(vec![-third.clone(), RBig::ONE]);
                exact.root.polynomial = clear_fractions(&line);
            }
        });
        self.add(format!("point {system} {at} another interval of the root"), |it| {
            if let Some(exact) = &mut it.systems[system].points[at].exact {
                exact.root.enclosure.low = RBig::from(-1000);
            }
        });
        self.add(format!("point {system} {at} interval of the root turned around"), |it| {
            if let Some(exact) = &mut it.systems[system].points[at].exact {
                std::mem::swap(&mut exact.root.enclosure.low, &mut exact.root.enclosure.high);
            }
        });
    }

    fn regions(&mut self, system: usize) {
        for at in 0..self.of.systems[system].regions.len() {
            self.add(format!("region {system} {at} is missing"), |it| {
                it.systems[system].regions.remove(at);
                drop_part(it, system, PartPlace::Region(at));
            });
            self.add(format!("region {system} {at} is there twice"), |it| {
                let regions = &mut it.systems[system].regions;
                let again = PartPlace::Region(regions.len());
                regions.push(regions[at].clone());
                repeat_part(it, system, PartPlace::Region(at), again);
            });
            for (variable, side) in self.of.systems[system].regions[at].0.iter().enumerate() {
                for (name, side) in other_sides(side) {
                    let change = side.clone();
                    self.add(format!("region {system} {at} {variable} {name}"), |it| {
                        it.systems[system].regions[at].0[variable] = change;
                    });
                    self.add(
                        format!("region {system} {at} and its candidates {variable} {name}"),
                        |it| {
                            it.systems[system].regions[at].0[variable] = side.clone();
                            let whole = it.systems[system].variables[variable];
                            for one in &mut it.candidates {
                                if one.parts[system] == PartPlace::Region(at) {
                                    one.candidate.region.0[whole] = side.clone();
                                    one.candidate.point = None;
                                }
                            }
                        },
                    );
                }
            }
        }
    }

    fn candidates(&mut self, place: usize) {
        self.add(format!("candidate {place} is missing"), |it| _ = it.candidates.remove(place));
        self.add(format!("candidate {place} is there twice"), |it| {
            it.candidates.push(it.candidates[place].clone());
        });
        self.add(format!("candidate {place} is another one"), |it| {
            it.candidates[place] = it.candidates[(place + 1) % it.candidates.len()].clone();
        });
        self.add(format!("candidate {place} has other parts"), |it| {
            it.candidates[place].parts =
                it.candidates[(place + 1) % it.candidates.len()].parts.clone();
        });
        self.add(format!("candidate {place} of no part"), |it| {
            it.candidates[place].parts[0] = PartPlace::Point(99);
        });
        self.add(format!("candidate {place} not exact"), |it| {
            it.candidates[place].candidate.point = None
        });
        self.add(format!("candidate {place} of another extent"), |it| {
            let extent = &mut it.candidates[place].candidate.extent;
            *extent = if *extent == Extent::Point { Extent::Whole } else { Extent::Point };
        });
        for variable in 0..self.of.variables.len() {
            for (name, side) in other_sides(&self.of.candidates[place].candidate.region.0[variable])
            {
                self.add(format!("candidate {place} {variable} {name}"), |it| {
                    it.candidates[place].candidate.region.0[variable] = side;
                });
            }
            self.add(format!("candidate {place} exact {variable} is 1/3"), |it| {
                if let Some(point) = &mut it.candidates[place].candidate.point {
                    point.coordinates[variable].0 = vec![number("1/3")];
                }
            });
        }
        self.add(format!("candidate {place} anywhere"), |it| {
            let many = it.variables.len();
            it.candidates[place].candidate.region = Region::cube(many);
        });
    }

    fn verdicts(&mut self, place: usize, players: usize) {
        let part = BoundProof { parts: vec![None] };
        let reasons = [
            Reason::OneShot,
            Reason::Pure(vec![]),
            Reason::Pure(vec![None, None]),
            Reason::Pure(vec![None; 4]),
            Reason::Pure(vec![Some(part.clone()), Some(part.clone())]),
            Reason::Along(BoundProof { parts: vec![] }),
            Reason::Along(part.clone()),
            Reason::Along(BoundProof { parts: vec![Some(99), None, None] }),
            Reason::Jointly(part),
        ];
        for reason in reasons {
            self.add(format!("candidate {place} an equilibrium by {reason:?}"), |it| {
                it.candidates[place].verdict = Verdict::Equilibrium(vec![reason.clone(); players]);
            });
            // The same with ends that are said not to belong to it, so that more seems to be reached.
            self.add(format!("candidate {place} open, and an equilibrium by {reason:?}"), |it| {
                let one = &mut it.candidates[place];
                one.verdict = Verdict::Equilibrium(vec![reason.clone(); players]);
                one.candidate.region.0.iter_mut().for_each(|side| side.edges = [Edge::Open; 2]);
                for (system, part) in it.systems.iter_mut().zip(&one.parts) {
                    if let PartPlace::Region(at) = part {
                        let sides = &mut system.regions[*at].0;
                        sides.iter_mut().for_each(|side| side.edges = [Edge::Open; 2]);
                    }
                }
            });
            for player in 0..players {
                self.add(format!("candidate {place} player {player} by {reason:?}"), |it| {
                    if let Verdict::Equilibrium(reasons) = &mut it.candidates[place].verdict {
                        reasons[player] = reason.clone();
                    }
                });
            }
        }
        self.add(format!("candidate {place} without reasons"), |it| {
            it.candidates[place].verdict = Verdict::Equilibrium(vec![]);
        });
        self.add(format!("candidate {place} given up"), |it| {
            it.candidates[place].verdict =
                Verdict::Undecided { player: 0, limit: SolveLimit::Boxes };
        });
        for variable in 0..self.of.variables.len() {
            for to in ["0", "1/2", "1", "2", "-1"] {
                for player in 0..players {
                    let gain = Gain { player, instead: vec![(variable, number(to))] };
                    self.add(
                        format!("candidate {place} refuted by {player}: {variable} = {to}"),
                        |it| {
                            it.candidates[place].verdict = Verdict::Refuted(gain);
                        },
                    );
                }
            }
        }
        self.add(format!("candidate {place} refuted by nothing"), |it| {
            it.candidates[place].verdict = Verdict::Refuted(Gain { player: 0, instead: vec![] });
        });
    }
}

/// Other sides than this: without its ends, turned around, wider, narrower, elsewhere.
fn other_sides(side: &Side) -> Vec<(&'static str, Side)> {
    let small = number("1/1024");
    let with = |low: RBig, high: RBig| Side::closed(low, high);
    let (low, high) = (&side.low, &side.high);
    let open = |edges| Side { edges, ..side.clone() };
    let third = side.width() / RBig::from(3);
    vec![
        ("without ends", open([Edge::Open; 2])),
        ("without its lower end", open([Edge::Open, Edge::Closed])),
        ("without its upper end", open([Edge::Closed, Edge::Open])),
        ("turned around", with(high.clone(), low.clone())),
        ("far too wide", with(RBig::from(-5), RBig::from(5))),
        ("everything", Side::unit()),
        ("wider", with(low - &small, high + &small)),
        ("wider and inside out", with(high + &small, low - &small)),
        ("its middle", Side::point(side.middle())),
        ("its lower part", with(low.clone(), low + &third)),
        ("its upper part", with(high - &third, high.clone())),
        ("higher", with(low + &small, high + &small)),
        ("lower", with(low - &small, high - &small)),
    ]
}

/// Candidates with a part that is no longer there are left out; later parts have moved.
fn drop_part(of: &mut Certificate, system: usize, gone: PartPlace) {
    of.candidates.retain(|one| one.parts[system] != gone);
    for one in &mut of.candidates {
        match (&mut one.parts[system], gone) {
            (PartPlace::Point(at), PartPlace::Point(gone)) if *at > gone => *at -= 1,
            (PartPlace::Region(at), PartPlace::Region(gone)) if *at > gone => *at -= 1,
            _ => {}
        }
    }
}

/// Candidates with a part are there again with another one.
fn repeat_part(of: &mut Certificate, system: usize, part: PartPlace, again: PartPlace) {
    let mut more: Vec<Judged> =
        of.candidates.iter().filter(|one| one.parts[system] == part).cloned().collect();
    more.iter_mut().for_each(|one| one.parts[system] = again);
    of.candidates.extend(more);
}
