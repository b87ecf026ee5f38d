//! Spreading gossip (thesis sec. 6.6): persons with a secret each call each other, and in a call both tell all that
//! they know. Who knows whose secret, how few and how many calls there can be, and how many sequences are as short
//! as can be, by looking at all of them. Persons are told apart by number only, so that states that differ in
//! names are looked at once.

use hexa_logic::{Stop, Stopped};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// More persons are not looked at.
pub const MOST_PERSONS: usize = 7;
const MOST: usize = MOST_PERSONS;

/// A call of two persons, the first of whom has the lower number.
pub type Call = (usize, usize);

/// Whose secrets each person knows: a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Known {
    persons: usize,
    secrets: [u8; MOST],
}

impl Known {
    /// Everybody knows their own.
    pub fn start(persons: usize) -> Self {
        let mut secrets = [0; MOST];
        (0..persons).for_each(|person| secrets[person] = 1 << person);
        Self { persons, secrets }
    }

    /// Whether a person knows a secret.
    pub fn knows(&self, person: usize, secret: usize) -> bool {
        self.secrets[person] >> secret & 1 == 1
    }

    fn is_full(&self, person: usize) -> bool {
        self.secrets[person].count_ones() as usize == self.persons
    }

    /// How many do not know all secrets.
    pub fn lacking(&self) -> usize {
        (0..self.persons).filter(|&person| !self.is_full(person)).count()
    }

    /// The secrets that a person knows, a bit for each.
    pub fn secrets_of(&self, person: usize) -> u8 {
        self.secrets[person]
    }

    fn is_first_call_of(&self, person: usize) -> bool {
        self.secrets[person].count_ones() == 1
    }

    /// Whether one of the two has something to tell.
    fn has_news(&self, (one, other): Call) -> bool {
        self.secrets[one] != self.secrets[other]
    }

    /// What is known after a call: both know what either knew.
    #[must_use]
    pub fn after(mut self, (one, other): Call) -> Self {
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

/// All calls that there are.
pub fn pairs(persons: usize) -> impl Iterator<Item = Call> + Clone {
    (0..persons).flat_map(move |one| (one + 1..persons).map(move |other| (one, other)))
}

/// The states that calls with news lead to from these, up to names.
fn next(states: &BTreeSet<Known>, stop: &Stop) -> Result<BTreeSet<Known>, Stopped> {
    let mut found = BTreeSet::new();
    for state in states {
        stop.count(1)?;
        let news = pairs(state.persons).filter(|&pair| state.has_news(pair));
        found.extend(news.map(|pair| state.after(pair).canonical()));
    }
    Ok(found)
}

/// How many calls it takes at least until everybody knows all secrets.
pub fn fewest_calls(persons: usize, stop: &Stop) -> Result<usize, Stopped> {
    let mut seen = BTreeSet::from([Known::start(persons).canonical()]);
    let mut level = seen.clone();
    let mut calls = 0;
    while level.iter().all(|state| state.lacking() > 0) {
        level = next(&level, stop)?.difference(&seen).copied().collect();
        seen.extend(level.iter().copied());
        calls += 1;
    }
    Ok(calls)
}

/// How many calls there can be at most if somebody hears something new in each.
pub fn most_calls(persons: usize, stop: &Stop) -> Result<usize, Stopped> {
    let mut level = BTreeSet::from([Known::start(persons).canonical()]);
    let mut calls = 0;
    loop {
        level = next(&level, stop)?;
        if level.is_empty() {
            return Ok(calls);
        }
        calls += 1;
    }
}

/// Which calls are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Counted {
    Any,
    /// Only so many more persons make their first call with somebody who has called before. If nobody does, or one
    /// of an odd number of persons, independent calls can be put in another order so that the first ones
    /// are of different persons.
    FirstCallsMutual {
        but: usize,
    },
}

impl Counted {
    /// What is counted after a call, if it is: for how many of the two it is the first.
    fn after(self, first: usize) -> Option<Self> {
        match self {
            Self::FirstCallsMutual { but } if first == 1 => {
                but.checked_sub(1).map(|but| Self::FirstCallsMutual { but })
            }
            Self::Any | Self::FirstCallsMutual { .. } => Some(self),
        }
    }
}

/// Counts sequences of so many calls with news after which everybody knows all secrets.
#[derive(Default)]
struct Counting {
    known: FxHashMap<(Known, usize, Counted), u64>,
}

impl Counting {
    fn ways(
        &mut self,
        state: &Known,
        left: usize,
        counted: Counted,
        stop: &Stop,
    ) -> Result<u64, Stopped> {
        let lacking = state.lacking();
        // A call completes two persons at most.
        if left == 0 || 2 * left < lacking {
            return Ok(u64::from(left == 0 && lacking == 0));
        }
        let state = state.canonical();
        if let Some(&known) = self.known.get(&(state, left, counted)) {
            return Ok(known);
        }
        stop.count(1)?;
        let mut ways = 0;
        for (one, other) in pairs(state.persons).filter(|&pair| state.has_news(pair)) {
            let first = [one, other].into_iter().filter(|&person| state.is_first_call_of(person));
            if let Some(counted) = counted.after(first.count()) {
                ways += self.ways(&state.after((one, other)), left - 1, counted, stop)?;
            }
        }
        self.known.insert((state, left, counted), ways);
        Ok(ways)
    }
}

/// The sequences of as few calls as can be.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ShortestSequences {
    /// How many there are.
    pub all: u64,
    /// How many of them start with calls of different persons, as many as there can be.
    pub starting_apart: u64,
    /// How many do so if independent calls may change places.
    pub starting_apart_reordered: u64,
    /// The first of them, in the order of persons.
    pub first: Vec<Call>,
}

