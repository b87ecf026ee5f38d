//! Smallest sets of events that are impossible together with something; of several, the first one.
//!
//! A set of events that is impossible contains one event at least of those missing from any set that is possible. So
//! the smallest sets that have one from each such complement found so far (hitting sets) are tried; one that is
//! possible is made as large as it can be, which gives another complement (Reiter 1987; Ignatiev, Previti, Liffiton and
//! Marques-Silva 2015). Fewer events make more possible: what somebody does not know is found out again from the
//! events that are left. What somebody said that they know is kept as it was said, since who has heard less knows less. Where
//! there are too many deals to find it out often, all is kept as it was said, and the set found is
//! then made large enough to be impossible in itself; it may not be the smallest.

use super::hitting::Family;
use super::reason::{Core, Size};
use crate::deals::chart::Chart;
use crate::deals::model::Model;
use crate::deals::record::Record;
use crate::deals::record::claim::Clause;
use crate::deals::record::event::Event;
use crate::deals::record::playing::{Seen, project_to_shows};
use crate::limits::{Limit, Work};
use fixedbitset::FixedBitSet;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The most that is done for one smallest set: nodes of laws that are made again, with so many for every set tried.
const MOST_WORK: u64 = 3_000_000;
const MOST_SUPPORT: u64 = 150_000;
const TRIAL: u64 = 1_000;

/// With more deals what somebody knows is not found out again for every set of events that is tried, unless few events
/// speak of it.
const MOST_DEALS: f64 = 100_000.0;
const FEW: usize = 2;

/// The most that is done for one hitting set.
const MOST_HITTING: u64 = 2_000_000;

impl Record {
    /// The events that something is impossible with, as few as there are; none if it is possible with all of them.
    pub(super) fn core(&self, hard: &Hard<'_>) -> Result<Option<Core>, Limit> {
        let events = self.events.iter().chain(hard.event());
        let knowing = events.filter(|event| event.is_about_knowledge()).count();
        if knowing <= FEW || self.rules.deal_count() < MOST_DEALS {
            return Trial::new(self, hard, Reading::Again).core();
        }
        let mut kept = Trial::new(self, hard, Reading::Kept);
        let Some(core) = kept.core()? else { return Ok(None) };
        Ok(Some(Trial::new(self, hard, Reading::Again).close_under_knowledge(core)?))
    }
}

/// How events about knowledge are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// What is said of it is found out again from the events that are left.
    Again,
    /// As it was said after all events.
    Kept,
}

/// What is tried with sets of events.
pub(super) enum Hard<'r> {
    /// An event after all of them, with what it says of what a winner has seen.
    Event(&'r Event, Option<Chart>),
    /// Something about the cards.
    Fact(Clause),
}

impl<'r> Hard<'r> {
    fn event(&self) -> Option<&'r Event> {
        match self {
            Self::Event(event, _) => Some(event),
            Self::Fact(_) => None,
        }
    }
}

/// Tries which events are possible with something.
struct Trial<'r> {
    record: &'r Record,
    hard: &'r Hard<'r>,
    reading: Reading,
    /// What each event says of the cards.
    clauses: Vec<Vec<Clause>>,
    hard_clauses: Vec<Clause>,
    /// Events about knowledge.
    knowing: FixedBitSet,
    /// Occasions that some of them depend on.
    spoken_of: BTreeSet<u32>,
    work: Work,
}

impl<'r> Trial<'r> {
    fn new(record: &'r Record, hard: &'r Hard<'r>, reading: Reading) -> Self {
        let (rules, events) = (&record.rules, &record.events);
        let hard_clauses = match hard {
            Hard::Event(event, _) => rules.clauses(event),
            Hard::Fact(clause) => vec![clause.clone()],
        };
        let mut knowing = FixedBitSet::with_capacity(events.len());
        for (at, (event, entry)) in events.iter().zip(&*record.entries).enumerate() {
            let is_silent = reading == Reading::Kept && entry.said.is_none();
            knowing.set(at, event.is_about_knowledge() && !is_silent);
        }
        let clauses = events.iter().map(|event| rules.clauses(event)).collect();
        let (work, entries) = (Work::at_most(MOST_WORK, record.stop()), record.entries.iter());
        let mut spoken_of: BTreeSet<u32> =
            entries.filter_map(|entry| entry.said.as_ref()).flat_map(Chart::shows).collect();
        if let Hard::Event(_, Some(said)) = hard {
            spoken_of.extend(said.shows());
        }
        Self { record, hard, reading, clauses, hard_clauses, knowing, spoken_of, work }
    }

