//! What was found out about a game in GDL. Names are resolved: whoever shows an answer needs nothing else.

use super::cut_short::CutShort;
use super::model::Remembering;
use super::network::NetworkSize;
use super::playouts::{Playing, Statistics, TracedPlay};
use super::referee::RoleId;
use super::states::PositionCount;
use crate::pointed::PointedModel;
use hexa_lang::{Diagnostic, Sources};
use hexa_logic::Progress;

/// What came of a request, with the texts that problems point into.
#[derive(Debug)]
pub struct GdlOutcome {
    /// The rules and the formulas.
    pub sources: Sources,
    /// What is strange about the rules.
    pub warnings: Vec<Diagnostic>,
    /// The answer, or why there is none.
    pub answer: Result<GdlAnswer, GdlFailure>,
}

/// What was found out about a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GdlAnswer {
    /// What the text is called.
    pub file: String,
    /// The language that the rules need.
    pub language: GdlLanguage,
    /// The roles as they are written.
    pub roles: Vec<String>,
    /// Which of them is chance.
    pub chance: Option<RoleId>,
    /// How many rules there are, with variables.
    pub rules: usize,
    /// How the rules were applied.
    pub applied: RulesApplied,
    /// The position after the moves that were given.
    pub after: Option<ShownPosition>,
    /// How many positions there are, if they were counted.
    pub positions: Option<PositionCount>,
    /// What the model of histories is like, and what holds there, if there was need for one.
    pub model: Option<HistorySummary>,
    /// The histories of one length as a model, if they were asked for.
    pub exported: Option<PointedModel>,
    /// What random plays came to, if any were asked for.
    pub plays: Option<PlaySummary>,
    /// How far the work came, if it was stopped: what was counted, and the plays, are then not all.
    pub stopped: Option<Progress>,
}

/// The language that rules need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GdlLanguage {
    /// Everybody sees everything.
    Gdl,
    /// With chance, or with what players see.
    GdlII,
    /// With what players know.
    GdlIII,
}

/// How rules were applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesApplied {
    /// By a network.
    Network {
        /// How large it is.
        size: NetworkSize,
        /// How many moves each role has.
        moves: Vec<usize>,
    },
    /// One by one.
    Interpreter {
        /// Why not by a network, if one was tried.
        instead_of_network: Option<CutShort>,
    },
}

/// What a model of histories is like, and what holds in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistorySummary {
    /// What players remember.
    pub remembering: Remembering,
    /// Histories.
    pub histories: usize,
    /// Positions that they end in.
    pub positions: usize,
    /// Histories that are over.
    pub terminal: usize,
    /// Steps from the others.
    pub steps: usize,
    /// Whether these are all histories.
    pub is_whole: bool,
    /// The players, and how many classes of histories each tells apart.
    pub classes: Vec<PlayerClasses>,
    /// Classes of common knowledge.
    pub common: usize,
    /// What came of each formula.
    pub verdicts: Vec<HistoryVerdict>,
}

/// What a player tells apart.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PlayerClasses {
    /// The player.
    pub player: String,
    /// So many classes.
    pub classes: usize,
}

/// What came of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistoryVerdict {
    /// The formula as it was typed.
    pub formula: String,
    /// In how many histories it was checked.
    pub checked: usize,
    /// In how many of them it does not hold.
    pub failing: usize,
    /// A shortest history in which it does not.
    pub witness: Option<HistoryWitness>,
}

/// A history in which a formula does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistoryWitness {
    /// How it comes about.
    pub history: ShownHistory,
    /// The moves after it that matter.
    pub then: Vec<String>,
    /// Why somebody does not know.
    pub unseen: Option<UnseenHistory>,
}

/// A history that a player cannot tell from another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnseenHistory {
    /// The player.
    pub player: String,
    /// The other history.
    pub history: ShownHistory,
    /// The moves after it that matter.
    pub then: Vec<String>,
}

/// A history as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ShownHistory {
    /// The moves, of all roles at each step.
    pub moves: Vec<String>,
    /// The facts at its end.
    pub facts: Vec<String>,
}

/// What random plays came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaySummary {
    /// What was asked for.
    pub playing: Playing,
    /// What was found.
    pub statistics: Statistics,
    /// The first play that got stuck.
    pub stuck: Option<TracedPlay>,
    /// The first play that came to an end without exactly one value for every role but chance.
    pub without_value: Option<TracedPlay>,
    /// The plays whose moves were asked for.
    pub traces: Vec<TracedPlay>,
}

/// A position as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ShownPosition {
    /// After how many steps.
    pub steps: usize,
    /// Its facts.
    pub facts: Vec<String>,
    /// Whether plays are over.
    pub is_terminal: bool,
    /// The legal moves of each role.
    pub legal: Vec<Vec<String>>,
    /// What it is worth for each role: every number for which the rules say so.
    pub goals: Vec<Vec<i64>>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Debug)]
