//! What the assistant answers to a line, before it is put into words or sent to a program.

use crate::about::NotAbout;
use crate::advice::{Close, Guess, NoAdvice, ShowAdvice, SuggestProgress, Suggestion, What};
use crate::command::{BadCommand, HelpTopic};
use crate::entry::{Entry, Unread};
use crate::export::NoGlyph;
use crate::habit::Habit;
use crate::notebook::{Grounds, Note, Refusal, Repair, Standing};
use crate::reasons::ArgumentStep;
use crate::setup::{Setup, SetupFlaw};
use crate::sheet::{Chance, Change, Sheet};
use hexa_engine::Limit;
use hexa_engine::deals::Fact;
use hexa_games::named::Named;
use hexa_logic::{Agent, Card, Holder};

/// When something could first be known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// Not yet.
    NotYet,
    /// Before the first entry.
    Start,
    /// After an entry, by its place.
    After(usize),
}

/// Which suspicions were ranked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Among {
    /// All.
    All,
    /// Those in the rooms, or with the cards, that can be named.
    Some,
}

/// What was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Done {
    /// A line was entered, by its place.
    Entered(usize),
    /// An entry was changed, by its place.
    Edited(usize),
    /// An entry was left out, by its place.
    Deleted(usize),
    /// A line was put before others, by its place.
    Inserted(usize),
    /// The last change was taken back.
    Undone,
    /// That was taken back.
    Redone,
    /// It is said of a player whether they have a habit.
    Habit(Habit, Agent),
    /// The set-up was changed.
    Set,
    /// A way out was taken.
    Fixed,
}

/// Why a game was not copied to another file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotCopied {
    /// The game is in no file.
    NoFile,
    /// There is such a file already.
    Exists,
    /// The system says why.
    System(String),
}

/// Why a line is not followed.
#[derive(Clone, Debug)]
pub enum NotDone {
    /// The line cannot be read.
    Unread {
        /// The line.
        line: String,
        /// What is wrong with it.
        unread: Unread,
    },
    /// The game refuses it. There may be ways out.
    Refused {
        /// Why.
        refusal: Refusal,
        /// The ways out.
        repairs: Vec<Repair>,
        /// Whether all were looked for, and what it contradicts.
        is_finished: bool,
    },
    /// The line is too long.
    TooLong,
    /// The command is not complete.
    Command(BadCommand),
    /// A player or a card that is named is not there.
    Name(SetupFlaw),
    /// The question is about nothing.
    NotAbout(NotAbout),
    /// What I know is in the grid.
    AboutMe,
    /// There is no advice.
    NoAdvice(NoAdvice),
    /// Who has accused wrongly has no more moves.
    IsOut,
    /// The game is over.
    Over(Standing),
    /// It takes too much.
    GaveUp(Limit),
    /// Somebody asked for the end before reasons were found.
    ReasonsUnfinished,
    /// No reasons were found.
    NoGrounds,
    /// No way out was offered.
    NothingOffered,
    /// So many ways out were offered, and not this one.
    NoSuchWay(usize),
    /// It is not said which of these cards I have.
    WhichCard(Vec<Card>),
    /// The sheet is not written to files of this kind.
    NoSheetFormat(String),
    /// There is no picture of a character.
    NoGlyph(NoGlyph),
    /// There is no help on this.
    NoHelp(String),
    /// What was entered could not be kept.
    NotSaved {
        /// In which file.
        file: String,
        /// What the system says.
        why: String,
    },
    /// The game was not copied.
    NotCopied {
        /// To which file.
        file: String,
        /// Why not.
        why: NotCopied,
    },
}

