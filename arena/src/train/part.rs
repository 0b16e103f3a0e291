//! Parts of a training, which other processes or machines may play: some of the games of the generation that comes next. When
//! they are merged into the folder of the training, weights are fitted and put to the test.

use std::path::{Path, PathBuf};

use riverlab_engine::RulesSource;

use super::folder::{SoFar, TrainFolder, holds_training, journal, read_plan};
use super::plan::{PartOfGeneration, TrainPlan, TrainRequest};
use super::samples::Samples;
use super::self_play::HEADER;
use super::table::TrainingTable;
use super::training::{Progress, Trained, train};
use crate::cluster::Workers;
use crate::error::ArenaError;
use crate::plan::Shard;
use crate::store::journal_file::{JournalFile, whole_rows};
use crate::store::parts::Part;
use crate::store::planned::Planned as _;
use crate::store::run_dir::{Destination, OnExisting};

/// Plays a part of the games of the generation after those that the training in a folder has, or of the first one. Returns
/// which generation this is.
///
/// # Errors
/// When that training is another one or has all of its generations; else as [`train`].
pub fn play_part(
    table: &dyn TrainingTable,
    request: &TrainRequest,
    shard: Shard,
    after: Option<&Path>,
    destination: Destination<'_>,
    workers: Workers<'_>,
    progress: impl FnMut(u64) + Send,
) -> Result<u64, ArenaError> {
    let plan = request.plan(table)?;
    shard.check(request.games, "games")?;
    let so_far = after.map_or_else(|| Ok(SoFar::default()), |folder| SoFar::read(folder, &plan))?;
    let generation = so_far.generations + 1;
    if generation > request.generations {
        let all = request.generations;
        return Err(ArenaError::Usage(format!("--after: all {all} generations are there; give more --generations")));
    }
    let best = so_far.best.as_ref().map_or("hand".into(), |file| file.to_string_lossy());
    let best = request.bot(table, &best)?;
    let part = PartOfGeneration {
        shard,
        generation,
        generations: request.generations,
        weights: so_far.fingerprint()?,
        rules: table.facts().source.clone(),
        command: request.command.clone(),
    };
    let plan = TrainPlan { part: Some(part), ..plan };
    let folder = TrainFolder::open(destination.folder, &plan, destination.replaces())?;
    let (first, last) = shard.deal_range(request.games);
    let games = request.generation(generation, &best, first..=last);
    if games.play(table, &folder.journal(generation), workers, progress)? {
        Ok(generation)
    } else {
        Err(ArenaError::Interrupted)
    }
}

/// A part of a training in a folder. Nothing of it is changed.
#[derive(Clone, Debug)]
pub struct StoredPart {
    folder: PathBuf,
    plan: TrainPlan,
    is_complete: bool,
}

impl StoredPart {
    /// Reads what is played in a folder.
    ///
    /// # Errors
    /// When it holds no training.
    pub fn open(folder: &Path) -> Result<StoredPart, ArenaError> {
        let mut part = StoredPart { folder: folder.to_owned(), plan: read_plan(folder)?, is_complete: false };
        if let Some(PartOfGeneration { shard, generation, .. }) = &part.plan.part {
            let (first, last) = shard.deal_range(part.plan.request.games);
            let rows = whole_rows(&journal(folder, *generation), HEADER)?;
            part.is_complete = rows.lines().count() as u64 == last + 1 - first;
        }
        Ok(part)
    }

    /// The game.
    pub fn game(&self) -> &str {
        &self.plan.context.game
    }

    /// Where the rules come from.
    pub fn rules(&self) -> RulesSource {
        self.plan.part.as_ref().map_or_else(RulesSource::default, |part| part.rules.clone())
    }

    /// What is asked for, up to the generation of this part.
    fn request(&self, part: &PartOfGeneration) -> TrainRequest {
        TrainRequest { generations: part.generation, command: part.command.clone(), ..self.plan.request.clone() }
    }
}

impl Part for StoredPart {
    type Plan = TrainPlan;

    fn folder(&self) -> &Path {
        &self.folder
    }

    fn plan(&self) -> &TrainPlan {
        &self.plan
    }

    fn is_complete(&self) -> bool {
        self.is_complete
    }
}

/// What comes of merged parts.
#[derive(Clone, Debug)]
pub struct MergedParts {
    /// What came of the training so far.
    pub trained: Trained,
    /// How many generations it has now.
    pub generations: u64,
    /// How many it is to have.
    pub all_generations: u64,
}

/// Adds the generation that consists of these parts to the training in a folder: fits weights, and plays their match.
///
/// # Errors
/// When a part is damaged or was played by other rules, weights or another version, when the generation does not come next,
/// and those of [`train`].
///
/// # Panics
/// When there is no part: [`check_parts`](crate::store::parts::check_parts) says whether these are all.
pub fn merge(
    parts: &[StoredPart],
    destination: Destination<'_>,
    table: &dyn TrainingTable,
    workers: Workers<'_>,
    progress: impl FnMut(Progress) + Send,
) -> Result<MergedParts, ArenaError> {
    let first = &parts[0];
    let part = first.plan.part.as_ref().expect("a part");
    let (generation, request) = (part.generation, first.request(part));
    let plan = request.plan(table)?;
    let played = TrainPlan { part: None, ..first.plan.clone() };
    if let Some(difference) = played.difference(&plan) {
        let difference = difference.replace("asked for", "here");
        return Err(ArenaError::folder(&first.folder, format!("was played by another program: {difference}")));
    }
    let folder = destination.folder;
    let replace = destination.replaces() && generation == 1;
    let is_there = holds_training(folder) && !replace;
    let so_far = if is_there { SoFar::read(folder, &plan)? } else { SoFar::default() };
    if so_far.generations + 1 < generation {
        let there = so_far.generations;
        let message =
            format!("has {there} generations, and these are parts of number {generation}: choose another --out");
        return Err(ArenaError::folder(folder, message));
    }
    if so_far.generations < generation {
        if so_far.fingerprint()? != part.weights {
            let message = format!("was played with other weights than those of {}", folder.display());
            return Err(ArenaError::folder(&first.folder, message));
        }
        check_games(parts, &request, table)?;
        let out = TrainFolder::open(folder, &plan, replace)?;
        write_games(parts, generation, &out.journal(generation))?;
    }
    let trained = train(table, &request, Destination { folder, on_existing: OnExisting::Continue }, workers, progress)?;
    Ok(MergedParts { trained, generations: generation, all_generations: part.generations })
}

/// Whether all games of the parts can be learned from; if not, the message names the part and the game.
fn check_games(parts: &[StoredPart], request: &TrainRequest, table: &dyn TrainingTable) -> Result<(), ArenaError> {
    let hand = request.bot(table, "hand")?;
    for part in parts {
        let PartOfGeneration { shard, generation, .. } = part.plan.part.as_ref().expect("a part");
        let (first, last) = shard.deal_range(request.games);
        let games = request.generation(*generation, &hand, first..=last);
        let mut samples = Samples::new(table.features(), request.players);
        games.sample(table, &journal(&part.folder, *generation), &mut samples)?;
    }
    Ok(())
}

/// Writes the games of all parts, which are complete and in order.
fn write_games(parts: &[StoredPart], generation: u64, path: &Path) -> Result<(), ArenaError> {
    let mut out = JournalFile::go_on(path, HEADER, 0)?;
    for part in parts {
        out.append(whole_rows(&journal(&part.folder, generation), HEADER)?.as_bytes())?;
    }
    out.sync()
}
