//! Whether a formula or an action means anything in a state: its group must be part
//! of the group that has access there (thesis defs. 31 and 33). This is decided
//! before evaluation, from groups alone, and it is strict: one undefined branch
//! makes the whole undefined, whether or not it would ever be executed.

use hexa_logic::{Action, ActionNode, Agent, Formula, FormulaNode, Group, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;

/// Why a term means nothing in a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undefined {
    /// The agent it speaks of.
    pub agent: Agent,
    /// The smallest part that speaks of him.
    pub term: Term,
    /// What he lacks.
    pub lack: Lack,
}

/// A formula or an action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A formula.
    Formula(Formula),
    /// An action.
    Action(Action),
}

/// What an agent lacks for a term to be defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lack {
    /// The state defines no access for him.
    Access,
    /// His access is given by arrows, and probabilities need cells.
    Cells,
    /// His access is given by arrows, and what learning does to them is not defined.
    CellsToLearn,
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let agent = self.agent.index() + 1;
        match self.lack {
            Lack::Access => write!(f, "agent number {agent} has no access here"),
            Lack::Cells => write!(f, "agent number {agent} has arrows, probabilities need cells"),
            Lack::CellsToLearn => {
                write!(f, "agent number {agent} has arrows, learning is defined for cells only")
            }
        }
    }
}

/// An action that engines cannot execute yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// The part that cannot be executed.
    pub action: Action,
    /// Which construct it is.
    pub construct: Construct,
}

/// The constructs of actions that are not announcements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Construct {
    /// `U_B α`
    Update,
    /// `α + β`
    Choice,
    /// `α || β`
    Concurrent,
    /// `p := φ`
    Assignment,
    /// `α^*`
    Star,
    /// An event of a frame.
    Frame,
}

impl Construct {
    /// The construct an action is, unless it can be part of an announcement.
    pub(crate) fn of(node: &ActionNode) -> Option<Self> {
        match node {
            ActionNode::Update(..) => Some(Self::Update),
            ActionNode::Choice(..) => Some(Self::Choice),
            ActionNode::Concurrent(_) => Some(Self::Concurrent),
            ActionNode::Assign(_) => Some(Self::Assignment),
            ActionNode::Star(_) => Some(Self::Star),
            ActionNode::Event(..) => Some(Self::Frame),
            ActionNode::Test(_)
            | ActionNode::Learn(..)
            | ActionNode::Sequence(_)
            | ActionNode::Game(..) => None,
        }
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Update => "an update U_B",
            Self::Choice => "a choice",
            Self::Concurrent => "concurrent execution",
            Self::Assignment => "an assignment",
            Self::Star => "unbounded repetition",
            Self::Frame => "an event of a frame",
        }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be executed yet", self.construct.name())
    }
}

/// Why a term cannot be evaluated, as far as groups tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaningless {
    /// It is undefined.
    Undefined(Undefined),
    /// It contains an action that cannot be executed yet.
    Unsupported(Unsupported),
}

/// Whether a formula is defined where this group has access and these agents have arrows.
pub fn check_formula(
    terms: &Terms,
    formula: Formula,
    access: &Group,
    arrows: &Group,
) -> Result<(), Meaningless> {
    let mut pass = Pass::new(terms, arrows);
    let group = pass.number(access);
    pass.ask(group, formula);
    pass.run()
}

/// Whether an action is defined where this group has access, and the group it leaves access.
pub fn check_action(
    terms: &Terms,
    action: Action,
    access: &Group,
    arrows: &Group,
) -> Result<Group, Meaningless> {
    let mut pass = Pass::new(terms, arrows);
    let group = pass.number(access);
    let left = pass.walk(group, action)?;
    pass.run()?;
    Ok(pass.groups[left].clone())
}

/// A walk over formulas, each with the group that has access where it is evaluated.
struct Pass<'t> {
    terms: &'t Terms,
    arrows: &'t Group,
    groups: Vec<Group>,
    numbers: FxHashMap<Group, usize>,
    seen: FxHashSet<(usize, Formula)>,
    walked: FxHashMap<(usize, Action), usize>,
    /// To be looked at, the next one last.
    waiting: Vec<(usize, Formula)>,
}

impl<'t> Pass<'t> {
    fn new(terms: &'t Terms, arrows: &'t Group) -> Self {
        Self {
            terms,
            arrows,
            groups: Vec::new(),
            numbers: FxHashMap::default(),
            seen: FxHashSet::default(),
            walked: FxHashMap::default(),
            waiting: Vec::new(),
        }
    }

    fn number(&mut self, group: &Group) -> usize {
        if let Some(&number) = self.numbers.get(group) {
            return number;
        }
        self.groups.push(group.clone());
        self.numbers.insert(group.clone(), self.groups.len() - 1);
        self.groups.len() - 1
    }

