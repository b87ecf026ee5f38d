//! The English of experiments: what was asked, what was counted, what is concluded, and whether it stands.

use crate::experiment::{
    Comparison, Conclusion, ConclusionKind, ExperimentPart, ExperimentSetup, ExperimentSize,
    ExperimentSummary, FoundTournament, OtherExperiment, Standing, parts_in_short,
};
use hexa_games::cluedo::agents::{ClosingKind, EndingKind};
use hexa_games::tournament::{PairVerdict, SeatOrder, wilson};
use hexa_games::words::{chance, grouped};

/// What the report is called.
pub const TITLE: &str = "The experiment with the agents of the Cluedo agents project";

/// What a part of the experiment is called.
pub fn part(part: ExperimentPart) -> &'static str {
    match part {
        ExperimentPart::LineUp(_) => "The project's line-ups",
        ExperimentPart::OnBoards(_) => "With a board and without",
        ExperimentPart::OtherSizes => "Other numbers of players and cards",
        ExperimentPart::UnevenHands => "Uneven hands",
        ExperimentPart::EveryAgent => "Every agent against every agent",
        ExperimentPart::BulletPoints => "What each point of the page is worth",
        ExperimentPart::DecidedCards => "What to suspect where the goal is known",
        ExperimentPart::Seats => "Equal players in different seats",
        ExperimentPart::OwnCards => "Asking for one's own cards",
        ExperimentPart::MindingOthers => "Minding what a suspicion tells the others",
        ExperimentPart::NotAccusing => "Concluding something from others' not accusing",
        ExperimentPart::Measures => "Measures of a question",
        ExperimentPart::AgainstAgents => "Strong players against the agents",
        ExperimentPart::StrongPlayers => "Strong players among each other",
        ExperimentPart::Accusing => "When to accuse",
    }
}

/// What a part asks, and how it was tried.
pub fn question(part: ExperimentPart) -> &'static str {
    match part {
        ExperimentPart::LineUp(_) => {
            "Do agents that reason win more? The line-ups of the project, without a board, in fixed seats as the project had them \
             and turned."
        }
        ExperimentPart::OnBoards(_) => {
            "Does a board change that? The project's own game on its ring of nine rooms, the same rules without a board, and \
             Hexa's board of squares with dice."
        }
        ExperimentPart::OtherSizes => "Is it so with other numbers of players and cards?",
        ExperimentPart::UnevenHands => {
            "Is it so when some have more cards than others? `program` takes all hands to be as large as its own."
        }
        ExperimentPart::EveryAgent => {
            "Which agent is best? All choices of agents sit down together."
        }
        ExperimentPart::BulletPoints => {
            "What is each point of the page worth? An agent of the second order against the same agent with one point switched \
             off. Where a mode does not use a point, both do the same."
        }
        ExperimentPart::DecidedCards => {
            "Where a card of the goal deck is known, is it better to suspect an own card of the kind than the known one, or \
             another player's?"
        }
        ExperimentPart::Seats => {
            "Is the first seat better, and by how much? Everybody plays by the same strategy, hands are even, and every game has a \
             deal of its own."
        }
        ExperimentPart::OwnCards => {
            "Is asking for one's own card ever better? The first may name own cards where it weighs suspicions, the second (`own=no`) \
             may not, and they differ in nothing else. How often the first does so is in a table below."
        }
        ExperimentPart::MindingOthers => {
            "Does it pay to mind what others learn? `nested` asks by what a suspicion tells itself less what it tells the others, \
             `nested(asks=entropy)` by what it tells itself alone. They differ in nothing else."
        }
        ExperimentPart::NotAccusing => {
            "Does using `nowin` pay? `nowin` and `perfect` ask alike; `nowin` also concludes that who did not accuse did not know. \
             So do `nowin(asks=entropy)` and `measure(by=entropy)`."
        }
        ExperimentPart::Measures => {
            "Which measure of a question wins: the fewest bits left, the fewest deals, the fewest worlds up to bisimilarity, or \
             the best chance to know the goal next? `perfect` suspects a possible goal at random."
        }
        ExperimentPart::AgainstAgents => {
            "Do strong players beat every agent of the page? One strong player against two or more equal agents."
        }
        ExperimentPart::StrongPlayers => {
            "Which strong player is best? All choices of them, and an agent of the first order, sit down together."
        }
        ExperimentPart::Accusing => {
            "Is it better to accuse as soon as that wins more often than to wait, or only when certain? The first weighs, the \
             second does not, and they differ in nothing else."
        }
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

/// What is concluded, and how often it stands. With fixed seats shares are also what seats are worth, so that they are counted
/// apart.
pub fn concluded(kind: ConclusionKind, of_kind: &[&Conclusion]) -> String {
    let counts = [(SeatOrder::Turned, "with turned seats"), (SeatOrder::Fixed, "with fixed seats")]
        .map(|(seats, words)| {
            let of_seats = of_kind.iter().filter(|one| one.seats == seats);
            let count = |standing| of_seats.clone().filter(|one| one.standing == standing).count();
            let many = of_seats.clone().count();
            (many > 0).then(|| {
                format!(
                    "{words} it stands in {} of {many}, does not in {}, cannot be told in {}",
                    count(Standing::Stands),
                    count(Standing::DoesNotStand),
                    count(Standing::Open)
                )
            })
        });
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    format!("It is said that {}: {}", conclusion_kind(kind), counts.join("; "))
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
    format!("{} of {}: {}", grouped(wins), grouped(games), share(conclusion.found))
}

/// A share with its interval.
pub fn share((wins, games): (u64, u64)) -> String {
    wilson(wins, games).map_or("-".to_owned(), |interval| {
        format!(
            "{:.1} % ({:.1} to {:.1})",
            100.0 * wins as f64 / games as f64,
            100.0 * interval.low,
            100.0 * interval.high
        )
    })
}

/// A share without an interval.
pub fn part_of(count: u64, of: u64) -> String {
    if of == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * count as f64 / of as f64) }
}

