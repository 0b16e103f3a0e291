//! A whole training: generations of games, fits and gates, up to the file of weights.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use riverlab_arena::cluster::Workers;
use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::Programs;
use riverlab_arena::fingerprint::fingerprint;
use riverlab_arena::plan::RulesContext;
use riverlab_arena::store::run_dir::Destination;
use riverlab_arena::table::Table;
use riverlab_bots::play::streams::training_seed;
use riverlab_bots::{BotSpec, written_value};

use super::divergence::{PHASES, PhaseDivergence, divergences};
use super::fit::fit;
use super::folder::TrainFolder;
use super::gate::{Gate, GateMatch};
use super::generation::Generation;
use super::plan::{TrainPlan, TrainRequest};
use super::samples::Samples;
use super::table::{TrainingTable, feature_names};
use super::weights_file::{self, Provenance};

/// How far a training has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Further games of a generation are played; the number of new ones.
    Games(u64),
    /// Weights are fitted after a generation.
    Fit,
    /// They are put to the test.
    Gate,
}

/// What came of a training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// For each generation, how well its weights foretell, by fifths of the game from its end.
    pub divergences: Vec<[PhaseDivergence; PHASES]>,
    /// For each generation, how its weights did against the best before.
    pub gates: Vec<Gate>,
    /// The file of the best weights; none when hand-made values won every gate.
    pub weights: Option<PathBuf>,
}

/// Trains weights for a game in a folder, or goes on with it.
///
/// # Errors
/// When files cannot be read or written, when a bot fails, or when it is interrupted.
pub fn train(
    table: &dyn TrainingTable,
    request: &TrainRequest,
    destination: Destination<'_>,
    workers: Workers<'_>,
    mut progress: impl FnMut(Progress) + Send,
) -> Result<Trained, ArenaError> {
    let plan = request.plan(table)?;
    request.bot(table, &destination.folder.join("weights.toml").to_string_lossy())?;
    let folder = TrainFolder::open(destination.folder, &plan, destination.replaces())?;
    let gates = folder.gates(&plan)?;
    let mut samples = Samples::new(table.features(), request.players);
    let mut trained = Trained { divergences: Vec::new(), gates: Vec::new(), weights: None };
    let mut best = request.bot(table, "hand")?;
    for number in 1..=request.generations {
        let generation = request.generation(number, &best);
        let journal = folder.journal(number);
        if !generation.play(table, &journal, workers, |games| progress(Progress::Games(games)))? {
            return Err(ArenaError::Interrupted);
        }
        progress(Progress::Fit);
        generation.sample(table, &journal, &mut samples)?;
        let value = fit(&samples.positions)?;
        let policy = if table.features()[1].is_empty() { Vec::new() } else { fit(&samples.decisions)? };
        let divergences = divergences(&samples, &value, &policy);
        let file = folder.weights(number);
        let provenance = Provenance {
            command: &request.command,
            rules_hash: &plan.context.rules_hash,
            seed: request.seed,
            generations: number,
            games: number * request.games,
            positions: samples.positions.len(),
            decisions: samples.decisions.len(),
            divergences: &divergences,
        };
        write(&file, &weights_file::text(table, request.players, [&value, &policy], &provenance))?;
        let new = request.bot(table, &file.to_string_lossy())?;
        let gate = if let Some(&gate) = gates.get(number as usize - 1) {
            gate
        } else {
            progress(Progress::Gate);
            let seed = training_seed(request.seed, number, 1);
            let gate = GateMatch {
                new: &new,
                old: &best,
                target: request.against.as_ref(),
                players: request.players,
                deals: request.gate_deals,
                seed,
            };
            let gate = gate.play(table, workers)?;
            if workers.stop.load(Ordering::Relaxed) {
                return Err(ArenaError::Interrupted);
            }
            folder.add_gate(number, &gate)?;
            gate
        };
        if gate.is_passed {
            best = new;
            trained.weights = Some(file);
        }
        trained.divergences.push(divergences);
        trained.gates.push(gate);
    }
    if let Some(file) = &mut trained.weights {
        let text = fs::read_to_string(&*file).map_err(|error| ArenaError::file("read", file, error))?;
        *file = folder.best();
        write(file, &text)?;
    }
    Ok(trained)
}

impl TrainRequest {
    /// What is trained, once it is clear that it can be.
    pub(super) fn plan(&self, table: &dyn TrainingTable) -> Result<TrainPlan, ArenaError> {
        let facts = table.facts();
        if table.features()[0].is_empty() {
            return Err(ArenaError::Usage(format!("{}: this game has no features to learn from", facts.name)));
        }
        facts.check_players("--players", self.players)?;
        if let Some(bot) = &self.against {
            table.check_bot(bot, Programs::NONE)?;
        }
        Ok(TrainPlan {
            context: RulesContext::of(table),
            features_hash: fingerprint(&feature_names(table)),
            request: self.clone(),
        })
    }

    /// Games of a generation, played by a bot.
    pub(super) fn generation(&self, number: u64, bot: &BotSpec) -> Generation {
        Generation {
            bot: bot.clone(),
            against: self.against.clone(),
            players: self.players,
            games: 1..=self.games,
            seed: training_seed(self.seed, number, 0),
        }
    }

    /// The bot of self-play by these values. It values what each move to choose from leads to: were its visits those that the
    /// policy suggests, there would be nothing to learn from them. No part of the policy's
    /// probabilities is the same for all moves, also where that is a game's default: weights for Carcassonne from 300 games with
    /// `c=0.9,uniform=0.3` win 0.434 (0.406 to 0.463) against those of games without.
    pub(super) fn bot(&self, table: &dyn Table, eval: &str) -> Result<BotSpec, ArenaError> {
        let prior = table.facts().defaults.iter().find(|(option, _)| *option == "prior");
        let prior = prior.map_or(String::new(), |(option, weight)| format!(",{option}={weight}"));
        let mixes = table.facts().learned_defaults.iter().any(|(option, _)| *option == "uniform");
        let policy = if mixes { ",uniform=0" } else { "" };
        let opponents = self.against.as_ref().map_or(String::new(), |bot| format!(",opponents=({bot})"));
        let (sims, values) = (self.sims, written_value(eval));
        let spec = format!("mcts:sims={sims},eval={values}{prior}{policy}{opponents}");
        let cannot =
            |_| ArenaError::Usage(format!("--out: {eval} cannot stand in the name of a bot; choose another folder"));
        spec.parse().map_err(cannot)
    }
}

fn write(path: &Path, text: &str) -> Result<(), ArenaError> {
    fs::write(path, text).map_err(|error| ArenaError::file("write", path, error))
}

#[cfg(test)]
#[path = "training_tests.rs"]
mod tests;
