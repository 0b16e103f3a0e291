//! Commands that another program has carried out.

use std::ffi::OsString;

use clap::Parser;

use super::host::Host;
use super::plan_file::with_plan;
use super::printer::Printer;
use super::{Cli, Command, balance, endings, matches, merge, report, tournament, train, tune, verify};
use crate::error::ArenaError;
use crate::games::Catalog;

/// Carries out one of the commands that play many games or read them back, `tournament`, `match`, `balance`, `train`,
/// `report`, `merge` or `verify`, with the words that would be typed after `riverlab`, and gives what it would print.
///
/// ```
/// use riverlab_arena::Registry;
/// use riverlab_arena::cli::{Host, call};
///
/// let out = std::env::temp_dir().join(format!("riverlab-call-{}", std::process::id()));
/// let words = ["tournament", "dice", "--bots", "greedy", "random", "--deals", "20", "--quiet", "--out"];
/// let words = words.into_iter().map(Into::into).chain([out.clone().into_os_string()]);
/// let host = Host::within();
/// let text = call(&Registry::standard().catalog(), words, &host)?;
/// assert!(text.contains("greedy") && out.join("standings.csv").exists());
/// assert_eq!((host.progress().done, host.progress().of), (40, 40));
/// # std::fs::remove_dir_all(&out).expect("the folder is removed");
/// # Ok::<(), riverlab_arena::error::ArenaError>(())
/// ```
///
/// # Errors
/// Whatever the command says is wrong, as one line; that it was interrupted when the host has stopped it.
pub fn call(catalog: &Catalog, words: impl Iterator<Item = OsString>, host: &Host) -> Result<String, ArenaError> {
    let words = with_plan([OsString::from("riverlab")].into_iter().chain(words).collect())?;
    let cli = Cli::try_parse_from(words).map_err(|error| usage(&error))?;
    let (mut stdout, host) = (Vec::new(), host.clone());
    let printer = &mut Printer::new(&mut stdout, cli.wide);
    match cli.command {
        Some(Command::Tournament(mut args)) => {
            args.run.host = host;
            tournament::run(catalog, &args, printer)
        }
        Some(Command::Match(mut args)) => {
            args.run.host = host;
            matches::run(catalog, &args, printer)
        }
        Some(Command::Balance(mut args)) => {
            args.run.host = host;
            balance::run(catalog, &args, printer)
        }
        Some(Command::Train(mut args)) => {
            args.run.host = host;
            train::run(catalog, &args, printer)
        }
        Some(Command::Tune(mut args)) => {
            args.run.host = host;
            tune::run(catalog, &args, printer)
        }
        Some(Command::Endings(mut args)) => {
            args.run.host = host;
            endings::run(catalog, &args, printer)
        }
        Some(Command::Report(args)) => report::run(catalog, &args, printer),
        Some(Command::Merge(mut args)) => {
            args.host = host;
            merge::run(catalog, &args, printer)
        }
        Some(Command::Verify(args)) => verify::run(catalog, &args, printer),
        _ => Err(ArenaError::Usage("only commands that play runs or read them can be called".to_owned())),
    }?;
    Ok(String::from_utf8_lossy(&stdout).into_owned())
}

/// What is wrong with the words, without the hints for a terminal.
pub(super) fn usage(error: &clap::Error) -> ArenaError {
    let text = error.render().to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let line = first.split_whitespace().collect::<Vec<_>>().join(" ");
    ArenaError::Usage(line.strip_prefix("error: ").unwrap_or(&line).to_owned())
}
