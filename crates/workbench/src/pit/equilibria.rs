//! What is told of the equilibria of a game that comes back to the same situations: payoffs as functions, the matrix of pure
//! strategies, the equilibria with exact numbers, and whether there can be others.

use super::sensible::Sense;
use hexa_games::exact::{Exact, RBig};
use hexa_games::situations::SituationGame;
use hexa_logic::Stop;
use hexa_solve::stationary::candidate::Found;
use hexa_solve::stationary::certificate::Extent;
use hexa_solve::stationary::checker::check;
use hexa_solve::stationary::equilibria::{
    Equilibria, Equilibrium, NoEquilibria, Refuted, equilibria,
};
use hexa_solve::stationary::limits::{SolveLimit, SolveLimits};
use hexa_solve::stationary::payoffs::{NoPayoffs, Payoffs};
use hexa_solve::stationary::termination::Termination;
use hexa_solve::stationary::univariate::{Enclosure, Univariate};

/// What is told of the equilibria of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct EquilibriaReport {
    /// The players.
    pub players: Vec<String>,
    /// The variables, each the probability of an alternative.
    pub variables: Vec<VariableRow>,
    /// What each player expects in each situation.
    pub payoffs: Vec<FunctionRow>,
    /// What everybody expects at the start if all strategies are pure.
    pub matrix: Vec<MatrixRow>,
    /// The equilibria.
    pub equilibria: Vec<EquilibriumRow>,
    /// Solutions of the first-order conditions that are none, because somebody gains.
    pub refuted: Vec<RefutedRow>,
    /// Whether there can be others.
    pub settled: Settled,
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct VariableRow {
    /// What it is called.
    pub name: String,
    /// Whose.
    pub player: String,
    /// When they choose.
    pub choice: String,
    /// What it is the probability of.
    pub alternative: String,
}

/// What a player expects in a situation, as a quotient of polynomials in lowest terms.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct FunctionRow {
    /// The situation.
    pub situation: String,
    /// The player.
    pub player: String,
    /// What is divided.
    pub numerator: String,
    /// By what.
    pub denominator: String,
}

/// What everybody expects at the start if strategies are pure.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct MatrixRow {
    /// The probabilities, 0 or 1.
    pub probabilities: Vec<u8>,
    /// What each player expects.
    pub values: Vec<Exact>,
}

/// An equilibrium.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct EquilibriumRow {
    /// Whether it is one point; else all points between these numbers are equilibria.
    pub is_point: bool,
    /// The probability of each variable.
    pub probabilities: Vec<NumberRow>,
    /// What each player expects at the start.
    pub values: Vec<NumberRow>,
    /// Whether it is sensible.
    #[cfg_attr(feature = "json", serde(flatten))]
    pub sense: Sense,
}

/// A number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct NumberRow {
    /// It, if it is a fraction.
    pub exact: Option<String>,
    /// A polynomial with whole numbers that is zero there, if it is no fraction.
    pub polynomial: Option<String>,
    /// Between which fractions it lies, and no other zero of the polynomial; both are included.
    pub interval: Option<[String; 2]>,
    /// About.
    pub decimal: Option<String>,
}

/// A solution of the first-order conditions that is no equilibrium.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct RefutedRow {
    /// The probability of each variable.
    pub probabilities: Vec<NumberRow>,
    /// Who gains.
    pub player: String,
    /// By which probabilities of theirs.
    pub instead: Vec<(String, String)>,
    /// How much.
    pub gain: NumberRow,
}

/// Whether a list of equilibria is complete, and what shows it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Settled {
    /// There are no others: the checker of certificates went through so many steps and accepts it.
    Complete {
        /// Steps of the search.
        steps: usize,
    },
    /// There may be others in so many parts, or among candidates.
    Open {
        /// How many parts and candidates are not decided.
        undecided: usize,
    },
    /// The checker does not accept the certificate: the program is wrong.
    NotAccepted,
    /// Play need not end, so that payoffs can jump: with these pure strategies, for each choice its alternative.
    Endless {
        /// The profiles, as far as they were gone through.
        profiles: Vec<Vec<usize>>,
    },
    /// This choice has more than two alternatives.
    Alternatives {
        /// Whose choice.
        player: String,
        /// Between how many.
        alternatives: usize,
    },
    /// The work ended before.
    #[default]
    Stopped,
    /// A limit was reached.
    Limit {
        /// Which.
        limit: String,
    },
}

