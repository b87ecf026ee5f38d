//! The search for solutions of the first-order conditions, in SixPit.

use crate::games::{Memory, six_pit};
use crate::payoffs::payoffs_of;
use hexa_logic::Stop;
use hexa_solve::stationary::conditions::conditions;
use hexa_solve::stationary::limits::{SolveLimit, SolveLimits};
use hexa_solve::stationary::search::search;
use hexa_solve::stationary::system::systems;

#[test]
fn all_solutions_of_six_pit_are_found_in_few_steps() {
    for (memory, points, regions) in [(Memory::Constant, 4, 3), (Memory::ByTrade, 0, 27)] {
        let game = six_pit(memory);
        let functions = payoffs_of(&game);
        let limits = SolveLimits::default();
        let found = conditions(&game, &functions, &limits, &Stop::new()).expect("found");
        for system in systems(&found) {
            let all = search(&system, &limits, &Stop::new());
            assert_eq!((all.points.len(), all.regions.len()), (points, regions));
            assert_eq!(all.undecided, []);
            for point in &all.points {
                assert!(point.wide.covers(&point.narrow));
            }
            let few = SolveLimits { boxes: 20, ..limits };
            let cut = search(&system, &few, &Stop::new());
            assert!(cut.undecided.iter().all(|(_, limit)| *limit == SolveLimit::Boxes));
            assert!(!cut.undecided.is_empty() && cut.regions.len() <= regions);
        }
    }
}
