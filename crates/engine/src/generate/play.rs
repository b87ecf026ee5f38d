//! Random plays of card games in which cards are asked for and shown (Cluedo, and smaller ones like it),
//! grown from lists of decisions so that they shrink. A suspicion goes round: the players after the
//! one who asks say that they have none of the cards, until one shows them one. All that is
//! an answer to a suspicion can be executed, one after the other. What depends on knowledge, such as
//! ending a turn or an announcement, may turn out to be blocked: the engine that plays says so.

mod formula;
mod game;
mod text;

pub use formula::Chances;
pub use game::{Asking, CardGame, Category, Seat, decisions_from, small_game, tight_game};

use hexa_logic::{
    Action, ActionNode, Agent, Card, Deal, Formula, FormulaNode, Group, Holder, Move, Question,
    Response, Setup, Terms, Vocabulary, WinCondition,
};

/// A game, how its cards are dealt, and what happens.
#[derive(Clone, Debug)]
pub struct Play {
    /// The game.
    pub game: CardGame,
    /// The names.
    pub vocabulary: Vocabulary,
    /// The formulas and actions.
    pub terms: Terms,
    /// The deal, with the law of the categories.
    pub setup: Setup,
    /// The turns, the first player's first.
    pub turns: Vec<Turn>,
    wins: Vec<Formula>,
}

/// What happens while it is somebody's turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Whose turn it is.
    pub player: Agent,
    /// What happens.
    pub steps: Vec<Step>,
}

/// Something that happens in a play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Somebody is asked for one of some cards.
    Answer {
        /// Who asks.
        asker: Agent,
        /// Who answers.
        respondent: Agent,
        /// The cards asked for.
        cards: Vec<Card>,
        /// What they answer.
        reply: Reply,
    },
    /// The player ends their turn: they cannot win.
    NoWin(Agent),
    /// The player announces that they can win.
    Win(Agent),
    /// The player accuses and is wrong: everybody learns that they did not know, and sees that they look at the
    /// table.
    WrongAccusation(Agent),
    /// Everybody is told that something is true.
    Announcement(Formula),
}

/// What somebody says who is asked for cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// That they have none of them.
    No,
    /// They show this one.
    Shows(Card),
    /// They show one of them, whichever it is.
    ShowsSome,
}

/// What happens in random plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Suspicions with their answers.
    Suspicions,
    /// After each suspicion the player ends their turn, which is blocked if they can win.
    NoWins,
    /// After each suspicion something else, which may be blocked: ending the turn, winning, a wrong
    /// accusation, an announcement about cards or about knowledge, an answer that may be false.
    Any,
}

impl Play {
    /// The cards as they are dealt, before anything happens.
    pub(crate) fn from_deal(game: CardGame, vocabulary: Vocabulary, hands: Vec<Vec<Card>>) -> Self {
        let mut terms = Terms::default();
        let deal = Deal::new(hands, &vocabulary);
        let setup = game.setup(&vocabulary, &mut terms, deal);
        let mut play = Self { game, vocabulary, terms, setup, turns: Vec::new(), wins: Vec::new() };
        play.wins = play.vocabulary.agents().map(|agent| play.winning(agent)).collect();
        play
    }

    /// The actual deal.
    pub fn deal(&self) -> &Deal {
        match &self.setup {
            Setup::Deal(setup) => &setup.deal,
            Setup::Structure(_) | Setup::Hypercube(_) | Setup::Model(_) | Setup::Weighed(_) => {
                unreachable!("a play starts with a deal")
            }
        }
    }

    /// Everybody.
    pub fn everybody(&self) -> Group {
        Group::first(self.vocabulary.agent_count())
    }

    /// `c_h`
    pub fn holding(&mut self, card: Card, holder: Holder) -> Formula {
        let atom = self.vocabulary.add_holding_atom(card, holder);
        self.terms.formula(FormulaNode::Atom(atom))
    }

    /// `win_a`
    pub fn wins(&self, agent: Agent) -> Formula {
        self.wins[agent.index()]
    }

