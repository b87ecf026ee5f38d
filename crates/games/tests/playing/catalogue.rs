//! The games that are known by name pass the conformance suite, and never get stuck.

use hexa_games::catalogue::{CATALOGUE, named_game};
use hexa_games::conformance::{Trials, conform};
use hexa_games::named::Named;
use hexa_logic::Stop;

#[test]
fn every_game_of_the_catalogue_conforms_and_comes_to_its_end() {
    for name in CATALOGUE.iter().flat_map(|entry| [entry.word, entry.example]) {
        let game = named_game(&Named::read(name).expect("a name")).expect("a game");
        let tried = conform(&game, Trials { plays: 100, steps: 300, seed: 2 }, &Stop::new());
        let tried = tried.unwrap_or_else(|violation| panic!("{name}: {violation:#?}"));
        assert_eq!((tried.stranded, tried.first_stranded), (0, None), "{name}");
        assert_eq!(tried.finished, 100, "{name}");
    }
}
