//! SixPit without a corner: one trade of cards by two players who are matched at random, who wins it,
//! and what can be expected of it (*Logic and game theory of Pit*, section 5). All numbers are exact. What is said of equilibria and
//! of the full game is derived ([`solved`]); here single trades are added up.

pub(super) mod beyond;
pub(super) mod solved;

use super::random::search_fitting;
use super::snippet::{if_executable, in_words};
use super::{Check, Work, holds_if};
use crate::Verdict;
use crate::verdict::Doubt;
use dashu_ratio::RBig;
use hexa_engine::definitional::{State, build};
use hexa_engine::generate::action::{Kind, decisions, everybody, grow_formula};
use hexa_engine::generate::{self, Access};
use hexa_engine::{Engine, Held, Outcomes};
use hexa_games::pit::{
    DEAL, Hands, PAIRS, Pair, Player, Trade, expected, offered_trades, offers, ratio, trades,
    winner, without_offer,
};
use hexa_lang::{NoIncludes, StepKind, load};
use hexa_logic::{Action, ActionNode, Atom, Formula, FormulaNode, Setup, Terms};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "SixPit: the first matrix", at: file!(), run: first_matrix },
    Check { name: "SixPit: zero sum, and Cath plays at random", at: file!(), run: cath_at_random },
    Check { name: "SixPit: the first move", at: file!(), run: first_move },
    Check { name: "SixPit: not to offer", at: file!(), run: not_to_offer },
    Check { name: "SixPit: not to offer later", at: file!(), run: not_to_offer_later },
    Check { name: "SixPit: Anne plays at random", at: file!(), run: anne_at_random },
    Check { name: "SixPit: a game of chicken", at: file!(), run: chicken },
    Check { name: "SixPit: both leave", at: file!(), run: both_leave },
    Check { name: "SixPit: matrices of the full game", at: file!(), run: full_matrices },
    Check { name: "SixPit: twelve terms", at: file!(), run: twelve_terms },
    Check { name: "SixPit: two terms", at: file!(), run: two_terms },
    Check { name: "SixPit: nine equations", at: file!(), run: nine_equations },
    Check { name: "literals of a deal", at: file!(), run: literals_of_a_deal },
    Check { name: "assignments", at: file!(), run: assignments },
];

const AB: Pair = PAIRS[0];
const AC: Pair = PAIRS[1];
const BC: Pair = PAIRS[2];

fn half() -> RBig {
    ratio(1, 2)
}

/// Enough numbers between 0 and 1 to tell apart polynomials that are quadratic in each variable.
fn chances() -> [RBig; 4] {
    [ratio(0, 1), ratio(1, 3), half(), ratio(1, 1)]
}

fn sum(of: impl IntoIterator<Item = RBig>) -> RBig {
    of.into_iter().fold(RBig::ZERO, |sum, part| sum + part)
}

fn list_values(of: &[RBig]) -> String {
    let parts: Vec<String> = of.iter().map(ToString::to_string).collect();
    format!("({})", parts.join(", "))
}

/// What each player can expect of the next trade after Anne and Bill traded, if these offer the shared card so often: the sum of
/// single trades.
fn one_move(anne: &RBig, bill: &RBig) -> [RBig; 3] {
    let offers = offers(&DEAL, Some(AB), &[anne.clone(), bill.clone(), half()]);
    let trades = trades(&DEAL, &offers);
    [0, 1, 2].map(|player| expected(&trades, player))
}

fn pure(anne: i32, bill: i32) -> [RBig; 3] {
    one_move(&ratio(anne, 1), &ratio(bill, 1))
}

/// What Anne and Bill, and Cath, get if Anne and Bill trade.
fn first_matrix(work: &Work) -> Verdict {
    let of_both = offered_trades().into_iter().filter(|trade| trade.traders == ['a', 'b']);
    let found: Vec<([char; 2], [i32; 3])> =
        of_both.map(|trade| (trade.offered, trade.payoff)).collect();
    let expected = [
        (['w', 'w'], [0, 0, 0]),
        (['w', 'y'], [-1, 2, -1]),
        (['x', 'w'], [2, -1, -1]),
        (['x', 'y'], [0, 0, 0]),
    ];
    let told = found.iter().map(|([u, v], [a, b, c])| format!("{u} for {v} ({a}, {b}, {c})"));
    let told: Vec<String> = told.collect();
    work.found(found == expected, told.join(", "))
}

