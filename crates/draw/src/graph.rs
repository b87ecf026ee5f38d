//! The tidied relations of a picture, and the plain graph that layouts look at.

use super::picture::{Access, Picture};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// An unordered pair of different worlds, smaller first.
pub type Pair = (usize, usize);

pub fn pair(u: usize, v: usize) -> Pair {
    (u.min(v), u.max(v))
}

/// The access of one agent, with everything meaningless removed.
#[derive(Clone, Debug)]
pub enum Relation {
    Nobody,
    /// Classes, singletons included, sorted; `outside` are the worlds in none.
    Cells {
        cells: Vec<Vec<usize>>,
        outside: Vec<usize>,
    },
    Arrows(Arrows),
}

/// A relation that is not an equivalence.
#[derive(Clone, Debug, Default)]
pub struct Arrows {
    /// Arrows between different worlds that are to be drawn.
    pub drawn: BTreeSet<(usize, usize)>,
    /// Worlds with a loop that is to be drawn.
    pub loops: Vec<usize>,
    /// What was left out because the reader can supply it.
    pub implied: Implied,
}

/// Arrows left out of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Implied {
    #[default]
    Nothing,
    /// Every world has a loop.
    Loops,
    /// The relation is transitive and only a part that generates it is drawn.
    Steps,
    /// Both.
    LoopsAndSteps,
}

/// All relations of a picture.
#[derive(Clone)]
pub struct Graph {
    pub worlds: usize,
    pub relations: Vec<Relation>,
    /// For each linked pair, the agents that link it, in either direction.
    pub pairs: BTreeMap<Pair, Vec<usize>>,
}

/// A transitive relation with more arrows than this is drawn by what generates it.
const ARROWS_DRAWN_IN_FULL: usize = 12;

impl Graph {
    pub fn new(picture: &Picture) -> Graph {
        let worlds = picture.worlds.len();
        let nobody = Access::Nobody;
        let relations: Vec<Relation> = (0..picture.agents.len())
            .map(|agent| tidy(worlds, picture.links.get(agent).unwrap_or(&nobody)))
            .collect();
        let pairs = linked_pairs(&relations);
        Graph { worlds, relations, pairs }
    }

    /// The graph of some worlds only, renumbered in their order.
    pub fn restricted(&self, members: &[usize]) -> Graph {
        let index: BTreeMap<usize, usize> =
            members.iter().enumerate().map(|(i, &w)| (w, i)).collect();
        let inside = |(u, v): (usize, usize)| Some((*index.get(&u)?, *index.get(&v)?));
        let relation = |relation: &Relation| match relation {
            Relation::Nobody => Relation::Nobody,
            Relation::Cells { cells, .. } => {
                let kept = cells.iter().filter(|cell| index.contains_key(&cell[0]));
                let cells = kept.map(|cell| cell.iter().map(|w| index[w]).collect()).collect();
                Relation::Cells { cells, outside: Vec::new() }
            }
            Relation::Arrows(arrows) => Relation::Arrows(Arrows {
                drawn: arrows.drawn.iter().copied().filter_map(inside).collect(),
                ..Arrows::default()
            }),
        };
        let pairs = self.pairs.iter().filter_map(|(&p, agents)| Some((inside(p)?, agents.clone())));
        Graph {
            worlds: members.len(),
            relations: self.relations.iter().map(relation).collect(),
            pairs: pairs.collect(),
        }
    }

    /// The same worlds with the links of the relations as they are now.
    pub fn relinked(self) -> Graph {
        Graph { pairs: linked_pairs(&self.relations), ..self }
    }

    /// The worlds in groups that no link leaves, each sorted.
    pub fn components(&self) -> Vec<Vec<usize>> {
        let around = neighbours(self.worlds, self.pairs.keys().copied());
        let mut seen = vec![false; self.worlds];
        let mut components = Vec::new();
        for start in 0..self.worlds {
            if seen[start] {
                continue;
            }
            let mut members: Vec<usize> = distances_from(&around, start)
                .iter()
                .enumerate()
                .filter_map(|(v, d)| d.map(|_| v))
                .collect();
            members.sort_unstable();
            members.iter().for_each(|&v| seen[v] = true);
            components.push(members);
        }
        components
    }
}

/// Who is next to whom.
pub fn neighbours(worlds: usize, pairs: impl Iterator<Item = Pair>) -> Vec<Vec<usize>> {
    let mut around = vec![Vec::new(); worlds];
    for (u, v) in pairs {
        around[u].push(v);
        around[v].push(u);
    }
    around
}

/// Numbers of steps from one world; `None` where no path leads.
pub fn distances_from(around: &[Vec<usize>], start: usize) -> Vec<Option<usize>> {
    let mut found = vec![None; around.len()];
    found[start] = Some(0);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((u, steps)) = queue.pop_front() {
        for &v in &around[u] {
            if found[v].is_none() {
                found[v] = Some(steps + 1);
                queue.push_back((v, steps + 1));
            }
        }
    }
    found
}

/// All distances of a connected graph; unconnected pairs count as far apart.
pub fn all_distances(around: &[Vec<usize>]) -> Vec<Vec<f64>> {
    let far = around.len();
    let row = |u| distances_from(around, u).iter().map(|d| d.unwrap_or(far) as f64).collect();
    (0..around.len()).map(row).collect()
}

