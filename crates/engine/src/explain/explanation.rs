//! Why a formula is true or false in a world (thesis def. 32), as a tree: the parts of
//! it that settle the matter, the worlds that stand for or against it, and the paths to
//! them. Every node is what evaluation says; nothing is put in words here.
//!
//! How worlds are found is a matter of how a state is held; what makes a formula true or false is not.

mod listed;
pub(crate) mod unlisted;

pub use listed::explain;

use crate::evaluation::EvalError;
use crate::limits::Limit;
use crate::outcomes::{Outcomes, UpdateError};
use crate::view::View;
use dashu_int::UBig;
use dashu_int::ops::Gcd;
use hexa_logic::{Action, Agent, Formula, FormulaNode, Group, Modality, Stopped, Terms};

/// An explanation, with the state it speaks of.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The relevant worlds. Explanations name worlds by their places here.
    pub view: View,
    /// The explanation.
    pub explanation: Explanation,
}

/// Why a formula has its truth value in a world.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The formula.
    pub formula: Formula,
    /// The place of the world in the view.
    pub world: usize,
    /// Whether the formula is true there.
    pub holds: bool,
    /// Why.
    pub because: Because,
}

/// What makes a formula true or false.
#[derive(Clone, Debug)]
pub enum Because {
    /// The valuation, or that it is a constant.
    Valuation,
    /// Parts of it: these are some of those that settle the matter.
    Parts {
        /// Explanations of the first ones.
        shown: Vec<Explanation>,
        /// How many there are that do.
        decisive: usize,
        /// How many parts there are.
        of: usize,
    },
    /// A world that access leads to, and what holds or fails there.
    World {
        /// The steps, at least one unless the world itself settles the matter.
        path: Vec<PathStep>,
        /// What is at their end.
        there: Box<Explanation>,
    },
    /// The agent considers both of these possible.
    Both {
        /// The agent.
        agent: Agent,
        /// Where what they might know is true.
        yes: usize,
        /// Where it is false.
        no: usize,
    },
    /// The part has the same value in all of these worlds.
    AllWorlds {
        /// Whose worlds they are.
        of: Whose,
        /// The worlds, in order.
        worlds: Vec<usize>,
        /// The value.
        value: bool,
    },
    /// The part has the same value in all worlds of these, which are too many to list.
    ManyWorlds {
        /// Whose worlds they are, and how many.
        of: Vec<(Whose, UBig)>,
        /// The value.
        value: bool,
    },
    /// Everybody in the group knows it: the worlds that each considers possible.
    Everybody(Vec<(Agent, Vec<usize>)>),
    /// The action cannot be executed.
    Blocked,
    /// What is true after the action.
    After {
        /// How many outcomes there are.
        outcomes: usize,
        /// The outcome that settles the matter, or the first if all do: one of its states.
        scene: Box<Scene>,
    },
    /// How many of the parts hold.
    Count {
        /// Those that hold.
        holding: Vec<Formula>,
        /// How many parts there are.
        of: usize,
    },
    /// The probability, in lowest terms.
    Probability {
        /// The number above the line.
        part: String,
        /// The number below the line.
        whole: String,
    },
    /// Nothing smaller shows it, or the explanation would be too long.
    Unexplained,
}

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// Whose step.
    pub by: Whose,
    /// Where it leads.
    pub to: usize,
}

/// Whose access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The agent's.
    Agent(Agent),
    /// What all of the group together consider possible: distributed knowledge.
    Together(Group),
    /// Any number of steps of anybody in the group: common knowledge.
    Chains(Group),
}

/// The outcomes of an action, or why there are none; or the end of the work.
pub(crate) type Executed<S> = Result<Result<Outcomes<S>, Because>, EvalError>;

/// The most nodes of an explanation.
pub(crate) const MOST_NODES: usize = 60;
/// The most parts of a connective that are explained.
const MOST_PARTS: usize = 4;

/// What an operator speaks of, in a world.
#[derive(Clone, Copy)]
pub(crate) struct Body {
    /// What it says of other worlds.
    pub formula: Formula,
    /// Where it stands.
    pub world: usize,
    /// Whether what it says holds there.
    pub holds: bool,
}

