//! Where the worlds go: each connected part gets its shape, then its size in pixels,
//! and the parts are packed on one page.

use super::figure::{Pliable, Shape};
use super::geometry::{Half, Point, at};
use super::graph::{Graph, Pair, Relation, pair};
use super::links::{Skeleton, choose};
use super::shape::shape_of;
use std::collections::BTreeSet;

/// The shapes of all parts, before any size is known.
pub struct Sketch {
    parts: Vec<(Vec<usize>, Shape)>,
    /// The graph without the classes that are marked on the worlds.
    pub drawn: Graph,
    /// The agents whose classes are marked on some worlds.
    pub marked: BTreeSet<usize>,
    /// The marks of each world: agent and number of the class.
    pub marks: Vec<Vec<(usize, usize)>>,
}

/// Places on the page, in pixels from the top left corner.
#[derive(Clone, Default)]
pub struct Layout {
    pub at: Vec<Point>,
    /// Lines that the shapes consist of.
    pub skeleton: Skeleton,
    /// Linked pairs whose line runs behind or across a solid.
    pub behind: BTreeSet<Pair>,
}

impl Layout {
    /// The same or its image in a mirror, so that worlds are as near as can be to where they are known to be, as seen from
    /// the middle of those.
    pub fn turned_to(self, known: &[Option<Point>]) -> Layout {
        let both: Vec<(Point, Point)> =
            self.at.iter().zip(known).filter_map(|(&own, known)| Some((own, (*known)?))).collect();
        // What lies behind a solid would come to its front.
        if both.is_empty() || !self.behind.is_empty() {
            return self;
        }
        let mean = |point: fn(&(Point, Point)) -> Point| {
            both.iter().map(point).fold(at(0.0, 0.0), |sum, p| sum + p) * (1.0 / both.len() as f64)
        };
        let (own, other) = (mean(|p| p.0), mean(|p| p.1));
        let mirrored = |p: Point, (x, y): (f64, f64)| at((p.x - own.x) * x, (p.y - own.y) * y);
        let away = |mirror: &(f64, f64)| {
            let away = both.iter().map(|&(p, q)| mirrored(p, *mirror).distance(q - other));
            (away.sum::<f64>() * 10.0).round() as u64
        };
        let mirrors = [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)];
        let best = mirrors.into_iter().min_by_key(away).unwrap_or((1.0, 1.0));
        Layout { at: self.at.iter().map(|&p| mirrored(p, best) + own).collect(), ..self }
    }

    /// The same, larger.
    pub fn grown(&self, growth: f64) -> Layout {
        Layout { at: self.at.iter().map(|&place| place * growth).collect(), ..self.clone() }
    }
}

/// The room that things need, in pixels.
pub struct Room<'a> {
    /// The boxes of the worlds.
    pub boxes: &'a [Half],
    /// The width of a label on a link.
    pub tag: f64,
}

/// Room between the boxes of two worlds.
const GAP: f64 = 16.0;
/// Room between two parts.
const PART_GAP: f64 = 48.0;
/// The usual length of a link.
const LINK: f64 = 104.0;

/// Finds the shapes.
pub fn sketch(graph: &Graph, actual: Option<usize>) -> Sketch {
    let parts = order(graph.components(), actual).into_iter().map(|members| {
        let here = actual.and_then(|w| members.iter().position(|&m| m == w));
        let shape = shape_of(&graph.restricted(&members), here);
        (members, shape)
    });
    let parts: Vec<(Vec<usize>, Shape)> = parts.collect();
    let mut sketch = Sketch {
        drawn: graph.clone(),
        marked: BTreeSet::new(),
        marks: vec![Vec::new(); graph.worlds],
        parts: Vec::new(),
    };
    for (members, shape) in &parts {
        shape.marked.iter().for_each(|&agent| sketch.mark(agent, members));
    }
    sketch.parts = parts;
    sketch
}

impl Sketch {
    /// Without any shape, because places are known, and with marks for the classes of these agents.
    pub fn marking(graph: &Graph, agents: &BTreeSet<usize>) -> Sketch {
        let mut sketch = Sketch {
            drawn: graph.clone(),
            marked: BTreeSet::new(),
            marks: vec![Vec::new(); graph.worlds],
            parts: Vec::new(),
        };
        let all: Vec<usize> = (0..graph.worlds).collect();
        agents.iter().for_each(|&agent| sketch.mark(agent, &all));
        sketch
    }

    /// Takes the classes of an agent out of the drawing and notes them on the worlds.
    fn mark(&mut self, agent: usize, members: &[usize]) {
        let Relation::Cells { cells, .. } = &mut self.drawn.relations[agent] else { return };
        let (inside, mut kept): (Vec<_>, Vec<_>) =
            cells.drain(..).partition(|cell| members.binary_search(&cell[0]).is_ok());
        if inside.iter().any(|cell| cell.len() > 1) {
            self.marked.insert(agent);
        }
        // Parts of a picture share their marks: no two classes have the same.
        let given = self.marks.iter().flatten().filter(|(other, _)| *other == agent);
        let first = given.map(|(_, number)| number + 1).max().unwrap_or(0);
        for (number, cell) in (first..).zip(inside.iter().filter(|cell| cell.len() > 1)) {
            cell.iter().for_each(|&w| self.marks[w].push((agent, number)));
        }
        kept.extend(inside.into_iter().flatten().map(|w| vec![w]));
        *cells = kept;
    }

