//! Games: what is true is never refused, whatever is corrected is as if it had been typed so, and ways out are ways out.

use crate::play::Table;
use hexa_assist::advice::{Basis, SuggestProgress, Suggestion, Warning};
use hexa_assist::answer::{AssistAnswer, NotDone};
use hexa_assist::entry::Entry;
use hexa_assist::habit::Habit;
use hexa_assist::journal;
use hexa_assist::notebook::{Note, Notebook, Refusal, Repair, RepairWay, Source, Standing};
use hexa_assist::session::{AssistSession, follow};
use hexa_assist::setup;
use hexa_assist::sheet::{Mark, MarkChance};
use hexa_assist::words::Words;
use hexa_engine::Limits;
use hexa_logic::{Agent, Card, Holder, Stream};

fn typed(setup: &str, lines: &[&str]) -> Notebook {
    let setup = setup::read(setup).expect("is good");
    let mut game = Notebook::new(setup, Limits::default()).expect("is good");
    for line in lines {
        let entry = game.read(line).unwrap_or_else(|unread| panic!("{line}: {unread:?}"));
        game.enter(entry).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
    }
    game
}

const FOUR: &str = "players: ann, bob, me, eve\nhand: plum, rope, hall, study\n";

#[test]
fn what_is_true_is_possible_and_never_ruled_out() {
    for players in 3..=6 {
        let mut stream = Stream::new("true", players as u64);
        let table = Table::dealt(players, &mut stream);
        let game = table.played(12, &mut stream);
        let sheet = game.sheet().expect("no limit");
        for (card, &truth) in table.holders.iter().enumerate() {
            assert_ne!(sheet.mark(truth, Card::from_index(card)), Mark::No);
        }
        let best: u64 = sheet.candidates().iter().map(|one| u64::from(one.chance.percent())).sum();
        assert!(best > 0);
    }
}

#[test]
fn chances_of_a_card_add_up() {
    let mut stream = Stream::new("chances", 3);
    let table = Table::dealt(4, &mut stream);
    let sheet = table.played(9, &mut stream).sheet().expect("no limit");
    for card in 0..table.holders.len() {
        let card = Card::from_index(card);
        let parts = sheet.holders().map(|holder| sheet.chance(holder, card).part);
        assert_eq!(parts.sum::<hexa_engine::UBig>(), sheet.chance(Holder::Table, card).all);
    }
    let candidates = sheet.candidates().iter().map(|one| one.chance.part.clone());
    assert_eq!(candidates.sum::<hexa_engine::UBig>(), sheet.candidates()[0].chance.all);
}

/// However a game came about, it is the game of its entries.
#[test]
fn corrections_are_as_if_it_had_been_typed_so() {
    let mut stream = Stream::new("corrections", 11);
    let table = Table::dealt(4, &mut stream);
    let mut game = table.played(6, &mut stream);
    for _ in 0..30 {
        let many = game.entries().len();
        let line =
            table.suspicion(Agent::from_index(stream.below(4)), &mut stream).text(&table.setup);
        match stream.below(6) {
            0 if many > 0 => game.delete(stream.below(many)),
            1 if many > 0 => game.edit(stream.below(many), &line),
            2 => game.insert(stream.below(many + 1), &line),
            3 => game.undo().or(Ok(())),
            4 => game.redo().or(Ok(())),
            _ => game.enter(game.read(&line).expect("is good")),
        }
        .expect("what is true is possible");
        let mut fresh = table.game();
        for entry in game.entries() {
            fresh.enter(entry.clone()).expect("is possible");
        }
        assert_eq!(fresh.record().events(), game.record().events());
        assert_eq!(fresh.sheet(), game.sheet());
    }
}

#[test]
fn undo_and_redo_go_back_and_forth() {
    let mut game = typed(FOUR, &["bob: white gun kitchen > ann", "eve: white pipe kitchen > bob"]);
    let two = game.sheet();
    game.undo().expect("there is something");
    let one = game.sheet();
    assert_ne!(one, two);
    game.redo().expect("there is something");
    assert_eq!(game.sheet(), two);
    game.undo().expect("there is something");
    game.enter(Entry::Pass(Agent(0))).expect("is possible");
    assert_eq!(game.redo(), Err(Refusal::NothingToRedo));
}

