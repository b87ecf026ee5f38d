//! Tables as they are sat at: what is shown depends on what may be seen, plays go on wherever they were left, and logs that
//! were changed are refused with the line.

use super::log::{self, LogEntry, LogHead};
use super::{
    Asked, Desk, KnownDetail, KnownShown, ReplayFor, Sat, SeatWishes, Seating, Table, TableEvent,
    player_of, replay, sit,
};
use crate::game_argument::{GameName, OpenedGame, open_game};
use crate::strategy_argument::NoStrategyTexts;
use crate::words::table as words;
use hexa_games::game::Player;
use hexa_logic::Stop;

/// A desk where lines are read from a list, and what is shown is kept.
#[derive(Default)]
struct Paper {
    typed: Vec<String>,
    shown: String,
    log: Vec<u8>,
    /// The log cannot be written any more after so many lines.
    room: Option<usize>,
}

impl Desk for Paper {
    type Broken = ();

    fn show(&mut self, event: &TableEvent) -> Result<(), ()> {
        for line in words::event(event, 80) {
            self.shown += &format!("{}\n", line.text);
        }
        Ok(())
    }

    fn hide(&mut self) -> Result<(), ()> {
        self.shown += HIDDEN;
        Ok(())
    }

    fn ask(&mut self, asked: &Asked<'_>) -> Result<Option<String>, ()> {
        if *asked == Asked::Read {
            self.shown += "read?\n";
            return Ok(Some(String::new()));
        }
        Ok((!self.typed.is_empty()).then(|| self.typed.remove(0)))
    }

    fn begin(&mut self) {}

    fn keep(&mut self, entry: &LogEntry) -> Result<(), String> {
        if let Some(room) = &mut self.room {
            *room = room.checked_sub(1).ok_or("the disk is full")?;
        }
        self.log.extend(format!("{entry}\n").bytes());
        Ok(())
    }

    fn save(&mut self, _: &str, log: &str) -> Result<(), String> {
        self.log = log.as_bytes().to_vec();
        Ok(())
    }
}

/// Where the paper is turned over.
const HIDDEN: &str = "------\n";

fn open(name: &str) -> OpenedGame {
    let name = GameName::read(name).expect("a name");
    open_game(&name, None, &Stop::new()).expect("a game")
}

fn table(game: &str, seats: &[&str], against: &[&str], seed: u64) -> Table {
    table_of(open(game), seats, against, seed)
}

fn table_of(opened: OpenedGame, seats: &[&str], against: &[&str], seed: u64) -> Table {
    let texts = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let wishes = SeatWishes { persons: texts(seats), against: texts(against) };
    let head = LogHead {
        game: opened.name.to_string(),
        fingerprint: opened.fingerprint,
        version: "test".to_owned(),
        seed,
        limit: None,
        seating: Seating::arrange(&wishes, &opened.game).expect("seats"),
        strategies: Vec::new(),
    };
    Table::begin(opened, head, Box::new(NoStrategyTexts), &Stop::new()).expect("a table")
}

fn play(mut table: Table, typed: &[&str]) -> (Paper, Sat) {
    let typed = typed.iter().map(|&line| line.to_owned()).collect();
    let log = table.log_text().into_bytes();
    let mut paper = Paper { typed, log, ..Paper::default() };
    let sat = sit(&mut table, &mut paper, &Stop::new()).expect("paper does not break");
    (paper, sat)
}

const CARDS: &str = "knowledge(hands=1,1,1; ask=1)";

/// A play of the three-card game that begins with this deal.
fn dealt(deal: &str) -> Table {
    let mut table = table(CARDS, &["1", "2"], &["random"], 1);
    table.take(&LogEntry::Chance(deal.to_owned())).expect("a deal");
    table
}

