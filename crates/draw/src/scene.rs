//! Everything that is drawn, with its measures in pixels, before any file format.

use super::geometry::{Half, Point, at, between};
use super::graph::{Graph, Pair, Relation, pair};
use super::labels::{self, tag_text};
use super::layout::{Layout, Room, Sketch, sketch};
use super::links::{Line, Skeleton, Way, choose, holding};
use super::names::{Caption, captions, distinct};
use super::outline::{self, Outline};
use super::picture::{Cells, Cut, Picture, PictureWorld, Things};
use super::row::Mark;
use super::wording::{self, LeftOut, bold_width, clean, width};
use std::collections::{BTreeMap, BTreeSet};

/// A finished drawing.
pub struct Scene {
    pub title: Option<String>,
    pub description: String,
    pub width: f64,
    pub height: f64,
    pub nodes: Vec<Node>,
    pub links: Vec<Link>,
    /// Classes that are drawn as outlines.
    pub outlines: Vec<Outline>,
    /// Signs between the parts of a row.
    pub marks: Vec<Mark>,
    pub legend: Vec<Entry>,
    /// The sentences of the legend, unbroken.
    pub notes: Vec<String>,
}

/// A world on the page.
pub struct Node {
    pub centre: Point,
    pub half: Half,
    /// The lines of its name.
    pub name: Vec<String>,
    pub details: Vec<String>,
    /// The whole text, for readers who ask for it.
    pub full: String,
    pub role: Role,
    pub cut: Cut,
}

/// Whether a world is the point of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Actual,
    Possible,
}

/// A line with its label; a loop when both ends are one world.
pub struct Link {
    pub ends: Pair,
    pub way: Way,
    pub agents: Vec<usize>,
    pub depth: Depth,
    pub strands: Vec<Strand>,
    /// The names of the agents.
    pub text: String,
    /// Where the label goes, if there is room.
    pub tag: Option<Point>,
}

/// Where a line runs in a picture of a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    Behind,
    Front,
}

/// One stroke: a cubic curve, or a straight line if the controls are missing.
pub struct Strand {
    /// The agent whose look it has; `None` when it stands for many.
    pub agent: Option<usize>,
    pub from: Point,
    pub controls: Option<(Point, Point)>,
    pub to: Point,
    /// Heads: the tip and the direction it points to.
    pub heads: Vec<(Point, Point)>,
}

/// A line of the legend.
pub struct Entry {
    /// The left end of its middle line.
    pub at: Point,
    pub key: Key,
    pub text: String,
}

/// The sample before a legend text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Agent(usize),
    Actual,
    Note,
}

/// Font sizes.
pub const NAME_SIZE: f64 = 15.0;
pub const DETAIL_SIZE: f64 = 11.0;
pub const TAG_SIZE: f64 = 12.5;
pub const NOTE_SIZE: f64 = 12.5;
pub const TITLE_SIZE: f64 = 17.0;
/// Distance of the ring around the actual world from its box.
pub const RING: f64 = 4.0;
/// Width of the sample in the legend.
pub const SAMPLE: f64 = 34.0;

/// Half the width, and the height, of the triangle of a subtree that is cut off.
pub const TRIANGLE: Half = Half { w: 11.0, h: 19.0 };

/// Distance of two lines of a name.
pub const NAME_STEP: f64 = NAME_SIZE * 1.2;
/// Distance of two lines under a name.
pub const DETAIL_STEP: f64 = DETAIL_SIZE * 1.24;

/// Font size of the text on an arrow between two parts.
pub const SIGN_SIZE: f64 = 13.0;

const MARGIN: f64 = 26.0;
const LEGEND_STEP: f64 = 21.0;
/// By how much a picture is enlarged, if need be, so that labels find a place and lines pass worlds.
const GROWTHS: [f64; 5] = [1.0, 1.15, 1.35, 1.6, 2.0];
/// More agents than this share a single grey stroke.
const STRANDS: usize = 3;

/// Puts a picture on the page.
pub fn build(picture: &Picture) -> Scene {
    let part = part(picture, None, 1.0);
    Scene::assemble(picture.title.as_deref(), &[String::new()], vec![part], Vec::new())
}

