//! Random actions, grown from lists of decisions so that they shrink: every construct of the
//! language, formulas about the future inside, mostly defined. What nobody can be sure of is not
//! asked: an operator speaks of agents who have access whatever happened before.

use super::{AGENTS, ATOMS, Case, Choices, expression};
use hexa_logic::{
    Action, ActionNode, Agent, Atom, Comparison, Event, EventClause, EventModel, Formula,
    FormulaNode, Group, Manner, Message, Modality, Ratio, RelationSetup, Terms,
};

/// Which actions are generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Tests, learning, sequences and choices.
    Knowledge,
    /// With concurrency, assignment and frames.
    Any,
    /// As any, but nothing at once.
    Single,
    /// As any, with action expressions (`S`, `fix`); formulas also ask how likely something is, what all know
    /// together, and what is true after any number of times.
    Whole,
    /// Messages, in sequences and choices, which are defined on arrows too; formulas also speak of belief.
    Message,
    /// Programs with updates, which are defined on arrows too; also inside of formulas.
    Update,
}

/// Grows terms from a list of decisions.
pub struct Growth<'a> {
    terms: &'a mut Terms,
    kind: Kind,
    choices: Choices<'a>,
}

impl<'a> Growth<'a> {
    /// From these decisions.
    pub fn new(terms: &'a mut Terms, kind: Kind, decisions: &'a [u8]) -> Self {
        Self { terms, kind, choices: Choices::new(decisions) }
    }

    fn choose(&mut self, ways: usize) -> usize {
        self.choices.choose(ways)
    }

    fn subgroup(&mut self, group: &Group) -> Group {
        let masks = [0, 0].map(|_| self.choose(1 << AGENTS));
        let mask = masks[0] & masks[1];
        group.iter().filter(|agent| mask >> agent.index() & 1 == 0).collect()
    }

    /// A formula about the knowledge of a group.
    fn formula(&mut self, group: &Group, depth: usize) -> Formula {
        let ways = if self.kind == Kind::Whole { 14 } else { 10 };
        let kind = if depth == 0 { 0 } else { self.choose(ways) };
        let node = match kind {
            1 | 2 => FormulaNode::Not(self.formula(group, depth - 1)),
            3 => FormulaNode::And([0, 0].map(|_| self.formula(group, depth - 1)).into()),
            4..=6 => self.knowledge(group, depth),
            7 => FormulaNode::Common(self.subgroup(group), self.formula(group, depth - 1)),
            8 => {
                let (action, left) = self.action(group, group, depth - 1);
                let modality = [Modality::Every, Modality::Some][self.choose(2)];
                FormulaNode::After(modality, action, self.formula(&left, depth - 1))
            }
            9 => return Terms::TRUE,
            10 | 11 => self.likelihood(group, depth),
            12 => FormulaNode::Distributed(self.subgroup(group), self.formula(group, depth - 1)),
            13 => {
                let (action, left) = self.action(group, group, depth.min(2) - 1);
                let action = self.terms.action(ActionNode::Star(action));
                let modality = [Modality::Every, Modality::Some][self.choose(2)];
                let left = left.iter().filter(|&agent| group.contains(agent)).collect();
                FormulaNode::After(modality, action, self.formula(&left, depth - 1))
            }
            _ => FormulaNode::Atom(Atom::from_index(self.choose(ATOMS))),
        };
        self.terms.formula(node)
    }

    /// `P_a(φ) >= 1/2` and the like.
    fn likelihood(&mut self, group: &Group, depth: usize) -> FormulaNode {
        let at = self.choose(group.len().max(1));
        let body = self.formula(group, depth - 1);
        let comparisons = [Comparison::AtLeast, Comparison::Greater, Comparison::Equal];
        let comparison = comparisons[self.choose(comparisons.len())];
        let ratio = Ratio::new(self.choose(4) as i64, 3);
        match (group.iter().nth(at), ratio) {
            (Some(agent), Some(ratio)) => FormulaNode::Probability(agent, body, comparison, ratio),
            _ => FormulaNode::Not(body),
        }
    }

