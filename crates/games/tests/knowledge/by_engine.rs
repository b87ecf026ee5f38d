//! Games played by the explicit engine, as what packed models are compared with.

use hexa_engine::{Limits, State, build, update};
use hexa_games::knowledge::{FoundPlay, KnowledgeGame, NoWin, OwnCards, PlayEvent, vocabulary};
use hexa_logic::{
    Action, Agent, Card, Deal, DealSetup, Formula, FormulaNode, Group, Holder, Move, Question,
    Response, Setup, Sight, Stream, Terms, Vocabulary, WinCondition,
};

pub struct Table {
    pub game: KnowledgeGame,
    pub names: Vocabulary,
    pub terms: Terms,
}

impl Table {
    pub fn new(game: &KnowledgeGame) -> Self {
        Self { game: game.clone(), names: vocabulary(game), terms: Terms::default() }
    }

    fn everybody(&self) -> Group {
        Group::first(self.game.agents())
    }

    /// The initial state with these hands, the table's last.
    pub fn dealt(&self, hands: &[Vec<Card>]) -> State {
        let holders = self.game.agents() + usize::from(self.game.table() > 0);
        let deal = Deal::new(hands[..holders].to_vec(), &self.names);
        let setup = Setup::Deal(DealSetup { deal, sight: Sight::OwnCards, law: Terms::TRUE });
        build(&setup, &self.names, &self.terms, &Limits::default()).expect("few deals")
    }

    fn holds(&mut self, card: Card, agent: Agent) -> Formula {
        let atom = self.names.holding_atom(card, Holder::Agent(agent)).expect("dealt");
        self.terms.formula(FormulaNode::Atom(atom))
    }

    fn has_none(&mut self, cards: &[Card], agent: Agent) -> Formula {
        let mut none = Vec::new();
        for &card in cards {
            let held = self.holds(card, agent);
            none.push(self.terms.not(held));
        }
        self.terms.and(none)
    }

    /// That a player knows whether each card is where they must know of.
    pub fn wins(&mut self, player: Agent) -> Formula {
        let holders: Vec<Holder> = match self.game.win {
            WinCondition::Deal => self.names.holders().collect(),
            WinCondition::Table => vec![Holder::Table],
            WinCondition::Hand(holder) => vec![holder],
        };
        let mut known = Vec::new();
        for holder in holders {
            for card in self.names.cards() {
                let atom = self.names.holding_atom(card, holder).expect("dealt");
                let atom = self.terms.formula(FormulaNode::Atom(atom));
                known.push(self.terms.formula(FormulaNode::KnowsWhether(player, atom)));
            }
        }
        self.terms.and(known)
    }

    pub fn nobody_wins(&mut self) -> Formula {
        let mut none = Vec::new();
        for player in (0..self.game.agents()).map(Agent::from_index) {
            let wins = self.wins(player);
            none.push(self.terms.not(wins));
        }
        self.terms.and(none)
    }

    /// What is done in a turn, one action after the other.
    pub fn actions(&mut self, turn: &PlayEvent) -> Vec<Action> {
        let everybody = self.everybody();
        match turn {
            PlayEvent::NobodyWins => {
                let nobody = self.nobody_wins();
                vec![self.terms.announcement(everybody, nobody)]
            }
            PlayEvent::NoWin(player) => {
                let wins = self.wins(*player);
                let not = self.terms.not(wins);
                vec![self.terms.announcement(everybody, not)]
            }
            PlayEvent::Answer { asker, respondent, cards, shown } => {
                let mut actions = Vec::new();
                if self.game.own == OwnCards::Forbidden {
                    let none = self.has_none(cards, *asker);
                    actions.push(self.terms.announcement(everybody.clone(), none));
                }
                actions.push(self.answer(*asker, *respondent, cards, *shown));
                actions
            }
        }
    }

    fn answer(
        &mut self,
        asker: Agent,
        respondent: Agent,
        cards: &[Card],
        shown: Option<Card>,
    ) -> Action {
        let everybody = self.everybody();
        let asked: Box<[Card]> = cards.into();
        let answers: Vec<Formula> =
            cards.iter().map(|&card| self.holds(card, respondent)).collect();
        let place = shown.and_then(|shown| cards.iter().position(|&card| card == shown));
        let question = Question {
            requester: asker,
            respondent: Some(respondent),
            answers: answers.into(),
            response: place.map_or(Response::None, |place| Response::This(place as u32)),
            hearers: [asker, respondent].into_iter().collect(),
        };
        let name = match shown {
            Some(card) => Move::Show(asked, Some(card)),
            None => Move::NoShow(asked),
        };
        question.action(name, &mut self.terms, &everybody)
    }

    /// The state after a turn, if it can be played.
    pub fn after(&mut self, state: &State, turn: &PlayEvent) -> Option<State> {
        let mut state = state.clone();
        for action in self.actions(turn) {
            state = update(&state, &self.terms, action).ok()?.into_single()?;
        }
        Some(state)
    }

    /// The state at the end of a play.
    pub fn played(&mut self, play: &FoundPlay) -> Option<State> {
        let mut state = self.dealt(&play.hands);
        for turn in &play.turns {
            state = self.after(&state, turn)?;
        }
        Some(state)
    }

    /// How a turn of this player ends.
    pub fn ending(&self, asker: Agent) -> Option<PlayEvent> {
        match self.game.nowin {
            NoWin::Asker => Some(PlayEvent::NoWin(asker)),
            NoWin::All => Some(PlayEvent::NobodyWins),
            NoWin::None => None,
        }
    }
}

/// The numbers below a bound, in some order.
pub fn any_order(bound: usize, stream: &mut Stream) -> Vec<usize> {
    let mut order: Vec<usize> = (0..bound).collect();
    stream.shuffle(&mut order);
    order
}

/// All orders of the numbers below a bound.
pub fn orders(bound: usize) -> Vec<Vec<usize>> {
    if bound == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for order in orders(bound - 1) {
        for at in 0..bound {
            let mut longer = order.clone();
            longer.insert(at, bound - 1);
            all.push(longer);
        }
    }
    all
}
