//! Questions about what to do next, and about what the others know.

use super::{AssistSession, Finding, Watch};
use crate::about::about;
use crate::advice::{
    Advisor, GameRequest, GuessRequest, NoAdvice, ShowRequest, SuggestProgress, SuggestRequest,
    When, WhenQuestion,
};
use crate::answer::{Among, AssistAnswer, Moment, NotDone};
use crate::command::Advice;
use crate::entry::{Context, Entry, read_asked};
use crate::follower::{drawing_from, follower};
use crate::notebook::{Source, Standing};
use crate::setup::{SetupFlaw, cards_named};
use hexa_games::cluedo::edition::Staying;
use hexa_games::named::Named;
use hexa_logic::{Agent, Card};

impl From<NoAdvice> for NotDone {
    fn from(no: NoAdvice) -> Self {
        Self::NoAdvice(no)
    }
}

impl AssistSession {
    /// Answers a question for advice.
    pub(super) fn advise(&self, advice: &Advice, watch: &mut Watch<'_>) -> AssistAnswer {
        let (notebook, categories) =
            (&self.notebook, self.notebook.setup().deck().dealt_categories());
        let advisor = Advisor::new(notebook.record(), &categories, notebook.setup().me())
            .with_out(notebook.out(), notebook.silent())
            .with_stop(notebook.stop());
        let given = match advice {
            Advice::Suggest(rooms) => self.suggest(&advisor, rooms, watch),
            Advice::Show(question) => self.show(&advisor, question),
            Advice::What(name) => self.what(&advisor, name),
            Advice::Who => advisor
                .close()
                .map(|close| AssistAnswer::Who { close, out: notebook.out() })
                .map_err(NotDone::from),
            Advice::Guess => self.guess(&advisor),
            Advice::When(text) => self.when(&advisor, text),
        };
        given.unwrap_or_else(AssistAnswer::NotDone)
    }

    /// Whether I can still move.
    fn may_move(&self) -> Result<(), NotDone> {
        let (notebook, me) = (&self.notebook, self.notebook.setup().me());
        match notebook.standing() {
            Standing::Open if notebook.out().contains(&me) => Err(NotDone::IsOut),
            Standing::Open => Ok(()),
            over @ (Standing::Won(_) | Standing::Lost) => Err(NotDone::Over(over)),
        }
    }

    /// The strategy that follows advice which depends on how these players reason.
    fn follower(&self, judged: &[Agent]) -> Option<Named> {
        follower(self.notebook.setup(), judged)
    }

    fn guess(&self, advisor: &Advisor<'_>) -> Result<AssistAnswer, NotDone> {
        self.may_move()?;
        let (notebook, setup) = (&self.notebook, self.notebook.setup());
        let game = GameRequest {
            strengths: setup.players().map(|player| setup.strength(player)).collect(),
            out: notebook.out(),
            silent: notebook.silent(),
            next: notebook.next_mover(),
            asked: setup.edition().asked,
        };
        let guess = advisor.guess(&GuessRequest::new(game))?;
        let others: Vec<Agent> = setup.players().filter(|&player| player != setup.me()).collect();
        Ok(AssistAnswer::Guess { guess, strategy: self.follower(&others) })
    }

    fn suggest(
        &self,
        advisor: &Advisor<'_>,
        rooms: &str,
        watch: &mut Watch<'_>,
    ) -> Result<AssistAnswer, NotDone> {
        self.may_move()?;
        let reachable = self.reachable(rooms)?;
        let among = match reachable.is_empty() {
            true => Among::All,
            false => Among::Some,
        };
        let asked = self.notebook.setup().edition().asked;
        let request = SuggestRequest::to_move(self.seed, reachable, asked);
        let mut suggestions = advisor.suggest(request)?;
        while suggestions.progress() != SuggestProgress::Done {
            match suggestions.step() {
                Ok(_) => {}
                // What was ranked until then is told, and that it is not finished.
                Err(no)
                    if no.is_stopped() && suggestions.progress() != SuggestProgress::Starting =>
                {
                    break;
                }
                Err(no) => return Err(no.into()),
            }
            if let Some(best) = suggestions.ranked().first() {
                watch(self.notebook.setup(), Finding::Best(best));
            }
        }
        let ranked = suggestions.ranked().into_iter().cloned().collect();
        let likely = self.now.likely_tables();
        let progress = suggestions.progress();
        let strategy = self.follower(&[]).map(|strategy| drawing_from(strategy, self.seed));
        Ok(AssistAnswer::Suggest { ranked, progress, likely, among, strategy })
    }

