//! `manifest.json`: what a run is, when it was played and whether it is complete.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::ArenaError;
use crate::plan::{Plan, Request, Shard, StopRule};
use crate::schedule::Pairing;
use crate::store::file_names::{MANIFEST, RUN_RESULTS};
use crate::store::input_file::read_document;
use crate::store::parts::Divisible;
use crate::store::planned::{Field, Planned};

/// What a folder can hold: a run whose results depend on nothing else.
pub trait RunPlan: Divisible + PartialEq + Serialize + DeserializeOwned {
    /// Whether it is a balance study rather than a tournament or match.
    const IS_STUDY: bool;
    /// The files that follow from its journal.
    const RESULT_FILES: &'static [&'static str];

    /// The version of riverlab that plays it.
    fn version(&self) -> &str;

    /// Whether it goes on where a run by another plan ends: that one has fewer deals, and is the same otherwise.
    ///
    /// # Errors
    /// When it does not; the text says in what they differ.
    fn extends(&self, there: &Self) -> Result<(), String> {
        there.difference(self).map_or(Ok(()), Err)
    }
}

impl RunPlan for Plan {
    const IS_STUDY: bool = false;
    const RESULT_FILES: &'static [&'static str] = &RUN_RESULTS;

    fn version(&self) -> &str {
        &self.context.version
    }

    fn extends(&self, there: &Plan) -> Result<(), String> {
        let Some(difference) = there.difference(self) else { return Ok(()) };
        let Request { stop, shard, pairing, deals, .. } = &self.request;
        let of_as_many = Plan { request: Request { deals: *deals, ..there.request.clone() }, ..there.clone() };
        if let Some(other) = of_as_many.difference(self) {
            return Err(other);
        }
        let why = match (stop, pairing) {
            (Some(StopRule::Sprt(_)), _) => "a sequential test has looked at the results, and knows one end only",
            (Some(_), _) => "its deals follow from its rule",
            _ if shard.is_some() => "the deals of a part follow from those of the whole run",
            (None, Pairing::Swiss { .. }) => "the rounds of a Swiss have so many deals",
            _ if *deals < there.request.deals => "deals are added, but none is taken back",
            _ => return Ok(()),
        };
        Err(format!("{difference}; {why}"))
    }
}

impl Divisible for Plan {
    fn shard(&self) -> Option<Shard> {
        self.request.shard
    }

    fn of_all_parts(&self) -> Plan {
        Plan::of_all_parts(self)
    }
}

impl Planned for Plan {
    fn fields(&self) -> Vec<Field> {
        let request = &self.request;
        let mut fields = vec![
            Field::new("riverlab version", &self.context.version),
            Field::new("command", request.command()),
            Field::new("game", &self.context.game),
            Field::new("rules version", &self.context.rules_version),
            Field::new("rules", &self.context.rules_hash),
        ];
        fields.extend(Field::of_words(&request.words()));
        // Names have marks that follow from what programs say of themselves.
        fields.push(Field::new("bots", request.bots.names().join(" ")));
        fields.push(Field::new("weights", &self.context.weights));
        fields.push(Field::new("programs", &request.programs));
        fields
    }
}

/// The content of `manifest.json`.
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
    /// How many games were played, once the run is complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games_played: Option<u64>,
}

/// The time as manifests give it (UTC).
fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

impl<P: RunPlan> Manifest<P> {
    /// The manifest of a run that begins now.
    pub(crate) fn begin(plan: P) -> Manifest<P> {
        Manifest { plan, start: now(), end: None, complete: false, games_played: None }
    }

    /// The manifest of the same run with more deals, which goes on.
    pub(crate) fn extended(self, plan: P) -> Manifest<P> {
        Manifest { plan, start: self.start, end: None, complete: false, games_played: None }
    }

    /// Marks the run as complete, after so many games.
    pub(crate) fn complete(&mut self, games: u64) {
        // A clock may have been set back.
        self.end = Some(now().max(self.start.clone()));
        self.complete = true;
        self.games_played = Some(games);
    }

