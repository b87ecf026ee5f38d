//! Kinds of descriptions that are in use and do not keep to the letter of the language: they are played, with a warning
//! where something had to be guessed, and mean what they are written to mean.

use super::games::read;
use super::walk::walk;
use hexa_lang::Code;
use hexa_logic::Stop;
use hexa_rules::AskedFormula;
use hexa_rules::gdl::{
    CutShort, DefinitionalReferee, GdlRequest, Interpreter, Network, Playing, Referee, RuleLimits,
    answer, load,
};

/// A game to add rules to: a token is moved along arrows.
const GAME: &str =
    "(role me) (role you) (init (at a)) (arrow a b) (arrow a c) (arrow b d) (arrow c d) (arrow d e)
(place a) (place b) (place c) (place d) (place e)
(<= (legal ?r (go ?y)) (role ?r) (true (at ?x)) (arrow ?x ?y))
(<= (legal ?r stay) (role ?r))
(<= (next (at ?y)) (does me (go ?y)))
(<= (next (at ?x)) (does me stay) (true (at ?x)))
(<= terminal (true (at e)))\n";

fn warnings(text: &str) -> Vec<(Code, String)> {
    let loaded = load("kind.gdl", text);
    assert_eq!(loaded.errors, [], "{text}");
    assert!(loaded.warnings.iter().all(hexa_lang::Diagnostic::is_warning));
    let shown = |at| loaded.sources.snippet(at).to_owned();
    loaded.warnings.iter().map(|w| (w.code, shown(w.place().expect("a place")))).collect()
}

/// All referees say the same of two descriptions.
#[track_caller]
fn assert_same(one: &str, other: &str) {
    let (one, other) = (read(one), read(other));
    let (stop, limits) = (Stop::new(), RuleLimits::default());
    for seed in 0..10 {
        let meant = walk(&mut DefinitionalReferee::new(&other), seed, 12);
        assert_eq!(walk(&mut DefinitionalReferee::new(&one), seed, 12), meant);
        let mut network = Network::new(&one, &[], limits, &stop).expect("small");
        assert_eq!(walk(&mut network, seed, 12), meant);
        let mut interpreter = Interpreter::new(&one, &[], limits, &stop).expect("small");
        assert_eq!(walk(&mut interpreter, seed, 12), meant);
    }
}

/// Random plays as they are asked for on the command line; how many came to an end.
#[track_caller]
fn finished(text: &str, plays: u64) -> u64 {
    let mut request = GdlRequest::new("kind.gdl", text);
    request.plays = Some(Playing { plays, seed: 1, max_steps: 100 });
    let answered = answer(&request, &Stop::new(), &mut |_| ()).answer.expect("it plays");
    answered.plays.expect("plays").statistics.finished
}

#[test]
fn relations_may_depend_on_their_negation_if_no_atom_does() {
    // Whoever cannot move has lost; a puzzle whose cells are looked at in order.
    let wins = "(<= (wins ?x) (arrow ?x ?y) (not (wins ?y)))
        (<= (goal ?r 100) (role ?r) (true (at ?x)) (wins ?x))
        (<= (goal ?r 0) (role ?r) (true (at ?x)) (not (wins ?x)))";
    let spelt_out = "(wins d) (wins a)
        (<= (goal ?r 100) (role ?r) (true (at ?x)) (wins ?x))
        (<= (goal ?r 0) (role ?r) (true (at ?x)) (not (wins ?x)))";
    assert_same(&format!("{GAME}{wins}"), &format!("{GAME}{spelt_out}"));
    let of_state = "(<= (free ?x) (place ?x) (not (taken ?x)))
        (<= (taken ?x) (true (at ?x)))
        (<= (taken ?y) (arrow ?x ?y) (free ?x) (not (true (at ?y))))
        (<= (goal me 100) (free d)) (<= (goal me 0) (not (free d)))";
    let text = format!("{GAME}{of_state}");
    assert_same(&text, &text);
    assert_eq!(finished(&text, 20), 20);
}

