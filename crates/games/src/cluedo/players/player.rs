//! A player of Cluedo who draws every conclusion (thesis 1.2, on perfect logicians): what they suspect, which card they show, and
//! when they accuse is set. Whether to accuse or to wait is weighed as in example 6 there.

use super::account::Account;
use super::assistance::{Assistance, AssistanceSettings};
use super::clues::pick_card;
use super::nested::Nested;
use super::notes::{Memories, NoNotes, Notes};
use super::nowin::Conclusions;
use super::questions::Suspicions;
use super::sample::{Sample, refuse_limit};
use super::why::{CluedoWhy, Millionths};
use crate::cluedo::advice::Recommendation;
use crate::cluedo::board::{Traveller, room_card, suspect_here};
use crate::cluedo::edition::AfterAccusing;
use crate::cluedo::{CluedoCards, CluedoGame, CluedoMove, CluedoNotice};
use crate::game::{Move, Observation, Player};
use crate::measures::Measure;
use crate::strategy::{Decision, NoChoice, Strategy, Why};
use hexa_engine::deals::Obstacle;
use hexa_logic::{Card, Stop, Stream};
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
    why: Option<CluedoWhy>,
    nested: u64,
    traveller: Traveller,
    /// What they move to suspect, in this turn.
    wanted: Option<CluedoCards>,
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

/// Suspicions that are as good but for rounding.
const CLOSE: f64 = 1e-9;

/// So many suspicions are tried by playing on.
const TRIED: usize = 4;

