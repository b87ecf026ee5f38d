//! The shape that a connected part of a picture suggests: a row, a regular polygon,
//! a bouquet around one world, a solid, a hypercube, a lattice, a table; otherwise a plane layout.

use super::cube;
use super::figure::{Pliable, Shape};
use super::flat::{flat, is_tangled, untidiness};
use super::geometry::{Point, Solid, at, cross};
use super::graph::{Graph, Pair, Relation, distances_from, neighbours, pair};
use super::lattice::lattice;
use super::layers::layers;
use super::links::{choose, holds_together};
use super::solid;
use super::table::table;
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;

/// The most worlds in one row of a chain.
const ROW: usize = 7;
/// The most worlds in a ring for which every order is tried.
const RING: usize = 8;
/// The least worlds around one that make a bouquet.
const BOUQUET: usize = 9;
/// The most kinds of link whose combinations are tried as a shape.
const KINDS: usize = 10;
/// The most chords that a view of a solid tries to keep clear.
const CHORDS: usize = 40;
/// The most combinations that are tried in space.
const TRIALS: usize = 8;

/// Finds the shape of a connected part.
pub fn shape_of(part: &Graph, actual: Option<usize>) -> Shape {
    let around = neighbours(part.worlds, part.pairs.keys().copied());
    if part.worlds == 1 {
        return Shape { at: vec![at(0.0, 0.0)], ..Shape::default() };
    }
    if let Some(shape) = layers(part, actual) {
        return shape;
    }
    if let Some(worlds) = walk(&around, actual) {
        return chain_or_ring(&around, &worlds);
    }
    if part.pairs.len() * 2 == part.worlds * (part.worlds - 1) && one_kind(part) {
        return huddle(part.worlds, actual);
    }
    bundle(part, actual)
        .or_else(|| bouquet(part, actual))
        .or_else(|| as_cube(part, actual))
        .or_else(|| as_box(part, actual))
        .or_else(|| as_solid(part, actual).filter(|solid| is_clear(part, solid, actual)))
        .or_else(|| lattice(part))
        .or_else(|| crossed_ring(part, &around, actual))
        .unwrap_or_else(|| flat_or_table(part, actual))
}

/// Agents who consider everything possible shape nothing: without them the picture falls into pieces, or looks like
/// what the others know. Their lines then join what is there.
fn bundle(part: &Graph, actual: Option<usize>) -> Option<Shape> {
    let everything = |relation: &Relation| match relation {
        Relation::Cells { cells, .. } => cells.iter().any(|cell| cell.len() == part.worlds),
        Relation::Nobody | Relation::Arrows(_) => false,
    };
    if !part.relations.iter().any(everything) {
        return None;
    }
    let mut rest = part.clone();
    for relation in rest.relations.iter_mut().filter(|relation| everything(relation)) {
        *relation = Relation::Nobody;
    }
    let rest = rest.relinked();
    let mut groups = rest.components();
    groups.sort_by_key(|group| (actual.is_none_or(|w| !group.contains(&w)), group[0]));
    if groups.len() == 1 {
        let shape = shape_of(&rest, actual);
        return shape.marked.is_empty().then_some(shape);
    }
    if groups.len() == part.worlds {
        return None;
    }
    let shapes: Vec<Shape> = groups
        .iter()
        .map(|group| {
            let here = actual.and_then(|w| group.iter().position(|&member| member == w));
            shape_of(&rest.restricted(group), here)
        })
        .collect();
    shapes.iter().all(|shape| shape.marked.is_empty()).then(|| piled(part.worlds, &groups, &shapes))
}

/// Shapes in rows, from left to right, about as wide as high.
fn piled(worlds: usize, groups: &[Vec<usize>], shapes: &[Shape]) -> Shape {
    const APART: f64 = 0.85;
    let size = |shape: &Shape| {
        let (mut low, mut high) = (shape.at[0], shape.at[0]);
        for p in &shape.at {
            low = at(low.x.min(p.x), low.y.min(p.y));
            high = at(high.x.max(p.x), high.y.max(p.y));
        }
        (low, high - low)
    };
    let area: f64 = shapes.iter().map(|s| (size(s).1.x + 1.0) * (size(s).1.y + APART)).sum();
    let widest = shapes.iter().map(|s| size(s).1.x).fold(0.0, f64::max);
    let limit = widest.max((area * 1.4).sqrt() - 1.0);
    let mut whole = Shape { at: vec![at(0.0, 0.0); worlds], ..Shape::default() };
    let (mut corner, mut tall) = (at(0.0, 0.0), 0.0_f64);
    for (group, shape) in groups.iter().zip(shapes) {
        let (low, size) = size(shape);
        if corner.x > 0.0 && corner.x + size.x > limit + 0.01 {
            corner = at(0.0, corner.y + tall + APART);
            tall = 0.0;
        }
        for (&world, &place) in group.iter().zip(&shape.at) {
            whole.at[world] = place - low + corner;
        }
        let rename = |&(u, v): &Pair| pair(group[u], group[v]);
        whole.skeleton.extend(shape.skeleton.iter().map(rename));
        whole.behind.extend(shape.behind.iter().map(rename));
        if shape.pliable == Pliable::Soft {
            whole.pliable = Pliable::Soft;
        }
        tall = tall.max(size.y);
        corner.x += size.x + 1.0;
    }
    whole
}

