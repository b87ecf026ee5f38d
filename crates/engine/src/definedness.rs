//! Whether a formula or an action means anything in a state: its group must be part
//! of the group that has access there (thesis defs. 31 and 33). This is decided
//! before evaluation, from groups alone, and it is strict: one undefined branch
//! makes the whole undefined, whether or not it would ever be executed.

use crate::limits::Limit;
use hexa_logic::{
    Action, ActionNode, Agent, EventModel, Formula, FormulaNode, Group, RelationSetup, Terms,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use std::rc::Rc;

/// Why an agent's cells cannot be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoCells {
    /// The agent.
    pub agent: Agent,
    /// What they lack.
    pub lack: Lack,
}

impl fmt::Display for NoCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let agent = self.agent.index() + 1;
        match self.lack {
            Lack::Access => write!(f, "agent number {agent} has no access here"),
            Lack::Cells | Lack::CellsToLearn => {
                write!(f, "agent number {agent} has arrows, not cells")
            }
        }
    }
}

impl std::error::Error for NoCells {}

/// Why a term means nothing in a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undefined {
    /// The agent it speaks of.
    pub agent: Agent,
    /// The smallest part that speaks of them.
    pub term: Term,
    /// What they lack.
    pub lack: Lack,
}

impl Undefined {
    /// The action at fault, if it is one.
    pub fn action(&self) -> Option<Action> {
        match self.term {
            Term::Action(action) => Some(action),
            Term::Formula(_) => None,
        }
    }
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
    /// The state defines no access for them.
    Access,
    /// Their access is given by arrows, and probabilities need cells.
    Cells,
    /// Their access is given by arrows, and what learning does to them is not defined.
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

/// An action that engines cannot execute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// The part that cannot be executed.
    pub action: Action,
    /// Which construct it is.
    pub construct: Construct,
}

/// The constructs of actions that cannot be executed everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Construct {
    /// `U_B α`, where frames are made.
    Update,
    /// Anything but `?φ`, `U_B α`, `;` and `+` in a program with `U` (thesis def. 53).
    BesideUpdate,
    /// `α + β`
    Choice,
    /// `α || β`
    Concurrent,
    /// `p := φ`
    Assignment,
    /// `α^*` under a learning operator or in parallel.
    Star,
    /// An event of a frame.
    Frame,
    /// `S_B α` or `fix x: α` that is no part of an epistemic action.
    Suspicion,
    /// Anything but moves of card games and what is said in public, where deals of cards are held.
    NoMove,
}

impl Construct {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Update => "an update U_B",
            Self::BesideUpdate => "anything but `?`, `U_B`, `;` and `+` in a program with U",
            Self::Choice => "a choice",
            Self::Concurrent => "concurrent execution",
            Self::Assignment => "an assignment",
            Self::Star => "unbounded repetition inside another action",
            Self::Frame => "an event of a frame",
            Self::Suspicion => "a suspicion that is not part of an action expression",
            Self::NoMove => "what is neither said in public nor a move of a card game",
        }
    }
}

/// An action that is no move of a card game.
pub(crate) fn no_move(action: Action) -> Unsupported {
    Unsupported { action, construct: Construct::NoMove }
}

/// A part of a program with `U` that has no meaning there.
pub(crate) fn beside_update(action: Action) -> Unsupported {
    Unsupported { action, construct: Construct::BesideUpdate }
}

/// An iteration inside another action, or a part of an action expression by itself.
pub(crate) fn unsupported_part(terms: &Terms, action: Action) -> Unsupported {
    let construct = if let ActionNode::Suspect(..) | ActionNode::Fix(_) | ActionNode::Variable(_) =
        terms.action_node(action)
    {
        Construct::Suspicion
    } else {
        Construct::Star
    };
    Unsupported { action, construct }
}

impl fmt::Display for Unsupported {
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other constructs are alike here")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.construct {
            // Updates are executed, but not as a frame.
            Construct::Update => write!(f, "{} has no frame", self.construct.name()),
            construct => write!(f, "{} cannot be executed", construct.name()),
        }
    }
}

/// Why a term cannot be evaluated, as far as groups tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaningless {
    /// It is undefined.
    Undefined(Undefined),
    /// It contains an action that cannot be executed.
    Unsupported(Unsupported),
    /// It is nested too deeply.
    Limit(Limit),
}

