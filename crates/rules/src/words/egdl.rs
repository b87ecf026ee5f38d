//! What was found out about a game in EGDL, in words.

use super::{
    WordedFailure, check_too_long, how_far, number_of, number_of_histories,
    too_many_histories_to_unfold,
};
use crate::egdl::{
    CheckPlace, Closure, ClosureSize, EgdlAnswer, EgdlFailure, FlawedState, ModelUniqueness,
    PathVerdict, RecalledHistories, RuleAdvice, ShownFlaw, ShownPath, ShownStart, ShownWitness,
};

/// An answer, line by line.
pub fn answer(answer: &EgdlAnswer) -> String {
    let mut text = model(answer);
    text += "\n";
    let place = place(answer.place);
    for rules in answer.rules.chunk_by(|one, next| one.failing == 0 && next.failing == 0) {
        text += &match rules {
            [] => String::new(),
            [rule] => verdict(answer, &format!("rule {}", rule.label), rule, EVERYWHERE),
            several => format!("rules {} hold {EVERYWHERE}\n", labels(several)),
        };
    }
    for check in &answer.checks {
        text += &verdict(answer, &check.label, check, place);
    }
    text
}

/// The closures of formulas, line by line.
pub fn closures(closures: &[Closure]) -> String {
    closures.iter().map(closure).collect::<Vec<_>>().join("\n")
}

fn closure(of: &Closure) -> String {
    let mut text = of.formula.clone();
    if !of.indices.is_empty() {
        let values = of.indices.iter().map(|(index, value)| format!("{index} = {value}"));
        let values = values.collect::<Vec<_>>().join(", ");
        text += &format!(", for {values}, the first of {}", number_of(of.instances, "value"));
    }
    text += &format!("\nalternation depth {}\n", of.alternation_depth);
    for ClosureSize { level, agent, size } in &of.sizes {
        let name = match agent {
            Some(agent) => format!("cl_{{{level},{agent}}}"),
            None => format!("cl_{level}"),
        };
        text += &format!("{name:<10} {size} formulas\n");
    }
    text += "cl_0 is\n";
    of.basic.iter().for_each(|formula| text += &format!("  {formula}\n"));
    text
}

/// The numbers of rules: those that follow each other are `1 to 9`, and no others are left out.
fn labels(rules: &[PathVerdict]) -> String {
    let number = |rule: &PathVerdict| rule.label.parse::<i64>().ok();
    let runs = rules.chunk_by(|one, next| match (number(one), number(next)) {
        (Some(one), Some(next)) => one.checked_add(1) == Some(next),
        (None, _) | (_, None) => false,
    });
    let worded = runs.flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{} to {}", first.label, last.label)],
        few => few.iter().map(|rule| rule.label.clone()).collect(),
    });
    list(&worded.collect::<Vec<_>>())
}