    fn ask(&mut self, group: usize, formula: Formula) {
        if self.seen.insert((group, formula)) {
            self.waiting.push((group, formula));
        }
    }

    fn run(&mut self) -> Result<(), Meaningless> {
        while let Some((group, formula)) = self.waiting.pop() {
            self.look(group, formula)?;
        }
        Ok(())
    }

    fn look(&mut self, group: usize, formula: Formula) -> Result<(), Meaningless> {
        use FormulaNode as F;
        let terms = self.terms;
        let term = Term::Formula(formula);
        match terms.node(formula) {
            F::True | F::False | F::Atom(_) => {}
            F::Not(f) => self.ask(group, *f),
            F::And(of) | F::Or(of) | F::Count(of, _) => {
                // Last first, so that what is written first is looked at first.
                of.iter().rev().for_each(|&f| self.ask(group, f));
            }
            F::Implies(left, right) | F::Iff(left, right) => {
                self.ask(group, *right);
                self.ask(group, *left);
            }
            F::Knows(a, f) | F::Imagines(a, f) | F::KnowsWhether(a, f) => {
                self.need_access(group, &Group::from(*a), term)?;
                self.ask(group, *f);
            }
            F::Everybody(of, f) | F::Common(of, f) | F::Distributed(of, f) => {
                self.need_access(group, of, term)?;
                self.ask(group, *f);
            }
            F::Probability(a, f, _, _) => {
                self.need_access(group, &Group::from(*a), term)?;
                self.need_cells(&Group::from(*a), term, Lack::Cells)?;
                self.ask(group, *f);
            }
            F::After(_, action, f) => {
                let before = self.waiting.len();
                let after = self.walk(group, *action)?;
                self.ask(after, *f);
                // What is written first is looked at first: the tests, in order, then the body.
                self.waiting[before..].reverse();
            }
        }
        Ok(())
    }

    fn need_access(&self, group: usize, who: &Group, term: Term) -> Result<(), Meaningless> {
        match who.first_outside(&self.groups[group]) {
            Some(agent) => {
                Err(Meaningless::Undefined(Undefined { agent, term, lack: Lack::Access }))
            }
            None => Ok(()),
        }
    }

    fn need_cells(&self, who: &Group, term: Term, lack: Lack) -> Result<(), Meaningless> {
        match who.iter().find(|&agent| self.arrows.contains(agent)) {
            Some(agent) => Err(Meaningless::Undefined(Undefined { agent, term, lack })),
            None => Ok(()),
        }
    }

    /// Checks an action and everything in it; gives the group that it leaves access.
    fn walk(&mut self, group: usize, action: Action) -> Result<usize, Meaningless> {
        let mut left = group;
        let mut waiting = vec![Walk::Enter(action)];
        let mut begun = Vec::new();
        while let Some(walk) = waiting.pop() {
            match walk {
                Walk::Enter(action) => match self.walked.get(&(left, action)) {
                    Some(&known) => left = known,
                    None => {
                        begun.push((left, action));
                        waiting.push(Walk::Leave);
                        left = self.enter(left, action, &mut waiting)?;
                    }
                },
                Walk::Learn(group) => left = self.number(&group),
                Walk::Leave => {
                    if let Some(key) = begun.pop() {
                        self.walked.insert(key, left);
                    }
                }
            }
        }
        Ok(left)
    }

    fn enter(
        &mut self,
        group: usize,
        action: Action,
        waiting: &mut Vec<Walk>,
    ) -> Result<usize, Meaningless> {
        use ActionNode as A;
        let term = Term::Action(action);
        let terms = self.terms;
        match terms.action_node(action) {
            A::Test(formula) => {
                self.ask(group, *formula);
                return Ok(self.number(&Group::empty()));
            }
            A::Learn(who, inner) => {
                self.need_access(group, who, term)?;
                self.need_cells(who, term, Lack::CellsToLearn)?;
                waiting.push(Walk::Learn(who.clone()));
                waiting.push(Walk::Enter(*inner));
            }
            A::Sequence(of) => waiting.extend(of.iter().rev().map(|&inner| Walk::Enter(inner))),
            A::Game(_, meaning) => waiting.push(Walk::Enter(*meaning)),
            other => {
                if let Some(construct) = Construct::of(other) {
                    return Err(Meaningless::Unsupported(Unsupported { action, construct }));
                }
            }
        }
        Ok(group)
    }
}

/// What is left to do of an action.
enum Walk {
    Enter(Action),
    /// `L_B` ends: the group has access.
    Learn(Group),
    /// What was entered last is done; what it leaves is known from now on.
    Leave,
}
