//! What each construct of the language reads as.

use crate::syntax_shape::{action, file, formula};

#[track_caller]
fn reads(text: &str, shape: &str) {
    assert_eq!(file(text).join("\n"), shape, "{text}");
}

#[test]
fn connectives_bind_in_the_order_of_the_reference() {
    assert_eq!(formula("p <-> q -> r | s & ~t"), "(Iff p (Implies q (Or r (And s (~ t)))))");
    assert_eq!(formula("~p & q | r -> s <-> t"), "(Iff (Implies (Or (And (~ p) q) r) s) t)");
}

#[test]
fn chains_are_flat() {
    assert_eq!(formula("p & q & r"), "(And p q r)");
    assert_eq!(formula("p -> q -> r"), "(Implies p q r)");
    assert_eq!(formula("(p & q) & r"), "(And (And p q) r)");
    assert_eq!(action("?p + ?q + (?r + ?s)"), "(Plus (? p) (? q) (Plus (? r) (? s)))");
}

#[test]
fn unicode_reads_as_ascii() {
    assert_eq!(
        formula("∀x ∈ S: ¬p ∧ q ∨ ⊤ → ⟨?p ∪ ?q ∩ p≔⊥⟩r ↔ s"),
        formula("forall x in S: ~p & q | true -> <?p + ?q || p := false> r <-> s"),
    );
    assert_eq!(
        formula("count(x ∈ S where x ≠ 1: p) ≤ 2"),
        formula("count(x in S where x != 1: p) <= 2")
    );
}

#[test]
fn suspicion_is_an_operator_where_an_action_follows() {
    assert_eq!(action("S_12 x || ?p ; S_a(y)"), "(Concurrent (S 12 x) (Sequence (? p) (S a y)))");
    assert_eq!(action("S_1 S_all skip"), "(S 1 (S ALL SKIP))");
    assert_eq!(action("S_1 := p"), "(S_1 := p)");
    assert_eq!(action("S_(1+1) := p"), "(S_(Plus 1 1) := p)");
    assert_eq!(action("?S_1 ; f(S_1)"), "(Sequence (? S_1) (f @ S_1))");
    assert_eq!(formula("S_1 & S_2"), "(And S_1 S_2)");
}

#[test]
fn fixed_points_take_all_that_follows() {
    assert_eq!(
        action("fix x: ?p || S_1 x ; ?q"),
        "(fix x (Concurrent (? p) (Sequence (S 1 x) (? q))))"
    );
    assert_eq!(action("fix ; fix(x) ; fix := p"), "(Sequence fix (fix @ x) (fix := p))");
}

#[test]
fn knowledge_operators_take_one_prefix_formula() {
    assert_eq!(formula("K_1 p & q"), "(And (Knows 1 p) q)");
    assert_eq!(formula("K_1 ~M_a Kw_b p"), "(Knows 1 (~ (Imagines a (KnowsWhether b p))))");
    assert_eq!(
        formula("E_12 p | C_{a,b} q | D_all r"),
        "(Or (Everybody 12 p) (Common {a, b} q) (Distributed ALL r))"
    );
    assert_eq!(formula("K_(i+1) (p & q)"), "(Knows (Plus i 1) (And p q))");
}

#[test]
fn atoms_have_a_subscript_or_arguments() {
    assert_eq!(
        formula("p' & r_1 & c_a & p(x,1,3) & 0_a & p_(i+1)"),
        "(And p' r_1 c_a (p @ x 1 3) 0_a p_(Plus i 1))"
    );
}

#[test]
fn names_have_letters_of_any_script() {
    assert_eq!(formula("größe'' & плум & 1a"), "(And größe'' плум 1a)");
}

#[test]
fn modalities_hold_actions() {
    assert_eq!(formula("[?p ; skip] q & r"), "(And (Every (Sequence (? p) SKIP) q) r)");
    assert_eq!(formula("<L_1 ?p> q"), "(Some (L 1 (? p)) q)");
    assert_eq!(formula("⟨?p⟩⟨?q⟩r"), "(Some (? p) (Some (? q) r))");
    assert_eq!(formula("<?<?p> q> r"), "(Some (? (Some (? p) q)) r)");
}

