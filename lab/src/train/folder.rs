//! The folder of a training: what it trains stands in `training.json`, so that a folder is only ever gone on with by the same
//! training, and the matches of its generations in `gates.csv`. More generations may be asked for later.

use std::path::{Path, PathBuf};

use riverlab_arena::csv_rows::rows_of;
use riverlab_arena::error::ArenaError;
use riverlab_arena::store::journal_file::{JournalFile, whole_rows};
use riverlab_arena::store::plan_folder::{FolderKind, PlanFolder};
use riverlab_stats::Interval;
use serde::{Deserialize, Serialize};

use super::gate::Gate;
use super::plan::TrainPlan;

/// The file that says what is trained.
const PLAN: &str = "training.json";
/// The matches of the generations, a row for each.
const GATES: &str = "gates.csv";
const GATES_HEADER: &str = "generation,share,share_lo,share_hi,deals,passed";
/// The weights that the training is for.
const BEST: &str = "weights.toml";
const KIND: FolderKind = FolderKind { name: "training", plan: PLAN, owns, run: None };

/// A row of the matches.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct GateRow {
    generation: u64,
    share: f64,
    share_lo: f64,
    share_hi: f64,
    deals: u64,
    passed: bool,
}

/// A folder that one training has for itself.
pub(super) struct TrainFolder(PlanFolder);

impl TrainFolder {
    /// Begins a training in a folder, or goes on with it.
    ///
    /// # Errors
    /// When the folder holds anything else, or another process trains in it.
    pub(super) fn open(path: &Path, plan: &TrainPlan, replace: bool) -> Result<TrainFolder, ArenaError> {
        PlanFolder::open(path, KIND, plan, replace).map(TrainFolder)
    }

    /// The journal of a generation.
    pub(super) fn journal(&self, generation: u64) -> PathBuf {
        self.0.path().join(format!("games-{generation}.csv"))
    }

    /// The weights of a generation.
    pub(super) fn weights(&self, generation: u64) -> PathBuf {
        self.0.path().join(format!("weights-{generation}.toml"))
    }

    /// The weights that the training is for.
    pub(super) fn best(&self) -> PathBuf {
        self.0.path().join(BEST)
    }

    /// The matches so far.
    pub(super) fn gates(&self, plan: &TrainPlan) -> Result<Vec<Gate>, ArenaError> {
        let path = self.0.path().join(GATES);
        let rows = whole_rows(&path, GATES_HEADER)?;
        let reader = csv::ReaderBuilder::new().has_headers(false).from_reader(rows.as_bytes());
        let rows = reader.into_deserialize().collect::<Result<Vec<GateRow>, _>>();
        let rows = rows.map_err(|error| ArenaError::folder(&path, error.to_string()))?;
        let gate = |(number, row): (u64, GateRow)| {
            let GateRow { generation, share: mean, share_lo: lo, share_hi: hi, deals, passed } = row;
            let gate = Gate { share: Interval { mean, lo, hi }, deals, is_passed: passed };
            let is_damaged = plan.request.against.is_none() && (mean > 1.0 / plan.request.players as f64) != passed;
            if generation != number || is_damaged {
                return Err(ArenaError::folder(&path, format!("row {number} is not the match of generation {number}")));
            }
            Ok(gate)
        };
        (1..).zip(rows).map(gate).collect()
    }

    /// Keeps the match of a generation.
    pub(super) fn add_gate(&self, generation: u64, gate: &Gate) -> Result<(), ArenaError> {
        let path = self.0.path().join(GATES);
        let rows = whole_rows(&path, GATES_HEADER)?;
        let Gate { share: Interval { mean, lo, hi }, deals, .. } = *gate;
        let row = GateRow { generation, share: mean, share_lo: lo, share_hi: hi, deals, passed: gate.is_passed };
        JournalFile::go_on(&path, GATES_HEADER, rows.len())?.append(&rows_of(&[row]))
    }
}

/// Whether a file belongs to a training.
fn owns(name: &str) -> bool {
    let is_numbered = |first: &str, last: &str| {
        let number = name.strip_prefix(first).and_then(|rest| rest.strip_suffix(last));
        number.is_some_and(|number| number.parse::<u64>().is_ok())
    };
    name == BEST || name == GATES || is_numbered("games-", ".csv") || is_numbered("weights-", ".toml")
}
