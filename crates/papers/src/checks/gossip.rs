//! Spreading gossip (thesis sec. 6.6): who knows whose secret, and what calls make of it, by looking at all
//! sequences of calls. Persons are told apart by number only, so that states that differ in names
//! are looked at once.

use super::{Check, Effort, Work, holds_if};
use crate::Verdict;
use std::collections::{BTreeSet, HashMap};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "calls for six secrets", at: file!(), run: six_secrets },
    Check { name: "fewest calls", at: file!(), run: fewest_calls },
    Check { name: "a sequence for any number", at: file!(), run: any_number },
    Check { name: "how shortest sequences start", at: file!(), run: starts },
    Check { name: "most calls with news", at: file!(), run: most_calls },
    Check { name: "calls behind closed doors", at: file!(), run: closed_doors },
    Check { name: "sources after shortest sequences", at: file!(), run: sources },
];

/// More persons are not looked at.
const MOST: usize = 7;

/// Two persons, the first of whom has the lower number.
type Pair = (usize, usize);

/// The calls of table 6.1.
const SIX: [Pair; 8] = [(0, 1), (2, 3), (4, 5), (0, 2), (3, 4), (0, 5), (1, 3), (2, 4)];

/// Whose secrets each person knows: a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Known {
    persons: usize,
    secrets: [u8; MOST],
}

impl Known {
    /// Everybody knows his own.
    fn start(persons: usize) -> Self {
        let mut secrets = [0; MOST];
        (0..persons).for_each(|person| secrets[person] = 1 << person);
        Self { persons, secrets }
    }

    fn knows(&self, person: usize, secret: usize) -> bool {
        self.secrets[person] >> secret & 1 == 1
    }

    fn is_full(&self, person: usize) -> bool {
        self.secrets[person].count_ones() as usize == self.persons
    }

    /// How many do not know all secrets.
    fn lacking(&self) -> usize {
        (0..self.persons).filter(|&person| !self.is_full(person)).count()
    }

    fn is_first_call_of(&self, person: usize) -> bool {
        self.secrets[person].count_ones() == 1
    }

    /// Whether one of the two has something to tell.
    fn has_news(&self, (one, other): Pair) -> bool {
        self.secrets[one] != self.secrets[other]
    }

    fn after(mut self, (one, other): Pair) -> Self {
        let both = self.secrets[one] | self.secrets[other];
        self.secrets[one] = both;
        self.secrets[other] = both;
        self
    }

    /// The same for all states that differ in names only.
    fn canonical(&self) -> Self {
        let ranks = self.ranks();
        let mut best: Option<Self> = None;
        arrange(&ranks, &mut Vec::new(), &mut |order| {
            let named = self.rename(order);
            if best.is_none_or(|best| named < best) {
                best = Some(named);
            }
        });
        best.unwrap_or(*self)
    }

    /// The person at a place in the order gets the number of the place.
    fn rename(&self, order: &[usize]) -> Self {
        let mut secrets = [0; MOST];
        for (number, &person) in order.iter().enumerate() {
            let known = (0..order.len()).filter(|&place| self.knows(person, order[place]));
            secrets[number] = known.map(|place| 1 << place).sum();
        }
        Self { persons: self.persons, secrets }
    }

    /// Persons with different ranks are different whatever their names.
    fn ranks(&self) -> Vec<usize> {
        let mut ranks = vec![0; self.persons];
        for _ in 0..3 {
            let looks: Vec<_> = (0..self.persons).map(|person| self.look(person, &ranks)).collect();
            let mut all = looks.clone();
            all.sort_unstable();
            all.dedup();
            ranks = looks.iter().filter_map(|look| all.binary_search(look).ok()).collect();
        }
        ranks
    }

    fn look(&self, person: usize, ranks: &[usize]) -> (usize, Vec<usize>, Vec<usize>) {
        let sorted = |related: &dyn Fn(usize) -> bool| {
            let mut ranks: Vec<_> = (0..self.persons)
                .filter(|&other| related(other))
                .map(|other| ranks[other])
                .collect();
            ranks.sort_unstable();
            ranks
        };
        let known = sorted(&|other| self.knows(person, other));
        (ranks[person], known, sorted(&|other| self.knows(other, person)))
    }
}

/// Calls `each` for all orders in which ranks do not fall.
fn arrange(ranks: &[usize], placed: &mut Vec<usize>, each: &mut dyn FnMut(&[usize])) {
    let left: Vec<usize> = (0..ranks.len()).filter(|person| !placed.contains(person)).collect();
    let Some(lowest) = left.iter().map(|&person| ranks[person]).min() else {
        return each(placed);
    };
    for person in left.into_iter().filter(|&person| ranks[person] == lowest) {
        placed.push(person);
        arrange(ranks, placed, each);
        placed.pop();
    }
}

