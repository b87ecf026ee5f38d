//! SixPit solved (*Logic and game theory of Pit*, section 5): payoffs, matrix and equilibria of one move and of the full game, all
//! derived from what players know; and what the paper claims or asks of them.

use super::{chances, list_values, one_move, sum};
use crate::Verdict;
use crate::checks::{Check, Work};
use hexa_games::exact::RBig;
use hexa_games::pit::{Player, ratio};
use hexa_workbench::pit::{
    EquilibriaReport, EquilibriumRow, NoPitReport, PitReport, PitRequest, Settled, SituationRow,
    report_pit,
};
use std::sync::OnceLock;

pub(in crate::checks) const CHECKS: &[Check] = &[
    Check {
        name: "SixPit: payoff of Anne",
        at: file!(),
        run: |work| payoff(work, 0, [-2, 1, 4, -2]),
    },
    Check {
        name: "SixPit: payoff of Bill",
        at: file!(),
        run: |work| payoff(work, 1, [-2, 4, 1, -2]),
    },
    Check {
        name: "SixPit: payoff of Cath",
        at: file!(),
        run: |work| payoff(work, 2, [4, -5, -5, 4]),
    },
    Check { name: "SixPit: the matrix of one move", at: file!(), run: matrix },
    Check { name: "SixPit: pure equilibria", at: file!(), run: pure_equilibria },
    Check { name: "SixPit: the mixed equilibrium", at: file!(), run: mixed_equilibrium },
    Check { name: "SixPit: all equilibria", at: file!(), run: all_equilibria },
    Check { name: "SixPit: both share", at: file!(), run: both_share },
    Check { name: "SixPit: one move", at: file!(), run: one_move_summed_up },
    Check { name: "SixPit: three situations", at: file!(), run: three_situations },
    Check { name: "SixPit: what traders know", at: file!(), run: what_traders_know },
    Check { name: "SixPit: nine equations solved", at: file!(), run: nine_equations_solved },
    Check { name: "SixPit: the full game", at: file!(), run: full_game },
    Check { name: "SixPit: by who traded last", at: file!(), run: by_last_trade },
    Check { name: "SixPit: what is sensible", at: file!(), run: sensible },
    Check { name: "SixPit: the matrix of the full game", at: file!(), run: full_matrix },
];

/// What is derived of SixPit, once for all checks. Work that was stopped is done again.
fn solved(work: &Work) -> Result<&'static PitReport, Verdict> {
    static SOLVED: OnceLock<PitReport> = OnceLock::new();
    if let Some(known) = SOLVED.get() {
        return Ok(known);
    }
    let found = PitRequest::new(3, None, 2, None, &[])
        .and_then(|request| report_pit(&request, &work.limits.stop, &mut |_| {}));
    match found {
        Ok(found) if found.is_whole() => Ok(SOLVED.get_or_init(|| found)),
        Ok(_) | Err(NoPitReport::Stopped) => Err(Verdict::Open("it was stopped".to_owned())),
        Err(why) => Err(Verdict::Open(format!("nothing was derived: {why:?}"))),
    }
}

/// A verdict on a game that is part of what is derived.
fn on(
    work: &Work,
    game: impl Fn(&PitReport) -> &Option<EquilibriaReport>,
    verdict: impl FnOnce(&EquilibriaReport) -> Verdict,
) -> Verdict {
    match solved(work).map(|solved| game(solved).as_ref()) {
        Ok(Some(game)) => verdict(game),
        Ok(None) => Verdict::Open("there is no such game".to_owned()),
        Err(open) => open,
    }
}

fn of_one_move(work: &Work, verdict: impl FnOnce(&EquilibriaReport) -> Verdict) -> Verdict {
    on(work, |of| &of.one_move, verdict)
}

/// What is expected where all strategies are pure.
fn pure(of: &EquilibriaReport, probabilities: &[u8]) -> Vec<RBig> {
    let row = of.matrix.iter().find(|row| row.probabilities == probabilities);
    row.map_or_else(Vec::new, |row| row.values.iter().map(|value| value.0.clone()).collect())
}

