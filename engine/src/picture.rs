//! Pictures of positions, as the parts of an SVG drawing.
//!
//! A game draws a position as named parts, one above the other; [`Picture::svg`] puts them together. What shows a whole
//! game needs each drawing once and then only the parts that differ, and a page knows by the names which part was
//! clicked ([`Game::move_parts`](crate::Game::move_parts)).
//!
//! Colors are custom properties of CSS, so that a picture is light or dark as the reader likes it. A color never stands
//! alone: what belongs to a player also bears the number of the player's seat.
//!
//! What is not here: what the pictures show. Each game draws itself, in its `picture.rs`.

use std::fmt::Write as _;

use crate::player::Seat;

/// Who looks at a position, and so what may be shown of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// Somebody who may know everything.
    All,
    /// The player at a seat.
    Seat(Seat),
    /// An onlooker, who knows what everybody knows.
    Public,
}

impl Viewer {
    /// Whether the viewer knows what the player at this seat holds in secret.
    pub fn knows(self, seat: Seat) -> bool {
        match self {
            Viewer::All => true,
            Viewer::Seat(own) => own == seat,
            Viewer::Public => false,
        }
    }
}

/// The part of the plane that a picture shows, in pixels at its natural size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ViewBox {
    /// The left edge.
    pub x: i32,
    /// The upper edge.
    pub y: i32,
    /// The width.
    pub width: i32,
    /// The height.
    pub height: i32,
}

/// A part of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PicturePart {
    /// The name, unlike that of any other part of the picture: letters, digits, commas and hyphens.
    pub name: String,
    /// Elements of SVG.
    pub svg: String,
}

/// A picture of a position.
///
/// # Examples
/// ```
/// use riverlab_engine::games::toy::ConnectFour;
/// use riverlab_engine::{Game, GameRules, Viewer};
///
/// let state = ConnectFour::new(GameRules::standard(), 2);
/// let picture = state.picture(Viewer::Public).expect("the game has pictures");
/// let svg = picture.svg("Connect Four", &state.position_text(Viewer::Public));
/// assert!(svg.starts_with("<svg ") && svg.contains("<g data-part=\"column-4\">"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// What is shown of the plane.
    pub view_box: ViewBox,
    /// Content of `<defs>`: symbols and patterns, the same in all pictures of a table.
    pub definitions: String,
    /// The parts, the undermost first.
    pub parts: Vec<PicturePart>,
}

impl Picture {
    /// How every picture in a file begins.
    pub const BEGINNING: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" role=\"img\"";

    /// A picture without parts.
    pub fn new(view_box: ViewBox, definitions: String) -> Picture {
        Picture { view_box, definitions, parts: Vec::new() }
    }

    /// Lays a part over the others.
    pub fn add(&mut self, name: impl Into<String>, svg: impl Into<String>) {
        self.parts.push(PicturePart { name: name.into(), svg: svg.into() });
    }

    /// The picture as a file of its own, with a title and with a text that stands for it where it cannot be seen.
    pub fn svg(&self, title: &str, alternative: &str) -> String {
        let ViewBox { x, y, width, height } = self.view_box;
        let mut svg = format!(
            "{} width=\"{width}\" height=\"{height}\" \
             viewBox=\"{x} {y} {width} {height}\"><title>{}</title><desc>{}</desc><style>{STYLE}</style><defs>{}</defs>\
             <rect class=\"paper\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>",
            Self::BEGINNING,
            escaped(title),
            escaped(alternative),
            self.definitions,
        );
        for PicturePart { name, svg: part } in &self.parts {
            write!(svg, "<g data-part=\"{name}\">{part}</g>").expect("a string can be written");
        }
        svg + "</svg>\n"
    }
}

/// What all pictures look like, as CSS: `paper`, `ink`, `muted`, `line`, `soft`, `accent` are custom properties, `p1`
/// to `p6` the colors of seats with `on-player` for what stands on them; classes of the same names fill with them.
pub const STYLE: &str = "\
.picture{--paper:#fff;--ink:#1b2530;--muted:#566472;--line:#8d99a6;--soft:#eef1f5;--accent:#0b62a4;--water:#a9cfe8;\
--grass:#cfe3b4;--p1:#0b62a4;--p2:#b34700;--p3:#00704f;--p4:#98407a;--p5:#7d5a00;--p6:#44546a;--on-player:#fff}\
@media(prefers-color-scheme:dark){.picture{--paper:#14191f;--ink:#e8edf2;--muted:#a3b0bd;--line:#66727f;--soft:#212932;\
--accent:#6db7f2;--water:#28577a;--grass:#3e5730;--p1:#6db7f2;--p2:#ff9a5c;--p3:#4cd0a7;--p4:#e79bcb;--p5:#f0c05a;\
--p6:#b8c4d6;--on-player:#10161d}}\
.picture text{font:14px system-ui,sans-serif;fill:var(--ink)}.picture .small{font-size:12px}.picture .big{font-size:18px}\
.picture .bold{font-weight:700}.picture .middle{text-anchor:middle}.picture .end{text-anchor:end}\
.picture .paper{fill:var(--paper)}.picture .ink{fill:var(--ink)}.picture .muted{fill:var(--muted)}\
.picture .soft{fill:var(--soft)}.picture .water{fill:var(--water)}.picture .grass{fill:var(--grass)}\
.picture .outline{fill:none;stroke:var(--line)}.picture .edge{stroke:var(--line)}\
.picture .p1{fill:var(--p1)}.picture .p2{fill:var(--p2)}.picture .p3{fill:var(--p3)}.picture .p4{fill:var(--p4)}\
.picture .p5{fill:var(--p5)}.picture .p6{fill:var(--p6)}.picture .on-player{fill:var(--on-player);font-weight:700}";

/// A text as it stands in SVG, between tags or in an attribute.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            // XML has no other control characters.
            c if c.is_control() && !matches!(c, '\n' | '\t') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A disc of a player with the number of the seat, its middle at these coordinates.
pub fn player_disc(seat: Seat, x: i32, y: i32, radius: i32) -> String {
    let (size, base) = (radius * 5 / 4, y + radius * 9 / 20);
    format!(
        "<circle class=\"{seat} edge\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/><text class=\"on-player middle\" x=\"{x}\" \
         y=\"{base}\" style=\"font-size:{size}px\">{}</text>",
        seat.index() + 1
    )
}

#[cfg(test)]
#[path = "picture_tests.rs"]
mod tests;