/// A picture with its measures, before it has a place on the page.
pub struct Part {
    nodes: Vec<Node>,
    links: Vec<Link>,
    outlines: Vec<Outline>,
    notes: Vec<String>,
    description: String,
    /// The agents with access, with their names.
    agents: Vec<(usize, String)>,
    all_agents: usize,
    things: Things,
    layout: Layout,
    labels: Vec<String>,
    places: Places,
    /// The agents whose classes are marked on the worlds.
    marked: BTreeSet<usize>,
    /// The same number for parts that share their places.
    pub family: usize,
    /// How much in it can be misread, because there was no room.
    pub faults: usize,
}

/// Where the places of a part come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Places {
    /// They are those of the first part of the row.
    Aligned,
    /// They are its own.
    Own,
}

/// Measures a picture, enlarged at least by so much; with the places of another part, if that has all its worlds, and
/// otherwise turned so that worlds are near to where they are there.
pub fn part(picture: &Picture, like: Option<&Part>, least: f64) -> Part {
    let graph = Graph::new(picture);
    let point = picture.point.filter(|&w| w < picture.worlds.len());
    let labels: Vec<String> = picture.worlds.iter().map(|world| world.label.clone()).collect();
    let same = like.and_then(|like| Some((like.places_for(&labels)?, &like.marked)));
    let places = if same.is_some() { Places::Aligned } else { Places::Own };
    let sketch = match &same {
        // What is marked there is marked here, and nothing else.
        Some((_, marked)) => Sketch::marking(&graph, marked),
        None => sketch(&graph, point),
    };
    let names = agent_names(&picture.agents);
    let mut nodes: Vec<Node> = (0..picture.worlds.len())
        .zip(captions(picture.worlds.iter()))
        .map(|(w, caption)| {
            node(&picture.worlds[w], caption, role(picture, w, point), &marks(&sketch, w, &names))
        })
        .collect();
    let tag = widest_tag(&graph, &names);
    let (drawn, marked) = (sketch.drawn.clone(), sketch.marked.clone());
    let (drawn, outlined) = match picture.cells {
        Cells::Links => (drawn, Vec::new()),
        Cells::Outlines => without_classes(drawn),
    };
    // Outlines need room around the worlds.
    let around = outlined.len().checked_sub(1).map_or(0.0, |last| outline::distance(last) + 4.0);
    let boxes: Vec<Half> = nodes.iter().map(|node| node.outline().grow(around)).collect();
    let layout = same.map(|(layout, _)| layout).unwrap_or_else(|| {
        let own = sketch.lay_out(&Room { boxes: &boxes, tag });
        let known = |label: &String| like.and_then(|like| like.place_of(label));
        own.turned_to(&labels.iter().map(known).collect::<Vec<_>>())
    });
    let growths = match places {
        Places::Aligned => vec![1.0],
        Places::Own => GROWTHS.map(|growth| growth * least).to_vec(),
    };
    let mut best: Option<(usize, Layout, Vec<Link>, Vec<Outline>)> = None;
    for growth in growths {
        let layout = layout.grown(growth);
        for (node, &place) in nodes.iter_mut().zip(&layout.at) {
            node.centre = place;
        }
        let mut links = lines(&drawn, &layout, &nodes);
        links.extend(loops(&drawn, &nodes, &links));
        let (outlines, astray) = outlines(&outlined, &layout, &nodes);
        let faults =
            labels::place(&mut links, &nodes, &names) + run_through(&links, &nodes) + astray;
        if best.as_ref().is_none_or(|(least, ..)| faults < *least) {
            best = Some((faults, layout, links, outlines));
        }
        if best.as_ref().is_some_and(|(least, ..)| *least == 0) {
            break;
        }
    }
    let (faults, layout, links, outlines) = best.unwrap_or_default();
    for (node, &place) in nodes.iter_mut().zip(&layout.at) {
        node.centre = place;
    }
    let behind = links.iter().filter(|link| link.depth == Depth::Behind).count();
    let left_out = LeftOut { behind, marked: &marked };
    let has_access = |agent: &usize| !matches!(graph.relations[*agent], Relation::Nobody);
    let told = distinct(&picture.agents, 28);
    let name = |agent: usize| (agent, told[agent].clone());
    Part {
        description: wording::description(picture, &graph),
        nodes,
        links,
        outlines,
        notes: wording::notes(picture, &graph, &left_out),
        agents: (0..picture.agents.len()).filter(has_access).map(name).collect(),
        all_agents: picture.agents.len(),
        things: picture.things,
        layout,
        labels,
        places,
        marked,
        family: 0,
        faults,
    }
}

