//! Texts in the notation of the papers.

use hexa_lang::syntax::{LatexLine, latex};
use hexa_text::latex_escaped;
use std::path::Path;

fn math(text: &str) -> String {
    match latex(text).expect("a text without errors").as_slice() {
        [LatexLine::Statement(_, math)] => math.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn formulas_are_written_as_in_the_papers() {
    for (text, expected) in [
        ("check K_1 r_1 & ~M_2 (w_1 | b_1)", r"K_{1} r_{1} \wedge \neg M_{2} (w_{1} \vee b_{1})"),
        ("check C_{anne,bert} p -> q", r"C_{\mathit{anne}, \mathit{bert}} p \to q"),
        (
            "check deal(r | w | b) <-> deal(r w | b | -)",
            r"\delta_{rwb} \leftrightarrow \delta_{rw|b|\varepsilon}",
        ),
        ("check deal(plum rope | hall)", r"\delta_{\mathit{plum}\,\mathit{rope}|\mathit{hall}}"),
        ("check hand_1(r w)", r"\delta^{1}_{rw}"),
        (
            "check forall a in agents, c in cards where a != 1: c_a",
            r"\bigwedge_{a \in \mathbf{A}, c \in \mathbf{C},\ a \neq 1} c_{a}",
        ),
        ("check exists d in deals: M_1 deal(d)", r"\bigvee_{d \in D} M_{1} \delta_{d}"),
        (
            "check [L_12 ?p + skip] <?q ; U_1 ?q> true",
            r"[L_{12} {?} p \cup \mathsf{skip}] \langle {?} q \mathbin{;} U_{1} {?} q \rangle \top",
        ),
        ("check p_(i+1)", r"p_{i + 1}"),
        ("check win_2 & P_1(p) >= 1/2", r"\mathit{win}_{2} \wedge P_{1} (p) \geq 1 / 2"),
    ] {
        assert_eq!(math(text), expected, "{text}");
    }
}

#[test]
fn actions_are_written_as_in_the_papers() {
    for (text, expected) in [
        (
            "do L_123(!L_12 ?r_1 + L_12 ?w_1)",
            r"L_{123} ({!} L_{12} {?} r_{1} \cup L_{12} {?} w_{1})",
        ),
        (
            "do (p := q, q := p) || a ; b^3",
            r"(p \mathrel{:=} q, q \mathrel{:=} p) \cap a \mathbin{;} b^{3}",
        ),
        (
            "do (choice c in cards: L_12 ?c_1)^*",
            r"(\bigcup_{c \in \mathbf{C}} L_{12} {?} c_{1})^{*}",
        ),
        ("do win 3", r"\mathsf{win}\ 3"),
        ("action show(x) = L_12 ?x", r"\mathit{show} (x) \mathrel{:=} L_{12} {?} x"),
    ] {
        assert_eq!(math(text), expected, "{text}");
    }
}

#[test]
fn what_latex_would_read_as_commands_is_escaped() {
    assert_eq!(
        latex_escaped(r"50% of a_b & {c} \ ~d"),
        r"50\% of a\_b \& \{c\} \textbackslash{} \textasciitilde{}d"
    );
}

/// Braces are balanced and nothing leaves math mode, in all that scenarios say.
#[test]
fn scenarios_can_be_written() {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut lines = 0;
    for entry in std::fs::read_dir(scenarios).expect("the scenarios") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "hexa") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a text");
        for line in latex(&text).expect("a text without errors") {
            let LatexLine::Statement(_, math) = line else { continue };
            let plain = math.replace("\\{", "").replace("\\}", "");
            let depth = plain.chars().try_fold(0usize, |depth, c| match c {
                '{' => Some(depth + 1),
                '}' => depth.checked_sub(1),
                _ => Some(depth),
            });
            assert_eq!(depth, Some(0), "{}: {math}", path.display());
            assert!(!math.contains(['$', '%', '#', '~', '&']), "{}: {math}", path.display());
            lines += 1;
        }
    }
    assert!(lines > 500, "{lines}");
}
