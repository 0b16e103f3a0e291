//! `riverlab report`: of tournaments, matches and balance studies.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use riverlab_bots::Evaluate;
use riverlab_engine::Modify;

use super::balance::shown;
use super::print;
use super::session::show;
use crate::balance::plan::StudyPlan;
use crate::balance::session::{self, PlayedStudy};
use crate::error::ArenaError;
use crate::games::{Catalog, GameList, GameTask, compile_standard_games};
use crate::report::text::{components_text, details_text};
use crate::run::results::Results;
use crate::run::stored::StoredRun;
use crate::store::manifest::{Manifest, holds_study};
use crate::venue::Venue;

/// Arguments of `report`.
#[derive(Args, Debug)]
pub(super) struct ReportArgs {
    /// The folder of a run or of a balance study, complete or not
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Results as JSON
    #[arg(long)]
    json: bool,
}

struct ReadRun<'a>(&'a StoredRun);

impl GameTask for ReadRun<'_> {
    type Output = Results;

    compile_standard_games!();

    fn run<G: Evaluate>(self, venue: Venue<'_, G>) -> Result<Results, ArenaError> {
        self.0.read(venue, &mut |_| ())
    }
}

struct ReadStudy<'a>(&'a StudyPlan, &'a Path);

impl GameTask for ReadStudy<'_> {
    type Output = PlayedStudy;

    compile_standard_games!();

    fn run<G: Evaluate + Modify>(self, venue: Venue<'_, G>) -> Result<PlayedStudy, ArenaError> {
        session::read(self.0, venue, self.1)
    }
}

/// Shows all result tables of a balance study.
fn show_study(catalog: &Catalog<impl GameList>, args: &ReportArgs, stdout: &mut dyn Write) -> Result<(), ArenaError> {
    let plan = Manifest::<StudyPlan>::read(&args.folder)?.plan;
    let study = catalog.with_game(&plan.game, &plan.rules, ReadStudy(&plan, &args.folder))?;
    if study.result.games() == 0 {
        return Err(ArenaError::folder(&args.folder, "holds no whole deal yet"));
    }
    print(stdout, &shown(&study.report, args.json))
}

/// Shows all result tables of a run.
pub(super) fn run(
    catalog: &Catalog<impl GameList>,
    args: &ReportArgs,
    stdout: &mut dyn Write,
) -> Result<(), ArenaError> {
    if holds_study(&args.folder) {
        return show_study(catalog, args, stdout);
    }
    let stored = StoredRun::open(&args.folder)?;
    let plan = stored.plan();
    let results = catalog.with_game(&plan.game, &plan.request.rules, ReadRun(&stored))?;
    if results.tally.deals() == 0 {
        return Err(ArenaError::folder(&args.folder, "holds no whole deal yet"));
    }
    if stored.is_older() {
        let (theirs, ours) = (&plan.version, env!("CARGO_PKG_VERSION"));
        let _ =
            writeln!(io::stderr(), "note: riverlab {theirs} played this run; {ours} has computed these numbers anew");
    }
    show(plan, &results, args.json, stdout)?;
    if args.json {
        return Ok(());
    }
    let report = results.report();
    print(stdout, &(details_text(plan, &report.summary) + &components_text(&report.components)))
}