impl Part {
    /// Whether it has the places of the first part of its row.
    pub fn is_aligned(&self) -> bool {
        self.places == Places::Aligned
    }

    /// Whether these worlds can have the places of worlds of the same names here: each name is there once.
    pub fn has_places_for(&self, labels: &[String]) -> bool {
        let unique =
            |labels: &[String]| labels.iter().collect::<BTreeSet<_>>().len() == labels.len();
        unique(&self.labels)
            && unique(labels)
            && labels.iter().all(|label| self.labels.contains(label))
    }

    /// The layout for worlds that all stand here under the same name, each name once.
    fn places_for(&self, labels: &[String]) -> Option<Layout> {
        if !self.has_places_for(labels) {
            return None;
        }
        let place = |label: &String| self.labels.iter().position(|known| known == label);
        let old: Vec<usize> = labels.iter().map(place).collect::<Option<_>>()?;
        let renamed = |pairs: &Skeleton| -> Skeleton {
            let new = |w: usize| old.iter().position(|&known| known == w);
            pairs.iter().filter_map(|&(u, v)| Some(pair(new(u)?, new(v)?))).collect()
        };
        Some(Layout {
            at: old.iter().map(|&w| self.layout.at[w]).collect(),
            skeleton: renamed(&self.layout.skeleton),
            behind: renamed(&self.layout.behind),
        })
    }

    /// Where the first world of this name stands.
    fn place_of(&self, label: &String) -> Option<Point> {
        let place = self.labels.iter().position(|known| known == label)?;
        Some(self.layout.at[place])
    }

    /// The top left and bottom right corners.
    pub fn corners(&self) -> (Point, Point) {
        let (mut low, mut high) = (at(f64::MAX, f64::MAX), at(f64::MIN, f64::MIN));
        self.extent(&mut |p| {
            low = at(low.x.min(p.x), low.y.min(p.y));
            high = at(high.x.max(p.x), high.y.max(p.y));
        });
        if self.nodes.is_empty() { (at(0.0, 0.0), at(0.0, 0.0)) } else { (low, high) }
    }

    fn extent(&self, include: &mut dyn FnMut(Point)) {
        for node in &self.nodes {
            let half = node.outline();
            include(node.centre + at(half.w, half.h));
            include(node.centre - at(half.w, half.h));
        }
        reach_of_links(&self.links, include);
        self.outlines.iter().flat_map(|outline| &outline.loops).flatten().for_each(|&p| include(p));
    }

    /// Moves it.
    pub fn shift(&mut self, by: Point) {
        shift(&mut self.nodes, &mut self.links, &mut self.outlines, by);
    }

    /// The worlds set apart, for the legend.
    fn actual(&self) -> Option<String> {
        let actual = self.nodes.iter().filter(|node| node.role == Role::Actual);
        let names: Vec<String> = actual.map(|node| node.name.join(" ")).take(4).collect();
        let thing = self.things.one();
        (!names.is_empty()).then(|| format!("actual {thing}: {}", names.join(", ")))
    }
}

fn reach_of_links(links: &[Link], include: &mut dyn FnMut(Point)) {
    for strand in links.iter().flat_map(|link| &link.strands) {
        (0..=8).for_each(|k| include(strand.spot(f64::from(k) / 8.0)));
    }
    for link in links {
        let reach = at(link.label().w + 1.0, 9.0);
        if let Some(spot) = link.tag {
            include(spot + reach);
            include(spot - reach);
        }
    }
}

