//! What was found out about a game in GDL, in words.

use super::{WordedFailure, check_too_long, how_far, number_of};
use crate::gdl::{
    GdlAnswer, GdlFailure, GdlLanguage, HistorySummary, HistoryVerdict, PlaySummary, RoleId,
    RulesApplied, ShownHistory,
};
use std::collections::BTreeMap;

/// An answer, line by line.
pub fn answer(answer: &GdlAnswer) -> String {
    let mut text = String::new();
    let has_checks = answer.model.as_ref().is_some_and(|model| !model.verdicts.is_empty());
    if answer.plays.is_none() && !has_checks {
        text += &summary(answer);
    }
    if let Some(model) = &answer.model {
        text += &histories(model, &answer.roles);
    }
    if let Some(summary) = &answer.plays {
        text += &plays(summary, &answer.roles);
    }
    text
}

/// A failure. The way out is not worded here.
pub fn failure(failure: &GdlFailure) -> WordedFailure {
    match failure {
        GdlFailure::Wrong(wrong) => {
            WordedFailure::new(format!("{} in the text", number_of(wrong.len(), "mistake")))
        }
        GdlFailure::LastStepNeedsAllHistories => {
            WordedFailure::new("what players know of the last step alone depends on all histories")
        }
        GdlFailure::InterpreterCannotKnow => {
            WordedFailure::new("the interpreter cannot find out what is known")
        }
        GdlFailure::TooLarge(cut_short) => {
            WordedFailure::new(format!("the game is too large: {cut_short}"))
        }
        GdlFailure::NoMove { role, roles, position, moves } => {
            let message = format!("`{role}` has no legal move in a state that is not terminal");
            let worded =
                WordedFailure::new(message).note(format!("the state: {}", position.join(" ")));
            if moves.is_empty() {
                return worded;
            }
            let joint = |moves: &Vec<String>| format!("({})", moves.join(" "));
            let moves: Vec<String> = moves.iter().map(joint).collect();
            let (roles, moves) = (roles.join(" "), moves.join(" "));
            worded.note(format!("the moves that lead there, of {roles}: {moves}"))
        }
        GdlFailure::TooManyHistories { most, .. } => {
            WordedFailure::new(format!("there are more than {most} histories"))
        }
        GdlFailure::TooManySteps(most) => {
            WordedFailure::new(format!("there are more than {most} steps"))
        }
        GdlFailure::CheckTooLong(steps) => WordedFailure::new(check_too_long(*steps)),
        GdlFailure::Stopped(progress) => WordedFailure::new(how_far(progress)),
    }
}

/// The name of a language.
pub fn language(language: GdlLanguage) -> &'static str {
    match language {
        GdlLanguage::Gdl => "GDL",
        GdlLanguage::GdlII => "GDL-II",
        GdlLanguage::GdlIII => "GDL-III",
    }
}

fn summary(answer: &GdlAnswer) -> String {
    let GdlAnswer { file, roles, .. } = answer;
    let mut text =
        format!("{file}: {}, {}\n", language(answer.language), number_of(roles.len(), "role"));
    for (at, role) in roles.iter().enumerate() {
        let is_chance = answer.chance == Some(RoleId::from_index(at));
        let chance = if is_chance { " (chance)" } else { "" };
        let moves = match &answer.applied {
            RulesApplied::Network { moves, .. } => format!(": {}", number_of(moves[at], "move")),
            RulesApplied::Interpreter { .. } => String::new(),
        };
        text += &format!("  {role}{chance}{moves}\n");
    }
    text += &how_applied(&answer.applied);
    if let Some(count) = &answer.positions {
        let states = number_of(count.states, "state");
        let (terminal, steps) = (count.terminal, number_of(count.steps, "step"));
        text += &match count.is_complete {
            true => format!("{states}, {terminal} of them terminal, and {steps}\n"),
            false => format!("at least {} states\n", count.states),
        };
    }
    text
}

fn how_applied(applied: &RulesApplied) -> String {
    match applied {
        RulesApplied::Network { size, .. } => format!(
            "{} of states; a network of {} from {} without variables\n",
            number_of(size.facts, "fact"),
            number_of(size.gates, "gate"),
            number_of(size.rules, "rule")
        ),
        RulesApplied::Interpreter { instead_of_network: None } => {
            "the rules are interpreted\n".to_owned()
        }
        RulesApplied::Interpreter { instead_of_network: Some(why) } => {
            format!("the rules are interpreted, because a network would be too large: {why}\n")
        }
    }
}

