//! Proofs that cheat are refused, with the line.

use crate::reading::try_text;
use hexa_lang::{NoIncludes, Resolver};

/// A text with the problems that are found in it: codes and lines.
type Cheat = (&'static str, &'static [(&'static str, usize)]);

/// Each begins on line 1 with its logic.
const CHEATS: &[Cheat] = &[
    // Necessitation of a premise, and of an assumption.
    (
        "logic S5\nagents a\ntheorem t: K_a p\n  1. p by premise\n  2. K_a p by necessitation 1\n",
        &[("P002", 5)],
    ),
    (
        "logic S5\nagents a\ntheorem t: p -> K_a p\n  1. p by assumption\n    2. K_a p by necessitation 1\n  3. p -> K_a p by subproof 1\n",
        &[("P002", 5)],
    ),
    // What follows from a premise is no better, nor is it by other rules.
    (
        "logic S5\nagents a\ntheorem t: K_a (p | q)\n  1. p by premise\n  2. p | q by 1\n  3. K_a (p | q) by necessitation 2\n",
        &[("P002", 6)],
    ),
    (
        "logic S5\nagents a\ntheorem t: K_a p -> K_a q\n  1. p -> q by premise\n  2. K_a p -> K_a q by monotonicity 1\n",
        &[("P002", 5)],
    ),
    (
        "logic S5\nagents a\ntheorem t: K_a p <-> K_a q\n  1. p <-> q by premise\n  2. K_a p <-> K_a q by replacement 1\n",
        &[("P002", 5)],
    ),
    (
        "logic S5\nagents a\ntheorem t: p -> C_a p\n  1. p -> E_a p by premise\n  2. p -> C_a p by induction 1\n",
        &[("P002", 5)],
    ),
    // A derived rule takes no premise for a theorem.
    (
        "logic S5\nagents a\ntheorem r(formula φ): K_a φ\n  1. φ by given\n  2. K_a φ by necessitation 1\ntheorem t: K_a p\n  1. p by premise\n  2. K_a p by lemma r from 1\n",
        &[("P002", 8)],
    ),
    // After a subproof its lines are out of sight; an implication from it depends on what is still open.
    ("logic S5\ntheorem t: p\n  1. p by assumption\n    2. p by 1\n  3. p by 2\n", &[("P002", 5)]),
    (
        "logic S5\nagents a\ntheorem t: q -> (p -> K_a q)\n  1. q by assumption\n    2. p by assumption\n      3. q by 1\n    4. p -> q by subproof 2\n    5. K_a (p -> q) by necessitation 4\n  6. q -> (p -> K_a q) by 5\n",
        &[("P002", 8), ("P002", 9)],
    ),
    (
        "logic S5\ntheorem t: p -> q\n  1. p by assumption\n    2. q by assumption\n  3. p -> q by subproof 1\n",
        &[("P001", 5)],
    ),
    (
        "logic S5\ntheorem t: q\n  1. p by assumption\n    2. p -> q by subproof 1\n",
        &[("P002", 4), ("P003", 4)],
    ),
    (
        "logic S5\ntheorem t: q -> (p -> p)\n  1. q by assumption\n    2. p by assumption\n  3. p -> p by subproof 2\n",
        &[("P002", 5), ("P003", 5)],
    ),
    // The theorem under an assumption.
    ("logic S5\ntheorem t: p\n  1. p by assumption\n", &[("P003", 3)]),
    ("logic S5\ntheorem t: p\n  1. q -> q by tautology\n    2. p by premise\n", &[("E012", 4)]),
    // Instances that capture: both sides of a scheme are one sentence, and a letter is not a parameter.
    ("logic S5\nagents a, b\ntheorem t: K_a p -> q\n  1. K_a p -> q by axiom T\n", &[("P001", 4)]),
    (
        "logic S5\nagents a, b\ntheorem t: K_a p -> K_b K_a p\n  1. K_a p -> K_b K_a p by axiom 4\n",
        &[("P001", 4)],
    ),
    (
        "logic S5\ntheorem l: p -> p\n  1. p -> p by tautology\ntheorem t: q -> q\n  1. q -> q by lemma l\n",
        &[("P001", 5)],
    ),
    // Parameters are replaced at once: φ by ψ and ψ by φ is no instance of both by φ.
    (
        "logic S5\ntheorem l(formula φ, ψ): φ & ~φ -> ψ\n  1. φ & ~φ -> ψ by tautology\ntheorem t(formula φ, ψ): φ & ~ψ -> ψ\n  1. φ & ~ψ -> ψ by lemma l(ψ, φ)\n",
        &[("P001", 5)],
    ),
    // Theorems in their own proofs, later ones, unknown ones, wrong ones.
    ("logic S5\ntheorem t: p\n  1. p by lemma t\n", &[("P002", 3)]),
    (
        "logic S5\ntheorem t: p\n  1. p by lemma s\ntheorem s: p\n  1. p by lemma t\n",
        &[("P002", 3), ("P002", 5)],
    ),
    ("logic S5\ntheorem t: p\n  1. p by lemma nothing\n", &[("P002", 3)]),
    (
        "logic S5\ntheorem s: p\n  1. p by tautology\ntheorem t: p\n  1. p by lemma s\n",
        &[("P001", 3), ("P002", 5)],
    ),
    // Premises of a theorem are not lost on the way.
    (
        "logic S5\ntheorem s: p\n  1. p by premise\ntheorem t: p\n  1. p by lemma s\n",
        &[("P002", 5)],
    ),
    // Wrong numbers and kinds of arguments and lines.
    (
        "logic S5\ntheorem s(formula φ): φ -> φ\n  1. φ -> φ by tautology\ntheorem t: p -> p\n  1. p -> p by lemma s(p, p)\n",
        &[("P002", 5)],
    ),
    (
        "logic S5\ntheorem s(formula φ): φ -> φ\n  1. φ -> φ by tautology\ntheorem t: p -> p\n  1. p -> p by lemma s from 1\n",
        &[("P002", 5)],
    ),
    (
        "logic S5\ntheorem s(formula φ): φ -> φ\n  1. φ -> φ by tautology\ntheorem t: p -> p\n  1. p -> p by lemma s(q)\n",
        &[("P001", 5)],
    ),
    // Lines further down, the line itself, lines that are not there, and two of a name.
    ("logic S5\ntheorem t: p\n  1. p by 2\n  2. p by 1\n", &[("P002", 3)]),
    ("logic S5\ntheorem t: p\n  1. p by 1\n", &[("P002", 3)]),
    ("logic S5\ntheorem t: p\n  1. p by 7\n", &[("E020", 3)]),
    (
        "logic S5\ntheorem t: p -> p\n  1. p -> p by tautology\n  1. p -> p by tautology\n",
        &[("E021", 4)],
    ),
    (
        "logic S5\ntheorem t: p -> p\n  1. p -> p by tautology\ntheorem t: q -> q\n  1. q -> q by tautology\n",
        &[("E021", 4)],
    ),
    ("logic S5\ntheorem t(formula φ, φ): φ -> φ\n  1. φ -> φ by tautology\n", &[("E021", 2)]),
    (
        "logic S5\nagents a\ntheorem t(formula a): a -> a\n  1. a -> a by tautology\n",
        &[("E021", 3)],
    ),
    // Induction without what it needs.
    (
        "logic S5\nagents a\ntheorem t: p -> C_a q\n  1. p -> E_a q by given\n  2. p -> C_a q by induction 1\n",
        &[("P001", 5)],
    ),
    (
        "logic S5\nagents a, b\ntheorem t: p -> C_{a,b} p\n  1. p -> E_a p by given\n  2. p -> C_{a,b} p by induction 1\n",
        &[("P001", 5)],
    ),
    (
        "logic K\nagents a\ntheorem t: p -> C_a q\n  1. p -> E_a (p & q) by given\n  2. p -> C_a q by induction 1\n",
        &[("P001", 5)],
    ),
    (
        "logic S5\ntheorem t(group B, formula φ, ψ): φ -> C_B ψ\n  1. φ -> E_B (φ & ψ) by given\n  2. φ -> C_B ψ by induction 1\n",
        &[("P001", 4)],
    ),
    (
        "logic S5\ntheorem t(formula φ, ψ): φ -> C_{} ψ\n  1. φ -> E_{} (φ & ψ) by given\n  2. φ -> C_{} ψ by induction 1\n",
        &[("P001", 4)],
    ),
    // Sides of schemes.
    (
        "logic S5\nagents a, b\ntheorem t: E_b p -> K_a p\n  1. E_b p -> K_a p by axiom EK\n",
        &[("P001", 4)],
    ),
    (
        "logic S5\ntheorem t(agent a, group B, formula φ): E_B φ -> K_a φ\n  1. E_B φ -> K_a φ by axiom EK\n",
        &[("P001", 3)],
    ),
    (
        "logic S5\ntheorem t(group B, formula φ): E_B φ -> φ\n  1. E_B φ -> φ by axiom TE\n",
        &[("P001", 3)],
    ),
    (
        "logic S5\nagents a, b\ntheorem t: D_{a,b} p -> D_a p\n  1. D_{a,b} p -> D_a p by axiom DD\n",
        &[("P001", 4)],
    ),
    (
        "logic S5\ntheorem l(agent a, group B, formula φ) where a in B: E_B φ -> K_a φ\n  1. E_B φ -> K_a φ by axiom EK\ntheorem t(agent a, group B, formula φ): E_B φ -> K_a φ\n  1. E_B φ -> K_a φ by lemma l\n",
        &[("P001", 5)],
    ),
    // Schemes that are not there, or not in this logic.
    ("logic S5\nagents a\ntheorem t: K_a p -> p\n  1. K_a p -> p by axiom X\n", &[("P002", 4)]),
    ("logic K\nagents a\ntheorem t: K_a p -> p\n  1. K_a p -> p by axiom T\n", &[("P002", 4)]),
    (
        "logic S4\nagents a\ntheorem t: ~K_a p -> K_a ~K_a p\n  1. ~K_a p -> K_a ~K_a p by axiom 5\n",
        &[("P002", 4)],
    ),
    ("logic S5\ntheorem t: ~next initial\n  1. ~next initial by axiom A2\n", &[("P002", 3)]),
    // Actions: what holds after them only if they can happen; who does not learn; what cannot be told apart.
    (
        "logic S5\nagents a, b\ntheorem t: [!p] p <-> p\n  1. [!p] p <-> p by axiom after-facts\n",
        &[("P001", 4)],
    ),
    (
        "logic S5\nagents a, b\ntheorem t: [L_b ?p] K_a q <-> (p -> K_a [L_b ?p] q)\n  1. [L_b ?p] K_a q <-> (p -> K_a [L_b ?p] q) by axiom learnt-knowledge\n",
        &[("P001", 4)],
    ),
    (
        "logic S5\nagents a, b\ntheorem t: [L_{a,b} (!L_a ?p + L_a ?q)] K_b r <-> (p -> K_b [L_{a,b} (!L_a ?p + L_a ?q)] r)\n  1. [L_{a,b} (!L_a ?p + L_a ?q)] K_b r <-> (p -> K_b [L_{a,b} (!L_a ?p + L_a ?q)] r) by axiom after-knowledge\n",
        &[("P001", 4)],
    ),
    (
        "logic S5\nagents a\ntheorem t(formula φ): [!φ] φ <-> (φ -> φ)\n  1. [!φ] φ <-> (φ -> φ) by axiom after-facts\n",
        &[("P001", 4)],
    ),
    (
        "logic KD45\nagents a\ntheorem t: [!p] (K_a q -> ~K_a ~q)\n  1. K_a q -> ~K_a ~q by axiom D\n  2. [!p] (K_a q -> ~K_a ~q) by necessitation 1\n",
        &[("P001", 5)],
    ),
    (
        "logic S5\nagents a\ntheorem t: next (p -> p)\n  1. p -> p by tautology\n  2. next (p -> p) by necessitation 1\n",
        &[("P001", 5)],
    ),
    // What is inside of an operator or an action is not replaced by less than an equivalence, or not at all.
    (
        "logic S5\nagents a, b\ntheorem t: K_a p <-> K_b p\n  1. p <-> p by tautology\n  2. K_a p <-> K_b p by replacement 1\n",
        &[("P001", 5)],
    ),
    (
        "logic S5\nagents a\ntheorem t: [!p] q <-> [!~~p] q\n  1. p <-> ~~p by tautology\n  2. [!p] q <-> [!~~p] q by replacement 1\n",
        &[("P001", 5)],
    ),
    // Propositional logic takes what stands behind an operator as a whole.
    (
        "logic S5\nagents a\ntheorem t: K_a (p & q) -> K_a p\n  1. K_a (p & q) -> K_a p by tautology\n",
        &[("P001", 4)],
    ),
    (
        "logic S5\ntheorem t: q\n  1. p -> q by given\n  2. p by premise\n  3. q by modus ponens 2, 2\n",
        &[("P001", 5)],
    ),
    // There is no game.
    ("logic EGDL\ntheorem t: p\n  1. p by rule 1\n", &[("P002", 3)]),
    (
        "logic EGDL\ntheorem t: does(a) -> legal(a)\n  1. does(a) -> legal(a) by axiom A8\n",
        &[("P001", 3)],
    ),
    // Texts that cannot be read.
    ("theorem t: p -> p\n  1. p -> p by tautology\n", &[("E010", 1)]),
    ("logic Q\n", &[("E020", 1)]),
    ("logic S5\ntheorem t: K_c p -> p\n  1. K_c p -> p by axiom T\n", &[("E020", 2)]),
    ("logic S5\ntheorem t: p -> p\n", &[("P003", 2)]),
    ("logic S5\ntheorem t: p -> p\n  1. p -> p\n", &[("E010", 3)]),
    ("logic S5\ntheorem t: p -> p\n  1. p -> by tautology\n", &[("E010", 3)]),
    ("logic S5\ngame \"none.egdl\"\n", &[("E071", 2)]),
    ("logic S5\ninclude \"none.proof\"\n", &[("E071", 2)]),
];

#[test]
fn cheating_shows_with_its_line() {
    assert!(CHEATS.len() > 50);
    for (text, expected) in CHEATS {
        let tried = try_text("cheat.proof", text, &NoIncludes);
        assert_eq!(tried.found(), *expected, "{text}\n{}", tried.shown());
    }
}

/// Two texts that include each other, and one that includes itself.
struct Circle;

impl Resolver for Circle {
    fn resolve(&self, _from: &str, path: &str) -> Result<(String, String), String> {
        let text = match path {
            "one.proof" => "logic S5\ninclude \"two.proof\"\ntheorem t: p\n  1. p by lemma s\n",
            "two.proof" => "logic S5\ninclude \"one.proof\"\ntheorem s: p\n  1. p by lemma t\n",
            "strong.proof" => "logic S5\n",
            _ => return Err("there is no such file".to_owned()),
        };
        Ok((path.to_owned(), text.to_owned()))
    }
}

#[test]
fn texts_that_include_each_other_prove_nothing() {
    let (name, text) = Circle.resolve("", "one.proof").expect("a text");
    let tried = try_text(&name, &text, &Circle);
    assert_eq!(tried.found(), [("E070", 2)], "{}", tried.shown());
    let itself = "logic S5\ninclude \"itself.proof\"\n";
    struct Itself;
    impl Resolver for Itself {
        fn resolve(&self, _: &str, path: &str) -> Result<(String, String), String> {
            Ok((path.to_owned(), "logic S5\ninclude \"itself.proof\"\n".to_owned()))
        }
    }
    let tried = try_text("itself.proof", itself, &Itself);
    assert_eq!(tried.found(), [("E070", 2)], "{}", tried.shown());
}

#[test]
fn a_weak_logic_includes_no_strong_one() {
    let tried = try_text("weak.proof", "logic K\ninclude \"strong.proof\"\n", &Circle);
    assert_eq!(tried.found(), [("E022", 1)], "{}", tried.shown());
}

#[test]
fn nothing_is_too_deep_to_be_refused() {
    let many = 1_000_000;
    let deep = [
        format!("{}p{}", "(".repeat(many), ")".repeat(many)),
        format!("{}p", "~".repeat(many)),
        format!("{}p", "K_a ".repeat(many)),
        format!("{}p", "[?".repeat(many)),
        format!("[{}?p] q", "L_a ".repeat(many)),
        format!("[{}?p{}] q", "(".repeat(many), ")".repeat(many)),
    ];
    for formula in deep {
        let text = format!(
            "logic S5\nagents a\ntheorem t: p -> p\n  1. {formula} by tautology\n  2. p -> p by tautology\n"
        );
        let tried = try_text("deep.proof", &text, &NoIncludes);
        assert_eq!(tried.found().first(), Some(&("E006", 4)), "{:.60}", formula);
    }
    // What is long and not deep is no problem.
    let long = format!("p{} -> p", " & p".repeat(many / 10));
    let text = format!("logic S5\ntheorem t: {long}\n  1. {long} by tautology\n");
    let tried = try_text("long.proof", &text, &NoIncludes);
    assert!(tried.problems.is_empty(), "{}", tried.shown().len());
    let nested: String =
        (0..100).map(|at| format!("{}{at}. p by assumption\n", " ".repeat(2 + at))).collect();
    let tried = try_text("nested.proof", &format!("logic S5\ntheorem t: p\n{nested}"), &NoIncludes);
    assert_eq!(tried.found().first(), Some(&("E006", 66)), "{}", tried.shown());
}