    fn knowledge(&mut self, group: &Group, depth: usize) -> FormulaNode {
        let at = self.choose(group.len().max(1));
        let body = self.formula(group, depth - 1);
        match group.iter().nth(at) {
            Some(agent) if self.kind == Kind::Message && self.choose(2) == 1 => {
                FormulaNode::Believes(agent, body)
            }
            Some(agent) => FormulaNode::Knows(agent, body),
            None => FormulaNode::Not(body),
        }
    }

    /// An action where a group has access and some of them may learn; who has access after it,
    /// whatever happens.
    pub fn action(&mut self, group: &Group, learners: &Group, depth: usize) -> (Action, Group) {
        if self.kind == Kind::Update {
            return (self.program(group, depth), group.clone());
        }
        if self.kind == Kind::Message && *group == everybody() && self.choose(8) < 5 {
            return (self.message(depth), everybody());
        }
        let kind = if depth == 0 { 0 } else { self.choose(16) };
        match (kind, self.kind) {
            (14 | 15, Kind::Whole) => self.suspicion(group),
            (10 | 11, Kind::Any | Kind::Whole) => self.at_once(group, learners, depth),
            (12, Kind::Any | Kind::Whole | Kind::Single) => self.assignment(group, depth),
            (13, Kind::Any | Kind::Whole | Kind::Single) => self.event(group, learners, depth),
            (1..=3 | 10 | 12, _) => self.learning(group, learners, depth),
            (4 | 5 | 13, _) => self.sequence(group, learners, depth),
            (6..=9 | 11, _) => self.choice(group, learners, depth),
            _ => {
                let mut tested = self.formula(group, depth.min(2));
                // What is true of half the worlds is often false in the actual one.
                if self.choose(3) == 0 {
                    let other = self.formula(group, 1);
                    tested = self.terms.or(vec![tested, other]);
                }
                (self.terms.action(ActionNode::Test(tested)), Group::empty())
            }
        }
    }

    /// Anything that can be said where everybody has access; they keep it.
    fn message(&mut self, depth: usize) -> Action {
        let manners = [Manner::Announce, Manner::Tell, Manner::Privately, Manner::Lie];
        let manner = manners[self.choose(manners.len())];
        let said = self.formula(&everybody(), depth.min(2));
        let told = 1 + self.choose((1 << AGENTS) - 1);
        let told = everybody().iter().filter(|agent| told >> agent.index() & 1 == 1).collect();
        let to = (manner != Manner::Announce).then_some(told);
        let speakers = AGENTS + usize::from(manner != Manner::Lie);
        let by = everybody().iter().nth(self.choose(speakers));
        self.terms.message(Message { manner, said, to, by }, AGENTS)
    }

    /// An action expression, after which everybody has access; a test if it has too many events.
    fn suspicion(&mut self, group: &Group) -> (Action, Group) {
        match expression::grow_on(self.terms, &mut self.choices, 3) {
            Some(action) => (action, everybody()),
            None => {
                let tested = self.formula(group, 1);
                (self.terms.action(ActionNode::Test(tested)), Group::empty())
            }
        }
    }

    /// A program with an update.
    fn program(&mut self, group: &Group, depth: usize) -> Action {
        let program = self.program_part(group, depth);
        if self.terms.has_update(program) {
            return program;
        }
        let update = self.update(group, 1);
        self.terms.action(ActionNode::Sequence([program, update].into()))
    }

    fn update(&mut self, group: &Group, depth: usize) -> Action {
        let who = self.subgroup(group);
        let inner = self.program_part(group, depth - 1);
        self.terms.action(ActionNode::Update(who, inner))
    }

    fn program_part(&mut self, group: &Group, depth: usize) -> Action {
        let kind = if depth == 0 { 0 } else { self.choose(10) };
        let node = match kind {
            1..=4 => return self.update(group, depth),
            5 | 6 => {
                let parts = [0, 0].map(|_| self.program_part(group, depth - 1));
                ActionNode::Sequence(parts.into())
            }
            7 | 8 => {
                let parts = [0, 0].map(|_| self.program_part(group, depth - 1));
                ActionNode::Choice(parts.into(), [None, None, Some(0), Some(1)][self.choose(4)])
            }
            _ => ActionNode::Test(self.formula(group, depth.min(2))),
        };
        self.terms.action(node)
    }

