//! Long computations end when somebody asks for it: as stopped, soon, and their memory is given back.

#![allow(unsafe_code)]

use hexa_lang::SourceId;
use hexa_logic::{Agent, Stop, Stopped};
use hexa_rules::egdl::{
    self, Description, EgdlFailure, EgdlRecall, EgdlRequest, ModelLimits, NoModel, NotRead,
    TransitionModel, uniqueness,
};
use hexa_rules::gdl::{
    self, CountLimits, CutShort, GdlFailure, GdlRequest, HistoryLimits, HistoryModel, Interpreter,
    Network, NoHistoryModel, Playing, Queries, Referee, Remembering, RuleLimits, Rulebook, Stuck,
    build, count, load, play,
};
use hexa_rules::{
    AskedFormula, Checker, GaveUp, MOST_AFTER, NoUnfolding, PathWitness, Recall, Unfolding,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::OnceLock;

thread_local! {
    /// The bytes that this thread has been given and has not given back.
    static LIVE: Cell<isize> = const { Cell::new(0) };
}

/// Counts live bytes, thread by thread: tests run side by side.
struct Counting;

// SAFETY: all is passed on to the system's allocator; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_bytes(layout.size() as isize);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count_bytes(-(layout.size() as isize));
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count_bytes(bytes: isize) {
    // A thread that ends has no counter any more.
    let _ = LIVE.try_with(|live| live.set(live.get() + bytes));
}

fn live_bytes() -> isize {
    LIVE.with(Cell::get)
}

/// How a computation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Done,
    Stopped,
}

/// Runs a computation to its end, then stops it at several places. It must take far more steps than are done after a
/// request, or nothing is tested.
#[track_caller]
fn assert_stops(mut run: impl FnMut(&Stop) -> End) {
    let whole = Stop::new();
    assert_eq!(run(&whole), End::Done);
    let total = whole.progress().steps;
    assert!(total > 2 * MOST_AFTER, "{total} steps are too few to be stopped among");
    for most in [0, 1, total / 7, total / 3, total / 2, total - 2 * MOST_AFTER] {
        let stop = Stop::after(most);
        let before = live_bytes();
        assert_eq!(run(&stop), End::Stopped, "after {most} of {total} steps");
        assert_eq!(live_bytes(), before, "memory after {most} of {total} steps");
        let done = stop.progress().steps;
        assert!(done <= most + MOST_AFTER, "{done} steps where {most} of {total} were allowed");
    }
}

fn game(text: &str) -> Rulebook {
    load("test.gdl", text).game.expect("a game")
}

/// Many rules without variables: all sums of two numbers, and who may add what.
fn adding(numbers: usize) -> String {
    let succ: String =
        (1..numbers).map(|number| format!("(succ {} {number})", number - 1)).collect();
    format!(
        "(role one) (role two) (num 0) {succ} (<= (num ?y) (succ ?x ?y))
        (<= (sum 0 ?x ?x) (num ?x))
        (<= (sum ?a ?y ?d) (succ ?b ?a) (sum ?b ?y ?c) (succ ?c ?d))
        (init (heap 0))
        (<= (legal ?r (add ?x)) (role ?r) (num ?x))
        (<= (next (heap ?c)) (true (heap ?a)) (does one (add ?b)) (sum ?a ?b ?c))
        (<= (next (heap 0)) (true (heap ?a)) (does two (add ?b)) (not (sum ?a ?b {last})))
        (<= terminal (true (heap {last})))
        (<= (goal ?r 1) (role ?r))",
        last = numbers - 1
    )
}

const DROP: &str = include_str!("../../../games/gdl/drop.gdl");
const GUESS: &str = include_str!("../../../games/gdl/guess.gdl");
const MUDDY: &str = include_str!("../../../games/gdl/muddy.gdl");
const KRIEG: &str = include_str!("../../../games/egdl/krieg-tictactoe.egdl");
const TICTACTOE: &str = include_str!("../../../games/egdl/tictactoe.egdl");
const SOURCE: SourceId = SourceId(0);
const MOST: u64 = 1_000_000_000;

