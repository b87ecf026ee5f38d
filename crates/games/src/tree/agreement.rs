//! Whether two trees are the same game: there is a one-to-one map of nodes that keeps who moves, with which information,
//! with which probabilities and what is paid, up to names, the order of children, and a scaling of payoffs.
//!
//! Moves are mapped once for each information set. The search is that of graph isomorphism: nodes and moves get colours that
//! are refined until they tell nothing new; then nodes of equal colours are tried for each other.

use super::{FlatTree, NodeKind};
use crate::exact::{Exact, RBig};
use rustc_hash::FxHashMap;

/// How payoffs of one game become those of another: times a factor, and something more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PayoffScaling {
    /// The factor.
    pub factor: Exact,
    /// What is added.
    pub more: Exact,
}

impl PayoffScaling {
    /// Payoffs stay as they are.
    pub fn none() -> Self {
        Self { factor: Exact(RBig::ONE), more: Exact(RBig::ZERO) }
    }

    fn apply(&self, payoff: &Exact) -> Exact {
        Exact(&payoff.0 * &self.factor.0 + &self.more.0)
    }
}

/// How two trees differ, or that they do not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeAgreement {
    /// For each node of the first tree the node of the second.
    Same(Vec<u32>),
    /// They have other numbers of players, of nodes, or of information sets.
    Sizes,
    /// Some nodes of one tree are like none of the other.
    Different,
    /// It was not found out within so many tries.
    TooHard(usize),
}

/// So many pairs of nodes are tried for each other.
const MOST_TRIES: usize = 10_000;

/// Compares two trees; payoffs of the first are scaled.
pub fn compare_trees(
    first: &FlatTree,
    second: &FlatTree,
    scaling: &PayoffScaling,
) -> TreeAgreement {
    let sizes = |tree: &FlatTree| (tree.players.len(), tree.nodes.len(), tree.sets.len());
    if sizes(first) != sizes(second) {
        return TreeAgreement::Sizes;
    }
    let sides = [Side::new(first, scaling), Side::new(second, &PayoffScaling::none())];
    let mut comparing = Comparing { sides, tries: 0 };
    let start = comparing.sides.each_ref().map(|side| vec![0; side.tree.nodes.len()]);
    match comparing.search(start) {
        Ok(Some(map)) => TreeAgreement::Same(map),
        Ok(None) => TreeAgreement::Different,
        Err(TooHard) => TreeAgreement::TooHard(MOST_TRIES),
    }
}

struct TooHard;

struct Side<'t> {
    tree: &'t FlatTree,
    /// The payoffs, scaled.
    payoffs: Vec<Vec<Exact>>,
    /// The nodes of each information set.
    members: Vec<Vec<u32>>,
}

impl<'t> Side<'t> {
    fn new(tree: &'t FlatTree, scaling: &PayoffScaling) -> Self {
        let scale = |payoffs: &Vec<Exact>| payoffs.iter().map(|one| scaling.apply(one)).collect();
        let mut members = vec![Vec::new(); tree.sets.len()];
        for (at, node) in tree.nodes.iter().enumerate() {
            match node.kind {
                NodeKind::Decision(set) => members[set as usize].push(at as u32),
                NodeKind::Chance { .. } | NodeKind::End => {}
            }
        }
        Self { tree, payoffs: tree.payoffs.iter().map(scale).collect(), members }
    }

    /// The probability of a child of a chance node.
    fn probability(&self, node: usize, child: usize) -> Option<Exact> {
        match self.tree.nodes[node].kind {
            NodeKind::Chance { weights, .. } => {
                Some(self.tree.weights[weights as usize].probability(child))
            }
            NodeKind::Decision(_) | NodeKind::End => None,
        }
    }
}

/// A colour for each node of both trees.
type Colours = [Vec<u32>; 2];

/// What a node looks like: who moves, what is paid, the probability by which it is reached.
#[derive(PartialEq, Eq, Hash)]
enum Look {
    Own(Option<u32>, bool, Option<Vec<Exact>>, Option<Exact>),
    Seen { own: u32, parent: u32, children: Vec<u32>, set: u32, reached: u32 },
    Set(Vec<u32>),
    Move(u32, Vec<u32>),
    Alone(u32),
}

#[derive(Default)]
struct Numbers(FxHashMap<Look, u32>);

impl Numbers {
    fn number(&mut self, look: Look) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(look).or_insert(next)
    }
}

struct Comparing<'t> {
    sides: [Side<'t>; 2],
    tries: usize,
}

