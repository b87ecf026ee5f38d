//! The tree of a play of Pit in words: what is done, and who knows what then.

use super::letter;
use crate::pit::{describe_edge, describe_node};
use crate::words::count_noun;
use hexa_games::pit::situations::{PitCut, PitNode, PitTree, write_hands};

/// A node in each line, below the one that leads to it.
pub fn tree(of: &PitTree) -> String {
    let mut text = String::new();
    write_node(of, 0, 0, &mut text);
    if let Some(cut) = of.cut {
        // Situations of a tree are its nodes: those that differ in names only are counted again and again.
        let why = if let PitCut::Situations(most) = cut {
            format!("gave up: there are more than {most} nodes")
        } else {
            super::why_cut(cut)
        };
        text += &format!("not the whole tree: {why}\n");
    }
    text
}

/// Trees are small: there is a limit of nodes, and a level for each round.
fn write_node(of: &PitTree, at: usize, depth: usize, text: &mut String) {
    let Some(node) = of.nodes.get(at) else { return };
    let indent = "    ".repeat(depth);
    let actual = node.worlds.get(node.actual).map_or_else(String::new, |hands| write_hands(hands));
    *text += &format!("{indent}{actual}  {}\n", describe_node(node));
    for line in known(node) {
        *text += &format!("{indent}  {line}\n");
    }
    for edge in of.edges.iter().filter(|edge| edge.from == at && edge.to > at) {
        *text += &format!("{indent}  {}\n", describe_edge(of, edge).join(" ; "));
        write_node(of, edge.to, depth + 1, text);
    }
}

/// Longer lists of deals are counted.
const MOST_DEALS: usize = 4;

/// For each player the deals that they consider possible, if they consider several.
fn known(node: &PitNode) -> Vec<String> {
    let mut lines = Vec::new();
    for (player, cells) in node.cells.iter().enumerate() {
        let alike = (0..node.worlds.len()).filter(|&world| cells[world] == cells[node.actual]);
        let mut deals: Vec<String> = alike.map(|world| write_hands(&node.worlds[world])).collect();
        deals.sort_unstable();
        deals.dedup();
        match deals.len() {
            0 | 1 => {}
            2..=MOST_DEALS => {
                lines.push(format!("{} cannot tell apart {}", letter(player), deals.join(" ")));
            }
            many => lines.push(format!(
                "{} cannot tell apart {}",
                letter(player),
                count_noun(many, "deal")
            )),
        }
    }
    lines
}
