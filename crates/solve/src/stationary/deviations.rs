//! Whether a player could gain by any other stationary strategy, not only by a small change. What a player expects is not
//! linear in a probability that they use in several situations.
//!
//! - *One choice for one situation.* If each choice of the player is met in one situation only, what they face is a Markov
//!   decision process. What a strategy is better by is the sum over situations of how often it comes there times what its
//!   choice is better by there (Howard 1960); so who cannot gain by a change in one situation cannot gain at all,
//!   provided that all these situations are reached, so that the start shows it, and that no course has two of the player's
//!   choices, which they might have to change together. Else the pure strategies are compared, as one of them is best.
//!   What others do depends on situations alone, so that no strategy with a memory is better either: in a
//!   decision process one that has none is best.
//! - *One probability for several situations.* The difference between another probability p and the one in question, x, times
//!   positive denominators, is a polynomial that (p - x) divides; and (p - x) squared where the first-order condition is
//!   0. What is left must not be positive (or not negative, if x is 1) for any p.
//! - *Several probabilities, some for several situations.* The difference itself must not be positive.

use crate::stationary::bernstein::Bernstein;
use crate::stationary::certificate::{BoundProof, Candidate, Extent, Gain, Reason, Verdict};
use crate::stationary::definite::{NoSign, prove_bound, widest};
use crate::stationary::endings;
use crate::stationary::limits::{SolveLimit, SolveLimits};
use crate::stationary::payoffs::Payoffs;
use crate::stationary::polynomial::Polynomial;
use crate::stationary::region::{Edge, Region, Side};
use crate::stationary::sign::Sign;
use crate::stationary::univariate::Enclosure;
use hexa_games::exact::RBig;
use hexa_games::situations::{SituationCourse, SituationGame};
use hexa_logic::Stop;

/// What is given to all functions here.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The game.
    pub game: &'a SituationGame,
    /// Its payoffs.
    pub payoffs: &'a Payoffs,
    /// How far the work may go.
    pub limits: &'a SolveLimits,
    /// What ends the work.
    pub stop: &'a Stop,
}

/// How much more a player gets at the start by other probabilities.
pub fn gain_of(setting: Setting, gain: &Gain, region: &Region) -> Option<Enclosure> {
    let (above, below) = Player::new(setting, gain.player).quotient();
    let there = gain.instead.iter().fold(region.clone(), |region, (variable, number)| {
        region.with(*variable, Side::point(number.clone()))
    });
    let own = enclose_quotient(above, below, region)?;
    let other = enclose_quotient(above, below, &there)?;
    Some(Enclosure { low: other.low - own.high, high: other.high - own.low })
}

/// Whether a candidate is an equilibrium.
pub fn judge(setting: Setting, candidate: &Candidate) -> Result<Verdict, SolveLimit> {
    let mut reasons = Vec::new();
    for player in 0..setting.game.players.len() {
        match Player::new(setting, player).judge(candidate)? {
            Ok(reason) => reasons.push(reason),
            Err(verdict) => return Ok(verdict),
        }
    }
    Ok(Verdict::Equilibrium(reasons))
}

/// The situations in which each choice is met, of those that matter.
pub fn meetings(game: &SituationGame) -> Vec<Vec<usize>> {
    let (reached, live) = (endings::reach(game), endings::can_end(game));
    let mut met: Vec<Vec<usize>> = vec![Vec::new(); game.choices.len()];
    for (at, situation) in game.situations.iter().enumerate() {
        let mut here: Vec<usize> =
            situation.courses.iter().flat_map(|course| &course.made).map(|&(of, _)| of).collect();
        here.sort_unstable();
        here.dedup();
        if reached[at] && live[at] {
            here.into_iter().for_each(|choice| met[choice].push(at));
        }
    }
    met
}

/// The situations that are reached wherever the strategies are in a region.
pub fn reached_in(game: &SituationGame, payoffs: &Payoffs, region: &Region) -> Vec<bool> {
    endings::reach_by(game, |course| is_likely(game, payoffs, region, course))
}

