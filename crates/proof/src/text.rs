//! A development as the text of a proof, which can be read and checked again.

use crate::proof::{Development, Inference, ProofLine};
use crate::write::Script;

impl Development {
    /// The text of all theorems, which are about no parameters and use no game. Lines under assumptions are indented.
    pub fn text(&self) -> String {
        self.text_about(None)
    }

    /// The same, where agents, actions and rules may be those of a game in a file.
    pub fn text_about(&self, game: Option<&str>) -> String {
        let sentences = &self.sentences;
        let mut text = format!("logic {}\n", self.system.name());
        let agents: Vec<&str> =
            sentences.agents().map(|agent| sentences.agent_name(agent)).collect();
        match game {
            Some(game) => text.push_str(&format!("game \"{game}\"\n")),
            None if agents.is_empty() => {}
            None => text.push_str(&format!("agents {}\n", agents.join(", "))),
        }
        if game.is_none() && !self.signature.actions.is_empty() {
            // What stands between the brackets of `does(...)`; that nothing can be done needs no word.
            let deeds = self.signature.actions.iter().flat_map(|deeds| deeds.iter().skip(1));
            let names = deeds.map(|deed| {
                let name = sentences.letter_name(deed.does);
                name.strip_prefix("does(").and_then(|name| name.strip_suffix(')')).unwrap_or(name)
            });
            let names: Vec<&str> = names.collect();
            text.push_str(&format!("actions {}\n", names.join(", ")));
        }
        for theorem in &self.theorems {
            let statement = sentences.write(theorem.statement, Script::Ascii);
            text.push_str(&format!("\ntheorem {}: {statement}\n", theorem.name));
            let written: Vec<String> = theorem
                .lines
                .iter()
                .map(|line| sentences.write(line.sentence, Script::Ascii))
                .collect();
            // Reasons stand in one column, unless a line is very long.
            let usual = |line: &&String| line.chars().count() <= 60;
            let width =
                written.iter().filter(usual).map(|line| line.chars().count()).max().unwrap_or(0);
            let digits = theorem.lines.len().to_string().len();
            for (at, (line, written)) in theorem.lines.iter().zip(&written).enumerate() {
                let number = format!("{}.", at + 1);
                let indent = "  ".repeat(line.depth as usize + 1);
                let reason = reason_text(line);
                text.push_str(&format!(
                    "{indent}{number:<0$} {written:<width$}  by {reason}\n",
                    digits + 1
                ));
            }
        }
        text
    }
}

fn reason_text(line: &ProofLine) -> String {
    let one = |at: &usize| (at + 1).to_string();
    let all = |lines: &[usize]| lines.iter().map(one).collect::<Vec<_>>().join(", ");
    match &line.reason {
        Inference::Premise => "premise".to_owned(),
        Inference::Given => "given".to_owned(),
        Inference::Rule(name) => format!("rule {name}"),
        Inference::Assumption => "assumption".to_owned(),
        Inference::Consequence(lines) if lines.is_empty() => "tautology".to_owned(),
        Inference::Consequence(lines) => all(lines),
        Inference::Axiom(name) => format!("axiom {name}"),
        Inference::ModusPonens(first, second) => {
            format!("modus ponens {}", all(&[*first, *second]))
        }
        Inference::Necessitation(at) => format!("necessitation {}", one(at)),
        Inference::Monotonicity(at) => format!("monotonicity {}", one(at)),
        Inference::Replacement(at) => format!("replacement {}", one(at)),
        Inference::Induction(at) => format!("induction {}", one(at)),
        Inference::LearntInduction(first, second) => {
            format!("induction {}", all(&[*first, *second]))
        }
        Inference::Subproof(at) => format!("subproof {}", one(at)),
        Inference::Lemma(name, _, lines) if lines.is_empty() => format!("lemma {name}"),
        Inference::Lemma(name, _, lines) => format!("lemma {name} from {}", all(lines)),
    }
}