#[test]
fn a_contradiction_names_what_it_contradicts_and_the_ways_out_are_ways_out() {
    let lines = [
        "bob: white gun kitchen. me no, eve no, ann shows",
        "me: white pipe lounge > eve pipe",
        "ann passes",
        "ann: white candle ball. bob no, me no, eve shows",
    ];
    let refuse = || {
        let mut session = AssistSession::new(typed(FOUR, &lines), 1).expect("no limit");
        let before = (session.notebook().entries().to_vec(), session.notebook().sheet());
        let refused = session.answer("bob: mustard lead pipe conserv > ann");
        let AssistAnswer::NotDone(NotDone::Refused { refusal, repairs, .. }) = refused else {
            panic!("eve has the pipe: {refused:?}")
        };
        let after = (session.notebook().entries().to_vec(), session.notebook().sheet());
        assert_eq!(before, after, "nothing is changed");
        (session, refusal, repairs)
    };
    let (_, refusal, repairs) = refuse();
    let Refusal::Clash { clash, .. } = refusal else { panic!("{refusal:?}") };
    let sources: Vec<_> = clash.all().map(|told| told.source).collect();
    assert_eq!(sources, [Source::Entry(1), Source::Entry(4)]);
    assert!(repairs.len() > 3);
    assert!(repairs.iter().any(|repair| matches!(repair.way, RepairWay::Looser(_))));
    for (at, repair) in repairs.iter().enumerate() {
        let (mut session, ..) = refuse();
        let sheet = session.notebook().sheet().expect("no limit");
        let fixed = session.answer(&format!("fix {}", (b'a' + at as u8) as char));
        assert!(!fixed.is_refusal(), "{repair:?}: {fixed:?}");
        let decided = session.notebook().sheet().expect("no limit").decided_since(&sheet);
        assert_eq!(repair.follows.len(), decided.len(), "{repair:?}");
    }
}

/// Where my own hand is part of a contradiction, it can be what is wrong: another card is named, or there is only one.
#[test]
fn a_wrong_hand_is_a_way_out() {
    let mut session = session(FOUR);
    session.answer("me: white dagger kitchen > eve dagger");
    let refused = session.answer("ann: plum wrench lounge > bob");
    assert!(!refused.is_refusal());
    let refused = session.answer("bob has plum");
    let AssistAnswer::NotDone(NotDone::Refused { repairs, .. }) = refused else { panic!("clash") };
    let is_hand = |one: &&Repair| matches!(one.way, RepairWay::OtherHand { .. });
    let at = repairs.iter().position(|one| is_hand(&one)).expect("my hand can be wrong");
    let RepairWay::OtherHand { but, .. } = &repairs[at].way else { panic!("my hand") };
    let deck = session.notebook().setup().deck().clone();
    let card = |name: &str| deck.cards_called(name)[0];
    assert!(but.contains(&card("library")) && !but.contains(&card("dagger")), "{but:?}");
    let said = Words { setup: session.notebook().setup() }.repair(at, &repairs[at], None);
    assert!(said.starts_with("your hand is wrong: not plum"), "{said}");
    let letter = (b'a' + at as u8) as char;
    let which = session.answer(&format!("fix {letter}"));
    assert!(matches!(which, AssistAnswer::NotDone(NotDone::WhichCard(_))), "{which:?}");
    let which = session.answer(&format!("fix {letter} dagger"));
    assert!(matches!(which, AssistAnswer::NotDone(NotDone::WhichCard(_))), "eve has it");
    let fixed = session.answer(&format!("fix {letter} library"));
    assert!(!fixed.is_refusal(), "{fixed:?}");
    assert_eq!(session.notebook().entries().len(), 3);
    let hand = session.notebook().setup().hand().to_vec();
    assert!(hand.contains(&card("library")) && !hand.contains(&card("plum")));
    assert!(!session.answer("undo").is_refusal());
    assert_eq!(session.notebook().entries().len(), 2);
    assert_eq!(*session.notebook().setup(), setup::read(FOUR).expect("is good"));
}

