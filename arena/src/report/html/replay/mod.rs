//! A game as one page: a picture with a slider, the moves, the points, and what bots thought where the trace says so.
//!
//! [`Film`] keeps the first picture of a game and of each later one only the parts that differ; [`page_of`] is the
//! page, which reads without its script as a picture of the last position with the list of all moves.
//!
//! Refuses: what the viewer may not know. A page for one seat has neither the seed nor what bots of other seats
//! thought.

mod changes;
mod film;
mod page;

pub use film::Film;
pub use page::page_of;
