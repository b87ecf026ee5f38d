//! Proofs for LaTeX: each theorem with its lines, in a table of three columns.

use crate::proof::{Argument, Inference, Theorem};
use crate::reading::ReadProofs;
use crate::sentence::{Sentences, Who};
use crate::write::Script;

/// The theorems of a text, without those that it includes.
pub fn write(reading: &ReadProofs) -> String {
    let mut text = String::new();
    let theorems = reading.development.theorems.iter().enumerate().skip(reading.included);
    for (at, theorem) in theorems {
        theorem_text(reading, at, theorem, &mut text);
    }
    text
}

fn theorem_text(reading: &ReadProofs, at: usize, theorem: &Theorem, text: &mut String) {
    let sentences = &reading.development.sentences;
    let formula = |sentence| sentences.write(sentence, Script::Latex);
    text.push_str(&format!(
        "\\paragraph{{{}}} ${}$\n\n",
        escape(&theorem.name),
        formula(theorem.statement)
    ));
    text.push_str("\\begin{tabular}{rll}\n");
    let labels: Vec<&str> = reading.places[at].lines.iter().map(|place| &*place.label).collect();
    for (number, line) in theorem.lines.iter().enumerate() {
        let indent = "\\quad ".repeat(line.depth as usize);
        text.push_str(&format!(
            "{} & {indent}${}$ & {} \\\\\n",
            escape(labels[number]),
            formula(line.sentence),
            reason(&line.reason, &labels, sentences)
        ));
    }
    text.push_str("\\end{tabular}\n\n");
}

fn reason(reason: &Inference, labels: &[&str], sentences: &Sentences) -> String {
    let list = |lines: &[usize]| -> String {
        let lines: Vec<String> = lines.iter().map(|&line| escape(labels[line])).collect();
        lines.join(", ")
    };
    match reason {
        Inference::Premise => "premise".to_owned(),
        Inference::Given => "given".to_owned(),
        Inference::Assumption => "assumption".to_owned(),
        Inference::Rule(name) => format!("rule {}", escape(name)),
        Inference::Consequence(lines) if lines.is_empty() => "tautology".to_owned(),
        Inference::Consequence(lines) => list(lines),
        Inference::Axiom(name) => format!("axiom {}", escape(name)),
        Inference::ModusPonens(one, other) => format!("modus ponens {}", list(&[*one, *other])),
        Inference::Necessitation(line) => format!("necessitation {}", list(&[*line])),
        Inference::Monotonicity(line) => format!("monotonicity {}", list(&[*line])),
        Inference::Replacement(line) => format!("replacement {}", list(&[*line])),
        Inference::Induction(line) => format!("induction {}", list(&[*line])),
        Inference::LearntInduction(one, other) => format!("induction {}", list(&[*one, *other])),
        Inference::Subproof(line) => format!("subproof {}", list(&[*line])),
        Inference::Lemma(name, arguments, lines) => {
            let mut text = format!("lemma {}", escape(name));
            let arguments: Vec<String> =
                arguments.iter().map(|&it| argument(it, sentences)).collect();
            if !arguments.is_empty() {
                text.push_str(&format!("({})", arguments.join(", ")));
            }
            if !lines.is_empty() {
                text.push_str(&format!(" from {}", list(lines)));
            }
            text
        }
    }
}

fn argument(argument: Argument, sentences: &Sentences) -> String {
    match argument {
        Argument::Sentence(sentence) => format!("${}$", sentences.write(sentence, Script::Latex)),
        Argument::Agent(Who::Agent(agent)) => escape(sentences.agent_name(agent)),
        Argument::Agent(Who::Variable(it)) => format!("${}$", sentences.variable_name(it)),
        Argument::Group(party) => format!("${}$", escape(&sentences.write_party(party))),
        Argument::Act(act) => format!("${}$", sentences.write_act(act, Script::Latex)),
    }
}

/// What means something to LaTeX, as it is to be read.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if "{}_%&#$".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
