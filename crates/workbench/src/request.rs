//! Messages: what can be asked of a workbench, and what it answers. Both are plain data.

use crate::bench::TextId;
use crate::compare::Comparison;
use crate::convert::Target;
use crate::describe::StateDescription;
use crate::describe::action::ActionDescription;
use crate::dialogue::Heard;
use crate::exercise::{ExerciseOutcome, Lesson};
use crate::explained::Explained;
use crate::knowledge::Knowledge;
use crate::latex::Form;
use crate::listing::Listing;
use crate::opened::When;
use crate::possibility::Equations;
use crate::problem::Problem;
use crate::reduce::Reduced;
use crate::run::Event;
use crate::strength::{Notion, Strength};
use crate::tally::{Standing, Tally};
use crate::translate::{Framework, Translated};
use crate::validity::{Asked, LogicName, ModelWanted, Validity};
use hexa_engine::UBig;

/// Something that is asked of a workbench.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(
    feature = "json",
    derive(serde::Deserialize),
    serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)
)]
pub enum Request {
    /// Reads a text, and keeps it for further questions.
    Open {
        /// What it is called in messages; its ending says which language it is in.
        name: String,
        /// The text.
        text: String,
        /// Values for its parameters.
        #[cfg_attr(feature = "json", serde(default))]
        settings: Vec<(String, i64)>,
    },
    /// Forgets a text.
    Close {
        /// Which.
        text: TextId,
    },
    /// Lists the scenarios of a text with their steps.
    Steps {
        /// Which text.
        text: TextId,
    },
    /// Runs all scenarios of a text.
    Run {
        /// Which text.
        text: TextId,
        /// The name of the engine; none leaves the choice to the text.
        #[cfg_attr(feature = "json", serde(default))]
        engine: Option<String>,
        /// Whether it is told what steps change.
        #[cfg_attr(feature = "json", serde(default))]
        trace: bool,
    },
    /// Takes what is typed: a step, a definition, or a formula to be evaluated.
    Step {
        /// Which text.
        text: TextId,
        /// What is typed.
        line: String,
    },
    /// Evaluates a formula in the current state.
    Evaluate {
        /// Which text.
        text: TextId,
        /// The formula.
        formula: String,
    },
    /// One step back.
    Undo {
        /// Which text.
        text: TextId,
    },
    /// One step forth again.
    Redo {
        /// Which text.
        text: TextId,
    },
    /// Back to the initial state.
    Reset {
        /// Which text.
        text: TextId,
    },
    /// Whether steps tell from now on what they change.
    Trace {
        /// Which text.
        text: TextId,
        /// Whether they do.
        on: bool,
    },
    /// The current state: its worlds, and what each agent cannot tell apart.
    State {
        /// Which text.
        text: TextId,
    },
    /// Who knows what in the current state.
    Knowledge {
        /// Which text.
        text: TextId,
    },
    /// Why a formula is true or false: in the current state, or in one of a scenario.
    Explain {
        /// Which text.
        text: TextId,
        /// The formula.
        formula: String,
        /// The state; none means the current one.
        #[cfg_attr(feature = "json", serde(default))]
        when: Option<When>,
    },
    /// Whether two states are the same, and if not why.
    Compare {
        /// One of them.
        left: StateName,
        /// The other.
        right: StateName,
    },
    /// A formula that describes a state.
    Describe {
        /// Which text.
        text: TextId,
        /// The state.
        #[cfg_attr(feature = "json", serde(default))]
        when: When,
        /// After this action, if there is one.
        #[cfg_attr(feature = "json", serde(default))]
        after: Option<String>,
        /// How it is written.
        #[cfg_attr(feature = "json", serde(default))]
        form: Form,
    },
    /// The knowledge action that describes a game action.
    DescribeAction {
        /// Which text.
        text: TextId,
        /// The action.
        action: String,
        /// The state.
        #[cfg_attr(feature = "json", serde(default))]
        when: When,
        /// How it is written.
        #[cfg_attr(feature = "json", serde(default))]
        form: Form,
    },
    /// A state as a system of equations.
    Equations {
        /// Which text.
        text: TextId,
        /// The state.
        #[cfg_attr(feature = "json", serde(default))]
        when: When,
        /// For this group only.
        #[cfg_attr(feature = "json", serde(default))]
        group: Option<String>,
    },
    /// An action in another framework.
    Translate {
        /// Which text.
        text: TextId,
        /// The action.
        action: String,
        /// Which framework.
        to: Framework,
        /// How it is written.
        #[cfg_attr(feature = "json", serde(default))]
        form: Form,
    },
    /// A formula without actions.
    Reduce {
        /// Which text.
        text: TextId,
        /// The formula.
        formula: String,
        /// The most parts it may have on the way.
        #[cfg_attr(feature = "json", serde(default = "default_size"))]
        max_size: usize,
        /// How it is written.
        #[cfg_attr(feature = "json", serde(default))]
        form: Form,
    },
    /// How strong two formulas are in a theory.
    Strength {
        /// Which text.
        text: TextId,
        /// Which relation between them.
        #[cfg_attr(feature = "json", serde(default))]
        notion: Notion,
        /// One formula.
        left: String,
        /// The other.
        right: String,
        /// The theory.
        #[cfg_attr(feature = "json", serde(default))]
        theory: Vec<String>,
        /// The most worlds that a countermodel may have.
        worlds: usize,
        /// How many conflicts the search may meet for each size.
        conflicts: u64,
    },
    /// Whether a formula is valid, or satisfiable.
    Decide {
        /// Which text declares the names; without one they are told by where they stand.
        #[cfg_attr(feature = "json", serde(default))]
        text: Option<TextId>,
        /// Which of the two.
        asked: Asked,
        /// The formula.
        formula: String,
        /// In which logic.
        #[cfg_attr(feature = "json", serde(default))]
        logic: LogicName,
        /// What is true in all worlds.
        #[cfg_attr(feature = "json", serde(default))]
        premises: Vec<String>,
        /// Which model is wanted, if there is one.
        #[cfg_attr(feature = "json", serde(default))]
        model: ModelWanted,
    },
    /// A picture of a state.
    Draw {
        /// Which text.
        text: TextId,
        /// The state; none means the current one.
        #[cfg_attr(feature = "json", serde(default))]
        when: Option<When>,
        /// The ending of files of the format: `svg`, `dot` or `tikz`.
        format: String,
    },
    /// The names that can stand where something is typed.
    Complete {
        /// Which text.
        text: TextId,
        /// How the name begins.
        #[cfg_attr(feature = "json", serde(default))]
        prefix: String,
    },
    /// What is wrong with a text, without keeping it.
    Diagnose {
        /// What it is called in messages.
        name: String,
        /// The text.
        text: String,
    },
    /// A text in its usual form.
    Format {
        /// What it is called in messages.
        name: String,
        /// The text.
        text: String,
        /// How operators are spelt.
        #[cfg_attr(feature = "json", serde(default))]
        spelling: Spell,
    },
    /// A text in another format.
    Convert {
        /// Which text.
        text: TextId,
        /// To what.
        to: Target,
    },
    /// The lessons that come with Hexa, with their exercises.
    Lessons,
    /// What is missing next in a text that attempts an exercise.
    Attempt {
        /// The name of the exercise.
        exercise: String,
        /// The text.
        text: String,
    },
}

