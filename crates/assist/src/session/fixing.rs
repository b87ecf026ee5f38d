//! Taking a way out of a contradiction that was offered.

use super::{AssistSession, Heard, NotebookChange, Offer, Watch};
use crate::answer::{AssistAnswer, Done, NotDone};
use crate::entry::Entry;
use crate::notebook::{Repair, RepairWay};
use crate::setup::cards_named;
use hexa_logic::Card;

impl AssistSession {
    /// Takes a way out, by its letter; if my hand is wrong, also a card is named.
    pub(super) fn fix(&mut self, text: &str, watch: &mut Watch<'_>) -> Heard {
        let (letter, card) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let Some(offer) = self.offered.clone() else {
            return Heard::not_done(NotDone::NothingOffered);
        };
        let place = letter.bytes().next().filter(|_| letter.len() == 1);
        let place = place.and_then(|letter| letter.to_ascii_lowercase().checked_sub(b'a'));
        let repair = place.and_then(|place| offer.repairs.get(usize::from(place)));
        let Some(repair) = repair else {
            return Heard::not_done(NotDone::NoSuchWay(offer.repairs.len()));
        };
        let changes = match &repair.way {
            RepairWay::OtherHand { not, but } => match self.card_instead(card, but) {
                Some(card) => vec![self.change_hand(*not, card), offer.change.clone()],
                None => return Heard::not_done(NotDone::WhichCard(but.clone())),
            },
            RepairWay::LeaveOut | RepairWay::Looser(_) | RepairWay::Retyped(_)
                if !card.is_empty() =>
            {
                return Heard::not_done(NotDone::NoSuchWay(offer.repairs.len()));
            }
            RepairWay::LeaveOut | RepairWay::Looser(_) | RepairWay::Retyped(_) => {
                self.changes_for(&offer, repair)
            }
        };
        match changes.is_empty() {
            true => {
                self.offered = None;
                Heard::answer(AssistAnswer::LeftOut)
            }
            false => self.change(&[together(changes)], Some(Done::Fixed), watch),
        }
    }

    /// The card that is named, or the only one, of those that I can have.
    fn card_instead(&self, text: &str, but: &[Card]) -> Option<Card> {
        let named = cards_named(self.notebook.setup().deck(), text, &mut Vec::new());
        match (&named[..], but) {
            ([], [only]) if text.is_empty() => Some(*only),
            ([named], _) => Some(*named).filter(|named| but.contains(named)),
            _ => None,
        }
    }

    /// My hand with a card instead of another.
    fn change_hand(&self, not: Card, but: Card) -> NotebookChange {
        let setup = self.notebook.setup();
        let card = |&card: &Card| setup.deck().name(if card == not { but } else { card });
        let hand: Vec<&str> = setup.hand().iter().map(card).collect();
        NotebookChange::Set(format!("hand: {}", hand.join(", ")))
    }

    /// The changes that a way out takes, in terms of the entries as they are now.
    fn changes_for(&self, offer: &Offer, repair: &Repair) -> Vec<NotebookChange> {
        let text = |entry: &Entry| entry.text(self.notebook.setup());
        let Some(at) = repair.entry else { return Vec::new() };
        let instead = match &repair.way {
            RepairWay::LeaveOut | RepairWay::OtherHand { .. } => None,
            RepairWay::Looser(entry) | RepairWay::Retyped(entry) => Some(text(entry)),
        };
        let changed = |at: usize| match &instead {
            None => NotebookChange::Delete(at),
            Some(line) => NotebookChange::Edit(at, line.clone()),
        };
        let before = |at: usize, than: usize| usize::from(instead.is_none() && at < than);
        let is_last = at + 1 == offer.entries;
        match &offer.change {
            NotebookChange::Enter(_) if is_last => {
                instead.clone().map(NotebookChange::Enter).into_iter().collect()
            }
            // The entry stays as it was.
            NotebookChange::Edit(place, _) if at == *place => {
                let edit = |line| NotebookChange::Edit(*place, line);
                instead.clone().map(edit).into_iter().collect()
            }
            NotebookChange::Insert(place, _) if at == *place => {
                let insert = |line| NotebookChange::Insert(*place, line);
                instead.clone().map(insert).into_iter().collect()
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
