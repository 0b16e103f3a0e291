//! `riverlab verify`.

use riverlab_bots::play::streams::MAX_SEED;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use riverlab_arena::error::ArenaError;
use riverlab_arena::run::stored::StoredRun;
use riverlab_arena::run::verify::{SampleSettings, Verification, verify};
use riverlab_arena::store::manifest::ManifestText;
use riverlab_lab::games::Catalog;
use riverlab_stats::clopper_pearson;

use super::game_args::whole;
use super::output::{print, shown_path};

/// Arguments of `verify`.
#[derive(Args, Debug)]
pub(super) struct VerifyArgs {
    /// The folder of a run, complete or not
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// How many games are played again, drawn from all
    #[arg(long, default_value = "50", value_parser = whole(1, 1_000_000_000))]
    sample: u64,
    /// The seed that draws them
    #[arg(long, short, default_value = "1", value_parser = whole(0, MAX_SEED))]
    seed: u64,
}

/// Checks a run: every row, every table, and a sample of games that are played again.
pub(super) fn run(catalog: &Catalog, args: &VerifyArgs, stdout: &mut dyn Write) -> Result<(), ArenaError> {
    let manifest = ManifestText::read(&args.folder)?;
    let is_ours = manifest.is_ours();
    let stored = StoredRun::of(manifest).map_err(|error| if is_ours { error.found() } else { error })?;
    let sample = SampleSettings { size: args.sample, seed: args.seed };
    let table = catalog.open_for(&stored.plan().context)?;
    let verification = verify(&stored, &*table, sample)?;
    print(stdout, &verdict(&args.folder, &verification)?)
}

/// What the check has shown; games that went another way are an error.
fn verdict(folder: &Path, verification: &Verification) -> Result<String, ArenaError> {
    let folder = shown_path(folder);
    let Verification { games, sampled, differing, is_complete, forfeits } = verification;
    if let Some(game) = differing.first() {
        let wrong = differing.len();
        return Err(ArenaError::Found(format!(
            "{folder}: {wrong} of {sampled} games played again went another way, the first is game {} (deal {}, \
             line-up {}, rotation {})",
            game.game, game.deal, game.lineup, game.rotation
        )));
    }
    let tables = if *is_complete { "all tables follow from the games" } else { "not complete, tables not checked" };
    let rest = if sampled == games {
        "these are all".to_owned()
    } else {
        let most = 100.0 * clopper_pearson(0, *sampled).hi;
        format!("at most {most:.1} % of all can differ (95 %, Clopper and Pearson)")
    };
    let forfeits = forfeits.as_ref().map_or(String::new(), |forfeits| format!("; {forfeits}"));
    Ok(format!(
        "{folder}: {tables}; {sampled} of {games} games played again, all went the same way: {rest}{forfeits}\n"
    ))
}
