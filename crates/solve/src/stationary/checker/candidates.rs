//! Candidates are all combinations of solutions, and their verdicts are right.

use super::equations::{self, numerator};
use super::forms::{Form, is_bounded};
use super::numbers;
use super::refusal::{CertificatePart, Refusal};
use super::sums::Sum;
use crate::stationary::certificate::{
    BestReplyProof, CandidateProfile, Certificate, Element, EquilibriumVerdict, ExactPoint, Extent,
    Gain, Judged, PartPlace, SystemProof,
};
use crate::stationary::region::{Edge, Region, Side};
use crate::stationary::sign::Sign;
use hexa_games::exact::RBig;
use hexa_games::situations::{SituationCourse, SituationGame};
use hexa_logic::Stop;
use std::collections::BTreeSet;

/// All candidates.
pub(super) fn check_candidates(
    game: &SituationGame,
    certificate: &Certificate,
    stop: &Stop,
) -> Result<(), Refusal> {
    let solutions = |system: &SystemProof| system.points.len() + system.regions.len();
    let wanted = certificate
        .systems
        .iter()
        .try_fold(1usize, |product, system| product.checked_mul(solutions(system)));
    let found: BTreeSet<&Vec<PartPlace>> =
        certificate.candidates.iter().map(|judged| &judged.parts).collect();
    let many = certificate.candidates.len();
    if wanted != Some(many) || found.len() != many {
        return Err(Refusal::Candidates);
    }
    for (place, judged) in certificate.candidates.iter().enumerate() {
        stop.count(1)?;
        if !is_joined(certificate, judged) {
            return Err(Refusal::Candidate(place));
        }
        let judging = Judging { game, certificate, candidate: &judged.candidate, place, stop };
        judging.check(&judged.verdict)?;
    }
    Ok(())
}

/// Whether a candidate is put together from its parts. The box of a point may be smaller, if the point is known exactly or is
/// shown to be in it.
fn is_joined(certificate: &Certificate, judged: &Judged) -> bool {
    let candidate = &judged.candidate;
    let many = certificate.variables.len();
    let has_shape = candidate.region.0.len() == many
        && candidate.region.0.iter().all(Side::is_closed)
        && judged.parts.len() == certificate.systems.len()
        && candidate.point.as_ref().is_none_or(|point| point.coordinates.len() == many);
    let parts = || certificate.systems.iter().zip(&judged.parts);
    let is_whole = |(system, part): (&SystemProof, &PartPlace)| match part {
        PartPlace::Point(_) => false,
        PartPlace::Region(at) => system.regions.get(*at).is_some_and(|it| !it.free().is_empty()),
    };
    let extent = if parts().any(is_whole) { Extent::Whole } else { Extent::Point };
    has_shape
        && extent == candidate.extent
        && parts().all(|(system, part)| fits_part(candidate, system, *part))
        && candidate.point.as_ref().is_none_or(numbers_are_right)
}

fn numbers_are_right(point: &ExactPoint) -> bool {
    numbers::is_root(&point.root)
}

fn fits_part(candidate: &CandidateProfile, system: &SystemProof, part: PartPlace) -> bool {
    let own = Region(system.variables.iter().map(|&at| candidate.region.0[at].clone()).collect());
    let coordinates: Option<Vec<&Element>> = candidate
        .point
        .as_ref()
        .map(|point| system.variables.iter().map(|&at| &point.coordinates[at]).collect());
    match part {
        PartPlace::Region(at) => {
            let Some(region) = system.regions.get(at) else { return false };
            let is_own = |(of, side): (&&Element, &Side)| {
                side.is_point() && of.0 == Element::new(vec![side.low.clone()]).0
            };
            *region == own && coordinates.is_none_or(|it| it.iter().zip(&region.0).all(is_own))
        }
        PartPlace::Point(at) => {
            let Some(point) = system.points.get(at) else { return false };
            match (&point.exact, coordinates, &candidate.point) {
                // The candidate's root is that of the part, unless the part needs none.
                (Some(exact), Some(coordinates), Some(joined)) => {
                    let is_plain = exact.coordinates.iter().all(|of| of.0.len() <= 1);
                    coordinates.into_iter().eq(&exact.coordinates)
                        && (is_plain || exact.root == joined.root)
                        && own.covers(&numbers::enclose(exact))
                }
                (Some(exact), _, _) => own.covers(&numbers::enclose(exact)),
                (None, None, _) => own.covers(&point.isolated.narrow),
                (None, Some(_), _) => false,
            }
        }
    }
}

