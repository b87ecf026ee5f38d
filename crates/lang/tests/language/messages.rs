//! What is said: how it is read, where it means what it meant before, and how it is printed.

use crate::syntax_shape::{action, file, formula};
use hexa_lang::syntax::{Printer, Spelling, format};
use hexa_lang::{Document, NoIncludes, Sources, StepKind, load};

#[test]
fn an_announcement_reaches_to_the_bracket() {
    assert_eq!(formula("[!p | q -> r] s"), "(Every (announce (Implies (Or p q) r)) s)");
    assert_eq!(formula("<!p & <!q> r> s"), "(Some (announce (And p (Some (announce q) r))) s)");
    assert_eq!(formula("⟨!p⟩ q"), formula("<!p> q"));
    assert_eq!(formula("[!P_a(p) > 1/2] q"), "(Every (announce (P a p > 1/2)) q)");
    assert_eq!(formula("<!P_a(p) > 1/2> q"), "(Some (announce (P a p > 1/2)) q)");
    assert_eq!(formula("[!K_a [!p] q][!r] s"), formula("[(announce K_a [announce p] q)] [!r] s"));
}

#[test]
fn a_marked_alternative_stays_one() {
    assert_eq!(formula("[!α + β] p"), "(Every (Plus (! α) β) p)");
    assert_eq!(formula("<!f(p) + ?q> p"), "(Some (Plus (! (f @ p)) (? q)) p)");
    assert_eq!(formula("[L_a (!?p + ?q)] p"), "(Every (L a (Plus (! (? p)) (? q))) p)");
    assert_eq!(formula("[!?p] q"), "(Every (! (? p)) q)");
}

#[test]
fn what_is_said_ends_where_the_action_goes_on() {
    assert_eq!(
        action("announce p | q ; announce r"),
        "(Sequence (announce (Or p q)) (announce r))"
    );
    assert_eq!(action("announce p + tell q to a"), "(Plus (announce p) (tell q to a))");
    assert_eq!(action("tell p to a, b by c"), "(tell p to a b by c)");
    assert_eq!(action("tell p by c to {a, b}"), "(tell p to {a, b} by c)");
    assert_eq!(action("lie (p) & q to b by a"), "(lie (And p q) to b by a)");
    assert_eq!(action("f(tell p to a, b)"), "(f @ (tell p to a) b)");
    assert_eq!(action("f([tell p to a, b] q)"), "(f @ (Every (tell p to a b) q))");
    assert_eq!(file("tell p to a, b\nlie p by a\n"), ["do (tell p to a b)", "do (lie p by a)"]);
}

#[test]
fn the_words_are_names_where_no_formula_follows() {
    assert_eq!(action("tell ; announce(p)"), "(Sequence tell (announce @ p))");
    assert_eq!(formula("tell & lie -> announce"), "(Implies (And tell lie) announce)");
    assert_eq!(formula("B_1 & ~B_a"), "(And B_1 (~ B_a))");
    assert_eq!(
        formula("B_1 p & B_{a} ~q & B_a(p)"),
        "(And (Believes 1 p) (Believes {a} (~ q)) (Believes a p))"
    );
}

fn document(text: &str) -> Document {
    let loaded = load("test.hexa", text, &NoIncludes, &[]);
    assert_eq!(loaded.diagnostics, [], "{text}");
    loaded.document.expect("a document without problems")
}

#[test]
fn a_definition_that_is_called_like_a_message_is_used_as_before() {
    let text = "agents a, b\natoms p\npoint p\n";
    let defined = document(&format!("{text}action tell(x) = L_all ?x\ndo tell(p)\ntell(p)\n"));
    let plain =
        document(&format!("{text}do L_all ?p\ndo announce(p)\nannounce (p)\ndo announce p\n"));
    let printed = |document: &Document, at: usize| match document.scenarios[0].steps[at].kind {
        StepKind::Do(action) => Printer::new(&document.terms, &document.vocabulary).action(action),
        ref other => panic!("{other:?}"),
    };
    assert_eq!([printed(&defined, 0), printed(&defined, 1)], ["L_all ?p", "L_all ?p"]);
    assert_eq!(printed(&plain, 0), "L_all ?p");
    for at in 1..4 {
        assert_eq!(printed(&plain, at), "announce p");
    }
}

#[test]
fn what_was_written_is_what_is_printed() {
    let text = "agents anne, bert, cath\natoms p, q\npoint p\n";
    for step in [
        "[!p | q] <!p> B_anne p",
        "[announce p by cath] q",
        "[tell p & q to anne, bert by cath] q",
        "[privately p to bert ; lie q to all by anne] B_bert q",
        "<lie p by anne> true",
        "[(announce p)^*] q",
    ] {
        let mut document = document(text);
        let steps = document.read(&format!("check {step}"), &mut Sources::default());
        let steps = steps.unwrap_or_else(|errors| panic!("{step}: {errors:?}"));
        let StepKind::Check(formula) = steps[0].kind else { panic!("{step}") };
        let printed = Printer::new(&document.terms, &document.vocabulary).formula(formula);
        assert_eq!(printed, step);
        let line = format!("check {step}\n");
        assert_eq!(format(&line, Spelling::AsWritten), Ok(line));
    }
}

#[test]
fn one_agent_may_stand_in_braces() {
    let text = "agents a, b\natoms p\npoint p\ncheck K_{a} p\ncheck K_a p\n";
    let document = document(text);
    let [first, second] = [0, 1].map(|at| document.scenarios[0].steps[at].kind.clone());
    assert_eq!(first, second);
}

#[test]
fn numbers_are_compared_and_printed() {
    assert_eq!(
        file(
            "expect worlds > 3\nexpect worlds = 3\nexpect classes a != n + 1\nexpect minimal <= 2\n"
        ),
        ["worlds > 3", "worlds 3", "classes a != (Plus n 1)", "minimal <= 2"]
    );
    assert_eq!(
        file(
            "print P_a(p & q)\nprint P_a(p) > 1/2\nprint count\nprint count(x in S: x)\nprint worlds all\n"
        ),
        [
            "print (P a (And p q))",
            "print (P a p > 1/2)",
            "print count",
            "print (count [x in S] x)",
            "print worlds all"
        ]
    );
    assert_eq!(
        file("print classes a\nprint n^2 + 1\nprint 7\nprint size(a)\n"),
        ["print classes a", "print (Plus (^ n 2) 1)", "print 7", "print (size a)"]
    );
    let document = document("agents a\natoms worlds\npoint worlds\nprint worlds\nprint minimal\n");
    let kinds = document.scenarios[0].steps.iter().map(|step| &step.kind);
    let formulas: Vec<bool> = kinds.map(|kind| matches!(kind, StepKind::Print(_))).collect();
    assert_eq!(formulas, [true, false], "an atom of that name is meant");
}
