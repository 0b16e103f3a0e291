//! Files of learned weights that bots ask for by path: each is read once, and what was read holds from then on.
//!
//! A [`BotRegistry`](crate::BotRegistry) owns such a store, so that fingerprints and all bots, in all threads and at
//! all seats, come from the same text.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fmt, fs, io};

use super::weights::{Learnable, LearnedWeights};
use crate::home::{NO_HOME, begins_at_home};

/// Files of learned weights by path. A file is read when it is first asked for; later changes on the disk change
/// nothing.
///
/// Clones share what was read. A store that has read nothing is made by [`default`](Self::default), or by
/// [`unread`](Self::unread) from another store.
///
/// # Examples
/// Weights of another machine, which has sent the files together with the work:
/// ```
/// use riverlab_bots::eval::weights_files::WeightsFiles;
///
/// let files = WeightsFiles::given([("mine.toml".to_owned(), "players = 2".to_owned())]);
/// assert_eq!(&*files.text("mine.toml")?, "players = 2");
/// assert!(files.text("other.toml").is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct WeightsFiles {
    read: Arc<ReadText>,
    kept: Arc<Mutex<HashMap<String, Arc<KeptFile>>>>,
}

/// Reads the file at a path.
type ReadText = dyn Fn(&str) -> io::Result<String> + Send + Sync;

/// A file that was read.
struct KeptFile {
    text: Arc<str>,
    /// The weights, or why there are none, by the names of the games that have asked.
    weights: Mutex<HashMap<&'static str, Result<Arc<LearnedWeights>, String>>>,
}

/// Files on the disk.
impl Default for WeightsFiles {
    fn default() -> WeightsFiles {
        WeightsFiles::by(read_regular_file)
    }
}

impl WeightsFiles {
    /// These files, as pairs of path and content, and no others, whatever is on the disk.
    pub fn given(files: impl IntoIterator<Item = (String, String)>) -> WeightsFiles {
        let files: HashMap<String, String> = files.into_iter().collect();
        WeightsFiles::by(move |path| files.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into()))
    }

    /// Files that a function reads.
    pub fn by(read: impl Fn(&str) -> io::Result<String> + Send + Sync + 'static) -> WeightsFiles {
        WeightsFiles { read: Arc::new(read), kept: Arc::default() }
    }

    /// A store of the same files that has read none of them.
    #[must_use]
    pub fn unread(&self) -> WeightsFiles {
        WeightsFiles { read: Arc::clone(&self.read), kept: Arc::default() }
    }

    /// The content of a file.
    ///
    /// # Errors
    /// When it cannot be read; it is then tried again when it is next asked for.
    pub fn text(&self, path: &str) -> io::Result<Arc<str>> {
        self.file(path).map(|file| Arc::clone(&file.text))
    }

    /// The weights of a file, which hold for any number of players.
    ///
    /// # Errors
    /// When it cannot be read, or is not made for this game.
    pub(super) fn weights(&self, path: &str, game: &Learnable) -> Result<Arc<LearnedWeights>, String> {
        let weights = self.file(path).map_err(|error| error.to_string()).and_then(|file| file.weights(game));
        weights.map_err(|why| format!("weights of {}: {why}", game.name))
    }

    fn file(&self, path: &str) -> io::Result<Arc<KeptFile>> {
        let mut kept = lock(&self.kept);
        if let Some(file) = kept.get(path) {
            return Ok(Arc::clone(file));
        }
        let file = Arc::new(KeptFile { text: (self.read)(path)?.into(), weights: Mutex::default() });
        kept.insert(path.to_owned(), Arc::clone(&file));
        Ok(file)
    }
}

impl KeptFile {
    fn weights(&self, game: &Learnable) -> Result<Arc<LearnedWeights>, String> {
        let read = || LearnedWeights::of_file(&self.text, game).map(Arc::new);
        lock(&self.weights).entry(game.name).or_insert_with(read).clone()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read_regular_file(path: &str) -> io::Result<String> {
    if begins_at_home(path) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, NO_HOME));
    }
    // A device has no end, and a pipe may have no beginning.
    let data = fs::metadata(path)?;
    if !data.is_file() && !data.is_dir() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file"));
    }
    let text = fs::read_to_string(path)?;
    // An editor may have begun it with a byte order mark.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

impl fmt::Debug for WeightsFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kept = lock(&self.kept);
        f.debug_tuple("WeightsFiles").field(&kept.keys().collect::<Vec<_>>()).finish()
    }
}

#[cfg(test)]
#[path = "weights_files_tests.rs"]
mod tests;
