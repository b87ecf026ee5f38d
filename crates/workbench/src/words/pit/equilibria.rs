//! Equilibria of Pit in words: variables, payoffs, matrices, lists of equilibria, and which of them are sensible.

use super::table;
use crate::pit::{
    EquilibriaReport, EquilibriumRow, FunctionRow, NumberRow, PitReport, Settled, SituationRow,
};
use crate::words::{count_noun, list};
use hexa_games::exact::{Exact, RBig};

/// Lines of polynomials are not longer.
const COLUMNS: usize = 100;
/// Matrices of more rows are left to programs.
const MOST_ROWS: usize = 16;

/// A game: what is chosen, what can be expected, and the equilibria. Of situations that are alike up to names only one has its
/// payoffs written out.
pub(super) fn game_of(of: &EquilibriaReport, situations: Option<&[SituationRow]>) -> String {
    let mut text = variables(of);
    let is_small = of.variables.len() <= 3;
    if is_small {
        text += &functions(of, situations);
    }
    if of.matrix.len() > 1 && of.matrix.len() <= MOST_ROWS {
        text += &matrix(of);
    }
    text + &equilibria(of)
}

fn variables(of: &EquilibriaReport) -> String {
    if of.variables.is_empty() {
        return match of.settled {
            Settled::Complete { .. } => {
                "  nobody has a choice: nothing that they know tells their cards apart\n".to_owned()
            }
            Settled::Open { .. }
            | Settled::NotAccepted
            | Settled::Endless { .. }
            | Settled::Alternatives { .. }
            | Settled::Stopped
            | Settled::Limit { .. } => String::new(),
        };
    }
    if of.variables.len() > 3 {
        return "  probabilities of the first alternative, by player and by who traded last\n"
            .to_owned();
    }
    let line = |one: &crate::pit::VariableRow| {
        let (name, player) = (&one.name, &one.player);
        format!("  {name}: how often {player} offers what is {}, {}\n", one.alternative, one.choice)
    };
    of.variables.iter().map(line).collect()
}

/// At the start, and then in one situation of each kind.
fn functions(of: &EquilibriaReport, situations: Option<&[SituationRow]>) -> String {
    let mut shown: Vec<&str> = Vec::new();
    let mut kinds = Vec::new();
    match situations {
        None => shown.extend(of.payoffs.first().map(|row| row.situation.as_str())),
        Some(all) => {
            for one in all {
                if one.kind.is_none_or(|kind| !kinds.contains(&kind)) {
                    kinds.extend(one.kind);
                    shown.push(&one.name);
                }
            }
        }
    }
    let mut text = String::new();
    for name in shown.into_iter().take(3) {
        let rows: Vec<&FunctionRow> =
            of.payoffs.iter().filter(|row| row.situation == name).collect();
        if !rows.is_empty() {
            text += &functions_in(name, &rows);
        }
    }
    text
}

fn functions_in(situation: &str, rows: &[&FunctionRow]) -> String {
    let when = match situation {
        "dealt" => "once the cards are dealt".to_owned(),
        one if one.starts_with("s") => format!("in situation {one}"),
        pair => format!("after {pair}"),
    };
    let mut text = format!("  what they can expect {when}\n");
    let denominator = &rows[0].denominator;
    let is_common = rows.iter().all(|row| row.denominator == *denominator);
    for row in rows {
        let by = if is_common && denominator.len() > 8 { "D" } else { &row.denominator };
        let function = match (row.numerator.contains(' '), by) {
            (_, "1") => row.numerator.clone(),
            (false, by) => format!("{} / {by}", row.numerator),
            (true, by) if by.contains(' ') => format!("({}) / ({by})", row.numerator),
            (true, by) => format!("({}) / {by}", row.numerator),
        };
        text += &broken(&format!("    E_{} = {function}", row.player));
    }
    if is_common && denominator.len() > 8 {
        text += &broken(&format!("    D = {denominator}"));
    }
    text
}

/// A long line in several, before a sign.
fn broken(line: &str) -> String {
    let indent = " ".repeat(10);
    let (mut text, mut used) = (String::new(), 0);
    for (at, word) in line.split(' ').enumerate() {
        let is_sign = word == "+" || word == "-";
        if is_sign && used + 24 > COLUMNS {
            text += "\n";
            text += &indent;
            used = indent.len();
        } else if at > 0 {
            text.push(' ');
            used += 1;
        }
        text += word;
        used += word.len();
    }
    text + "\n"
}