fn tidy(worlds: usize, access: &Access) -> Relation {
    match access {
        Access::Nobody => Relation::Nobody,
        Access::Cells(cells) => tidy_cells(worlds, cells),
        Access::Arrows(arrows) => tidy_arrows(worlds, arrows),
    }
}

/// A world stays in the first class that names it.
fn tidy_cells(worlds: usize, given: &[Vec<usize>]) -> Relation {
    let mut taken = vec![false; worlds];
    let mut cells = Vec::new();
    for cell in given {
        let mut kept = Vec::new();
        for &world in cell {
            if world < worlds && !taken[world] {
                taken[world] = true;
                kept.push(world);
            }
        }
        kept.sort_unstable();
        if !kept.is_empty() {
            cells.push(kept);
        }
    }
    cells.sort();
    let outside = (0..worlds).filter(|&w| !taken[w]).collect();
    Relation::Cells { cells, outside }
}

/// Arrows that happen to be an equivalence are drawn as one.
fn tidy_arrows(worlds: usize, given: &[(usize, usize)]) -> Relation {
    let all: BTreeSet<(usize, usize)> =
        given.iter().copied().filter(|&(u, v)| u < worlds && v < worlds).collect();
    let next = successors(worlds, &all);
    let symmetric = all.iter().all(|&(u, v)| all.contains(&(v, u)));
    let transitive = is_transitive(&next);
    let reflexive = (0..worlds).all(|w| all.contains(&(w, w)));
    if symmetric && transitive {
        let classes = next.iter().filter(|set| !set.is_empty());
        let classes: BTreeSet<Vec<usize>> =
            classes.map(|set| set.iter().copied().collect()).collect();
        return tidy_cells(worlds, &classes.into_iter().collect::<Vec<_>>());
    }
    let mut drawn: BTreeSet<(usize, usize)> = all.iter().copied().filter(|(u, v)| u != v).collect();
    let steps = transitive && drawn.len() > ARROWS_DRAWN_IN_FULL;
    let mut loops: Vec<usize> = (0..worlds).filter(|&w| all.contains(&(w, w))).collect();
    if steps {
        drawn = generating(&next);
    }
    let all_loops = loops.len();
    if transitive {
        // In a cluster a loop follows from going there and back.
        loops.retain(|&w| !next[w].iter().any(|&v| v != w && next[v].contains(&w)));
    }
    let follow = steps || (!reflexive && loops.len() < all_loops);
    if reflexive {
        loops.clear();
    }
    let implied = match (reflexive, follow) {
        (false, false) => Implied::Nothing,
        (true, false) => Implied::Loops,
        (false, true) => Implied::Steps,
        (true, true) => Implied::LoopsAndSteps,
    };
    Relation::Arrows(Arrows { drawn, loops, implied })
}

fn successors(worlds: usize, arrows: &BTreeSet<(usize, usize)>) -> Vec<BTreeSet<usize>> {
    let mut next = vec![BTreeSet::new(); worlds];
    for &(u, v) in arrows {
        next[u].insert(v);
    }
    next
}

fn is_transitive(next: &[BTreeSet<usize>]) -> bool {
    next.iter().all(|set| set.iter().all(|&v| next[v].is_subset(set)))
}

/// A small set of arrows whose transitive closure is the given transitive relation:
/// each cluster as a chain there and back, and between clusters only the arrows from
/// first world to first world that no third cluster explains.
fn generating(next: &[BTreeSet<usize>]) -> BTreeSet<(usize, usize)> {
    let both = |u: usize, v: usize| next[u].contains(&v) && next[v].contains(&u);
    let head = |u: usize| (0..=u).find(|&v| v == u || both(u, v)).unwrap_or(u);
    let heads: Vec<usize> = (0..next.len()).map(head).collect();
    let mut kept = BTreeSet::new();
    let mut last: Vec<usize> = (0..next.len()).collect();
    for u in 0..next.len() {
        if heads[u] != u {
            let before = last[heads[u]];
            kept.extend([(before, u), (u, before)]);
            last[heads[u]] = u;
            continue;
        }
        let above: BTreeSet<usize> =
            next[u].iter().map(|&v| heads[v]).filter(|&h| h != u).collect();
        let explained = |v: usize| above.iter().any(|&w| w != v && next[w].contains(&v));
        kept.extend(above.iter().filter(|&&v| !explained(v)).map(|&v| (u, v)));
    }
    kept
}

fn linked_pairs(relations: &[Relation]) -> BTreeMap<Pair, Vec<usize>> {
    let mut pairs: BTreeMap<Pair, Vec<usize>> = BTreeMap::new();
    for (agent, relation) in relations.iter().enumerate() {
        for key in pairs_of(relation) {
            pairs.entry(key).or_default().push(agent);
        }
    }
    pairs
}

fn pairs_of(relation: &Relation) -> BTreeSet<Pair> {
    match relation {
        Relation::Nobody => BTreeSet::new(),
        Relation::Cells { cells, .. } => cells.iter().flat_map(|cell| pairs_in(cell)).collect(),
        Relation::Arrows(arrows) => arrows.drawn.iter().map(|&(u, v)| pair(u, v)).collect(),
    }
}

/// All pairs of a class.
pub fn pairs_in(cell: &[usize]) -> Vec<Pair> {
    let rest = |i: usize| cell[i + 1..].iter().map(move |&v| pair(cell[i], v));
    (0..cell.len()).flat_map(rest).collect()
}
