//! The names on links. A label stands on its own line or beside it, and covers no world, no other label and no line but
//! its own; where there is no such place it is left out, because dash and colour tell as well whose the line is. Only
//! lines that stand for many agents have no dash of their own: they must have a label.

use super::geometry::{Half, Point, at, between};
use super::scene::{Link, Node, TAG_SIZE};
use super::wording::bold_width;

/// In pictures with more lines than this, lines beside a labelled one of the same agents go without.
const MANY: usize = 24;
/// How near that one is.
const NEAR: f64 = 170.0;
/// Where on a line a label is tried, the middle first.
const SPOTS: [f64; 13] =
    [0.5, 0.44, 0.56, 0.38, 0.62, 0.31, 0.69, 0.25, 0.75, 0.19, 0.81, 0.13, 0.87];

/// Gives the lines their labels; how many lines had to have one and have none.
pub fn place(links: &mut [Link], nodes: &[Node], names: &[String]) -> usize {
    for link in links.iter_mut() {
        link.text = tag_text(&link.agents, names);
        link.tag = None;
    }
    // What lies in front was put last.
    let mut order: Vec<usize> = (0..links.len()).rev().collect();
    order.sort_by_key(|&index| !links[index].needs_label());
    let mut missing = 0;
    for index in order {
        let link = &links[index];
        let told = links.iter().filter(|other| other.tag.is_some() && other.agents == link.agents);
        let (mut known, mut near) = (false, false);
        for other in told {
            known = true;
            let apart = other.tag.map_or(f64::MAX, |spot| spot.distance(link.middle(0.5)));
            near |= apart < NEAR;
        }
        let needed = link.needs_label();
        if !needed && near && links.len() > MANY {
            continue;
        }
        let on_line = || SPOTS.iter().map(|&t| link.middle(t));
        let beside = || SPOTS.iter().flat_map(|&t| link.beside(t)).filter(|_| needed || !known);
        let spot = on_line().chain(beside()).find(|&spot| is_free(index, spot, links, nodes));
        missing += usize::from(needed && spot.is_none());
        links[index].tag = spot;
    }
    missing
}

/// Whether a label may stand somewhere.
fn is_free(index: usize, spot: Point, links: &[Link], nodes: &[Node]) -> bool {
    let half = links[index].label().grow(0.5);
    let on_world = nodes.iter().any(|node| {
        let (low, high) = (node.outline(), node.tail());
        let reach = Half { w: low.w, h: low.h + high / 2.0 };
        overlap(half, spot, reach, node.centre + at(0.0, high / 2.0))
    });
    !on_world
        && links.iter().enumerate().all(|(other, link)| {
            let apart = link.tag.is_none_or(|tag| !overlap(half, spot, link.label(), tag));
            let off_line = other == index || !link.meets(half.grow(1.5), spot);
            let mut heads = link.strands.iter().flat_map(|strand| &strand.heads);
            apart && off_line && !heads.any(|&(tip, _)| half.grow(7.0).contains(spot, tip))
        })
}

fn overlap(a: Half, p: Point, b: Half, q: Point) -> bool {
    (p.x - q.x).abs() < a.w + b.w && (p.y - q.y).abs() < a.h + b.h
}

impl Link {
    /// Whether nothing but a label says whose it is.
    pub fn needs_label(&self) -> bool {
        self.strands.iter().any(|strand| strand.agent.is_none())
    }

    /// The room that its label takes.
    pub fn label(&self) -> Half {
        Half { w: bold_width(&self.text, TAG_SIZE) / 2.0 + 1.5, h: 8.0 }
    }

    /// Whether one of its strokes runs through a box.
    pub fn meets(&self, half: Half, centre: Point) -> bool {
        self.strands.iter().any(|strand| strand.meets(half, centre))
    }

    /// A point in the middle of its strokes.
    fn middle(&self, t: f64) -> Point {
        let [first, .., last] = &self.strands[..] else {
            return self.strands.first().map_or(at(0.0, 0.0), |only| only.spot(t));
        };
        between(first.spot(t), last.spot(t), 0.5)
    }

    /// The places for its label on both sides of a point, off its strokes.
    fn beside(&self, t: f64) -> [Point; 2] {
        let (spot, half) = (self.middle(t), self.label());
        let across = (self.middle((t + 0.05).min(1.0)) - self.middle((t - 0.05).max(0.0))).unit();
        let across = across.normal();
        let strokes = 4.0 * self.strands.len() as f64;
        let away = across * (across.x.abs() * half.w + across.y.abs() * half.h + strokes);
        [spot + away, spot - away]
    }
}

/// The label of a line.
pub fn tag_text(agents: &[usize], names: &[String]) -> String {
    let told: Vec<&str> = agents.iter().take(6).map(|&agent| names[agent].as_str()).collect();
    let more = if agents.len() > 6 { ",…" } else { "" };
    format!("{}{more}", told.join(","))
}
