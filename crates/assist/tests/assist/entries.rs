//! Lines that are typed: what they say, how they are printed, and what is wrong with them.

use crate::play::{Table, one_of};
use hexa_assist::entry::{
    AccusationVerdict, AnswerGiven, Context, Ending, Entry, Having, Knowing, SeenBy, Trouble,
    completions, read,
};
use hexa_assist::setup::{self, Setup};
use hexa_assist::words::Words;
use hexa_logic::{Agent, Card, Holder, Stream};

fn setup() -> Setup {
    setup::read("players: ann, bob, me, eve\nhand: plum, rope, hall, study\n").expect("is good")
}

fn text(line: &str) -> String {
    let setup = setup();
    match read(Context { setup: &setup, out: &[] }, line) {
        Ok(entry) => entry.text(&setup),
        Err(unread) => {
            let (what, help) = Words { setup: &setup }.unread(line, &unread);
            let help = help.map_or(String::new(), |help| format!(" ({help})"));
            format!("{}..{}: {what}{help}", unread.at.start, unread.at.end)
        }
    }
}

fn trouble(line: &str) -> Trouble {
    let setup = setup();
    read(Context { setup: &setup, out: &[] }, line).expect_err(line).trouble
}

#[test]
fn lines_are_read_in_whatever_way_they_are_typed() {
    let full = "bob: mustard rope lounge. me shows rope";
    for line in [
        "bob: mustard rope lounge. me shows rope",
        "bob: mustard, rope, lounge; me shows",
        "Bob: colonel mustard ROPE sitting room me rope",
        "b: mu ro lo. me yes.",
        "bob: mustard rope lounge > me",
        "bob asks mustard rope lounge me ro",
    ] {
        assert_eq!(text(line), full, "{line}");
    }
    assert_eq!(
        text("eve: green gun dining room. all no"),
        "eve: green revolver dining room. ann no, bob no, me no"
    );
    assert_eq!(
        text("eve: green pistol kit > me"),
        "eve: green revolver kitchen. ann no, bob no, me shows"
    );
    assert_eq!(
        text("ann: green gun hall. bob no somebody shows"),
        "ann: green revolver hall. bob no, somebody shows"
    );
    assert_eq!(
        text("ann: green gun kit. bob ? me no eve ?"),
        "ann: green revolver kitchen. bob ?, me no, eve ?"
    );
    assert_eq!(text("ann accuses wrong"), "ann accuses: wrong");
    assert_eq!(
        text("ann accuses green gun kitchen: right"),
        "ann accuses green revolver kitchen: right"
    );
    assert_eq!(text("ann does not know the weapon"), "ann knows not the weapon");
    assert_eq!(text("all see that ann has no lead pipe"), "everybody sees ann has not lead pipe");
    assert_eq!(text("table has spanner"), "envelope has wrench");
    assert_eq!(text("i pass"), "me passes");
    for (line, full) in [
        ("ann: Mrs. White, rope, kitchen > none", "ann: white rope kitchen. bob no, me no, eve no"),
        ("ann: Rev. Green rope kitchen > nobody", "ann: green rope kitchen. bob no, me no, eve no"),
        (
            "ann: Col. Mustard, gun, Hall. bob passes, me no, eve shows",
            "ann: mustard revolver hall. bob no, me no, eve shows",
        ),
        ("bob knows it", "bob knows it"),
        ("bob does not know the envelope", "bob knows not it"),
        ("bob shows me white", "bob has white"),
        ("ann has white, wrench", "ann has white, wrench"),
        ("ann has not white or wrench", "ann has not white, wrench"),
    ] {
        assert_eq!(text(line), full, "{line}");
    }
}

