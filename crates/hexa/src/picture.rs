//! From a state to its picture.

use crate::naming::Naming;
use crate::session::Snapshot;
use hexa_draw::{Access, Format, Picture, PictureWorld, Row, Sign, Things, render, render_row};
use hexa_engine::{AccessView, Limit, View};
use hexa_lang::Document;
use hexa_logic::Agent;

/// A state, drawn.
pub fn draw(
    snapshot: &Snapshot,
    document: &Document,
    title: Option<String>,
    format: Format,
) -> Result<String, Limit> {
    Ok(render(&picture(snapshot, document, title)?, format))
}

/// The state before a step and the state after it, with the text of the step between.
pub fn draw_step(
    before: &Snapshot,
    after: &Snapshot,
    document: &Document,
    text: &str,
    title: Option<String>,
    format: Format,
) -> Result<String, Limit> {
    let (left, right) = (picture(before, document, None)?, picture(after, document, None)?);
    let pictures = vec![("before".to_owned(), left), ("after".to_owned(), right)];
    let signs = vec![Sign::Arrow(text.to_owned())];
    Ok(render_row(&Row { title, pictures, signs }, format))
}

/// A state times a frame is the next state.
pub fn draw_product(
    before: &Snapshot,
    frame: Picture,
    after: &Snapshot,
    document: &Document,
    title: Option<String>,
    format: Format,
) -> Result<String, Limit> {
    let (left, right) = (picture(before, document, None)?, picture(after, document, None)?);
    let pictures =
        vec![("before".to_owned(), left), ("frame".to_owned(), frame), ("after".to_owned(), right)];
    let signs = vec![Sign::Times, Sign::Equals];
    Ok(render_row(&Row { title, pictures, signs }, format))
}

fn picture(
    snapshot: &Snapshot,
    document: &Document,
    title: Option<String>,
) -> Result<Picture, Limit> {
    let view = snapshot.state.view()?;
    let naming = Naming::new(document, snapshot.origin.setup(document));
    let vocabulary = &document.vocabulary;
    let world = |world| {
        let name = naming.name(world);
        PictureWorld { label: name.label, details: name.details, ..PictureWorld::default() }
    };
    Ok(Picture {
        title,
        agents: vocabulary.agents().map(|agent| vocabulary.agent_name(agent).to_owned()).collect(),
        worlds: view.worlds.iter().map(world).collect(),
        links: vocabulary.agents().map(|agent| access(&view, agent)).collect(),
        point: Some(view.actual),
        also_actual: Vec::new(),
        things: Things::Worlds,
        whole: None,
        notes: naming.legend().into_iter().collect(),
    })
}

fn access(view: &View, agent: Agent) -> Access {
    match view.access.iter().find(|(of, _)| *of == agent) {
        None => Access::Nobody,
        Some((_, AccessView::Cells(cells))) => Access::Cells(cells.clone()),
        Some((_, AccessView::Arrows(arrows))) => Access::Arrows(arrows.clone()),
    }
}
