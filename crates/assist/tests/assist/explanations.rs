//! Reasons are reasons: what is named is enough, nothing of it can be left out, and each step follows from those before it.

use crate::play::Table;
use hexa_assist::notebook::{Notebook, Told};
use hexa_assist::reasons::{Rule, steps};
use hexa_assist::sheet::{Mark, Sheet};
use hexa_assist::words::Words;
use hexa_engine::Limits;
use hexa_engine::deals::{Fact, Record, Size};
use hexa_logic::{Card, Stop, Stream};

/// The facts that are certain.
fn certain(game: &Notebook) -> Vec<Fact> {
    let sheet = game.sheet().expect("no limit");
    let cards = (0..game.setup().deck().dealt_count()).map(Card::from_index);
    let places = cards.flat_map(|card| sheet.holders().map(move |holder| (holder, card)));
    let fact = |(holder, card)| match sheet.mark(holder, card) {
        Mark::Yes => Some(Fact::Holds(holder, card)),
        Mark::No => Some(Fact::Lacks(holder, card)),
        Mark::Open => None,
    };
    places.filter_map(fact).collect()
}

/// Whether a fact follows from events alone, without even my hand.
fn follows(bare: &Record, told: &[&Told], fact: Fact) -> bool {
    let mut record = bare.clone();
    for told in told {
        record = record.with(told.event.clone()).expect("part of what is possible");
    }
    let sheet = Sheet::of(&record).expect("no limit");
    match fact {
        Fact::Holds(holder, card) => sheet.mark(holder, card) == Mark::Yes,
        Fact::Lacks(holder, card) => sheet.mark(holder, card) == Mark::No,
    }
}

#[test]
fn reasons_are_sufficient_and_minimal() {
    let mut tried = 0;
    for seed in 0..4 {
        let mut stream = Stream::new("reasons", seed);
        let table = Table::dealt(3 + seed as usize % 2, &mut stream);
        let game = table.played(8, &mut stream);
        let bare = game.record().up_to(0);
        for fact in certain(&game).into_iter().step_by(5) {
            let grounds = game.grounds(fact).expect("no limit").expect("it is certain");
            let told: Vec<&Told> = grounds.told.iter().collect();
            assert!(follows(&bare, &told, fact), "{fact:?}");
            if grounds.size == Size::Smallest {
                for left_out in 0..told.len() {
                    let mut fewer = told.clone();
                    fewer.remove(left_out);
                    assert!(!follows(&bare, &fewer, fact), "{fact:?}");
                }
            }
            tried += 1;
        }
    }
    assert!(tried > 40, "only {tried} facts");
}

#[test]
fn every_step_follows_from_those_before_it() {
    let (mut argued, mut rules) = (0, Vec::new());
    for seed in 0..6 {
        let mut stream = Stream::new("steps", seed);
        let table = Table::dealt(3, &mut stream);
        let game = table.played(14, &mut stream);
        let bare = game.record().up_to(0);
        for fact in certain(&game).into_iter().step_by(7) {
            let grounds = game.grounds(fact).expect("no limit").expect("it is certain");
            let steps = steps(game.setup(), &grounds.told, fact, &Stop::new());
            let Some(steps) = steps.expect("nobody stops it") else { continue };
            assert_eq!(steps.last().map(|step| step.fact), Some(fact));
            for (at, step) in steps.iter().enumerate() {
                assert!(step.from.iter().all(|&from| from < at));
                let told: Vec<&Told> = grounds.told.iter().collect();
                assert!(follows(&bare, &told, step.fact), "{:?}", step.fact);
                rules.push(match step.rule {
                    Rule::Told(_) => 0,
                    Rule::OnlyOneLeft(_) => 1,
                    Rule::Elsewhere => 2,
                    Rule::NobodyElse => 3,
                    Rule::HandFull => 4,
                    Rule::HandNeeds => 5,
                    Rule::CategoryTaken => 6,
                    Rule::CategoryNeeds => 7,
                });
            }
            argued += 1;
            let words = Words { setup: game.setup() };
            assert!(!words.because(fact, &grounds, Some(&steps)).is_empty());
        }
    }
    rules.sort_unstable();
    rules.dedup();
    assert!(argued > 30, "only {argued} facts");
    assert!(rules.len() >= 4, "only the rules {rules:?}");
}

#[test]
fn reasons_in_words() {
    let setup =
        hexa_assist::setup::read("players: ann, bob, me, eve\nhand: plum, rope, hall, study\n");
    let mut game = Notebook::new(setup.expect("is good"), Limits::default()).expect("is good");
    for line in ["me: white dagger lounge. eve no, ann dagger", "ann: green dagger lounge > eve"] {
        game.enter(game.read(line).expect("is read")).expect("is possible");
    }
    let because = |text: &str| {
        let about = hexa_assist::about::about(game.setup(), text).expect("is read");
        let fact = about.fact(&game.sheet().expect("no limit")).expect("is certain");
        let grounds = game.grounds(fact).expect("no limit").expect("is certain");
        let steps = steps(game.setup(), &grounds.told, fact, &Stop::new()).expect("no stop");
        Words { setup: game.setup() }.because(fact, &grounds, steps.as_deref()).join("\n")
    };
    assert_eq!(
        because("lounge at eve"),
        "Eve does not have lounge, because\n  entry 1: eve has none of white, dagger and lounge"
    );
    assert_eq!(
        because("green"),
        "Eve has green, because\n  entry 1: eve has none of white, dagger and lounge\n  \
         entry 2: eve showed ann one of green, dagger and lounge\n\
         - Eve showed ann one of green, dagger and lounge; eve does not have dagger and eve does not have lounge; \
         so eve has green."
    );
    assert_eq!(because("rope"), "You have rope, because\n  your hand: rope");
}