/// Counts the shortest sequences.
pub fn shortest_sequences(persons: usize, stop: &Stop) -> Result<ShortestSequences, Stopped> {
    let mut counting = Counting::default();
    let (calls, start) = (fewest_calls(persons, stop)?, Known::start(persons));
    let apart = (0..persons / 2).map(|at| (2 * at, 2 * at + 1));
    let disjoint = apart.clone().fold(start, Known::after);
    // How many sequences of pairwise different pairs there are.
    let ways: u64 = (0..persons / 2).map(|at| pairs(persons - 2 * at).count() as u64).product();
    let rest = calls.saturating_sub(persons / 2);
    // One of an odd number of persons is left over.
    let mutual = Counted::FirstCallsMutual { but: persons % 2 };
    let mut first = Vec::new();
    let mut state = start;
    while first.len() < calls {
        let left = calls - first.len() - 1;
        for pair in pairs(persons).filter(|&pair| state.has_news(pair)) {
            if counting.ways(&state.after(pair), left, Counted::Any, stop)? > 0 {
                state = state.after(pair);
                first.push(pair);
                break;
            }
        }
    }
    Ok(ShortestSequences {
        all: counting.ways(&start, calls, Counted::Any, stop)?,
        starting_apart: ways * counting.ways(&disjoint, rest, Counted::Any, stop)?,
        starting_apart_reordered: counting.ways(&start, calls, mutual, stop)?,
        first,
    })
}

/// What persons know, and which persons each can tell apart by the sets of names heard: a number for each,
/// the same for those who are not told apart.
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
    fn after(mut self, (one, other): Call) -> Self {
        let (from_one, from_other) = (self.known.secrets[one], self.known.secrets[other]);
        self.hears(one, from_other);
        self.hears(other, from_one);
        self.known = self.known.after((one, other));
        self
    }

    /// Whose secret a person can tell: those of whom it is known which of the names is theirs.
    fn sources_of(&self, person: usize) -> Vec<usize> {
        let numbers = &self.apart[person][..self.known.persons];
        let alone = |of: &usize| numbers.iter().filter(|&&n| n == numbers[*of]).count() == 1;
        (0..numbers.len()).filter(alone).collect()
    }

    fn somebody_knows_all_sources(&self) -> bool {
        let persons = self.known.persons;
        (0..persons).any(|person| self.sources_of(person).len() == persons)
    }
}

/// Whether a shortest sequence lets somebody know whose all secrets are.
pub fn sources_become_known(persons: usize, stop: &Stop) -> Result<bool, Stopped> {
    let calls = fewest_calls(persons, stop)?;
    let mut counting = Counting::default();
    // Whoever makes the first call is 1, and the other is 2.
    let mut level = BTreeSet::from([Heard::start(persons).after((0, 1))]);
    for left in (0..calls.saturating_sub(1)).rev() {
        let mut found = BTreeSet::new();
        for heard in &level {
            for pair in pairs(persons).filter(|&pair| heard.known.has_news(pair)) {
                let next = heard.after(pair);
                if counting.ways(&next.known, left, Counted::Any, stop)? > 0 {
                    found.insert(next);
                }
            }
        }
        level = found;
    }
    Ok(level.iter().any(Heard::somebody_knows_all_sources))
}

/// What is asked about gossip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GossipRequest {
    /// How many persons there are.
    pub persons: usize,
    /// Calls of which it is asked what becomes known; a shortest sequence if there are none.
    pub calls: Option<Vec<Call>>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoGossip {
    /// There must be from 2 to [`MOST_PERSONS`].
    Persons(usize),
    /// A person calls who does not exist, or calls themselves.
    NoCall(Call),
    /// It was stopped.
    Stopped,
}

impl From<Stopped> for NoGossip {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// What a person knows.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PersonKnows {
    /// Whose secrets are known.
    pub secrets: Vec<usize>,
    /// Of whom it is known which secret is theirs, if secrets are names that anybody could have.
    pub sources: Vec<usize>,
}

/// A call, with what everybody knows after it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct AfterCall {
    /// Who calls whom.
    pub call: Call,
    /// Whether somebody heard something new.
    pub news: bool,
    /// For each person.
    pub persons: Vec<PersonKnows>,
}

