//! What was found out about a game in GDL, in words.

use super::{WordedFailure, check_too_long, how_far, number_of, number_of_histories};
use crate::gdl::{
    CutShort, GdlAnswer, GdlFailure, GdlLanguage, HistorySummary, HistoryVerdict, PlayEnd,
    PlaySummary, RoleId, RulesApplied, ShownHistory, ShownPosition, TracedPlay, describe_circle,
};
use hexa_lang::Code;
use std::collections::BTreeMap;

/// An answer, line by line.
pub fn answer(answer: &GdlAnswer) -> String {
    let mut text = String::new();
    let has_checks = answer.model.as_ref().is_some_and(|model| !model.verdicts.is_empty());
    if answer.plays.is_none() && !has_checks {
        text += &summary(answer);
    }
    if let Some(shown) = &answer.after {
        text += &position(shown, &answer.roles);
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
        GdlFailure::Unstratified(atoms) => {
            let first = atoms.first().map_or("", String::as_str);
            WordedFailure::new(format!("`{first}` depends on its own negation"))
                .note(format!("the circle: {}", describe_circle(atoms)))
        }
        GdlFailure::PlaysInModel => WordedFailure::new(
            "plays of a game with `knows` are made in its model: they start where the rules say, and are not traced",
        ),
        GdlFailure::NoMove { role, position, roles, moves } => WordedFailure::new(no_move(role))
            .note(format!("the state: {}", position.join(" ")))
            .note(moves_of(moves, roles)),
        GdlFailure::TooManyHistories { most, .. } => {
            WordedFailure::new(format!("there are more than {}", number_of_histories(*most)))
        }
        GdlFailure::TooManyWorlds(most) => {
            WordedFailure::new(super::pointed::too_many_worlds(*most))
        }
        GdlFailure::NoHistoryOfLength(steps) => WordedFailure::new(format!(
            "there is no history of {}: all plays are over before that",
            number_of(*steps, "step")
        )),
        GdlFailure::NotLegal { moves, roles, legal } => {
            let message = format!("`{moves}` cannot be done here, by {}", roles.join(" "));
            match legal.is_empty() {
                true => WordedFailure::new(message).note("the play is over"),
                false => {
                    let legal = format!("legal are {}", legal.join("; "));
                    WordedFailure::new(message).note(legal)
                }
            }
        }
        GdlFailure::TooManySteps(most) => {
            WordedFailure::new(format!("there are more than {}", number_of(*most as usize, "step")))
        }
        GdlFailure::CheckTooLong(steps) => WordedFailure::new(check_too_long(*steps)),
        GdlFailure::Stopped(progress) => WordedFailure::new(how_far(progress)),
    }
}

/// What is strange about what was found, with the code of each.
pub fn warnings(answer: &GdlAnswer) -> Vec<(Code, WordedFailure)> {
    let mut worded = Vec::new();
    let Some(PlaySummary { statistics, stuck, without_value, .. }) = &answer.plays else {
        return worded;
    };
    if let Some(TracedPlay { number, end: PlayEnd::Stuck(role), .. }) = stuck {
        let role = &answer.roles[role.index()];
        let message = format!("{}, in play {}", no_move(role), number + 1);
        worded.push((Code::NoMove, WordedFailure::new(message)));
    }
    for (role, goals) in answer.roles.iter().zip(&statistics.goals) {
        let outside = |goal: &&Option<i64>| goal.is_some_and(|goal| !(0..=100).contains(&goal));
        if let Some(goal) = goals.keys().find(outside).copied().flatten() {
            let message =
                format!("a play is worth {goal} for `{role}`, but goals are numbers from 0 to 100");
            worded.push((Code::BadGoal, WordedFailure::new(message)));
        }
    }
    if let Some(TracedPlay { number, end: PlayEnd::Over(goals), moves, .. }) = without_value {
        for (at, (role, goals)) in answer.roles.iter().zip(goals).enumerate() {
            if goals.len() == 1 || answer.chance == Some(RoleId::from_index(at)) {
                continue;
            }
            let goals: Vec<String> = goals.iter().map(i64::to_string).collect();
            let what = match goals.is_empty() {
                true => "no number as its value".to_owned(),
                false => format!("several values, {},", goals.join(", ")),
            };
            let message = format!("play {} has {what} for `{role}`", number + 1);
            let warning = WordedFailure::new(message).note(moves_of(moves, &answer.roles));
            worded.push((Code::BadGoal, warning));
        }
    }
    worded
}

fn no_move(role: &str) -> String {
    format!("`{role}` has no legal move in a state that is not terminal")
}

fn joint_moves(moves: &[Vec<String>]) -> String {
    let steps: Vec<String> = moves.iter().map(|step| step.join(" ")).collect();
    steps.join("; ")
}

fn moves_of(moves: &[Vec<String>], roles: &[String]) -> String {
    match moves.is_empty() {
        true => "no moves lead there".to_owned(),
        false => format!("the moves, of {}: {}", roles.join(" "), joint_moves(moves)),
    }
}

