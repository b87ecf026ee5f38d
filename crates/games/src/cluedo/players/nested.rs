//! What others can tell after a move, worked out in each world that is drawn (thesis 1.2, examples 4, 5 and 7): a card is shown
//! with which whoever asks is least likely to know the envelope, and of several the one that leaves most possible for them; a
//! suspicion is made that tells the player more than it tells the others, for which own cards can be named too.

use super::account::{Account, World};
use super::clues::{Clues, bits};
use super::sample::Sample;
use crate::cluedo::CluedoCards;
use crate::cluedo::edition::Asked;
use crate::game::Player;
use hexa_logic::{Stop, Stopped};

/// What showing a card does, on average over worlds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CardEffect {
    /// The card, as a set.
    pub card: CluedoCards,
    /// How likely whoever asks knows the envelope then.
    pub knows: f64,
    /// How much is open for them, as the logarithm of how many envelopes they can think of, in bits.
    pub open: f64,
}

/// Suspicions about what others know, and how many were asked.
pub struct Nested<'a> {
    account: &'a Account,
    sample: &'a Sample,
    /// So many worlds are looked at, at most.
    worlds: usize,
    asked: u64,
}

impl<'a> Nested<'a> {
    /// In the first worlds of a sample.
    pub fn new(account: &'a Account, sample: &'a Sample, worlds: usize) -> Self {
        Self { account, sample, worlds, asked: 0 }
    }

    /// How many questions were asked: what somebody can think of in a world.
    pub fn count_asked(&self) -> u64 {
        self.asked
    }

    /// The worlds that are looked at, each with its weight.
    fn worlds(&self) -> Vec<(&'a World, f64)> {
        let worlds = self.sample.worlds.iter().take(self.worlds);
        let all: f64 = worlds.clone().map(|one| one.chance).sum();
        worlds.map(|one| (&one.world, one.chance / all)).collect()
    }

    /// How many envelopes somebody can think of, as a logarithm.
    fn open(&mut self, clues: &Clues) -> f64 {
        self.asked += 1;
        (clues.envelopes(self.account.dealt()).len().max(1) as f64).log2()
    }

    /// What each of some cards tells whoever asks, the best first.
    pub fn compare_cards(
        &mut self,
        asker: Player,
        cards: CluedoCards,
        stop: &Stop,
    ) -> Result<Vec<CardEffect>, Stopped> {
        let (dealt, own) = (self.account.dealt(), self.account.player().index());
        let mut compared: Vec<CardEffect> =
            bits(cards).map(|card| CardEffect { card, knows: 0.0, open: 0.0 }).collect();
        for (world, weight) in self.worlds() {
            let clues = self.account.clues_in(world, asker);
            for one in &mut compared {
                stop.count(1)?;
                let mut then = clues.clone();
                then.holds(dealt, own, one.card);
                let open = self.open(&then);
                one.knows += if open == 0.0 { weight } else { 0.0 };
                one.open += weight * open;
            }
        }
        compared.sort_by(|one, two| {
            one.knows.total_cmp(&two.knows).then(two.open.total_cmp(&one.open))
        });
        Ok(compared)
    }

    /// How much each of some suspicions is expected to tell another player, in bits, on average over those who can still win.
    pub fn leaks(
        &mut self,
        suspicions: &[CluedoCards],
        (asked, responders): (Asked, &[usize]),
        stop: &Stop,
    ) -> Result<Vec<f64>, Stopped> {
        let (dealt, own) = (self.account.dealt(), self.account.player());
        let rivals: Vec<Player> = Player::first(dealt.sizes.len())
            .filter(|&player| player != own && !self.account.is_out(player))
            .collect();
        let mut leaks = vec![0.0; suspicions.len()];
        for (world, weight) in self.worlds() {
            for &rival in &rivals {
                let clues = self.account.clues_in(world, rival);
                let before = self.open(&clues);
                for (leak, &cards) in leaks.iter_mut().zip(suspicions) {
                    stop.count(1)?;
                    let mut then = clues.clone();
                    for &seat in responders {
                        if world.hands[seat] & cards == 0 {
                            then.lacks(dealt, seat, cards);
                            continue;
                        }
                        then.holds_one(seat, cards);
                        if asked == Asked::UntilOneShows {
                            break;
                        }
                    }
                    *leak += weight * (before - self.open(&then)) / rivals.len() as f64;
                }
            }
        }
        Ok(leaks)
    }
}