/// A set-up that clashes with what was entered is refused, and its ways out are ways out for that set-up.
#[test]
fn ways_out_of_a_refused_set_up_are_for_that_set_up() {
    let mut session = session(FOUR);
    session.answer("me: white dagger kitchen > eve dagger");
    session.answer("ann passes");
    let refused = session.answer("set hand: plum, rope, hall, dagger");
    let AssistAnswer::NotDone(NotDone::Refused { repairs, .. }) = refused else { panic!("clash") };
    assert!(!repairs.is_empty());
    let fixed = session.answer("fix a");
    assert!(!fixed.is_refusal(), "{fixed:?}");
    assert_eq!(session.notebook().entries().len(), 1);
    assert_eq!(session.notebook().setup().hand().len(), 4);
}

/// After other cards or players, nothing is told of cards that stand at the same places.
#[test]
fn another_deck_is_no_news_about_cards() {
    let mut session = session(FOUR);
    session.answer("me: white dagger kitchen > eve dagger");
    session.answer("grid");
    let answer = session.answer("set category weapons: axe, rope, poison, dagger, wrench, gun");
    let AssistAnswer::Done { decided, .. } = answer else { panic!("{answer:?}") };
    assert_eq!(decided, []);
    let AssistAnswer::Changes { decided, moved } = session.answer("changes") else {
        panic!("changes")
    };
    assert_eq!((decided, moved), (Vec::new(), Vec::new()));
}

#[test]
fn who_is_out_is_not_asked_in_some_editions() {
    let out = ["ann accuses: wrong"];
    let still = typed(FOUR, &out);
    assert!(still.read("bob: white gun kitchen. me no, eve no, ann no").is_ok());
    let not = typed(&format!("{FOUR}after accusing: not asked\n"), &out);
    assert!(not.read("bob: white gun kitchen. me no, eve no").is_ok());
    assert!(not.read("ann accuses: wrong").is_err(), "ann has no more moves");
    assert!(not.read("ann has plum").is_ok());
    assert!(not.read("bob: white gun kitchen. me no, eve no, ann no").is_err());
}

#[test]
fn the_last_one_wins_unless_the_edition_says_otherwise() {
    let out = ["ann accuses: wrong", "bob accuses: wrong", "eve accuses: wrong"];
    assert_eq!(typed(FOUR, &out).standing(), Standing::Won(Agent(2)));
    let game = typed(&format!("{FOUR}last player: must accuse\n"), &out);
    assert_eq!(game.standing(), Standing::Open);
    let game = typed(FOUR, &["ann accuses white gun kitchen: right"]);
    assert_eq!(game.standing(), Standing::Won(Agent(0)));
    assert_eq!(game.sheet().expect("no limit").candidates().len(), 1);
}

/// Who ends their move and always accuses when they can does not know the envelope. If they accuse in the same move, they did not
/// end it before.
#[test]
fn ending_a_move_counts_for_logicians_only() {
    let setup = "category who: cat, dog, cow\nplayers: ann, bob, me\nhand: cow\nhands: 0 1 1\n";
    let candidates = |game: &Notebook| -> Vec<String> {
        let sheet = game.sheet().expect("no limit");
        let cards = sheet.candidates().iter().map(|one| one.cards[0]);
        cards.map(|card| game.setup().deck().name(card).to_owned()).collect()
    };
    // Bob has the cat or the dog. If they ask for the cat and have the dog, they know.
    let asks = "bob: cat. me no, ann no";
    assert_eq!(candidates(&typed(setup, &[asks])), ["cat", "dog"]);
    let logical = format!("{setup}logicians: bob\n");
    assert_eq!(candidates(&typed(&logical, &[asks])), ["dog"]);
    assert_eq!(candidates(&typed(&logical, &[asks, "ann passes"])), ["dog"]);
    assert_eq!(candidates(&typed(&logical, &[asks, "bob accuses: right"])), ["cat"]);
    let mut game = typed(setup, &[asks]);
    game.turn_habit(Habit::Logician, Agent(1)).expect("is possible");
    assert_eq!(candidates(&game), ["dog"]);
    game.undo().expect("there is something");
    assert_eq!(candidates(&game), ["cat", "dog"]);
}

