//! Values of games (thesis sec. 2.6): the probability that the player who begins wins, if both play as well as they
//! can. Two players hold two cards each, one card lies on the table, and who knows the table wins.

use super::snippet::{in_words, verdict_or_open};
use super::{Check, Work};
use crate::Verdict;
use hexa_games::exact::Exact;
use hexa_games::knowledge::KnowledgeGame;
use hexa_games::measures::compare_questions;
use hexa_games::pit::ratio;
use hexa_games::value::{TableGame, value};

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "value with questions for one card",
        at: file!(),
        run: |work| verdict_or_open(is_seven_ninths(work, 1)),
    },
    Check {
        name: "value with questions for two cards",
        at: file!(),
        run: |work| verdict_or_open(is_seven_ninths(work, 2)),
    },
    Check {
        name: "questions of a hexa game",
        at: file!(),
        run: |work| verdict_or_open(first_move_of_hexa(work)),
    },
    Check {
        name: "value with hands of one and two cards",
        at: file!(),
        run: |work| verdict_or_open(is_half_at_least(work)),
    },
];

/// What a question for some of the cards is worth to the player who begins a game of three with a card each.
fn first_move_of_hexa(work: &Work) -> Result<Verdict, String> {
    let game = in_words(KnowledgeGame::new(&[1, 1, 1], 0, &[1, 2, 3]))?;
    let found = in_words(compare_questions(&game, 100, &work.limits.stop))?;
    let found = found.ok_or("a state is too large")?;
    let chances = || found.questions.iter().map(|question| question.win.to_string());
    let certain = chances().filter(|chance| chance == "1").count();
    let told = format!(
        "{certain} of {} questions, up to names, win with certainty",
        found.questions.len()
    );
    Ok(work.found(certain > 0, told))
}

fn is_seven_ninths(work: &Work, asked: u32) -> Result<Verdict, String> {
    let (found, told) = find_value(work, TableGame { hands: [2, 2], table: 1, asked })?;
    Ok(work.found(found == Exact(ratio(7, 9)), told))
}

/// Whether the player who begins, with the smaller hand, has the highest probability to win.
fn is_half_at_least(work: &Work) -> Result<Verdict, String> {
    let (found, told) = find_value(work, TableGame { hands: [1, 2], table: 1, asked: 1 })?;
    Ok(work.found(found.0 >= ratio(1, 2), told))
}

fn find_value(work: &Work, game: TableGame) -> Result<(Exact, String), String> {
    let found = in_words(value(game, &work.limits.stop))?;
    let how: Vec<String> = found.own.iter().map(ToString::to_string).collect();
    let told = format!(
        "the value is {}: ask for 0, 1, ... of your own cards with probability {}",
        found.value,
        how.join(", ")
    );
    Ok((found.value, told))
}
