//! When a decision ends: after a number of simulations, or after a time.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

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

    /// Simulates until the budget is spent, which for a time begins at `start`; at least once within a time, however late
    /// the thread begins.
    /// Ends early when `simulate` says so.
    pub(crate) fn spend(self, start: Instant, mut simulate: impl FnMut() -> ControlFlow<()>) -> ControlFlow<()> {
        match self {
            Budget::Simulations(sims) => (0..sims).try_for_each(|_| simulate()),
            Budget::Time(time) => loop {
                (0..SIMULATIONS_PER_LOOK).try_for_each(|_| simulate())?;
                if start.elapsed() >= time {
                    return ControlFlow::Continue(());
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
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