#[test]
fn cards_face_up_can_be_asked_for() {
    let setup = "players: me, ann, bob, eve\nface up: hall, green\nhand: plum, rope, study, gun\n";
    let game = typed(setup, &["ann: green wrench hall. bob no, eve shows"]);
    let sheet = game.sheet().expect("no limit");
    let wrench = game.setup().deck().cards_called("wrench")[0];
    assert_eq!(sheet.mark(Holder::Agent(Agent(3)), wrench), Mark::Yes, "nothing else can be shown");
    let none = typed(setup, &["ann: green rope hall > me"]);
    assert_eq!(none.entries().len(), 1);
}

fn session(setup: &str) -> AssistSession {
    AssistSession::new(typed(setup, &[]), 1).expect("no limit")
}

/// After one's own wrong accusation one still answers, and is still advised.
#[test]
fn who_has_accused_wrongly_goes_on() {
    for accuser in ["", "accuser: does not look\n"] {
        let mut session = session(&format!("{FOUR}{accuser}"));
        for line in [
            "ann: green wrench kitchen. bob shows",
            "me accuses white dagger lounge: wrong",
            "bob: plum rope lounge. me shows plum",
            "grid",
            "envelope",
            "who",
            "what bob",
            "show bob: plum rope lounge",
            "when",
            "why plum",
            "changes",
            "settings",
            "eve: green wrench kitchen. ann no, bob shows",
        ] {
            let answer = session.answer(line);
            assert!(!answer.is_refusal(), "{line}: {answer:?}");
        }
        for line in ["guess?", "suggest"] {
            let answer = session.answer(line);
            assert!(matches!(answer, AssistAnswer::NotDone(NotDone::IsOut)), "{answer:?}");
        }
        for line in
            ["envelope has white", "envelope has dagger", "envelope has hall", "who", "grid"]
        {
            let answer = session.answer(line);
            assert_eq!(answer.is_refusal(), line.ends_with("hall"), "{line}: {answer:?}");
        }
        for line in ["envelope has kitchen", "who", "what bob", "show bob: plum rope lounge"] {
            let answer = session.answer(line);
            assert!(!answer.is_refusal(), "{line}: {answer:?}");
        }
        let unread = session.answer("me: green wrench kitchen > bob green");
        assert!(unread.is_refusal(), "who is out does not ask");
    }
}

/// What I named in a wrong accusation is known to the others only where they hear it; I know it either way.
#[test]
fn what_is_not_heard_is_not_known() {
    let setup = "category who: cat, dog, cow\nplayers: ann, bob, me\nhand: cow\nhands: 0 1 1\n\
                 accuser: does not look\n";
    for (rule, left) in [("not heard", 3), ("heard", 2)] {
        let mut session = session(&format!("{setup}wrong accusations: {rule}\n"));
        session.answer("me accuses cat: wrong");
        let AssistAnswer::Envelope(sheet) = session.answer("envelope") else {
            panic!("what can be in the envelope")
        };
        assert_eq!(sheet.candidates().len(), 1, "{rule}: I know that it is not the cat");
        let AssistAnswer::Who { close, .. } = session.answer("who") else { panic!("the others") };
        let ann = close.iter().find(|one| one.opponent == Agent(0)).expect("ann plays");
        assert_eq!(
            ann.left.as_ref().map(|left| (left.least, left.most)),
            Ok((left, left)),
            "{rule}"
        );
    }
}

