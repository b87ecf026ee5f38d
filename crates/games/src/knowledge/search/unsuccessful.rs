//! Announcements that become false by being made: "nobody can win" (thesis sec. 6.2.2).

use crate::knowledge::moves::{apply_nowin, worlds_won_by};
use crate::knowledge::packed::PackedModel;
use crate::knowledge::rules::NoWin;
use hexa_logic::{Agent, WinCondition};

/// A point where nobody can win, until who has asked, or everybody, says that they cannot.
pub(super) fn find_unsuccessful(
    model: &PackedModel,
    win: WinCondition,
    who: NoWin,
    asker: Option<Agent>,
    is_point: impl Fn(usize) -> bool,
) -> Option<usize> {
    let asker = match (who, asker) {
        (NoWin::Asker, None) | (NoWin::None, _) => return None,
        (_, asker) => asker.unwrap_or(Agent(0)),
    };
    let said = apply_nowin(model, win, who, asker);
    if said.origin.len() == model.worlds() {
        return None;
    }
    let before = somebody_wins(model, win);
    let after = somebody_wins(&said.model, win);
    let origins = said.origin.iter().map(|&origin| usize::from(origin)).zip(after);
    let mut turned = origins.filter(|&(origin, wins)| wins && !before[origin]);
    turned.find(|&(origin, _)| is_point(origin)).map(|(origin, _)| origin)
}

fn somebody_wins(model: &PackedModel, win: WinCondition) -> Vec<bool> {
    let mut can = vec![false; model.worlds()];
    for player in model.all_agents() {
        let wins = worlds_won_by(model, win, player);
        can.iter_mut().zip(wins).for_each(|(can, wins)| *can |= wins);
    }
    can
}
