//! The plots of an experiment: who won, what one wins more than another, what seats are worth, and how goal models shrank.

use super::comparison::Comparison;
use super::plan::ComparedStrategies;
use super::report::{Section, curve, is_told};
use super::{ExperimentPart, FoundTournament, StrategyGroup};
use crate::words::experiment as words;
use hexa_draw::plot::{Emphasis, LinePlot, NumberForm, Whisker, WhiskerPlot};
use hexa_games::tournament::{PairVerdict, SeatOrder, wilson};
use hexa_games::words::grouped;

/// What was compared, or who won where that is the question.
pub(super) fn plots(section: &Section<'_>) -> Vec<WhiskerPlot> {
    let mut plots = win_plots(section);
    plots.extend(difference_plots(section));
    plots
}

/// Shares of games won: tournaments of the same game with the same seats stand below each other.
fn win_plots(section: &Section<'_>) -> Vec<WhiskerPlot> {
    let mut plots: Vec<WhiskerPlot> = Vec::new();
    for found in &section.tournaments {
        let Some(title) = win_title(found) else { continue };
        let rows = win_rows(found);
        if let Some(plot) = plots.iter_mut().find(|plot| plot.title == title) {
            plot.rows.extend(rows);
            continue;
        }
        let reference = found.groups().first().map(|group| found.equal_share(group));
        plots.push(WhiskerPlot {
            title,
            axis: "share of games won, with 95 % interval; line: equal share".to_owned(),
            form: NumberForm::Percent,
            reference,
            rows,
        });
    }
    plots
}

/// What a plot is called in which a tournament's shares stand; none where differences are plotted, or seats.
fn win_title(found: &FoundTournament) -> Option<String> {
    let seats = match found.planned.seats {
        SeatOrder::Fixed => "fixed seats",
        SeatOrder::Turned => "turned seats",
    };
    let orders = |part: &str| {
        let orders: Vec<String> =
            found.settings.iter().flatten().map(|one| one.order.to_string()).collect();
        format!("{} {part}, {seats}", orders.join(", "))
    };
    match found.planned.part {
        ExperimentPart::LineUp(_) => Some(orders("without a board")),
        ExperimentPart::OnBoards(_) if found.planned.compared == ComparedStrategies::Nobody => {
            Some(orders(board_of(&found.planned.game)))
        }
        ExperimentPart::OtherSizes | ExperimentPart::UnevenHands => {
            Some(found.planned.game.clone())
        }
        ExperimentPart::EveryAgent | ExperimentPart::StrongPlayers => {
            Some(format!("{}: {}", found.planned.name, found.planned.game))
        }
        ExperimentPart::Measures => (found.groups().len() > 2)
            .then(|| format!("{}: {}", found.planned.name, found.planned.game)),
        ExperimentPart::OnBoards(_)
        | ExperimentPart::BulletPoints
        | ExperimentPart::DecidedCards
        | ExperimentPart::Seats
        | ExperimentPart::OwnCards
        | ExperimentPart::MindingOthers
        | ExperimentPart::NotAccusing
        | ExperimentPart::AgainstAgents
        | ExperimentPart::Accusing => None,
    }
}

fn board_of(game: &str) -> &'static str {
    if game.contains("board=ring") {
        "on the ring"
    } else if game.contains("board=squares") {
        "on squares"
    } else {
        "without a board"
    }
}

/// The groups of a tournament. Of two groups that win everything the other says nothing more.
fn win_rows(found: &FoundTournament) -> Vec<Whisker> {
    let groups = found.groups();
    let told = if found.settings.iter().all(Option::is_some) && groups.len() == 2 {
        1
    } else {
        groups.len()
    };
    let row = |(colour, group): (usize, &StrategyGroup)| {
        let (wins, games) = found.wins_of(group);
        let interval = wilson(wins, games)?;
        Some(Whisker {
            label: label(found, group),
            note: words::share((wins, games)),
            interval: (interval.low, wins as f64 / games as f64, interval.high),
            colour,
            emphasis: Emphasis::Strong,
        })
    };
    groups.iter().take(told).enumerate().filter_map(row).collect()
}

/// An order with the version of its agents, or a name.
fn label(found: &FoundTournament, group: &StrategyGroup) -> String {
    let first = group.members.first().and_then(|&at| found.summary.strategies.get(at));
    match (group.label.starts_with("order "), first) {
        (true, Some(strategy)) => {
            let name = strategy.name.split(" #").next().unwrap_or_default();
            let settings = name.trim_start_matches("agent(").trim_end_matches(')');
            let version: Vec<&str> =
                settings.split("; ").filter(|one| !one.starts_with("order=")).collect();
            format!("{}, {}", group.label, version.join("; "))
        }
        (true, None) | (false, _) => group.label.clone(),
    }
}

/// What the first wins more than the second.
fn difference_plots(section: &Section<'_>) -> Vec<WhiskerPlot> {
    let mut plots: Vec<WhiskerPlot> = Vec::new();
    for one in &section.comparisons {
        let Some(title) = difference_title(section, one) else { continue };
        let row = difference_row(one);
        if let Some(plot) = plots.iter_mut().find(|plot| plot.title == title) {
            plot.rows.push(row);
            continue;
        }
        plots.push(WhiskerPlot {
            title,
            axis: "games won more, 95 %; grey: cannot be told".to_owned(),
            form: NumberForm::Percent,
            reference: Some(0.0),
            rows: vec![row],
        });
    }
    plots
}

