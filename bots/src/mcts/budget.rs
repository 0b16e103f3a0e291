//! When a decision ends: after a number of simulations, after a time, or when it is certain.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::stopwatch::Stopwatch;

/// How much one decision may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Budget {
    /// So many simulations, over all threads.
    Simulations(u64),
    /// So much time in each thread. What is found in it is not reproducible.
    Time(Duration),
}

/// How many simulations are played between two looks at the clock.
const SIMULATIONS_PER_LOOK: u64 = 8;
/// The same where simulations are counted, and the clock only shows whether the process was stopped.
const COUNTED_PER_LOOK: u64 = 128;

impl Budget {
    /// What one of the threads, counted from 0, does of the budget of all.
    pub(crate) fn share(self, thread: u32, threads: u32) -> Budget {
        match self {
            Budget::Time(_) => self,
            Budget::Simulations(sims) => {
                let (each, rest) = (sims / u64::from(threads), sims % u64::from(threads));
                Budget::Simulations(each + u64::from(u64::from(thread) < rest))
            }
        }
    }

    /// Simulates until the budget is spent, which for a time begins at `start`; at least once within a time, however
    /// late the thread begins. While the process is stopped no time is spent. Ends early when `simulate` says so.
    pub(crate) fn spend(self, start: Instant, mut simulate: impl FnMut() -> ControlFlow<()>) -> ControlFlow<()> {
        let mut watch = Stopwatch::learning_since(start);
        match self {
            Budget::Simulations(sims) => {
                let mut left = sims;
                while left > 0 {
                    let next = left.min(COUNTED_PER_LOOK);
                    (0..next).try_for_each(|_| simulate())?;
                    left -= next;
                    watch.elapsed();
                }
                ControlFlow::Continue(())
            }
            Budget::Time(time) => loop {
                (0..SIMULATIONS_PER_LOOK).try_for_each(|_| simulate())?;
                if watch.elapsed() >= time {
                    return ControlFlow::Continue(());
                }
            },
        }
    }
}

/// Notices when a decision is certain: the most visited move is so far ahead that no other can catch up with what is
/// left of the simulations. Searching on would find the same move.
pub(crate) struct Lead {
    /// The simulations that are left.
    left: u64,
    /// How many of them can be played before it makes sense to look again.
    wait: u64,
}

impl Lead {
    pub(crate) fn new(sims: u64) -> Lead {
        Lead { left: sims, wait: sims / 2 }
    }

    /// Counts a simulation, which has visited at most one of the moves; says whether the decision is certain.
    #[inline]
    pub(crate) fn is_certain(&mut self, visits: impl FnOnce() -> (u32, u32)) -> bool {
        self.left -= 1;
        if self.wait > 0 {
            self.wait -= 1;
            return false;
        }
        let (most, second) = visits();
        let ahead = u64::from(most - second);
        // With each simulation the lead grows by at most one, and what is left shrinks by one.
        self.wait = self.left.saturating_sub(ahead) / 2;
        ahead > self.left
    }
}

#[cfg(test)]
#[path = "budget_tests.rs"]
mod tests;