/// Whether all alternatives of a course have a probability everywhere in a region.
fn is_likely(
    game: &SituationGame,
    payoffs: &Payoffs,
    region: &Region,
    course: &SituationCourse,
) -> bool {
    course.made.iter().all(|&(choice, made)| {
        let place = payoffs.variables.iter().position(|of| of.choice == choice);
        let Some(side) = place.map(|at| &region.0[at]) else { return true };
        debug_assert!(game.choices[choice].alternatives.len() == 2);
        match made {
            0 => side.low > RBig::ZERO || side.edges[0] == Edge::Open,
            _ => side.high < RBig::ONE || side.edges[1] == Edge::Open,
        }
    })
}

/// One of the players, with their variables.
struct Player<'a> {
    setting: Setting<'a>,
    player: usize,
    variables: Vec<usize>,
}

type Judgement = Result<Result<Reason, Verdict>, SolveLimit>;

impl<'a> Player<'a> {
    fn new(setting: Setting<'a>, player: usize) -> Self {
        let is_own = |at: &usize| {
            setting.game.choices[setting.payoffs.variables[*at].choice].player == player
        };
        let variables = (0..setting.payoffs.variables.len()).filter(is_own).collect();
        Self { setting, player, variables }
    }

    fn judge(&self, candidate: &Candidate) -> Judgement {
        let Setting { game, payoffs, .. } = self.setting;
        let met = meetings(game);
        let own = || self.variables.iter().map(|&at| &met[payoffs.variables[at].choice]);
        if own().all(|situations| situations.len() <= 1) {
            let reached = reached_in(game, payoffs, &candidate.region);
            if own().flatten().all(|&at| reached[at]) && self.chooses_once() {
                return Ok(Ok(Reason::OneShot));
            }
            return self.judge_pure(candidate);
        }
        match self.variables[..] {
            [variable] => self.judge_along(candidate, variable),
            _ => self.judge_jointly(candidate),
        }
    }

    /// Whether the player makes one choice at most in each course.
    fn chooses_once(&self) -> bool {
        let Setting { game, .. } = self.setting;
        let is_own = |&&(choice, _): &&(usize, usize)| game.choices[choice].player == self.player;
        let is_once = |course: &SituationCourse| course.made.iter().filter(is_own).count() <= 1;
        game.situations.iter().all(|situation| situation.courses.iter().all(is_once))
    }

    /// No pure strategy may be better. One of them is best: what the player expects is a quotient of polynomials that are
    /// linear in each probability used in one situation, and so grows with it, or falls, or stays the same.
    fn judge_pure(&self, candidate: &Candidate) -> Judgement {
        let many = self.variables.len() as u32;
        if many >= usize::BITS || 1usize << many > self.setting.limits.profiles {
            return Ok(Err(self.undecided(SolveLimit::Profiles)));
        }
        let mut proofs = Vec::new();
        for number in 0..1usize << many {
            let instead = self.pure(number);
            let difference = self.difference_to(&instead);
            let shown = match (&candidate.point, candidate.extent) {
                (Some(point), Extent::Point) => match point.sign(&difference) {
                    Sign::Positive => Err(NoSign::Mixed),
                    Sign::Zero | Sign::Negative => Ok(None),
                },
                (None, _) | (_, Extent::Whole) => {
                    self.bound(&difference, &candidate.region).map(Some)
                }
            };
            match shown {
                Ok(proof) => proofs.push(proof),
                Err(NoSign::Limit(SolveLimit::Stopped)) => return Err(SolveLimit::Stopped),
                Err(NoSign::Limit(limit)) => return Ok(Err(self.undecided(limit))),
                Err(NoSign::Mixed) => return Ok(Err(self.refute(candidate, vec![instead]))),
            }
        }
        Ok(Ok(Reason::Pure(proofs)))
    }

