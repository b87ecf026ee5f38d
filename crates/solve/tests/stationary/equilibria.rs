//! Equilibria of SixPit and of small games, by deviations that are tried one by one.

use crate::games::{self, Memory, six_pit};
use crate::payoffs::{Approximate, solve_at};
use hexa_games::exact::RBig;
use hexa_games::pit::PitDeck;
use hexa_games::pit::situations::{
    ChoiceNames, DealtCorners, DerivationRequest, Knowledge, PitLimits, derive,
};
use hexa_games::situations::SituationGame;
use hexa_logic::Stop;
use hexa_solve::stationary::candidate::Found;
use hexa_solve::stationary::certificate::Extent;
use hexa_solve::stationary::checker::check;
use hexa_solve::stationary::endings::Ending;
use hexa_solve::stationary::equilibria::{Equilibria, Equilibrium, NoEquilibria, equilibria};
use hexa_solve::stationary::limits::SolveLimits;
use hexa_solve::stationary::univariate::Enclosure;

pub fn equilibria_of(game: &SituationGame) -> Equilibria {
    equilibria(game, &SolveLimits::default(), &Stop::new()).expect("equilibria")
}

/// An equilibrium, to nine digits.
pub fn point_of(found: &Equilibrium) -> Vec<f64> {
    let middle = |of: &Found| of.enclosure().expect("it is known").middle().to_f64().value();
    found.probabilities.iter().map(middle).collect()
}

fn exact(found: &Equilibria) -> Vec<Vec<String>> {
    let text = |of: &Found| match of {
        Found::Rational(number) => number.to_string(),
        other => panic!("{other:?}"),
    };
    found.equilibria.iter().map(|one| one.probabilities.iter().map(text).collect()).collect()
}

/// What players own: for each player the places of their variables. All choices are between two.
fn own(game: &SituationGame, player: usize) -> Vec<usize> {
    (0..game.choices.len()).filter(|&at| game.choices[at].player == player).collect()
}

/// Whether somebody gains at a point, by a small change of one probability, or by probabilities in so many steps.
fn somebody_gains(game: &SituationGame, about: &Approximate, point: &[f64], steps: usize) -> bool {
    let before = about.values(point);
    before.iter().enumerate().any(|(player, worth)| {
        let own = own(game, player);
        let gains = |other: &[f64]| about.values(other)[player] - worth > 1e-9;
        let is_near_better = own.iter().any(|&at| {
            [-1e-3, 1e-3].into_iter().any(|change| {
                let mut other = point.to_vec();
                other[at] = (other[at] + change).clamp(0.0, 1.0);
                gains(&other)
            })
        });
        is_near_better
            || (0..(steps + 1).pow(own.len() as u32)).any(|number| {
                let mut other = point.to_vec();
                for (place, &at) in own.iter().enumerate() {
                    let digit = number / (steps + 1).pow(place as u32) % (steps + 1);
                    other[at] = digit as f64 / steps as f64;
                }
                gains(&other)
            })
    })
}

#[test]
fn nobody_gains_at_the_equilibria_of_six_pit() {
    for (memory, many, steps) in [(Memory::Constant, 7, 200), (Memory::ByTrade, 27, 16)] {
        let game = six_pit(memory);
        let about = Approximate::new(&game);
        let found = equilibria_of(&game);
        assert_eq!((found.equilibria.len(), found.undecided.len()), (many, 0));
        for one in &found.equilibria {
            assert_eq!(one.extent, Extent::Point);
            assert!(!somebody_gains(&game, &about, &point_of(one), steps), "{one:?}");
        }
    }
}

/// All points of a grid at which nobody gains are equilibria.
#[test]
fn somebody_gains_everywhere_else_on_a_grid() {
    for (memory, parts, steps, expected) in
        [(Memory::Constant, 20, 20, 4), (Memory::ByTrade, 4, 4, 27)]
    {
        let game = six_pit(memory);
        let found: Vec<Vec<f64>> = equilibria_of(&game).equilibria.iter().map(point_of).collect();
        let (many, about) = (game.choices.len(), Approximate::new(&game));
        let mut quiet = 0;
        for number in 0..(parts + 1usize).pow(many as u32) {
            let digit = |at: usize| number / (parts + 1).pow(at as u32) % (parts + 1);
            let point: Vec<f64> = (0..many).map(|at| digit(at) as f64 / parts as f64).collect();
            let is_near = |one: &Vec<f64>| {
                one.iter().zip(&point).all(|(left, right)| (left - right).abs() < 1e-9)
            };
            let is_quiet = !somebody_gains(&game, &about, &point, steps);
            assert_eq!(is_quiet, found.iter().any(is_near), "{point:?}");
            quiet += usize::from(is_quiet);
        }
        assert_eq!(quiet, expected);
    }
}

