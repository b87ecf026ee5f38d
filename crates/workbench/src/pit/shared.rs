//! What everybody can expect if they offer what they share with whom they traded last with given probabilities, and what comes
//! of offering nothing (*Logic and game theory of Pit*, section 5).

use super::{EquilibriaReport, NoPitReport, PitReport, PitRequest, Settled, is_sixpit};
use hexa_games::exact::{Exact, RBig};
use hexa_games::pit::{NotOffering, without_offer};
use hexa_games::situations::{CourseEnd, Situation, SituationGame, values_at};

/// What can be expected with given probabilities.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct SharedReport {
    /// How often each player shares.
    pub shared: Vec<Exact>,
    /// What they can expect of one move after the first two traded.
    pub one_move: Vec<Exact>,
    /// Whether none of those two can do better alone in that move; nothing if not all equilibria are known.
    pub is_equilibrium_of_one_move: Option<bool>,
    /// What they can expect in each situation of the full game, the deal first.
    pub full: Vec<SituationValues>,
    /// Whether nobody can do better alone in the full game; nothing if not all equilibria are known.
    pub is_equilibrium: Option<bool>,
    /// What each can expect of one move after Anne and Bill traded if they alone offer nothing; of SixPit only.
    pub not_offering: Vec<NotOffering>,
}

/// What each player can expect in a situation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct SituationValues {
    /// What it is called.
    pub situation: String,
    /// What each player can expect.
    pub values: Vec<Exact>,
}

/// Whether there is one probability for each player, or none at all.
pub(super) fn check(request: &PitRequest) -> Result<(), NoPitReport> {
    let players = request.deck.players();
    let is_probability = |of: &RBig| (RBig::ZERO..=RBig::ONE).contains(of);
    let many = request.shared.len();
    match (many == 0 || many == players) && request.shared.iter().all(is_probability) {
        true => Ok(()),
        false => Err(NoPitReport::Shared { players }),
    }
}

/// For each choice what is done, if all choices are between what is shared and what is not.
fn strategies(request: &PitRequest, game: &SituationGame) -> Option<Vec<Vec<RBig>>> {
    let is_plain = game.choices.iter().all(|of| of.alternatives == ["shared", "distinct"]);
    let of = |player: usize| {
        let shared = request.shared[player].clone();
        vec![shared.clone(), RBig::ONE - shared]
    };
    is_plain.then(|| game.choices.iter().map(|choice| of(choice.player)).collect())
}

/// What can be expected.
pub(super) fn expect(
    request: &PitRequest,
    game: &SituationGame,
    one_move: Option<&SituationGame>,
    report: &PitReport,
) -> Result<SharedReport, NoPitReport> {
    let values = |game: &SituationGame| {
        let strategies = strategies(request, game)?;
        let exact = |values: Vec<RBig>| values.into_iter().map(Exact).collect::<Vec<_>>();
        Some(values_at(game, &strategies)?.into_iter().map(exact).collect::<Vec<_>>())
    };
    let one_move = one_move.ok_or(NoPitReport::NoChoices)?;
    let of_one_move = values(one_move).ok_or(NoPitReport::NoChoices)?.swap_remove(one_move.start);
    let values = values(game).ok_or(NoPitReport::NoChoices)?;
    let full = game.situations.iter().zip(values).skip(1);
    let full = full.map(|(of, values)| SituationValues { situation: of.name.clone(), values });
    let names = &game.players;
    let is_one = |of: &Option<EquilibriaReport>| {
        of.as_ref().and_then(|of| is_equilibrium(of, names, &request.shared))
    };
    let not_offering = match (is_sixpit(request.deck), <&[RBig; 3]>::try_from(&request.shared[..]))
    {
        (true, Ok(shared)) => (0..3).map(|player| without_offer(shared, player)).collect(),
        _ => Vec::new(),
    };
    Ok(SharedReport {
        shared: request.shared.iter().cloned().map(Exact).collect(),
        one_move: of_one_move,
        is_equilibrium_of_one_move: is_one(&report.one_move),
        full: full.collect(),
        is_equilibrium: is_one(&report.full),
        not_offering,
    })
}

/// Whether a profile is one of all equilibria. Those that are given by fractions are compared; others are no fractions.
fn is_equilibrium(of: &EquilibriaReport, players: &[String], shared: &[RBig]) -> Option<bool> {
    let Settled::Complete { .. } = of.settled else { return None };
    if of.equilibria.iter().any(|one| !one.is_point) {
        return None;
    }
    let own = |variable: &super::VariableRow| {
        let player = players.iter().position(|name| *name == variable.player)?;
        Some(shared.get(player)?.to_string())
    };
    let own: Option<Vec<String>> = of.variables.iter().map(own).collect();
    let own = own?;
    let is_it = |one: &super::EquilibriumRow| {
        one.probabilities.iter().zip(&own).all(|(found, own)| found.exact.as_ref() == Some(own))
    };
    Some(of.equilibria.iter().any(is_it))
}

/// With more profiles in a situation they are not gone through.
const MOST_PROFILES: usize = 4096;

/// How likely the next round ends the play at least, once the cards are dealt. It is linear in each probability, so that it is
/// least where all are pure.
pub(super) fn least_ending(game: &SituationGame) -> Option<RBig> {
    let after = (0..game.situations.len()).filter(|&at| at != game.start);
    let each = after.map(|at| least_ending_in(game, &game.situations[at]));
    each.collect::<Option<Vec<RBig>>>()?.into_iter().min()
}

fn least_ending_in(game: &SituationGame, situation: &Situation) -> Option<RBig> {
    let made = situation.courses.iter().flat_map(|course| &course.made);
    let mut choices: Vec<usize> = made.map(|&(choice, _)| choice).collect();
    choices.sort_unstable();
    choices.dedup();
    let sizes: Vec<usize> = choices.iter().map(|&at| game.choices[at].alternatives.len()).collect();
    let many = sizes.iter().try_fold(1usize, |all, &size| all.checked_mul(size))?;
    if many > MOST_PROFILES {
        return None;
    }
    let ends = |mut number: usize| {
        let profile: Vec<usize> = sizes
            .iter()
            .map(|size| {
                let made = number % size;
                number /= size;
                made
            })
            .collect();
        let is_made = |&(choice, made): &(usize, usize)| {
            choices.binary_search(&choice).is_ok_and(|at| profile[at] == made)
        };
        let over = situation.courses.iter().filter(|course| {
            matches!(course.end, CourseEnd::Over(_)) && course.made.iter().all(is_made)
        });
        over.fold(RBig::ZERO, |sum, course| sum + &course.chance)
    };
    (0..many).map(ends).min()
}