#[test]
fn positions_that_a_player_cannot_tell_apart_look_the_same_to_them() {
    // Player 1 holds k in both; who holds l and m is not for them to see.
    let typed = [
        "",
        "view",
        "know",
        "chances",
        "why k_1",
        "why l_2",
        "why x",
        "hint",
        "hint montecarlo",
        "log",
        "moves",
        "ask",
        "nonsense",
        "help",
        "ask 2 for k",
    ];
    let (one, _) = play(dealt("k | l | m"), &typed);
    let (other, _) = play(dealt("k | m | l"), &typed);
    assert!(one.shown.contains("you get k") && one.shown.contains("1 cannot win"), "{}", one.shown);
    assert_eq!(one.shown, other.shown);
    assert_ne!(one.log, other.log);
    // Then the screen goes to player 2, who sees something else.
    let mut typed = typed.to_vec();
    typed.extend(["", "view"]);
    let (one, _) = play(dealt("k | l | m"), &typed);
    let (other, _) = play(dealt("k | m | l"), &typed);
    assert_ne!(one.shown, other.shown);
}

#[test]
fn only_the_person_who_is_asked_sees_the_screen() {
    let (paper, _) = play(dealt("k | l | m"), &["", "ask 2 for k", "", "view"]);
    let (first, second) = paper.shown.split_once("Pass the screen to 2.").expect("it is passed");
    assert!(first.contains("you get k") && !first.contains("you get l"), "{first}");
    assert!(first.contains("1 cannot win"), "the first player hears the answer: {first}");
    assert!(second.contains("you get l") && !second.contains("you get k"), "{second}");
    // It is empty when 2 is called: what 1 was told is hidden as soon as they have read it.
    assert!(first.ends_with(&format!("1 cannot win\nread?\n{HIDDEN}")), "{first}");
    assert!(second.starts_with(&format!("\n{HIDDEN}")), "{second}");
}

#[test]
fn a_play_goes_on_wherever_it_was_left_as_if_it_had_not_been() {
    for (game, against) in
        [("kuhn(cards=4)", "montecarlo(samples=5)"), (CARDS, "logician"), (CARDS, "random")]
    {
        for seed in 1..4 {
            let typed = ["1", "undo", "2", "1", "undo", "3", "1", "2", "1", "1", "1", "1"];
            let (whole, _) = play(table(game, &[], &[against], seed), &typed);
            let text = String::from_utf8(whole.log.clone()).expect("text");
            let head = text.find("---\n").expect("a head") + 4;
            // Cut in the middle of lines, too.
            for cut in (head..=text.len()).step_by(3) {
                let log = log::read(&text.as_bytes()[..cut]).expect("a log");
                let mut table = Table::resume(
                    open(game),
                    &log,
                    "a.play",
                    Box::new(NoStrategyTexts),
                    &Stop::new(),
                )
                .unwrap_or_else(|problem| panic!("{}: {:?}", problem.message, problem.notes));
                let mut paper =
                    Paper { log: text.as_bytes()[..log.end as usize].to_vec(), ..Paper::default() };
                // What persons chose in the whole play is chosen again; everybody else chooses anew.
                let rest = &text[log.end as usize..];
                let own = |line: &str| {
                    let made = line.strip_prefix("move 1: ").map(str::to_owned);
                    made.or_else(|| line.starts_with("undo").then(|| "undo".to_owned()))
                };
                paper.typed = rest.lines().filter_map(own).collect();
                sit(&mut table, &mut paper, &Stop::new()).expect("paper does not break");
                assert_eq!(String::from_utf8_lossy(&paper.log), text, "{game} {seed} {cut}");
            }
        }
    }
}

