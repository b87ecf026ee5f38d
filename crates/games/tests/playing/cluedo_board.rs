//! Cluedo on boards: what is read, where one can go, and games that are played.

use crate::cluedo_seats::cluedo;
use hexa_games::catalogue::{NoGame, named_game};
use hexa_games::cluedo::agents::{AgentMode, AgentSettings, CluedoAgent};
use hexa_games::cluedo::board::{
    BOARDS, Board, BoardFault, BoardNotice, BoardPart, BoardWrong, NoBoardGame, Place,
};
use hexa_games::cluedo::{CluedoGame, CluedoMove, CluedoNotice, NoCluedo, Travel, cards_in};
use hexa_games::conformance::{Trials, conform};
use hexa_games::exact::RBig;
use hexa_games::game::{Chance, Game, Play, PlayStep, Player, Turn};
use hexa_games::named::Named;
use hexa_games::{PlayEnd, PlayStreams, Strategy, Uniform, play_on};
use hexa_logic::{Stop, Stream};
use std::sync::Arc;

fn start(game: &Arc<CluedoGame>) -> Box<dyn Play> {
    Arc::clone(game).start(&Stop::new()).expect("it starts")
}

/// The texts of the moves of whoever is asked.
fn moves(play: &dyn Play) -> Vec<String> {
    let Turn::Decision(player) = *play.turn() else { panic!("{:?}", play.turn()) };
    play.moves(player).iter().map(|&made| play.move_text(player, made)).collect()
}

fn make(play: &mut dyn Play, text: &str) {
    let Turn::Decision(player) = *play.turn() else { panic!("{:?}", play.turn()) };
    let made = play.moves(player).iter().find(|&&made| play.move_text(player, made) == text);
    let made = *made.unwrap_or_else(|| panic!("{text}: {:?}", moves(play)));
    play.apply(&PlayStep::Moves(vec![made])).expect("a legal move");
}

/// Lets chance do something that is listed.
fn chance(play: &mut dyn Play, text: &str) {
    let Ok(Chance::Listed(listed, _)) = play.chance() else { panic!("{:?}", play.turn()) };
    let made = listed.iter().find(|&&made| play.chance_text(made) == text);
    let made = *made.unwrap_or_else(|| panic!("{text}"));
    play.apply(&PlayStep::Chance(made)).expect("chance");
}

fn view(game: &Arc<CluedoGame>, play: &dyn Play, player: u32) -> Vec<String> {
    let mut information = Vec::new();
    play.information(Player(player), &mut information);
    game.view(Player(player), &information).expect("a view").lines
}

#[test]
fn every_kind_of_board_conforms() {
    for name in [
        "cluedo(players=3; board=ring)",
        "cluedo(players=3; deck=4/4/4; board=ring; turns=60; ends=unrefuted; summons=in-reach; cards=drawn)",
        "cluedo(players=4; deck=6/6/7; board=ring; wrong=heard; turns=40; stay=forbidden; summons=never)",
        "cluedo(players=6; board=squares; turns=30)",
        "cluedo(players=3; board=squares; turns=30; start=first-seat; stay=forbidden; dice=1; summoned=must-move; cards=drawn)",
        "cluedo(players=2; deck=2/2/3; board=squares; turns=30; dice=0)",
        "cluedo(players=2; deck=2/2/2; board=ring; turns=30; start=highest; dice=2)",
        "cluedo(players=2; deck=2/2/2; turns=30; start=highest; ends=unrefuted)",
        "cluedo(players=3; board=squares; turns=30; suspicion=may)",
    ] {
        let game: Arc<dyn Game> = cluedo(name);
        assert_eq!(game.declaration().name, name, "canonical");
        let tried = conform(&game, Trials { plays: 12, steps: 150, seed: 3 }, &Stop::new());
        tried.unwrap_or_else(|violation| panic!("{name}: {violation:#?}"));
    }
}

#[test]
fn names_leave_out_what_is_usual_on_a_board() {
    for (typed, name) in [
        (
            "cluedo(board=squares; dice=2; stay=allowed; start=highest)",
            "cluedo(players=3; board=squares)",
        ),
        (
            "cluedo(board=ring; dice=0; steps=1; start=first-seat; summons=always)",
            "cluedo(players=3; board=ring)",
        ),
        ("cluedo(ends=accusation)", "cluedo(players=3)"),
    ] {
        assert_eq!(cluedo(typed).declaration().name, name);
    }
}

