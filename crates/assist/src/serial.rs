//! Answers as data for other programs, one object for each line: `kind` says which, `ok` whether what was asked was done.
//! Probabilities are exact fractions, with a decimal beside them.

mod advice;

use crate::advice::Strength;
use crate::answer::{Among, AssistAnswer, Done, Moment, NamedAnswer, NotDone, Opening};
use crate::entry::{Entry, holder_name};
use crate::habit::Habit;
use crate::notebook::{Refusal, Repair, Source, Standing, Told};
use crate::sheet::{Candidate, Chance, Change, Mark, MarkChance, Sheet};
use crate::words::{self, Words};
use hexa_engine::deals::Fact;
use hexa_games::named::Named;
use hexa_logic::{Card, Holder};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// An answer with the number of its line.
#[derive(Serialize)]
struct Line<'a> {
    line: usize,
    ok: bool,
    #[serde(flatten)]
    answer: Object<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Object<'a> {
    Plain {
        kind: &'static str,
    },
    Done(DoneObject<'a>),
    Refused {
        kind: &'static str,
        why: String,
    },
    Unread {
        kind: &'static str,
        why: String,
        help: Option<String>,
        from: usize,
        to: usize,
    },
    Clash(ClashObject<'a>),
    Grid {
        kind: &'static str,
        grid: Vec<Row<'a>>,
        out: Vec<&'a str>,
    },
    Envelope {
        kind: &'static str,
        candidates: Vec<CandidateObject<'a>>,
    },
    Changes {
        kind: &'static str,
        changes: Vec<ChangeObject<'a>>,
        moved: Vec<ChangeObject<'a>>,
    },
    WhatIf {
        kind: &'static str,
        entry: String,
        changes: Vec<ChangeObject<'a>>,
        moved: Vec<ChangeObject<'a>>,
    },
    Why {
        kind: &'static str,
        fact: FactObject<'a>,
        from: Vec<SourceObject<'a>>,
        text: Vec<String>,
    },
    Open {
        kind: &'static str,
        holder: &'a str,
        card: &'a str,
        chance: ChanceObject,
    },
    Advice(advice::Object<'a>),
    When {
        kind: &'static str,
        known: bool,
        entry: Option<usize>,
    },
    List {
        kind: &'static str,
        entries: Vec<String>,
    },
    Text {
        kind: &'static str,
        text: String,
    },
}

#[derive(Serialize)]
struct DoneObject<'a> {
    kind: &'static str,
    notes: Vec<String>,
    entry: Option<usize>,
    over: Option<Over<'a>>,
    changes: Vec<ChangeObject<'a>>,
    grid: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Over<'a> {
    winner: Option<&'a str>,
}

#[derive(Serialize)]
struct ClashObject<'a> {
    kind: &'static str,
    why: Vec<String>,
    clash: Vec<SourceObject<'a>>,
    repairs: Vec<RepairObject<'a>>,
}

#[derive(Serialize)]
struct RepairObject<'a> {
    entry: Option<usize>,
    way: String,
    changes: Vec<ChangeObject<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum SourceObject<'a> {
    Hand { hand: &'a str },
    Entry { entry: usize, says: String },
}

#[derive(Serialize)]
struct FactObject<'a> {
    holder: &'a str,
    card: &'a str,
    has: bool,
}

#[derive(Serialize)]
struct ChangeObject<'a> {
    holder: &'a str,
    card: &'a str,
    before: ChanceObject,
    after: ChanceObject,
}

/// `{"exact": "3/7", "decimal": 0.428..., "mark": "open"}`
#[derive(Serialize)]
struct ChanceObject {
    mark: &'static str,
    exact: String,
    decimal: f64,
}

#[derive(Serialize)]
struct Row<'a> {
    card: &'a str,
    category: &'a str,
    held: BTreeMap<&'a str, ChanceObject>,
}

#[derive(Serialize)]
struct CandidateObject<'a> {
    cards: Vec<&'a str>,
    chance: ChanceObject,
}

#[derive(Serialize)]
struct Opened<'a> {
    kind: &'static str,
    ok: bool,
    players: Vec<OpenedPlayer<'a>>,
    categories: Vec<OpenedCategory<'a>>,
    hand: Vec<&'a str>,
    entries: usize,
}

#[derive(Serialize)]
struct OpenedPlayer<'a> {
    name: &'a str,
    cards: usize,
    me: bool,
    logician: bool,
    perfect: bool,
    forgetful: bool,
}

#[derive(Serialize)]
struct OpenedCategory<'a> {
    name: &'a str,
    cards: Vec<&'a str>,
}

