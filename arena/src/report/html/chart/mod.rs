//! Pictures for a page.
//!
//! A picture is SVG of ours: lengths along the x axis are percentages, so that it fills any width and its letters keep
//! their size; colors are custom properties of the page's style, so that it fits light and dark. What differs in color
//! differs in its mark too.
//!
//! Refuses: pictures that move, and numbers that are nowhere in a table.

pub(crate) mod histograms;
pub mod intervals;
mod intervals_svg;
mod label;
pub mod mark;
pub(crate) mod matrix;
pub(crate) mod path;
mod picture;