fn pairs(persons: usize) -> impl Iterator<Item = Pair> + Clone {
    (0..persons).flat_map(move |one| (one + 1..persons).map(move |other| (one, other)))
}

/// The states that calls with news lead to from these, up to names.
fn next(states: &BTreeSet<Known>) -> BTreeSet<Known> {
    let mut found = BTreeSet::new();
    for state in states {
        let news = pairs(state.persons).filter(|&pair| state.has_news(pair));
        found.extend(news.map(|pair| state.after(pair).canonical()));
    }
    found
}

/// How many calls it takes at least until everybody knows all secrets.
fn fewest(persons: usize) -> usize {
    let mut seen = BTreeSet::from([Known::start(persons).canonical()]);
    let mut level = seen.clone();
    let mut calls = 0;
    while level.iter().all(|state| state.lacking() > 0) {
        level = next(&level).difference(&seen).copied().collect();
        seen.extend(level.iter().copied());
        calls += 1;
    }
    calls
}

/// How many calls there can be at most if somebody hears something new in each.
fn most(persons: usize) -> usize {
    let mut level = BTreeSet::from([Known::start(persons).canonical()]);
    let mut calls = 0;
    loop {
        level = next(&level);
        if level.is_empty() {
            return calls;
        }
        calls += 1;
    }
}

/// 8 calls do for six persons, and 7 do not.
fn six_secrets(_: &Work) -> Verdict {
    let found = fewest(6);
    holds_if(found == 8, || format!("six persons need {found} calls"))
}

fn persons_up_to(work: &Work) -> usize {
    match work.effort {
        Effort::Short => 6,
        Effort::Deep => MOST,
    }
}

/// 2n - 4 calls, for every n from 4 on that is looked at.
fn fewest_calls(work: &Work) -> Verdict {
    let most = persons_up_to(work);
    match (4..=most).find(|&persons| fewest(persons) != 2 * persons - 4) {
        Some(persons) => {
            Verdict::Fails(format!("{persons} persons need {} calls", fewest(persons)))
        }
        None => Verdict::HoldsUpTo(format!("all sequences of calls of 4 to {most} persons")),
    }
}

/// Footnote 5: 1 calls all after the fourth, the four call each other, and 1 calls the others again. 2n - 4 calls after
/// which everybody knows all secrets.
fn any_number(_: &Work) -> Verdict {
    let most = 100;
    let short = (4..=most).find(|&persons| {
        let others: Vec<Pair> = (4..persons).map(|other| (0, other)).collect();
        let four = [(0, 1), (2, 3), (0, 2), (1, 3)];
        let calls = [others.as_slice(), &four, &others].concat();
        let mut known: Vec<u128> = (0..persons).map(|person| 1 << person).collect();
        for &(one, other) in &calls {
            let both = known[one] | known[other];
            (known[one], known[other]) = (both, both);
        }
        let full = known.iter().all(|known| known.count_ones() as usize == persons);
        calls.len() != 2 * persons - 4 || !full
    });
    match short {
        Some(persons) => Verdict::Fails(format!("not for {persons} persons")),
        None => Verdict::HoldsUpTo(format!("4 to {most} persons")),
    }
}

/// As many calls with news as there are pairs, and no more.
fn most_calls(work: &Work) -> Verdict {
    let persons = persons_up_to(work);
    let other = (2..=persons).find(|&persons| most(persons) != pairs(persons).count());
    match other {
        Some(persons) => Verdict::Fails(format!(
            "{persons} persons can make {} calls with news, and there are {} pairs",
            most(persons),
            pairs(persons).count()
        )),
        None => Verdict::HoldsUpTo(format!("all sequences of calls of 2 to {persons} persons")),
    }
}

/// Which calls are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Calls {
    Any,
    /// Nobody's first call is with somebody who has called before. If all calls are such, independent
    /// calls can be put in another order so that the first ones are of different persons.
    FirstCallsMutual,
}

/// Counts sequences of so many calls with news after which everybody knows all secrets.
#[derive(Default)]
struct Counting {
    known: HashMap<(Known, usize, Calls), u64>,
}

impl Counting {
    fn ways(&mut self, state: &Known, left: usize, calls: Calls) -> u64 {
        let lacking = state.lacking();
        // A call completes two persons at most.
        if left == 0 || 2 * left < lacking {
            return u64::from(left == 0 && lacking == 0);
        }
        let state = state.canonical();
        if let Some(&known) = self.known.get(&(state, left, calls)) {
            return known;
        }
        let allowed = |&(one, other): &Pair| {
            let first = [one, other].map(|person| state.is_first_call_of(person));
            state.has_news((one, other)) && (calls == Calls::Any || first[0] == first[1])
        };
        let next = pairs(state.persons).filter(allowed);
        let ways = next.map(|pair| self.ways(&state.after(pair), left - 1, calls)).sum();
        self.known.insert((state, left, calls), ways);
        ways
    }
}