/// Notes are taken at every turn of the person who wants them, at the level that they want, also where there are too many
/// positions to list.
#[test]
fn notes_are_taken_at_every_turn() {
    let typed = ["notes reasons", "suspect mustard wrench hall", "quit"];
    let (paper, _) = play(table("cluedo(players=3)", &[], &["random"], 3), &typed);
    let grids = paper.shown.matches("  mustard ").count();
    assert_eq!(grids, 2, "{}", paper.shown);
    // What follows from the same is told together.
    let first = "and scarlett_1. You have known it since you heard this:\n";
    assert_eq!(paper.shown.matches(first).count(), 1, "{}", paper.shown);
    // As the game orders its cards, and in percent where fractions are long.
    let place = |card: &str| paper.shown.find(&format!("  {card} ")).expect("a card");
    assert!(place("white") < place("candlestick") && place("wrench") < place("ballroom"));
    assert!(paper.shown.contains("36%"), "{}", paper.shown);
    let quiet = ["notes marks", "notes none", "suspect mustard wrench hall", "quit"];
    let (paper, _) = play(table("cluedo(players=3)", &[], &["random"], 3), &quiet);
    assert_eq!(paper.shown.matches("  mustard ").count(), 1, "{}", paper.shown);
    assert!(!paper.shown.contains('%'), "{}", paper.shown);
}

#[test]
fn what_cannot_be_kept_is_not_done() {
    let mut table = table("kuhn", &[], &["random"], 1);
    let typed = ["bet", "know"].map(str::to_owned).to_vec();
    let mut paper = Paper { typed, room: Some(2), ..Paper::default() };
    let sat = sit(&mut table, &mut paper, &Stop::new()).expect("paper does not break");
    assert_eq!((sat.is_over, sat.refused), (false, 1));
    assert!(paper.shown.contains("nothing was done: the disk is full"), "{}", paper.shown);
    assert_eq!(table.course().entries().len(), 2);
}

/// A walker who goes left, right, back or ahead: to the left the guard must move and cannot, and only ahead do the rules say
/// what it is worth for the walker.
const CROSSROADS: &str = "(role walker) (role guard) (init crossing)
(<= (legal walker left) (true crossing)) (<= (legal walker back) (true crossing))
(<= (legal walker ahead) (true crossing)) (<= (legal walker on) (true ditch))
(<= (legal guard look) (true crossing))
(<= (next ditch) (does walker left)) (<= (next start) (does walker back))
(<= (next goal) (does walker ahead))
(<= terminal (true goal)) (<= terminal (true start))
(<= (goal walker 100) (true goal)) (<= (goal guard 0) terminal)";

fn crossroads(text: &str) -> OpenedGame {
    let name = GameName::read("crossroads.gdl").expect("a name");
    open_game(&name, Some(text), &Stop::new())
        .unwrap_or_else(|wrong| panic!("{:?}", wrong.problems))
}

#[test]
fn a_move_that_the_game_refuses_is_not_kept_and_another_one_is_asked_for() {
    let (paper, sat) =
        play(table_of(crossroads(CROSSROADS), &["walker"], &[], 1), &["left", "ahead"]);
    assert_eq!((sat.is_over, sat.refused), (true, 1), "{}", paper.shown);
    assert!(
        paper.shown.contains("guard must move and cannot.\nIf it is your turn, choose"),
        "{}",
        paper.shown
    );
    let text = String::from_utf8(paper.log).expect("text");
    assert!(text.contains("move walker: ahead") && !text.contains("left"), "{text}");
    let log = log::read(text.as_bytes()).expect("a log");
    let opened = crossroads(CROSSROADS);
    let resumed = Table::resume(opened, &log, "a.play", Box::new(NoStrategyTexts), &Stop::new());
    // It is over, so that it does not go on.
    let (paper, _) = play(resumed.map_err(|problem| problem.message).expect("it is followed"), &[]);
    assert!(paper.shown.contains("The play is over"), "{}", paper.shown);
    assert!(!paper.shown.contains("goes on where"), "{}", paper.shown);
}