    /// The cards that can be named, if not all: those that were said, or all rooms but the one that I am in if I may not
    /// stay there.
    fn reachable(&self, rooms: &str) -> Result<Vec<Card>, NotDone> {
        let setup = self.notebook.setup();
        let deck = setup.deck();
        let mut flaws = Vec::new();
        let named = cards_named(deck, rooms, &mut flaws);
        if let Some(flaw) = flaws.into_iter().next() {
            return Err(NotDone::Name(flaw));
        }
        if !named.is_empty() || setup.edition().staying == Staying::Allowed {
            return Ok(named.into_iter().filter(|&card| deck.is_dealt(card)).collect());
        }
        let Some(place) = deck.category_called("rooms") else { return Ok(Vec::new()) };
        let last = self.notebook.entries().iter().rev().find_map(|entry| match entry {
            Entry::Suspicion { asker, cards, .. } if *asker == setup.me() => {
                cards.iter().copied().find(|&card| deck.category_of(card) == place)
            }
            Entry::Suspicion { .. }
            | Entry::Accusation { .. }
            | Entry::Seen { .. }
            | Entry::Slip { .. }
            | Entry::Pass(_) => None,
        });
        let rooms = deck.dealt_categories().swap_remove(place);
        Ok(last.map_or(Vec::new(), |last| rooms.into_iter().filter(|&room| room != last).collect()))
    }

    fn show(&self, advisor: &Advisor<'_>, question: &str) -> Result<AssistAnswer, NotDone> {
        let setup = self.notebook.setup();
        let out = self.notebook.out();
        let (asker, cards) = read_asked(Context { setup, out: &out }, question)
            .map_err(|unread| NotDone::Unread { line: question.to_owned(), unread })?;
        let cards = cards.into_iter().filter(|&card| setup.deck().is_dealt(card)).collect();
        let request = ShowRequest::new(asker, setup.strength(asker), cards);
        let advice = advisor.show(&request)?;
        Ok(AssistAnswer::Show { advice, strategy: self.follower(&[asker]) })
    }

    fn what(&self, advisor: &Advisor<'_>, name: &str) -> Result<AssistAnswer, NotDone> {
        let player = self.player(name)?;
        if player == self.notebook.setup().me() {
            return Err(NotDone::AboutMe);
        }
        Ok(AssistAnswer::What(advisor.what(player)?))
    }

    fn player(&self, name: &str) -> Result<Agent, NotDone> {
        match self.notebook.setup().players_called(name)[..] {
            [player] => Ok(player),
            _ => Err(NotDone::Name(SetupFlaw::UnknownPlayer(name.to_owned()))),
        }
    }

    fn when(&self, advisor: &Advisor<'_>, text: &str) -> Result<AssistAnswer, NotDone> {
        let question = match text.is_empty() {
            true => WhenQuestion::Table,
            false => {
                let about = about(self.notebook.setup(), text).map_err(NotDone::NotAbout)?;
                let holder = about.place(&self.now);
                match about.fact(&self.now) {
                    Some(fact) => WhenQuestion::Fact(fact),
                    None => {
                        let chance = self.now.chance(holder, about.card);
                        return Ok(AssistAnswer::Open { holder, card: about.card, chance });
                    }
                }
            }
        };
        let moment = match advisor.when(question)? {
            When::NotYet => Moment::NotYet,
            When::Always => Moment::Start,
            When::After(event) => match self.notebook.source(event) {
                Some(Source::Entry(at)) => Moment::After(at),
                Some(Source::Hand(_)) | None => Moment::Start,
            },
        };
        let entry = match moment {
            Moment::After(at) => self.notebook.entries().get(at).cloned(),
            Moment::NotYet | Moment::Start => None,
        };
        Ok(AssistAnswer::When { moment, entry })
    }
}
