//! To weigh whether to accuse (thesis 1.2, example 6) is not worse than to accuse only when certain: the same seat on the same
//! deals, against each agent and perfect logicians. `HEXA_CASES=20` plays twenty times as many pairs, and prints what came of it;
//! the bench `cluedo_players` does so for all that the assistant advises.

use hexa_games::cluedo::{CluedoGame, CluedoRules};
use hexa_games::game::Game;
use hexa_games::named::Named;
use hexa_games::strategy_catalogue::named_strategy;
use hexa_games::{PlayEnd, PlayStreams, Strategy, play_on};
use hexa_logic::Stop;
use std::sync::Arc;

fn first_wins(game: &Arc<CluedoGame>, first: &str, others: &str, number: u64) -> bool {
    let shared: Arc<dyn Game> = Arc::<CluedoGame>::clone(game);
    let strategy = |name: &str| -> Box<dyn Strategy> {
        let named = Named::read(name).expect("a name");
        named_strategy(&named, &shared).unwrap_or_else(|why| panic!("{name}: {why}"))
    };
    let players = game.rules().hands().len();
    let mut seats: Vec<Box<dyn Strategy>> =
        (0..players).map(|at| strategy(if at == 0 { first } else { others })).collect();
    let stop = Stop::new();
    let mut play = Arc::clone(game).start(&stop).expect("it starts");
    let mut streams = PlayStreams::new(22, number, players);
    let end = play_on(&mut *play, &mut seats, &mut streams, 100_000, &stop, &mut |_, _| {});
    let Ok(PlayEnd::Over(returns)) = end else { panic!("{end:?}") };
    returns[0].to_string() == "1"
}

/// How likely at least so many are lost, if each that differs is as likely won (Dixon, Mood 1946).
fn sign_test(gained: usize, lost: usize) -> f64 {
    let all = gained + lost;
    let (mut term, mut sum) = (0.5f64.powi(all as i32), 0.0);
    for number in 0..=all {
        sum += if number >= lost { term } else { 0.0 };
        term *= (all - number) as f64 / (number + 1) as f64;
    }
    sum
}

#[test]
fn the_sign_test_is_a_sum_of_binomial_chances() {
    assert!((sign_test(0, 3) - 0.125).abs() < 1e-12);
    assert!((sign_test(2, 1) - 0.875).abs() < 1e-12);
    assert!((sign_test(0, 0) - 1.0).abs() < 1e-12);
}

#[allow(clippy::print_stdout)]
#[test]
fn to_weigh_whether_to_accuse_is_not_worse_than_to_accuse_when_certain() {
    let cases = std::env::var("HEXA_CASES").ok().and_then(|cases| cases.parse::<u64>().ok());
    let name = Named::read("cluedo(players=3; deck=3/3/4)").expect("a name");
    let game = Arc::new(CluedoGame::new(CluedoRules::named(&name).expect("a game")));
    let (mut all, mut gains, mut losses) = (0, 0, 0);
    for (opponent, others) in [
        ("agent(order=0)", "ordinary"),
        ("agent(order=1)", "perfect"),
        ("agent(order=2)", "perfect"),
        ("perfect", "perfect"),
    ] {
        let (mut gained, mut lost) = (0, 0);
        for number in 0..6 * cases.unwrap_or(1) {
            let wins = |accuses: &str| {
                let first =
                    format!("measure(accuses={accuses}; others={others}; draws=60; games=256)");
                first_wins(&game, &first, opponent, number)
            };
            let (weighed, certain) = (wins("weighed"), wins("certain"));
            gained += usize::from(weighed && !certain);
            lost += usize::from(certain && !weighed);
            all += 1;
        }
        if cases.is_some() {
            println!("against {opponent}: {gained} gained, {lost} lost");
        }
        (gains, losses) = (gains + gained, losses + lost);
    }
    assert!(sign_test(gains, losses) >= 0.01, "of {all} pairs {gains} gained, {losses} lost");
}
