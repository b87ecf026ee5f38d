//! What is told of a game, as text and as JSON.

use super::Answer;
use super::check::{Checked, History, Verdict};
use crate::cli::{GdlArgs, GdlRecall};
use crate::command::Status;
use crate::files;
use crate::report::clean;
use hexa_rules::gdl::{NetworkSize, Rulebook, Statistics};
use serde_json::{Value, json};

/// How a game is run.
pub enum By {
    /// By a network: its size, and how many moves each role has.
    Network(NetworkSize, Vec<usize>),
    /// By interpreting the rules.
    Interpreter {
        /// Why not by a network, if one was tried.
        fallback: Option<String>,
    },
}

/// What is told.
pub struct Report<'a> {
    /// What was asked.
    pub args: &'a GdlArgs,
    /// Of which game.
    pub game: &'a Rulebook,
    /// What came out.
    pub answer: &'a Answer,
}

impl Report<'_> {
    /// As text.
    pub fn text(&self) -> String {
        let answer = self.answer;
        let mut text = String::new();
        if answer.plays.is_none() && self.args.check.is_empty() {
            text += &self.summary();
        }
        if let Some(checked) = &answer.checked {
            text += &self.checked(checked);
        }
        if let Some(plays) = &answer.plays {
            text += &self.plays(plays);
        }
        clean(&text)
    }

    /// The exit status.
    pub fn status(&self) -> Status {
        let mut verdicts = self.answer.checked.iter().flat_map(|checked| &checked.verdicts);
        if verdicts.any(|verdict| verdict.failing > 0) { Status::Failed } else { Status::Fine }
    }

    /// As JSON.
    pub fn json(&self) -> String {
        let answer = self.answer;
        let (by, fallback) = match &answer.by {
            By::Network(..) => ("network", None),
            By::Interpreter { fallback } => ("interpreter", fallback.as_deref()),
        };
        let size = match &answer.by {
            By::Network(size, _) => Some(size),
            By::Interpreter { .. } => None,
        };
        let moves = match &answer.by {
            By::Network(_, moves) => json!(moves),
            By::Interpreter { .. } => Value::Null,
        };
        let value = json!({
            "file": files::display_name(&self.args.file),
            "language": self.language(),
            "roles": answer.roles,
            "random": answer.chance.map(|role| &answer.roles[role]),
            "rules": self.game.program.rules.len(),
            "engine": by,
            "fallback": fallback,
            "facts": size.map(|size| size.facts),
            "moves": moves,
            "ground": size.map(|size| size.rules),
            "gates": size.map(|size| size.gates),
            "states": answer.count.map(|count| count.states),
            "terminal": answer.count.map(|count| count.terminal),
            "transitions": answer.count.map(|count| count.steps),
            "complete": answer.count.map(|count| count.is_complete),
            "model": answer.checked.as_ref().map(|checked| self.model_json(checked)),
            "checks": answer.checked.as_ref().map(|checked| checked.verdicts.iter().map(verdict_json).collect::<Vec<_>>()),
            "playouts": answer.plays.as_ref().map(|plays| self.plays_json(plays)),
        });
        format!("{value}\n")
    }

    /// The language that the rules need.
    fn language(&self) -> &'static str {
        match (
            self.game.program.speaks_of_knowledge(),
            self.game.has_percepts() || self.answer.chance.is_some(),
        ) {
            (true, _) => "GDL-III",
            (false, true) => "GDL-II",
            (false, false) => "GDL",
        }
    }

    fn summary(&self) -> String {
        let answer = self.answer;
        let name = files::display_name(&self.args.file);
        let mut text =
            format!("{name}: {}, {}\n", self.language(), counted(answer.roles.len(), "role"));
        for (role, shown) in answer.roles.iter().enumerate() {
            let chance = if answer.chance == Some(role) { " (chance)" } else { "" };
            let moves = match &answer.by {
                By::Network(_, moves) => format!(": {}", counted(moves[role], "move")),
                By::Interpreter { .. } => String::new(),
            };
            text += &format!("  {shown}{chance}{moves}\n");
        }
        text += &self.how();
        if let Some(count) = &answer.count {
            let states = counted(count.states, "state");
            let (terminal, steps) = (count.terminal, counted(count.steps, "step"));
            text += &match count.is_complete {
                true => format!("{states}, {terminal} of them terminal, and {steps}\n"),
                false => format!("at least {} states\n", count.states),
            };
        }
        text
    }

    fn how(&self) -> String {
        match &self.answer.by {
            By::Network(size, _) => format!(
                "{} of states; a network of {} from {} without variables\n",
                counted(size.facts, "fact"),
                counted(size.gates, "gate"),
                counted(size.rules, "rule")
            ),
            By::Interpreter { fallback: None } => "the rules are interpreted\n".to_owned(),
            By::Interpreter { fallback: Some(why) } => {
                format!("the rules are interpreted, because a network would be too large: {why}\n")
            }
        }
    }

    fn checked(&self, checked: &Checked) -> String {
        let mut text = String::new();
        for verdict in &checked.verdicts {
            text += &verdict_text(verdict, &self.answer.roles);
        }
        let Checked { histories, states, terminal, steps, is_whole, .. } = checked;
        let cut = if *is_whole { "" } else { ", and there are longer ones" };
        text += &format!(
            "{histories} histories of {}, {terminal} of them over, and {}{cut}\n",
            counted(*states, "state"),
            counted(*steps, "step")
        );
        for (player, classes) in &checked.classes {
            text += &format!("  {player} tells {classes} of them apart\n");
        }
        text
    }

    fn model_json(&self, checked: &Checked) -> Value {
        let classes: Vec<Value> = checked
            .classes
            .iter()
            .map(|(player, classes)| json!({"player": player, "classes": classes}))
            .collect();
        json!({
            "recall": match self.args.recall {
                GdlRecall::Perfect => "perfect",
                GdlRecall::State => "state",
            },
            "histories": checked.histories,
            "states": checked.states,
            "terminal": checked.terminal,
            "transitions": checked.steps,
            "complete": checked.is_whole,
            "classes": classes,
            "common": checked.common,
        })
    }

    fn plays(&self, plays: &Statistics) -> String {
        let mut text =
            format!("{}, seed {}: ", counted(plays.plays as usize, "play"), self.args.seed);
        text += &match (plays.shortest, plays.longest) {
            (Some(shortest), Some(longest)) => {
                format!("{} came to an end, after {shortest} to {longest} steps", plays.finished)
            }
            _ => "none came to an end".to_owned(),
        };
        text += &format!(", {} on average\n", mean(plays.steps as i128, plays.plays));
        let left = plays.plays - plays.finished;
        if left > 0 {
            text += &format!(
                "{} left after {} steps\n",
                counted(left as usize, "play"),
                self.args.max_steps
            );
        }
        for (role, goals) in self.answer.roles.iter().zip(&plays.goals) {
            let shown: Vec<String> = goals
                .iter()
                .map(|(goal, count)| match goal {
                    Some(goal) => format!("{goal}: {count}"),
                    None => format!("not one number: {count}"),
                })
                .collect();
            let (sum, count) = worth(goals);
            let average = if count == 0 {
                String::new()
            } else {
                format!(" {} on average;", mean(sum, count))
            };
            text += &format!("  {role}{average} {}\n", shown.join(", "));
        }
        text
    }

    fn plays_json(&self, plays: &Statistics) -> Value {
        let goals = |(role, goals): (&String, &std::collections::BTreeMap<Option<i64>, u64>)| {
            let (sum, count) = worth(goals);
            let values: Vec<Value> =
                goals.iter().map(|(goal, count)| json!({"goal": goal, "plays": count})).collect();
            let mean = (count > 0).then(|| sum as f64 / count as f64);
            json!({"role": role, "mean": mean, "goals": values})
        };
        json!({
            "plays": plays.plays,
            "seed": self.args.seed,
            "finished": plays.finished,
            "steps": plays.steps,
            "shortest": plays.shortest,
            "longest": plays.longest,
            "roles": self.answer.roles.iter().zip(&plays.goals).map(goals).collect::<Vec<_>>(),
        })
    }
}