pub enum GdlFailure {
    /// The rules, or a formula, cannot be read: all that is wrong.
    Wrong(Vec<Diagnostic>),
    /// What players know of the last step alone depends on all histories: neither is a depth possible, nor rules
    /// about knowledge.
    LastStepNeedsAllHistories,
    /// The interpreter cannot find out what is known.
    InterpreterCannotKnow,
    /// Plays of games with rules about knowledge are made in their models: they start where the rules say, and their moves
    /// are not told.
    PlaysInModel,
    /// Too much follows from the rules.
    TooLarge(CutShort),
    /// In play an atom was met that depends on its own negation: atoms that need each other, the first the negation of
    /// the second.
    Unstratified(Vec<String>),
    /// A role has no legal move in a position that is not terminal.
    NoMove {
        /// The role.
        role: String,
        /// The facts of the position.
        position: Vec<String>,
        /// All roles, in the order in which they move.
        roles: Vec<String>,
        /// The moves that lead to it, of all roles in each step.
        moves: Vec<Vec<String>>,
    },
    /// There are more histories than the limit.
    TooManyHistories {
        /// The limit.
        most: usize,
        /// So many steps are possible within it, if histories may be cut.
        depth: Option<usize>,
    },
    /// There are more worlds to write than this.
    TooManyWorlds(usize),
    /// All plays are over before so many steps.
    NoHistoryOfLength(usize),
    /// Moves that cannot be made.
    NotLegal {
        /// The moves.
        moves: String,
        /// The roles, in the order of the moves.
        roles: Vec<String>,
        /// Some that can.
        legal: Vec<String>,
    },
    /// There are more steps than this.
    TooManySteps(u64),
    /// A check took more steps along paths than this.
    CheckTooLong(u64),
    /// Somebody asked for the end; how far it came.
    Stopped(Progress),
}

/// What to do about a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GdlWayOut {
    /// Allow more rules without variables.
    RaiseRules,
    /// Let the rules be interpreted.
    Interpret,
    /// Do the rules build ever larger terms?
    BoundTerms,
    /// Allow more histories.
    RaiseHistories,
    /// Allow more worlds.
    RaiseWorlds,
    /// Look at histories of at most so many steps.
    ShorterHistories(usize),
    /// Let players remember everything.
    RememberEverything,
    /// Leave the choice of the engine open.
    AnyEngine,
    /// Add a rule for `legal`, or one for `terminal`.
    AddLegalOrTerminal,
}

impl GdlFailure {
    /// How far the work came, if it was stopped.
    pub fn stopped(&self) -> Option<Progress> {
        if let Self::Stopped(progress) = self { Some(*progress) } else { None }
    }

    /// What to do about it, the best first.
    pub fn ways_out(&self) -> Vec<GdlWayOut> {
        match self {
            Self::Wrong(_)
            | Self::CheckTooLong(_)
            | Self::PlaysInModel
            | Self::NoHistoryOfLength(_)
            | Self::NotLegal { .. } => Vec::new(),
            Self::TooManyWorlds(_) => vec![GdlWayOut::RaiseWorlds],
            Self::LastStepNeedsAllHistories => vec![GdlWayOut::RememberEverything],
            Self::InterpreterCannotKnow => vec![GdlWayOut::AnyEngine],
            Self::Unstratified(_) | Self::TooLarge(CutShort::Circle(_) | CutShort::Unbound(_)) => {
                Vec::new()
            }
            Self::TooLarge(CutShort::Instances(_)) => {
                vec![GdlWayOut::RaiseRules, GdlWayOut::Interpret]
            }
            Self::TooLarge(CutShort::Atoms(_)) => {
                vec![GdlWayOut::RaiseRules, GdlWayOut::BoundTerms]
            }
            Self::TooLarge(CutShort::Answers(_)) => vec![GdlWayOut::RaiseRules],
            Self::TooLarge(CutShort::OnDemand(_)) => vec![GdlWayOut::AnyEngine],
            Self::TooLarge(CutShort::Depth(_)) => vec![GdlWayOut::BoundTerms],
            Self::NoMove { .. } => vec![GdlWayOut::AddLegalOrTerminal],
            Self::TooManyHistories { depth, .. } => {
                let shorter = depth.map(GdlWayOut::ShorterHistories);
                [GdlWayOut::RaiseHistories].into_iter().chain(shorter).collect()
            }
            Self::TooManySteps(_) => vec![GdlWayOut::ShorterHistories(1)],
            // Whoever ended the work knows which limit that was.
            Self::Stopped(_) | Self::TooLarge(CutShort::Stopped) => Vec::new(),
        }
    }
}

impl GdlAnswer {
    /// Whether all formulas hold.
    pub fn all_hold(&self) -> bool {
        let mut verdicts = self.model.iter().flat_map(|model| &model.verdicts);
        verdicts.all(|verdict| verdict.failing == 0)
    }
}
