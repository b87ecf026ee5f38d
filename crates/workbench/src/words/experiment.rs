//! The English of experiments: what was concluded, and whether it stands.

use crate::experiment::{
    Conclusion, ConclusionKind, ExperimentPart, ExperimentSummary, FoundTournament, Standing,
};
use hexa_games::cluedo::agents::EndingKind;
use hexa_games::words::{chance, grouped};

/// What a part of the experiment is called.
pub fn part(part: ExperimentPart) -> &'static str {
    match part {
        ExperimentPart::LineUp(_) => "The project's line-ups",
        ExperimentPart::OtherSizes => "Other numbers of players and cards",
        ExperimentPart::UnevenHands => "Uneven hands",
        ExperimentPart::EveryAgent => "Every agent against every agent",
        ExperimentPart::BulletPoints => "What each point of the page is worth",
        ExperimentPart::DecidedCards => "What to suspect where the goal is known",
        ExperimentPart::Seats => "Equal agents in different seats",
    }
}

/// What is concluded.
pub fn conclusion_kind(kind: ConclusionKind) -> &'static str {
    match kind {
        ConclusionKind::ReasoningPays => {
            "agents of order one and two win more than their share against order zero"
        }
        ConclusionKind::SecondOrderPays => {
            "agents of the second order win more often than those of the first"
        }
        ConclusionKind::EndsBeforeDeduction => {
            "more than 95 % of games end with a suspicion that nobody refutes, before the winner has deduced the goal deck"
        }
        ConclusionKind::OneWorldLeft => "in most games the winner has one goal world left",
        ConclusionKind::FirstSeatPays => "the first seat wins more than its share",
    }
}

/// Whether it stands.
pub fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Stands => "stands",
        Standing::DoesNotStand => "does not stand",
        Standing::Open => "cannot be told",
    }
}

/// A share of what was counted, with its interval.
pub fn found(conclusion: &Conclusion) -> String {
    let (wins, games) = conclusion.found;
    let interval = conclusion.interval;
    format!(
        "{} of {}: {:.1} % ({:.1} to {:.1})",
        grouped(wins),
        grouped(games),
        100.0 * wins as f64 / games.max(1) as f64,
        100.0 * interval.low,
        100.0 * interval.high
    )
}

/// What the project counted, and how likely that is.
pub fn project(conclusion: &Conclusion) -> String {
    match (conclusion.project, conclusion.project_chance) {
        (Some((wins, games)), Some(p)) => format!("{wins} of {games} (p {})", chance(p)),
        (Some(_) | None, _) => "-".to_owned(),
    }
}

/// A number with a digit after the point.
pub fn mean(sum: u64, count: u64) -> String {
    if count == 0 { "-".to_owned() } else { format!("{:.1}", sum as f64 / count as f64) }
}

/// How games ended, in shares.
pub fn endings(found: &FoundTournament) -> [String; 5] {
    let games = found.agents.games;
    EndingKind::ALL.map(|kind| {
        let share = 100.0 * found.ended(kind) as f64 / games.max(1) as f64;
        format!("{share:.1} %")
    })
}

/// What came out, for the terminal: the conclusions.
pub fn experiment(summary: &ExperimentSummary) -> String {
    let games: u64 = summary.tournaments.iter().map(|found| found.summary.games).sum();
    let mut text = format!(
        "{} tournaments, {} games; seed {}\n",
        summary.tournaments.len(),
        grouped(games),
        summary.seed
    );
    let mut last = None;
    for conclusion in &summary.conclusions {
        if last != Some(conclusion.kind) {
            text += &format!("\n{}:\n", conclusion_kind(conclusion.kind));
        }
        last = Some(conclusion.kind);
        let (name, found) = (&conclusion.tournament, self::found(conclusion));
        text += &format!("  {name}: {found}: {}\n", standing(conclusion.standing));
    }
    text
}
