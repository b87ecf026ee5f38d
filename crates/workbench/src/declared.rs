//! Where the initial state is described, for what shows only when it is built.

use hexa_lang::syntax::tree::{ClauseKind, Statement, StatementKind};
use hexa_lang::syntax::{Symbols, parse};
use hexa_lang::{Location, Sources, smcdel};
use hexa_text::{Code, Diagnostic};

/// Points a problem that shows in no text yet at what describes the initial state in a file: the
/// law, if that is what is broken. A file that includes its initial state is only named.
pub fn at_initial_state(problem: Diagnostic, file: &str, sources: &Sources) -> Diagnostic {
    // Somebody who asked for the end does not wait until the text is read again.
    if !problem.labels.is_empty() || problem.code == Code::Stopped {
        return problem;
    }
    let law_first = problem.code == Code::NoState;
    let found = match law_first {
        true => place(file, sources, is_law).or_else(|| place(file, sources, is_state)),
        false => place(file, sources, is_state),
    };
    match found {
        Some(at) => problem.at(at, ""),
        None => problem.of_file(file),
    }
}

/// The first clause of a kind.
fn place(file: &str, sources: &Sources, wanted: fn(&ClauseKind) -> bool) -> Option<Location> {
    if let Some(law) = smcdel::law(file, sources) {
        return Some(law);
    }
    let source = sources.find(file)?;
    let parsed = parse(&sources.get(source).text, source, &mut Symbols::default());
    let such = |statement: &&Statement| {
        if let StatementKind::Clause(clause) = &statement.kind {
            wanted(&clause.kind)
        } else {
            false
        }
    };
    let statement = parsed.tree.statements.iter().find(such)?;
    Some(Location { source, span: statement.span })
}

fn is_law(clause: &ClauseKind) -> bool {
    matches!(clause, ClauseKind::Law(_))
}

fn is_state(clause: &ClauseKind) -> bool {
    use ClauseKind::{Atoms, Deal, Hypercube, Model};
    matches!(clause, Deal(..) | Hypercube(_) | Model(_) | Atoms(_))
}