fn histories(model: &HistorySummary, roles: &[String]) -> String {
    let mut text: String =
        model.verdicts.iter().map(|of_formula| verdict(of_formula, roles)).collect();
    let HistorySummary { histories, positions, terminal, steps, is_whole, .. } = model;
    let cut = if *is_whole { "" } else { ", and there are longer ones" };
    text += &format!(
        "{histories} histories of {}, {terminal} of them over, and {}{cut}\n",
        number_of(*positions, "state"),
        number_of(*steps, "step")
    );
    for of_player in &model.classes {
        text += &format!("  {} tells {} of them apart\n", of_player.player, of_player.classes);
    }
    text
}

fn verdict(verdict: &HistoryVerdict, roles: &[String]) -> String {
    let HistoryVerdict { formula, checked, failing, witness } = verdict;
    let Some(witness) = witness else { return format!("holds  {formula}\n") };
    let mut text = format!("FAILS  {formula}  (in {failing} of {checked} histories)\n");
    text += &history("after", &witness.history, roles);
    text += &following_moves(&witness.then);
    if let Some(unseen) = &witness.unseen {
        let how = format!("{} considers possible, after", unseen.player);
        text += &history(&how, &unseen.history, roles);
        text += &following_moves(&unseen.then);
    }
    text
}

fn history(how: &str, history: &ShownHistory, roles: &[String]) -> String {
    let moves = match history.moves.is_empty() {
        true => "no moves".to_owned(),
        false => format!("{} (of {})", history.moves.join("; "), roles.join(" ")),
    };
    format!("       {how} {moves}:\n         {}\n", history.facts.join(" "))
}

fn following_moves(moves: &[String]) -> String {
    match moves.is_empty() {
        true => String::new(),
        false => format!("         then {}\n", moves.join("; ")),
    }
}

fn plays(summary: &PlaySummary, roles: &[String]) -> String {
    let PlaySummary { playing, statistics } = summary;
    let mut text =
        format!("{}, seed {}: ", number_of(statistics.plays as usize, "play"), playing.seed);
    text += &match (statistics.shortest, statistics.longest) {
        (Some(shortest), Some(longest)) => {
            format!("{} came to an end, after {shortest} to {longest} steps", statistics.finished)
        }
        (None, _) | (_, None) => "none came to an end".to_owned(),
    };
    text += &format!(", {} on average\n", mean(statistics.steps as i128, statistics.plays));
    let left = statistics.plays - statistics.finished;
    if left > 0 {
        let left = number_of(left as usize, "play");
        text += &format!("{left} left after {} steps\n", playing.max_steps);
    }
    for (role, goals) in roles.iter().zip(&statistics.goals) {
        text += &goals_of_role(role, goals);
    }
    if statistics.is_stopped {
        text += "stopped: these are the plays that were over by then, short ones rather than long ones\n";
    }
    text
}

fn goals_of_role(role: &str, goals: &BTreeMap<Option<i64>, u64>) -> String {
    let shown = goals.iter().map(|(goal, count)| match goal {
        Some(goal) => format!("{goal}: {count}"),
        None => format!("not one number: {count}"),
    });
    let shown: Vec<String> = shown.collect();
    let average = match sum_of_goals(goals) {
        (_, 0) => String::new(),
        (sum, count) => format!(" {} on average;", mean(sum, count)),
    };
    format!("  {role}{average} {}\n", shown.join(", "))
}

/// The sum of what plays are worth, and how many are worth a number.
pub(crate) fn sum_of_goals(goals: &BTreeMap<Option<i64>, u64>) -> (i128, u64) {
    let numbers = goals.iter().filter_map(|(goal, count)| goal.map(|goal| (goal, *count)));
    numbers.fold((0, 0), |(sum, all), (goal, count)| {
        (sum + i128::from(goal) * i128::from(count), all + count)
    })
}

/// A mean with two decimals.
fn mean(sum: i128, count: u64) -> String {
    format!("{:.2}", sum as f64 / count.max(1) as f64)
}
