//! A suspicion and its answers: everybody is asked in turn, until somebody shows a card, or to the last in editions where all answer.

use super::{AnswerGiven, Expected, Reader, Trouble, Unread};
use crate::entry::tokens::Kind;
use crate::entry::{Ending, Entry};
use hexa_games::cluedo::deck::best;
use hexa_games::cluedo::edition::Asked;
use hexa_logic::{Agent, Card};
use std::ops::Range;

const NO: &[&str] = &["no", "none", "nothing", "nope", "n", "passes", "pass", "passed"];
const SHOWS: &[&str] = &["shows", "show", "showed", "yes", "y"];
const MISSED: &[&str] = &["missed", "unclear"];
const NOBODY: &[&str] = &["none", "nobody", "noone"];
const REST: &[&str] = &["all", "others", "rest", "everybody", "everyone"];
const SOMEBODY: &[&str] = &["somebody", "someone"];
/// Who sees the card, in the words of people: `shows her a card`.
const RECEIVERS: &[&str] = &["him", "her", "them"];
/// What people say if they do not see which card it is.
const SOME_CARD: &[&[&str]] =
    &[&["a", "card"], &["one", "card"], &["one", "of", "them"], &["something"], &["one"]];

/// The answers so far.
struct Round {
    asker: Agent,
    asked: Vec<Card>,
    respondents: Vec<Agent>,
    answers: Vec<(Agent, AnswerGiven)>,
}

impl Round {
    /// Those who have not answered.
    fn left(&self) -> &[Agent] {
        &self.respondents[self.answers.len()..]
    }

    /// All who are left up to somebody have none of the cards.
    fn no_until(&mut self, until: usize) {
        let nos = self.respondents[self.answers.len()..until].iter();
        let nos: Vec<(Agent, AnswerGiven)> = nos.map(|&player| (player, AnswerGiven::No)).collect();
        self.answers.extend(nos);
    }
}

