//! Beliefs lead one way: from what is the case to what is thought, and not back. Worlds that lead to each other both ways
//! get a shape of their own; the shapes stand below those that lead to them, as in *Knowledge games*, figure 7.1, where
//! two worlds stand above the hexagon that an agent takes for what is going on.

use super::figure::{Pliable, Shape};
use super::flat::{flat, untidiness};
use super::geometry::{Point, at, between};
use super::graph::{Arrows, Graph, Pair, Relation, pair};
use super::links::choose;
use super::shape::shape_of;
use std::collections::BTreeSet;
use std::f64::consts::PI;

/// Room between shapes above each other and beside each other.
const GAP: (f64, f64) = (1.15, 1.1);
/// The widest row of shapes.
const WIDEST: f64 = 9.0;

/// Worlds with their shape.
struct Block {
    members: Vec<usize>,
    shape: Shape,
    level: usize,
}

/// The blocks below each other; `None` if there is only one, or if they would be harder to read than a plane layout.
pub fn layers(part: &Graph, actual: Option<usize>) -> Option<Shape> {
    let arrows = arrows(part)?;
    let groups = groups(part.worlds, &arrows);
    if groups.len() < 2 || groups.iter().all(|group| group.len() == 1) {
        return None;
    }
    let mut blocks = blocks(part, groups, actual);
    levels(&mut blocks, &arrows);
    let shape = stacked(part.worlds, blocks, &arrows)?;
    let other = flat(part, actual);
    let clutter = |shape: &Shape| {
        let lines = choose(part, &shape.at, &shape.skeleton);
        untidiness(&shape.at, &lines.iter().map(|line| line.ends).collect::<Vec<_>>())
    };
    (clutter(&shape) <= 2.0 * clutter(&other) + 4.0).then_some(shape)
}

/// Where every world leads; `None` if all relations are equivalences, which lead back.
fn arrows(part: &Graph) -> Option<BTreeSet<(usize, usize)>> {
    let one_way = |relation: &Relation| matches!(relation, Relation::Arrows(_));
    if !part.relations.iter().any(one_way) {
        return None;
    }
    let mut found = BTreeSet::new();
    for relation in &part.relations {
        match relation {
            Relation::Nobody => {}
            Relation::Cells { cells, .. } => cells.iter().for_each(|cell| {
                cell.windows(2).for_each(|two| found.extend([(two[0], two[1]), (two[1], two[0])]));
            }),
            Relation::Arrows(arrows) => found.extend(&arrows.drawn),
        }
    }
    Some(found)
}

/// The worlds in groups that lead to each other, each sorted.
fn groups(worlds: usize, arrows: &BTreeSet<(usize, usize)>) -> Vec<Vec<usize>> {
    let reached: Vec<Vec<bool>> = (0..worlds).map(|w| reached_from(worlds, arrows, w)).collect();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (world, from_here) in reached.iter().enumerate() {
        let together = |group: &&mut Vec<usize>| from_here[group[0]] && reached[group[0]][world];
        match groups.iter_mut().find(together) {
            Some(group) => group.push(world),
            None => groups.push(vec![world]),
        }
    }
    groups
}

fn reached_from(worlds: usize, arrows: &BTreeSet<(usize, usize)>, start: usize) -> Vec<bool> {
    let mut reached = vec![false; worlds];
    reached[start] = true;
    let mut queue = vec![start];
    while let Some(world) = queue.pop() {
        for &(_, next) in arrows.range((world, 0)..=(world, usize::MAX)) {
            if !reached[next] {
                reached[next] = true;
                queue.push(next);
            }
        }
    }
    reached
}

fn blocks(part: &Graph, groups: Vec<Vec<usize>>, actual: Option<usize>) -> Vec<Block> {
    let block = |members: Vec<usize>| {
        let here = actual.and_then(|w| members.iter().position(|&member| member == w));
        let inside = with_cells(part.restricted(&members));
        let shape = shape_of(&inside, here);
        // Marks would have to be told apart from those of other blocks.
        let shape = if shape.marked.is_empty() { shape } else { flat(&inside, here) };
        Block { members, shape, level: 0 }
    };
    groups.into_iter().map(block).collect()
}

/// Within a block most relations are equivalences, which suggest shapes.
fn with_cells(mut part: Graph) -> Graph {
    for relation in &mut part.relations {
        let Relation::Arrows(Arrows { drawn, .. }) = relation else { continue };
        let linked = |u: usize, v: usize| u == v || drawn.contains(&(u, v));
        let worlds = 0..part.worlds;
        let equivalence = drawn
            .iter()
            .all(|&(u, v)| linked(v, u) && worlds.clone().all(|w| !linked(v, w) || linked(u, w)));
        if equivalence {
            let cell = |u: usize| worlds.clone().filter(|&v| linked(u, v)).collect::<Vec<_>>();
            let cells: BTreeSet<Vec<usize>> = worlds.clone().map(cell).collect();
            let cells = cells.into_iter().collect();
            *relation = Relation::Cells { cells, outside: Vec::new() };
        }
    }
    part
}

