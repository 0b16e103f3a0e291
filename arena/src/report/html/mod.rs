//! Reports as one page of HTML.
//!
//! A [`Document`](document::Document) consists of sections; [`run`] makes that of a tournament or match, and
//! `balance::report::html` that of a study. Tables and most pictures are made from the rows that the result files are
//! written from, with the decimals of the files, so that a page cannot say anything else than the files.
//!
//! The folder `replay` has the page of a single game.
//!
//! Refuses: anything that is loaded from elsewhere, the time, and the place where the page is written.

pub mod chart;
pub mod document;
pub mod format;
pub mod names;
pub mod points;
pub mod question;
pub mod replay;
pub mod run;
pub mod scale;
pub mod table;
