//! What suspicions are worth, by each measure of a question (Cluedo paper sec. 6: "by what measure we should compare
//! partitions"), in the worlds of a [`Sample`]: the deals that are left for who asks, the worlds of the next state up to
//! bisimilarity, what stays open of the envelope, and the chance to know it after the answer.
//!
//! Worlds are counted as a deal together with the cards that each player has been shown by each other one: in what order or how
//! often these were shown makes no difference to what anybody knows, nor does it that a card was shown which everybody knows to
//! be there. Which further worlds are bisimilar because somebody had concluded more is left out.

use super::account::Account;
use super::clues::bits;
use super::sample::{Sample, ShowNotice};
use crate::cluedo::edition::{AfterAccusing, Asked};
use crate::cluedo::{CluedoCards, CluedoRules};
use crate::game::Player;
use crate::measures::Measure;
use hexa_logic::{Stop, Stopped};

/// What is the same for all suspicions.
pub struct Suspicions<'a> {
    account: &'a Account,
    asked: Asked,
    /// Who is asked, in turn.
    responders: Vec<usize>,
    sample: &'a Sample,
    /// Hands as somebody sees them who knows only what is public, each with the worlds there are with them.
    public: Vec<(Vec<CluedoCards>, f64)>,
    shows: Vec<ShowNotice>,
    /// The envelopes of the sample, and by world its place among them.
    envelopes: Vec<CluedoCards>,
    place_of: Vec<usize>,
}

/// What comes of a suspicion: who shows which card, as digits, one for each card asked for.
type Outcome = u64;

impl<'a> Suspicions<'a> {
    /// The suspicions that a player can make.
    pub fn new(account: &'a Account, rules: &CluedoRules, sample: &'a Sample) -> Self {
        let players = account.dealt().sizes.len();
        let own = account.player().index();
        let is_asked = |seat: &usize| match rules.edition.after_accusing {
            AfterAccusing::StillShow => true,
            AfterAccusing::NotAsked => !account.is_out(Player::from_index(*seat)),
        };
        let responders =
            (1..players).map(|after| (own + after) % players).filter(is_asked).collect();
        let mut envelopes: Vec<CluedoCards> =
            sample.worlds.iter().map(|one| one.world.envelope).collect();
        envelopes.sort_unstable();
        envelopes.dedup();
        let place = |envelope| envelopes.binary_search(&envelope).unwrap_or(0);
        let place_of = sample.worlds.iter().map(|one| place(one.world.envelope)).collect();
        let (asked, shows) = (rules.edition.asked, account.shows());
        let public = Vec::new();
        Self { account, asked, responders, sample, public, shows, envelopes, place_of }
    }

    /// The same, where hands are given that are possible for everybody, so that worlds can be counted.
    pub fn with_public(mut self, hands: Vec<Vec<CluedoCards>>) -> Self {
        let known: Vec<CluedoCards> = (0..self.account.dealt().sizes.len())
            .map(|seat| self.account.public().certain(self.account.dealt(), seat))
            .collect();
        let worlds = |hands: Vec<CluedoCards>| {
            let mut pairs: Vec<(Player, Player)> =
                self.shows.iter().map(|show| (show.asker, show.shower)).collect();
            pairs.sort_unstable();
            pairs.dedup();
            let many: f64 = pairs
                .iter()
                .map(|&pair| count_sights(&self.shows, pair, &hands, &known, None) as f64)
                .product();
            (hands, many)
        };
        self.public = hands.into_iter().map(worlds).collect();
        self
    }

    /// What a suspicion is worth: the fewer the better, but for [`Measure::Win`]. Deals and worlds are shares of those that
    /// there are now, what is open is in bits.
    pub fn worth(&self, measure: Measure, cards: CluedoCards, stop: &Stop) -> Result<f64, Stopped> {
        stop.count(self.sample.worlds.len() as u64)?;
        let outcomes = self.outcomes(cards);
        Ok(match measure {
            Measure::Deals => outcomes.iter().map(|one| one.chance * one.share).sum(),
            Measure::Entropy => outcomes.iter().map(OutcomeSums::open).sum(),
            Measure::Win => {
                let settles = |one: &&OutcomeSums| self.settles(cards, one);
                outcomes.iter().filter(settles).map(|one| one.chance).sum()
            }
            Measure::Worlds => self.worlds_left(cards, &outcomes),
        })
    }

    /// All that can come of a suspicion.
    fn outcomes(&self, cards: CluedoCards) -> Vec<OutcomeSums> {
        let mut outcomes: Vec<OutcomeSums> = Vec::new();
        for (one, &place) in self.sample.worlds.iter().zip(&self.place_of) {
            self.answers(&one.world.hands, cards, &mut |outcome, part| {
                let at = outcomes.iter().position(|sums| sums.outcome == outcome);
                let at = at.unwrap_or_else(|| {
                    let envelopes = vec![0.0; self.envelopes.len()];
                    outcomes.push(OutcomeSums { outcome, chance: 0.0, share: 0.0, envelopes });
                    outcomes.len() - 1
                });
                let sums = &mut outcomes[at];
                sums.chance += one.chance * part;
                sums.share += one.share;
                sums.envelopes[place] += one.chance * part;
            });
        }
        outcomes
    }

    /// All answers to a suspicion with some hands, each with how likely it is.
    fn answers(
        &self,
        hands: &[CluedoCards],
        cards: CluedoCards,
        add: &mut dyn FnMut(Outcome, f64),
    ) {
        self.answers_from(0, (0, 1.0), hands, cards, add);
    }

