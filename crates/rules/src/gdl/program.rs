//! Game descriptions as logic programs: rules with a head and a body of literals. Disjunctions and negations of
//! more than an atom are gone; they have become several rules (see [`super::read`]).

use super::term::{Symbol, Term, Terms};
use hexa_lang::Span;
use rustc_hash::FxHashMap;
use std::fmt;

/// A relation: a name with a number of arguments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Predicate(pub u32);

impl Predicate {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

macro_rules! keywords {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $text:literal / $arity:literal;)*) => {
        impl Predicate {
            $($(#[$doc])* pub const $name: Predicate = Predicate($number);)*
        }

        /// The relations of the language, in the order of their numbers.
        pub const KEYWORDS: &[(&str, usize)] = &[$(($text, $arity),)*];
    };
}

keywords! {
    /// `(role r)`: r plays.
    ROLE = 0, "role" / 1;
    /// `(init f)`: f holds at the start.
    INIT = 1, "init" / 1;
    /// `(true f)`: f holds now.
    TRUE = 2, "true" / 1;
    /// `(next f)`: f holds after the moves.
    NEXT = 3, "next" / 1;
    /// `(legal r m)`: r may make the move m.
    LEGAL = 4, "legal" / 2;
    /// `(does r m)`: r makes the move m.
    DOES = 5, "does" / 2;
    /// `(goal r n)`: the play is worth n for r.
    GOAL = 6, "goal" / 2;
    /// `terminal`: the play is over.
    TERMINAL = 7, "terminal" / 0;
    /// `(sees r p)`: r perceives p when the moves are made.
    SEES = 8, "sees" / 2;
    /// `(knows r p)`: r knows p.
    KNOWS = 9, "knows" / 2;
    /// `(knows p)`: p is common knowledge. Told apart from the other by its arguments.
    COMMON = 10, "commonly knows" / 1;
}

/// A term with variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Pattern {
    /// A term without variables.
    Ground(Term),
    /// A variable, by its number in the rule.
    Variable(u32),
    /// A function of terms of which some have variables.
    Compound(Symbol, Box<[Pattern]>),
}

impl Pattern {
    /// Tells of every variable in it.
    pub fn each_variable(&self, f: &mut impl FnMut(u32)) {
        match self {
            Self::Ground(_) => {}
            Self::Variable(variable) => f(*variable),
            Self::Compound(_, inner) => inner.iter().for_each(|pattern| pattern.each_variable(f)),
        }
    }
}

/// A relation of terms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Atom {
    /// The relation.
    pub predicate: Predicate,
    /// What it is said of.
    pub arguments: Box<[Pattern]>,
}

impl Atom {
    /// Tells of every variable in it.
    pub fn each_variable(&self, f: &mut impl FnMut(u32)) {
        self.arguments.iter().for_each(|pattern| pattern.each_variable(f));
    }
}

/// What a body is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// It holds.
    Holds(Atom),
    /// It does not hold.
    Fails(Atom),
    /// The terms differ.
    Distinct(Pattern, Pattern),
    /// The terms are the same.
    Same(Pattern, Pattern),
}

/// A condition with its place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Literal {
    /// What is demanded.
    pub condition: Condition,
    /// Where it stands.
    pub at: Span,
}

/// A rule: the head holds if the body does. A fact has no body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramRule {
    /// What follows.
    pub head: Atom,
    /// From what.
    pub body: Vec<Literal>,
    /// The names of its variables.
    pub variables: Vec<Box<str>>,
    /// Where the head stands.
    pub at: Span,
}

impl ProgramRule {
    /// The atoms that must hold.
    pub fn positive(&self) -> impl Iterator<Item = &Atom> {
        self.body.iter().filter_map(|literal| match &literal.condition {
            Condition::Holds(atom) => Some(atom),
            Condition::Fails(_) | Condition::Distinct(..) | Condition::Same(..) => None,
        })
    }
}

