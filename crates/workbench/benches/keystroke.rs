//! How long an editor waits after a keystroke: the time to read a text of a thousand lines anew, with all problems, and to
//! say what can be written at the cursor. The promise is 50 ms.
//!
//! The answers are checked first: the problem that is typed into the text is found where it is, and is the only one. As a test it
//! reads a short text, without a clock.

#![allow(clippy::print_stdout)]

use hexa_engine::Limits;
use hexa_lang::NoIncludes;
use hexa_workbench::editor::Draft;
use std::time::Instant;

/// A text of so many lines: a deal, definitions, and scenarios that speak of them.
fn text(lines: usize) -> String {
    let mut text =
        "agents 1, 2, 3\ndeal r y | w g | b k\natoms rain, snow(x) for x in 1..3\n".to_owned();
    let mut at = 3;
    while at + 10 <= lines {
        text +=
            &format!("# Part {at}\nformula sure{at}(i) = forall c in cards: (c_i -> K_i c_i)\n");
        text += &format!("action tell{at}(x) = L_all ?(x & ~rain | x & snow(1))\n");
        text += &format!("scenario \"part {at}\"\ncheck forall i in agents: sure{at}(i)\n");
        text += &format!(
            "do L_123 ?~(w_1 & b_1)\ncheck [tell{at}(r_1)] C_123 r_1 & ~K_3 (r_1 & y_1)\n"
        );
        text += "expect worlds 88\ncheck exists i in agents where i != 1: M_i w_2\ncheck K_1 (r_1 & y_1) -> ~K_2 w_1\n";
        at += 10;
    }
    while at < lines {
        text += "check ~rain | K_2 ~snow(2)\n";
        at += 1;
    }
    text
}

fn read(text: &str) -> Draft {
    Draft::read("keystroke.hexa", text, &NoIncludes, &[], &Limits::default())
}

/// Types one character after the other into the middle of the text, and answers after each.
fn type_into(text: &str, mut each: impl FnMut(&str, usize)) {
    let line = text.len() / 2;
    let middle = line + text[line..].find("\ncheck ").expect("a check") + "\ncheck ".len();
    let typed = "K_1 rian & ";
    for length in 1..=typed.len() {
        let edited = format!("{}{}{}", &text[..middle], &typed[..length], &text[middle..]);
        each(&edited, middle + length);
    }
}

fn check_answers(lines: usize) {
    let text = text(lines);
    assert_eq!(text.lines().count(), lines);
    assert_eq!(read(&text).problems(), []);
    let mut last = Vec::new();
    type_into(&text, |edited, at| {
        let draft = read(edited);
        last = draft.problems().iter().map(|found| edited[found.span.range()].to_owned()).collect();
        let offers = draft.complete(at).offers;
        if edited[..at].ends_with("K_") {
            let offers: Vec<&str> = offers.iter().map(|offer| offer.text.as_str()).collect();
            assert_eq!(offers, ["1", "2", "3"]);
        }
    });
    assert_eq!(last, ["rian"]);
}

fn main() {
    let lines = if std::env::args().any(|argument| argument == "--bench") { 1000 } else { 43 };
    check_answers(lines);
    if lines < 1000 {
        return;
    }
    let text = text(lines);
    let (mut problems, mut answers) = (Vec::new(), Vec::new());
    for _ in 0..20 {
        type_into(&text, |edited, at| {
            let start = Instant::now();
            let draft = read(edited);
            let found = draft.problems();
            problems.push(start.elapsed());
            draft.complete(at);
            answers.push(start.elapsed());
            drop(found);
        });
    }
    for (what, times) in [("problems", &mut problems), ("problems and completion", &mut answers)] {
        times.sort();
        let of = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1000.0;
        println!(
            "{what} after a keystroke in {lines} lines: median {:.1} ms, 99 of 100 within {:.1} ms, longest {:.1} ms",
            of(50),
            of(99),
            of(100)
        );
    }
}