/// Every block stands below all that lead to it.
fn levels(blocks: &mut [Block], arrows: &BTreeSet<(usize, usize)>) {
    let home = |world: usize, blocks: &[Block]| {
        blocks.iter().position(|block| block.members.contains(&world)).unwrap_or(0)
    };
    let steps: BTreeSet<Pair> = arrows
        .iter()
        .map(|&(u, v)| (home(u, blocks), home(v, blocks)))
        .filter(|(from, to)| from != to)
        .collect();
    for _ in 0..blocks.len() {
        for &(from, to) in &steps {
            blocks[to].level = blocks[to].level.max(blocks[from].level + 1);
        }
    }
}

/// The blocks row by row, each turned so that what leads to it is near.
fn stacked(worlds: usize, blocks: Vec<Block>, arrows: &BTreeSet<(usize, usize)>) -> Option<Shape> {
    let mut whole = Shape { at: vec![at(0.0, 0.0); worlds], ..Shape::default() };
    let deepest = blocks.iter().map(|block| block.level).max()?;
    let mut placed = vec![false; worlds];
    let mut top = 0.0;
    for level in 0..=deepest {
        let mut row: Vec<&Block> = blocks.iter().filter(|block| block.level == level).collect();
        let pull = |block: &Block| {
            let xs: Vec<f64> =
                leading(block, arrows, &placed).iter().map(|&(u, _)| whole.at[u].x).collect();
            xs.iter().sum::<f64>() / xs.len().max(1) as f64
        };
        row.sort_by(|a, b| pull(a).total_cmp(&pull(b)).then(a.members.cmp(&b.members)));
        let size = |block: &&Block| extent(&block.shape.at);
        let wide: f64 =
            row.iter().map(|block| size(block).x).sum::<f64>() + GAP.1 * (row.len() - 1) as f64;
        if wide > WIDEST {
            return None;
        }
        let tall = row.iter().map(|block| size(block).y).fold(0.0, f64::max);
        let mut left = -wide / 2.0;
        for block in row {
            let size = extent(&block.shape.at);
            let middle = at(left + size.x / 2.0, top + tall / 2.0);
            let turned = turned(block, middle, &leading(block, arrows, &placed), &whole.at);
            for (&world, place) in block.members.iter().zip(turned) {
                whole.at[world] = place;
                placed[world] = true;
            }
            left += size.x + GAP.1;
        }
        top += tall + GAP.0;
    }
    for block in &blocks {
        let rename = |&(u, v): &Pair| pair(block.members[u], block.members[v]);
        whole.skeleton.extend(block.shape.skeleton.iter().map(rename));
        whole.behind.extend(block.shape.behind.iter().map(rename));
        if block.shape.pliable == Pliable::Soft {
            whole.pliable = Pliable::Soft;
        }
    }
    Some(whole)
}

/// The arrows to a block from what has its place: where from, and to which of its members.
fn leading(block: &Block, arrows: &BTreeSet<(usize, usize)>, placed: &[bool]) -> Vec<Pair> {
    let member = |world: usize| block.members.iter().position(|&known| known == world);
    arrows.iter().filter(|&&(u, _)| placed[u]).filter_map(|&(u, v)| Some((u, member(v)?))).collect()
}

/// The size of a box around points.
fn extent(points: &[Point]) -> Point {
    let (low, high) = corners(points);
    high - low
}

fn corners(points: &[Point]) -> (Point, Point) {
    let first = points.first().copied().unwrap_or_default();
    points.iter().fold((first, first), |(low, high), p| {
        (at(low.x.min(p.x), low.y.min(p.y)), at(high.x.max(p.x), high.y.max(p.y)))
    })
}

/// The places of a block around its middle: of all turns that keep its size, the one in which the arrows to it are
/// shortest and meet fewest of its own worlds.
fn turned(block: &Block, middle: Point, leading: &[Pair], places: &[Point]) -> Vec<Point> {
    let (low, high) = corners(&block.shape.at);
    let centre = between(low, high, 0.5);
    let size = extent(&block.shape.at);
    let mut best: Option<(f64, Vec<Point>)> = None;
    for turn in 0..12 {
        for mirror in [1.0, -1.0] {
            let place = |&p: &Point| {
                let from = (p - centre).rotate(f64::from(turn) * PI / 6.0);
                middle + at(from.x * mirror, from.y)
            };
            let turned: Vec<Point> = block.shape.at.iter().map(place).collect();
            let now = extent(&turned);
            if now.x > size.x + 0.3 || now.y > size.y + 0.3 {
                continue;
            }
            let length: f64 = leading.iter().map(|&(u, v)| places[u].distance(turned[v])).sum();
            let through: f64 =
                leading.iter().map(|&(u, v)| near_others(&turned, v, places[u])).sum();
            let cost = ((length + 2.0 * through) * 1e6).round();
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, turned));
            }
        }
    }
    best.map(|(_, turned)| turned).unwrap_or_default()
}

/// How many other points an arrow to a point comes near.
fn near_others(points: &[Point], to: usize, from: Point) -> f64 {
    let near =
        |&w: &usize| super::geometry::distance_to_segment(points[w], from, points[to]) < 0.28;
    (0..points.len()).filter(|&w| w != to).filter(near).count() as f64
}