/// What I type of another's wrong accusation the others have not heard by the rules, and I am told so.
#[test]
fn what_only_i_heard_is_pointed_out() {
    let setup = "category who: cat, dog, cow, pig\nplayers: ann, bob, me, eve\nhand: cow\n\
                 hands: 0 1 1 1\naccuser: does not look\n";
    for (rule, left) in [("not heard", 4), ("heard", 3)] {
        let mut session = session(&format!("{setup}wrong accusations: {rule}\n"));
        let AssistAnswer::Done { notes, .. } = session.answer("bob accuses cat: wrong") else {
            panic!("it is entered")
        };
        let said = (rule == "not heard").then_some(Note::OnlyMeHeard(Agent(1)));
        assert_eq!(notes, said.into_iter().collect::<Vec<_>>(), "{rule}");
        let AssistAnswer::Who { close, .. } = session.answer("who") else { panic!("the others") };
        let ann = close.iter().find(|one| one.opponent == Agent(0)).expect("ann plays");
        assert_eq!(
            ann.left.as_ref().map(|left| (left.least, left.most)),
            Ok((left, left)),
            "{rule}"
        );
        session.answer("everybody sees me has cow");
        // What Bob knows now depends on what Bob named, unless all have heard it.
        let AssistAnswer::Done { notes, .. } = session.answer("bob knows it") else {
            panic!("it is entered")
        };
        let counted = (rule == "not heard").then_some(Note::NotCounted(Agent(1)));
        assert_eq!(notes, counted.into_iter().collect::<Vec<_>>(), "{rule}");
    }
}

/// Who has accused wrongly cannot win: they are named as out, and nobody is warned of them.
#[test]
fn who_is_out_is_marked_and_no_longer_warned_of() {
    let mut session = session(FOUR);
    session.answer("ann: green wrench kitchen > bob");
    session.answer("bob accuses: wrong");
    let AssistAnswer::Grid { out, .. } = session.answer("grid") else { panic!("a grid") };
    assert_eq!(out, [Agent(1)]);
    let AssistAnswer::Who { close, out } = session.answer("who") else { panic!("the others") };
    assert_eq!(out, [Agent(1)]);
    assert!(close.iter().all(|one| one.opponent != Agent(1)));
    let AssistAnswer::Guess { guess, .. } = session.answer("guess?") else { panic!("a guess") };
    assert!(guess.threats.iter().all(|threat| threat.opponent != Agent(1)));
    let AssistAnswer::Suggest { ranked, .. } = session.answer("suggest hall") else {
        panic!("suspicions")
    };
    let warned = ranked.iter().filter_map(|one| one.exact.as_ref()?.warnings.as_ref()).flatten();
    for warning in warned {
        let (Warning::Hand { opponent, .. } | Warning::Table { opponent, .. }) = warning;
        assert_ne!(*opponent, Agent(1));
    }
}

#[test]
fn a_finished_game_takes_no_entries() {
    let mut session = session(FOUR);
    session.answer("ann accuses white dagger lounge: right");
    for line in
        ["bob passes", "bob has green", "insert 2: bob passes", "bob: white dagger lounge. none"]
    {
        let answer = session.answer(line);
        let over = matches!(
            &answer,
            AssistAnswer::NotDone(NotDone::Refused { refusal: Refusal::Over(_), .. })
        );
        assert!(over, "{line}: {answer:?}");
    }
    assert!(!session.answer("undo").is_refusal());
    assert!(!session.answer("bob passes").is_refusal());
}

/// The same card shown to me four times says no more than once, unless the player is said to forget.
#[test]
fn a_repeated_show_says_nothing_new() {
    let mut session = session(FOUR);
    let ask = "me: white dagger kitchen. eve shows dagger";
    session.answer(ask);
    let once = session.notebook().sheet().expect("no limit");
    for _ in 0..3 {
        let answer = session.answer(ask);
        assert!(!answer.is_refusal(), "{answer:?}");
    }
    assert_eq!(session.notebook().sheet().expect("no limit").changes_since(&once), []);
    session.answer("forgetful eve");
    assert_ne!(session.notebook().sheet().expect("no limit").changes_since(&once), []);
    session.answer("forgetful eve");
    assert_eq!(session.notebook().sheet().expect("no limit").changes_since(&once), []);
}

