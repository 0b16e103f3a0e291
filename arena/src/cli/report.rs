//! `riverlab report`: of tournaments, matches and balance studies, as text, as JSON, or as a page with pictures.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use riverlab_bots::Evaluate;
use riverlab_engine::Modify;

use super::balance::shown;
use super::print;
use super::session::show;
use crate::balance::plan::StudyPlan;
use crate::balance::report::html as study_page;
use crate::balance::session::{self, PlayedStudy};
use crate::error::ArenaError;
use crate::games::{Catalog, GameList, GameTask, compile_standard_games};
use crate::report::html::document::Document;
use crate::report::html::run as run_page;
use crate::report::text::{components_text, details_text};
use crate::run::results::Results;
use crate::run::stored::StoredRun;
use crate::store::manifest::{Manifest, holds_study};
use crate::store::output_file::{check_output, write_output};
use crate::venue::Venue;

/// Arguments of `report`.
#[derive(Args, Debug)]
pub(super) struct ReportArgs {
    /// The folder of a run or of a balance study, complete or not
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Results as JSON
    #[arg(long, conflicts_with_all = ["html", "vega"])]
    json: bool,
    /// Write one page with tables and pictures that needs no network, instead of the tables; a file that is there is replaced
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write each picture of that page as a Vega-Lite specification with its data, for papers; with or without --html
    #[arg(long, value_name = "DIR")]
    vega: Option<PathBuf>,
}

impl ReportArgs {
    /// Whether files are asked for instead of tables.
    fn asks_for_files(&self) -> bool {
        self.html.is_some() || self.vega.is_some()
    }

    /// Writes the files that are asked for, and a line about each.
    fn write(&self, page: &Document, stdout: &mut dyn Write) -> Result<(), ArenaError> {
        if let Some(path) = &self.html {
            write_file(path, &page.html(), stdout)?;
        }
        let Some(folder) = &self.vega else { return Ok(()) };
        fs::create_dir_all(folder).map_err(|error| ArenaError::file("create", folder, error))?;
        let mut pictures = page.specifications().into_iter();
        pictures.try_for_each(|(name, text)| write_file(&folder.join(name), &text, stdout))
    }
}

fn write_file(path: &Path, content: &str, stdout: &mut dyn Write) -> Result<(), ArenaError> {
    write_output(path, content.as_bytes())?;
    print(stdout, &format!("wrote {}\n", path.display()))
}

struct ReadRun<'a>(&'a StoredRun);

impl GameTask for ReadRun<'_> {
    type Output = (Results, &'static str);

    compile_standard_games!();

    fn run<G: Evaluate>(self, venue: Venue<'_, G>) -> Result<Self::Output, ArenaError> {
        Ok((self.0.read(venue, &mut |_| ())?, G::TITLE))
    }
}

struct ReadStudy<'a>(&'a StudyPlan, &'a Path);

impl GameTask for ReadStudy<'_> {
    type Output = (PlayedStudy, &'static str);

    compile_standard_games!();

    fn run<G: Evaluate + Modify>(self, venue: Venue<'_, G>) -> Result<Self::Output, ArenaError> {
        Ok((session::read(self.0, venue, self.1)?, G::TITLE))
    }
}

/// Shows a balance study.
fn show_study(catalog: &Catalog<impl GameList>, args: &ReportArgs, stdout: &mut dyn Write) -> Result<(), ArenaError> {
    let plan = Manifest::<StudyPlan>::read(&args.folder)?.plan;
    let (study, title) = catalog.with_game(&plan.game, &plan.rules, ReadStudy(&plan, &args.folder))?;
    if study.result.games() == 0 {
        return Err(ArenaError::folder(&args.folder, "holds no whole deal yet"));
    }
    if args.asks_for_files() {
        let page = study_page::document(title, &plan, &study.report, study.result.progress_text());
        return args.write(&page, stdout);
    }
    print(stdout, &shown(&study.report, args.json))
}

/// Shows all result tables of a run or of a balance study.
pub(super) fn run(
    catalog: &Catalog<impl GameList>,
    args: &ReportArgs,
    stdout: &mut dyn Write,
) -> Result<(), ArenaError> {
    args.html.as_deref().map_or(Ok(()), check_output)?;
    if holds_study(&args.folder) {
        return show_study(catalog, args, stdout);
    }
    show_run(catalog, args, stdout)
}

/// Shows a tournament or match.
fn show_run(catalog: &Catalog<impl GameList>, args: &ReportArgs, stdout: &mut dyn Write) -> Result<(), ArenaError> {
    let stored = StoredRun::open(&args.folder)?;
    let plan = stored.plan();
    let (results, title) = catalog.with_game(&plan.game, &plan.request.rules, ReadRun(&stored))?;
    if results.tally.deals() == 0 {
        return Err(ArenaError::folder(&args.folder, "holds no whole deal yet"));
    }
    if stored.is_older() {
        let (theirs, ours) = (&plan.version, env!("CARGO_PKG_VERSION"));
        let _ =
            writeln!(io::stderr(), "note: riverlab {theirs} played this run; {ours} has computed these numbers anew");
    }
    if args.asks_for_files() {
        return args.write(&run_page::document(&stored, title, &results)?, stdout);
    }
    show(plan, &results, args.json, stdout)?;
    if args.json {
        return Ok(());
    }
    let report = results.report();
    print(stdout, &(details_text(plan, &report.summary) + &components_text(&report.components)))
}
