//! What was found out about a game in EGDL, in words.

use super::{WordedFailure, check_too_long, how_far, number_of, too_many_histories_to_unfold};
use crate::egdl::{
    CheckPlace, EgdlAnswer, EgdlFailure, FlawedState, ModelUniqueness, PathVerdict,
    RecalledHistories, RuleAdvice, ShownFlaw, ShownPath, ShownWitness,
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
            [first, .., last] => {
                format!("rules {} to {} hold {EVERYWHERE}\n", first.label, last.label)
            }
        };
    }
    for check in &answer.checks {
        text += &verdict(answer, &check.label, check, place);
    }
    text
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
    let mut before = here.state;
    for other in unseen {
        let what = format!("{} cannot tell that from: ", other.agent);
        text += &match other.path.state == before && !other.path.along.is_empty() {
            true => format!("  {what}the same state, and then {}\n", other.path.along.join("; ")),
            false => path(&other.path, &what),
        };
        before = other.path.state;
    }
    text
}

fn path(path: &ShownPath, what: &str) -> String {
    let mut text = match path.play.as_deref() {
        Some([]) => format!("  {what}the initial state"),
        Some(play) => format!("  {what}the state after {}", play.join("; ")),
        None => format!("  {what}a state that no play leads to"),
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

/// A failure. The way out is not worded here.
pub fn failure(failure: &EgdlFailure) -> WordedFailure {
    match failure {
        EgdlFailure::Wrong(wrong) => {
            WordedFailure::new(format!("{} in the text", number_of(wrong.len(), "mistake")))
        }
        EgdlFailure::TooManyStates(most) => {
            WordedFailure::new(format!("there are more than {most} states"))
        }
        EgdlFailure::TooManySteps(most) => {
            WordedFailure::new(format!("there are more than {most} transitions"))
        }
        EgdlFailure::TooManyHistories { most, moves } => {
            WordedFailure::new(too_many_histories_to_unfold(*most, *moves))
        }
        EgdlFailure::CheckTooLong(steps) => WordedFailure::new(check_too_long(*steps)),
        EgdlFailure::NoInitialState => WordedFailure::new("no state is initial"),
        EgdlFailure::State(state) => state_failure(state),
        EgdlFailure::SeveralInitialStates(count) => WordedFailure::new(format!(
            "there are {count} initial states, and moves are made from the only one"
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
        ShownFlaw::BothSaid { atom, after, rules: [one, other] } => (
            format!("rules {one} and {other} say that {atom} holds next, and that it does not"),
            Some(after),
        ),
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

fn number_of_histories(count: usize) -> String {
    match count {
        1 => "1 history".to_owned(),
        _ => format!("{count} histories"),
    }
}
