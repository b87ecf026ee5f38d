//! Classes as outlines: all points that are near the boxes of its worlds, or near the area or the lines between them. Each
//! agent has a distance of its own, so that outlines of the same worlds lie inside each other.

use super::geometry::{Half, Point, at, between, distance_to_segment};
use super::graph::Pair;
use super::scene::Node;
use std::collections::BTreeMap;

/// The outline of one class.
pub struct Outline {
    pub agent: usize,
    /// Closed lines: one, unless there are holes.
    pub loops: Vec<Vec<Point>>,
}

/// The distance of the first agent's outlines from the boxes, and how much further off those of the next are.
const DISTANCE: (f64, f64) = (6.5, 4.5);
/// The side of the squares in which an outline is found.
const STEP: f64 = 4.0;
/// Corners that change a line less than this are left out.
const FINE: f64 = 0.12;

/// How far from a box the outlines of an agent are, who is the first, second, ... with outlines.
pub fn distance(lane: usize) -> f64 {
    DISTANCE.0 + DISTANCE.1 * lane as f64
}

/// What an outline runs around.
struct Core<'a> {
    boxes: Vec<(Point, Half)>,
    /// Around everything, if nothing else lies there.
    hull: Vec<Point>,
    lines: Vec<(Point, Point)>,
    others: Vec<&'a Node>,
}

impl Core<'_> {
    fn new<'a>(cell: &[usize], lines: &[Pair], nodes: &'a [Node], reach: f64) -> Core<'a> {
        let boxes: Vec<(Point, Half)> =
            cell.iter().map(|&w| (nodes[w].centre, nodes[w].outline())).collect();
        let others =
            nodes.iter().enumerate().filter(|(w, _)| !cell.contains(w)).map(|(_, node)| node);
        let others: Vec<&Node> = others.collect();
        let corners = boxes.iter().flat_map(|&(centre, half)| {
            [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)]
                .map(|(x, y)| centre + at(x * half.w, y * half.h))
        });
        let hull = hull(corners.collect());
        let clear = others.iter().all(|node| !comes_near(&hull, node, reach + 3.0));
        let lines = lines.iter().map(|&(u, v)| (nodes[u].centre, nodes[v].centre)).collect();
        Core { boxes, hull: if clear { hull } else { Vec::new() }, lines, others }
    }

    fn distance(&self, p: Point) -> f64 {
        if !self.hull.is_empty() {
            return distance_to_area(&self.hull, p);
        }
        let boxes = self.boxes.iter().map(|&(centre, half)| distance_to_box(p, centre, half));
        let lines = self.lines.iter().map(|&(a, b)| distance_to_segment(p, a, b));
        boxes.chain(lines).fold(f64::MAX, f64::min)
    }
}

/// The outline of a class at a distance from its worlds, and how many other worlds it runs into.
pub fn outline(
    agent: usize,
    cell: &[usize],
    lines: &[Pair],
    nodes: &[Node],
    reach: f64,
) -> (Outline, usize) {
    let core = Core::new(cell, lines, nodes, reach);
    let loops = contour(&core, reach);
    let touched = |node: &&&Node| {
        let reached = |p: &Point| node.outline().grow(0.5).contains(node.centre, *p);
        loops.iter().flatten().any(reached) || core.distance(node.centre) < reach
    };
    let faults = core.others.iter().filter(touched).count();
    (Outline { agent, loops }, faults)
}

fn distance_to_box(p: Point, centre: Point, half: Half) -> f64 {
    let (x, y) = ((p.x - centre.x).abs() - half.w, (p.y - centre.y).abs() - half.h);
    x.max(0.0).hypot(y.max(0.0))
}

/// Zero inside.
fn distance_to_area(corners: &[Point], p: Point) -> f64 {
    let sides = || corners.iter().zip(corners.iter().cycle().skip(1));
    let left = |(a, b): (&Point, &Point)| turn(*a, *b, p) >= 0.0;
    match sides().all(left) {
        true => 0.0,
        false => sides().map(|(a, b)| distance_to_segment(p, *a, *b)).fold(f64::MAX, f64::min),
    }
}

fn comes_near(corners: &[Point], node: &Node, reach: f64) -> bool {
    let half = node.outline().grow(reach);
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    distance_to_area(corners, node.centre) == 0.0
        || sides.into_iter().any(|(a, b)| half.meets(node.centre, *a, *b))
}

fn turn(a: Point, b: Point, c: Point) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// The corners of the smallest convex area with all points, in the direction in which turns are positive.
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut kept: Vec<Point> = Vec::new();
        for p in points {
            while let [.., a, b] = kept[..] {
                if turn(a, b, p) > 0.0 {
                    break;
                }
                kept.pop();
            }
            kept.push(p);
        }
        kept.pop();
        kept
    };
    let mut corners = half(&mut points.iter().copied());
    corners.extend(half(&mut points.iter().rev().copied()));
    corners
}

/// The side of a square of the grid: its left or upper end, and whether it is upright.
type Side = (usize, usize, bool);

