//! A run is checked: every row, every result file, and a sample of games that are played again.

use std::fs;
use std::io::ErrorKind;
use std::sync::atomic::AtomicBool;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use riverlab_stats::parallel_map::parallel_map_with;
use serde::Deserialize;

use crate::error::ArenaError;
use crate::report::forfeits::forfeits_text;
use crate::report::result_files::result_files;
use crate::run::stored::StoredRun;
use crate::schedule::ScheduledGame;
use crate::store::file_names::TIMING;
use crate::store::input_file::{check_regular, read_document};
use crate::store::journal_file::changed_text;
use crate::store::journal_reader::ReadGame;
use crate::table::{GameWorker, Table, WorkerSettings};
use crate::tally::Results;

/// Which games are played again.
#[derive(Clone, Copy, Debug)]
pub struct SampleSettings {
    /// How many, at most: drawn from all games, each as likely as any other.
    pub size: u64,
    /// The seed that draws them.
    pub seed: u64,
}

/// What a check has shown. That rows or result files are wrong is an error before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verification {
    /// The number of games of the run.
    pub games: u64,
    /// How many of them were played again.
    pub sampled: u64,
    /// Those that went another way, in the order of the run.
    pub differing: Vec<ScheduledGame>,
    /// Whether the run is complete, so that its result files were checked too.
    pub is_complete: bool,
    /// Which bots have forfeited how many games, in words; none where none has.
    pub forfeits: Option<String>,
}

/// Checks a run.
///
/// # Errors
/// When it was not played by this program with these rules, is not reproducible, or holds no game; when its journal holds
/// anything that is not of this run; when a result file does not follow from the games.
pub fn verify(stored: &StoredRun, table: &dyn Table, sample: SampleSettings) -> Result<Verification, ArenaError> {
    let plan = stored.plan();
    let is_other = plan.context.difference(table).is_some();
    stored.check(table).map_err(|error| if is_other { error } else { error.found() })?;
    stored.check_playable(table)?;
    if !plan.reproducible {
        let bots = plan.request.bots.irreproducible().collect::<Vec<_>>().join(", ");
        let why = if bots.contains("[timed]") {
            "time budgets are"
        } else {
            "programs that do not say they are deterministic are"
        };
        let message = format!("cannot be verified: {why} not reproducible ({bots})");
        return Err(ArenaError::folder(stored.folder(), message));
    }
    let (mut reservoir, mut decisions) = (Reservoir::new(sample), vec![0; plan.request.bots.len()]);
    let results = stored.read(table, &mut |read| {
        for (&bot, &taken) in read.game.seats.iter().zip(&read.result.decisions) {
            decisions[usize::from(bot)] += u64::from(taken);
        }
        reservoir.offer(read);
    });
    let results = results.map_err(ArenaError::found)?;
    check_timing(stored, &decisions).map_err(ArenaError::found)?;
    if reservoir.offered == 0 {
        return Err(ArenaError::folder(stored.folder(), "holds no whole game yet"));
    }
    if stored.is_complete() {
        check_result_files(stored, &results).map_err(ArenaError::found)?;
    }
    let (games, sampled) = (reservoir.offered, reservoir.sample.len() as u64);
    let differing = play_again(stored, table, &reservoir.in_order());
    let forfeits = forfeits_text(plan, &results.tally.forfeits());
    Ok(Verification { games, sampled, differing, is_complete: stored.is_complete(), forfeits })
}

/// Whether the result files are those that follow from the games.
fn check_result_files(stored: &StoredRun, results: &Results) -> Result<(), ArenaError> {
    for (name, content) in result_files(stored.plan(), results.report()) {
        let path = stored.folder().join(name);
        let there = check_regular(&path).and_then(|()| fs::read(&path));
        let there = there.map_err(|error| ArenaError::file("read", &path, error))?;
        if there != content {
            let text = String::from_utf8_lossy(&there);
            let change = text.split('\n').find_map(changed_text);
            let why =
                change.map_or_else(|| "does not follow from the games".to_owned(), |change| format!("a line {change}"));
            return Err(ArenaError::Found(format!("{}: {why}", path.display())));
        }
    }
    Ok(())
}

