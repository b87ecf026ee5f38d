//! How a finished game went by what everybody at the table heard: how many turns there were, what was suspected, and how it ended.
//! Nothing here depends on who played.

use crate::cluedo::board::BoardNotice;
use crate::cluedo::{CluedoCards, CluedoNotice};
use crate::game::{Play, Player};

/// How a game ended, by what everybody heard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum ClosingKind {
    /// The winner accused rightly, and had not just named those cards without being refuted.
    Accused,
    /// The winner had suspected what is in the envelope, and nobody could show a card.
    Unrefuted,
    /// All others had accused wrongly.
    LastOneLeft,
    /// Everybody had accused wrongly.
    NobodyLeft,
    /// There were as many turns as there may be.
    TurnsUp,
}

impl ClosingKind {
    /// All kinds.
    pub const ALL: [Self; 5] =
        [Self::Accused, Self::Unrefuted, Self::LastOneLeft, Self::NobodyLeft, Self::TurnsUp];
}

/// How a finished game went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameCourse {
    /// How many turns began.
    pub turns: u64,
    /// How it ended.
    pub closing: ClosingKind,
    /// Who won.
    pub winner: Option<Player>,
    /// How many accusations were wrong.
    pub wrong_accusations: u64,
    /// Of each player: how many suspicions they made, and how many of these had cards of their own.
    pub suspicions: Vec<(u64, u64)>,
}

impl GameCourse {
    /// The course of a game that is over, with the hands that were dealt.
    pub fn of(play: &dyn Play, hands: &[CluedoCards]) -> Self {
        let mut heard = Heard { suspicions: vec![(0, 0); hands.len()], ..Heard::default() };
        // What is said aloud is the same for everybody.
        for observed in play.memory(Player(0)).since(0) {
            if let Some(notice) = CluedoNotice::read(observed) {
                heard.hear(notice, hands);
            }
        }
        let winner = heard.right.map(|(player, _)| player).or_else(|| paid(play));
        let everybody = hands.len() as u64;
        let closing = match (heard.right, winner) {
            (Some((_, true)), _) => ClosingKind::Unrefuted,
            (Some((_, false)), _) => ClosingKind::Accused,
            (None, Some(_)) => ClosingKind::LastOneLeft,
            (None, None) if heard.wrong == everybody => ClosingKind::NobodyLeft,
            (None, None) => ClosingKind::TurnsUp,
        };
        let open = u64::from(heard.right.is_some());
        Self {
            turns: heard.turns.ended() + open,
            closing,
            winner,
            wrong_accusations: heard.wrong,
            suspicions: heard.suspicions,
        }
    }

    /// Whether somebody named what is in the envelope.
    pub fn has_accused(&self) -> bool {
        match self.closing {
            ClosingKind::Accused | ClosingKind::Unrefuted => true,
            ClosingKind::LastOneLeft | ClosingKind::NobodyLeft | ClosingKind::TurnsUp => false,
        }
    }
}

/// Who has the payoff of a winner.
fn paid(play: &dyn Play) -> Option<Player> {
    let payoffs = play.returns().ok()?;
    let none = crate::exact::Exact(crate::exact::RBig::ZERO);
    payoffs.iter().zip(Player::first(payoffs.len())).find(|(worth, _)| **worth > none).map(|p| p.1)
}

#[derive(Default)]
struct Heard {
    turns: TurnCount,
    /// The last suspicion, if nobody has shown a card to it so far.
    unrefuted: Option<CluedoCards>,
    /// Who accused rightly, and whether it was of their suspicion that nobody refuted.
    right: Option<(Player, bool)>,
    wrong: u64,
    suspicions: Vec<(u64, u64)>,
}

impl Heard {
    fn hear(&mut self, notice: CluedoNotice, hands: &[CluedoCards]) {
        if self.turns.begin(Some(notice)).is_some() {
            self.unrefuted = None;
        }
        match notice {
            CluedoNotice::Suspicion(by, cards) => {
                self.unrefuted = Some(cards);
                let own = hands.get(by.index()).is_some_and(|hand| hand & cards != 0);
                if let Some(count) = self.suspicions.get_mut(by.index()) {
                    *count = (count.0 + 1, count.1 + u64::from(own));
                }
            }
            CluedoNotice::Show(..) => self.unrefuted = None,
            CluedoNotice::Right(by, cards) => {
                self.right = Some((by, self.unrefuted == Some(cards)));
            }
            CluedoNotice::Wrong { .. } => self.wrong += 1,
            CluedoNotice::Dealt(_)
            | CluedoNotice::Pass(_)
            | CluedoNotice::EndOfTurn(_)
            | CluedoNotice::Board(_) => {}
        }
    }
}

/// Counts turns by what is noticed. On a board a turn may be without a suspicion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TurnCount {
    ended: u64,
    is_open: bool,
}

impl TurnCount {
    /// Takes a notice. Where a turn begins with it, how many turns were there before.
    pub fn begin(&mut self, notice: Option<CluedoNotice>) -> Option<u64> {
        let (before, was_open) = (self.ended, self.is_open);
        match notice {
            Some(CluedoNotice::Board(BoardNotice::Placed(_) | BoardNotice::First(_)))
            | Some(CluedoNotice::Dealt(_))
            | None => return None,
            Some(CluedoNotice::EndOfTurn(_) | CluedoNotice::Wrong { .. }) => {
                self.ended += 1;
                self.is_open = false;
            }
            Some(
                CluedoNotice::Suspicion(..)
                | CluedoNotice::Pass(_)
                | CluedoNotice::Show(..)
                | CluedoNotice::Right(..)
                | CluedoNotice::Board(_),
            ) => self.is_open = true,
        }
        (!was_open).then_some(before)
    }

    /// How many turns have ended.
    pub fn ended(&self) -> u64 {
        self.ended
    }
}
