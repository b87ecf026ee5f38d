//! Cluedo as a game of the interface.

use hexa_games::belief::{BeliefLimits, BeliefOf, UniformMoves, belief};
use hexa_games::catalogue::{NoGame, named_game};
use hexa_games::cluedo::{CluedoRules, NoCluedo};
use hexa_games::conformance::{Trials, conform};
use hexa_games::game::{Chance, Game, Play, PlayStep, Player, Turn};
use hexa_games::named::Named;
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

fn game(name: &str) -> Arc<dyn Game> {
    named_game(&Named::read(name).expect("a name")).unwrap_or_else(|why| panic!("{name}: {why:?}"))
}

#[test]
fn every_kind_of_cluedo_conforms() {
    for name in [
        "cluedo(players=3; deck=2/2/3)",
        "cluedo(players=2; deck=2/2/2; wrong=heard; turns=30)",
        "cluedo(players=4; deck=3/3/3; asked=everybody; out=not-asked; accuser=told; last=accuses; turns=40)",
        "cluedo(players=3; deck=2/2/3; hands=2,1,1)",
        "cluedo(players=3; deck=2/2/3; turns=40; suspicion=may)",
        "cluedo(players=2; deck=2/2/2; turns=40; ends=unrefuted; suspicion=may)",
    ] {
        let game = game(name);
        assert_eq!(game.declaration().name, name.replace("; hands=2,1,1", ""), "canonical");
        let tried = conform(&game, Trials { plays: 60, steps: 400, seed: 2 }, &Stop::new());
        let tried = tried.unwrap_or_else(|violation| panic!("{name}: {violation:#?}"));
        assert_eq!(tried.finished, 60, "{name}");
    }
    let full =
        conform(&game("cluedo(players=6)"), Trials { plays: 2, steps: 40, seed: 2 }, &Stop::new());
    full.unwrap_or_else(|violation| panic!("{violation:#?}"));
}

/// Whoever can suspect has to, unless it is agreed that they need not: then they may end the turn at once, also in a room, and
/// where one accuses only after a suspicion.
#[test]
fn who_need_not_suspect_may_end_the_turn() {
    for (name, word) in [
        ("cluedo(players=2; deck=2/2/2)", "accuse"),
        ("cluedo(players=2; deck=2/2/2; ends=unrefuted)", "suspect"),
        ("cluedo(players=2; deck=2/2/2; board=ring)", "accuse"),
        ("cluedo(players=2; deck=2/2/2; board=ring; ends=unrefuted)", "suspect"),
    ] {
        for may in [false, true] {
            let name = match may {
                true => name.replace(')', "; suspicion=may)"),
                false => name.to_owned(),
            };
            let game = game(&name);
            let mut play = Arc::clone(&game).start(&Stop::new()).expect("it starts");
            let first = play.draw(&mut Stream::new("deal", 1)).expect("a deal").0;
            play.apply(&first).expect("a deal");
            let texts = |play: &dyn Play| -> Vec<String> {
                let Turn::Decision(player) = *play.turn() else { panic!("{name}") };
                play.moves(player).iter().map(|&made| play.move_text(player, made)).collect()
            };
            let make = |play: &mut dyn Play, text: &str| {
                let at = texts(play).iter().position(|one| one == text).expect("a move");
                let Turn::Decision(player) = *play.turn() else { panic!("{name}") };
                let made = play.moves(player)[at];
                play.apply(&PlayStep::Moves(vec![made])).expect("a move");
            };
            // On the board somebody has to come into a room of the deck first.
            while !texts(&*play)[0].starts_with("suspect") {
                let can = texts(&*play);
                let ways = ["go ballroom", "go pathways", "end"];
                let way = ways.into_iter().find(|way| can.iter().any(|text| text == way));
                make(&mut *play, way.expect("a way"));
            }
            let told = texts(&*play);
            assert!(told[0].starts_with("suspect"), "{name}: {told:?}");
            assert!(told.iter().any(|text| text.starts_with(word)), "{name}: {told:?}");
            assert_eq!(told.contains(&"end".to_owned()), may, "{name}: {told:?}");
            if may {
                let Turn::Decision(before) = *play.turn() else { panic!("{name}") };
                make(&mut *play, "end");
                assert_ne!(*play.turn(), Turn::Decision(before), "{name}");
            }
        }
    }
}

