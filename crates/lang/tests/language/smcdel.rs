//! SMCDEL's format: what is read, what is refused and where, and that no text whatever does harm.

use hexa_lang::{Code, Diagnostic, Document, Loaded, NoIncludes, StepKind, load};
use hexa_logic::Setup;

const HEAD: &str = "VARS 1,2,3\nLAW Top\nOBS ann: 1\n    bob: 2,3\n";

fn read(text: &str) -> Loaded {
    load("test.smcdel.txt", text, &NoIncludes, &[])
}

fn document(text: &str) -> Document {
    let loaded = read(text);
    assert!(loaded.diagnostics.is_empty(), "{text}: {:?}", loaded.diagnostics);
    loaded.document.expect("a document")
}

/// The formula of a query, in our own language.
fn formula(query: &str) -> String {
    let document = document(&format!("{HEAD}VALID? {query}\n"));
    let StepKind::CheckValid(formula) = document.scenarios[0].steps[0].kind else {
        panic!("no query: {query}");
    };
    hexa_lang::syntax::Printer::new(&document.terms, &document.vocabulary).formula(formula)
}

/// The code and the line and column of the first problem.
fn problem(text: &str) -> (Code, usize, usize) {
    let loaded = read(text);
    let first: &Diagnostic = loaded.diagnostics.first().unwrap_or_else(|| panic!("fine: {text}"));
    let (line, column) = loaded.sources.line_column(first.place().expect("a place"));
    (first.code, line, column)
}

#[test]
fn infixes_of_one_level_group_to_the_left() {
    for (query, meaning) in [
        ("1 & 2 & 3", "p1 & p2 & p3"),
        ("1 | 2 & 3", "(p1 | p2) & p3"),
        ("1 & 2 | 3", "p1 & p2 | p3"),
        ("1 -> 2 -> 3", "(p1 -> p2) -> p3"),
        ("1 -> 2 iff 3", "p1 -> p2 <-> p3"),
        ("1 iff 2 | 3", "p1 <-> p2 | p3"),
        ("1 <-> 2", "p1 <-> p2"),
        ("¬1 ∧ 2 ∨ 3 → Bot", "~p1 & p2 | p3 -> false"),
        ("not 1 & Not 2", "~p1 & ~p2"),
    ] {
        assert_eq!(formula(query), meaning, "{query}");
    }
}

#[test]
fn prefixes_bind_tight_or_reach_as_far_as_they_can() {
    for (query, meaning) in [
        ("~ ann knows that 1 & 2", "~K_ann p1 & p2"),
        ("ann knows whether (1 & 2) | 3", "Kw_ann(p1 & p2) | p3"),
        ("ann knows whether (1, 2)", "Kw_ann p1 & Kw_ann p2"),
        ("K ann 1 & 2", "K_ann(p1 & p2)"),
        ("~ Kw bob 1 -> 2", "~Kw_bob(p1 -> p2)"),
        ("(ann,bob) comknow that 1 | 2", "C_{ann,bob} p1 | p2"),
        ("ann,bob distknow whether 1", "D_{ann,bob} p1 | D_{ann,bob} ~p1"),
        ("[! 1] 2 & 3", "[L_{ann,bob} ?p1] p2 & p3"),
        ("< ?! 1 > 2", "<L_{ann,bob} ?p1 + L_{ann,bob} ?~p1> p2"),
        ("[ann ! 1] 2", "[L_{ann,bob}(!L_{ann} ?p1 + L_{ann} ?~p1)] p2"),
        ("[(ann) ?! 1] 2", "[L_{ann,bob}(L_{ann} ?p1 + L_{ann} ?~p1)] p2"),
        ("Forall 1 1 -> 2", "p2"),
        ("Exists 1,2 (1 & 3)", "p3"),
        ("Exists 1 (1 & bob knows that 2)", "K_bob p2"),
    ] {
        let meaning = meaning.replace("L_{ann} ", "L_ann ");
        assert_eq!(formula(query), meaning, "{query}");
    }
}

#[test]
fn agents_have_their_variables_and_one_more_sees_nothing() {
    let document = document(HEAD);
    let Setup::Structure(structure) = &document.initial else { panic!("a structure") };
    let names: Vec<&str> =
        document.vocabulary.agents().map(|a| document.vocabulary.agent_name(a)).collect();
    assert_eq!(names, ["ann", "bob", "anyone"]);
    assert_eq!(structure.observations.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2, 0]);
    assert_eq!(structure.point, None);
}

