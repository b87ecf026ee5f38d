//! From a possibility to its tree (*Knowledge games*, defs. 51 and 52, figure 7.2): the root is the
//! actual world, and below each node stands what each agent considers possible there. Such a tree is endless
//! wherever agents consider something possible, so it is cut off at a depth.

use crate::possibility::{System, system};
use crate::snapshot::Snapshot;
use hexa_draw::{Branch, Cut, PictureWorld, Tree, TreeNode};
use hexa_engine::Limits;
use hexa_lang::Document;
use hexa_logic::{Agent, Group};
use hexa_text::{Code, Diagnostic, Setting, WayOut};
use std::collections::BTreeMap;

/// Larger trees are not drawn.
const MOST_NODES: u128 = 500;
/// Deeper trees are not drawn.
const MOST_LEVELS: usize = 50;

/// The tree of a state to a depth, for a group if there is one.
pub fn of_state(
    document: &Document,
    snapshot: &Snapshot,
    group: Option<Group>,
    depth: usize,
    limits: &Limits,
) -> Result<Tree, Diagnostic> {
    let mut notes: Vec<String> = Vec::new();
    let restricted = group.is_some();
    let system = system(document, snapshot, group, limits)?;
    let branches = branches(&system);
    fits(&branches, system.view.actual, depth)?;
    let vocabulary = &document.vocabulary;
    let with_access: Vec<Agent> = system.view.access.iter().map(|(agent, _)| *agent).collect();
    let others = vocabulary.agents().filter(|agent| !with_access.contains(agent));
    let others: Vec<&str> = others.map(|agent| vocabulary.agent_name(agent)).collect();
    match restricted {
        true if !others.is_empty() => {
            notes.push(format!("Without what {} may consider possible.", others.join(", ")));
        }
        _ => notes.extend(others.iter().map(|name| format!("{name} has no access."))),
    }
    Ok(Tree {
        title: None,
        agents: vocabulary.agents().map(|agent| vocabulary.agent_name(agent).to_owned()).collect(),
        with_access: with_access.into_iter().map(Agent::index).collect(),
        nodes: nodes(&system, &branches, depth),
        notes,
    })
}

/// What is possible in a possibility, with those who consider it so.
type Branches = Vec<(Vec<usize>, usize)>;

/// The branches from each possibility: those of the same agents beside each other.
fn branches(system: &System) -> Vec<Branches> {
    let from = |world: usize| {
        let mut seen: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for ((agent, _), access) in system.view.access.iter().zip(&system.access) {
            access[world].iter().for_each(|&to| seen.entry(to).or_default().push(agent.index()));
        }
        let mut branches: Branches = seen.into_iter().map(|(to, agents)| (agents, to)).collect();
        branches.sort();
        branches
    };
    (0..system.names.len()).map(from).collect()
}

/// How many nodes the tree of a possibility has, for each depth up to one.
fn sizes(branches: &[Branches], root: usize, depth: usize) -> Vec<u128> {
    let mut size = vec![1_u128; branches.len()];
    let mut sizes = vec![1];
    for _ in 0..depth {
        let below = |branches: &Branches| {
            branches.iter().fold(1_u128, |sum, &(_, to)| sum.saturating_add(size[to]))
        };
        size = branches.iter().map(below).collect();
        sizes.push(size[root]);
    }
    sizes
}

/// Refuses trees that could not be read.
fn fits(branches: &[Branches], root: usize, depth: usize) -> Result<(), Diagnostic> {
    if depth > MOST_LEVELS {
        let message =
            format!("a tree of depth {depth} is too deep; at most {MOST_LEVELS} is drawn");
        return Err(Diagnostic::without_place(Code::Limit, message));
    }
    let sizes = sizes(branches, root, depth);
    let size = sizes[depth];
    if size <= MOST_NODES {
        return Ok(());
    }
    let much = if size == u128::MAX { "more than 10^38".to_owned() } else { size.to_string() };
    let message =
        format!("the tree of depth {depth} has {much} nodes; at most {MOST_NODES} are drawn");
    // The root alone always fits.
    let fitting = sizes.iter().rposition(|&size| size <= MOST_NODES).unwrap_or(0);
    let help = WayOut::from(Setting::Tree(fitting))
        .then(" fits; with a smaller ")
        .then(Setting::Group)
        .then(" a deeper one may fit");
    Err(Diagnostic::without_place(Code::Limit, message).help(help))
}

/// The nodes, level by level.
fn nodes(system: &System, branches: &[Branches], depth: usize) -> Vec<TreeNode> {
    let mut worlds = vec![system.view.actual];
    let mut nodes = vec![TreeNode { world: world(system, system.view.actual), branch: None }];
    let mut level = 0..1;
    for _ in 0..depth {
        let next = nodes.len();
        for from in level {
            for (agents, to) in &branches[worlds[from]] {
                worlds.push(*to);
                let branch = Some(Branch { from, agents: agents.clone() });
                nodes.push(TreeNode { world: world(system, *to), branch });
            }
        }
        level = next..nodes.len();
    }
    for leaf in level.filter(|&leaf| !branches[worlds[leaf]].is_empty()) {
        nodes[leaf].world.cut = Cut::Subtree;
    }
    nodes
}

fn world(system: &System, world: usize) -> PictureWorld {
    let name = &system.names[world];
    PictureWorld { label: name.label.clone(), details: name.details.clone(), cut: Cut::Complete }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_counted_without_being_built() {
        let two = vec![(vec![0], 0), (vec![1], 1)];
        let branches = vec![two.clone(), two, Vec::new()];
        assert_eq!(sizes(&branches, 0, 3), [1, 3, 7, 15]);
        assert_eq!(sizes(&branches, 2, 2), [1, 1, 1]);
        assert!(fits(&branches, 0, 7).is_ok());
        assert!(fits(&branches, 0, 8).is_err());
    }

    #[test]
    fn counting_does_not_overflow() {
        let wide: Branches = (0..1000).map(|to| (vec![0], to)).collect();
        let branches = vec![wide; 1000];
        assert_eq!(sizes(&branches, 0, MOST_LEVELS).last(), Some(&u128::MAX));
    }
}
