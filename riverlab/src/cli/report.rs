//! `riverlab report`: of tournaments, matches and balance studies, as text, as JSON, or as a page with pictures.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use riverlab_arena::error::ArenaError;
use riverlab_arena::report::html::document::BEGINNING;
use riverlab_arena::report::text::{components_text, details_text};
use riverlab_arena::run::stored::StoredRun;
use riverlab_arena::store::output_file::{Replaces, check_not_of_run, check_output, write_output};
use riverlab_arena::tally::Results;
use riverlab_lab::games::Catalog;

use super::balance::shown;
use super::output::{is_stdout, print, shown_path, written};
use super::printer::Printer;
use super::session::show;
use crate::folder::{Stored, read_folder};

/// Arguments of `report`.
#[derive(Args, Debug)]
pub(super) struct ReportArgs {
    /// The folder of a run or of a balance study, complete or not
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Results as JSON
    #[arg(long, conflicts_with = "html")]
    json: bool,
    /// Write one page with tables and pictures that needs no network, instead of the tables; - for standard output
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Replace a file that is no page of riverlab
    #[arg(long, requires = "html")]
    force: bool,
}

/// Shows all result tables of a run or of a balance study.
pub(super) fn run(catalog: &Catalog, args: &ReportArgs, stdout: &mut Printer<'_>) -> Result<(), ArenaError> {
    let replaces = Replaces::own_unless(args.force, BEGINNING);
    let file = args.html.as_deref().filter(|path| !is_stdout(path));
    if let Some(path) = file {
        check_not_of_run(path, &args.folder)?;
        check_output(path, replaces)?;
    }
    let stored = read_folder(catalog, &args.folder)?;
    if let Some(path) = file {
        write_output(path, stored.document()?.html().as_bytes(), replaces)?;
        return print(stdout, &format!("wrote {}\n", shown_path(path)));
    }
    if args.html.is_some() {
        return written(stdout.write_all(stored.document()?.html().as_bytes()));
    }
    match &stored {
        Stored::Study(study, _) => stdout.show(&shown(&study.1.report, args.json)),
        Stored::Run(run, _) => show_run(&run.0, &run.1, args, stdout),
    }
}

/// Shows a tournament or match.
fn show_run(
    stored: &StoredRun,
    results: &Results,
    args: &ReportArgs,
    stdout: &mut Printer<'_>,
) -> Result<(), ArenaError> {
    show(stored.plan(), results, args.json, stdout)?;
    if args.json {
        return Ok(());
    }
    let report = results.report();
    stdout.show(&details_text(stored.plan(), &report.summary).with(components_text(&report.components)))
}