fn shift(nodes: &mut [Node], links: &mut [Link], outlines: &mut [Outline], by: Point) {
    nodes.iter_mut().for_each(|node| node.centre = node.centre + by);
    let corners = outlines.iter_mut().flat_map(|outline| &mut outline.loops).flatten();
    corners.for_each(|corner| *corner = *corner + by);
    for link in links {
        link.tag = link.tag.map(|spot| spot + by);
        for strand in &mut link.strands {
            strand.from = strand.from + by;
            strand.to = strand.to + by;
            strand.controls = strand.controls.map(|(a, b)| (a + by, b + by));
            strand.heads.iter_mut().for_each(|head| head.0 = head.0 + by);
        }
    }
}

/// The width of the widest label that a link may get, within reason.
fn widest_tag(graph: &Graph, names: &[String]) -> f64 {
    let kinds: BTreeSet<&Vec<usize>> = graph.pairs.values().collect();
    let wide = |agents: &&Vec<usize>| bold_width(&tag_text(agents, names), TAG_SIZE);
    kinds.iter().map(wide).fold(0.0, f64::max).min(90.0)
}

/// What stands on a world about classes that have no lines, such as `3:b`.
fn marks(sketch: &Sketch, world: usize, names: &[String]) -> Vec<String> {
    let mark = |&(agent, class): &(usize, usize)| format!("{}:{}", names[agent], letters(class));
    let marks: Vec<String> = sketch.marks[world].iter().map(mark).collect();
    marks.chunks(3).map(|line| line.join("  ")).collect()
}

/// a, b, ..., z, aa, ab, ...
fn letters(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { format!("{}{letter}", letters(number / 26 - 1)) }
}

fn role(picture: &Picture, world: usize, point: Option<usize>) -> Role {
    match point == Some(world) || picture.also_actual.contains(&world) {
        true => Role::Actual,
        false => Role::Possible,
    }
}

/// A world with its measures, before it has a place.
pub fn node(given: &PictureWorld, caption: Caption, role: Role, marks: &[String]) -> Node {
    let Caption { name, mut details } = caption;
    details.extend(marks.iter().cloned());
    let widest =
        |lines: &[String], size| lines.iter().map(|line| width(line, size)).fold(0.0, f64::max);
    let half = Half {
        w: (widest(&name, NAME_SIZE).max(widest(&details, DETAIL_SIZE)) / 2.0 + 9.0).max(17.0),
        h: 14.0 + ((name.len() - 1) as f64 * NAME_STEP + details.len() as f64 * DETAIL_STEP) / 2.0,
    };
    let mut full = vec![clean(&given.label)];
    full.extend(given.details.iter().take(40).map(|line| clean(line)));
    Node { centre: at(0.0, 0.0), half, name, details, full: full.join("; "), role, cut: given.cut }
}

impl Node {
    /// The heights of the middles of its lines: those of the name, and those under it.
    pub fn line_heights(&self) -> (Vec<f64>, Vec<f64>) {
        let names = (self.name.len() - 1) as f64 * NAME_STEP;
        let top = self.centre.y - (names + self.details.len() as f64 * DETAIL_STEP) / 2.0;
        let below = top + names + NAME_SIZE * 0.2;
        let name = (0..self.name.len()).map(|line| top + line as f64 * NAME_STEP);
        let detail = (1..=self.details.len()).map(|line| below + line as f64 * DETAIL_STEP);
        (name.collect(), detail.collect())
    }

    /// The room the world takes, its ring included.
    pub fn outline(&self) -> Half {
        match self.role {
            Role::Actual => self.half.grow(RING),
            Role::Possible => self.half,
        }
    }
}

/// The names of agents, short enough for labels.
pub fn agent_names(agents: &[String]) -> Vec<String> {
    distinct(agents, 14)
}

// ---- lines ---------------------------------------------------------------