/// Whether a small solid with lines across is easier to read than a plane figure would be.
fn is_clear(part: &Graph, solid: &Shape, actual: Option<usize>) -> bool {
    if part.worlds > RING + 1 {
        return true;
    }
    let lines: Vec<Pair> =
        choose(part, &solid.at, &solid.skeleton).iter().map(|line| line.ends).collect();
    let across = lines.iter().filter(|p| !solid.skeleton.contains(p)).count();
    if across == 0 {
        return true;
    }
    let around = neighbours(part.worlds, part.pairs.keys().copied());
    let other = crossed_ring(part, &around, actual).unwrap_or_else(|| flat(part, actual));
    let flat_lines: Vec<Pair> =
        choose(part, &other.at, &other.skeleton).iter().map(|line| line.ends).collect();
    untidiness(&solid.at, &lines) + across as f64 <= untidiness(&other.at, &flat_lines)
}

fn flat_or_table(part: &Graph, actual: Option<usize>) -> Shape {
    let shape = flat(part, actual);
    if is_tangled(part, &shape) { table(part).unwrap_or(shape) } else { shape }
}

/// The worlds of a path or cycle in order: a path from its end that is nearest to the
/// actual world, a cycle from the actual world.
fn walk(around: &[Vec<usize>], actual: Option<usize>) -> Option<Vec<usize>> {
    if around.iter().any(|list| list.len() > 2) {
        return None;
    }
    let start_from = actual.unwrap_or(0);
    let steps = distances_from(around, start_from);
    let ends = (0..around.len()).filter(|&w| around[w].len() == 1);
    let start = ends.min_by_key(|&w| (steps[w], w)).unwrap_or(start_from);
    let mut order = vec![start];
    let mut seen = vec![false; around.len()];
    seen[start] = true;
    while let Some(&next) = around[order[order.len() - 1]].iter().find(|&&v| !seen[v]) {
        seen[next] = true;
        order.push(next);
    }
    Some(order)
}

fn chain_or_ring(around: &[Vec<usize>], order: &[usize]) -> Shape {
    let ring = around.iter().all(|list| list.len() == 2);
    let places = if ring { polygon(order.len()) } else { snake(order.len(), ROW) };
    arrange(order, &places)
}

fn arrange(order: &[usize], places: &[Point]) -> Shape {
    let mut shape = Shape { at: vec![at(0.0, 0.0); order.len()], ..Shape::default() };
    for (&world, &place) in order.iter().zip(places) {
        shape.at[world] = place;
    }
    shape
}

/// A regular polygon with sides of length one. It starts at the left, or at the top
/// left for a square, or at the top when the number is odd, and goes up and round.
fn polygon(corners: usize) -> Vec<Point> {
    let count = corners as f64;
    let radius = 0.5 / (PI / count).sin();
    let start = match corners {
        4 => 1.25 * PI,
        n if n % 2 == 0 => PI,
        _ => 1.5 * PI,
    };
    let corner = |k: usize| at(radius, 0.0).rotate(start + 2.0 * PI * k as f64 / count);
    (0..corners).map(corner).collect()
}

/// A row, folded back and forth when it is long.
fn snake(count: usize, row: usize) -> Vec<Point> {
    let place = |k: usize| {
        let (line, column) = (k / row, k % row);
        let column = if line % 2 == 0 { column } else { row - 1 - column };
        at(column as f64, line as f64 * 0.8)
    };
    (0..count).map(place).collect()
}

fn one_kind(part: &Graph) -> bool {
    let mut kinds = part.pairs.values();
    let first = kinds.next();
    kinds.all(|kind| Some(kind) == first)
}

/// Worlds that are all alike to each other: a ring, or a folded row if many.
fn huddle(worlds: usize, actual: Option<usize>) -> Shape {
    let first = actual.unwrap_or(0);
    let order: Vec<usize> = (0..worlds).map(|k| (first + k) % worlds).collect();
    let row = (worlds as f64 * 1.2).sqrt().ceil() as usize;
    let places = if worlds <= 10 { polygon(worlds) } else { snake(worlds, row) };
    let mut shape = arrange(&order, &places);
    shape.skeleton = order.windows(2).map(|step| pair(step[0], step[1])).collect();
    shape
}