/// The equilibria of the full game: with 1/2, with one player who always shares and two who do so with the same algebraic number,
/// and with one who never shares.
#[test]
fn equilibria_of_six_pit_are_as_simple_as_can_be() {
    let found = equilibria_of(&six_pit(Memory::Constant));
    let mut numbers = (Vec::new(), Vec::new());
    for one in &found.equilibria {
        for of in &one.probabilities {
            match of {
                Found::Rational(number) => numbers.0.push(number.to_string()),
                Found::Algebraic { polynomial, enclosure } => {
                    numbers.1.push(polynomial.to_string());
                    assert_eq!(polynomial.sign(&enclosure.low), -polynomial.sign(&enclosure.high));
                    assert!(enclosure.width() < RBig::ONE / RBig::from(1u64 << 60));
                }
                Found::Enclosed(_) | Found::Unknown => panic!("{of:?}"),
            }
        }
    }
    numbers.0.sort();
    let mut expected = ["0"; 3].to_vec();
    expected.extend(["1"; 9]);
    expected.extend(["1/2"; 3]);
    assert_eq!(numbers.0, expected);
    numbers.1.dedup();
    assert_eq!(numbers.1.len(), 1, "{:?}", numbers.1);
    // What everybody expects there is what linear algebra says.
    for one in &found.equilibria {
        let point: Option<Vec<RBig>> = one
            .probabilities
            .iter()
            .map(|of| match of {
                Found::Rational(number) => Some(number.clone()),
                Found::Algebraic { .. } | Found::Enclosed(_) | Found::Unknown => None,
            })
            .collect();
        let Some(point) = point else { continue };
        let game = six_pit(Memory::Constant);
        let values: Vec<Found> =
            solve_at(&game, &point)[game.start].iter().cloned().map(Found::Rational).collect();
        assert_eq!(one.values, values);
    }
}

#[test]
fn small_games_have_the_equilibria_that_they_have_by_hand() {
    let sorted = |game: &SituationGame| {
        let mut found = exact(&equilibria_of(game));
        found.sort();
        found
    };
    assert_eq!(sorted(&games::chicken()), [["0", "1"], ["1", "0"], ["1/2", "1/2"]]);
    // Hands that gain nothing alone still do not play an equilibrium, as they belong to one player.
    assert_eq!(sorted(&games::two_hands()), [["0", "0"]]);
    let tries = equilibria_of(&games::two_tries());
    assert_eq!((exact(&tries), tries.undecided.len()), (vec![vec!["0".into(), "0".into()]], 0));
    assert!(!tries.refuted.is_empty());
    // Two who chicken out get nothing now instead of 2, so that the mixed equilibrium moves to where 3 (1 - q) = q.
    assert_eq!(sorted(&games::dead_end()), [["0", "1"], ["1", "0"], ["3/4", "3/4"]]);
    let endless = equilibria(&games::until_equal(), &SolveLimits::default(), &Stop::new());
    let never = vec![vec![1, 0], vec![0, 1]];
    assert_eq!(endless.err(), Some(NoEquilibria::Endless(Ending::NotAlways(never))));
}

/// Whole edges of equilibria are found, and left open is nothing.
#[test]
fn edges_of_equilibria_are_found() {
    let found = equilibria_of(&games::indifferent());
    assert_eq!(found.undecided, []);
    let edges = found.equilibria.iter().map(|one| (one.extent, point_of(one)));
    let mut edges: Vec<_> = edges.collect();
    edges.sort_by(|left, right| left.1.partial_cmp(&right.1).expect("numbers"));
    let whole = |a: f64, b: f64| (Extent::Whole, vec![a, b]);
    assert_eq!(edges, [whole(0.0, 0.25), whole(0.5, 0.5), whole(1.0, 0.75)]);
}

/// SixPit in which nobody wins after two trades: at the ends of edges of equilibria conditions are 0 at a corner and nowhere
/// beside it.
#[test]
fn edges_are_found_with_their_ends() {
    let request = DerivationRequest {
        deck: PitDeck::new(3, 3, 2).expect("a deck"),
        most: 1,
        knowledge: Knowledge::All,
        names: ChoiceNames::Forgotten,
        corners: DealtCorners::Never,
        rounds: Some(2),
    };
    let derived = derive(&request, &PitLimits::default(), &Stop::new()).expect("it can begin");
    let game = derived.game.expect("all was found");
    let found = equilibria_of(&game);
    let checked = check(&game, &found.certificate, &Stop::new()).expect("it is right");
    assert_eq!((checked.equilibria, checked.undecided, found.undecided.len()), (7, 0, 0));
    // One shares, one does not, and whatever the third does: from corner to corner, all around the cube.
    let edges = found.equilibria.iter().filter(|one| one.extent == Extent::Whole);
    let mut edges: Vec<_> = edges.map(|one| &one.probabilities).collect();
    edges.sort_by_key(|of| format!("{of:?}"));
    edges.dedup();
    assert_eq!(edges.len(), 6);
    for edge in edges {
        for number in [RBig::ZERO, RBig::ONE] {
            assert!(edge.contains(&Found::Rational(number)));
        }
        let whole = Enclosure { low: RBig::ZERO, high: RBig::ONE };
        assert!(edge.contains(&Found::Enclosed(whole)));
    }
}