    fn pure(&self, number: usize) -> Vec<(usize, RBig)> {
        let of =
            |(at, &variable): (usize, &usize)| (variable, RBig::from((number >> at & 1) as u32));
        self.variables.iter().enumerate().map(of).collect()
    }

    fn judge_along(&self, candidate: &Candidate, variable: usize) -> Judgement {
        let claim = along(
            self.setting.payoffs,
            self.setting.game.start,
            self.player,
            variable,
            &candidate.region,
        );
        let grid =
            || (0..=GRID).map(|at| vec![(variable, RBig::from(at) / RBig::from(GRID))]).collect();
        self.conclude(candidate, &claim, Reason::Along, grid)
    }

    fn judge_jointly(&self, candidate: &Candidate) -> Judgement {
        let claim = jointly(
            self.setting.payoffs,
            self.setting.game.start,
            self.player,
            &self.variables,
            &candidate.region,
        );
        self.conclude(candidate, &claim, Reason::Jointly, || {
            let few = (self.variables.len() as u32).min(MOST_TRIED);
            (0..1usize << few).map(|number| self.pure(number)).collect()
        })
    }

    fn conclude(
        &self,
        candidate: &Candidate,
        claim: &(Polynomial, Region),
        reason: impl Fn(BoundProof) -> Reason,
        tried: impl Fn() -> Vec<Vec<(usize, RBig)>>,
    ) -> Judgement {
        match self.bound(&claim.0, &claim.1) {
            Ok(proof) => Ok(Ok(reason(proof))),
            Err(NoSign::Limit(SolveLimit::Stopped)) => Err(SolveLimit::Stopped),
            Err(NoSign::Limit(_) | NoSign::Mixed) => Ok(Err(self.refute(candidate, tried()))),
        }
    }

    fn bound(&self, of: &Polynomial, region: &Region) -> Result<BoundProof, NoSign> {
        let few = SolveLimits {
            boxes: self.setting.limits.boxes.min(MOST_PARTS),
            ..*self.setting.limits
        };
        prove_bound(of, region, &few, self.setting.stop)
    }

    /// The first of some strategies that is better wherever the candidate may be.
    fn refute(&self, candidate: &Candidate, tried: Vec<Vec<(usize, RBig)>>) -> Verdict {
        for instead in tried {
            let difference = self.difference_to(&instead);
            let form = Bernstein::new(&difference, &candidate.region);
            if form.sign(&candidate.region) == Some(Sign::Positive) {
                return Verdict::Refuted(Gain { player: self.player, instead });
            }
        }
        self.undecided(SolveLimit::Boxes)
    }

    fn undecided(&self, limit: SolveLimit) -> Verdict {
        Verdict::Undecided { player: self.player, limit }
    }

    /// What the player gets more by a strategy than by the one in question, times positive denominators.
    fn difference_to(&self, instead: &[(usize, RBig)]) -> Polynomial {
        let (above, below) = self.quotient();
        let put_in = |of: &Polynomial| {
            // Numerator and denominator are multiplied by the same numbers.
            instead.iter().fold(of.clone(), |of, (variable, number)| {
                let degree = above.degree(*variable).max(below.degree(*variable));
                of.restrict_at(*variable, number, degree)
            })
        };
        &(&put_in(above) * below) - &(above * &put_in(below))
    }

    fn quotient(&self) -> (&'a Polynomial, &'a Polynomial) {
        let payoffs = self.setting.payoffs;
        let start = payoffs.numerators[self.setting.game.start].as_ref();
        (
            start.and_then(|values| values.get(self.player)).unwrap_or(&payoffs.denominator),
            &payoffs.denominator,
        )
    }
}

/// So many strategies are tried where no proof was found.
const GRID: u32 = 32;
/// Pure strategies are tried for so many probabilities at most.
const MOST_TRIED: u32 = 10;
/// Parts of a proof that nobody gains.
const MOST_PARTS: usize = 4_000;

