//! Advice as JSON.

use hexa_assist::advice::{Basis, Close, Guess, Recommendation, Shown, Suggestion, Warning, What};
use hexa_assist::entry::holder_name;
use hexa_assist::sheet;
use hexa_assist::words::Words;
use hexa_engine::Limit;
use hexa_engine::deals::{Chance, Fact, Left, Reply};
use hexa_logic::{Card, Holder};
use serde_json::{Value, json};

/// So many suspicions are told.
const MOST_SUGGESTED: usize = 20;

fn chance(chance: &Chance) -> Value {
    super::chance_value(&sheet::Chance { part: chance.part.clone(), all: chance.all.clone() })
}

fn cards(words: Words<'_>, cards: &[Card]) -> Vec<String> {
    cards.iter().map(|&card| words.card(card).to_owned()).collect()
}

fn left(left: &Result<Left, Limit>) -> Value {
    match left {
        Ok(Left { least, most }) => json!({ "least": least, "most": most }),
        Err(limit) => json!({ "gave up": limit.to_string() }),
    }
}

pub fn suggest(words: Words<'_>, ranked: &[Suggestion]) -> Value {
    let reply = |reply: &Reply| words.reply(reply);
    let warning = |warning: &Warning| match warning {
        Warning::Hand { opponent, card, chance: how } => json!({
            "kind": "hand", "to": words.setup.name(*opponent), "card": words.card(*card), "chance": chance(how),
        }),
        Warning::Table { opponent, reply: after, chance: how } => json!({
            "kind": "envelope", "to": words.setup.name(*opponent), "after": reply(after), "chance": chance(how),
        }),
    };
    let value = |one: &Suggestion| {
        let exact = one.exact.as_ref();
        let warnings = exact.and_then(|exact| exact.warnings.as_ref());
        json!({
            "cards": cards(words, &one.cards), "gain": one.gain, "leak": one.leak, "score": one.score,
            "drawn": match one.basis { Basis::Drawn(many) => Some(many), Basis::Exact => None },
            "settles": exact.map(|exact| chance(&exact.settles)),
            "warnings": warnings.map(|all| all.iter().map(warning).collect::<Vec<_>>()),
        })
    };
    let best: Vec<Value> = ranked.iter().take(MOST_SUGGESTED).map(value).collect();
    json!({ "kind": "suggest", "ok": true, "suspicions": best, "of": ranked.len() })
}

pub fn show(words: Words<'_>, shown: &[Shown]) -> Value {
    let value = |one: &Shown| {
        json!({
            "card": words.card(one.card), "known": chance(&one.knows), "envelope bits": one.table_bits,
            "hand bits": one.hand_bits, "drawn": one.courses,
        })
    };
    json!({ "kind": "show", "ok": true, "cards": shown.iter().map(value).collect::<Vec<_>>() })
}

pub fn who(words: Words<'_>, close: &[Close]) -> Value {
    let value = |one: &Close| {
        let categories = words.setup.deck().categories().iter().zip(&one.categories);
        let categories: Vec<Value> = categories
            .map(|(category, close)| {
                json!({ "category": category.name, "knows": chance(&close.knows), "left": left(&close.left) })
            })
            .collect();
        json!({
            "player": words.setup.name(one.opponent), "knows": chance(&one.knows), "left": left(&one.left),
            "categories": categories,
        })
    };
    json!({ "kind": "who", "ok": true, "players": close.iter().map(value).collect::<Vec<_>>() })
}

pub fn what(words: Words<'_>, what: &What) -> Value {
    let places = |places: &[(Holder, Chance)]| -> Vec<Value> {
        let value = |(holder, how): &(Holder, Chance)| json!({ "holder": holder_name(words.setup, *holder), "chance": chance(how) });
        places.iter().map(value).collect()
    };
    let known: Vec<Value> = what
        .cards
        .iter()
        .map(|card| {
            json!({
                "card": words.card(card.card), "whereabouts": chance(&card.whereabouts),
                "holds": places(&card.holds), "lacks": places(&card.lacks),
            })
        })
        .collect();
    let fact = |fact: Fact| super::fact_value(words, fact);
    let deeper: Vec<Value> = what
        .deeper
        .iter()
        .map(|deep| json!({ "player": words.setup.name(deep.third), "knows": fact(deep.fact) }))
        .collect();
    json!({
        "kind": "what", "ok": true, "player": words.setup.name(what.opponent), "cards": known,
        "knows that others know": deeper,
    })
}

pub fn guess(words: Words<'_>, guess: &Guess) -> Value {
    let advice = match guess.recommendation {
        Recommendation::Accuse => "accuse",
        Recommendation::Risk => "risk",
        Recommendation::Wait => "wait",
    };
    let threats: Vec<Value> = guess
        .threats
        .iter()
        .map(|threat| {
            json!({
                "player": words.setup.name(threat.opponent), "knows": chance(&threat.knows), "wins": threat.wins,
            })
        })
        .collect();
    json!({
        "kind": "guess", "ok": true, "advice": advice, "best": cards(words, &guess.best.table),
        "chance": chance(&guess.best.chance), "candidates": guess.candidates, "threats": threats,
        "lost": guess.lost, "drawn": guess.courses,
    })
}