/// A small graph with equal degrees that is no solid, on a regular polygon: the order
/// with fewest crossings and then most links of one agent in parallel. For three
/// players with one card each that is the hexagon of the papers.
fn crossed_ring(part: &Graph, around: &[Vec<usize>], actual: Option<usize>) -> Option<Shape> {
    let degree = around[0].len();
    if part.worlds > RING || around.iter().any(|list| list.len() != degree) {
        return None;
    }
    let places = polygon(part.worlds);
    let mut best: Option<(usize, usize, Vec<usize>)> = None;
    let mut orders = vec![vec![actual.unwrap_or(0)]];
    while let Some(order) = orders.pop() {
        let last = order[order.len() - 1];
        if order.len() < part.worlds {
            let next = around[last].iter().rev().filter(|v| !order.contains(v));
            orders.extend(next.map(|&v| order.iter().copied().chain([v]).collect::<Vec<_>>()));
            continue;
        }
        if !around[last].contains(&order[0]) {
            continue;
        }
        let shape = arrange(&order, &places);
        let rank = (crossings(part, &shape.at), slants(part, &shape.at));
        if best.as_ref().is_none_or(|(c, s, _)| rank < (*c, *s)) {
            best = Some((rank.0, rank.1, order));
        }
    }
    best.map(|(_, _, order)| arrange(&order, &places))
}

fn crossings(part: &Graph, at: &[Point]) -> usize {
    let pairs: Vec<Pair> = part.pairs.keys().copied().collect();
    let crossed =
        |&(a, b): &Pair| pairs.iter().filter(|&&(c, d)| cross(at[a], at[b], at[c], at[d])).count();
    pairs.iter().map(crossed).sum()
}

/// How many directions the links of the agents take, added up.
fn slants(part: &Graph, at: &[Point]) -> usize {
    let mut seen: BTreeSet<(usize, i64)> = BTreeSet::new();
    for (&(u, v), agents) in &part.pairs {
        let along = at[v] - at[u];
        let angle = along.y.atan2(along.x).rem_euclid(PI) * 180.0 / PI;
        let slant = angle.round() as i64 % 180;
        seen.extend(agents.iter().map(|&agent| (agent, slant)));
    }
    seen.len()
}

/// Classes that share one world and nothing else, as the surroundings of the actual
/// world often are: a block for each class, one below the other.
fn bouquet(part: &Graph, actual: Option<usize>) -> Option<Shape> {
    let centre = actual.unwrap_or(0);
    let mut taken = vec![false; part.worlds];
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    for relation in &part.relations {
        let Relation::Cells { cells, .. } = relation else {
            if matches!(relation, Relation::Nobody) {
                continue;
            }
            return None;
        };
        for cell in cells.iter().filter(|cell| cell.len() > 1) {
            let block: Vec<usize> = cell.iter().copied().filter(|&w| w != centre).collect();
            if block.len() == cell.len() || block.iter().any(|&w| taken[w]) {
                return None;
            }
            block.iter().for_each(|&w| taken[w] = true);
            blocks.push(block);
        }
    }
    let petals: usize = blocks.iter().map(Vec::len).sum();
    (petals >= BOUQUET && petals + 1 == part.worlds).then(|| stack(part.worlds, centre, &blocks))
}

fn stack(worlds: usize, centre: usize, blocks: &[Vec<usize>]) -> Shape {
    const STEP: f64 = 0.55;
    let mut shape = Shape { at: vec![at(0.0, 0.0); worlds], ..Shape::default() };
    let mut heads = Vec::new();
    let mut y = 0.0;
    for block in blocks {
        heads.push(y);
        for (&world, place) in block.iter().zip(snake(block.len(), ROW - 1)) {
            shape.at[world] = at(place.x + 1.4, y + place.y * STEP / 0.8);
        }
        y += STEP * (block.len().div_ceil(ROW - 1) as f64 + 0.5);
        shape.skeleton.insert(pair(centre, block[0]));
        shape.skeleton.extend(block.windows(2).map(|step| pair(step[0], step[1])));
    }
    shape.at[centre] = at(0.0, heads[heads.len() / 2]);
    shape
}

