//! What is known in the histories of one length (GDL-III). Rules may depend on what is known, and what is known on what
//! follows from rules; but never in a circle, so that repeating the two comes to an end.

use super::Node;
use super::views::Views;
use crate::frame::join_classes;
use crate::gdl::cut_short::CutShort;
use crate::gdl::referee::{KnowledgeAtom, Referee, RoleId};
use crate::work::Work;
use hexa_logic::Stopped;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// For each history whether each of the atoms about knowledge holds.
pub struct Knowledge {
    width: usize,
    holds: Vec<bool>,
}

impl Knowledge {
    /// What is known in the histories of a layer.
    pub fn of_layer<R: Referee>(
        referee: &mut R,
        layer: &[Node],
        states: &IndexSet<R::Position, FxBuildHasher>,
        views: &Views,
        work: &Work<'_>,
    ) -> Result<Self, CutShort> {
        let known = referee.knowledge_atoms();
        let width = known.len();
        let mut knowledge = Self { width, holds: vec![false; width * layer.len()] };
        if width == 0 {
            return Ok(knowledge);
        }
        // Each round settles what depends on what was settled before.
        for _ in 0..=width {
            let facts = knowledge.facts(referee, layer, states, &known, work)?;
            let holds = known_of(&known, &facts, layer, views, work)?;
            if holds == knowledge.holds {
                break;
            }
            knowledge.holds = holds;
        }
        Ok(knowledge)
    }

    /// The atoms about knowledge that hold in a history.
    pub fn row(&self, history: usize) -> &[bool] {
        &self.holds[history * self.width..][..self.width]
    }

    /// Whether what may be known holds, in each history.
    fn facts<R: Referee>(
        &self,
        referee: &mut R,
        layer: &[Node],
        states: &IndexSet<R::Position, FxBuildHasher>,
        known: &[KnowledgeAtom],
        work: &Work<'_>,
    ) -> Result<Vec<bool>, CutShort> {
        let mut facts = Vec::with_capacity(self.holds.len());
        for (history, node) in layer.iter().enumerate() {
            work.step(referee.weight())?;
            referee.set_known(self.row(history));
            referee.enter(&states[node.state as usize])?;
            referee.complete()?;
            for known in known {
                facts.push(referee.holds(known.predicate, &known.row)?);
            }
        }
        Ok(facts)
    }
}

/// What is known if these facts hold.
fn known_of(
    known: &[KnowledgeAtom],
    facts: &[bool],
    layer: &[Node],
    views: &Views,
    work: &Work<'_>,
) -> Result<Vec<bool>, Stopped> {
    let width = known.len();
    let mut holds = vec![false; facts.len()];
    for (at, known) in known.iter().enumerate() {
        let classes = classes(known.role, layer, views, work)?;
        let mut all: FxHashMap<u32, bool> = FxHashMap::default();
        for (history, &class) in classes.iter().enumerate() {
            work.step(1)?;
            *all.entry(class).or_insert(true) &= facts[history * width + at];
        }
        for (history, class) in classes.iter().enumerate() {
            holds[history * width + at] = all[class];
        }
    }
    Ok(holds)
}

/// Which histories a role cannot tell apart; without a role, which are connected by what players cannot tell apart.
fn classes(
    role: Option<RoleId>,
    layer: &[Node],
    views: &Views,
    work: &Work<'_>,
) -> Result<Vec<u32>, Stopped> {
    let of_role = |role: RoleId| -> Vec<u32> {
        let look = |(number, node): (usize, &Node)| {
            views.of_role(role, &node.views).unwrap_or(number as u32)
        };
        layer.iter().enumerate().map(look).collect()
    };
    match role {
        Some(role) => Ok(of_role(role)),
        None => {
            let players = views.order()[..views.players()].iter();
            let numbered: Vec<_> =
                players.map(|&role| super::number_classes(of_role(role))).collect();
            let numbered = numbered.iter().map(|classes| (&classes.of[..], classes.count));
            Ok(join_classes(layer.len(), numbered, work)?.of)
        }
    }
}
