//! The parts of a description: numbers, the names of moves, and the probabilities of chance, each checked.

use super::amount::read_amount;
use super::name::tell_apart;
use super::node::RecordMove;
use super::problems::Problems;
use super::token::plain_name;
use hexa_games::exact::{Exact, RBig};
use hexa_games::game::{ChanceError, Weights};
use hexa_lang::{Code, Span};
use std::rc::Rc;

/// What chance does in a set.
pub(super) struct ChanceSet {
    pub(super) span: Span,
    pub(super) moves: Vec<String>,
    pub(super) chances: Vec<Exact>,
    /// What is left without the moves that are never made; nothing if the probabilities are none.
    pub(super) kept: Option<KeptChance>,
}

/// The moves of chance that are made at all.
pub(super) struct KeptChance {
    pub(super) weights: Weights,
    pub(super) names: Vec<String>,
    /// For each move of the file whether it can be made.
    pub(super) possible: Rc<[bool]>,
    /// The places in the tree, once it is met there.
    pub(super) places: Option<(u32, u32)>,
}

pub(super) fn read_number(
    word: &str,
    span: Span,
    what: &str,
    problems: &mut Problems,
) -> Option<u64> {
    let number = word.parse().ok();
    if number.is_none() {
        let message = format!("`{word}` is no number of an {what}");
        problems.error(Code::BadAmount, span, message, "write a whole number, from 1 on");
    }
    number
}

pub(super) fn amount(word: &str, span: Span, what: &str, problems: &mut Problems) -> Option<Exact> {
    let amount = read_amount(word);
    if amount.is_none() {
        let message = format!("the {what} `{word}` is no number");
        problems.error(Code::BadAmount, span, message, "write it like 2, -1/3, 0.25 or 1e-3");
    }
    amount
}

/// The names of moves, all different; nothing if there are no moves.
pub(super) fn names_of(
    moves: &[RecordMove<'_>],
    span: Span,
    problems: &mut Problems,
) -> Option<Vec<String>> {
    if moves.is_empty() {
        let help = "name at least one move in quotes; a node without moves is an end, `t`";
        problems.error(Code::BadInformationSet, span, "this list of moves is empty", help);
        return None;
    }
    let names = moves.iter().map(|one| plain_name(one.name)).collect();
    Some(differing(names, span, "move", problems))
}

/// Names that differ; it is told where they did not.
pub(super) fn differing(
    names: Vec<String>,
    span: Span,
    what: &str,
    problems: &mut Problems,
) -> Vec<String> {
    let given = tell_apart(&names);
    for (name, given) in names.iter().zip(&given) {
        if !name.is_empty() && given != name {
            let message = format!("there are two {what}s called `{name}`; one becomes `{given}`");
            let help = "give them different names";
            problems.warning(Code::NamedAlike, span, message, help);
        }
    }
    given
}

/// The probabilities of moves, if all of them have one.
pub(super) fn read_chances(
    moves: &[RecordMove<'_>],
    problems: &mut Problems,
) -> Option<Vec<Exact>> {
    let mut chances = Vec::with_capacity(moves.len());
    for one in moves {
        match one.chance {
            None => {
                let message = "this move of chance has no probability";
                let help = "write its probability behind it, such as 1/2";
                problems.error(Code::BadChances, one.span, message, help);
            }
            Some((word, span)) => match amount(word, span, "probability", problems) {
                Some(chance) if chance.0 < RBig::ZERO => {
                    let message = format!("the probability {chance} is negative");
                    problems.error(
                        Code::BadChances,
                        span,
                        message,
                        "probabilities are from 0 to 1",
                    );
                }
                chance => chances.extend(chance),
            },
        }
    }
    (chances.len() == moves.len()).then_some(chances)
}

/// What chance does in a set. Moves that are never made are left out, with a warning.
pub(super) fn chance_set(
    moves: Vec<String>,
    chances: Vec<Exact>,
    span: Span,
    problems: &mut Problems,
) -> ChanceSet {
    if chances.len() != moves.len() {
        return ChanceSet { span, moves, chances, kept: None };
    }
    let is_possible = |&at: &usize| chances[at].0 != RBig::ZERO;
    let possible: Vec<usize> = (0..moves.len()).filter(is_possible).collect();
    let left: Vec<Exact> = possible.iter().map(|&at| chances[at].clone()).collect();
    let names = possible.iter().map(|&at| moves[at].clone()).collect();
    let flags = (0..moves.len()).map(|at| is_possible(&at)).collect();
    let kept = match Weights::new(&left) {
        Ok(weights) => Some(KeptChance { weights, names, possible: flags, places: None }),
        Err(wrong) => {
            let message = match wrong {
                ChanceError::Sum(sum) => format!("these probabilities add up to {sum}, not to 1"),
                ChanceError::Nothing => "these probabilities add up to 0, not to 1".to_owned(),
                ChanceError::NotPositive(chance) => format!("the probability {chance} is negative"),
                ChanceError::Denominator => {
                    "the common denominator of these probabilities has more than 64 bits".to_owned()
                }
            };
            let help = "write fractions such as 1/3 where decimals do not add up";
            problems.error(Code::BadChances, span, message, help);
            None
        }
    };
    if kept.is_some() {
        for at in (0..moves.len()).filter(|at| !is_possible(at)) {
            let message = format!(
                "the move of chance `{}` has probability 0, and is left out with all that follows it",
                moves[at]
            );
            let help = "remove it, or give it a probability";
            problems.warning(Code::ZeroChance, span, message, help);
        }
    }
    ChanceSet { span, moves, chances, kept }
}
