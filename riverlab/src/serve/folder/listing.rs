//! The runs, studies and finished games in a folder and those below it.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use riverlab_arena::store::file_names::MANIFEST;
use riverlab_stats::stable_sort::stable_sort_by;
use serde_json::Value;

use crate::serve::rooms::has_outcome;

/// So deep below the folder something is looked for.
const DEPTH: usize = 4;
/// So many files and folders are looked at, and so many are listed.
const MOST_SEEN: usize = 20_000;
const MOST_LISTED: usize = 500;
/// No manifest and no header of a trace is longer.
const LONGEST: u64 = 1 << 20;
/// Folders that hold thousands of files and no runs.
const OTHERS: [&str; 2] = ["node_modules", "target"];

/// What a balance study is called.
pub(in crate::serve) const STUDY: &str = "balance study";

/// A run or study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::serve) struct RunEntry {
    /// Where it is below the folder of the server; empty for that folder.
    pub(in crate::serve) path: String,
    /// What it is: a tournament, a match or a study.
    pub(in crate::serve) kind: &'static str,
    /// The game.
    pub(in crate::serve) game: String,
    /// How it was played.
    pub(in crate::serve) command: String,
    /// When it began (UTC).
    pub(in crate::serve) start: String,
    /// Whether all games are played.
    pub(in crate::serve) is_complete: bool,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::serve) struct TraceEntry {
    /// Where its trace is below the folder of the server.
    pub(in crate::serve) path: String,
    /// The game.
    pub(in crate::serve) game: String,
    /// Who played it, in seat order.
    pub(in crate::serve) players: Vec<String>,
}

/// What is in a folder.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::serve) struct Listing {
    /// Runs and studies, those that began last first.
    pub(in crate::serve) runs: Vec<RunEntry>,
    /// Finished games by path.
    pub(in crate::serve) traces: Vec<TraceEntry>,
    /// Whether there is more than could be listed.
    pub(in crate::serve) is_cut: bool,
}

/// Looks for runs, studies and finished games. What cannot be read is left out.
pub(in crate::serve) fn list(root: &Path) -> Listing {
    let mut search = Search { root, seen: 0, listing: Listing::default() };
    search.folder(root, 0);
    let Listing { mut runs, mut traces, mut is_cut } = search.listing;
    stable_sort_by(&mut runs, |a, b| (&b.start, &a.path).cmp(&(&a.start, &b.path)));
    stable_sort_by(&mut traces, |a, b| a.path.cmp(&b.path));
    is_cut |= runs.len() > MOST_LISTED || traces.len() > MOST_LISTED;
    runs.truncate(MOST_LISTED);
    traces.truncate(MOST_LISTED);
    Listing { runs, traces, is_cut }
}

struct Search<'a> {
    root: &'a Path,
    seen: usize,
    listing: Listing,
}

impl Search<'_> {
    fn folder(&mut self, folder: &Path, depth: usize) {
        self.listing.runs.extend(run_entry(folder, &self.name(folder)));
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.filter_map(Result::ok) {
            self.seen += 1;
            if self.seen > MOST_SEEN {
                self.listing.is_cut = true;
                return;
            }
            // A link cannot lead to a name of another encoding.
            let Ok(name) = entry.file_name().into_string() else { continue };
            // Links are not followed, so that the search ends.
            let Ok(kind) = entry.file_type() else { continue };
            if name.starts_with('.') || OTHERS.contains(&name.as_str()) {
                continue;
            }
            if kind.is_dir() && depth < DEPTH {
                self.folder(&entry.path(), depth + 1);
            }
            if kind.is_file() && Path::new(&name).extension().is_some_and(|extension| extension == "jsonl") {
                self.listing.traces.extend(trace_entry(&entry.path(), self.name(&entry.path())));
            }
        }
    }

    /// The path below the folder of the server.
    fn name(&self, path: &Path) -> String {
        path.strip_prefix(self.root).unwrap_or(path).to_string_lossy().into_owned()
    }
}

fn run_entry(folder: &Path, path: &str) -> Option<RunEntry> {
    let mut text = String::new();
    File::open(folder.join(MANIFEST)).ok()?.take(LONGEST).read_to_string(&mut text).ok()?;
    let manifest: Value = serde_json::from_str(&text).ok()?;
    let text_of = |key: &str| manifest.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let is_match = manifest.get("comparison").is_some_and(|comparison| !comparison.is_null());
    let kind = match manifest.get("study").is_some() {
        true => STUDY,
        false if is_match => "match",
        false => "tournament",
    };
    Some(RunEntry {
        path: path.to_owned(),
        kind,
        game: text_of("game"),
        command: text_of("command"),
        start: text_of("start"),
        is_complete: manifest.get("complete")?.as_bool()?,
    })
}

fn trace_entry(file: &Path, path: String) -> Option<TraceEntry> {
    let mut open = File::open(file).ok()?;
    let mut line = String::new();
    BufReader::new((&open).take(LONGEST)).read_line(&mut line).ok()?;
    let header: Value = serde_json::from_str(&line).ok()?;
    let game = header.get("game")?.as_str()?.to_owned();
    let names = header.get("bots").and_then(Value::as_array).cloned().unwrap_or_default();
    let players = names.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    has_outcome(&mut open).then_some(TraceEntry { path, game, players })
}
