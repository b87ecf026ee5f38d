//! All English of searches through knowledge games, of gossip, of measures, of strategies, of tournaments and of other numbers, in one place. Nothing here decides anything.

mod behaviour;
mod beliefs;
mod boards;
mod cluedo_agents;
mod cluedo_players;
mod gossip;
mod measures;
mod numbers;
mod pit;
mod plays;
mod strategies;
mod tournament;
mod trees;

pub use boards::{board_fault, no_board_game};
pub use gossip::gossip;
pub use measures::{questions, sizes};
pub use numbers::{dice, split, value};
pub use plays::{no_belief, no_choice, trouble};
pub use strategies::why;
pub use tournament::{
    between_signed, chance, compared, deals, decimal, failed_game, grouped, left, lengths_of,
    played, rate, seated, signed, tournament, verdict,
};
#[cfg(feature = "serde")]
pub(crate) use trees::weights_fault;

use crate::cluedo::{CLUEDO_PLAYERS, MOST_CLUEDO_CARDS, NoCluedo};
use crate::knowledge::{
    DepthCount, MOST_AGENTS, MOST_CARDS, MOST_WORLDS, NoSearch, NoSuchGame, SearchAnswer,
    SearchCut, SearchEnd, Seeks,
};
use std::fmt;

impl fmt::Display for NoSuchGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players(n) => write!(f, "there must be 2 to {MOST_AGENTS} players, not {n}"),
            Self::Cards(n) => write!(f, "there must be 1 to {MOST_CARDS} cards, not {n}"),
            Self::Deals(n) => write!(f, "there may be at most {MOST_WORLDS} deals, not {n}"),
            Self::Question(n) => {
                write!(f, "a question must be for at least 1 card and at most for all, not for {n}")
            }
            Self::NoTable => write!(f, "to win one must know the table, and no card lies there"),
            Self::NoPlayer(agent) => write!(f, "there is no player {}", agent.index() + 1),
        }
    }
}

impl std::error::Error for NoSuchGame {}

impl fmt::Display for NoCluedo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = (CLUEDO_PLAYERS.start(), CLUEDO_PLAYERS.end());
        match self {
            Self::Players(n) => write!(f, "there must be {least} to {most} players, not {n}"),
            Self::Deck { cards, triples: 0 | 1 } => {
                write!(f, "with {cards} cards there is nothing to find out: a kind needs two cards")
            }
            Self::Deck { cards, .. } if *cards > MOST_CLUEDO_CARDS => {
                write!(f, "there may be at most {MOST_CLUEDO_CARDS} cards, not {cards}")
            }
            Self::Deck { triples, .. } => {
                write!(f, "{triples} triples are too many to choose from")
            }
            Self::Hands { needed, dealt } => {
                write!(
                    f,
                    "the hands need {needed} cards, and {dealt} are dealt: the deck without the envelope"
                )
            }
            Self::Board(why) => write!(f, "{}", boards::no_board_game(why)),
            Self::Setting(bad) => write!(f, "{bad}"),
        }
    }
}

impl std::error::Error for NoCluedo {}

impl fmt::Display for SearchCut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(1) => write!(f, "plays of more than 1 question were not tried"),
            Self::Depth(most) => write!(f, "plays of more than {most} questions were not tried"),
            Self::States(most) => write!(f, "the limit is {most} states"),
            Self::Worlds(most, times) => {
                write!(f, "{times} moves that lead to more than {most} worlds were not made")
            }
            Self::Memory(most) => write!(f, "the limit is {most} bytes of memory for states"),
            Self::Stopped => write!(f, "it was stopped"),
        }
    }
}

impl fmt::Display for NoSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AskerIsSilent => {
                write!(f, "in this game, who has asked does not say that they cannot win")
            }
            Self::Formula(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for NoSearch {}

/// What cut a search off, if something did.
pub fn cut(answer: &SearchAnswer) -> Option<String> {
    match (&answer.end, &answer.stopped_by) {
        (SearchEnd::Cut(SearchCut::Stopped), Some(by)) => Some(format!("{by} was reached")),
        (SearchEnd::Cut(cut), _) => Some(cut.to_string()),
        (SearchEnd::Found(_) | SearchEnd::Exhausted, _) => None,
    }
}

/// An answer for people. With a scenario, all else is comments.
pub fn answer(answer: &SearchAnswer) -> String {
    match (&answer.found, answer.seeks) {
        (Some(found), _) => {
            let (questions, states) = (count(found.questions, "question"), states(answer));
            format!("# Found after {questions}, among {states}.\n{}", found.scenario)
        }
        (None, Seeks::Something) => none(answer),
        (None, Seeks::Nothing) => table(answer),
    }
}

/// How far a search has come.
pub fn so_far(states: usize, models: usize, questions: usize) -> String {
    format!("{states} states, {models} models, {questions} questions")
}

fn states(answer: &SearchAnswer) -> String {
    format!("{} of {}", count(answer.states, "state"), count(answer.models, "model"))
}

fn none(answer: &SearchAnswer) -> String {
    match cut(answer) {
        None => format!("None. {}, and all were searched.\n", there_are(answer)),
        Some(cut) => {
            let most = count(answer.depths.len().saturating_sub(1), "question");
            let states = states(answer);
            format!(
                "None among {states}, after at most {most}. The search was cut off: {cut}. \
                 Nothing is known of other states.\n"
            )
        }
    }
}

fn table(answer: &SearchAnswer) -> String {
    let mut text =
        format!("{:>9} {:>9} {:>9} {:>14}\n", "questions", "models", "states", "largest model");
    for (questions, depth) in answer.depths.iter().enumerate() {
        let DepthCount { models, states, worlds } = depth;
        text += &format!("{questions:>9} {models:>9} {states:>9} {worlds:>14}\n");
    }
    text += &match cut(answer) {
        None => format!("{}.\n", there_are(answer)),
        Some(cut) => format!("At least {}. The search was cut off: {cut}.\n", states(answer)),
    };
    if let Some(similar) = answer.similar {
        let (states, models) = (count(similar.states, "state"), count(similar.models, "model"));
        text += &format!("Of these, {states} of {models} up to agent-similarity.\n");
    }
    text
}

fn there_are(answer: &SearchAnswer) -> String {
    let verb = if answer.states == 1 { "is" } else { "are" };
    format!("There {verb} {}", states(answer))
}

fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