fn lines(graph: &Graph, layout: &Layout, nodes: &[Node]) -> Vec<Link> {
    let chosen = choose(graph, &layout.at, &layout.skeleton);
    let mut beside: BTreeMap<Pair, Vec<Line>> = BTreeMap::new();
    for line in chosen {
        beside.entry(line.ends).or_default().push(line);
    }
    let mut links = Vec::new();
    for (ends, group) in beside {
        let behind = layout.behind.contains(&ends);
        let count = group.len();
        for (lane, line) in group.into_iter().enumerate() {
            let bow = match count {
                1 => clear_bow(ends, nodes),
                _ => (lane as f64 - (count - 1) as f64 / 2.0) * 26.0,
            };
            links.push(link(line, bow, nodes, if behind { Depth::Behind } else { Depth::Front }));
        }
    }
    // What runs behind is drawn first.
    links.sort_by_key(|link| link.depth);
    links
}

/// The least bend that keeps a line off the boxes of other worlds.
fn clear_bow((u, v): Pair, nodes: &[Node]) -> f64 {
    let hits = |bow: f64| {
        let curve = Curve::with_bow(nodes[u].centre, nodes[v].centre, bow);
        let others = nodes.iter().enumerate().filter(|&(w, _)| w != u && w != v);
        others.filter(|(_, node)| curve.meets(node.outline().grow(3.0), node.centre)).count()
    };
    // No line may be as far off as it is long.
    let most = 0.4 * nodes[u].centre.distance(nodes[v].centre);
    let steps = [18.0, 32.0, 48.0, 68.0, 92.0, 110.0, 130.0, 150.0, 175.0, 200.0];
    let steps = steps.into_iter().filter(|&step| step <= most.max(68.0));
    let bows = std::iter::once(0.0).chain(steps.flat_map(|step| [step, -step]));
    bows.min_by_key(|&bow| hits(bow)).unwrap_or(0.0)
}

/// The classes of an agent that have more than one world.
type Classes = (usize, Vec<Vec<usize>>);

/// The graph without the classes of more than one world, and for each agent these classes with the lines that would hold
/// them together.
fn without_classes(mut graph: Graph) -> (Graph, Vec<Classes>) {
    let mut outlined = Vec::new();
    for (agent, relation) in graph.relations.iter_mut().enumerate() {
        let Relation::Cells { cells, .. } = relation else { continue };
        let (large, single) = cells.drain(..).partition(|cell: &Vec<usize>| cell.len() > 1);
        *cells = single;
        if !large.is_empty() {
            outlined.push((agent, large));
        }
    }
    (graph, outlined)
}

/// The outlines of classes, and how many worlds they run over that are none of theirs.
fn outlines(classes: &[Classes], layout: &Layout, nodes: &[Node]) -> (Vec<Outline>, usize) {
    let (mut outlines, mut astray) = (Vec::new(), 0);
    for (lane, (agent, cells)) in classes.iter().enumerate() {
        for cell in cells {
            let lines = holding(cell, &layout.at, &layout.skeleton);
            let reach = outline::distance(lane);
            let (outline, faults) = outline::outline(*agent, cell, &lines, nodes, reach);
            outlines.push(outline);
            astray += faults;
        }
    }
    (outlines, astray)
}

/// How many lines run through worlds that they do not link.
fn run_through(links: &[Link], nodes: &[Node]) -> usize {
    let through = |link: &Link| {
        let others =
            nodes.iter().enumerate().filter(|&(w, _)| w != link.ends.0 && w != link.ends.1);
        others.filter(|(_, node)| link.meets(node.outline(), node.centre)).count()
    };
    links.iter().map(through).sum()
}

/// A line with its measures.
pub fn link(line: Line, bow: f64, nodes: &[Node], depth: Depth) -> Link {
    let (u, v) = line.ends;
    let looks: Vec<Option<usize>> = if line.agents.len() <= STRANDS {
        line.agents.iter().map(|&agent| Some(agent)).collect()
    } else {
        vec![None]
    };
    let apart = if line.way == Way::Both { 3.6 } else { 8.0 };
    let across = (nodes[v].centre - nodes[u].centre).unit().normal();
    let mut strands = Vec::new();
    for (index, &agent) in looks.iter().enumerate() {
        let shift = across * ((index as f64 - (looks.len() - 1) as f64 / 2.0) * apart);
        let curve = Curve::with_bow(nodes[u].centre + shift, nodes[v].centre + shift, bow);
        strands.push(curve.trim(&nodes[u], &nodes[v]).strand(agent, line.way));
    }
    Link {
        ends: line.ends,
        way: line.way,
        agents: line.agents,
        depth,
        strands,
        text: String::new(),
        tag: None,
    }
}

