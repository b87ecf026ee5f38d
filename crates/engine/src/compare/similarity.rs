//! Agent-similarity of states (thesis def. 50): a permutation of the agents and a
//! bijection between the relevant worlds that together keep access, in both
//! directions, and map the actual world to the actual world. Valuations play no part.
//! The definition is given for equivalences; here access may be any relation. Who
//! has no access corresponds to somebody who has none.

use crate::compare::matching::{Matching, preserves_access};
use crate::compare::refinement::Sights;
use crate::explicit::relation::Relation;
use crate::explicit::state::State;
use crate::limits::{Limit, Pace};
use hexa_logic::{Agent, Stopped};

/// The agents of one state who have access, each with the agent of another state who stands for
/// them; none if the states are not agent-similar.
pub fn similar(left: &State, right: &State) -> Result<Option<Vec<(Agent, Agent)>>, Limit> {
    let pace = &left.pace();
    let (left, right) = (left.only_relevant(pace)?, right.only_relevant(pace)?);
    let (here, there) = (Frame::of(&left, pace)?, Frame::of(&right, pace)?);
    let worlds = left.world_count();
    if worlds != right.world_count() || here.agents.len() != there.agents.len() {
        return Ok(None);
    }
    let agents = here.agents.len();
    let keeps_access = |image: &[u32]| {
        let (worlds, agents) = image.split_at(worlds);
        let image_of = |&agent: &u32| &there.relations[agent as usize - worlds.len()];
        for (left, right) in here.relations.iter().zip(agents.iter().map(image_of)) {
            if !preserves_access(left, right, worlds, pace)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let points = (left.point().index(), right.point().index());
    // If the agents can keep their names, they do.
    for naming in [Naming::Kept, Naming::Forgotten] {
        let mut sights = here.side_by_side(&there, worlds, pace)?;
        if naming == Naming::Kept {
            sights = sights.distinguish_agents(agents, pace)?;
        }
        let matching = Matching::new(sights, worlds + agents, left.limits());
        if let Some(image) = matching.search(points, keeps_access)? {
            return Ok(Some(here.agent_images(&there, &image[worlds..], worlds)));
        }
    }
    Ok(None)
}

/// Whether an agent can only stand for themselves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    Kept,
    Forgotten,
}

/// Who has access, and what it is.
struct Frame {
    agents: Vec<Agent>,
    relations: Vec<Relation>,
}

impl Frame {
    fn of(state: &State, pace: &Pace) -> Result<Self, Stopped> {
        let (mut agents, mut relations) = (Vec::new(), Vec::new());
        for agent in state.group().iter() {
            if let Some(relation) = state.model().relation(agent) {
                agents.push(agent);
                relations.push(plain(relation, pace)?);
            }
        }
        Ok(Self { agents, relations })
    }

    fn side_by_side(&self, other: &Self, worlds: usize, pace: &Pace) -> Result<Sights, Stopped> {
        Sights::of_frames(worlds, &[&self.relations, &other.relations], pace)
    }

    fn agent_images(&self, other: &Self, images: &[u32], worlds: usize) -> Vec<(Agent, Agent)> {
        let images = images.iter().map(|&image| other.agents[image as usize - worlds]);
        self.agents.iter().copied().zip(images).collect()
    }
}

/// Arrows that are an equivalence are cells: how access was described does not matter.
fn plain(relation: &Relation, pace: &Pace) -> Result<Relation, Stopped> {
    Ok(match relation {
        Relation::Arrows(arrows) => {
            arrows.as_cells(pace)?.map_or_else(|| relation.clone(), Relation::Cells)
        }
        Relation::Cells(_) => relation.clone(),
    })
}