/// Subsets of the links, by kind (which agents link a pair), that keep the part
/// connected: fewest links first, then those shared by most agents, then those of
/// the last agents, which makes the four-card game come out as in the papers.
fn skeletons(part: &Graph) -> Vec<Vec<Pair>> {
    let mut kinds: BTreeMap<&Vec<usize>, Vec<Pair>> = BTreeMap::new();
    for (&p, agents) in &part.pairs {
        kinds.entry(agents).or_default().push(p);
    }
    let kinds: Vec<(&Vec<usize>, Vec<Pair>)> = kinds.into_iter().collect();
    if kinds.len() > KINDS {
        return vec![part.pairs.keys().copied().collect()];
    }
    let mut found = Vec::new();
    for mask in 1_usize..1 << kinds.len() {
        let taken = || kinds.iter().enumerate().filter(|(k, _)| mask >> k & 1 == 1).map(|(_, k)| k);
        let size: usize = taken().map(|(_, pairs)| pairs.len()).sum();
        let shared: usize = taken().map(|(agents, pairs)| agents.len() * pairs.len()).sum();
        if size + 1 < part.worlds {
            continue;
        }
        let mut pairs: Vec<Pair> = taken().flat_map(|(_, pairs)| pairs.iter().copied()).collect();
        let around = neighbours(part.worlds, pairs.iter().copied());
        if distances_from(&around, 0).iter().all(Option::is_some) {
            pairs.sort_unstable();
            found.push((size, usize::MAX - shared, usize::MAX - mask, pairs));
        }
    }
    found.sort();
    found.into_iter().map(|(_, _, _, pairs)| pairs).collect()
}

fn as_solid(part: &Graph, actual: Option<usize>) -> Option<Shape> {
    let candidates = skeletons(part).into_iter().filter(|edges| may_be_solid(part.worlds, edges));
    let mut trials = candidates.take(TRIALS);
    let (points, edges) =
        trials.find_map(|edges| Some((solid::inflate(part.worlds, &edges)?, edges)))?;
    Some(best_view(part, points, &edges, actual))
}

/// Counts that the edges of a convex solid satisfy.
fn may_be_solid(worlds: usize, edges: &[Pair]) -> bool {
    let around = neighbours(worlds, edges.iter().copied());
    worlds >= 4
        && around.iter().all(|list| list.len() >= 3)
        && edges.len() + 6 <= 3 * worlds
        && edges.len() * (girth(&around, edges) - 2) <= girth(&around, edges) * (worlds - 2)
}

/// The length of a shortest cycle, at least 3.
fn girth(around: &[Vec<usize>], edges: &[Pair]) -> usize {
    let detour = |&(u, v): &Pair| {
        let mut without = around.to_vec();
        without[u].retain(|&w| w != v);
        without[v].retain(|&w| w != u);
        distances_from(&without, u)[v].map_or(usize::MAX, |steps| steps + 1)
    };
    edges.iter().map(detour).min().map_or(3, |length| length.clamp(3, around.len().max(3)))
}

fn best_view(part: &Graph, points: Vec<Solid>, edges: &[Pair], actual: Option<usize>) -> Shape {
    let edge = |p: &Pair| edges.binary_search(p).is_ok();
    let chords: Vec<Pair> = part.pairs.keys().copied().filter(|p| !edge(p)).collect();
    // Chords that will not be drawn are no reason to look from elsewhere, and many
    // cannot all be seen to.
    let ignored = chords.len() > CHORDS || holds_together(part, edges);
    let chords = if ignored { Vec::new() } else { chords };
    let view = solid::look(points, edges, &chords, actual);
    let behind = part.pairs.keys().copied().filter(|p| !edge(p) || !view.in_front(*p)).collect();
    Shape { at: view.at, skeleton: edges.iter().copied().collect(), behind, ..Shape::default() }
}

fn as_cube(part: &Graph, actual: Option<usize>) -> Option<Shape> {
    let mut candidates = skeletons(part);
    candidates.reverse();
    let (edges, corners) = candidates
        .into_iter()
        .take(64)
        .filter(|edges| holds_together(part, edges))
        .find_map(|edges| cube::corners(part.worlds, &edges).map(|corners| (edges, corners)))?;
    if corners.dimensions == 3 {
        let cube = corners.drawn(&edges, &part.pairs, actual);
        let skeleton = edges.into_iter().collect();
        return Some(Shape { at: cube.at, skeleton, behind: cube.behind, ..Shape::default() });
    }
    Some(Shape {
        at: corners.in_plane(&edges),
        skeleton: edges.into_iter().collect(),
        ..Shape::default()
    })
}

/// A cube of which not all edges are there.
fn as_box(part: &Graph, actual: Option<usize>) -> Option<Shape> {
    let (corners, edges) = cube::corners_of_three(part)?;
    let cube = corners.drawn(&edges, &part.pairs, actual);
    let skeleton = edges.into_iter().filter(|p| part.pairs.contains_key(p)).collect();
    Some(Shape { at: cube.at, skeleton, behind: cube.behind, ..Shape::default() })
}