impl Comparing<'_> {
    fn search(&mut self, colours: Colours) -> Result<Option<Vec<u32>>, TooHard> {
        let Some(colours) = self.refine(colours) else { return Ok(None) };
        if let Some(map) = self.map_by(&colours) {
            return Ok(Some(map));
        }
        // The first node of the smallest colour that several nodes have is one of those of the other tree.
        let mut cells: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for (at, &colour) in colours[0].iter().enumerate() {
            cells.entry(colour).or_default().push(at);
        }
        let several = cells.values().filter(|cell| cell.len() > 1);
        let Some(cell) = several.min_by_key(|cell| (cell.len(), cell[0])) else { return Ok(None) };
        let left = cell[0];
        let colour = colours[0][left];
        for right in (0..colours[1].len()).filter(|&at| colours[1][at] == colour) {
            self.tries += 1;
            if self.tries > MOST_TRIES {
                return Err(TooHard);
            }
            let mut alone = colours.clone();
            let fresh = colours[0].iter().max().map_or(0, |most| most + 1);
            (alone[0][left], alone[1][right]) = (fresh, fresh);
            if let Some(map) = self.search(alone)? {
                return Ok(Some(map));
            }
        }
        Ok(None)
    }

    /// Colours that tell all that those of neighbours tell; none if the trees have different ones.
    fn refine(&self, mut colours: Colours) -> Option<Colours> {
        let mut count = 0;
        loop {
            let mut numbers = Numbers::default();
            let [first, second] = &self.sides;
            let next = [
                first.recolour(&colours[0], &mut numbers),
                second.recolour(&colours[1], &mut numbers),
            ];
            let [mut left, mut right] = next.clone();
            left.sort_unstable();
            right.sort_unstable();
            if left != right {
                return None;
            }
            left.dedup();
            colours = next;
            if left.len() == count {
                return Some(colours);
            }
            count = left.len();
        }
    }

    /// The map that takes the first free node of the same colour everywhere, if it is one.
    fn map_by(&self, colours: &Colours) -> Option<Vec<u32>> {
        let [first, second] = &self.sides;
        let mut map = vec![0; first.tree.nodes.len()];
        let mut sets: Vec<Option<(u32, Vec<usize>)>> = vec![None; first.tree.sets.len()];
        let mut taken = vec![false; second.tree.sets.len()];
        for left in 0..first.tree.nodes.len() {
            // Parents come first, so that it is known where this one goes.
            let right = map[left] as usize;
            let (from, to) = (first.tree.nodes[left], second.tree.nodes[right]);
            if from.children != to.children || colours[0][left] != colours[1][right] {
                return None;
            }
            let places = match (from.kind, to.kind) {
                (NodeKind::Decision(one), NodeKind::Decision(other)) => match &sets[one as usize] {
                    Some((known, places)) if *known == other => places.clone(),
                    Some(_) => return None,
                    None => {
                        if std::mem::replace(&mut taken[other as usize], true) {
                            return None;
                        }
                        let places = match_children(from.children(), to.children(), colours)?;
                        sets[one as usize] = Some((other, places.clone()));
                        places
                    }
                },
                (NodeKind::Chance { .. }, NodeKind::Chance { .. })
                | (NodeKind::End, NodeKind::End) => {
                    match_children(from.children(), to.children(), colours)?
                }
                (NodeKind::Decision(_) | NodeKind::Chance { .. } | NodeKind::End, _) => {
                    return None;
                }
            };
            for (child, place) in from.children().zip(places) {
                map[child] = to.first + place as u32;
            }
        }
        Some(map)
    }
}

/// For each child the place of the first free one of its colour.
fn match_children(
    from: std::ops::Range<usize>,
    to: std::ops::Range<usize>,
    colours: &Colours,
) -> Option<Vec<usize>> {
    let mut free: Vec<bool> = vec![true; to.len()];
    let place = |child: usize| {
        let fits = |&at: &usize| free[at] && colours[1][to.start + at] == colours[0][child];
        let found = (0..to.len()).find(fits)?;
        free[found] = false;
        Some(found)
    };
    from.map(place).collect()
}

impl Side<'_> {
    fn recolour(&self, colours: &[u32], numbers: &mut Numbers) -> Vec<u32> {
        let sorted = |mut list: Vec<u32>| {
            list.sort_unstable();
            list
        };
        // What the nodes of an information set look like together, and what each of its moves leads to.
        let mut of_sets = Vec::with_capacity(self.members.len());
        let mut of_moves = Vec::with_capacity(self.members.len());
        for (members, set) in self.members.iter().zip(&self.tree.sets) {
            let all = members.iter().map(|&node| colours[node as usize]).collect();
            of_sets.push(numbers.number(Look::Set(sorted(all))));
            let led = |at: usize| {
                let child =
                    |&node: &u32| colours[self.tree.nodes[node as usize].children().start + at];
                sorted(members.iter().map(child).collect())
            };
            let moves: Vec<u32> = (0..set.moves.len())
                .map(|at| numbers.number(Look::Move(set.player.0, led(at))))
                .collect();
            of_moves.push(moves);
        }
        let look = |at: usize| {
            let node = &self.tree.nodes[at];
            let parent = node.parent as usize;
            let above = &self.tree.nodes[parent];
            let place = at - above.first as usize * usize::from(at > 0);
            let reached = match above.kind {
                NodeKind::Decision(set) if at > 0 => of_moves[set as usize][place],
                NodeKind::Decision(_) | NodeKind::Chance { .. } | NodeKind::End => 0,
            };
            let (mover, is_chance, set) = match node.kind {
                NodeKind::Decision(set) => {
                    let player = self.tree.sets[set as usize].player.0;
                    (Some(player), false, of_sets[set as usize])
                }
                NodeKind::Chance { .. } => (None, true, 0),
                NodeKind::End => (None, false, 0),
            };
            let pays = node.pays.map(|place| self.payoffs[place as usize].clone());
            let probability = if at > 0 { self.probability(parent, place) } else { None };
            let own = numbers.number(Look::Own(mover, is_chance, pays, probability));
            let own = numbers.number(Look::Seen {
                own,
                parent: if at > 0 { colours[parent] } else { 0 },
                children: sorted(node.children().map(|child| colours[child]).collect()),
                set,
                reached,
            });
            // What was told apart stays so.
            let before = numbers.number(Look::Alone(colours[at]));
            numbers.number(Look::Seen {
                own,
                parent: before,
                children: Vec::new(),
                set: 0,
                reached: 0,
            })
        };
        (0..self.tree.nodes.len()).map(look).collect()
    }
}
