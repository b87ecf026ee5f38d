//! How many states a search finds in a minute, in games with five cards. `cargo bench` searches for
//! longer; as a test, or with `--quick`, it stops early.

#![allow(clippy::print_stdout)]

use hexa_games::knowledge::{
    KnowledgeGame, SearchBounds, SearchCut, SearchEnd, SearchGoal, StateSearch,
};
use hexa_logic::Stop;
use std::time::Instant;

fn main() {
    let given = |flag: &str| std::env::args().any(|argument| argument == flag);
    let full = given("--bench") && !given("--quick");
    let states = if full { 200_000 } else { 2_000 };
    for (hands, table) in [(&[1, 2, 2][..], 0), (&[1, 1, 2], 1), (&[1, 1, 1], 2), (&[2, 2], 1)] {
        for ask in 1..=3 {
            search(hands, table, ask, states);
        }
    }
}

fn search(hands: &[usize], table: usize, ask: usize, states: usize) {
    let game = KnowledgeGame::new(hands, table, &[ask]).expect("five cards");
    let mut search = StateSearch::new(game, SearchBounds { states, ..SearchBounds::default() });
    let start = Instant::now();
    let end = search.run(SearchGoal::Nothing, &Stop::new(), &mut |_| {});
    let taken = start.elapsed().as_secs_f64();
    let is_done = end == SearchEnd::Exhausted;
    assert!(is_done || end == SearchEnd::Cut(SearchCut::States(states)), "{end:?}");
    println!(
        "{hands:?}, {table} on the table, {ask} asked for: {} states of {} models in {taken:.2} s, \
         {:.0} in a minute{}",
        search.states(),
        search.models(),
        search.states() as f64 / taken * 60.0,
        if is_done { "; there are no more" } else { "" },
    );
}
