//! `riverlab merge`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use riverlab_bots::Evaluate;

use super::session::show;
use crate::error::ArenaError;
use crate::games::{Catalog, GameList, GameTask, compile_standard_games};
use crate::plan::Plan;
use crate::run::merge::{check_parts, check_some_parts, merge, merge_partial};
use crate::run::results::Results;
use crate::run::stored::StoredRun;
use crate::store::run_dir::OnExisting;
use crate::venue::Venue;

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
    /// Show what those parts have shown that there are, finished or not, and write nothing
    #[arg(long, conflicts_with_all = ["out", "force"])]
    partial: bool,
    /// Results as JSON
    #[arg(long)]
    json: bool,
}

/// Whether a part is what its manifest says, before anything else is asked of it.
struct Check<'a>(&'a StoredRun);

impl GameTask for Check<'_> {
    type Output = ();

    compile_standard_games!();

    fn run<G: Evaluate>(self, venue: Venue<'_, G>) -> Result<(), ArenaError> {
        self.0.check(venue)
    }
}

struct Merge<'a> {
    args: &'a MergeArgs,
    parts: &'a [StoredRun],
}

impl GameTask for Merge<'_> {
    type Output = (Plan, Results);

    compile_standard_games!();

    fn run<G: Evaluate>(self, venue: Venue<'_, G>) -> Result<(Plan, Results), ArenaError> {
        let on_existing = if self.args.force { OnExisting::Replace } else { OnExisting::Continue };
        merge(self.parts, &self.args.out, on_existing, venue)
    }
}

struct Partial<'a>(&'a [StoredRun]);

impl GameTask for Partial<'_> {
    type Output = (Plan, Results, [u64; 2]);

    compile_standard_games!();

    fn run<G: Evaluate>(self, venue: Venue<'_, G>) -> Result<Self::Output, ArenaError> {
        merge_partial(self.0, venue)
    }
}

/// Shows what the parts have shown that there are.
fn show_partial(
    catalog: &Catalog<impl GameList>,
    args: &MergeArgs,
    mut parts: Vec<StoredRun>,
    stdout: &mut dyn Write,
) -> Result<(), ArenaError> {
    check_some_parts(&mut parts)?;
    let plan = parts[0].plan();
    let (plan, results, [there, all]) = catalog.with_game(&plan.game, &plan.request.rules, Partial(&parts))?;
    if there == 0 {
        return Err(ArenaError::folder(parts[0].folder(), "and the other parts hold no whole deal yet"));
    }
    let _ = writeln!(io::stderr(), "note: {there} of {all} deals");
    show(&plan, &results, args.json, stdout)
}

/// Puts the parts of a run together.
pub(super) fn run(
    catalog: &Catalog<impl GameList>,
    args: &MergeArgs,
    stdout: &mut dyn Write,
) -> Result<(), ArenaError> {
    let mut parts = args.parts.iter().map(|folder| StoredRun::open(folder)).collect::<Result<Vec<_>, _>>()?;
    if args.partial {
        return show_partial(catalog, args, parts, stdout);
    }
    for part in &parts {
        catalog.with_game(&part.plan().game, &part.plan().request.rules, Check(part))?;
        let same =
            part.folder().canonicalize().is_ok_and(|folder| args.out.canonicalize().is_ok_and(|out| out == folder));
        if same {
            return Err(ArenaError::folder(&args.out, "is one of the parts: choose another --out"));
        }
    }
    check_parts(&mut parts)?;
    let plan = parts[0].plan();
    let (plan, results) = catalog.with_game(&plan.game, &plan.request.rules, Merge { args, parts: &parts })?;
    show(&plan, &results, args.json, stdout)
}
