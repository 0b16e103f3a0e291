//! What a worker is asked for: what all jobs of a round have in common. The work itself is of the rooms that ask for it.

use indexmap::IndexMap;
use riverlab_bots::{BotSpec, WeightsFiles};
use serde::{Deserialize, Serialize};

use crate::error::ArenaError;
use crate::plan::{Difference, GameContext, WeightsHashes, weights_used};
use crate::table::Table;

/// What all jobs of a round have in common: workers of which this does not hold must not play them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JobHead {
    /// Program, game and rules of the one who asks.
    pub context: GameContext,
    /// The files of weights that bots play by, with their content.
    pub(crate) files: Vec<(String, String)>,
}

impl JobHead {
    /// The head of jobs of these bots.
    ///
    /// # Errors
    /// When a file of weights cannot be read.
    pub fn new(table: &dyn Table, bots: &[BotSpec]) -> Result<JobHead, ArenaError> {
        let mut files: Vec<(String, String)> = Vec::new();
        for used in weights_used(table, bots)? {
            if used.name != "learned" && files.iter().all(|(path, _)| *path != used.name) {
                files.push((used.name, used.files.concat()));
            }
        }
        Ok(JobHead { context: GameContext::of(table, bots)?, files })
    }

    /// The files of weights that came with the job, which its bots play by.
    pub fn weights_files(&self) -> WeightsFiles {
        WeightsFiles::given(self.files.iter().cloned())
    }

    /// Whether this process may play the job, with bots that play by its [files of weights](Self::weights_files).
    ///
    /// # Errors
    /// When versions, rules or weights differ, which the message names.
    pub fn check(&self, table: &dyn Table, bots: &[BotSpec]) -> Result<(), ArenaError> {
        let weights = WeightsHashes::of(table, bots)?;
        if let Some(Difference { name, theirs, ours }) = self.context.difference(table) {
            return check_same(name, theirs, ours);
        }
        check_same("weights", &self.context.weights.to_string(), &weights.to_string())
    }

    /// A job with this head, as it is sent: `kind` names who can read the work.
    pub fn job(&self, kind: &'static str, work: &impl Serialize) -> Vec<u8> {
        #[derive(Serialize)]
        struct Job<'a, W> {
            head: &'a JobHead,
            work: IndexMap<&'static str, &'a W>,
        }
        let work = IndexMap::from([(kind, work)]);
        serde_json::to_vec(&Job { head: self, work }).expect("plain data")
    }

    /// Whether this version may play the job.
    ///
    /// # Errors
    /// When the versions differ.
    pub fn check_version(&self) -> Result<(), ArenaError> {
        check_same("riverlab version", &self.context.version, env!("CARGO_PKG_VERSION"))
    }
}

fn check_same(name: &str, theirs: &str, ours: &str) -> Result<(), ArenaError> {
    if theirs == ours {
        return Ok(());
    }
    Err(ArenaError::Usage(format!("this worker cannot play the job: it is of {name} {theirs}, and this is {ours}")))
}
