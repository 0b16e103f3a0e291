//! `riverlab report`: of tournaments, matches and balance studies, as text, as JSON, or as a page with pictures.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::balance::shown;
use super::output::print;
use super::printer::Printer;
use super::session::show;
use crate::error::ArenaError;
use crate::folder::{Stored, read_folder};
use crate::games::Catalog;
use crate::report::html::document::Document;
use crate::report::text::{components_text, details_text};
use crate::run::stored::StoredRun;
use crate::store::output_file::{check_output, write_output};
use crate::tally::Results;
use clap::Args;

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

/// Shows all result tables of a run or of a balance study.
pub(super) fn run(catalog: &Catalog, args: &ReportArgs, stdout: &mut Printer<'_>) -> Result<(), ArenaError> {
    args.html.as_deref().map_or(Ok(()), check_output)?;
    let stored = read_folder(catalog, &args.folder)?;
    if args.asks_for_files() {
        return args.write(&stored.document()?, stdout);
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
