//! Answers as JSON, one object for each line that was read: probabilities are exact fractions, with a decimal beside them.

mod advice;

use super::reply::{Done, Moment, No, Reply, Told};
use hexa_assist::entry::holder_name;
use hexa_assist::game::{self, Refusal, Source, Standing};
use hexa_assist::setup::Setup;
use hexa_assist::sheet::{Chance, Change, Mark, Sheet};
use hexa_assist::words::Words;
use hexa_engine::deals::Fact;
use hexa_logic::{Card, Holder};
use serde_json::{Map, Value, json};

/// What the first line tells: who plays what.
pub fn opened(setup: &Setup, entries: usize) -> String {
    let players: Vec<Value> = setup
        .players()
        .map(|player| {
            json!({
                "name": setup.name(player),
                "cards": setup.size(player),
                "me": player == setup.me(),
                "logician": setup.is_logician(player),
            })
        })
        .collect();
    let categories: Vec<Value> = setup
        .deck()
        .categories()
        .iter()
        .map(|category| {
            let names: Vec<&str> =
                category.cards.iter().map(|&card| setup.deck().name(card)).collect();
            json!({ "name": category.name, "cards": names })
        })
        .collect();
    let hand: Vec<&str> = setup.hand().iter().map(|&card| setup.deck().name(card)).collect();
    json!({
        "kind": "opened", "ok": true, "players": players, "categories": categories, "hand": hand,
        "entries": entries,
    })
    .to_string()
}

/// An answer. `kind` says which, `ok` whether what was asked was done.
pub fn line(told: Told<'_>, number: usize) -> String {
    let mut object = object(told);
    object.insert("line".to_owned(), number.into());
    Value::Object(object).to_string()
}

fn object(told: Told<'_>) -> Map<String, Value> {
    let words = Words { setup: told.setup };
    let value = match told.reply {
        Reply::Nothing => json!({ "kind": "nothing", "ok": true }),
        Reply::Quit => json!({ "kind": "quit", "ok": true }),
        Reply::Done { done, standing, decided, sheet } => json!({
            "kind": kind(done), "ok": true, "entry": number(done), "over": over(words, *standing),
            "changes": changes(words, decided), "grid": grid(words, sheet),
        }),
        Reply::No(no) => refused(words, no),
        Reply::Grid(sheet) => json!({ "kind": "grid", "ok": true, "grid": grid(words, sheet) }),
        Reply::Envelope(sheet) => {
            json!({ "kind": "envelope", "ok": true, "candidates": candidates(words, sheet) })
        }
        Reply::Changes { decided, moved } => json!({
            "kind": "changes", "ok": true, "changes": changes(words, decided), "moved": changes(words, moved),
        }),
        Reply::Why { fact, grounds } => {
            let from: Vec<Value> = grounds.told.iter().map(|told| source(words, told)).collect();
            let text = words.because(*fact, grounds);
            json!({ "kind": "why", "ok": true, "fact": fact_value(words, *fact), "from": from, "text": text })
        }
        Reply::Open { holder, card, chance } => json!({
            "kind": "open", "ok": true, "holder": holder_name(words.setup, *holder),
            "card": words.card(*card), "chance": chance_value(chance),
        }),
        Reply::Suggest(ranked) => advice::suggest(words, ranked),
        Reply::Show(shown) => advice::show(words, shown),
        Reply::Who(close) => advice::who(words, close),
        Reply::What(what) => advice::what(words, what),
        Reply::Guess(guess) => advice::guess(words, guess),
        Reply::When { moment, .. } => {
            let (known, entry) = match moment {
                Moment::NotYet => (false, None),
                Moment::Start => (true, None),
                Moment::After(at) => (true, Some(at + 1)),
            };
            json!({ "kind": "when", "ok": true, "known": known, "entry": entry })
        }
        Reply::List(entries) => {
            let entries: Vec<String> =
                entries.iter().map(|entry| entry.text(words.setup)).collect();
            json!({ "kind": "list", "ok": true, "entries": entries })
        }
        Reply::Text(text) => json!({ "kind": "text", "ok": true, "text": text }),
    };
    match value {
        Value::Object(object) => object,
        other => Map::from_iter([("value".to_owned(), other)]),
    }
}

fn kind(done: &Done) -> &'static str {
    match done {
        Done::Entered(_) => "entered",
        Done::Edited(_) => "edited",
        Done::Deleted(_) => "deleted",
        Done::Inserted(_) => "inserted",
        Done::Undone => "undone",
        Done::Redone => "redone",
        Done::Logician(_) => "logician",
        Done::Fixed => "fixed",
    }
}

