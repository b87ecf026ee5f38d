//! The syntax tree of a file. Expressions of all sorts (formulas, actions, numbers,
//! sets) live in one arena, because a macro's argument may be of any sort and only
//! its place tells which. Chains of one operator are flat, so that depth is nesting
//! and nothing else. Trees are compared without their spans.

use super::symbol::Symbol;
use hexa_logic::{Comparison, Manner, Modality};
use hexa_text::Span;

/// A file: statements, and the arena of their expressions.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    kinds: Vec<ExprKind>,
    spans: Vec<Span>,
    /// The statements, in order.
    pub statements: Vec<Statement>,
}

/// Two trees are the same if they read the same, wherever in the text their parts stand.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.kinds == other.kinds
            && self.statements.len() == other.statements.len()
            && self.statements.iter().zip(&other.statements).all(|(a, b)| a.kind == b.kind)
    }
}

/// An expression of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Expr(pub u32);

impl Tree {
    /// Adds an expression; its parts must have been added before.
    pub fn add(&mut self, kind: impl Into<ExprKind>, span: Span) -> Expr {
        self.kinds.push(kind.into());
        self.spans.push(span);
        Expr(self.kinds.len() as u32 - 1)
    }

    /// The shape of an expression.
    pub fn kind(&self, expr: Expr) -> &ExprKind {
        &self.kinds[expr.0 as usize]
    }

    /// Where an expression stands.
    pub fn span(&self, expr: Expr) -> Span {
        self.spans[expr.0 as usize]
    }

    /// The names that are mentioned, as often as they are.
    pub fn names(&self) -> impl Iterator<Item = Symbol> {
        self.kinds.iter().filter_map(ExprKind::name)
    }

    /// How many expressions there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are no expressions.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }
}

/// The shape of an expression of any sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    /// Could not be read; reported already.
    Error,
    /// Parentheses, kept as written.
    Paren(Expr),
    /// A text in quotes, without them: the name of a file or of a scenario.
    Text(Box<str>),
    /// The keyword of a clause; it is there for its place.
    Keyword,

    // Names, numbers, sets.
    /// `17`
    Number(i64),
    /// `p`, `x`, `kids`: a name without subscript or arguments.
    Name(Symbol),
    /// `c_a`, `p_1`, `p_(i+1)`: base (a name) and subscript (a name, number or parenthesised
    /// number; the parentheses are not a separate node).
    Subscript(Expr, Expr),
    /// `p(x,1,3)`, `happy(a)`, `showing(red)`: head (a name) and arguments.
    Apply(Expr, Vec<Expr>),
    /// `{1, 2}`, items by rule allowed.
    Set(Vec<Item>),
    /// `1..n`
    Range(Expr, Expr),
    /// `sub(k, S)`
    Subsets(Expr, Expr),
    /// `size(a)`, `size(S)`
    Size(Expr),
    /// `all`, `agents`, `cards`, `holders`, `deals`
    Builtin(Builtin),
    /// `a - b`
    Minus(Expr, Expr),
    /// `a * b * ...`
    Times(Vec<Expr>),
    /// `n^2`, `α^3`, `α^*3`, `α^*`
    Power(Expr, Exponent),

    // Operators in chains of two or more.
    /// A chain of one operator. `Plus` is a sum or a choice, as its place tells.
    Chain(ChainOp, Vec<Expr>),

    // Guards.
    /// `a != b`, `i <= 2`
    Compare(Comparison, Expr, Expr),
    /// `a in S`
    In(Expr, Expr),

    // Formulas and actions.
    /// `forall x in S: φ`, `choice x in S: α`, ...
    Bind(BindOp, Binder, Expr),
    /// What can be nothing but a formula.
    Formula(FormulaKind),
    /// What can be nothing but an action.
    Action(ActionKind),
}

impl ExprKind {
    /// The name that stands here alone.
    pub fn name(&self) -> Option<Symbol> {
        if let Self::Name(symbol) = self { Some(*symbol) } else { None }
    }

