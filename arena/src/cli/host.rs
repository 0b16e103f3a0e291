//! A program that has the command line inside: it stops commands by a flag, and sees how far they are.

use std::ffi::OsString;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use clap::Parser;

use super::run_args::stop_on_signal;
use super::{Cli, Command, balance, matches, merge, report, tournament, train, verify};
use crate::error::ArenaError;
use crate::games::{Catalog, GameList};

/// How far a command is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CommandProgress {
    /// What is done: games of a run, of a stage of a study or of a training.
    pub done: u64,
    /// How many there will be, as far as can be said.
    pub of: u64,
    /// What is under way, or how the run stands.
    pub standing: String,
}

/// Who has a command carried out. For the program `riverlab` itself that is nobody: signals end a command then.
#[derive(Clone, Default)]
pub struct Host(Option<Arc<Shared>>);

/// What a host and a command share.
#[derive(Default)]
struct Shared {
    stop: Arc<AtomicBool>,
    progress: Mutex<CommandProgress>,
}

impl Host {
    /// A host within this process. Signals are its own affair.
    pub fn within() -> Host {
        Host(Some(Arc::default()))
    }

    /// Set this, and the command gives up the games under way, leaves its folder so that it can be taken up again, and ends.
    pub fn stop(&self) -> Arc<AtomicBool> {
        self.0.as_ref().map(|shared| Arc::clone(&shared.stop)).unwrap_or_default()
    }

    /// How far the command is.
    pub fn progress(&self) -> CommandProgress {
        let progress = |shared: &Arc<Shared>| shared.progress.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.0.as_ref().map(progress).unwrap_or_default()
    }

    /// The flag that ends a command: that of the host, else one that signals set, which print this message.
    pub(super) fn stop_or_on_signal(&self, message: &'static str) -> Arc<AtomicBool> {
        if self.0.is_some() { self.stop() } else { stop_on_signal(message) }
    }

    /// Notes how far the command is, for whoever asks.
    pub(super) fn note(&self, progress: impl FnOnce(&mut CommandProgress)) {
        if let Some(shared) = &self.0 {
            progress(&mut shared.progress.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Host").field(&self.0.is_some()).finish()
    }
}

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
pub fn call(
    catalog: &Catalog<impl GameList>,
    words: impl Iterator<Item = OsString>,
    host: &Host,
) -> Result<String, ArenaError> {
    let cli =
        Cli::try_parse_from([OsString::from("riverlab")].into_iter().chain(words)).map_err(|error| usage(&error))?;
    let (mut stdout, host) = (Vec::new(), host.clone());
    match cli.command {
        Some(Command::Tournament(mut args)) => {
            args.set_host(host);
            tournament::run(catalog, &args, &mut stdout)
        }
        Some(Command::Match(mut args)) => {
            args.set_host(host);
            matches::run(catalog, &args, &mut stdout)
        }
        Some(Command::Balance(mut args)) => {
            args.set_host(host);
            balance::run(catalog, &args, &mut stdout)
        }
        Some(Command::Train(mut args)) => {
            args.set_host(host);
            train::run(catalog, &args, &mut stdout)
        }
        Some(Command::Report(args)) => report::run(catalog, &args, &mut stdout),
        Some(Command::Merge(args)) => merge::run(catalog, &args, &mut stdout),
        Some(Command::Verify(args)) => verify::run(catalog, &args, &mut stdout),
        _ => Err(ArenaError::Usage("only commands that play runs or read them can be called".to_owned())),
    }?;
    Ok(String::from_utf8_lossy(&stdout).into_owned())
}

/// What is wrong with the words, without the hints for a terminal.
fn usage(error: &clap::Error) -> ArenaError {
    let text = error.render().to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let line = first.split_whitespace().collect::<Vec<_>>().join(" ");
    ArenaError::Usage(line.strip_prefix("error: ").unwrap_or(&line).to_owned())
}
