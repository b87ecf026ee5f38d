//! A player of Cluedo who draws every conclusion (thesis 1.2, on perfect logicians): what they suspect, which card they show, and
//! when they accuse is set. Whether to accuse or to wait is weighed as in example 6 there.

mod showing;
mod suspecting;
mod turn;

use super::account::Account;
use super::assistance::{Assistance, AssistanceSettings};
use super::notes::{Memories, NoNotes, Notes};
use super::nowin::Conclusions;
use super::sample::{Sample, refuse_limit};
use super::why::CluedoReason;
use crate::cluedo::board::Traveller;
use crate::cluedo::{CluedoCards, CluedoGame, CluedoMove, CluedoNotice};
use crate::game::{Move, Observation, Player};
use crate::measures::Measure;
use crate::strategy::{Decision, NoChoice, Strategy, Why};
use hexa_engine::deals::Obstacle;
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

/// What a player suspects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asking {
    /// Any triple that can be in the envelope.
    Possible,
    /// Any triple.
    Any,
    /// What is best by a measure.
    Measured(Measure),
    /// What tells the player most, less what it tells the others.
    Bluffing,
    /// With what they win most of the games that are played on.
    Lookahead,
    /// What the assistant says.
    Advised,
}

/// Which card a player shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Showing {
    /// One that was shown to the same player before, if there is one.
    Again,
    /// Any.
    Any,
    /// The one that leaves most open for whoever asks.
    LeavingMost,
    /// What the assistant says.
    Advised,
}

/// When a player accuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accusing {
    /// When certain.
    Certain,
    /// When that wins more often than to wait.
    Weighed,
}

/// Whether suspicions that are weighed may have cards of one's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnCards {
    /// They may.
    Named,
    /// They may not, as long as there are others.
    Avoided,
}

/// What a player of Cluedo does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerSettings {
    /// What they suspect.
    pub asking: Asking,
    /// Whether they name own cards where suspicions are weighed.
    pub own_cards: OwnCards,
    /// Which card they show.
    pub showing: Showing,
    /// When they accuse.
    pub accusing: Accusing,
    /// What they conclude.
    pub conclusions: Conclusions,
    /// So many worlds are drawn where there are too many to list.
    pub draws: usize,
    /// In so many worlds it is worked out what others can tell.
    pub worlds: usize,
    /// So many games are played on for each suspicion.
    pub lookahead: usize,
    /// How the others play, and how many games are played on to tell whether to accuse.
    pub assistance: AssistanceSettings,
}

/// A player of Cluedo who draws every conclusion.
pub struct CluedoPlayer {
    game: Arc<CluedoGame>,
    settings: PlayerSettings,
    account: Account,
    notes: Option<Notes>,
    reason: Option<CluedoReason>,
    nested: u64,
    traveller: Traveller,
    /// What they move for, in this turn.
    heading: Option<Heading>,
}

/// What a player moves for on a board, and why.
#[derive(Clone)]
struct Heading {
    goal: CluedoCards,
    reason: CluedoReason,
}

/// What is to be done.
enum Asked {
    /// To suspect or accuse.
    Begin,
    /// To move on a board.
    Travel,
    /// To accuse or end the turn.
    Decide,
    /// To show one of these cards.
    Show(CluedoCards),
}

impl CluedoPlayer {
    /// A player of a game.
    pub fn new(game: Arc<CluedoGame>, settings: PlayerSettings) -> Self {
        let account = Account::new(game.rules());
        Self {
            game,
            settings,
            account,
            notes: None,
            reason: None,
            nested: 0,
            traveller: Traveller::default(),
            heading: None,
        }
    }

    /// What they have noticed, and what follows from it.
    pub fn account(&self) -> &Account {
        &self.account
    }

    /// How often they worked out what somebody else can think of.
    pub fn count_nested(&self) -> u64 {
        self.nested + self.account.count_nested()
    }

    /// The triples that they take for possible, in order.
    pub fn envelopes(&mut self) -> Vec<CluedoCards> {
        match self.settings.conclusions {
            Conclusions::Answers => self.account.envelopes().to_vec(),
            Conclusions::NotAccusing => self.account.envelopes_without_win(),
        }
    }

