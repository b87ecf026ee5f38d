//! Several pictures in a row, with signs between them: a state, an action and what
//! comes out (*Knowledge games*, figures 2.2 and 2.3). Worlds of the same name
//! have the same place in each, so that the eye sees what is gone.

use super::geometry::{Point, at};
use super::overview;
use super::picture::{Picture, Row, Sign};
use super::scene::{Part, SIGN_SIZE, Scene, part};
use super::wording::{clean, shorten, width, wrap};
use std::borrow::Cow;

/// A sign with its place on the page.
pub struct Mark {
    /// The middle.
    pub at: Point,
    /// Half of the room it takes across.
    pub half: f64,
    pub kind: MarkKind,
}

/// What a sign looks like.
pub enum MarkKind {
    /// An arrow to the right, with lines of text above.
    Arrow(Vec<String>),
    Times,
    Equals,
    /// An outline around a picture, of half this height, with lines of text at its top.
    Frame(f64, Vec<String>),
}

/// Room on both sides of a sign.
const SIDE: f64 = 20.0;
/// The widest line of text above an arrow.
const TEXT: f64 = 190.0;
/// The longest text above an arrow, in characters.
const LONGEST: usize = 160;

impl Mark {
    fn new(sign: &Sign) -> Mark {
        let (half, kind) = match sign {
            Sign::Arrow(text) => {
                let lines = break_lines(&shorten(&clean(text), LONGEST));
                let widest = lines.iter().map(|line| width(line, SIGN_SIZE)).fold(60.0, f64::max);
                (widest / 2.0, MarkKind::Arrow(lines))
            }
            Sign::Times => (12.0, MarkKind::Times),
            Sign::Equals => (12.0, MarkKind::Equals),
        };
        Mark { at: at(0.0, 0.0), half, kind }
    }

    /// The top left and bottom right corners.
    pub fn corners(&self) -> (Point, Point) {
        let above = match &self.kind {
            MarkKind::Arrow(lines) => 14.0 + lines.len() as f64 * LINE,
            MarkKind::Times | MarkKind::Equals => 14.0,
            MarkKind::Frame(half, _) => *half,
        };
        let below = if let MarkKind::Frame(half, _) = self.kind { half } else { 14.0 };
        (self.at - at(self.half, above), self.at + at(self.half, below))
    }

    /// Where the lines of text are centred.
    pub fn line_at(&self, index: usize, lines: usize) -> Point {
        match self.kind {
            MarkKind::Frame(half, _) => self.at - at(0.0, half - 20.0 - index as f64 * LINE),
            MarkKind::Arrow(_) | MarkKind::Times | MarkKind::Equals => {
                self.at - at(0.0, 14.0 + (lines - 1 - index) as f64 * LINE)
            }
        }
    }
}

/// The lines of an action, broken before its operators and after its commas if they are narrow enough then.
fn break_lines(text: &str) -> Vec<String> {
    const KEPT: char = '\u{a0}';
    let mut kept = text.replace(' ', &KEPT.to_string());
    for operator in ["+", ";", "||", "&", "|", "->"] {
        kept = kept.replace(&format!("{KEPT}{operator}{KEPT}"), &format!(" {operator}{KEPT}"));
    }
    kept = kept.replace(&format!(",{KEPT}"), ", ");
    let lines = wrap(&kept, SIGN_SIZE, TEXT).into_iter().map(|line| line.replace(KEPT, " "));
    lines.flat_map(|line| wrap(&line, SIGN_SIZE, 2.0 * TEXT)).collect()
}

/// Distance of two lines of text.
const LINE: f64 = 17.0;

/// By how much all pictures are enlarged if there is not enough room in one of them.
const GROWTHS: [f64; 3] = [1.0, 1.3, 1.6];

/// The parts for several pictures. Worlds have the same place in each: that in the picture that has all worlds of most
/// others, and where that is not possible, in one that came before.
pub fn in_step(pictures: &[&Picture]) -> Vec<Part> {
    let fitted: Vec<_> = pictures.iter().map(|picture| overview::fit(picture)).collect();
    let labels: Vec<Vec<String>> = fitted
        .iter()
        .map(|picture| picture.worlds.iter().map(|world| world.label.clone()).collect())
        .collect();
    let mut best: Option<(usize, Vec<Part>)> = None;
    for growth in GROWTHS {
        let parts = parts(&fitted, &labels, growth);
        let faults = parts.iter().map(|part| part.faults).sum();
        if best.as_ref().is_none_or(|(least, _)| faults < *least) {
            best = Some((faults, parts));
        }
        if faults == 0 {
            break;
        }
    }
    best.map(|(_, parts)| parts).unwrap_or_default()
}

fn parts(pictures: &[Cow<'_, Picture>], labels: &[Vec<String>], growth: f64) -> Vec<Part> {
    let mut own: Vec<Part> = pictures.iter().map(|picture| part(picture, None, growth)).collect();
    own.iter_mut().enumerate().for_each(|(at, part)| part.family = at);
    let guests = |host: &Part| labels.iter().filter(|labels| host.has_places_for(labels)).count();
    // The first of those with most guests.
    let host = own.iter().enumerate().max_by_key(|(at, part)| (guests(part), usize::MAX - at));
    let Some(host) = host.filter(|(_, part)| guests(part) > 0).map(|(at, _)| at) else {
        return own;
    };
    let mut parts: Vec<Part> = Vec::new();
    for (at, picture) in pictures.iter().enumerate() {
        let fits = |part: &&Part| part.has_places_for(&labels[at]);
        let like = parts
            .last()
            .filter(fits)
            .or(Some(&own[host]).filter(fits))
            .or_else(|| parts.iter().rev().find(fits))
            .or(parts.last());
        let like = like.filter(|_| at != host);
        let mut part = part(picture, like, growth);
        part.family = like.filter(|_| part.is_aligned()).map_or(at, |like| like.family);
        parts.push(part);
    }
    parts
}

/// Puts pictures in a row on the page.
pub fn build(row: &Row) -> Scene {
    let pictures: Vec<&Picture> = row.pictures.iter().map(|(_, picture)| picture).collect();
    let mut parts = in_step(&pictures);
    let mut marks: Vec<Mark> = row.signs.iter().map(Mark::new).collect();
    let mut cursor = 0.0;
    let mut first_level = None;
    for (index, part) in parts.iter_mut().enumerate() {
        if let Some(mark) = index.checked_sub(1).and_then(|before| marks.get_mut(before)) {
            mark.at = at(cursor + SIDE + mark.half, 0.0);
            cursor += 2.0 * (SIDE + mark.half);
        }
        let (low, high) = part.corners();
        let middle = -(low.y + high.y) / 2.0;
        let level = if part.is_aligned() { first_level.unwrap_or(middle) } else { middle };
        first_level.get_or_insert(level);
        part.shift(at(cursor - low.x, level));
        cursor += high.x - low.x;
    }
    let names: Vec<String> = row.pictures.iter().map(|(name, _)| name.clone()).collect();
    Scene::assemble(row.title.as_deref(), &names, parts, marks)
}