/// An answer.
#[derive(Clone, Debug)]
pub enum AssistAnswer {
    /// There was nothing to answer.
    Nothing,
    /// Something was done.
    Done {
        /// What.
        done: Done,
        /// How the game stands.
        standing: Standing,
        /// What became certain, or is not certain any more.
        decided: Vec<Change>,
        /// What is remarkable about it.
        notes: Vec<Note>,
        /// The sheet after it.
        sheet: Sheet,
    },
    /// It was not done.
    NotDone(NotDone),
    /// The grid.
    Grid {
        /// The sheet.
        sheet: Sheet,
        /// Who accused wrongly.
        out: Vec<Agent>,
    },
    /// The envelope.
    Envelope(Sheet),
    /// What changed since the last look.
    Changes {
        /// What became certain, or is not certain any more.
        decided: Vec<Change>,
        /// How likely cards are to be in the envelope that are neither.
        moved: Vec<Change>,
    },
    /// Why something is certain.
    Why {
        /// What.
        fact: Fact,
        /// What it follows from.
        grounds: Grounds,
        /// Step by step, if such steps lead to it.
        steps: Option<Vec<ArgumentStep>>,
    },
    /// Something is not certain.
    Open {
        /// Who may have the card.
        holder: Holder,
        /// The card.
        card: Card,
        /// How likely it is.
        chance: Chance,
    },
    /// What to ask for.
    Suggest {
        /// The suspicions, the best first.
        ranked: Vec<Suggestion>,
        /// How far it came; less than [`SuggestProgress::Done`] if it was stopped.
        progress: SuggestProgress,
        /// About how many tables are likely now.
        likely: f64,
        /// Among which suspicions.
        among: Among,
        /// The strategy that ranks suspicions like this.
        strategy: Option<Named>,
    },
    /// Which card to show.
    Show {
        /// The cards.
        advice: ShowAdvice,
        /// The strategy that shows the first.
        strategy: Option<Named>,
    },
    /// How close the others are.
    Who {
        /// Those who can still win.
        close: Vec<Close>,
        /// The others.
        out: Vec<Agent>,
    },
    /// What somebody knows.
    What(What),
    /// Whether to accuse.
    Guess {
        /// The chances.
        guess: Guess,
        /// The strategy that does so.
        strategy: Option<Named>,
    },
    /// When something could first be known.
    When {
        /// When.
        moment: Moment,
        /// The entry, as it was typed.
        entry: Option<Entry>,
    },
    /// All entries.
    List(Vec<Entry>),
    /// The set-up, and who accused wrongly.
    Settings(Vec<Agent>),
    /// The cards with all their names.
    Deck,
    /// Help on a topic, or on everything.
    Help(HelpTopic),
    /// The line that was refused is not entered after all.
    LeftOut,
    /// What would follow from a line.
    WhatIf {
        /// The line, as it would be entered.
        line: String,
        /// How the game would stand.
        standing: Standing,
        /// What would become certain, or not be certain any more.
        decided: Vec<Change>,
        /// How likely cards would be to be in the envelope that are neither.
        moved: Vec<Change>,
    },
    /// The sheet is to be written to a file: this is for whoever keeps the files.
    SheetAs {
        /// The file.
        file: String,
        /// What is to be in it.
        content: Vec<u8>,
    },
    /// The sheet was written to a file.
    SheetWritten(String),
    /// The game is to be copied to a file: this is for whoever keeps the files.
    SaveAs(String),
    /// The game was copied to a file.
    Saved(String),
    /// The end.
    Quit,
}

impl AssistAnswer {
    /// Whether what was asked was not done.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::NotDone(_))
    }
}

/// An answer, with the names that it takes to tell it.
#[derive(Clone, Copy, Debug)]
pub struct NamedAnswer<'a> {
    /// The answer.
    pub answer: &'a AssistAnswer,
    /// The set-up after it.
    pub setup: &'a Setup,
    /// The number of the line that it answers, from 1 on.
    pub line: usize,
}

/// What is told when a game is opened: who plays what.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// The set-up.
    pub setup: &'a Setup,
    /// How many entries there are.
    pub entries: usize,
}
