//! Where errors are found, and that none of them hides the others.

use crate::syntax_shape::{diagnostics, errors};
use hexa_lang::syntax::{MAX_DEPTH, MAX_ERRORS};

/// The line has exactly one error, with this code at this column.
#[track_caller]
fn wrong(line: &str, code: &str, column: usize) {
    assert_eq!(errors(line), [(code.to_owned(), 1, column)], "{line}");
}

#[track_caller]
fn helps(line: &str, part: &str) {
    let found = diagnostics(line);
    let helps = |d: &hexa_lang::Diagnostic| {
        d.way_out.as_ref().is_some_and(|help| help.to_string().contains(part))
    };
    assert!(found.iter().any(helps), "{line}: {found:?}");
}

#[test]
fn lookalikes_are_named() {
    for (line, column, meant) in [
        ("check p′", 8, "'"),
        ("check p’ & q", 8, "'"),
        ("check p ∣ q", 9, "`|`"),
        ("do ?p ‖ ?q", 7, "`||`"),
        ("check 〈skip〉 p", 7, "`<`"),
        ("check ‹skip> p", 7, "`<`"),
        ("param n = 3 − 1", 13, "`-`"),
        ("check r₁₂", 8, "`_12`"),
        ("check ∼p", 7, "`~`"),
        ("check\u{a0}p", 6, "a space"),
        ("check ｐ & q", 7, "`p`"),
        ("scenario “one”", 10, "\""),
        ("check p ⇒ q", 9, "`->`"),
    ] {
        assert_eq!(errors(line)[0], ("E002".to_owned(), 1, column), "{line}");
        helps(line, meant);
    }
}

#[test]
fn the_text_as_such() {
    wrong("check p @@ & q", "E001", 9);
    wrong("check p && q", "E001", 9);
    wrong("check p\u{0} & q", "E001", 8);
    wrong("scenario \"one", "E003", 10);
    wrong("param n = 007", "E004", 11);
    wrong("param n = 9223372036854775808", "E004", 11);
    wrong("check e\u{301}t\u{e9}", "E005", 7);
    helps("check e\u{301}", "\u{e9}");
}

#[test]
fn expectations() {
    wrong("check p &", "E010", 10);
    wrong("check p & & q", "E010", 11);
    wrong("check", "E010", 6);
    wrong("check p q", "E010", 9);
    wrong("check K p", "E010", 9);
    wrong("check K _a p", "E010", 9);
    wrong("check p_1_2", "E010", 10);
    wrong("check !p", "E010", 7);
    wrong("check ?p", "E010", 7);
    wrong("check L_1 ?p", "E010", 7);
    wrong("do K_1 p", "E010", 4);
    wrong("do ~p", "E010", 4);
    wrong("check p := q", "E010", 9);
    wrong("check p + q", "E010", 9);
    wrong("check x = 3", "E010", 9);
    wrong("check p()", "E010", 9);
    wrong("check f(a,,b)", "E010", 11);
    wrong("check p)", "E010", 8);
    wrong("set s = 1, 2,", "E010", 13);
    wrong("set s =", "E010", 8);
    wrong("deal r||b", "E010", 7);
    wrong("deal r, w | b", "E010", 7);
    wrong("check forall x S: p", "E010", 16);
    wrong("check forall x in S p", "E010", 21);
    wrong("check count(x in S: p)", "E010", 23);
    wrong("check P_a(p)", "E010", 13);
    wrong("expect wrolds 3", "E010", 8);
    wrong("draw file", "E010", 6);
    helps("check !p", "~p");
    helps("deal r||b", "`-`");
    helps("check K p", "subscript");
    assert_eq!(
        diagnostics("check p &")[0].message,
        "expected a formula after `&`, found the end of the line"
    );
}

#[test]
fn statements_and_indentation() {
    wrong("agnets a", "E011", 1);
    helps("agnets a", "`agents`");
    wrong("  agents a", "E012", 3);
    wrong("world w: p", "E012", 1);
    assert_eq!(errors("model\n    world w: p\n  point w"), [("E012".to_owned(), 3, 3)]);
    assert_eq!(errors("model\n  world w: p\n\tpoint w")[0], ("E012".to_owned(), 3, 1));
    assert_eq!(errors("model\n  bogus w"), [("E010".to_owned(), 2, 3)]);
}

