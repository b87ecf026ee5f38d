//! Prints what is found about questions that the papers leave open, with the bounds of the search:
//! `cargo run --release -p hexa-games --example open_questions -- CARDS STATES`.

#![allow(clippy::print_stdout)]

use hexa_games::knowledge::{
    Custom, NoWin, OwnCards, SearchBounds, SearchEnd, Sizes, Smallest, TableCards,
    smallest_growing, smallest_unsuccessful,
};
use hexa_logic::Stop;

fn main() {
    let number = |at: usize, otherwise: usize| {
        std::env::args().nth(at).and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let bounds = SearchBounds { states: number(2, 20_000), ..SearchBounds::default() };
    for table in [TableCards::Without, TableCards::With] {
        let of = Sizes { table, players: 2..=4, cards: number(1, 4) };
        for (nowin, said) in
            [(NoWin::Asker, NoWin::Asker), (NoWin::All, NoWin::All), (NoWin::Asker, NoWin::All)]
        {
            for custom in customs(nowin) {
                let found = smallest_unsuccessful(&of, custom, said, bounds, &Stop::new());
                println!("{table:?} table, {custom:?}, said by {said:?}: {}", report(&found));
            }
        }
        for ask in 1..=3 {
            let custom = Custom { ask, own: OwnCards::Allowed, nowin: NoWin::Asker };
            let found = smallest_growing(&of, custom, bounds, &Stop::new());
            println!("growing {table:?} table, {custom:?}: {}", report(&found));
        }
    }
}

fn customs(nowin: NoWin) -> Vec<Custom> {
    let owns = [OwnCards::Allowed, OwnCards::Avoided, OwnCards::Forbidden];
    let custom = |ask| owns.into_iter().map(move |own| Custom { ask, own, nowin });
    (1..=3).flat_map(custom).collect()
}

/// What was found, with how far the search went.
fn report(found: &Smallest) -> String {
    let mut cut = String::new();
    for tried in found.tried.iter().filter(|tried| matches!(tried.end, SearchEnd::Cut(_))) {
        let (hands, table) = (tried.game.hands(), tried.game.table());
        cut += &format!("; {hands:?} and {table} on the table cut off: {:?}", tried.end);
    }
    let (games, states) = (found.tried.len(), found.tried.iter().map(|t| t.states).sum::<usize>());
    match (&found.play, found.tried.last()) {
        (Some(play), Some(last)) => {
            let (hands, table, questions) =
                (last.game.hands(), last.game.table(), play.questions());
            format!(
                "{hands:?} and {table} on the table, {questions} questions, {states} states in \
                 {games} games{cut}\n    {:?} {:?}",
                play.turns, play.growth
            )
        }
        _ => format!("none in {games} games, {states} states{cut}"),
    }
}
