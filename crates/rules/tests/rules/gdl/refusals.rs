//! What is wrong with a game description is told, all of it, with its place.

use hexa_lang::Code;
use hexa_logic::{Stop, Stream};
use hexa_rules::gdl::{CutShort, Interpreter, Network, Referee, RoleId, RuleLimits, load};

/// A game to add something to.
const GAME: &str =
    "(role me) (init (n 0)) (succ 0 1) (<= (legal me go) (true (n ?x))) (<= terminal (true (n 9)))
(<= (goal me 0) (true (n ?x)))\n";

/// The codes of what is wrong, with the texts that they point at.
fn wrong(text: &str) -> Vec<(Code, String)> {
    let loaded = load("bad.gdl", text);
    assert_eq!(loaded.game.is_none(), !loaded.errors.is_empty());
    let shown = |at| loaded.sources.snippet(at).to_owned();
    loaded.errors.iter().map(|error| (error.code, shown(error.place().expect("a place")))).collect()
}

fn added(rule: &str) -> Vec<(Code, String)> {
    wrong(&format!("{GAME}{rule}"))
}

#[track_caller]
fn assert_wrong(rule: &str, code: Code, place: &str) {
    assert_eq!(added(rule), [(code, place.to_owned())], "{rule}");
}

#[test]
fn brackets_and_characters() {
    assert_wrong("(p a", Code::Unclosed, "");
    assert_wrong("(p a))", Code::StrayBracket, ")");
    assert_wrong("(p \u{1} a)", Code::UnknownCharacter, "\u{1}");
    assert_wrong("hello", Code::BadRule, "hello");
    assert_wrong("((p) a)", Code::BadRule, "((p) a)");
    assert_wrong("()", Code::BadRule, "()");
    assert_wrong("(<=)", Code::BadRule, "(<=)");
    assert_wrong("(p (?x a))", Code::BadRule, "(?x a)");
    assert_wrong("(<= (p a) (<= (q a)))", Code::BadRule, "(<= (q a))");
    assert_wrong("(<= p ?x)", Code::BadRule, "?x");
    let deep = format!("{}a{}", "(f ".repeat(200), ")".repeat(200));
    assert_eq!(added(&format!("(p {deep})"))[0].0, Code::TooDeep);
    let open = "(".repeat(100_000);
    assert_eq!(added(&open).len(), 1);
    assert!(added(&")".repeat(100_000)).len() <= 100);
}

#[test]
fn unsafe_rules() {
    assert_wrong("(<= (next ?x) (succ ?y ?z))", Code::Unsafe, "(next ?x)");
    assert_wrong("(<= p (distinct ?y 1))", Code::Unsafe, "(distinct ?y 1)");
    assert_wrong("(next (n ?x))", Code::Unsafe, "(next (n ?x))");
    assert_wrong("(<= (next ?x) (or (succ ?x 1) (succ 1 2)))", Code::Unsafe, "(next ?x)");
    assert_wrong("(<= (p ?x) (succ ?y ?z)) (<= q (p ?x))", Code::Unsafe, "(p ?x)");
    assert_eq!(added("(<= (legal ?x ?y) (not (succ ?z 1)))").len(), 1);
}

#[test]
fn relations_that_depend_on_their_negation() {
    assert_wrong("(<= p (not p))", Code::Unstratified, "p");
    assert_wrong("(<= p (not q)) (<= q r) (<= r p)", Code::Unstratified, "q");
    let circle = "(succ 1 0) (<= (p ?x) (succ ?x ?y) (not (p ?y)))";
    assert_wrong(circle, Code::Unstratified, "(p ?y)");
    assert_eq!(added("(<= (p ?x) (succ ?x ?y) (not (p ?y)))"), []);
    assert_wrong("(<= p (knows me p))", Code::Unstratified, "(knows me p)");
    assert_wrong("(<= p (not (knows q))) (<= q p)", Code::Unstratified, "(knows q)");
    assert_eq!(added("(<= p q) (<= q p) (<= r (not p))"), []);
}

#[test]
fn relations_of_the_language() {
    assert_wrong("(true (n 1))", Code::Misused, "(true (n 1))");
    assert_wrong("(does me go)", Code::Misused, "(does me go)");
    assert_wrong("(<= (not p) (succ 0 1))", Code::Misused, "(not p)");
    assert_wrong("(<= (legal me hop) (does me go))", Code::Misused, "(does me go)");
    assert_wrong("(<= p (does me go)) (<= terminal p)", Code::Misused, "p");
    assert_wrong("(<= (init (n 2)) (true (n 1)))", Code::Misused, "(true (n 1))");
    assert_wrong("(<= (role you) (true (n 1)))", Code::Misused, "(true (n 1))");
    assert_wrong("(<= p (knows me (does me go)))", Code::Misused, "(does me go)");
    assert_wrong("(<= p (knows me (or (true (n 1)))))", Code::Misused, "(or (true (n 1)))");
    assert_wrong("(<= q (does me go)) (<= p (knows me q))", Code::Misused, "(knows me q)");
    assert_wrong("(<= p (not (n 0) (n 1)))", Code::WrongArity, "(not (n 0) (n 1))");
    assert_wrong("(legal me)", Code::WrongArity, "(legal me)");
    assert_wrong("(p 1) (p 1 2)", Code::WrongArity, "(p 1 2)");
}

