//! A program that has the command line inside: it stops commands by a flag, and sees how far they are.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use riverlab_arena::cluster::Crew;

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
    /// Who plays the games of the command.
    crew: Option<Arc<dyn Crew>>,
}

impl Host {
    /// A host within this process. Signals are its own affair.
    pub fn within() -> Host {
        Host(Some(Arc::default()))
    }

    /// A host within this process, whose crew plays the games of the command.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::AtomicBool;
    /// use riverlab::cli::{Host, call};
    /// use riverlab::lab::carry_out::carry_out;
    /// use riverlab::Registry;
    /// use riverlab::arena::cluster::{Crew, Round, Shards};
    /// use riverlab::arena::error::ArenaError;
    ///
    /// /// Plays jobs of 20 games in a thread of this process; another crew would send them to another machine.
    /// #[derive(Debug)]
    /// struct Here;
    ///
    /// impl Crew for Here {
    ///     fn places(&self) -> usize {
    ///         2
    ///     }
    ///     fn begin(&self, _: &Round) -> Result<Shards, ArenaError> {
    ///         Ok(Shards { round: 1, pieces: 20 })
    ///     }
    ///     fn play(&self, _: u64, job: Vec<u8>) -> Result<Vec<u8>, ArenaError> {
    ///         let catalog = Registry::standard().catalog();
    ///         let work = move || carry_out(&catalog, &job, 1, &AtomicBool::new(false), &mut |_| ());
    ///         std::thread::spawn(work).join().expect("no panic")
    ///     }
    ///     fn end(&self, _: u64) {}
    /// }
    ///
    /// let out = std::env::temp_dir().join(format!("riverlab-crew-{}", std::process::id()));
    /// let words = ["tournament", "dice", "--bots", "greedy", "random", "--deals", "50", "--quiet", "--out"];
    /// let words = words.into_iter().map(Into::into).chain([out.clone().into_os_string()]);
    /// let text = call(&Registry::standard().catalog(), words, &Host::with_crew(Arc::new(Here)))?;
    /// assert!(text.contains("greedy") && out.join("standings.csv").exists());
    /// # std::fs::remove_dir_all(&out).expect("the folder is removed");
    /// # Ok::<(), ArenaError>(())
    /// ```
    pub fn with_crew(crew: Arc<dyn Crew>) -> Host {
        Host(Some(Arc::new(Shared { crew: Some(crew), ..Shared::default() })))
    }

    /// Who plays the games, if it is not this process.
    pub(super) fn crew(&self) -> Option<&dyn Crew> {
        self.0.as_ref()?.crew.as_deref()
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

    /// Whether there is a host: signals end a command where there is none.
    pub(super) fn is_there(&self) -> bool {
        self.0.is_some()
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
