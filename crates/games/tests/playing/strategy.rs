//! Strategies against each other, on paired plays.

use hexa_games::belief::NoBelief;
use hexa_games::catalogue::named_game;
use hexa_games::exact::RBig;
use hexa_games::game::{Game, Move, Observation, Player};
use hexa_games::game::{GameLimit, Trouble};
use hexa_games::named::Named;
use hexa_games::strategy::Why;
use hexa_games::strategy_catalogue::named_strategy;
use hexa_games::{Abandoned, Decision, NoChoice, PlayEnd, PlayStreams, Strategy, play_on};
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

fn game(name: &str) -> Arc<dyn Game> {
    named_game(&Named::read(name).expect("a name")).expect("a game")
}

fn strategy(name: &str, game: &Arc<dyn Game>) -> Box<dyn Strategy + Send> {
    let named = Named::read(name).expect("a name");
    named_strategy(&named, game).unwrap_or_else(|why| panic!("{why}"))
}

/// What so many plays are worth for a player, if they play so and all others at random.
fn worth(game: &Arc<dyn Game>, name: &str, seat: usize, plays: u64) -> RBig {
    let players = game.declaration().players.len();
    let stop = Stop::new();
    let mut sum = RBig::ZERO;
    let mut strategies: Vec<Box<dyn Strategy>> = (0..players)
        .map(|at| strategy(if at == seat { name } else { "random" }, game) as Box<dyn Strategy>)
        .collect();
    for number in 0..plays {
        let mut play = Arc::clone(game).start(&stop).expect("it starts");
        let mut streams = PlayStreams::new(11, number, players);
        let end = play_on(&mut *play, &mut strategies, &mut streams, 1_000, &stop, &mut |_, _| {});
        let Ok(PlayEnd::Over(returns)) = end else { panic!("{end:?}") };
        sum += &returns[seat].0;
    }
    sum
}

#[test]
fn a_logician_wins_at_least_as_often_as_random() {
    for (name, plays, clear) in [
        ("knowledge(hands=1,1,1; ask=1)", 60, true),
        ("knowledge(hands=2,2; table=1; ask=1; win=table)", 40, true),
        ("knowledge(hands=1,1,1; table=1; ask=1; win=table; order=any; draw=allowed)", 40, false),
        ("knowledge(hands=1,1,1; ask=1; guess=after)", 60, true),
        ("knowledge(hands=1,1,1; ask=1; guess=instead; end=may)", 60, true),
        ("knowledge(hands=2,1,1; ask=2; own=forbidden)", 40, false),
    ] {
        let game = game(name);
        let (logician, random) =
            (worth(&game, "logician", 0, plays), worth(&game, "random", 0, plays));
        assert!(logician >= random, "{name}: {logician} {random}");
        if clear {
            let more = RBig::from(plays) / RBig::from(10);
            assert!(logician > &random + more, "{name}: {logician} {random}");
        }
    }
}

/// The value of the game of three cards is 1 for who begins (thesis sec. 2.6): they ask for a card that they do not have.
#[test]
fn a_logician_who_begins_wins_with_three_cards() {
    let game = game("knowledge(hands=1,1,1; ask=1)");
    assert_eq!(worth(&game, "logician", 0, 30), RBig::from(30));
}

#[test]
fn monte_carlo_beats_random_in_kuhn_poker() {
    let game = game("kuhn(cards=3)");
    for seat in [0, 1] {
        let (tried, random) =
            (worth(&game, "montecarlo(samples=20)", seat, 200), worth(&game, "random", seat, 200));
        assert!(tried > &random + RBig::from(30), "{seat}: {tried} {random}");
    }
}

#[test]
fn strategies_say_why_they_moved_and_which_limit_they_met() {
    let game = game("knowledge(hands=2,2; table=1; ask=1; win=table)");
    let (stop, mut stream) = (Stop::new(), Stream::new("why", 1));
    let mut play = Arc::clone(&game).start(&stop).expect("it starts");
    let (step, _) = play.draw(&mut stream).expect("a deal");
    play.apply(&step).expect("a deal");
    let player = play.turn().players()[0];
    let mut information = Vec::new();
    play.information(player, &mut information);
    let text = |made| play.move_text(player, made);
    let moves = play.moves(player);
    let decision = Decision { player, information: &information, moves, text: &text };

    let mut logician = strategy("logician", &game);
    let chosen = logician.choose(decision, &mut stream, &stop).expect("a move");
    let hand = play.facts().into_iter().filter(|fact| fact.ends_with("_1"));
    let asked = text(moves[chosen]);
    for card in hand.map(|fact| fact[..1].to_owned()) {
        assert!(!asked.ends_with(&card), "{asked} is known already");
    }
    // Three cards are possible on the table. Asked for one of them: it is shown with 2 in 3, and two stay possible; else it is there.
    let Some(Why::Information { open, agreement, ties }) = logician.explain() else {
        panic!("no reason")
    };
    assert_eq!((open, agreement.to_string().as_str(), ties), (3, "2/3", 3));
    let why = logician.explain().map(|why| hexa_games::words::why(&why));
    assert!(why.is_some_and(|why| why.contains("2/3") && why.contains("3 moves")));

    let mut tight = strategy("montecarlo(positions=2)", &game);
    let gave_up = tight.choose(decision, &mut stream, &stop);
    assert_eq!(
        gave_up,
        Err(NoChoice::NoBelief(NoBelief::Trouble(Trouble::Limit(GameLimit::Positions(2)))))
    );
    let mut stopped = strategy("montecarlo", &game);
    let asked = Stop::new();
    asked.ask();
    assert_eq!(stopped.choose(decision, &mut stream, &asked), Err(NoChoice::Stopped));
}

#[test]
fn a_strategy_that_gives_up_ends_the_play_with_its_reason() {
    let game = game("kuhn(cards=100)");
    let stop = Stop::new();
    let mut play = Arc::clone(&game).start(&stop).expect("it starts");
    let mut strategies: Vec<Box<dyn Strategy>> =
        vec![strategy("montecarlo(positions=3)", &game), strategy("random", &game)];
    let mut streams = PlayStreams::new(1, 1, 2);
    let end = play_on(&mut *play, &mut strategies, &mut streams, 100, &stop, &mut |_, _| {});
    assert!(matches!(end, Err(Abandoned::NoChoice(_, NoChoice::NoBelief(_)))), "{end:?}");
}

/// What a strategy is given when it is asked, all of it: there is no play among it.
#[test]
fn a_strategy_is_given_no_position() {
    struct Nosy;
    impl Strategy for Nosy {
        fn begin(&mut self, _: Player) {}
        fn observe(&mut self, Observation { own, public, private }: Observation<'_>) {
            let _: (Option<Move>, &[u8], &[u8]) = (own, public, private);
        }
        fn choose(
            &mut self,
            Decision { player, information, moves, text }: Decision<'_>,
            _: &mut Stream,
            _: &Stop,
        ) -> Result<usize, NoChoice> {
            let _: (Player, &[u8], &[Move]) = (player, information, moves);
            Ok(usize::from(text(moves[0]).is_empty()))
        }
    }
    let game = game("kuhn(cards=3)");
    let mut play = Arc::clone(&game).start(&Stop::new()).expect("it starts");
    let mut strategies: Vec<Box<dyn Strategy>> = vec![Box::new(Nosy), Box::new(Nosy)];
    let mut streams = PlayStreams::new(1, 1, 2);
    let end = play_on(&mut *play, &mut strategies, &mut streams, 9, &Stop::new(), &mut |_, _| {});
    assert!(matches!(end, Ok(PlayEnd::Over(_))), "{end:?}");
}
