//! What the assistant answers to a line, before it is put into words or JSON.

use hexa_assist::advice::{Close, Guess, Shown, Suggestion, What};
use hexa_assist::entry::{Entry, Unread};
use hexa_assist::game::{Grounds, Refusal, Repair, Standing};
use hexa_assist::setup::Setup;
use hexa_assist::sheet::{Chance, Change, Sheet};
use hexa_engine::deals::Fact;
use hexa_logic::{Card, Holder};

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
    /// It is said of a player whether he accuses as soon as he can.
    Logician(hexa_logic::Agent),
    /// A way out was taken.
    Fixed,
}

/// Why an input is not followed.
#[derive(Clone, Debug)]
pub enum No {
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
    },
    /// In words.
    Other(String),
}

/// An answer.
#[derive(Clone, Debug)]
pub enum Reply {
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
        /// The sheet after it.
        sheet: Sheet,
    },
    /// It was not done.
    No(No),
    /// The grid.
    Grid(Sheet),
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
    },
    /// Something is not certain.
    Open {
        /// Whether he has the card.
        holder: Holder,
        /// The card.
        card: Card,
        /// How likely it is.
        chance: Chance,
    },
    /// What to ask for, the best first.
    Suggest(Vec<Suggestion>),
    /// Which card to show, the best first.
    Show(Vec<Shown>),
    /// How close the others are.
    Who(Vec<Close>),
    /// What somebody knows.
    What(What),
    /// Whether to accuse.
    Guess(Guess),
    /// When something could first be known.
    When {
        /// When.
        moment: Moment,
        /// The entry, as it was typed.
        entry: Option<Entry>,
    },
    /// All entries.
    List(Vec<Entry>),
    /// A text for people.
    Text(String),
    /// The end.
    Quit,
}

/// An answer, with the names that it takes to tell it.
#[derive(Clone, Copy, Debug)]
pub struct Told<'r> {
    /// The answer.
    pub reply: &'r Reply,
    /// The set-up after it.
    pub setup: &'r Setup,
}
