//! A plane layout for graphs without a shape of their own: distances on paper follow
//! distances in the graph, and of several tries the one with fewest crossings wins.

use super::figure::{Pliable, Shape};
use super::geometry::{Point, at, cross, distance_to_segment};
use super::graph::{Graph, Pair, all_distances, neighbours};
use super::links::{Skeleton, choose};
use super::stress::{Scatter, harmonics, majorise, stress};

/// The best of several plane layouts, by crossings first and stress second.
pub fn flat(part: &Graph, actual: Option<usize>) -> Shape {
    let around = neighbours(part.worlds, part.pairs.keys().copied());
    let wanted = all_distances(&around);
    let mut best: Option<(f64, Vec<Point>)> = None;
    for mut start in starts(&around) {
        majorise(&mut start, &wanted, 110);
        let points: Vec<Point> = start.iter().map(|&[x, y]| at(x, y)).collect();
        let lines = choose(part, &points, &Skeleton::new());
        let ends: Vec<Pair> = lines.iter().map(|line| line.ends).collect();
        let score = (untidiness(&points, &ends) + 0.02 * stress(&start, &wanted)) * 1e6;
        if best.as_ref().is_none_or(|(known, _)| score.round() < *known) {
            best = Some((score.round(), points));
        }
    }
    let points = best.map(|(_, points)| points).unwrap_or_default();
    Shape { at: turn_level(points, actual), pliable: Pliable::Soft, ..Shape::default() }
}

fn starts(around: &[Vec<usize>]) -> Vec<Vec<[f64; 2]>> {
    let count = around.len();
    let smooth = harmonics(around);
    let reach = (count as f64).sqrt();
    let mut starts = Vec::new();
    for (a, b) in [(0, 1), (1, 2), (0, 2)] {
        if let (Some(xs), Some(ys)) = (smooth.get(a), smooth.get(b)) {
            starts.push((0..count).map(|w| [xs[w] * reach, ys[w] * reach]).collect());
        }
    }
    for seed in 1..=2 {
        let mut scatter = Scatter::of_seed(seed);
        starts.push((0..count).map(|_| [scatter.next() * 2.0, scatter.next() * 2.0]).collect());
    }
    starts
}

/// Crossings, and worlds too near to a line that is not theirs.
pub fn untidiness(points: &[Point], lines: &[Pair]) -> f64 {
    let mut sum = 0.0;
    for (i, &(a, b)) in lines.iter().enumerate() {
        for &(c, d) in &lines[..i] {
            if cross(points[a], points[b], points[c], points[d]) {
                sum += 1.0;
            }
        }
        for w in (0..points.len()).filter(|&w| w != a && w != b) {
            if distance_to_segment(points[w], points[a], points[b]) < 0.2 {
                sum += 2.0;
            }
        }
    }
    sum
}

/// Turns a layout so that it is wide rather than high, with the actual world on the
/// left and in the upper half.
fn turn_level(points: Vec<Point>, actual: Option<usize>) -> Vec<Point> {
    let count = points.len().max(1) as f64;
    let middle = points.iter().fold(at(0.0, 0.0), |sum, &p| sum + p) * (1.0 / count);
    let moved: Vec<Point> = points.iter().map(|&p| p - middle).collect();
    let moment = |f: fn(&Point) -> f64| moved.iter().map(f).sum::<f64>();
    let angle =
        0.5 * (2.0 * moment(|p| p.x * p.y)).atan2(moment(|p| p.x * p.x) - moment(|p| p.y * p.y));
    let turned: Vec<Point> = moved.iter().map(|p| p.rotate(-angle)).collect();
    let Some(home) = actual.map(|w| turned[w]) else { return turned };
    let sign = |x: f64| if x > 1e-6 { -1.0 } else { 1.0 };
    turned.iter().map(|p| at(p.x * sign(home.x), p.y * sign(home.y))).collect()
}

/// Whether so many lines cross that they cannot be followed.
pub fn is_tangled(part: &Graph, shape: &Shape) -> bool {
    let lines: Vec<Pair> =
        choose(part, &shape.at, &Skeleton::new()).iter().map(|line| line.ends).collect();
    lines.len() > 12 && untidiness(&shape.at, &lines) > 1.2 * lines.len() as f64
}
