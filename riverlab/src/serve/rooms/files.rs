//! The files of a game that is played on pages: its trace, and beside it who may sit where.

use std::fs::{self, File};
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use riverlab_arena::error::ArenaError;
use riverlab_arena::store::output_file::{Replaces, write_output};
use riverlab_arena::trace::{Detail, Lines};
use riverlab_engine::Seat;
use serde::{Deserialize, Serialize};

use super::key::Key;

/// The folder of these files, within that of the server.
const FOLDER: &str = "games";
/// How a file ends that says who may sit where. It stands beside the trace.
const SEATS: &str = ".seats.json";
/// How much of the end of a trace has its last line.
const LAST: u64 = 1 << 16;

/// Who may sit where.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Places {
    /// The game with its variant, as in `carcassonne:rivers=both`.
    pub(super) game: String,
    /// The key of the screen that all people share, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) screen: Option<Key>,
    /// The keys of the seats of people who do not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) seats: Vec<(String, Key)>,
    /// Whether the trace says what bots thought.
    #[serde(default)]
    pub(super) explain: bool,
}

impl Places {
    /// How much the trace says.
    pub(super) fn detail(&self) -> Detail {
        if self.explain { Detail::Explained } else { Detail::Moves }
    }

    /// The key of a seat that has its own.
    pub(super) fn key(&self, seat: Seat) -> Option<&Key> {
        self.seats.iter().find(|(name, _)| *name == seat.to_string()).map(|(_, key)| key)
    }
}

/// The files of one game.
#[derive(Clone, Debug)]
pub(super) struct GameFiles {
    folder: PathBuf,
    id: String,
}

impl GameFiles {
    /// The files of the game with this name in the folder of a server.
    pub(super) fn new(root: &Path, id: &str) -> GameFiles {
        GameFiles { folder: root.join(FOLDER), id: id.to_owned() }
    }

    /// The trace.
    pub(super) fn trace(&self) -> PathBuf {
        self.folder.join(format!("{}.jsonl", self.id))
    }

    fn seats(&self) -> PathBuf {
        self.folder.join(format!("{}{SEATS}", self.id))
    }

    /// Writes who may sit where, for a game that begins. The folder is made where it is missing; a link to one that is
    /// elsewhere is refused.
    pub(super) fn begin(&self, places: &Places) -> Result<(), ArenaError> {
        let link = fs::symlink_metadata(&self.folder).is_ok_and(|data| !data.is_dir());
        if link {
            return Err(ArenaError::folder(&self.folder, "is no folder: games are saved there"));
        }
        fs::create_dir_all(&self.folder).map_err(|error| ArenaError::file("create", &self.folder, error))?;
        write_output(&self.seats(), serde_json::to_string_pretty(places).expect("texts").as_bytes(), Replaces::All)?;
        self.only_for_the_owner()
    }

    /// Whoever reads the keys can sit anywhere.
    fn only_for_the_owner(&self) -> Result<(), ArenaError> {
        use std::os::unix::fs::PermissionsExt;
        let path = self.seats();
        let set = fs::set_permissions(&path, fs::Permissions::from_mode(0o600));
        set.map_err(|error| ArenaError::file("write", &path, error))
    }

    /// Writes the game as it stands.
    pub(super) fn save(&self, trace: &str) -> Result<(), ArenaError> {
        write_output(&self.trace(), trace.as_bytes(), Replaces::All)
    }

    /// Who may sit where; nothing if there is no such game.
    pub(super) fn places(&self) -> Result<Option<Places>, ArenaError> {
        let path = self.seats();
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(ArenaError::file("read", &path, error)),
        };
        let places = serde_json::from_str(&text);
        places.map(Some).map_err(|error| ArenaError::folder(&path, format!("does not say who sits where: {error}")))
    }

    /// The trace, to be read.
    pub(super) fn lines(&self) -> Result<Lines<'static>, ArenaError> {
        let path = self.trace();
        let file = File::open(&path).map_err(|error| ArenaError::file("read", &path, error))?;
        Ok(Lines::new(BufReader::new(file)))
    }

    /// Whether the trace has an outcome.
    pub(super) fn is_over(&self) -> bool {
        File::open(self.trace()).is_ok_and(|mut file| has_outcome(&mut file))
    }
}

/// Whether the last line of a trace says how the game ended.
pub(in crate::serve) fn has_outcome(file: &mut File) -> bool {
    let mut end = Vec::new();
    let length = file.metadata().map_or(0, |data| data.len());
    let read = file.seek(SeekFrom::Start(length.saturating_sub(LAST))).and_then(|_| file.read_to_end(&mut end));
    let text = String::from_utf8_lossy(&end);
    read.is_ok() && text.trim_end().lines().next_back().is_some_and(|line| line.starts_with("{\"outcome\":"))
}

/// The names of all games in the folder of a server, in alphabetical order.
pub(super) fn all_ids(root: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(root.join(FOLDER)) else { return Vec::new() };
    let names = entries.filter_map(Result::ok).filter_map(|entry| entry.file_name().into_string().ok());
    let mut ids: Vec<String> = names.filter_map(|name| Some(name.strip_suffix(SEATS)?.to_owned())).collect();
    ids.retain(|id| is_id(id));
    ids.sort_unstable();
    ids
}

/// Whether a text can be the name of a game: letters, digits and hyphens.
pub(super) fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
