//! What is asked of a game: plays that get stuck, traces, positions after moves, goals that are none.

use hexa_lang::Code;
use hexa_logic::Stop;
use hexa_rules::AskedFormula;
use hexa_rules::gdl::{
    GdlAnswer, GdlFailure, GdlOutcome, GdlRequest, PlayEnd, Playing, RuleEngine, answer, load,
};
use hexa_rules::words;

/// Somebody counts up to three, or gives up at two; chance may stop it at one.
const COUNT: &str = "(role random) (role me) (init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3)
#| (legal me never) #| nested |# |#
(<= (legal me (count ?x)) (true (n ?x)) (distinct ?x 2)) (legal random go)
(<= (legal random halt) (true (n 1)))
(<= (legal me skip) (true (n 1)))
(<= (next (n ?y)) (does me (count ?x)) (succ ?x ?y) (does random go))
(<= (next (n 3)) (does me skip))
(<= (next (n 9)) (does random halt) (does me (count 1)))
(<= terminal (true (n 3))) (<= terminal (true (n 9)))
(<= (goal me 100) (true (n 3))) (<= (goal me 7) (true (n 9))) (<= (goal me 8) (true (n 9)))\n";

fn ask(text: &str, change: impl Fn(&mut GdlRequest)) -> GdlOutcome {
    let mut request = GdlRequest::new("count.gdl", text);
    change(&mut request);
    answer(&request, &Stop::new(), &mut |_| ())
}

#[track_caller]
fn answered(change: impl Fn(&mut GdlRequest)) -> GdlAnswer {
    let network = ask(COUNT, &change).answer.expect("an answer");
    let interpreted = ask(COUNT, |request| {
        change(request);
        request.engine = RuleEngine::Interpreter;
    });
    let interpreted = interpreted.answer.expect("an answer");
    assert_eq!(network.plays, interpreted.plays);
    assert_eq!(network.positions, interpreted.positions);
    assert_eq!(network.after, interpreted.after);
    network
}

fn after(moves: &str) -> impl Fn(&mut GdlRequest) {
    move |request| request.after = Some(AskedFormula { name: "--after".into(), text: moves.into() })
}

const PLAYING: Playing = Playing { plays: 60, seed: 2, max_steps: 50 };

#[test]
fn stuck_plays_are_counted_and_told_with_their_moves() {
    let answer = answered(|request| request.plays = Some(PLAYING));
    let plays = answer.plays.as_ref().expect("plays");
    let statistics = &plays.statistics;
    assert_eq!(statistics.plays, 60);
    assert!(statistics.finished > 10 && statistics.stuck > 5, "{statistics:?}");
    assert_eq!(statistics.finished + statistics.stuck, 60);
    let stuck = plays.stuck.as_ref().expect("a play");
    assert_eq!(stuck.moves, [["go", "(count 0)"], ["go", "(count 1)"]]);
    let shown = words::gdl::answer(&answer);
    assert!(shown.contains("the moves, of random me: go (count 0); go (count 1)"), "{shown}");
    let without = plays.without_value.as_ref().expect("a play");
    assert_eq!(without.end, PlayEnd::Over(vec![vec![], vec![7, 8]]));
    let warned: Vec<Code> = words::gdl::warnings(&answer).iter().map(|(code, _)| *code).collect();
    assert_eq!(warned, [Code::NoMove, Code::BadGoal], "chance needs no goal");
}

#[test]
fn stuck_states_are_counted_and_the_nearest_is_told_with_its_moves() {
    let answer = answered(|_| ());
    let positions = answer.positions.as_ref().expect("positions");
    assert_eq!((positions.states, positions.terminal, positions.stuck), (5, 2, 1));
    assert!(positions.is_complete);
    let stuck = positions.first_stuck.as_ref().expect("one");
    assert_eq!(stuck.position, ["(n 2)"]);
    assert_eq!(stuck.moves, [["go", "(count 0)"], ["go", "(count 1)"]]);
}

#[test]
fn a_check_that_meets_a_stuck_state_tells_the_moves_to_it() {
    let outcome = ask(COUNT, |request| {
        request.checks.push(AskedFormula { name: "--check".into(), text: "terminal".into() });
    });
    let failure = outcome.answer.expect_err("there is no model");
    let worded = words::gdl::failure(&failure);
    let told = "the moves, of random me: go (count 0); go (count 1)";
    assert!(worded.notes.iter().any(|note| note == told), "{:?}", worded.notes);
}

