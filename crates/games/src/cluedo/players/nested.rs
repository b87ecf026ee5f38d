//! What others can tell after a move (thesis 1.2, examples 4, 5 and 7): a card is shown with which whoever asks is least likely to
//! know the envelope, and of several the one that leaves most possible for them; a suspicion is made that tells the player more
//! than it tells the others, for which own cards can be named too.
//!
//! Where the worlds are few, that is worked out in all of them: in every deal, with everything that others can have been
//! shown. Of more worlds, it is worked out in some that were drawn. What somebody can tell depends on what they see, so that
//! worlds in which they see the same are taken together.

use super::account::Account;
use super::clues::{Clues, bits};
use super::sample::{Sample, SampleBasis, SampleWorld};
use crate::cluedo::CluedoCards;
use crate::cluedo::edition::Asked;
use crate::game::Player;
use hexa_logic::{Stop, Stopped};
use std::collections::BTreeMap;

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

/// Questions about what others know, and how many were asked.
pub struct Nested<'a> {
    account: &'a Account,
    worlds: &'a [SampleWorld],
    basis: SampleBasis,
    asked: u64,
}

/// What somebody sees beside what is public: their hand, and the cards that they were shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Sight {
    hand: CluedoCards,
    shown: CluedoCards,
}

/// What somebody can tell who sees something.
struct Seen {
    clues: Clues,
    /// The places of the worlds in which they see it, each with how likely that is.
    worlds: Vec<(usize, f64)>,
}

impl Seen {
    fn chance(&self) -> f64 {
        self.worlds.iter().map(|(_, chance)| chance).sum()
    }
}

/// What another player sees, with how many envelopes they can think of, as a logarithm.
type OpenSight = (Seen, f64);

/// Who is asked, and who answers, in turn.
#[derive(Clone, Copy, Debug)]
pub struct Answerers<'a> {
    /// Whether all answer.
    pub asked: Asked,
    /// By seat.
    pub responders: &'a [usize],
}

impl<'a> Nested<'a> {
    /// In all worlds of a sample, if they are listed, and in so many of those that were drawn.
    pub fn new(account: &'a Account, sample: &'a Sample, most: usize) -> Self {
        let (worlds, basis) = match sample.basis {
            SampleBasis::Listed(_) => (&sample.worlds[..], sample.basis),
            SampleBasis::Drawn(_) => {
                let worlds = &sample.worlds[..most.min(sample.worlds.len())];
                (worlds, SampleBasis::Drawn(worlds.len()))
            }
        };
        Self { account, worlds, basis, asked: 0 }
    }

    /// Which worlds are looked at.
    pub fn basis(&self) -> SampleBasis {
        self.basis
    }

    /// How many questions were asked: what somebody can think of who sees something.
    pub fn count_asked(&self) -> u64 {
        self.asked
    }

    /// All that a player can see.
    fn sights(&self, player: Player, stop: &Stop) -> Result<Vec<Seen>, Stopped> {
        let all: f64 = self.worlds.iter().map(|one| one.chance).sum();
        let notices = self.account.notices().len();
        let mut sights: BTreeMap<Sight, Seen> = BTreeMap::new();
        for (at, one) in self.worlds.iter().enumerate() {
            stop.count(1)?;
            let world = &one.world;
            let shown = match self.basis {
                SampleBasis::Listed(_) => self.account.sights(player, &world.hands, notices),
                SampleBasis::Drawn(_) => vec![(self.account.shown_to(world, player), 1.0)],
            };
            for (shown, part) in shown {
                let sight = Sight { hand: world.hands[player.index()], shown };
                let seen = sights.entry(sight).or_insert_with(|| Seen {
                    clues: self.account.clues_with(&world.hands, player, shown),
                    worlds: Vec::new(),
                });
                seen.worlds.push((at, one.chance / all * part));
            }
        }
        Ok(sights.into_values().collect())
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
        let (account, own) = (self.account, self.account.player().index());
        let mut compared: Vec<CardEffect> =
            bits(cards).map(|card| CardEffect { card, knows: 0.0, open: 0.0 }).collect();
        for seen in self.sights(asker, stop)? {
            let chance = seen.chance();
            for one in &mut compared {
                stop.count(1)?;
                let mut then = seen.clues.clone();
                then.holds(account.dealt(), own, one.card);
                let open = self.open(&then);
                one.knows += if open == 0.0 { chance } else { 0.0 };
                one.open += chance * open;
            }
        }
        compared.sort_by(|one, two| {
            one.knows.total_cmp(&two.knows).then(two.open.total_cmp(&one.open))
        });
        Ok(compared)
    }

