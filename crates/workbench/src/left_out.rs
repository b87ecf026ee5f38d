//! What needs a part of the engine that was left out says so. These tests are run without the features:
//! `cargo test -p hexa-workbench --no-default-features`.

use crate::{Answer, Request, Standing, TextId, Workbench};
use hexa_engine::Limits;
use hexa_lang::NoIncludes;

/// A workbench with one text.
fn open(text: &str) -> (Workbench, TextId) {
    let mut workbench = Workbench::new(Limits::default(), Box::new(NoIncludes));
    let request = Request::Open { name: "a".into(), text: text.into(), settings: Vec::new() };
    match workbench.handle(&request) {
        Answer::Opened(opened) => (workbench, opened.text.expect("a text without errors")),
        other => panic!("{other:?}"),
    }
}

#[cfg(not(feature = "diagrams"))]
#[test]
fn without_diagrams_states_are_listed_or_refused_with_the_reason() {
    let (mut workbench, text) = open("agents a, b\ndeal r | w\ncheck K_a r_a\n");
    let mut run = |engine: Option<&str>| {
        let engine = engine.map(str::to_owned);
        workbench.handle(&Request::Run { text, engine, trace: false })
    };
    let Answer::Run(chosen) = run(None) else { panic!("no run") };
    assert_eq!(chosen.standing, Standing::Fine, "{chosen:?}");
    let Answer::Run(wanted) = run(Some("symbolic")) else { panic!("no run") };
    assert_eq!(wanted.standing, Standing::Broken, "{wanted:?}");
    let told = format!("{wanted:?}");
    assert!(told.contains("this program was built without the symbolic engine"), "{told}");
}

#[cfg(not(feature = "sat"))]
use crate::strength::Notion;

#[cfg(not(feature = "sat"))]
#[test]
fn without_a_solver_nothing_is_known_of_countermodels() {
    let (mut workbench, text) = open("agents a, b\ndeal r | w\n");
    let (left, right) = ("K_a r_a".to_owned(), "r_a".to_owned());
    let (notion, theory) = (Notion::default(), Vec::new());
    let request =
        Request::Strength { text, left, right, theory, notion, worlds: 3, conflicts: 100 };
    let Answer::Strength(strength) = workbench.handle(&request) else { panic!("no answer") };
    assert_eq!(strength.standing(), Standing::Broken);
    let told = strength.text();
    assert!(told.contains("built without a SAT solver; nothing is known"), "{told}");
}