/// A quadratic curve.
#[derive(Clone, Copy)]
struct Curve {
    from: Point,
    control: Point,
    to: Point,
}

impl Curve {
    fn with_bow(from: Point, to: Point, bow: f64) -> Curve {
        let control = between(from, to, 0.5) + (to - from).unit().normal() * (2.0 * bow);
        Curve { from, control, to }
    }

    fn at(&self, t: f64) -> Point {
        between(between(self.from, self.control, t), between(self.control, self.to, t), t)
    }

    fn meets(&self, half: Half, centre: Point) -> bool {
        const PIECES: usize = 12;
        let spot = |k: usize| self.at(k as f64 / PIECES as f64);
        (0..PIECES).any(|k| half.meets(centre, spot(k), spot(k + 1)))
    }

    /// The part between the boxes of two worlds.
    fn trim(&self, first: &Node, second: &Node) -> Curve {
        const STEPS: usize = 200;
        let fraction = |k: usize| k as f64 / STEPS as f64;
        let free = |node: &Node, k: usize| {
            !node.outline().grow(2.5).contains(node.centre, self.at(fraction(k)))
        };
        let start = (0..STEPS).find(|&k| free(first, k)).unwrap_or(0);
        let end = (start..=STEPS).rev().find(|&k| free(second, k)).unwrap_or(STEPS);
        if end <= start { *self } else { self.cut(fraction(start), fraction(end)) }
    }

    fn cut(&self, s: f64, t: f64) -> Curve {
        let control =
            between(between(self.from, self.control, s), between(self.control, self.to, s), t);
        Curve { from: self.at(s), control, to: self.at(t) }
    }

    fn strand(&self, agent: Option<usize>, way: Way) -> Strand {
        let straight = distance_off(self) < 0.05;
        let third = |end: Point| between(end, self.control, 2.0 / 3.0);
        let heads = match way {
            Way::Both => Vec::new(),
            Way::Forth => vec![(self.to, (self.to - self.control).unit())],
            Way::Back => vec![(self.from, (self.from - self.control).unit())],
        };
        Strand {
            agent,
            from: self.from,
            controls: (!straight).then(|| (third(self.from), third(self.to))),
            to: self.to,
            heads,
        }
    }
}

fn distance_off(curve: &Curve) -> f64 {
    between(curve.from, curve.to, 0.5).distance(curve.control)
}

impl Strand {
    /// A point of the stroke, at a fraction of its way.
    pub fn spot(&self, t: f64) -> Point {
        let Some((a, b)) = self.controls else { return between(self.from, self.to, t) };
        let mix = |p: Point, q: Point| between(p, q, t);
        let (p, q, r) = (mix(self.from, a), mix(a, b), mix(b, self.to));
        mix(mix(p, q), mix(q, r))
    }

    pub fn meets(&self, half: Half, centre: Point) -> bool {
        let pieces = if self.controls.is_some() { 10 } else { 1 };
        let spot = |k: usize| self.spot(k as f64 / f64::from(pieces));
        (0..pieces as usize).any(|k| half.meets(centre, spot(k), spot(k + 1)))
    }
}

// ---- loops ---------------------------------------------------------------

fn loops(graph: &Graph, nodes: &[Node], links: &[Link]) -> Vec<Link> {
    let mut agents_at: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (agent, relation) in graph.relations.iter().enumerate() {
        if let Relation::Arrows(arrows) = relation {
            arrows.loops.iter().for_each(|&w| agents_at.entry(w).or_default().push(agent));
        }
    }
    agents_at.into_iter().map(|(w, agents)| loop_at(w, agents, nodes, links)).collect()
}

