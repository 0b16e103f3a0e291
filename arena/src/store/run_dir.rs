//! The output folder: which run it holds, and whole files that appear at once or not at all.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use riverlab_engine::Components;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::ArenaError;
use crate::plan::Plan;
use crate::play::observe::has_components;
use crate::store::journal::JournalPaths;
use crate::store::journal_file::JournalFile;

/// The journal, one row per seat of each game.
pub const GAMES: &str = "games.csv";
/// The moves of each game, where they are kept.
pub const MOVES: &str = "moves.csv";
/// One row per component of a game that has any.
pub const COMPONENTS: &str = "elements.csv";
/// One row per bot.
pub const STANDINGS: &str = "standings.csv";
/// One row per ordered pair of bots.
pub const PAIRS: &str = "pairs.csv";
/// One row per seat in turn order and bot.
pub const SEATS: &str = "seats.csv";
/// One row per bot and per seat in turn order.
pub const RATINGS: &str = "ratings.csv";
/// The result of a match.
pub const MATCH: &str = "match.csv";
/// One row per bot whose decisions were timed.
pub const TIMING: &str = "timing.csv";
/// The journal of a balance study, one row per arm or experiment and deal.
pub const BLOCKS: &str = "blocks.csv";
/// One row per effect.
pub const EFFECTS: &str = "effects.csv";
/// The same of the deals that chose what was confirmed on fresh ones.
pub const SCREEN: &str = "screen.csv";
/// One row per effect and pair of bots.
pub const INTERACTIONS: &str = "interactions.csv";
/// One row per effect and reading of the tables.
pub const READINGS: &str = "readings.csv";
/// Effects under the tables that are suggested.
pub const SUGGESTED: &str = "suggested.csv";
/// Tables under which no component was found beyond the margin.
pub const SUGGESTION: &str = "suggestion.toml";
/// What studies write besides their journal.
pub const OF_STUDIES: [&str; 6] = [EFFECTS, SCREEN, INTERACTIONS, READINGS, SUGGESTED, SUGGESTION];
const MANIFEST: &str = "manifest.json";
/// What is being written before it gets its name.
const UNFINISHED: &str = ".riverlab-unfinished";

/// What a folder can hold: a run whose results depend on nothing else.
pub trait RunPlan: Clone + Serialize + DeserializeOwned {
    /// Whether it is a balance study: not a tournament or match.
    const IS_STUDY: bool;

    /// The first thing in which the plan of a folder differs from the one asked for.
    fn difference(&self, asked: &Self) -> Option<String>;
}

impl RunPlan for Plan {
    const IS_STUDY: bool = false;

    fn difference(&self, asked: &Plan) -> Option<String> {
        difference(self, asked)
    }
}

/// What stands in `manifest.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest<P = Plan> {
    /// The run.
    #[serde(flatten)]
    pub plan: P,
    /// When the run began (UTC).
    pub start: String,
    /// When the last game was finished (UTC).
    pub end: Option<String>,
    /// Whether all games are played.
    pub complete: bool,
    /// How many were played, of a complete run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games_played: Option<u64>,
}

/// What to do with a run that is already there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnExisting {
    /// Go on with the very same run, refuse anything else.
    Continue,
    /// Insist that the very same run is there.
    Resume,
    /// Replace whatever run is there.
    Replace,
}

/// What a folder held when it was opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunStatus {
    /// Nothing: the run begins.
    Nothing,
    /// This run, unfinished.
    Unfinished,
    /// This run, complete.
    Complete,
}

/// The journal in a folder: with a file of moves if games with so many players have components.
pub fn journal_paths<G: Components>(folder: &Path, rules: &G::Rules, players: usize) -> JournalPaths {
    let moves = has_components::<G>(rules, players).then(|| folder.join(MOVES));
    JournalPaths { games: folder.join(GAMES), moves }
}

/// The folder of a run.
#[derive(Debug)]
pub struct RunDir<P = Plan> {
    folder: PathBuf,
    manifest: Manifest<P>,
}

