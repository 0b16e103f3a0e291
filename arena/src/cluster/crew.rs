//! Those who play elsewhere, and work that is handed to them.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::error::ArenaError;
use crate::parallel::{self, Batches, More, Source};

/// Who plays: threads of this process, or a crew.
#[derive(Clone, Copy, Debug)]
pub struct Workers<'a> {
    /// The number of threads, at least one; a crew has its own.
    pub threads: usize,
    /// The crew, if there is one.
    pub crew: Option<&'a dyn Crew>,
    /// Set when what is under way is to be given up.
    pub stop: &'a AtomicBool,
}

/// Work that belongs together: the games of a run, the blocks of a stage, the games of a generation.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// What it is, for messages; no two rounds of a command have the same.
    pub name: String,
    /// How many pieces it has, unless it may end before.
    pub pieces: Option<u64>,
    /// How many pieces belong to a deal.
    pub pieces_of_deal: u64,
    /// How many pieces are there already.
    pub done: u64,
    /// How long a piece takes here, in seconds.
    pub seconds_per_piece: f64,
}

/// How a round is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shards {
    /// The number of the round.
    pub round: u64,
    /// How many pieces a shard has, at least one.
    pub pieces: u64,
}

/// Whoever plays jobs elsewhere. An answer depends on its job alone, so a job may be played several times.
pub trait Crew: fmt::Debug + Send + Sync {
    /// How many jobs can be under way at once, at least one.
    fn places(&self) -> usize;

    /// A round begins.
    ///
    /// # Errors
    /// When nobody can play it.
    fn begin(&self, round: &Round) -> Result<Shards, ArenaError>;

    /// Has a job played and waits for its answer.
    ///
    /// # Errors
    /// When it cannot be played; [`ArenaError::Interrupted`] when the round has ended.
    fn play(&self, round: u64, job: Vec<u8>) -> Result<Vec<u8>, ArenaError>;

    /// A round has ended: what is under way is not needed any more.
    fn end(&self, round: u64);
}

/// A source that tells the crew as soon as its round has ended. A job that failed ends it in its turn: those before it count.
struct OfRound<'a, S> {
    source: &'a mut S,
    crew: &'a dyn Crew,
    round: u64,
}

impl<S: Source> Source for OfRound<'_, S> {
    type Work = S::Work;
    type Done = Result<S::Done, ArenaError>;

    fn take(&mut self, most: usize) -> (Vec<S::Work>, More) {
        self.source.take(most)
    }

    fn deliver(&mut self, done: Self::Done) -> Result<ControlFlow<()>, ArenaError> {
        let flow = done.and_then(|done| self.source.deliver(done));
        if !matches!(flow, Ok(ControlFlow::Continue(()))) {
            self.crew.end(self.round);
        }
        flow
    }
}

/// Does all work of a source through a crew: `job` writes a job for some pieces, `read` reads its answer.
///
/// # Errors
/// Those of [`parallel::run`] and of the crew.
pub fn run_by_crew<S: Source, R>(
    source: &mut S,
    crew: &dyn Crew,
    round: &Round,
    stop: &AtomicBool,
    job: impl Fn(&[S::Work]) -> Vec<u8> + Sync,
    reader: impl Fn() -> R + Sync,
) -> Result<(), ArenaError>
where
    R: FnMut(Vec<S::Work>, &[u8]) -> Result<S::Done, ArenaError>,
{
    let shards = crew.begin(round)?;
    let batches = Batches::OfPieces { pieces: shards.pieces.max(1), before: round.done };
    let mut source = OfRound { source, crew, round: shards.round };
    let played = parallel::run_in_batches(&mut source, crew.places().max(1), batches, stop, || {
        let mut read = reader();
        let job = &job;
        move |pieces: Vec<S::Work>| {
            let answer = crew.play(shards.round, job(&pieces));
            Ok(answer.and_then(|answer| read(pieces, &answer)))
        }
    });
    crew.end(shards.round);
    played
}

/// How long it is measured how long a piece takes.
const MEASURED: Duration = Duration::from_millis(250);

/// How long a piece takes, in seconds: some are played here.
pub fn seconds_per_piece<P>(pieces: impl Iterator<Item = P>, mut play: impl FnMut(P)) -> f64 {
    let (start, mut played) = (Instant::now(), 0_u32);
    for piece in pieces {
        play(piece);
        played += 1;
        if start.elapsed() >= MEASURED {
            break;
        }
    }
    start.elapsed().as_secs_f64() / f64::from(played.max(1))
}
