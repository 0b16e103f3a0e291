//! When a study that has a time is over.
//!
//! A stage begins only where it is expected to end in time, as fast as games were in the stage before. So stages are whole, and
//! how many there are is the only thing that depends on the machine.

use std::time::{Duration, Instant};

/// The clock of a study that has a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    start: Instant,
    limit: Duration,
    /// How long a game took in the stage that was played last, in seconds.
    seconds_per_game: f64,
}

impl Clock {
    /// A clock that begins now.
    pub(super) fn start(limit: Duration) -> Clock {
        Clock { start: Instant::now(), limit, seconds_per_game: 0.0 }
    }

    /// Takes note of how long so many games took.
    pub(super) fn played(&mut self, games: u64, time: Duration) {
        if games > 0 {
            self.seconds_per_game = time.as_secs_f64() / games as f64;
        }
    }

    /// Whether so many games more are expected to end in time.
    pub(super) fn has_time_for(&self, games: u64) -> bool {
        let needed = self.seconds_per_game * games as f64;
        self.start.elapsed().as_secs_f64() + needed <= self.limit.as_secs_f64()
    }
}

#[cfg(test)]
#[path = "clock_tests.rs"]
mod tests;
