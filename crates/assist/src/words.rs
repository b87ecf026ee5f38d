//! All English that players read, in one place. Nothing here decides anything.

mod advice;
mod answers;
mod dialogue;
mod help;
mod problems;
mod reasons;

pub use advice::Detail;
pub use dialogue::*;
pub use help::help;
pub use problems::{bad_command, flaw, misdealt, mistake, not_about};

use crate::entry::{Entry, holder_name, player};
use crate::notebook::{Note, Repair, RepairWay, Standing};
use crate::setup::Setup;
use crate::sheet::{Chance, Change, Mark, MarkChance};
use hexa_engine::deals::Fact;
use hexa_logic::{Agent, Card, Holder};

/// What is said about a game.
#[derive(Clone, Copy, Debug)]
pub struct Words<'s> {
    /// The set-up, with the names.
    pub setup: &'s Setup,
}

/// `a, b and c`
pub fn list(parts: &[impl AsRef<str>], last: &str) -> String {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    match parts.split_last() {
        None => String::new(),
        Some((one, [])) => (*one).to_owned(),
        Some((end, others)) => format!("{} {last} {end}", others.join(", ")),
    }
}

/// `1 card`, `2 cards`
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// With a capital letter at the start.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// `one more turn`, `four more turns`
pub(crate) fn about_turns(turns: f64) -> String {
    const WORDS: [&str; 9] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let many = turns.round().max(1.0) as usize;
    match WORDS.get(many - 1) {
        Some(word) if many == 1 => format!("{word} more turn"),
        Some(word) => format!("{word} more turns"),
        None => format!("{many} more turns"),
    }
}

/// `34 %`
pub fn percent(chance: &Chance) -> String {
    format!("{} %", chance.percent())
}

