//! What was found out about a game in EGDL. Names are resolved: whoever shows an answer needs nothing else.

use super::request::EgdlRecall;
use hexa_lang::{Diagnostic, Sources};
use hexa_logic::Progress;

/// What came of a request, with the texts that problems point into.
#[derive(Debug)]
pub struct EgdlOutcome {
    /// The description and the formulas.
    pub sources: Sources,
    /// The answer, or why there is none.
    pub answer: Result<EgdlAnswer, EgdlFailure>,
}

/// What a model is like, and what holds in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EgdlAnswer {
    /// What the text is called.
    pub file: String,
    /// What the game is called.
    pub title: Option<String>,
    /// How many states there are.
    pub states: usize,
    /// How many of them are initial.
    pub initial: usize,
    /// How many of them are terminal.
    pub terminal: usize,
    /// How many steps lead from the others.
    pub transitions: usize,
    /// The agents.
    pub agents: Vec<AgentSummary>,
    /// How many classes of common knowledge there are.
    pub common: usize,
    /// Whether there are other models of the rules.
    pub uniqueness: ModelUniqueness,
    /// What agents remember.
    pub recall: EgdlRecall,
    /// The histories that agents with perfect recall tell apart.
    pub histories: Option<RecalledHistories>,
    /// Where formulas are checked.
    pub place: CheckPlace,
    /// What became of each rule.
    pub rules: Vec<PathVerdict>,
    /// What became of each formula.
    pub checks: Vec<PathVerdict>,
}

/// An agent in a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentSummary {
    /// The name.
    pub name: String,
    /// In how many states the agent wins.
    pub wins: usize,
    /// How many classes of states the agent tells apart.
    pub classes: usize,
}

/// Whether there are other models of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelUniqueness {
    /// This is the only one in which all legal actions lead somewhere.
    Unique,
    /// If everybody saw everything, the same rules would hold.
    SeesMore {
        /// An agent who would then know more.
        agent: String,
    },
    /// If everybody saw everything, a rule would fail; there may be other models.
    Unknown {
        /// The number of the rule.
        rule: String,
    },
}

/// Histories of perfect recall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RecalledHistories {
    /// How many.
    pub count: usize,
    /// The most moves that were asked for.
    pub depth: usize,
    /// Whether these are all.
    #[cfg_attr(feature = "serde", serde(rename = "all"))]
    pub is_whole: bool,
}

/// Where formulas are checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckPlace {
    /// On all paths.
    Everywhere,
    /// On all paths from a state.
    From,
    /// On all paths from a state that go on with some moves.
    Along,
}

/// What became of a rule or of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathVerdict {
    /// The number of the rule, or the formula.
    pub label: String,
    /// In how many states, or histories, it does not hold on all paths.
    pub failing: usize,
    /// Where it fails first.
    pub witness: Option<ShownWitness>,
}

/// Where something fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownWitness {
    /// The values of indices.
    pub indices: Vec<(String, String)>,
    /// The path.
    pub here: ShownPath,
    /// What agents cannot tell from it. Each comes after the one that it cannot be told from.
    pub unseen: Vec<UnseenPath>,
}

/// A path that an agent cannot tell from another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnseenPath {
    /// The agent.
    pub agent: String,
    /// From which of the unseen paths; none if from the path of the witness itself.
    pub from: Option<usize>,
    /// The path.
    pub path: ShownPath,
}

/// A path as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownPath {
    /// How its first state is reached; none if no play leads there.
    pub play: Option<Vec<String>>,
    /// The initial state that this play starts in, if there are several.
    pub start: Option<ShownStart>,
    /// The number of its first state.
    pub state: u32,
    /// The atoms that are true there.
    pub atoms: Vec<String>,
    /// The state as it is drawn, row by row, if the description says how.
    pub board: Option<Vec<String>>,
    /// What is done from there.
    pub along: Vec<String>,
}

/// One of several initial states.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ShownStart {
    /// Its number; the first one is 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// The atoms that are true there, of those that tell initial states apart; the false ones with a `~` if none is true.
    pub told_by: Vec<String>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EgdlFailure {
    /// The description, or a formula, cannot be read or defines nothing: all that is wrong.
    Wrong(Vec<Diagnostic>),
    /// There are more states than the limit.
    TooManyStates(usize),
    /// There are more transitions than this.
    TooManySteps(usize),
    /// There are more histories than the limit; so many moves are possible within it.
    TooManyHistories {
        /// The limit.
        most: usize,
        /// The moves.
        moves: usize,
    },
    /// A check took more steps along paths than this.
    CheckTooLong(u64),
    /// No state is initial.
    NoInitialState,
    /// Something is wrong in a state.
    State(Box<FlawedState>),
    /// Moves start in an initial state, and it has to be said in which: there are several.
    SeveralInitialStates {
        /// How many.
        count: usize,
        /// The first ones.
        first: Vec<ShownStart>,
    },
    /// There is no initial state of this number.
    NoSuchStart {
        /// What was typed.
        typed: String,
        /// How many there are.
        count: usize,
    },
    /// There are more worlds to write than this.
    TooManyWorlds(usize),
    /// Agents know what they are about to do, and it is not said what that is.
    NextActionNotSaid {
        /// Some that are legal.
        legal: Vec<String>,
    },
    /// There is no action of this name.
    UnknownAction(String),
    /// Moves that are not legal.
    NotLegal {
        /// The moves.
        moves: String,
        /// Some that are.
        legal: Vec<String>,
    },
    /// Somebody asked for the end; how far it came.
    Stopped(Progress),
}