/// What the project counted, and how likely that is.
pub fn project(conclusion: &Conclusion) -> String {
    match (conclusion.project, conclusion.project_chance) {
        (Some((wins, games)), Some(p)) => format!("{wins} of {games} (p {})", chance(p)),
        (Some(_) | None, _) => "-".to_owned(),
    }
}

/// A mean with so many digits after the point.
pub fn mean(sum: u64, count: u64, digits: usize) -> String {
    if count == 0 { "-".to_owned() } else { format!("{:.digits$}", sum as f64 / count as f64) }
}

/// How games ended for agents, in shares.
pub fn endings(found: &FoundTournament) -> [String; 5] {
    EndingKind::ALL.map(|kind| part_of(found.ended(kind), found.agents.games))
}

/// How games ended by what everybody heard, in shares.
pub fn closings(found: &FoundTournament) -> [String; 5] {
    ClosingKind::ALL.map(|kind| part_of(found.closed(kind), found.agents.games))
}

/// What one wins more than another, in percentage points, with its interval.
pub fn difference(one: &Comparison) -> String {
    let points = |share: f64| signed(100.0 * share);
    format!(
        "{} ({} to {})",
        points(one.difference),
        points(one.interval.low),
        points(one.interval.high)
    )
}

/// A difference in a narrow place: in parentheses where it cannot be told from chance.
pub fn points(difference: f64, verdict: PairVerdict) -> String {
    let points = signed(100.0 * difference);
    match verdict {
        PairVerdict::Better | PairVerdict::Worse => points,
        PairVerdict::Open => format!("({points})"),
    }
}

fn signed(points: f64) -> String {
    let text = format!("{points:+.1}").replace('-', "\u{2212}");
    match text.trim_start_matches(['+', '\u{2212}']) {
        "0.0" => "0.0".to_owned(),
        _ => text,
    }
}

/// How likely that would be by chance alone, corrected.
pub fn chance_of(one: &Comparison) -> String {
    chance(one.corrected).trim_start_matches("= ").to_owned()
}

/// Who is better, if that can be told.
pub fn better(one: &Comparison) -> String {
    match one.verdict {
        PairVerdict::Better => one.first.clone(),
        PairVerdict::Worse => one.second.clone(),
        PairVerdict::Open => "cannot be told".to_owned(),
    }
}

/// How often one is better than another, or than all the others it was compared with.
pub fn often_better(first: &str, second: Option<&str>, comparisons: &[&Comparison]) -> String {
    let count = |verdict| comparisons.iter().filter(|one| one.verdict == verdict).count();
    let (better, worse) = (count(PairVerdict::Better), count(PairVerdict::Worse));
    format!(
        "{first} against {}: better in {better} of {}, worse in {worse}, cannot be told in {}",
        second.unwrap_or("all these agents"),
        match comparisons.len() {
            1 => "1 tournament".to_owned(),
            many => format!("{many} tournaments"),
        },
        count(PairVerdict::Open)
    )
}

/// How much was played.
pub fn played(summary: &ExperimentSummary) -> String {
    let games: u64 = summary.tournaments.iter().map(|found| found.summary.games).sum();
    let tournaments = summary.tournaments.len();
    format!("{tournaments} tournaments, {} games; seed {}.", grouped(games), summary.seed)
}