#[test]
fn declarations_that_say_nothing_are_left_out() {
    let odd =
        "(base (at ?x)) (base at ?x) (input me) (<= (input ?r (go ?x)) (place ?x)) (base (at a))
        (<= (base (at ?x)) (place ?x)) (<= (goal ?r 50) (role ?r))";
    let text = format!("{GAME}{odd}");
    let told = warnings(&text);
    assert!(told.iter().all(|(code, _)| *code == Code::BadDeclaration), "{told:?}");
    let places: Vec<&str> = told.iter().map(|(_, place)| &place[..]).collect();
    let input = "(<= (input ?r (go ?x)) (place ?x))";
    assert_eq!(places, ["(base (at ?x))", "(base at ?x)", "(input me)", input]);
    assert_same(&text, &format!("{GAME}(<= (goal ?r 50) (role ?r))"));
    // Where a rule depends on them they are relations like any other.
    let used = format!("{GAME}(base ?x) (<= (goal me 1) (base (at a)))");
    assert_eq!(load("used.gdl", &used).errors.len(), 0, "asked with everything known");
    let wrong = format!("{GAME}(base (at a)) (base at b) (<= (goal me 1) (base (at a)))");
    assert_eq!(load("used.gdl", &wrong).errors[0].code, Code::WrongArity);
}

#[test]
fn a_variable_that_stands_only_below_not_means_for_no_value() {
    let goals = "(<= (goal ?r 10) (role ?r) (place ?x) (true (at ?x)) (not (arrow ?x ?y)))
        (<= (goal ?r 20) (role ?r) (not (and (true (at ?x)) (arrow ?x ?z))))
        (<= (goal ?r 30) (role ?r) (or (and (true (at ?x)) (arrow ?x d)) (not (arrow ?x a))))
        (<= (goal ?r 40) (role ?r) (not (or (true (at ?x)) (arrow ?x ?z))))";
    let meant =
        "(<= (leaves ?x) (arrow ?x ?y)) (<= on (true (at ?x)) (arrow ?x ?z)) (<= to-a (arrow ?x a))
        (<= (goal ?r 10) (role ?r) (place ?x) (true (at ?x)) (not (leaves ?x)))
        (<= (goal ?r 20) (role ?r) (not on))
        (<= (goal ?r 30) (role ?r) (true (at ?x)) (arrow ?x d))
        (<= (goal ?r 30) (role ?r) (not to-a))";
    let text = format!("{GAME}{goals}");
    assert_same(&text, &format!("{GAME}{meant}"));
    let told = warnings(&text);
    assert_eq!(told.len(), 2, "three of them are the same, and folded: {told:?}");
    assert!(told.iter().all(|(code, _)| *code == Code::Unsafe));
}

#[test]
fn a_role_that_nothing_binds_is_every_role() {
    let text = format!(
        "{GAME}(<= (goal ?r 50) (true (at e))) (goal ?who 0) (<= (sees ?p ?x) (true (at ?x)))"
    );
    let bound = "(<= (goal ?r 50) (role ?r) (true (at e))) (<= (goal ?who 0) (role ?who))
        (<= (sees ?p ?x) (role ?p) (true (at ?x)))";
    assert_same(&text, &format!("{GAME}{bound}"));
    assert_eq!(warnings(&text).len(), 3);
    // Other variables of a head have no such reading.
    let wrong = load("move.gdl", &format!("{GAME}(<= (legal ?r ?m) (true (at e)))"));
    assert_eq!(wrong.errors.len(), 1);
}

#[test]
fn a_role_that_only_a_relation_on_demand_speaks_of_is_every_role() {
    let rules = "(<= (wins me) (true (at e))) (<= (loses ?r) (not (wins ?r)))
        (<= (goal ?r 0) (loses ?r)) (<= (goal ?r 100) (wins ?r)) (<= (legal ?p wait) (loses ?p))";
    let bound = "(<= (wins me) (true (at e))) (<= (loses ?r) (role ?r) (not (wins ?r)))
        (<= (goal ?r 0) (loses ?r)) (<= (goal ?r 100) (wins ?r)) (<= (legal ?p wait) (loses ?p))";
    let (text, bound) = (format!("{GAME}{rules}"), format!("{GAME}{bound}"));
    let (game, meant) = (read(&text), read(&bound));
    let (stop, limits) = (Stop::new(), RuleLimits::default());
    let mut interpreter = Interpreter::new(&game, &[], limits, &stop).expect("on demand");
    for seed in 0..10 {
        assert_eq!(
            walk(&mut interpreter, seed, 12),
            walk(&mut DefinitionalReferee::new(&meant), seed, 12)
        );
    }
    let told = warnings(&text);
    let places: Vec<&str> = told.iter().map(|(_, place)| &place[..]).collect();
    assert_eq!(places, ["(loses ?r)", "(goal ?r 0)", "(legal ?p wait)"]);
}