/// A state in which something is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlawedState {
    /// What.
    pub flaw: ShownFlaw,
    /// The moves that lead there, from an initial state on.
    pub play: Vec<String>,
    /// The atoms that are true there.
    pub atoms: Vec<String>,
}

/// What is wrong with a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShownFlaw {
    /// It is initial and terminal.
    InitialAndTerminal,
    /// It is initial, and a play leads there.
    InitialAgain,
    /// An agent has no legal action.
    NoLegalAction {
        /// The agent.
        agent: String,
    },
    /// It is terminal, and an agent can do something.
    LegalAtTheEnd {
        /// The action.
        action: String,
    },
    /// It is terminal, and an agent cannot do nothing.
    NoNoopAtTheEnd {
        /// The agent.
        agent: String,
    },
    /// No rule says what an atom is next.
    NotSaid {
        /// The atom.
        atom: String,
        /// After these moves.
        after: String,
    },
    /// Rules say that an atom is true next, and that it is false.
    BothSaid {
        /// The atom.
        atom: String,
        /// After these moves.
        after: String,
        /// The numbers of the rules.
        rules: [String; 2],
    },
}

/// What to do about a failure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EgdlWayOut {
    /// Allow more states.
    RaiseStates,
    /// Take smaller sets of indices.
    SmallerSets,
    /// Look at shorter plays.
    ShorterPlays,
    /// Change the rules.
    ChangeRules(RuleAdvice),
    /// Write moves as the description does.
    WriteMoves,
    /// Allow more worlds.
    RaiseWorlds,
    /// Say what is done next: one of these, for example.
    SayNextAction(Vec<String>),
    /// Say in which initial state moves start.
    SayStart,
    /// Take one of these moves.
    LegalMoves(Vec<String>),
}

/// How rules can be changed so that they define a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleAdvice {
    /// The rule for `initial` and the rules about single states contradict each other.
    InitialContradicts,
    /// No state may be initial and terminal.
    NotBoth,
    /// An atom that says that the game has begun would tell the states apart.
    SayBegun,
    /// A rule for `legal(noop^r)` can give an action.
    AddNoop,
    /// Actions are not legal in terminal states.
    ExceptTerminal,
    /// Noops are legal in terminal states.
    OrTerminal,
    /// A rule says everywhere what holds next.
    SayNext,
    /// Conditions must exclude each other.
    ExcludeEachOther,
}

impl ShownFlaw {
    fn advice(&self) -> RuleAdvice {
        match self {
            Self::InitialAndTerminal => RuleAdvice::NotBoth,
            Self::InitialAgain => RuleAdvice::SayBegun,
            Self::NoLegalAction { .. } => RuleAdvice::AddNoop,
            Self::LegalAtTheEnd { .. } => RuleAdvice::ExceptTerminal,
            Self::NoNoopAtTheEnd { .. } => RuleAdvice::OrTerminal,
            Self::NotSaid { .. } => RuleAdvice::SayNext,
            Self::BothSaid { .. } => RuleAdvice::ExcludeEachOther,
        }
    }
}

impl EgdlFailure {
    /// How far the work came, if it was stopped.
    pub fn stopped(&self) -> Option<Progress> {
        if let Self::Stopped(progress) = self { Some(*progress) } else { None }
    }

    /// What to do about it, the best first.
    pub fn ways_out(&self) -> Vec<EgdlWayOut> {
        match self {
            Self::Wrong(_)
            | Self::TooManySteps(_)
            | Self::CheckTooLong(_)
            | Self::NoSuchStart { .. } => Vec::new(),
            Self::TooManyWorlds(_) => vec![EgdlWayOut::RaiseWorlds],
            Self::NextActionNotSaid { legal } => vec![EgdlWayOut::SayNextAction(legal.clone())],
            Self::SeveralInitialStates { .. } => vec![EgdlWayOut::SayStart],
            Self::TooManyStates(_) => vec![EgdlWayOut::RaiseStates, EgdlWayOut::SmallerSets],
            Self::TooManyHistories { .. } => {
                vec![EgdlWayOut::ShorterPlays, EgdlWayOut::RaiseStates]
            }
            Self::NoInitialState => {
                vec![EgdlWayOut::ChangeRules(RuleAdvice::InitialContradicts)]
            }
            Self::State(state) => vec![EgdlWayOut::ChangeRules(state.flaw.advice())],
            Self::UnknownAction(_) => vec![EgdlWayOut::WriteMoves],
            Self::NotLegal { legal, .. } => vec![EgdlWayOut::LegalMoves(legal.clone())],
            // Whoever ended the work knows which limit that was.
            Self::Stopped(_) => Vec::new(),
        }
    }
}

impl EgdlAnswer {
    /// Whether all rules and formulas hold.
    pub fn all_hold(&self) -> bool {
        self.rules.iter().chain(&self.checks).all(|verdict| verdict.failing == 0)
    }
}