impl CluedoPlayer {
    /// A player of a game.
    pub fn new(game: Arc<CluedoGame>, settings: PlayerSettings) -> Self {
        let account = Account::new(game.rules());
        Self {
            game,
            settings,
            account,
            notes: None,
            why: None,
            nested: 0,
            traveller: Traveller::default(),
            wanted: None,
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

    fn suspect(
        &mut self,
        envelopes: &[CluedoCards],
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<CluedoCards, NoChoice> {
        match self.settings.asking {
            Asking::Possible => {
                self.why = Some(CluedoWhy::Possible { envelopes: envelopes.len() });
                Ok(stream.pick(envelopes).copied().unwrap_or_default())
            }
            Asking::Any => {
                let triples = self.game.triples();
                self.why = Some(CluedoWhy::AnyTriple { among: triples.len() });
                Ok(stream.pick(triples).copied().unwrap_or_default())
            }
            Asking::Measured(measure) => self.suspect_by(measure, stream, stop),
            Asking::Bluffing => self.bluff(stream, stop),
            Asking::Lookahead => self.look_ahead(stream, stop),
            Asking::Advised => {
                self.take_notes(stop)?;
                let notes = self.notes.as_ref().ok_or(NoChoice::UnknownInformation)?;
                let assistance = self.assistance(notes, self.settings.assistance, stop);
                let best = assistance.suggest()?.ok_or(NoChoice::UnknownInformation)?;
                let (gain, leak) = (Millionths::of(best.gain), Millionths::of(best.leak));
                self.why = Some(CluedoWhy::AdvisedSuspicion { gain, leak });
                Ok(best.cards.iter().fold(0, |all, card| all | 1 << card.0))
            }
        }
    }

    /// What all suspicions are worth by a measure, the more the better.
    fn weigh(
        &self,
        measure: Measure,
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
        let mut weighed: Vec<f64> =
            self.game.triples().iter().map(worth).collect::<Result<_, _>>()?;
        for (&cards, worth) in self.game.triples().iter().zip(&mut weighed) {
            if !self.may_name(cards) {
                *worth = f64::NEG_INFINITY;
            }
        }
        Ok(weighed)
    }

    /// Whether a triple may be suspected where suspicions are weighed. Of a category of which all cards are own ones, one is named.
    fn may_name(&self, cards: CluedoCards) -> bool {
        let hand = self.account.hand();
        let has_others = |category: &CluedoCards| category & !hand != 0;
        let categories = self.account.dealt().categories.iter();
        let avoided = categories.filter(|one| has_others(one)).fold(0, |all, one| all | one);
        match self.settings.own_cards {
            OwnCards::Named => true,
            OwnCards::Avoided => cards & hand & avoided == 0,
        }
    }

    fn suspect_by(
        &mut self,
        measure: Measure,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<CluedoCards, NoChoice> {
        let sample = self.sample(stream, stop)?;
        let mut worth = self.weigh(measure, &sample, stream, stop)?;
        let mut best = best_of(&worth);
        if measure == Measure::Win && best.len() > 1 {
            // Of those with the same chance, the one that leaves least open.
            let open = self.weigh(Measure::Entropy, &sample, stream, stop)?;
            let most = best.iter().map(|&at| open[at]).fold(f64::NEG_INFINITY, f64::max);
            best.retain(|&at| open[at] >= most - CLOSE);
        }
        let at = stream.pick(&best).copied().unwrap_or(0);
        let worth = Millionths::of(worth.swap_remove(at).abs());
        let (ties, basis) = (best.len(), sample.basis);
        self.why = Some(CluedoWhy::Measured { measure, worth, ties, basis });
        Ok(self.game.triples()[at])
    }

    /// Of the suspicions with own cards of the same categories, the one that tells most; of these, the one that tells most beyond
    /// what it tells the others.
    fn bluff(&mut self, stream: &mut Stream, stop: &Stop) -> Result<CluedoCards, NoChoice> {
        let sample = self.sample(stream, stop)?;
        let worth = self.weigh(Measure::Entropy, &sample, stream, stop)?;
        let triples = self.game.triples();
        let hand = self.account.hand();
        let mut best: Vec<(CluedoCards, f64, CluedoCards)> = Vec::new();
        for (&cards, &worth) in triples.iter().zip(&worth).filter(|(_, worth)| worth.is_finite()) {
            let own = self.categories_of(cards & hand);
            match best.iter_mut().find(|(of, _, _)| *of == own) {
                Some(one) if one.1 + CLOSE < worth => *one = (own, worth, cards),
                Some(_) => {}
                None => best.push((own, worth, cards)),
            }
        }
        let suspicions: Vec<CluedoCards> = best.iter().map(|&(_, _, cards)| cards).collect();
        let rules = self.game.rules();
        let players = rules.hands().len();
        let is_asked = |seat: &usize| match rules.edition.after_accusing {
            AfterAccusing::StillShow => true,
            AfterAccusing::NotAsked => !self.account.is_out(Player::from_index(*seat)),
        };
        let own = self.account.player().index();
        let responders: Vec<usize> =
            (1..players).map(|after| (own + after) % players).filter(is_asked).collect();
        let worlds = self.settings.worlds.min(sample.worlds.len());
        let mut nested = Nested::new(&self.account, &sample, worlds);
        let leaks = nested.leaks(&suspicions, (rules.edition.asked, &responders), stop);
        let leaks = leaks.map_err(|_| NoChoice::Stopped)?;
        self.nested += nested.count_asked();
        let score = |at: usize| best[at].1 - leaks[at];
        let most = (0..best.len()).max_by(|&one, &two| score(one).total_cmp(&score(two)));
        let at = most.unwrap_or(0);
        let open = open_now(&sample);
        self.why = Some(CluedoWhy::Bluff {
            own: (suspicions[at] & hand).count_ones() as usize,
            gain: Millionths::of(open + best[at].1),
            leak: Millionths::of(leaks[at]),
            worlds,
        });
        Ok(suspicions[at])
    }

    /// The categories of some cards, a bit for each.
    fn categories_of(&self, cards: CluedoCards) -> CluedoCards {
        let categories = self.account.dealt().categories.iter().enumerate();
        categories.filter(|(_, of)| **of & cards != 0).fold(0, |all, (at, _)| all | 1 << at)
    }

    fn look_ahead(&mut self, stream: &mut Stream, stop: &Stop) -> Result<CluedoCards, NoChoice> {
        let sample = self.sample(stream, stop)?;
        let mut tried: Vec<CluedoCards> = Vec::new();
        for measure in [Measure::Entropy, Measure::Win] {
            let worth = self.weigh(measure, &sample, stream, stop)?;
            let mut places: Vec<usize> = (0..worth.len()).collect();
            places.sort_by(|&one, &two| worth[two].total_cmp(&worth[one]));
            places.retain(|&at| worth[at].is_finite());
            for &at in places.iter().take(TRIED / 2) {
                if !tried.contains(&self.game.triples()[at]) {
                    tried.push(self.game.triples()[at]);
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
        self.why = Some(CluedoWhy::Lookahead { wins: most, games, tried: many });
        Ok(tried[at])
    }

    /// What to accuse of, if that is better than to wait.
    fn weigh_accusing(&mut self, stop: &Stop) -> Result<Option<CluedoCards>, NoChoice> {
        self.take_notes(stop)?;
        let notes = self.notes.as_ref().ok_or(NoChoice::UnknownInformation)?;
        let guess = self.assistance(notes, self.settings.assistance, stop).guess()?;
        self.why = Some(CluedoWhy::Weighed {
            recommendation: guess.recommendation,
            chance: Millionths::of(guess.best.chance.value()),
            wins: guess.waiting.hits,
            games: guess.waiting.draws,
        });
        Ok(match guess.recommendation {
            Recommendation::Accuse | Recommendation::Risk => {
                Some(guess.best.table.iter().fold(0, |all, card| all | 1 << card.0))
            }
            Recommendation::Wait | Recommendation::TooClose => None,
        })
    }

    fn show(
        &mut self,
        cards: CluedoCards,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<CluedoCards, NoChoice> {
        let Some(suspicion) = self.account.suspicion() else {
            return Err(NoChoice::UnknownInformation);
        };
        match self.settings.showing {
            Showing::Again | Showing::LeavingMost => {
                let own = self.account.player();
                let shows = self.account.shows();
                let same = |show: &&super::sample::ShowNotice| {
                    (show.asker, show.shower) == (suspicion.by, own)
                };
                let again = shows.iter().filter(same).fold(0, |all, show| all | show.seen) & cards;
                if again != 0 {
                    self.why = Some(CluedoWhy::ShownBefore);
                    return Ok(pick_card(again, stream));
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
                self.why = Some(CluedoWhy::AdvisedCard { choice: advice.choice });
                return Ok(card);
            }
        }
        self.why = Some(CluedoWhy::AnyCard { among: cards.count_ones() as usize });
        Ok(pick_card(cards, stream))
    }

    fn show_leaving_most(
        &mut self,
        asker: Player,
        cards: CluedoCards,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<CluedoCards, NoChoice> {
        let sample = self.sample(stream, stop)?;
        let worlds = self.settings.worlds.min(sample.worlds.len());
        let mut nested = Nested::new(&self.account, &sample, worlds);
        let compared = nested.compare_cards(asker, cards, stop).map_err(|_| NoChoice::Stopped)?;
        self.nested += nested.count_asked();
        let best = compared.first().ok_or(NoChoice::UnknownInformation)?;
        let (knows, open) = (Millionths::of(best.knows), Millionths::of(best.open));
        self.why = Some(CluedoWhy::LeavesMost { knows, open, worlds });
        Ok(best.card)
    }

    /// What to do on one's own turn.
    fn take_turn(
        &mut self,
        asked: &Asked,
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<CluedoMove, NoChoice> {
        let envelopes = self.envelopes();
        match (&envelopes[..], asked) {
            (&[only], _) => {
                let otherwise = self.account.envelopes().len();
                self.why = Some(match otherwise {
                    1 => CluedoWhy::OnlyEnvelope,
                    _ => CluedoWhy::OnlyWithoutWin { otherwise },
                });
                Ok(CluedoMove::Accuse(only))
            }
            ([], _) => Err(NoChoice::UnknownInformation),
            (_, Asked::Begin | Asked::Travel) => {
                let wanted = match self.wanted {
                    Some(wanted) => wanted,
                    None => self.suspect(&envelopes, stream, stop)?,
                };
                Ok(CluedoMove::Suspect(wanted))
            }
            (_, Asked::Decide | Asked::Show(_)) => {
                if self.settings.accusing == Accusing::Weighed {
                    let accused = self.weigh_accusing(stop)?;
                    return Ok(accused.map_or(CluedoMove::EndTurn, CluedoMove::Accuse));
                }
                self.why = Some(CluedoWhy::NotCertain { envelopes: envelopes.len() });
                Ok(CluedoMove::EndTurn)
            }
        }
    }
}

/// On a board.
impl CluedoPlayer {
    /// A step towards the room that they want to suspect in, or to accuse from.
    fn travel(
        &mut self,
        moves: &[Move],
        stream: &mut Stream,
        stop: &Stop,
    ) -> Result<usize, NoChoice> {
        let wanted = match self.take_turn(&Asked::Travel, stream, stop)? {
            CluedoMove::Suspect(cards) | CluedoMove::Accuse(cards) => cards,
            CluedoMove::EndTurn | CluedoMove::Show(_) | CluedoMove::Travel(_) => {
                return Err(NoChoice::UnknownInformation);
            }
        };
        self.wanted = Some(wanted);
        let room = room_card(&self.game, wanted).ok_or(NoChoice::UnknownInformation)?;
        let made = self.traveller.towards(&self.game, self.account.player(), moves, room);
        let made = made.ok_or(NoChoice::UnknownInformation)?;
        moves.binary_search(&made).map_err(|_| NoChoice::UnknownInformation)
    }

    /// A move as it can be made here: one suspects in the room one is in, and where nobody accuses one suspects instead.
    fn here(&self, moves: &[Move], made: CluedoMove) -> CluedoMove {
        let is_legal = |made: CluedoMove| {
            self.game.move_of(made).is_some_and(|made| moves.binary_search(&made).is_ok())
        };
        match made {
            CluedoMove::Suspect(cards) | CluedoMove::Accuse(cards) if !is_legal(made) => {
                match self.traveller.standing() {
                    Some(_) => CluedoMove::Suspect(suspect_here(&self.game, moves, cards)),
                    None => CluedoMove::Suspect(cards),
                }
            }
            CluedoMove::Suspect(_)
            | CluedoMove::Accuse(_)
            | CluedoMove::EndTurn
            | CluedoMove::Show(_)
            | CluedoMove::Travel(_) => made,
        }
    }
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
        (self.notes, self.why, self.wanted) = (None, None, None);
    }

    fn observe(&mut self, observed: Observation<'_>) {
        match CluedoNotice::read(observed) {
            Some(CluedoNotice::Board(notice)) => self.traveller.observe(&self.game, notice),
            // In the next turn it is decided anew where to go.
            Some(CluedoNotice::EndOfTurn(_)) => self.wanted = None,
            Some(
                CluedoNotice::Dealt(_)
                | CluedoNotice::Suspicion(..)
                | CluedoNotice::Pass(_)
                | CluedoNotice::Show(..)
                | CluedoNotice::Right(..)
                | CluedoNotice::Wrong { .. },
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
        let asked = self.asked(decision.moves).ok_or(NoChoice::UnknownInformation)?;
        let made = match asked {
            Asked::Show(cards) => {
                CluedoMove::Show(Card(self.show(cards, stream, stop)?.trailing_zeros()))
            }
            Asked::Travel => return self.travel(decision.moves, stream, stop),
            Asked::Begin | Asked::Decide => {
                let made = self.take_turn(&asked, stream, stop)?;
                self.here(decision.moves, made)
            }
        };
        let made = self.game.move_of(made).ok_or(NoChoice::UnknownInformation)?;
        decision.moves.binary_search(&made).map_err(|_| NoChoice::UnknownInformation)
    }

    fn explain(&self) -> Option<Why> {
        self.why.map(Why::Cluedo)
    }
}