/// A candidate whose verdict is looked at.
struct Judging<'a> {
    game: &'a SituationGame,
    certificate: &'a Certificate,
    candidate: &'a CandidateProfile,
    place: usize,
    stop: &'a Stop,
}

impl Judging<'_> {
    fn check(&self, verdict: &EquilibriumVerdict) -> Result<(), Refusal> {
        match verdict {
            EquilibriumVerdict::Equilibrium(reasons) => {
                if reasons.len() != self.game.players.len() {
                    return Err(Refusal::Shape(CertificatePart::Candidate(self.place)));
                }
                for (player, reason) in reasons.iter().enumerate() {
                    if !self.is_best(player, reason)? {
                        return Err(Refusal::Verdict(self.place, player));
                    }
                }
                Ok(())
            }
            EquilibriumVerdict::Refuted(gain) if self.gains(gain) => Ok(()),
            EquilibriumVerdict::Refuted(gain) => Err(Refusal::Verdict(self.place, gain.player)),
            EquilibriumVerdict::Undecided { .. } => Ok(()),
        }
    }

    fn variables_of(&self, player: usize) -> Vec<usize> {
        let choice = |at: usize| &self.game.choices[self.certificate.variables[at].choice];
        (0..self.certificate.variables.len()).filter(|&at| choice(at).player == player).collect()
    }

    /// Whether a reason shows that a player cannot gain.
    fn is_best(&self, player: usize, reason: &BestReplyProof) -> Result<bool, Refusal> {
        let own = self.variables_of(player);
        match reason {
            BestReplyProof::OneShot => {
                Ok(self.is_one_shot(&own) && self.are_apart(&own) && self.are_reached(&own))
            }
            BestReplyProof::Pure(proofs) => {
                let is_all = proofs.len() == 1usize.checked_shl(own.len() as u32).unwrap_or(0);
                if !self.is_one_shot(&own) || !is_all {
                    return Ok(false);
                }
                for (number, proof) in proofs.iter().enumerate() {
                    let bit = |place: usize| RBig::from((number >> place & 1) as u32);
                    let instead = own.iter().enumerate().map(|(place, &at)| (at, bit(place)));
                    let difference = self.difference(player, &instead.collect::<Vec<_>>());
                    let is_shown = match (proof, &self.candidate.point, self.candidate.extent) {
                        (Some(proof), _, _) => {
                            is_bounded(&difference, &self.candidate.region, proof, self.stop)?
                        }
                        (None, Some(point), Extent::Point) => {
                            let sign = numbers::sign_at(&difference, point);
                            matches!(sign, Some(Sign::Zero | Sign::Negative))
                        }
                        (None, _, _) => false,
                    };
                    if !is_shown {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            BestReplyProof::Along(proof) => {
                let [variable] = own[..] else { return Ok(false) };
                let Some((claim, region)) = self.along(player, variable) else { return Ok(false) };
                is_bounded(&claim, &region, proof, self.stop)
            }
            BestReplyProof::Jointly(proof) => {
                let (claim, region) = self.apart(player, &own);
                is_bounded(&claim, &region, proof, self.stop)
            }
        }
    }

    /// Whether each choice of a player is met in one situation.
    fn is_one_shot(&self, own: &[usize]) -> bool {
        own.iter().all(|&at| self.met_in(self.certificate.variables[at].choice).len() <= 1)
    }

    /// Whether no two of a player's choices are made in the same course: what one is worth would depend on the other.
    fn are_apart(&self, own: &[usize]) -> bool {
        let is_own =
            |choice: usize| own.iter().any(|&at| self.certificate.variables[at].choice == choice);
        let is_apart = |course: &SituationCourse| {
            course.made.iter().filter(|&&(choice, _)| is_own(choice)).count() <= 1
        };
        self.game.situations.iter().all(|situation| situation.courses.iter().all(is_apart))
    }

    fn met_in(&self, choice: usize) -> Vec<usize> {
        let is_made = |course: &SituationCourse| course.made.iter().any(|&(of, _)| of == choice);
        let reached = equations::reach_by(self.game, |_| true);
        (0..self.game.situations.len())
            .filter(|&at| reached[at] && self.game.situations[at].courses.iter().any(is_made))
            .collect()
    }

    /// Whether the situations of a player's choices are reached wherever the candidate is.
    fn are_reached(&self, own: &[usize]) -> bool {
        let has_chance = |&(choice, made): &(usize, usize)| {
            let place = self.certificate.variables.iter().position(|of| of.choice == choice);
            place.is_none_or(|at| is_positive(&self.candidate.region.0[at], made))
        };
        let reached = equations::reach_by(self.game, |course| course.made.iter().all(has_chance));
        own.iter().all(|&at| {
            self.met_in(self.certificate.variables[at].choice).into_iter().all(|at| reached[at])
        })
    }

    /// What a player gets more at the start by numbers for some variables, times positive numbers.
    fn difference(&self, player: usize, instead: &[(usize, RBig)]) -> Sum {
        let above = numerator(self.certificate, self.game.start, player);
        let below = Sum::of(&self.certificate.denominator);
        let put_in = |of: &Sum| {
            instead.iter().fold(of.clone(), |of, (at, number)| {
                of.put_in(*at, number, above.degree(*at).max(below.degree(*at)))
            })
        };
        &(&put_in(&above) * &below) - &(&above * &put_in(&below))
    }

    /// What a player gets more at the start if some variables have other values, which are further variables.
    fn apart(&self, player: usize, own: &[usize]) -> (Sum, Region) {
        let many = self.certificate.variables.len();
        let all = many + own.len();
        let same: Vec<usize> = (0..many).collect();
        let mut other = same.clone();
        own.iter().enumerate().for_each(|(place, &at)| other[at] = many + place);
        let above = numerator(self.certificate, self.game.start, player);
        let below = Sum::of(&self.certificate.denominator);
        let gained = &above.rename(all, &other) * &below.rename(all, &same);
        let lost = &above.rename(all, &same) * &below.rename(all, &other);
        let mut sides = self.candidate.region.0.clone();
        sides.resize(all, Side::unit());
        (&gained - &lost, Region(sides))
    }

    /// What must not be positive if no other probability is better than the candidate's. The difference is the gap between
    /// the probabilities times a slope; the slope is, where the first-order condition is 0, the gap times something.
    fn along(&self, player: usize, variable: usize) -> Option<(Sum, Region)> {
        let many = self.certificate.variables.len();
        let (difference, region) = self.apart(player, &[variable]);
        let gap = &Sum::variable(many + 1, many) - &Sum::variable(many + 1, variable);
        let slope = Some(difference.slope_between(many, variable))
            .filter(|slope| slope * &gap == difference)?;
        let side = &self.candidate.region.0[variable];
        if side.is_point() && side.low == RBig::ZERO {
            return Some((slope, region));
        }
        if side.is_point() && side.low == RBig::ONE {
            return Some((-&slope, region));
        }
        let mut names: Vec<usize> = (0..=many).collect();
        names[many] = variable;
        let rest = &slope - &slope.rename(many + 1, &names);
        let bent = Some(rest.slope_between(many, variable)).filter(|bent| bent * &gap == rest)?;
        Some((bent, region))
    }

    fn gains(&self, gain: &Gain) -> bool {
        let own = self.variables_of(gain.player);
        let is_right = |(at, number): &(usize, RBig)| {
            own.contains(at) && *number >= RBig::ZERO && *number <= RBig::ONE
        };
        let region = &self.candidate.region;
        let difference = self.difference(gain.player, &gain.instead);
        gain.instead.iter().all(is_right)
            && Form::new(&difference, region).sign(region) == Some(Sign::Positive)
    }
}

/// Whether an alternative has a probability on all of a side.
fn is_positive(side: &Side, made: usize) -> bool {
    match made {
        0 => side.low > RBig::ZERO || side.edges[0] == Edge::Open,
        _ => side.high < RBig::ONE || side.edges[1] == Edge::Open,
    }
}
