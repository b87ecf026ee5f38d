//! A document: what a file and its includes say, ready for an engine.

use crate::elaborate::Scope;
use crate::syntax::tree::{ActionProperty, Likeness, Stance};
use dashu_int::UBig;
use hexa_logic::{
    Action, Agent, Atom, Comparison, Formula, Setup, Terms, Vocabulary, WinCondition,
};
use hexa_text::Location;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::Arc;

/// What a file says: names, terms, states and scenarios.
#[derive(Clone, Debug)]
pub struct Document {
    /// The names.
    pub vocabulary: Vocabulary,
    /// All formulas, actions and frames of the document.
    pub terms: Terms,
    /// The initial state; its name is `initial`.
    pub initial: Setup,
    /// Further named states.
    pub states: Vec<NamedState>,
    /// What it takes to win.
    pub win: WinCondition,
    /// The scenarios, in order. Those with nothing to run are left out.
    pub scenarios: Vec<Scenario>,
    /// The language it is written in.
    pub notation: Notation,
    /// What later lines may refer to.
    pub(crate) scope: Scope,
}

/// The language of a document, which is also the one to answer in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Ours.
    Hexa,
    /// That of SMCDEL, where atoms are numbers: the number of each atom.
    Smcdel(Vec<u64>),
}

/// A state declared beside the initial one.
#[derive(Clone, Debug)]
pub struct NamedState {
    /// Its name.
    pub name: String,
    /// Its description.
    pub setup: Setup,
    /// Where it is declared.
    pub at: Location,
}

/// Steps that are taken one after the other from the initial state.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The name; the steps before the first `scenario` line have none.
    pub name: Option<String>,
    /// Where it starts.
    pub at: Location,
    /// The steps.
    pub steps: Vec<Step>,
    /// What is claimed in it, in order.
    pub claims: Vec<Claim>,
}

impl Scenario {
    /// Adds a step, to which the last claim extends.
    pub(crate) fn push(&mut self, step: Step) {
        self.steps.push(step);
        if let Some(claim) = self.claims.last_mut() {
            claim.steps.end = self.steps.len();
        }
    }
}

/// Claims of a text, which some steps of a scenario are about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// How a list of claims calls them.
    pub items: Vec<String>,
    /// What the assertions among the steps are to them.
    pub stance: Stance,
    /// Where it stands.
    pub at: Location,
    /// The steps, by their places in the scenario.
    pub steps: Range<usize>,
}

/// A step with its place in the text.
#[derive(Clone, Debug)]
pub struct Step {
    /// What to do.
    pub kind: StepKind,
    /// Where it stands.
    pub at: Location,
    /// Its text, on one line.
    pub text: String,
    /// Where the parts of its formula or action stand.
    pub places: Places,
}

/// What a step does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// Could not be read; reported already.
    Broken,
    /// `do α`
    Do(Action),
    /// `check φ`
    Check(Formula),
    /// `check valid φ`
    CheckValid(Formula),
    /// `TRUE? {1,3} φ`, a query of SMCDEL: φ holds in the world where exactly these atoms are true.
    CheckAt(Vec<Atom>, Formula),
    /// `check executable α`
    CheckExecutable(Action),
    /// `check blocked α`
    CheckBlocked(Action),
    /// `expect outcomes N: α`
    ExpectOutcomes(u64, Action),
    /// `expect game: α`, ...
    ExpectAction(ActionProperty, Action),
    /// `expect worlds N`, where N may be larger than numbers are elsewhere
    ExpectWorlds(UBig),
    /// `expect worlds all N`: with those that cannot be reached
    ExpectAllWorlds(UBig),
    /// `expect minimal N`
    ExpectMinimal(u64),
    /// `expect classes a = N`
    ExpectClasses(Agent, u64),
    /// `expect worlds > 3`, ...: other comparisons than equality
    ExpectNumber(Quantity, Comparison, UBig),
    /// `expect bisimilar s`, ...
    ExpectCompare(Likeness, String),
    /// `save s`
    Save(String),
    /// `restore s`
    Restore(String),
    /// `print φ`
    Print(Formula),
    /// `WHERE? φ`, a query of SMCDEL: the worlds where φ is true.
    Where(Formula),
    /// `print P_a(φ)`, `print classes a`, ...
    PrintNumber(Quantity),
    /// `print count`
    PrintCount,
    /// `print state`
    PrintState,
    /// `print knowledge`
    PrintKnowledge,
    /// `draw "file.svg"`
    Draw(String),
}