#[cfg(feature = "json")]
fn default_size() -> usize {
    hexa_engine::translation::reduction::Size::default().formulas
}

/// How operators are spelt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "json", derive(serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Spell {
    /// As they are written.
    #[default]
    AsWritten,
    /// In ASCII.
    Ascii,
    /// With the symbols of logic.
    Unicode,
}

/// A state of a text, by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Deserialize), serde(deny_unknown_fields))]
pub struct StateName {
    /// Which text.
    pub text: TextId,
    /// A state that is declared or saved, or a scenario, by its name or number; none is the initial state.
    #[cfg_attr(feature = "json", serde(default))]
    pub name: Option<String>,
}

/// What a workbench answers.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Answer {
    /// A text was read.
    Opened(OpenedAnswer),
    /// It was done, and there is nothing to say.
    Done,
    /// The scenarios of a text.
    Steps(Vec<ScenarioAnswer>),
    /// What happened in a run.
    Run(RunAnswer),
    /// What is answered to something that was typed.
    Heard(Heard),
    /// The state has changed; how many worlds there are now.
    Moved(MovedAnswer),
    /// The current state.
    State(Listing),
    /// Who knows what.
    Knowledge(Knowledge),
    /// Why a formula is true or false.
    Explained(Explained),
    /// Two states, compared.
    Compared(Comparison),
    /// A state, described.
    Described(StateDescription),
    /// A game action, described.
    DescribedAction(ActionDescription),
    /// A state as equations.
    Equations(Equations),
    /// An action in another framework.
    Translated(Translated),
    /// A formula without actions.
    Reduced(Reduced),
    /// How strong two formulas are.
    Strength(Strength),
    /// Whether a formula is valid, or satisfiable.
    Decided(Validity),
    /// A picture.
    Drawn(String),
    /// Names.
    Names(Vec<String>),
    /// What is wrong with a text.
    Diagnosed(Vec<Problem>),
    /// A text in its usual form.
    Formatted(String),
    /// A text in another format.
    Converted(ConvertedAnswer),
    /// Lessons.
    Lessons(Vec<Lesson>),
    /// An attempt at an exercise, judged.
    Attempted(AttemptAnswer),
    /// It could not be done.
    Refused(Vec<Problem>),
}

/// A text that was read.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct OpenedAnswer {
    /// The text, for further questions; none if it describes no state.
    pub text: Option<TextId>,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
    /// The agents.
    pub agents: Vec<String>,
}

/// A scenario of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ScenarioAnswer {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its steps.
    pub steps: Vec<StepAnswer>,
}

/// A step of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct StepAnswer {
    /// The line it starts in, from 1.
    pub line: usize,
    /// Its text, on one line.
    pub text: String,
    /// Whether it asserts something.
    pub asserts: bool,
}

/// What happened in a run.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct RunAnswer {
    /// Everything, in order.
    pub events: Vec<Event>,
    /// How many assertions hold, and how many do not.
    #[cfg_attr(feature = "json", serde(flatten))]
    pub tally: Tally,
    /// How it went as a whole.
    pub standing: Standing,
}

/// The state after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct MovedAnswer {
    /// Whether there was something to undo or redo.
    pub moved: bool,
    /// How many worlds there are now, unless they cannot be counted.
    #[cfg_attr(feature = "json", serde(serialize_with = "crate::json::digits_if_known"))]
    pub worlds: Option<UBig>,
}

/// An attempt at an exercise, judged.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct AttemptAnswer {
    /// What it comes to.
    pub outcome: ExerciseOutcome,
    /// What is missing next, in words.
    pub hint: Option<String>,
    /// What is wrong with the text.
    pub problems: Vec<Problem>,
}

/// A text in another format.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct ConvertedAnswer {
    /// The text.
    pub text: String,
    /// Why steps were left out, of which the text has a comment each.
    pub left_out: Vec<Problem>,
}
