//! Runs in folders: `riverlab report`, `riverlab merge` and `riverlab verify`.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use riverlab_bots::Evaluate;

use super::session::{Writing, check_whole, read_complete, read_games, show, tables};
use super::{print, whole};
use crate::error::ArenaError;
use crate::games::{GameTask, with_game};
use crate::plan::{Plan, Shard, rules_hash};
use crate::report::text::{components_text, details_text};
use crate::run::results::Results;
use crate::run::runner::{Clock, Worker};
use crate::schedule::ScheduledGame;
use crate::stats::clopper_pearson;
use crate::store::journal::{Journal, JournalPaths, ReadGame};
use crate::store::run_dir::{Manifest, OnExisting, RunDir, RunStatus, difference, journal_paths, read_manifest};

/// A run in a folder.
pub(super) struct Stored {
    pub(super) folder: PathBuf,
    manifest: Manifest,
}

impl Stored {
    pub(super) fn open(folder: &Path) -> Result<Stored, ArenaError> {
        Ok(Stored { folder: folder.to_owned(), manifest: read_manifest(folder)? })
    }

    pub(super) fn plan(&self) -> &Plan {
        &self.manifest.plan
    }

    /// Whether this program, with these rules, is the one that played the run.
    pub(super) fn check<G: Evaluate>(&self, rules: &G::Rules) -> Result<(), ArenaError> {
        let plan = self.plan();
        let ours = [env!("CARGO_PKG_VERSION").to_owned(), G::RULES_VERSION.to_owned(), rules_hash(rules)];
        let theirs = [&plan.version, &plan.rules_version, &plan.rules_hash];
        let names = ["riverlab version", "rules version", "rules"];
        for (name, (theirs, ours)) in names.into_iter().zip(theirs.into_iter().zip(ours)) {
            if *theirs != ours {
                let message = format!("was played with {name} {theirs}, this is {ours}");
                return Err(ArenaError::folder(&self.folder, message));
            }
        }
        self.request_again::<G>(rules)
    }

    /// The plan must be one that could be asked for: the manifest is a file like any other.
    fn request_again<G: Evaluate>(&self, rules: &G::Rules) -> Result<(), ArenaError> {
        let plan = self.plan();
        let again = plan.request()?.plan::<G>(rules)?;
        if *plan == again {
            return Ok(());
        }
        let difference = difference(plan, &again).unwrap_or_else(|| "games, reproducible or command".to_owned());
        Err(ArenaError::folder(&self.folder, format!("has a manifest that does not fit together: {difference}")))
    }

    /// The paths of its journal.
    pub(super) fn journal<G: Evaluate>(&self, rules: &G::Rules) -> JournalPaths {
        journal_paths::<G>(&self.folder, rules, self.plan().players)
    }

    /// Reads the run and hands each game to `seen`.
    fn read<G: Evaluate>(
        &self,
        rules: &'static G::Rules,
        seen: impl FnMut(&ReadGame<'_>),
    ) -> Result<Results, ArenaError> {
        self.check::<G>(rules)?;
        let (plan, paths) = (self.plan(), self.journal::<G>(rules));
        let (results, _, done) = read_games::<G>(&Journal::open(&paths)?, plan, rules, seen)?;
        if self.manifest.complete {
            check_whole(&paths, done, self.manifest.games_played.unwrap_or(plan.games), "")?;
        }
        Ok(results)
    }
}

/// Arguments of `report`.
#[derive(Args, Debug)]
pub(super) struct ReportArgs {
    /// The folder of a run, complete or not
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Results as JSON
    #[arg(long)]
    json: bool,
}

struct Report<'a>(&'a Stored);

impl GameTask for Report<'_> {
    type Output = Results;

    fn run<G: Evaluate>(self, rules: &'static G::Rules) -> Result<Results, ArenaError> {
        self.0.read::<G>(rules, |_| ())
    }
}

/// Shows all tables of a run.
pub(super) fn report(args: &ReportArgs, stdout: &mut impl Write) -> Result<(), ArenaError> {
    let stored = Stored::open(&args.folder)?;
    let plan = stored.plan();
    let results = with_game(&plan.game, &plan.rules, Report(&stored))?;
    if results.tally.deals() == 0 {
        return Err(ArenaError::folder(&args.folder, "holds no whole deal yet"));
    }
    show(plan, &results, args.json, stdout)?;
    if args.json {
        return Ok(());
    }
    let report = results.report();
    print(stdout, &(details_text(plan, &report.summary) + &components_text(&report.components)))
}

/// Arguments of `merge`.
#[derive(Args, Debug)]
pub(super) struct MergeArgs {
    /// The folders of all parts of a run, each played with --shard
    #[arg(value_name = "DIR", required = true, num_args = 1..)]
    parts: Vec<PathBuf>,
    /// The folder of the whole run
    #[arg(long, short, default_value = "results")]
    out: PathBuf,
    /// Replace another run in the folder
    #[arg(long)]
    force: bool,
    /// Results as JSON
    #[arg(long)]
    json: bool,
}

struct Merge<'a> {
    args: &'a MergeArgs,
    parts: &'a [Stored],
}

