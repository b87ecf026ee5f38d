//! Choices that are forgotten again. Something may be said that depends on which card was shown, and leave worlds in which
//! it does not matter any more which one it was: then the choice is dropped from what is held. What was said must be
//! looked at together with what it was said of, for by itself it allows that a card was shown that its holder
//! did not have. These are small plays in which that makes more worlds than there are.

use hexa_engine::generate::play::{Asking, CardGame, Category, Kind, Play, Reply, Seat, Step};
use hexa_engine::{Engine, Held, Limits, UBig};
use hexa_logic::{Agent, Card, Deal, FormulaNode, Holder, Setup, WinCondition};

/// A game with these hands, the table's last, of which one card of each kind is on the table. Each letter is a card.
fn dealt(hands: &[&str], kinds: &[&str]) -> Play {
    let names = |cards: &str| cards.chars().map(String::from).collect::<Vec<_>>();
    let seat = |at: usize| Seat { name: (at + 1).to_string(), cards: hands[at].len() };
    let kind =
        |(at, cards): (usize, &&str)| Category { name: format!("kind{at}"), cards: names(cards) };
    let mut others: Vec<String> = hands.iter().flat_map(|hand| names(hand)).collect();
    others.retain(|card| !kinds.iter().any(|kind| kind.contains(card)));
    others.sort();
    let table = hands.len() - 1;
    let game = CardGame {
        players: (0..table).map(seat).collect(),
        table: Some(Seat { name: "t".to_owned(), cards: hands[table].len() }),
        categories: kinds.iter().enumerate().map(kind).collect(),
        others,
        asking: Asking::OneOfEach,
        win: WinCondition::Table,
    };
    let mut play = game.play(0, Kind::Suspicions, &[]);
    let hands = hands.iter().map(|hand| cards(&play, hand)).collect();
    let deal = Deal::new(hands, &play.vocabulary);
    if let Setup::Deal(setup) = &mut play.setup {
        setup.deal = deal;
    }
    play
}

/// The cards of these letters, in order.
fn cards(play: &Play, letters: &str) -> Vec<Card> {
    let named = |letter: char| play.vocabulary.card(&letter.to_string());
    let mut cards: Vec<Card> = letters.chars().filter_map(named).collect();
    cards.sort_unstable();
    cards
}

fn ask(play: &Play, asker: usize, respondent: usize, letters: &str, shown: Option<&str>) -> Step {
    Step::Answer {
        asker: Agent::from_index(asker - 1),
        respondent: Agent::from_index(respondent - 1),
        cards: cards(play, letters),
        reply: shown.map_or(Reply::No, |card| Reply::Shows(cards(play, card)[0])),
    }
}

fn nowin(player: usize) -> Step {
    Step::NoWin(Agent::from_index(player - 1))
}

/// The play on an engine, to its end.
fn played(play: &mut Play, engine: Engine, steps: &[Step]) -> Held {
    let built = engine.build(&play.setup, &play.vocabulary, &play.terms, &Limits::default());
    steps.iter().fold(built.expect("a small game"), |state, step| {
        let action = play.action(step);
        let next = state.update(&play.terms, action).expect("it happens");
        next.into_single().expect("one outcome")
    })
}

/// There are so many worlds at the end, and everybody knows of the cards what they know on the explicit engine.
fn ends_with(mut play: Play, steps: &[Step], worlds: u8) {
    let explicit = played(&mut play, Engine::Explicit, steps);
    let deals = played(&mut play, Engine::Deals, steps);
    let worlds = UBig::from(worlds);
    assert_eq!(explicit.relevant_count(), Ok(worlds.clone()));
    assert_eq!(deals.relevant_count(), Ok(worlds));
    let holders: Vec<Holder> = play.vocabulary.holders().collect();
    for agent in play.vocabulary.agents() {
        for card in play.vocabulary.cards() {
            for &holder in &holders {
                let held = play.holding(card, holder);
                let knows = play.terms.formula(FormulaNode::Knows(agent, held));
                let truth = explicit.holds(&play.terms, knows);
                assert_eq!(deals.holds(&play.terms, knows), truth, "{agent:?} {card:?} {holder:?}");
            }
        }
    }
}

#[test]
fn a_choice_that_nowin_depends_on() {
    let play = dealt(&["e", "b", "cf", "ad"], &["abc", "def"]);
    let steps = [
        ask(&play, 1, 2, "bd", Some("b")),
        nowin(1),
        ask(&play, 2, 3, "be", None),
        ask(&play, 2, 1, "be", Some("e")),
        nowin(2),
    ];
    ends_with(play, &steps, 6);
}

#[test]
fn a_choice_that_everybody_has_seen() {
    let play = dealt(&["b", "cd", "a"], &[]);
    let steps = [ask(&play, 1, 2, "a", None), ask(&play, 2, 1, "bc", Some("b"))];
    ends_with(play, &steps, 1);
}
