//! Names and ground terms of a game description. Equal terms are one entry of a store, so that comparing them is
//! comparing numbers.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::fmt;

/// A name: of a relation, a function or a constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

/// A term without variables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(pub u32);

/// What a term is: a name with arguments, which a constant has none of. `(p)` and `p` are the same term.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TermNode {
    /// The function, or the constant itself.
    pub name: Symbol,
    /// What it is applied to.
    pub arguments: Box<[Term]>,
}

/// Terms are never nested deeper than this, so that rules that build ever larger terms end.
pub const MAX_DEPTH: u32 = 200;

/// All names and terms of a game.
#[derive(Clone, Default, Debug)]
pub struct Terms {
    names: IndexSet<Box<str>, FxBuildHasher>,
    nodes: IndexSet<TermNode, FxBuildHasher>,
    depths: Vec<u32>,
}

impl Terms {
    /// The name with this text.
    pub fn symbol(&mut self, text: &str) -> Symbol {
        match self.names.get_index_of(text) {
            Some(index) => Symbol(index as u32),
            None => Symbol(self.names.insert_full(text.into()).0 as u32),
        }
    }

    /// The name with this text, if it occurs.
    pub fn find_symbol(&self, text: &str) -> Option<Symbol> {
        self.names.get_index_of(text).map(|index| Symbol(index as u32))
    }

    /// The text of a name.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0 as usize]
    }

    /// The constant with this name.
    pub fn constant(&mut self, name: Symbol) -> Term {
        self.compound(name, Box::default())
    }

    /// A name applied to arguments.
    pub fn compound(&mut self, name: Symbol, arguments: Box<[Term]>) -> Term {
        let depth = arguments.iter().map(|&term| self.depth(term) + 1).max().unwrap_or(0);
        let (index, is_new) = self.nodes.insert_full(TermNode { name, arguments });
        if is_new {
            self.depths.push(depth);
        }
        Term(index as u32)
    }

    /// A name applied to arguments, if that term occurs.
    pub fn find(&self, name: Symbol, arguments: &[Term]) -> Option<Term> {
        let node = TermNode { name, arguments: arguments.into() };
        self.nodes.get_index_of(&node).map(|index| Term(index as u32))
    }

    /// What a term is.
    pub fn node(&self, term: Term) -> &TermNode {
        &self.nodes[term.0 as usize]
    }

    /// How deeply a term is nested; a constant is not.
    pub fn depth(&self, term: Term) -> u32 {
        self.depths[term.0 as usize]
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A term as it is written.
    pub fn show(&self, term: Term) -> ShownTerm<'_> {
        ShownTerm { terms: self, term }
    }
}

/// A term as it is written in the file.
#[derive(Clone, Copy)]
pub struct ShownTerm<'a> {
    terms: &'a Terms,
    term: Term,
}

impl fmt::Display for ShownTerm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let node = self.terms.node(self.term);
        let name = self.terms.name(node.name);
        if node.arguments.is_empty() {
            return f.write_str(name);
        }
        write!(f, "({name}")?;
        for &argument in &node.arguments {
            write!(f, " {}", self.terms.show(argument))?;
        }
        f.write_str(")")
    }
}
