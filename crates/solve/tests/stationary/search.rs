//! Searches in SixPit.

use crate::games::{Memory, six_pit};
use crate::payoffs::payoffs_of;
use hexa_logic::Stop;
use hexa_solve::stationary::conditions::conditions;
use hexa_solve::stationary::limits::SolveLimits;
use hexa_solve::stationary::search::search;
use hexa_solve::stationary::system::systems;

#[test]
fn six_pit_is_searched() {
    for memory in [Memory::Constant, Memory::ByTrade] {
        let game = six_pit(memory);
        let functions = payoffs_of(&game);
        let limits = SolveLimits { boxes: 100_000, ..SolveLimits::default() };
        let found = conditions(&game, &functions, &limits, &Stop::new()).expect("found");
        for system in systems(&found) {
            let begin = std::time::Instant::now();
            let found = search(&system, &limits, &Stop::new());
            println!(
                "{:?}: {} steps, {} points, {} regions, {} undecided {:?}",
                system.variables,
                found.steps.len(),
                found.points.len(),
                found.regions.len(),
                found.undecided.len(),
                begin.elapsed()
            );
            for region in &found.regions {
                println!(
                    "  {:?}",
                    region
                        .0
                        .iter()
                        .map(|side| format!("{}..{}", side.low, side.high))
                        .collect::<Vec<_>>()
                );
            }
            for point in &found.points {
                println!(
                    "  {:?} in {:?}",
                    point.narrow.0.iter().map(|side| side.low.to_f64_fast()).collect::<Vec<_>>(),
                    point
                        .wide
                        .0
                        .iter()
                        .map(|side| (side.low.to_f64_fast(), side.high.to_f64_fast()))
                        .collect::<Vec<_>>()
                );
            }
            for point in &found.points {
                let face = hexa_solve::stationary::isolation::FaceSystem::new(&system, &point.wide);
                let exact = hexa_solve::stationary::exact_point::find_exact(&face, point, &limits)
                    .expect("exact");
                println!(
                    "  {:?} {} {:?}",
                    exact.coordinates,
                    exact.root.polynomial,
                    begin.elapsed()
                );
            }
            for (region, _) in found.undecided.iter().take(5) {
                println!(
                    "  undecided {:?}",
                    region
                        .0
                        .iter()
                        .map(|side| (side.low.to_f64_fast(), side.high.to_f64_fast()))
                        .collect::<Vec<_>>()
                );
            }
        }
    }
}