fn loop_at(world: usize, agents: Vec<usize>, nodes: &[Node], links: &[Link]) -> Link {
    let node = &nodes[world];
    let half = node.outline();
    let sides = [at(0.0, -1.0), at(0.0, 1.0), at(1.0, 0.0), at(-1.0, 0.0)];
    let busy = |side: &Point| {
        let middle = node.centre + at(side.x * (half.w + 22.0), side.y * (half.h + 22.0));
        let room = Half { w: 14.0, h: 18.0 };
        let lines = links.iter().flat_map(|link| &link.strands);
        let boxes = nodes.iter().enumerate().filter(|&(w, _)| w != world);
        lines.filter(|strand| strand.meets(room, middle)).count()
            + 4 * boxes.filter(|(_, other)| overlap(room, middle, other.half, other.centre)).count()
    };
    let side = sides.into_iter().min_by_key(busy).unwrap_or(sides[0]);
    let across = side.normal();
    let base = node.centre + at(side.x * (half.w + 2.5), side.y * (half.h + 2.5));
    let (from, to) = (base - across * 8.0, base + across * 8.0);
    let (a, b) = (from + side * 36.0 - across * 12.0, to + side * 36.0 + across * 12.0);
    let strand = Strand {
        agent: if agents.len() == 1 { Some(agents[0]) } else { None },
        from,
        controls: Some((a, b)),
        to,
        heads: vec![(to, (to - b).unit())],
    };
    let (ends, depth) = ((world, world), Depth::Front);
    let (strands, text) = (vec![strand], String::new());
    Link { ends, way: Way::Forth, agents, depth, strands, text, tag: None }
}

fn overlap(a: Half, p: Point, b: Half, q: Point) -> bool {
    (p.x - q.x).abs() < a.w + b.w && (p.y - q.y).abs() < a.h + b.h
}

// ---- legend --------------------------------------------------------------

/// The agents that have access somewhere, and what is set apart.
fn keys(parts: &[Part]) -> Vec<(Key, String)> {
    let agents: BTreeMap<usize, &String> =
        parts.iter().flat_map(|part| &part.agents).map(|(agent, name)| (*agent, name)).collect();
    let told = agents.into_iter().take(wording::AGENTS_TOLD);
    let mut keys: Vec<(Key, String)> =
        told.map(|(agent, name)| (Key::Agent(agent), name.clone())).collect();
    let all = parts.iter().map(|part| part.all_agents).max().unwrap_or(0);
    if all > wording::AGENTS_TOLD {
        let more = all - wording::AGENTS_TOLD;
        keys.push((Key::Note, format!("… and {more} more agents")));
    }
    let mut actual: Vec<String> = Vec::new();
    for text in parts.iter().filter_map(Part::actual) {
        if !actual.contains(&text) {
            actual.push(text);
        }
    }
    keys.extend(actual.into_iter().map(|text| (Key::Actual, text)));
    keys
}

fn description_of_parts(names: &[String], parts: &[Part]) -> String {
    match parts {
        [only] => only.description.clone(),
        _ => {
            let told = names
                .iter()
                .zip(parts)
                .map(|(name, p)| format!("{}: {}", clean(name), p.description));
            told.collect::<Vec<_>>().join(" ")
        }
    }
}

/// The sentences of all parts, each once. What is said of an agent in some parts only is said of these.
fn notes_of_parts(names: &[String], parts: &[Part]) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for note in parts.iter().flat_map(|part| &part.notes) {
        let with: Vec<&str> = names
            .iter()
            .zip(parts)
            .filter(|(_, part)| part.notes.contains(note))
            .map(|(name, _)| name.as_str())
            .collect();
        let agents = parts.iter().flat_map(|part| &part.agents);
        let begins =
            |name: &str| [": ", ", "].iter().any(|end| note.starts_with(&format!("{name}{end}")));
        let about_agent = agents.into_iter().any(|(_, name)| begins(name));
        let text = match with.len() < parts.len() && about_agent {
            true => format!("{}: {note}", with.join(" and ")),
            false => note.clone(),
        };
        if !notes.contains(&text) {
            notes.push(text);
        }
    }
    notes
}

// ---- page ----------------------------------------------------------------

