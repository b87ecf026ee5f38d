//! Any flat tree as a file of Gambit's.
//!
//! The title says what the game is, the comment how it is called. The information sets of a player are numbered in the
//! order in which they are met, and have their words for names; nodes of chance with the same probabilities and names
//! have one number. Gambit wants names that differ: where they do not, a number is added. A backslash is written as
//! a slash: the format has no way to write every text with one.

use super::name::{Names, add_number, one_line, tell_apart};
use hexa_games::tree::{FlatTree, NodeKind, TreeNode, TreeSet};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::fmt::Write;

/// A tree as a file of Gambit's extensive form.
pub fn write(tree: &FlatTree) -> String {
    let mut writing = Writing {
        tree,
        out: String::new(),
        sets: vec![None; tree.sets.len()],
        met: vec![Names::default(); tree.players.len()],
        chances: IndexSet::default(),
        outcomes: vec![None; tree.payoffs.len()],
        outcomes_met: 0,
    };
    // Writing to a string does not fail.
    let _ = writing.all();
    writing.out
}

struct Writing<'t> {
    tree: &'t FlatTree,
    out: String,
    /// The number of each information set, once it is written.
    sets: Vec<Option<usize>>,
    /// The names of those of each player that are written.
    met: Vec<Names>,
    /// Weights and names of chance that are written.
    chances: IndexSet<(u32, u32), FxBuildHasher>,
    /// The number of each outcome, once it is written.
    outcomes: Vec<Option<usize>>,
    outcomes_met: usize,
}

impl Writing<'_> {
    fn all(&mut self) -> std::fmt::Result {
        let tree = self.tree;
        let title = if tree.about.is_empty() { &tree.name } else { &tree.about };
        let players = quote_all(&tree.players).join(" ");
        writeln!(self.out, "EFG 2 R {} {{ {players} }}", quote(title))?;
        writeln!(self.out, "{}\n", quote(&tree.name))?;
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let Some(node) = tree.nodes.get(at) else { continue };
            self.node(node)?;
            open.extend(node.children().rev());
        }
        Ok(())
    }

    fn node(&mut self, node: &TreeNode) -> std::fmt::Result {
        match node.kind {
            NodeKind::End => write!(self.out, "t \"\" ")?,
            NodeKind::Chance { weights, names } => self.chance(weights, names)?,
            NodeKind::Decision(set) => self.decision(set as usize)?,
        }
        self.outcome(node.pays)
    }

    fn chance(&mut self, weights: u32, names: u32) -> std::fmt::Result {
        let (place, is_new) = self.chances.insert_full((weights, names));
        write!(self.out, "c \"\" {} ", place + 1)?;
        let (true, Some(weights)) = (is_new, self.tree.weights.get(weights as usize)) else {
            return Ok(());
        };
        let names = self.tree.chances.get(names as usize);
        let name = |at| names.and_then(|names| names.get(at)).cloned().unwrap_or_default();
        let names: Vec<String> = (0..weights.len()).map(name).collect();
        write!(self.out, "\"\" {{ ")?;
        for (at, name) in quote_all(&names).into_iter().enumerate() {
            write!(self.out, "{name} {} ", weights.probability(at))?;
        }
        write!(self.out, "}} ")
    }

    fn decision(&mut self, set: usize) -> std::fmt::Result {
        let Some(TreeSet { player, words, moves, .. }) = self.tree.sets.get(set) else {
            return Ok(());
        };
        let (who, met) = (player.index() + 1, &mut self.met[player.index()]);
        if let Some(number) = self.sets[set] {
            return write!(self.out, "p \"\" {who} {number} ");
        }
        let (number, mut name) = (met.len() + 1, one_line(words));
        if name.is_empty() {
            name = format!("{who}:{number}");
        }
        if met.contains(&name) {
            name = add_number(&name, number, |name| met.contains(name));
        }
        self.sets[set] = Some(number);
        let (quoted, moves) = (quote(&name), quote_all(moves).join(" "));
        met.insert(name);
        write!(self.out, "p \"\" {who} {number} {quoted} {{ {moves} }} ")
    }

    fn outcome(&mut self, pays: Option<u32>) -> std::fmt::Result {
        let Some(pays) = pays.map(|pays| pays as usize) else { return writeln!(self.out, "0") };
        match (self.outcomes.get(pays).copied().flatten(), self.tree.payoffs.get(pays)) {
            (Some(number), _) => writeln!(self.out, "{number}"),
            (None, Some(payoffs)) => {
                self.outcomes_met += 1;
                self.outcomes[pays] = Some(self.outcomes_met);
                let payoffs: Vec<String> = payoffs.iter().map(ToString::to_string).collect();
                writeln!(self.out, "{} \"\" {{ {} }}", self.outcomes_met, payoffs.join(", "))
            }
            (None, None) => writeln!(self.out, "0"),
        }
    }
}

/// Names in quotes, all different.
fn quote_all(names: &[String]) -> Vec<String> {
    let names: Vec<String> = names.iter().map(|name| one_line(name)).collect();
    tell_apart(&names).iter().map(|name| quote(name)).collect()
}

/// A text in quotes, on one line.
fn quote(text: &str) -> String {
    format!("\"{}\"", one_line(text).replace('\\', "/").replace('"', "\\\""))
}