/// Probabilities, as fractions or as decimal numbers.
fn probabilities(of: &EquilibriumRow) -> Vec<String> {
    let written = of.probabilities.iter().map(|one| one.exact.clone().or(one.decimal.clone()));
    written.map(Option::unwrap_or_default).collect()
}

fn values(of: &EquilibriumRow) -> String {
    let written = of.values.iter().map(|one| one.exact.clone().or(one.decimal.clone()));
    written.map(Option::unwrap_or_default).collect::<Vec<_>>().join(", ")
}

fn list(of: &EquilibriaReport) -> String {
    let all = of.equilibria.iter().map(|one| format!("({})", probabilities(one).join(", ")));
    all.collect::<Vec<_>>().join(" ")
}

fn is_complete(of: &EquilibriaReport) -> bool {
    matches!(of.settled, Settled::Complete { .. })
}

/// The polynomial of a player has these coefficients, in sixths, for 1, p_a, p_b and p_a p_b. It is linear in each probability,
/// so that the four corners decide; and adding up single trades gives the same at more points.
fn payoff(work: &Work, player: Player, sixths: [i32; 4]) -> Verdict {
    let [one, a, b, both] = sixths.map(|n| ratio(n, 6));
    let claimed = |p: &RBig, q: &RBig| &one + &a * p + &b * q + &both * p * q;
    of_one_move(work, |game| {
        let corners = [(0u8, 0u8), (1, 0), (0, 1), (1, 1)];
        let is_corner = |&(p, q): &(u8, u8)| {
            let claimed = claimed(&RBig::from(p), &RBig::from(q));
            pure(game, &[p, q]).get(player) == Some(&claimed)
        };
        let summed = chances()
            .iter()
            .all(|p| chances().iter().all(|q| one_move(p, q)[player] == claimed(p, q)));
        let found = game.payoffs.iter().filter(|row| row.player == game.players[player]);
        let found: Vec<String> =
            found.map(|row| format!("({})/{}", row.numerator, row.denominator)).collect();
        let holds = corners.iter().all(is_corner) && summed;
        work.found(holds, format!("E_{} = {}", game.players[player], found.join("; ")))
    })
}

/// What Anne, Bill and Cath can expect if both offer a distinct card, and so on.
fn matrix(work: &Work) -> Verdict {
    of_one_move(work, |game| {
        let found = [[0, 0], [0, 1], [1, 0], [1, 1]].map(|at| pure(game, &at));
        let sixths = [[-2, -2, 4], [2, -1, -1], [-1, 2, -1], [1, 1, -2]];
        let claimed = sixths.map(|row| row.map(|n| ratio(n, 6)).to_vec());
        work.found(found == claimed, found.map(|row| list_values(&row)).join(" "))
    })
}

fn has_equilibrium(of: &EquilibriaReport, wanted: &[&str]) -> bool {
    of.equilibria.iter().any(|one| probabilities(one) == wanted)
}

fn pure_equilibria(work: &Work) -> Verdict {
    of_one_move(work, |game| {
        let holds = has_equilibrium(game, &["0", "1"]) && has_equilibrium(game, &["1", "0"]);
        let told = game.equilibria.iter().filter(|one| one.sense.is_strict.is_some());
        let told =
            told.map(|one| format!("({}) is worth {}", probabilities(one).join(", "), values(one)));
        work.found(holds, told.collect::<Vec<_>>().join("; "))
    })
}

fn mixed_equilibrium(work: &Work) -> Verdict {
    of_one_move(work, |game| {
        let found = game.equilibria.iter().find(|one| probabilities(one) == ["1/2", "1/2"]);
        let worth = found.map(values);
        let holds = worth.as_deref() == Some("0, 0, 0");
        work.found(holds, format!("they can expect {}", worth.unwrap_or_default()))
    })
}