/// What the numbers mean, and what they do not.
pub fn notes(summary: &ExperimentSummary) -> Vec<String> {
    let notes = [
        "Each tournament has a folder of its own here, with all its games and a report of its own. `experiment.csv` has a line for \
         each strategy in each seat, `comparisons.csv` one for each comparison.",
        "The project played on a board of nine rooms. Without a board, rounds and shares need not be the same.",
        "`fixed`: everybody sits where the project had them, and every game has another deal; what is counted there is also what \
         seats are worth. `turned`: every deal is played in all seats, in an order that is drawn anew for every deal. Games on the \
         same deal are not quite independent, so that intervals for shares of turned tournaments are only about right.",
        "Intervals behind shares are Wilson's, of 95 %, each for itself. Whether a conclusion stands is decided by wider ones, of \
         which all those of a conclusion hold together with 95 % (Bonferroni): it stands where the whole interval is above what \
         it is held against, does not where it is not above it at all, and cannot be told otherwise.",
        "Shares of orders against each other leave out games that nobody won. Shares against order zero are held against the \
         share of the seats. An equal share is what somebody would win if all were equally good.",
        "Points more are percentage points of games won, on the same deals: payoffs are compared deal by deal, with the normal \
         interval over deals, which are independent. p is the exact sign test over deals, corrected for all comparisons of the \
         part (Holm). Somebody is called better if p is at most 0.05 and the interval agrees. Differences in parentheses cannot \
         be told from chance. Where a strategy has several seats, numbers are the mean over them, with an interval and a p that \
         are no smaller than they should be.",
        "The p beside the project's counts is how likely counts as different as theirs and the one here, or more different, would be \
         if it were so equally often in both (Fisher's exact test with two sides). For goal worlds left it is all hundred games of the project together.",
        "How games ended, goal worlds and falsehoods are measured in the first games of each tournament, which are played once \
         more. By what everybody heard: `accused`: the winner accused rightly; `unrefuted`: of what they had suspected in the same \
         turn, and nobody could refute; `last one left`: all others had accused wrongly; `nobody left`: everybody had; `turns up`: \
         after 1000 turns nobody wins.",
        "By the models of agents: `deduced`: the winner's last suspicion was refuted; `known before`: it was not, and one goal \
         world was left before it; `unrefuted before`: several were; `otherwise`: the winner is no agent, or did not accuse. `one \
         world left` is after the last answer. A game has falsehoods if somebody's models exclude the true goal deck or a true hand.",
        "Goal worlds are the mean over the games that had so many rounds: long games only, in the end.",
    ];
    let mut notes: Vec<String> = notes.iter().map(|&note| note.to_owned()).collect();
    notes.push(format!("The same command gives the same games: seed {}.", summary.seed));
    notes
}

/// The options with which an experiment is asked for.
fn asked_for(setup: ExperimentSetup) -> String {
    let ExperimentSetup { size, most, seed: _ } = setup;
    let size = match (size, most) {
        (ExperimentSize::Usual, None) => {
            return "without `--quick`, `--full` and `--games`".to_owned();
        }
        (ExperimentSize::Usual, Some(_)) => None,
        (ExperimentSize::Quick, _) => Some("--quick".to_owned()),
        (ExperimentSize::Full, _) => Some("--full".to_owned()),
    };
    let games = most.map(|most| format!("--games {most}"));
    let options: Vec<String> = [size, games].into_iter().flatten().collect();
    format!("with `{}`", options.join(" "))
}

/// Why a folder cannot be gone on with, and what can be done.
pub fn other_experiment(folder: &str, other: OtherExperiment) -> (String, String) {
    match other {
        OtherExperiment::Smaller { there } => {
            let asked = asked_for(there);
            (
                format!(
                    "{folder} is the folder of an experiment with more games, asked for {asked}"
                ),
                format!("go on with it {asked}, or take another folder"),
            )
        }
        OtherExperiment::Seed { there } => (
            format!("{folder} is the folder of an experiment with another seed: {there}"),
            format!("go on with it with `--seed {there}`, or take another folder"),
        ),
        OtherExperiment::Unreadable => (
            format!("{folder} has a file experiment.toml that is not of this experiment"),
            "take another folder".to_owned(),
        ),
    }
}

/// What came out, for the terminal: conclusions, what the counts say, and comparisons where not all are compared with all.
pub fn experiment(summary: &ExperimentSummary) -> String {
    let mut text = format!("{}\n", played(summary));
    let mut last = None;
    for conclusion in &summary.conclusions {
        if last != Some(conclusion.kind) {
            text += &format!("\n{}:\n", conclusion_kind(conclusion.kind));
        }
        last = Some(conclusion.kind);
        let (name, found) = (&conclusion.tournament, self::found(conclusion));
        text += &format!("  {name}: {found}: {}\n", standing(conclusion.standing));
    }
    for part in parts_in_short(summary) {
        text += &format!("\n{}:\n", part.title);
        for answer in &part.answers {
            text += &format!("  {answer}\n");
        }
        for one in &part.comparisons {
            let (name, first, second) = (&one.tournament, &one.first, &one.second);
            let (points, better) = (difference(one), better(one));
            text +=
                &format!("  {name}: {first} less {second}: {points} points; better: {better}\n");
        }
    }
    text
}