    /// The text of the file.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("a manifest is plain data") + "\n"
    }

    /// The manifest in a folder, if there is one; `advice` ends the message when the file is something else.
    ///
    /// # Errors
    /// When the file cannot be read, or is no manifest of such a run.
    pub(crate) fn find(folder: &Path, advice: &str) -> Result<Option<Manifest<P>>, ArenaError> {
        let path = folder.join(MANIFEST);
        match read_document(&path) {
            Ok(text) => {
                parse(&text).map(Some).map_err(|message| ArenaError::folder(&path, format!("{message}{advice}")))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) if error.kind() == ErrorKind::NotADirectory => Err(ArenaError::folder(folder, "is no folder")),
            Err(error) => Err(ArenaError::file("read", &path, error)),
        }
    }

    /// The manifest in a folder.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn read(folder: &Path) -> Result<Manifest<P>, ArenaError> {
        ManifestText::read(folder)?.parse()
    }
}

/// What else a folder can hold, the file that says so, and where the results are.
const NO_RUNS: [(&str, &str, &str); 3] = [
    ("a tuning", "tuning.json", "tuned.toml and report.html"),
    ("a training", "training.json", "gates.csv and the weights"),
    ("exact endings", "plan.json", "bots.csv"),
];

/// The manifest in a folder, before it is known of what it is.
pub struct ManifestText {
    /// The folder.
    pub folder: PathBuf,
    text: String,
}

impl ManifestText {
    /// Reads the file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(folder: &Path) -> Result<ManifestText, ArenaError> {
        let path = folder.join(MANIFEST);
        let text = read_document(&path).map_err(|error| {
            let other = NO_RUNS.iter().find(|(_, file, _)| folder.join(file).exists());
            match other.filter(|_| error.kind() == ErrorKind::NotFound) {
                Some((kind, _, files)) => {
                    ArenaError::folder(folder, format!("holds {kind}, no run: see {files} there"))
                }
                None => ArenaError::file("read", &path, error),
            }
        })?;
        Ok(ManifestText { folder: folder.to_owned(), text })
    }

    /// Whether it is that of a balance study.
    pub fn is_study(&self) -> bool {
        serde_json::from_str(&self.text).is_ok_and(|manifest: serde_json::Value| manifest.get("study").is_some())
    }

    /// Whether it is, or was before it was damaged, that of a tournament or match of this version.
    pub fn is_ours(&self) -> bool {
        let has = |manifest: &serde_json::Value| manifest["version"] == env!("CARGO_PKG_VERSION");
        !self.is_study() && serde_json::from_str(&self.text).ok().as_ref().is_none_or(has)
    }

    /// The manifest of such a run.
    ///
    /// # Errors
    /// When it is something else.
    pub fn parse<P: RunPlan>(&self) -> Result<Manifest<P>, ArenaError> {
        parse(&self.text).map_err(|message| ArenaError::folder(&self.folder.join(MANIFEST), message))
    }
}

/// Reads a manifest, or says what it is instead.
fn parse<P: RunPlan>(text: &str) -> Result<Manifest<P>, String> {
    let manifest: Manifest<P> = serde_json::from_str(text).map_err(|error| {
        let other = serde_json::from_str::<serde_json::Value>(text).ok();
        let has = |key: &str| other.as_ref().is_some_and(|manifest| manifest.get(key).is_some());
        let text_of = |key: &str| other.as_ref().and_then(|manifest| manifest.get(key)?.as_str()).unwrap_or_default();
        let (command, version, ours) = (text_of("command"), text_of("version"), env!("CARGO_PKG_VERSION"));
        match (has("study"), has("pairing"), P::IS_STUDY) {
            (true, false, false) => format!("is that of a balance study, which its own command shows: {command}"),
            (false, true, true) => format!("is that of a tournament or match: {command}"),
            _ if !version.is_empty() && version != ours => {
                format!("was written by riverlab version {version}, this is {ours} ({error})")
            }
            _ => format!("is no manifest of a run ({error})"),
        }
    })?;
    check_times(&manifest.start, manifest.end.as_deref())?;
    if manifest.complete && manifest.end.is_none() {
        return Err("end: a complete run has a time".to_owned());
    }
    Ok(manifest)
}

/// Whether these can be times of a run.
fn check_times(start: &str, end: Option<&str>) -> Result<(), String> {
    let time = |key: &str, text: &str| {
        humantime::parse_rfc3339(text).map_err(|_| format!("{key}: \"{text}\": expected a time such as {}", now()))
    };
    let began = time("start", start)?;
    match end {
        Some(end) if time("end", end)? < began => Err(format!("end: \"{end}\": before the start, {start}")),
        _ => Ok(()),
    }
}
