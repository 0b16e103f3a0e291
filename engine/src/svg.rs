//! Sketches: elements of SVG, drawn one after the other around a place, of which pictures of games are put together.
//!
//! What is drawn often stands once in the definitions of a picture and is stamped by its id. What is defined bears its
//! style on the elements themselves: rules for what is inside of a picture need not reach into a stamp.

use std::fmt::Write as _;

use crate::Seat;
use crate::picture::escaped;

/// Elements of SVG around a place; all coordinates are counted from it.
pub(crate) struct Sketch {
    x: i32,
    y: i32,
    svg: String,
}

impl Sketch {
    /// An empty sketch around a place.
    pub(crate) fn at((x, y): (i32, i32)) -> Sketch {
        Sketch { x, y, svg: String::new() }
    }

    /// What it is, in words: what is read aloud, and shown when the pointer rests on it. It has to come first.
    pub(crate) fn titled(place: (i32, i32), words: &str) -> Sketch {
        let mut sketch = Sketch::at(place);
        write!(sketch.svg, "<title>{}</title>", escaped(words)).expect("a string can be written");
        sketch
    }

    /// What is defined under this id.
    pub(crate) fn stamp(&mut self, id: &str, x: i32, y: i32) -> &mut Sketch {
        let (x, y) = (self.x + x, self.y + y);
        write!(self.svg, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>").expect("a string can be written");
        self
    }

    /// A text of these classes on a line that begins, ends or has its middle here.
    pub(crate) fn text(&mut self, class: &str, x: i32, y: i32, text: &str) -> &mut Sketch {
        self.svg += &self::text(class, self.x + x, self.y + y, text);
        self
    }

    /// A rectangle with round corners.
    pub(crate) fn rect(&mut self, class: &str, x: i32, y: i32, (width, height): (i32, i32)) -> &mut Sketch {
        let (x, y) = (self.x + x, self.y + y);
        write!(
            self.svg,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>"
        )
        .expect("a string can be written");
        self
    }

    /// All that was drawn.
    pub(crate) fn svg(&mut self) -> String {
        std::mem::take(&mut self.svg)
    }
}

/// A text of these classes on a line that begins, ends or has its middle here.
pub(crate) fn text(class: &str, x: i32, y: i32, text: &str) -> String {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    format!("<text{class} x=\"{x}\" y=\"{y}\">{}</text>", escaped(text))
}

/// A text that is no longer than so many characters; where it is cut, it says so.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// The definition of a text in the middle of a stamp.
pub(crate) fn mark(x: i32, y: i32, size: i32, fill: &str, text: &str) -> String {
    format!(
        "<text x=\"{x}\" y=\"{y}\" style=\"font:700 {size}px system-ui,sans-serif;fill:{fill};text-anchor:middle\">{text}</text>"
    )
}

/// The definition of a player's disc around the place where it is stamped, with the number of the seat.
pub(crate) fn disc_definition(game: &str, seat: Seat, radius: i32) -> String {
    let number = mark(0, radius / 2, radius + 3, "var(--on-player)", &(seat.index() + 1).to_string());
    format!(
        "<g id=\"{game}-{seat}\"><circle r=\"{radius}\" fill=\"var(--{seat})\" stroke=\"var(--line)\"/>{number}</g>"
    )
}

#[cfg(test)]
#[path = "svg_tests.rs"]
mod tests;