    /// Whether it is a set by its shape, and lists its elements.
    pub fn is_plain_set(&self) -> bool {
        matches!(self, Self::Set(_) | Self::Range(..) | Self::Builtin(_))
    }
}

impl From<FormulaKind> for ExprKind {
    fn from(kind: FormulaKind) -> Self {
        Self::Formula(kind)
    }
}

impl From<ActionKind> for ExprKind {
    fn from(kind: ActionKind) -> Self {
        Self::Action(kind)
    }
}

/// The shape of what can be nothing but a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormulaKind {
    /// `true`
    True,
    /// `false`
    False,
    /// `~φ`
    Not(Expr),
    /// `K_a φ`, `C_B φ`, ...: who, and what.
    Knowledge(KnowledgeOp, Expr, Expr),
    /// `[α]φ`, `<α>φ`
    After(Modality, Expr, Expr),
    /// `count(BINDER: φ) = 1`, `count(BINDER: φ) in {1,3}`
    Count(Binder, Expr, CountSide),
    /// `P_a(φ) >= 1/2`: agent, formula, comparison, numerator, denominator.
    Probability(Expr, Expr, Comparison, Expr, Option<Expr>),
    /// `deal(r | w | b)`, hand by hand; `-` is an empty hand. `deal(d)` is one hand of one name.
    DealIs(Vec<Vec<Expr>>),
    /// `hand_a(c d)`: holder, cards; `hand_a(d)` and `hand_a(H)` are one name; `hand_a(-)` is none.
    HandIs(Expr, Vec<Expr>),
    /// `win_a`
    WinIs(Expr),
    /// `at w`: the world, by its name or by the set of the atoms that are true there.
    AtWorld(Expr),
    /// `kgames(r w | b | -)`: the name of a theory, and hands that could be no other argument.
    TheoryIs(Expr, Vec<Vec<Expr>>),
}

/// The shape of what can be nothing but an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActionKind {
    /// `?φ`
    Test(Expr),
    /// `L_B α`
    Learn(Expr, Expr),
    /// `U_B α`
    Update(Expr, Expr),
    /// `S_B α`
    Suspect(Expr, Expr),
    /// `fix x: α`: the variable (a name) and the body.
    Fix(Expr, Expr),
    /// `!α`
    Mark(Expr),
    /// `p := φ` is one assignment; `(p := φ, q := ψ for x in S)` is a list, its parentheses part of it.
    Assign(Vec<Assignment>),
    /// `skip`
    Skip,
    /// `look a`
    Look(Expr),
    /// `ask 2 1 for r, b: show r`
    Ask(Box<Ask>),
    /// `trade a b: w for y`
    Trade(Box<Trade>),
    /// `announce φ`, `tell φ to a, b by c`, ...
    Message(Box<Message>),
    /// `win 3`
    Win(Expr),
    /// `nowin 2`
    NoWin(Expr),
}

/// An item of a list: `item for x in S where guard`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The item.
    pub expr: Expr,
    /// The rule that repeats it.
    pub rule: Option<Binder>,
}

/// `x, y in S, z in T where guard`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binder {
    /// Variables (names) with their domain.
    pub variables: Vec<(Vec<Expr>, Expr)>,
    /// The guard.
    pub guard: Option<Expr>,
}

/// One assignment of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// The atom.
    pub atom: Expr,
    /// The formula whose truth it gets.
    pub value: Expr,
    /// The rule that repeats it.
    pub rule: Option<Binder>,
}

/// `trade a b: w for y`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trade {
    /// The two who trade.
    pub traders: [Expr; 2],
    /// What each gives; without it one card each, whichever these are.
    pub given: Option<[Vec<Expr>; 2]>,
}

/// `announce φ`, `tell φ to a, b by c`, `privately φ to a`, `lie φ to b by a`; `!φ` in a modality is an announcement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// How it is said.
    pub manner: Manner,
    /// What is said.
    pub said: Expr,
    /// Those to whom it is said: agents and groups. Nobody is named where everybody hears it.
    pub to: Vec<Expr>,
    /// Who says it.
    pub by: Option<Expr>,
}