fn matrix(of: &EquilibriaReport) -> String {
    let names = of.variables.iter().map(|one| one.name.clone());
    let mut rows: Vec<Vec<String>> = vec![names.chain(of.players.iter().cloned()).collect()];
    for row in &of.matrix {
        let probabilities = row.probabilities.iter().map(ToString::to_string);
        rows.push(probabilities.chain(row.values.iter().map(ToString::to_string)).collect());
    }
    format!("  pure strategies, and what everybody can expect\n{}", table(&rows, 0))
}

fn equilibria(of: &EquilibriaReport) -> String {
    let mut text = String::new();
    if !of.equilibria.is_empty() && !of.variables.is_empty() {
        text += &format!("  {}, and what everybody can expect\n", many(of.equilibria.len()));
        text += &listed(of);
        text += &roots(of);
        if let Some(product) = product(of) {
            text += &product;
        }
    } else if let ([only], Settled::Complete { .. }) = (&of.equilibria[..], &of.settled) {
        let values: Vec<String> = only.values.iter().map(cell).collect();
        text += &format!("  {} can expect {}\n", list(&of.players), list(&values));
    }
    text + &settled(of)
}

fn many(equilibria: usize) -> String {
    if equilibria == 1 { "1 equilibrium".to_owned() } else { format!("{equilibria} equilibria") }
}

fn listed(of: &EquilibriaReport) -> String {
    let yes_no = |mark: Option<bool>| match mark {
        Some(true) => "yes".to_owned(),
        Some(false) => "no".to_owned(),
        None => "-".to_owned(),
    };
    let is_marked = of.equilibria.iter().any(|one| one.sense.holds_by_last_trade.is_some());
    let names = of.variables.iter().map(|one| match one.choice.strip_prefix("after ") {
        Some(last) if of.variables.len() > 3 => format!("{} {last}", one.player),
        Some(_) | None => one.name.clone(),
    });
    let mut titles: Vec<String> = names.chain(of.players.iter().cloned()).collect();
    titles.extend(["all alike", "strict"].map(str::to_owned));
    titles.extend(is_marked.then(|| "stays".to_owned()));
    let mut rows = vec![titles];
    for one in &of.equilibria {
        let mut row: Vec<String> = one.probabilities.iter().chain(&one.values).map(cell).collect();
        row.push(yes_no(one.is_point.then_some(one.sense.is_symmetric)));
        row.push(yes_no(one.sense.is_strict));
        row.extend(is_marked.then(|| yes_no(one.sense.holds_by_last_trade)));
        rows.push(row);
    }
    table(&rows, 0)
}

/// A number where there is not much room.
fn cell(of: &NumberRow) -> String {
    match (&of.exact, &of.decimal, &of.interval) {
        (Some(exact), _, _) => exact.clone(),
        (None, Some(decimal), _) => {
            decimal.parse::<f64>().map_or_else(|_| decimal.clone(), |number| format!("{number:.6}"))
        }
        (None, None, Some([low, high])) => format!("{low} to {high}"),
        (None, None, None) => "?".to_owned(),
    }
}

/// Numbers that are no fractions, each once.
fn roots(of: &EquilibriaReport) -> String {
    let mut told: Vec<&NumberRow> = Vec::new();
    for number in of.equilibria.iter().flat_map(|one| one.probabilities.iter().chain(&one.values)) {
        if number.polynomial.is_some() && !told.contains(&number) {
            told.push(number);
        }
    }
    let line = |number: &&NumberRow| {
        let (Some(polynomial), Some([low, high])) = (&number.polynomial, &number.interval) else {
            return String::new();
        };
        format!(
            "  {} is the zero of {polynomial} from {} to {}\n",
            cell(number),
            decimal(low),
            decimal(high)
        )
    };
    told.iter().map(line).collect()
}

/// A fraction as a decimal number, where that says the same.
fn decimal(fraction: &str) -> String {
    let Some(Exact(number)) = Exact::read(fraction) else { return fraction.to_owned() };
    let scaled = &number * RBig::from(10_000_000_000_u64);
    if !scaled.is_int() {
        return fraction.to_owned();
    }
    let digits = scaled.numerator().to_string();
    let (sign, digits) = digits.strip_prefix('-').map_or(("", &*digits), |rest| ("-", rest));
    let digits = format!("{digits:0>11}");
    let (whole, rest) = digits.split_at(digits.len() - 10);
    format!("{sign}{whole}.{rest}")
}

