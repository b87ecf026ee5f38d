//! What follows from somebody's not accusing (Cluedo paper sec. 4, the action `nowin`; thesis 1.1): who ends a turn and is taken for
//! a perfect logician did not know then what is in the envelope. What they could tell is taken to be what follows from what
//! they noticed themselves: that is so of perfect logicians, and whoever concludes more than these would know even more, so
//! that nothing false is concluded about them either. Only turns count in which the player could accuse: where one accuses only
//! after one's own suspicion, who gets into no room ends the turn whatever they know. Of these only the last one of each player
//! counts, because who does not know at a later time did not know before.

use super::account::{Account, World};
use super::clues::Clues;
use crate::cluedo::{CluedoCards, CluedoNotice, Ending};
use crate::game::Player;

/// What is concluded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conclusions {
    /// What follows from answers and accusations.
    Answers,
    /// Also what follows from somebody's not accusing.
    NotAccusing,
}

/// Somebody did not accuse at the end of a turn.
#[derive(Clone, Debug)]
pub struct Wait {
    /// Who.
    pub player: Player,
    /// The place of the notice that says so.
    pub end: usize,
    /// What everybody could tell then.
    pub public: Clues,
}

/// So many deals with the same envelope are looked at before it is taken to be possible.
const MOST_TRIED: usize = 500;

impl Account {
    /// Whether a world agrees with what is concluded beside answers and accusations.
    pub fn agrees_with(&self, conclusions: Conclusions, world: &World) -> bool {
        match conclusions {
            Conclusions::Answers => true,
            Conclusions::NotAccusing => self.last_turns().iter().all(|&(player, end)| {
                self.note_nested();
                let clues = self.clues_at(world, player, end);
                clues.can_be_other(self.dealt(), world.envelope)
            }),
        }
    }

    /// What others could tell when they did not accuse, if something is concluded from it.
    pub fn waits(&self, conclusions: Conclusions) -> Vec<Wait> {
        let wait = |(player, end)| Wait { player, end, public: self.public_at(end) };
        match conclusions {
            Conclusions::Answers => Vec::new(),
            Conclusions::NotAccusing => self.last_turns().into_iter().map(wait).collect(),
        }
    }

    /// How likely nobody knew the envelope when they did not accuse, with the hands of a world, whatever they were shown.
    pub fn chance_of_waiting(&self, waits: &[Wait], world: &World) -> f64 {
        waits.iter().map(|wait| self.chance_not_to_know(wait, world)).product()
    }

    /// How likely a player was shown cards with which they did not know the envelope when they did not accuse.
    fn chance_not_to_know(&self, wait: &Wait, world: &World) -> f64 {
        let part = |(seen, chance): (CluedoCards, f64)| {
            self.note_nested();
            let clues = self.with_sight(wait.public.clone(), &world.hands, wait.player, seen);
            if clues.can_be_other(self.dealt(), world.envelope) { chance } else { 0.0 }
        };
        self.sights(wait.player, &world.hands, wait.end).into_iter().map(part).sum()
    }

    /// The envelopes for which there is a world where everybody who ended a turn did not know the envelope then. Where too many
    /// deals would have to be tried, an envelope is taken to be possible. If nothing is possible, somebody is no perfect
    /// logician, and nothing is concluded.
    pub fn envelopes_without_win(&mut self) -> Vec<CluedoCards> {
        let envelopes = self.envelopes().to_vec();
        let turns = self.last_turns();
        let possible = |&envelope: &CluedoCards| self.is_possible_without_win(envelope, &turns);
        let left: Vec<CluedoCards> = envelopes.iter().copied().filter(possible).collect();
        if left.is_empty() { envelopes } else { left }
    }

    fn is_possible_without_win(&self, envelope: CluedoCards, turns: &[(Player, usize)]) -> bool {
        let dealt = self.dealt();
        let agrees = |hands: &[CluedoCards]| {
            turns.iter().all(|&(player, end)| self.may_not_know(envelope, hands, player, end))
        };
        let Some(first) = self.own().find_hands(dealt, envelope) else { return false };
        if agrees(&first) {
            return true;
        }
        let mut clues = self.own().clone();
        clues.holds(dealt, dealt.envelope(), envelope);
        match clues.list_deals(dealt, MOST_TRIED) {
            Some(deals) => deals.iter().any(|(_, hands)| agrees(hands)),
            None => true,
        }
    }