/// `ask 2 1 for r, b: show r`, `ask 2 1 which ~r_1, ~w_1: tell ~w_1`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    /// Who asks.
    pub asker: Expr,
    /// Who answers.
    pub respondent: Expr,
    /// What is wanted, and what is given.
    pub wanted: Wanted,
}

/// What is wanted of somebody who is asked, and what they give.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// `for r, b: show r`
    Cards(Vec<Item>, ShownCard),
    /// `which ~r_1, ~w_1: tell ~w_1`
    Answers(Vec<Item>, Reply),
}

/// The reply to a question with several possible answers; without one of them, it is some answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `tell φ`, `tell φ to {2,3}`: only they hear which answer it is.
    Tell(Option<Expr>, Option<Expr>),
    /// `say φ`: everybody hears it.
    Say(Option<Expr>),
    /// `no`: none of the answers.
    No,
}

/// The answer to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShownCard {
    /// `show r`, or `show` for some card.
    Show(Option<Expr>),
    /// `no`
    No,
}

/// Words for sets that are always there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    /// `all`: the group of all agents.
    All,
    /// `agents`
    Agents,
    /// `cards`
    Cards,
    /// `holders`
    Holders,
    /// `deals`
    Deals,
}

/// What stands after `^`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exponent {
    /// `^3`, `^n`, `^(n-1)`: the parentheses are not a separate node.
    Exactly(Expr),
    /// `^*3`
    AtMost(Expr),
    /// `^*`
    Star,
}

/// Operators whose chains are flat, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ChainOp {
    /// `+`: a choice of actions, or a sum of numbers.
    Plus,
    /// `||`
    Concurrent,
    /// `;`
    Sequence,
    /// `<->`
    Iff,
    /// `->`, grouped to the right.
    Implies,
    /// `|`
    Or,
    /// `&`
    And,
}

/// Operators that speak of knowledge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnowledgeOp {
    /// `K`
    Knows,
    /// `B`
    Believes,
    /// `M`
    Imagines,
    /// `Kw`
    KnowsWhether,
    /// `E`
    Everybody,
    /// `C`
    Common,
    /// `D`
    Distributed,
}

/// Binders with a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BindOp {
    /// `forall`
    Forall,
    /// `exists`
    Exists,
    /// `choice`
    Choice,
    /// `seq`
    Seq,
}

/// What a count is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountSide {
    /// `= 1`
    Compare(Comparison, Expr),
    /// `in {1,3}`
    In(Expr),
}

/// A statement: a line that starts in column 0, with what continues it.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it says.
    pub kind: StatementKind,
    /// From its first to its last token.
    pub span: Span,
}

/// What a statement says. Declared names are expressions of kind `Name` (or `Number`), so that their
/// places are known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StatementKind {
    /// Could not be read; reported already.
    Error,
    /// `include "other.hexa"`
    Include(Expr),
    /// `agents 1, 2, 3`
    Agents(Vec<Item>),
    /// `table t`
    Table(Expr),
    /// `set pair = {1, 2}`; without braces, the items of a list.
    Set(Expr, Vec<Item>),
    /// `param n = 3`
    Param(Expr, Expr),
    /// `formula happy(a) = ...`, `action suspected(x) = ...`: name, parameters, body.
    Define(Definition, Expr, Vec<Expr>, Expr),
    /// Part of the initial state.
    Clause(Clause),
    /// `state s = ...`
    State(Expr, Vec<Clause>),
    /// `state s from "f.hexa"`
    StateFrom(Expr, Expr),
    /// `win deal`, `win table`, `win hand 3`
    Win(WinClause),
    /// `frame showing` with its clauses.
    Frame(Expr, Vec<Clause>),
    /// `scenario "name"`
    Scenario(Expr),
    /// `claim "thesis Prop. 5"`, `refute "thesis Prop. 5"`
    Claim(Stance, Vec<Expr>),
    /// Something to do or to check.
    Step(Step),
}

