//! Reading a text ends soon after somebody asked for it, wherever it is by then, and says nothing else.

use hexa_lang::{Code, Document, NoIncludes, Sources, load, load_until};
use hexa_logic::Stop;

/// At most so many more steps are counted after somebody has asked for the end.
const MOST_STEPS_BETWEEN_LOOKS: u64 = 1 << 10;

/// Texts that take long to read, each for a reason of its own.
fn long_texts() -> Vec<(&'static str, String)> {
    let many = |what: &str, times| what.repeat(times);
    let head = "agents 1, 2\natoms p, q\npoint p\n";
    vec![
        ("statements", format!("{head}{}", many("check p\n", 20_000))),
        ("one long formula", format!("{head}check {}p\n", many("p & ", 50_000))),
        ("comments and spaces", format!("{head}{}", many("#\n      \n", 20_000))),
        ("errors", format!("{head}{}", many("check ) q\n", 5_000))),
        ("a set", "agents 1, 2\nset s = 1..30000\natoms p(i) for i in s\npoint p(1)\n".to_owned()),
        ("subsets", "agents 1, 2\nset s = sub(4, 1..24)\natoms p\npoint p\nexpect worlds size(s)\n".to_owned()),
        ("binders", format!("{head}check forall i in 1..200, j in 1..200: (p -> q)\n")),
        (
            "macros",
            format!(
                "{head}formula f(i, j) = K_1 (p -> q)\nformula g(i) = forall j in 1..100: f(i, j)\n\
                 check forall i in 1..100: g(i)\n"
            ),
        ),
        (
            "worlds",
            "agents 1, 2\nmodel\n  world w(i): p for i in 1..20000\n  cells 1: {w(i) for i in 1..20000}\n  \
             cells 2: {w(i)} for i in 1..20000\n  point w(1)\n"
                .to_owned(),
        ),
        ("deals", "agents 1, 2, 3\ndeal a b c | d e f | g h i\ncheck exists x in deals: deal(x)\n".to_owned()),
        ("a theory", "agents 1, 2, 3\ndeal a b c | d e f | g h\ncheck kgames\n".to_owned()),
        (
            "SMCDEL",
            format!(
                "VARS 1,2\nLAW {}Top\nOBS a: 1\n{}",
                many("(1 | 2) & ", 5000),
                many("VALID? (1 & ~2)\n", 5000)
            ),
        ),
    ]
}

#[test]
fn reading_a_text_ends_soon_after_somebody_asked_for_it() {
    for (what, text) in long_texts() {
        let whole = Stop::new();
        let loaded = load_until("text", &text, &NoIncludes, &[], &whole);
        let has_document = loaded.document.is_some();
        assert!(has_document || what == "errors", "{what}: {:?}", loaded.diagnostics.first());
        let steps = whole.progress().steps;
        assert!(steps > 4 * MOST_STEPS_BETWEEN_LOOKS, "{what} takes {steps} steps");
        for at in [1, steps / 4, steps / 2, steps - MOST_STEPS_BETWEEN_LOOKS] {
            let stop = Stop::after(at);
            let loaded = load_until("text", &text, &NoIncludes, &[], &stop);
            let codes: Vec<Code> = loaded.diagnostics.iter().map(|problem| problem.code).collect();
            assert_eq!(
                (loaded.document.is_none(), &codes[..]),
                (true, &[Code::Stopped][..]),
                "{what}"
            );
            let later = stop.progress().steps - at;
            assert!(later <= MOST_STEPS_BETWEEN_LOOKS, "{what}: {later} steps after {at}");
        }
    }
}

#[test]
fn further_lines_that_were_stopped_leave_the_document_as_it_was() {
    let loaded = load("text", "agents 1, 2\natoms p\npoint p\n", &NoIncludes, &[]);
    let (mut document, mut sources): (Document, Sources) =
        (loaded.document.expect("a document"), loaded.sources);
    let names = document.names();
    let stopped = Stop::new();
    stopped.ask();
    let lines = format!("formula f = p\ncheck {}p\n", "p & ".repeat(5000));
    let found = document.read_until(&lines, &mut sources, &stopped).expect_err("it was stopped");
    assert_eq!(found.iter().map(|problem| problem.code).collect::<Vec<_>>(), [Code::Stopped]);
    assert_eq!(document.names(), names);
    assert_eq!(
        document.read("formula f = p\ncheck f\n", &mut sources).map(|steps| steps.len()),
        Ok(1)
    );
}
