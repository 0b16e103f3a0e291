//! The first games of a run, played to learn how long it takes and how much deals differ. Nothing is written.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use riverlab_bots::Evaluate;

use crate::error::ArenaError;
use crate::plan::Plan;
use crate::run::results::Results;
use crate::run::runner::{self, Clock};
use crate::venue::Venue;

/// What the first games have shown.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Their results.
    pub results: Results,
    /// How long they took.
    pub elapsed: Duration,
}

/// Plays the first games of a run for so long, or until the run ends.
///
/// # Errors
/// When the threads cannot be started.
pub fn play_trial<G: Evaluate>(
    plan: &Plan,
    venue: Venue<'_, G>,
    threads: usize,
    length: Duration,
) -> Result<Trial, ArenaError> {
    let mut trial = Trial { results: Results::new::<G>(plan, venue.rules), elapsed: Duration::ZERO };
    let (start, stop) = (Instant::now(), AtomicBool::new(false));
    runner::run(plan, venue, plan.schedule(), threads, Clock::Off, &stop, |batch| {
        let mut games = batch.observed();
        let ended = games.any(|(played, events)| trial.results.add(&played.game, &played.result, events).is_break());
        trial.elapsed = start.elapsed();
        Ok(if ended || trial.elapsed >= length { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    Ok(trial)
}
