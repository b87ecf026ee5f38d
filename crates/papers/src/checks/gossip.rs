//! Spreading gossip (thesis sec. 6.6): what the sentences of the section say, by looking at all sequences of calls.

use super::snippet::{in_words, verdict_or_open};
use super::{Check, Effort, Work, holds_if};
use crate::Verdict;
use hexa_games::gossip::{self, Call, Known, pairs, shortest_sequences};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "calls for six secrets", at: file!(), run: six_secrets },
    Check { name: "fewest calls", at: file!(), run: fewest_calls },
    Check { name: "a sequence for any number", at: file!(), run: any_number },
    Check { name: "how shortest sequences start", at: file!(), run: starts },
    Check { name: "most calls with news", at: file!(), run: most_calls },
    Check { name: "calls behind closed doors", at: file!(), run: closed_doors },
    Check { name: "calls of table 6.1", at: file!(), run: table },
    Check { name: "the first and the last to know all secrets", at: file!(), run: first_and_last },
    Check { name: "sources after shortest sequences", at: file!(), run: sources },
];

/// The calls of table 6.1.
const SIX: [Call; 8] = [(0, 1), (2, 3), (4, 5), (0, 2), (3, 4), (0, 5), (1, 3), (2, 4)];

fn fewest(work: &Work, persons: usize) -> Result<usize, String> {
    let found = in_words(gossip::fewest_calls(persons, &work.limits.stop))?;
    work.tell(format!("{persons} persons need {found} calls"));
    Ok(found)
}

fn most(work: &Work, persons: usize) -> Result<usize, String> {
    let found = in_words(gossip::most_calls(persons, &work.limits.stop))?;
    work.tell(format!("{persons} persons can make {found} calls with news"));
    Ok(found)
}

/// 8 calls do for six persons, and 7 do not.
fn six_secrets(work: &Work) -> Verdict {
    let found = fewest(work, 6);
    verdict_or_open(found.map(|found| holds_if(found == 8, || format!("six need {found} calls"))))
}

fn persons_up_to(work: &Work) -> usize {
    match work.effort {
        Effort::Short => 6,
        Effort::Deep => gossip::MOST_PERSONS,
    }
}

/// 2n - 4 calls, for every n from 4 on that is looked at.
fn fewest_calls(work: &Work) -> Verdict {
    let most = persons_up_to(work);
    for persons in 4..=most {
        match fewest(work, persons) {
            Ok(found) if found == 2 * persons - 4 => {}
            Ok(found) => return Verdict::Fails(format!("{persons} persons need {found} calls")),
            Err(why) => return Verdict::Open(why),
        }
    }
    Verdict::HoldsUpTo(format!("all sequences of calls of 4 to {most} persons"))
}

/// Footnote 5: 1 calls all after the fourth, the four call each other, and 1 calls the others again. 2n - 4 calls after
/// which everybody knows all secrets.
fn any_number(work: &Work) -> Verdict {
    let most = 100;
    let short = (4..=most).find(|&persons| {
        let others: Vec<Call> = (4..persons).map(|other| (0, other)).collect();
        let four = [(0, 1), (2, 3), (0, 2), (1, 3)];
        let calls = [others.as_slice(), &four, &others].concat();
        let mut known: Vec<u128> = (0..persons).map(|person| 1 << person).collect();
        for &(one, other) in &calls {
            let both = known[one] | known[other];
            (known[one], known[other]) = (both, both);
        }
        let full = known.iter().all(|known| known.count_ones() as usize == persons);
        if [4, 5, 6, most].contains(&persons) {
            work.tell(format!("{persons} persons make {} calls so", calls.len()));
        }
        calls.len() != 2 * persons - 4 || !full
    });
    match short {
        Some(persons) => Verdict::Fails(format!("not for {persons} persons")),
        None => Verdict::HoldsUpTo(format!("4 to {most} persons")),
    }
}

/// As many calls with news as there are pairs, and no more.
fn most_calls(work: &Work) -> Verdict {
    let up_to = persons_up_to(work);
    for persons in 2..=up_to {
        let pairs = pairs(persons).count();
        match most(work, persons) {
            Ok(found) if found == pairs => {}
            Ok(found) => {
                return Verdict::Fails(format!(
                    "{persons} persons can make {found} calls with news, and there are {pairs} pairs"
                ));
            }
            Err(why) => return Verdict::Open(why),
        }
    }
    Verdict::HoldsUpTo(format!("all sequences of calls of 2 to {up_to} persons"))
}