impl Serialize for Opening<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (setup, words) = (self.setup, Words { setup: self.setup });
        let players = setup.players().map(|player| OpenedPlayer {
            name: setup.name(player),
            cards: setup.size(player),
            me: player == setup.me(),
            logician: setup.is_logician(player),
            perfect: setup.strength(player) == Strength::Perfect,
            forgetful: setup.has_habit(Habit::Forgetful, player),
        });
        let categories = setup.deck().categories().iter().map(|category| OpenedCategory {
            name: &category.name,
            cards: words.names(&category.cards),
        });
        let opened = Opened {
            kind: "opened",
            ok: true,
            players: players.collect(),
            categories: categories.collect(),
            hand: words.names(setup.hand()),
            entries: self.entries,
        };
        opened.serialize(serializer)
    }
}

impl Serialize for NamedAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let words = Words { setup: self.setup };
        let (line, ok) = (self.line, !self.answer.is_refusal());
        Line { line, ok, answer: words.object(self.answer) }.serialize(serializer)
    }
}

impl<'s> Words<'s> {
    fn object(self, answer: &'s AssistAnswer) -> Object<'s> {
        match answer {
            AssistAnswer::Nothing => Object::Plain { kind: "nothing" },
            AssistAnswer::Quit => Object::Plain { kind: "quit" },
            AssistAnswer::Done { done, standing, decided, notes, sheet } => {
                Object::Done(DoneObject {
                    notes: notes.iter().map(|&note| self.note(note)).collect(),
                    kind: kind(done),
                    entry: number(done),
                    over: self.over(*standing),
                    changes: self.change_objects(decided),
                    grid: self.rows(sheet),
                })
            }
            AssistAnswer::NotDone(why) => self.refused(why),
            AssistAnswer::Grid { sheet, out } => {
                Object::Grid { kind: "grid", grid: self.rows(sheet), out: self.player_names(out) }
            }
            AssistAnswer::Envelope(sheet) => Object::Envelope {
                kind: "envelope",
                candidates: self.candidates(sheet.candidates()),
            },
            AssistAnswer::Changes { decided, moved } => Object::Changes {
                kind: "changes",
                changes: self.change_objects(decided),
                moved: self.change_objects(moved),
            },
            AssistAnswer::Why { fact, grounds, steps } => Object::Why {
                kind: "why",
                fact: self.fact_object(*fact),
                from: grounds.told.iter().map(|told| self.source_object(told)).collect(),
                text: self.because(*fact, grounds, steps.as_deref()),
            },
            AssistAnswer::Open { holder, card, chance } => Object::Open {
                kind: "open",
                holder: holder_name(self.setup, *holder),
                card: self.name(*card),
                chance: chance_object(chance),
            },
            AssistAnswer::Suggest { ranked, progress, likely, among, strategy } => {
                let strategy = match among {
                    Among::All => strategy_name(strategy),
                    Among::Some => None,
                };
                Object::Advice(self.suggest_object(ranked, *progress, *likely, strategy))
            }
            AssistAnswer::Show { advice, strategy } => {
                Object::Advice(self.show_object(advice, strategy_name(strategy)))
            }
            AssistAnswer::Who { close, out } => Object::Advice(self.who_object(close, out)),
            AssistAnswer::What(what) => Object::Advice(self.what_object(what)),
            AssistAnswer::Guess { guess, strategy } => {
                Object::Advice(self.guess_object(guess, strategy_name(strategy)))
            }
            AssistAnswer::When { moment, .. } => {
                let (known, entry) = match moment {
                    Moment::NotYet => (false, None),
                    Moment::Start => (true, None),
                    Moment::After(at) => (true, Some(at + 1)),
                };
                Object::When { kind: "when", known, entry }
            }
            AssistAnswer::List(entries) => {
                let text = |entry: &Entry| entry.text(self.setup);
                Object::List { kind: "list", entries: entries.iter().map(text).collect() }
            }
            AssistAnswer::WhatIf { line, decided, moved, .. } => Object::WhatIf {
                kind: "what if",
                entry: line.clone(),
                changes: self.change_objects(decided),
                moved: self.change_objects(moved),
            },
            AssistAnswer::SheetAs { file, .. } | AssistAnswer::SheetWritten(file) => {
                text(format!("{}\n", words::sheet_written(file)))
            }
            AssistAnswer::Settings(out) => text(self.settings(out)),
            AssistAnswer::Deck => text(self.deck()),
            AssistAnswer::Help(topic) => text(words::help(*topic).to_owned()),
            AssistAnswer::LeftOut => text(words::LEFT_OUT.to_owned()),
            AssistAnswer::Saved(file) | AssistAnswer::SaveAs(file) => {
                text(format!("{}\n", words::saved(file)))
            }
        }
    }

    fn refused(self, why: &'s NotDone) -> Object<'s> {
        let kind = "refused";
        if let NotDone::Unread { line, unread } = why {
            let column = |at: usize| line.get(..at).map_or(0, |text| text.chars().count()) + 1;
            let (why, help) = self.unread(line, unread);
            let (from, to) = (column(unread.at.start), column(unread.at.end));
            return Object::Unread { kind: "unread", why, help, from, to };
        }
        let NotDone::Refused { refusal, repairs, .. } = why else {
            return Object::Refused { kind, why: self.not_done(why) };
        };
        let (mut clash, mut typed) = (Vec::new(), None);
        if let Refusal::Clash { clash: told, fresh, .. } = refusal {
            clash.extend(told.all().map(|told| self.source_object(told)));
            typed = *fresh;
        }
        let repair = |(at, repair): (usize, &'s Repair)| RepairObject {
            entry: repair.entry.map(|at| at + 1),
            way: self.repair(at, repair, typed),
            changes: self.change_objects(&repair.follows),
        };
        let repairs = repairs.iter().enumerate().map(repair).collect();
        Object::Clash(ClashObject { kind, why: self.refusal(refusal), clash, repairs })
    }

    fn name(self, card: Card) -> &'s str {
        self.setup.deck().name(card)
    }

    fn names(self, cards: &[Card]) -> Vec<&'s str> {
        cards.iter().map(|&card| self.name(card)).collect()
    }