    /// Gives everything its place.
    pub fn lay_out(self, room: &Room) -> Layout {
        let worlds = self.drawn.worlds;
        let mut parts = Vec::new();
        for (members, shape) in self.parts {
            let boxes: Vec<Half> = members.iter().map(|&w| room.boxes[w]).collect();
            let part = self.drawn.restricted(&members);
            let shape = settle(shape, &part, &Room { boxes: &boxes, tag: room.tag });
            parts.push((members, shape));
        }
        pack(worlds, parts, room.boxes)
    }
}

/// The part with the actual world first, then by size.
fn order(mut parts: Vec<Vec<usize>>, actual: Option<usize>) -> Vec<Vec<usize>> {
    let rank = |part: &Vec<usize>| {
        let away = actual.is_none_or(|w| part.binary_search(&w).is_err());
        (away, usize::MAX - part.len(), part[0])
    };
    parts.sort_by_key(rank);
    parts
}

/// Gives a shape its size in pixels and makes room for the boxes.
fn settle(mut shape: Shape, part: &Graph, room: &Room) -> Shape {
    let lines: Vec<Pair> =
        choose(part, &shape.at, &shape.skeleton).iter().map(|line| line.ends).collect();
    let framed = lines.iter().copied().filter(|p| shape.skeleton.contains(p));
    let framed: Vec<Pair> = framed.collect();
    let frame = if framed.is_empty() { &lines } else { &framed };
    let normal = usual_link(part) / usual_length(&shape.at, frame);
    let wanted = room_needed(&shape.at, room.boxes).max(tag_room(&shape.at, frame, room));
    let scale = match shape.pliable {
        Pliable::Rigid => wanted.clamp(normal, 4.0 * normal),
        Pliable::Soft => wanted.clamp(normal, 1.6 * normal),
    };
    let scale = match shape.pliable {
        Pliable::Rigid => scale * clear_growth(&shape.at, &lines, room.boxes, scale),
        Pliable::Soft => scale,
    };
    shape.at.iter_mut().for_each(|p| *p = *p * scale);
    if shape.pliable == Pliable::Soft {
        for _ in 0..100 {
            let pushed = push_off_lines(part, &mut shape.at, room.boxes);
            if !push_apart(&mut shape.at, room.boxes) && !pushed {
                break;
            }
        }
    }
    for _ in 0..200 {
        if !push_apart(&mut shape.at, room.boxes) {
            break;
        }
    }
    shape
}

/// By how much a rigid shape should grow so that lines clear the boxes of others: its
/// worlds cannot step aside, but boxes get smaller in comparison.
fn clear_growth(points: &[Point], lines: &[Pair], boxes: &[Half], scale: f64) -> f64 {
    let hits = |growth: &f64| {
        let place = |w: usize| points[w] * (scale * growth);
        let hit = |&(u, v): &Pair| {
            let others = (0..points.len()).filter(|&w| w != u && w != v);
            let near = |&w: &usize| boxes[w].grow(4.0).meets(place(w), place(u), place(v));
            others.filter(near).count()
        };
        lines.iter().map(hit).sum::<usize>()
    };
    // Large pictures had better stay on the page.
    let most = if points.len() > 16 { 1.3 } else { 1.6 };
    let growths = [1.0, 1.15, 1.3, 1.45, 1.6].into_iter().filter(|&growth| growth <= most);
    growths.min_by_key(hits).unwrap_or(1.0)
}

/// Arrows take more room than lines, for their heads and because they come in pairs.
fn usual_link(part: &Graph) -> f64 {
    let arrows = |relation: &Relation| matches!(relation, Relation::Arrows(_));
    if part.relations.iter().any(arrows) { 1.35 * LINK } else { LINK }
}

fn usual_length(points: &[Point], lines: &[Pair]) -> f64 {
    let mut lengths: Vec<f64> = lines.iter().map(|&(u, v)| points[u].distance(points[v])).collect();
    lengths.sort_by(f64::total_cmp);
    lengths.get(lengths.len() / 2).copied().unwrap_or(1.0).max(1e-3)
}

/// The scale at which a label fits between the boxes at both ends of each line; the
/// shortest lines of a large picture may go without.
fn tag_room(points: &[Point], lines: &[Pair], room: &Room) -> f64 {
    let needed = |&(u, v): &Pair| {
        let along = points[v] - points[u];
        let unit = at(along.x.abs(), along.y.abs()).unit();
        let inside = |half: Half| (half.w / unit.x.max(1e-6)).min(half.h / unit.y.max(1e-6));
        // On both sides of the label so much of the line shows that its dash can be told.
        let tag = (room.tag * unit.x).max(16.0);
        (inside(room.boxes[u]) + inside(room.boxes[v]) + tag + 30.0) / along.length().max(1e-6)
    };
    let mut scales: Vec<f64> = lines.iter().map(needed).collect();
    scales.sort_by(f64::total_cmp);
    let spared = if scales.len() > 20 { scales.len() / 8 } else { 0 };
    scales.iter().rev().nth(spared).copied().unwrap_or(0.0)
}