impl RunDir {
    /// The paths of its journal.
    pub fn journal<G: Components>(&self, rules: &G::Rules) -> JournalPaths {
        journal_paths::<G>(&self.folder, rules, self.manifest.plan.players)
    }
}

impl<P: RunPlan> RunDir<P> {
    /// Looks at the folder for a run. Nothing is touched.
    ///
    /// # Errors
    /// When the folder holds anything but this run, or cannot be read.
    pub fn open(folder: &Path, plan: &P, if_there: OnExisting) -> Result<(RunDir<P>, RunStatus), ArenaError> {
        let (manifest, found) = match open(folder, plan, if_there)? {
            Some(manifest) if manifest.complete => (manifest, RunStatus::Complete),
            Some(manifest) => (manifest, RunStatus::Unfinished),
            None => {
                let start = Timestamp::now().strftime("%FT%TZ").to_string();
                (
                    Manifest { plan: plan.clone(), start, end: None, complete: false, games_played: None },
                    RunStatus::Nothing,
                )
            }
        };
        Ok((RunDir { folder: folder.to_owned(), manifest }, found))
    }

    /// Creates the folder where needed.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn create_folder(&self) -> Result<(), ArenaError> {
        fs::create_dir_all(&self.folder).map_err(|error| ArenaError::file("create", &self.folder, error))
    }

    /// Begins the run once its journal is locked: removes what another run has left, the manifest first so that no half
    /// of it is ever taken for a run, empties the files of the journal, and writes the new manifest.
    ///
    /// # Errors
    /// When a file cannot be removed or written.
    pub(crate) fn begin(&self, journal: &[&JournalFile]) -> Result<(), ArenaError> {
        let of_runs = [MANIFEST, STANDINGS, PAIRS, SEATS, RATINGS, MATCH, COMPONENTS, TIMING, UNFINISHED, GAMES, MOVES];
        let names = of_runs.into_iter().chain([BLOCKS]).chain(OF_STUDIES);
        let mut others = names.filter(|name| journal.iter().all(|file| file.path != self.path(name)));
        others.try_for_each(|name| self.remove(name))?;
        journal.iter().try_for_each(|file| file.clear())?;
        self.write_manifest()
    }

    /// Removes one of the files, if it is there.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<(), ArenaError> {
        let path = self.path(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(ArenaError::file("remove", &path, error)),
            _ => Ok(()),
        }
    }

    /// How many games a complete run has.
    pub fn games_played(&self) -> Option<u64> {
        self.manifest.games_played
    }

    /// The path of one of the files.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a whole file under its name, or leaves what was there.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), ArenaError> {
        let (unfinished, path) = (self.path(UNFINISHED), self.path(name));
        let write = || {
            let mut file = File::create(&unfinished)?;
            file.write_all(content)?;
            file.sync_all()?;
            fs::rename(&unfinished, &path)
        };
        write().map_err(|error| {
            let _ = fs::remove_file(&unfinished);
            ArenaError::file("write", &path, error)
        })
    }

    /// Marks the run as complete, after all other files are written.
    ///
    /// # Errors
    /// When the manifest cannot be written.
    pub fn complete(&mut self, games: u64) -> Result<(), ArenaError> {
        self.manifest.end = Some(Timestamp::now().strftime("%FT%TZ").to_string());
        self.manifest.complete = true;
        self.manifest.games_played = Some(games);
        self.write_manifest()
    }

    fn write_manifest(&self) -> Result<(), ArenaError> {
        let text = serde_json::to_string_pretty(&self.manifest).expect("a manifest is plain data");
        self.write(MANIFEST, (text + "\n").as_bytes())
    }
}