    fn winning(&mut self, agent: Agent) -> Formula {
        let holders: Vec<Holder> = match self.game.win {
            WinCondition::Deal => self.vocabulary.holders().collect(),
            WinCondition::Table => vec![Holder::Table],
            WinCondition::Hand(holder) => vec![holder],
        };
        let mut known = Vec::new();
        for card in self.vocabulary.cards() {
            for &holder in &holders {
                let held = self.holding(card, holder);
                known.push(self.terms.formula(FormulaNode::KnowsWhether(agent, held)));
            }
        }
        self.terms.and(known)
    }

    /// All that happens, in order.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.turns.iter().flat_map(|turn| &turn.steps)
    }

    /// All that happens, as actions.
    pub fn moves(&mut self) -> Vec<Action> {
        let steps: Vec<Step> = self.steps().cloned().collect();
        steps.iter().map(|step| self.action(step)).collect()
    }

    /// What somebody does, as an action.
    pub fn action(&mut self, step: &Step) -> Action {
        match step {
            Step::Answer { asker, respondent, cards, reply } => {
                self.answer(*asker, *respondent, cards, *reply)
            }
            Step::NoWin(agent) => self.win_or_not(*agent, Move::NoWin, Response::None),
            Step::Win(agent) => self.win_or_not(*agent, Move::Win, Response::This(0)),
            Step::WrongAccusation(agent) => {
                let ends = self.win_or_not(*agent, Move::NoWin, Response::None);
                let looks = self.looks_at_table(*agent);
                self.terms.action(ActionNode::Sequence([ends, looks].into()))
            }
            Step::Announcement(formula) => {
                let everybody = self.everybody();
                self.terms.announcement(everybody, *formula)
            }
        }
    }

    fn answer(&mut self, requester: Agent, asked: Agent, cards: &[Card], reply: Reply) -> Action {
        let answers = cards.iter().map(|&card| self.holding(card, Holder::Agent(asked))).collect();
        let place = |shown| cards.iter().position(|&card| card == shown).unwrap_or(0);
        let (name, response) = match reply {
            Reply::No => (Move::NoShow(cards.into()), Response::None),
            Reply::Shows(card) => {
                (Move::Show(cards.into(), Some(card)), Response::This(place(card) as u32))
            }
            Reply::ShowsSome => (Move::Show(cards.into(), None), Response::Some),
        };
        let hearers = [requester, asked].into_iter().collect();
        let question = Question { requester, respondent: Some(asked), answers, response, hearers };
        self.seen_by_all(name, question)
    }

    /// An announcement is an answer to one's own question that everybody hears.
    fn win_or_not(&mut self, agent: Agent, name: Move, response: Response) -> Action {
        let question = Question {
            requester: agent,
            respondent: Some(agent),
            answers: [self.wins(agent)].into(),
            response,
            hearers: self.everybody(),
        };
        self.seen_by_all(name, question)
    }

    fn seen_by_all(&mut self, name: Move, question: Question) -> Action {
        let everybody = self.everybody();
        question.action(name, &mut self.terms, &everybody)
    }

    /// Everybody sees that somebody learns which cards are on the table.
    fn looks_at_table(&mut self, agent: Agent) -> Action {
        let mut looks = Vec::new();
        for table in self.game.tables() {
            let cards = table.into_iter().map(|card| self.holding(card, Holder::Table)).collect();
            let cards = self.terms.and(cards);
            looks.push(self.terms.announcement(agent.into(), cards));
        }
        let choice = self.terms.action(ActionNode::Choice(looks.into(), None));
        let everybody = self.everybody();
        self.terms.action(ActionNode::Learn(everybody, choice))
    }

    /// The same play with what each player says at the end of their turn: that they cannot win; or that they
    /// can, which ends the play. Who follows the play is given every action in order, and tells
    /// whether it can be executed.
    pub fn with_endings(mut self, mut executes: impl FnMut(&Terms, Action) -> bool) -> Self {
        for at in 0..self.turns.len() {
            let player = self.turns[at].player;
            for step in self.turns[at].steps.clone() {
                let action = self.action(&step);
                executes(&self.terms, action);
            }
            let nowin = self.action(&Step::NoWin(player));
            if !executes(&self.terms, nowin) {
                self.turns[at].steps.push(Step::Win(player));
                self.turns.truncate(at + 1);
                break;
            }
            self.turns[at].steps.push(Step::NoWin(player));
        }
        self
    }
}