/// What is said at the table, and what the program itself says, is read.
#[test]
fn suspicions_and_hands_are_read_as_they_are_spoken() {
    for (line, read) in [
        (
            "bob: Miss Scarlett with the lead pipe in the hall. me no, eve shows",
            "bob: scarlett lead pipe hall. me no, eve shows",
        ),
        (
            "bob suspects Colonel Mustard, the rope and the kitchen > ann",
            "bob: mustard rope kitchen. me no, eve no, ann shows",
        ),
        (
            "bob accuses plum with the dagger in the study: wrong",
            "bob accuses plum dagger study: wrong",
        ),
        ("bob has the wrench", "bob has wrench"),
        ("bob showed me the wrench", "bob has wrench"),
        ("bob does not have white, wrench or lounge", "bob has not white, wrench, lounge"),
        ("bob doesn't have the wrench", "bob has not wrench"),
        ("i dont have white", "me has not white"),
        ("bob hasnt white", "bob has not white"),
        ("bob doesnt know the room", "bob knows not the room"),
        ("me: white dagger hall. eve shows me dagger", "me: white dagger hall. eve shows dagger"),
        (
            "me: white dagger hall. eve shows the dagger to me",
            "me: white dagger hall. eve shows dagger",
        ),
        (
            "bob: white dagger lounge. me no, eve shows him a card",
            "bob: white dagger lounge. me no, eve shows",
        ),
        (
            "bob asks for white dagger lounge > eve shows bob something",
            "bob: white dagger lounge. me no, eve shows",
        ),
        (
            "bob: white dagger lounge - me no - eve shows one",
            "bob: white dagger lounge. me no, eve shows",
        ),
        ("bob accuses plum dagger study - wrong", "bob accuses plum dagger study: wrong"),
        ("bob accused plum, dagger, study and was wrong", "bob accuses plum dagger study: wrong"),
        ("bob wins", "bob accuses: right"),
        ("bob: pass", "bob passes"),
        ("bob ends their move.", "bob passes"),
        ("bob does not accuse", "bob passes"),
    ] {
        assert_eq!(text(line), read, "{line}");
    }
    let with = Trouble::UnknownCard { similar: Vec::new() };
    assert_eq!(trouble("bob: plum with the sword in the hall. me no, eve shows"), with);
}

/// A word that could be several cards is the one whose category is missing.
#[test]
fn categories_tell_abbreviations_apart() {
    assert_eq!(text("ann: pl ro k. none"), "ann: plum rope kitchen. bob no, me no, eve no");
    assert_eq!(text("ann: pl k hall. none"), "ann: plum dagger hall. bob no, me no, eve no");
    assert_eq!(text("ann: gr rev kit. none"), "ann: green revolver kitchen. bob no, me no, eve no");
    assert!(matches!(trouble("ann: s w k. none"), Trouble::SeveralCards(_)));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let told = [
        (
            "bob: plum rpe hall > eve",
            "10..13: there is no card called `rpe` (did you mean `rope`?)",
        ),
        (
            "bob: plum rope > eve",
            "15..16: one of the rooms is missing (name one card of each category)",
        ),
        (
            "bob: plum rope white > eve",
            "15..20: two of the suspects, and none of the rooms (name one card of each category)",
        ),
        ("bob: p rope hall > eve", "5..6: this can be plum or peacock (type one letter more)"),
        ("me: plum rope hall > eve", "21..24: you saw which card it was (name it after `shows`)"),
        ("me: plum rope hall > eve white", "25..30: white was not asked for"),
        (
            "bob: plum rope hall. me shows",
            "24..29: you have plum, rope and hall: which one did you show? (name it after `shows`)",
        ),
        (
            "me: plum rope hall. eve shows me a card",
            "24..29: you saw which card it was (name it after `shows`)",
        ),
        ("bob: plum rope hall. bob no", "21..24: bob asks, and does not answer"),
        ("bob: plum rope hall. me no, me no", "28..30: it was your turn before"),
        ("me: plum rope hall. somebody shows", "20..28: you know who showed a card here"),
        (
            "zoe: plum rope hall > eve",
            "0..3: there is no player and no command called `zoe` (the players are ann, bob, me and eve; `help` lists the commands)",
        ),
        ("envelope accuses: wrong", "0..8: the envelope does not play"),
        (
            "bob knows the garden",
            "14..20: there is no category called `garden` (say suspect, weapon or room)",
        ),
    ];
    for (line, expected) in told {
        assert_eq!(text(line), expected, "{line}");
    }
    let skipped = trouble("bob: plum rope hall. ann no");
    assert_eq!(skipped, Trouble::Skipped(vec![Agent(2), Agent(3)]));
    assert_eq!(
        trouble("bob: white gun kitchen. me no"),
        Trouble::Unanswered(vec![Agent(3), Agent(0)])
    );
    assert_eq!(trouble("bob: white gun kitchen > eve, ann no"), Trouble::AfterShow);
}

#[test]
fn no_line_is_too_strange() {
    let pieces = [
        "bob",
        "me",
        ":",
        ">",
        ",",
        "plum",
        "pl",
        "rope",
        "hall",
        "shows",
        "no",
        "?",
        "accuses",
        "wrong",
        "has",
        "not",
        "knows",
        "the",
        "room",
        "somebody",
        "é\u{301}",
        "\u{0}",
        "everybody",
        "sees",
        "none",
        "dining room",
        "p",
        "envelope",
        "  ",
        "12",
        "passes",
    ];
    let (setup, mut stream) = (setup(), Stream::new("strange lines", 7));
    for _ in 0..20_000 {
        let many = stream.below(12);
        let line: Vec<&str> = (0..many).map(|_| one_of(&mut stream, &pieces)).collect();
        let line = line.join(" ");
        let context = Context { setup: &setup, out: &[] };
        match read(context, &line) {
            Ok(entry) => assert_eq!(read(context, &entry.text(&setup)), Ok(entry), "{line}"),
            Err(unread) => {
                assert!(line.get(unread.at.clone()).is_some(), "{line}: {unread:?}");
                assert!(!Words { setup: &setup }.unread(&line, &unread).0.is_empty());
            }
        }
        let (start, _) = completions(context, &line, line.len());
        assert!(line.get(start..).is_some(), "{line}");
    }
}

