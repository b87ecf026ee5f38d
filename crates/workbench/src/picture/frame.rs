//! From a frame to its picture: events instead of worlds, each with its precondition
//! and what it changes. A frame is declared, or is that of a knowledge action, whose
//! events are all actions of its type (*Knowledge games*, defs. 38 to 43).

use hexa_draw::{Access, Picture, PictureWorld, Things};
use hexa_engine::Limits;
use hexa_engine::definitional::product::{ActionFrame, NoFrame};
use hexa_lang::syntax::Printer;
use hexa_lang::{Document, Step, StepKind};
use hexa_logic::{
    Action, ActionNode, Agent, Event, EventClause, EventModel, Formula, Group, RelationSetup,
    Terms, Vocabulary,
};
use hexa_text::clean;
use hexa_text::{Code, Diagnostic};

/// Larger frames are not drawn.
const MOST_EVENTS: usize = 60;
/// Longer formulas are cut.
const MOST_BYTES: usize = 240;

/// A frame that is declared: `showing`, or `showing(red)` with its actual event.
pub fn declared_frame(document: &Document, text: &str) -> Result<Picture, Diagnostic> {
    let (name, event) = match text.trim().split_once('(') {
        Some((name, rest)) => (name.trim(), Some(rest.strip_suffix(')').unwrap_or(rest))),
        None => (text.trim(), None),
    };
    let frames = document.terms.frames();
    let found = frames.iter().find(|frame| frame.name == name).ok_or_else(|| {
        let names = frames.iter().map(|frame| frame.name.as_str());
        missing(format!("there is no frame `{}`", clean(name)), names)
    })?;
    let actual = event.map(|event| {
        let spaceless: String = event.chars().filter(|c| !c.is_whitespace()).collect();
        found.event(&spaceless).ok_or_else(|| {
            let names = found.events.iter().map(|event| event.name.as_str());
            missing(format!("the frame `{name}` has no event `{}`", clean(event)), names)
        })
    });
    event_model(document, found, actual.transpose()?)
}

fn missing<'a>(message: String, names: impl Iterator<Item = &'a str>) -> Diagnostic {
    let names: Vec<&str> = names.take(20).collect();
    let problem = Diagnostic::without_place(Code::CannotDraw, message);
    match names.is_empty() {
        true => problem.help("this file declares none"),
        false => problem.help(format!("there are {}", names.join(", "))),
    }
}

/// The frame of the action that a step executes.
pub fn of_step(document: &Document, step: &Step, public: &Group) -> Result<Picture, Diagnostic> {
    let StepKind::Do(action) = step.kind else {
        let message = "going to another state is no action, and has no frame";
        return Err(Diagnostic::without_place(Code::CannotDraw, message).at(step.at, ""));
    };
    of_action(document, action, public)
}

/// The frame of an action: the declared one of an event, or that of a knowledge action.
pub fn of_action(
    document: &Document,
    action: Action,
    public: &Group,
) -> Result<Picture, Diagnostic> {
    if let ActionNode::Event(frame, event) = document.terms.action_node(action) {
        return event_model(document, document.terms.frame(*frame), Some(*event));
    }
    if let ActionNode::Epistemic(_, index) = document.terms.action_node(action) {
        let frame = &document.terms.epistemic(*index).frame;
        return Ok(Picture { title: None, ..event_model(document, frame, Some(Event(0)))? });
    }
    if let ActionNode::Message(index) = document.terms.action_node(action) {
        let frame = document.terms.said(*index).1;
        return Ok(Picture { title: None, ..event_model(document, frame, Some(Event(0)))? });
    }
    let size = ActionFrame::size(&document.terms, action).map_err(|why| refusal(&why))?;
    if size > MOST_EVENTS.into() {
        return Err(too_large(&size.to_string()));
    }
    let limits = Limits::default();
    let frame = ActionFrame::new(&document.terms, action, public, &limits);
    Ok(action_frame(document, frame.map_err(|why| refusal(&why))?, public))
}

fn refusal(why: &NoFrame) -> Diagnostic {
    let message = match why {
        NoFrame::Unsupported(_) => {
            "only tests, learning, sequences, choices and events have frames".to_owned()
        }
        NoFrame::Limit(limit) => format!("the frame of this action is too large: {limit}"),
    };
    Diagnostic::without_place(Code::CannotDraw, message)
}

fn too_large(size: &str) -> Diagnostic {
    let message = format!("the frame has {size} events; at most {MOST_EVENTS} are drawn");
    Diagnostic::without_place(Code::CannotDraw, message)
}

