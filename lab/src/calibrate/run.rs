//! A calibration from its games to its rows.

use rayon::ThreadPoolBuilder;
use riverlab_arena::error::ArenaError;

use super::contest::Pool;
use super::methods::Methods;
use super::real_effects::{EffectSample, play_effects};
use super::real_games::{MatchSample, play_match};
use super::request::{CalibrationRequest, Part};
use super::row::Row;
use super::simulator::{Progress, Simulator};
use super::{families, matches, sequential, stops, strength};
use crate::balance::setup::StudyTable;

/// The real games that studies are drawn from.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RealGames {
    /// The match of the first bot against the others.
    pub of_match: MatchSample,
    /// The experiments of the balance study; none of a game without components.
    pub effects: Option<EffectSample>,
}

/// What a calibration has shown.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Calibration {
    /// The rows, in the order of the parts.
    pub rows: Vec<Row>,
    /// What could not be simulated, and why.
    pub notes: Vec<String>,
    /// Whether there were balance studies.
    pub has_families: bool,
}

impl Calibration {
    /// Whether all rows hold.
    pub fn holds(&self) -> bool {
        self.rows.iter().all(Row::holds)
    }

    fn add(&mut self, rows: Vec<Row>, notes: Vec<String>) {
        self.rows.extend(rows);
        self.notes.extend(notes);
    }
}

/// Plays what is asked for and calibrates it with these methods on so many threads, on which nothing depends.
///
/// # Errors
/// When something that is asked for is not allowed, the threads cannot be started, or all deals are alike.
pub fn calibrate(
    request: &CalibrationRequest,
    table: &dyn StudyTable,
    methods: &Methods,
    threads: usize,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Calibration, ArenaError> {
    let plan = request.match_plan(table)?;
    let study = request.study_plan(table)?;
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| ArenaError::Usage(format!("--threads {threads}: {error}")))?;
    let of_match = play_match(&plan, table, threads, progress)?;
    pool.install(|| {
        let effects = study.map(|study| play_effects(&study, table, progress)).transpose()?;
        let calibration = simulate(request, &RealGames { of_match, effects }, methods, progress);
        if calibration.rows.is_empty() { Err(nothing_differs(request)) } else { Ok(calibration) }
    })
}

/// The deals of these bots tell nothing.
fn nothing_differs(request: &CalibrationRequest) -> ArenaError {
    let bots = request.bots.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let deals = request.sample;
    ArenaError::Usage(format!(
        "--bots {bots}: the first had the same share in all {deals} deals, and no ban or other intervention had an effect; \
         expected bots that some deals tell apart"
    ))
}

/// Simulates studies with the deals of real games.
pub(crate) fn simulate(
    request: &CalibrationRequest,
    real: &RealGames,
    methods: &Methods,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Calibration {
    let mut calibration = Calibration::default();
    let (pool, null) = (Pool::new(&real.of_match), real.of_match.null());
    let (contests, notes) = matches::contests(&pool, null);
    calibration.notes.extend(notes);
    let seed = request.seed;
    if request.has(Part::Shares) {
        let mut simulator =
            Simulator::new(seed, "simulated matches", matches::studies(contests.len(), request), progress);
        calibration.rows.extend(matches::rows(request, &contests, null, methods, &mut simulator));
    }
    if request.has(Part::Ratings) {
        let mut simulator =
            Simulator::new(seed, "simulated ratings", contests.len() as u64 * strength::studies(request), progress);
        calibration.rows.extend(strength::rows(request, &real.of_match, &contests, methods, &mut simulator));
    }
    if request.has(Part::Stops) {
        let mut simulator =
            Simulator::new(seed, "simulated matches that stop", stops::studies(contests.len(), request), progress);
        calibration.rows.extend(stops::rows(request, &contests, null, methods, &mut simulator));
    }
    if request.has(Part::Tests) {
        let tests = sequential::tests(&pool, null);
        let mut simulator =
            Simulator::new(seed, "simulated sequential tests", 2 * tests.len() as u64 * request.studies, progress);
        let (rows, notes) = sequential::rows(request, &pool, null, &tests, methods, &mut simulator);
        calibration.add(rows, notes);
    }
    if let Some(effects) = &real.effects {
        calibration.has_families = true;
        let mut simulator =
            Simulator::new(seed, "simulated balance studies", families::SCENARIOS * request.studies, progress);
        let (rows, notes) = families::rows(request, effects, methods, &mut simulator);
        calibration.add(rows, notes);
    } else if request.has(Part::Balance) {
        calibration.notes.push("the game has no components, so there are no rows about balance studies".to_owned());
    }
    calibration
}