/// All deals of a small deck are listed, so that what players know can be found by trying all plays.
#[test]
fn what_players_know_of_a_small_deck() {
    let game = game("cluedo(players=2; deck=2/1/2; turns=4)");
    let mut play = Arc::clone(&game).start(&Stop::new()).expect("it starts");
    let Ok(Chance::Listed(deals, _)) = play.chance() else { panic!("a small deck") };
    // Four envelopes, and two cards that are left for two players.
    assert_eq!(deals.len(), 8);
    play.apply(&PlayStep::Chance(deals[0])).expect("a deal");
    let mut information = Vec::new();
    play.information(Player(0), &mut information);
    let of = BeliefOf {
        player: Player(0),
        information: &information,
        model: &UniformMoves,
        limits: BeliefLimits::default(),
    };
    let belief = belief(&game, of, &Stop::new()).expect("it is small");
    // The player has one of the four cards that are not certain: the other player's is of the other kind.
    assert_eq!(belief.positions().len(), 2);
}

#[test]
fn names_are_canonical() {
    for (typed, name) in [
        ("cluedo", "cluedo(players=3)"),
        ("cluedo(deck=6/6/9; asked=in-turn; turns=1000)", "cluedo(players=3)"),
        ("cluedo(hands=4,4,4,3,3; deck=classic)", "cluedo(players=5)"),
        ("cluedo(hands=6,6,3,3)", "cluedo(players=4; hands=6,6,3,3)"),
    ] {
        assert_eq!(game(typed).declaration().name, name);
    }
}

#[test]
fn games_that_cannot_be_are_refused() {
    let refused = |text: &str| named_game(&Named::read(text).expect("a name")).err();
    assert!(matches!(refused("cluedo(hands=6,6,7)"), Some(NoGame::Cluedo(_))));
    assert!(matches!(refused("cluedo(deck=1/1/1)"), Some(NoGame::Cluedo(_))));
    for text in [
        "cluedo(deck=99/1/1)",
        "cluedo(players=11)",
        "cluedo(players=2; hands=6,6,6)",
        "cluedo(deck=0/1/2)",
    ] {
        assert!(matches!(refused(text), Some(NoGame::Setting(_))), "{text}");
    }
}

/// The conformance suite tries them all.
#[test]
fn cards_of_a_kind_can_be_exchanged_and_on_boards_only_weapons() {
    let symmetries = |name: &str| game(name).declaration().symmetries.clone();
    assert_eq!(symmetries("cluedo(players=3; deck=3/3/4)").len(), 2 + 2 + 3);
    let on_ring = symmetries("cluedo(players=3; deck=4/4/4; board=ring)");
    assert_eq!(on_ring.len(), 3);
    assert!(on_ring.iter().all(|one| one.names.iter().all(|(name, _)| name != "plum")));
}

/// A deck that there is not is refused with all that there are, and each of these can be played with.
#[test]
fn a_deck_is_refused_with_all_decks_that_there_are() {
    let named = |deck: &str| CluedoRules::named(&Named::word("cluedo").with("deck", deck));
    for unknown in ["foo", "master", "4/4", "4/4/99"] {
        let Err(NoCluedo::Setting(bad)) = named(unknown) else { panic!("{unknown}") };
        let said = bad.to_string();
        for edition in ["classic", "orchid", "master detective"] {
            assert!(said.contains(&format!("`{edition}`")), "{said}");
            assert!(named(edition).is_ok(), "{edition}");
        }
    }
}