#[test]
fn what_holds_in_all_positions() {
    let game = game(&adding(180));
    assert_stops(|stop| match game.statics(&[], RuleLimits::default(), stop) {
        Ok(_) => End::Done,
        Err(CutShort::Stopped) => End::Stopped,
        Err(other) => panic!("{other}"),
    });
}

#[test]
fn compiling_a_network() {
    let game = game(&adding(100));
    assert_stops(|stop| match Network::new(&game, &[], RuleLimits::default(), stop) {
        Ok(_) => End::Done,
        Err(CutShort::Stopped) => End::Stopped,
        Err(other) => panic!("{other}"),
    });
}

#[test]
fn planning_and_playing_by_the_interpreter() {
    let game = game(DROP);
    let playing = Playing { plays: 40, seed: 1, max_steps: 100 };
    assert_stops(|stop| {
        let mut interpreter = match Interpreter::new(&game, &[], RuleLimits::default(), stop) {
            Ok(interpreter) => interpreter,
            Err(CutShort::Stopped) => return End::Stopped,
            Err(other) => panic!("{other}"),
        };
        let plays = play(&mut interpreter, playing, stop, &mut |_| ()).expect("plays");
        assert_eq!(plays.is_stopped, plays.plays < playing.plays);
        if plays.is_stopped { End::Stopped } else { End::Done }
    });
}

fn network(game: &Rulebook) -> Network {
    Network::new(game, &[], RuleLimits::default(), &Stop::new()).expect("a small game")
}

#[test]
fn random_plays_64_at_a_time() {
    let game = game(DROP);
    let mut network = network(&game);
    let playing = Playing { plays: 200_000, seed: 1, max_steps: 100 };
    assert_stops(|stop| {
        let plays = network.plays(playing, stop, &mut |_| ()).expect("plays");
        assert_eq!(plays.is_stopped, plays.plays < playing.plays);
        let of_goals: u64 = plays.goals[0].values().sum();
        assert_eq!(of_goals, plays.finished, "the statistics are those of the plays that are over");
        if plays.is_stopped { End::Stopped } else { End::Done }
    });
}

#[test]
fn random_plays_one_by_one() {
    let game = game(DROP);
    let mut network = network(&game);
    let playing = Playing { plays: 3_000, seed: 1, max_steps: 100 };
    assert_stops(|stop| {
        let plays = play(&mut network, playing, stop, &mut |_| ()).expect("plays");
        if plays.is_stopped { End::Stopped } else { End::Done }
    });
}

#[test]
fn counting_positions() {
    let game = game(DROP);
    let mut network = network(&game);
    let limits = CountLimits { states: 20_000, steps: 40_000 };
    assert_stops(|stop| {
        let counted = count(&mut network, limits, stop, |_| ()).expect("positions");
        assert!(counted.states >= 1 && !(counted.is_stopped && counted.is_complete));
        if counted.is_stopped { End::Stopped } else { End::Done }
    });
}

type Histories<R> = Result<HistoryModel<<R as Referee>::Position>, NoHistoryModel>;

/// The histories of a game, by a network.
fn histories(game: &Rulebook, depth: Option<usize>, stop: &Stop) -> Histories<Network> {
    let statics = game.statics(&[], RuleLimits::default(), &Stop::new()).expect("small");
    let (mut queries, mut network) = (Queries::new(&statics), network(game));
    let limits = HistoryLimits { states: 1_000_000, depth };
    let everything = Remembering::Everything;
    build(&mut network, game, &mut queries, everything, limits, stop, |_, _| ())
}

