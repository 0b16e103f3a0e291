//! Pictures of positions, as SVG and as pixels.
//!
//! The engine draws; here its drawings become pixels, by resvg with a font of its own (`DejaVu` Sans), so that pixels are the
//! same on every machine. What it refuses to do: to read files or fonts of the machine.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};
use riverlab_engine::picture::{Picture, ViewBox, escaped};

use crate::errors::Wrong;

/// No picture has more pixels along one side.
pub(crate) const MAX_SIDE: u32 = 4096;
/// The distance between lines of text, and from the edge, in pixels.
const LINE: i32 = 20;

/// A picture in rows of pixels, each red, green and blue from 0 to 255.
pub(crate) struct Pixels {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) rgb: Vec<u8>,
}

/// A drawing that shows a text, for games that draw nothing.
pub(crate) fn of_text(text: &str) -> Picture {
    let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0) as i32;
    let lines = text.lines().count() as i32;
    let (width, height) = (2 * LINE + 9 * longest, 2 * LINE + LINE * lines);
    let mut picture = Picture::new(ViewBox { x: 0, y: 0, width, height }, String::new());
    for (idx, line) in (1..).zip(text.lines()) {
        let (y, line) = (LINE * idx + LINE / 2, escaped(line));
        picture
            .add(format!("line-{idx}"), format!("<text xml:space=\"preserve\" x=\"{LINE}\" y=\"{y}\">{line}</text>"));
    }
    picture
}

/// The pixels of a drawing in its light colors, on white: of its natural size, or scaled to fit into a width and a height and
/// centered there.
pub(crate) fn pixels(svg: &str, size: Option<(u32, u32)>) -> Result<Pixels, Wrong> {
    let options = Options { fontdb: fonts(), font_family: SANS.to_owned(), ..Options::default() };
    let tree = Tree::from_str(&with_light_colors(svg), &options).map_err(|error| error.to_string())?;
    let [across, down] = [tree.size().width(), tree.size().height()];
    let (width, height) = size.unwrap_or((across.ceil() as u32, down.ceil() as u32));
    let scale = if size.is_some() { (width as f32 / across).min(height as f32 / down) } else { 1.0 };
    // What a drawing has outside of its view box is cut off.
    let within = |natural: f32, side: u32| ((scale * natural).ceil() as u32).clamp(1, side);
    let mut drawn = pixmap(within(across, width), within(down, height))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut drawn.as_mut());
    let mut map = pixmap(width, height)?;
    map.fill(Color::WHITE);
    let middle = |side: u32, drawn: u32| ((side - drawn) / 2) as i32;
    let (left, top) = (middle(width, drawn.width()), middle(height, drawn.height()));
    map.draw_pixmap(left, top, drawn.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    let rgb = map.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    Ok(Pixels { width: width as usize, height: height as usize, rgb })
}

fn pixmap(width: u32, height: u32) -> Result<Pixmap, Wrong> {
    Pixmap::new(width, height).ok_or_else(|| format!("a picture of {width} x {height} pixels is empty or too large"))
}

/// The name of the font.
const SANS: &str = "DejaVu Sans";

fn fonts() -> Arc<Database> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let load = || {
        let mut fonts = Database::new();
        fonts.load_font_data(dejavu::sans::regular().to_vec());
        fonts.load_font_data(dejavu::sans::bold().to_vec());
        fonts.set_sans_serif_family(SANS);
        Arc::new(fonts)
    };
    Arc::clone(FONTS.get_or_init(load))
}

/// The drawing with colors in the place of the custom properties of CSS that stand for them, which resvg does not know. Of a
/// color that is declared several times the first declaration counts: the light one.
fn with_light_colors(svg: &str) -> String {
    let mut colors = HashMap::new();
    for declared in svg.split("--").skip(1) {
        if let Some((name, rest)) = declared.split_once(':').filter(|(name, _)| is_name(name)) {
            let value = rest.split([';', '}']).next().unwrap_or_default();
            colors.entry(name).or_insert(value);
        }
    }
    let mut pieces = svg.split("var(--");
    let mut light = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once(')').unwrap_or((piece, ""));
        light += colors.get(name).copied().unwrap_or("currentColor");
        light += rest;
    }
    light
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}
