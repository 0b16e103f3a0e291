//! Pictures for a page, and their specifications for papers.
//!
//! A picture is SVG of ours: lengths along the x axis are percentages, so that it fills any width and its letters keep
//! their size; colors are custom properties of the page's style, so that it fits light and dark. What differs in color
//! differs in its mark too. Beside each picture there is the same as a [Vega-Lite](https://vega.github.io/vega-lite/)
//! specification with its data inside.
//!
//! Refuses: pictures that move, and numbers that are nowhere in a table.

pub(crate) mod histograms;
pub mod intervals;
mod intervals_svg;
mod intervals_vega;
mod label;
pub mod mark;
pub(crate) mod matrix;
pub(crate) mod path;
pub(crate) mod picture;