#[test]
fn what_no_rule_asks_need_not_say_what_its_variables_may_be() {
    let goal = "(<= (goal ?r 50) (role ?r))";
    let unused = "(<= (far ?a ?b ?c ?d) (distinct ?a ?c)) (<= (far ?a ?b ?c ?d) (distinct ?b ?d))
        (<= (odd ?x) (or (place ?x) (arrow ?y ?z)))";
    let text = format!("{GAME}{goal}{unused}");
    assert_same(&text, &format!("{GAME}{goal}"));
    assert!(!warnings(&text).is_empty());
    // Whoever asks with everything known is answered.
    let mut request = GdlRequest::new("kind.gdl", text);
    for formula in ["(far a a a b)", "(far a a a a)"] {
        request.checks.push(AskedFormula { name: "--check".into(), text: formula.into() });
    }
    let answered = answer(&request, &Stop::new(), &mut |_| ()).answer.expect("it is answered");
    let verdicts = answered.model.expect("a model").verdicts;
    let failing: Vec<usize> = verdicts.iter().map(|verdict| verdict.failing).collect();
    assert_eq!(failing, [0, verdicts[1].checked]);
}

#[test]
fn facts_that_say_what_is_distinct_say_nothing() {
    let goal = "(<= (goal ?r 50) (role ?r))";
    let text = format!("{GAME}{goal}(distinct me you) (distinct you me)");
    assert_same(&text, &format!("{GAME}{goal}"));
    let told = warnings(&text);
    assert_eq!(told, [(Code::BadDeclaration, "(distinct me you)".to_owned())], "folded");
    for wrong in ["(distinct me me)", "(distinct me ?x)", "(<= (distinct me you) (place a))"] {
        let loaded = load("kind.gdl", &format!("{GAME}{goal}{wrong}"));
        assert_eq!(loaded.errors[0].code, Code::Misused, "{wrong}");
    }
}

#[test]
fn the_same_mistake_is_told_once_with_its_places() {
    let wrong: String = (0..500).map(|n| format!("(<= (next (p{n} ?x)) (place ?y))\n")).collect();
    let loaded = load("many.gdl", &format!("{GAME}{wrong}"));
    assert_eq!(loaded.errors.len(), 1);
    assert_eq!(loaded.errors[0].labels.len(), 4);
    assert!(loaded.errors[0].notes[0].contains("500"), "{:?}", loaded.errors[0].notes);
    let others: String = (0..500).map(|n| format!("(<= (next (p ?x{n})) (place ?y))\n")).collect();
    let loaded = load("many.gdl", &format!("{GAME}{others}"));
    assert_eq!(loaded.errors.len(), 8);
    assert!(loaded.errors[7].notes[0].contains("492"), "{:?}", loaded.errors[7].notes);
}

/// All rows of eight digits, and a count that goes on for ever.
const LARGE: &str = "(d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9)
(<= (all ?a ?b ?c ?d ?e ?f ?g ?h) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h) (distinct ?a ?b))
(nat zero) (<= (nat (s ?n)) (nat ?n))
(<= (member ?x (cons ?x ?rest))) (<= (member ?x (cons ?y ?rest)) (member ?x ?rest))
(<= (longer (cons ?x ?l) nil)) (<= (longer (cons ?x ?l) (cons ?y ?m)) (longer ?l ?m))
(<= (may ?x) (place ?x) (member ?x (cons b (cons d (cons e nil)))))
(<= (may ?x) (place ?x) (all 1 2 3 4 5 6 7 8) (not (all 1 1 3 4 5 6 7 8)) (not (nat ?x)) (longer (cons ?x nil) nil))
(<= (legal me (jump ?x)) (may ?x)) (<= (next (at ?x)) (does me (jump ?x)))
(<= (goal ?r 100) (role ?r) (true (at ?x)) (may ?x) (not (all 2 2 2 2 2 2 2 2)))\n";