#[test]
fn a_greater_sign_after_a_count_compares() {
    assert_eq!(formula("<?count(x in S: p) > 1> q"), "(Some (? (count [x in S] p > 1)) q)");
    assert_eq!(formula("<?P_a(p) > 1/2 + skip> q"), "(Some (Plus (? (P a p > 1/2)) SKIP) q)");
    assert_eq!(
        formula("<choice x in S where x > 1: ?p_x> q"),
        "(Some (Choice [x in S where (> x 1)] (? p_x)) q)"
    );
}

#[test]
fn binders_extend_as_far_right_as_possible() {
    assert_eq!(
        formula("p & forall x in S: q & r -> s"),
        "(And p (Forall [x in S] (Implies (And q r) s)))"
    );
    assert_eq!(formula("K_a exists x in S: p | q"), "(Knows a (Exists [x in S] (Or p q)))");
    assert_eq!(
        action("?p ; choice x in S: ?p_x + skip"),
        "(Sequence (? p) (Choice [x in S] (Plus (? p_x) SKIP)))"
    );
    assert_eq!(action("L_12 (seq i in 1..n: ?p_i)"), "(L 12 (Seq [i in (.. 1 n)] (? p_i)))");
}

#[test]
fn binders_bind_several_variables_under_a_guard() {
    assert_eq!(
        formula(
            "forall x, y in S, z in {1, 2}, H in sub(2, cards) where x < y & ~z in T | (x + 1) * 2 >= n^2: p"
        ),
        "(Forall [x y in S, z in {1, 2}, H in (sub 2 CARDS) where \
         (Or (And (< x y) (~ (in z T))) (>= (* (Plus x 1) 2) (^ n 2)))] p)"
    );
}

#[test]
fn counts_and_probabilities_compare_with_numbers() {
    assert_eq!(
        formula("count(x in S: p & q) = n + 1 & r"),
        "(And (count [x in S] (And p q) = (Plus n 1)) r)"
    );
    assert_eq!(formula("count(x in S: p) in {1,3}"), "(count [x in S] p in {1, 3})");
    assert_eq!(formula("P_a(p | q) >= 1/2"), "(P a (Or p q) >= 1/2)");
    assert_eq!(formula("P_a(p) = (n - 1)/n^2"), "(P a p = (- n 1)/(^ n 2))");
}

#[test]
fn bare_in_an_action_a_plus_after_a_comparison_is_a_choice() {
    assert_eq!(
        action("?count(x in S: p) = n - 1 + skip"),
        "(Plus (? (count [x in S] p = (- n 1))) SKIP)"
    );
    assert_eq!(action("p := P_a(q) >= 1 + skip"), "(Plus (p := (P a q >= 1)) SKIP)");
    assert_eq!(action("?K_a P_a(q) >= 1 + skip"), "(Plus (? (Knows a (P a q >= 1))) SKIP)");
    assert_eq!(action("?(count(x in S: p) = n + 1)"), "(? (count [x in S] p = (Plus n 1)))");
    assert_eq!(
        formula("[?p] count(x in S: p) = n + 1"),
        "(Every (? p) (count [x in S] p = (Plus n 1)))"
    );
}

#[test]
fn differences_group_to_the_left() {
    assert_eq!(file("param n = 9 - 3 - 2 + 1 * 2")[0], "param n = (Plus (- 9 (Plus 3 2)) (* 1 2))");
    assert_eq!(file("param n = 9 + 3 - 2")[0], "param n = (Plus 9 (- 3 2))");
    assert_eq!(file("param n = size(a) * (2 - 1)^2")[0], "param n = (* (size a) (^ (- 2 1) 2))");
}

#[test]
fn deals_and_hands_are_formulas() {
    assert_eq!(formula("deal(r w | - | 0 1)"), "(deal [r w] [] [0 1])");
    assert_eq!(
        formula("deal(d) & hand_a(c d) & hand_1(-) & win_a"),
        "(And (deal [d]) (hand a [c d]) (hand 1 []) (canwin a))"
    );
}

#[test]
fn actions_bind_in_the_order_of_the_reference() {
    assert_eq!(
        action("?p + ?q || ?r ; ?s"),
        "(Plus (? p) (Concurrent (? q) (Sequence (? r) (? s))))"
    );
    assert_eq!(
        action("L_123( !L_12 ?r_1 + L_12 ?w_1 )"),
        "(L 123 (Plus (! (L 12 (? r_1))) (L 12 (? w_1))))"
    );
    assert_eq!(action("U_B ?~K_a p"), "(U B (? (~ (Knows a p))))");
}