#[test]
fn games_that_a_board_is_not_for_are_refused() {
    let refused = |text: &str| named_game(&Named::read(text).expect("a name")).err();
    let board = |why| Some(NoGame::Cluedo(NoCluedo::Board(why)));
    assert_eq!(refused("cluedo(dice=1)"), board(NoBoardGame::NeedsBoard("dice")));
    assert_eq!(
        refused("cluedo(players=7; board=ring)"),
        board(NoBoardGame::TooFewPawns { players: 7, pawns: 6 })
    );
    assert_eq!(
        refused("cluedo(deck=orchid; board=ring)"),
        board(NoBoardGame::NoSuchPawn("orchid".to_owned()))
    );
    assert_eq!(
        refused("cluedo(deck=6/6/12; board=squares)"),
        board(NoBoardGame::NoSuchRoom("carriage house".to_owned()))
    );
    for text in [
        "cluedo(board=round)",
        "cluedo(board=ring; dice=3)",
        "cluedo(board=squares; steps=3)",
        "cluedo(board=ring; ends=never)",
    ] {
        assert!(matches!(refused(text), Some(NoGame::Setting(_))), "{text}");
    }
}

#[test]
fn the_boards_of_the_program_are_whole() {
    for (name, text) in BOARDS {
        let board = Board::read(text).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
        assert_eq!((board.name(), board.rooms().len(), board.pawns().len()), (name, 9, 6));
        for room in 0..9 {
            let mut ways = board.ways(Place(room)).iter().chain(board.passages(Place(room)));
            assert!(ways.next().is_some(), "{name}: {}", board.rooms()[usize::from(room)].name);
        }
    }
    // The ring: each room has two neighbours, and four of them a passage.
    let ring = Board::named("ring").expect("a board");
    let ways: Vec<usize> = (0..9).map(|room| ring.ways(Place(room)).len()).collect();
    assert_eq!((ways.iter().sum::<usize>(), ways.iter().max()), (22, Some(&3)));
    assert!(ring.starts().iter().all(|&start| ring.ways(start).len() == 2));
}

fn faults(text: &str) -> Vec<BoardFault> {
    Board::read(text).expect_err("no board")
}

/// The only fault.
fn fault(text: &str) -> (usize, BoardWrong) {
    let mut faults = faults(text);
    assert_eq!(faults.len(), 1, "{faults:?}");
    let fault = faults.remove(0);
    (fault.line, fault.wrong)
}

#[test]
fn texts_that_are_no_boards_are_refused_with_the_line() {
    let places = |more: &str| {
        format!("board b\nroom one at 1 1\nroom two at 2 1\n{more}start plum at one\n")
    };
    assert_eq!(faults("")[0], BoardFault { line: 1, wrong: BoardWrong::NoName });
    let reach =
        |line| (line, BoardWrong::OutOfReach { room: "two".to_owned(), pawn: "plum".to_owned() });
    assert_eq!(fault(&places("")), reach(3));
    for (line, wrong) in [
        ("way one - three", BoardWrong::NoRoom("three".to_owned())),
        ("way one two", BoardWrong::Form("ROOM - ROOM")),
        ("passage two - two", BoardWrong::Loop("two".to_owned())),
        ("tunnel one - two", BoardWrong::UnknownLine("tunnel".to_owned())),
        ("board c", BoardWrong::Twice("board".to_owned())),
        ("room one at 3 1", BoardWrong::Twice("one".to_owned())),
        ("room three as T", BoardWrong::MapAndPlaces),
        ("start green at four", BoardWrong::NoRoom("four".to_owned())),
    ] {
        assert_eq!(fault(&places(&format!("{line}\n"))), (4, wrong), "{line}");
    }
    let mut all = String::from("board b\n");
    (0..20).for_each(|at| all += &format!("room r{at} at 1 1\n"));
    let found = faults(&all);
    assert_eq!(
        found.iter().map(|fault| &fault.wrong).collect::<Vec<_>>(),
        [
            &BoardWrong::Count { of: BoardPart::Rooms, found: 20 },
            &BoardWrong::Count { of: BoardPart::Pawns, found: 0 }
        ]
    );
}

