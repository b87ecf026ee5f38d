//! The conditions of SixPit.

use crate::games::{Memory, six_pit};
use crate::payoffs::payoffs_of;
use hexa_logic::Stop;
use hexa_solve::stationary::conditions::{conditions, slope};
use hexa_solve::stationary::limits::SolveLimits;
use hexa_solve::stationary::polynomial::Polynomial;

#[test]
fn conditions_are_products_of_their_factors() {
    for memory in [Memory::Constant, Memory::ByTrade] {
        let game = six_pit(memory);
        let functions = payoffs_of(&game);
        let found =
            conditions(&game, &functions, &SolveLimits::default(), &Stop::new()).expect("found");
        for condition in &found.all {
            let whole = slope(&functions, game.start, condition.player, condition.variable);
            let one = Polynomial::constant(whole.variables(), condition.number.clone());
            let product = condition
                .factors
                .iter()
                .fold(one, |product, &at| &product * &found.factors[at].polynomial);
            assert_eq!(product, whole);
        }
    }
}
