//! The sheet as a picture of dots, in PNG (ISO/IEC 15948). The letters come with the program, so that the same sheet has the same
//! bytes everywhere; there are those of the languages of western and central Europe.

use super::NoGlyph;
use super::picture::{Ink, Picture, Placed};
use noto_sans_mono_bitmap::{
    FontWeight, RasterHeight, RasterizedChar, get_raster, get_raster_width,
};
use png::{BitDepth, ColorType, Encoder};

/// Sizes, in dots.
const SIZE: RasterHeight = RasterHeight::Size20;
const ROW: usize = 26;
const GAP: usize = 20;
const MARGIN: usize = 10;

/// So many bytes are a dot: red, green and blue.
const DOT: usize = 3;

struct Canvas {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

pub(super) fn write(picture: &Picture) -> Result<Vec<u8>, NoGlyph> {
    let character = get_raster_width(FontWeight::Regular, SIZE);
    let start = |column: usize| MARGIN + picture.start(column, character, GAP);
    let (width, height) = (start(picture.columns.len()), ROW * picture.rows + 2 * MARGIN);
    let mut canvas = Canvas { width, height, bytes: vec![u8::MAX; width * height * DOT] };
    for placed in &picture.texts {
        let wide = placed.text.chars().count();
        let spare = match placed.column {
            0 => 0,
            at => picture.columns[at].saturating_sub(wide) * character / 2,
        };
        let (x, y) = (start(placed.column) + spare, MARGIN + ROW * placed.row);
        canvas.put(placed, (x, y), character)?;
    }
    Ok(canvas.encode())
}

fn glyph(character: char, ink: Ink) -> Result<RasterizedChar, NoGlyph> {
    let weight = if ink.is_bold() { FontWeight::Bold } else { FontWeight::Regular };
    get_raster(character, weight, SIZE).ok_or(NoGlyph(character))
}

impl Canvas {
    fn put(&mut self, placed: &Placed, (x, y): (usize, usize), wide: usize) -> Result<(), NoGlyph> {
        for (at, character) in placed.text.chars().enumerate() {
            for (down, dots) in glyph(character, placed.ink)?.rows().enumerate() {
                for (right, &strength) in dots.iter().enumerate() {
                    self.mix((x + at * wide + right, y + down), placed.ink, strength);
                }
            }
        }
        Ok(())
    }

    /// Ink on paper, so strong.
    fn mix(&mut self, (x, y): (usize, usize), ink: Ink, strength: u8) {
        let first = (y * self.width + x) * DOT;
        let Some(dot) = self.bytes.get_mut(first..first + DOT) else { return };
        for (part, color) in dot.iter_mut().zip(ink.color()) {
            let (old, new, strength) = (u16::from(*part), u16::from(color), u16::from(strength));
            *part = ((old * (255 - strength) + new * strength) / 255) as u8;
        }
    }

    fn encode(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(&self.bytes)?;
            writer.finish()
        });
        written.expect("memory takes every dot, and there are as many as were said");
        file
    }
}
