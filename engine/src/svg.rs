//! Sketches: elements of SVG, drawn one after the other around a place, of which pictures of games are put together.
//!
//! What is drawn often stands once in the definitions of a picture and is stamped by its id. What is defined bears its style
//! on the elements themselves: rules for what is inside of a picture need not reach into a stamp.

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
        let (x, y, text) = (self.x + x, self.y + y, escaped(text));
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        write!(self.svg, "<text{class} x=\"{x}\" y=\"{y}\">{text}</text>").expect("a string can be written");
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

/// Checks that the pictures of every game with sketches pass.
#[cfg(test)]
pub(crate) mod checks {
    use std::collections::{BTreeMap, BTreeSet};

    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use crate::{Game, Picture, Turn, Viewer};

    /// The positions of a random game, from the first to the last.
    pub(crate) fn positions<G: Game>(rules: &'static G::Rules, players: usize, seed: u64) -> Vec<G> {
        let (mut rng, mut buffer) = (Xoshiro256PlusPlus::seed_from_u64(seed), Vec::new());
        let mut positions = vec![G::new(rules, players)];
        loop {
            let mut state = positions.last().expect("there is a first one").clone();
            let mv = match state.turn() {
                Turn::Over => return positions,
                Turn::Chance => state.draw(&mut rng),
                Turn::Player(_) => state.random_move(&mut buffer, &mut rng),
            };
            state.play_unchecked(mv);
            positions.push(state);
        }
    }

    fn picture<G: Game>(state: &G, viewer: Viewer) -> Picture {
        state.picture(viewer).expect("the game has pictures")
    }

    /// The picture is well-formed XML, in which each name of a part and each id stands once and whatever is referred to is defined.
    pub(crate) fn check_file<G: Game>(state: &G, viewer: Viewer) {
        let svg = picture(state, viewer).svg(G::TITLE, &state.position_text(viewer));
        let document = roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{error} in {svg}"));
        let elements = || document.descendants().filter(roxmltree::Node::is_element);
        let values = |name: &'static str| elements().filter_map(move |element| element.attribute(name));
        let ids: BTreeSet<&str> = values("id").collect();
        assert_eq!(ids.len(), values("id").count(), "ids of {svg}");
        let mut references = values("href").map(|href| href.trim_start_matches('#'));
        assert_eq!(references.find(|href| !ids.contains(href)), None, "what is referred to in {svg}");
        let width = picture(state, viewer).view_box.width;
        assert!((800..=1000).contains(&width), "{width}");
    }

    /// How many bytes of parts differ from one picture to the next, or are new there, on average.
    pub(crate) fn bytes_per_move<G: Game>(positions: &[G], viewer: Viewer) -> usize {
        let parts = |state: &G| -> BTreeMap<String, String> {
            picture(state, viewer).parts.into_iter().map(|part| (part.name, part.svg)).collect()
        };
        let mut bytes = 0;
        for pair in positions.windows(2) {
            let (before, after) = (parts(&pair[0]), parts(&pair[1]));
            let changed = after.iter().filter(|(name, svg)| before.get(*name) != Some(svg));
            bytes += changed.map(|(name, svg)| name.len() + svg.len()).sum::<usize>();
        }
        bytes / (positions.len() - 1)
    }

    /// How many legal moves are about the same parts as a legal move, itself among them, on average over decisions.
    pub(crate) fn moves_of_same_parts<G: Game>(positions: &[G]) -> f64 {
        let (mut sum, mut decisions, mut legal) = (0.0, 0, Vec::new());
        for state in positions.iter().filter(|state| state.turn().player().is_some()) {
            state.legal_moves(&mut legal);
            let mut counts: BTreeMap<Vec<String>, usize> = BTreeMap::new();
            for &mv in &legal {
                assert_ne!(state.move_parts(mv), [""; 0], "{}", state.move_text(mv));
                *counts.entry(state.move_parts(mv)).or_default() += 1;
            }
            sum += counts.values().map(|count| count * count).sum::<usize>() as f64 / legal.len() as f64;
            decisions += 1;
        }
        sum / f64::from(decisions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sketch_is_drawn_around_its_place() {
        let mut sketch = Sketch::titled((10, 20), "a & b");
        sketch.stamp("stone", 1, 2).text("small", 3, 4, "<").rect("soft", 5, 6, (7, 8)).text("", 0, 0, "c");
        assert_eq!(
            sketch.svg(),
            "<title>a &amp; b</title><use href=\"#stone\" x=\"11\" y=\"22\"/><text class=\"small\" x=\"13\" y=\"24\">&lt;</text>\
             <rect class=\"soft\" x=\"15\" y=\"26\" width=\"7\" height=\"8\" rx=\"6\"/><text x=\"10\" y=\"20\">c</text>"
        );
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!((shortened("mill", 4), shortened("mills", 4)), ("mill".to_owned(), "mil…".to_owned()));
    }
}