    /// Of some suspicions, each with what it tells the player, the place of the one that tells most beyond what it tells another
    /// player, in bits, on average over those who can still win; and how much that is. No suspicion tells anybody less than
    /// nothing, so that those are left out which tell the player no more than the best one does beyond that.
    pub fn find_best(
        &mut self,
        suspicions: &[(CluedoCards, f64)],
        answerers: Answerers<'_>,
        stop: &Stop,
    ) -> Result<(usize, f64), Stopped> {
        let rivals = self.rivals(stop)?;
        let mut places: Vec<usize> = (0..suspicions.len()).collect();
        places.sort_by(|&one, &other| suspicions[other].1.total_cmp(&suspicions[one].1));
        let (mut best, mut most) = ((0, 0.0), f64::NEG_INFINITY);
        for at in places {
            let (cards, worth) = suspicions[at];
            if worth <= most {
                break;
            }
            if let Some(leak) = self.leak(&rivals, cards, worth - most, answerers, stop)? {
                (best, most) = ((at, leak), worth - leak);
            }
        }
        Ok(best)
    }

    /// By player who can still win, what they can see.
    fn rivals(&mut self, stop: &Stop) -> Result<Vec<Vec<OpenSight>>, Stopped> {
        let (account, own) = (self.account, self.account.player());
        let is_rival = |player: &Player| *player != own && !account.is_out(*player);
        let mut rivals = Vec::new();
        for player in Player::first(account.dealt().sizes.len()).filter(is_rival) {
            let sights = self.sights(player, stop)?;
            let open = |seen: Seen| {
                let open = self.open(&seen.clues);
                (seen, open)
            };
            rivals.push(sights.into_iter().map(open).collect());
        }
        Ok(rivals)
    }

    /// How much a suspicion is expected to tell another player; nothing if it is no less than so much.
    fn leak(
        &mut self,
        rivals: &[Vec<OpenSight>],
        cards: CluedoCards,
        below: f64,
        answerers: Answerers<'_>,
        stop: &Stop,
    ) -> Result<Option<f64>, Stopped> {
        let worlds = self.worlds;
        let heard: Vec<u32> =
            worlds.iter().map(|one| answerers.showers(cards, &one.world.hands)).collect();
        let mut leak = 0.0;
        for (seen, before) in rivals.iter().flatten() {
            let mut answers: BTreeMap<u32, f64> = BTreeMap::new();
            for &(at, chance) in &seen.worlds {
                *answers.entry(heard[at]).or_insert(0.0) += chance;
            }
            for (showers, chance) in answers {
                stop.count(1)?;
                let then = self.after(&seen.clues, (cards, showers), answerers);
                leak += chance * (before - self.open(&then)) / rivals.len() as f64;
            }
            if leak >= below {
                return Ok(None);
            }
        }
        Ok(Some(leak))
    }

    /// What somebody can tell after the answers to a suspicion.
    fn after(
        &self,
        clues: &Clues,
        (cards, showers): (CluedoCards, u32),
        answerers: Answerers<'_>,
    ) -> Clues {
        let mut then = clues.clone();
        for &seat in answerers.responders {
            if showers >> seat & 1 == 0 {
                then.lacks(self.account.dealt(), seat, cards);
                continue;
            }
            then.holds_one(seat, cards);
            if answerers.asked == Asked::UntilOneShows {
                break;
            }
        }
        then
    }
}

impl Answerers<'_> {
    /// Who shows a card, a bit for each.
    fn showers(&self, cards: CluedoCards, hands: &[CluedoCards]) -> u32 {
        let mut able = self.responders.iter().filter(|&&seat| hands[seat] & cards != 0);
        match self.asked {
            Asked::UntilOneShows => able.next().map_or(0, |seat| 1 << seat),
            Asked::Everybody => able.fold(0, |all, seat| all | 1 << seat),
        }
    }
}
