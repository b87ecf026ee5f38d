//! Which card a player shows: one that the same player was shown before, any, the one that leaves most open for whoever asks, or
//! what the assistant says.

use super::{CluedoPlayer, Showing};
use crate::cluedo::players::clues::pick_card;
use crate::cluedo::players::nested::Nested;
use crate::cluedo::players::sample::ShowNotice;
use crate::cluedo::players::why::{CluedoAim, CluedoWhy, Millionths};
use crate::cluedo::{CluedoCards, CluedoMove, CluedoNotice};
use crate::game::{Move, Player};
use crate::strategy::NoChoice;
use hexa_logic::{Card, Stop, Stream};

impl CluedoPlayer {
    /// Shows one of these cards.
    pub(super) fn show(
        &mut self,
        cards: CluedoCards,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<Move, NoChoice> {
        let (card, why) = self.choose_card(cards, stream, stop)?;
        self.make(CluedoMove::Show(Card(card.trailing_zeros())), CluedoAim::Move, why)
    }

    fn choose_card(
        &mut self,
        cards: CluedoCards,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<(CluedoCards, CluedoWhy), NoChoice> {
        let Some(suspicion) = self.account.suspicion() else {
            return Err(NoChoice::UnknownInformation);
        };
        match self.settings.showing {
            Showing::Again | Showing::LeavingMost => {
                let own = self.account.player();
                let shows = self.account.shows();
                let same = |show: &&ShowNotice| (show.asker, show.shower) == (suspicion.by, own);
                let again = shows.iter().filter(same).fold(0, |all, show| all | show.seen) & cards;
                if again != 0 {
                    return Ok((pick_card(again, stream), CluedoWhy::ShownBefore));
                }
                if self.settings.showing == Showing::LeavingMost {
                    return self.show_leaving_most(suspicion.by, cards, stream, stop);
                }
            }
            Showing::Any => {}
            Showing::Advised => {
                // Whoever asks the assistant at a table has not typed the suspicion yet.
                let is_suspicion = |one: &CluedoNotice| matches!(one, CluedoNotice::Suspicion(..));
                let last = self.account.notices().iter().rposition(is_suspicion);
                self.take_notes_until(last.unwrap_or(0), stop)?;
                let notes = self.notes.as_ref().ok_or(NoChoice::UnknownInformation)?;
                let assistance = self.assistance(notes, self.settings.assistance, stop);
                let advice = assistance.show(suspicion.by, suspicion.cards)?;
                let first = advice.cards.first().ok_or(NoChoice::UnknownInformation)?;
                let card = 1 << first.card.0;
                return Ok((card, CluedoWhy::AdvisedCard { choice: advice.choice }));
            }
        }
        let among = cards.count_ones() as usize;
        Ok((pick_card(cards, stream), CluedoWhy::AnyCard { among }))
    }

    fn show_leaving_most(
        &mut self,
        asker: Player,
        cards: CluedoCards,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<(CluedoCards, CluedoWhy), NoChoice> {
        let sample = self.sample(stream, stop)?;
        let mut nested = Nested::new(&self.account, &sample, self.settings.worlds);
        let compared = nested.compare_cards(asker, cards, stop).map_err(|_| NoChoice::Stopped)?;
        self.nested += nested.count_asked();
        let basis = nested.basis();
        let best = compared.first().ok_or(NoChoice::UnknownInformation)?;
        let (knows, open) = (Millionths::of(best.knows), Millionths::of(best.open));
        Ok((best.card, CluedoWhy::LeavesMost { knows, open, basis }))
    }
}
