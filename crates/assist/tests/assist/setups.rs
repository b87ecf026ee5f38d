//! Set-ups: what they say, and all that is wrong with them at once.

use hexa_assist::setup::{Draft, SetupFlaw, read, write};
use hexa_assist::words::mistake;
use hexa_assist::{command, dialogue::Dialogue, dialogue::Question, dialogue::Scope};
use hexa_engine::Limits;

fn mistakes(text: &str) -> Vec<String> {
    read(text).expect_err(text).iter().map(mistake).collect()
}

#[test]
fn a_set_up_reads_back_as_it_is_written() {
    let texts = [
        "players: ann, bob, me\nhand: plum, rope, hall, study, gun, white\n",
        "players: ann, bob, cat\nme: bob\nface up: hall, green\nhands: 6 5 5\nhand: plum rope, study, pipe, gun, white\n",
        "players: ann, me\nnumber of players: 2 allowed\nhand: plum, green, white, rope, pipe, gun, hall, study, lounge\n\
         wrong accusations: heard\nafter accusing: not asked\nlast player: must accuse\nstaying: forbidden\nlogicians: ann\n",
        "category who: cat, dog (hound, puppy), cow\ncategory where: barn, field (big field)\nplayers: a, b, me\nhand: dog\n",
    ];
    for text in texts {
        let text = text.replace("plum rope,", "plum, ");
        let setup = read(&text).unwrap_or_else(|mistakes| panic!("{text}\n{mistakes:?}"));
        assert_eq!(read(&write(&setup)), Ok(setup.clone()), "{}", write(&setup));
        assert!(setup.record(Limits::default()).is_ok());
    }
}

#[test]
fn all_mistakes_are_told_together() {
    assert_eq!(
        mistakes(
            "players: ann, ann, table, x/y\nhand: plum, prune, p, rope\nhands: 1 2\nlogicians: zoe\n"
        ),
        [
            "two players are called `ann`",
            "no player can be called `table`: that word means something else",
            "`x/y` cannot be a name: take words of letters, with digits if you like",
            "which player are you? Call one `me`, or write `me: NAME`",
            "there are 4 players, but 2 sizes of hands",
            "there is no card called `prune`",
            "`p` can be plum, peacock, lead pipe, revolver or billiard room",
            "there is no player called `zoe`",
        ]
    );
    assert_eq!(
        mistakes("playrs: ann\nhands: two\n\nplayers ann\nstaying: perhaps\nstaying: allowed\n"),
        [
            "line 1: there is no setting `playrs`; did you mean `players`?",
            "line 2: `two` is not a number",
            "line 4: `players ann` sets nothing; write for example `players: ann, bob, me`",
            "line 5: `staying` cannot be `perhaps`, but `allowed` or `forbidden`",
            "line 6: `staying` is set twice",
        ]
    );
    assert_eq!(
        mistakes("players: me, you\nhand: plum\n")[0],
        "2 cannot play: there must be 3 to 6 players; `number of players: 2 allowed` lets two play"
    );
    assert_eq!(
        mistakes("players: me, ann, bob\nhand: plum, rope, hall\n"),
        ["you have 6 cards, but named 3; if the hands are dealt otherwise, tell their sizes"]
    );
    assert_eq!(
        mistakes(
            "category who: cat\ncategory where: barn, cat\nplayers: me, ann, bob\nface up: barn\n"
        )[0],
        "two cards are called cat"
    );
}

#[test]
fn cards_face_up_are_nobody_s() {
    let text = "players: me, ann, bob, eve\nface up: hall, green\nhand: plum, rope, study, gun\n";
    let setup = read(text).expect("is good");
    let sizes: Vec<usize> = setup.players().map(|player| setup.size(player)).collect();
    assert_eq!(sizes, [4, 4, 4, 4]);
    assert_eq!(setup.deck().dealt_count(), 19);
    let sheet = hexa_assist::sheet::Sheet::of(&setup.record(Limits::default()).expect("is dealt"))
        .expect("is small");
    assert_eq!(sheet.candidates().len(), 4 * 4 * 7);
}

