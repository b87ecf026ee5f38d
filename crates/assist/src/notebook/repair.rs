//! Ways out of a contradiction: which single entry could be wrong, what could have happened instead, and what would follow.

use super::{Clash, Notebook, Refusal, Source};
use crate::entry::{AnswerGiven, Ending, Entry};
use crate::setup::Setup;
use crate::sheet::{Change, Mark, MarkChance, Sheet};
use hexa_logic::Card;

/// So many changes are tried at most.
const MOST_TRIED: usize = 60;

/// So many ways out are offered at most.
const MOST_OFFERED: usize = 8;

/// How an entry can be changed so that all is possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RepairWay {
    /// Without it.
    LeaveOut,
    /// It says less.
    Looser(Entry),
    /// Another card was named.
    Retyped(Entry),
}

/// A way out.
#[derive(Clone, Debug)]
pub struct Repair {
    /// Which entry is changed, by its place; the last one is the one that was refused.
    pub entry: usize,
    /// How.
    pub way: RepairWay,
    /// What would be certain that was not, and what would not be certain any more.
    pub follows: Vec<Change>,
}

impl Notebook {
    /// The ways out of a clash: one change of one entry each, the latest first.
    /// If somebody asks for the end, those that were found until then.
    pub fn repairs(&self, clash: &Clash, entries: &[Entry], fresh: Option<usize>) -> Vec<Repair> {
        let (mut found, mut tried) = (Vec::new(), 0);
        for (entry, way) in self.ways(clash, entries, fresh) {
            if tried == MOST_TRIED || found.len() == MOST_OFFERED || self.stop.is_asked() {
                break;
            }
            tried += 1;
            found.extend(self.try_repair(entries, entry, way));
        }
        found
    }

    /// Takes a way out.
    pub fn repair(&mut self, entries: &[Entry], repair: &Repair) -> Result<(), Refusal> {
        self.change(change_entry(entries, repair.entry, &repair.way), None)
    }

    fn try_repair(&self, entries: &[Entry], entry: usize, way: RepairWay) -> Option<Repair> {
        let entries = change_entry(entries, entry, &way);
        let next = self.now.with(self.now.setup.clone(), entries, None, &self.stop).ok()?;
        let (before, after) = (self.sheet().ok()?, Sheet::of(&next.record).ok()?);
        let follows = after.decided_since(&before);
        let news = |change: &Change| match change.after.mark() {
            Mark::Yes => 0,
            Mark::Open => 1,
            Mark::No => 2,
        };
        let mut follows = follows;
        follows.sort_by_key(|change| (news(change), change.card, change.holder));
        Some(Repair { entry, way, follows })
    }

    /// What could be tried, in this order.
    fn ways(
        &self,
        clash: &Clash,
        entries: &[Entry],
        fresh: Option<usize>,
    ) -> Vec<(usize, RepairWay)> {
        let place = |source: Source| match source {
            Source::Entry(at) => Some(at),
            Source::Hand(_) => None,
        };
        let mut places: Vec<usize> =
            clash.with.iter().chain([&clash.told]).filter_map(|told| place(told.source)).collect();
        places.sort_unstable();
        places.dedup();
        places.reverse();
        let mut ways = Vec::new();
        for &at in &places {
            let looser = looser(self.setup(), &entries[at]).into_iter().map(RepairWay::Looser);
            ways.extend(looser.map(|way| (at, way)));
            ways.push((at, RepairWay::LeaveOut));
        }
        // What was typed last is most likely mistyped; for the others it would take long to try.
        for &at in places.iter().filter(|&&at| Some(at) == fresh) {
            let retyped = retyped(self.setup(), &entries[at]).into_iter().map(RepairWay::Retyped);
            ways.extend(retyped.map(|way| (at, way)));
        }
        ways
    }
}

fn change_entry(entries: &[Entry], at: usize, way: &RepairWay) -> Vec<Entry> {
    let mut entries = entries.to_vec();
    match way {
        RepairWay::LeaveOut => _ = entries.remove(at),
        RepairWay::Looser(entry) | RepairWay::Retyped(entry) => entries[at] = entry.clone(),
    }
    entries
}

/// What says a little less than an entry.
fn looser(setup: &Setup, entry: &Entry) -> Vec<Entry> {
    let me = setup.me();
    match entry {
        Entry::Suspicion { asker, cards, answers, ending } => {
            let with = |answers: Vec<_>, ending| Entry::Suspicion {
                asker: *asker,
                cards: cards.clone(),
                answers,
                ending,
            };
            let mut found = Vec::new();
            for (at, &(player, answer)) in answers.iter().enumerate() {
                let instead = |answer| {
                    let mut answers = answers.clone();
                    answers[at].1 = answer;
                    answers
                };
                let is_mine = *asker == me || player == me;
                match answer {
                    AnswerGiven::No if player != me => {
                        found.push(with(instead(AnswerGiven::Missed), *ending))
                    }
                    AnswerGiven::Shows(Some(_)) if !is_mine => {
                        found.push(with(instead(AnswerGiven::Shows(None)), *ending));
                    }
                    AnswerGiven::Shows(None) if !is_mine => {
                        found.push(with(answers[..at].to_vec(), Ending::Somebody));
                    }
                    AnswerGiven::No | AnswerGiven::Missed | AnswerGiven::Shows(_) => {}
                }
            }
            found
        }
        Entry::Accusation { accuser, named: Some(_), verdict } => {
            vec![Entry::Accusation { accuser: *accuser, named: None, verdict: *verdict }]
        }
        Entry::Accusation { named: None, .. }
        | Entry::Seen { .. }
        | Entry::Slip { .. }
        | Entry::Pass(_) => Vec::new(),
    }
}

/// An entry with one other card of the same category.
fn retyped(setup: &Setup, entry: &Entry) -> Vec<Entry> {
    let deck = setup.deck();
    let Entry::Suspicion { asker, cards, answers, ending } = entry else { return Vec::new() };
    let others = cards.iter().flat_map(|&old| {
        let category = &deck.categories()[deck.category_of(old)];
        category.cards.iter().filter(move |&&new| new != old).map(move |&new| (old, new))
    });
    let with = |(old, new): (Card, Card)| {
        let card = |card: Card| if card == old { new } else { card };
        let answer = |answer: AnswerGiven| match answer {
            AnswerGiven::Shows(shown) => AnswerGiven::Shows(shown.map(card)),
            AnswerGiven::No | AnswerGiven::Missed => answer,
        };
        Entry::Suspicion {
            asker: *asker,
            cards: cards.iter().map(|&one| card(one)).collect(),
            answers: answers.iter().map(|&(player, given)| (player, answer(given))).collect(),
            ending: *ending,
        }
    };
    others.map(with).collect()
}