/// Most of the shortest sequences for six persons start with three calls of different persons.
fn starts(_: &Work) -> Verdict {
    let mut counting = Counting::default();
    let calls = fewest(6);
    let start = Known::start(6);
    let all = counting.ways(&start, calls, Calls::Any);
    let disjoint = [(0, 1), (2, 3), (4, 5)].into_iter().fold(start, Known::after);
    // 15 pairs, then 6, then 1.
    let starting = 15 * 6 * counting.ways(&disjoint, calls - 3, Calls::Any);
    let reordered = counting.ways(&start, calls, Calls::FirstCallsMutual);
    holds_if(2 * starting > all || 2 * reordered > all, || {
        format!(
            "of {all} sequences of {calls} calls, {starting} start so, and {reordered} do if independent \
             calls may change places"
        )
    })
}

/// What somebody remembers who only notices his own calls: with whom, and what the other knew.
fn memory_of(calls: &[Pair], person: usize) -> Vec<(usize, u8)> {
    let mut state = Known::start(6);
    let mut memory = Vec::new();
    for &(one, other) in calls {
        match person {
            _ if person == one => memory.push((other, state.secrets[other])),
            _ if person == other => memory.push((one, state.secrets[one])),
            _ => {}
        }
        state = state.after((one, other));
    }
    memory
}

fn lacking_after(calls: &[Pair]) -> usize {
    calls.iter().fold(Known::start(6), |state, &pair| state.after(pair)).lacking()
}

/// After the calls of table 6.1 all know everything. Each remembers the same if some calls of others had not
/// been made, and then somebody lacked a secret.
fn closed_doors(_: &Work) -> Verdict {
    let doubts = |person: usize| {
        (0..1u32 << SIX.len()).any(|mask| {
            let some: Vec<Pair> =
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

/// What persons know, and which persons each can tell apart by the sets of names he has heard: a number
/// for each, the same for those whom he cannot tell apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Heard {
    known: Known,
    apart: [[u8; MOST]; MOST],
}

impl Heard {
    fn start(persons: usize) -> Self {
        let known = Known::start(persons);
        let mut heard = Self { known, apart: [[0; MOST]; MOST] };
        (0..persons).for_each(|person| heard.hears(person, known.secrets[person]));
        heard
    }

    /// Somebody hears a set of names.
    fn hears(&mut self, person: usize, names: u8) {
        let numbers = &mut self.apart[person];
        let looks: Vec<(u8, u8)> =
            (0..self.known.persons).map(|of| (numbers[of], names >> of & 1)).collect();
        for of in 0..looks.len() {
            let first = looks.iter().position(|look| *look == looks[of]);
            numbers[of] = first.unwrap_or(of) as u8;
        }
    }

    /// Either hears which names the other knows.
    fn after(mut self, (one, other): Pair) -> Self {
        let (from_one, from_other) = (self.known.secrets[one], self.known.secrets[other]);
        self.hears(one, from_other);
        self.hears(other, from_one);
        self.known = self.known.after((one, other));
        self
    }

    /// Somebody tells all persons apart.
    fn somebody_knows_all_sources(&self) -> bool {
        let persons = self.known.persons;
        let all = |person: &usize| (0..persons).all(|of| self.apart[*person][of] as usize == of);
        (0..persons).any(|person| all(&person))
    }
}

/// Whether a shortest sequence makes somebody know all sources.
fn sources_become_known(persons: usize) -> bool {
    let calls = fewest(persons);
    let mut counting = Counting::default();
    // Whoever makes the first call is 1, and the other is 2.
    let mut level = BTreeSet::from([Heard::start(persons).after((0, 1))]);
    for left in (0..calls - 1).rev() {
        let mut found = BTreeSet::new();
        for heard in &level {
            for pair in pairs(persons).filter(|&pair| heard.known.has_news(pair)) {
                let next = heard.after(pair);
                if counting.ways(&next.known, left, Calls::Any) > 0 {
                    found.insert(next);
                }
            }
        }
        level = found;
    }
    level.iter().any(Heard::somebody_knows_all_sources)
}

/// For four persons and more, no shortest sequence tells anybody the sources of all names.
fn sources(_: &Work) -> Verdict {
    match (4..=6).find(|&persons| sources_become_known(persons)) {
        Some(persons) => Verdict::Fails(format!("a shortest sequence for {persons} persons does")),
        None => Verdict::HoldsUpTo("all shortest sequences of 4, 5 and 6 persons".to_owned()),
    }
}
