//! The command line: arguments in, results on stdout, progress and diagnostics on stderr, an exit code out.

mod balance;
mod bot;
mod calibrate;
mod call;
mod cluster;
mod command;
mod deals;
mod dry_run;
mod endings;
mod examples;
mod game_args;
mod games_args;
mod host;
mod info;
mod locale;
mod main;
mod manual;
mod matches;
mod merge;
mod output;
mod paint;
mod paths;
mod plan_file;
mod play;
mod printer;
mod program_args;
mod progress;
mod report;
mod run_args;
mod serve;
mod session;
mod shards;
mod study_progress;
mod think;
mod tournament;
mod traces;
mod train;
mod tune;
mod verify;

pub use call::call;
#[cfg(fuzzing)]
pub use command::{fuzzed_plan, fuzzed_words};
pub use host::{CommandProgress, Host};
pub use main::{main, main_with};