#[test]
fn questions_can_be_answered_by_return_where_there_is_a_default() {
    let mut dialogue = Dialogue::new(Draft::default(), Scope::All);
    let answers = [
        (Question::Cards, ""),
        (Question::Players, "ann bob carl"),
        (Question::Me, "bob"),
        (Question::FaceUp, ""),
        (Question::Sizes, ""),
        (Question::Hand, "plum rope dining room, lead pipe gun white"),
        (Question::Logicians, ""),
        (Question::Rules, ""),
    ];
    for (question, answer) in answers {
        assert_eq!(dialogue.question(), Some(question));
        assert_eq!(dialogue.answer(answer), Ok(()), "{question:?}");
    }
    assert_eq!(dialogue.question(), None);
    assert_eq!(dialogue.setup().expect("all is said").hand().len(), 6);
}

#[test]
fn one_can_go_back_in_the_questions() {
    let mut dialogue = Dialogue::new(Draft::default(), Scope::All);
    dialogue.answer("").expect("the classic cards");
    assert!(dialogue.answer("ann").is_err(), "too few");
    assert_eq!(dialogue.question(), Some(Question::Players));
    dialogue.answer("ann me eve").expect("three can play");
    assert_eq!(dialogue.question(), Some(Question::FaceUp), "`me` is me");
    dialogue.back();
    assert_eq!(dialogue.question(), Some(Question::Players));
    dialogue.answer("ann me eve bob").expect("four can play");
    dialogue.answer("").expect("none");
    assert_eq!(dialogue.sizes(), [5, 5, 4, 4]);
    assert!(dialogue.answer("4 4").is_err());
    dialogue.answer("4 5 4 5").expect("they add up");
    assert_eq!(dialogue.hand_size(), Some(5));
    assert!(dialogue.answer("plum").is_err());
}

#[test]
fn a_file_need_not_say_everything() {
    let draft =
        hexa_assist::setup::draft("players: ann, me, bob\nstaying: forbidden\n").expect("is good");
    let mut dialogue = Dialogue::new(draft, Scope::Missing);
    assert_eq!(dialogue.question(), Some(Question::Hand));
    dialogue.answer("plum rope hall study gun white").expect("six cards");
    assert_eq!(dialogue.question(), None);
}

#[test]
fn no_player_is_called_like_a_command() {
    for word in command::words() {
        let text = format!("players: me, ann, {word}\nhand: plum, rope, hall, study, gun, white\n");
        assert!(read(&text).is_err(), "{word}");
    }
}

/// Players can be called as people are.
#[test]
fn names_are_those_of_people() {
    let text =
        "players: Grandma Jo, me, Zo\u{eb}\nhand: plum, rope, hall, study, gun, Mrs. White\n";
    let setup = read(text).expect("is good");
    let entry = hexa_assist::entry::read(
        hexa_assist::entry::Context { setup: &setup, out: &[] },
        "grandma jo: green wrench kitchen. me no, zoe shows",
    );
    let entry = entry.expect("is read");
    assert_eq!(entry.text(&setup), "Grandma Jo: green wrench kitchen. me no, Zo\u{eb} shows");
    assert_eq!(read(&hexa_assist::setup::write(&setup)), Ok(setup));
    let mut dialogue = Dialogue::new(Draft::default(), Scope::All);
    dialogue.answer("").expect("the classic cards");
    dialogue.answer("Grandma Jo, bob, me").expect("three can play");
    assert_eq!(dialogue.players(), ["Grandma Jo", "bob", "me"]);
}

/// A category that is named has other cards; the others stay.
#[test]
fn one_category_line_changes_that_category_only() {
    let text = "category weapons: poison, rope, wrench, gun, pipe, axe\nplayers: me, ann, bob\n\
                hand: plum, rope, hall, study, gun, white\n";
    let setup = read(text).expect("is good");
    let sizes: Vec<usize> = setup.deck().categories().iter().map(|one| one.cards.len()).collect();
    assert_eq!(sizes, [6, 6, 9]);
    assert_eq!(read(&hexa_assist::setup::write(&setup)), Ok(setup));
}

