//! Verdicts in words: why an assertion does not hold.

use crate::printed::{Printed, States, Truth};
use crate::quantity::{Number, Sizes};
use crate::questions::{Fault, UnfitAgent};
use crate::verdict::{Against, Reason};
use hexa_engine::UBig;
use hexa_lang::Likeness;

/// Why an assertion does not hold, in a few words.
pub fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Number { expected, found } => format!("expected {expected}, found {found}"),
        Reason::Bound { comparison, bound, found } => {
            format!("expected {comparison} {bound}, found {found}")
        }
        Reason::Worlds { expected, reachable, all } if expected == reachable => {
            format!("{reachable} reachable, {all} in all")
        }
        Reason::Worlds { expected, reachable, all } => {
            format!("expected {expected}, found {reachable}: {reachable} reachable, {all} in all")
        }
        Reason::NotExecutable => "it cannot be executed".to_owned(),
        Reason::Executable => "it can be executed".to_owned(),
        Reason::Compared { likeness, other } => comparison(*likeness, other),
        Reason::False { part: Some(part), against: Some(against) } => {
            format!("`{part}` is false: {}", stands_against(against))
        }
        Reason::False { part: Some(part), against: None } => format!("`{part}` is false"),
        Reason::False { part: None, against: Some(against) } => stands_against(against),
        Reason::False { part: None, against: None } => "it is false".to_owned(),
        Reason::Exceptions { count, of, example } => {
            format!("false in {count} of {of} worlds, for example {example}")
        }
        Reason::NoGameAction { fault } => format!("it is no game action: {}", self::fault(fault)),
        Reason::GameAction { answers, respondent } => game_action(*answers, respondent.as_deref()),
        Reason::Informative => "somebody can learn something from it".to_owned(),
        Reason::Trivial => "everybody knows the answer already".to_owned(),
    }
}

fn comparison(likeness: Likeness, other: &str) -> String {
    match likeness {
        Likeness::Bisimilar => format!("it is not bisimilar to {other}"),
        Likeness::Different => format!("it is bisimilar to {other}"),
        Likeness::Isomorphic => format!("it is not isomorphic to {other}"),
        Likeness::Similar => format!("it is not agent-similar to {other}"),
    }
}

/// What stands against a formula, in one line.
fn stands_against(against: &Against) -> String {
    match against {
        Against::World { agent, world } => format!("{agent} considers {world} possible"),
        Against::Both { agent, yes, no } => {
            format!("{agent} considers both {yes} and {no} possible")
        }
        Against::Path { path, formula, holds } => {
            format!("{path}, where `{formula}` is {holds}")
        }
        Against::All { agents, chains, worlds, formula, holds } => {
            everywhere(&who(agents, *chains, worlds), worlds, &format!("`{formula}` is {holds}"))
        }
        Against::Part { after, formula, holds, against } => {
            let when = if *after { "after it, " } else { "" };
            format!("{when}`{formula}` is {holds}{}", because(against.as_deref()))
        }
        Against::NoneOf { of, formula, against } => {
            let first = because(against.as_deref());
            let first = match first.is_empty() {
                true => String::new(),
                false => format!("; `{formula}`{first}"),
            };
            format!("none of its {of} parts is true{first}")
        }
        Against::Count { holding: 1, of } => format!("1 of the {of} holds"),
        Against::Count { holding: 0, of } => format!("none of the {of} holds"),
        Against::Count { holding, of } => format!("{holding} of the {of} hold"),
        Against::NotExecutable => "the action cannot be executed".to_owned(),
        Against::Probability { value } => format!("the probability is {value}"),
    }
}

fn because(against: Option<&Against>) -> String {
    against.map_or(String::new(), |against| format!(": {}", stands_against(against)))
}

