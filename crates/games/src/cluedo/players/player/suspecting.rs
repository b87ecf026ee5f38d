//! What a player suspects, of what they can suspect: any triple that can be in the envelope, what is best by a measure of a
//! question, what tells them most beyond what it tells the others, what wins most games that are played on, or what the
//! assistant says.

use super::{Asking, CluedoPlayer, OwnCards};
use crate::cluedo::edition::AfterAccusing;
use crate::cluedo::players::assistance::AssistanceSettings;
use crate::cluedo::players::nested::{Answerers, Nested};
use crate::cluedo::players::questions::Suspicions;
use crate::cluedo::players::sample::{Sample, SampleBasis, refuse_limit};
use crate::cluedo::players::why::{CluedoWhy, Millionths};
use crate::cluedo::{CluedoCards, cards_in};
use crate::game::Player;
use crate::measures::Measure;
use crate::strategy::NoChoice;
use hexa_logic::{Card, Stop, Stream};
use std::collections::{BTreeMap, BTreeSet};

/// Suspicions that are as good but for rounding.
const CLOSE: f64 = 1e-9;

/// So many suspicions are tried by playing on.
const TRIED: usize = 4;

impl CluedoPlayer {
    /// The best of some suspicions, and why it is.
    pub(super) fn suspect(
        &mut self,
        candidates: &[CluedoCards],
        envelopes: &[CluedoCards],
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<(CluedoCards, CluedoWhy), NoChoice> {
        match self.settings.asking {
            Asking::Possible => Ok(self.draw_possible(candidates, envelopes, stream)),
            Asking::Any => {
                let cards = stream.pick(candidates).copied().unwrap_or_default();
                Ok((cards, CluedoWhy::AnyTriple { among: candidates.len() }))
            }
            Asking::Measured(measure) => {
                self.suspect_by(measure, &self.that_may_be_named(candidates), stream, stop)
            }
            Asking::Bluffing => self.bluff(&self.that_may_be_named(candidates), stream, stop),
            Asking::Lookahead => self.look_ahead(&self.that_may_be_named(candidates), stream, stop),
            Asking::Advised => self.ask_assistant(candidates, stop),
        }
    }

    /// The suspicions that the player would make at all, if there are any. Of a category of which all cards are own ones, one
    /// is named.
    fn that_may_be_named(&self, candidates: &[CluedoCards]) -> Vec<CluedoCards> {
        let hand = self.account.hand();
        let has_others = |category: &CluedoCards| category & !hand != 0;
        let categories = self.account.dealt().categories.iter();
        let others = categories.filter(|one| has_others(one)).fold(0, |all, one| all | one);
        let avoided = match self.settings.own_cards {
            OwnCards::Named => 0,
            OwnCards::Avoided => hand & others,
        };
        let named: Vec<CluedoCards> =
            candidates.iter().copied().filter(|cards| cards & avoided == 0).collect();
        if named.is_empty() { candidates.to_vec() } else { named }
    }

    /// One of the triples that can be in the envelope. Where there is none, one that could be there with another room.
    fn draw_possible(
        &self,
        candidates: &[CluedoCards],
        envelopes: &[CluedoCards],
        stream: &mut Stream,
    ) -> (CluedoCards, CluedoWhy) {
        let possible: Vec<CluedoCards> =
            envelopes.iter().copied().filter(|cards| candidates.contains(cards)).collect();
        if let Some(&cards) = stream.pick(&possible) {
            return (cards, CluedoWhy::Possible { envelopes: possible.len() });
        }
        let rooms = self.account.dealt().categories.last().copied().unwrap_or(0);
        let is_possible_elsewhere = |cards: &CluedoCards| {
            envelopes.iter().any(|envelope| envelope & !rooms == cards & !rooms)
        };
        let elsewhere: Vec<CluedoCards> =
            candidates.iter().copied().filter(is_possible_elsewhere).collect();
        let cards = stream.pick(&elsewhere).copied().unwrap_or_default();
        (cards, CluedoWhy::PossibleElsewhere { among: elsewhere.len() })
    }

    /// What the assistant ranks first. It is told the room, if there is only one.
    fn ask_assistant(
        &mut self,
        candidates: &[CluedoCards],
        stop: &Stop,
    ) -> Result<(CluedoCards, CluedoWhy), NoChoice> {
        self.take_notes(stop)?;
        let notes = self.notes.as_ref().ok_or(NoChoice::UnknownInformation)?;
        let common = candidates.iter().fold(CluedoCards::MAX, |common, cards| common & cards);
        let rooms = self.account.dealt().categories.last().copied().unwrap_or(0);
        let room: Vec<Card> = cards_in(common & rooms).collect();
        let best = self.assistance(notes, self.settings.assistance, stop).suggest(room)?;
        let best = best.ok_or(NoChoice::UnknownInformation)?;
        let (gain, leak) = (Millionths::of(best.gain), Millionths::of(best.leak));
        let cards = best.cards.iter().fold(0, |all, card| all | 1 << card.0);
        Ok((cards, CluedoWhy::AdvisedSuspicion { gain, leak }))
    }

    /// What suspicions are worth by a measure, the more the better.
    fn weigh(
        &self,
        measure: Measure,
        candidates: &[CluedoCards],
        sample: &Sample,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<Vec<f64>, NoChoice> {
        let mut questions = Suspicions::new(&self.account, self.game.rules(), sample);
        if measure == Measure::Worlds {
            let notes = self.notes.as_ref().ok_or(NoChoice::UnknownInformation)?;
            let courses = notes.record().public_courses().map_err(refuse_limit)?;
            let players = self.game.rules().hands().len();
            let hands = |holder_of: Vec<u8>| {
                let mut hands = vec![0 as CluedoCards; players + 1];
                for (card, &holder) in holder_of.iter().enumerate() {
                    hands[usize::from(holder)] |= 1 << card;
                }
                hands.truncate(players);
                hands
            };
            let drawn = (0..self.settings.draws).map_while(|_| courses.draw_deal(stream));
            questions = questions.with_public(drawn.map(hands).collect());
        }
        let worth = |&cards: &CluedoCards| {
            let worth = questions.worth(measure, cards, stop).map_err(|_| NoChoice::Stopped)?;
            Ok(if measure == Measure::Win { worth } else { -worth })
        };
        candidates.iter().map(worth).collect()
    }

    fn suspect_by(
        &mut self,
        measure: Measure,
        candidates: &[CluedoCards],
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<(CluedoCards, CluedoWhy), NoChoice> {
        let sample = self.sample(stream, stop)?;
        let mut worth = self.weigh(measure, candidates, &sample, stream, stop)?;
        let mut best = best_of(&worth);
        if measure == Measure::Win && best.len() > 1 {
            // Of those with the same chance, the one that leaves least open.
            let open = self.weigh(Measure::Entropy, candidates, &sample, stream, stop)?;
            let most = best.iter().map(|&at| open[at]).fold(f64::NEG_INFINITY, f64::max);
            best.retain(|&at| open[at] >= most - CLOSE);
        }
        let at = stream.pick(&best).copied().unwrap_or(0);
        let worth = Millionths::of(worth.swap_remove(at).abs());
        let (ties, basis) = (best.len(), sample.basis);
        Ok((candidates[at], CluedoWhy::Measured { measure, worth, ties, basis }))
    }

    /// The suspicion that tells the player most beyond what it tells the others. Where the worlds are listed, all that differ for
    /// the player are compared; else, of those with own cards of the same categories, the one that tells the player most.
    fn bluff(
        &mut self,
        candidates: &[CluedoCards],
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<(CluedoCards, CluedoWhy), NoChoice> {
        let sample = self.sample(stream, stop)?;
        let tried: Vec<(CluedoCards, f64)> = match sample.basis {
            SampleBasis::Listed(_) => {
                let kinds = self.account.kinds_of_cards();
                let different = first_of_each(candidates, |cards| kinds_of(&kinds, cards));
                let worth = self.weigh(Measure::Entropy, &different, &sample, stream, stop)?;
                different.into_iter().zip(worth).collect()
            }
            SampleBasis::Drawn(_) => {
                let worth = self.weigh(Measure::Entropy, candidates, &sample, stream, stop)?;
                self.best_by_own_cards(candidates, &worth)
            }
        };
        let (asked, responders) = (self.game.rules().edition.asked, self.responders());
        let answerers = Answerers { asked, responders: &responders };
        let mut nested = Nested::new(&self.account, &sample, self.settings.worlds);
        let best = nested.find_best(&tried, answerers, stop);
        self.nested += nested.count_asked();
        let (at, leak) = best.map_err(|_| NoChoice::Stopped)?;
        let (cards, worth) = tried[at];
        let why = CluedoWhy::Bluff {
            own: (cards & self.account.hand()).count_ones() as usize,
            gain: Millionths::of(open_now(&sample) + worth),
            leak: Millionths::of(leak),
            tried: tried.len(),
            basis: nested.basis(),
        };
        Ok((cards, why))
    }

    /// Of the suspicions with own cards of the same categories, the one that tells most.
    fn best_by_own_cards(
        &self,
        candidates: &[CluedoCards],
        worth: &[f64],
    ) -> Vec<(CluedoCards, f64)> {
        let mut best: BTreeMap<CluedoCards, (CluedoCards, f64)> = BTreeMap::new();
        for (&cards, &worth) in candidates.iter().zip(worth) {
            let own = self.categories_of(cards & self.account.hand());
            let one = best.entry(own).or_insert((cards, worth));
            if one.1 + CLOSE < worth {
                *one = (cards, worth);
            }
        }
        best.into_values().collect()
    }

    /// Who is asked, in turn.
    fn responders(&self) -> Vec<usize> {
        let rules = self.game.rules();
        let (own, players) = (self.account.player().index(), rules.hands().len());
        let is_asked = |seat: &usize| match rules.edition.after_accusing {
            AfterAccusing::StillShow => true,
            AfterAccusing::NotAsked => !self.account.is_out(Player::from_index(*seat)),
        };
        (1..players).map(|after| (own + after) % players).filter(is_asked).collect()
    }

    /// The categories of some cards, a bit for each.
    fn categories_of(&self, cards: CluedoCards) -> CluedoCards {
        let categories = self.account.dealt().categories.iter().enumerate();
        categories.filter(|(_, of)| **of & cards != 0).fold(0, |all, (at, _)| all | 1 << at)
    }

    /// Of the suspicions that are best by two measures, the one with which the player wins most of the games that are played on.
    fn look_ahead(
        &mut self,
        candidates: &[CluedoCards],
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<(CluedoCards, CluedoWhy), NoChoice> {
        let sample = self.sample(stream, stop)?;
        let mut tried: Vec<CluedoCards> = Vec::new();
        for measure in [Measure::Entropy, Measure::Win] {
            let worth = self.weigh(measure, candidates, &sample, stream, stop)?;
            let mut places: Vec<usize> = (0..worth.len()).collect();
            places.sort_by(|&one, &two| worth[two].total_cmp(&worth[one]));
            for &at in places.iter().take(TRIED / 2) {
                if !tried.contains(&candidates[at]) {
                    tried.push(candidates[at]);
                }
            }
        }
        let notes = self.notes.as_ref().ok_or(NoChoice::UnknownInformation)?;
        let settings =
            AssistanceSettings { games: self.settings.lookahead, ..self.settings.assistance };
        let wins = self.assistance(notes, settings, stop).compare(&tried)?;
        // The first of several: it tells most.
        let most = wins.iter().copied().max().unwrap_or(0);
        let at = wins.iter().position(|&wins| wins == most).unwrap_or(0);
        let (games, many) = (self.settings.lookahead, tried.len());
        Ok((tried[at], CluedoWhy::Lookahead { wins: most, games, tried: many }))
    }
}

/// The first of some suspicions of each kind.
fn first_of_each<K: Ord>(
    suspicions: &[CluedoCards],
    kind: impl Fn(CluedoCards) -> K,
) -> Vec<CluedoCards> {
    let mut kinds = BTreeSet::new();
    suspicions.iter().copied().filter(|&cards| kinds.insert(kind(cards))).collect()
}

/// The kinds of some cards, in order.
fn kinds_of(kinds: &[usize], cards: CluedoCards) -> Vec<usize> {
    cards_in(cards).map(|card| kinds[card.index()]).collect()
}

/// How many bits are open of the envelope.
fn open_now(sample: &Sample) -> f64 {
    let mut chances: Vec<(CluedoCards, f64)> = Vec::new();
    for one in &sample.worlds {
        match chances.iter_mut().find(|(envelope, _)| *envelope == one.world.envelope) {
            Some((_, chance)) => *chance += one.chance,
            None => chances.push((one.world.envelope, one.chance)),
        }
    }
    chances.iter().map(|(_, chance)| -chance * chance.log2()).sum()
}

/// The places of the largest numbers.
fn best_of(worth: &[f64]) -> Vec<usize> {
    let most = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (0..worth.len()).filter(|&at| worth[at] >= most - CLOSE).collect()
}