fn names(vocabulary: &Vocabulary) -> Vec<String> {
    vocabulary.agents().map(|agent| vocabulary.agent_name(agent).to_owned()).collect()
}

fn event_model(
    document: &Document,
    frame: &EventModel,
    actual: Option<Event>,
) -> Result<Picture, Diagnostic> {
    if frame.events.len() > MOST_EVENTS {
        return Err(too_large(&frame.events.len().to_string()));
    }
    let relation = |agent: Agent| match frame.relations.get(agent.index()).and_then(Option::as_ref)
    {
        None => Access::Nobody,
        Some(RelationSetup::Cells(cells)) => Access::Cells(classes(cells)),
        Some(RelationSetup::Arrows(arrows)) => {
            Access::Arrows(arrows.iter().map(|&(u, v)| (u as usize, v as usize)).collect())
        }
    };
    Ok(Picture {
        title: Some(frame.name.clone()),
        agents: names(&document.vocabulary),
        worlds: frame.events.iter().map(|event| node(document, event)).collect(),
        links: document.vocabulary.agents().map(relation).collect(),
        point: actual.map(Event::index),
        things: Things::Events,
        ..Picture::default()
    })
}

fn classes(cells: &[u32]) -> Vec<Vec<usize>> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for (event, &cell) in cells.iter().enumerate() {
        classes.resize(classes.len().max(cell as usize + 1), Vec::new());
        classes[cell as usize].push(event);
    }
    classes
}

/// An event with its precondition, and what it changes.
fn node(document: &Document, event: &EventClause) -> PictureWorld {
    let Document { terms, vocabulary, .. } = document;
    let mut details = Vec::new();
    if event.precondition != Terms::TRUE {
        details.push(text(terms, vocabulary, event.precondition));
    }
    for &(atom, value) in &event.postcondition {
        let value = text(terms, vocabulary, value);
        details.push(format!("{} := {value}", vocabulary.atom_name(atom)));
    }
    PictureWorld { label: event.name.clone(), details, ..PictureWorld::default() }
}

fn text(terms: &Terms, vocabulary: &Vocabulary, formula: Formula) -> String {
    Printer { limit: MOST_BYTES, ..Printer::new(terms, vocabulary) }.formula(formula)
}

fn action_frame(document: &Document, mut frame: ActionFrame, public: &Group) -> Picture {
    let vocabulary = &document.vocabulary;
    let actions = frame.actions().to_vec();
    let conditions: Vec<Formula> =
        actions.iter().map(|&action| frame.precondition(action)).collect();
    let worlds = actions.iter().zip(&conditions).map(|(&action, &condition)| {
        let twice = conditions.iter().filter(|&&other| other == condition).count() > 1;
        let printer = Printer { limit: MOST_BYTES, ..Printer::new(frame.terms(), vocabulary) };
        let details = if twice { vec![printer.action(action)] } else { Vec::new() };
        let label = text(frame.terms(), vocabulary, condition);
        PictureWorld { label, details, ..PictureWorld::default() }
    });
    let place = |action: Action| actions.iter().position(|&other| other == action);
    let mut actual: Vec<usize> = frame.actual().filter_map(place).collect();
    // If all of them may happen, setting all of them apart would say nothing.
    if actual.len() == actions.len() && actions.len() > 1 {
        actual.clear();
    }
    let point = if actual.len() == 1 { actual.pop() } else { None };
    Picture {
        agents: names(vocabulary),
        worlds: worlds.collect(),
        links: vocabulary.agents().map(|agent| access(&frame, agent, public)).collect(),
        point,
        also_actual: actual,
        things: Things::Events,
        ..Picture::default()
    }
}

/// Who cannot tell which actions apart. An agent who learns nothing in an action has no access there.
fn access(frame: &ActionFrame, agent: Agent, public: &Group) -> Access {
    if !public.contains(agent) {
        return Access::Nobody;
    }
    let actions = frame.actions();
    let related = |u: usize, v: usize| frame.is_related(agent, actions[u], actions[v]);
    let mut cells: Vec<Vec<usize>> = Vec::new();
    for event in (0..actions.len()).filter(|&event| related(event, event)) {
        match cells.iter_mut().find(|cell| related(cell[0], event)) {
            Some(cell) => cell.push(event),
            None => cells.push(vec![event]),
        }
    }
    Access::Cells(cells)
}
