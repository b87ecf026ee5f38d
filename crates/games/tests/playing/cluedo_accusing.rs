//! To weigh whether to accuse (thesis 1.2, example 6) is not worse than to accuse only when certain: the same seat on the same
//! deals, against each agent and perfect logicians. `HEXA_CASES=20` plays twenty times as many pairs, and prints what came of it;
//! the bench `cluedo_players` does so for all that the assistant advises.

use crate::cluedo_seats::{cluedo, first_wins};
use hexa_games::tournament::sign_test_against;

#[allow(clippy::print_stdout)]
#[test]
fn to_weigh_whether_to_accuse_is_not_worse_than_to_accuse_when_certain() {
    let cases = std::env::var("HEXA_CASES").ok().and_then(|cases| cases.parse::<u64>().ok());
    let game = cluedo("cluedo(players=3; deck=3/3/4)");
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
            gained += u64::from(weighed && !certain);
            lost += u64::from(certain && !weighed);
            all += 1;
        }
        if cases.is_some() {
            println!("against {opponent}: {gained} gained, {lost} lost");
        }
        (gains, losses) = (gains + gained, losses + lost);
    }
    let likely = sign_test_against(gains, losses);
    assert!(likely >= 0.01, "of {all} pairs {gains} gained, {losses} lost");
}