#[test]
fn relations_that_are_too_large_are_evaluated_on_demand() {
    let text = format!("{GAME}{LARGE}");
    let game = read(&text);
    let (stop, limits) = (Stop::new(), RuleLimits::default());
    let mut interpreter = Interpreter::new(&game, &[], limits, &stop).expect("on demand");
    assert!(interpreter.is_on_demand());
    let small = "(<= (legal me (jump ?x)) (place ?x)) (<= (next (at ?x)) (does me (jump ?x)))
        (<= (goal ?r 100) (role ?r))";
    let small = read(&format!("{GAME}{small}"));
    let mut small = Interpreter::new(&small, &[], limits, &stop).expect("small");
    assert!(!small.is_on_demand());
    for seed in 0..10 {
        assert_eq!(walk(&mut interpreter, seed, 12), walk(&mut small, seed, 12));
    }
    assert_eq!(finished(&text, 20), 20);
    // Rules without variables cannot have them.
    let refused = Network::new(&game, &[], RuleLimits { instances: 10_000, ..limits }, &stop);
    assert!(matches!(refused, Err(CutShort::OnDemand(_))));
}

#[test]
fn facts_of_the_state_are_looked_up_before_much_is_asked() {
    // The last condition has one row for what the other two say, and nine to the eighth for what one of them says.
    let rules = "(d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9)
        (<= (all ?a ?b ?c ?e ?f ?g ?h ?i ?j)
            (d ?a) (d ?b) (d ?c) (d ?e) (d ?f) (d ?g) (d ?h) (d ?i) (d ?j))
        (role me) (init (row 1 1 1 1 1 1 1 1))
        (<= (legal me (push ?x)) (d ?x))
        (<= (next (row ?x ?a ?b ?c ?e ?f ?g ?h))
            (true (row ?a ?b ?c ?e ?f ?g ?h ?i)) (does me (push ?x)) (all ?x ?a ?b ?c ?e ?f ?g ?h ?x))
        (<= terminal (true (row 2 ?a ?b ?c ?e ?f ?g ?h)))
        (<= (goal me 100) terminal)";
    assert_eq!(finished(rules, 20), 20);
}

#[test]
fn circles_that_only_play_meets_are_told() {
    // Too many rules without variables to look for circles beforehand.
    let rules = "(<= (bad ?x ?a ?b ?c ?d ?e ?f ?g ?h) (true (at ?x)) (all ?a ?b ?c ?d ?e ?f ?g ?h)
        (not (bad ?x ?a ?b ?c ?d ?e ?f ?g ?h)))
        (<= (legal me odd) (true (at d)) (bad d 1 2 3 4 5 6 7 8))";
    let text = format!("{GAME}{LARGE}{rules}");
    let mut request = GdlRequest::new("circle.gdl", text);
    request.plays = Some(Playing { plays: 50, seed: 1, max_steps: 100 });
    let outcome = answer(&request, &Stop::new(), &mut |_| ());
    let failure = outcome.answer.expect_err("it is met");
    assert_eq!(format!("{failure:?}").split('(').next(), Some("Unstratified"), "{failure:?}");
}

#[test]
fn who_allows_more_rules_allows_as_many_atoms_and_answers() {
    let more = RuleLimits::up_to(50_000_000);
    assert_eq!((more.atoms, more.instances, more.answers), (50_000_000, 50_000_000, 50_000_000));
    assert_eq!(RuleLimits::up_to(10).atoms, RuleLimits::default().atoms);
    // A relation of all pairs that must be complete: too large, unless more is allowed.
    let names: String = (0..1100).map(|n| format!("(n {n})")).collect();
    let pairs = "(<= (pair ?x ?y) (n ?x) (n ?y)) (<= (init (m ?x ?y)) (pair ?x ?y))";
    let game = read(&format!("{GAME}{names}{pairs}(<= (goal ?r 0) (role ?r))"));
    let few = Interpreter::new(&game, &[], RuleLimits::default(), &Stop::new());
    assert!(matches!(few, Err(CutShort::Answers(2_000_000))));
    let mut many = Interpreter::new(&game, &[], more, &Stop::new()).expect("within the limits");
    assert_eq!(many.initial().len(), 1_210_001);
}

#[test]
fn a_rule_with_very_many_arguments_is_read_and_applied() {
    // Reading that looks at all arguments for each of them would not end.
    let count = 200_000;
    let variables: String = (0..count).map(|n| format!(" ?x{n}")).collect();
    let names: String = (0..count).map(|n| format!(" c{n}")).collect();
    let others = names.replace(" c77777 ", " other ");
    let text = format!(
        "{GAME}(p{names}) (p{others}) (<= (q{variables}) (p{variables}))
        (<= (goal ?r 1) (role ?r) (q{names})) (<= (goal ?r 2) (role ?r) (q{others}) (not (p{names})))"
    );
    assert_eq!(finished(&text, 3), 3);
}