    /// The first of the smallest sets of events that are impossible; none, if all together are possible.
    fn core(&mut self) -> Result<Option<Core>, Limit> {
        let count = self.clauses.len();
        let mut all = FixedBitSet::with_capacity(count);
        all.insert_range(..);
        if self.possible(&all)?.is_some() {
            return Ok(None);
        }
        match self.smallest() {
            Ok(events) => Ok(Some(Core { events, size: Size::Smallest })),
            Err(Limit::Work(_)) => {
                self.work = Work::at_most(MOST_WORK, self.record.stop());
                let events = self.small(all)?.ones().collect();
                Ok(Some(Core { events, size: Size::Small }))
            }
            Err(limit) => Err(limit),
        }
    }

    fn smallest(&mut self) -> Result<Vec<usize>, Limit> {
        let mut family = Family::new(self.clauses.len());
        let mut is_first = false;
        loop {
            let mut work = Work::at_most(MOST_HITTING, self.record.stop());
            let hitting = match is_first {
                true => family.first(&mut work)?,
                false => family.smallest(&mut work)?,
            };
            let mut chosen = FixedBitSet::with_capacity(self.clauses.len());
            hitting.iter().for_each(|&event| chosen.insert(event));
            match self.possible(&chosen)? {
                None if is_first => return Ok(hitting),
                None => is_first = true,
                Some(met) => self.complements(chosen, met, &mut family)?,
            }
        }
    }

    /// Complements of largest possible sets that contain this one, which is possible; no two meet.
    fn complements(
        &mut self,
        mut chosen: FixedBitSet,
        met: FixedBitSet,
        family: &mut Family,
    ) -> Result<(), Limit> {
        let mut met = met;
        loop {
            let missing = self.missing(met)?;
            chosen.union_with(&missing);
            family.add(missing);
            match self.possible(&chosen)? {
                Some(more) => met = more,
                None => return Ok(()),
            }
        }
    }

    /// What is missing from a largest possible set that contains this one, which is possible.
    fn missing(&mut self, mut met: FixedBitSet) -> Result<FixedBitSet, Limit> {
        let count = self.clauses.len();
        let mut missing = FixedBitSet::with_capacity(count);
        let mut rest = FixedBitSet::with_capacity(count);
        rest.insert_range(..);
        rest.difference_with(&met);
        // All of them are impossible.
        let mut waiting = vec![(rest.ones().collect::<Vec<usize>>(), Known::Impossible)];
        while let Some((mut some, known)) = waiting.pop() {
            some.retain(|&event| !met.contains(event));
            if some.is_empty() {
                continue;
            }
            if known == Known::Nothing || some.len() == 1 {
                let mut with = met.clone();
                some.iter().for_each(|&event| with.insert(event));
                if let Some(more) = self.possible(&with)? {
                    met = more;
                    continue;
                }
            }
            if let [event] = some[..] {
                missing.insert(event);
                continue;
            }
            let later = some.split_off(some.len() / 2);
            waiting.push((later, Known::Nothing));
            waiting.push((some, Known::Nothing));
        }
        Ok(missing)
    }

    /// A set of events that is impossible, none of which can be left out, or as much of that as there is time for.
    fn small(&mut self, all: FixedBitSet) -> Result<FixedBitSet, Limit> {
        let mut core = all;
        let mut size = core.count_ones(..).div_ceil(2).max(1);
        loop {
            let events: Vec<usize> = core.ones().collect();
            // Later events are left out first.
            for some in events.rchunks(size) {
                let mut without = core.clone();
                some.iter().for_each(|&event| without.set(event, false));
                match self.possible(&without) {
                    Ok(None) => core = without,
                    Ok(Some(_)) => {}
                    Err(Limit::Work(_)) => return Ok(core),
                    Err(limit) => return Err(limit),
                }
            }
            if size == 1 {
                return Ok(core);
            }
            size /= 2;
        }
    }

    /// A set of events that is impossible also if what they say of knowledge is found out again: it may take more.
    fn close_under_knowledge(&mut self, core: Core) -> Result<Core, Limit> {
        let count = self.clauses.len();
        let mut events = FixedBitSet::with_capacity(count);
        core.events.iter().for_each(|&event| events.insert(event));
        let last = match self.hard.event().is_some_and(Event::is_about_knowledge) {
            true => Some(count),
            false => events.intersection(&self.knowing).next_back(),
        };
        let size = Size::Small;
        self.work = Work::at_most(MOST_SUPPORT, self.record.stop());
        let Some(last) = last else { return Ok(Core { size, ..core }) };
        match self.possible(&events) {
            Ok(None) => return Ok(Core { size, ..core }),
            Ok(Some(_)) | Err(Limit::Work(_)) => {}
            Err(limit) => return Err(limit),
        }
        // Who speaks of what they know has heard all that came before; mostly what others know does not matter.
        self.work = Work::at_most(MOST_SUPPORT, self.record.stop());
        let mut heard = events.clone();
        heard.insert_range(..last);
        let mut plain = heard.clone();
        plain.difference_with(&self.knowing);
        plain.union_with(&events);
        let enough = match self.possible(&plain) {
            Ok(None) => plain,
            Ok(Some(_)) | Err(Limit::Work(_)) => heard,
            Err(limit) => return Err(limit),
        };
        Ok(Core { events: self.small(enough)?.ones().collect(), size })
    }

