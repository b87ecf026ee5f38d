//! The report of an experiment, as titles, sentences and tables, which pages and texts show in their own ways.

use super::comparison::Comparison;
use super::plan::{ComparedStrategies, PROJECT_RESULTS, ProjectResult};
use super::{Conclusion, ConclusionKind, ExperimentPart, ExperimentSummary, FoundTournament};
use crate::words::experiment as words;
use hexa_games::cluedo::agents::CurvePoint;
use hexa_games::tournament::{PairVerdict, SeatOrder};
use hexa_games::words::grouped;

/// A part of the report.
pub(super) struct Section<'s> {
    /// What it is called.
    pub title: &'static str,
    /// What is asked.
    pub question: &'static str,
    /// What the counts say.
    pub answers: Vec<String>,
    /// The numbers.
    pub tables: Vec<ReportTable>,
    /// The tournaments that were played for it.
    pub tournaments: Vec<&'s FoundTournament>,
    /// Their comparisons.
    pub comparisons: Vec<&'s Comparison>,
}

/// A table with its title.
pub(super) struct ReportTable {
    pub title: String,
    pub heads: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// Rounds after which goal worlds are told.
const TOLD_ROUNDS: [usize; 6] = [0, 1, 2, 4, 6, 8];

fn table(title: &str, heads: &[&str], rows: Vec<Vec<String>>) -> Option<ReportTable> {
    if rows.is_empty() {
        return None;
    }
    let heads: Vec<String> = heads.iter().map(|&head| head.to_owned()).collect();
    // What nobody has something to say of is left out.
    let is_told = |at: usize| rows.iter().any(|row| row.get(at).is_some_and(|cell| cell != "-"));
    let told: Vec<usize> = (0..heads.len()).filter(|&at| is_told(at)).collect();
    let pick = |row: &[String]| told.iter().filter_map(|&at| row.get(at).cloned()).collect();
    let (heads, rows) = (pick(&heads), rows.iter().map(|row| pick(row)).collect());
    Some(ReportTable { title: title.to_owned(), heads, rows })
}

/// What is concluded, a table for each conclusion.
pub(super) fn conclusions(summary: &ExperimentSummary) -> Vec<ReportTable> {
    let of_kind = |kind: ConclusionKind| {
        let of_kind: Vec<&Conclusion> =
            summary.conclusions.iter().filter(|one| one.kind == kind).collect();
        let rows = of_kind.iter().map(|one| conclusion_row(one)).collect();
        let heads = ["tournament", "counted (95 %)", "held against", "it", "the project counted"];
        table(&words::concluded(kind, &of_kind), &heads, rows)
    };
    ConclusionKind::ALL.into_iter().filter_map(of_kind).collect()
}

fn conclusion_row(one: &Conclusion) -> Vec<String> {
    vec![
        one.tournament.clone(),
        words::found(one),
        format!("{:.1} %", 100.0 * one.against),
        words::standing(one.standing).to_owned(),
        words::project(one),
    ]
}

/// The parts, in the order in which they are played.
pub(super) fn sections(summary: &ExperimentSummary) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for found in &summary.tournaments {
        let part = found.planned.part;
        let title = words::part(part);
        if let Some(section) = sections.iter_mut().find(|section| section.title == title) {
            section.tournaments.push(found);
            continue;
        }
        let comparisons = summary.comparisons.iter();
        let comparisons = comparisons.filter(|one| words::part(one.part) == title).collect();
        sections.push(Section {
            title,
            question: words::question(part),
            answers: Vec::new(),
            tables: Vec::new(),
            tournaments: vec![found],
            comparisons,
        });
    }
    for section in &mut sections {
        section.answers = answers(section);
        section.tables = tables(section);
    }
    sections
}

/// What a part says in a few lines.
pub struct PartInShort<'s> {
    /// What it is called.
    pub title: &'static str,
    /// What the counts say.
    pub answers: Vec<String>,
    /// The comparisons, unless there are squares of all with all.
    pub comparisons: Vec<&'s Comparison>,
}

