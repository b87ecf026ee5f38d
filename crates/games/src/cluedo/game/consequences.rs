//! What comes of a step of Cluedo without a choice: who has one card to show shows it, who has none passes, a suspect is
//! moved, and a turn ends where nothing else can be done.

use super::notice::CluedoNotice;
use super::play::CluedoPlay;
use crate::cluedo::board::BoardNotice;
use crate::game::{Observation, Player};

impl CluedoPlay {
    /// All that came of the last step without a choice, with the cards that were shown.
    pub(super) fn tell_consequences(&self) -> Vec<String> {
        let first = self.before.last().map_or(0, |before| before.noticed as usize);
        let noticed = self.memories.first().map_or(0, |memory| memory.len());
        (first..noticed).filter_map(|at| self.tell_consequence(at)).collect()
    }

    /// The same of one thing that was noticed, if nobody chose it.
    fn tell_consequence(&self, at: usize) -> Option<String> {
        if self.players().any(|player| self.observed(player, at).is_some_and(|o| o.own.is_some())) {
            return None;
        }
        let public = self.observed(Player(0), at)?;
        let witness = match CluedoNotice::read(public)? {
            // It is told with what chance did.
            CluedoNotice::Dealt(_)
            | CluedoNotice::Board(
                BoardNotice::Placed(_) | BoardNotice::First(_) | BoardNotice::Roll(..),
            ) => return None,
            // They know which card it was.
            CluedoNotice::Show(by, _) => by,
            CluedoNotice::Suspicion(..)
            | CluedoNotice::Pass(_)
            | CluedoNotice::Right(..)
            | CluedoNotice::Wrong { .. }
            | CluedoNotice::EndOfTurn(_)
            | CluedoNotice::Board(
                BoardNotice::Throw(_)
                | BoardNotice::Go(..)
                | BoardNotice::Stay(_)
                | BoardNotice::Summoned(..),
            ) => Player(0),
        };
        Some(self.game.tell_to(None, self.observed(witness, at)?))
    }

    fn observed(&self, player: Player, at: usize) -> Option<Observation<'_>> {
        self.memories.get(player.index())?.since(at).next()
    }
}
