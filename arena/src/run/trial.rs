//! The first games of a run, played to learn how long it takes and how much deals differ. Nothing is written.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use riverlab_bots::play::count::DecisionCount;

use crate::error::ArenaError;
use crate::plan::Plan;
use crate::run::runner::{self, PlaySettings};
use crate::table::Table;
use crate::tally::Results;

/// What the first games have shown.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Their results.
    pub results: Results,
    /// How long they took, those that were given up in the middle included.
    pub elapsed: Duration,
    /// How many decisions were taken, on all threads together.
    pub decisions: u64,
    /// The mean number of decisions of a game: of those that were finished, or of random ones where none was.
    pub decisions_per_game: f64,
}

impl Trial {
    /// How long so many games take, with as many threads.
    pub fn time(&self, games: u64) -> Duration {
        let per_decision = self.elapsed.as_secs_f64() / self.decisions.max(1) as f64;
        Duration::from_secs_f64((per_decision * self.decisions_per_game * games as f64).min(1e12))
    }
}

/// Plays the first games of a run for so long, or until the run ends; what is not finished then is given up.
///
/// # Errors
/// When the threads cannot be started, or a bot fails.
pub fn play_trial(plan: &Plan, table: &dyn Table, threads: usize, length: Duration) -> Result<Trial, ArenaError> {
    let mut results = Results::new(plan, table);
    let (start, stop, decisions) = (Instant::now(), AtomicBool::new(false), DecisionCount::default());
    let (mut games, mut in_games) = (0_u64, 0_u64);
    let (done, ended) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let stop = &stop;
        scope.spawn(move || {
            // Until all is played, or the time is over.
            let _ = ended.recv_timeout(length);
            stop.store(true, Ordering::Relaxed);
        });
        let settings = PlaySettings { decisions: Some(&decisions), ..PlaySettings::new(threads, stop) };
        let played = runner::run(plan, table, plan.schedule(), settings, |batch| {
            for (played, events) in batch.observed() {
                games += 1;
                in_games += played.result.decisions.iter().map(|&count| u64::from(count)).sum::<u64>();
                if results.add(&played.game, &played.result, events).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        });
        drop(done);
        played
    })?;
    let random_length = || table.random_length(plan.request.players, plan.request.seed);
    let decisions_per_game = if games > 0 { in_games as f64 / games as f64 } else { random_length() };
    Ok(Trial { results, elapsed: start.elapsed(), decisions: decisions.total(), decisions_per_game })
}
