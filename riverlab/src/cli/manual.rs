//! `riverlab completions` and `riverlab man`: both follow from the definitions of the command line.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use riverlab_arena::error::ArenaError;
use riverlab_arena::store::output_file::{Replaces, write_output};

use super::output::written;

/// The name of the program.
const NAME: &str = "riverlab";

/// Arguments of `completions`.
#[derive(Args, Debug)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: KnownShell,
}

/// The shells whose completions are tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(super) enum KnownShell {
    Bash,
    Zsh,
    Fish,
}

impl From<KnownShell> for Shell {
    fn from(shell: KnownShell) -> Shell {
        match shell {
            KnownShell::Bash => Shell::Bash,
            KnownShell::Zsh => Shell::Zsh,
            KnownShell::Fish => Shell::Fish,
        }
    }
}

/// Arguments of `man`.
#[derive(Args, Debug)]
pub(super) struct ManArgs {
    /// The page of this command [default: that of riverlab]
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    command: Option<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Replace files that are no manual pages
    #[arg(long, requires = "dir")]
    force: bool,
}

/// How every manual page begins.
const BEGINNING: &str = ".ie \\n(.g .ds Aq \\(aq";

/// Writes the script by which a shell completes commands.
pub(super) fn completions(
    args: &CompletionsArgs,
    mut program: Command,
    stdout: &mut dyn Write,
) -> Result<(), ArenaError> {
    let mut script = Vec::new();
    generate(Shell::from(args.shell), &mut program, NAME, &mut script);
    written(stdout.write_all(&script))
}

/// Writes a manual page, or those of all commands.
pub(super) fn man(args: &ManArgs, program: Command, stdout: &mut dyn Write) -> Result<(), ArenaError> {
    let pages = pages(program);
    if let Some(folder) = &args.dir {
        std::fs::create_dir_all(folder).map_err(|error| ArenaError::file("create", folder, error))?;
        let replaces = Replaces::own_unless(args.force, BEGINNING);
        return pages
            .iter()
            .try_for_each(|(name, page)| write_output(&folder.join(format!("{name}.1")), page, replaces));
    }
    let name = args.command.as_ref().map_or(NAME.to_owned(), |command| format!("{NAME}-{command}"));
    let Some((_, page)) = pages.iter().find(|(other, _)| *other == name) else {
        let names: Vec<&str> = pages.iter().filter_map(|(name, _)| name.strip_prefix("riverlab-")).collect();
        let command = args.command.as_deref().unwrap_or_default();
        return Err(ArenaError::Usage(format!(
            "man: there is no command \"{command}\": allowed are {}",
            names.join(", ")
        )));
    };
    written(stdout.write_all(page))
}

/// The pages of the program and of all its commands, with their names.
fn pages(program: Command) -> Vec<(String, Vec<u8>)> {
    let mut command = program.name(NAME);
    command.build();
    let mut pages = Vec::new();
    add_pages(&command, NAME, &mut pages);
    pages
}

fn add_pages(command: &Command, name: &str, pages: &mut Vec<(String, Vec<u8>)>) {
    let mut page = Vec::new();
    Man::new(command.clone().display_name(name.to_owned()))
        .title(name)
        .render(&mut page)
        .expect("memory can be written");
    pages.push((name.to_owned(), page));
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        add_pages(sub, &format!("{name}-{}", sub.get_name()), pages);
    }
}

#[cfg(test)]
#[path = "manual_tests.rs"]
mod tests;