/// The number of the entry, from 1 on.
fn number(done: &Done) -> Option<usize> {
    match done {
        Done::Entered(at) | Done::Edited(at) | Done::Deleted(at) | Done::Inserted(at) => {
            Some(at + 1)
        }
        Done::Undone | Done::Redone | Done::Logician(_) | Done::Fixed => None,
    }
}

fn over(words: Words<'_>, standing: Standing) -> Value {
    match standing {
        Standing::Open => Value::Null,
        Standing::Won(winner) => json!({ "winner": words.setup.name(winner) }),
        Standing::Lost => json!({ "winner": null }),
    }
}

fn refused(words: Words<'_>, no: &No) -> Value {
    match no {
        No::Other(why) => json!({ "kind": "refused", "ok": false, "why": why }),
        No::Unread { line, unread } => {
            let (why, help) = words.unread(line, unread);
            let column = |at: usize| line.get(..at).map_or(0, |before| before.chars().count()) + 1;
            json!({
                "kind": "unread", "ok": false, "why": why, "help": help,
                "from": column(unread.at.start), "to": column(unread.at.end),
            })
        }
        No::Refused { refusal, repairs } => {
            let why = words.refusal(refusal);
            let (clash, fresh) = match refusal {
                Refusal::Clash { clash, fresh, .. } => {
                    let with = clash.with.iter().chain([&clash.told]);
                    (with.map(|told| source(words, told)).collect(), *fresh)
                }
                _ => (Vec::new(), None),
            };
            let repairs: Vec<Value> = repairs
                .iter()
                .map(|repair| {
                    json!({
                        "entry": repair.entry + 1, "way": words.repair(repair, fresh),
                        "changes": changes(words, &repair.follows),
                    })
                })
                .collect();
            json!({ "kind": "refused", "ok": false, "why": why, "clash": clash, "repairs": repairs })
        }
    }
}

fn source(words: Words<'_>, told: &game::Told) -> Value {
    match told.source {
        Source::Hand(card) => json!({ "hand": words.card(card) }),
        Source::Entry(at) => json!({ "entry": at + 1, "says": words.event(&told.event) }),
    }
}

fn fact_value(words: Words<'_>, fact: Fact) -> Value {
    let (holder, card, has) = match fact {
        Fact::Holds(holder, card) => (holder, card, true),
        Fact::Lacks(holder, card) => (holder, card, false),
    };
    json!({ "holder": holder_name(words.setup, holder), "card": words.card(card), "has": has })
}

fn changes(words: Words<'_>, changes: &[Change]) -> Vec<Value> {
    let value = |change: &Change| {
        json!({
            "holder": holder_name(words.setup, change.holder), "card": words.card(change.card),
            "before": chance_value(&change.before), "after": chance_value(&change.after),
        })
    };
    changes.iter().map(value).collect()
}

/// `{"exact": "3/7", "decimal": 0.428..., "mark": "open"}`
fn chance_value(chance: &Chance) -> Value {
    let reduced = chance.reduced();
    let mark = match chance.mark() {
        Mark::Yes => "yes",
        Mark::No => "no",
        Mark::Open => "open",
    };
    json!({
        "mark": mark, "exact": format!("{}/{}", reduced.part, reduced.all), "decimal": chance.decimal(),
    })
}

/// A row for each card.
fn grid(words: Words<'_>, sheet: &Sheet) -> Vec<Value> {
    let deck = words.setup.deck();
    let row = |card: Card| {
        let cell = |holder: Holder| {
            (holder_name(words.setup, holder).to_owned(), chance_value(&sheet.chance(holder, card)))
        };
        let cells: Map<String, Value> = words.setup.holders().map(cell).collect();
        json!({ "card": words.card(card), "category": deck.categories()[deck.category_of(card)].name, "held": cells })
    };
    deck.dealt_categories().into_iter().flatten().map(row).collect()
}

fn candidates(words: Words<'_>, sheet: &Sheet) -> Vec<Value> {
    let value = |candidate: &hexa_assist::sheet::Candidate| {
        let cards: Vec<&str> = candidate.cards.iter().map(|&card| words.card(card)).collect();
        json!({ "cards": cards, "chance": chance_value(&candidate.chance) })
    };
    sheet.candidates().iter().map(value).collect()
}