/// Most of the shortest sequences for six persons start with three calls of different persons.
fn starts(work: &Work) -> Verdict {
    verdict_or_open((|| {
        let found = in_words(shortest_sequences(6, &work.limits.stop))?;
        let told = format!(
            "of {} sequences of {} calls, {} start so, and {} do if independent calls may change places",
            found.all,
            found.first.len(),
            found.starting_apart,
            found.starting_apart_reordered
        );
        work.tell(told.clone());
        let most = found.starting_apart.max(found.starting_apart_reordered);
        Ok(holds_if(2 * most > found.all, || told))
    })())
}

/// What somebody remembers who only notices their own calls: with whom, and what the other knew.
fn memory_of(calls: &[Call], person: usize) -> Vec<(usize, u8)> {
    let mut state = Known::start(6);
    let mut memory = Vec::new();
    for &(one, other) in calls {
        match person {
            _ if person == one => memory.push((other, state.secrets_of(other))),
            _ if person == other => memory.push((one, state.secrets_of(one))),
            _ => {}
        }
        state = state.after((one, other));
    }
    memory
}

fn lacking_after(calls: &[Call]) -> usize {
    calls.iter().fold(Known::start(6), |state, &pair| state.after(pair)).lacking()
}

/// After the calls of table 6.1 all know everything. Each remembers the same if some calls of others had not
/// been made, and then somebody lacked a secret.
fn closed_doors(_: &Work) -> Verdict {
    let doubts = |person: usize| {
        (0..1u32 << SIX.len()).any(|mask| {
            let some: Vec<Call> =
                (0..SIX.len()).filter(|at| mask >> at & 1 == 1).map(|at| SIX[at]).collect();
            lacking_after(&some) > 0 && memory_of(&some, person) == memory_of(&SIX, person)
        })
    };
    let sure = (0..6).find(|&person| !doubts(person));
    holds_if(lacking_after(&SIX) == 0 && sure.is_none(), || match sure {
        Some(person) => format!("{} knows that all know everything", person + 1),
        None => "after the eight calls somebody lacks a secret".to_owned(),
    })
}

/// What is known after each call of table 6.1.
fn after_each_call() -> [Known; SIX.len()] {
    let mut known = Known::start(6);
    SIX.map(|call| {
        known = known.after(call);
        known
    })
}

/// After each call the two who make it know the same. The table gives their secrets; what others know stays.
fn table(work: &Work) -> Verdict {
    const SHARED: [u8; 8] =
        [0b00_0011, 0b00_1100, 0b11_0000, 0b00_1111, 0b11_1100, 0b11_1111, 0b11_1111, 0b11_1111];
    let (mut known, mut as_printed) = (Known::start(6), true);
    for ((call, after), shared) in SIX.into_iter().zip(after_each_call()).zip(SHARED) {
        let expected = |person| match call.0 == person || call.1 == person {
            true => shared,
            false => known.secrets_of(person),
        };
        as_printed &= (0..6).all(|person| after.secrets_of(person) == expected(person));
        let secrets = |person: usize| -> String {
            let of = (0..6).filter(|&secret| after.knows(person, secret));
            of.map(|secret| (secret + 1).to_string()).collect()
        };
        let all: Vec<String> = (0..6).map(secrets).collect();
        work.tell(format!("after {}{}: {}", call.0 + 1, call.1 + 1, all.join(" ")));
        known = after;
    }
    holds_if(as_printed, || "other secrets are known after some call".to_owned())
}

/// With which call of table 6.1 each person comes to know all secrets.
fn first_and_last(work: &Work) -> Verdict {
    let after = after_each_call();
    let full = |known: &Known, person| (0..6).all(|secret| known.knows(person, secret));
    let call = |person| after.iter().position(|known| full(known, person)).map(|at| at + 1);
    let found: Vec<Option<usize>> = (0..6).map(call).collect();
    let told: Vec<String> =
        found.iter().map(|call| call.map_or("never".to_owned(), |call| call.to_string())).collect();
    let first = found.iter().flatten().min() == Some(&6) && found[0] == Some(6);
    let last: Vec<usize> = (0..6).filter(|&person| found[person] == Some(8)).collect();
    let as_said = first && last == [2, 4] && found.iter().flatten().max() == Some(&8);
    work.found(
        as_said,
        format!("1 to 6 come to know all secrets with these calls: {}", told.join(", ")),
    )
}

/// For four persons and more, no shortest sequence tells anybody the sources of all names.
fn sources(work: &Work) -> Verdict {
    for persons in 4..=6 {
        if let Err(why) = fewest(work, persons) {
            return Verdict::Open(why);
        }
        match gossip::sources_become_known(persons, &work.limits.stop) {
            Ok(false) => {}
            Ok(true) => {
                return Verdict::Fails(format!("a shortest sequence for {persons} persons does"));
            }
            Err(stopped) => return Verdict::Open(stopped.to_string()),
        }
    }
    Verdict::HoldsUpTo("all shortest sequences of 4, 5 and 6 persons".to_owned())
}
