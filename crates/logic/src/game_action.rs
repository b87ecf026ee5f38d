//! Moves of knowledge games as they are written (thesis defs. 9 and 11): a question with an
//! answer to it, and who hears which answer it is. Formulas stand for the sets of worlds
//! that they are true in; the engine makes them into sets where the move is made.

use crate::{Action, ActionNode, Agent, Card, Formula, Group, Terms};

/// A move: how it is called, what is asked and answered, and the knowledge action that
/// describes it (thesis sec. 5.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameAction {
    /// What it is called.
    pub name: Move,
    /// What is asked and answered.
    pub question: Question,
    /// The knowledge action that describes it.
    pub description: Action,
}

/// The moves of knowledge games (thesis def. 11), looking at one's cards, and any other answer to
/// any other question (thesis examples 15 and 17).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The requester looks at their cards; everybody sees that they do.
    Look,
    /// The respondent shows the requester one of the cards asked for: the one named, or any.
    Show(Box<[Card]>, Option<Card>),
    /// The respondent has none of the cards.
    NoShow(Box<[Card]>),
    /// The requester announces that they can win.
    Win,
    /// The requester ends their move: they cannot win.
    NoWin,
    /// The respondent gives one of the answers, or none of them.
    Answer,
}

/// What is asked and answered.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    /// Who asks.
    pub requester: Agent,
    /// Who answers. None: nobody's mind, the cards lie there and are seen.
    pub respondent: Option<Agent>,
    /// The possible answers. What none of them says is an answer too, which everybody hears.
    pub answers: Box<[Formula]>,
    /// The answer that is given.
    pub response: Response,
    /// Who hears which of the answers it is. The others hear only that it is one of them.
    pub hearers: Group,
}

/// The two who take part in a question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Roles {
    /// Who asks.
    pub requester: Agent,
    /// Who answers.
    pub respondent: Agent,
}

/// The answer given to a question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Response {
    /// The answer in this place.
    This(u32),
    /// One of the answers, whichever it is: the type of the action.
    Some,
    /// None of the answers.
    None,
}

impl Question {
    /// The move that asks and answers it, seen by a public.
    pub fn action(self, name: Move, terms: &mut Terms, public: &Group) -> Action {
        let description = self.description(terms, public);
        let game = GameAction { name, question: self, description };
        terms.action(ActionNode::Game(Box::new(game)))
    }

    /// The knowledge action that describes the question and its answer for a public: everybody learns
    /// that those who hear it learn one of the answers. Answers that everybody can tell from the one
    /// given are left out (thesis sec. 5.2).
    pub fn description(&self, terms: &mut Terms, public: &Group) -> Action {
        match self.response {
            Response::None => {
                let none = self.none(terms);
                terms.announcement(public.clone(), none)
            }
            Response::This(at) if self.hearers == *public => {
                terms.announcement(public.clone(), self.answers[at as usize])
            }
            Response::This(at) => self.learning(terms, public, Some(at)),
            Response::Some => self.learning(terms, public, None),
        }
    }

    /// What the answer that everybody hears says: none of the others.
    fn none(&self, terms: &mut Terms) -> Formula {
        let none = self.answers.iter().map(|&answer| terms.not(answer)).collect();
        terms.and(none)
    }

    fn learning(&self, terms: &mut Terms, public: &Group, given: Option<u32>) -> Action {
        let heard = |&answer: &Formula| terms.announcement(self.hearers.clone(), answer);
        let alternatives: Box<[Action]> = self.answers.iter().map(heard).collect();
        let choice = match alternatives[..] {
            [only] => only,
            _ => terms.action(ActionNode::Choice(alternatives, given)),
        };
        terms.action(ActionNode::Learn(public.clone(), choice))
    }
}
