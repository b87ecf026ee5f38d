//! Questions about what to do next, and about what the others know.

use super::reply::{Moment, No, Reply};
use super::session::Session;
use hexa_assist::about::about;
use hexa_assist::advice::{
    Advisor, GuessRequest, Progress, Question, ShowRequest, SuggestRequest, When,
};
use hexa_assist::command::Advice;
use hexa_assist::edition::Staying;
use hexa_assist::entry::{Context, Entry, read_asked};
use hexa_assist::game::Source;
use hexa_assist::setup::{Flaw, cards_named};
use hexa_assist::words::{self, Words};
use hexa_engine::deals::NoView;
use hexa_logic::{Agent, Card};
use std::io::{self, IsTerminal, Write};

impl Session {
    /// Answers a question for advice.
    pub(super) fn advise(&self, advice: &Advice) -> Reply {
        let categories = self.game().setup().deck().dealt_categories();
        let advisor = Advisor::new(self.game().record(), &categories, self.game().setup().me());
        let told = match advice {
            Advice::Suggest(rooms) => self.suggest(advisor, rooms),
            Advice::Show(question) => self.show(advisor, question),
            Advice::What(name) => self.what(advisor, name),
            Advice::Who => advisor.close().map(Reply::Who).map_err(no_view),
            Advice::Guess => {
                advisor.guess(&GuessRequest::new(self.seed())).map(Reply::Guess).map_err(no_view)
            }
            Advice::When(text) => self.when(advisor, text),
        };
        told.unwrap_or_else(Reply::No)
    }

    fn suggest(&self, advisor: Advisor<'_>, rooms: &str) -> Result<Reply, No> {
        let reachable = self.reachable(rooms)?;
        // What each of the others learns is not shown.
        let request =
            SuggestRequest { reachable, exact: 3, courses: 0, ..SuggestRequest::new(self.seed()) };
        let mut suggestions = advisor.suggest(request).map_err(no_view)?;
        let words = Words { setup: self.game().setup() };
        loop {
            let progress = suggestions.step().map_err(no_view)?;
            if let Some(best) = suggestions.ranked().first().filter(|_| progress != Progress::Done)
            {
                wait(&words.first_suggested(best));
            }
            if progress == Progress::Done {
                wait("");
                return Ok(Reply::Suggest(suggestions.ranked().into_iter().cloned().collect()));
            }
        }
    }

    /// The cards that can be named, if not all: those that were said, or all rooms but the one that I am in if I may not
    /// stay there.
    fn reachable(&self, rooms: &str) -> Result<Vec<Card>, No> {
        let setup = self.game().setup();
        let deck = setup.deck();
        let mut flaws = Vec::new();
        let named = cards_named(deck, rooms, &mut flaws);
        if let Some(flaw) = flaws.first() {
            return Err(No::Other(words::flaw(flaw)));
        }
        if !named.is_empty() || setup.edition().staying == Staying::Allowed {
            return Ok(named.into_iter().filter(|&card| deck.is_dealt(card)).collect());
        }
        let Some(place) = deck.category_meant("rooms") else { return Ok(Vec::new()) };
        let last = self.game().entries().iter().rev().find_map(|entry| match entry {
            Entry::Suspicion { asker, cards, .. } if *asker == setup.me() => {
                cards.iter().copied().find(|&card| deck.category_of(card) == place)
            }
            _ => None,
        });
        let rooms = deck.dealt_categories().swap_remove(place);
        Ok(last.map_or(Vec::new(), |last| rooms.into_iter().filter(|&room| room != last).collect()))
    }

    fn show(&self, advisor: Advisor<'_>, question: &str) -> Result<Reply, No> {
        let setup = self.game().setup();
        let out = self.game().out();
        let (asker, cards) = read_asked(Context { setup, out: &out }, question)
            .map_err(|unread| No::Unread { line: question.to_owned(), unread })?;
        let cards = cards.into_iter().filter(|&card| setup.deck().is_dealt(card)).collect();
        advisor.show(&ShowRequest::new(asker, cards, self.seed())).map(Reply::Show).map_err(no_view)
    }

    fn what(&self, advisor: Advisor<'_>, name: &str) -> Result<Reply, No> {
        let player = self.player(name)?;
        if player == self.game().setup().me() {
            return Err(No::Other(words::ABOUT_ME.to_owned()));
        }
        advisor.what(player).map(Reply::What).map_err(no_view)
    }

    fn player(&self, name: &str) -> Result<Agent, No> {
        match self.game().setup().player_meant(name)[..] {
            [player] => Ok(player),
            _ => Err(No::Other(words::flaw(&Flaw::UnknownPlayer(name.to_owned())))),
        }
    }

    fn when(&self, advisor: Advisor<'_>, text: &str) -> Result<Reply, No> {
        let setup = self.game().setup();
        let question = match text.is_empty() {
            true => Question::Table,
            false => {
                let about =
                    about(setup, text).map_err(|not| No::Other(words::not_about(setup, &not)))?;
                let holder = about.place(self.now());
                match about.fact(self.now()) {
                    Some(fact) => Question::Fact(fact),
                    None => {
                        let chance = self.now().chance(holder, about.card);
                        return Ok(Reply::Open { holder, card: about.card, chance });
                    }
                }
            }
        };
        let moment = match advisor.when(question).map_err(no_view)? {
            When::NotYet => Moment::NotYet,
            When::Always => Moment::Start,
            When::After(event) => match self.game().source(event) {
                Some(Source::Entry(at)) => Moment::After(at),
                _ => Moment::Start,
            },
        };
        let entry = match moment {
            Moment::After(at) => self.game().entries().get(at).cloned(),
            Moment::NotYet | Moment::Start => None,
        };
        Ok(Reply::When { moment, entry })
    }
}

fn no_view(no: NoView) -> No {
    No::Other(words::no_view(&no.to_string()))
}

/// Tells somebody who waits how far it is; an empty text takes that away again.
fn wait(text: &str) {
    if io::stderr().is_terminal() {
        // It is only for those who wait.
        let _ = write!(io::stderr(), "\r\x1b[K{text}");
    }
}