impl GameTask for Merge<'_> {
    type Output = (Plan, Results);

    fn run<G: Evaluate>(self, rules: &'static G::Rules) -> Result<(Plan, Results), ArenaError> {
        let plan = self.parts[0].plan().whole();
        let if_there = if self.args.force { OnExisting::Replace } else { OnExisting::Continue };
        self.parts.iter().try_for_each(|part| part.read::<G>(rules, |_| ()).map(|_| ()))?;
        let (output, found) = RunDir::open(&self.args.out, &plan, if_there)?;
        if found == RunStatus::Complete {
            return Ok((plan.clone(), read_complete::<G>(&output, &plan, rules)?));
        }
        let mut writing = Writing::<G>::begin(output, found, &plan, rules)?;
        for part in self.parts {
            append_part::<G>(&mut writing, part, rules)?;
        }
        let results = writing.end()?;
        if results.is_complete() {
            return Ok((plan, results));
        }
        Err(ArenaError::folder(&self.args.out, "is not complete: a part has changed while it was read"))
    }
}

/// How many bytes of rows are written at once.
const CHUNK: usize = 1 << 20;

fn append_part<G: Evaluate>(
    writing: &mut Writing<G>,
    part: &Stored,
    rules: &'static G::Rules,
) -> Result<(), ArenaError> {
    let (plan, done) = (part.plan(), writing.done);
    let (mut rows, mut moves) = (Vec::new(), Vec::new());
    Journal::open(&part.journal::<G>(rules))?.read::<G>(plan, rules, &mut plan.schedule(), |read| {
        if read.game.game <= done {
            return Ok(ControlFlow::Continue(()));
        }
        rows.extend_from_slice(read.rows.as_bytes());
        moves.extend_from_slice(read.moves.as_bytes());
        if rows.len() >= CHUNK {
            writing.append_rows(&rows, &moves)?;
            rows.clear();
            moves.clear();
        }
        Ok(writing.results.add(read.game, read.result, read.events))
    })?;
    writing.append_rows(&rows, &moves)
}

/// Whether a part is what its manifest says, before anything else is asked of it.
struct Check<'a>(&'a Stored);

impl GameTask for Check<'_> {
    type Output = ();

    fn run<G: Evaluate>(self, rules: &'static G::Rules) -> Result<(), ArenaError> {
        self.0.check::<G>(rules)
    }
}

/// Puts the parts of a run together.
pub(super) fn merge(args: &MergeArgs, stdout: &mut impl Write) -> Result<(), ArenaError> {
    let mut parts = args.parts.iter().map(|folder| Stored::open(folder)).collect::<Result<Vec<_>, _>>()?;
    for part in &parts {
        with_game(&part.plan().game, &part.plan().rules, Check(part))?;
        let same = part.folder.canonicalize().ok().is_some_and(|folder| args.out.canonicalize().ok() == Some(folder));
        if same {
            return Err(ArenaError::folder(&args.out, "is one of the parts: choose another --out"));
        }
    }
    check_parts(&parts)?;
    parts.sort_by_key(|part| part.plan().shard.map(|shard| shard.number));
    let plan = parts[0].plan();
    let (plan, results) = with_game(&plan.game, &plan.rules, Merge { args, parts: &parts })?;
    show(&plan, &results, args.json, stdout)
}

/// Whether these are all parts of one run, each complete and there once.
fn check_parts(parts: &[Stored]) -> Result<(), ArenaError> {
    let mut numbers: BTreeMap<u64, &Path> = BTreeMap::new();
    let first = &parts[0];
    let shard_of = |part: &Stored| {
        let no_part = || ArenaError::folder(&part.folder, "is no part of a run: parts are played with --shard K/M");
        part.plan().shard.ok_or_else(no_part)
    };
    let Shard { of, .. } = shard_of(first)?;
    for part in parts {
        let shard = shard_of(part)?;
        let other = |difference: String| {
            ArenaError::folder(&part.folder, format!("is of another run than {}: {difference}", first.folder.display()))
        };
        if let Some(difference) = difference(&part.plan().whole(), &first.plan().whole()) {
            return Err(other(difference.replace(" asked for", " in the other")));
        }
        if shard.of != of {
            return Err(other(format!("it is part {shard}, of {} and not {of} parts", shard.of)));
        }
        if !part.manifest.complete {
            return Err(ArenaError::folder(&part.folder, "is not complete: give the command that made it again"));
        }
        if let Some(twice) = numbers.insert(shard.number, &part.folder) {
            return Err(ArenaError::folder(&part.folder, format!("is part {shard}, and so is {}", twice.display())));
        }
    }
    let missing = of - numbers.len() as u64;
    if missing == 0 {
        return Ok(());
    }
    let first = (1..=of).filter(|number| !numbers.contains_key(number)).take(10).map(|number| format!("{number}/{of}"));
    let first = first.collect::<Vec<_>>().join(", ");
    let more = if missing > 10 { format!(" and {} more", missing - 10) } else { String::new() };
    Err(ArenaError::Usage(format!("merge: of {of} parts these are missing: {first}{more}")))
}