/// What the parts say that have something to say beside numbers.
pub fn parts_in_short(summary: &ExperimentSummary) -> Vec<PartInShort<'_>> {
    let mut parts = Vec::new();
    for section in sections(summary) {
        if section.answers.is_empty() {
            continue;
        }
        let has_matrices = has_matrices(&section);
        let Section { title, answers, comparisons, .. } = section;
        let comparisons = if has_matrices { Vec::new() } else { comparisons };
        parts.push(PartInShort { title, answers, comparisons });
    }
    parts
}

/// Whether comparisons are told as a square of all with all, or of some with others.
fn has_matrices(section: &Section<'_>) -> bool {
    section.tournaments.iter().any(|found| {
        found.planned.compared == ComparedStrategies::All
            || found.planned.part == ExperimentPart::AgainstAgents
    })
}

fn answers(section: &Section<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut told: Vec<(&str, Option<&str>)> = Vec::new();
    for one in &section.comparisons {
        // Against many, it is told how often; against one, it is named.
        let second = match one.part {
            ExperimentPart::AgainstAgents => None,
            ExperimentPart::EveryAgent | ExperimentPart::StrongPlayers => continue,
            ExperimentPart::LineUp(_)
            | ExperimentPart::OnBoards(_)
            | ExperimentPart::OtherSizes
            | ExperimentPart::UnevenHands
            | ExperimentPart::BulletPoints
            | ExperimentPart::DecidedCards
            | ExperimentPart::Seats
            | ExperimentPart::OwnCards
            | ExperimentPart::MindingOthers
            | ExperimentPart::NotAccusing
            | ExperimentPart::Measures
            | ExperimentPart::Accusing => Some(&*one.second),
        };
        let key = (&*one.first, second);
        if told.contains(&key) {
            continue;
        }
        told.push(key);
        let same: Vec<&Comparison> = section
            .comparisons
            .iter()
            .copied()
            .filter(|other| other.first == key.0 && second.is_none_or(|name| other.second == name))
            .collect();
        lines.push(words::often_better(key.0, second, &same));
    }
    for found in &section.tournaments {
        match found.planned.part {
            ExperimentPart::EveryAgent
            | ExperimentPart::StrongPlayers
            | ExperimentPart::Measures => lines.extend(best(found)),
            ExperimentPart::LineUp(_)
            | ExperimentPart::OnBoards(_)
            | ExperimentPart::OtherSizes
            | ExperimentPart::UnevenHands
            | ExperimentPart::BulletPoints
            | ExperimentPart::DecidedCards
            | ExperimentPart::Seats
            | ExperimentPart::OwnCards
            | ExperimentPart::MindingOthers
            | ExperimentPart::NotAccusing
            | ExperimentPart::AgainstAgents
            | ExperimentPart::Accusing => {}
        }
    }
    lines
}

/// Who won most games, if more than two took part.
fn best(found: &FoundTournament) -> Option<String> {
    let groups = found.groups();
    let of_game = |(wins, games): (u64, u64)| wins as f64 / games.max(1) as f64;
    let mut shares: Vec<(f64, (u64, u64), String)> = groups
        .into_iter()
        .map(|group| (of_game(found.wins_of(&group)), found.wins_of(&group), group.label))
        .collect();
    shares.sort_by(|one, other| other.0.total_cmp(&one.0));
    let told: Vec<String> =
        shares.iter().map(|(_, share, name)| format!("{name} {}", words::share(*share))).collect();
    (told.len() > 2).then(|| {
        format!("{}: shares of the games they played: {}", found.planned.name, told.join(", "))
    })
}