/// What is told of a game.
pub(super) fn report(game: &SituationGame, limits: &SolveLimits, stop: &Stop) -> EquilibriaReport {
    match equilibria(game, limits, stop) {
        Ok(found) => of_found(game, &found, stop),
        Err(why) => EquilibriaReport {
            players: game.players.clone(),
            settled: why_not(game, why),
            ..EquilibriaReport::default()
        },
    }
}

fn of_found(game: &SituationGame, found: &Equilibria, stop: &Stop) -> EquilibriaReport {
    let settled = match check(game, &found.certificate, stop) {
        Err(hexa_solve::stationary::checker::Refusal::Stopped) => Settled::Stopped,
        Err(_) => Settled::NotAccepted,
        Ok(checked) if checked.undecided == 0 => Settled::Complete { steps: checked.steps },
        Ok(checked) => Settled::Open { undecided: checked.undecided },
    };
    EquilibriaReport {
        players: game.players.clone(),
        variables: variables(game, &found.payoffs),
        payoffs: functions(game, &found.payoffs),
        matrix: matrix(game, &found.payoffs),
        equilibria: found.equilibria.iter().map(row).collect(),
        refuted: found.refuted.iter().map(|one| refuted(game, &found.payoffs, one)).collect(),
        settled,
    }
}

fn variables(game: &SituationGame, payoffs: &Payoffs) -> Vec<VariableRow> {
    let row = |one: &hexa_solve::stationary::certificate::Probability| {
        let choice = &game.choices[one.choice];
        VariableRow {
            name: one.name.clone(),
            player: game.players[choice.player].clone(),
            choice: choice.name.clone(),
            alternative: choice.alternatives[one.alternative].clone(),
        }
    };
    payoffs.variables.iter().map(row).collect()
}

fn functions(game: &SituationGame, payoffs: &Payoffs) -> Vec<FunctionRow> {
    let names = payoffs.names();
    let mut rows = Vec::new();
    for (at, situation) in game.situations.iter().enumerate() {
        for (player, name) in game.players.iter().enumerate() {
            let Some((above, below)) = payoffs.reduced(at, player) else { continue };
            rows.push(FunctionRow {
                situation: situation.name.clone(),
                player: name.clone(),
                numerator: above.write(&names),
                denominator: below.write(&names),
            });
        }
    }
    rows
}

/// More variables than this make no matrix that somebody would read.
const MOST_IN_MATRIX: usize = 6;

fn matrix(game: &SituationGame, payoffs: &Payoffs) -> Vec<MatrixRow> {
    let many = payoffs.variables.len();
    if many > MOST_IN_MATRIX {
        return Vec::new();
    }
    let row = |number: usize| {
        let probabilities: Vec<u8> = (0..many).map(|at| u8::from(number >> at & 1 == 1)).collect();
        let point: Vec<RBig> = probabilities.iter().map(|&of| RBig::from(of)).collect();
        let value = |player| payoffs.value(game.start, player, &point).map(Exact);
        let values = (0..game.players.len()).map(value).collect::<Option<_>>()?;
        Some(MatrixRow { probabilities, values })
    };
    (0..1 << many).filter_map(row).collect()
}

fn row(found: &Equilibrium) -> EquilibriumRow {
    EquilibriumRow {
        is_point: found.extent == Extent::Point,
        probabilities: found.probabilities.iter().map(number).collect(),
        values: found.values.iter().map(number).collect(),
        sense: Sense::default(),
    }
}