/// `1, 2 and 3`.
fn list(of: &[String]) -> String {
    match of {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

const EVERYWHERE: &str = "on all paths";

/// The place that a formula is checked at.
fn place(place: CheckPlace) -> &'static str {
    match place {
        CheckPlace::Everywhere => EVERYWHERE,
        CheckPlace::From => "on all paths from there",
        CheckPlace::Along => "on the paths that go on so",
    }
}

fn model(answer: &EgdlAnswer) -> String {
    let mut text = format!(
        "{}: {}, {} initial, {} terminal, {}\n",
        answer.title.as_deref().unwrap_or(&answer.file),
        number_of(answer.states, "state"),
        answer.initial,
        answer.terminal,
        number_of(answer.transitions, "transition"),
    );
    for agent in &answer.agents {
        let (name, wins, classes) = (&agent.name, agent.wins, number_of_classes(agent.classes));
        text += &format!("{name} wins in {wins} of them, and tells {classes} apart\n");
    }
    text += &format!("{} of what is common knowledge\n", number_of_classes(answer.common));
    text += &format!("{}\n", uniqueness(&answer.uniqueness));
    if let Some(RecalledHistories { count, depth, is_whole }) = answer.histories {
        let which = match is_whole {
            true => "all plays".to_owned(),
            false => format!("at most {}", number_of(depth, "move")),
        };
        text += &format!("perfect recall: {} of {which}\n", number_of_histories(count));
    }
    text
}

/// Whether there are other models of the rules.
fn uniqueness(uniqueness: &ModelUniqueness) -> String {
    match uniqueness {
        ModelUniqueness::Unique => {
            "this is the only model in which all legal actions lead somewhere".to_owned()
        }
        ModelUniqueness::SeesMore { agent } => format!(
            "this is not the only model: if {agent} and everybody saw all of a state, the same rules would hold"
        ),
        ModelUniqueness::Unknown { rule } => format!(
            "there may be other models; not one in which everybody sees everything, for rule {rule} would fail"
        ),
    }
}

fn verdict(answer: &EgdlAnswer, label: &str, verdict: &PathVerdict, place: &str) -> String {
    let Some(ShownWitness { indices, here, unseen }) = &verdict.witness else {
        return format!("{label} holds {place}\n");
    };
    let mut text = format!("{label} fails");
    if place == EVERYWHERE {
        text += &match answer.histories {
            Some(_) => format!(" in {}", number_of_histories(verdict.failing)),
            None => format!(" in {}", number_of(verdict.failing, "state")),
        };
    }
    let indices: Vec<String> =
        indices.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if !indices.is_empty() {
        text += &format!(", first for {}", indices.join(", "));
    }
    text += "\n";
    text += &path(here, "here: ");
    for (at, other) in unseen.iter().enumerate() {
        // Each follows the one that it cannot be told from, unless several cannot be told from that.
        let follows = other.from == at.checked_sub(1);
        let what = match other.from {
            _ if follows => format!("{} cannot tell that from: ", other.agent),
            None => format!("and {} cannot tell the first from: ", other.agent),
            Some(from) => format!("and {} cannot tell number {} from: ", other.agent, from + 2),
        };
        let from = other.from.and_then(|from| unseen.get(from)).map_or(here, |from| &from.path);
        let is_same = other.path.state == from.state && other.path.play == from.play;
        text += &match is_same && !other.path.along.is_empty() {
            true => format!("  {what}the same state, and then {}\n", other.path.along.join("; ")),
            false => path(&other.path, &what),
        };
    }
    text
}

fn path(path: &ShownPath, what: &str) -> String {
    let mut text = match (path.play.as_deref(), &path.start) {
        (Some([]), None) => format!("  {what}the initial state"),
        (Some([]), Some(from)) => format!("  {what}{}", start(from)),
        (Some(play), None) => format!("  {what}the state after {}", play.join("; ")),
        (Some(play), Some(from)) => {
            format!("  {what}the state after {} from {}", play.join("; "), start(from))
        }
        (None, _) => format!("  {what}a state that no play leads to"),
    };
    if !path.along.is_empty() {
        text += &format!(", and then {}", path.along.join("; "));
    }
    text += "\n";
    let rows = match (&path.board, path.atoms.is_empty()) {
        (Some(board), _) => board.clone(),
        (None, true) => vec!["no atom is true".to_owned()],
        (None, false) => vec![format!("true: {}", path.atoms.join(", "))],
    };
    rows.iter().for_each(|row| text += &format!("    {row}\n"));
    text
}

/// One of several initial states, and what tells it from the others.
pub fn start(start: &ShownStart) -> String {
    let ShownStart { number, of, told_by } = start;
    format!("initial state {number} of {of} ({})", told_by.join(", "))
}

/// A failure. The way out is not worded here.
pub fn failure(failure: &EgdlFailure) -> WordedFailure {
    match failure {
        EgdlFailure::Wrong(wrong) => {
            WordedFailure::new(format!("{} in the text", number_of(wrong.len(), "mistake")))
        }
        EgdlFailure::TooManyStates(most) => {
            WordedFailure::new(format!("there are more than {}", number_of(*most, "state")))
        }
        EgdlFailure::TooManySteps(most) => {
            WordedFailure::new(format!("there are more than {}", number_of(*most, "transition")))
        }
        EgdlFailure::TooManyHistories { most, moves } => {
            WordedFailure::new(too_many_histories_to_unfold(*most, *moves))
        }
        EgdlFailure::CheckTooLong(steps) => WordedFailure::new(check_too_long(*steps)),
        EgdlFailure::NoInitialState => WordedFailure::new("no state is initial"),
        EgdlFailure::State(state) => state_failure(state),
        EgdlFailure::SeveralInitialStates { count, first } => {
            let message =
                format!("there are {count} initial states, and it is not said where moves start");
            first.iter().fold(WordedFailure::new(message), |worded, one| worded.note(start(one)))
        }
        EgdlFailure::TooManyWorlds(most) => {
            WordedFailure::new(super::pointed::too_many_worlds(*most))
        }
        EgdlFailure::NextActionNotSaid { .. } => WordedFailure::new(
            "agents know what they are about to do, and it is not said what is done next",
        ),
        EgdlFailure::NoSuchStart { typed, count: 1 } => {
            WordedFailure::new(format!("there is no `initial {typed}`: there is one initial state"))
        }
        EgdlFailure::NoSuchStart { typed, count } => WordedFailure::new(format!(
            "there is no `initial {typed}`: initial states have the numbers 1 to {count}"
        )),
        EgdlFailure::UnknownAction(name) => {
            WordedFailure::new(format!("there is no action `{name}`"))
        }
        EgdlFailure::NotLegal { moves, .. } => {
            WordedFailure::new(format!("`{moves}` is not legal here"))
        }
        EgdlFailure::Stopped(progress) => WordedFailure::new(how_far(progress)),
    }
}

/// What is wrong with a state, how it is reached, and what holds there.
fn state_failure(state: &FlawedState) -> WordedFailure {
    let FlawedState { flaw, play, atoms } = state;
    let (message, after) = match flaw {
        ShownFlaw::InitialAndTerminal => ("a state is initial and terminal".to_owned(), None),
        ShownFlaw::InitialAgain => ("a play leads back to an initial state".to_owned(), None),
        ShownFlaw::NoLegalAction { agent } => (format!("{agent} has no legal action"), None),
        ShownFlaw::LegalAtTheEnd { action } => {
            (format!("{action} is legal in a terminal state"), None)
        }
        ShownFlaw::NoNoopAtTheEnd { agent } => {
            (format!("noop^{agent} is not legal in a terminal state"), None)
        }
        ShownFlaw::NotSaid { atom, after } => {
            (format!("no rule says whether {atom} holds next"), Some(after))
        }
        ShownFlaw::BothSaid { atom, after, rules: [one, other] } => {
            let say = match one == other {
                true => format!("rule {one} says"),
                false => format!("rules {one} and {other} say"),
            };
            (format!("{say} that {atom} holds next, and that it does not"), Some(after))
        }
    };
    let worded = WordedFailure::new(message);
    let worded = match play.is_empty() {
        true => worded.note("in an initial state"),
        false => worded.note(format!("in the state after {}", play.join("; "))),
    };
    let worded = match atoms.is_empty() {
        true => worded.note("no atom is true there"),
        false => worded.note(format!("true there: {}", atoms.join(", "))),
    };
    match after {
        Some(after) => worded.note(format!("after {after}")),
        None => worded,
    }
}

/// How rules can be changed.
pub fn advice(advice: RuleAdvice) -> &'static str {
    match advice {
        RuleAdvice::InitialContradicts => {
            "the rule for `initial` and the rules about single states contradict each other"
        }
        RuleAdvice::NotBoth => "no state may be both",
        RuleAdvice::SayBegun => {
            "an atom that says that the game has begun would tell the states apart"
        }
        RuleAdvice::AddNoop => "a rule for `legal(noop^r)` can give one",
        RuleAdvice::ExceptTerminal => "add `& ~terminal` to its rule",
        RuleAdvice::OrTerminal => "add `| terminal` to its rule",
        RuleAdvice::SayNext => "a rule `next p <-> ...` says it everywhere",
        RuleAdvice::ExcludeEachOther => "their conditions must exclude each other",
    }
}

fn number_of_classes(count: usize) -> String {
    match count {
        1 => "1 class".to_owned(),
        _ => format!("{count} classes"),
    }
}