#[test]
fn maps_that_cannot_be_walked_are_refused_with_the_line() {
    let map = |rows: &str| {
        format!("board b\nroom one as O\nroom two as T\nstart plum as p\nmap\n{rows}\nend\n")
    };
    assert!(Board::read(&map("OO>p<TT")).is_ok());
    let two = "two".to_owned();
    for (rows, line, wrong) in [
        ("OO>p#TT", 3, BoardWrong::OutOfReach { room: two.clone(), pawn: "plum".to_owned() }),
        ("OO>p<TT>#", 6, BoardWrong::DoorToNothing(8)),
        ("OO>p<TT\n#>..", 7, BoardWrong::DoorWithoutRoom(2)),
        ("OO>p<TTx", 6, BoardWrong::UnknownMark(8, 'x')),
        ("OO>pp<TT", 6, BoardWrong::Twice("plum".to_owned())),
        ("OO>p...", 3, BoardWrong::NotInMap(two)),
        ("OO>..<TT", 4, BoardWrong::NotInMap("plum".to_owned())),
        ("OO>p<TT...................................", 6, BoardWrong::LargeMap),
    ] {
        assert_eq!(fault(&map(rows)), (line, wrong), "{rows}");
    }
    let open = map("OO>p<TT").replace("end\n", "");
    assert_eq!(fault(&open), (5, BoardWrong::OpenMap));
}

/// The project's own game: a step a turn, or onto the pathways, which ends the turn, and from there anywhere.
#[test]
fn turns_on_the_ring_go_as_in_the_project() {
    let game =
        cluedo("cluedo(players=2; deck=2/2/9; board=ring; ends=unrefuted; summons=in-reach)");
    let mut play = start(&game);
    let mut stream = Stream::new("deal", 1);
    let (deal, _) = play.draw(&mut stream).expect("a deal");
    play.apply(&deal).expect("a deal");
    // Mustard and plum, the first suspects of the deck, each have two rooms to start in.
    assert_eq!(moves(&*play), ["go lounge", "go dining room", "go pathways"]);
    make(&mut *play, "go pathways");
    assert_eq!(moves(&*play), ["go library", "go study", "go pathways"]);
    make(&mut *play, "go study");
    let texts = moves(&*play);
    assert_eq!(texts.len(), 4, "nobody accuses before their own suspicion: {texts:?}");
    assert!(texts.iter().all(|text| text.starts_with("suspect") && text.ends_with("study")));
    let mut facts = play.facts();
    facts.retain(|fact| fact.contains('('));
    assert_eq!(
        facts,
        [
            "green(start)",
            "mustard(pathways)",
            "peacock(start)",
            "plum(study)",
            "scarlett(start)",
            "white(start)"
        ]
    );
    // Mustard is on the pathways, from where every room is in reach.
    make(&mut *play, &texts[0]);
    assert!(play.facts().contains(&"mustard(study)".to_owned()));
    while moves(&*play).first().is_some_and(|text| text.starts_with("show")) {
        let show = moves(&*play)[0].clone();
        make(&mut *play, &show);
    }
    make(&mut *play, "end");
    // Whoever was summoned may stay; the study has two neighbours and a passage.
    let mut texts = moves(&*play);
    texts.sort_unstable();
    assert_eq!(texts, ["go hall", "go kitchen", "go library", "go pathways", "stay"]);
    play.undo();
    play.undo();
    assert!(play.facts().contains(&"plum(study)".to_owned()));
}

/// From the pathways every room is in reach; a suspicion that nobody can refute ends the game.
#[test]
fn a_suspicion_that_nobody_refutes_ends_the_game_where_it_is_so_agreed() {
    for (ends, is_over) in [("unrefuted", true), ("accusation", false)] {
        let game = cluedo(&format!("cluedo(players=2; deck=2/2/2; board=ring; ends={ends})"));
        let mut play = start(&game);
        let Ok(Chance::Listed(deals, _)) = play.chance() else { panic!("a small deck") };
        let deal = deals[0];
        let envelope = play.chance_text(deal);
        let envelope = envelope.split(" | ").next().expect("an envelope").to_owned();
        play.apply(&PlayStep::Chance(deal)).expect("a deal");
        make(&mut *play, "go pathways");
        if !is_over {
            make(&mut *play, "end");
        }
        make(&mut *play, "go pathways");
        if !is_over {
            make(&mut *play, "end");
        }
        let room = envelope.rsplit(", ").next().expect("a room").to_owned();
        make(&mut *play, &format!("go {room}"));
        make(&mut *play, &format!("suspect {envelope}"));
        assert_eq!(*play.turn() == Turn::Over, is_over, "{ends}");
        let worth = play.returns().expect("worths");
        assert_eq!(worth[0].to_string(), if is_over { "1" } else { "0" });
    }
}

