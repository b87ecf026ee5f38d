//! Graphs that are the edges of a convex solid, and how to look at one.
//!
//! A graph is taken for a solid when its own distances place it in space so that
//! every edge lies on the convex hull. That finds the truncated tetrahedron of the
//! four-card game (*Knowledge games*, section 6.3), the cube, the truncated
//! octahedron, prisms, without knowing any of them by name.

use super::geometry::{Point, Solid, at, cross, cross3, distance_to_segment, dot, minus, unit3};
use super::graph::{Pair, all_distances, neighbours};
use super::stress::{harmonics, majorise};
use std::f64::consts::PI;

/// A solid seen from somewhere.
pub struct View {
    pub at: Vec<Point>,
    /// The direction towards the onlooker.
    camera: Solid,
    points: Vec<Solid>,
}

/// How far a dent may go before a shape stops being convex to the eye.
const DENT: f64 = 0.12;
/// How high the onlooker may stand, as angles.
const TILTS: [f64; 5] = [0.16, 0.26, 0.36, 0.48, 0.6];

/// Places a graph in space; `None` if it does not look like a solid there.
pub fn inflate(worlds: usize, edges: &[Pair]) -> Option<Vec<Solid>> {
    let around = neighbours(worlds, edges.iter().copied());
    if worlds < 4 || around.iter().any(|list| list.len() < 3) {
        return None;
    }
    let smooth = harmonics(&around);
    let reach = (worlds as f64).sqrt();
    let mut points: Vec<Solid> = (0..worlds)
        .map(|w| [smooth[0][w], smooth[1][w], smooth[2][w]].map(|x| x * reach))
        .collect();
    if !convex(&points, edges) {
        return None;
    }
    majorise(&mut points, &all_distances(&around), 120);
    convex(&points, edges).then_some(points)
}

fn convex(points: &[Solid], edges: &[Pair]) -> bool {
    edges.iter().all(|&edge| wedge(points, edge).is_some())
}

/// The outward normals of the two faces that meet in an edge; `None` when the edge
/// is not on the hull.
fn wedge(points: &[Solid], (u, v): Pair) -> Option<[Solid; 2]> {
    let axis = unit3(minus(points[v], points[u]));
    let helper = if axis[0].abs() < 0.8 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let first = unit3(cross3(axis, helper));
    let second = cross3(axis, first);
    let mut angles = Vec::new();
    let others = points.iter().enumerate().filter(|&(w, _)| w != u && w != v);
    for (_, &point) in others {
        let from = minus(point, points[u]);
        let (x, y) = (dot(from, first), dot(from, second));
        if x.hypot(y) < 1e-4 {
            return None;
        }
        angles.push(y.atan2(x));
    }
    let (end, start) = widest_gap(&mut angles)?;
    let direction = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        std::array::from_fn(|k| first[k] * cos + second[k] * sin)
    };
    Some([direction(end + PI / 2.0), direction(start - PI / 2.0)])
}

/// Where the angles leave about half a turn free: the last before and the first after.
fn widest_gap(angles: &mut [f64]) -> Option<(f64, f64)> {
    angles.sort_by(f64::total_cmp);
    let last = *angles.last()?;
    let mut best = (last, angles[0] + 2.0 * PI);
    for step in angles.windows(2) {
        if step[1] - step[0] > best.1 - best.0 + 1e-9 {
            best = (step[0], step[1]);
        }
    }
    (best.1 - best.0 >= PI - DENT).then_some(best)
}

impl View {
    /// Whether the straight line between two corners is on the visible side. Lines
    /// through the inside are not.
    pub fn in_front(&self, edge: Pair) -> bool {
        let seen = |normal: &Solid| dot(*normal, self.camera) > 0.02;
        wedge(&self.points, edge).is_some_and(|normals| normals.iter().any(seen))
    }
}

/// Looks at a solid that rests on a face, from the side where corners, edges and the
/// chords between corners are best told apart and the actual world is near.
pub fn look(points: Vec<Solid>, edges: &[Pair], chords: &[Pair], actual: Option<usize>) -> View {
    let mut best: Option<(f64, View)> = None;
    for ground in grounds(&points, edges) {
        for turn in 0..24 {
            for tilt in TILTS {
                let angle = f64::from(turn) * PI / 12.0;
                let view = seen_from(&points, ground, angle, tilt);
                let score = (clarity(&view, edges, chords, actual) * 1e6).round();
                if best.as_ref().is_none_or(|(known, _)| score > *known) {
                    best = Some((score, view));
                }
            }
        }
    }
    match best {
        Some((_, view)) => view,
        None => {
            let ground = Ground { normal: [0.0, 0.0, -1.0], side: [1.0, 0.0, 0.0], sides: 0 };
            seen_from(&points, ground, 0.5, 0.3)
        }
    }
}