    fn over(self, standing: Standing) -> Option<Over<'s>> {
        match standing {
            Standing::Open => None,
            Standing::Won(winner) => Some(Over { winner: Some(self.setup.name(winner)) }),
            Standing::Lost => Some(Over { winner: None }),
        }
    }

    fn source_object(self, told: &Told) -> SourceObject<'s> {
        match told.source {
            Source::Hand(card) => SourceObject::Hand { hand: self.name(card) },
            Source::Entry(at) => {
                SourceObject::Entry { entry: at + 1, says: self.event(&told.event) }
            }
        }
    }

    fn fact_object(self, fact: Fact) -> FactObject<'s> {
        let (holder, card, has) = match fact {
            Fact::Holds(holder, card) => (holder, card, true),
            Fact::Lacks(holder, card) => (holder, card, false),
        };
        FactObject { holder: holder_name(self.setup, holder), card: self.name(card), has }
    }

    fn change_objects(self, changes: &[Change]) -> Vec<ChangeObject<'s>> {
        let object = |change: &Change| ChangeObject {
            holder: holder_name(self.setup, change.holder),
            card: self.name(change.card),
            before: chance_object(&change.before),
            after: chance_object(&change.after),
        };
        changes.iter().map(object).collect()
    }

    /// A row for each card.
    fn rows(self, sheet: &Sheet) -> Vec<Row<'s>> {
        let deck = self.setup.deck();
        let row = |card: Card| {
            let cell = |holder: Holder| {
                (holder_name(self.setup, holder), chance_object(&sheet.chance(holder, card)))
            };
            Row {
                card: self.name(card),
                category: &deck.categories()[deck.category_of(card)].name,
                held: self.setup.holders().map(cell).collect(),
            }
        };
        deck.dealt_categories().into_iter().flatten().map(row).collect()
    }

    fn candidates(self, candidates: &[Candidate]) -> Vec<CandidateObject<'s>> {
        let object = |candidate: &Candidate| CandidateObject {
            cards: self.names(&candidate.cards),
            chance: chance_object(&candidate.chance),
        };
        candidates.iter().map(object).collect()
    }
}

fn text<'s>(text: String) -> Object<'s> {
    Object::Text { kind: "text", text }
}

fn chance_object(chance: &Chance) -> ChanceObject {
    let reduced = chance.reduce();
    let mark = match chance.mark() {
        Mark::Yes => "yes",
        Mark::No => "no",
        Mark::Open => "open",
    };
    let exact = format!("{}/{}", reduced.part, reduced.all);
    ChanceObject { mark, exact, decimal: chance.decimal() }
}

fn kind(done: &Done) -> &'static str {
    match done {
        Done::Entered(_) => "entered",
        Done::Edited(_) => "edited",
        Done::Deleted(_) => "deleted",
        Done::Inserted(_) => "inserted",
        Done::Undone => "undone",
        Done::Redone => "redone",
        Done::Habit(habit, _) => crate::command::habit_word(*habit),
        Done::Set => "set",
        Done::Fixed => "fixed",
    }
}

/// The number of the entry, from 1 on.
fn number(done: &Done) -> Option<usize> {
    match done {
        Done::Entered(at) | Done::Edited(at) | Done::Deleted(at) | Done::Inserted(at) => {
            Some(at + 1)
        }
        Done::Undone | Done::Redone | Done::Habit(..) | Done::Set | Done::Fixed => None,
    }
}

fn strategy_name(strategy: &Option<Named>) -> Option<String> {
    strategy.as_ref().map(Named::to_string)
}
