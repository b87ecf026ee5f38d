//! Certificates are accepted, and no certificate that was tampered with is, unless it still shows the same.

use crate::equilibria::equilibria_of;
use crate::games::{self, Memory, six_pit};
use crate::mutants::mutants;
use hexa_games::situations::SituationGame;
use hexa_logic::{Stop, Stream};
use hexa_solve::stationary::certificate::{
    CandidateProfile, Certificate, EquilibriumVerdict, Extent,
};
use hexa_solve::stationary::checker::{Checked, Refusal, check};
use std::path::{Path, PathBuf};

/// Where equilibria are said to be.
fn claims(of: &Certificate) -> Vec<&CandidateProfile> {
    let is_claimed =
        |verdict: &EquilibriumVerdict| matches!(verdict, EquilibriumVerdict::Equilibrium(_));
    of.candidates.iter().filter(|one| is_claimed(&one.verdict)).map(|one| &one.candidate).collect()
}

/// Whether one claim says of the other's equilibrium, or of all of them, that they are some.
fn agree(found: &CandidateProfile, made: &CandidateProfile) -> bool {
    found.extent == made.extent
        && match made.extent {
            Extent::Whole => found.region.covers(&made.region) && made.region.covers(&found.region),
            Extent::Point => made.region.covers(&found.region) || found.region.covers(&made.region),
        }
}

/// An accepted mutant says no more than the original, and the same if it leaves nothing open.
fn shows_the_same(original: &Certificate, mutant: &Certificate, checked: Checked) -> bool {
    let (found, made) = (claims(original), claims(mutant));
    let is_known =
        |made: &&CandidateProfile| found.iter().filter(|found| agree(found, made)).count() == 1;
    let is_claimed =
        |found: &&CandidateProfile| made.iter().filter(|made| agree(found, made)).count() == 1;
    made.iter().all(is_known) && (checked.undecided > 0 || found.iter().all(is_claimed))
}

/// How many mutants are refused and accepted; of many, so many that are drawn.
fn try_mutants(name: &str, game: &SituationGame, most: usize) -> (usize, usize) {
    let original = equilibria_of(game).certificate;
    let stop = Stop::new();
    let checked = check(game, &original, &stop).unwrap_or_else(|why| panic!("{name}: {why:?}"));
    let mut all = mutants(&original, game.players.len());
    let mut drawn = Stream::new("mutants", 1);
    while all.len() > most {
        all.swap_remove(drawn.below(all.len()));
    }
    let (mut refused, mut accepted) = (0, 0);
    for (change, mutant) in &all {
        match check(game, mutant, &stop) {
            Err(Refusal::Stopped) => panic!("nobody asked for the end"),
            Err(_) => refused += 1,
            Ok(found) => {
                accepted += 1;
                let is_same = shows_the_same(&original, mutant, found);
                assert!(is_same, "{name}: {change}: {checked:?} {found:?}");
            }
        }
    }
    (refused, accepted)
}

#[test]
fn small_certificates_that_are_accepted_show_the_same_whatever_was_changed() {
    for (name, game) in [
        ("chicken", games::chicken()),
        ("indifferent", games::indifferent()),
        ("two tries", games::two_tries()),
        ("two hands", games::two_hands()),
        ("dead end", games::dead_end()),
    ] {
        let (refused, accepted) = try_mutants(name, &game, usize::MAX);
        assert!(refused > 100 && accepted > 0, "{name}: {refused} {accepted}");
    }
}

#[test]
fn certificates_of_six_pit_that_are_accepted_show_the_same_whatever_was_changed() {
    for (memory, most) in [(Memory::Constant, 15), (Memory::ByTrade, 15)] {
        let (refused, accepted) = try_mutants("SixPit", &six_pit(memory), most);
        assert!(refused > accepted, "{refused} {accepted}");
    }
}

/// The checker reads the data of certificates, and of all modules of the search it uses none.
#[test]
fn the_checker_uses_nothing_of_the_search() {
    let stationary = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/stationary");
    let parts = std::fs::read_dir(stationary.join("checker")).expect("a folder");
    let mut files: Vec<PathBuf> = parts.map(|entry| entry.expect("a file").path()).collect();
    files.push(stationary.join("checker.rs"));
    let data = ["certificate", "polynomial", "region", "sign", "univariate"];
    let mut used = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        for part in text.split("crate::stationary::").skip(1) {
            let module = part.split(|of: char| !of.is_ascii_alphanumeric()).next();
            assert!(module.is_some_and(|of| data.contains(&of)), "{}: {module:?}", file.display());
            used += 1;
        }
        // Polynomials and their zeros are read term by term.
        for method in [".evaluate(", ".divide(", ".restrict(", ".coefficients(0", ".halves()"] {
            assert!(!text.contains(method), "{}: {method}", file.display());
        }
    }
    assert!(used > 10, "{used}");
}