/// A play, step by step.
fn traced(play: &TracedPlay, roles: &[String]) -> String {
    let TracedPlay { number, moves, position, end } = play;
    let mut text = format!("play {}, of {}\n", number + 1, roles.join(" "));
    for (at, step) in moves.iter().enumerate() {
        text += &format!("  {}. {}\n", at + 1, step.join(" "));
    }
    text += &match end {
        PlayEnd::Over(goals) => {
            let worth = |(role, goals): (&String, &Vec<i64>)| {
                let goals: Vec<String> = goals.iter().map(i64::to_string).collect();
                format!(
                    "{role} {}",
                    if goals.is_empty() { "nothing".into() } else { goals.join("/") }
                )
            };
            let worth: Vec<String> = roles.iter().zip(goals).map(worth).collect();
            format!("  it is over: {}\n", worth.join(", "))
        }
        PlayEnd::Left => format!("  it was left after {}\n", number_of(moves.len(), "step")),
        PlayEnd::Stuck(role) => format!("  stuck: {}\n", no_move(&roles[role.index()])),
    };
    text + &format!("  the state: {}\n", position.join(" "))
}

/// A position after moves.
fn position(shown: &ShownPosition, roles: &[String]) -> String {
    let mut text = format!("after {}: {}\n", number_of(shown.steps, "step"), shown.facts.join(" "));
    if shown.is_terminal {
        text += "the play is over\n";
    }
    for ((role, legal), goals) in roles.iter().zip(&shown.legal).zip(&shown.goals) {
        let goals: Vec<String> = goals.iter().map(i64::to_string).collect();
        let worth = match goals.is_empty() {
            true => String::new(),
            false => format!(", worth {}", goals.join("/")),
        };
        let legal = match (legal.is_empty(), shown.is_terminal) {
            (_, true) => String::new(),
            (true, false) => " has no legal move".to_owned(),
            (false, false) => format!(" may {}", legal.join(", ")),
        };
        text += &format!("  {role}{worth}{legal}\n");
    }
    text
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
            false => format!("at least {states}\n"),
        };
        if let Some(stuck) = &count.first_stuck {
            let role = &roles[stuck.role.index()];
            text += &format!("{} stuck: {}\n", number_of(count.stuck, "state"), no_move(role));
            text += &format!("  the state: {}\n", stuck.position.join(" "));
            text += &format!("  {}\n", moves_of(&stuck.moves, roles));
        }
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
        RulesApplied::Interpreter { instead_of_network: Some(why) } => match why {
            CutShort::OnDemand(_) => format!("the rules are interpreted, because {why}\n"),
            CutShort::Atoms(_)
            | CutShort::Instances(_)
            | CutShort::Depth(_)
            | CutShort::Answers(_)
            | CutShort::Unbound(_)
            | CutShort::Circle(_)
            | CutShort::Stopped => {
                format!("the rules are interpreted, because a network would be too large: {why}\n")
            }
        },
    }
}

fn histories(model: &HistorySummary, roles: &[String]) -> String {
    let mut text: String =
        model.verdicts.iter().map(|of_formula| verdict(of_formula, roles)).collect();
    let HistorySummary { histories, positions, terminal, steps, is_whole, .. } = model;
    let cut = if *is_whole { "" } else { ", and there are longer ones" };
    text += &format!(
        "{} of {}, {terminal} of them over, and {}{cut}\n",
        number_of_histories(*histories),
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
    let checked = number_of_histories(*checked);
    let mut text = format!("FAILS  {formula}  (in {failing} of {checked})\n");
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
    let PlaySummary { playing, statistics, stuck, traces, .. } = summary;
    let mut text: String = traces.iter().map(|play| traced(play, roles)).collect();
    text += &format!("{}, seed {}: ", number_of(statistics.plays as usize, "play"), playing.seed);
    text += &match (statistics.shortest, statistics.longest) {
        (Some(shortest), Some(longest)) => {
            let steps = match shortest == longest {
                true => number_of(longest as usize, "step"),
                false => format!("{shortest} to {longest} steps"),
            };
            format!("{} came to an end, after {steps}", statistics.finished)
        }
        (None, _) | (_, None) => "none came to an end".to_owned(),
    };
    let average = mean(statistics.steps as i128, statistics.plays);
    text += &match (statistics.plays, statistics.shortest) {
        (0, _) => "\n".to_owned(),
        (_, Some(_)) => format!(", {average} on average\n"),
        (_, None) => format!(", after {average} steps on average\n"),
    };
    if let Some(TracedPlay { number, moves, position, end: PlayEnd::Stuck(role) }) = stuck {
        let count = number_of(statistics.stuck as usize, "play");
        let role = no_move(&roles[role.index()]);
        text += &format!("{count} stuck, play {} first: {role}\n", number + 1);
        text += &format!("  the state: {}\n  {}\n", position.join(" "), moves_of(moves, roles));
    }
    let left = statistics.left();
    if left > 0 {
        let left = number_of(left as usize, "play");
        let steps = number_of(playing.max_steps as usize, "step");
        text += &format!("{left} left after {steps}\n");
    }
    let with_goals = roles.iter().zip(&statistics.goals).filter(|(_, goals)| !goals.is_empty());
    for (role, goals) in with_goals {
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

/// How long plays took, in seconds of CPU time.
pub fn speed(plays: u64, seconds: f64) -> String {
    let rate = plays as f64 / seconds.max(1e-9);
    // Fewer than ten are not told as a whole number, which might be none.
    let rate = if rate < 10.0 { format!("{rate:.2}") } else { format!("{rate:.0}") };
    let plays = number_of(plays as usize, "play");
    format!("{plays} in {seconds:.2} s of CPU time: {rate} in a second\n")
}

/// A mean with two decimals.
fn mean(sum: i128, count: u64) -> String {
    format!("{:.2}", sum as f64 / count.max(1) as f64)
}
