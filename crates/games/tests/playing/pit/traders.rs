//! Those who play Pit by themselves.

use super::{full_play, game};
use hexa_games::belief::{BeliefLimits, BeliefOf, UniformMoves, belief};
use hexa_games::exact::{Exact, RBig};
use hexa_games::game::{Game, Play, PlayStep, Player, Turn};
use hexa_games::named::Named;
use hexa_games::pit::players::PitWhy;
use hexa_games::strategy::Why;
use hexa_games::strategy_catalogue::named_strategy;
use hexa_games::{Decision, PlayEnd, PlayStreams, Strategy, play_on};
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

fn strategy(name: &str, game: &Arc<dyn Game>) -> Box<dyn Strategy> {
    let named = Named::read(name).expect("a name");
    named_strategy(&named, game).unwrap_or_else(|why| panic!("{why}"))
}

/// What a suit of a player is known to be: held, not held, or neither.
fn standing(
    game: &Arc<dyn Game>,
    play: &dyn Play,
    (me, other): (Player, Player),
    suit: &str,
) -> Option<bool> {
    let mut information = Vec::new();
    play.information(me, &mut information);
    let limits = BeliefLimits::default();
    let of = BeliefOf { player: me, information: &information, model: &UniformMoves, limits };
    let found = belief(game, of, &Stop::new()).expect("a belief");
    let holds = found.probability_of_fact(&format!("h({suit},{},1)", other.0 + 1)).to_string();
    match holds.as_str() {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

/// Traders offer what they say they offer, by what they know: checked against the positions that are possible.
#[test]
fn traders_go_by_what_they_know() {
    let (mut shared, mut distinct, mut anything) = (0, 0, 0);
    for name in [
        "pit(deal=open)",
        "pit(players=3; cards=3; deal=open)",
        "pit(deal=open; offers=valid; pass=allowed)",
        "pit(players=2; suits=4; cards=2; deal=open; refuse=allowed)",
        "pit(players=4; cards=2; deal=open; pairs=all)",
    ] {
        let game = game(name);
        let players = game.declaration().players.len();
        for seed in 0..12 {
            let share = if seed % 2 == 0 { "trader(shared=1)" } else { "trader(shared=0)" };
            let mut traders: Vec<_> = (0..players).map(|_| strategy(share, &game)).collect();
            let mut play = Arc::clone(&game).start(&Stop::new()).expect("it starts");
            let mut stream = Stream::new("traders", seed);
            let mut told = vec![0; players];
            for (player, trader) in traders.iter_mut().enumerate() {
                trader.begin(Player(player as u32));
            }
            for _ in 0..8 {
                for (player, trader) in traders.iter_mut().enumerate() {
                    let memory = play.memory(Player(player as u32));
                    memory.since(told[player]).for_each(|observed| trader.observe(observed));
                    told[player] = memory.len();
                }
                let step = match play.turn() {
                    Turn::Over => break,
                    Turn::Chance => play.draw(&mut stream).expect("a draw").0,
                    turn => {
                        let mut made = Vec::new();
                        for &player in turn.players() {
                            let text = |made| play.move_text(player, made);
                            let moves = play.moves(player);
                            let decision =
                                Decision { player, information: &[], moves, text: &text };
                            let trader = &mut traders[player.index()];
                            let at = trader.choose(decision, &mut stream, &Stop::new());
                            let at = at.expect("a choice");
                            made.push(moves[at]);
                            let offered = text(moves[at]);
                            let Some(Why::Pit(why)) = trader.explain() else { panic!("why") };
                            if why == PitWhy::Trades {
                                assert_eq!(offered, "trade");
                                continue;
                            }
                            let suit = |text: &str| text.rsplit(' ').next().map(str::to_owned);
                            let partner = super::partner(&*play, player);
                            let known: Vec<Option<bool>> = moves
                                .iter()
                                .map(|&made| text(made))
                                .filter(|text| text.starts_with("offer"))
                                .map(|text| {
                                    let suit = suit(&text).expect("a suit");
                                    standing(&game, &*play, (player, partner?), &suit)
                                })
                                .collect();
                            let count = |kind: Option<bool>| {
                                known.iter().filter(|&&one| one == kind).count()
                            };
                            let (some, none) = (count(Some(true)), count(Some(false)));
                            let expected = match (partner, some, none) {
                                (None, ..) | (_, 0, 0) => PitWhy::Anything { among: known.len() },
                                (Some(partner), _, 0) => PitWhy::Shared { partner, among: some },
                                (Some(partner), 0, _) => PitWhy::Distinct { partner, among: none },
                                (Some(partner), ..) if seed % 2 == 0 => {
                                    PitWhy::Shared { partner, among: some }
                                }
                                (Some(partner), ..) => PitWhy::Distinct { partner, among: none },
                            };
                            assert_eq!(why, expected, "{name} {play:?}");
                            let own = suit(&offered).expect("a suit");
                            let own = partner.and_then(|partner| {
                                standing(&game, &*play, (player, partner), &own)
                            });
                            match why {
                                PitWhy::Shared { .. } => {
                                    shared += 1;
                                    assert_eq!(own, Some(true));
                                }
                                PitWhy::Distinct { .. } => {
                                    distinct += 1;
                                    assert_eq!(own, Some(false));
                                }
                                _ => anything += 1,
                            }
                        }
                        PlayStep::Moves(made)
                    }
                };
                play.apply(&step).expect("it is legal");
            }
        }
    }
    assert!(shared > 20 && distinct > 10 && anything > 20, "{shared} {distinct} {anything}");
}

/// What so many plays are worth on average, and how far that may be from what can be expected.
fn mean_worths(names: [&str; 3], plays: u64) -> [f64; 3] {
    let game = game("pit");
    let stop = Stop::new();
    let mut strategies: Vec<_> = names.iter().map(|name| strategy(name, &game)).collect();
    let mut play = Arc::clone(&game).start(&stop).expect("it starts");
    let mut sums = [0.0; 3];
    for number in 0..plays {
        let mut streams = PlayStreams::new(4, number, 3);
        let end = play_on(&mut *play, &mut strategies, &mut streams, 5_000, &stop, &mut |_, _| {});
        let Ok(PlayEnd::Over(returns)) = end else { panic!("{end:?}") };
        for (sum, worth) in sums.iter_mut().zip(&returns) {
            *sum += worth.0.to_f64().value();
        }
        while play.steps() > 0 {
            play.undo();
        }
    }
    sums.map(|sum| sum / plays as f64)
}

/// Plays of traders are worth what can be expected of the full game: four times the deviation of a mean is allowed.
#[test]
fn traders_get_what_the_full_game_is_worth() {
    let plays = 12_000;
    for shared in [["0", "1", "1"], ["1", "1/3", "1/3"], ["1", "1", "0"], ["1/4", "1/2", "1"]] {
        let names = shared.map(|shared| format!("trader(shared={shared})"));
        let found = mean_worths([&names[0], &names[1], &names[2]], plays);
        let chances = shared.map(|shared| Exact::read(shared).expect("a fraction").0);
        // Of 90 deals 42 have a corner, in which nobody has an advantage.
        let goes_on = RBig::from(48) / RBig::from(90);
        let expected = full_play(&chances).0.map(|worth| (worth * &goes_on).to_f64().value());
        let most = 4.0 * (2.0 / plays as f64).sqrt();
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < most, "{shared:?}: {found} {expected}");
        }
    }
}

