//! `riverlab merge`.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::Args;
use riverlab_arena::error::ArenaError;
use riverlab_arena::run::merge::{merge, merge_partial};
use riverlab_arena::run::stored::StoredRun;
use riverlab_arena::store::manifest::ManifestText;
use riverlab_arena::store::parts::{Part, check_parts, check_some_parts};
use riverlab_arena::store::run_dir::OnExisting;
use riverlab_lab::balance;
use riverlab_lab::balance::runner::StudyRunner;
use riverlab_lab::balance::stored::StoredStudy;
use riverlab_lab::games::Catalog;

use super::balance::shown;
use super::game_args::whole;
use super::host::Host;
use super::printer::Printer;
use super::run_args::{GIVING_UP, stop_flag, thread_count};
use super::session::show;

/// Arguments of `merge`.
#[derive(Args, Debug)]
pub(super) struct MergeArgs {
    /// The folders of all parts of a run or a study, each played with --shard
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
    /// The number of threads for what follows from the parts of a study [default: all cores]
    #[arg(long, short, value_parser = whole(1, 1024))]
    threads: Option<u64>,
    /// Results as JSON
    #[arg(long)]
    json: bool,
}

impl MergeArgs {
    fn on_existing(&self) -> OnExisting {
        if self.force { OnExisting::Replace } else { OnExisting::Continue }
    }

    /// Whether the folder of the whole run is none of the parts.
    fn check_out(&self, part: &impl Part) -> Result<(), ArenaError> {
        let same =
            part.folder().canonicalize().is_ok_and(|folder| self.out.canonicalize().is_ok_and(|out| out == folder));
        if same {
            return Err(ArenaError::folder(&self.out, "is one of the parts: choose another --out"));
        }
        Ok(())
    }
}

/// Shows what the parts have shown that there are.
fn show_partial(
    catalog: &Catalog,
    args: &MergeArgs,
    mut parts: Vec<StoredRun>,
    stdout: &mut Printer<'_>,
) -> Result<(), ArenaError> {
    check_some_parts(&mut parts)?;
    let table = catalog.open_for(&parts[0].plan().context)?;
    let (plan, results, [there, all]) = merge_partial(&parts, &*table)?;
    if there == 0 {
        return Err(ArenaError::folder(parts[0].folder(), "and the other parts hold no whole deal yet"));
    }
    let _ = writeln!(io::stderr(), "note: {there} of {all} deals");
    show(&plan, &results, args.json, stdout)
}

/// Puts the parts of a run together.
pub(super) fn run(
    catalog: &Catalog,
    args: &MergeArgs,
    host: &Host,
    stdout: &mut Printer<'_>,
) -> Result<(), ArenaError> {
    let manifests = args.parts.iter().map(|folder| ManifestText::read(folder)).collect::<Result<Vec<_>, _>>()?;
    if manifests.iter().any(ManifestText::is_study) {
        return merge_studies(catalog, args, manifests, host, stdout);
    }
    let mut parts = manifests.into_iter().map(StoredRun::of).collect::<Result<Vec<_>, _>>()?;
    if args.partial {
        return show_partial(catalog, args, parts, stdout);
    }
    for part in &parts {
        part.check(&*catalog.open_for(&part.plan().context)?)?;
        args.check_out(part)?;
    }
    check_parts(&mut parts)?;
    let table = catalog.open_for(&parts[0].plan().context)?;
    let (plan, results) = merge(&parts, &args.out, args.on_existing(), &*table)?;
    show(&plan, &results, args.json, stdout)
}

/// Puts the parts of a study together, and plays what follows from them.
fn merge_studies(
    catalog: &Catalog,
    args: &MergeArgs,
    manifests: Vec<ManifestText>,
    host: &Host,
    stdout: &mut Printer<'_>,
) -> Result<(), ArenaError> {
    if args.partial {
        return Err(ArenaError::Usage("--partial: the parts of a study have no findings of their own".to_owned()));
    }
    let mut parts = manifests.into_iter().map(StoredStudy::of).collect::<Result<Vec<_>, _>>()?;
    for part in &parts {
        part.check(&*catalog.open_for(&part.plan().context)?)?;
        args.check_out(part)?;
    }
    check_parts(&mut parts)?;
    let table = catalog.open_for(&parts[0].plan().context)?;
    let (stop, threads) = (stop_flag(host, GIVING_UP), thread_count(args.threads));
    let mut runner = StudyRunner { threads, stop: &stop, crew: None, progress: &mut |_| () };
    let study = balance::merge::merge(&parts, &args.out, args.on_existing(), &*table, &mut runner)?;
    stdout.show(&shown(&study.report, args.json))?;
    if study.result.is_complete { Ok(()) } else { Err(ArenaError::Interrupted) }
}
