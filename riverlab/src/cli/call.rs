//! Commands that another program has carried out.

use std::ffi::OsString;

use riverlab_arena::error::ArenaError;
use riverlab_lab::games::Catalog;

use super::command::{Cli, Command, carry_out, usage};
use super::host::Host;
use super::plan_file::with_plan;
use super::printer::Printer;

/// Carries out one of the commands that play many games or read them back, `tournament`, `match`, `balance`, `train`,
/// `tune`, `endings`, `report`, `merge` or `verify`, with the words that would be typed after `riverlab`, and gives what it
/// would print.
///
/// ```
/// use riverlab_lab::Registry;
/// use riverlab::cli::{Host, call};
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
    let words = [OsString::from("riverlab")].into_iter().chain(words).collect();
    let words = with_plan(&Cli::program(), words)?;
    let cli = Cli::parsed(words).map_err(|error| usage(&error))?;
    let Some(command) = cli.command.filter(can_be_called) else {
        return Err(ArenaError::Usage("only commands that play runs or read them can be called".to_owned()));
    };
    let mut stdout = Vec::new();
    carry_out(catalog, command, host, &mut Printer::new(&mut stdout, cli.wide))?;
    Ok(String::from_utf8_lossy(&stdout).into_owned())
}

/// Whether a command plays many games, or reads them back.
fn can_be_called(command: &Command) -> bool {
    use Command::{Balance, Endings, Match, Merge, Report, Tournament, Train, Tune, Verify};
    matches!(
        command,
        Tournament(_) | Match(_) | Balance(_) | Train(_) | Tune(_) | Endings(_) | Report(_) | Merge(_) | Verify(_)
    )
}