#[test]
fn few_plays_and_slow_ones_are_told_as_they_are() {
    assert_eq!(words::gdl::speed(1, 12.26), "1 play in 12.26 s of CPU time: 0.08 in a second\n");
    assert_eq!(words::gdl::speed(600, 2.0), "600 plays in 2.00 s of CPU time: 300 in a second\n");
}

#[test]
fn traces_tell_the_moves_of_plays() {
    let answer = answered(|request| {
        request.plays = Some(PLAYING);
        request.traced = 4;
    });
    let traces = &answer.plays.as_ref().expect("plays").traces;
    assert_eq!(traces.iter().map(|play| play.number).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert!(traces.iter().all(|play| play.moves[0] == ["go", "(count 0)"]));
    assert!(words::gdl::answer(&answer).contains("  1. go (count 0)\n"));
}

#[test]
fn what_is_asked_is_asked_of_the_position_after_the_moves() {
    let answer = answered(|request| {
        after("go (count 0);")(request);
        request.plays = Some(PLAYING);
        request.traced = 60;
    });
    let shown = answer.after.as_ref().expect("a position");
    assert_eq!((shown.steps, &shown.facts[..]), (1, &["(n 1)".to_owned()][..]));
    assert_eq!(shown.legal, [vec!["go", "halt"], vec!["(count 1)", "skip"]]);
    let plays = answer.plays.as_ref().expect("plays");
    assert_eq!(plays.statistics.longest, Some(1));
    assert!(plays.traces.iter().all(|play| play.moves.len() == 1));
    let counted = answered(after("go (count 0)"));
    assert_eq!(counted.positions.expect("positions").states, 4);
}

#[test]
fn moves_that_cannot_be_made_are_refused_with_those_that_can() {
    for (moves, part) in [
        ("go (count 1)", "`(count 1)` is no legal move of `me`"),
        ("go", "a step has 2 moves, not 1"),
        ("go (count 0); go skip; go skip", "the play is over before this step"),
        ("go (count 0", "expected `)`"),
    ] {
        let outcome = ask(COUNT, after(moves));
        let Err(GdlFailure::Wrong(wrong)) = outcome.answer else { panic!("{moves}") };
        assert!(wrong[0].message.contains(part), "{moves}: {}", wrong[0].message);
        let place = wrong[0].place().expect("a place");
        let last = moves.split(';').next_back().unwrap_or_default();
        assert_eq!(outcome.sources.snippet(place), last);
    }
}

#[test]
fn goals_that_are_none_and_roles_without_one_are_told() {
    let game = "(role me) (role you) (role random) (init on) (legal me go) (legal you go) (legal random go)
        (<= terminal (true off)) (<= (next off) (does me go)) (v 150)\n";
    let told = |goals: &str| {
        let loaded = load("goals.gdl", &format!("{game}{goals}"));
        assert_eq!(loaded.errors, []);
        loaded.warnings.iter().map(|w| (w.code, w.message.clone())).collect::<Vec<_>>()
    };
    assert_eq!(told("(<= (goal ?r 50) (role ?r))"), []);
    let found = told("(goal me 101) (goal me -1) (goal me win) (goal me 0) (goal me 100)");
    assert!(found.iter().all(|(code, _)| *code == Code::BadGoal));
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found[0].1.contains("`you`"), "{found:?}");
    let text = format!("{game}(<= (goal ?r ?v) (role ?r) (v ?v))");
    let outcome = ask(&text, |request| request.plays = Some(Playing { plays: 1, ..PLAYING }));
    assert_eq!(outcome.warnings, []);
    let warned = words::gdl::warnings(&outcome.answer.expect("an answer"));
    assert_eq!(warned[0].0, Code::BadGoal);
    assert!(warned[0].1.message.contains("worth 150 for `me`"), "{}", warned[0].1.message);
}

#[test]
fn comments_between_bars_may_be_nested_and_must_end() {
    let game = "(role me) #| (role you) |# (legal me go) #||# (goal me 0) #| a #| b |# c |# (<= terminal (true x))";
    assert_eq!(load("c.gdl", game).errors, []);
    let open = load("c.gdl", &format!("{game} #| never"));
    assert_eq!(open.errors[0].code, Code::Unclosed);
    assert_eq!(load("c.gdl", &format!("{game} (p a#b |c|)")).errors, []);
}
