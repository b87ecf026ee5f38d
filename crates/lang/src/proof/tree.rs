//! The tree of a proof's text. Formulas lie in one list, parts before what they are parts of, so that no depth is too deep to be
//! dropped.

use hexa_text::Span;

/// A formula or an action of a [`ProofTree`], by its place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProofPart(pub u32);

/// A text as it was read.
#[derive(Clone, Debug, Default)]
pub struct ProofTree {
    /// Formulas and actions.
    pub parts: Vec<PartKind>,
    /// The statements, in order.
    pub statements: Vec<ProofStatement>,
}

/// A name with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// What is written, without spaces.
    pub text: Box<str>,
    /// Where.
    pub span: Span,
}

/// The shape of a formula or an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PartKind {
    /// `true` or `false`
    Constant(bool),
    /// A letter, a parameter, an abbreviation, an action.
    Name(Word),
    /// `~φ`
    Not(ProofPart),
    /// `φ & ψ & ...`
    And(Vec<ProofPart>),
    /// `φ | ψ | ...`
    Or(Vec<ProofPart>),
    /// `φ -> ψ`
    Implies(ProofPart, ProofPart),
    /// `φ <-> ψ`
    Iff(ProofPart, ProofPart),
    /// `K_a φ`, `E_B φ`, `E φ`, ...: without a group it is everybody's.
    Knowledge(ProofOperator, Option<Word>, ProofPart),
    /// `next φ`
    Next(ProofPart),
    /// `[α]φ`; `<α>φ` if it is after some execution.
    After {
        /// The action.
        action: ProofPart,
        /// What holds after it.
        body: ProofPart,
        /// After some execution, not after every one.
        some: bool,
    },
    /// `?φ`
    Test(ProofPart),
    /// `!φ`: everybody learns it.
    Announce(ProofPart),
    /// `L_B α`
    Learn(Word, ProofPart),
    /// `α ; β ; ...`
    Sequence(Vec<ProofPart>),
    /// `α + β + ...`, with the place of what is marked by `!`.
    Choice(Vec<ProofPart>, Option<u32>),
}

/// The operators of knowledge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofOperator {
    /// `K_a`
    Knows,
    /// `M_a`
    Imagines,
    /// `Kw_a`
    KnowsWhether,
    /// `E_B`
    Everybody,
    /// `C_B`
    Common,
    /// `D_B`
    Distributed,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct ProofStatement {
    /// All of it.
    pub span: Span,
    /// What it says.
    pub kind: ProofStatementKind,
}

/// What a statement says.
#[derive(Clone, Debug)]
pub enum ProofStatementKind {
    /// `logic S5`
    Logic(Word),
    /// `agents a, b`
    Agents(Vec<Word>),
    /// `actions a^x, b^x`: what the agents of a game can do, besides nothing.
    Actions(Vec<Word>),
    /// `include "other.proof"`
    Include(Word),
    /// `game "krieg.egdl"`
    Game(Word),
    /// `let both = p & q`
    Let(Word, ProofPart),
    /// `theorem name(parameters) where conditions: formula`, and its proof.
    Theorem(ProofTheorem),
}

/// A theorem.
#[derive(Clone, Debug)]
pub struct ProofTheorem {
    /// What it is called.
    pub name: Word,
    /// What it is about: of which kind, and the name.
    pub parameters: Vec<(ParameterKind, Word)>,
    /// What is asked of agents and groups.
    pub conditions: Vec<ProofCondition>,
    /// What it says.
    pub statement: ProofPart,
    /// The proof.
    pub lines: Vec<WrittenLine>,
}

/// What a theorem can be about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterKind {
    /// `formula`
    Formula,
    /// `agent`
    Agent,
    /// `group`
    Group,
    /// `action`
    Action,
}

/// What is asked of agents and groups.
#[derive(Clone, Debug)]
pub enum ProofCondition {
    /// `a in B`; of a group: all of it.
    In(Word, Word),
    /// `some B`
    Inhabited(Word),
}

/// A line of a proof.
#[derive(Clone, Debug)]
pub struct WrittenLine {
    /// Its number or name.
    pub label: Word,
    /// All of it.
    pub span: Span,
    /// In which column it begins.
    pub column: u32,
    /// What it says.
    pub formula: ProofPart,
    /// Where the reason stands.
    pub reason_span: Span,
    /// Why.
    pub reason: ProofReason,
}

/// Why a line may stand where it does, with names of lines.
#[derive(Clone, Debug)]
pub enum ProofReason {
    /// `premise`
    Premise,
    /// `given`
    Given,
    /// `assumption`
    Assumption,
    /// `tautology`, or the lines alone.
    Consequence(Vec<Word>),
    /// `axiom NAME`
    Axiom(Word),
    /// `rule NAME`
    Rule(Word),
    /// `modus ponens 1, 2`
    ModusPonens(Word, Word),
    /// `necessitation 1`
    Necessitation(Word),
    /// `monotonicity 1`
    Monotonicity(Word),
    /// `replacement 1`
    Replacement(Word),
    /// `induction 1`
    Induction(Word),
    /// `induction 1, 2`
    LearntInduction(Word, Word),
    /// `subproof 1`
    Subproof(Word),
    /// `lemma NAME(arguments) from 1, 2`
    Lemma(Word, Vec<ProofPart>, Vec<Word>),
}
