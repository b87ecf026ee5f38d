//! What can go wrong, of whatever kind: a text that cannot be read, a step that
//! cannot be taken, a file that is not there. All are shown in the same way.

use hexa_lang::{Diagnostic, Label, Location};

/// Something that could not be done.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The kind of problem, as `hexa explain` knows it.
    pub code: &'static str,
    /// What is wrong, in one line.
    pub message: String,
    /// The file it concerns, where no place in a text can be shown.
    pub file: Option<Box<str>>,
    /// The places it shows, the main one first.
    pub labels: Vec<Label>,
    /// What else there is to say, one remark each.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<Box<str>>,
}

impl Problem {
    /// A problem that shows in no text.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            file: None,
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// Names the file it concerns.
    pub fn of_file(mut self, file: impl Into<Box<str>>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Points at a place, with something to say about it.
    pub fn at(mut self, at: Location, text: impl Into<String>) -> Self {
        self.labels.push(Label { at, text: text.into() });
        self
    }

    /// Adds a remark.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Says what to do about it.
    pub fn help(mut self, help: impl Into<Box<str>>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl From<&Diagnostic> for Problem {
    fn from(diagnostic: &Diagnostic) -> Self {
        Self {
            code: diagnostic.code.as_str(),
            message: diagnostic.message.clone(),
            file: None,
            labels: diagnostic.labels.clone(),
            notes: Vec::new(),
            help: diagnostic.help.as_deref().map(Into::into),
        }
    }
}

macro_rules! codes {
    ($($name:ident = $code:literal, $meaning:literal, $advice:literal;)*) => {
        /// Why a step could not be taken. Codes are never reused; those of texts are in `hexa_lang`.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum RunCode {
            $(#[doc = $meaning] $name,)*
        }

        impl RunCode {
            /// Every reason.
            pub const ALL: &[RunCode] = &[$(RunCode::$name,)*];

            /// The code as it is printed.
            pub fn as_str(self) -> &'static str {
                match self { $(RunCode::$name => $code,)* }
            }

            /// What the code means, in one line.
            pub fn meaning(self) -> &'static str {
                match self { $(RunCode::$name => $meaning,)* }
            }

            /// What can be done about it.
            pub fn advice(self) -> &'static str {
                match self { $(RunCode::$name => $advice,)* }
            }
        }
    };
}

codes! {
    NotExecutable = "R001", "an action that cannot be executed here",
        "A test of the action is false in the actual world, so that there is nothing to go on \
         with. To assert that it cannot be executed, write `check blocked` instead of `do`.";
    Undefined = "R002", "a formula or action that speaks of an agent without access",
        "After `?φ` and `p := φ` nobody has access to the state any more, after `L_B α` only the \
         agents of B have. What the others know is then undefined, which is not the same as false. \
         To keep everybody's access, let everybody learn what happens: `L_all (...)`. A model that \
         is written out gives access to those agents for whom it has `cells` or `arrows`.";
    Unsupported = "R003", "an action that cannot be executed",
        "Unbounded repetition `α^*` stands inside `[ ]` and `< >` only, and not inside of another \
         action. A program with `U_B` is made of tests, `U_B`, `;` and `+`.";
    Limit = "R004", "a limit was reached",
        "Nothing is known about the answer: giving up never means no. Choose a smaller value for a \
         parameter with `--set`, or raise the limit with `--max-worlds`, `--max-nodes` or `--timeout`.";
    SeveralOutcomes = "R005", "an action with several outcomes, where one is needed",
        "Mark the alternative that was actually chosen: `!α + β`.";
    CannotDraw = "R006", "a picture or a file that cannot be written",
        "Pictures are written below --out-dir, and only over files that hexa has drawn. Converted files \
         are written over others with --force only.";
    NoState = "R007", "a description that describes no state",
        "No world obeys the law, or the actual one does not.";
    WrongEngine = "R008", "an engine that cannot do what is asked",
        "Leave the choice to `--engine auto`. The deals engine holds deals of cards, and executes moves \
         of card games and what is said in public.";
    NoScenario = "R009", "a scenario or step that the file does not have",
        "`hexa run FILE --json` lists the scenarios of a file with their steps.";
    Incomparable = "R010", "a comparison that cannot be made",
        "States can be compared when they are states of the same agents and atoms.";
    NotRun = "R011", "a step that was not run",
        "Something before it could not be done, so that there is no state to run it in: an earlier \
         step of its scenario that would have changed the state, or building the initial state. Or \
         the time was over, or the step itself could not be read. Another error says what is wrong. \
         Nothing is known about the answer.";
    Unanswerable = "R012", "a question that cannot be asked here",
        "Every answer must say something that the one who answers knows to be true or knows to be \
         false, and in every world some answer must be true. Ask for what he knows: `K_a (...)`; \
         in a frame, `event none: otherwise` is the answer for the rest.";
    NoGameAction = "R013", "an action that is no game action, or that nothing simpler describes",
        "A game action is a question with an answer that somebody knows, of which everybody hears more \
         or less. `expect game` and `expect nogame` assert whether an action is one.";
    NoTranslation = "R014", "an action or formula that cannot be written in the way asked for",
        "Not everything can be said in every language: unbounded repetition has no frame, and common \
         knowledge after an action is in general no statement about the state before. The place that \
         stands in the way is shown.";
    NoMove = "R020", "a player who has no move, in a game that is not over",
        "The rules of the game do not say what this player may do there. Add a rule for `legal`, or let the play be \
         over: a rule for `terminal`.";
}
