//! Pictures as PNG and PDF, made from our SVG. The letters come with the program (Libertinus Serif), so that the same picture
//! has the same bytes on every machine; a letter that they lack is an error, because boxes in its place would all look alike.
//! What does it is behind the feature `print`.

/// What SVG can be turned into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Print {
    /// Dots, two for a pixel of the SVG in each direction.
    Png,
    /// A page of the size of the picture, with letters as outlines.
    Pdf,
}

/// Why a picture cannot be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unprintable {
    /// The program was built without the feature.
    LeftOut,
    /// No font has this letter.
    NoLetter(char),
    /// It is too large for dots.
    TooLarge,
    /// It is not SVG as we write it.
    Unreadable(String),
}

/// What every printed picture contains, near its beginning or its end. A file with it was drawn by us and may be drawn over.
pub const PRINT_MARK: &str = "drawn by hexa";

impl Print {
    /// What is meant by a file name's extension.
    pub fn from_extension(extension: &str) -> Option<Print> {
        match extension.to_ascii_lowercase().as_str() {
            "png" => Some(Print::Png),
            "pdf" => Some(Print::Pdf),
            _ => None,
        }
    }

    /// The extension.
    pub fn extension(self) -> &'static str {
        match self {
            Print::Png => "png",
            Print::Pdf => "pdf",
        }
    }
}

/// Turns SVG into bytes.
#[cfg(not(feature = "print"))]
pub fn print(_svg: &str, _print: Print) -> Result<Vec<u8>, Unprintable> {
    Err(Unprintable::LeftOut)
}

#[cfg(feature = "print")]
pub use with_fonts::print;

#[cfg(feature = "print")]
mod with_fonts {
    use super::{PRINT_MARK, Print, Unprintable};
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::fontdb::{Database, Source};
    use resvg::usvg::{Options, Tree};
    use std::sync::{Arc, OnceLock};
    use svg2pdf::{ConversionOptions, PageOptions};
    use ttf_parser::Face;

    /// The family of all letters but those of typewriters.
    const FAMILY: &str = "Libertinus Serif";
    /// Dots for a pixel of the SVG, in each direction.
    const DENSITY: f32 = 2.0;
    /// The most dots in each direction.
    const MOST_DOTS: f32 = 16_000.0;

    /// Turns SVG into bytes.
    pub fn print(svg: &str, print: Print) -> Result<Vec<u8>, Unprintable> {
        let (fonts, faces) = fonts();
        // What is no letter on the page is in the tags, which are all plain.
        let lacks =
            |c: &char| !c.is_control() && !faces.iter().any(|face| face.glyph_index(*c).is_some());
        if let Some(letter) = svg.chars().find(lacks) {
            return Err(Unprintable::NoLetter(letter));
        }
        let options = Options { fontdb: Arc::clone(fonts), ..Options::default() };
        let unreadable = |error: &dyn std::fmt::Display| Unprintable::Unreadable(error.to_string());
        let tree = Tree::from_str(svg, &options).map_err(|error| unreadable(&error))?;
        match print {
            Print::Png => {
                let size = tree.size();
                let (width, height) = (size.width() * DENSITY, size.height() * DENSITY);
                if width.max(height) > MOST_DOTS {
                    return Err(Unprintable::TooLarge);
                }
                let mut dots = Pixmap::new(width.ceil() as u32, height.ceil() as u32)
                    .ok_or(Unprintable::TooLarge)?;
                resvg::render(&tree, Transform::from_scale(DENSITY, DENSITY), &mut dots.as_mut());
                dots.encode_png().map(marked_png).map_err(|error| unreadable(&error))
            }
            Print::Pdf => {
                // Fonts inside of the file would be numbered otherwise every time.
                let options =
                    ConversionOptions { embed_text: false, ..ConversionOptions::default() };
                let made = svg2pdf::to_pdf(&tree, options, PageOptions::default());
                let mut bytes = made.map_err(|error| unreadable(&error))?;
                bytes.extend(format!("\n% {PRINT_MARK}\n%%EOF\n").bytes());
                Ok(bytes)
            }
        }
    }

    /// The fonts that come with the program, and their faces.
    fn fonts() -> &'static (Arc<Database>, Vec<Face<'static>>) {
        static FONTS: OnceLock<(Arc<Database>, Vec<Face<'static>>)> = OnceLock::new();
        FONTS.get_or_init(|| {
            let mut fonts = Database::new();
            let mut faces = Vec::new();
            for data in typst_assets::fonts() {
                if let Ok(face) = Face::parse(data, 0) {
                    fonts.load_font_source(Source::Binary(Arc::new(data)));
                    faces.push(face);
                }
            }
            fonts.set_serif_family(FAMILY);
            fonts.set_sans_serif_family(FAMILY);
            fonts.set_monospace_family("DejaVu Sans Mono");
            (Arc::new(fonts), faces)
        })
    }

    /// The mark as a piece of text behind the header, which is always of the same length.
    fn marked_png(mut bytes: Vec<u8>) -> Vec<u8> {
        const HEADER: usize = 8 + 4 + 4 + 13 + 4;
        let mut body = b"tEXtSoftware\0".to_vec();
        body.extend(PRINT_MARK.bytes());
        let mut piece = ((body.len() - 4) as u32).to_be_bytes().to_vec();
        piece.extend(&body);
        piece.extend(checksum(&body).to_be_bytes());
        bytes.splice(HEADER..HEADER, piece);
        bytes
    }

    /// The checksum of pieces of PNG (CRC-32).
    fn checksum(bytes: &[u8]) -> u32 {
        let step = |sum: u32, byte: &u8| {
            (0..8).fold(sum ^ u32::from(*byte), |sum, _| match sum & 1 {
                1 => sum >> 1 ^ 0xEDB8_8320,
                _ => sum >> 1,
            })
        };
        !bytes.iter().fold(u32::MAX, step)
    }
}