#[test]
fn assignments_stand_alone_or_in_a_list() {
    assert_eq!(action("p := q & r ; skip"), "(Sequence (p := (And q r)) SKIP)");
    assert_eq!(action("(p := q, r_1 := ~r_1 for x in S)"), "(p := q, r_1 := (~ r_1) for [x in S])");
    assert_eq!(action("(p_x := q for x in S, r := s)"), "(p_x := q for [x in S], r := s)");
    assert_eq!(action("L_all p := true"), "(L ALL (p := TRUE))");
}

#[test]
fn actions_are_repeated() {
    assert_eq!(
        action("f^3 ; f(x)^n ; (?p)^(n-1)"),
        "(Sequence (^ f 3) (^ (f @ x) n) (^ (? p) (- n 1)))"
    );
    assert_eq!(action("f^*3 + f^*(n+1) + f^*"), "(Plus (^* f 3) (^* f (Plus n 1)) (^* f))");
    assert_eq!(action("L_1 f^2"), "(L 1 (^ f 2))");
}

#[test]
fn moves_of_knowledge_games_are_actions() {
    assert_eq!(action("look a ; win 3 ; nowin 2"), "(Sequence (look a) (win 3) (nowin 2))");
    assert_eq!(action("ask 2 1 for r, b: show r"), "(ask 2 1 [r, b] show r)");
    assert_eq!(
        action("ask a b for c for c in S: show + skip"),
        "(Plus (ask a b [c for [c in S]] show some) SKIP)"
    );
    assert_eq!(action("ask 2 1 for w: no"), "(ask 2 1 [w] no)");
    assert_eq!(
        action("ask 2 1 which ~p, q & p: tell ~p ; skip"),
        "(Sequence (which 2 1 [(~ p), (And q p)] tell (~ p) to some) SKIP)"
    );
    assert_eq!(action("ask 2 1 which p: tell p to {2, 3}"), "(which 2 1 [p] tell p to {2, 3})");
    assert_eq!(
        action("ask 2 1 which p: tell to 3 + skip"),
        "(Plus (which 2 1 [p] tell some to 3) SKIP)"
    );
    assert_eq!(action("ask 2 1 which p: say || ?q"), "(Concurrent (which 2 1 [p] say some) (? q))");
    assert_eq!(action("ask 2 1 which p for x in S: no"), "(which 2 1 [p for [x in S]] no)");
}

#[test]
fn keywords_are_names_where_nothing_makes_them_keywords() {
    assert_eq!(formula("look & win & deal & ask & show & K"), "(And look win deal ask show K)");
    reads("check valid", "check valid");
    reads("check valid & p", "check (And valid p)");
    reads("check valid p", "valid p");
    reads("check valid (p & q)", "valid (And p q)");
    reads("print state", "print state");
    reads("print state & p", "print (And state p)");
}

#[test]
fn arguments_are_of_any_sort() {
    assert_eq!(
        formula("f(p & q, L_1 ?p + skip, n - 1 + m, {1,2}, 1..n + 1, x)"),
        "(f @ (And p q) (Plus (L 1 (? p)) SKIP) (Plus (- n 1) m) {1, 2} (.. 1 (Plus n 1)) x)"
    );
}

#[test]
fn declarations() {
    reads("include \"a b.hexa\"", "include \"a b.hexa\"");
    reads("agents 1, 2, anne", "agents 1, 2, anne");
    reads("table t", "table t");
    reads("set pair = {1, 2}", "set pair = {1, 2}");
    reads("set s = 1..6, 9", "set s = (.. 1 6), 9");
    reads("set s = x for x in agents where x != 1", "set s = x for [x in AGENTS where (!= x 1)]");
    reads("param n = 3", "param n = 3");
    reads("formula f(a, b) = K_a p", "Formula f(a b) = (Knows a p)");
    reads("action f = L_all (skip)", "Action f() = (L ALL SKIP)");
    reads("win deal\nwin table\nwin hand 3", "win Deal\nwin Table\nwin hand 3");
}

#[test]
fn a_list_goes_on_after_a_rule() {
    reads("atoms m(i) for i in S, p, q", "atoms (m @ i) for [i in S], p, q");
    reads("atoms m(i,j) for i in S, j in T, p", "atoms (m @ i j) for [i in S, j in T], p");
    reads(
        "atoms a for i in S where i < 2, b for j in S",
        "atoms a for [i in S where (< i 2)], b for [j in S]",
    );
}

