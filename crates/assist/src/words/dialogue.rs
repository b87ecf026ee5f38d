//! Questions before the game, and remarks of the session.

use super::{Words, count, flaw, list};
use crate::dialogue::{Dialogue, Question};
use crate::habit::Habit;
use crate::setup::SetupFlaw;
use hexa_games::cluedo::card_list::CardList;
use hexa_games::cluedo::deck::Deck;
use hexa_logic::Agent;

/// What is said before the first question.
pub const WELCOME: &str = "\
A new game. Answer a few questions; return takes what stands in [brackets], `back` goes back.
";

/// What stands before what is typed during set-up.
pub const ANSWER: &str = "? ";

/// What stands before what is typed during the game.
pub const PROMPT: &str = "cluedo> ";

/// What is said when somebody leaves before the game is set up.
pub const NOT_SET_UP: &str = "The game is not set up, and nothing is saved.\n";

/// A question of the set-up.
pub fn question(dialogue: &Dialogue, question: Question) -> String {
    let asked = ask(dialogue, question);
    match dialogue.given() {
        Some(given) => format!("{asked}\n(Return takes what you said before: {given})"),
        None => asked,
    }
}

fn ask(dialogue: &Dialogue, question: Question) -> String {
    let sizes: Vec<String> = dialogue.sizes().iter().map(usize::to_string).collect();
    match question {
        Question::Cards => {
            let names: Vec<&str> = CardList::ALL.iter().map(|list| list.names[0]).collect();
            let usual = if dialogue.has_own_cards() { "as you said" } else { names[0] };
            format!(
                "Which cards do you play with? The editions are {}. If yours are others, say so\n\
                line by line, for example\n  category weapons: rope, axe, poison\n[{usual}]",
                list(&names, "and")
            )
        }
        Question::Players => {
            "Who plays, in the order in which you sit? Start with whoever got the first card,\n\
            and call yourself `me`. For example: ann, bob, me, eve"
                .to_owned()
        }
        Question::Me => "Which of them are you?".to_owned(),
        Question::FaceUp => "Which cards lie face up for everybody? [none]".to_owned(),
        Question::Sizes => format!("How many cards does everybody have? [{}]", sizes.join(" ")),
        Question::Hand => match dialogue.hand_size() {
            Some(size) => format!("Which are your {}?", count(size, "card", "cards")),
            None => "Which are your cards?".to_owned(),
        },
        Question::Logicians => {
            "Who surely accuses as soon as they can? If such a player ends a move, they cannot\n\
            win yet, and that is counted. [nobody]"
                .to_owned()
        }
        Question::Rules => "Which rules are other than usual? One per line, for example\n  \
            edition: master detective\n  answers: everybody\n  wrong accusations: heard\n  \
            after accusing: not asked\n  accuser: does not look\n  last player: must accuse\n  \
            staying: forbidden\nAn empty line ends this. [none]"
            .to_owned(),
    }
}

/// What is wrong with an answer.
pub fn bad_answer(flaws: &[SetupFlaw]) -> String {
    flaws.iter().map(|one| format!("{}\n", flaw(one))).collect()
}

/// A torn line at the end of a journal.
pub fn torn(text: &str) -> String {
    format!(
        "The last line of the file is not complete, and was never entered: {text:?}. It is left out.\n"
    )
}

/// A file is in use.
pub fn in_use(file: &str) -> String {
    format!("{file} is open in another window. Close it there first, or take another file.\n")
}

/// There is a game already.
pub fn exists(file: &str) -> String {
    format!("{file} is there already. Without --new it is continued.\n")
}

/// There is no game to replay.
pub fn nothing_there(file: &str) -> String {
    format!("There is no game in {file}.\n")
}

/// Something cannot be known yet.
pub const NOT_YET: &str = "You cannot know it yet.\n";

/// Something could be known from the start.
pub const FROM_THE_START: &str = "You could know it from the start.\n";

/// Something could be known after an entry.
pub fn after(at: usize, entry: &str) -> String {
    format!("You could first know it after entry {}: {entry}\n", at + 1)
}

/// A line was not entered after all.
pub const LEFT_OUT: &str = "The line is left out; nothing is changed.\n";

/// The letter of a way out.
pub fn letter(at: usize) -> char {
    char::from(b'a' + u8::try_from(at.min(25)).unwrap_or(25))
}

/// How a way out is taken.
pub(crate) fn fix(at: usize) -> String {
    format!("fix {}", letter(at))
}

/// A question was given up.
pub fn gave_up(limit: &str) -> String {
    format!("This was not found out: {limit}.")
}

/// A file that cannot be used.
pub fn unusable(file: &str, why: &str) -> String {
    format!("{file} cannot be used: {why}\n")
}

/// A file is not text.
pub const NOT_TEXT: &str = "it is not UTF-8 text";

/// The sheet is written.
pub fn sheet_written(file: &str) -> String {
    format!("The sheet is in {file}.")
}

/// A game is copied.
pub fn saved(file: &str) -> String {
    format!("Copied to {file}. You go on with the same file as before.")
}