fn end_of_histories(histories: Histories<Network>) -> End {
    match histories {
        Ok(_) => End::Done,
        Err(NoHistoryModel::Stuck(Stuck::CutShort(CutShort::Stopped))) => End::Stopped,
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn building_the_histories_of_a_game() {
    let game = game(DROP);
    assert_stops(|stop| end_of_histories(histories(&game, Some(8), stop)));
}

/// What is known in the histories of one length, where rules depend on it.
#[test]
fn building_histories_with_knowledge() {
    let looks: String = (0..9).map(|number| format!("(look spots{number})")).collect();
    let game = game(&MUDDY.replace("(look clean)", &format!("(look clean) {looks}")));
    assert_stops(|stop| end_of_histories(histories(&game, None, stop)));
}

#[test]
fn random_plays_in_a_model() {
    let model = histories(&game(GUESS), None, &Stop::new()).expect("a model");
    let playing = Playing { plays: 30_000, seed: 1, max_steps: 100 };
    assert_stops(|stop| {
        let plays = model.plays(2, playing, stop);
        assert_eq!(plays.is_stopped, plays.plays < playing.plays);
        if plays.is_stopped { End::Stopped } else { End::Done }
    });
}

#[test]
fn requests_about_games_in_gdl() {
    let mut request = GdlRequest::new("drop.gdl", DROP);
    request.depth = Some(7);
    let asked = AskedFormula { name: "asked".to_owned(), text: "~terminal".to_owned() };
    request.checks = vec![asked];
    assert_stops(|stop| match gdl::answer(&request, stop, &mut |_| ()).answer {
        Ok(answer) => {
            assert_eq!(answer.stopped, None);
            End::Done
        }
        Err(GdlFailure::Stopped(progress)) => {
            assert_eq!(progress.steps, stop.progress().steps);
            End::Stopped
        }
        Err(other) => panic!("{other:?}"),
    });
}

#[test]
fn reading_a_game() {
    let mut text = DROP.to_owned();
    for number in 0..600 {
        text += &format!("(<= (p{number} ?x) (q{number} ?x) (not (nothing{number} ?x)))\n");
    }
    assert_stops(|stop| match gdl::load_until("long.gdl", &text, stop) {
        Ok(_) => End::Done,
        Err(Stopped) => End::Stopped,
    });
}

/// Before any rule is looked at.
#[test]
fn reading_words_and_statements() {
    let text = KRIEG.to_owned() + &"\n# nothing\n98. (true)) (".repeat(6_000);
    assert_stops(|stop| match egdl::read(&text, SOURCE, stop) {
        Err(NotRead::Wrong(wrong)) => {
            assert!(!wrong.is_empty());
            End::Done
        }
        Err(NotRead::Stopped) => End::Stopped,
        Ok(_) => panic!("it is wrong"),
    });
}

#[test]
fn reading_a_description() {
    let text = KRIEG.replace("index i, j in 1..3", "index i, j in 1..3\nindex s, t, u in 1..24\n")
        + "\n99. (forall s, t, u: s + t > u | initial) | true\n";
    assert_stops(|stop| match egdl::read(&text, SOURCE, stop) {
        Ok(_) => End::Done,
        Err(NotRead::Stopped) => End::Stopped,
        Err(NotRead::Wrong(wrong)) => panic!("{wrong:?}"),
    });
}

/// Krieg-Tictactoe with its model, built once.
fn krieg() -> (Description, &'static TransitionModel) {
    static KRIEG_MODEL: OnceLock<(Description, TransitionModel)> = OnceLock::new();
    let (description, model) = KRIEG_MODEL.get_or_init(|| {
        let (stop, limits) = (Stop::new(), ModelLimits::default());
        let mut description = egdl::read(KRIEG, SOURCE, &stop).expect("a description");
        let model = TransitionModel::new(&mut description, SOURCE, limits, &stop);
        (description, model.expect("a model"))
    });
    (description.clone(), model)
}

/// Builds the model of a description.
fn build_model_and_stop(text: &str) {
    let read = egdl::read(text, SOURCE, &Stop::new()).expect("a description");
    assert_stops(|stop| {
        let mut description = read.clone();
        match TransitionModel::new(&mut description, SOURCE, ModelLimits::default(), stop) {
            Ok(_) => End::Done,
            Err(NoModel::Stopped) => End::Stopped,
            Err(other) => panic!("{other:?}"),
        }
    });
}

#[test]
fn building_the_model_of_a_description() {
    build_model_and_stop(KRIEG);
}

/// All values of 15 atoms are initial.
#[test]
fn finding_initial_states() {
    let text = "agents a\nindex r in agents\nindex i in 1..13\natoms p_i, begun
1. initial <-> ~begun
2. terminal <-> false
3. wins(r) <-> false
4. legal(noop^r) <-> true
5. next p_i <-> p_i
6. next begun <-> true
";
    build_model_and_stop(text);
}

/// Checks formulas of all kinds in the model of Krieg-Tictactoe.
fn check(recall: Recall, text: &str) {
    let (mut description, model) = krieg();
    let formula = egdl::read_formula(&mut description, text, SOURCE, &Stop::new());
    let formula = formula.expect("a formula")[0].formula;
    assert_stops(|stop| {
        let mut formulas = description.formulas.clone();
        let mut checker = Checker::new(&model.frame, model, &mut formulas, recall, MOST, stop);
        match checker.everywhere(formula) {
            Ok(_) => End::Done,
            Err(GaveUp::Stopped) => End::Stopped,
            Err(other) => panic!("{other}"),
        }
    });
}

#[test]
fn checking_what_is_known() {
    check(Recall::None, "K_x turn(x) | next K_o turn(x)");
}

#[test]
fn checking_common_knowledge_with_own_actions() {
    check(Recall::OwnAction, "C (turn(x) | next turn(x))");
}

#[test]
fn checking_along_paths() {
    check(Recall::None, "next (turn(x) -> next p^x_{1,1})");
}

#[test]
fn finding_a_witness() {
    let (mut description, model) = krieg();
    let text = "~initial | C p^x_{1,1}";
    let formula = egdl::read_formula(&mut description, text, SOURCE, &Stop::new());
    let formula = formula.expect("a formula")[0].formula;
    assert_stops(|stop| {
        let mut formulas = description.formulas.clone();
        let recall = Recall::None;
        let mut checker = Checker::new(&model.frame, model, &mut formulas, recall, MOST, stop);
        match checker.witness(formula, 0) {
            Ok(found) => {
                assert!(matches!(found, Some(PathWitness { state: 0, .. })));
                End::Done
            }
            Err(GaveUp::Stopped) => End::Stopped,
            Err(other) => panic!("{other}"),
        }
    });
}

#[test]
fn finding_the_play_that_leads_to_a_state() {
    let (_, model) = krieg();
    let last = model.frame.states() as u32 - 1;
    assert_stops(|stop| match model.frame.play_to(last, stop) {
        Ok(play) => {
            assert!(play.is_some());
            End::Done
        }
        Err(_) => End::Stopped,
    });
}

#[test]
fn finding_classes_of_common_knowledge() {
    let (_, model) = krieg();
    assert!(model.frame.classes(Agent(0)).count > 1);
    assert_stops(|stop| match model.frame.common(stop) {
        Ok(_) => End::Done,
        Err(_) => End::Stopped,
    });
}

#[test]
fn unfolding_histories() {
    let (_, model) = krieg();
    assert_stops(|stop| match Unfolding::new(&model.frame, 6, 10_000_000, stop) {
        Ok(_) => End::Done,
        Err(NoUnfolding::Stopped) => End::Stopped,
        Err(other) => panic!("{other}"),
    });
}

#[test]
fn looking_for_other_models() {
    let (description, model) = krieg();
    assert_stops(|stop| match uniqueness(&mut description.clone(), model, MOST, stop) {
        Ok(_) => End::Done,
        Err(GaveUp::Stopped) => End::Stopped,
        Err(other) => panic!("{other}"),
    });
}

#[test]
fn requests_about_games_in_egdl() {
    let mut request = EgdlRequest::new("tictactoe.egdl", TICTACTOE);
    request.recall = EgdlRecall::Perfect { depth: 2 };
    assert_stops(|stop| match egdl::answer(&request, stop).answer {
        Ok(_) => End::Done,
        Err(EgdlFailure::Stopped(progress)) => {
            assert_eq!(progress.steps, stop.progress().steps);
            End::Stopped
        }
        Err(other) => panic!("{other:?}"),
    });
}