/// What a relation is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RelationName {
    /// Its name.
    pub name: Symbol,
    /// How many arguments it has.
    pub arity: usize,
    /// Where it is met first.
    pub at: Span,
}

/// A game description.
#[derive(Clone, Debug)]
pub struct Program {
    /// Names and terms.
    pub terms: Terms,
    /// The relations, those of the language first.
    pub relations: Vec<RelationName>,
    /// The rules, in the order of the file.
    pub rules: Vec<ProgramRule>,
    by_name: FxHashMap<Symbol, Predicate>,
}

impl Default for Program {
    fn default() -> Self {
        let mut program = Self {
            terms: Terms::default(),
            relations: Vec::new(),
            rules: Vec::new(),
            by_name: FxHashMap::default(),
        };
        for (name, arity) in KEYWORDS {
            let name = program.terms.symbol(name);
            program.declare(name, *arity, Span::default());
        }
        program
    }
}

impl Program {
    /// The relation of this name.
    pub fn predicate(&self, name: Symbol) -> Option<Predicate> {
        self.by_name.get(&name).copied()
    }

    /// Adds a relation.
    pub fn declare(&mut self, name: Symbol, arity: usize, at: Span) -> Predicate {
        let predicate = Predicate(self.relations.len() as u32);
        self.relations.push(RelationName { name, arity, at });
        self.by_name.insert(name, predicate);
        predicate
    }

    /// Adds a relation that nobody can name, called like another in messages.
    pub fn declare_unnamed(&mut self, name: Symbol, arity: usize, at: Span) -> Predicate {
        let predicate = Predicate(self.relations.len() as u32);
        self.relations.push(RelationName { name, arity, at });
        predicate
    }

    /// What a relation is called; `knows` has two.
    pub fn relation_name(&self, predicate: Predicate) -> &str {
        match predicate {
            Predicate::COMMON => "knows",
            _ => self.terms.name(self.relations[predicate.index()].name),
        }
    }

    /// The relation and the arguments that a term stands for, as the argument of `knows` does: an atom of the file.
    pub fn atom_of(&self, name: Symbol, arity: usize) -> Option<Predicate> {
        let predicate = self.predicate(name)?;
        match (predicate, arity) {
            (Predicate::KNOWS, 1) => Some(Predicate::COMMON),
            _ => Some(predicate).filter(|found| self.relations[found.index()].arity == arity),
        }
    }

    /// Whether the rules speak of knowledge (GDL-III).
    pub fn speaks_of_knowledge(&self) -> bool {
        let is_known = |predicate| matches!(predicate, Predicate::KNOWS | Predicate::COMMON);
        self.rules.iter().flat_map(|rule| &rule.body).any(|literal| match &literal.condition {
            Condition::Holds(atom) | Condition::Fails(atom) => is_known(atom.predicate),
            Condition::Distinct(..) | Condition::Same(..) => false,
        })
    }

    /// Whether some rule defines the relation.
    pub fn is_defined(&self, predicate: Predicate) -> bool {
        self.rules.iter().any(|rule| rule.head.predicate == predicate)
    }

    /// An atom without variables as it is written.
    pub fn show_atom<'a>(&'a self, predicate: Predicate, arguments: &'a [Term]) -> ShownAtom<'a> {
        ShownAtom { program: self, predicate, arguments }
    }
}

/// An atom as it is written in the file.
#[derive(Clone, Copy)]
pub struct ShownAtom<'a> {
    program: &'a Program,
    predicate: Predicate,
    arguments: &'a [Term],
}

impl fmt::Display for ShownAtom<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.program.relation_name(self.predicate);
        if self.arguments.is_empty() {
            return f.write_str(name);
        }
        write!(f, "({name}")?;
        for &argument in self.arguments {
            write!(f, " {}", self.program.terms.show(argument))?;
        }
        f.write_str(")")
    }
}