    /// `L_B α`, as [`action`](Self::action).
    pub fn learning(&mut self, group: &Group, learners: &Group, depth: usize) -> (Action, Group) {
        let who = self.subgroup(learners);
        let (inner, _) = self.action(group, &who, depth - 1);
        // One in sixteen may be undefined.
        let left = if self.choose(16) == 15 { group.clone() } else { who.clone() };
        (self.terms.action(ActionNode::Learn(who, inner)), left)
    }

    fn sequence(&mut self, group: &Group, learners: &Group, depth: usize) -> (Action, Group) {
        let mut left = group.clone();
        let mut of = Vec::new();
        for _ in 0..[2, 2, 3, 0][self.choose(4)] {
            let learners = learners.iter().filter(|&agent| left.contains(agent)).collect();
            let (next, after) = self.action(&left, &learners, depth - 1);
            of.push(next);
            left = after;
        }
        (self.terms.action(ActionNode::Sequence(of.into())), left)
    }

    fn several(&mut self, group: &Group, learners: &Group, depth: usize) -> (Vec<Action>, Group) {
        let mut left = group.clone();
        let mut of = Vec::new();
        for _ in 0..2 + self.choose(2) {
            let (next, after) = match self.choose(3) {
                0 => self.action(group, learners, depth - 1),
                _ => self.learning(group, learners, depth),
            };
            of.push(next);
            left = left.iter().filter(|&agent| after.contains(agent)).collect();
        }
        (of, left)
    }

    /// `α + β`, as [`action`](Self::action).
    pub fn choice(&mut self, group: &Group, learners: &Group, depth: usize) -> (Action, Group) {
        let (of, left) = self.several(group, learners, depth);
        let mark = [None, Some(0), Some(1)][self.choose(3)];
        (self.terms.action(ActionNode::Choice(of.into(), mark)), left)
    }

    /// `α || β`, as [`action`](Self::action).
    pub fn at_once(&mut self, group: &Group, learners: &Group, depth: usize) -> (Action, Group) {
        let (of, left) = self.several(group, learners, depth);
        (self.terms.action(ActionNode::Concurrent(of.into())), left)
    }

    fn assignment(&mut self, group: &Group, depth: usize) -> (Action, Group) {
        let atoms = [&[0][..], &[1], &[0, 1]][self.choose(3)];
        let list = atoms.iter().map(|&at| (Atom::from_index(at), self.formula(group, depth - 1)));
        let list = list.collect();
        (self.terms.action(ActionNode::Assign(list)), Group::empty())
    }

    fn event(&mut self, group: &Group, learners: &Group, depth: usize) -> (Action, Group) {
        let who = self.subgroup(learners);
        let count = 1 + self.choose(3);
        let mut events = Vec::new();
        for at in 0..count {
            let precondition = self.formula(group, depth.min(2) - 1);
            let mut postcondition = Vec::new();
            if self.choose(3) == 1 {
                postcondition.push((Atom(0), self.formula(group, depth.min(2) - 1)));
            }
            events.push(EventClause { name: format!("e{at}"), precondition, postcondition });
        }
        let relations = (0..AGENTS).map(|at| {
            let cells = (0..count).map(|_| self.choose(2) as u32).collect();
            who.contains(Agent::from_index(at)).then_some(RelationSetup::Cells(cells))
        });
        let relations = relations.collect();
        let event = Event::from_index(self.choose(count));
        let name = format!("f{}", self.terms.frames().len());
        let frame = EventModel { name, events, relations, roles: None, chances: None };
        let frame = self.terms.add_frame(frame);
        (self.terms.action(ActionNode::Event(frame, event)), who)
    }
}

/// All agents.
pub fn everybody() -> Group {
    Group::first(AGENTS)
}

/// The action that grows from a list of decisions where everybody has access.
pub fn grow(terms: &mut Terms, kind: Kind, decisions: &[u8]) -> Action {
    Growth::new(terms, kind, decisions).action(&everybody(), &everybody(), 4).0
}

/// The formula that grows from a list of decisions where this group has access.
pub fn grow_formula(terms: &mut Terms, kind: Kind, group: &Group, decisions: &[u8]) -> Formula {
    Growth::new(terms, kind, decisions).formula(group, 3)
}

/// A list of decisions for [`grow`] and [`grow_formula`].
pub fn decisions(case: &mut Case) -> Vec<u8> {
    case.decisions(0..160)
}
