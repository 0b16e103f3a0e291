//! How many decisions are taken, for those who wait.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of decisions of a session, counted while it is played.
#[derive(Default, Debug)]
pub struct DecisionCount {
    workers: Mutex<Vec<Arc<WorkerCount>>>,
}

/// The decisions of one thread, in a cache line that no other thread writes.
#[repr(align(128))]
#[derive(Default, Debug)]
pub struct WorkerCount(AtomicU64);

impl DecisionCount {
    /// The number of decisions so far.
    pub fn total(&self) -> u64 {
        let workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        workers.iter().map(|worker| worker.0.load(Ordering::Relaxed)).sum()
    }

    /// The count of a thread that begins.
    pub fn worker(&self) -> Arc<WorkerCount> {
        let worker = Arc::<WorkerCount>::default();
        self.workers.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&worker));
        worker
    }
}

impl WorkerCount {
    /// Counts a decision. Only one thread may.
    #[inline]
    pub fn add(&self) {
        self.0.store(self.0.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }
}
