//! All equilibria in stationary strategies of a game whose choices are between two alternatives: the payoffs, the first-order
//! conditions, all of their solutions, and for each solution whether somebody could gain by any other stationary
//! strategy. Nobody gains at an equilibrium, so that it is among the solutions.

use crate::stationary::candidate::{Found, merge};
use crate::stationary::certificate::{
    CandidateProfile, Certificate, EquilibriumVerdict, Extent, Judged, PartPlace, PointProof,
    SystemProof,
};
use crate::stationary::conditions::{Conditions, conditions};
use crate::stationary::definite::{NoSign, prove_sign};
use crate::stationary::deviations::{Setting, enclose_quotient, gain_of, judge};
use crate::stationary::exact_point::find_exact;
use crate::stationary::isolation::{FaceSystem, power_of_half, round};
use crate::stationary::limits::{SolveLimit, SolveLimits};
use crate::stationary::payoffs::{NoPayoffs, Payoffs, payoffs};
use crate::stationary::region::{Region, Side};
use crate::stationary::search::{Search, search};
use crate::stationary::sign::Sign;
use crate::stationary::system::{System, systems};
use crate::stationary::termination::Termination;
use crate::stationary::univariate::Enclosure;
use hexa_games::exact::RBig;
use hexa_games::situations::SituationGame;
use hexa_logic::Stop;

/// The equilibria of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equilibria {
    /// What everybody can expect, as functions.
    pub payoffs: Payoffs,
    /// The equilibria.
    pub equilibria: Vec<Equilibrium>,
    /// Solutions of the first-order conditions that are no equilibria.
    pub refuted: Vec<Refuted>,
    /// What is not decided. If this is empty, there are no other equilibria.
    pub undecided: Vec<Undecided>,
    /// What shows all this.
    pub certificate: Certificate,
}

/// An equilibrium, or a region of equilibria.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equilibrium {
    /// Whether it is a point or a region.
    pub extent: Extent,
    /// The probability of each variable; between which numbers it is, for regions.
    pub probabilities: Vec<Found>,
    /// What each player expects at the start.
    pub values: Vec<Found>,
    /// Its place among the candidates of the certificate.
    pub place: usize,
}

/// A solution of the first-order conditions that is no equilibrium.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refuted {
    /// The probability of each variable.
    pub probabilities: Vec<Found>,
    /// The player who can gain.
    pub player: usize,
    /// By which probabilities.
    pub instead: Vec<(usize, RBig)>,
    /// How much, if it could be enclosed.
    pub gain: Option<Enclosure>,
    /// Its place among the candidates of the certificate.
    pub place: usize,
}

/// What is not decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undecided {
    /// Whether there are equilibria in a part of a group of variables.
    Part {
        /// The variables.
        variables: Vec<usize>,
        /// The part.
        region: Region,
        /// Which limit was reached.
        limit: SolveLimit,
    },
    /// Whether a solution of the first-order conditions is an equilibrium: its place among the candidates.
    Candidate {
        /// The place.
        place: usize,
        /// The player who may have something better.
        player: usize,
        /// Which limit was reached.
        limit: SolveLimit,
    },
}

/// Why the equilibria of a game are not found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoEquilibria {
    /// There are no payoffs.
    Payoffs(NoPayoffs),
    /// This choice is between more than two alternatives.
    Alternatives(usize),
    /// Play need not end, so that payoffs can jump.
    Endless(Termination),
    /// It could not be shown that the denominator of the payoffs is positive.
    Denominator(SolveLimit),
    /// A limit was reached.
    Limit(SolveLimit),
}

impl From<NoPayoffs> for NoEquilibria {
    fn from(why: NoPayoffs) -> Self {
        Self::Payoffs(why)
    }
}

impl From<SolveLimit> for NoEquilibria {
    fn from(limit: SolveLimit) -> Self {
        Self::Limit(limit)
    }
}

/// All equilibria in stationary strategies.
pub fn equilibria(
    game: &SituationGame,
    limits: &SolveLimits,
    stop: &Stop,
) -> Result<Equilibria, NoEquilibria> {
    let payoffs = payoffs(game, limits, stop)?;
    if let Some(choice) = game.choices.iter().position(|choice| choice.alternatives.len() > 2) {
        return Err(NoEquilibria::Alternatives(choice));
    }
    match &payoffs.ending {
        Termination::Sure => {}
        other @ (Termination::NotAlways(_) | Termination::Perhaps(_)) => {
            return Err(NoEquilibria::Endless(other.clone()));
        }
    }
    let cube = Region::cube(payoffs.variables.len());
    let positive = match prove_sign(&payoffs.denominator, &cube, limits, stop) {
        Ok(proof) if proof.sign == Sign::Positive => proof,
        Ok(_) | Err(NoSign::Mixed) => return Err(NoEquilibria::Denominator(SolveLimit::Boxes)),
        Err(NoSign::Limit(limit)) => return Err(NoEquilibria::Denominator(limit)),
    };
    let conditions = conditions(game, &payoffs, limits, stop)?;
    let (mut solved, mut undecided) = (Vec::new(), Vec::new());
    for system in systems(&conditions) {
        let found = search(&system, limits, stop);
        let part = |(region, limit): &(Region, SolveLimit)| Undecided::Part {
            variables: system.variables.clone(),
            region: region.clone(),
            limit: *limit,
        };
        undecided.extend(found.undecided.iter().map(part));
        solved.push(Solved::new(&system, found, limits));
    }
    let setting = Setting { game, payoffs: &payoffs, limits, stop };
    let candidates = judge_all(setting, &solved)?;
    let Conditions { factors, all } = conditions;
    let certificate = Certificate {
        variables: payoffs.variables.clone(),
        denominator: payoffs.denominator.clone(),
        numerators: payoffs.numerators.clone(),
        positive,
        factors,
        conditions: all,
        systems: solved.into_iter().map(|solved| solved.proof).collect(),
        candidates,
    };
    Ok(sort_out(setting, certificate, undecided))
}

