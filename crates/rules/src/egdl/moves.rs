//! Moves as they are typed and shown: `a^x_{1,1}; a^o_{2,2}`. Who is not named does nothing. Where there are several initial
//! states, `initial 2; a^x_{1,1}` says in which one moves start.

use super::answer::EgdlFailure;
use super::signature::Signature;
use crate::frame::Frame;
use hexa_logic::AgentAction;

/// So many legal moves are shown.
const SHOWN: usize = 20;

/// What is done; doing nothing is left out where somebody does something.
pub(super) fn show_moves(signature: &Signature, done: &[AgentAction]) -> String {
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

/// The place of the initial state in which moves start, and the moves; none if there are several and it is not said which.
pub(super) fn find_start(initial: usize, text: &str) -> Result<Option<(usize, &str)>, EgdlFailure> {
    let (first, rest) = text.split_once(';').unwrap_or((text, ""));
    let Some(typed) = first.trim().strip_prefix("initial") else {
        return Ok((initial == 1).then_some((0, text)));
    };
    let typed = typed.trim();
    let no_such = || EgdlFailure::NoSuchStart { typed: typed.to_owned(), count: initial };
    match typed.parse::<usize>() {
        Ok(number) if (1..=initial).contains(&number) => Ok(Some((number - 1, rest))),
        Err(_) if typed.is_empty() => Ok((initial == 1).then_some((0, rest))),
        Ok(_) | Err(_) => Err(no_such()),
    }
}

/// The steps from a state that moves name, one after the other.
pub(super) fn find_steps(
    signature: &Signature,
    frame: &Frame,
    start: u32,
    text: &str,
) -> Result<Vec<u32>, EgdlFailure> {
    let (mut at, mut steps) = (start, Vec::new());
    for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let step = find_step(signature, frame, at, part)?;
        steps.push(step);
        at = frame.to(step);
    }
    Ok(steps)
}

fn find_step(
    signature: &Signature,
    frame: &Frame,
    at: u32,
    part: &str,
) -> Result<u32, EgdlFailure> {
    let mut named = Vec::new();
    for name in split_names(part).into_iter().filter(|name| name != "noop") {
        match signature.move_named(&name) {
            Some(action) => named.push(action),
            None => return Err(EgdlFailure::UnknownAction(name)),
        }
    }
    let agents = signature.agents().len() as u32;
    let fits = |&step: &u32| {
        let done = frame.actions(step);
        named.iter().all(|action| done.contains(action))
            && done.iter().all(|action| named.contains(action) || action.0 < agents)
    };
    frame.steps(at).find(fits).ok_or_else(|| {
        let legal = frame.steps(at).take(SHOWN);
        let legal = legal.map(|step| show_moves(signature, frame.actions(step)));
        EgdlFailure::NotLegal { moves: part.to_owned(), legal: legal.collect() }
    })
}

/// Names between commas that are in no brackets; spaces do not count.
fn split_names(part: &str) -> Vec<String> {
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