#[test]
fn hints_leave_out_plays_that_fail_and_say_in_words_if_all_do() {
    let hint = |text: &str, line: &str| {
        play(table_of(crossroads(text), &["walker"], &[], 1), &[line]).0.shown
    };
    let road = CROSSROADS.replace("(<= (legal walker left) (true crossing))", "");
    let some = hint(&road, "hint montecarlo(samples=5)");
    assert!(some.contains("would choose: ahead. It was worth 100 on average in 5 plays"), "{some}");
    assert!(some.contains("5 plays are left out"), "{some}");
    let none = hint(
        &road.replace("(goal walker 100)", "(prize walker 100)"),
        "hint montecarlo(samples=5)",
    );
    assert!(
        none.contains("has no hint: nothing is learnt from the 10 plays that it tried: "),
        "{none}"
    );
    assert!(none.contains("the rules do not say what it is worth for walker."), "{none}");
    let other = hint(CROSSROADS, "hint logician");
    assert!(other.contains("`logician` has no hint: this strategy"), "{other}");
}

#[test]
fn a_log_that_was_changed_is_refused_with_its_line() {
    let (paper, _) = play(dealt("k | l | m"), &["", "ask 2 for k", "", "1"]);
    let text = String::from_utf8(paper.log).expect("text");
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} is not in {text}");
        let log = log::read(text.replace(from, to).as_bytes()).expect("a log");
        let name = GameName::read(&log.head.game).expect("a name");
        let opened = open_game(&name, None, &Stop::new()).expect("a game");
        let problem =
            Table::resume(opened, &log, "a.play", Box::new(NoStrategyTexts), &Stop::new()).err();
        problem.unwrap_or_else(|| panic!("{to} is accepted"))
    };
    let wrong = refused("ask 2 for k", "ask 2 for kk");
    assert_eq!(wrong.file.as_deref(), Some("a.play:10"));
    assert!(wrong.message.contains("`ask 2 for kk` is no legal move"), "{}", wrong.message);
    assert!(wrong.notes[1].contains("ask 2 for l"), "{:?}", wrong.notes);
    assert_eq!(
        wrong.way_out.map(|way| way.to_string()),
        Some("did you mean `ask 2 for k`?".into())
    );
    assert!(refused("move 1", "move 3").message.contains("it is the turn of 1"));
    assert!(refused("k | l | m", "k | l | l").message.contains("`k | l | l`"));
    assert!(refused("chance: k | l | m\n", "").message.contains("the turn of chance"));
    assert!(refused("move 1: ask 2 for k", "undo: 7").message.contains("taken back"));
    assert!(refused("seat 3: random", "seat 3: chess").message.contains("`chess`"));
    assert!(refused("seat 3", "seat 4").message.contains("`4`"));
    assert!(refused("hands=1,1,1; ask=1", "hands=1,1,2; ask=1").message.contains("k | l | m"));
    let mut other = open(CARDS);
    other.fingerprint = Some(crate::game_argument::Fingerprint(1));
    let log = log::read(text.as_bytes()).expect("a log");
    let wrong = Table::resume(other, &log, "a.play", Box::new(NoStrategyTexts), &Stop::new())
        .err()
        .expect("another text");
    assert!(wrong.message.contains("is another one now"), "{}", wrong.message);
}

#[test]
fn a_replay_tells_when_something_could_be_known_first() {
    let (paper, _) = play(dealt("k | l | m"), &["", "ask 2 for k", "", "1"]);
    let log = log::read(&paper.log).expect("a log");
    let opened = open(CARDS);
    let told = |whom| {
        let mut text = String::new();
        replay(&opened, &log, "a.play", whom, &Stop::new(), &mut |event| {
            for line in words::replayed(&event, 80) {
                text += &format!("{}\n", line.text);
            }
        })
        .expect("it is told");
        text
    };
    let of = |name: &str| {
        ReplayFor::Player(player_of(name, &opened.game.declaration().players).expect("a player"))
    };
    let first = told(of("1"));
    assert!(first.contains("you get k\n     1 could know here: k_1 (2 positions left)"), "{first}");
    assert!(!first.contains("you get l"), "{first}");
    // Player 2 has l, and 1 asked for k, so that 1 has m unless they have it themselves.
    let all = told(ReplayFor::Everybody);
    assert!(all.contains("1 chance: k | l | m\n"), "{all}");
    assert!(all.contains("2 could know here: l_2 (2 positions left)"), "{all}");
    assert_eq!(all, told(ReplayFor::Everybody));
}

