//! What is wrong with a text: where, why, and what would have been accepted.

use crate::source::{Location, SourceId, Span};

/// One problem of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The kind of problem; stable from version to version.
    pub code: Code,
    /// What is wrong, in one line.
    pub message: String,
    /// The places it shows, the main one first.
    pub labels: Vec<Label>,
    /// What to write instead, or what would be accepted.
    pub help: Option<String>,
}

/// A place that a diagnostic points at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub at: Location,
    /// What there is to say about it; may be empty.
    pub text: String,
}

impl Diagnostic {
    /// A problem at a place.
    pub fn new(code: Code, source: SourceId, span: Span, message: impl Into<String>) -> Self {
        let at = Location { source, span };
        let label = Label { at, text: String::new() };
        Self { code, message: message.into(), labels: vec![label], help: None }
    }

    /// Says something about the main place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.labels[0].text = text.into();
        self
    }

    /// Points at a second place.
    pub fn also(mut self, at: Location, text: impl Into<String>) -> Self {
        self.labels.push(Label { at, text: text.into() });
        self
    }

    /// Says what would be accepted.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With very long names cut short.
    pub(crate) fn shortened(mut self) -> Self {
        self.message = shorten_names(self.message);
        self.help = self.help.map(shorten_names);
        for label in &mut self.labels {
            label.text = shorten_names(std::mem::take(&mut label.text));
        }
        self
    }

    /// The main place.
    pub fn at(&self) -> Location {
        self.labels[0].at
    }
}

/// A message in which no word is longer than anybody reads.
fn shorten_names(text: String) -> String {
    const LONGEST: usize = 60;
    if text.len() <= LONGEST {
        return text;
    }
    let mut short = String::new();
    let mut length = 0;
    for c in text.chars() {
        length = if c.is_alphanumeric() || c == '\'' { length + 1 } else { 0 };
        if length < LONGEST {
            short.push(c);
        } else if length == LONGEST {
            short.push('…');
        }
    }
    short
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $meaning:literal;)*) => {
        /// The kinds of problems a text can have. Codes are never reused.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code {
            $(#[doc = $meaning] $name,)*
        }

        impl Code {
            /// Every kind of problem.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// The code as it is printed.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $code,)* }
            }

            /// What the code means, in one line.
            pub fn meaning(self) -> &'static str {
                match self { $(Code::$name => $meaning,)* }
            }
        }
    };
}

codes! {
    // The text as such.
    UnknownCharacter = "E001", "a character that means nothing here";
    Lookalike = "E002", "a character that only looks like one of the language";
    UnclosedString = "E003", "a text in quotes that does not end on its line";
    BadNumber = "E004", "a number with leading zeros, or too large";
    NotNormalized = "E005", "a name that is not in Unicode normal form C";
    TooDeep = "E006", "nested too deeply";
    TooLong = "E007", "a text longer than the limit";
    TooManyErrors = "E008", "more errors than are shown";
    // The shape of the text.
    Expected = "E010", "something else was expected here";
    UnknownStatement = "E011", "a line starts with no keyword of the language";
    Indentation = "E012", "an indented line that continues nothing, or a clause out of line";
    Unclosed = "E013", "a bracket that is never closed";
    ReservedName = "E014", "a reserved word where a name was expected";
    Chained = "E015", "two operators that need parentheses between them";
    // Names.
    UnknownName = "E020", "a name that is not declared";
    DuplicateName = "E021", "a name that is declared twice";
    WrongKind = "E022", "a name of another kind than this place needs";
    WrongArity = "E023", "too many or too few arguments";
    Recursive = "E024", "a definition that refers to itself";
    UnknownParameter = "E025", "a value given for a parameter that is not declared";
    // Numbers and lists.
    NotANumber = "E030", "a number was needed";
    Overflow = "E031", "a number that is too large to compute with";
    NotASet = "E032", "a set or a list was needed";
    BadGuard = "E033", "a guard that compares what cannot be compared";
    BadRatio = "E034", "a probability compared with no fraction";
    // Initial states.
    NoInitialState = "E040", "no initial state is given";
    TwoInitialStates = "E041", "more than one initial state is given";
    NoAgents = "E042", "no agents are declared";
    CardDealtTwice = "E043", "a card is dealt twice";
    HandsDoNotMatch = "E044", "the number of hands is not the number of holders";
    NoPoint = "E045", "the actual world is not given";
    BadPoint = "E046", "an actual world that is none of the worlds";
    OverlappingCells = "E047", "a world in two cells of the same agent";
    MixedAccess = "E048", "both cells and arrows for the same agent, or given twice";
    NotPropositional = "E049", "a law or an observation that speaks of knowledge or change";
    Misplaced = "E050", "a declaration that does not go with this kind of state";
    WrongCards = "E051", "a deal that is not of the cards dealt, or a hand of the wrong size";
    NoTable = "E052", "the table is spoken of, but there is none";
    NotAMind = "E053", "knowledge or learning of a holder who is not an agent";
    // Actions.
    LearnerOutside = "E060", "somebody learns inside an action of a group that he is not in";
    BadMark = "E061", "a mark of the chosen alternative where there is nothing to choose, or twice";
    MixedLogics = "E062", "L and U in one program, or S and other operators";
    UnboundedIteration = "E063", "an unbounded iteration outside of a modality";
    AssignedTwice = "E064", "an atom assigned twice at the same time";
    NegativeCount = "E065", "a number of times, or a count, that is negative";
    BadRequest = "E066", "a question that cannot be asked, or an answer that cannot be given";
    Unguarded = "E067", "a variable of a fixed point where nobody suspects it";
    // Other files.
    IncludeCycle = "E070", "files that include each other";
    CannotRead = "E071", "a file that cannot be read";
    NotUtf8 = "E072", "a file that is not UTF-8 text";
    // Steps.
    UnknownState = "E080", "a state that is not saved or declared under that name";
    BadPicture = "E081", "a picture of an unknown format";
    // Games given by rules.
    OutOfRange = "E100", "an index outside of its set";
    NoOpponent = "E101", "the opponent of an agent where there are not two";
    Undefined = "E102", "something that no rule defines";
    DefinedTwice = "E103", "something that two rules define";
    CircularRules = "E104", "definitions that need each other";
    // Limits.
    TooLarge = "E090", "more than the limit after expansion";
    // Game descriptions in GDL.
    StrayBracket = "G001", "a closing bracket that closes nothing";
    BadRule = "G002", "something that is no rule, no fact, no condition or no term";
    Unsafe = "G003", "a variable that no positive condition binds";
    Unstratified = "G004", "a relation that depends on its own negation, or on what is known of it";
    Misused = "G005", "a relation of the language in a place where it cannot stand";
    NoGame = "G006", "a game without roles or moves";
    Growing = "G007", "a recursion that may build ever larger terms";
}