/// Whether a formula is defined where this group has access and these agents have arrows.
pub fn check_formula(
    terms: &Terms,
    formula: Formula,
    access: &Group,
    arrows: &Group,
) -> Result<(), Meaningless> {
    let mut pass = Pass::new(terms);
    let access = pass.number(Access::new(access, arrows));
    pass.ask(access, formula);
    pass.run()
}

/// Whether an action is defined where this group has access, and the groups it can leave access.
pub fn check_action(
    terms: &Terms,
    action: Action,
    access: &Group,
    arrows: &Group,
) -> Result<Vec<Group>, Meaningless> {
    let mut pass = Pass::new(terms);
    let access = pass.number(Access::new(access, arrows));
    let left = pass.walk(access, action)?;
    pass.run()?;
    Ok(left.marked.iter().map(|&access| pass.accesses[access].group.clone()).collect())
}

/// Who has access, and whose access is by arrows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Access {
    group: Group,
    arrows: Group,
}

impl Access {
    fn new(group: &Group, arrows: &Group) -> Self {
        let arrows = arrows.iter().filter(|&agent| group.contains(agent)).collect();
        Self { group: group.clone(), arrows }
    }
}

/// Actions that are not announcements may nest this deep.
const MAX_DEPTH: u64 = 500;

/// A walk over formulas, each with the access there is where it is evaluated.
struct Pass<'t> {
    terms: &'t Terms,
    accesses: Vec<Access>,
    numbers: FxHashMap<Access, usize>,
    seen: FxHashSet<(usize, Formula)>,
    walked: FxHashMap<(usize, Action, Reading), Rc<Leaves>>,
    depth: u64,
    /// To be looked at, the next one last.
    waiting: Vec<(usize, Formula)>,
}

/// How actions are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Reading {
    /// By local interpretation (def. 33): tests blind.
    Local,
    /// As parts of a program with `U` (def. 55): tests keep access.
    Update,
}

/// The accesses that an action can leave, each once: by its type, and by the marked alternatives only.
/// What follows in a sequence runs on all of them; what is said afterwards is said of the marked.
#[derive(Clone, Debug, Default)]
struct Leaves {
    all: Vec<usize>,
    marked: Vec<usize>,
}

impl Leaves {
    fn one(access: usize) -> Rc<Self> {
        Rc::new(Self { all: vec![access], marked: vec![access] })
    }

    fn tidy(mut self) -> Rc<Self> {
        for list in [&mut self.all, &mut self.marked] {
            list.sort_unstable();
            list.dedup();
        }
        Rc::new(self)
    }
}

type Left = Result<Rc<Leaves>, Meaningless>;

impl<'t> Pass<'t> {
    fn new(terms: &'t Terms) -> Self {
        Self {
            terms,
            accesses: Vec::new(),
            numbers: FxHashMap::default(),
            seen: FxHashSet::default(),
            walked: FxHashMap::default(),
            depth: 0,
            waiting: Vec::new(),
        }
    }

    fn number(&mut self, access: Access) -> usize {
        if let Some(&number) = self.numbers.get(&access) {
            return number;
        }
        self.accesses.push(access.clone());
        self.numbers.insert(access, self.accesses.len() - 1);
        self.accesses.len() - 1
    }

    fn ask(&mut self, access: usize, formula: Formula) {
        if self.seen.insert((access, formula)) {
            self.waiting.push((access, formula));
        }
    }