/// A face to rest on.
#[derive(Clone, Copy)]
struct Ground {
    /// Its outward normal.
    normal: Solid,
    /// The middle of one of its sides; views are turned from there, because symmetric
    /// ones are found at simple angles to it.
    side: Solid,
    sides: usize,
}

/// Faces, one for each number of sides; the view turns anyway.
fn grounds(points: &[Solid], edges: &[Pair]) -> Vec<Ground> {
    let mut faces: Vec<Ground> = Vec::new();
    for &(u, v) in edges {
        let side = std::array::from_fn(|k| (points[u][k] + points[v][k]) / 2.0);
        for normal in wedge(points, (u, v)).into_iter().flatten() {
            match faces.iter_mut().find(|face| dot(face.normal, normal) > 0.99) {
                Some(face) => face.sides += 1,
                None => faces.push(Ground { normal, side, sides: 1 }),
            }
        }
    }
    faces.sort_by_key(|face| std::cmp::Reverse(face.sides));
    faces.dedup_by_key(|face| face.sides);
    faces.truncate(3);
    faces
}

fn seen_from(points: &[Solid], ground: Ground, angle: f64, tilt: f64) -> View {
    let up = ground.normal.map(|x| -x);
    let (first, (sin, cos)) = (unit3(cross3(up, ground.side)), angle.sin_cos());
    let second = cross3(up, first);
    let camera: Solid = std::array::from_fn(|k| {
        tilt.cos() * (first[k] * cos + second[k] * sin) + tilt.sin() * up[k]
    });
    let right = unit3(cross3(up, camera));
    let above = cross3(camera, right);
    let reach = points.iter().map(|&p| dot(p, p).sqrt()).fold(1e-9, f64::max);
    let project = |&p: &Solid| {
        // A slight perspective, so that the far side comes out smaller.
        let scale = 1.0 / (1.0 - 0.18 * dot(p, camera) / reach);
        at(dot(p, right) * scale, -dot(p, above) * scale)
    };
    View { at: points.iter().map(project).collect(), camera, points: points.to_vec() }
}

fn clarity(view: &View, edges: &[Pair], chords: &[Pair], actual: Option<usize>) -> f64 {
    let corners = &view.at;
    let length = edges.iter().map(|&(u, v)| corners[u].distance(corners[v])).sum::<f64>();
    let mean = (length / edges.len().max(1) as f64).max(1e-9);
    let mut nearest = f64::MAX;
    for (i, &p) in corners.iter().enumerate() {
        // Boxes are wider than high, so being side by side counts for less.
        let apart = |q: &Point| ((q.x - p.x).abs() / 1.8).max((q.y - p.y).abs());
        nearest = corners[..i].iter().map(apart).fold(nearest, f64::min);
    }
    let shortest = edges.iter().map(|&(u, v)| corners[u].distance(corners[v])).fold(mean, f64::min);
    let crossings = crossings(corners, edges) as f64;
    3.0 * (nearest / mean).min(0.5)
        + 6.0 * (grazing(corners, edges) / mean).min(0.3)
        + 0.6 * (grazing(corners, chords) / mean).min(0.2)
        + 0.3 * balance(corners, mean)
        + 1.5 * (shortest / mean).min(0.7)
        - 0.02 * crossings
        + actual.map_or(0.0, |w| prominence(view, w))
}

/// The share of corners that have a mirror image left or right.
fn balance(corners: &[Point], unit: f64) -> f64 {
    let image = |p: &&Point| {
        let there = at(-p.x, p.y);
        corners.iter().any(|q| q.distance(there) < 0.08 * unit)
    };
    corners.iter().filter(image).count() as f64 / corners.len().max(1) as f64
}

/// How near a line comes to a corner that is not its own.
fn grazing(corners: &[Point], lines: &[Pair]) -> f64 {
    let mut least = f64::MAX;
    for &(u, v) in lines {
        for w in (0..corners.len()).filter(|&w| w != u && w != v) {
            least = least.min(distance_to_segment(corners[w], corners[u], corners[v]));
        }
    }
    least
}

fn crossings(corners: &[Point], edges: &[Pair]) -> usize {
    let crosses =
        |(a, b): Pair, (c, d): Pair| cross(corners[a], corners[b], corners[c], corners[d]);
    let later = |i: usize| edges[..i].iter().filter(|&&other| crosses(edges[i], other)).count();
    (0..edges.len()).map(later).sum()
}

/// A little in favour of having the actual world near, and to the left.
fn prominence(view: &View, world: usize) -> f64 {
    let near = dot(unit3(view.points[world]), view.camera);
    let left = -view.at[world].unit().x;
    0.12 * near + 0.06 * left
}