/// Editions have their cards by name, and say where the lists were found.
#[test]
fn editions_are_known_by_name() {
    let hand = "plum, rope, hall, study, gun, orchid";
    let setup = read(&format!("edition: Dr. Orchid\nplayers: me, ann, bob\nhand: {hand}\n"));
    let setup = setup.expect("is good");
    assert!(setup.deck().cards_called("white").is_empty());
    assert_eq!(read(&hexa_assist::setup::write(&setup)), Ok(setup));
    let text = "edition: master detective\nplayers: me, ann, bob, eve, fay, gus, hal\n\
                hands: 4 4 4 4 4 4 3\nhand: brunette, horseshoe, gazebo, plum\n";
    let setup = read(text).expect("is good");
    assert_eq!(setup.deck().cards().len(), 30);
    let unknown = mistakes("edition: zzz\nplayers: me, ann, bob\n");
    assert!(unknown[0].contains("master detective"), "{unknown:?}");
    for list in hexa_games::cluedo::card_list::CardList::ALL {
        assert!(list.sources.len() >= 2, "{list:?}");
    }
}

/// Going back does not forget what was said, and nothing that is typed at the last question loses the rest.
#[test]
fn going_back_remembers_and_no_slip_loses_the_set_up() {
    let mut dialogue = Dialogue::new(Draft::default(), Scope::All);
    dialogue.answer("").expect("the classic cards");
    dialogue.answer("ann bob me").expect("three can play");
    dialogue.answer("").expect("none");
    dialogue.answer("").expect("even");
    dialogue.answer("plum rope hall study gun white").expect("six cards");
    dialogue.back();
    dialogue.back();
    assert_eq!(dialogue.question(), Some(Question::Sizes));
    dialogue.answer("").expect("even");
    assert_eq!(dialogue.given(), Some("plum rope hall study gun white"));
    dialogue.answer("").expect("the same cards");
    dialogue.answer("").expect("nobody");
    assert_eq!(dialogue.question(), Some(Question::Rules));
    for slip in ["bob: plum rope hall > ann", "players: ann", "hand: plum", "zzz", "wrong: x"] {
        assert!(dialogue.answer(slip).is_err(), "{slip}");
    }
    dialogue.answer("staying: forbidden").expect("a rule");
    dialogue.answer("").expect("no more");
    assert_eq!(dialogue.setup().expect("all is said").hand().len(), 6);
}

/// What happens in the game is no answer to a question before it, whoever it is about.
#[test]
fn a_move_is_no_answer_to_a_question_before_the_game() {
    let mut dialogue = Dialogue::new(Draft::default(), Scope::All);
    for answer in ["", "ann, Grandma Jo, me, Zo\u{eb}"] {
        dialogue.answer(answer).expect("an answer");
    }
    for answer in ["", "", "plum rope hall study", "", "staying: forbidden"] {
        for line in ["Grandma Jo: plum rope hall > none", "zoe: plum rope hall > ann", "ann > me"] {
            let told = vec![SetupFlaw::MoveBeforeGame(line.to_owned())];
            assert_eq!(dialogue.answer(line), Err(told));
        }
        dialogue.answer(answer).expect("an answer");
    }
    dialogue.answer("").expect("no more");
    assert_eq!(dialogue.setup().expect("all is said").players().len(), 4);
}

/// Every edition can be set up by answering questions: other cards, more players, and two.
#[test]
fn questions_lead_to_every_edition() {
    let setup = |answers: &[&str]| {
        let mut dialogue = Dialogue::new(Draft::default(), Scope::All);
        for answer in answers {
            dialogue.answer(answer).unwrap_or_else(|flaws| panic!("{answer}: {flaws:?}"));
        }
        assert_eq!(dialogue.question(), None, "{answers:?}");
        dialogue.setup().expect("all is said")
    };
    let master = setup(&[
        "master detective",
        "me, ann, bob, eve, fay, gus, hal, ida",
        "",
        "",
        "brunette, horseshoe, gazebo, plum",
        "",
        "",
    ]);
    assert_eq!((master.deck().cards().len(), master.players().len()), (30, 8));
    let own = setup(&[
        "category weapons: axe, rope, poison",
        "category rooms: hall, study, attic",
        "",
        "me, ann",
        "",
        "",
        "axe, hall, plum, green, white",
        "",
        "",
    ]);
    let sizes: Vec<usize> = own.deck().categories().iter().map(|one| one.cards.len()).collect();
    assert_eq!((sizes, own.players().len()), (vec![6, 3, 3], 2));
    let mut dialogue = Dialogue::new(Draft::default(), Scope::All);
    assert!(dialogue.answer("ann, bob, me").is_err(), "no edition is called so");
    dialogue.answer("own").expect("line by line");
    assert!(dialogue.answer("").is_err(), "there must be cards");
    assert_eq!(dialogue.question(), Some(Question::Cards));
}