    /// Whether some events are possible; if so, some events that are, these among them.
    fn possible(&mut self, chosen: &FixedBitSet) -> Result<Option<FixedBitSet>, Limit> {
        self.work.spend(TRIAL)?;
        let clauses = chosen.ones().flat_map(|event| &self.clauses[event]);
        let clauses: Vec<&Clause> = clauses.chain(&self.hard_clauses).collect();
        let more = match self.reading {
            Reading::Again => Vec::new(),
            Reading::Kept => self.statements_of(chosen)?,
        };
        let Some(deal) = self.record.rules.deal(&clauses, &more)? else { return Ok(None) };
        let is_knowing = self.hard.event().is_some_and(Event::is_about_knowledge);
        let is_plain = !is_knowing && chosen.is_disjoint(&self.knowing);
        let mut met = chosen.clone();
        if self.reading == Reading::Kept || is_plain {
            // What happens to be true in the deal found is possible with it.
            for (event, clauses) in self.clauses.iter().enumerate() {
                if clauses.iter().all(|clause| clause.holds(&deal)) && self.is_fixed(event) {
                    met.insert(event);
                }
            }
            return Ok(Some(met));
        }
        Ok(self.replay_is_possible(chosen)?.then_some(met))
    }

    /// Whether some events are possible, with what they say of knowledge.
    fn replay_is_possible(&mut self, chosen: &FixedBitSet) -> Result<bool, Limit> {
        let record = self.record;
        let rules = &record.rules;
        let (mut model, mut seen, mut shows) =
            (Arc::clone(&rules.dealt), Seen::default(), Vec::new());
        for (at, (event, entry)) in record.events.iter().zip(&*record.entries).enumerate() {
            if !chosen.contains(at) {
                if entry.show.is_some() {
                    model = model.after_skipped_show();
                }
                continue;
            }
            shows.extend(entry.show);
            let said = self.heard(&model, event, entry.said.as_ref(), &shows)?;
            (model, _) = rules.after(&model, event, said.as_ref())?;
            seen.add(rules, event, entry.show);
            self.pay(event, &model)?;
        }
        match &self.hard {
            Hard::Fact(clause) => seen.clauses.push(clause.clone()),
            Hard::Event(event, said) => {
                let show = model.shows.len() as u32;
                let said = self.heard(&model, event, said.as_ref(), &shows)?;
                (model, _) = rules.after(&model, event, said.as_ref())?;
                seen.add(rules, event, Some(show));
                self.pay(event, &model)?;
            }
        }
        Ok(rules.together(&model, &seen)?.is_some())
    }

    /// What an event says of what somebody has seen, after those that are left: that they know something is kept.
    fn heard(
        &self,
        model: &Model,
        event: &Event,
        said: Option<&Chart>,
        shows: &[u32],
    ) -> Result<Option<Chart>, Limit> {
        match self.record.rules.where_not_known(model, event)? {
            Some(denied) => Ok(Some(denied)),
            None => {
                said.map(|said| project_to_shows(said, shows.to_vec(), model.most())).transpose()
            }
        }
    }

    /// What some events said of what somebody has seen, with the choices that this is about.
    fn statements_of(&self, chosen: &FixedBitSet) -> Result<Vec<Chart>, Limit> {
        let entries = &self.record.entries;
        let mut charts: Vec<Chart> =
            chosen.ones().filter_map(|event| entries[event].said.clone()).collect();
        if let Hard::Event(_, Some(said)) = self.hard {
            charts.push(said.clone());
        }
        let about: BTreeSet<u32> = charts.iter().flat_map(Chart::shows).collect();
        for event in chosen.ones() {
            if let Some(show) = entries[event].show.filter(|show| about.contains(show)) {
                charts.extend(self.record.choice(event, show)?);
            }
        }
        Ok(charts)
    }

    /// Whether what an event says is all in its clauses: neither what it says of knowledge, nor a choice that
    /// others have spoken of.
    fn is_fixed(&self, event: usize) -> bool {
        let spoken_of = self.reading == Reading::Kept
            && self.record.entries[event].show.is_some_and(|show| self.spoken_of.contains(&show));
        !self.knowing.contains(event) && !spoken_of
    }

    fn pay(&mut self, event: &Event, model: &Model) -> Result<(), Limit> {
        match event.is_about_knowledge() {
            true => self.work.spend(model.law()?.size() as u64),
            false => Ok(()),
        }
    }
}

/// What is known of a set of events.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    Impossible,
}