/// Payoffs add up to nothing. Cath considers two deals possible; whatever Anne and Bill do, both of them
/// cards are worth the same to them.
fn cath_at_random(work: &Work) -> Verdict {
    let crossed = [DEAL[1], DEAL[0], DEAL[2]];
    for a in &chances() {
        for b in &chances() {
            if sum(one_move(a, b)) != RBig::ZERO {
                return Verdict::Fails(format!(
                    "p_a = {a}, p_b = {b}: {}",
                    list_values(&one_move(a, b))
                ));
            }
            let worth = DEAL[2].map(|suit| {
                sum([DEAL, crossed].map(|deal| {
                    let mut offers = offers(&deal, Some(AB), &[a.clone(), b.clone(), half()]);
                    offers[2] = vec![(suit, RBig::ONE)];
                    half() * expected(&trades(&deal, &offers), 2)
                }))
            });
            if worth[0] != worth[1] {
                return Verdict::Fails(format!("p_a = {a}, p_b = {b}: {}", list_values(&worth)));
            }
            if a == b {
                let [flax, rye] = &worth;
                work.tell(format!("p_a = p_b = {a}: flax is worth {flax} to Cath, and rye {rye}"));
            }
        }
    }
    Verdict::Holds
}

/// The six deals without a corner.
fn deals() -> Vec<Hands> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    orders.iter().map(|order| order.map(|at| DEAL[at])).collect()
}

/// Before anybody has traded, each card of each player is worth nothing on average over the deals that
/// they consider possible, if the others offer any card.
fn first_move(work: &Work) -> Verdict {
    for player in 0..3 {
        for hand in DEAL {
            let possible: Vec<Hands> =
                deals().into_iter().filter(|deal| deal[player] == hand).collect();
            for suit in hand {
                let worth = sum(possible.iter().map(|deal| {
                    let mut offers = offers(deal, None, &[half(), half(), half()]);
                    offers[player] = vec![(suit, RBig::ONE)];
                    expected(&trades(deal, &offers), player)
                }));
                if possible.len() != 2 || worth != RBig::ZERO {
                    return Verdict::Fails(format!("player {player}, suit {suit}: {worth}"));
                }
            }
        }
    }
    work.tell("every card of every hand is worth 0 to each player");
    Verdict::Holds
}

/// Who does not offer never wins, and can expect less than who offers any card, which is nothing: whether the others are then
/// matched for sure or only as often as otherwise. If they are matched for sure it costs as much as losing whenever one of
/// them wins, which is half of the time.
fn not_to_offer(work: &Work) -> Verdict {
    let each = [0, 1, 2].map(|player| without_offer(&[half(), half(), half()], player));
    let never_wins = each.iter().all(|of| of.wins.0 == RBig::ZERO);
    let [anne, ..] = &each;
    let alike = each.iter().all(|of| of == anne);
    let costs = anne.as_often.0 == ratio(-1, 6) && anne.surely.0 == ratio(-1, 2);
    work.found(never_wins && alike && costs, {
        format!(
            "who offers nothing wins with probability 0 and can expect {} or {}",
            anne.as_often, anne.surely
        )
    })
}

/// After Anne and Bill traded, against Bill who does not share: what Anne can expect of offering nothing, if the others trade only
/// as often as otherwise, and of each of their offers. What they expect is linear in how often they share.
fn not_to_offer_later(work: &Work) -> Verdict {
    let nothing = without_offer(&[RBig::ZERO, RBig::ZERO, half()], 0).as_often.0;
    let [distinct, shared] = [0, 1].map(|anne| pure(anne, 0)[0].clone());
    let best = if distinct > shared { &distinct } else { &shared };
    work.found(nothing == *best, {
        format!(
            "offering nothing {nothing}, what is not shared {distinct}, what is shared {shared}"
        )
    })
}

/// If Anne offers any card, Bill gets nothing whatever they do, and what they do matters to Anne.
fn anne_at_random(work: &Work) -> Verdict {
    let told = chances().map(|b| format!("{b}: {}", list_values(&one_move(&half(), &b))));
    work.tell(format!("for p_b what the three can expect is {}", told.join("; ")));
    let holds = |b: &RBig| {
        let paid = one_move(&half(), b);
        paid[0] == half() * b - ratio(1, 4) && paid[1] == RBig::ZERO
    };
    let fails = chances().into_iter().find(|b| !holds(b));
    holds_if(fails.is_none(), || format!("p_b = {}", fails.unwrap_or_default()))
}

/// Temptation is best, then reward, then being left alone, then both leaving.
fn chicken(work: &Work) -> Verdict {
    let anne = [(0, 1), (1, 1), (1, 0), (0, 0)].map(|(a, b)| pure(a, b)[0].clone());
    let bill = [(1, 0), (1, 1), (0, 1), (0, 0)].map(|(a, b)| pure(a, b)[1].clone());
    let falls = |of: &[RBig; 4]| of.windows(2).all(|two| two[0] > two[1]);
    work.found(falls(&anne) && falls(&bill), {
        format!("{} {}", list_values(&anne), list_values(&bill))
    })
}