impl Words<'_> {
    /// A card.
    pub fn card(&self, card: Card) -> &str {
        self.setup.deck().name(card)
    }

    /// Cards, `and` or `or` before the last.
    pub fn cards(&self, cards: &[Card], last: &str) -> String {
        list(&cards.iter().map(|&card| self.card(card)).collect::<Vec<_>>(), last)
    }

    /// A player; I am `you`.
    pub fn who(&self, who: Agent) -> &str {
        if who == self.setup.me() { "you" } else { self.setup.name(who) }
    }

    /// Players.
    pub fn players(&self, players: &[Agent], last: &str) -> String {
        list(&players.iter().map(|&one| self.who(one)).collect::<Vec<_>>(), last)
    }

    /// A holder.
    pub fn holder(&self, holder: Holder) -> &str {
        match holder {
            Holder::Agent(agent) => self.who(agent),
            Holder::Table => "the envelope",
        }
    }

    /// The name that stands above a column.
    pub fn column(&self, holder: Holder) -> &str {
        holder_name(self.setup, holder)
    }

    /// A player with a verb: `bob was`, `you were`.
    pub(crate) fn does(&self, who: Agent, third: &str, second: &str) -> String {
        format!("{} {}", self.who(who), if who == self.setup.me() { second } else { third })
    }

    /// `bob has`, `you have`
    pub(crate) fn has(&self, holder: Holder) -> String {
        let verb = if holder == Holder::Agent(self.setup.me()) { "have" } else { "has" };
        format!("{} {verb}", self.holder(holder))
    }

    /// `bob does not have`
    pub(crate) fn has_not(&self, holder: Holder) -> String {
        let verb = if holder == Holder::Agent(self.setup.me()) { "do" } else { "does" };
        format!("{} {verb} not have", self.holder(holder))
    }

    /// A fact.
    pub fn fact(&self, fact: Fact) -> String {
        match fact {
            Fact::Holds(Holder::Table, card) => format!("{} is in the envelope", self.card(card)),
            Fact::Lacks(Holder::Table, card) => {
                format!("{} is not in the envelope", self.card(card))
            }
            Fact::Holds(holder, card) => format!("{} {}", self.has(holder), self.card(card)),
            Fact::Lacks(holder, card) => format!("{} {}", self.has_not(holder), self.card(card)),
        }
    }

    /// Something that is not certain.
    pub fn open(&self, holder: Holder, card: Card, chance: &Chance) -> String {
        let (card, percent) = (self.card(card), percent(chance));
        match holder {
            Holder::Table => {
                format!("It is not certain whether {card} is in the envelope: {percent}.")
            }
            Holder::Agent(agent) => {
                format!(
                    "It is not certain whether {} {card}: {percent}.",
                    self.has(Holder::Agent(agent))
                )
            }
        }
    }

    /// An entry with its number, counted from 1.
    pub fn entry(&self, at: usize, entry: &Entry) -> String {
        format!("{:>3}  {}", at + 1, entry.text(self.setup))
    }

    /// What changed, in as few lines as tell it: cards that were found first.
    pub fn changes(&self, changes: &[Change]) -> Vec<String> {
        let decided = |mark: Mark| {
            let is =
                move |change: &&Change| change.after.mark() == mark && change.before.mark() != mark;
            changes.iter().filter(is)
        };
        let found: Vec<Card> = decided(Mark::Yes).map(|change| change.card).collect();
        let has =
            decided(Mark::Yes).map(|change| self.fact(Fact::Holds(change.holder, change.card)));
        let mut lines: Vec<String> = has.collect();
        for holder in self.setup.holders() {
            let out = decided(Mark::No)
                .filter(|change| change.holder == holder && !found.contains(&change.card));
            let out: Vec<Card> = out.map(|change| change.card).collect();
            if !out.is_empty() {
                let cards = self.cards(&out, "or");
                lines.push(match holder {
                    Holder::Table => format!("not in the envelope: {}", self.cards(&out, "and")),
                    Holder::Agent(_) => format!("{} {cards}", self.has_not(holder)),
                });
            }
        }
        let lost = decided(Mark::Open).map(|change| {
            let (card, holder) = (self.card(change.card), self.holder(change.holder));
            format!("{card} at {holder} is open again: {}", percent(&change.after))
        });
        lines.extend(lost);
        lines
    }

    /// How the envelope's cards became more or less likely.
    pub fn moved(&self, change: &Change) -> String {
        let arrow = format!("{} -> {}", percent(&change.before), percent(&change.after));
        format!("{} in the envelope: {arrow}", self.card(change.card))
    }

    /// A way out of a contradiction, by its place among them; what was typed just now is `this line`.
    pub fn repair(&self, at: usize, repair: &Repair, fresh: Option<usize>) -> String {
        let which = match repair.entry {
            Some(at) if Some(at) != fresh => format!("entry {}", at + 1),
            Some(_) | None => "this line".to_owned(),
        };
        let text = |entry: &Entry| entry.text(self.setup);
        match &repair.way {
            RepairWay::LeaveOut => format!("leave {which} out"),
            RepairWay::Looser(entry) => format!("{which}, said less: {}", text(entry)),
            RepairWay::Retyped(entry) => format!("{which}, mistyped: {}", text(entry)),
            RepairWay::OtherHand { not, but } => format!(
                "your hand is wrong: not {}, but another card; say which, for example `{} {}`",
                self.card(*not),
                fix(at),
                but.first().map_or("", |&card| self.card(card))
            ),
        }
    }

    /// What would follow from a way out.
    pub fn follows(&self, repair: &Repair) -> String {
        const MOST: usize = 3;
        if let RepairWay::OtherHand { but, .. } = &repair.way {
            return format!("it can be {}", self.cards(but, "or"));
        }
        let lines = self.changes(&repair.follows);
        match lines.len().saturating_sub(MOST) {
            0 if lines.is_empty() => "then nothing new is certain".to_owned(),
            0 => format!("then {}", lines.join("; ")),
            more => format!("then {}; and {more} more", lines[..MOST].join("; ")),
        }
    }

    /// How the game stands, if it is over.
    pub fn standing(&self, standing: Standing) -> Option<String> {
        match standing {
            Standing::Open => None,
            Standing::Won(winner) if winner == self.setup.me() => {
                Some("The game is over: you win.".to_owned())
            }
            Standing::Won(winner) => {
                Some(format!("The game is over: {} wins.", self.setup.name(winner)))
            }
            Standing::Lost => Some("The game is over: nobody wins.".to_owned()),
        }
    }

    /// What is remarkable about a change.
    pub fn note(&self, note: Note) -> String {
        match note {
            Note::SameAs(at) => {
                format!("The same as entry {}: `undo` if it was typed twice.", at + 1)
            }
            Note::MovesAgain(player) => format!(
                "{} just before, too: `undo` if that is a mistake.",
                capital(&self.does(player, "moved", "moved"))
            ),
            Note::NotCounted(_) => {
                "This is noted, but could not be counted: somebody may have seen more than \
                                    was typed."
                    .to_owned()
            }
            Note::OnlyMeHeard(_) => {
                "By your rules the others do not hear what is named in a wrong accusation, and are \
                 not taken to know it. If they heard it: `set wrong accusations: heard`."
                    .to_owned()
            }
        }
    }

    /// What a player is called when something is to be typed.
    pub(crate) fn typed(&self, who: Agent) -> &str {
        player(self.setup, who)
    }
}