#[test]
fn entries_read_back_as_they_are_printed() {
    let mut stream = Stream::new("entries", 1);
    let mut kinds = 0;
    for players in 3..=6 {
        let table = Table::dealt(players, &mut stream);
        let setup = &table.setup;
        let context = Context { setup, out: &[] };
        for _ in 0..200 {
            let entry = random(&table, &mut stream);
            let line = entry.text(setup);
            assert_eq!(read(context, &line), Ok(entry.clone()), "{line}");
            kinds |= 1
                << std::mem::discriminant(&entry)
                    .eq(&std::mem::discriminant(&Entry::Pass(Agent(0)))) as u32;
        }
    }
    assert_eq!(kinds, 3, "passes and others");
}

fn random(table: &Table, stream: &mut Stream) -> Entry {
    let setup = &table.setup;
    let many = setup.players().len();
    let player = Agent::from_index(stream.below(many));
    let card = Card::from_index(stream.below(setup.deck().dealt_count()));
    let each = |stream: &mut Stream| {
        setup.deck().dealt_categories().iter().map(|cards| one_of(stream, cards)).collect()
    };
    match stream.below(6) {
        0 => Entry::Pass(player),
        1 => Entry::Accusation {
            accuser: player,
            named: (stream.below(2) == 0).then(|| each(stream)),
            verdict: one_of(stream, &[AccusationVerdict::Right, AccusationVerdict::Wrong]),
        },
        2 => Entry::Seen {
            holder: one_of(stream, &[Holder::Table, Holder::Agent(player)]),
            cards: vec![card],
            having: one_of(stream, &[Having::Has, Having::HasNot]),
            by: one_of(stream, &[SeenBy::Me, SeenBy::Everybody]),
        },
        3 => Entry::Slip {
            player,
            category: one_of(stream, &[None, Some(0), Some(1), Some(2)]),
            knowing: one_of(stream, &[Knowing::Knows, Knowing::KnowsNot]),
        },
        _ => loosened(setup, table.suspicion(player, stream), stream),
    }
}

/// A suspicion of which something was missed.
fn loosened(setup: &Setup, entry: Entry, stream: &mut Stream) -> Entry {
    let Entry::Suspicion { asker, cards, mut answers, .. } = entry else { return entry };
    let mut ending = Ending::Answered;
    let is_mine = |player: Agent| player == setup.me() || asker == setup.me();
    match answers.last() {
        Some(&(player, AnswerGiven::Shows(_))) if stream.below(2) == 0 && !is_mine(player) => {
            answers.pop();
            ending = Ending::Somebody;
        }
        Some(&(player, AnswerGiven::Shows(None))) if stream.below(2) == 0 && !is_mine(player) => {
            let at = answers.len() - 1;
            answers[at].1 = AnswerGiven::Shows(Some(one_of(stream, &cards)));
        }
        _ => {}
    }
    for answer in &mut answers {
        if answer.1 == AnswerGiven::No && stream.below(3) == 0 {
            answer.1 = AnswerGiven::Missed;
        }
    }
    Entry::Suspicion { asker, cards, answers, ending }
}

#[test]
fn what_can_come_next_is_offered() {
    let setup = setup();
    let context = Context { setup: &setup, out: &[] };
    let offered = |line: &str| completions(context, line, line.len());
    assert_eq!(offered("b"), (0, vec!["bob".to_owned()]));
    assert_eq!(offered("bob: plum rope ha"), (15, vec!["hall".to_owned()]));
    assert_eq!(offered("bob: plum rope hall. s"), (21, vec!["somebody shows".to_owned()]));
    assert_eq!(offered("bob acc"), (4, vec!["accuses".to_owned()]));
    assert_eq!(offered("bob accuses plum rope hall: w"), (28, vec!["wrong".to_owned()]));
    assert_eq!(offered("bob knows the r"), (14, vec!["room".to_owned()]));
    assert!(offered("").1.contains(&"grid".to_owned()));
    assert!(offered("gr").1.contains(&"grid".to_owned()));
}
