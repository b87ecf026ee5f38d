//! Games of Cluedo and who plays them, by their names, for tests and benches.

use hexa_games::cluedo::{CluedoGame, CluedoRules};
use hexa_games::game::Game;
use hexa_games::named::Named;
use hexa_games::strategy_catalogue::named_strategy;
use hexa_games::{PlayEnd, PlayStreams, Strategy, play_on};
use hexa_logic::Stop;
use std::sync::Arc;

/// A game by its name.
pub(crate) fn cluedo(name: &str) -> Arc<CluedoGame> {
    let rules = CluedoRules::named(&Named::read(name).expect("a name"));
    Arc::new(CluedoGame::new(rules.unwrap_or_else(|why| panic!("{name}: {why}"))))
}

/// A strategy by its name.
pub(crate) fn strategy(name: &str, game: &Arc<CluedoGame>) -> Box<dyn Strategy> {
    let game: Arc<dyn Game> = Arc::<CluedoGame>::clone(game);
    let named = Named::read(name).expect("a name");
    named_strategy(&named, &game).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// Whether the first seat wins a game in which the others are all alike; each number has its deal.
pub(crate) fn first_wins(game: &Arc<CluedoGame>, first: &str, others: &str, number: u64) -> bool {
    let players = game.rules().hands().len();
    let mut seats: Vec<Box<dyn Strategy>> =
        (0..players).map(|at| strategy(if at == 0 { first } else { others }, game)).collect();
    let stop = Stop::new();
    let mut play = Arc::clone(game).start(&stop).expect("it starts");
    let mut streams = PlayStreams::new(22, number, players);
    let end = play_on(&mut *play, &mut seats, &mut streams, 100_000, &stop, &mut |_, _| {});
    let Ok(PlayEnd::Over(returns)) = end else { panic!("{end:?}") };
    returns[0].to_string() == "1"
}
