//! From a state to its picture; and pictures of steps, frames and trees.

pub mod frame;
#[cfg(test)]
mod tests;
pub mod tree;

use crate::moment::Moment;
use crate::naming::{Naming, WorldName};
use crate::opened::{Opened, When};
use crate::refusal::Means;
use crate::snapshot::{Passed, Snapshot};
use hexa_draw::{
    Access, Cells, Film, Format, Picture, PictureWorld, Row, Sign, Things, Tree, render,
    render_film, render_row, render_tree,
};
use hexa_engine::{AccessView, Limit, Limits, View};
use hexa_lang::Document;
use hexa_logic::Agent;
use hexa_text::{Code, Diagnostic, Setting, WayOut};

/// What is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A state.
    State,
    /// The state before the last step and the state after it.
    Step,
    /// The state before the last step, the frame of its action, and the state after it.
    Product,
    /// All states on the way to a state, one after the other.
    Film,
    /// A frame that is declared: `showing`, or `showing(red)` with its actual event.
    Frame(String),
    /// The frame of an action.
    Action(String),
    /// What agents consider possible, as a tree of this depth; for a group, if there is one.
    Tree {
        /// How deep.
        depth: usize,
        /// Whose.
        group: Option<String>,
    },
}

/// How a state is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shown {
    /// As it is.
    #[default]
    Whole,
    /// With one world for each class of bisimilar ones.
    Minimal,
}

/// A picture that is asked for.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// What is drawn.
    pub subject: Subject,
    /// Which state.
    pub when: When,
    /// How much of it.
    pub shown: Shown,
    /// How classes are drawn.
    pub cells: Cells,
    /// As what it is written.
    pub format: Format,
}

impl Drawing {
    /// A picture as SVG.
    pub fn of(subject: Subject, when: When) -> Self {
        Self { subject, when, shown: Shown::Whole, cells: Cells::Links, format: Format::Svg }
    }
}

impl Opened {
    /// Draws a state, a step or a frame of the text.
    pub fn draw(&mut self, drawing: &Drawing) -> Result<String, Diagnostic> {
        if drawing.cells == Cells::Outlines && drawing.format == Format::Dot {
            let message = "Graphviz draws no outlines around worlds";
            let help = "draw them as links, or in another format";
            return Err(Diagnostic::without_place(Code::CannotDraw, message).help(help));
        }
        let action = if let Subject::Action(text) = &drawing.subject {
            Some(self.action(text)?.0)
        } else {
            None
        };
        let group = if let Subject::Tree { group: Some(text), .. } = &drawing.subject {
            Some(self.group(text)?)
        } else {
            None
        };
        let Self { document, limits, .. } = &*self;
        let format = drawing.format;
        if let Subject::Frame(name) = &drawing.subject {
            let frame = frame::declared_frame(document, name)?;
            return Ok(render(&Picture { cells: drawing.cells, ..frame }, format));
        }
        let moment = self.moment(&self.when_drawn(drawing))?;
        let reached =
            self.timeline().reach(moment).map_err(|found| self.at_initial_state(found))?;
        let title = match moment {
            Moment::After { scenario, .. } => document.scenarios[scenario].name.clone(),
            Moment::Initial | Moment::Declared(_) => drawing.when.scenario.clone(),
        };
        let current = reached.snapshot();
        let last = || match &reached.way[..] {
            [.., Passed { snapshot: before, .. }, Passed { step: Some((_, step)), .. }] => {
                Ok((before, *step))
            }
            _ => Err(no_step()),
        };
        match (&drawing.subject, action) {
            (_, Some(action)) => {
                let frame = frame::of_action(document, action, &current.state.group())?;
                Ok(render(&Picture { cells: drawing.cells, ..frame }, format))
            }
            (Subject::Tree { depth, .. }, _) => {
                let tree = tree::of_state(document, current, group, *depth, limits)?;
                Ok(render_tree(&Tree { title, ..tree }, format))
            }
            (Subject::Step, _) => {
                let (before, step) = last()?;
                let text = step.text.strip_prefix("do ").unwrap_or(&step.text).to_owned();
                let pictures = vec![
                    ("before".to_owned(), drawing.picture(before, document, limits, None)?),
                    ("after".to_owned(), drawing.picture(current, document, limits, None)?),
                ];
                Ok(render_row(&Row { title, pictures, signs: vec![Sign::Arrow(text)] }, format))
            }
            (Subject::Product, _) => {
                let (before, step) = last()?;
                let frame = frame::of_step(document, step, &before.state.group())?;
                let pictures = vec![
                    ("before".to_owned(), drawing.picture(before, document, limits, None)?),
                    ("frame".to_owned(), Picture { cells: drawing.cells, ..frame }),
                    ("after".to_owned(), drawing.picture(current, document, limits, None)?),
                ];
                let signs = vec![Sign::Times, Sign::Equals];
                Ok(render_row(&Row { title, pictures, signs }, format))
            }
            (Subject::Film, _) => {
                if reached.way.len() > MOST_FRAMES {
                    return Err(too_long(reached.way.len()));
                }
                let frame = |passed: &Passed| {
                    let caption = match passed.step {
                        None => "at first".to_owned(),
                        Some((number, step)) => format!("{number}: {}", step.text),
                    };
                    Ok((caption, drawing.picture(&passed.snapshot, document, limits, None)?))
                };
                let frames = reached.way.iter().map(frame).collect::<Result<_, Diagnostic>>()?;
                Ok(render_film(&Film { title, frames }, format))
            }
            (Subject::State | Subject::Frame(_) | Subject::Action(_), _) => {
                Ok(render(&drawing.picture(current, document, limits, title)?, format))
            }
        }
    }

