//! A film strip: the states of a play one after the other, each with what led to it. Worlds keep their place from picture
//! to picture, so that the eye sees what went and what was learnt.

use super::geometry::{Half, Point, at};
use super::picture::Picture;
use super::row::{Mark, MarkKind, in_step};
use super::scene::{Part, SIGN_SIZE, Scene};
use super::wording::{clean, shorten, width, wrap};

/// Pictures in the order of time.
#[derive(Clone, Debug, Default)]
pub struct Film {
    /// A heading for all.
    pub title: Option<String>,
    /// What stands above each picture, and the picture.
    pub frames: Vec<(String, Picture)>,
}

/// How wide the page should be at most, if more than one picture stands in a row.
const PAGE: f64 = 1800.0;
/// Room inside of the outline of a frame.
const INSIDE: f64 = 18.0;
/// Room between frames.
const BETWEEN: f64 = 14.0;
/// The least width of a frame, for what stands above.
const NARROWEST: f64 = 150.0;
/// Distance of two lines of what stands above.
const LINE: f64 = 17.0;
/// The most lines of what stands above.
const LINES: usize = 4;
/// The longest text above a frame, in characters.
const LONGEST: usize = 200;

/// Puts a film on the page: frames of one size, in rows.
pub fn build(film: &Film) -> Scene {
    let pictures: Vec<&Picture> = film.frames.iter().map(|(_, picture)| picture).collect();
    let mut parts = in_step(&pictures);
    let corners: Vec<(Point, Point)> =
        parts.iter().map(|part| common_corners(&parts, part.family)).collect();
    let largest = |length: fn(Point) -> f64| {
        corners.iter().map(|&(low, high)| length(high - low)).fold(0.0, f64::max)
    };
    let inner = at(largest(|p| p.x).max(NARROWEST), largest(|p| p.y));
    let captions: Vec<Vec<String>> = film
        .frames
        .iter()
        .map(|(text, _)| {
            let mut lines = wrap(&shorten(&clean(text), LONGEST), SIGN_SIZE, inner.x);
            if lines.len() > LINES {
                lines.truncate(LINES);
                lines[LINES - 1].push('…');
            }
            lines
        })
        .collect();
    let above = captions.iter().map(Vec::len).max().unwrap_or(0) as f64 * LINE + 8.0;
    let widest =
        captions.iter().flatten().map(|line| width(line, SIGN_SIZE)).fold(inner.x, f64::max);
    let half = Half { w: widest / 2.0 + INSIDE, h: (inner.y + above) / 2.0 + INSIDE };
    let columns = columns(parts.len(), 2.0 * half.w + BETWEEN);
    let mut marks = Vec::new();
    for (index, (part, caption)) in parts.iter_mut().zip(captions).enumerate() {
        let (row, column) = (index / columns, index % columns);
        let centre =
            at(column as f64 * (2.0 * half.w + BETWEEN), row as f64 * (2.0 * half.h + BETWEEN));
        marks.push(Mark { at: centre, half: half.w, kind: MarkKind::Frame(half.h, caption) });
        let (low, high) = corners[index];
        let middle = at((low.x + high.x) / 2.0, (low.y + high.y) / 2.0);
        part.shift(centre + at(0.0, above / 2.0) - middle);
    }
    let names: Vec<String> = (0..parts.len()).map(|frame| format!("frame {}", frame + 1)).collect();
    Scene::assemble(film.title.as_deref(), &names, parts, marks)
}

/// How many frames stand in a row: as many as fit, and no fewer in the last row than must be.
fn columns(frames: usize, width: f64) -> usize {
    let fit = ((PAGE / width) as usize).clamp(1, frames.max(1));
    frames.div_ceil(frames.div_ceil(fit).max(1)).max(1)
}

/// The corners of a box that holds each part of a family in its place.
fn common_corners(parts: &[Part], family: usize) -> (Point, Point) {
    let mut corners = parts.iter().filter(|part| part.family == family).map(|part| part.corners());
    let first = corners.next().unwrap_or_default();
    corners.fold(first, |(low, high), (a, b)| {
        (at(low.x.min(a.x), low.y.min(a.y)), at(high.x.max(b.x), high.y.max(b.y)))
    })
}
