//! The kinds of problems. A code stays what it is from version to version, and is never used again for anything else:
//! `E` for texts of our language, `G` for game descriptions in GDL, `T` for game trees in files, `B` for boards, `P` for proofs, `W` for what is read and run and probably not meant, `R`
//! for what shows only when something is run.

macro_rules! codes {
    ($($name:ident = $code:literal, $meaning:literal, $advice:literal;)*) => {
        /// A kind of problem.
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

            /// What can be done about it, if there is more to say than the problem itself says.
            pub fn advice(self) -> Option<&'static str> {
                let advice = match self { $(Code::$name => $advice,)* };
                (!advice.is_empty()).then_some(advice)
            }
        }
    };
}

codes! {
    // The text as such.
    UnknownCharacter = "E001", "a character that means nothing here", "";
    Lookalike = "E002", "a character that only looks like one of the language", "";
    UnclosedString = "E003", "a text in quotes that does not end on its line", "";
    BadNumber = "E004", "a number with leading zeros, or too large", "";
    NotNormalized = "E005", "a name that is not in Unicode normal form C", "";
    TooDeep = "E006", "nested too deeply", "";
    TooLong = "E007", "a text longer than the limit", "";
    TooManyErrors = "E008", "more errors than are shown", "";
    // The shape of the text.
    Expected = "E010", "something else was expected here", "";
    UnknownStatement = "E011", "a line starts with no keyword of the language", "";
    Indentation = "E012", "an indented line that continues nothing, or a clause out of line", "";
    Unclosed = "E013", "a bracket that is never closed", "";
    ReservedName = "E014", "a reserved word where a name was expected", "";
    Chained = "E015", "two operators that need parentheses between them", "";
    // Names.
    UnknownName = "E020", "a name that is not declared", "";
    DuplicateName = "E021", "a name that is declared twice", "";
    WrongKind = "E022", "a name of another kind than this place needs", "";
    WrongArity = "E023", "too many or too few arguments", "";
    Recursive = "E024", "a definition that refers to itself", "";
    UnknownParameter = "E025", "a value given for a parameter that is not declared", "";
    // Numbers and lists.
    NotANumber = "E030", "a number was needed", "";
    Overflow = "E031", "a number that is too large to compute with", "";
    NotASet = "E032", "a set or a list was needed", "";
    BadGuard = "E033", "a guard that compares what cannot be compared", "";
    BadRatio = "E034", "a number that is no fraction", "";
    BadWeight = "E035", "a weight or a chance that is none, or that others have and this has not", "";
    // Initial states.
    NoInitialState = "E040", "no initial state is given", "";
    TwoInitialStates = "E041", "more than one initial state is given", "";
    NoAgents = "E042", "no agents are declared", "";
    CardDealtTwice = "E043", "a card is dealt twice", "";
    HandsDoNotMatch = "E044", "the number of hands is not the number of holders", "";
    NoPoint = "E045", "the actual world is not given", "";
    BadPoint = "E046", "an actual world that is none of the worlds", "";
    OverlappingCells = "E047", "a world in two cells of the same agent", "";
    MixedAccess = "E048", "both cells and arrows for the same agent, or given twice", "";
    NotPropositional = "E049", "a law or an observation that speaks of knowledge or change", "";
    Misplaced = "E050", "a declaration that does not go with this kind of state", "";
    WrongCards = "E051", "a deal that is not of the cards dealt, or a hand of the wrong size", "";
    NoTable = "E052", "the table is spoken of, but there is none", "";
    NotAMind = "E053", "knowledge or learning of a holder who is not an agent", "";
    // Actions.
    LearnerOutside = "E060", "somebody learns inside an action of a group to which they do not belong", "";
    BadMark = "E061", "a mark of the chosen alternative where there is nothing to choose, or twice", "";
    MixedLogics = "E062", "L and U in one program, or S and other operators", "";
    UnboundedIteration = "E063", "an unbounded iteration outside of a modality", "";
    AssignedTwice = "E064", "an atom assigned twice at the same time", "";
    NegativeCount = "E065", "a number of times, or a count, that is negative", "";
    BadRequest = "E066", "a question that cannot be asked, or an answer that cannot be given", "";
    Unguarded = "E067", "a variable of a fixed point where nobody suspects it", "";
    // Other files.
    IncludeCycle = "E070", "files that include each other", "";
    CannotRead = "E071", "a file that cannot be read", "";
    NotUtf8 = "E072", "a file that is not UTF-8 text", "";
    // Steps.
    UnknownState = "E080", "a state that is not saved or declared under that name", "";
    BadPicture = "E081", "a picture of an unknown format", "";
    // Games given by rules.
    OutOfRange = "E100", "an index outside of its set", "";
    NoOpponent = "E101", "the opponent of an agent where there are not two", "";
    Undefined = "E102", "something that no rule defines", "";
    DefinedTwice = "E103", "something that two rules define", "";
    CircularRules = "E104", "definitions that need each other", "";
    // Limits.
    TooLarge = "E090", "more than the limit after expansion", "";
    // Game descriptions in GDL.
    StrayBracket = "G001", "a closing bracket that closes nothing", "";
    BadRule = "G002", "something that is no rule, no fact, no condition or no term", "";
    Unsafe = "G003", "a variable that no positive condition binds", "";
    Unstratified = "G004", "a relation that depends on its own negation, or on what is known of it", "";
    Misused = "G005", "a relation of the language in a place where it cannot stand", "";
    NoGame = "G006", "a game without roles or moves", "";
    Growing = "G007", "a recursion that may build ever larger terms", "";
    BadDeclaration = "G008", "a fact or a rule for `base`, `input` or `distinct` that says nothing", "";
    BadGoal = "G009", "a goal that is no number from 0 to 100, or a role that never has one", "";
    IllegalMove = "G010", "moves that cannot be made in a game", "";
    // Game trees in Gambit's files.
    NotEfg = "T001", "a file that is not in Gambit's extensive form", "";
    OpenText = "T002", "a text in quotes, or a brace, that is never closed", "";
    BadNode = "T003", "a node of a tree that cannot be read", "";
    TreeShape = "T004", "a tree with too few or too many nodes", "";
    BadPlayer = "T005", "a tree without players, or a player whom it does not have", "";
    BadInformationSet = "T006", "an information set that is described in two ways, or not at all, or without moves", "";
    BadChances = "T007", "probabilities that are missing or negative, or do not add up to one", "";
    BadOutcome = "T008", "an outcome that is described in two ways or not at all, or with too few or too many payoffs", "";
    BadAmount = "T009", "a payoff, a probability or a number of a set that is no such number", "";
    ZeroChance = "T010", "a move of chance that is never made", "";
    NamedAlike = "T011", "two moves or players with the same name", "";
    // Boards of Cluedo.
    BadBoard = "B001", "a line of a board that cannot be read", "";
    UnplayableBoard = "B002", "a board that cannot be played on, with rooms out of reach or doors that lead nowhere", "";
    // Proofs.
    Unproved = "P001", "a line of a proof that does not follow", "";
    Uncitable = "P002", "a line, a theorem, a scheme or a rule that cannot be used there", "";
    NotProved = "P003", "a proof that does not end with what it should prove", "";
    // What is read and run, but is probably not what was meant.
    UnusedLine = "W004", "a line of a proof that nothing needs", "";
    MisspeltAtom = "W001", "a new atom that is one slip away from another",
        "An atom need not be declared before a world lists it, so that a slip makes a new one, which is \
         false in all other worlds. Declare both in an `atoms` line if both are meant.";
    MisspeltName = "W002", "a name that stands for nothing and is one slip away from one that does",
        "A word in a set, or as an argument of a new atom, may be a plain name that stands for itself. \
         This one is mentioned only once, and another is spelt almost like it.";
    AccessTakenAway = "W003", "a step that takes access away from somebody whose knowledge is asked for later",
        "After `?φ` and `p := φ` nobody has access to the state any more, after `L_B α` only the agents \
         of B have. To keep everybody's access, let everybody learn what happens: `L_all (...)`.";
    // What shows only when something is run.
    NotExecutable = "R001", "an action that cannot be executed here",
        "A test of the action is false in the actual world, so that there is nothing to go on \
         with. To assert that it cannot be executed, write `check blocked` instead of `do`.";
    NoAccess = "R002", "a formula or action that speaks of an agent without access",
        "After `?φ` and `p := φ` nobody has access to the state any more, after `L_B α` only the \
         agents of B have. What the others know is then undefined, which is not the same as false. \
         To keep everybody's access, let everybody learn what happens: `L_all (...)`. A model that \
         is written out gives access to those agents for whom it has `cells` or `arrows`.";
    Unsupported = "R003", "an action that cannot be executed",
        "Unbounded repetition `α^*` stands inside `[ ]` and `< >` only, and not inside of another \
         action. A program with `U_B` is made of tests, `U_B`, `;` and `+`.";
    Limit = "R004", "a limit was reached",
        "Nothing is known about the answer: giving up never means no. Choose a smaller value for a \
         parameter, or raise the limit that is named.";
    SeveralOutcomes = "R005", "an action with several outcomes, where one is needed",
        "Mark the alternative that was actually chosen: `!α + β`.";
    CannotDraw = "R006", "a picture or a file that cannot be written",
        "Pictures are written below the folder for them, and only over files that hexa has drawn. Other files \
         are overwritten only if that is asked for.";
    NoState = "R007", "a description that describes no state",
        "No world obeys the law, or the actual one does not.";
    WrongEngine = "R008", "an engine that cannot do what is asked",
        "Leave the choice of the engine to hexa. The deals engine holds deals of cards, and executes moves \
         of card games and what is said in public.";
    NoScenario = "R009", "a scenario or step that the file does not have",
        "A run of the file as JSON lists its scenarios with their steps.";
    Incomparable = "R010", "a comparison that cannot be made",
        "States can be compared when they are states of the same agents and atoms.";
    NotRun = "R011", "a step that was not run",
        "Something before it could not be done, so that there is no state to run it in: an earlier \
         step of its scenario that would have changed the state, or building the initial state. Or \
         the time was over, or the step itself could not be read. Another error says what is wrong. \
         Nothing is known about the answer.";
    Unanswerable = "R012", "a question that cannot be asked here",
        "Every answer must say something that the one who answers knows to be true or knows to be \
         false, and in every world some answer must be true. Ask for what they know: `K_a (...)`; \
         in a frame, `event none: otherwise` is the answer for the rest.";
    NoGameAction = "R013", "an action that is no game action, or that nothing simpler describes",
        "A game action is a question with an answer that somebody knows, of which everybody hears more \
         or less. `expect game` and `expect nogame` assert whether an action is one.";
    NoTranslation = "R014", "an action or formula that cannot be written in the way asked for",
        "Not everything can be said in every language: unbounded repetition has no frame, and common \
         knowledge after an action is in general no statement about the state before. The place that \
         stands in the way is shown.";
    Stopped = "R015", "work that was stopped before its end",
        "Somebody asked for the end of the work. Nothing is known about the answer.";
    NoMove = "R020", "a player who has no move, in a game that is not over",
        "The rules of the game do not say what this player may do there. Add a rule for `legal`, or let the play be \
         over: a rule for `terminal`.";
    NoSuchGame = "R030", "a game, a player or a strategy that there is not",
        "A game is a file, or a name with settings such as `kuhn(cards=3)`. `hexa play` lists the games that are known by \
         name, `hexa play --strategies` what can play them.";
    BadLog = "R031", "a log of a play that cannot be followed",
        "The log was changed by hand, or the game was. It is told which line cannot be followed, and why. What stands before \
         it is still good: delete the rest to go on from there.";
    OtherResults = "R032", "a folder of results that cannot be gone on with",
        "The folder has the games of another tournament, or more games than are asked for, or its files were changed since they \
         were written. Nothing in it is touched. Take another folder, or ask for the tournament that it is of.";
}

/// What codes have in common that start with the same letter, or nearly so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeKind {
    /// A text cannot be read.
    Text,
    /// A text can be read, and probably means something else than was meant.
    Warning,
    /// Something shows only when a text is run.
    Running,
}

impl Code {
    /// What kind of problem it is.
    pub fn kind(self) -> CodeKind {
        match self.as_str().as_bytes()[0] {
            b'R' => CodeKind::Running,
            b'W' => CodeKind::Warning,
            _ => CodeKind::Text,
        }
    }

    /// The code of these letters, in whatever case they are written.
    pub fn find(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.as_str().eq_ignore_ascii_case(code))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_code_is_used_twice() {
        let mut codes: Vec<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), Code::ALL.len());
    }

    #[test]
    fn codes_are_found_in_any_case() {
        assert_eq!(Code::find("e020"), Some(Code::UnknownName));
        assert_eq!(Code::find("E999"), None);
    }
}