/// Whether the equilibria are all combinations of a few for each choice.
fn product(of: &EquilibriaReport) -> Option<String> {
    let mut choices: Vec<&str> = Vec::new();
    for variable in &of.variables {
        if !choices.contains(&variable.choice.as_str()) {
            choices.push(&variable.choice);
        }
    }
    let parts: Vec<Vec<Vec<String>>> = choices.iter().map(|choice| parts(of, choice)).collect();
    let combinations: usize = parts.iter().map(Vec::len).product();
    if choices.len() < 2 || combinations != of.equilibria.len() || combinations < 8 {
        return None;
    }
    let line = |(choice, parts): (&&str, &Vec<Vec<String>>)| {
        let each: Vec<String> = parts.iter().map(|part| format!("({})", part.join(", "))).collect();
        format!("    {choice}: {}\n", each.join(" "))
    };
    let lines: String = choices.iter().zip(&parts).map(line).collect();
    Some(format!("  these are all combinations of\n{lines}"))
}

/// The different probabilities of one choice in all equilibria.
fn parts(of: &EquilibriaReport, choice: &str) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = Vec::new();
    for one in &of.equilibria {
        let own = of.variables.iter().zip(&one.probabilities).filter(|(of, _)| of.choice == choice);
        let own: Vec<String> = own.map(|(_, number)| cell(number)).collect();
        if !found.contains(&own) {
            found.push(own);
        }
    }
    found
}

fn settled(of: &EquilibriaReport) -> String {
    match &of.settled {
        Settled::Complete { .. } if of.variables.is_empty() => String::new(),
        Settled::Complete { steps } => format!(
            "  there are no others: {} of a search over all strategies, which a checker of its own went through again\n",
            count_noun(steps, "step")
        ),
        Settled::Open { undecided } => format!(
            "  whether there are others is open: {} could not be decided\n",
            count_noun(undecided, "part")
        ),
        Settled::NotAccepted => {
            "  the proof that there are no others was not accepted by its checker: please report this\n".to_owned()
        }
        Settled::Endless { profiles } => endless(profiles),
        Settled::Alternatives { player, alternatives } => format!(
            "  not solved: {player} has a choice of {alternatives} offers, and only choices between two are solved\n"
        ),
        Settled::Stopped => "  gave up: it was stopped\n".to_owned(),
        Settled::Limit { limit } => format!("  gave up: too much of {limit}\n"),
    }
}

fn endless(profiles: &[Vec<usize>]) -> String {
    let many = match profiles.len() {
        0 => String::new(),
        many => format!(" ({} found)", count_noun(many, "such profile")),
    };
    format!(
        "  not solved: with some pure strategies play never ends{many}; it is worth nothing then, and what can be expected jumps there\n"
    )
}

/// What is told of who should play which equilibrium.
pub(super) fn sensible(of: &PitReport) -> String {
    let Some(full) = &of.full else { return String::new() };
    let is_complete = |of: &EquilibriaReport| matches!(of.settled, Settled::Complete { .. });
    if full.variables.is_empty() || !is_complete(full) {
        return String::new();
    }
    let mut text = "\nWhich are sensible\n".to_owned();
    text += "  all alike: everybody does the same, and nobody has to agree on who does what\n";
    text += "  strict: whoever chooses another pure strategy alone expects less\n";
    let stays = |one: &&EquilibriumRow| one.sense.holds_by_last_trade == Some(true);
    if let Some(by_last) = of.by_last_trade.as_ref().filter(|by_last| is_complete(by_last)) {
        text += "  stays: nobody gains by looking at who traded last\n";
        text += &format!(
            "  of {}, {} an equilibrium if players may look at who traded last: {}\n",
            many(full.equilibria.len()),
            staying(full.equilibria.iter().filter(stays).count()),
            written(full.equilibria.iter().filter(stays))
        );
        let alike = by_last.equilibria.iter().filter(|one| one.sense.is_symmetric);
        text += &format!(
            "  of the {} for those who look, all do alike in {}\n",
            many(by_last.equilibria.len()),
            written(alike)
        );
        let strict = by_last.equilibria.iter().filter(|one| one.sense.is_strict == Some(true));
        text += &format!("  and {} of these are strict\n", strict.count());
    } else {
        let alike = full.equilibria.iter().filter(|one| one.sense.is_symmetric);
        text += &format!("  in which all do alike: {}\n", written(alike));
    }
    text
}

fn staying(many: usize) -> String {
    if many == 1 { "1 stays".to_owned() } else { format!("{many} stay") }
}

fn written<'a>(all: impl Iterator<Item = &'a EquilibriumRow>) -> String {
    let one = |of: &EquilibriumRow| {
        let cells: Vec<String> = of.probabilities.iter().map(cell).collect();
        format!("({})", cells.join(", "))
    };
    let all: Vec<String> = all.map(one).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(" ") }
}
