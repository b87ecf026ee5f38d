//! Equilibria of SixPit and of classics.

use crate::games::{Memory, six_pit};
use hexa_games::situations::SituationGame;
use hexa_logic::Stop;
use hexa_solve::stationary::equilibria::{Equilibria, equilibria};
use hexa_solve::stationary::limits::SolveLimits;

pub fn equilibria_of(game: &SituationGame) -> Equilibria {
    equilibria(game, &SolveLimits::default(), &Stop::new()).expect("equilibria")
}

#[test]
fn six_pit_has_equilibria() {
    for memory in [Memory::Constant, Memory::ByTrade] {
        let begin = std::time::Instant::now();
        let found = equilibria_of(&six_pit(memory));
        println!(
            "{} {} {} {:?}",
            found.equilibria.len(),
            found.refuted.len(),
            found.undecided.len(),
            begin.elapsed()
        );
        let begin = std::time::Instant::now();
        let checked = hexa_solve::stationary::checker::check(
            &six_pit(memory),
            &found.certificate,
            &Stop::new(),
        );
        println!("{checked:?} {:?}", begin.elapsed());
        for e in &found.equilibria {
            println!(
                "{:?}\n   {:?}\n {:?}",
                e.probabilities, e.values, found.certificate.candidates[e.place].verdict
            );
        }
        println!("{:?} {:?}", found.refuted, found.undecided);
    }
}