/// Between which numbers a quotient lies on a region, if the denominator is positive there. Halved as often as it takes to
/// see that it is.
pub fn enclose_quotient(
    above: &Polynomial,
    below: &Polynomial,
    region: &Region,
) -> Option<Enclosure> {
    let mut found: Option<Enclosure> = None;
    let mut open = vec![(region.clone(), 0)];
    while let Some((part, halvings)) = open.pop() {
        let (top, bottom) =
            (Bernstein::new(above, &part).range(), Bernstein::new(below, &part).range());
        if bottom.0 > RBig::ZERO {
            let own = quotient_of_ranges(top, bottom);
            found = Some(match found {
                None => own,
                Some(other) => {
                    Enclosure { low: other.low.min(own.low), high: other.high.max(own.high) }
                }
            });
            continue;
        }
        let variable = widest(&part, below).filter(|_| halvings < MOST_HALVINGS)?;
        let halves = part.0[variable].halves();
        open.extend(halves.into_iter().map(|side| (part.with(variable, side), halvings + 1)));
    }
    found
}

/// Regions are not halved more often to enclose a quotient.
const MOST_HALVINGS: usize = 12;

fn quotient_of_ranges(top: (RBig, RBig), bottom: (RBig, RBig)) -> Enclosure {
    let low = (&top.0 / &bottom.0).min(&top.0 / &bottom.1);
    let high = (&top.1 / &bottom.0).max(&top.1 / &bottom.1);
    Enclosure { low, high }
}

/// What must not be positive if no other probability than the one in question is better, and where: after the variables of
/// the game comes one for the other probability.
pub fn along(
    payoffs: &Payoffs,
    start: usize,
    player: usize,
    variable: usize,
    region: &Region,
) -> (Polynomial, Region) {
    let many = payoffs.variables.len();
    let (difference, line) = deviation(payoffs, start, player, &[variable]);
    let gap = &Polynomial::variable(many + 1, many) - &Polynomial::variable(many + 1, variable);
    let divide = |of: &Polynomial| of.divide(&gap).unwrap_or_else(|| of.clone());
    let slope = divide(&difference);
    let side = &region.0[variable];
    let claim = match (side.is_point(), &side.low) {
        (true, at) if *at == RBig::ZERO => slope,
        (true, at) if *at == RBig::ONE => -&slope,
        (true | false, _) => {
            let names: Vec<usize> = (0..many).chain([variable]).collect();
            divide(&(&slope - &slope.rename(many + 1, &names)))
        }
    };
    (claim, Region(region.0.iter().cloned().chain(line).collect()))
}

/// The same for several probabilities: the difference itself.
pub fn jointly(
    payoffs: &Payoffs,
    start: usize,
    player: usize,
    variables: &[usize],
    region: &Region,
) -> (Polynomial, Region) {
    let (difference, others) = deviation(payoffs, start, player, variables);
    (difference, Region(region.0.iter().cloned().chain(others).collect()))
}

/// What a player gets more at the start if some variables have other values, which are new variables.
fn deviation(
    payoffs: &Payoffs,
    start: usize,
    player: usize,
    variables: &[usize],
) -> (Polynomial, Vec<Side>) {
    let many = payoffs.variables.len();
    let all = many + variables.len();
    let names: Vec<usize> = (0..many).collect();
    let other: Vec<usize> = (0..many)
        .map(|at| variables.iter().position(|&own| own == at).map_or(at, |place| many + place))
        .collect();
    let zero = Polynomial::zero(many);
    let values = payoffs.numerators[start].as_ref();
    let above = values.and_then(|values| values.get(player)).unwrap_or(&zero);
    let below = &payoffs.denominator;
    let left = &above.rename(all, &other) * &below.rename(all, &names);
    let right = &above.rename(all, &names) * &below.rename(all, &other);
    (&left - &right, vec![Side::unit(); variables.len()])
}
