//! Simulated studies in parallel, each with a random stream of its own, so that nothing depends on the number of threads.

use rand_chacha::ChaCha8Rng;
use riverlab_bots::play::streams::study_stream;
use riverlab_stats::parallel_map::parallel_map;

/// How far a calibration has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// What is done, in words.
    pub part: &'static str,
    /// How much of it.
    pub done: u64,
    /// All of it.
    pub of: u64,
}

/// Studies between two reports of progress.
const CHUNK: u64 = 200;

/// What a random stream is for: scenarios of one purpose are numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Intervals of shares and scores.
    Means = 1,
    /// Sequential tests.
    Tests = 2,
    /// Ratings.
    Ratings = 3,
    /// Balance studies.
    Families = 4,
    /// Matches that stop early.
    Stops = 5,
}

/// Carries out studies and tells how far they are.
pub struct Simulator<'a> {
    seed: u64,
    part: &'static str,
    done: u64,
    of: u64,
    progress: &'a mut (dyn FnMut(Progress) + Send),
}

impl<'a> Simulator<'a> {
    /// Nothing done yet, of a part that has so many studies.
    pub fn new(
        seed: u64,
        part: &'static str,
        of: u64,
        progress: &'a mut (dyn FnMut(Progress) + Send),
    ) -> Simulator<'a> {
        progress(Progress { part, done: 0, of });
        Simulator { seed, part, done: 0, of, progress }
    }

    /// What so many studies of a scenario come to, in their order.
    pub fn studies<T: Send>(
        &mut self,
        purpose: Purpose,
        scenario: usize,
        studies: u64,
        one: impl Fn(&mut ChaCha8Rng) -> T + Sync,
    ) -> Vec<T> {
        let number = (purpose as u64) << 32 | scenario as u64;
        let mut results = Vec::with_capacity(studies as usize);
        for first in (0..studies).step_by(CHUNK as usize) {
            let done = CHUNK.min(studies - first);
            let play = |study: usize| one(&mut study_stream(self.seed, number, first as usize + study));
            results.extend(parallel_map(done as usize, play));
            self.done += done;
            (self.progress)(Progress { part: self.part, done: self.done, of: self.of });
        }
        results
    }
}
