//! What a worker is asked for: everything that its answer depends on.

use std::borrow::Cow;

use riverlab_bots::{BotSpec, WeightsFiles};
use riverlab_engine::PerPlayer;
use serde::{Deserialize, Serialize};

use crate::balance::plan::StudyPlan;
use crate::balance::stage::Stage;
use crate::error::ArenaError;
use crate::plan::{Difference, GameContext, Plan, WeightsHashes, weights_used};
use crate::schedule::{BotIdx, ScheduledGame};
use crate::table::Table;

/// A job, as it is sent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job<'a> {
    /// Who may play it.
    #[serde(borrow)]
    pub(crate) head: Cow<'a, JobHead>,
    /// What is played.
    pub(crate) work: Work<'a>,
}

/// What all jobs of a round have in common: workers of which this does not hold must not play them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct JobHead {
    pub(crate) context: GameContext,
    /// The files of weights that bots play by, with their content.
    pub(crate) files: Vec<(String, String)>,
}

/// What is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Work<'a> {
    /// Games of a run.
    Games { plan: Cow<'a, Plan>, games: Vec<ListedGame> },
    /// Slots of a stage on deals, as (deal, slot).
    Blocks { plan: Cow<'a, StudyPlan>, number: usize, stage: Cow<'a, Stage>, blocks: Vec<(u64, usize)> },
    /// Games of a training, from the first to the last.
    SelfPlay {
        bot: Cow<'a, str>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<Cow<'a, str>>,
        players: usize,
        seed: u64,
        first: u64,
        last: u64,
    },
}

/// A game of a schedule: its number, its line-up, its deal, its rotation, and who sits where.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ListedGame(u64, u64, u64, u8, Vec<BotIdx>);

impl From<&ScheduledGame> for ListedGame {
    fn from(game: &ScheduledGame) -> ListedGame {
        ListedGame(game.game, game.lineup, game.deal, game.rotation, game.seats.as_slice().to_vec())
    }
}

impl ListedGame {
    /// The game, if it can be one of this plan.
    pub(crate) fn of(&self, plan: &Plan) -> Result<ScheduledGame, ArenaError> {
        let ListedGame(game, lineup, deal, rotation, ref seats) = *self;
        let (players, bots) = (plan.request.players, plan.request.bots.len());
        if seats.len() != players || seats.iter().any(|&bot| usize::from(bot) >= bots) {
            return Err(ArenaError::Usage(format!("job: game {game}: the seats {seats:?} are not of this run")));
        }
        let seats = PerPlayer::from_fn(players, |seat| seats[seat.index()]);
        Ok(ScheduledGame { game, lineup, deal, rotation, seats })
    }
}

impl JobHead {
    /// The head of jobs of these bots.
    ///
    /// # Errors
    /// When a file of weights cannot be read.
    pub(crate) fn new(table: &dyn Table, bots: &[BotSpec]) -> Result<JobHead, ArenaError> {
        let mut files: Vec<(String, String)> = Vec::new();
        for used in weights_used(table, bots)? {
            if used.name != "learned" && files.iter().all(|(path, _)| *path != used.name) {
                files.push((used.name, used.files.concat()));
            }
        }
        Ok(JobHead { context: GameContext::of(table, bots)?, files })
    }

    /// The files of weights that came with the job, which its bots play by.
    pub(crate) fn weights_files(&self) -> WeightsFiles {
        WeightsFiles::given(self.files.iter().cloned())
    }

    /// Whether this process may play the job, with bots that play by its [files of weights](Self::weights_files).
    ///
    /// # Errors
    /// When versions, rules or weights differ, which the message names.
    pub(crate) fn check(&self, table: &dyn Table, bots: &[BotSpec]) -> Result<(), ArenaError> {
        let weights = WeightsHashes::of(table, bots)?;
        if let Some(Difference { name, theirs, ours }) = self.context.difference(table, false) {
            return check_same(name, theirs, ours);
        }
        check_same("weights", &self.context.weights.to_string(), &weights.to_string())
    }

    /// Whether this version may play the job.
    pub(crate) fn check_version(&self) -> Result<(), ArenaError> {
        check_same("riverlab version", &self.context.version, env!("CARGO_PKG_VERSION"))
    }
}

fn check_same(name: &str, theirs: &str, ours: &str) -> Result<(), ArenaError> {
    if theirs == ours {
        return Ok(());
    }
    Err(ArenaError::Usage(format!("this worker cannot play the job: it is of {name} {theirs}, and this is {ours}")))
}

impl Job<'_> {
    /// As it is sent.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("plain data")
    }

    /// The bots that play.
    ///
    /// # Errors
    /// When one is none.
    pub(crate) fn bots(&self) -> Result<Vec<BotSpec>, ArenaError> {
        Ok(match &self.work {
            Work::Games { plan, .. } => plan.request.bots.specs().to_vec(),
            Work::Blocks { plan, .. } => plan.bots.specs().to_vec(),
            Work::SelfPlay { bot, against, .. } => {
                let bots = std::iter::once(bot).chain(against).map(|bot| bot.parse());
                bots.collect::<Result<_, _>>()?
            }
        })
    }
}