    fn answers_from(
        &self,
        from: usize,
        (outcome, part): (Outcome, f64),
        hands: &[CluedoCards],
        cards: CluedoCards,
        add: &mut dyn FnMut(Outcome, f64),
    ) {
        let first =
            (from..self.responders.len()).find(|&at| hands[self.responders[at]] & cards != 0);
        let Some(at) = first else { return add(outcome, part) };
        let seat = self.responders[at];
        let held = hands[seat] & cards;
        let again = held & self.shown_by(seat);
        let among = if again != 0 { again } else { held };
        let part = part / f64::from(among.count_ones());
        for card in bits(among) {
            let outcome = outcome + digit(cards, card, seat, hands.len());
            match self.asked {
                Asked::UntilOneShows => add(outcome, part),
                Asked::Everybody => self.answers_from(at + 1, (outcome, part), hands, cards, add),
            }
        }
    }

    /// What a player has shown to who asks.
    fn shown_by(&self, seat: usize) -> CluedoCards {
        let is_it =
            |show: &&ShowNotice| show.asker == self.account.player() && show.shower.index() == seat;
        self.shows.iter().filter(is_it).fold(0, |all, show| all | show.seen)
    }

    /// Whether who asks knows the envelope after an answer. What was drawn may miss something that is possible.
    fn settles(&self, cards: CluedoCards, sums: &OutcomeSums) -> bool {
        if sums.envelopes.iter().filter(|&&chance| chance > 0.0).count() != 1 {
            return false;
        }
        let (dealt, mut clues) = (self.account.dealt(), self.account.own().clone());
        let (base, mut rest) = (dealt.sizes.len() as u64 + 1, sums.outcome);
        let mut has_shown = vec![0 as CluedoCards; dealt.sizes.len()];
        for card in bits(cards) {
            if rest % base > 0 {
                has_shown[(rest % base - 1) as usize] |= card;
            }
            rest /= base;
        }
        for &seat in &self.responders {
            match has_shown[seat] {
                0 => clues.lacks(dealt, seat, cards),
                card => {
                    clues.holds(dealt, seat, card);
                    if self.asked == Asked::UntilOneShows {
                        break;
                    }
                }
            }
        }
        clues.conclude(dealt).is_ok() && clues.only_envelope(dealt).is_some()
    }

    /// The share of the worlds that are expected to be left.
    fn worlds_left(&self, cards: CluedoCards, outcomes: &[OutcomeSums]) -> f64 {
        let own = self.account.player();
        let all: f64 = self.public.iter().map(|(_, many)| many).sum();
        let known: Vec<CluedoCards> = (0..self.account.dealt().sizes.len())
            .map(|seat| self.account.public().certain(self.account.dealt(), seat))
            .collect();
        // By who shows a card, a bit for each.
        let mut left: Vec<(u32, f64)> = Vec::new();
        for (hands, many) in &self.public {
            let mut showers = 0u32;
            let mut grown = *many;
            for &seat in &self.responders {
                if hands[seat] & cards == 0 {
                    continue;
                }
                showers |= 1 << seat;
                let pair = (own, Player::from_index(seat));
                let before = count_sights(&self.shows, pair, hands, &known, None);
                let after = count_sights(&self.shows, pair, hands, &known, Some(cards));
                grown *= after as f64 / before as f64;
                if self.asked == Asked::UntilOneShows {
                    break;
                }
            }
            match left.iter_mut().find(|(heard, _)| *heard == showers) {
                Some((_, sum)) => *sum += grown,
                None => left.push((showers, grown)),
            }
        }
        let heard = |outcome: Outcome| {
            let (base, mut rest, mut showers) =
                (self.account.dealt().sizes.len() as u64 + 1, outcome, 0u32);
            while rest > 0 {
                if rest % base > 0 {
                    showers |= 1 << (rest % base - 1);
                }
                rest /= base;
            }
            showers
        };
        let share = |one: &OutcomeSums| {
            let showers = heard(one.outcome);
            let found = left.iter().find(|(heard, _)| *heard == showers);
            one.chance * found.map_or(0.0, |(_, sum)| sum / all)
        };
        outcomes.iter().map(share).sum()
    }
}

/// What somebody shows, as a digit at the place of the card among those asked for.
fn digit(cards: CluedoCards, card: CluedoCards, seat: usize, players: usize) -> Outcome {
    let place = (cards & (card - 1)).count_ones();
    (seat as u64 + 1) * (players as u64 + 1).pow(place)
}

/// How many sets of cards one player can have seen of another, with some hands; with one occasion more.
fn count_sights(
    shows: &[ShowNotice],
    (asker, shower): (Player, Player),
    hands: &[CluedoCards],
    known: &[CluedoCards],
    more: Option<CluedoCards>,
) -> usize {
    let seat = shower.index();
    let of_pair = |show: &&ShowNotice| (show.asker, show.shower) == (asker, shower);
    let asked = shows.iter().filter(of_pair).map(|show| show.cards).chain(more);
    let mut seen: Vec<CluedoCards> = vec![0];
    for cards in asked {
        let held = hands[seat] & cards;
        let with = |seen: &CluedoCards| {
            let seen = *seen;
            bits(held).map(move |card| seen | (card & !known[seat]))
        };
        seen = seen.iter().flat_map(with).collect();
        seen.sort_unstable();
        seen.dedup();
    }
    seen.len().max(1)
}

/// What comes of a suspicion, and how likely it is.
struct OutcomeSums {
    outcome: Outcome,
    chance: f64,
    /// The share of the deals with which it can be.
    share: f64,
    /// By envelope, how likely both are.
    envelopes: Vec<f64>,
}

impl OutcomeSums {
    /// How many bits are open of the envelope after it, weighed by how likely it is.
    fn open(&self) -> f64 {
        let part = |chance: &f64| -chance * (chance / self.chance).log2();
        self.envelopes.iter().filter(|&&chance| chance > 0.0).map(part).sum()
    }
}
