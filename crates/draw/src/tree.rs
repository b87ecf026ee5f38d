//! A possibility as a tree, in the manner of *Knowledge games*, figure 7.2: the root is the actual
//! world, a branch leads down to every world that an agent considers possible, and a triangle stands for
//! the endless subtree that is cut off.
//!
//! Departure from the thesis: agents who consider the same world possible share a branch.

use super::geometry::at;
use super::labels::tag_text;
use super::links::{Line, Way};
use super::names::{Caption, captions};
use super::picture::{Cut, PictureWorld};
use super::scene::{Depth, Key, Node, Role, Scene, TAG_SIZE, TRIANGLE, agent_names, link, node};
use super::wording::{AGENTS_TOLD, bold_width, clean, count_noun, shorten};
use std::collections::BTreeSet;

/// A tree, ready to be drawn.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// A heading.
    pub title: Option<String>,
    /// Names of the agents.
    pub agents: Vec<String>,
    /// The agents who have access, by position.
    pub with_access: Vec<usize>,
    /// The root, then the others: each after its parent, and siblings from left to right.
    pub nodes: Vec<TreeNode>,
    /// Lines for the legend.
    pub notes: Vec<String>,
}

/// A node of a tree.
#[derive(Clone, Debug, Default)]
pub struct TreeNode {
    /// The world that stands here.
    pub world: PictureWorld,
    /// The branch that leads here; the root has none.
    pub branch: Option<Branch>,
}

/// What leads to a node.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The parent.
    pub from: usize,
    /// Who considers the node possible there.
    pub agents: Vec<usize>,
}

/// Room between neighbours.
const GAP: f64 = 14.0;
/// Where on a branch its label stands: where siblings are far enough from each other.
const TAG: f64 = 0.68;
/// Least and largest distance between two levels.
const LEVEL: (f64, f64) = (78.0, 190.0);

/// Puts a tree on the page.
pub fn build(tree: &Tree) -> Scene {
    let names = agent_names(&tree.agents);
    let captions = captions(tree.nodes.iter().map(|node| &node.world));
    let mut nodes: Vec<Node> = tree.nodes.iter().zip(captions).map(measure).collect();
    let across = centres(tree, &slots(tree, &nodes, &names));
    let down = heights(tree, &nodes, &across);
    for (index, node) in nodes.iter_mut().enumerate() {
        node.centre = at(across[index], down[index]);
    }
    let mut links = Vec::new();
    for (index, branch) in branches(tree) {
        // Strands are counted from the right when a line goes down; labels are read from the left.
        let strands = branch.agents.iter().rev().copied().collect();
        let line = Line { ends: (branch.from, index), way: Way::Both, agents: strands };
        let mut link = link(line, 0.0, &nodes, Depth::Front);
        link.agents = branch.agents.clone();
        link.text = tag_text(&branch.agents, &names);
        link.tag = link.strands.get(link.strands.len() / 2).map(|strand| strand.spot(TAG));
        links.push(link);
    }
    let mut scene = Scene {
        title: tree.title.as_deref().map(clean).filter(|title| !title.is_empty()),
        description: description(tree),
        width: 0.0,
        height: 0.0,
        nodes,
        links,
        outlines: Vec::new(),
        marks: Vec::new(),
        legend: Vec::new(),
        notes: notes(tree),
    };
    scene.frame();
    scene.add_legend(keys(tree));
    scene
}

fn measure((given, caption): (&TreeNode, Caption)) -> Node {
    let role = if given.branch.is_none() { Role::Actual } else { Role::Possible };
    node(&given.world, caption, role, &[])
}

fn branches(tree: &Tree) -> impl DoubleEndedIterator<Item = (usize, &Branch)> {
    let nodes = tree.nodes.iter().enumerate();
    nodes.filter_map(|(index, node)| Some((index, node.branch.as_ref()?)))
}

/// How wide the subtree of each node is.
fn slots(tree: &Tree, nodes: &[Node], names: &[String]) -> Vec<f64> {
    let mut below = vec![0.0; nodes.len()];
    let mut slots: Vec<f64> = nodes.iter().map(|node| 2.0 * node.outline().w + GAP).collect();
    for (index, branch) in branches(tree) {
        let tag = bold_width(&tag_text(&branch.agents, names), TAG_SIZE) + 8.0;
        slots[index] = slots[index].max(tag / TAG);
    }
    for (index, branch) in branches(tree).rev() {
        slots[index] = slots[index].max(below[index]);
        below[branch.from] += slots[index];
    }
    if let (Some(root), Some(all)) = (slots.first_mut(), below.first()) {
        *root = root.max(*all);
    }
    slots
}

/// Every node in the middle above its subtree.
fn centres(tree: &Tree, slots: &[f64]) -> Vec<f64> {
    let mut inside = vec![0.0; slots.len()];
    for (index, branch) in branches(tree) {
        inside[branch.from] += slots[index];
    }
    let mut centres: Vec<f64> = slots.iter().map(|slot| slot / 2.0).collect();
    // Where the next child of a node begins.
    let mut next: Vec<f64> = centres.iter().zip(&inside).map(|(c, all)| c - all / 2.0).collect();
    for (index, branch) in branches(tree) {
        let left = next[branch.from];
        next[branch.from] += slots[index];
        centres[index] = left + slots[index] / 2.0;
        next[index] = centres[index] - inside[index] / 2.0;
    }
    centres
}