/// All solutions of a system.
struct Solved {
    proof: SystemProof,
    /// The solutions, as candidates in the variables of the system.
    solutions: Vec<(PartPlace, CandidateProfile)>,
}

impl Solved {
    fn new(system: &System, found: Search, limits: &SolveLimits) -> Self {
        let mut points = Vec::new();
        let mut solutions = Vec::new();
        for (at, mut isolated) in found.points.into_iter().enumerate() {
            let face = FaceSystem::new(system, &isolated.wide);
            let exact = find_exact(&face, &isolated, limits);
            let region = match &exact {
                Some(point) => widen(&point.enclose()),
                None => face.refine(&isolated, DIGITS).unwrap_or_else(|| isolated.narrow.clone()),
            };
            if exact.is_none() {
                isolated.narrow = region.clone();
            }
            let candidate =
                CandidateProfile { region, point: exact.clone(), extent: Extent::Point };
            solutions.push((PartPlace::Point(at), candidate));
            points.push(PointProof { isolated, exact });
        }
        let regions = merge(found.regions);
        for (at, region) in regions.iter().enumerate() {
            solutions.push((PartPlace::Region(at), CandidateProfile::of_region(region)));
        }
        let variables = system.variables.clone();
        Self { proof: SystemProof { variables, steps: found.steps, points, regions }, solutions }
    }
}

/// How narrow the boxes of points are, as a power of a half.
const DIGITS: usize = 70;

/// A box with short numbers around a box of which some sides are single numbers; these stay so.
fn widen(region: &Region) -> Region {
    let side = |side: &Side| {
        if side.is_point() {
            return side.clone();
        }
        let step = power_of_half(DIGITS);
        Side::closed(round(&side.low, DIGITS) - &step, round(&side.high, DIGITS) + &step + &step)
    };
    Region(region.0.iter().map(side).collect())
}

/// Puts together a solution of each system in all ways, and judges them.
fn judge_all(setting: Setting, solved: &[Solved]) -> Result<Vec<Judged>, SolveLimit> {
    let many = solved.iter().try_fold(1usize, |product, solved| {
        let product = product.checked_mul(solved.solutions.len())?;
        (product <= setting.limits.profiles).then_some(product)
    });
    let many = many.ok_or(SolveLimit::Profiles)?;
    (0..many).map(|number| judge_one(setting, solved, number)).collect()
}

fn judge_one(setting: Setting, solved: &[Solved], mut number: usize) -> Result<Judged, SolveLimit> {
    setting.stop.count(1)?;
    let (mut parts, mut places) = (Vec::new(), Vec::new());
    for solved in solved {
        let (place, candidate) = &solved.solutions[number % solved.solutions.len()];
        number /= solved.solutions.len();
        parts.push((&solved.proof.variables[..], candidate));
        places.push(*place);
    }
    let candidate = CandidateProfile::join(&parts, setting.payoffs.variables.len());
    let verdict = judge(setting, &candidate)?;
    Ok(Judged { parts: places, candidate, verdict })
}

fn sort_out(
    setting: Setting,
    certificate: Certificate,
    mut undecided: Vec<Undecided>,
) -> Equilibria {
    let (mut equilibria, mut refuted) = (Vec::new(), Vec::new());
    for (place, judged) in certificate.candidates.iter().enumerate() {
        let probabilities = judged.candidate.probabilities();
        match &judged.verdict {
            EquilibriumVerdict::Equilibrium(_) => {
                let values = values(setting, &judged.candidate);
                let extent = judged.candidate.extent;
                equilibria.push(Equilibrium { extent, probabilities, values, place });
            }
            EquilibriumVerdict::Refuted(gain) => refuted.push(Refuted {
                probabilities,
                player: gain.player,
                instead: gain.instead.clone(),
                gain: gain_of(setting, gain, &judged.candidate.region),
                place,
            }),
            EquilibriumVerdict::Undecided { player, limit } => {
                undecided.push(Undecided::Candidate { place, player: *player, limit: *limit });
            }
        }
    }
    let payoffs = setting.payoffs.clone();
    Equilibria { payoffs, equilibria, refuted, undecided, certificate }
}

/// What each player expects at the start.
fn values(setting: Setting, candidate: &CandidateProfile) -> Vec<Found> {
    let start = setting.game.start;
    let value = |player: usize| {
        let point = candidate.point.as_ref();
        let exact = point.and_then(|point| {
            Some(point.describe(&point.value(setting.payoffs, start, player)?))
        });
        exact.unwrap_or_else(|| enclosed_value(setting, candidate, player))
    };
    (0..setting.game.players.len()).map(value).collect()
}

fn enclosed_value(setting: Setting, candidate: &CandidateProfile, player: usize) -> Found {
    let values = setting.payoffs.numerators[setting.game.start].as_ref();
    let Some(above) = values.and_then(|values| values.get(player)) else {
        return Found::Rational(RBig::ZERO);
    };
    match enclose_quotient(above, &setting.payoffs.denominator, &candidate.region) {
        Some(enclosure) if enclosure.width() == RBig::ZERO => Found::Rational(enclosure.low),
        Some(enclosure) => Found::Enclosed(enclosure),
        None => Found::Unknown,
    }
}
