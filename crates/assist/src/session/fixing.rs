//! Taking a way out of a contradiction that was offered.

use super::{AssistSession, Heard, NotebookChange, Offer};
use crate::answer::{AssistAnswer, Done, NotDone};
use crate::entry::Entry;
use crate::notebook::{Repair, RepairWay};

impl AssistSession {
    /// Takes a way out, by its letter.
    pub(super) fn fix(&mut self, letter: &str) -> Heard {
        let Some(offer) = self.offered.clone() else {
            return Heard::not_done(NotDone::NothingOffered);
        };
        let place = letter.bytes().next().filter(|_| letter.len() == 1);
        let place = place.and_then(|letter| letter.to_ascii_lowercase().checked_sub(b'a'));
        let repair = place.and_then(|place| offer.repairs.get(usize::from(place)));
        let Some(repair) = repair else {
            return Heard::not_done(NotDone::NoSuchWay(offer.repairs.len()));
        };
        let changes = self.changes_for(&offer, repair);
        match changes.is_empty() {
            true => {
                self.offered = None;
                Heard::answer(AssistAnswer::LeftOut)
            }
            false => self.change(&[together(changes)], Some(Done::Fixed)),
        }
    }

    /// The changes that a way out takes, in terms of the entries as they are now.
    fn changes_for(&self, offer: &Offer, repair: &Repair) -> Vec<NotebookChange> {
        let text = |entry: &Entry| entry.text(self.notebook.setup());
        let changed = |at: usize| match &repair.way {
            RepairWay::LeaveOut => NotebookChange::Delete(at),
            RepairWay::Looser(entry) | RepairWay::Retyped(entry) => {
                NotebookChange::Edit(at, text(entry))
            }
        };
        let before =
            |at: usize, than: usize| usize::from(repair.way == RepairWay::LeaveOut && at < than);
        let (at, is_last) = (repair.entry, repair.entry + 1 == offer.entries);
        let instead = match &repair.way {
            RepairWay::LeaveOut => None,
            RepairWay::Looser(entry) | RepairWay::Retyped(entry) => Some(text(entry)),
        };
        match &offer.change {
            NotebookChange::Enter(_) if is_last => {
                instead.map(NotebookChange::Enter).into_iter().collect()
            }
            // The entry stays as it was.
            NotebookChange::Edit(place, _) if at == *place => {
                instead.map(|line| NotebookChange::Edit(*place, line)).into_iter().collect()
            }
            NotebookChange::Insert(place, _) if at == *place => {
                instead.map(|line| NotebookChange::Insert(*place, line)).into_iter().collect()
            }
            NotebookChange::Edit(place, line) => {
                let place = place - before(at, *place);
                vec![changed(at), NotebookChange::Edit(place, line.clone())]
            }
            NotebookChange::Insert(place, line) => {
                let old = at - usize::from(at > *place);
                let place = place - before(old, *place);
                vec![changed(old), NotebookChange::Insert(place, line.clone())]
            }
            NotebookChange::Delete(place) => {
                let old = at + usize::from(at >= *place);
                vec![changed(old), NotebookChange::Delete(place - before(old, *place))]
            }
            NotebookChange::Enter(_)
            | NotebookChange::Undo
            | NotebookChange::Redo
            | NotebookChange::Habit(..)
            | NotebookChange::Set(_)
            | NotebookChange::Together(_) => vec![changed(at), offer.change.clone()],
        }
    }
}

/// Changes that are taken back together.
fn together(mut changes: Vec<NotebookChange>) -> NotebookChange {
    match changes.len() {
        1 => changes.remove(0),
        _ => NotebookChange::Together(changes),
    }
}