/// Another probability after trades with one player is another strategy: it plays alike if both are the same.
#[test]
fn probabilities_after_trades_with_somebody_are_taken() {
    let same = [
        mean_worths(["trader(shared=1/2; after2=1; after3=1)", "trader", "trader(shared=0)"], 300),
        mean_worths(["trader(shared=1)", "trader", "trader(shared=0)"], 300),
    ];
    assert_eq!(same[0], same[1]);
    let other = mean_worths(["trader(shared=1; after2=0)", "trader", "trader(shared=0)"], 300);
    assert_ne!(same[0], other);
}

/// The whole deck: everybody moves, and who traded knows what they gave.
#[test]
fn traders_and_keepers_play_the_whole_deck() {
    let game = game("pit(players=7; cards=9; rounds=4)");
    let stop = Stop::new();
    let names = ["trader(shared=1)", "corner", "corner(suit=first)", "trader(shared=0)", "random"];
    let names = names.iter().cycle().take(7);
    let mut strategies: Vec<_> = names.map(|name| strategy(name, &game)).collect();
    let mut play = Arc::clone(&game).start(&stop).expect("it starts");
    let mut shared = 0;
    for number in 0..40 {
        let mut streams = PlayStreams::new(4, number, 7);
        play_on(&mut *play, &mut strategies, &mut streams, 2_000, &stop, &mut |_, _| {})
            .expect("it ends");
        let why = strategies.iter().filter_map(|one| one.explain());
        shared += why.filter(|why| matches!(why, Why::Pit(PitWhy::Shared { .. }))).count();
        while play.steps() > 0 {
            play.undo();
        }
    }
    assert!(shared > 0, "nobody knows anything");
}

/// Who keeps what they hold most of offers something else, and wins more often than others.
#[test]
fn keepers_keep_what_they_hold_most_of() {
    let game = game("pit(players=3; cards=4; deal=open)");
    let stop = Stop::new();
    let mut strategies: Vec<_> =
        ["corner", "random", "random"].iter().map(|name| strategy(name, &game)).collect();
    let mut play = Arc::clone(&game).start(&stop).expect("it starts");
    let mut wins = [0; 3];
    for number in 0..200 {
        let mut streams = PlayStreams::new(5, number, 3);
        let mut check = |play: &dyn Play, step: &PlayStep| {
            if let (PlayStep::Moves(made), Some(&Player(0))) = (step, play.turn().players().first())
            {
                let text = play.move_text(Player(0), made[0]);
                let suit = text.rsplit(' ').next().expect("a suit");
                let held = |suit: &str| {
                    let fact = format!("h({suit},1,");
                    play.facts().iter().filter(|one| one.starts_with(&fact)).count()
                };
                let most = ["w", "x", "y"].into_iter().map(held).max();
                let is_only =
                    ["w", "x", "y"].into_iter().filter(|&s| Some(held(s)) == most).count() == 1;
                assert!(!is_only || Some(held(suit)) != most, "{text}: {:?}", play.facts());
            }
        };
        let end = play_on(&mut *play, &mut strategies, &mut streams, 9_000, &stop, &mut check);
        let Ok(PlayEnd::Over(returns)) = end else { panic!("{end:?}") };
        let winner = returns.iter().position(|worth| worth.to_string() == "2");
        wins[winner.expect("somebody wins")] += 1;
        while play.steps() > 0 {
            play.undo();
        }
    }
    assert!(wins[0] > wins[1] + 20 && wins[0] > wins[2] + 20, "{wins:?}");
}