/// What was found out. Persons are counted from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GossipAnswer {
    /// How many persons there are.
    pub persons: usize,
    /// How few calls are enough.
    pub fewest: usize,
    /// How many calls can be made if somebody hears something new in each.
    pub most: usize,
    /// The sequences of as few calls as can be.
    pub shortest: ShortestSequences,
    /// Whether a shortest sequence lets somebody know whose all secrets are.
    pub sources_become_known: bool,
    /// The calls asked about, or the first shortest sequence, call by call.
    pub calls: Vec<AfterCall>,
}

/// Answers a question about gossip.
pub fn answer(request: &GossipRequest, stop: &Stop) -> Result<GossipAnswer, NoGossip> {
    let persons = request.persons;
    if !(2..=MOST).contains(&persons) {
        return Err(NoGossip::Persons(persons));
    }
    let strange = |&&(one, other): &&Call| one == other || one.max(other) >= persons;
    if let Some(&call) = request.calls.iter().flatten().find(strange) {
        return Err(NoGossip::NoCall(call));
    }
    let shortest = shortest_sequences(persons, stop)?;
    let calls = request.calls.clone().unwrap_or_else(|| shortest.first.clone());
    Ok(GossipAnswer {
        persons,
        fewest: shortest.first.len(),
        most: most_calls(persons, stop)?,
        sources_become_known: sources_become_known(persons, stop)?,
        shortest,
        calls: follow(persons, &calls),
    })
}

/// What everybody knows after each of some calls.
fn follow(persons: usize, calls: &[Call]) -> Vec<AfterCall> {
    let mut heard = Heard::start(persons);
    let mut after = |&call: &Call| {
        let news = heard.known.has_news(call);
        heard = heard.after(call);
        let of = |person| PersonKnows {
            secrets: (0..persons).filter(|&secret| heard.known.knows(person, secret)).collect(),
            sources: heard.sources_of(person),
        };
        AfterCall { call, news, persons: (0..persons).map(of).collect() }
    };
    calls.iter().map(&mut after).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_persons_need_four_calls_and_nobody_learns_whose_all_secrets_are() {
        let request = GossipRequest { persons: 4, calls: None };
        let found = answer(&request, &Stop::new()).expect("four persons");
        assert_eq!((found.fewest, found.most, found.sources_become_known), (4, 6, false));
        assert!(
            found.calls.last().is_some_and(|last| {
                last.persons.iter().all(|person| person.secrets.len() == 4)
            })
        );
    }

    /// The counts are right: all sequences are listed, and looked at one by one.
    #[test]
    fn shortest_sequences_are_as_many_as_there_are_if_all_are_listed() {
        for persons in 2..=5 {
            let found = shortest_sequences(persons, &Stop::new()).expect("nobody stops it");
            let mut all = vec![Vec::new()];
            for _ in 0..found.first.len() {
                let longer = |calls: Vec<Call>| {
                    pairs(persons).map(move |pair| [calls.clone(), vec![pair]].concat())
                };
                all = all.into_iter().flat_map(longer).collect();
            }
            all.retain(|calls| {
                let end =
                    calls.iter().fold(Known::start(persons), |state, &call| state.after(call));
                end.lacking() == 0
            });
            let have_called = |calls: &[Call], (one, other): Call| {
                calls.iter().any(|call| [call.0, call.1].iter().any(|of| [one, other].contains(of)))
            };
            let apart =
                |calls: &[Call]| (0..persons / 2).all(|at| !have_called(&calls[..at], calls[at]));
            let mutual = |calls: &[Call]| {
                (0..calls.len()).filter(|&at| !have_called(&calls[..at], calls[at])).count()
            };
            assert_eq!(found.all, all.len() as u64, "{persons}");
            let starting = all.iter().filter(|calls| apart(calls)).count();
            assert_eq!(found.starting_apart, starting as u64, "{persons}");
            let reordered = all.iter().filter(|calls| mutual(calls) == persons / 2).count();
            assert_eq!(found.starting_apart_reordered, reordered as u64, "{persons}");
            assert!(reordered >= starting, "{persons}");
        }
    }

    #[test]
    fn one_call_of_three_persons_tells_both_whose_all_three_secrets_are() {
        let request = GossipRequest { persons: 3, calls: Some(vec![(0, 1)]) };
        let found = answer(&request, &Stop::new()).expect("three persons");
        let sources = |person: usize| found.calls[0].persons[person].sources.len();
        assert_eq!([0, 1, 2].map(sources), [3, 3, 1]);
    }

    #[test]
    fn strange_requests_are_refused() {
        let ask = |persons, calls| answer(&GossipRequest { persons, calls }, &Stop::new());
        assert_eq!(ask(8, None), Err(NoGossip::Persons(8)));
        assert_eq!(ask(3, Some(vec![(1, 3)])), Err(NoGossip::NoCall((1, 3))));
        let stopped = answer(&GossipRequest { persons: 6, calls: None }, &Stop::after(3));
        assert_eq!(stopped, Err(NoGossip::Stopped));
    }
}