    fn asked(&self, moves: &[Move]) -> Option<Asked> {
        match self.game.meaning(*moves.first()?)? {
            CluedoMove::Suspect(_) => Some(Asked::Begin),
            CluedoMove::Travel(_) => Some(Asked::Travel),
            CluedoMove::Accuse(_) | CluedoMove::EndTurn => Some(Asked::Decide),
            CluedoMove::Show(_) => {
                let card = |made: &Move| match self.game.meaning(*made) {
                    Some(CluedoMove::Show(card)) => 1 << card.0,
                    Some(
                        CluedoMove::Suspect(_)
                        | CluedoMove::Accuse(_)
                        | CluedoMove::EndTurn
                        | CluedoMove::Travel(_),
                    )
                    | None => 0,
                };
                Some(Asked::Show(moves.iter().map(card).fold(0, |all, card| all | card)))
            }
        }
    }

    /// Brings the notes up to date.
    fn take_notes(&mut self, stop: &Stop) -> Result<(), NoChoice> {
        self.take_notes_until(self.account.notices().len(), stop)
    }

    fn take_notes_until(&mut self, end: usize, stop: &Stop) -> Result<(), NoChoice> {
        let rules = self.game.rules();
        let mut notes = match self.notes.take() {
            Some(notes) => notes,
            None => Notes::new(rules, Memories::Good, stop).map_err(refuse_notes)?,
        };
        notes.take_until(rules, &self.account, end).map_err(refuse_notes)?;
        self.notes = Some(notes);
        Ok(())
    }

    fn assistance<'a>(
        &'a self,
        notes: &'a Notes,
        settings: AssistanceSettings,
        stop: &'a Stop,
    ) -> Assistance<'a> {
        Assistance::new((&self.account, notes), self.game.rules(), settings, stop)
    }

    fn sample(&mut self, stream: &mut Stream, stop: &Stop) -> Result<Sample, NoChoice> {
        self.take_notes(stop)?;
        let notes = self.notes.as_ref().ok_or(NoChoice::UnknownInformation)?;
        let how = (self.settings.draws, self.settings.conclusions);
        let sample = Sample::draw(&self.account, notes, how, stream, stop)?;
        match sample.worlds.is_empty() {
            true => Err(NoChoice::UnknownInformation),
            false => Ok(sample),
        }
    }
}

/// Why a player does not move if there is no record.
fn refuse_notes(no: NoNotes) -> NoChoice {
    match no {
        NoNotes::Refused(Obstacle::GaveUp(limit)) => refuse_limit(limit),
        NoNotes::Misdealt(_) | NoNotes::Refused(Obstacle::Reason(_)) => {
            NoChoice::UnknownInformation
        }
    }
}

impl Strategy for CluedoPlayer {
    fn begin(&mut self, player: Player) {
        self.account.begin(player);
        self.traveller.begin(&self.game);
        (self.notes, self.reason, self.heading) = (None, None, None);
    }

    fn observe(&mut self, observed: Observation<'_>) {
        match CluedoNotice::read(observed) {
            Some(CluedoNotice::Board(notice)) => self.traveller.observe(&self.game, notice),
            // In the next turn it is decided anew where to go.
            Some(CluedoNotice::EndOfTurn(_) | CluedoNotice::Wrong { .. }) => self.heading = None,
            Some(
                CluedoNotice::Dealt(_)
                | CluedoNotice::Suspicion(..)
                | CluedoNotice::Pass(_)
                | CluedoNotice::Show(..)
                | CluedoNotice::Right(..),
            )
            | None => {}
        }
        self.account.observe(observed);
    }

    fn choose(
        &mut self,
        decision: Decision<'_>,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<usize, NoChoice> {
        stop.look().map_err(|_| NoChoice::Stopped)?;
        let moves = decision.moves;
        let made = match self.asked(moves).ok_or(NoChoice::UnknownInformation)? {
            Asked::Show(cards) => self.show(cards, stream, stop)?,
            Asked::Travel => self.travel(moves, stream, stop)?,
            Asked::Begin => self.begin_turn(moves, stream, stop)?,
            Asked::Decide => self.decide(stop)?,
        };
        moves.binary_search(&made).map_err(|_| NoChoice::UnknownInformation)
    }

    fn explain(&self) -> Option<Why> {
        self.reason.clone().map(Why::Cluedo)
    }
}