fn all_equilibria(work: &Work) -> Verdict {
    of_one_move(work, |game| {
        let holds = is_complete(game)
            && game.equilibria.len() == 3
            && [["0", "1"], ["1", "0"], ["1/2", "1/2"]].iter().all(|of| has_equilibrium(game, of));
        work.found(holds, format!("(p_a, p_b): {}; there are no others", list(game)))
    })
}

/// If both share, both gain, and each would gain more by leaving.
fn both_share(work: &Work) -> Verdict {
    of_one_move(work, |game| {
        let (shared, left) = (pure(game, &[1, 1]), pure(game, &[0, 1]));
        let sixth = |n| ratio(n, 6);
        let holds = shared.iter().take(2).all(|paid| *paid == sixth(1))
            && left.first() == Some(&sixth(2))
            && pure(game, &[1, 0]).get(1) == Some(&sixth(2))
            && !has_equilibrium(game, &["1", "1"]);
        work.found(
            holds,
            format!("{}, and if a leaves {}", list_values(&shared), list_values(&left)),
        )
    })
}

/// Three equilibria, and a profile that is none and better for both than the mixed one.
fn one_move_summed_up(work: &Work) -> Verdict {
    all_equilibria(work).and(both_share(work)).and(mixed_equilibrium(work))
}

/// Situations are derived from what players know, up to the names of suits.
fn three_situations(work: &Work) -> Verdict {
    let found = match solved(work) {
        Ok(found) => found,
        Err(open) => return open,
    };
    let after: Vec<&str> =
        found.situations.iter().filter(|one| one.rounds > 0).map(|one| one.name.as_str()).collect();
    let kinds = found.situations.iter().filter(|one| one.rounds > 0).map(|one| one.kind);
    let alike = kinds.clone().all(|kind| kind.is_some() && kinds.clone().next() == Some(kind));
    let one = if alike { "one" } else { "several" };
    work.found(after == ["ab", "ac", "bc"] && alike && found.cut.is_none(), {
        format!(
            "{} after a trade, {}, up to the names of suits; {one} up to the names of players too",
            after.len(),
            after.join(", ")
        )
    })
}

/// Who traded last knows the deal, and the third player considers two possible.
fn what_traders_know(work: &Work) -> Verdict {
    let found = match solved(work) {
        Ok(found) => found,
        Err(open) => return open,
    };
    let is_so = |one: &SituationRow| match one.last {
        None => one.considered == [2, 2, 2],
        Some((a, b)) => {
            (0..3).all(|at| one.considered[at] == if at == a || at == b { 1 } else { 2 })
        }
    };
    let told = found.situations.iter().map(|one| {
        let considered: Vec<String> = one.considered.iter().map(ToString::to_string).collect();
        format!("{}: {}", one.name, considered.join(" "))
    });
    let told = told.collect::<Vec<_>>().join("; ");
    work.found(found.situations.iter().all(is_so), format!("deals considered possible: {told}"))
}

/// The nine expectations as quotients of polynomials, and before the first trade a sixth of the sum of three. All are compared
/// with sums of single trades where they are to solve the equations.
fn nine_equations_solved(work: &Work) -> Verdict {
    on(
        work,
        |of| &of.full,
        |game| {
            let after =
                |name: &'static str| game.payoffs.iter().filter(move |row| row.situation == name);
            let nine: usize = ["ab", "ac", "bc"].iter().map(|name| after(name).count()).sum();
            let terms = |text: &str| text.matches(['+', '-']).count() + 1;
            let one = after("ab").next();
            let told = one.map(|row| {
                format!(
                    "E_a^ab is a quotient of polynomials with {} and {} terms in p_a, p_b, p_c",
                    terms(&row.numerator),
                    terms(&row.denominator)
                )
            });
            work.tell(told.unwrap_or_default());
            work.tell("hexa pit --json prints all of them under full.payoffs");
            crate::checks::holds_if(nine == 9, || format!("{nine} functions"))
        },
    )
}