    /// The state to draw, or the one after the step to draw.
    fn when_drawn(&self, drawing: &Drawing) -> When {
        let of_a_step = matches!(drawing.subject, Subject::Step | Subject::Product | Subject::Film);
        match of_a_step && drawing.when == When::default() {
            true => self.last_state(),
            false => drawing.when.clone(),
        }
    }
}

impl Drawing {
    /// The picture of a state, as it is to be shown.
    fn picture(
        &self,
        snapshot: &Snapshot,
        document: &Document,
        limits: &Limits,
        title: Option<String>,
    ) -> Result<Picture, Diagnostic> {
        let shown = self.state_to_show(snapshot)?;
        let drawn = picture(&shown, document, title).map_err(|limit| {
            let engine = shown.state.engine();
            Means { document, engine, limits }.limit(&limit)
        })?;
        Ok(Picture { cells: self.cells, ..drawn })
    }

    /// The state as it is to be shown.
    fn state_to_show(&self, snapshot: &Snapshot) -> Result<Snapshot, Diagnostic> {
        match self.shown {
            Shown::Whole => Ok(snapshot.clone()),
            Shown::Minimal => {
                let state = snapshot.state.contraction().map_err(|error| {
                    let message = format!("it cannot be made smaller: {error}");
                    Diagnostic::without_place(Code::CannotDraw, message)
                })?;
                Ok(Snapshot { state, ..snapshot.clone() })
            }
        }
    }
}

/// More states than this make no film.
const MOST_FRAMES: usize = 60;

fn too_long(frames: usize) -> Diagnostic {
    let message = format!("the film has {frames} pictures; at most {MOST_FRAMES} are drawn");
    let help = WayOut::from("end it earlier with ").then(Setting::Step);
    Diagnostic::without_place(Code::CannotDraw, message).help(help)
}

fn no_step() -> Diagnostic {
    let message = "no `do` leads to this state";
    Diagnostic::without_place(Code::CannotDraw, message).help(
        WayOut::from("choose a scenario with a `do` in it with ")
            .then(Setting::Scenario)
            .then(", and more steps with ")
            .then(Setting::Step),
    )
}

/// A state, drawn.
pub fn draw(
    snapshot: &Snapshot,
    document: &Document,
    title: Option<String>,
    format: Format,
) -> Result<String, Limit> {
    Ok(render(&picture(snapshot, document, title)?, format))
}

fn picture(
    snapshot: &Snapshot,
    document: &Document,
    title: Option<String>,
) -> Result<Picture, Limit> {
    let view = snapshot.state.view()?;
    let naming = Naming::new(document, snapshot.origin.setup(document));
    let vocabulary = &document.vocabulary;
    let world = |name: WorldName| PictureWorld {
        label: name.label,
        details: name.details,
        ..PictureWorld::default()
    };
    Ok(Picture {
        title,
        agents: vocabulary.agents().map(|agent| vocabulary.agent_name(agent).to_owned()).collect(),
        worlds: naming.names(&view).into_iter().map(world).collect(),
        links: vocabulary.agents().map(|agent| access(&view, agent)).collect(),
        point: Some(view.actual),
        also_actual: Vec::new(),
        things: Things::Worlds,
        whole: None,
        cells: Cells::Links,
        notes: Vec::new(),
    })
}

fn access(view: &View, agent: Agent) -> Access {
    match view.access.iter().find(|(of, _)| *of == agent) {
        None => Access::Nobody,
        Some((_, AccessView::Cells(cells))) => Access::Cells(cells.clone()),
        Some((_, AccessView::Arrows(arrows))) => Access::Arrows(arrows.clone()),
    }
}
