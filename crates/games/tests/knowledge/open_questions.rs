//! Open questions of the papers in games with few cards: the engine confirms every play that is found.

use crate::by_engine::Table as Players;
use hexa_engine::{State, minimal_count};
use hexa_games::knowledge::{
    Custom, FoundPlay, KnowledgeGame, NoWin, OwnCards, PlayEvent, SearchBounds, SearchCut,
    SearchEnd, Sizes, Smallest, TableCards, smallest_growing, smallest_unsuccessful,
};
use hexa_logic::Stop;

fn sizes(table: TableCards, cards: usize) -> Sizes {
    Sizes { table, players: 2..=4, cards }
}

fn last(found: &Smallest) -> (&KnowledgeGame, &FoundPlay) {
    let play = found.play.as_ref().expect("a play was found");
    (&found.tried.last().expect("a game was tried").game, play)
}

/// Nobody can win at the end of the play, and somebody can after it was said.
fn is_unsuccessful(game: &KnowledgeGame, play: &FoundPlay, said: NoWin) -> bool {
    let mut players = Players::new(game);
    let nobody = players.nobody_wins();
    let state = players.played(play).expect("it can be played");
    let turn = match (said, play.last_asker()) {
        (NoWin::Asker, Some(asker)) => PlayEvent::NoWin(asker),
        _ => PlayEvent::NobodyWins,
    };
    let next = players.after(&state, &turn).expect("it is true");
    let holds = |state: &State| {
        hexa_engine::holds(state, &players.terms, nobody).expect("everybody has access")
    };
    holds(&state) && !holds(&next)
}

#[test]
fn nobody_can_win_until_that_is_said_in_games_of_at_most_four_cards() {
    let mut found = 0;
    for table in [TableCards::Without, TableCards::With] {
        for (nowin, said) in [(NoWin::Asker, NoWin::Asker), (NoWin::All, NoWin::All)] {
            for ask in 1..=3 {
                for own in [OwnCards::Allowed, OwnCards::Avoided, OwnCards::Forbidden] {
                    let custom = Custom { ask, own, nowin };
                    let of = sizes(table, 4);
                    let bounds = SearchBounds::default();
                    let smallest = smallest_unsuccessful(&of, custom, said, bounds, &Stop::new());
                    assert!(smallest.is_certain(), "{custom:?}");
                    if smallest.play.is_some() {
                        let (game, play) = last(&smallest);
                        assert!(is_unsuccessful(game, play, said), "{game:?}: {play:?}");
                        found += 1;
                    }
                }
            }
        }
    }
    // The others need five cards.
    assert_eq!(found, 21);
}

#[test]
fn the_smallest_game_where_states_stop_shrinking_has_five_cards() {
    // Thesis sec. 5.3. One card asked for: nobody has a choice, and nothing grows.
    for (table, ask) in [
        (TableCards::Without, 1),
        (TableCards::Without, 2),
        (TableCards::With, 1),
        (TableCards::With, 2),
    ] {
        let custom = Custom { ask, own: OwnCards::Allowed, nowin: NoWin::Asker };
        let smallest =
            smallest_growing(&sizes(table, 5), custom, SearchBounds::default(), &Stop::new());
        assert!(smallest.is_certain());
        if ask == 1 {
            assert!(smallest.tried.iter().all(|tried| tried.end == SearchEnd::Exhausted));
            continue;
        }
        let (game, play) = last(&smallest);
        assert_eq!(game.cards(), 5);
        let (turn, growth) = play.growth.as_ref().expect("a card is shown");
        let mut players = Players::new(game);
        let state = players.played(play).expect("it can be played");
        let next = players.after(&state, turn).expect("it can be shown");
        assert_eq!(
            [Ok(growth.before), Ok(growth.after)],
            [minimal_count(&state), minimal_count(&next)]
        );
        assert!(growth.before < growth.after);
    }
}

#[test]
fn a_search_that_is_stopped_is_not_certain() {
    let custom = Custom { ask: 2, own: OwnCards::Allowed, nowin: NoWin::Asker };
    for steps in [10, 1_000, 20_000] {
        let (of, stop) = (sizes(TableCards::Without, 5), Stop::after(steps));
        let smallest = smallest_growing(&of, custom, SearchBounds::default(), &stop);
        assert!(smallest.play.is_none() && !smallest.is_certain());
        let last = smallest.tried.last().expect("a game was tried");
        assert_eq!(last.end, SearchEnd::Cut(SearchCut::Stopped));
    }
}