#[test]
fn states() {
    reads("deal r | w | b", "deal [r] [w] [b]");
    reads("deal facedown r | - | 0 1", "facedown [r] [] [0 1]");
    reads("deal facedown | w", "deal [facedown] [w]");
    reads("law exists s in S: s_t", "law (Exists [s in S] s_t)");
    reads("observe a: p, q & r", "observe a: p, (And q r)");
    reads("observe {a, b}, c: p", "observe {a, b} c: p");
    reads(
        "observe i in S: m(j) for j in S where j != i",
        "observe [i in S]: (m @ j) for [j in S where (!= j i)]",
    );
    reads("point m(i) for i in S, r_1", "point (m @ i) for [i in S], r_1");
    reads("hypercube r, w, b", "hypercube r, w, b");
}

#[test]
fn models_have_a_block() {
    let text = "
model   # a comment
  world w: p

# blank and comment lines end nothing
  world v:
  world s(x,y): a(x), b(y) for x, y in 2..9
      where x < y
  world u(x): a(y) for y in T for x in S
  world t(x): for x in S
  cells 1, 2: {w, v} {u(x) for x in S}
  cells 2 by x + y, x
  arrows i in S: w -> v, v -> s(x,y) for x, y in T
  point w
";
    reads(
        text,
        "model {world w: [p]; world v: []; \
         world (s @ x y): [(a @ x), (b @ y)] for [x y in (.. 2 9) where (< x y)]; \
         world (u @ x): [(a @ y) for [y in T]] for [x in S]; \
         world (t @ x): [] for [x in S]; \
         cells 1 2: {w, v}, {(u @ x) for [x in S]}; cells 2 by (Plus x y) x; \
         arrows [i in S]: w -> v, v -> (s @ x y) for [x y in T]; point w}",
    );
}

#[test]
fn named_states_have_a_block() {
    reads("state s from \"f.hexa\"", "state s from \"f.hexa\"");
    reads(
        "state s = deal facedown r |\n    w\n  law p\n  atoms q",
        "state s = {facedown [r] [w]; law p; atoms q}",
    );
    reads(
        "state s = model\n  world w: p\n  atoms q\n  point w",
        "state s = {model {world w: [p]; point w}; atoms q}",
    );
    reads(
        "state s =\n  model\n    world w: p\n  atoms q",
        "state s = {model {world w: [p]}; atoms q}",
    );
    reads(
        "state s = atoms p\n  observe a: p\n  point p",
        "state s = {atoms p; observe a: p; point p}",
    );
}

#[test]
fn frames_have_a_block() {
    let text = "frame f\n  event a: pre r_1\n  event b: pre p, post p := K_1 q, q := p for x in S\n  event c:\n  event d: post p := q\n  cells 1: {a} {b}";
    reads(
        text,
        "frame f {event a: r_1, ; event b: p, p := (Knows 1 q), q := p for [x in S]; \
         event c: none, ; event d: none, p := q; cells 1: {a}, {b}}",
    );
}

#[test]
fn steps() {
    reads(
        "scenario \"one\"\ndo skip\ncheck p\ncheck executable skip\ncheck blocked skip\nexpect outcomes 2: skip + skip\n\
         expect worlds n * 2\nexpect minimal 6\nexpect classes a = 3\nsave s\nrestore initial\nexpect bisimilar s\n\
         expect different s\nexpect isomorphic s\nexpect similar initial\nprint p\nprint knowledge\ndraw \"f.svg\"",
        "scenario \"one\"\ndo SKIP\ncheck p\nexecutable SKIP\nblocked SKIP\noutcomes 2: (Plus SKIP SKIP)\n\
         worlds (* n 2)\nminimal 6\nclasses a = 3\nsave s\nrestore initial\nBisimilar s\n\
         Different s\nIsomorphic s\nSimilar initial\nprint p\nprint knowledge\ndraw \"f.svg\"",
    );
}

#[test]
fn indented_lines_continue_and_comments_end_nothing() {
    reads(
        "check p &\n# comment\n\n    # another\n  q &\n r\ncheck s",
        "check (And p q r)\ncheck s",
    );
}

#[test]
fn byte_order_marks_and_windows_line_ends_are_accepted() {
    reads("\u{feff}agents a\r\ncheck p &\r\n  q\r\n", "agents a\ncheck (And p q)");
}