/// `1 and 2 together consider 3 worlds possible`
fn who(agents: &[String], chains: bool, worlds: &UBig) -> String {
    let worlds = super::count_noun(worlds, "world");
    let names = match agents.split_last() {
        None => "nobody".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    };
    match (chains, agents) {
        (true, _) => format!("chains of {names} lead to {worlds}"),
        (false, [_]) => format!("{names} considers {worlds} possible"),
        (false, _) => format!("{names} together consider {worlds} possible"),
    }
}

fn everywhere(who: &str, worlds: &UBig, so: &str) -> String {
    match worlds {
        none if *none == UBig::ZERO => who.to_owned(),
        one if *one == UBig::ONE => format!("{who}, and {so} there"),
        _ => format!("{who}, and {so} in all of them"),
    }
}

/// Why an action is no game action.
pub fn fault(fault: &Fault) -> String {
    match fault {
        Fault::ChangesFacts => "it changes facts".to_owned(),
        Fault::NoPartition { agent } => format!("the access of {agent} is no partition"),
        Fault::LeavesOut { agent, answer } => {
            format!("{agent} learns nothing if {answer} is answered")
        }
        Fault::NoEquivalence { agent } => {
            format!("the answers that {agent} cannot tell apart do not form classes")
        }
        Fault::SameAnswer { first, second } => {
            format!("{first} and {second} are true in the same worlds")
        }
        Fault::NoRespondent { unfit } if unfit.is_empty() => {
            "nobody has access, so that nobody can be the one who answers".to_owned()
        }
        Fault::NoRespondent { unfit } => {
            let one = |UnfitAgent { agent, answers }: &UnfitAgent| match &answers[..] {
                [first, second] => format!("{agent} cannot tell {first} from {second}"),
                answers => format!("{agent} may not know whether {}", answers.concat()),
            };
            let reasons: Vec<String> = unfit.iter().map(one).collect();
            format!("nobody can be the one who answers: {}", reasons.join("; "))
        }
    }
}

fn game_action(answers: usize, respondent: Option<&str>) -> String {
    let answers = possible_answers(answers);
    match respondent {
        Some(agent) => format!("it is one: {agent} gives one of {answers}"),
        None => format!("it is one, with {answers}"),
    }
}

/// `3 possible answers`
pub fn possible_answers(count: usize) -> String {
    match count {
        1 => "one possible answer".to_owned(),
        several => format!("{several} possible answers"),
    }
}

/// What a `print` step shows, in lines.
pub fn word_print(printed: &Printed) -> String {
    match printed {
        Printed::Truth(Truth { here: true, count, worlds }) => {
            format!("true (in {count} of {worlds} worlds)\n")
        }
        Printed::Truth(Truth { here: false, count, worlds }) => {
            format!("false (true in {count} of {worlds} worlds)\n")
        }
        Printed::Number(Number { value }) => format!("{value}\n"),
        Printed::Sizes(found) => sizes(found),
        Printed::States(found) => states(found),
        Printed::State(listing) => super::state::listing(listing),
        Printed::Knowledge(knowledge) => super::knowledge::knowledge(knowledge),
    }
}

/// `6 worlds, 4 up to bisimilarity; cells: a 3, b 2`
fn sizes(sizes: &Sizes) -> String {
    let mut text = super::count_noun(&sizes.worlds, "world");
    if let Some(minimal) = sizes.minimal.filter(|&minimal| UBig::from(minimal) != sizes.worlds) {
        text += &format!(", {minimal} up to bisimilarity");
    }
    let classes = sizes.classes.iter().map(|of| format!("{} {}", of.agent, of.count));
    let classes: Vec<String> = classes.collect();
    if !classes.is_empty() {
        text += &format!("; cells: {}", classes.join(", "));
    }
    text + "\n"
}

/// How many states there are, and the first of them.
fn states(states: &States) -> String {
    let mut text = format!("{}\n", super::count_noun(&states.count, "state"));
    states.written.iter().for_each(|state| text += &format!("{state}\n"));
    let more = &states.count - UBig::from(states.written.len());
    if more > UBig::ZERO {
        text += &format!("and {more} more\n");
    }
    text
}
