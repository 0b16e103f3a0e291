//! Paths in options: a `~` that no shell has replaced is refused in all of them, typed or in a plan.

use std::any::TypeId;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Arg, Command};
use riverlab_bots::home::{NO_HOME, begins_at_home};

/// A command whose paths, and those of its subcommands, are checked.
pub(super) fn checking_paths(command: Command) -> Command {
    let is_path = |arg: &Arg| arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
    let checked = |path: PathBuf| check_path(&path).map(|()| path);
    let of_arg = |arg: Arg| {
        if is_path(&arg) { arg.value_parser(PathBufValueParser::new().try_map(checked)) } else { arg }
    };
    command.mut_args(of_arg).mut_subcommands(checking_paths)
}

/// Whether a path is meant as it stands.
pub(super) fn check_path(path: &Path) -> Result<(), &'static str> {
    if begins_at_home(&path.to_string_lossy()) { Err(NO_HOME) } else { Ok(()) }
}

#[cfg(test)]
#[path = "paths_tests.rs"]
mod tests;