/// What is shown to somebody who knows some facts and considers others possible.
fn known(known: &[&str], possible: &[(&str, &str)], detail: KnownDetail) -> String {
    let known = KnownShown {
        player: "x".to_owned(),
        positions: Some(4),
        known: known.iter().map(|&fact| fact.to_owned()).collect(),
        possible: possible.iter().map(|&(fact, p)| (fact.to_owned(), p.to_owned())).collect(),
        model: "uniform".to_owned(),
        detail,
        cards: Vec::new(),
    };
    let lines = words::event(&TableEvent::Known(known), 80);
    lines.iter().map(|line| format!("{}\n", line.text)).collect()
}

#[test]
fn what_is_only_possible_on_a_board_is_not_drawn_as_if_it_were_so() {
    let facts = ["p(x,1,1)"];
    let open = [("p(o,1,2)", "1/4"), ("p(o,2,1)", "1/4"), ("p(x,2,1)", "2/3")];
    assert_eq!(
        known(&facts, &open, KnownDetail::Facts),
        "  p:\n    1 2\n  1 x ?\n  2 ?\n4 positions are possible for you.\n"
    );
    assert_eq!(
        known(&facts, &open, KnownDetail::Chances),
        "  p:\n    1     2\n  1 x     x:2/3|o:1/4\n  2 o:1/4\n4 positions are possible for you.\n\
         How likely things are depends on how others move: here `uniform`.\n"
    );
}

#[test]
fn a_board_belongs_to_one_relation_and_hides_no_fact() {
    let facts = [
        "cell(1,1,x)",
        "cell(1,2,b)",
        "cell(1,2,t)",
        "tried(x,1,1)",
        "at(a,1,2)",
        "at(1,2,a)",
        "control(x)",
    ];
    assert_eq!(
        known(&facts, &[("cell(1,1,d)", "1/2")], KnownDetail::Facts),
        "  cell:\n    1\n  1 x+?\n  2 .+t\n  tried:\n    1\n  1 x\n  \
         Known: at(1,2,a), at(a,1,2), control(x).\n4 positions are possible for you.\n"
    );
    // A board of cells alone needs no heading.
    let alone = known(&["cell(1,1,x)"], &[], KnownDetail::Facts);
    assert!(alone.starts_with("    1\n  1 x\n"), "{alone}");
}

#[test]
fn where_there_are_no_facts_the_game_is_not_said_to_have_none() {
    let nothing = known(&[], &[], KnownDetail::Facts);
    assert!(nothing.starts_with("Nothing is the case here that could be known.\n"), "{nothing}");
}

#[test]
fn a_fact_that_is_so_nowhere_is_not_said_not_to_exist() {
    let (paper, sat) = play(dealt("k | l | m"), &["", "why l_1", "why x_1", "why nonsense"]);
    let (_, answers) = paper.shown.split_once("6 ask 3 for m\n").expect("a turn");
    let facts = "Facts that are or were possible: k_1, l_2, l_3, m_2, m_3.\n";
    assert_eq!(
        answers,
        format!(
            "`l_1` is so in no position that is possible for you.\n\
             `x_1` is so in no position that is possible for you.\n\
             Did you mean `k_1`?\n{facts}\
             `nonsense` is so in no position that is possible for you.\n{facts}"
        )
    );
    assert_eq!(sat.refused, 2);
}

