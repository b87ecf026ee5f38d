//! What names mean. There is one namespace for agents, cards, atoms, sets, parameters, macros and
//! frames; bound variables live in an [`Env`] on top of it.

use super::value::Value;
use super::world::Worlds;
use crate::syntax::tree::{Clause, Definition, Expr, Item};
use crate::syntax::{Symbol, Symbols, Tree};
use hexa_logic::{Agent, Atom, Card, Deal, Vocabulary};
use hexa_text::{Location, SourceId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// An expression of one of the trees of a document.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Node {
    /// Which tree.
    pub file: u32,
    /// Which expression of it.
    pub expr: Expr,
}

impl Node {
    /// Another expression of the same tree.
    pub fn with(self, expr: Expr) -> Node {
        Node { file: self.file, expr }
    }
}

/// What a declared name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entity {
    Agent(Agent),
    Table,
    Card(Card),
    /// Atoms of this name: plain, with arguments or with subscripts.
    Atoms,
    /// A local state of a hypercube.
    Local,
    Set(usize),
    Parameter(i64),
    /// A parameter whose value is in error; reported already.
    BrokenParameter,
    Macro(usize),
    Frame(usize),
    /// A name that occurs in a set or as an argument of an atom, and nowhere else.
    Constant,
}

impl Entity {
    /// What to call it in messages.
    pub fn describe(self) -> &'static str {
        match self {
            Entity::Agent(_) => "an agent",
            Entity::Table => "the table",
            Entity::Card(_) => "a card",
            Entity::Atoms => "an atom",
            Entity::Local => "a local state",
            Entity::Set(_) => "a set",
            Entity::Parameter(_) | Entity::BrokenParameter => "a parameter",
            Entity::Macro(_) => "a defined formula or action",
            Entity::Frame(_) => "a frame",
            Entity::Constant => "a plain name",
        }
    }
}

/// A `set` declaration and, once somebody asked for it, its elements.
#[derive(Clone, Debug)]
pub(crate) struct SetDeclaration {
    pub name: Node,
    pub items: Vec<Item>,
    pub value: SetValue,
}

/// How far the evaluation of a set has come.
#[derive(Clone, Debug)]
pub(crate) enum SetValue {
    Unknown,
    /// Being evaluated: asking for it now means that it refers to itself.
    Busy,
    Known(Arc<[Value]>),
    /// In error; reported already.
    Failed,
}

/// A `formula` or `action` declaration.
#[derive(Clone, Debug)]
pub(crate) struct Macro {
    pub sort: Definition,
    pub parameters: Vec<Symbol>,
    /// Where the parameters stand.
    pub places: Vec<Node>,
    pub body: Node,
}

/// A `frame` declaration: what can be said of it before its formulas are read.
#[derive(Clone, Debug)]
pub(crate) struct FrameDeclaration {
    pub name: Node,
    pub clauses: Vec<Clause>,
    pub events: Vec<String>,
}

/// The cards of a knowledge game.
#[derive(Clone, Debug)]
pub(crate) struct Dealt {
    pub deal: Deal,
    /// The laws as written.
    pub laws: Vec<Node>,
}

/// Everything that names mean in a document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    pub symbols: Symbols,
    pub trees: Vec<(SourceId, Arc<Tree>)>,
    pub entities: FxHashMap<Symbol, (Entity, Location)>,
    pub sets: Vec<SetDeclaration>,
    pub macros: Vec<Macro>,
    pub frames: Vec<FrameDeclaration>,
    /// The atoms that are declared, other than those of cards.
    pub atoms: FxHashSet<Atom>,
    /// The agents in the order of this document, and whether names such as `12` may join them.
    pub agents: Vec<Agent>,
    pub joining: Joining,
    /// The initial deal, if the initial state is one.
    pub dealt: Option<Dealt>,
    /// The deals that `deals` ranges over, once somebody asked.
    pub deals: Option<Arc<[Value]>>,
    /// Names of states that are declared or saved so far.
    pub states: Vec<String>,
    /// The worlds of the declared states that have names.
    pub worlds: Worlds,
    /// The same, to look up.
    known_states: FxHashSet<String>,
}

/// Whether a word such as `12` may stand for the group of 1 and 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Joining {
    /// All agents are listed literally and have one-character names.
    Letters,
    #[default]
    Never,
}

impl Scope {
    /// The names of a vocabulary and nothing else, as if all were declared at one place.
    pub fn of_names(vocabulary: &Vocabulary, at: Location) -> Self {
        let mut scope = Self { agents: vocabulary.agents().collect(), ..Self::default() };
        for agent in vocabulary.agents() {
            let symbol = scope.symbols.intern(vocabulary.agent_name(agent));
            scope.entities.insert(symbol, (Entity::Agent(agent), at));
        }
        for atom in vocabulary.atoms() {
            let symbol = scope.symbols.intern(vocabulary.atom_name(atom));
            scope.entities.insert(symbol, (Entity::Atoms, at));
            scope.atoms.insert(atom);
        }
        scope
    }

