//! What a player does on their own turn. What can be done is weighed, and nothing else: on a board one suspects in the room where
//! one is, and moves before that for a triple that is told.

use super::{Accusing, CluedoPlayer, Heading};
use crate::cluedo::advice::Recommendation;
use crate::cluedo::board::{Goal, room_card, suspect_here};
use crate::cluedo::players::why::{CluedoAim, CluedoReason, CluedoWhy, Millionths};
use crate::cluedo::{CluedoCards, CluedoMove, Ending, cards_in};
use crate::game::Move;
use crate::strategy::NoChoice;
use hexa_logic::{Stop, Stream};

/// What a player knows of the envelope.
enum Known {
    /// It can only be this, and why.
    Certain(CluedoCards, CluedoWhy),
    /// All these are possible.
    Open(Vec<CluedoCards>),
}

impl CluedoPlayer {
    /// A move that is made, and why.
    pub(super) fn make(
        &mut self,
        made: CluedoMove,
        aim: CluedoAim,
        why: CluedoWhy,
    ) -> Result<Move, NoChoice> {
        self.reason = Some(self.reason_of(aim, why));
        self.game.move_of(made).ok_or(NoChoice::UnknownInformation)
    }

    fn reason_of(&self, aim: CluedoAim, why: CluedoWhy) -> CluedoReason {
        CluedoReason { aim, why, conclusions: self.settings.conclusions }
    }

    fn names(&self, cards: CluedoCards) -> Vec<String> {
        let deck = self.game.rules().deck();
        cards_in(cards).map(|card| deck.name(card).to_owned()).collect()
    }

    fn know(&mut self) -> Result<Known, NoChoice> {
        let envelopes = self.envelopes();
        match envelopes[..] {
            [] => Err(NoChoice::UnknownInformation),
            [only] => {
                let why = match self.account.envelopes().len() {
                    1 => CluedoWhy::OnlyEnvelope,
                    otherwise => CluedoWhy::OnlyWithoutWin { otherwise },
                };
                Ok(Known::Certain(only, why))
            }
            _ => Ok(Known::Open(envelopes)),
        }
    }

    /// Suspects, or accuses.
    pub(super) fn begin_turn(
        &mut self,
        moves: &[Move],
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<Move, NoChoice> {
        match self.know()? {
            Known::Certain(only, why) => self.use_knowledge(moves, only, why),
            Known::Open(envelopes) => {
                let candidates = self.suspicions(moves);
                let aim = match candidates.len() == self.game.triples().len() {
                    true => CluedoAim::Move,
                    false => CluedoAim::InRoom,
                };
                let (cards, why) = self.suspect(&candidates, &envelopes, stream, stop)?;
                self.make(CluedoMove::Suspect(cards), aim, why)
            }
        }
    }

    /// Accuses of what is known. Where one accuses only after a suspicion, that comes first; here it may win by itself.
    fn use_knowledge(
        &mut self,
        moves: &[Move],
        only: CluedoCards,
        why: CluedoWhy,
    ) -> Result<Move, NoChoice> {
        for made in [CluedoMove::Accuse(only), CluedoMove::Suspect(only)] {
            if self.game.move_of(made).is_some_and(|made| moves.binary_search(&made).is_ok()) {
                return self.make(made, CluedoAim::Move, why);
            }
        }
        let here = suspect_here(&self.game, moves, only);
        self.make(CluedoMove::Suspect(here), CluedoAim::ToAccuse(self.names(only)), why)
    }

    /// The suspicions among some moves.
    fn suspicions(&self, moves: &[Move]) -> Vec<CluedoCards> {
        let cards = |made: &Move| match self.game.meaning(*made)? {
            CluedoMove::Suspect(cards) => Some(cards),
            CluedoMove::Accuse(_)
            | CluedoMove::EndTurn
            | CluedoMove::Show(_)
            | CluedoMove::Travel(_) => None,
        };
        moves.iter().filter_map(cards).collect()
    }

    /// Accuses, or ends the turn.
    pub(super) fn decide(&mut self, stop: &Stop) -> Result<Move, NoChoice> {
        let (made, why) = match (self.know()?, self.settings.accusing) {
            (Known::Certain(only, why), _) => (CluedoMove::Accuse(only), why),
            (Known::Open(_), Accusing::Weighed) => self.weigh_accusing(stop)?,
            (Known::Open(envelopes), Accusing::Certain) => {
                (CluedoMove::EndTurn, CluedoWhy::NotCertain { envelopes: envelopes.len() })
            }
        };
        self.make(made, CluedoAim::Move, why)
    }

    /// What is better, to accuse or to wait.
    fn weigh_accusing(&mut self, stop: &Stop) -> Result<(CluedoMove, CluedoWhy), NoChoice> {
        self.take_notes(stop)?;
        let notes = self.notes.as_ref().ok_or(NoChoice::UnknownInformation)?;
        let guess = self.assistance(notes, self.settings.assistance, stop).guess()?;
        let why = CluedoWhy::Weighed {
            recommendation: guess.recommendation,
            chance: Millionths::of(guess.best.chance.value()),
            wins: guess.waiting.hits,
            games: guess.waiting.draws,
        };
        let made = match guess.recommendation {
            Recommendation::Accuse | Recommendation::Risk => {
                CluedoMove::Accuse(guess.best.table.iter().fold(0, |all, card| all | 1 << card.0))
            }
            Recommendation::Wait | Recommendation::TooClose => CluedoMove::EndTurn,
        };
        Ok((made, why))
    }

    /// A step towards the room of what they want to suspect or accuse of.
    pub(super) fn travel(
        &mut self,
        moves: &[Move],
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<Move, NoChoice> {
        let heading = match self.heading.take() {
            Some(heading) => heading,
            None => self.find_heading(stream, stop)?,
        };
        let room = room_card(&self.game, heading.goal).ok_or(NoChoice::UnknownInformation)?;
        let goal = match (&heading.reason.aim, self.game.rules().ends) {
            // Whoever has suspected anywhere accuses.
            (CluedoAim::ToAccuse(_), Ending::Unrefuted) => Goal::AnyRoom { best: room },
            (CluedoAim::ToAccuse(_), Ending::Accusation)
            | (
                CluedoAim::ToSuspect(_)
                | CluedoAim::InsteadOf(_)
                | CluedoAim::Move
                | CluedoAim::InRoom,
                _,
            ) => Goal::Room(room),
        };
        let made = self.traveller.towards(&self.game, self.account.player(), moves, goal);
        self.reason = Some(heading.reason.clone());
        self.heading = Some(heading);
        made.ok_or(NoChoice::UnknownInformation)
    }

    fn find_heading(&mut self, stream: &mut Stream, stop: &Stop) -> Result<Heading, NoChoice> {
        let (goal, aim, why) = match self.know()? {
            Known::Certain(only, why) => (only, CluedoAim::ToAccuse(self.names(only)), why),
            Known::Open(envelopes) => {
                let all = self.game.triples().to_vec();
                let (cards, why) = self.suspect(&all, &envelopes, stream, stop)?;
                (cards, CluedoAim::ToSuspect(self.names(cards)), why)
            }
        };
        Ok(Heading { goal, reason: self.reason_of(aim, why) })
    }
}