#[test]
fn brackets() {
    wrong("check (p & q", "E013", 13);
    wrong("do L_{1,2", "E013", 10);
    wrong("check <skip p", "E013", 13);
    assert_eq!(errors("check [?(p] q"), [("E013".to_owned(), 1, 11)]);
    let opener = &diagnostics("check (p & q")[0].labels[1];
    assert_eq!(opener.at.span.range(), 6..7);
}

#[test]
fn reserved_words_name_nothing() {
    wrong("set in = 3", "E014", 5);
    wrong("param size = 3", "E014", 7);
    wrong("agents all", "E014", 8);
    wrong("atoms true", "E014", 7);
    wrong("save initial", "E014", 6);
    wrong("check forall deals in S: p", "E014", 14);
    wrong("formula skip = p", "E014", 9);
}

#[test]
fn operators_that_need_parentheses() {
    wrong("do ?p & q", "E015", 7);
    wrong("do L_1 choice x in S: ?p", "E015", 8);
    wrong("do U_1 seq x in S: ?p", "E015", 8);
    wrong("do !choice x in S: ?p", "E015", 5);
    wrong("do ?forall x in S: p", "E015", 5);
    wrong("do f^2^3", "E015", 7);
    wrong("check P_a(p) = 1 + 2/3", "E015", 21);
    wrong("set s = x for x in S where 1 < x < 3", "E015", 34);
}

#[test]
fn all_errors_of_a_file_are_found() {
    let text =
        "check p &\nagents a\ncheck f(!p, q &, r r)\nmodel\n  world w\n  cells 1: w\ncheck (p";
    let places: Vec<(usize, usize)> =
        errors(text).iter().map(|(_, line, column)| (*line, *column)).collect();
    assert_eq!(places, [(1, 10), (3, 16), (3, 20), (5, 10), (6, 12), (7, 9)]);
}

#[test]
fn many_errors_end_in_a_note() {
    let found = errors(&"check &\n".repeat(1000));
    assert_eq!(found.len(), MAX_ERRORS + 1);
    assert_eq!(found.last().unwrap().0, "E008");
}

#[test]
fn nesting_is_limited_and_no_deeper_than_a_small_stack() {
    let deep_after = |head: &str, open: &str, close: &str| {
        let n = 200_000;
        let found = errors(&format!("{head} {}p{}", open.repeat(n), close.repeat(n)));
        assert!(found.iter().any(|(code, ..)| code == "E006"), "{head} {open}: {found:?}");
    };
    let deep = |open: &str, close: &str| deep_after("check", open, close);
    deep("(", ")");
    deep("(", "");
    deep("~", "");
    deep("K_1 ", "");
    deep("[?", "]q");
    deep("<?", ">q");
    deep("f(", ")");
    deep("forall x in S: ", "");
    deep_after("set s = x for x in S where", "~(x = 1 & ", ")");
    deep_after("set s = x for x in S where x =", "(1 + ", ")");
    deep_after("set s =", "{", "}");
    deep_after("param n =", "2^(1 + ", ")");
    deep_after("do", "(?p ; ", ")");
    deep("p & (q | K_1(r -> ", "))");
    deep("count(x in S: ", ") = 1");
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let n = MAX_DEPTH;
    assert_eq!(errors(&format!("check {}p{}", "(".repeat(n), ")".repeat(n))), []);
    assert_eq!(errors(&format!("check {}p", "~".repeat(n))), []);
    assert_eq!(errors(&format!("check {}p{}", "(".repeat(n + 1), ")".repeat(n + 1))).len(), 1);
}

#[test]
fn long_lines_are_read() {
    let n = 200_000;
    assert_eq!(errors(&format!("check {}p", "p -> ".repeat(n))), []);
    assert_eq!(errors(&format!("check {}p", "p & ~q | ".repeat(n))), []);
    assert_eq!(errors(&format!("param n = {}1", "1 - ".repeat(n))), []);
    assert_eq!(errors(&format!("atoms {}p", "p, ".repeat(n))), []);
    assert_eq!(errors(&format!("check {}", "p".repeat(10_000_000))), []);
}