#[test]
fn dice_have_exact_chances() {
    for (dice, first, second) in [(1, (1, 6), (1, 6)), (2, (1, 36), (2, 36))] {
        let game = cluedo(&format!(
            "cluedo(players=2; deck=2/2/2; board=squares; dice={dice}; start=first-seat)"
        ));
        let mut play = start(&game);
        chance_first(&mut *play);
        let Ok(Chance::Listed(sums, weights)) = play.chance() else { panic!("dice") };
        let (sums, probability) = (sums.to_vec(), |at| weights.probability(at).0);
        let share = |(part, whole): (u64, u64)| RBig::from(part) / RBig::from(whole);
        assert_eq!((probability(0), probability(1)), (share(first), share(second)));
        assert_eq!(sums.len(), if dice == 1 { 6 } else { 11 });
        assert_eq!(play.chance_text(sums[0]), dice.to_string());
    }
}

fn chance_first(play: &mut dyn Play) {
    let Ok(Chance::Listed(deals, _)) = play.chance() else { panic!("a small deck") };
    let deal = PlayStep::Chance(deals[0]);
    play.apply(&deal).expect("a deal");
}

/// Rooms that the dice reach, and for each other the nearest square; a room that is left is not entered again.
#[test]
fn on_squares_one_goes_as_far_as_the_dice_say() {
    let game = cluedo("cluedo(players=2; deck=2/2/2; board=squares; start=first-seat)");
    let board = &game.rules().board.as_ref().expect("a board").board;
    let mut play = start(&game);
    chance_first(&mut *play);
    // Mustard starts at a7. The door of the kitchen is at e5, seven steps away: six squares, and the room.
    chance(&mut *play, "5");
    let texts = moves(&*play);
    assert!(texts.iter().all(|text| text.len() <= 6), "squares only: {texts:?}");
    assert!(texts.len() < 9, "few squares: {texts:?}");
    play.undo();
    chance(&mut *play, "6");
    assert!(moves(&*play).contains(&"go kitchen".to_owned()), "{:?}", moves(&*play));
    make(&mut *play, "go kitchen");
    assert!(
        moves(&*play).iter().any(|text| text.starts_with("suspect")) == {
            let deck = game.rules().deck();
            deck.cards().any(|card| deck.name(card) == "kitchen")
        }
    );
    // What is reached is what a plain search finds: squares by steps, other pawns in the way.
    let (from, pawns) = (board.starts()[0], board.starts().to_vec());
    let mut reached = vec![from];
    for steps in 1..=12 {
        let mut next: Vec<Place> = reached
            .iter()
            .filter(|&&at| board.room_at(at).is_none())
            .flat_map(|&at| board.ways(at))
            .copied()
            .filter(|to| !pawns.contains(to))
            .collect();
        next.extend(reached.iter().copied());
        next.sort_unstable();
        next.dedup();
        reached = next;
        let expected: Vec<Place> = reached.iter().copied().filter(|&at| at != from).collect();
        assert_eq!(board.reach(&pawns, from, steps), expected, "{steps}");
    }
}

/// A pawn on the only square before a door keeps whoever is inside from leaving, and others from entering.
#[test]
fn doors_and_squares_are_blocked() {
    let board = Board::read(
        "board b\nroom one as O\nroom two as T\nstart plum as p\nstart green as g\nmap\nOO>pg.<TT\nend\n",
    );
    let board = board.expect("a board");
    let (plum, green) = (board.starts()[0], board.starts()[1]);
    // Plum goes to its own room only: green is in the way. Green the other way round.
    assert_eq!(board.reach(&[plum, green], plum, 9), [Place(0)]);
    assert_eq!(board.reach(&[plum, green], green, 1).len(), 1);
    assert_eq!(board.reach(&[plum, green], green, 2), [Place(1), Place(green.0 + 1)]);
    // In the room, and green before its door.
    assert_eq!(board.reach(&[Place(0), plum], Place(0), 9), []);
    assert_eq!(board.reach(&[Place(0), green], Place(0), 9), [plum]);
}