/// The seed has no say in whether to accuse and which card to show. In the positions that are recorded it had; `HEXA_CASES=20`
/// tries as many seeds.
#[test]
fn the_same_position_has_the_same_advice() {
    const POSITIONS: [&str; 4] = [
        include_str!("../positions/wavering-1.game"),
        include_str!("../positions/wavering-2.game"),
        include_str!("../positions/wavering-3.game"),
        include_str!("../positions/wavering-4.game"),
    ];
    let cases = std::env::var("HEXA_CASES").ok().and_then(|cases| cases.parse().ok());
    for position in POSITIONS {
        let journal = journal::read(position.as_bytes()).expect("is text");
        let setup = setup::read(&journal.setup).expect("is good");
        let start = Notebook::new(setup, Limits::default()).expect("is good");
        let game = follow(start, &journal.changes).expect("is possible");
        let hand: Vec<Card> = game.setup().hand().to_vec();
        let own = |at: usize| game.setup().deck().category_of(hand[at]);
        let pair = (1..hand.len()).find(|&at| own(at) != own(0)).expect("two categories");
        let categories = game.setup().deck().dealt_categories();
        let asked = categories.iter().enumerate().map(|(at, cards)| match at {
            at if at == own(0) => hand[0],
            at if at == own(pair) => hand[pair],
            _ => cards[0],
        });
        let asked: Vec<&str> = asked.map(|card| game.setup().deck().name(card)).collect();
        for line in ["guess?".to_owned(), format!("show bob: {}", asked.join(" "))] {
            let advice = |seed: u64| {
                let mut session = AssistSession::new(game.clone(), seed).expect("no limit");
                let answer = session.answer(&line);
                assert!(!answer.is_refusal(), "{line}: {answer:?}");
                format!("{answer:?}")
            };
            let first = advice(0);
            for seed in 1..=cases.unwrap_or(1) {
                assert_eq!(advice(seed), first, "{line} with seed {seed}");
            }
        }
    }
}

/// In some editions all others answer, whoever has shown a card.
#[test]
fn everybody_answers_where_the_edition_says_so() {
    let setup = format!("{FOUR}answers: everybody\n");
    let mut session = session(&setup);
    let answer = session.answer("bob: green wrench kitchen. me no, eve shows");
    assert!(answer.is_refusal(), "ann is asked too: {answer:?}");
    let line = "bob: green wrench kitchen. me no, eve shows, ann shows";
    assert!(!session.answer(line).is_refusal());
    assert_eq!(session.notebook().entries()[0].text(session.notebook().setup()), line);
    let line = "me: green wrench kitchen. eve shows green, ann shows wrench, bob no";
    assert!(!session.answer(line).is_refusal());
    let sheet = session.notebook().sheet().expect("no limit");
    let card = |name: &str| session.notebook().setup().deck().cards_called(name)[0];
    assert_eq!(sheet.mark(Holder::Agent(Agent(3)), card("green")), Mark::Yes);
    assert_eq!(sheet.mark(Holder::Agent(Agent(0)), card("wrench")), Mark::Yes);
    for line in ["suggest hall", "guess?"] {
        let answer = session.answer(line);
        assert!(!answer.is_refusal(), "{line}: {answer:?}");
    }
}

/// With six players who all answer there are too many answers to work them out one by one: all suspicions are ranked from deals
/// that were drawn, and that comes to an end.
#[test]
fn six_players_who_all_answer_are_ranked_from_deals_that_were_drawn() {
    let setup =
        "players: ann, bob, me, eve, dan, zoe\nhand: plum, rope, hall\nanswers: everybody\n";
    let AssistAnswer::Suggest { ranked, progress, .. } = session(setup).answer("suggest") else {
        panic!("suspicions")
    };
    assert_eq!((ranked.len(), progress), (324, SuggestProgress::Done));
    let is_drawn = |one: &Suggestion| {
        one.exact.is_none() && matches!(one.basis, Basis::Drawn(many) if many >= 30_000)
    };
    assert!(ranked.iter().all(is_drawn));
}