#[test]
fn games_without_players() {
    assert_eq!(wrong(""), [(Code::NoGame, String::new()), (Code::NoGame, String::new())]);
    assert_eq!(wrong("; nothing").len(), 2);
}

#[test]
fn all_mistakes_are_told_and_strange_things_too() {
    let loaded = load(
        "bad.gdl",
        &format!("{GAME}(<= (next ?x) (q ?y))\n(does me go)\n(<= r (not r))\n(s a))"),
    );
    let codes: Vec<Code> = loaded.errors.iter().map(|error| error.code).collect();
    assert_eq!(codes, [Code::Unsafe, Code::Misused, Code::Unstratified, Code::StrayBracket]);
    let loaded =
        load("odd.gdl", &format!("{GAME}(<= p (N 0) (true (n 1 2)))(<= (t (s ?x)) (t ?x))"));
    assert!(loaded.game.is_some());
    let codes: Vec<Code> = loaded.warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(codes, [Code::UnknownName, Code::WrongArity, Code::Growing]);
}

#[test]
fn line_ends_of_all_kinds_and_a_mark_at_the_start() {
    let text = format!("\u{feff}; a comment (\r{}; another )\r\n", GAME.replace('\n', "\r"));
    assert_eq!(wrong(&text), []);
    let loaded = load("bad.gdl", "(role me)(legal me go)\r(next ?x)\r\n(next ?y)");
    let places: Vec<_> = loaded
        .errors
        .iter()
        .map(|error| loaded.sources.line_column(error.place().expect("a place")))
        .collect();
    assert_eq!(places, [(2, 1), (3, 1)]);
}

#[test]
fn keywords_are_read_in_any_case_and_other_names_are_not() {
    let text = "(ROLE me) (Init (n 0)) (<= (LEGAL me go) (True (n 0))) (<= TERMINAL (true (N 0))) (<= (goal me 0) (true (n 0)))";
    let loaded = load("case.gdl", text);
    assert_eq!(loaded.errors, []);
    assert!(loaded.game.is_some());
}

#[test]
fn rules_that_never_end_are_given_up() {
    let game = |rule: &str| load("big.gdl", &format!("{GAME}{rule}")).game.expect("it can be read");
    let bounds = RuleLimits { atoms: 1000, instances: 10_000, answers: 1000 };
    let endless = game("(t zero) (<= (t (s ?x)) (t ?x)) (<= (goal me 1) (t ?x))");
    let compiled = Network::new(&endless, &[], bounds, &Stop::new());
    assert!(matches!(compiled, Err(CutShort::OnDemand(name)) if name == "t"));
    let mut asked = Interpreter::new(&endless, &[], bounds, &Stop::new()).expect("on demand");
    let start = asked.initial();
    asked.enter(&start).expect("nobody asks how many `t` there are");
    assert!(matches!(asked.goals(RoleId(0)), Err(CutShort::Depth(_) | CutShort::Answers(_))));
    let digits: String = (0..12).map(|digit| format!("(d {digit})")).collect();
    let many = game(&format!(
        "{digits} (<= (goal me 1) (m ?a ?b ?c ?d)) (<= (m ?a ?b ?c ?d) (d ?a) (d ?b) (d ?c) (d ?d))"
    ));
    assert!(Network::new(&many, &[], bounds, &Stop::new()).is_err());
    let counting = game("(<= (next (n (s ?x))) (true (n ?x)))");
    assert!(matches!(Network::new(&counting, &[], bounds, &Stop::new()), Err(CutShort::Depth(_))));
    assert!(Interpreter::new(&counting, &[], bounds, &Stop::new()).is_ok());
    let long = "(true (n 0))".repeat(300);
    assert_eq!(added(&format!("(<= p {long})"))[0].0, Code::TooLarge);
    let wide: String = (0..14).map(|_| "(or (succ 0 1) (succ 1 0))").collect();
    assert_eq!(added(&format!("(<= p {wide})"))[0].0, Code::TooLarge);
}

#[test]
fn no_text_is_too_strange() {
    let pieces = [
        "(", ")", "<=", "role", "?x", " ", "\n", "not", "or", "true", "p", "next", ";", "distinct",
        "knows", "\u{0}", "é",
    ];
    for seed in 0..400 {
        let mut stream = Stream::new("strange texts", seed);
        let text: String =
            (0..60).map(|_| pieces[stream.below(pieces.len())].to_owned() + " ").collect();
        let _ = load("strange.gdl", &text);
    }
}
