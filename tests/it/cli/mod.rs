//! The program as its user meets it on the command line.

/// The command `calibrate`.
mod calibrate;
/// Commands that files and pages show.
mod commands;
/// The message and the exit code for each kind of bad input.
mod errors;
/// Reports as pages and their pictures.
mod html;
/// Every option of the commands that play.
mod options;
/// Plan files of all commands.
mod plans;
/// Games that people play, and the pages of games.
mod play;
/// Runs the program and reads what it left behind; other shelves use it too.
pub(crate) mod program;
/// The server of pages, `riverlab serve`.
mod serve;
/// The commands `trace`, `replay` and `think`.
mod trace_commands;