fn named_moves(game: &Arc<CluedoGame>, play: &dyn Play) -> Vec<CluedoMove> {
    let Turn::Decision(player) = *play.turn() else { return Vec::new() };
    play.moves(player).iter().filter_map(|&made| game.meaning(made)).collect()
}

/// Whoever stayed may ask again only if that is allowed; whoever was summoned, only if that is.
#[test]
fn staying_and_being_summoned_are_as_agreed() {
    for (settings, stays) in [
        ("", [true, true]),
        ("; stay=forbidden", [false, true]),
        ("; summoned=must-move", [true, false]),
        ("; stay=forbidden; summoned=must-move", [false, false]),
    ] {
        let game = cluedo(&format!("cluedo(players=2; deck=2/2/2; board=ring{settings})"));
        let mut play = start(&game);
        chance_first(&mut *play);
        // The deck's rooms are the ballroom and the billiard room; its suspects are mustard and plum.
        for text in ["go pathways", "end", "go pathways", "end", "go ballroom"] {
            make(&mut *play, text);
        }
        let suspicion = moves(&*play).into_iter().find(|text| text.contains("plum"));
        make(&mut *play, &suspicion.expect("plum is suspected"));
        while moves(&*play)[0].starts_with("show") {
            let show = moves(&*play)[0].clone();
            make(&mut *play, &show);
        }
        make(&mut *play, "end");
        let can_stay =
            |play: &dyn Play| named_moves(&game, play).contains(&CluedoMove::Travel(Travel::Stay));
        assert_eq!(can_stay(&*play), stays[1], "summoned{settings}");
        make(&mut *play, "go pathways");
        make(&mut *play, "end");
        assert_eq!(can_stay(&*play), stays[0], "moved there{settings}");
    }
}

/// What is drawn is a rearrangement; everybody sees it, and plays on the ring as it then is.
#[test]
fn rooms_and_pawns_can_be_drawn() {
    let game = cluedo("cluedo(players=3; deck=4/4/4; board=ring; cards=drawn)");
    let mut stream = Stream::new("drawn", 5);
    let mut seen = Vec::new();
    for _ in 0..20 {
        let mut play = start(&game);
        let (deal, _) = play.draw(&mut stream).expect("a deal");
        play.apply(&deal).expect("a deal");
        assert!(matches!(play.chance(), Ok(Chance::Drawn)));
        let (drawn, probability) = play.draw(&mut stream).expect("it is drawn");
        // 9! rooms, 6! starts, 6 * 5 * 4 pawns.
        assert_eq!(probability.to_string(), format!("1/{}", 362_880u64 * 720 * 120));
        assert!(play.apply(&PlayStep::Drawn("kitchen | plum | plum".to_owned())).is_err());
        play.apply(&drawn).expect("it can be so");
        assert_eq!(moves(&*play).len(), 3, "two rooms and the pathways");
        seen.push(drawn.clone());
        play.undo();
        play.apply(&drawn).expect("once more");
    }
    seen.dedup();
    assert_eq!(seen.len(), 20);
}

/// No line of a view is longer than 38 columns, and the pawns stand where they are.
#[test]
fn boards_are_drawn_in_lines() {
    for name in [
        "cluedo(players=6; board=squares; turns=40)",
        "cluedo(players=6; board=ring; turns=40)",
        "cluedo(players=6; board=ring; turns=40; cards=drawn)",
    ] {
        let game = cluedo(name);
        let mut strategies: Vec<Box<dyn Strategy>> =
            (0..6).map(|_| Box::new(Uniform) as _).collect();
        let mut streams = PlayStreams::new(4, 1, 6);
        let mut play = start(&game);
        let look = &mut |play: &dyn Play, _: &PlayStep| {
            for line in view(&game, play, 0).iter().skip(1) {
                assert!(line.chars().count() <= 38, "{line}");
            }
        };
        let end = play_on(&mut *play, &mut strategies, &mut streams, 2_000, &Stop::new(), look);
        assert!(end.is_ok(), "{end:?}");
    }
    let game = cluedo("cluedo(players=2; deck=2/2/2; board=ring)");
    let mut play = start(&game);
    chance_first(&mut *play);
    make(&mut *play, "go dining room");
    make(&mut *play, "end");
    make(&mut *play, "go pathways");
    let lines = view(&game, &*play, 0);
    let drawn = "\
kitchen --- ballroom -- conserva.
   |                       |
dining r.               billiard.
1
   |                       |
   |                    library
   |
   |                       |
lounge ---- hall ------ study
passage: kitchen - study
passage: conservatory - lounge";
    assert_eq!(lines[1..12].join("\n"), drawn, "{}", lines.join("\n"));
    assert!(lines.contains(&"on the pathways: 2 plum".to_owned()), "{lines:#?}");
    assert!(lines.contains(&"dining room: 1 mustard (you)".to_owned()), "{lines:#?}");
    assert!(lines.contains(&"passage: kitchen - study".to_owned()), "{lines:#?}");
}

