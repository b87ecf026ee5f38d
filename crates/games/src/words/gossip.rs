//! Gossip in words. Persons are counted from 1.

use super::count;
use crate::gossip::{AfterCall, Call, GossipAnswer, MOST_PERSONS, NoGossip, PersonKnows};
use std::fmt;

impl fmt::Display for NoGossip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Persons(n) => write!(f, "there must be 2 to {MOST_PERSONS} persons, not {n}"),
            Self::NoCall((one, other)) if one == other => {
                write!(f, "person {} cannot call themselves", one + 1)
            }
            Self::NoCall((one, other)) => {
                write!(f, "there is no person {}", one.max(other) + 1)
            }
            Self::Stopped => write!(f, "it was stopped"),
        }
    }
}

impl std::error::Error for NoGossip {}

fn name((one, other): Call) -> String {
    format!("{}{}", one + 1, other + 1)
}

fn numbers(of: &[usize]) -> String {
    of.iter().map(|person| (person + 1).to_string()).collect()
}

/// What was found out about gossip.
pub fn gossip(answer: &GossipAnswer) -> String {
    let GossipAnswer { persons, fewest, most, shortest, sources_become_known, calls } = answer;
    let first: Vec<String> = shortest.first.iter().map(|&call| name(call)).collect();
    let mut text = format!(
        "{persons} persons with a secret each; in a call both tell all that they know.\n\
         Fewest calls until all know all secrets: {fewest}, for example {}.\n\
         Most calls with news for somebody in each: {most}.\n\
         Sequences of {}: {}; {} of them start with {} of different persons,\n\
         {} if calls that do not depend on each other may change places.\n\
         After a sequence of {} {} can tell whose secret each of them is.\n",
        first.join(" "),
        count(*fewest, "call"),
        shortest.all,
        shortest.starting_apart,
        count(persons / 2, "call"),
        shortest.starting_apart_reordered,
        count(*fewest, "call"),
        if *sources_become_known { "somebody sometimes" } else { "nobody" },
    );
    text += "\ncall   who knows whose secrets; in brackets of whom they can tell which secret is theirs, if all know which secrets there are\n";
    for AfterCall { call, news, persons } in calls {
        let of = |(at, knows): (usize, &PersonKnows)| {
            format!("{}: {} ({})", at + 1, numbers(&knows.secrets), numbers(&knows.sources))
        };
        let all: Vec<String> = persons.iter().enumerate().map(of).collect();
        let mark = if *news { "" } else { "   (nothing new)" };
        text += &format!("{:<6} {}{mark}\n", name(*call), all.join("   "));
    }
    text
}