    /// Whether a player may have been shown cards with which they did not know the envelope when they ended a turn.
    fn may_not_know(
        &self,
        envelope: CluedoCards,
        hands: &[CluedoCards],
        player: Player,
        end: usize,
    ) -> bool {
        let shows = self.shows();
        let to_player = shows.iter().filter(|show| show.asker == player && show.at < end);
        // All that they may have seen, each once. Cards are in one hand each, so that a set says whose they are.
        let mut seen: Vec<CluedoCards> = vec![0];
        for show in to_player {
            let among = match show.seen {
                0 => hands[show.shower.index()] & show.cards,
                card => card,
            };
            let mut more: Vec<CluedoCards> = seen
                .iter()
                .flat_map(|seen| super::clues::bits(among).map(move |card| seen | card))
                .collect();
            more.sort_unstable();
            more.dedup();
            seen = more;
        }
        let before = self.public_at(end);
        seen.iter().any(|&seen| {
            self.note_nested();
            let clues = self.with_sight(before.clone(), hands, player, seen);
            clues.can_be_other(self.dealt(), envelope)
        })
    }

    /// Where the last turn of each other player ended in which they could accuse, of those who have not accused.
    fn last_turns(&self) -> Vec<(Player, usize)> {
        let mut turns: Vec<(Player, usize)> = Vec::new();
        let mut asker = None;
        for (at, notice) in self.notices().iter().enumerate() {
            match *notice {
                CluedoNotice::Suspicion(by, _) => asker = Some(by),
                CluedoNotice::EndOfTurn(by) => {
                    if by != self.player() && self.could_accuse(by, asker) {
                        turns.retain(|(player, _)| *player != by);
                        turns.push((by, at));
                    }
                    asker = None;
                }
                CluedoNotice::Wrong { .. } => asker = None,
                CluedoNotice::Dealt(_)
                | CluedoNotice::Pass(_)
                | CluedoNotice::Show(..)
                | CluedoNotice::Right(..)
                | CluedoNotice::Board(_) => {}
            }
        }
        turns.retain(|(player, _)| !self.is_out(*player));
        turns
    }

    /// Whether who ends a turn could accuse instead, given who has suspected in it, if anybody has.
    fn could_accuse(&self, by: Player, asker: Option<Player>) -> bool {
        match self.ends() {
            Ending::Accusation => true,
            Ending::Unrefuted => asker == Some(by),
        }
    }

    /// What a player could tell before a notice, in a world.
    fn clues_at(&self, world: &World, player: Player, end: usize) -> Clues {
        let shows = self.shows();
        let to_player = shows.iter().filter(|show| show.asker == player && show.at < end);
        let seen = to_player.fold(0, |all, show| all | world.shown[show.at]);
        self.with_sight(self.public_at(end), &world.hands, player, seen)
    }

    /// What somebody can tell who has seen more than everybody: a hand, and cards that others have.
    pub(super) fn with_sight(
        &self,
        mut clues: Clues,
        hands: &[CluedoCards],
        player: Player,
        seen: CluedoCards,
    ) -> Clues {
        clues.sees(player.index(), hands[player.index()]);
        for (holder, hand) in hands.iter().enumerate().filter(|(at, _)| *at != player.index()) {
            clues.holds(self.dealt(), holder, hand & seen);
        }
        _ = clues.conclude(self.dealt());
        clues
    }

    /// What everybody could tell before a notice.
    fn public_at(&self, end: usize) -> Clues {
        let dealt = self.dealt();
        let (mut clues, mut asked) = (Clues::new(dealt), 0);
        for notice in &self.notices()[..end] {
            match *notice {
                CluedoNotice::Suspicion(_, cards) => asked = cards,
                CluedoNotice::Pass(by) => clues.lacks(dealt, by.index(), asked),
                CluedoNotice::Show(by, _) => clues.holds_one(by.index(), asked),
                CluedoNotice::Wrong { player, named: Some(cards), .. }
                    if player != self.player() || self.hears_accusations() =>
                {
                    clues.is_not_envelope(cards);
                }
                CluedoNotice::Dealt(_)
                | CluedoNotice::Right(..)
                | CluedoNotice::Wrong { .. }
                | CluedoNotice::EndOfTurn(_)
                | CluedoNotice::Board(_) => {}
            }
        }
        clues
    }
}
