//! A pilot: some deals of a study, played to say how long it would take and how many deals its margin needs.
//!
//! Nothing of it is kept, and its effects are not shown: whoever looked at them could choose the number of deals by them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use riverlab_arena::error::ArenaError;
use riverlab_stats::power::Design;

use super::plan::StudyPlan;
use super::report::precision::median_and_largest;
use super::runner::{Progress, Rows, StudyRunner};
use super::session::begin;
use super::setup::{StudySetup, StudyTable};
use super::stage::Stage;

/// A pilot goes on for this long at least, and until it has a few deals.
const MIN_TIME: Duration = Duration::from_secs(5);
/// Fewer deals do not tell how much deals differ.
const MIN_DEALS: u64 = 10;

/// What a pilot says of a study.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The number of experiments of the first stage.
    pub experiments: usize,
    /// The number of games of the first stage on each deal.
    pub games_per_deal: u64,
    /// How long a game takes on all threads together, in seconds.
    pub seconds_per_game: f64,
    /// The number of deals that the pilot has played.
    pub deals: u64,
    /// The number of experiments that the pilot has tried.
    pub tried: usize,
    /// How many of them cannot be measured, as a ban leaves a player no legal move.
    pub impossible: usize,
    /// The experiments whose share effects differ over deals as much as in the median, and most; none where nothing has an
    /// effect on any deal of the pilot.
    pub designs: Option<[Design; 2]>,
}

impl Estimate {
    /// How long so many deals take.
    pub fn time(&self, deals: u64) -> Duration {
        self.time_of_games(deals * self.games_per_deal)
    }

    /// How long so many games take.
    pub fn time_of_games(&self, games: u64) -> Duration {
        Duration::from_secs_f64((self.seconds_per_game * games as f64).min(1e9))
    }
}

/// Plays some deals of the first stage.
///
/// # Errors
/// When it cannot be played.
pub fn estimate(plan: &StudyPlan, table: &dyn StudyTable, threads: usize) -> Result<Estimate, ArenaError> {
    let setup = StudySetup::new(plan, table)?;
    let stage = begin(&setup)?.next_stage(&[])?.expect("there is a first one");
    // Only the tables as given are tried: each alternative takes as long.
    let pilot = Stage::first(plan);
    let enough_games = MIN_DEALS * pilot.games_per_deal(plan.players);
    let (start, stop, mut games) = (Instant::now(), AtomicBool::new(false), 0);
    let mut count = |progress: Progress| {
        games = progress.games;
        stop.store(start.elapsed() >= MIN_TIME && games >= enough_games, Ordering::Relaxed);
    };
    let mut runner = StudyRunner { threads, stop: &stop, crew: None, progress: &mut count };
    let result = runner.run(&setup, Rows::default(), |done| Ok(done.is_empty().then(|| pilot.clone())))?;
    let played = &result.stages[0];
    let family = stage.experiments.len();
    let moving = played.effects.iter().filter(|effect| effect.sd > 0.0);
    let designs = moving.map(|effect| effect.design(family, plan.margin));
    Ok(Estimate {
        experiments: stage.experiments.len(),
        games_per_deal: stage.games_per_deal(plan.players),
        seconds_per_game: start.elapsed().as_secs_f64() / games.max(1) as f64,
        deals: played.effects.first().map_or(0, |effect| effect.deals),
        tried: pilot.experiments.len(),
        impossible: played.impossible.len(),
        designs: median_and_largest(designs.collect()),
    })
}
