//! What happens at the table, as one line each: somebody suspects and the others answer, somebody accuses, somebody lets
//! a card be seen. An entry is [read](read::read) from what was typed, [printed](Entry::text) so that it reads back, and
//! stands for [events](Entry::events) of a record.

mod completion;
mod events;
mod read;
mod tokens;

pub use completion::completions;
pub use read::{Expected, Trouble, Unread, read, read_asked};

use crate::setup::Setup;
use hexa_games::cluedo::edition::AfterAccusing;
use hexa_logic::{Agent, Card, Holder};

/// What somebody who is asked does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnswerGiven {
    /// They have none of the cards.
    No,
    /// It was missed what they did, but they showed nothing.
    Missed,
    /// They show a card, perhaps one that I saw.
    Shows(Option<Card>),
}

/// How a suspicion ends, after those who answered in turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// All have answered, or the last of them has shown a card.
    Answered,
    /// One of those who are left showed a card, it was not seen who.
    Somebody,
}

/// Whether an accusation was right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AccusationVerdict {
    /// It was: the game is over.
    Right,
    /// It was not.
    Wrong,
}

/// Whether somebody has a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Having {
    /// They have it.
    Has,
    /// They do not.
    HasNot,
}

/// Whether somebody knows what is in the envelope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Knowing {
    /// They know.
    Knows,
    /// They do not.
    KnowsNot,
}

/// Who saw something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SeenBy {
    /// I did, and nobody noticed.
    Me,
    /// Everybody.
    Everybody,
}

/// A line of the record.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Entry {
    /// Somebody suspects, and the others answer in turn.
    Suspicion {
        /// Who suspects.
        asker: Agent,
        /// One card of each category.
        cards: Vec<Card>,
        /// Who answers what, in turn.
        answers: Vec<(Agent, AnswerGiven)>,
        /// How it ends.
        ending: Ending,
    },
    /// Somebody accuses.
    Accusation {
        /// Who accuses.
        accuser: Agent,
        /// What they named, if that was heard.
        named: Option<Vec<Card>>,
        /// Whether they were right.
        verdict: AccusationVerdict,
    },
    /// A card was seen.
    Seen {
        /// Who has it, or not.
        holder: Holder,
        /// The cards.
        cards: Vec<Card>,
        /// Whether they have them.
        having: Having,
        /// Who saw that.
        by: SeenBy,
    },
    /// Somebody lets everybody hear whether they know which card of a category is in the envelope, or which cards are.
    Slip {
        /// Who.
        player: Agent,
        /// The category, by its place; none, if it is all of the envelope.
        category: Option<usize>,
        /// Whether they know it.
        knowing: Knowing,
    },
    /// Somebody ends a move without asking.
    Pass(Agent),
}

/// What an entry is read in: the set-up, and who is not asked any more.
#[derive(Clone, Copy, Debug)]
pub struct Context<'s> {
    /// The set-up.
    pub setup: &'s Setup,
    /// Those who accused wrongly so far.
    pub out: &'s [Agent],
}

impl Context<'_> {
    /// Those who answer somebody, in turn.
    pub fn respondents(&self, asker: Agent) -> Vec<Agent> {
        let many = self.setup.players().len();
        let turn = (1..many).map(|step| Agent::from_index((asker.index() + step) % many));
        let asked = |player: &Agent| match self.setup.edition().after_accusing {
            AfterAccusing::StillShow => true,
            AfterAccusing::NotAsked => !self.out.contains(player),
        };
        turn.filter(asked).collect()
    }
}

impl Entry {
    /// Whose move it is part of; nobody's, if something was only seen.
    pub fn mover(&self) -> Option<Agent> {
        match self {
            Self::Suspicion { asker: player, .. }
            | Self::Accusation { accuser: player, .. }
            | Self::Pass(player) => Some(*player),
            Self::Seen { .. } | Self::Slip { .. } => None,
        }
    }

    /// As it can be typed.
    pub fn text(&self, setup: &Setup) -> String {
        let deck = setup.deck();
        let cards = |cards: &[Card]| {
            cards.iter().map(|&card| deck.name(card)).collect::<Vec<_>>().join(" ")
        };
        match self {
            Self::Suspicion { asker, cards: asked, answers, ending } => {
                let told = answers.iter().map(|&answer| answer_text(setup, answer));
                let somebody = (*ending == Ending::Somebody).then(|| "somebody shows".to_owned());
                let told: Vec<String> = told.chain(somebody).collect();
                format!("{}: {}. {}", player(setup, *asker), cards(asked), told.join(", "))
            }
            Self::Accusation { accuser, named, verdict } => {
                let verdict = match verdict {
                    AccusationVerdict::Right => "right",
                    AccusationVerdict::Wrong => "wrong",
                };
                let named =
                    named.as_ref().map_or(String::new(), |named| format!(" {}", cards(named)));
                format!("{} accuses{named}: {verdict}", player(setup, *accuser))
            }
            Self::Seen { holder, cards: seen, having, by } => {
                let by = match by {
                    SeenBy::Me => "",
                    SeenBy::Everybody => "everybody sees ",
                };
                let has = match having {
                    Having::Has => "has",
                    Having::HasNot => "has not",
                };
                let seen: Vec<&str> = seen.iter().map(|&card| deck.name(card)).collect();
                format!("{by}{} {has} {}", holder_name(setup, *holder), seen.join(", "))
            }
            Self::Slip { player: speaker, category, knowing } => {
                let knows = match knowing {
                    Knowing::Knows => "knows",
                    Knowing::KnowsNot => "knows not",
                };
                let what = match category {
                    Some(at) => format!("the {}", one_of(&deck.categories()[*at].name)),
                    None => "it".to_owned(),
                };
                format!("{} {knows} {what}", player(setup, *speaker))
            }
            Self::Pass(passing) => format!("{} passes", player(setup, *passing)),
        }
    }
}

/// What a player is called: I am `me`.
pub fn player(setup: &Setup, player: Agent) -> &str {
    match player == setup.me() {
        true => "me",
        false => setup.name(player),
    }
}

/// What a holder is called.
pub fn holder_name(setup: &Setup, holder: Holder) -> &str {
    match holder {
        Holder::Agent(agent) => player(setup, agent),
        Holder::Table => "envelope",
    }
}

/// What one of a category is called: `room` is one of `rooms`.
pub fn one_of(category: &str) -> &str {
    category.strip_suffix('s').filter(|one| !one.is_empty()).unwrap_or(category)
}

fn answer_text(setup: &Setup, (who, answer): (Agent, AnswerGiven)) -> String {
    let who = player(setup, who);
    match answer {
        AnswerGiven::No => format!("{who} no"),
        AnswerGiven::Missed => format!("{who} ?"),
        AnswerGiven::Shows(None) => format!("{who} shows"),
        AnswerGiven::Shows(Some(card)) => format!("{who} shows {}", setup.deck().name(card)),
    }
}