/// The manifest of the same run, if the folder holds one.
fn open<P: RunPlan>(folder: &Path, plan: &P, if_there: OnExisting) -> Result<Option<Manifest<P>>, ArenaError> {
    let path = folder.join(MANIFEST);
    match fs::read_to_string(&path) {
        _ if if_there == OnExisting::Replace && (folder.is_dir() || !folder.exists()) => Ok(None),
        Ok(text) => {
            let manifest: Manifest<P> = parse_manifest(&text).map_err(|message| {
                ArenaError::folder(&path, format!("{message}; choose another --out, or --force to replace it"))
            })?;
            match manifest.plan.difference(plan) {
                Some(difference) => Err(ArenaError::folder(
                    folder,
                    format!("holds another run: {difference}; choose another --out, or --force to replace it"),
                )),
                None => Ok(Some(manifest)),
            }
        }
        Err(error) if error.kind() == ErrorKind::NotADirectory => Err(ArenaError::folder(folder, "is no folder")),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(ArenaError::file("read", &path, error)),
        Err(_) => {
            if let Some(file) = any_file(folder)? {
                let message =
                    format!("is not empty and holds no run (there is {file}); choose another --out, or --force");
                return Err(ArenaError::folder(folder, message));
            }
            if if_there == OnExisting::Resume {
                return Err(ArenaError::folder(folder, "holds no run to resume; leave out --resume to begin one"));
            }
            Ok(None)
        }
    }
}

/// Reads a manifest, or says what it is instead.
fn parse_manifest<P: RunPlan>(text: &str) -> Result<Manifest<P>, String> {
    serde_json::from_str(text).map_err(|error| {
        let other = serde_json::from_str::<serde_json::Value>(text).ok();
        let is_study = other.as_ref().is_some_and(|manifest| manifest.get("study").is_some());
        let is_run = other.as_ref().is_some_and(|manifest| manifest.get("pairing").is_some());
        let command = other.as_ref().and_then(|manifest| manifest.get("command")?.as_str()).unwrap_or_default();
        match (is_study, is_run, P::IS_STUDY) {
            (true, false, false) => format!("is that of a balance study, which its own command shows: {command}"),
            (false, true, true) => format!("is that of a tournament or match: {command}"),
            _ => format!("is no manifest of a run ({error})"),
        }
    })
}

/// The name of a file in the folder, but for what a killed process can leave of us before there is a manifest.
fn any_file(folder: &Path) -> Result<Option<String>, ArenaError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(ArenaError::file("read", folder, error)),
    };
    let is_ours = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let is_journal = [GAMES, MOVES, BLOCKS].iter().any(|journal| name == *journal);
        name == UNFINISHED || (is_journal && entry.metadata().is_ok_and(|data| data.is_file() && data.len() == 0))
    };
    let others = entries.filter_map(Result::ok).filter(|entry| !is_ours(entry));
    let mut names: Vec<String> = others.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    Ok(names.into_iter().next())
}

/// A part of a plan as it stands in the manifest.
fn shown(part: Option<&impl Serialize>) -> String {
    part.map_or("none".to_owned(), |part| serde_json::to_string(part).expect("plain data").replace('"', ""))
}

/// The manifest of the run in a folder.
///
/// # Errors
/// When there is none.
pub fn read_manifest(folder: &Path) -> Result<Manifest, ArenaError> {
    let path = folder.join(MANIFEST);
    let text = fs::read_to_string(&path).map_err(|error| ArenaError::file("read", &path, error))?;
    parse_manifest(&text).map_err(|message| ArenaError::folder(&path, message))
}

/// The first thing in which two plans differ.
pub fn difference(there: &Plan, asked: &Plan) -> Option<String> {
    let fields = |plan: &Plan| {
        [
            ("riverlab version", plan.version.clone()),
            ("game", plan.game.clone()),
            ("rules version", plan.rules_version.clone()),
            ("rules", plan.rules_hash.clone()),
            ("players", plan.players.to_string()),
            ("bots", plan.bots.join(" ")),
            ("schedule", plan.pairing.to_string()),
            ("comparison", shown(plan.comparison.as_ref())),
            ("seed", plan.seed.to_string()),
            ("stop", shown(plan.stop.as_ref())),
            ("deals", plan.deals.to_string()),
            ("shard", shown(plan.shard.as_ref())),
        ]
    };
    let pairs = fields(there).into_iter().zip(fields(asked));
    let mut differing = pairs.filter(|((_, there), (_, asked))| there != asked);
    differing.next().map(|((name, there), (_, asked))| format!("{name} {there} there, {asked} asked for"))
}