/// A number that a state gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// How many worlds are relevant.
    Worlds,
    /// How many there are, with those that cannot be reached.
    AllWorlds,
    /// How many are left when bisimilar worlds are taken together.
    Minimal,
    /// How many cells an agent has.
    Classes(Agent),
    /// How likely something is: that it is certain, as a formula.
    Probability(Formula),
    /// How many of these are true.
    Instances(Vec<Formula>),
    /// A number that no state changes.
    Number(i64),
}

/// What a step is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepRole {
    /// Nobody knows: it could not be read.
    Unknown,
    /// It leads to another state.
    Move,
    /// It remembers the state under a name.
    Memory,
    /// It asserts something, and is counted as passed or failed.
    Assertion,
    /// It shows something.
    Display,
}

impl StepKind {
    /// What the step is for.
    pub fn role(&self) -> StepRole {
        match self {
            Self::Broken => StepRole::Unknown,
            Self::Do(_) | Self::Restore(_) => StepRole::Move,
            Self::Save(_) => StepRole::Memory,
            Self::Check(_)
            | Self::CheckValid(_)
            | Self::CheckAt(..)
            | Self::CheckExecutable(_)
            | Self::CheckBlocked(_)
            | Self::ExpectOutcomes(..)
            | Self::ExpectAction(..)
            | Self::ExpectWorlds(_)
            | Self::ExpectAllWorlds(_)
            | Self::ExpectMinimal(_)
            | Self::ExpectClasses(..)
            | Self::ExpectNumber(..)
            | Self::ExpectCompare(..) => StepRole::Assertion,
            Self::Print(_)
            | Self::PrintNumber(_)
            | Self::PrintCount
            | Self::Where(_)
            | Self::PrintState
            | Self::PrintKnowledge
            | Self::Draw(_) => StepRole::Display,
        }
    }

    /// Whether the step asserts something, so that it is counted as passed or failed. One that could not be read
    /// counts as failed.
    pub fn asserts(&self) -> bool {
        matches!(self.role(), StepRole::Assertion | StepRole::Unknown)
    }
}

/// Where the parts of a step's formula or action stand in the text. A term that occurs several times has the
/// place of its first occurrence in the step, or else in the definitions that the step uses.
#[derive(Clone, Debug, Default)]
pub struct Places {
    pub(crate) formulas: FxHashMap<Formula, Location>,
    pub(crate) actions: FxHashMap<Action, Location>,
    /// The places in definitions, shared by all that use them in the same way.
    pub(crate) definitions: Vec<Arc<Places>>,
}

impl Places {
    /// Where a formula stands.
    pub fn formula(&self, formula: Formula) -> Option<Location> {
        self.find(|places| places.formulas.get(&formula).copied())
    }

    /// Where an action stands.
    pub fn action(&self, action: Action) -> Option<Location> {
        self.find(|places| places.actions.get(&action).copied())
    }

    /// Looks here, and then in one definition after the other.
    fn find(&self, here: impl Fn(&Places) -> Option<Location>) -> Option<Location> {
        let mut seen = FxHashSet::default();
        let mut open = vec![self];
        while let Some(places) = open.pop() {
            if let Some(at) = here(places) {
                return Some(at);
            }
            let inner = places.definitions.iter().rev().map(|inner| &**inner);
            open.extend(inner.filter(|&inner| seen.insert(std::ptr::from_ref(inner))));
        }
        None
    }
}