/// Arguments of `verify`.
#[derive(Args, Debug)]
pub(super) struct VerifyArgs {
    /// The folder of a run, complete or not
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// How many games are played again, drawn from all
    #[arg(long, default_value = "50", allow_negative_numbers = true, value_parser = whole::<1, 1_000_000_000>)]
    sample: u64,
    /// The seed that draws them
    #[arg(long, short, default_value = "1", allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    seed: u64,
}

struct Verify<'a> {
    args: &'a VerifyArgs,
    stored: &'a Stored,
}

impl GameTask for Verify<'_> {
    type Output = String;

    fn run<G: Evaluate>(self, rules: &'static G::Rules) -> Result<String, ArenaError> {
        let (stored, plan) = (self.stored, self.stored.plan());
        stored.check::<G>(rules)?;
        if !plan.reproducible {
            let timed = plan.timed().collect::<Vec<_>>().join(", ");
            let message = format!("cannot be verified: time budgets are not reproducible ({timed})");
            return Err(ArenaError::folder(&stored.folder, message));
        }
        let mut drawn = Reservoir::new(self.args);
        let results = stored.read::<G>(rules, |read| drawn.offer(read))?;
        let (games, mut sample) = (drawn.offered, drawn.sample);
        sample.sort_unstable_by_key(|drawn| drawn.game.game);
        if games == 0 {
            return Err(ArenaError::folder(&stored.folder, "holds no whole game yet"));
        }
        let complete = stored.manifest.complete;
        if complete {
            check_tables(&stored.folder, plan, &results)?;
        }
        let specs = plan.specs()?;
        let replayed = |worker: &mut Worker<'_, G>, drawn: Drawn| {
            let again = worker.play(&[drawn.game]);
            (again.rows != drawn.rows.as_bytes() || again.moves != drawn.moves.as_bytes()).then_some(drawn.game)
        };
        let size = sample.len() as u64;
        let worker = || Worker::<G>::new(plan, &specs, rules, Clock::Off);
        let differing: Vec<ScheduledGame> = sample.into_par_iter().map_init(worker, replayed).flatten().collect();
        let tables = if complete { "all tables follow from the games" } else { "not complete, tables not checked" };
        verdict(&stored.folder, tables, [games, size], &differing)
    }
}

/// A sample of fixed size of games as they come by, each as likely as any other (Vitter 1985, algorithm R).
struct Reservoir {
    rng: ChaCha8Rng,
    size: u64,
    offered: u64,
    sample: Vec<Drawn>,
}

/// A game to be played again, with its rows.
struct Drawn {
    game: ScheduledGame,
    rows: String,
    moves: String,
}

impl Drawn {
    fn new(read: &ReadGame<'_>) -> Drawn {
        Drawn { game: *read.game, rows: read.rows.to_owned(), moves: read.moves.to_owned() }
    }
}

impl Reservoir {
    fn new(args: &VerifyArgs) -> Reservoir {
        let rng = ChaCha8Rng::seed_from_u64(args.seed);
        Reservoir { rng, size: args.sample, offered: 0, sample: Vec::new() }
    }

    fn offer(&mut self, read: &ReadGame<'_>) {
        self.offered += 1;
        if self.offered <= self.size {
            self.sample.push(Drawn::new(read));
            return;
        }
        let place = self.rng.random_range(0..self.offered);
        if place < self.size {
            self.sample[place as usize] = Drawn::new(read);
        }
    }
}

/// Whether the tables are those that follow from the games.
fn check_tables(folder: &Path, plan: &Plan, results: &Results) -> Result<(), ArenaError> {
    for (name, content) in tables(plan, results) {
        let path = folder.join(name);
        let there = fs::read(&path).map_err(|error| ArenaError::file("read", &path, error))?;
        if there != content {
            return Err(ArenaError::Found(format!("{}: does not follow from the games", path.display())));
        }
    }
    Ok(())
}

fn verdict(
    folder: &Path,
    tables: &str,
    [games, size]: [u64; 2],
    differing: &[ScheduledGame],
) -> Result<String, ArenaError> {
    let folder = folder.display();
    if let Some(game) = differing.first() {
        let wrong = differing.len();
        return Err(ArenaError::Found(format!(
            "{folder}: {wrong} of {size} games played again went another way, the first is game {} (deal {}, line-up {}, \
             rotation {})",
            game.game, game.deal, game.lineup, game.rotation
        )));
    }
    let rest = if size == games {
        "these are all".to_owned()
    } else {
        let most = 100.0 * clopper_pearson(0, size).hi;
        format!("at most {most:.1} % of all can differ (95 %, Clopper and Pearson)")
    };
    Ok(format!("{folder}: {tables}; {size} of {games} games played again, all went the same way: {rest}\n"))
}

/// Checks a run: every row, every table, and a sample of games that are played again.
pub(super) fn verify(args: &VerifyArgs, stdout: &mut impl Write) -> Result<(), ArenaError> {
    let stored = Stored::open(&args.folder)?;
    let plan = stored.plan();
    let text = with_game(&plan.game, &plan.rules, Verify { args, stored: &stored })?;
    print(stdout, &text)
}