/// When a statement is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Never: it could not be read.
    Unreadable,
    /// Before all others.
    Inclusion,
    /// With the names that it declares: also later, at the end of a document.
    Definition,
    /// With the document as a whole: it says who there are, and where they start.
    Setting,
    /// With the steps, which it stands above.
    Heading,
    /// As a step.
    Step,
}

impl StatementKind {
    /// When the statement is read.
    pub fn phase(&self) -> Phase {
        match self {
            Self::Error => Phase::Unreadable,
            Self::Include(_) => Phase::Inclusion,
            Self::Set(..) | Self::Define(..) | Self::Frame(..) => Phase::Definition,
            Self::Agents(_) | Self::Table(_) | Self::Param(..) | Self::Win(_) => Phase::Setting,
            Self::Clause(_) | Self::State(..) | Self::StateFrom(..) => Phase::Setting,
            Self::Scenario(_) | Self::Claim(..) => Phase::Heading,
            Self::Step(_) => Phase::Step,
        }
    }

    /// The step that it is.
    pub fn step(&self) -> Option<&Step> {
        if let Self::Step(step) = self { Some(step) } else { None }
    }
}

/// What assertions are to a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stance {
    /// It says that they are true.
    For,
    /// It says that one of them is false.
    Against,
}

/// What is defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// A formula.
    Formula,
    /// An action.
    Action,
}

/// A part of the description of a state or a frame, with its keyword's place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// What it says.
    pub kind: ClauseKind,
    /// The keyword.
    pub at: Expr,
}

/// What a clause says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClauseKind {
    /// Could not be read; reported already.
    Error,
    /// `deal r | w | b`, `deal facedown r | w | b`
    Deal(Facing, Vec<Vec<Expr>>),
    /// `atoms p, q(i) for i in S`
    Atoms(Vec<Item>),
    /// `observe a: p, q`, `observe i in kids: ...`
    Observe(Who, Vec<Item>),
    /// `law φ`
    Law(Expr),
    /// `point p, q`, `point w`, `point r, w, b`
    Point(Vec<Item>),
    /// `hypercube r, w, b`
    Hypercube(Vec<Item>),
    /// `model` with its clauses.
    Model(Vec<Clause>),
    /// `world s(x,y): a(x), b(y) weight x/9 for x, y in 2..9 where x < y`: name, atoms, weight, and a rule
    /// that repeats the whole clause. A rule after the last atom belongs to the clause if one of its
    /// variables occurs in the world's name.
    World(Expr, Vec<Item>, Option<Fraction>, Option<Binder>),
    /// `cells 1: ...`, `arrows 1: ...`: what somebody considers possible.
    Access(Who, AccessKind),
    /// `event at(x): pre p(x), chance 1/2, post q := K_1 p(x) for x in S`: name, precondition, chance,
    /// postcondition, and a rule that repeats the whole clause. A rule after the last assignment belongs to
    /// the clause if one of its variables occurs in the event's name.
    Event(Expr, Precondition, Option<Fraction>, Vec<Assignment>, Option<Binder>),
    /// `ask 2 1`: the events are the answers that 1 can give to 2.
    Ask(Expr, Expr),
}

/// How access is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccessKind {
    /// `cells 1: {w, v} {u}`; items are sets.
    Cells(Vec<Item>),
    /// `cells 2 by x + y`
    CellsBy(Vec<Expr>),
    /// `arrows 1: w -> v, v -> v`
    Arrows(Vec<Arrow>),
}

/// `1/3`, `2`: a number, and what it is divided by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fraction {
    /// Above the line.
    pub above: Expr,
    /// Below the line; none is 1.
    pub below: Option<Expr>,
}

/// When an event can happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precondition {
    /// Always.
    None,
    /// `pre φ`
    Formula(Expr),
    /// `otherwise`: when no other event can.
    Otherwise,
}

/// Whether the cards have been looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Facing {
    /// Everybody has seen their own.
    Up,
    /// Nobody has looked.
    Down,
}