/// Explaining, in a state that is held in some way. Worlds are named by places.
pub(crate) trait Explaining<'a> {
    /// What actions lead to.
    type State;

    /// The formulas.
    fn terms(&self) -> &'a Terms;

    /// How many nodes may still be made.
    fn budget(&mut self) -> &mut usize;

    /// Whether a formula is true in a world.
    fn holds(&mut self, formula: Formula, world: usize) -> Result<bool, EvalError>;

    /// The body has a value in all worlds of somebody, if that holds, or another in one of them.
    fn every(&mut self, whose: Whose, body: Body, value: bool) -> Result<Because, EvalError>;

    /// An agent knows whether the body is true, if that holds.
    fn whether(&mut self, agent: Agent, body: Body) -> Result<Because, EvalError>;

    /// Everybody knows the body, if that holds.
    fn everybody(&mut self, group: &Group, body: Body) -> Result<Because, EvalError>;

    /// The body is commonly known, if that holds; if not, a shortest chain to a world where it fails.
    fn common(&mut self, group: &Group, body: Body) -> Result<Because, EvalError>;

    /// What the worlds of an agent weigh where the body is true, and all of theirs.
    fn likelihood(
        &mut self,
        agent: Agent,
        body: Formula,
        world: usize,
    ) -> Result<(UBig, UBig), EvalError>;

    /// The outcomes of an action in a world, or why there are none.
    fn execute(&mut self, action: Action, world: usize) -> Executed<Self::State>;

    /// Whether a formula is true in an outcome.
    fn holds_after(&self, state: &Self::State, formula: Formula) -> Result<bool, EvalError>;

    /// The explanation of a formula in an outcome.
    fn scene(&mut self, state: &Self::State, formula: Formula) -> Result<Scene, EvalError>;

    /// Why a formula has its truth value in a world.
    fn explain(&mut self, formula: Formula, world: usize) -> Result<Explanation, EvalError> {
        let holds = self.holds(formula, world)?;
        let because = match self.budget().checked_sub(1) {
            Some(left) => {
                *self.budget() = left;
                self.because(formula, (world, holds))?
            }
            None => Because::Unexplained,
        };
        Ok(Explanation { formula, world, holds, because })
    }

    /// What makes a formula true or false in a world.
    fn because(&mut self, formula: Formula, at: (usize, bool)) -> Result<Because, EvalError> {
        use FormulaNode as F;
        let (world, holds) = at;
        let below = |formula: &Formula| Body { formula: *formula, world, holds };
        match self.terms().node(formula) {
            F::True | F::False | F::Atom(_) => Ok(Because::Valuation),
            F::Not(body) => self.parts(&[*body], 1, world),
            F::And(of) | F::Or(of) => self.junction(of, at),
            F::Implies(left, right) => self.implication(*left, *right, at),
            F::Iff(left, right) => self.parts(&[*left, *right], 2, world),
            F::Knows(agent, body) | F::Believes(agent, body) => {
                self.every(Whose::Agent(*agent), below(body), true)
            }
            F::Imagines(agent, body) => {
                self.every(Whose::Agent(*agent), Body { holds: !holds, ..below(body) }, false)
            }
            F::KnowsWhether(agent, body) => self.whether(*agent, below(body)),
            F::Everybody(group, body) => self.everybody(group, below(body)),
            F::Common(group, body) => self.common(group, below(body)),
            // What nobody at all knows together holds in worlds that nobody sees.
            F::Distributed(group, _) if group.is_empty() => Ok(Because::Unexplained),
            F::Distributed(group, body) => {
                self.every(Whose::Together(group.clone()), below(body), true)
            }
            F::After(modality, action, body) => self.after(*modality, *action, *body, at),
            F::Count(of, _) => {
                let holding = self.with_value(of, (world, true))?;
                Ok(Because::Count { holding, of: of.len() })
            }
            F::Probability(agent, body, ..) => self.probability(*agent, *body, world),
        }
    }

    /// The parts that have the value of the whole: of a true conjunction and of a false
    /// disjunction all, of the others at least one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other reasons stay as they are")]
    fn junction(&mut self, of: &[Formula], at: (usize, bool)) -> Result<Because, EvalError> {
        let mut decisive = self.with_value(of, at)?;
        let count = decisive.len();
        if count < of.len() {
            decisive.truncate(1);
        }
        let because = self.parts(&decisive, of.len(), at.0)?;
        Ok(match because {
            Because::Parts { shown, of, .. } => Because::Parts { shown, decisive: count, of },
            other => other,
        })
    }

    /// Those that have a value in a world.
    fn with_value(
        &mut self,
        of: &[Formula],
        (world, value): (usize, bool),
    ) -> Result<Vec<Formula>, EvalError> {
        let mut found = Vec::new();
        for &part in of {
            if self.holds(part, world)? == value {
                found.push(part);
            }
        }
        Ok(found)
    }

    /// The side of an implication that makes it true, or both.
    fn implication(
        &mut self,
        left: Formula,
        right: Formula,
        (world, holds): (usize, bool),
    ) -> Result<Because, EvalError> {
        match (holds, self.holds(left, world)?) {
            (false, _) => self.parts(&[left, right], 2, world),
            (true, false) => self.parts(&[left], 2, world),
            (true, true) => self.parts(&[right], 2, world),
        }
    }

    /// Some of so many parts.
    fn parts(&mut self, parts: &[Formula], of: usize, world: usize) -> Result<Because, EvalError> {
        let shown = parts.iter().take(MOST_PARTS).map(|&part| self.explain(part, world));
        Ok(Because::Parts { shown: shown.collect::<Result<_, _>>()?, decisive: parts.len(), of })
    }

    /// What is at the end of a path.
    fn at_end(
        &mut self,
        path: Vec<PathStep>,
        body: Formula,
        world: usize,
    ) -> Result<Because, EvalError> {
        let there = Box::new(self.explain(body, world)?);
        Ok(Because::World { path, there })
    }

    /// An outcome of an action that settles what is true after it.
    fn after(
        &mut self,
        modality: Modality,
        action: Action,
        body: Formula,
        (world, holds): (usize, bool),
    ) -> Result<Because, EvalError> {
        let outcomes = match self.execute(action, world)? {
            Ok(outcomes) => outcomes,
            Err(because) => return Ok(because),
        };
        let mut decisive = None;
        for outcome in outcomes.alternatives() {
            let truths = outcome.iter().map(|state| self.holds_after(state, body));
            let truths = truths.collect::<Result<Vec<bool>, _>>()?;
            let good = match modality {
                Modality::Every => truths.contains(&true),
                Modality::Some => !truths.contains(&false),
            };
            let settles = good == holds;
            // A false box and a true diamond need one outcome, the others all of them.
            if !settles && holds == (modality == Modality::Every) {
                return Ok(Because::Unexplained);
            }
            if settles && decisive.is_none() {
                let member = truths.iter().position(|&truth| truth == holds);
                decisive = member.map(|at| &outcome[at]);
            }
        }
        let Some(state) = decisive else { return Ok(Because::Unexplained) };
        let scene = Box::new(self.scene(state, body)?);
        Ok(Because::After { outcomes: outcomes.alternatives().len(), scene })
    }

    /// How likely the body is for an agent.
    fn probability(
        &mut self,
        agent: Agent,
        body: Formula,
        world: usize,
    ) -> Result<Because, EvalError> {
        let (part, whole) = self.likelihood(agent, body, world)?;
        if whole == UBig::ZERO {
            return Ok(Because::Unexplained);
        }
        let divisor = (&part).gcd(&whole);
        Ok(Because::Probability {
            part: (part / &divisor).to_string(),
            whole: (whole / divisor).to_string(),
        })
    }
}

impl Because {
    /// What an action leads to, or why it leads nowhere.
    pub(crate) fn of_execution<S>(outcomes: Result<Outcomes<S>, UpdateError>) -> Executed<S> {
        Ok(match outcomes {
            Ok(outcomes) => Ok(outcomes),
            Err(UpdateError::NotExecutable { .. } | UpdateError::NoOutcome { .. }) => {
                Err(Self::Blocked)
            }
            Err(UpdateError::Evaluation(EvalError::Limit(Limit::Stopped))) => {
                return Err(Stopped.into());
            }
            Err(UpdateError::Evaluation(_)) => Err(Self::Unexplained),
        })
    }
}
