//! The server of pages (`riverlab serve`), asked over TCP on this machine, as browsers and others ask it.

/// What others than its own pages ask for, and too much of everything.
mod abuse;
/// Starts the program, and speaks HTTP with it.
mod client;
/// Connections that stay open: event streams, readers that do not read, requests that never end.
mod crowds;
/// The files that the server reads and writes.
mod files;
/// Games from the first move to the last.
mod games;
/// Somebody who plays at a page.
mod page;
/// Several people at one screen.
mod screens;
/// What every browser must show where a token is asked for.
mod tokens;