fn verdict_text(verdict: &Verdict, roles: &[String]) -> String {
    let Verdict { text, checked, failing, witness } = verdict;
    let Some(witness) = witness else { return format!("holds  {text}\n") };
    let mut shown = format!("FAILS  {text}  (in {failing} of {checked} histories)\n");
    shown += &history_text("after", &witness.history, roles);
    if !witness.then.is_empty() {
        shown += &format!("         then {}\n", witness.then.join("; "));
    }
    if let Some((player, other)) = &witness.unseen {
        shown += &history_text(&format!("{player} considers possible, after"), other, roles);
        if !witness.unseen_then.is_empty() {
            shown += &format!("         then {}\n", witness.unseen_then.join("; "));
        }
    }
    shown
}

fn history_text(how: &str, history: &History, roles: &[String]) -> String {
    let moves = match history.moves.is_empty() {
        true => "no moves".to_owned(),
        false => format!("{} (of {})", history.moves.join("; "), roles.join(" ")),
    };
    format!("       {how} {moves}:\n         {}\n", history.facts.join(" "))
}

fn verdict_json(verdict: &Verdict) -> Value {
    let history = |history: &History| json!({"moves": history.moves, "facts": history.facts});
    json!({
        "formula": verdict.text,
        "holds": verdict.failing == 0,
        "checked": verdict.checked,
        "failing": verdict.failing,
        "witness": verdict.witness.as_ref().map(|witness| json!({
            "history": history(&witness.history),
            "then": witness.then,
            "player": witness.unseen.as_ref().map(|(player, _)| player),
            "unseen": witness.unseen.as_ref().map(|(_, other)| history(other)),
            "unseen_then": witness.unseen_then,
        })),
    })
}

/// The sum of what plays are worth, and how many are worth a number.
fn worth(goals: &std::collections::BTreeMap<Option<i64>, u64>) -> (i128, u64) {
    let numbers = goals.iter().filter_map(|(goal, count)| goal.map(|goal| (goal, *count)));
    numbers.fold((0, 0), |(sum, all), (goal, count)| {
        (sum + i128::from(goal) * i128::from(count), all + count)
    })
}

/// A mean with two decimals.
fn mean(sum: i128, count: u64) -> String {
    format!("{:.2}", sum as f64 / count.max(1) as f64)
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