/// Everything is told: who showed which card because they had no other, and who had none; and those at the table saw no more than
/// they could.
#[test]
fn a_replay_of_everything_tells_cards_that_had_to_be_shown() {
    let text = "# A play of a game, kept by hexa.\ngame: cluedo(players=3; deck=2/2/3)\nversion: 0.1.0\nseed: 1\n\
        seat 1: person\nseat 2: person\nseat 3: person\n---\n\
        chance: mustard, candlestick, ballroom | plum, dagger | billiard room | conservatory\n\
        move 1: suspect mustard, candlestick, billiard room\nmove 1: end\n\
        move 2: suspect mustard, candlestick, conservatory\nmove 2: end\n\
        move 3: suspect mustard, candlestick, ballroom\n";
    let log = log::read(text.as_bytes()).unwrap_or_else(|faults| panic!("{faults:?}"));
    let opened = open(&log.head.game);
    let told = |whom| {
        let mut lines = Vec::new();
        let tell = &mut |event| lines.extend(words::replayed(&event, 80));
        replay(&opened, &log, "a.play", whom, &Stop::new(), tell).expect("it is told");
        lines.into_iter().map(|line| line.text.trim().to_owned()).collect::<Vec<_>>()
    };
    let all = told(ReplayFor::Everybody);
    let after = |made: &str| {
        let at = all.iter().position(|line| line.ends_with(made)).expect("it is told");
        all[at + 1..].iter().take_while(|line| !line.contains(':')).cloned().collect::<Vec<_>>()
    };
    assert_eq!(after("1: suspect mustard, candlestick, billiard room"), ["2 shows billiard room"]);
    assert_eq!(after("2: suspect mustard, candlestick, conservatory"), ["3 shows conservatory"]);
    let both = ["1 cannot show a card", "2 cannot show a card"];
    assert_eq!(after("3: suspect mustard, candlestick, ballroom")[..2], both);
    let third = told(ReplayFor::Player(Player(2)));
    assert!(third.iter().any(|line| line == "2 shows a card"), "{third:?}");
    assert!(!third.iter().any(|line| line == "2 shows billiard room"), "{third:?}");
}

/// A play that is over is told again, as each player saw it; while it goes on, what others saw is hidden.
#[test]
fn a_play_that_is_over_is_told_again_as_each_player_saw_it() {
    let typed = ["replay 2", "1", "1", "1", "replay 2", "replay", "replay 9"];
    let (paper, sat) = play(table("kuhn", &[], &["random"], 1), &typed);
    assert!(sat.is_over, "{}", paper.shown);
    let told = |text: &str| paper.shown.matches(text).count();
    assert_eq!(told("Nothing is told again: the play is not over."), 1, "{}", paper.shown);
    assert_eq!(told("As 2 saw it."), 1, "{}", paper.shown);
    assert_eq!(told("All that happened."), 1, "{}", paper.shown);
    assert_eq!(told("Nothing is told again: there is no player called `9`"), 1, "{}", paper.shown);
}

/// What strategies keep in mind is shown when it is other than before, and not after every step.
#[test]
fn minds_are_shown_when_they_change() {
    let mut table = table("cluedo(players=3; deck=2/2/2)", &[], &["agent", "random"], 1);
    table.watching = super::MindWatch::Shown;
    let (paper, _) = play(table, &["1", "end", "1", "end"]);
    let shown: Vec<&str> = paper.shown.split("keeps in mind:\n").skip(1).collect();
    assert!(shown.len() > 1, "{}", paper.shown);
    let grid = |text: &str| -> Vec<String> {
        let rows = text.lines().take_while(|line| line.starts_with("  "));
        rows.take(8).map(str::to_owned).collect()
    };
    assert!(shown.windows(2).all(|pair| grid(pair[0]) != grid(pair[1])), "{}", paper.shown);
}

/// Where no strategy shows what it keeps in mind, that is said, and once.
#[test]
fn that_nobody_shows_a_mind_is_said_once() {
    let said = "No strategy here shows what it keeps in mind";
    for (against, times) in [("random", 1), ("agent", 0)] {
        let mut table = table("cluedo(players=2; deck=2/2/2)", &[], &[against], 1);
        table.watching = super::MindWatch::Shown;
        let (paper, _) = play(table, &["1", "end", "undo", "1"]);
        assert_eq!(paper.shown.matches(said).count(), times, "{}", paper.shown);
        assert_eq!(paper.shown.contains("keeps in mind:"), times == 0, "{}", paper.shown);
    }
}