/// A row of `timing.csv`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TimingRow {
    bot: String,
    decisions: u64,
    ms_mean: f64,
    ms_p50: f64,
    ms_p95: f64,
    ms_max: f64,
    sims_per_s: Option<f64>,
}

/// Whether `timing.csv`, where there is one, can be of this run. That the times are true cannot be known.
fn check_timing(stored: &StoredRun, decisions: &[u64]) -> Result<(), ArenaError> {
    let path = stored.folder().join(TIMING);
    let text = match read_document(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(ArenaError::file("read", &path, error)),
    };
    let wrong = |line: usize, why: &str| ArenaError::Found(format!("{}: line {line}: {why}", path.display()));
    let names = stored.plan().request.bots.names();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    for (line, row) in (2..).zip(reader.deserialize::<TimingRow>()) {
        let row = row.map_err(|_| wrong(line, "no row of times of a bot"))?;
        let bot = names.iter().position(|name| *name == row.bot);
        let bot = bot.ok_or_else(|| wrong(line, "the run has no such bot"))?;
        if row.decisions > decisions[bot] {
            return Err(wrong(line, &format!("{} took {} decisions in all", row.bot, decisions[bot])));
        }
        let times = [0.0, row.ms_p50, row.ms_p95, row.ms_max];
        // Quantiles have three digits, the mean has all.
        let is_mean = (0.0..=row.ms_max * 1.01 + 0.001).contains(&row.ms_mean);
        if !times.is_sorted() || !is_mean || row.sims_per_s.is_some_and(|rate| rate < 0.0) {
            return Err(wrong(line, "these cannot be times of one bot"));
        }
    }
    Ok(())
}

/// Plays games again, in parallel, and returns those that went another way.
fn play_again(stored: &StoredRun, table: &dyn Table, sample: &[SampledGame]) -> Vec<ScheduledGame> {
    let plan = stored.plan();
    let differs = |worker: &mut Box<dyn GameWorker + '_>, number: usize| {
        let sampled = &sample[number];
        let again = worker.play(&[sampled.game]);
        let same = again.rows == sampled.rows.as_bytes() && again.moves == sampled.moves.as_bytes();
        (!same).then_some(sampled.game)
    };
    let never = AtomicBool::new(false);
    let playing = plan.playing(table);
    let worker = || table.worker(playing, WorkerSettings::until(&never));
    parallel_map_with(sample.len(), worker, differs).into_iter().flatten().collect()
}

/// A sample of fixed size of games as they come by, each as likely as any other (Vitter 1985, algorithm R).
struct Reservoir {
    rng: ChaCha8Rng,
    size: u64,
    offered: u64,
    sample: Vec<SampledGame>,
}

/// A game to be played again, with its rows.
struct SampledGame {
    game: ScheduledGame,
    rows: String,
    moves: String,
}

impl SampledGame {
    fn new(read: &ReadGame<'_>) -> SampledGame {
        SampledGame { game: *read.game, rows: read.rows.to_owned(), moves: read.moves.to_owned() }
    }
}

impl Reservoir {
    fn new(settings: SampleSettings) -> Reservoir {
        let rng = ChaCha8Rng::seed_from_u64(settings.seed);
        Reservoir { rng, size: settings.size, offered: 0, sample: Vec::new() }
    }

    fn offer(&mut self, read: &ReadGame<'_>) {
        self.offered += 1;
        if self.offered <= self.size {
            self.sample.push(SampledGame::new(read));
            return;
        }
        let slot = self.rng.random_range(0..self.offered);
        if slot < self.size {
            self.sample[slot as usize] = SampledGame::new(read);
        }
    }

    /// The sample in the order of the run.
    fn in_order(mut self) -> Vec<SampledGame> {
        self.sample.sort_unstable_by_key(|sampled| sampled.game.game);
        self.sample
    }
}