    fn run(&mut self) -> Result<(), Meaningless> {
        while let Some((access, formula)) = self.waiting.pop() {
            self.look(access, formula)?;
        }
        Ok(())
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "formulas of all other forms are alike here"
    )]
    fn look(&mut self, access: usize, formula: Formula) -> Result<(), Meaningless> {
        use FormulaNode as F;
        let terms = self.terms;
        let term = Term::Formula(formula);
        let node = terms.node(formula);
        match node {
            F::Knows(a, _) | F::Believes(a, _) | F::Imagines(a, _) | F::KnowsWhether(a, _) => {
                self.need_access(access, &Group::from(*a), term)?;
            }
            F::Everybody(of, _) | F::Common(of, _) | F::Distributed(of, _) => {
                self.need_access(access, of, term)?;
            }
            F::Probability(a, _, _, _) => {
                self.need_access(access, &Group::from(*a), term)?;
                self.need_cells(access, &Group::from(*a), term, Lack::Cells)?;
            }
            F::After(_, action, body) => return self.look_after(access, *action, *body),
            _ => {}
        }
        // Last first, so that what is written first is looked at first.
        let before = self.waiting.len();
        node.parts(|part| self.ask(access, part));
        self.waiting[before..].reverse();
        Ok(())
    }

    fn look_after(
        &mut self,
        access: usize,
        action: Action,
        body: Formula,
    ) -> Result<(), Meaningless> {
        let before = self.waiting.len();
        for &after in &self.walk(access, action)?.marked {
            self.ask(after, body);
        }
        // What is written first is looked at first: the tests, in order, then the body.
        self.waiting[before..].reverse();
        Ok(())
    }

    fn need_access(&self, access: usize, who: &Group, term: Term) -> Result<(), Meaningless> {
        match who.first_outside(&self.accesses[access].group) {
            Some(agent) => {
                Err(Meaningless::Undefined(Undefined { agent, term, lack: Lack::Access }))
            }
            None => Ok(()),
        }
    }

    fn need_cells(
        &self,
        access: usize,
        who: &Group,
        term: Term,
        lack: Lack,
    ) -> Result<(), Meaningless> {
        let arrows = &self.accesses[access].arrows;
        match who.iter().find(|&agent| arrows.contains(agent)) {
            Some(agent) => Err(Meaningless::Undefined(Undefined { agent, term, lack })),
            None => Ok(()),
        }
    }

    /// Checks an action and everything in it; gives the accesses that it can leave.
    fn walk(&mut self, access: usize, action: Action) -> Left {
        match self.terms.has_update(action) {
            true => self.walk_as(Reading::Update, access, action),
            false => self.walk_as(Reading::Local, access, action),
        }
    }

    fn walk_as(&mut self, reading: Reading, access: usize, action: Action) -> Left {
        if let Some(known) = self.walked.get(&(access, action, reading)) {
            return Ok(Rc::clone(known));
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Meaningless::Limit(Limit::Depth(MAX_DEPTH)));
        }
        let left = match reading {
            Reading::Local => self.clause(access, action)?,
            Reading::Update => self.update_clause(access, action)?,
        };
        self.depth -= 1;
        self.walked.insert((access, action, reading), Rc::clone(&left));
        Ok(left)
    }

    /// What each construct leaves (LANGUAGE, section 7).
    fn clause(&mut self, access: usize, action: Action) -> Left {
        use ActionNode as A;
        let terms = self.terms;
        let nobody = Access { group: Group::empty(), arrows: Group::empty() };
        match terms.action_node(action) {
            A::Test(formula) => {
                self.ask(access, *formula);
                Ok(Leaves::one(self.number(nobody)))
            }
            A::Assign(assignments) => {
                assignments.iter().for_each(|&(_, value)| self.ask(access, value));
                Ok(Leaves::one(self.number(nobody)))
            }
            A::Learn(who, inner) => self.learn(access, action, who, *inner),
            A::Sequence(parts) => self.sequence(Reading::Local, access, parts),
            A::Choice(parts, _) if parts.is_empty() => Ok(Leaves::one(self.number(nobody))),
            A::Choice(parts, chosen) => self.choice(Reading::Local, access, parts, *chosen),
            A::Concurrent(parts) => self.choice(Reading::Local, access, parts, None),
            A::Game(game) => self.walk(access, game.description),
            A::Star(inner) => self.star(access, *inner),
            A::Event(frame, _) => self.product(access, action, terms.frame(*frame)),
            A::Epistemic(_, index) => self.product(access, action, &terms.epistemic(*index).frame),
            A::Message(index) => self.product(access, action, terms.said(*index).1),
            A::Suspect(..) | A::Fix(_) | A::Variable(_) => {
                Err(Meaningless::Unsupported(unsupported_part(terms, action)))
            }
            A::Update(who, inner) => self.update(access, action, who, *inner),
        }
    }

    /// What each construct of a program with `U` leaves: everybody keeps access.
    #[expect(clippy::wildcard_enum_match_arm, reason = "actions of all other forms are alike here")]
    fn update_clause(&mut self, access: usize, action: Action) -> Left {
        use ActionNode as A;
        match self.terms.action_node(action) {
            A::Test(formula) => {
                self.ask(access, *formula);
                Ok(Leaves::one(access))
            }
            A::Sequence(parts) => self.sequence(Reading::Update, access, parts),
            A::Choice(parts, _) if parts.is_empty() => Ok(Leaves::one(access)),
            A::Choice(parts, chosen) => self.choice(Reading::Update, access, parts, *chosen),
            A::Update(who, inner) => self.update(access, action, who, *inner),
            _ => Err(Meaningless::Unsupported(beside_update(action))),
        }
    }

    /// After an update, nobody is known to have cells. What is inside is executed again and again, so
    /// that its tests are made after the updates inside, too.
    fn update(&mut self, access: usize, action: Action, who: &Group, inner: Action) -> Left {
        self.need_access(access, who, Term::Action(action))?;
        let group = self.accesses[access].group.clone();
        let after = self.number(Access { arrows: group.clone(), group });
        let inside = if self.terms.has_update(inner) { after } else { access };
        self.walk_as(Reading::Update, inside, inner)?;
        Ok(Leaves::one(after))
    }

    fn sequence(&mut self, reading: Reading, access: usize, parts: &[Action]) -> Left {
        let mut left = Leaves { all: vec![access], marked: vec![access] };
        for &part in parts {
            let mut next = Leaves::default();
            for &access in &left.all {
                let walked = self.walk_as(reading, access, part)?;
                next.all.extend(&walked.all);
                if left.marked.contains(&access) {
                    next.marked.extend(&walked.marked);
                }
            }
            left = Rc::unwrap_or_clone(next.tidy());
        }
        Ok(left.tidy())
    }

    /// Whatever one of the parts can leave; with a mark, it is said which one counts.
    fn choice(
        &mut self,
        reading: Reading,
        access: usize,
        parts: &[Action],
        chosen: Option<u32>,
    ) -> Left {
        let mut left = Leaves::default();
        for (at, &part) in parts.iter().enumerate() {
            let walked = self.walk_as(reading, access, part)?;
            left.all.extend(&walked.all);
            if chosen.is_none_or(|chosen| chosen as usize == at) {
                left.marked.extend(&walked.marked);
            }
        }
        Ok(left.tidy())
    }

    fn learn(&mut self, access: usize, action: Action, who: &Group, inner: Action) -> Left {
        let term = Term::Action(action);
        self.need_access(access, who, term)?;
        self.need_cells(access, who, term, Lack::CellsToLearn)?;
        for &inside in &self.walk(access, inner)?.all {
            self.need_cells(inside, who, term, Lack::CellsToLearn)?;
        }
        let left = Access { group: who.clone(), arrows: Group::empty() };
        Ok(Leaves::one(self.number(left)))
    }

    /// Any number of times: until nothing new is left.
    fn star(&mut self, access: usize, inner: Action) -> Left {
        let all = self.closure(access, inner, |leaves| &leaves.all)?;
        let marked = self.closure(access, inner, |leaves| &leaves.marked)?;
        Ok(Leaves { all, marked }.tidy())
    }

    fn closure(
        &mut self,
        access: usize,
        inner: Action,
        next: fn(&Leaves) -> &Vec<usize>,
    ) -> Result<Vec<usize>, Meaningless> {
        let mut left = vec![access];
        let mut at = 0;
        while at < left.len() {
            let walked = self.walk(left[at], inner)?;
            let new = next(&walked).iter().filter(|access| !left.contains(access)).copied();
            let new: Vec<usize> = new.collect();
            left.extend(new);
            at += 1;
        }
        Ok(left)
    }

    fn product(&mut self, access: usize, action: Action, frame: &EventModel) -> Left {
        let group = frame_group(frame);
        self.need_access(access, &group, Term::Action(action))?;
        frame.formulas().for_each(|formula| self.ask(access, formula));
        let by_arrows = |&agent: &Agent| {
            let between_events = frame.relations.get(agent.index());
            matches!(between_events, Some(Some(RelationSetup::Arrows(_))))
                || self.accesses[access].arrows.contains(agent)
        };
        let arrows = group.iter().filter(by_arrows).collect();
        Ok(Leaves::one(self.number(Access { group, arrows })))
    }
}

/// The agents who have access to a frame.
pub(crate) fn frame_group(frame: &EventModel) -> Group {
    let agents = frame.relations.iter().enumerate().filter(|(_, relation)| relation.is_some());
    agents.map(|(agent, _)| Agent::from_index(agent)).collect()
}
