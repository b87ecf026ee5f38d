//! Problems of the same kind told once: a description that repeats a mistake in every rule is not shown as many times.

use hexa_lang::Diagnostic;
use rustc_hash::FxHashMap;

/// So many problems with the same code are told one by one if they are not the same.
const MOST_OF_A_KIND: usize = 8;

/// So many more places of the same problem are shown.
const MORE_PLACES: usize = 3;

/// Leaves the first of problems with the same words, with the next places and how many there are; and of those with the
/// same code and other words the first few.
pub(crate) fn fold(diagnostics: &mut Vec<Diagnostic>) {
    let mut first: FxHashMap<(hexa_lang::Code, String), usize> = FxHashMap::default();
    let mut counts: Vec<usize> = Vec::new();
    let mut of_code: FxHashMap<hexa_lang::Code, Vec<usize>> = FxHashMap::default();
    let mut left_out: FxHashMap<hexa_lang::Code, usize> = FxHashMap::default();
    let mut kept: Vec<Diagnostic> = Vec::new();
    for diagnostic in diagnostics.drain(..) {
        let key = (diagnostic.code, diagnostic.message.clone());
        if let Some(&at) = first.get(&key) {
            counts[at] += 1;
            if let Some(place) = diagnostic.place().filter(|_| counts[at] <= MORE_PLACES) {
                let same = kept[at].clone();
                kept[at] = same.at(place, "and here");
            }
            continue;
        }
        let alike = of_code.entry(diagnostic.code).or_default();
        if alike.len() >= MOST_OF_A_KIND {
            *left_out.entry(diagnostic.code).or_default() += 1;
            continue;
        }
        alike.push(kept.len());
        first.insert(key, kept.len());
        kept.push(diagnostic);
        counts.push(0);
    }
    for (diagnostic, &count) in kept.iter_mut().zip(&counts).filter(|(_, count)| **count > 0) {
        *diagnostic = diagnostic.clone().note(format!("this is so in {} places", count + 1));
    }
    for (code, count) in left_out {
        if let Some(&last) = of_code.get(&code).and_then(|alike| alike.last()) {
            let note = format!("there are {count} more problems of this kind");
            kept[last] = kept[last].clone().note(note);
        }
    }
    *diagnostics = kept;
}