/// Differences of one with another stand below each other; those of all with all are in a table.
fn difference_title(section: &Section<'_>, one: &Comparison) -> Option<String> {
    let found = section.tournaments.iter().find(|found| found.planned.name == one.tournament)?;
    match one.part {
        ExperimentPart::AgainstAgents => Some(format!("{}: {}", one.first, found.planned.game)),
        // The name of the tournament says what is switched off.
        ExperimentPart::BulletPoints => {
            let players = found.summary.seats.len();
            let mode = one.first.split("mode=").nth(1).unwrap_or_default().trim_end_matches(')');
            Some(format!("{players} players, mode {mode}: with less without"))
        }
        ExperimentPart::EveryAgent | ExperimentPart::StrongPlayers => None,
        ExperimentPart::Measures if found.groups().len() > 2 => None,
        ExperimentPart::Measures => Some("a measure less perfect".to_owned()),
        ExperimentPart::LineUp(_)
        | ExperimentPart::OnBoards(_)
        | ExperimentPart::OtherSizes
        | ExperimentPart::UnevenHands
        | ExperimentPart::DecidedCards
        | ExperimentPart::Seats
        | ExperimentPart::OwnCards
        | ExperimentPart::MindingOthers
        | ExperimentPart::NotAccusing
        | ExperimentPart::Accusing => Some(format!("{} less {}", one.first, one.second)),
    }
}

fn difference_row(one: &Comparison) -> Whisker {
    let colour = usize::from(one.verdict == PairVerdict::Worse);
    Whisker {
        label: match one.part {
            ExperimentPart::AgainstAgents => one.second.clone(),
            ExperimentPart::LineUp(_)
            | ExperimentPart::OnBoards(_)
            | ExperimentPart::OtherSizes
            | ExperimentPart::UnevenHands
            | ExperimentPart::EveryAgent
            | ExperimentPart::BulletPoints
            | ExperimentPart::DecidedCards
            | ExperimentPart::Seats
            | ExperimentPart::OwnCards
            | ExperimentPart::MindingOthers
            | ExperimentPart::NotAccusing
            | ExperimentPart::Measures
            | ExperimentPart::StrongPlayers
            | ExperimentPart::Accusing => one.tournament.clone(),
        },
        note: words::difference(one),
        interval: (one.interval.low, one.difference, one.interval.high),
        colour,
        emphasis: if is_told(one) { Emphasis::Strong } else { Emphasis::Faint },
    }
}

/// What each seat is worth, where all players are equal.
pub(super) fn seat_plots(section: &Section<'_>) -> Vec<WhiskerPlot> {
    let is_equal = |found: &&&FoundTournament| found.planned.part == ExperimentPart::Seats;
    let plot = |found: &&FoundTournament| {
        let games = found.summary.games;
        let row = |seat: usize| {
            let wins = found.wins_in_seat(seat);
            let interval = wilson(wins, games)?;
            Some(Whisker {
                label: format!("seat {}", seat + 1),
                note: words::share((wins, games)),
                interval: (interval.low, wins as f64 / games as f64, interval.high),
                colour: 0,
                emphasis: Emphasis::Strong,
            })
        };
        let seats = found.summary.seats.len();
        let who = found.groups().first().map_or(String::new(), |group| group.label.clone());
        WhiskerPlot {
            title: format!("{seats} times {who}: {}", found.planned.game),
            axis: "share of games won, with 95 % interval; line: equal share".to_owned(),
            form: NumberForm::Percent,
            reference: Some(1.0 / seats as f64),
            rows: (0..seats).filter_map(row).collect(),
        }
    };
    section.tournaments.iter().filter(is_equal).map(plot).collect()
}

/// Goal worlds of each order after each round: of the project's line-ups in fixed seats.
pub(super) fn curves(section: &Section<'_>) -> Vec<LinePlot> {
    let is_told = |found: &&&FoundTournament| {
        found.planned.part.line_up().is_some() && found.planned.seats == SeatOrder::Fixed
    };
    section.tournaments.iter().filter(is_told).map(|found| curves_of(found)).collect()
}

/// As far as enough games had so many rounds.
fn curves_of(found: &FoundTournament) -> LinePlot {
    let line = |group: &StrategyGroup| {
        let points = curve(found, group).into_iter().enumerate();
        let enough = points.map_while(|(round, point)| {
            let is_enough = point.plays > 0 && point.plays * 20 >= found.agents.games;
            is_enough.then(|| (round as f64, point.worlds as f64 / point.plays as f64))
        });
        (label(found, group), enough.collect())
    };
    LinePlot {
        title: format!("{}: goal worlds", found.planned.name),
        axis: "rounds".to_owned(),
        height: format!("goal worlds left, mean (n = {})", grouped(found.agents.games)),
        lines: found.groups().iter().map(line).collect(),
    }
}
