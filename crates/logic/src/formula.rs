//! What can be said of a state: the language of thesis defs. 25, 60 and 61, with
//! distributed knowledge, counting and probability added.

use crate::vocabulary::index;
use crate::{Action, Agent, Atom, Group};

index! {
    /// A formula, by its place in [`Terms`](crate::Terms). Older formulas never contain newer ones.
    Formula
}

/// The outermost shape of a formula.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FormulaNode {
    /// What always holds.
    True,
    /// What never holds.
    False,
    /// A propositional letter.
    Atom(Atom),
    /// Negation.
    Not(Formula),
    /// Conjunction of any number; of none it is true.
    And(Box<[Formula]>),
    /// Disjunction of any number; of none it is false.
    Or(Box<[Formula]>),
    /// Implication.
    Implies(Formula, Formula),
    /// Equivalence.
    Iff(Formula, Formula),
    /// `K_a`: the agent knows.
    Knows(Agent, Formula),
    /// `B_a`: the agent believes: what is true wherever their access leads. On partitions that is knowledge.
    Believes(Agent, Formula),
    /// `M_a`: the agent can imagine.
    Imagines(Agent, Formula),
    /// `Kw_a`: the agent knows whether.
    KnowsWhether(Agent, Formula),
    /// `E_B`: everybody in the group knows.
    Everybody(Group, Formula),
    /// `C_B`: common knowledge, over the reflexive and transitive closure.
    Common(Group, Formula),
    /// `D_B`: distributed knowledge, over the intersection. Of nobody, what always holds everywhere.
    Distributed(Group, Formula),
    /// `[α]φ` or `<α>φ`.
    After(Modality, Action, Formula),
    /// How many of these hold.
    Count(Box<[Formula]>, CountTest),
    /// `P_a(φ)` compared with a number.
    Probability(Agent, Formula, Comparison, Ratio),
}

impl FormulaNode {
    /// Calls `each` for the formulas directly inside, in order; not for those inside an action.
    pub fn parts(&self, mut each: impl FnMut(Formula)) {
        match self {
            Self::True | Self::False | Self::Atom(_) => {}
            Self::And(of) | Self::Or(of) | Self::Count(of, _) => of.iter().copied().for_each(each),
            Self::Implies(left, right) | Self::Iff(left, right) => {
                each(*left);
                each(*right);
            }
            Self::Not(f)
            | Self::Knows(_, f)
            | Self::Believes(_, f)
            | Self::Imagines(_, f)
            | Self::KnowsWhether(_, f)
            | Self::Everybody(_, f)
            | Self::Common(_, f)
            | Self::Distributed(_, f)
            | Self::After(_, _, f)
            | Self::Probability(_, f, _, _) => each(*f),
        }
    }
}

/// After every execution, or after some.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Modality {
    /// `[α]φ`
    Every,
    /// `<α>φ`
    Some,
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// Whether the comparison holds between a left and a right side that are ordered so.
    pub fn holds(self, ordering: std::cmp::Ordering) -> bool {
        match self {
            Self::Equal => ordering.is_eq(),
            Self::NotEqual => ordering.is_ne(),
            Self::Less => ordering.is_lt(),
            Self::AtMost => ordering.is_le(),
            Self::Greater => ordering.is_gt(),
            Self::AtLeast => ordering.is_ge(),
        }
    }

    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
        }
    }
}

/// What is asked of a count.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CountTest {
    /// It compares so with a number.
    Compare(Comparison, i64),
    /// It is one of these numbers, sorted and without repetition.
    OneOf(Box<[i64]>),
}

impl CountTest {
    /// Whether a count passes.
    pub fn accepts(&self, count: i64) -> bool {
        match self {
            Self::Compare(comparison, number) => comparison.holds(count.cmp(number)),
            Self::OneOf(numbers) => numbers.binary_search(&count).is_ok(),
        }
    }

    /// The number from which on more make no difference, of so many.
    pub fn bound(&self, of: usize) -> usize {
        let last = match self {
            Self::Compare(_, number) => *number,
            Self::OneOf(numbers) => numbers.last().copied().unwrap_or(0),
        };
        usize::try_from(last.saturating_add(1)).unwrap_or(0).min(of)
    }
}

/// A rational number in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ratio {
    numerator: i64,
    denominator: u64,
}

impl Ratio {
    /// The fraction in lowest terms; none if the denominator is zero or does not fit.
    pub fn new(numerator: i64, denominator: i64) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let size = i64::try_from(numerator.unsigned_abs() / divisor).ok()?;
        let negative = (numerator < 0) != (denominator < 0);
        Some(Self {
            numerator: if negative { -size } else { size },
            denominator: denominator.unsigned_abs() / divisor,
        })
    }

    /// The number above the line.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The number below the line, never zero.
    pub fn denominator(self) -> u64 {
        self.denominator
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
