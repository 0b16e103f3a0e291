//! How and where a run is played: what tournaments, matches and balance studies are given alike.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use riverlab_arena::cluster::Workers;
use riverlab_arena::error::ArenaError;
use riverlab_arena::external::kill_all;
use riverlab_arena::parallel::all_cores;
use riverlab_arena::shell::quoted;
use riverlab_arena::store::file_names::MANIFEST;
use riverlab_arena::store::run_dir::{Destination, OnExisting, nothing_to_resume};

use super::game_args::whole;
use super::host::Host;
use super::output::{printable, typable};

/// What help says of the number of threads.
pub(super) const THREADS: &str = "The number of threads [default: RAYON_NUM_THREADS, else all cores]";

/// How and where a run is played; its results do not depend on it.
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
#[derive(Args, Clone, Debug)]
pub(super) struct RunArgs {
    #[arg(long, short, help = THREADS, value_parser = whole(1, 1024))]
    pub(super) threads: Option<u64>,
    /// The folder of the results [default: results, of a balance study: balance]
    #[arg(long, short)]
    pub(super) out: Option<PathBuf>,
    /// Insist that there is a run to continue
    #[arg(long, conflicts_with = "force")]
    pub(super) resume: bool,
    /// Replace another run in the folder
    #[arg(long)]
    pub(super) force: bool,
    /// Say what would be played, how long it would take and how close the results would be
    #[arg(long)]
    pub(super) dry_run: bool,
    /// No progress
    #[arg(long, short)]
    pub(super) quiet: bool,
    /// How progress is shown: bar, lines (one a minute), none; auto is a bar in a terminal, lines elsewhere [default: auto]
    #[arg(long, value_enum, hide_possible_values = true, value_name = "HOW")]
    pub(super) progress: Option<ProgressKind>,
    /// Results as JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl RunArgs {
    /// The folder, or this one when none is given.
    pub(super) fn folder_or(&self, default: &str) -> PathBuf {
        self.out.clone().unwrap_or_else(|| PathBuf::from(default))
    }

    /// Whether there is a run to resume, where only what would be played is asked for.
    ///
    /// # Errors
    /// When it is to be resumed, and there is none.
    pub(super) fn check_resumable(&self, default: &str) -> Result<(), ArenaError> {
        let folder = self.folder_or(default);
        if self.resume && !folder.join(MANIFEST).exists() { Err(nothing_to_resume(&folder)) } else { Ok(()) }
    }

    /// The command of a run with the folder of its results, to be typed again; `DIR` is one that cannot be typed.
    pub(super) fn command(&self, command: &str) -> String {
        let out = self.out.as_ref().map(|out| format!(" --out {}", typable(out).map_or("DIR".to_owned(), quoted)));
        command.to_owned() + &out.unwrap_or_default()
    }

    pub(super) fn thread_count(&self) -> usize {
        thread_count(self.threads)
    }

    /// What to do with a run that is in the folder already.
    pub(super) fn on_existing(&self) -> OnExisting {
        match (self.resume, self.force) {
            (_, true) => OnExisting::Replace,
            (true, false) => OnExisting::Resume,
            (false, false) => OnExisting::Continue,
        }
    }

    /// Tells the user something on stderr, unless that is not wanted.
    pub(super) fn note(&self, text: &str) {
        if !self.quiet {
            let _ = writeln!(io::stderr(), "{}", text.lines().map(printable).collect::<Vec<_>>().join("\n"));
        }
    }
}

/// What commands are given alike that fill a folder of a kind of its own: trainings, tunings, endings.
#[derive(Args, Debug)]
pub(super) struct FolderArgs {
    #[arg(long, short, help = THREADS, value_parser = whole(1, 1024))]
    threads: Option<u64>,
    /// The folder [default: of train training, of tune tuning, of endings endings]
    #[arg(long, short)]
    out: Option<PathBuf>,
    /// Replace what is in the folder, if that is of the same kind
    #[arg(long)]
    force: bool,
    /// No progress
    #[arg(long, short)]
    pub(super) quiet: bool,
    /// Results as JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl FolderArgs {
    /// The folder, or this one when none is given.
    pub(super) fn destination<'a>(&'a self, default: &'a str) -> Destination<'a> {
        let on_existing = if self.force { OnExisting::Replace } else { OnExisting::Continue };
        Destination { folder: self.out.as_deref().unwrap_or(Path::new(default)), on_existing }
    }

    /// Who plays for a host, until this is set.
    pub(super) fn workers<'a>(&self, host: &'a Host, stop: &'a AtomicBool) -> Workers<'a> {
        Workers { threads: thread_count(self.threads), crew: host.crew(), stop }
    }
}

/// How progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(super) enum ProgressKind {
    #[default]
    Auto,
    Bar,
    Lines,
    None,
}

/// The number of threads that is given, or that of all cores.
pub(super) fn thread_count(given: Option<u64>) -> usize {
    given.map_or_else(all_cores, |threads| threads as usize)
}

/// What is said of games that are given up.
pub(super) const GIVING_UP: &str = "interrupted: giving up the games under way; Ctrl-C again ends at once";

/// The flag that ends a command: that of its host, else one that signals set, which print this message.
pub(super) fn stop_flag(host: &Host, message: &'static str) -> Arc<AtomicBool> {
    if host.is_there() { host.stop() } else { stop_on_signal(message) }
}

/// A flag that Ctrl-C and SIGTERM set, with this message; a second signal ends the process as usual.
pub(super) fn stop_on_signal(message: &'static str) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            kill_all();
            std::process::exit(130);
        }
        // On a line of its own below a bar.
        let _ = writeln!(io::stderr(), "\n{message}");
    };
    // Without a handler a signal ends the process at once, which loses no finished game either.
    let _ = ctrlc::set_handler(handler);
    stop
}
