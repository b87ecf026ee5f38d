//! The formatter: how files look, and that formatting changes nothing else.

use hexa_lang::syntax::{Spelling, format};

#[track_caller]
fn formats(text: &str, expected: &str) {
    assert_eq!(format(text, Spelling::AsWritten).as_deref(), Ok(expected));
    assert_eq!(format(expected, Spelling::AsWritten).as_deref(), Ok(expected), "not idempotent");
}

#[track_caller]
fn spells(ascii: &str, unicode: &str) {
    assert_eq!(format(ascii, Spelling::Unicode).as_deref(), Ok(unicode));
    assert_eq!(format(unicode, Spelling::Ascii).as_deref(), Ok(ascii));
}

#[test]
fn spaces_are_as_in_the_reference() {
    formats(
        "do L_123 ( ! L_12 ? r_1+L_12 ?w_1 ;skip||skip )\n",
        "do L_123(!L_12 ?r_1 + L_12 ?w_1 ; skip || skip)\n",
    );
    formats("check K_2 deal( r|w |b )&~ K_3 r_1\n", "check K_2 deal(r | w | b) & ~K_3 r_1\n");
    formats(
        "atoms p( x , 1,3 ),q( x+1,y )for x , y in 1 .. 6\n",
        "atoms p(x,1,3), q(x + 1, y) for x, y in 1..6\n",
    );
    formats("do (p:=q,r:=s) ; f ^ ( n - 1 ) ; f ^ * 3\n", "do (p := q, r := s) ; f^(n-1) ; f^*3\n");
    formats("check [ skip ]<skip>p\n", "check [skip] <skip> p\n");
    formats(
        "check P_a ( p )>=1 / 2 | C_{a , b} p_(i + 1)\n",
        "check P_a(p) >= 1/2 | C_{a,b} p_(i+1)\n",
    );
    formats("set s={1,2}\n", "set s = {1, 2}\n");
    formats("do ask 2 1 for r,b :show r\n", "do ask 2 1 for r, b: show r\n");
}

#[test]
fn lines_are_indented_by_what_they_are() {
    formats(
        "model\n      world w: p\n      world v:\n             p,\n        q\ncheck p &\n q\n",
        "model\n  world w: p\n  world v:\n      p,\n      q\ncheck p &\n    q\n",
    );
    formats("state s = deal r |\n w\n law p\n", "state s = deal r |\n    w\n  law p\n");
    formats(
        "state s =\n model\n   world w: p\n     , q\n atoms r\n",
        "state s =\n  model\n    world w: p\n        , q\n  atoms r\n",
    );
    formats("model\n\tworld w: p\n\tpoint w\n", "model\n  world w: p\n  point w\n");
}

#[test]
fn comments_and_single_blank_lines_stay() {
    formats(
        "\n\n# top  \n\n\nmodel # here\n    # of the clause\n    world w: p#tight\n# left\n    # last\n\n  # odd\ncheck p\n      # of nothing\n\n\n",
        "# top\n\nmodel  # here\n  # of the clause\n  world w: p  #tight\n# left\n  # last\n\n  # odd\ncheck p\n# of nothing\n",
    );
}

#[test]
fn line_ends_and_byte_order_marks_are_normalised() {
    formats("\u{feff}agents a  \r\n\r\ncheck p # c \r\n", "agents a\n\ncheck p  # c\n");
    formats("check p", "check p\n");
    formats("", "");
    formats("# only a comment", "# only a comment\n");
}

#[test]
fn spellings_convert_both_ways() {
    spells(
        "check forall x in S: ~p & q | r -> s <-> true | false\n",
        "check ∀x ∈ S: ¬p ∧ q ∨ r → s ↔ ⊤ ∨ ⊥\n",
    );
    spells("do p := q || ?p + ?q\n", "do p ≔ q ∩ ?p ∪ ?q\n");
    spells(
        "check <?(exists x in S where x != 1 & x <= 2: p)> q\n",
        "check ⟨?(∃x ∈ S where x ≠ 1 ∧ x ≤ 2: p)⟩ q\n",
    );
}

#[test]
fn only_what_has_a_unicode_spelling_is_converted() {
    // Bars between hands, sums, and comparisons stay.
    let text = "deal r | w\ncheck deal(r | w) | count(x in S where x < 2 + 1: p) > n + 1\n";
    let unicode = "deal r | w\ncheck deal(r | w) ∨ count(x ∈ S where x < 2 + 1: p) > n + 1\n";
    spells(text, unicode);
}

#[test]
fn files_with_errors_are_refused() {
    let errors = format("check p &\nagents\n", Spelling::AsWritten).unwrap_err();
    assert_eq!(errors.len(), 2);
}