fn refuted(game: &SituationGame, payoffs: &Payoffs, found: &Refuted) -> RefutedRow {
    let instead = |(at, to): &(usize, RBig)| (payoffs.variables[*at].name.clone(), to.to_string());
    RefutedRow {
        probabilities: found.probabilities.iter().map(number).collect(),
        player: game.players[found.player].clone(),
        instead: found.instead.iter().map(instead).collect(),
        gain: found
            .gain
            .as_ref()
            .map_or_else(NumberRow::default, |gain| enclosed(gain, &widened(gain))),
    }
}

fn number(found: &Found) -> NumberRow {
    match found {
        Found::Rational(number) => NumberRow {
            exact: Some(number.to_string()),
            decimal: Some(decimal(number)),
            ..NumberRow::default()
        },
        Found::Algebraic { polynomial, enclosure } => {
            let polynomial_text = polynomial.write("x");
            let told = enclosed(enclosure, &shorter(polynomial, enclosure));
            NumberRow { polynomial: Some(polynomial_text), ..told }
        }
        Found::Enclosed(enclosure) => enclosed(enclosure, &widened(enclosure)),
        Found::Unknown => NumberRow::default(),
    }
}

/// The numbers with ten digits after the point next to it, if there is no other zero between them.
fn shorter(polynomial: &Univariate, enclosure: &Enclosure) -> Enclosure {
    let wide = widened(enclosure);
    match polynomial.isolate(&wide.low, &wide.high).len() {
        1 => wide,
        _ => enclosure.clone(),
    }
}

/// The same, with ten digits after the point.
fn widened(enclosure: &Enclosure) -> Enclosure {
    let scale = RBig::from(10_000_000_000_u64);
    Enclosure {
        low: RBig::from((&enclosure.low * &scale).floor()) / &scale,
        high: RBig::from((&enclosure.high * &scale).ceil()) / &scale,
    }
}

/// A number, and between which it is told to lie.
fn enclosed(enclosure: &Enclosure, told: &Enclosure) -> NumberRow {
    NumberRow {
        interval: Some([told.low.to_string(), told.high.to_string()]),
        decimal: Some(decimal(&enclosure.middle())),
        ..NumberRow::default()
    }
}

/// Ten digits after the point.
fn decimal(number: &RBig) -> String {
    format!("{:.10}", number.to_f64().value())
}

fn why_not(game: &SituationGame, why: NoEquilibria) -> Settled {
    let at_limit = |limit: SolveLimit| match limit {
        SolveLimit::Stopped => Settled::Stopped,
        other @ (SolveLimit::Situations
        | SolveLimit::Terms
        | SolveLimit::Boxes
        | SolveLimit::Halvings
        | SolveLimit::Profiles
        | SolveLimit::Degree) => Settled::Limit { limit: limit_name(other).to_owned() },
    };
    match why {
        NoEquilibria::Payoffs(NoPayoffs::Limit(limit))
        | NoEquilibria::Denominator(limit)
        | NoEquilibria::Limit(limit) => at_limit(limit),
        NoEquilibria::Payoffs(NoPayoffs::Game(_)) => Settled::NotAccepted,
        NoEquilibria::Alternatives(choice) => Settled::Alternatives {
            player: game.players[game.choices[choice].player].clone(),
            alternatives: game.choices[choice].alternatives.len(),
        },
        NoEquilibria::Endless(Termination::NotAlways(profiles)) => Settled::Endless { profiles },
        NoEquilibria::Endless(Termination::Sure | Termination::Perhaps(_)) => {
            Settled::Endless { profiles: Vec::new() }
        }
    }
}

/// What there is too much of.
fn limit_name(limit: SolveLimit) -> &'static str {
    match limit {
        SolveLimit::Situations => "situations",
        SolveLimit::Terms => "terms of polynomials",
        SolveLimit::Boxes => "boxes",
        SolveLimit::Halvings => "halvings",
        SolveLimit::Profiles => "profiles of pure strategies",
        SolveLimit::Degree => "degree",
        SolveLimit::Stopped => "time",
    }
}