impl Reader<'_> {
    /// `plum rope hall. ann no, me no, eve shows`
    pub(super) fn suspicion(&mut self, asker: Agent) -> Result<Entry, Unread> {
        let asked = self.one_of_each()?;
        let respondents = self.context.respondents(asker);
        let mut round = Round { asker, asked, respondents, answers: Vec::new() };
        let ending = self.answers(&mut round)?;
        let Round { asked: cards, answers, .. } = round;
        Ok(Entry::Suspicion { asker, cards, answers, ending })
    }

    fn answers(&mut self, round: &mut Round) -> Result<Ending, Unread> {
        loop {
            self.marks(",.;:");
            let is_ended = match self.context.setup.edition().asked {
                Asked::UntilOneShows => {
                    matches!(round.answers.last(), Some((_, AnswerGiven::Shows(_))))
                }
                Asked::Everybody => false,
            };
            if is_ended {
                return match self.here() {
                    Some(_) => Err(Unread { at: self.place(), trouble: Trouble::AfterShow }),
                    None => Ok(Ending::Answered),
                };
            }
            if self.here().is_none() {
                return self.end_of_answers(round);
            }
            if self.mark('>') {
                self.read_shortcut(round)?;
            } else if self.takes(SOMEBODY) {
                return self.somebody(round);
            } else if self.nobody_else() {
                round.no_until(round.respondents.len());
            } else {
                let (at, player) = (self.place(), self.player(Expected::Respondent)?);
                self.is_next(round, at, player)?;
                let answer = self.answer(round, player)?;
                round.answers.push((player, answer));
            }
        }
    }

    /// `none`, `all no`
    fn nobody_else(&mut self) -> bool {
        let before = self.at;
        if self.takes(NOBODY) || (self.takes(&["no"]) && self.takes(&["one"])) {
            self.takes(SHOWS);
            return true;
        }
        self.at = before;
        let all = self.takes(REST) && self.takes(NO);
        if !all {
            self.at = before;
        }
        all
    }

    /// All have answered, or else it is asked what the others did.
    fn end_of_answers(&self, round: &Round) -> Result<Ending, Unread> {
        let end = self.line.len();
        match round.left() {
            [] => Ok(Ending::Answered),
            _ if round.answers.is_empty() => Err(self.missing_here(Expected::Respondent)),
            left => Err(Unread { at: end..end, trouble: Trouble::Unanswered(left.to_vec()) }),
        }
    }

    /// `> eve`: everybody before them has none.
    fn read_shortcut(&mut self, round: &mut Round) -> Result<(), Unread> {
        if self.nobody_else() {
            round.no_until(round.respondents.len());
            return Ok(());
        }
        let (at, player) = (self.place(), self.player(Expected::Respondent)?);
        let Some(place) = round.respondents.iter().position(|&other| other == player) else {
            return Err(self.stranger(round, at, player));
        };
        if place < round.answers.len() {
            return Err(Unread { at, trouble: Trouble::OutOfTurn(player) });
        }
        round.no_until(place);
        self.takes(SHOWS);
        let card = self.read_shown_card(round, player)?;
        round.answers.push((player, AnswerGiven::Shows(card)));
        Ok(())
    }

    fn somebody(&mut self, round: &mut Round) -> Result<Ending, Unread> {
        let at = self.before();
        if !self.takes(SHOWS) && self.here().is_some() {
            return Err(self.missing_here(Expected::Shows));
        }
        let me = self.context.setup.me();
        let others = round.left().iter().any(|&player| player != me);
        match round.asker == me || !others {
            true => Err(Unread { at, trouble: Trouble::SomebodyToMe }),
            false => Ok(Ending::Somebody),
        }
    }

    /// Whether it is the turn of a player.
    fn is_next(&self, round: &Round, at: Range<usize>, player: Agent) -> Result<(), Unread> {
        let Some(place) = round.respondents.iter().position(|&other| other == player) else {
            return Err(self.stranger(round, at, player));
        };
        let trouble = match place.checked_sub(round.answers.len()) {
            Some(0) => return Ok(()),
            None => Trouble::OutOfTurn(player),
            Some(many) => Trouble::Skipped(round.left()[..many].to_vec()),
        };
        Err(Unread { at, trouble })
    }

    fn stranger(&self, round: &Round, at: Range<usize>, player: Agent) -> Unread {
        let trouble = match player == round.asker {
            true => Trouble::AsksThemselves(player),
            false => Trouble::NotAsked(player),
        };
        Unread { at, trouble }
    }

    fn answer(&mut self, round: &Round, player: Agent) -> Result<AnswerGiven, Unread> {
        self.mark(':');
        if self.takes(NO) {
            return Ok(AnswerGiven::No);
        }
        if self.mark('?') || self.takes(MISSED) {
            return Ok(AnswerGiven::Missed);
        }
        if self.takes(SHOWS) {
            return self.read_shown_card(round, player).map(AnswerGiven::Shows);
        }
        match self.word() {
            Some(_) => Ok(AnswerGiven::Shows(Some(self.asked_card(round)?))),
            None => Err(self.missing_here(Expected::Answer)),
        }
    }

    /// The card after `shows`; what I showed or was shown is known.
    fn read_shown_card(&mut self, round: &Round, player: Agent) -> Result<Option<Card>, Unread> {
        let at = self.before();
        self.skip_receiver(round);
        self.skip_some_card();
        if self.word().is_some() {
            let card = self.asked_card(round)?;
            self.skip_receiver(round);
            return Ok(Some(card));
        }
        let setup = self.context.setup;
        if round.asker == setup.me() {
            return Err(Unread { at, trouble: Trouble::WhichShownToMe });
        }
        if player != setup.me() {
            return Ok(None);
        }
        let mine = round.asked.iter().copied().filter(|card| setup.hand().contains(card));
        match mine.collect::<Vec<Card>>()[..] {
            [] => Ok(None),
            [card] => Ok(Some(card)),
            ref several => Err(Unread { at, trouble: Trouble::WhichShownByMe(several.to_vec()) }),
        }
    }

    /// `me`, `to bob`: only who asked sees the card, so it says nothing new.
    fn skip_receiver(&mut self, round: &Round) {
        let before = self.at;
        let to = self.takes(&["to"]);
        let setup = self.context.setup;
        let is_asker = self.word().is_some_and(|word| {
            let is_us = word == "us" && round.asker == setup.me();
            (to || !self.is_card(&word)) && (is_us || setup.players_called(&word) == [round.asker])
        });
        if is_asker {
            self.at += 1;
        } else if !self.takes(RECEIVERS) {
            self.at = before;
        }
    }

    /// `a card`, `one of them`: it is not said which.
    fn skip_some_card(&mut self) {
        let words = self.tokens[self.at..].iter().take_while(|token| token.kind == Kind::Word);
        let words: Vec<String> =
            words.map(|token| self.line[token.at.clone()].to_lowercase()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let said = SOME_CARD.iter().find(|said| words.starts_with(said));
        let many = said.map_or(0, |said| said.len());
        if many > 1 || many == 1 && !self.is_card(words[0]) {
            self.at += many;
        }
    }

    fn is_card(&self, word: &str) -> bool {
        !self.context.setup.deck().rank_cards(word).is_empty()
    }

    /// One of the cards asked for.
    fn asked_card(&mut self, round: &Round) -> Result<Card, Unread> {
        let start = self.place().start;
        let mut found = self.phrase(Expected::AskedCard)?;
        let any = found[0].1;
        found.retain(|(_, card)| round.asked.contains(card));
        let trouble = match best(&found)[..] {
            [card] => return Ok(card),
            [] => Trouble::NotAskedFor(any),
            ref several => Trouble::SeveralCards(several.to_vec()),
        };
        Err(Unread { at: start..self.before().end, trouble })
    }
}