fn agents(game: &Arc<CluedoGame>, orders: &[u8], mode: AgentMode) -> Vec<Box<dyn Strategy>> {
    let agent = |&order: &u8| -> Box<dyn Strategy> {
        Box::new(CluedoAgent::new(Arc::clone(game), AgentSettings::of_order(order, mode)))
    };
    orders.iter().map(agent).collect()
}

/// The agents play on every board, in all modes; on the ring they suspect where they wanted to go, or nothing.
#[test]
fn agents_move_towards_the_room_they_want_to_suspect() {
    for (name, orders) in [
        (
            "cluedo(players=3; deck=4/4/4; board=ring; ends=unrefuted; summons=in-reach; cards=drawn)",
            &[1, 2, 0][..],
        ),
        ("cluedo(players=4; deck=6/6/7; board=ring)", &[2, 1, 1, 0]),
        ("cluedo(players=3; deck=4/4/4; board=squares)", &[1, 0, 2]),
        ("cluedo(players=3; deck=3/3/3; board=squares; dice=1; stay=forbidden)", &[1, 0, 2]),
    ] {
        for mode in [AgentMode::Right, AgentMode::Page, AgentMode::Program] {
            let game = cluedo(name);
            let mut strategies = agents(&game, orders, mode);
            for number in 0..4 {
                let mut streams = PlayStreams::new(9, number, orders.len());
                let mut play = start(&game);
                let end = play_on(
                    &mut *play,
                    &mut strategies,
                    &mut streams,
                    20_000,
                    &Stop::new(),
                    &mut |_, _| {},
                );
                assert!(matches!(end, Ok(PlayEnd::Over(_))), "{name}, {mode:?}: {end:?}");
                check_course(&game, &*play);
            }
        }
    }
}

/// Suspicions are about the room where whoever asks stands; on the ring nobody goes further than a step.
fn check_course(game: &Arc<CluedoGame>, play: &dyn Play) {
    let board = &game.rules().board.as_ref().expect("a board").board;
    let mut standing = game.standing_at_start().expect("a board");
    let (mut suspicions, mut worked) = (0, 0);
    for observed in play.memory(Player(0)).since(0) {
        match CluedoNotice::read(observed) {
            Some(CluedoNotice::Board(notice)) => {
                if let (BoardNotice::Go(player, to), 0) =
                    (notice, game.rules().board.as_ref().map_or(0, |rules| rules.dice))
                {
                    let pawn = standing.pawn_of(player);
                    let near = standing.reach(board, pawn, 1);
                    assert!(near.contains(&to) || board.pathways() == Some(to), "{notice:?}");
                }
                standing.observe(board, notice);
            }
            Some(CluedoNotice::Suspicion(player, cards)) => {
                suspicions += 1;
                let room = standing.room_of(board, standing.pawn_of(player)).expect("a room");
                let card = game.card_of_room(room).expect("a room of the deck");
                worked += usize::from(cards_in(cards).any(|other| other == card));
            }
            Some(
                CluedoNotice::Dealt(_)
                | CluedoNotice::Pass(_)
                | CluedoNotice::Show(..)
                | CluedoNotice::Right(..)
                | CluedoNotice::Wrong { .. }
                | CluedoNotice::EndOfTurn(_),
            )
            | None => {}
        }
    }
    assert_eq!(worked, suspicions);
}