/// The scale at which no two boxes touch.
fn room_needed(points: &[Point], boxes: &[Half]) -> f64 {
    let mut scale = 0.0_f64;
    for i in 0..points.len() {
        for j in 0..i {
            let apart = points[i] - points[j];
            let across = (boxes[i].w + boxes[j].w + GAP) / apart.x.abs().max(1e-6);
            let down = (boxes[i].h + boxes[j].h + GAP) / apart.y.abs().max(1e-6);
            scale = scale.max(across.min(down));
        }
    }
    scale
}

/// Moves overlapping boxes apart along the shorter way; whether any was moved.
fn push_apart(points: &mut [Point], boxes: &[Half]) -> bool {
    let mut moved = false;
    for i in 0..points.len() {
        for j in 0..i {
            let apart = points[i] - points[j];
            let across = boxes[i].w + boxes[j].w + GAP - apart.x.abs();
            let down = boxes[i].h + boxes[j].h + GAP - apart.y.abs();
            if across <= 0.01 || down <= 0.01 {
                continue;
            }
            moved = true;
            let sign = |x: f64| if x < 0.0 { -0.5 } else { 0.5 };
            let step = if across < down {
                at(across * sign(apart.x), 0.0)
            } else {
                at(0.0, down * sign(apart.y))
            };
            points[i] = points[i] + step;
            points[j] = points[j] - step;
        }
    }
    moved
}

/// Nudges worlds off lines that are not theirs; whether there were any.
fn push_off_lines(part: &Graph, points: &mut [Point], boxes: &[Half]) -> bool {
    let mut pushed = false;
    for line in choose(part, points, &Skeleton::new()) {
        let (u, v) = line.ends;
        for w in (0..points.len()).filter(|&w| w != u && w != v) {
            if !boxes[w].grow(6.0).meets(points[w], points[u], points[v]) {
                continue;
            }
            pushed = true;
            let across = (points[v] - points[u]).unit().normal();
            let offset = points[w] - points[u];
            let side = if offset.x * across.x + offset.y * across.y < 0.0 { -1.0 } else { 1.0 };
            points[w] = points[w] + across * (4.0 * side);
            points[u] = points[u] - across * (1.5 * side);
            points[v] = points[v] - across * (1.5 * side);
        }
    }
    pushed
}

/// Puts the parts on shelves from the top left.
fn pack(worlds: usize, parts: Vec<(Vec<usize>, Shape)>, boxes: &[Half]) -> Layout {
    let mut layout = Layout { at: vec![at(0.0, 0.0); worlds], ..Layout::default() };
    let frames: Vec<(Point, Point)> = parts.iter().map(|(m, s)| frame(m, &s.at, boxes)).collect();
    let area: f64 = frames
        .iter()
        .map(|(low, high)| (high.x - low.x + PART_GAP) * (high.y - low.y + PART_GAP))
        .sum();
    let widest = frames.iter().map(|(low, high)| high.x - low.x).fold(0.0, f64::max);
    let limit = widest.max((area * 1.8).sqrt()).max(400.0);
    let mut corner = at(0.0, 0.0);
    let mut shelf = 0.0_f64;
    for ((members, shape), (low, high)) in parts.into_iter().zip(frames) {
        let (wide, tall) = (high.x - low.x, high.y - low.y);
        if corner.x > 0.0 && corner.x + wide > limit {
            corner = at(0.0, corner.y + shelf + PART_GAP);
            shelf = 0.0;
        }
        place(&mut layout, &members, shape, corner - low);
        shelf = shelf.max(tall);
        corner.x += wide + PART_GAP;
    }
    layout
}

fn frame(members: &[usize], points: &[Point], boxes: &[Half]) -> (Point, Point) {
    let (mut low, mut high) = (at(f64::MAX, f64::MAX), at(f64::MIN, f64::MIN));
    for (&world, &p) in members.iter().zip(points) {
        let half = boxes[world];
        low = at(low.x.min(p.x - half.w), low.y.min(p.y - half.h));
        high = at(high.x.max(p.x + half.w), high.y.max(p.y + half.h));
    }
    (low, high)
}

fn place(layout: &mut Layout, members: &[usize], shape: Shape, shift: Point) {
    let rename = |(u, v): Pair| pair(members[u], members[v]);
    for (&world, &p) in members.iter().zip(&shape.at) {
        layout.at[world] = p + shift;
    }
    layout.skeleton.extend(shape.skeleton.into_iter().map(rename));
    layout.behind.extend(shape.behind.into_iter().map(rename));
}