/// For whom a clause is: `a`, `{a, b}`, `all`, a set, several of these, or `i in kids`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// Agents and groups.
    Listed(Vec<Expr>),
    /// Every agent that the binder gives, bound in the clause.
    Each(Binder),
}

/// `w -> v for ...`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// Where it starts.
    pub from: Expr,
    /// Where it ends.
    pub to: Expr,
    /// The rule that repeats it.
    pub rule: Option<Binder>,
}

/// `win deal`, `win table`, `win hand 3`
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WinClause {
    /// Know the whole deal.
    Deal,
    /// Know the table.
    Table,
    /// Know this holder's hand.
    Hand(Expr),
}

/// A step of a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// `do α`
    Do(Expr),
    /// `check φ`
    Check(Expr),
    /// `check valid φ`
    CheckValid(Expr),
    /// `check executable α`
    CheckExecutable(Expr),
    /// `check blocked α`
    CheckBlocked(Expr),
    /// `expect outcomes N: α`
    ExpectOutcomes(Expr, Expr),
    /// `expect game: α`, `expect trivial: α`, ...
    ExpectAction(ActionProperty, Expr),
    /// `expect worlds N`
    ExpectWorlds(Expr),
    /// `expect worlds all N`
    ExpectAllWorlds(Expr),
    /// `expect minimal N`
    ExpectMinimal(Expr),
    /// `expect classes a = N`
    ExpectClasses(Expr, Expr),
    /// `expect worlds > 3`, ...: other comparisons than equality.
    ExpectNumber(Quantity, Comparison, Expr),
    /// `expect bisimilar s`, ...
    ExpectCompare(Likeness, Expr),
    /// `save s`
    Save(Expr),
    /// `restore s`
    Restore(Expr),
    /// `print φ`
    Print(Expr),
    /// `print P_a(φ)`, `print classes a`, `print n + 1`, ...
    PrintNumber(Quantity),
    /// `print count`
    PrintCount,
    /// `print state`
    PrintState,
    /// `print knowledge`
    PrintKnowledge,
    /// `draw "file.svg"`
    Draw(Expr),
}

impl Step {
    /// Whether the step asserts something, so that it is counted as passed or failed.
    pub fn asserts(&self) -> bool {
        match self {
            Self::Check(_)
            | Self::CheckValid(_)
            | Self::CheckExecutable(_)
            | Self::CheckBlocked(_)
            | Self::ExpectOutcomes(..)
            | Self::ExpectAction(..)
            | Self::ExpectWorlds(_)
            | Self::ExpectAllWorlds(_)
            | Self::ExpectMinimal(_)
            | Self::ExpectClasses(..)
            | Self::ExpectNumber(..)
            | Self::ExpectCompare(..) => true,
            Self::Do(_)
            | Self::Save(_)
            | Self::Restore(_)
            | Self::Print(_)
            | Self::PrintNumber(_)
            | Self::PrintCount
            | Self::PrintState
            | Self::PrintKnowledge
            | Self::Draw(_) => false,
        }
    }
}

/// A number that a state gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// `worlds`
    Worlds,
    /// `worlds all`
    AllWorlds,
    /// `minimal`
    Minimal,
    /// `classes a`
    Classes(Expr),
    /// `P_a(φ)`: agent and formula.
    Probability(Expr, Expr),
    /// `count(BINDER: φ)`
    Instances(Binder, Expr),
    /// `n + 1`: a number that no state changes.
    Number(Expr),
}

/// What an action is said to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActionProperty {
    /// A game action in the current state.
    Game,
    /// No game action there.
    NoGame,
    /// A game action from which nobody can learn anything.
    Trivial,
    /// A game action from which somebody can.
    NonTrivial,
}

/// How two states are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Likeness {
    /// Bisimilar.
    Bisimilar,
    /// Not bisimilar.
    Different,
    /// Isomorphic.
    Isomorphic,
    /// Alike up to the names of the agents (thesis def. 50).
    Similar,
}