impl Scene {
    /// Parts that have their places, on one page with a legend. The names tell parts apart.
    pub fn assemble(
        title: Option<&str>,
        names: &[String],
        mut parts: Vec<Part>,
        marks: Vec<Mark>,
    ) -> Scene {
        let (description, notes) =
            (description_of_parts(names, &parts), notes_of_parts(names, &parts));
        let keys = keys(&parts);
        let mut scene = Scene {
            title: title.map(clean).filter(|title| !title.is_empty()),
            description,
            width: 0.0,
            height: 0.0,
            nodes: Vec::new(),
            links: Vec::new(),
            outlines: Vec::new(),
            marks,
            legend: Vec::new(),
            notes,
        };
        for part in &mut parts {
            let before = scene.nodes.len();
            scene.nodes.append(&mut part.nodes);
            part.links.iter_mut().for_each(|link| {
                link.ends = (link.ends.0 + before, link.ends.1 + before);
            });
            scene.links.append(&mut part.links);
            scene.outlines.append(&mut part.outlines);
        }
        scene.frame();
        scene.add_legend(keys);
        scene
    }

    /// Moves everything into the page and sets its size.
    pub fn frame(&mut self) {
        let (mut low, mut high) = (at(0.0, 0.0), at(0.0, 0.0));
        let mut include = |p: Point| {
            low = at(low.x.min(p.x), low.y.min(p.y));
            high = at(high.x.max(p.x), high.y.max(p.y));
        };
        for node in &self.nodes {
            let half = node.outline();
            include(node.centre + at(half.w, half.h + node.tail()));
        }
        if !self.marks.is_empty() {
            for node in &self.nodes {
                let half = node.outline();
                include(node.centre - at(half.w, half.h));
            }
        }
        reach_of_links(&self.links, &mut include);
        self.outlines.iter().flat_map(|outline| &outline.loops).flatten().for_each(|&p| include(p));
        for (first, last) in self.marks.iter().map(Mark::corners) {
            include(first);
            include(last);
        }
        let title = self.title.as_ref().map_or(0.0, |_| TITLE_SIZE + 18.0);
        let shift = at(MARGIN, MARGIN + title) - low;
        self.shift(shift);
        self.width = (high.x - low.x + 2.0 * MARGIN).max(360.0);
        self.height = high.y - low.y + 2.0 * MARGIN + title;
        self.centre_narrow(high.x - low.x + 2.0 * MARGIN);
    }

    /// A small picture goes to the middle of a page that text keeps wide.
    fn centre_narrow(&mut self, needed: f64) {
        let title = self.title.as_ref().map_or(0.0, |t| width(t, TITLE_SIZE) + 2.0 * MARGIN);
        self.width = self.width.max(title.min(900.0));
        self.shift(at((self.width - needed) / 2.0, 0.0));
    }

    fn shift(&mut self, by: Point) {
        shift(&mut self.nodes, &mut self.links, &mut self.outlines, by);
        self.marks.iter_mut().for_each(|mark| mark.at = mark.at + by);
    }

    /// Agents in rows, the mark of the actual world, then the sentences.
    pub fn add_legend(&mut self, keys: Vec<(Key, String)>) {
        let mut corner = at(MARGIN, self.height);
        for (key, text) in keys {
            let wide = width(&text, NOTE_SIZE) + if key == Key::Note { 0.0 } else { SAMPLE + 8.0 };
            if corner.x > MARGIN && corner.x + wide > self.width - MARGIN {
                corner = at(MARGIN, corner.y + LEGEND_STEP);
            }
            self.legend.push(Entry { at: corner, key, text });
            corner.x += wide + 22.0;
        }
        let top = if corner.x > MARGIN { corner.y + LEGEND_STEP } else { corner.y };
        self.add_notes(top);
    }

    fn add_notes(&mut self, top: f64) {
        let mut y = top;
        for note in &self.notes {
            for text in wording::wrap(note, NOTE_SIZE, self.width - 2.0 * MARGIN) {
                self.legend.push(Entry { at: at(MARGIN, y), key: Key::Note, text });
                y += LEGEND_STEP - 4.0;
            }
        }
        let widest = self.legend.iter().map(|e| e.at.x + width(&e.text, NOTE_SIZE) + SAMPLE + 8.0);
        self.width = widest.fold(self.width, f64::max);
        self.height = y + MARGIN / 2.0;
    }
}
