//! Trees of EGDL texts.

use hexa_lang::Span;

/// A name with what stands above, below and behind it: `a^r_{i,j}`, `tried(a)`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Applied {
    pub(super) name: String,
    pub(super) above: Vec<Term>,
    pub(super) below: Vec<Term>,
    pub(super) behind: Vec<Term>,
    pub(super) span: Span,
}

/// What an index can be.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Term {
    Number(i64),
    /// The value of an index, an agent, or whatever else has this name.
    Named(Applied),
    /// The opponent.
    Opponent(Box<Term>, Span),
    Sum(Box<Term>, Box<Term>, Span),
    Difference(Box<Term>, Box<Term>, Span),
}

/// The values of an index.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Set {
    Agents,
    Range(Term, Term, Span),
    Listed(Vec<Term>),
}

/// Indices, with their values if these are not declared.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Binder {
    pub(super) names: Vec<(String, Span)>,
    pub(super) set: Option<Set>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// A formula.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Expression {
    Constant(bool),
    Initial,
    Terminal,
    Wins(Term, Span),
    Legal(Term, Span),
    Does(Term, Span),
    Atom(Applied),
    Compare(Comparison, Term, Term, Span),
    Not(Box<Expression>),
    And(Vec<Expression>),
    Or(Vec<Expression>),
    Implies(Box<Expression>, Box<Expression>),
    Iff(Box<Expression>, Box<Expression>),
    Next(Box<Expression>),
    Knows(Term, Span, Box<Expression>),
    Imagines(Term, Span, Box<Expression>),
    /// `sees r: φ, ψ`: the agent knows of each whether it is so.
    Sees(Term, Span, Vec<Expression>),
    Everybody(Box<Expression>),
    Common(Box<Expression>),
    Forall(Binder, Box<Expression>),
    Exists(Binder, Box<Expression>),
}

/// What a cell of a board looks like.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Look {
    pub(super) sign: String,
    /// When; always if there is no formula.
    pub(super) when: Option<Expression>,
}

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Statement {
    Game(String),
    Parameter(String, Span, Term),
    Agents(Vec<(String, Span)>),
    Index(Binder),
    Atoms(Vec<Applied>),
    Actions(Vec<Applied>),
    Board {
        rows: (String, Span),
        columns: (String, Span),
        looks: Vec<Look>,
    },
    Rule {
        label: String,
        formula: Expression,
    },
    /// `sees r: φ, ψ` without a number; the agent as it is written.
    Sees {
        agent: String,
        formula: Expression,
    },
}
