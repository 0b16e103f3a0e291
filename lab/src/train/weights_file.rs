//! The file of weights that training writes: what bots read, and where it comes from.

use std::fmt::Write as _;

use riverlab_arena::fingerprint::fingerprint;
use riverlab_bots::eval::features::Feature;

use super::divergence::{PHASES, PhaseDivergence};
use super::table::{TrainingTable, feature_names};

/// Where weights come from.
#[derive(Clone, Debug)]
pub(super) struct Provenance<'a> {
    pub(super) command: &'a str,
    pub(super) rules_hash: &'a str,
    pub(super) seed: u64,
    pub(super) generations: u64,
    pub(super) games: u64,
    pub(super) positions: usize,
    pub(super) decisions: usize,
    pub(super) divergences: &'a [PhaseDivergence; PHASES],
}

/// The content of the file. The first part is read by bots, the rest by people.
pub(super) fn text(
    table: &dyn TrainingTable,
    players: usize,
    [value, policy]: [&[[f32; 2]]; 2],
    provenance: &Provenance<'_>,
) -> String {
    let mut text = format!(
        "# Learned weights, made by `{}`.\n\ngame = \"{}\"\nplayers = {players}\n\n\
         # name = [weight at the end of the game, what is added where all of it is left]\n[features]\n",
        provenance.command.replace('\n', " "),
        table.facts().name
    );
    let [features, move_features] = table.features();
    write_weights(&mut text, features, value);
    text += "\n# The same for the features of moves.\n[moves]\n";
    write_weights(&mut text, move_features, policy);
    let Provenance { command, rules_hash, seed, generations, games, positions, decisions, divergences } = provenance;
    let command = toml::Value::from(*command);
    let _ = write!(
        text,
        "\n[provenance]\nriverlab = \"{}\"\ncommand = {command}\nrules_hash = \"{rules_hash}\"\nfeatures_hash = \"{}\"\n\
         seed = {seed}\ngenerations = {generations}\ngames = {games}\npositions = {positions}\ndecisions = {decisions}\n",
        env!("CARGO_PKG_VERSION"),
        fingerprint(&feature_names(table))
    );
    text += "\n# The mean Kullback-Leibler divergence in positions of games that were not learned from, in nats.\n";
    for (phase, divergence) in divergences.iter().enumerate().rev() {
        let PhaseDivergence { positions, learned, hand, constant, policy } = divergence;
        let _ = write!(
            text,
            "[[provenance.divergence]]\nleft = [{:.1}, {:.1}]\npositions = {positions}\nlearned = {learned:.4}\n\
             hand = {hand:.4}\nconstant = {constant:.4}\npolicy = {{ decisions = {}, learned = {:.4}, constant = {:.4} }}\n",
            phase as f64 / PHASES as f64,
            (phase + 1) as f64 / PHASES as f64,
            policy.decisions,
            policy.learned,
            policy.constant,
        );
    }
    text
}

fn write_weights(text: &mut String, features: &[Feature], weights: &[[f32; 2]]) {
    for (Feature { name, .. }, [end, left]) in features.iter().zip(weights) {
        let _ = writeln!(text, "\"{name}\" = [{end:?}, {left:?}]");
    }
}