/// What somebody lets slip where somebody may have seen more is noted and said not to be counted; what they cannot know
/// however it was is refused.
#[test]
fn a_slip_is_counted_or_said_not_to_be_or_refused() {
    let small = "edition: own\ncategory suspects: p1, p2, p3\ncategory rooms: r1, r2, r3, r4\n\
                 players: me, bob, cid\nhands: 2 2 1\nhand: p1, r1\n";
    let mut session = session(small);
    assert!(session.answer("bob knows the suspect").is_refusal(), "bob has seen two cards");
    session.answer("cid: p2 r2. somebody shows");
    let answer = session.answer("cid knows it");
    let cannot = matches!(
        &answer,
        AssistAnswer::NotDone(NotDone::Refused { refusal: Refusal::CannotKnow(Agent(2)), .. })
    );
    assert!(cannot, "cid has seen two cards: {answer:?}");
    let AssistAnswer::Done { notes, .. } = session.answer("bob knows not the room") else {
        panic!("it is possible")
    };
    assert_eq!(notes, [], "that is counted");
    session.answer("bob: p1 r4. cid no, me shows p1");
    session.answer("bob: p3 r3. somebody shows");
    let answer = session.answer("bob knows the suspect");
    let AssistAnswer::Done { notes, .. } = answer else { panic!("it is possible: {answer:?}") };
    assert_eq!(notes, [Note::NotCounted(Agent(1))]);
}

/// A line that comes twice, and a player who moves twice, are remarked.
#[test]
fn what_is_typed_twice_is_questioned() {
    let mut session = session(FOUR);
    let notes = |answer: AssistAnswer| match answer {
        AssistAnswer::Done { notes, .. } => notes,
        other => panic!("{other:?}"),
    };
    let line = "ann: green wrench kitchen. bob shows";
    assert_eq!(notes(session.answer(line)), []);
    assert_eq!(notes(session.answer(line)), [Note::SameAs(0)]);
    assert_eq!(
        notes(session.answer("ann: white wrench kitchen. bob shows")),
        [Note::MovesAgain(Agent(0))]
    );
    assert_eq!(notes(session.answer("bob: white wrench kitchen. me no, eve shows")), []);
}

/// One `undo` takes a whole way out back, and leaving a refused edit out leaves the entry as it was.
#[test]
fn a_fix_is_one_change() {
    let mut session = session(FOUR);
    session.answer("me: white dagger kitchen > eve dagger");
    session.answer("ann passes");
    let before: Vec<Entry> = session.notebook().entries().to_vec();
    let refused = session.answer("bob: green dagger ballroom. me no, eve no, ann shows");
    let AssistAnswer::NotDone(NotDone::Refused { repairs, .. }) = refused else { panic!("clash") };
    let at = repairs.iter().position(|one| one.way == RepairWay::LeaveOut && one.entry == Some(0));
    let letter = (b'a' + at.expect("entry 1 can be left out") as u8) as char;
    assert!(!session.answer(&format!("fix {letter}")).is_refusal());
    assert_eq!(session.notebook().entries().len(), 2);
    session.answer("undo");
    assert_eq!(session.notebook().entries(), before);
    let refused = session.answer("edit 2: ann: green dagger ballroom. bob no, me no, eve no");
    let AssistAnswer::NotDone(NotDone::Refused { repairs, .. }) = refused else { panic!("clash") };
    let at = repairs.iter().position(|one| one.way == RepairWay::LeaveOut && one.entry == Some(1));
    let letter = (b'a' + at.expect("this line can be left out") as u8) as char;
    assert!(matches!(session.answer(&format!("fix {letter}")), AssistAnswer::LeftOut));
    assert_eq!(session.notebook().entries(), before);
}

/// Of a refused edit that is left out the entry stays, and so does all that follows from it: nothing else is told.
#[test]
fn a_refused_edit_that_is_left_out_is_told_to_change_nothing() {
    let mut session = session(FOUR);
    session.answer("me: white dagger kitchen > eve dagger");
    session.answer("ann: green wrench lounge. bob no, me no, eve shows");
    let before = session.notebook().sheet().expect("no limit");
    let refused = session.answer("edit 2: ann: green dagger lounge. bob no, me no, eve no");
    let AssistAnswer::NotDone(NotDone::Refused { repairs, .. }) = refused else { panic!("clash") };
    let left_out = |one: &&Repair| one.way == RepairWay::LeaveOut && one.entry == Some(1);
    let repair = repairs.iter().find(left_out).expect("this line can be left out");
    assert_eq!(repair.follows, [], "bob has no wrench either way");
    assert!(repairs.iter().any(|one| !one.follows.is_empty()), "of others something is told");
    assert_eq!(session.notebook().sheet().expect("no limit"), before);
}

