//! Isomorphism of states (thesis def. 76): a bijection between the relevant worlds
//! that keeps access, valuation and the actual world.

use crate::compare::matching::{Matching, preserves_access};
use crate::compare::refinement::Sights;
use crate::explicit::state::State;
use crate::limits::Limit;

/// Whether two states over the same vocabulary are isomorphic.
pub fn isomorphic(left: &State, right: &State) -> Result<bool, Limit> {
    if left.group() != right.group() {
        return Ok(false);
    }
    let pace = &left.pace();
    let (left, right) = (left.only_relevant(pace)?, right.only_relevant(pace)?);
    if left.world_count() != right.world_count() {
        return Ok(false);
    }
    let points = (left.point().index(), right.point().index());
    let keeps_access = |image: &[u32]| {
        for agent in left.group().iter() {
            let kept = match (left.model().relation(agent), right.model().relation(agent)) {
                (Some(left), Some(right)) => preserves_access(left, right, image, pace)?,
                (left, right) => left.is_none() && right.is_none(),
            };
            if !kept {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let sights = Sights::new(&[&left, &right], pace)?;
    let matching = Matching::new(sights, left.world_count(), left.limits());
    Ok(matching.search(points, keeps_access)?.is_some())
}
