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
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn threads_share_the_simulations_and_not_the_time() {
        let shares = |sims, threads| -> Vec<Budget> {
            (0..threads).map(|thread| Budget::Simulations(sims).share(thread, threads)).collect()
        };
        assert_eq!(shares(7, 3), [3, 2, 2].map(Budget::Simulations));
        assert_eq!(shares(1, 2), [1, 0].map(Budget::Simulations));
        let time = Budget::Time(Duration::from_millis(5));
        assert_eq!(time.share(1, 3), time);
    }

    #[test]
    fn budgets_are_spent() {
        let count = |budget: Budget| {
            let mut simulations = 0;
            let spent = budget.spend(Instant::now(), || {
                simulations += 1;
                ControlFlow::Continue(())
            });
            assert!(spent.is_continue());
            simulations
        };
        assert_eq!(count(Budget::Simulations(5)), 5);
        assert_eq!(count(Budget::Simulations(0)), 0);
        assert_eq!(count(Budget::Time(Duration::ZERO)), SIMULATIONS_PER_LOOK);
    }

    /// The number of simulations after which a decision is certain by the plain rule, and that is noticed, when these
    /// are the moves that they visit.
    fn certain_after(visited: &[usize]) -> [Option<usize>; 2] {
        let (mut visits, mut lead, mut found) = ([0; 3], Lead::new(visited.len() as u64), [None; 2]);
        for (played, &mv) in (1..).zip(visited) {
            visits[mv] += 1;
            let mut sorted = visits;
            sorted.sort_unstable();
            let [_, second, most] = sorted;
            if most > second + (visited.len() - played) as u32 {
                found[0] = found[0].or(Some(played));
            }
            if lead.is_certain(|| (most, second)) {
                found[1] = found[1].or(Some(played));
            }
        }
        found
    }

    #[test]
    fn a_decision_is_certain_as_soon_as_no_other_move_can_catch_up() {
        assert_eq!(certain_after(&[0, 0, 0, 0]), [Some(3); 2]);
        assert_eq!(certain_after(&[0, 0, 1, 1]), [None; 2]);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut certain, mut early) = (0, 0);
        for _ in 0..2000 {
            let (length, first) = (rng.random_range(1..60), rng.random_range(0.3..1.0));
            let visited: Vec<usize> =
                (0..length).map(|_| if rng.random_bool(first) { 0 } else { rng.random_range(0..3) }).collect();
            let [plain, noticed] = certain_after(&visited);
            assert_eq!(noticed, plain, "{visited:?}");
            certain += usize::from(plain.is_some());
            early += usize::from(plain.is_some_and(|played| played < length));
        }
        assert!(certain > early && early > 1000, "{certain} {early}");
    }

    #[test]
    fn budgets_are_given_up() {
        for budget in [Budget::Simulations(5), Budget::Time(Duration::from_secs(100))] {
            let mut simulations = 0;
            let spent = budget.spend(Instant::now(), || {
                simulations += 1;
                if simulations == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert!(spent.is_break() && simulations == 3);
        }
    }
}
