//! A model of one moment of a game as a text: what it is in comments, and then the model.

use super::number_of;
use crate::egdl::EgdlRequest;
use crate::gdl::{GdlRequest, HistoryExport, HistoryMoment};
use crate::pointed::{NameInGame, PointedModel};

/// A text of the Hexa language. The comments say which game and moment it is, what else names stand for, and which play leads to
/// each world.
pub fn text(about: &str, moment: &PointedModel) -> String {
    let mut text = comment(about);
    let renamed = moment.agents.iter().chain(&moment.atoms).filter(|of| of.name != of.game);
    for NameInGame { name, game } in renamed {
        text += &comment(&format!("{name} is {game}"));
    }
    for (world, play) in moment.model.worlds.iter().zip(&moment.plays) {
        text += &comment(&format!("{}: {play}", world.name));
    }
    text + "\n" + &moment.declarations()
}

/// Which histories of a game in GDL a model is made of.
pub fn about_histories(request: &GdlRequest, export: &HistoryExport) -> String {
    match &export.moment {
        HistoryMoment::Steps(steps) => {
            format!("{}, histories of {}", request.name, number_of(*steps, "step"))
        }
        HistoryMoment::After(moves) => format!("{}, after {moves}", request.name),
    }
}

/// Which state of a game in EGDL a model is made of.
pub fn about_state(request: &EgdlRequest) -> String {
    let moves = [&request.from, &request.along].into_iter().flatten();
    let moves: Vec<&str> = moves.map(|moves| moves.trim()).collect();
    match moves.is_empty() {
        true => format!("{}, the initial state", request.name),
        false => format!("{}, after {}", request.name, moves.join("; ")),
    }
}

/// One line of a comment.
fn comment(line: &str) -> String {
    let plain: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("# {plain}\n")
}

pub(super) fn too_many_worlds(most: usize) -> String {
    format!("there are more than {} to write", number_of(most, "world"))
}
