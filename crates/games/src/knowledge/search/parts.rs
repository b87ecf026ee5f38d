//! What a move leads to, in parts that nobody's access connects, each contracted and in its canonical form.

use crate::knowledge::canonical::{Canonical, canonical};
use crate::knowledge::contraction::{components, contract};
use crate::knowledge::kinds::Kinds;
use crate::knowledge::moves::Moved;
use crate::knowledge::packed::PackedModel;
use crate::knowledge::world_set::WorldSet;
use hexa_logic::{Stop, Stopped};

/// A connected part of what a move leads to.
pub(in crate::knowledge) struct Part {
    pub(in crate::knowledge) canonical: Canonical,
    pub(in crate::knowledge) model: PackedModel,
    /// For each world before contraction its place in the part, if it is in it.
    pub(in crate::knowledge) place: Vec<Option<usize>>,
}

/// The parts of a model, contracted.
pub(in crate::knowledge) fn parts(
    model: &PackedModel,
    kinds: &Kinds,
    stop: &Stop,
) -> Result<Vec<Part>, Stopped> {
    let (small, block) = contract(model, stop)?;
    let parts = components(&small);
    let mut found = Vec::with_capacity(parts.len());
    for worlds in parts {
        let mut rank = vec![None; small.worlds()];
        worlds.iter().enumerate().for_each(|(at, &world)| rank[usize::from(world)] = Some(at));
        let place = block.iter().map(|&world| rank[usize::from(world)]).collect();
        let model = match worlds.len() == small.worlds() {
            true => small.clone(),
            false => small.select(&worlds),
        };
        found.push(Part { canonical: canonical(&model, kinds, stop)?, model, place });
    }
    Ok(found)
}

/// The worlds of a part that the points of the model before the move have become.
pub(super) fn points_in_part(part: &Part, moved: &Moved, points: &WorldSet) -> WorldSet {
    let mut found = WorldSet::none(part.model.worlds());
    for (place, &origin) in part.place.iter().zip(&moved.origin) {
        if let (Some(place), true) = (place, points.contains(usize::from(origin))) {
            found.insert(*place);
        }
    }
    found
}
