//! Pit solved: how long it takes to derive the situations of SixPit, to find all equilibria and to check what shows that there
//! are no others; and how many situations of nine cards are found in how long, up to a limit. Answers are checked first.

#![allow(clippy::print_stdout)]

use hexa_games::pit::PitDeck;
use hexa_games::pit::situations::{
    ChoiceNames, DealtCorners, DerivationRequest, Derived, Knowledge, PitCut, PitLimits, derive,
};
use hexa_logic::Stop;
use hexa_solve::stationary::checker::check;
use hexa_solve::stationary::equilibria::equilibria;
use hexa_solve::stationary::limits::SolveLimits;
use std::time::Instant;

fn main() {
    let is_test = !std::env::args().any(|argument| argument == "--bench");
    let times = if is_test { 1 } else { 20 };
    for (names, many) in [(ChoiceNames::Forgotten, 7), (ChoiceNames::Kept, 27)] {
        six_pit(names, many, times, is_test);
    }
    nine_cards(if is_test { 2_000 } else { 200_000 }, is_test);
}

fn derived(cards: usize, names: ChoiceNames, limits: &PitLimits) -> Derived {
    let request = DerivationRequest {
        deck: PitDeck::new(3, 3, cards).expect("a deck"),
        most: cards,
        knowledge: Knowledge::All,
        names,
        corners: DealtCorners::Never,
        rounds: None,
    };
    derive(&request, limits, &Stop::new()).expect("it can begin")
}

/// What a function gives back, and how many milliseconds it took on average.
fn timed<T>(times: u32, run: impl Fn() -> T) -> (T, f64) {
    let started = Instant::now();
    let mut last = run();
    for _ in 1..times {
        last = run();
    }
    (last, started.elapsed().as_secs_f64() * 1e3 / f64::from(times))
}

fn six_pit(names: ChoiceNames, many: usize, times: u32, is_test: bool) {
    let (derived, deriving) = timed(times, || derived(2, names, &PitLimits::default()));
    assert_eq!((derived.situations.len(), derived.cut), (4, None));
    let game = derived.game.expect("all was found");
    let solve = || equilibria(&game, &SolveLimits::default(), &Stop::new());
    let (found, solving) = timed(times, solve);
    let found = found.expect("it can be solved");
    assert_eq!((found.equilibria.len(), found.undecided.len()), (many, 0));
    let (checked, checking) = timed(times, || check(&game, &found.certificate, &Stop::new()));
    let checked = checked.expect("the certificate is right");
    assert_eq!((checked.equilibria, checked.undecided), (many, 0));
    if !is_test {
        println!(
            "SixPit, {names:?}: {deriving:.2} ms to derive, {solving:.0} ms for {many} equilibria, {checking:.0} ms to check {} steps",
            checked.steps
        );
    }
}

fn nine_cards(situations: usize, is_test: bool) {
    let limits = PitLimits { situations, ..PitLimits::default() };
    let (found, taken) = timed(1, || derived(3, ChoiceNames::Forgotten, &limits));
    assert_eq!(found.cut, Some(PitCut::Situations(situations)));
    let after = |rounds| found.situations.iter().filter(|one| one.rounds == rounds).count();
    assert_eq!([0, 1].map(after), [6, 117]);
    if !is_test {
        let many = found.situations.len();
        let rate = many as f64 / taken * 60.0;
        println!(
            "nine cards: {many} situations in {:.1} s, {rate:.0} thousand a minute",
            taken / 1e3
        );
    }
}