/// The closed lines at a distance from a core: the sides of the squares of a grid that they cross are joined, square by
/// square.
fn contour(core: &Core, reach: f64) -> Vec<Vec<Point>> {
    let margin = reach + 2.0 * STEP;
    let (mut low, mut high) = (at(f64::MAX, f64::MAX), at(f64::MIN, f64::MIN));
    for &(centre, half) in &core.boxes {
        low = at(low.x.min(centre.x - half.w - margin), low.y.min(centre.y - half.h - margin));
        high = at(high.x.max(centre.x + half.w + margin), high.y.max(centre.y + half.h + margin));
    }
    let columns = ((high.x - low.x) / STEP).ceil() as usize + 1;
    let rows = ((high.y - low.y) / STEP).ceil() as usize + 1;
    let spot = |i: usize, j: usize| low + at(i as f64 * STEP, j as f64 * STEP);
    let depth: Vec<Vec<f64>> = (0..rows)
        .map(|j| (0..columns).map(|i| core.distance(spot(i, j)) - reach).collect())
        .collect();
    let inside = |i: usize, j: usize| depth[j][i] < 0.0;
    let mut next: BTreeMap<Side, Vec<Side>> = BTreeMap::new();
    for j in 0..rows - 1 {
        for i in 0..columns - 1 {
            let corners = [inside(i, j), inside(i + 1, j), inside(i + 1, j + 1), inside(i, j + 1)];
            let sides = [(i, j, false), (i + 1, j, true), (i, j + 1, false), (i, j, true)];
            let crossed: Vec<Side> =
                (0..4).filter(|&k| corners[k] != corners[(k + 1) % 4]).map(|k| sides[k]).collect();
            let pairs: Vec<(Side, Side)> = match crossed[..] {
                [a, b] => vec![(a, b)],
                // Two corners across from each other are inside: they stay apart.
                [a, b, c, d] if corners[0] => vec![(d, a), (b, c)],
                [a, b, c, d] => vec![(a, b), (c, d)],
                _ => Vec::new(),
            };
            for (a, b) in pairs {
                next.entry(a).or_default().push(b);
                next.entry(b).or_default().push(a);
            }
        }
    }
    let crossing = |&(i, j, upright): &Side| {
        let (u, v) = if upright { (i, j + 1) } else { (i + 1, j) };
        let (a, b) = (depth[j][i], depth[v][u]);
        between(spot(i, j), spot(u, v), a / (a - b))
    };
    let mut loops = Vec::new();
    while let Some((&start, _)) = next.first_key_value() {
        let mut walk = vec![start];
        let mut side = start;
        while let Some(to) = next.get_mut(&side).and_then(Vec::pop) {
            next.retain(|known, ways| *known != side || !ways.is_empty());
            if let Some(ways) = next.get_mut(&to) {
                if let Some(back) = ways.iter().position(|way| *way == side) {
                    ways.remove(back);
                }
                if ways.is_empty() {
                    next.remove(&to);
                }
            }
            if to == start {
                break;
            }
            walk.push(to);
            side = to;
        }
        next.remove(&start);
        loops.push(simple(walk.iter().map(crossing).collect()));
    }
    loops
}

/// A closed line without the corners that can hardly be seen.
fn simple(points: Vec<Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    let mut skipped: Vec<Point> = Vec::new();
    for (index, &point) in points.iter().enumerate() {
        let next = points[(index + 1) % points.len()];
        let Some(&last) = kept.last() else {
            kept.push(point);
            continue;
        };
        skipped.push(point);
        if skipped.iter().any(|&p| distance_to_segment(p, last, next) > FINE) {
            kept.push(point);
            skipped.clear();
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::names::Caption;
    use super::super::picture::PictureWorld;
    use super::super::scene::{Role, node};
    use super::*;

    fn nodes(places: &[(f64, f64)]) -> Vec<Node> {
        let of = |&(x, y): &(f64, f64)| {
            let caption = Caption { name: vec!["w".to_owned()], details: Vec::new() };
            let node = node(&PictureWorld::default(), caption, Role::Possible, &[]);
            Node { centre: at(x, y), ..node }
        };
        places.iter().map(of).collect()
    }

    #[test]
    fn an_outline_goes_once_around_its_worlds_and_around_no_other() {
        let nodes = nodes(&[(0.0, 0.0), (100.0, 0.0), (200.0, 0.0), (100.0, 120.0)]);
        for (cell, lines) in [
            (vec![0, 1], vec![(0, 1)]),
            (vec![0, 1, 2], vec![(0, 1), (1, 2)]),
            (vec![0, 1, 2, 3], vec![(0, 1), (1, 2), (1, 3)]),
            (vec![2, 3], vec![(2, 3)]),
        ] {
            let (outline, faults) = outline(0, &cell, &lines, &nodes, 8.0);
            assert_eq!((outline.loops.len(), faults), (1, 0), "{cell:?}");
            let corners = &outline.loops[0];
            let around = |p: Point| {
                let sides = corners.iter().zip(corners.iter().cycle().skip(1));
                let hit = |(a, b): &(&Point, &Point)| {
                    (a.y > p.y) != (b.y > p.y)
                        && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)
                };
                sides.filter(hit).count() % 2 == 1
            };
            for (w, node) in nodes.iter().enumerate() {
                assert_eq!(around(node.centre), cell.contains(&w), "{cell:?} {w}");
            }
        }
    }

    #[test]
    fn an_outline_that_must_run_over_a_world_says_so() {
        let nodes = nodes(&[(0.0, 0.0), (100.0, 0.0), (200.0, 0.0)]);
        assert_eq!(outline(0, &[0, 2], &[(0, 2)], &nodes, 8.0).1, 1);
    }
}
