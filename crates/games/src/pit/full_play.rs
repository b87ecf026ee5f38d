//! The full SixPit game (section 5): after a trade without a corner the game goes on, and all that matters is who
//! traded last. What can be expected then are three unknowns for each player, one for each pair.

use super::{DEAL, PAIRS, Player, offers, trades};
use crate::exact::{Exact, RBig};

/// What each player can expect of the rest of the play.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FullPlay {
    /// After Anne and Bill traded in the deal `wx.wy.xy`, Anne and Cath, Bill and Cath.
    pub after: [[Exact; 3]; 3],
    /// Before the first move, in which everybody offers any card.
    pub before: [Exact; 3],
}

/// What can be expected if the players share so often, always. The chance that somebody wins is positive in every
/// move, so that the equations have one solution.
pub fn full_play(shared: &[RBig; 3]) -> FullPlay {
    let by_player = [0, 1, 2].map(|player| solve(equations(shared, player)));
    let after =
        [0, 1, 2].map(|pair| [0, 1, 2].map(|player| Exact(by_player[player][pair].clone())));
    // In the first move half of the trades of each pair go on, and nobody expects anything of the others.
    let sum = |player: Player| by_player[player].iter().fold(RBig::ZERO, |sum, of| sum + of);
    let before = [0, 1, 2].map(|player| Exact(sum(player) / RBig::from(6)));
    FullPlay { after, before }
}

/// For each pair that traded last: the coefficients of the three unknowns, and what they add up to.
fn equations(shared: &[RBig; 3], player: Player) -> [[RBig; 4]; 3] {
    [0, 1, 2].map(|last| {
        let mut row = [RBig::ZERO, RBig::ZERO, RBig::ZERO, RBig::ZERO];
        row[last] = RBig::ONE;
        for trade in trades(&DEAL, &offers(&DEAL, Some(PAIRS[last]), shared)) {
            match trade.winner {
                Some(_) => row[3] += RBig::from(trade.payoff(player)) * &trade.chance,
                None => {
                    let next = (0..3).find(|&at| PAIRS[at] == trade.pair).unwrap_or(last);
                    row[next] -= &trade.chance;
                }
            }
        }
        row
    })
}

/// By elimination. The matrix is one minus chances that add up to less than one, and so no pivot is 0.
fn solve(mut rows: [[RBig; 4]; 3]) -> [RBig; 3] {
    for at in 0..3 {
        let pivot = rows[at][at].clone();
        let scaled = rows[at].clone().map(|of| of / &pivot);
        for other in (0..3).filter(|&other| other != at) {
            let factor = rows[other][at].clone();
            rows[other].iter_mut().zip(&scaled).for_each(|(of, by)| *of -= &factor * by);
        }
        rows[at] = scaled;
    }
    rows.map(|[_, _, _, value]| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pit::ratio;

    /// What is found solves the equations, adds up to nothing, and by symmetry is nothing before the first move if all do
    /// the same.
    #[test]
    fn what_is_expected_solves_the_equations() {
        let chances = [ratio(0, 1), ratio(1, 3), ratio(1, 2), ratio(1, 1)];
        for a in &chances {
            for b in &chances {
                for c in &chances {
                    let shared = [a.clone(), b.clone(), c.clone()];
                    let found = full_play(&shared);
                    for player in 0..3 {
                        for row in equations(&shared, player) {
                            let value = |pair: usize| &found.after[pair][player].0;
                            let left =
                                (0..3).fold(RBig::ZERO, |sum, at| sum + &row[at] * value(at));
                            assert_eq!(left, row[3]);
                        }
                    }
                    let sum = found.before.iter().fold(RBig::ZERO, |sum, of| sum + &of.0);
                    assert_eq!(sum, RBig::ZERO);
                    if a == b && b == c {
                        assert!(found.before.iter().all(|of| of.0 == RBig::ZERO), "{a}: {found:?}");
                    }
                }
            }
        }
    }
}
