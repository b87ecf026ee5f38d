//! The rules of a knowledge game (thesis secs. 2.1, 2.4.3 and 2.6): who gets how many cards, what may be
//! asked for, what it takes to win, and who says that they cannot win when a turn ends. Any player may
//! have the next turn.

use super::cards::CardSet;
use super::kinds::Kinds;
use hexa_logic::{Agent, Card, Holder, WinCondition};

/// Cards are bits of a question, and four bits of a deal.
pub const MOST_CARDS: usize = 12;
/// Holders are numbers of four bits.
pub const MOST_AGENTS: usize = 8;
/// Worlds, cards and agents together are numbered with sixteen bits.
pub const MOST_WORLDS: usize = 65_000;

/// The names of cards. They leave the letters that formulas use for variables.
pub const CARD_NAMES: [&str; 12] = ["k", "l", "m", "n", "o", "p", "q", "r", "s", "u", "v", "w"];

/// Whether players ask for cards of their own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OwnCards {
    /// They may. Asking tells nothing.
    Allowed,
    /// They do not, but nobody counts on that: asking tells nothing.
    Avoided,
    /// The rules forbid it: asking tells everybody that one has none of the cards.
    Forbidden,
}

/// Who says that they cannot win at the end of a turn. Who can win does so, and the play is over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NoWin {
    /// Who has asked.
    Asker,
    /// Everybody, at once: nobody can win.
    All,
    /// Nobody says anything, and play goes on whoever can win.
    None,
}

/// A knowledge game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnowledgeGame {
    hands: Vec<usize>,
    table: usize,
    /// For how many cards at once players may ask, sorted.
    ask: Vec<usize>,
    /// Whether players ask for cards of their own.
    pub own: OwnCards,
    /// What it takes to win.
    pub win: WinCondition,
    /// Who says that they cannot win at the end of a turn.
    pub nowin: NoWin,
    fixed_cards: Vec<Card>,
    fixed_agents: Vec<Agent>,
}

/// Why there is no such game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoSuchGame {
    /// The players are fewer than two or more than the most.
    Players(usize),
    /// The cards are none or more than the most.
    Cards(usize),
    /// There are more deals than worlds can be numbered.
    Deals(u128),
    /// Nobody can ask for so many cards.
    Question(usize),
    /// The table has no cards to know of.
    NoTable,
    /// There is no such player.
    NoPlayer(Agent),
}

impl KnowledgeGame {
    /// The game with these hands and so many cards on the table, where players ask for one of so many
    /// cards, their own or not; who knows the deal wins, and who has asked says that they cannot.
    pub fn new(hands: &[usize], table: usize, ask: &[usize]) -> Result<Self, NoSuchGame> {
        let cards =
            hands.iter().chain([&table]).fold(0usize, |sum, size| sum.saturating_add(*size));
        if !(2..=MOST_AGENTS).contains(&hands.len()) {
            return Err(NoSuchGame::Players(hands.len()));
        }
        if !(1..=MOST_CARDS).contains(&cards) {
            return Err(NoSuchGame::Cards(cards));
        }
        if let Some(&size) = ask.iter().find(|size| !(1..=cards).contains(size)) {
            return Err(NoSuchGame::Question(size));
        }
        let mut ask = ask.to_vec();
        ask.sort_unstable();
        ask.dedup();
        let game = Self {
            hands: hands.to_vec(),
            table,
            ask,
            own: OwnCards::Allowed,
            win: WinCondition::Deal,
            nowin: NoWin::Asker,
            fixed_cards: Vec::new(),
            fixed_agents: Vec::new(),
        };
        match game.deals() {
            many if many > MOST_WORLDS as u128 => Err(NoSuchGame::Deals(many)),
            _ => Ok(game),
        }
    }

    /// With another way to win.
    pub fn won_by(self, win: WinCondition) -> Result<Self, NoSuchGame> {
        match win {
            WinCondition::Table if self.table == 0 => Err(NoSuchGame::NoTable),
            WinCondition::Hand(Holder::Agent(agent)) if agent.index() >= self.agents() => {
                Err(NoSuchGame::NoPlayer(agent))
            }
            WinCondition::Deal | WinCondition::Table | WinCondition::Hand(_) => {
                Ok(Self { win, ..self })
            }
        }
    }

    /// With names that are not exchanged for others: something is said of these cards and agents.
    pub fn naming(mut self, cards: Vec<Card>, agents: Vec<Agent>) -> Self {
        self.fixed_cards = cards;
        self.fixed_agents = agents;
        self
    }

    /// How many cards each agent has.
    pub fn hands(&self) -> &[usize] {
        &self.hands
    }

    /// How many cards lie on the table.
    pub fn table(&self) -> usize {
        self.table
    }

    /// For how many cards at once players may ask.
    pub fn ask(&self) -> &[usize] {
        &self.ask
    }

    /// How many agents there are.
    pub fn agents(&self) -> usize {
        self.hands.len()
    }

    /// How many cards there are.
    pub fn cards(&self) -> usize {
        self.hands.iter().sum::<usize>() + self.table
    }

    /// How many cards each holder has, the table last.
    pub fn hand_sizes(&self) -> Vec<usize> {
        self.hands.iter().copied().chain([self.table]).collect()
    }

    /// How many deals there are (thesis sec. 5.3).
    pub fn deals(&self) -> u128 {
        let mut left = self.cards() as u128;
        let mut deals = 1u128;
        for size in self.hand_sizes() {
            for place in 1..=size as u128 {
                deals = deals * left / place;
                left -= 1;
            }
        }
        deals
    }

    /// Whether some names of cards are not exchanged for others.
    pub fn names_cards(&self) -> bool {
        !self.fixed_cards.is_empty()
    }

    /// Which cards and agents can be exchanged for each other: cards unless something is said of them,
    /// agents if they have as many cards.
    pub fn kinds(&self) -> Kinds {
        let cards = self.cards();
        let card = |at: usize| match self.fixed_cards.contains(&Card::from_index(at)) {
            true => at + 1,
            false => 0,
        };
        let known = match self.win {
            WinCondition::Hand(Holder::Agent(agent)) => Some(agent),
            WinCondition::Deal | WinCondition::Table | WinCondition::Hand(Holder::Table) => None,
        };
        let is_fixed = |agent: Agent| self.fixed_agents.contains(&agent) || known == Some(agent);
        let agent = |at: usize| match is_fixed(Agent::from_index(at)) {
            true => MOST_CARDS + 1 + at,
            false => self.hands[at],
        };
        Kinds {
            cards: (0..cards).map(|at| card(at) as u8).collect(),
            agents: (0..self.agents()).map(|at| agent(at) as u8).collect(),
        }
    }

    /// The questions: the cards that one of is asked for.
    pub fn questions(&self) -> impl Iterator<Item = CardSet> + '_ {
        let all = (1..1u16 << self.cards()).map(CardSet);
        all.filter(move |question| self.ask.contains(&question.count()))
    }
}