impl Words<'_> {
    /// What is said when a game is opened.
    pub fn greeting(&self, file: &str, entries: usize) -> String {
        let setup = self.setup;
        let players: Vec<String> = setup
            .players()
            .map(|one| format!("{} ({})", self.typed(one), setup.size(one)))
            .collect();
        let entries = match entries {
            0 => "nothing has happened yet".to_owned(),
            many => count(many, "entry", "entries"),
        };
        format!(
            "{file}: {}; {entries}.\nType what happens, for example `{}`, or `help`.\n",
            list(&players, "and"),
            self.example()
        )
    }

    /// A line that could be typed.
    fn example(&self) -> String {
        let setup = self.setup;
        let cards: Vec<&str> =
            setup.deck().categories().iter().map(|category| self.card(category.cards[0])).collect();
        let me = setup.me().index();
        let many = setup.players().len();
        let seat = |at: usize| self.typed(Agent::from_index(at % many));
        format!("{}: {} > {}", seat(me + 1), cards.join(" "), seat(me + many.max(2) - 1))
    }

    /// The set-up, as it is saved, and what else is known of the players.
    pub fn settings(&self, out: &[Agent]) -> String {
        let mut text = crate::setup::write(self.setup);
        if !out.is_empty() {
            text += &format!("accused wrongly: {}\n", self.players(out, "and"));
        }
        text
    }

    /// What a player is taken to do.
    pub fn habit(&self, habit: Habit, player: Agent) -> String {
        let ends = self.does(player, "ends", "end");
        let who = super::capital(self.who(player));
        match (habit, self.setup.has_habit(habit, player)) {
            (Habit::Perfect, true) => {
                format!("{who} now counts as a player who draws every conclusion.")
            }
            (Habit::Perfect, false) => {
                format!("{who} now counts as an ordinary player, who only crosses off cards.")
            }
            (Habit::Forgetful, true) => format!(
                "{who} now counts as forgetful: shown again, a card counts as fresh evidence."
            ),
            (Habit::Forgetful, false) => {
                format!("{who} now counts as a player who shows again what was shown before.")
            }
            (Habit::Logician, true) => {
                format!("When {ends} a move without accusing, that now counts as: cannot win yet.")
            }
            (Habit::Logician, false) => {
                format!("When {ends} a move without accusing, that now says nothing.")
            }
        }
    }

    /// The cards of the deck, with all their names.
    pub fn deck(&self) -> String {
        let deck: &Deck = self.setup.deck();
        let mut text = String::new();
        for category in deck.categories() {
            text += &format!("{}\n", category.name);
            for &card in &category.cards {
                let others = deck.aliases(card).join(", ");
                let others = if others.is_empty() { others } else { format!(" ({others})") };
                let open = if deck.is_dealt(card) { "" } else { ", face up" };
                text += &format!("  {}{others}{open}\n", deck.name(card));
            }
        }
        text
    }
}

/// A card is certain to be there.
pub const YES: &str = "yes";

/// A card is certain not to be there.
pub const NO: &str = "-";

/// A card lies face up.
pub const FACE_UP: &str = "open";

/// No entries.
pub const NOTHING_YET: &str = "Nothing has happened yet.\n";

/// No changes.
pub const NO_CHANGES: &str = "Nothing has changed since your last look.\n";

/// Before the ways out of a contradiction.
pub const WAYS_OUT: &str = "It would be possible with one of these; type for example `fix a`:\n";

/// Not all ways out were looked for.
pub const WAYS_OUT_UNFINISHED: &str =
    "(This is not finished: it was stopped before all ways out were looked for.)\n";

/// Ways out are not all found yet.
pub const LOOKING: &str = "looking further; Ctrl-C ends that";

/// What follows from a change is not known yet.
pub const WORKING_OUT: &str = "this can be; what follows is being worked out";

/// A change was taken back.
pub const UNDONE: &str = "Undone.";

/// A change was made again.
pub const REDONE: &str = "Done again.";

/// Before what would follow from a line.
pub fn what_if(line: &str) -> String {
    format!("If so ({line}), and nothing is entered:")
}

/// Nothing would follow.
pub const NOTHING_FOLLOWS: &str = "nothing new would be certain";

/// The set-up was changed.
pub const SET: &str = "The set-up is changed; everything is worked out anew.";

/// A way out was taken.
pub const FIXED: &str = "Corrected; `list` shows the entries.";

/// How to leave.
pub const HOW_TO_LEAVE: &str = "(quit or Ctrl-D to leave)\n";

/// A line is entered.
pub fn entered(at: usize) -> String {
    format!("{}.", at + 1)
}

/// An entry is changed.
pub fn edited(at: usize) -> String {
    format!("Entry {} is changed.", at + 1)
}

/// An entry is left out.
pub fn deleted(at: usize) -> String {
    format!("Entry {} is left out; those after it have other numbers now.", at + 1)
}

/// A line is put before others.
pub fn inserted(at: usize) -> String {
    format!("This is entry {} now; those after it have other numbers.", at + 1)
}

/// How many candidates there are for the envelope.
pub fn together(many: usize) -> String {
    match many {
        1 => "It is certain:\n".to_owned(),
        many => format!("Together, of {many} that are possible:\n"),
    }
}

/// More candidates.
pub fn more(many: usize) -> String {
    format!("  and {many} more\n")
}
