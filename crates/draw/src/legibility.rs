//! What would make a drawing hard to read or misleading. Drawings are laid out so that there is none of it; tests ask
//! whether that is so.

use super::film::{self, Film};
use super::geometry::{Half, Point};
use super::overview;
use super::picture::{Picture, Row};
use super::row;
use super::scene::{self, Link, Node, Scene};
use super::tree::{self, Tree};
use std::collections::BTreeMap;

/// Something that a reader could take for something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blemish {
    /// Two worlds of one picture with different texts look alike.
    LookAlike(String, String),
    /// The box of a world covers another.
    BoxOnBox(String, String),
    /// The label of a link covers that of another.
    LabelOnLabel(String, String),
    /// The label of a link covers a world.
    LabelOnWorld(String, String),
    /// The label of a link covers a link it does not belong to: the label, and whose link it is.
    LabelOnLink(String, String),
    /// A link for many agents has no label: whose it is.
    NoLabel(String),
    /// A link runs through a world that it does not link: whose link it is, and the world.
    ThroughWorld(String, String),
    /// Something lies outside of the page.
    OffPage(String),
    /// A world stands elsewhere than one picture before, although all worlds of the picture were there: its name, and the
    /// number of the picture, from 1.
    Moved(String, usize),
}

/// The faults of a drawn picture.
pub fn faults(picture: &Picture) -> Vec<Blemish> {
    faults_of(&scene::build(&overview::fit(picture)))
}

/// The faults of pictures side by side.
pub fn faults_of_row(given: &Row) -> Vec<Blemish> {
    faults_of(&row::build(given))
}

/// The faults of a film.
pub fn faults_of_film(given: &Film) -> Vec<Blemish> {
    let scene = film::build(given);
    let mut faults = faults_of(&scene);
    let mut before: Option<BTreeMap<String, Point>> = None;
    let mut first = 0;
    for (index, ((_, picture), mark)) in given.frames.iter().zip(&scene.marks).enumerate() {
        let fitted = overview::fit(picture);
        let nodes = &scene.nodes[first..first + fitted.worlds.len()];
        first += fitted.worlds.len();
        let labels = fitted.worlds.iter().map(|world| world.label.clone());
        let now: BTreeMap<String, Point> =
            labels.zip(nodes.iter().map(|node| node.centre - mark.at)).collect();
        let unique = now.len() == fitted.worlds.len();
        if let Some(before) =
            before.take().filter(|before| unique && now.keys().all(|w| before.contains_key(w)))
        {
            let moved = now.iter().find(|(world, place)| before[*world].distance(**place) > 0.1);
            faults.extend(moved.map(|(world, _)| Blemish::Moved(world.clone(), index + 1)));
        }
        before = unique.then_some(now);
    }
    faults
}

/// The faults of a tree.
pub fn faults_of_tree(given: &Tree) -> Vec<Blemish> {
    faults_of(&tree::build(given))
}

fn faults_of(scene: &Scene) -> Vec<Blemish> {
    let mut faults = Vec::new();
    for (index, node) in scene.nodes.iter().enumerate() {
        of_world(scene, index, node, &mut faults);
    }
    for (index, link) in scene.links.iter().enumerate() {
        of_link(scene, index, link, &mut faults);
    }
    faults
}

fn of_world(scene: &Scene, index: usize, node: &Node, faults: &mut Vec<Blemish>) {
    let (centre, half) = (node.centre, node.outline());
    for other in &scene.nodes[..index] {
        let names = || (node.full.clone(), other.full.clone());
        if overlap(centre, half, other.centre, other.outline()) {
            let (first, second) = names();
            faults.push(Blemish::BoxOnBox(first, second));
        }
        let same = node.name == other.name && node.details == other.details;
        // In several pictures cuts may differ.
        if same && node.full != other.full && scene.marks.is_empty() {
            let (first, second) = names();
            faults.push(Blemish::LookAlike(first, second));
        }
    }
    if !on_page(scene, centre, half) {
        faults.push(Blemish::OffPage(node.full.clone()));
    }
}

fn of_link(scene: &Scene, index: usize, link: &Link, faults: &mut Vec<Blemish>) {
    let name = || link.text.clone();
    let (u, v) = link.ends;
    for (world, node) in scene.nodes.iter().enumerate() {
        if world != u && world != v && link.meets(node.outline().grow(-1.0), node.centre) {
            faults.push(Blemish::ThroughWorld(name(), node.full.clone()));
        }
    }
    let Some(spot) = link.tag else {
        if link.needs_label() {
            faults.push(Blemish::NoLabel(name()));
        }
        return;
    };
    let half = link.label();
    if !on_page(scene, spot, half) {
        faults.push(Blemish::OffPage(name()));
    }
    for node in &scene.nodes {
        if overlap(spot, half, node.centre, node.outline()) {
            faults.push(Blemish::LabelOnWorld(name(), node.full.clone()));
        }
    }
    for (number, other) in scene.links.iter().enumerate().filter(|(number, _)| *number != index) {
        if other.tag.is_some_and(|tag| number < index && overlap(spot, half, tag, other.label())) {
            faults.push(Blemish::LabelOnLabel(name(), other.text.clone()));
        }
        if other.meets(half, spot) {
            faults.push(Blemish::LabelOnLink(name(), other.text.clone()));
        }
    }
}

fn overlap(p: Point, a: Half, q: Point, b: Half) -> bool {
    (p.x - q.x).abs() < a.w + b.w && (p.y - q.y).abs() < a.h + b.h
}

fn on_page(scene: &Scene, centre: Point, half: Half) -> bool {
    centre.x >= half.w
        && centre.y >= half.h
        && centre.x + half.w <= scene.width
        && centre.y + half.h <= scene.height
}
