//! What an entry says, as events of a record.

use super::{AccusationVerdict, AnswerGiven, Context, Ending, Entry, Having, Knowing, SeenBy};
use hexa_engine::deals::{Event, Looks, Player, Witness};
use hexa_games::cluedo::edition::{Accuser, WrongAccusation};
use hexa_logic::{Agent, Card, Holder};

impl Entry {
    /// The events that it stands for. Nobody can show a card that lies face up, so that it is left out of what was asked
    /// for.
    pub fn events(&self, context: Context<'_>) -> Vec<Event> {
        let setup = context.setup;
        let kind = |player: Agent| match setup.is_logician(player) {
            true => Player::Logician,
            false => Player::Guesser,
        };
        match self {
            Self::Suspicion { asker, cards, answers, ending } => {
                let dealt = cards.iter().copied().filter(|&card| setup.deck().is_dealt(card));
                let asked = Asked { context, asker: *asker, cards: dealt.collect() };
                let mut events: Vec<Event> =
                    answers.iter().flat_map(|&answer| asked.events(answer)).collect();
                events.extend(asked.ending(*ending, answers.len()));
                events
            }
            Self::Accusation { accuser, named, verdict: AccusationVerdict::Right } => {
                vec![Event::Wins { agent: *accuser, table: named.clone(), player: kind(*accuser) }]
            }
            Self::Accusation { accuser, named, verdict: AccusationVerdict::Wrong } => {
                let is_dealt =
                    |cards: &Vec<Card>| cards.iter().all(|&card| setup.deck().is_dealt(card));
                // Who names a card that lies face up says nothing of the others.
                let accused = named.clone().filter(is_dealt);
                let looks = match setup.edition().accuser {
                    Accuser::Looks => Looks::AtTable,
                    Accuser::DoesNotLook => Looks::AtNothing,
                };
                let heard = match setup.edition().wrong_accusation {
                    WrongAccusation::Heard => Witness::Everybody,
                    WrongAccusation::NotHeard => Witness::Only(setup.me()),
                };
                let (accuser, player) = (*accuser, kind(*accuser));
                vec![Event::WrongAccusation { accuser, accused, heard, player, looks }]
            }
            Self::Seen { holder, cards, having, by } => {
                let seen = match by {
                    SeenBy::Me => Witness::Only(setup.me()),
                    SeenBy::Everybody => Witness::Everybody,
                };
                let holder = *holder;
                let event = |&card: &Card| match having {
                    Having::Has => Event::Holds { holder, card, seen },
                    Having::HasNot => Event::Lacks { holder, card, seen },
                };
                cards.iter().map(event).collect()
            }
            Self::Slip { player, category, knowing } => {
                let mut categories = setup.deck().dealt_categories();
                let cards = match category {
                    Some(at) => categories.swap_remove(*at),
                    None => categories.concat(),
                };
                let agent = *player;
                vec![match knowing {
                    Knowing::Knows => Event::Knows { agent, cards },
                    Knowing::KnowsNot => Event::KnowsNot { agent, cards },
                }]
            }
            Self::Pass(_) => Vec::new(),
        }
    }
}

/// Somebody asks for cards.
struct Asked<'c> {
    context: Context<'c>,
    asker: Agent,
    cards: Vec<Card>,
}

impl Asked<'_> {
    fn events(&self, (respondent, answer): (Agent, AnswerGiven)) -> Vec<Event> {
        let (requester, cards) = (self.asker, self.cards.clone());
        match answer {
            AnswerGiven::Missed => Vec::new(),
            // Nobody has what lies face up.
            AnswerGiven::No if cards.is_empty() => Vec::new(),
            AnswerGiven::No => vec![Event::NoCard { requester, respondent, cards }],
            AnswerGiven::Shows(card) => {
                let shown = Event::Shows { requester, respondent, cards, card };
                [shown].into_iter().chain(self.glimpse(respondent, card)).collect()
            }
        }
    }

    /// A card that I saw although it was shown to somebody else.
    fn glimpse(&self, respondent: Agent, card: Option<Card>) -> Option<Event> {
        let me = self.context.setup.me();
        let (holder, seen) = (Holder::Agent(respondent), Witness::Only(me));
        let is_own = self.asker == me || respondent == me;
        card.filter(|_| !is_own).map(|card| Event::Holds { holder, card, seen })
    }

    fn ending(&self, ending: Ending, answered: usize) -> Option<Event> {
        let me = self.context.setup.me();
        let left = self.context.respondents(self.asker).into_iter().skip(answered);
        // I would know that I showed one.
        let respondents = left.filter(|&player| player != me).collect();
        (ending == Ending::Somebody).then(|| Event::SomebodyShows {
            requester: self.asker,
            respondents,
            cards: self.cards.clone(),
        })
    }
}
