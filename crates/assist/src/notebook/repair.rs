//! Ways out of a contradiction: which single entry could be wrong, what could have happened instead, and what would follow.

use super::{Clash, Notebook, Source, Version};
use crate::entry::{AnswerGiven, Ending, Entry};
use crate::setup::Setup;
use crate::sheet::{Change, Mark, MarkChance, Sheet};
use hexa_logic::{Card, Holder};

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
    /// I have another card than the one that I said; one of these.
    OtherHand {
        /// What I do not have.
        not: Card,
        /// What I can have instead.
        but: Vec<Card>,
    },
}

/// A way out.
#[derive(Clone, Debug)]
pub struct Repair {
    /// Which entry is changed, by its place, among those that were refused; none, if it is my hand.
    pub entry: Option<usize>,
    /// How.
    pub way: RepairWay,
    /// What would be certain that was not, and what would not be certain any more.
    pub follows: Vec<Change>,
}

impl Notebook {
    /// The ways out of a clash: one change of one entry each, the latest first, or of my hand.
    /// If somebody asks for the end, those that were found until then. Each is shown as it is found.
    pub fn repairs(
        &self,
        setup: &Setup,
        (clash, entries, fresh): (&Clash, &[Entry], Option<usize>),
        show: &mut dyn FnMut(usize, &Repair),
    ) -> Vec<Repair> {
        let Some(base) = self.base(setup) else { return Vec::new() };
        let (mut found, mut tried): (Vec<Repair>, usize) = (Vec::new(), 0);
        for (entry, way) in ways(setup, clash, entries, fresh) {
            if tried == MOST_TRIED || found.len() == MOST_OFFERED || self.stop.is_asked() {
                break;
            }
            tried += 1;
            let repair = match way {
                RepairWay::OtherHand { not, .. } if *setup == self.now.setup => {
                    self.try_other_hand(entries, not)
                }
                // A hand that was said just now can be said again.
                RepairWay::OtherHand { .. } => None,
                // What was to be written over an entry is left out: the entry stays.
                RepairWay::LeaveOut if entry == fresh && entries.len() == self.entries().len() => {
                    Some(Repair { entry, way, follows: Vec::new() })
                }
                RepairWay::LeaveOut | RepairWay::Looser(_) | RepairWay::Retyped(_) => {
                    entry.and_then(|at| self.try_repair(&base, entries, at, way))
                }
            };
            if let Some(repair) = repair {
                show(found.len(), &repair);
                found.push(repair);
            }
        }
        found
    }

    /// What entries are read on with a set-up.
    fn base(&self, setup: &Setup) -> Option<Version> {
        match *setup == self.now.setup {
            true => Some(self.now.clone()),
            false => Version::new(setup.clone(), self.limits.clone()).ok(),
        }
    }

    fn try_repair(
        &self,
        base: &Version,
        entries: &[Entry],
        at: usize,
        way: RepairWay,
    ) -> Option<Repair> {
        let entries = change_entry(entries, at, &way);
        let next = base.with(base.setup.clone(), entries, None, &self.stop).ok()?;
        let mut follows = match base.setup == self.now.setup {
            true => Sheet::of(&next.record).ok()?.decided_since(&self.sheet().ok()?),
            false => Vec::new(),
        };
        let news = |change: &Change| match change.after.mark() {
            Mark::Yes => 0,
            Mark::Open => 1,
            Mark::No => 2,
        };
        follows.sort_by_key(|change| (news(change), change.card, change.holder));
        Some(Repair { entry: Some(at), way, follows })
    }

    /// What I can have instead of a card: without it, all that is said is possible with one of these.
    fn try_other_hand(&self, entries: &[Entry], not: Card) -> Option<Repair> {
        let setup = self.setup().without_own_card(not);
        let base = Version::new(setup.clone(), self.limits.clone()).ok()?;
        let next = base.with(setup, entries.to_vec(), None, &self.stop).ok()?;
        let (sheet, deck, me) =
            (Sheet::of(&next.record).ok()?, self.setup().deck(), self.setup().me());
        let can = |card: &Card| {
            deck.is_dealt(*card)
                && !self.setup().hand().contains(card)
                && sheet.mark(Holder::Agent(me), *card) != Mark::No
        };
        let but: Vec<Card> = deck.cards().filter(can).collect();
        let way = RepairWay::OtherHand { not, but: but.clone() };
        (!but.is_empty()).then_some(Repair { entry: None, way, follows: Vec::new() })
    }
}

/// What could be tried, in this order.
fn ways(
    setup: &Setup,
    clash: &Clash,
    entries: &[Entry],
    fresh: Option<usize>,
) -> Vec<(Option<usize>, RepairWay)> {
    let (mut places, mut own) = (Vec::new(), Vec::new());
    for told in clash.all() {
        match told.source {
            Source::Entry(at) => places.push(at),
            Source::Hand(card) => own.push(card),
        }
    }
    places.sort_unstable();
    places.dedup();
    places.reverse();
    let mut ways = Vec::new();
    for &at in &places {
        let looser = looser(setup, &entries[at]).into_iter().map(RepairWay::Looser);
        ways.extend(looser.map(|way| (Some(at), way)));
        ways.push((Some(at), RepairWay::LeaveOut));
    }
    let other_hand = |not: Card| (None, RepairWay::OtherHand { not, but: Vec::new() });
    ways.extend(own.into_iter().map(other_hand));
    // What was typed last is most likely mistyped; for the others it would take long to try.
    for &at in places.iter().filter(|&&at| Some(at) == fresh) {
        let retyped = retyped(setup, &entries[at]).into_iter().map(RepairWay::Retyped);
        ways.extend(retyped.map(|way| (Some(at), way)));
    }
    ways
}

fn change_entry(entries: &[Entry], at: usize, way: &RepairWay) -> Vec<Entry> {
    let mut entries = entries.to_vec();
    match way {
        RepairWay::LeaveOut => _ = entries.remove(at),
        RepairWay::Looser(entry) | RepairWay::Retyped(entry) => entries[at] = entry.clone(),
        RepairWay::OtherHand { .. } => {}
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
