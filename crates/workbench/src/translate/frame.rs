//! An action as a frame, with names for its events that say when they happen (thesis defs. 38 to 43).

use crate::opened::{Opened, Typing};
use hexa_engine::translation::frame::{Frame, NoFrame, Pointed};
use hexa_engine::{Term, Undefined};
use hexa_lang::syntax::Printer;
use hexa_lang::{Document, Writer};
use hexa_logic::{Action, ActionNode, EventClause, Group};
use hexa_text::{Code, Diagnostic};
use std::collections::BTreeSet;

/// Larger frames are not written out.
const MOST_EVENTS: usize = 1000;
/// Longer names say less than a number.
const MOST_BYTES: usize = 24;

/// How events are called.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    ByPreconditions,
    Numbered,
}

/// The declarations of the frames of an action, and of the action as an event of them.
pub fn text(action: Action, opened: &Opened, typing: &Typing) -> Result<String, Diagnostic> {
    let mut document = opened.document.clone();
    let group = initial_group(&document);
    let frame = Frame::new(&mut document.terms, action, &group, MOST_EVENTS, &opened.limits.stop)
        .map_err(|why| no_frame(&why, opened, typing))?;
    if frame.actual().next().is_none() {
        let message = "this action can never happen: it is a choice among nothing";
        return Err(Diagnostic::without_place(Code::NoTranslation, message).at(typing.step.at, ""));
    }
    let name = opened.document.free_name("translated");
    // Names of events may be taken, or mean something else.
    for names in [Names::ByPreconditions, Names::Numbered] {
        let text = declarations(&document, &frame, action, names, &name);
        if opened.can_read(&format!("{text}do {name}\n"))? {
            return Ok(text);
        }
    }
    let message = "the frame could not be read back";
    Err(Diagnostic::without_place(Code::NoTranslation, message))
}

/// Who has access in the initial state of a file.
pub fn initial_group(document: &Document) -> Group {
    let model = document.initial.model();
    let given = |agent: usize| {
        model.is_none_or(|model| matches!(model.relations.get(agent), Some(Some(_))))
    };
    document.vocabulary.agents().filter(|agent| given(agent.index())).collect()
}

fn declarations(
    document: &Document,
    frame: &Frame,
    action: Action,
    names: Names,
    name: &str,
) -> String {
    let mut frames = frame.pointed_frames(&document.free_name("translation"));
    for pointed in &mut frames {
        name_events(document, action, pointed, names);
    }
    let writer = Writer::new(&document.terms, &document.vocabulary);
    let mut lines: Vec<String> =
        frames.iter().map(|pointed| writer.frame(&pointed.frame)).collect();
    let calls: Vec<String> = frames.iter().flat_map(calls).collect();
    lines.push(format!("action {name} = {}\n", calls.join(" + ")));
    lines.concat()
}

/// The actual events of a frame, as they are called.
fn calls(pointed: &Pointed) -> Vec<String> {
    let event = |at: usize| &pointed.frame.events[at].name;
    let call = |at: usize| format!("{}({})", pointed.frame.name, event(at));
    pointed.actual.iter().map(|actual| call(actual.index())).collect()
}

/// Gives events names that tell when they happen; those of declared frames keep theirs.
fn name_events(document: &Document, action: Action, pointed: &mut Pointed, names: Names) {
    let node = document.terms.action_node(action);
    let frame = document.terms.frame_of(node);
    if let (ActionNode::Event(..) | ActionNode::Message(_), Some(frame)) = (node, frame) {
        for (event, given) in pointed.frame.events.iter_mut().zip(&frame.events) {
            event.name.clone_from(&given.name);
        }
        return;
    }
    if names == Names::Numbered {
        return;
    }
    let mut taken = BTreeSet::new();
    for event in &mut pointed.frame.events {
        let mut name = name_of(document, event).unwrap_or_else(|| event.name.clone());
        while !taken.insert(name.clone()) {
            name.push('\'');
        }
        event.name = name;
    }
}

/// A short precondition as a name: `r_1 & ~w_2` is `r1andnotw2`.
fn name_of(document: &Document, event: &EventClause) -> Option<String> {
    let printer =
        Printer { limit: MOST_BYTES, ..Printer::new(&document.terms, &document.vocabulary) };
    let text = printer.formula(event.precondition);
    let words = text.replace("<->", "iff").replace("->", "then").replace('~', "not");
    let words = words.replace('&', "and").replace('|', "or");
    let name: String = words.chars().filter(|c| c.is_alphanumeric()).collect();
    match &name[..] {
        "true" => Some("always".to_owned()),
        "false" => Some("never".to_owned()),
        _ if text.len() > MOST_BYTES || name.chars().all(|c| c.is_ascii_digit()) => None,
        _ => Some(name),
    }
}

/// Why an action has no frame, with the part at fault.
pub fn no_frame(why: &NoFrame, opened: &Opened, typing: &Typing) -> Diagnostic {
    let problem = |code: Code, message: String| Diagnostic::without_place(code, message);
    match why {
        NoFrame::Stopped => Diagnostic::for_stop().at(typing.step.at, ""),
        NoFrame::Undefined(why) => report_undefined(why, opened, typing),
        NoFrame::Unsupported(what) => {
            let at = typing.step.places.action(what.action).unwrap_or(typing.step.at);
            problem(Code::NoTranslation, why.to_string())
                .at(at, "this leads to no set of events")
                .help("tests, assignments, events, `L_B`, `;`, `+` and moves of games have frames")
        }
        NoFrame::Events(_) | NoFrame::Depth(_) => problem(Code::Limit, format!("gave up: {why}"))
            .at(typing.step.at, "")
            .help("translate a part of it, or an action with fewer alternatives"),
    }
}

/// What is undefined where everybody has access who has it in the initial state.
pub fn report_undefined(why: &Undefined, opened: &Opened, typing: &Typing) -> Diagnostic {
    let places = &typing.step.places;
    let at = match why.term {
        Term::Formula(formula) => places.formula(formula),
        Term::Action(action) => places.action(action),
    };
    let name = opened.document.vocabulary.agent_name(why.agent);
    let message = format!("undefined: agent {name} has no access here");
    Diagnostic::without_place(Code::NoAccess, message)
        .at(at.unwrap_or(typing.step.at), format!("this speaks of {name}"))
        .help(
            "`?φ` and `p := φ` leave nobody access, `L_B α` leaves B, a frame leaves those it has \
             `cells` or `arrows` for",
        )
}