#[test]
fn problems_are_found_at_their_lines() {
    use Code::*;
    for (text, code, line, column) in [
        ("", Expected, 1, 1),
        ("LAW Top\nOBS a: 1\n", Expected, 1, 1),
        ("VARS\nLAW Top\nOBS a: 1\n", Expected, 2, 1),
        ("VARS 1,,2\nLAW Top\nOBS a: 1\n", Expected, 1, 8),
        ("VARS 1, 2, 1\nLAW Top\nOBS a: 1\n", DuplicateName, 1, 12),
        ("VARS 1 2\nLAW Top\nOBS a: 1\n", Expected, 1, 8),
        ("VARS 99999999999999999999\nLAW Top\nOBS a: 1\n", BadNumber, 1, 6),
        ("VARS 1\nOBS a: 1\n", Expected, 2, 1),
        ("VARS 1\nLAW\nOBS a: 1\n", Expected, 3, 1),
        ("VARS 1\nLAW 2\nOBS a: 1\n", UnknownName, 2, 5),
        ("VARS 1\nLAW a knows that 1\nOBS a: 1\n", NotPropositional, 2, 5),
        ("VARS 1\nLAW [! 1] 1\nOBS a: 1\n", NotPropositional, 2, 5),
        ("VARS 1\nLAW Top\n", Expected, 2, 8),
        ("VARS 1\nLAW Top\nOBS\nVALID? 1\n", Expected, 4, 1),
        ("VARS 1\nLAW Top\nOBS a: 7\n", UnknownName, 3, 8),
        ("VARS 1\nLAW Top\nOBS a 1\n", Expected, 3, 7),
        ("VARS 1\nLAW Top\nOBS a: 1\n    a: 1\n", DuplicateName, 4, 5),
        ("VARS 1\nLAW Top\nOBS a: 1\nLAW Top\n", Expected, 4, 1),
    ] {
        assert_eq!(problem(text), (code, line, column), "{text}");
        assert!(read(text).document.is_none(), "{text}");
    }
    for (query, code, line, column) in [
        ("VALID?", Expected, 5, 7),
        ("VALID? 4", UnknownName, 5, 8),
        ("VALID? carl knows that 1", UnknownName, 5, 8),
        ("VALID? ann knows 1", Expected, 5, 18),
        ("VALID? ann know that 1", Expected, 5, 12),
        ("VALID? ann, bob knows that 1", Expected, 5, 8),
        ("VALID? AND ()", Expected, 5, 13),
        ("VALID? OR 1", Expected, 5, 11),
        ("VALID? (1, 2)", Expected, 5, 10),
        ("VALID? (1", Expected, 5, 10),
        ("VALID? 1 2", Expected, 5, 10),
        ("VALID? 1 # 2", UnknownCharacter, 5, 10),
        ("VALID? [ 1 ] 2", Expected, 5, 10),
        ("VALID? [! 1 > 2", Expected, 5, 13),
        ("VALID? Forall 1 ann knows that 1", NotPropositional, 5, 8),
        ("TRUE? 1", Expected, 5, 7),
        ("TRUE? {1 2", Expected, 5, 10),
        ("TRUE? {9} 1", UnknownName, 5, 8),
        ("WHERE?", Expected, 5, 7),
    ] {
        let text = format!("{HEAD}{query}\nVALID? Top\n");
        assert_eq!(problem(&text), (code, line, column), "{query}");
        let document = read(&text).document.expect("the other query can be asked");
        let kinds: Vec<_> = document.scenarios[0].steps.iter().map(|step| &step.kind).collect();
        assert!(matches!(kinds[..], [StepKind::Broken, StepKind::CheckValid(_)]), "{query}");
    }
}

#[test]
fn deep_and_long_formulas_are_read_or_refused() {
    let deep = format!("{HEAD}VALID? {}1{}\n", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(problem(&deep).0, Code::TooDeep);
    let prefixes = format!("{HEAD}VALID? {}1\n", "~ [! 1] ann knows that ".repeat(20_000));
    document(&prefixes);
    let chain = format!("{HEAD}VALID? 1{}\n", " & 2 | 3 -> 1".repeat(50_000));
    document(&chain);
    let numbers: Vec<String> = (0..100_000).map(|number: u32| number.to_string()).collect();
    let all = numbers.join(",");
    for operator in ["ONEOF", "XOR", "AND", "OR"] {
        document(&format!("VARS {all}\nLAW {operator}({all})\nOBS a: {all}\n"));
    }
}

#[test]
fn changed_texts_never_panic_and_are_faulted_inside_the_text() {
    const PIECES: &[&str] = &[
        "(",
        ")",
        "[",
        "]",
        "<",
        ">",
        "{",
        "}",
        "!",
        "?",
        ",",
        ":",
        "~",
        "&",
        "->",
        "iff",
        "AND",
        "XOR (",
        "ONEOF",
        "Forall",
        "Exists 1",
        "K",
        "Kw ann",
        "knows that",
        "comknow whether",
        "distknow",
        "VARS",
        "LAW",
        "OBS",
        "TRUE?",
        "VALID?",
        "WHERE?",
        "--",
        "\n",
        " ",
        "1",
        "77",
        "ann",
        "é",
        "→",
        "\0",
        "99999999999",
    ];
    let whole = format!(
        "-- a comment\n{HEAD}TRUE? {{1,3}} [! OR(1,2)] ann knows whether (1, 2)\n\
         VALID? < ann ?! XOR(1,2) > (ann,bob) comknow that ~(1 & 2 | 3)\n\
         WHERE? Exists 1 (1 iff 2) -> K bob Kw ann ONEOF(1,2,3)\n"
    );
    let mut seed = 7u64;
    let mut dice = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % bound
    };
    for _ in 0..20_000 {
        let mut text: Vec<char> = whole.chars().collect();
        for _ in 0..1 + dice(3) {
            let start = dice(text.len() + 1);
            let end = (start + dice(8)).min(text.len());
            let piece = if dice(2) == 0 { "" } else { PIECES[dice(PIECES.len())] };
            text.splice(start..end, piece.chars());
        }
        let text: String = text.into_iter().collect();
        let loaded = load("t.smcdel.txt", &text, &NoIncludes, &[]);
        for diagnostic in &loaded.diagnostics {
            assert!(text.get(diagnostic.span().range()).is_some(), "{text}\n{diagnostic:?}");
        }
        assert!(loaded.document.is_some() || !loaded.diagnostics.is_empty(), "{text}");
    }
}