/// All equilibria in strategies that are chosen before play.
fn full_game(work: &Work) -> Verdict {
    on(
        work,
        |of| &of.full,
        |game| {
            for one in &game.equilibria {
                work.tell(format!("({}) is worth {}", probabilities(one).join(", "), values(one)));
            }
            let polynomial = game
                .equilibria
                .iter()
                .flat_map(|one| &one.probabilities)
                .find_map(|one| Some((one.decimal.clone()?, one.polynomial.clone()?)));
            if let Some((decimal, polynomial)) = polynomial {
                work.tell(format!("{decimal} is a zero of {polynomial}"));
            }
            let zero_sum = game
                .matrix
                .iter()
                .all(|row| sum(row.values.iter().map(|value| value.0.clone())) == RBig::ZERO);
            let holds = is_complete(game) && zero_sum && game.equilibria.len() == 7;
            crate::checks::holds_if(holds, || {
                format!("{} equilibria, {:?}", game.equilibria.len(), game.settled)
            })
        },
    )
}

/// If the probability may depend on who traded last, the equilibria are all combinations of those of one move.
fn by_last_trade(work: &Work) -> Verdict {
    let of_one = match solved(work).map(|solved| solved.one_move.as_ref()) {
        Ok(Some(game)) => game,
        Ok(None) => return Verdict::Open("there is no game of one move".to_owned()),
        Err(open) => return open,
    };
    let pairs: Vec<Vec<String>> = of_one.equilibria.iter().map(probabilities).collect();
    on(
        work,
        |of| &of.by_last_trade,
        |game| {
            let is_of_pairs = |one: &EquilibriumRow| {
                probabilities(one).chunks(2).all(|pair| pairs.iter().any(|known| known == pair))
            };
            let holds = is_complete(game)
                && game.equilibria.len() == pairs.len().pow(3)
                && game.equilibria.iter().all(is_of_pairs);
            work.found(holds, {
                format!(
                    "{} equilibria: after each pair's trade one of the {} of one move",
                    game.equilibria.len(),
                    pairs.len()
                )
            })
        },
    )
}

/// Which equilibria all can play alike, and which stay equilibria if one may look at who traded last.
fn sensible(work: &Work) -> Verdict {
    on(
        work,
        |of| &of.full,
        |game| {
            let stays =
                game.equilibria.iter().filter(|one| one.sense.holds_by_last_trade == Some(true));
            let stays: Vec<Vec<String>> = stays.map(probabilities).collect();
            let alike = game.equilibria.iter().filter(|one| one.sense.is_symmetric);
            let alike: Vec<Vec<String>> = alike.map(probabilities).collect();
            let told: Vec<String> = stays.iter().map(|one| one.join(", ")).collect();
            let half = [["1/2", "1/2", "1/2"].map(str::to_owned).to_vec()];
            work.found(stays == half && alike == half, {
                format!("of {} equilibria ({}) stays one", game.equilibria.len(), told.join("; "))
            })
        },
    )
}

/// In the full game, too, who does what the others do not gains.
fn full_matrix(work: &Work) -> Verdict {
    on(
        work,
        |of| &of.full,
        |game| {
            let told: Vec<String> = game
                .matrix
                .iter()
                .map(|row| {
                    let at: Vec<String> =
                        row.probabilities.iter().map(ToString::to_string).collect();
                    let values: Vec<RBig> =
                        row.values.iter().map(|value| value.0.clone()).collect();
                    format!("{} {}", at.join(""), list_values(&values))
                })
                .collect();
            work.tell(told.join("; "));
            let odd =
                |at: [u8; 3]| pure(game, &at).first().is_some_and(|worth| *worth > RBig::ZERO);
            let even = |at: [u8; 3]| pure(game, &at).iter().all(|worth| *worth == RBig::ZERO);
            let holds = odd([1, 0, 0]) && odd([0, 1, 1]) && even([0, 0, 0]) && even([1, 1, 1]);
            crate::checks::holds_if(holds, || told.join("; "))
        },
    )
}