/// The height of every node: further below where branches go far to the side.
fn heights(tree: &Tree, nodes: &[Node], across: &[f64]) -> Vec<f64> {
    let mut level = vec![0; nodes.len()];
    branches(tree).for_each(|(index, branch)| level[index] = level[branch.from] + 1);
    let deepest = level.iter().max().copied().unwrap_or(0);
    let mut widest = vec![0.0_f64; deepest + 1];
    let mut tallest = vec![0.0_f64; deepest + 1];
    for (index, node) in nodes.iter().enumerate() {
        tallest[level[index]] = tallest[level[index]].max(node.outline().h);
    }
    for (index, branch) in branches(tree) {
        let aside = (across[index] - across[branch.from]).abs();
        widest[level[index]] = widest[level[index]].max(aside);
    }
    let mut at_level = vec![tallest[0]];
    for l in 1..=deepest {
        let room = tallest[l - 1] + tallest[l] - 28.0;
        at_level.push(at_level[l - 1] + room + (0.3 * widest[l]).clamp(LEVEL.0, LEVEL.1));
    }
    level.iter().map(|&level| at_level[level]).collect()
}

fn keys(tree: &Tree) -> Vec<(Key, String)> {
    let told = tree.with_access.iter().take(AGENTS_TOLD);
    let mut keys: Vec<(Key, String)> =
        told.map(|&agent| (Key::Agent(agent), shorten(&clean(&tree.agents[agent]), 28))).collect();
    if let Some(root) = tree.nodes.first() {
        keys.push((
            Key::Actual,
            format!("actual world: {}", shorten(&clean(&root.world.label), 28)),
        ));
    }
    keys
}

fn notes(tree: &Tree) -> Vec<String> {
    let mut notes = vec![
        "A branch leads down to what its agents consider possible. Nodes of the same name have the same subtrees."
            .to_owned(),
    ];
    if tree.nodes.iter().any(|node| node.world.cut == Cut::Subtree) {
        notes.push("Triangle: a subtree that is not shown.".to_owned());
    }
    notes.extend(tree.notes.iter().map(|note| clean(note)));
    notes
}

/// The tree in words: how large it is, and what is possible at the root.
fn description(tree: &Tree) -> String {
    let names: BTreeSet<&str> = tree.nodes.iter().map(|node| node.world.label.as_str()).collect();
    let mut told = vec![format!(
        "a tree with {}, of {}",
        count_noun(tree.nodes.len(), "node"),
        count_noun(names.len(), "different world")
    )];
    for &agent in tree.with_access.iter().take(AGENTS_TOLD) {
        let at_root = branches(tree).filter(|(_, b)| b.from == 0 && b.agents.contains(&agent));
        let seen: Vec<String> =
            at_root.take(8).map(|(index, _)| clean(&tree.nodes[index].world.label)).collect();
        let seen = if seen.is_empty() { "nothing".to_owned() } else { seen.join(" ") };
        told.push(format!("at the root {} considers possible {seen}", clean(&tree.agents[agent])));
    }
    format!("{}.", told.join("; "))
}

impl Node {
    /// How far the triangle of a subtree that is cut off reaches below.
    pub fn tail(&self) -> f64 {
        match self.cut {
            Cut::Subtree => TRIANGLE.h,
            Cut::Complete | Cut::LeadsOut => 0.0,
        }
    }

    /// The corners of that triangle: its apex is at the world.
    pub fn triangle(&self) -> Option<[super::geometry::Point; 3]> {
        let apex = self.centre + at(0.0, self.outline().h);
        let corner = |side: f64| apex + at(side * TRIANGLE.w, TRIANGLE.h);
        (self.cut == Cut::Subtree).then(|| [apex, corner(-1.0), corner(1.0)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(children: usize, depth: usize) -> Tree {
        let world = |n: usize| PictureWorld { label: format!("w{n}"), ..PictureWorld::default() };
        let mut nodes = vec![TreeNode { world: world(0), branch: None }];
        let mut level = 0..1;
        for _ in 0..depth {
            let next = nodes.len();
            for from in level.clone() {
                for agent in 0..children {
                    let branch = Some(Branch { from, agents: vec![agent, children] });
                    nodes.push(TreeNode { world: world(agent), branch });
                }
            }
            level = next..nodes.len();
        }
        nodes[level].iter_mut().for_each(|leaf| leaf.world.cut = Cut::Subtree);
        let agents = (0..=children).map(|agent| agent.to_string()).collect();
        Tree { agents, nodes, with_access: (0..=children).collect(), ..Tree::default() }
    }

    #[test]
    fn no_box_and_no_label_covers_another() {
        for (children, depth) in [(1, 1), (4, 2), (2, 5), (9, 2), (1, 9), (0, 0)] {
            let scene = build(&full(children, depth));
            let boxes = scene.nodes.iter().map(|node| (node.outline(), node.centre));
            let tags = scene.links.iter().filter_map(|link| Some((link.label(), link.tag?)));
            let all: Vec<_> = boxes.chain(tags).collect();
            for (i, (a, p)) in all.iter().enumerate() {
                for (b, q) in &all[..i] {
                    let apart = (p.x - q.x).abs() >= a.w + b.w || (p.y - q.y).abs() >= a.h + b.h;
                    assert!(apart, "{children} children, depth {depth}: {p:?} covers {q:?}");
                }
            }
            assert_eq!(scene.nodes.len(), all.len() - scene.links.len());
        }
    }

    #[test]
    fn everything_is_on_the_page() {
        let scene = build(&full(3, 3));
        for node in &scene.nodes {
            let half = node.outline();
            assert!(node.centre.x - half.w >= 0.0 && node.centre.x + half.w <= scene.width);
            assert!(node.centre.y + half.h + node.tail() <= scene.height);
        }
    }
}
