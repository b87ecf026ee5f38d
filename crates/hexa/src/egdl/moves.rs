//! Moves as they are typed and told: `a^x_{1,1}; a^o_{2,2}`. Who is not named does nothing.

use crate::problem::{Problem, RunCode};
use hexa_logic::AgentAction;
use hexa_rules::egdl::Signature;
use hexa_rules::frame::Frame;

/// What is done; doing nothing is left out where somebody does something.
pub fn written(signature: &Signature, done: &[AgentAction]) -> String {
    let agents = signature.agents().len();
    let some: Vec<&str> = done
        .iter()
        .filter(|action| action.0 as usize >= agents)
        .map(|&action| signature.move_name(action))
        .collect();
    match some.is_empty() {
        true => "noop".to_owned(),
        false => some.join(", "),
    }
}

/// The steps from a state that moves name, one after the other.
pub fn steps(
    signature: &Signature,
    frame: &Frame,
    start: u32,
    text: &str,
) -> Result<Vec<u32>, Problem> {
    let (mut at, mut steps) = (start, Vec::new());
    for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let step = step(signature, frame, at, part)?;
        steps.push(step);
        at = frame.to(step);
    }
    Ok(steps)
}

fn step(signature: &Signature, frame: &Frame, at: u32, part: &str) -> Result<u32, Problem> {
    let mut named = Vec::new();
    for name in names(part) {
        if name == "noop" {
            continue;
        }
        let action = signature.move_named(&name).ok_or_else(|| {
            Problem::new(RunCode::NotExecutable.as_str(), format!("there is no action `{name}`"))
                .help("write moves as the file does: `a^x_{1,1}; a^o_{2,2}`")
        })?;
        named.push(action);
    }
    let agents = signature.agents().len() as u32;
    let fits = |&step: &u32| {
        let done = frame.done(step);
        named.iter().all(|action| done.contains(action))
            && done.iter().all(|action| named.contains(action) || action.0 < agents)
    };
    frame.steps(at).find(fits).ok_or_else(|| {
        let legal: Vec<String> =
            frame.steps(at).take(20).map(|step| written(signature, frame.done(step))).collect();
        Problem::new(RunCode::NotExecutable.as_str(), format!("`{part}` is not legal here"))
            .help(format!("legal are {}", legal.join("; ")))
    })
}

/// Names between commas that are in no brackets; spaces do not count.
fn names(part: &str) -> Vec<String> {
    let (mut names, mut depth) = (vec![String::new()], 0usize);
    for c in part.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                names.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = names.last_mut() {
            last.push(c);
        }
    }
    names.retain(|name| !name.is_empty());
    names
}
