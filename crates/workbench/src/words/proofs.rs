//! The English of checked proofs.

use crate::proofs::CheckedProofs;

/// One line for each theorem, and how many there are.
pub fn checked(found: &CheckedProofs) -> String {
    let mut text = format!("{} ({})\n", found.file, found.logic);
    for theorem in &found.theorems {
        text.push_str(&format!("  {}: {}\n", theorem.name, theorem.statement));
        let lines = if theorem.lines == 1 { "line" } else { "lines" };
        text.push_str(&format!("    {}, in {} {lines}\n", theorem.result, theorem.lines));
    }
    let proved = found.theorems.iter().filter(|theorem| theorem.proved).count();
    text.push_str(&format!("{proved} proved, {} not", found.theorems.len() - proved));
    match found.included {
        0 => text.push('\n'),
        included => text.push_str(&format!("; {included} are included\n")),
    }
    text
}
