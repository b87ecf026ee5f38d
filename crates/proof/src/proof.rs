//! Theorems and their proofs, as data: lines, what each says, and why.

use crate::sentence::{Act, Letter, Party, Sentence, Sentences, Variable, Who};

/// The logic in which something is proved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ProofSystem {
    /// Any access.
    K,
    /// Access that is reflexive.
    T,
    /// Access that is reflexive and transitive.
    S4,
    /// Access that is an equivalence (thesis def. 67), with `E` and `C` (thesis def. 68), and `D`.
    S5,
    /// Access that is serial, transitive and Euclidean: beliefs.
    KD45,
    /// Games that are given by rules (EGDL sec. 3.1).
    Egdl,
}

impl ProofSystem {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::K, Self::T, Self::S4, Self::S5, Self::KD45, Self::Egdl];

    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::K => "K",
            Self::T => "T",
            Self::S4 => "S4",
            Self::S5 => "S5",
            Self::KD45 => "KD45",
            Self::Egdl => "EGDL",
        }
    }

    /// The system of that name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|system| system.name() == name)
    }

    /// Whether what is known holds.
    pub fn is_truthful(self) -> bool {
        match self {
            Self::T | Self::S4 | Self::S5 | Self::Egdl => true,
            Self::K | Self::KD45 => false,
        }
    }

    /// Whether actions may happen in it. What is learnt can make beliefs inconsistent, so that KD45 is left.
    pub fn has_actions(self) -> bool {
        match self {
            Self::K | Self::T | Self::S4 | Self::S5 => true,
            Self::KD45 | Self::Egdl => false,
        }
    }

    /// Whether every theorem of another system is one of this.
    pub fn contains(self, other: Self) -> bool {
        use ProofSystem as S;
        match self {
            S::K => other == S::K,
            S::T => [S::K, S::T].contains(&other),
            S::S4 => [S::K, S::T, S::S4].contains(&other),
            S::S5 => [S::K, S::T, S::S4, S::S5].contains(&other),
            S::KD45 => [S::K, S::KD45].contains(&other),
            S::Egdl => [S::K, S::T, S::S4, S::S5, S::Egdl].contains(&other),
        }
    }
}

/// Theorems of one logic, in an order in which each uses earlier ones only.
#[derive(Clone, Debug)]
pub struct Development {
    /// The logic.
    pub system: ProofSystem,
    /// The sentences of all of them.
    pub sentences: Sentences,
    /// For EGDL who can do what; otherwise nobody can do anything.
    pub signature: Signature,
    /// The rules of a game, from which theorems may be derived: their names, each with its instances.
    pub rules: Vec<(Box<str>, Vec<Sentence>)>,
    /// The theorems.
    pub theorems: Vec<Theorem>,
}

impl Development {
    /// No theorem yet, in a logic that needs no signature.
    pub fn new(system: ProofSystem) -> Self {
        Self {
            system,
            sentences: Sentences::default(),
            signature: Signature::default(),
            rules: Vec::new(),
            theorems: Vec::new(),
        }
    }
}

/// Who can do what in a game.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    /// For each agent of the game their actions, the one without effect first.
    pub actions: Vec<Vec<Deed>>,
}

/// An action of an agent of a game, by what is said of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deed {
    /// `legal(a)`
    pub legal: Letter,
    /// `does(a)`
    pub does: Letter,
}

/// A theorem with its proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Theorem {
    /// What it is called.
    pub name: Box<str>,
    /// What it is about in general.
    pub parameters: Vec<Parameter>,
    /// What is asked of the agents and groups that it is about.
    pub conditions: Vec<GroupCondition>,
    /// What is proved; it is the last line, too.
    pub statement: Sentence,
    /// The proof.
    pub lines: Vec<ProofLine>,
}

/// What a theorem is about in general.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parameter {
    /// Any sentence.
    Sentence(Variable),
    /// Any agent.
    Agent(Variable),
    /// Any group.
    Group(Variable),
    /// Any action.
    Act(Variable),
}

impl Parameter {
    /// What is general.
    pub fn variable(self) -> Variable {
        match self {
            Self::Sentence(it) | Self::Agent(it) | Self::Group(it) | Self::Act(it) => it,
        }
    }
}

/// What is asked of agents and groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroupCondition {
    /// The agent is in the group.
    Member(Who, Party),
    /// Everybody in the first group is in the second.
    Subset(Party, Party),
    /// Somebody is in the group.
    Inhabited(Party),
}

/// A line of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofLine {
    /// How many assumptions it stands under; a line that is itself an assumption stands under itself too.
    pub depth: u32,
    /// What it says.
    pub sentence: Sentence,
    /// Why.
    pub reason: Inference,
}

/// Why a line may stand where it does. Lines are named by their places in the proof, and lie further up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Inference {
    /// It is what is proved from: it holds here and now, and may hold nowhere else.
    Premise,
    /// It is what a derived rule starts from: if this is a theorem, then so is the conclusion.
    Given,
    /// It is an instance of this rule of the game.
    Rule(Box<str>),
    /// It is assumed, up to the end of the lines that stand under it.
    Assumption,
    /// It follows from these lines by propositional logic alone; from none it is a tautology.
    Consequence(Vec<usize>),
    /// It is an instance of this scheme.
    Axiom(Box<str>),
    /// From φ and φ → ψ follows ψ, in this order.
    ModusPonens(usize, usize),
    /// From φ follows □φ.
    Necessitation(usize),
    /// From φ → ψ follows □φ → □ψ.
    Monotonicity(usize),
    /// From φ ↔ ψ follows that nothing changes where one stands for the other, except inside actions.
    Replacement(usize),
    /// From φ → E_B(φ ∧ ψ) follows φ → C_B ψ.
    Induction(usize),
    /// From χ → [L_A ?φ]ψ and χ ∧ φ → E_B χ, in this order, follows χ → [L_A ?φ]C_B ψ.
    LearntInduction(usize, usize),
    /// From the lines under this assumption φ, the last of which is ψ, follows φ → ψ.
    Subproof(usize),
    /// It is an instance of an earlier theorem; of a derived rule, with the lines from which it starts. Without arguments they are
    /// found by matching.
    Lemma(Box<str>, Vec<Argument>, Vec<usize>),
}

/// What stands for a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// A sentence.
    Sentence(Sentence),
    /// An agent.
    Agent(Who),
    /// A group.
    Group(Party),
    /// An action.
    Act(Act),
}

impl Inference {
    /// Calls `each` for the lines that it names, in order.
    pub fn uses(&self, mut each: impl FnMut(usize)) {
        match self {
            Self::Premise | Self::Given | Self::Rule(_) | Self::Assumption | Self::Axiom(_) => {}
            Self::Consequence(lines) | Self::Lemma(_, _, lines) => {
                lines.iter().copied().for_each(each);
            }
            Self::ModusPonens(one, other) | Self::LearntInduction(one, other) => {
                each(*one);
                each(*other);
            }
            Self::Necessitation(line)
            | Self::Monotonicity(line)
            | Self::Replacement(line)
            | Self::Induction(line)
            | Self::Subproof(line) => each(*line),
        }
    }
}