fn tables(section: &Section<'_>) -> Vec<ReportTable> {
    let mut tables = Vec::new();
    match has_matrices(section) {
        true => tables.extend(matrices(section)),
        false => tables.extend(comparison_table(&section.comparisons)),
    }
    let tournaments = &section.tournaments;
    tables.extend(seat_table(tournaments));
    tables.extend(win_table(tournaments));
    tables.extend(own_card_table(tournaments));
    tables.extend(closing_table(tournaments));
    tables.extend(model_table(tournaments));
    tables.extend(curve_table(tournaments));
    tables
}

fn comparison_table(comparisons: &[&Comparison]) -> Option<ReportTable> {
    let row = |one: &&Comparison| {
        vec![
            one.tournament.clone(),
            one.first.clone(),
            one.second.clone(),
            grouped(one.deals),
            words::difference(one),
            words::chance_of(one),
            words::better(one),
        ]
    };
    let heads =
        ["tournament", "first", "second", "deals", "points more (95 %)", "p (Holm)", "better"];
    table("Who wins more on the same deals", &heads, comparisons.iter().map(row).collect())
}

/// A square for each tournament of all with all; for each game, where many play against others.
fn matrices(section: &Section<'_>) -> Vec<ReportTable> {
    let mut keys: Vec<String> = Vec::new();
    let key_of = |found: &FoundTournament| match found.planned.compared {
        ComparedStrategies::All => found.planned.name.clone(),
        ComparedStrategies::Nobody
        | ComparedStrategies::FirstTwo
        | ComparedStrategies::FirstWithOthers => found.planned.game.clone(),
    };
    for found in &section.tournaments {
        let key = key_of(found);
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    let matrix = |key: &String| {
        let names: Vec<&str> = section
            .tournaments
            .iter()
            .filter(|found| key_of(found) == *key)
            .map(|found| &*found.planned.name)
            .collect();
        let of_key: Vec<&Comparison> = section
            .comparisons
            .iter()
            .copied()
            .filter(|one| names.contains(&&*one.tournament))
            .collect();
        matrix_of(key, &of_key)
    };
    keys.iter().filter_map(matrix).collect()
}

/// What each row wins more than each column.
fn matrix_of(title: &str, comparisons: &[&Comparison]) -> Option<ReportTable> {
    let (mut firsts, mut seconds): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for one in comparisons {
        for (names, name) in [(&mut firsts, &*one.first), (&mut seconds, &*one.second)] {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let cell = |first: &str, second: &str| {
        let find =
            |a: &str, b: &str| comparisons.iter().find(|one| one.first == a && one.second == b);
        match (find(first, second), find(second, first)) {
            (Some(one), _) => words::points(one.difference, one.verdict),
            (None, Some(one)) => words::points(-one.difference, one.verdict),
            (None, None) => String::new(),
        }
    };
    let is_square = firsts.iter().any(|name| seconds.contains(name));
    if is_square {
        let new: Vec<&str> =
            seconds.iter().copied().filter(|name| !firsts.contains(name)).collect();
        firsts.extend(new);
        seconds.clone_from(&firsts);
    }
    // Many stand below each other, few beside each other.
    let row = |second: &&str| {
        let mut row = vec![(*second).to_owned()];
        match is_square {
            true => row.extend(firsts.iter().map(|first| cell(second, first))),
            false => row.extend(firsts.iter().map(|first| cell(first, second))),
        }
        row
    };
    let corner = if is_square { "points more than" } else { "points more than these" };
    let heads: Vec<&str> = std::iter::once(corner).chain(firsts.iter().copied()).collect();
    table(title, &heads, seconds.iter().map(row).collect())
}

fn win_table(tournaments: &[&FoundTournament]) -> Option<ReportTable> {
    let heads =
        ["tournament", "games", "who", "won (95 %)", "equal share", "wins by seat", "the project"];
    let is_told = |part: ExperimentPart| match part {
        ExperimentPart::LineUp(_)
        | ExperimentPart::OnBoards(_)
        | ExperimentPart::OtherSizes
        | ExperimentPart::UnevenHands
        | ExperimentPart::EveryAgent
        | ExperimentPart::BulletPoints
        | ExperimentPart::DecidedCards
        | ExperimentPart::OwnCards
        | ExperimentPart::MindingOthers
        | ExperimentPart::NotAccusing
        | ExperimentPart::Measures
        | ExperimentPart::AgainstAgents
        | ExperimentPart::StrongPlayers
        | ExperimentPart::Accusing => true,
        // All are equal there.
        ExperimentPart::Seats => false,
    };
    let told = tournaments.iter().filter(|found| is_told(found.planned.part));
    table("Who won", &heads, told.flat_map(|found| win_rows(found)).collect())
}

/// What the project found with a line-up, in the seats that it had.
fn project_of(found: &FoundTournament) -> Option<&'static ProjectResult> {
    let at = found.planned.part.line_up()?;
    PROJECT_RESULTS.get(at).filter(|_| found.planned.seats == SeatOrder::Fixed)
}

fn win_rows(found: &FoundTournament) -> Vec<Vec<String>> {
    let project = project_of(found);
    let row = |group: super::StrategyGroup| {
        let order = group.label.strip_prefix("order ").and_then(|order| order.parse::<u8>().ok());
        let theirs = project
            .zip(order)
            .and_then(|(project, order)| project.wins.iter().find(|(known, _)| *known == order));
        let seats = 0..found.summary.seats.len();
        let wins_in = |seat: usize| {
            let members = group.members.iter().filter_map(|&at| found.summary.strategies.get(at));
            let wins = members.filter_map(|one| one.seats.get(seat)).map(|seat| seat.wins);
            grouped(wins.sum())
        };
        vec![
            found.planned.name.clone(),
            grouped(found.summary.games),
            group.label.clone(),
            words::share(found.wins_of(&group)),
            format!("{:.1} %", 100.0 * found.equal_share(&group)),
            seats.map(wins_in).collect::<Vec<_>>().join(", "),
            theirs.map_or("-".to_owned(), |(_, wins)| format!("{wins} of 25")),
        ]
    };
    found.groups().into_iter().map(row).collect()
}

/// What each seat is worth, where all players are equal.
fn seat_table(tournaments: &[&FoundTournament]) -> Option<ReportTable> {
    let equal: Vec<&&FoundTournament> =
        tournaments.iter().filter(|found| found.planned.part == ExperimentPart::Seats).collect();
    let most = equal.iter().map(|found| found.summary.seats.len()).max()?;
    let row = |found: &&&FoundTournament| {
        let seat = |seat: usize| match seat < found.summary.seats.len() {
            true => words::share((found.wins_in_seat(seat), found.summary.games)),
            false => String::new(),
        };
        let mut row = vec![found.planned.name.clone(), grouped(found.summary.games)];
        row.push(found.groups().first().map_or(String::new(), |group| group.label.clone()));
        row.extend((0..most).map(seat));
        row
    };
    let seats: Vec<String> = (1..=most).map(|seat| format!("seat {seat}")).collect();
    let mut heads = vec!["tournament", "games", "everybody is"];
    heads.extend(seats.iter().map(String::as_str));
    table("What seats are worth: games won (95 %)", &heads, equal.iter().map(row).collect())
}

/// How many suspicions had own cards, where that is the question.
fn own_card_table(tournaments: &[&FoundTournament]) -> Option<ReportTable> {
    let is_asked = |found: &&&FoundTournament| {
        matches!(
            found.planned.part,
            ExperimentPart::OwnCards | ExperimentPart::MindingOthers | ExperimentPart::DecidedCards
        )
    };
    let rows = |found: &&FoundTournament| {
        let row = |group: super::StrategyGroup| {
            let members = || group.members.iter().filter_map(|&at| found.agents.curves.get(at));
            let all: u64 = members().map(|one| one.suspicions).sum();
            let own: u64 = members().map(|one| one.with_own_cards).sum();
            vec![found.planned.name.clone(), group.label, grouped(all), words::part_of(own, all)]
        };
        found.groups().into_iter().map(row).collect::<Vec<_>>()
    };
    let rows = tournaments.iter().filter(is_asked).flat_map(rows).collect();
    let heads = ["tournament", "who", "suspicions measured", "with own cards"];
    table("How often own cards were named", &heads, rows)
}

/// How games ended by what everybody heard, and how long they were.
fn closing_table(tournaments: &[&FoundTournament]) -> Option<ReportTable> {
    let row = |found: &&FoundTournament| {
        let agents = &found.agents;
        let theirs = project_of(found);
        let mut row = vec![found.planned.name.clone(), grouped(agents.games)];
        row.extend(words::closings(found));
        row.push(words::mean(agents.wrong_accusations, agents.games, 2));
        row.push(words::mean(agents.turns, agents.games, 1));
        row.push(words::mean(agents.rounds, agents.games, 1));
        row.push(theirs.map_or("-", |theirs| theirs.rounds).to_owned());
        row
    };
    let heads = [
        "tournament",
        "measured",
        "accused",
        "unrefuted",
        "last one left",
        "nobody left",
        "turns up",
        "wrong a game",
        "turns",
        "rounds",
        "the project's rounds",
    ];
    table("How games ended, and how long they were", &heads, tournaments.iter().map(row).collect())
}

/// What the winner's models were like, where agents play that have models.
fn model_table(tournaments: &[&FoundTournament]) -> Option<ReportTable> {
    let has_agents = |found: &&&FoundTournament| found.settings.iter().any(Option::is_some);
    let row = |found: &&FoundTournament| {
        let agents = &found.agents;
        let mut row = vec![found.planned.name.clone(), grouped(agents.games)];
        row.extend(words::endings(found));
        row.push(words::part_of(agents.one_left, agents.games));
        row.push(words::part_of(agents.games_with_falsehoods, agents.games));
        row
    };
    let heads = [
        "tournament",
        "measured",
        "deduced",
        "known before",
        "unrefuted before",
        "otherwise",
        "nobody won",
        "one world left",
        "with falsehoods",
    ];
    let rows = tournaments.iter().filter(has_agents).map(row).collect();
    table("What winning agents knew", &heads, rows)
}

/// How goal models shrank, where agents of different orders play.
fn curve_table(tournaments: &[&FoundTournament]) -> Option<ReportTable> {
    let rows = |found: &&FoundTournament| {
        let row = |group: &super::StrategyGroup| {
            let points = curve(found, group);
            let point = |&round: &usize| {
                let point = points.get(round).copied().unwrap_or_default();
                words::mean(point.worlds, point.plays, 1)
            };
            let mut row = vec![found.planned.name.clone(), group.label.clone()];
            row.extend(TOLD_ROUNDS.iter().map(point));
            row
        };
        let groups = found.groups();
        let of_orders = groups.iter().filter(|group| group.label.starts_with("order "));
        of_orders.map(row).collect::<Vec<_>>()
    };
    let rounds = TOLD_ROUNDS.map(|round| format!("round {round}"));
    let mut heads = vec!["tournament", "who"];
    heads.extend(rounds.iter().map(String::as_str));
    table("Goal worlds left, on average", &heads, tournaments.iter().flat_map(rows).collect())
}

/// Goal worlds of a group after each round, in all plays together.
pub(super) fn curve(found: &FoundTournament, group: &super::StrategyGroup) -> Vec<CurvePoint> {
    let mut points: Vec<CurvePoint> = Vec::new();
    for curve in group.members.iter().filter_map(|&at| found.agents.curves.get(at)) {
        for (at, point) in curve.points.iter().enumerate() {
            if points.len() <= at {
                points.push(CurvePoint::default());
            }
            points[at].worlds += point.worlds;
            points[at].plays += point.plays;
        }
    }
    points
}

/// Whether a comparison can be told from chance.
pub(super) fn is_told(one: &Comparison) -> bool {
    match one.verdict {
        PairVerdict::Better | PairVerdict::Worse => true,
        PairVerdict::Open => false,
    }
}
