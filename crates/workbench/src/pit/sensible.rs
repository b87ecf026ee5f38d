//! Which equilibria are sensible. An equilibrium says what nobody can better alone; it does not say how players come to play it.
//! Three things can be told of it by computing: whether all do the same, so that nobody has to agree on who does what; whether it
//! still is one if players may look at who traded last; and, if it is pure, whether every other pure strategy of one player costs
//! them something.

use super::{EquilibriaReport, EquilibriumRow, MatrixRow, NumberRow, Settled, VariableRow};

/// What is told of an equilibrium.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Sense {
    /// Whether whatever is called alike has the same probability, for all players and whoever traded.
    pub is_symmetric: bool,
    /// If it is pure: whether whoever chooses another pure strategy alone can expect less.
    pub is_strict: Option<bool>,
    /// If it is about strategies that do not look at who traded last: whether it still is one if they may.
    pub holds_by_last_trade: Option<bool>,
}

/// Marks the equilibria of one move, and of the full game.
pub(super) fn mark(
    one_move: &mut Option<EquilibriaReport>,
    full: &mut Option<EquilibriaReport>,
    by_last: &mut Option<EquilibriaReport>,
) {
    for report in [one_move, &mut *full, &mut *by_last].into_iter().flatten() {
        let EquilibriaReport { players, variables, matrix, equilibria, .. } = report;
        for one in equilibria.iter_mut().filter(|one| one.is_point) {
            one.sense.is_symmetric = is_symmetric(variables, &one.probabilities);
            one.sense.is_strict = is_strict(players, variables, matrix, one);
        }
    }
    let (Some(full), Some(by_last)) = (full, by_last) else { return };
    let is_complete = matches!(by_last.settled, Settled::Complete { .. })
        && by_last.equilibria.iter().all(|one| one.is_point);
    for one in full.equilibria.iter_mut().filter(|one| is_complete && one.is_point) {
        one.sense.holds_by_last_trade = spread(&full.variables, one, &by_last.variables)
            .map(|wanted| by_last.equilibria.iter().any(|found| is_at(found, &wanted)));
    }
}

fn is_symmetric(variables: &[VariableRow], probabilities: &[NumberRow]) -> bool {
    let named = || variables.iter().zip(probabilities);
    named().all(|(one, left)| {
        named().all(|(other, right)| one.alternative != other.alternative || is_same(left, right))
    })
}

/// Numbers that are known to be the same.
fn is_same(left: &NumberRow, right: &NumberRow) -> bool {
    match (&left.exact, &right.exact) {
        (Some(left), Some(right)) => left == right,
        (None, None) => left.polynomial.is_some() && left == right,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// Against all rows of the matrix in which only one player does something else.
fn is_strict(
    players: &[String],
    variables: &[VariableRow],
    matrix: &[MatrixRow],
    one: &EquilibriumRow,
) -> Option<bool> {
    let pure = |number: &NumberRow| match number.exact.as_deref() {
        Some("0") => Some(0),
        Some("1") => Some(1),
        Some(_) | None => None,
    };
    let own: Vec<u8> = one.probabilities.iter().map(pure).collect::<Option<_>>()?;
    let at = matrix.iter().find(|row| row.probabilities == own)?;
    let loses = |(place, player): (usize, &String)| {
        let is_their_own = |row: &&MatrixRow| {
            let mut differ = (0..own.len()).filter(|&at| row.probabilities[at] != own[at]);
            row.probabilities != own && differ.all(|at| variables[at].player == *player)
        };
        matrix.iter().filter(is_their_own).all(|row| row.values[place] < at.values[place])
    };
    Some(players.iter().enumerate().all(loses))
}

/// The same probabilities after trades with whomever.
fn spread(
    own: &[VariableRow],
    one: &EquilibriumRow,
    wanted: &[VariableRow],
) -> Option<Vec<NumberRow>> {
    let of = |variable: &VariableRow| {
        let is_it = |own: &&VariableRow| {
            own.player == variable.player && own.alternative == variable.alternative
        };
        let mut found = own.iter().filter(is_it);
        let (first, None) = (found.next()?, found.next()) else { return None };
        let place = own.iter().position(|own| own == first)?;
        Some(one.probabilities[place].clone())
    };
    wanted.iter().map(of).collect()
}

fn is_at(found: &EquilibriumRow, wanted: &[NumberRow]) -> bool {
    found.probabilities.iter().zip(wanted).all(|(found, wanted)| is_same(found, wanted))
}