fn both_leave(work: &Work) -> Verdict {
    let paid = pure(0, 0);
    let holds = paid[..2].iter().all(|paid| *paid == ratio(-1, 3)) && paid[2] > RBig::ZERO;
    work.found(holds, list_values(&paid))
}

/// The full game: after a trade without a corner, what matters is who traded. In each of the three
/// states half of the trades have a winner, and the others lead to the state of who traded.
fn full_matrices(work: &Work) -> Verdict {
    let outcome = |pair, u, v| winner(&DEAL, pair, (u, v));
    let found = PAIRS.map(|(i, j)| DEAL[i].map(|u| DEAL[j].map(|v| outcome((i, j), u, v))));
    let expected = [
        [[None, Some(1)], [Some(0), None]],
        [[Some(0), None], [None, Some(2)]],
        [[None, Some(1)], [Some(2), None]],
    ];
    let letter = |winner: &Option<Player>| winner.map_or('-', |player| ['a', 'b', 'c'][player]);
    let rows = found.iter().map(|matrix| {
        let rows = matrix.iter().map(|row| row.iter().map(letter).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    });
    let told = format!("who wins, for ab, ac, bc: {}", rows.collect::<Vec<_>>().join(" "));
    work.found(found == expected, told)
}

/// The trades that can be next in the full game, in which all keep to their chances of sharing.
fn next(last: Pair, share: &[RBig; 3]) -> Vec<Trade> {
    trades(&DEAL, &offers(&DEAL, Some(last), share))
}

/// All combinations of a few chances for the three players.
fn profiles() -> Vec<[RBig; 3]> {
    let mut all = Vec::new();
    for a in chances() {
        for b in chances() {
            all.extend(chances().map(|c| [a.clone(), b.clone(), c]));
        }
    }
    all
}

/// What Anne can expect after they traded with Bill is a sum of twelve terms: chances with what they get
/// or the pair that the game goes on with.
fn twelve_terms(work: &Work) -> Verdict {
    let holds = |share: &[RBig; 3]| {
        let (third, sixth) = (ratio(1, 3), ratio(1, 6));
        let [a, b, _] = share;
        let (not_a, not_b) = (&(RBig::ONE - a), &(RBig::ONE - b));
        let terms = [
            (&third * a * b, Err(AB)),
            (&third * a * not_b, Ok(-1)),
            (&third * not_a * b, Ok(2)),
            (&third * not_a * not_b, Err(AB)),
            (&sixth * a, Ok(2)),
            (&sixth * a, Err(AC)),
            (&sixth * not_a, Err(AC)),
            (&sixth * not_a, Ok(-1)),
            (&sixth * b, Err(BC)),
            (&sixth * b, Ok(-1)),
            (&sixth * not_b, Ok(-1)),
            (&sixth * not_b, Err(BC)),
        ];
        let found = next(AB, share).into_iter().map(|trade| match trade.winner {
            Some(_) => (trade.chance.clone(), Ok(trade.payoff(0))),
            None => (trade.chance, Err(trade.pair)),
        });
        found.collect::<Vec<_>>() == terms
    };
    let fails = profiles().into_iter().find(|share| !holds(share));
    let half = next(AB, &[half(), half(), half()]);
    let won = half.iter().filter(|trade| trade.winner.is_some()).count();
    work.tell(format!("{} terms, {won} of them with a winner", half.len()));
    holds_if(fails.is_none(), || format!("chances {}", list_values(&fails.unwrap_or_default())))
}

/// After Anne traded with Cath: the two may share again and go on, or Cath shares and goes on with Bill.
fn two_terms(work: &Work) -> Verdict {
    let holds = |share: &[RBig; 3]| {
        let trades = next(AC, share);
        let goes_on = |pair, chance: RBig| {
            trades
                .iter()
                .any(|trade| trade.winner.is_none() && trade.pair == pair && trade.chance == chance)
        };
        let [a, _, c] = share;
        goes_on(AC, ratio(1, 3) * a * c) && goes_on(BC, ratio(1, 6) * c)
    };
    let fails = profiles().into_iter().find(|share| !holds(share));
    work.tell(format!("looked at for {} profiles of probabilities", profiles().len()));
    holds_if(fails.is_none(), || format!("chances {}", list_values(&fails.unwrap_or_default())))
}

/// Three equations for each player, which have exactly one solution whatever the chances are. For the
/// chance that somebody wins next is linear in each player's chance, and so smallest where all are
/// pure; if it is positive there, the game ends with certainty.
fn nine_equations(work: &Work) -> Verdict {
    let mut least = RBig::ONE;
    for share in profiles() {
        for last in PAIRS {
            let trades = next(last, &share);
            let won = trades.iter().filter(|trade| trade.winner.is_some());
            least = least.min(sum(won.map(|trade| trade.chance.clone())));
        }
    }
    work.found(
        least > RBig::ZERO,
        format!("somebody wins in the next move with a chance of at least {least}"),
    )
}

/// A deal of six cards to three players is a conjunction of 18 literals.
fn literals_of_a_deal(work: &Work) -> Verdict {
    let text = "agents a, b, c\ndeal w1 x1 | w2 y1 | x2 y2\ncheck deal(w1 x1 | w2 y1 | x2 y2)\n";
    let Some(document) = load("deal.hexa", text, &NoIncludes, &[]).document else {
        return Verdict::Open("the deal could not be read".to_owned());
    };
    let StepKind::Check(formula) = document.scenarios[0].steps[0].kind else {
        return Verdict::Open("the deal could not be read".to_owned());
    };
    let found = literals(&document.terms, formula);
    work.found(found == Some(18), format!("{} literals", found.unwrap_or_default()))
}

/// How many literals a conjunction has.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a conjunction of literals")]
fn literals(terms: &Terms, formula: Formula) -> Option<usize> {
    match terms.node(formula) {
        FormulaNode::Atom(_) => Some(1),
        FormulaNode::Not(inner) => matches!(terms.node(*inner), FormulaNode::Atom(_)).then_some(1),
        FormulaNode::And(parts) => parts.iter().map(|&part| literals(terms, part)).sum(),
        _ => None,
    }
}

/// An assignment keeps the worlds, leaves nobody access, and makes an atom true just where the formula
/// was; the engines agree on what everybody learns if one takes place.
fn assignments(work: &Work) -> Verdict {
    search_fitting(work, 600, "models and assignments", |case| {
        let setup = generate::model(case, 4, Access::Cells);
        let decisions = decisions(case);
        let mut terms = Terms::default();
        let value = grow_formula(&mut terms, Kind::Knowledge, &everybody(), &decisions);
        let change = terms.action(ActionNode::Assign([(Atom(0), value)].into()));
        let learnt = terms.action(ActionNode::Learn(everybody(), change));
        let names = generate::vocabulary();
        let Ok(state) = build(&setup, &names, &terms, &work.limits) else { return Ok(false) };
        let Ok(held) = state.truth(&terms, value) else { return Ok(false) };
        let Some(outcomes) = if_executable(state.update(&terms, change))? else {
            return Err(Doubt::Witness("an assignment cannot be executed".to_owned()));
        };
        let Some(after) = outcomes.into_single() else {
            return Err(Doubt::Witness("an assignment has several outcomes".to_owned()));
        };
        if after.world_count() != state.world_count() || !after.group().is_empty() {
            return Err(Doubt::Witness(
                "an assignment changes the worlds or leaves somebody access".to_owned(),
            ));
        }
        for (world, held) in held.into_iter().enumerate() {
            if after.atoms(world) != atoms_after_assignment(&state, world, held) {
                return Err(Doubt::Witness(format!(
                    "in world {world} the assignment makes something else true"
                )));
            }
        }
        engines_agree(work, &setup, &terms, learnt)
    })
}

/// The atoms true in a world when the first one is made true or false there.
fn atoms_after_assignment(state: &State, world: usize, holds: bool) -> Vec<Atom> {
    let others = state.atoms(world).into_iter().filter(|&atom| atom != Atom(0));
    holds.then_some(Atom(0)).into_iter().chain(others).collect()
}

fn engines_agree(work: &Work, setup: &Setup, terms: &Terms, action: Action) -> Result<bool, Doubt> {
    let names = generate::vocabulary();
    let mut sizes = Vec::new();
    for engine in Engine::GENERAL {
        let Ok(state) = engine.build(setup, &names, terms, &work.limits) else {
            return Ok(false);
        };
        let after = if_executable(state.update(terms, action))?.and_then(Outcomes::into_single);
        let size = |state: Held| -> Result<_, String> {
            Ok((in_words(state.relevant_count())?, in_words(state.minimal_count())?))
        };
        sizes.push(after.map(size).transpose()?);
    }
    match sizes.windows(2).all(|two| two[0] == two[1]) {
        true => Ok(true),
        false => Err(Doubt::Witness(format!("the engines disagree: {sizes:?}"))),
    }
}