/// Everything that was said before the game can be said anew, and taken back.
#[test]
fn the_set_up_can_be_corrected_in_mid_game() {
    let mut session = session(FOUR);
    session.answer("ann: green wrench kitchen. bob shows");
    session.answer("bob: white dagger lounge. me no, eve shows");
    for line in [
        "set hand: plum, rope, hall, library",
        "set players: ann, Bob, me, Zo\u{eb}",
        "set hands: 5 5 4 4",
        "set hands: 4 4 5 5; hand: plum, rope, hall, library, study",
        "set face up: mustard, ballroom; hands: 4 4 4 4; hand: plum, rope, hall, library",
        "set answers: everybody; answers: until one shows",
        "set accuser: does not look",
    ] {
        let answer = session.answer(line);
        let is_twice = line.contains("everybody");
        assert_eq!(answer.is_refusal(), is_twice, "{line}: {answer:?}");
        assert_eq!(session.notebook().entries().len(), 2);
    }
    assert_eq!(session.notebook().setup().players_called("zoe"), [Agent(3)]);
    assert!(session.answer("set hand: plum, rope").is_refusal());
    assert!(session.answer("set players: ann, bob").is_refusal());
    for _ in 0..6 {
        assert!(!session.answer("undo").is_refusal());
    }
    assert_eq!(*session.notebook().setup(), setup::read(FOUR).expect("is good"));
    let clash = session.answer("eve has plum");
    assert!(clash.is_refusal(), "I have it: {clash:?}");
}

/// What would follow from a line is told, and nothing is entered.
#[test]
fn what_if_enters_nothing() {
    let mut session = session(FOUR);
    let answer = session.answer("what if bob has white, wrench");
    let AssistAnswer::WhatIf { decided, .. } = answer else { panic!("{answer:?}") };
    let found = decided.iter().filter(|change| change.after.mark() == Mark::Yes).count();
    assert_eq!((found, session.notebook().entries().len()), (2, 0));
    assert!(session.answer("what if bob has plum").is_refusal(), "I have it");
}

/// The sheet is written as a table and as a picture, with everything that is in the grid.
#[test]
fn the_sheet_is_written_for_other_programs() {
    let mut session = session(FOUR);
    session.answer("me: white dagger kitchen > eve dagger");
    let mut written = |file: &str| match session.answer(&format!("sheet-as {file}")) {
        AssistAnswer::SheetAs { content, .. } => String::from_utf8(content).expect("is text"),
        other => panic!("{other:?}"),
    };
    let text = written("a.csv");
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert_eq!(lines[0], "category,card,ann,bob,me,eve,envelope");
    assert_eq!(lines.len(), 23);
    assert!(lines.contains(&"weapons,dagger,-,-,-,yes,-"), "{text}");
    let text = written("a.svg");
    assert_eq!(text.matches("<text").count(), 21 * 6 + 3 * 6);
    assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
    assert!(session.answer("sheet-as a.doc").is_refusal());
}

/// As a picture of dots, the sheet has ink of the three kinds where the texts are; a name that cannot be drawn is refused.
#[cfg(feature = "png")]
#[test]
fn the_sheet_is_drawn_in_dots() {
    let mut drawn = session(FOUR);
    drawn.answer("me: white dagger kitchen > eve dagger");
    let AssistAnswer::SheetAs { content, .. } = drawn.answer("sheet-as a.png") else {
        panic!("a picture")
    };
    let mut reader = png::Decoder::new(std::io::Cursor::new(content)).read_info().expect("is PNG");
    let mut dots = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut dots).expect("a picture");
    let many = |color: [u8; 3]| dots.chunks(3).filter(|dot| **dot == color).count();
    for ink in [[0, 0, 0], [0x0a, 0x7a, 0x2f], [0x99, 0x99, 0x99], [255, 255, 255]] {
        assert!(many(ink) > 20, "{ink:?}: {}", many(ink));
    }
    let mut strange = session(&FOUR.replace("eve", "\u{4e8c}"));
    let answer = strange.answer("sheet-as a.png");
    assert!(matches!(answer, AssistAnswer::NotDone(NotDone::NoGlyph(_))), "{answer:?}");
}