    /// What a symbol stands for, if it is declared.
    pub fn entity(&self, symbol: Symbol) -> Option<Entity> {
        self.entities.get(&symbol).map(|&(entity, _)| entity)
    }

    /// What a name stands for, if it is declared.
    pub fn entity_named(&self, name: &str) -> Option<Entity> {
        self.symbols.find(name).and_then(|symbol| self.entity(symbol))
    }

    /// From now on there is a state of this name.
    pub fn add_state(&mut self, name: &str) {
        self.states.push(name.to_owned());
        self.known_states.insert(name.to_owned());
    }

    /// Whether there is a state of this name so far.
    pub fn has_state(&self, name: &str) -> bool {
        self.known_states.contains(name)
    }

    /// All declared names, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.entities.keys().map(|&symbol| self.symbols.name(symbol).to_owned()).collect();
        names.sort();
        names
    }
}

/// What surrounds a piece of text: what its variables are bound to, and which definitions it is part of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Env {
    /// The variables, the innermost first.
    bindings: Option<Arc<Binding>>,
    /// The definitions whose spelling out led to this text, the innermost first. The argument of a call
    /// belongs to the caller's text, so a definition may occur in its own argument.
    definitions: Option<Arc<Opened>>,
}

#[derive(Debug)]
struct Opened {
    index: usize,
    outer: Option<Arc<Opened>>,
}

#[derive(Debug)]
struct Binding {
    names: BoundNames,
    outer: Option<Arc<Binding>>,
}

/// Variables that are bound at once.
#[derive(Debug)]
enum BoundNames {
    One(Symbol, Bound),
    Many(FxHashMap<Symbol, Bound>),
}

/// What a variable is bound to.
#[derive(Clone, Debug)]
pub(crate) enum Bound {
    /// By a binder.
    Value(Value),
    /// By a macro call: whatever stands there, in its own environment.
    Argument(Node, Env),
    /// By a fixed point.
    Fixed(Binder),
}

/// Where a fixed point binds its variable: inside so many others, and inside so many suspicions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Binder {
    pub fixed_points: u32,
    pub suspicions: u32,
}

impl Env {
    /// The environment with one more variable.
    pub fn bind(&self, name: Symbol, bound: Bound) -> Env {
        self.bind_names(BoundNames::One(name, bound))
    }

    /// The environment with more variables, any number of them; of two with one name the last counts.
    pub fn bind_all(&self, all: Vec<(Symbol, Bound)>) -> Env {
        const FEW: usize = 8;
        if all.len() > FEW {
            return self.bind_names(BoundNames::Many(all.into_iter().collect()));
        }
        all.into_iter().fold(self.clone(), |env, (name, bound)| env.bind(name, bound))
    }

    fn bind_names(&self, names: BoundNames) -> Env {
        let outer = self.bindings.clone();
        let bindings = Some(Arc::new(Binding { names, outer }));
        Env { bindings, definitions: self.definitions.clone() }
    }

    /// The environment of a definition's body that is used here: no variables yet.
    pub fn inside(&self, index: usize) -> Env {
        let outer = self.definitions.clone();
        Env { bindings: None, definitions: Some(Arc::new(Opened { index, outer })) }
    }

    /// Whether the text is part of this definition.
    pub fn is_inside(&self, index: usize) -> bool {
        let mut opened = &self.definitions;
        while let Some(definition) = opened {
            if definition.index == index {
                return true;
            }
            opened = &definition.outer;
        }
        false
    }

    /// What a variable is bound to.
    pub fn get(&self, name: Symbol) -> Option<&Bound> {
        let mut bindings = &self.bindings;
        while let Some(binding) = bindings {
            match &binding.names {
                BoundNames::One(one, bound) if *one == name => return Some(bound),
                BoundNames::One(..) => {}
                BoundNames::Many(all) => {
                    if let Some(bound) = all.get(&name) {
                        return Some(bound);
                    }
                }
            }
            bindings = &binding.outer;
        }
        None
    }
}

/// The candidate that a misspelt name was probably meant to be.
pub fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 60;
    let length = name.chars().take(LONGEST + 1).count();
    if length > LONGEST {
        return None;
    }
    let reach = (length / 3).max(1);
    candidates
        .filter(|candidate| {
            let bytes = candidate.len();
            bytes + 4 * reach >= length && bytes <= 4 * (length + reach)
        })
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= reach && distance < candidate.chars().count())
        .min()
        .map(|(_, candidate)| candidate)
}
