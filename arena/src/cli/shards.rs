//! `riverlab shards`: scripts that play the parts of a plan and merge them.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Parser, ValueEnum};

use super::{Cli, Command, matches, print, tournament, whole};
use crate::error::ArenaError;
use crate::games::{Catalog, OpenTable};
use crate::plan::{Plan, Request, Shard};
use crate::shell::quoted;

/// Arguments of `shards`.
#[derive(Args, Debug)]
pub(super) struct ShardsArgs {
    /// The plan of a tournament or match (TOML)
    #[arg(long, value_name = "FILE")]
    plan: PathBuf,
    /// The number of parts: eight for each processor or more, so that the end is short
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<1, 10_000>)]
    count: u64,
    /// What plays them: slurm (an array and a job that merges), parallel (GNU parallel), make
    #[arg(long, value_enum, value_name = "WHAT", hide_possible_values = true)]
    emit: Emit,
    /// The threads of each part
    #[arg(long, short, default_value = "1", allow_negative_numbers = true, value_parser = whole::<1, 1024>)]
    threads: u64,
    /// The folder of the whole run; parts are played into a folder with .parts behind this name
    #[arg(long, short, default_value = "results")]
    out: PathBuf,
}

/// What plays the parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Emit {
    Slurm,
    Parallel,
    Make,
}

impl Emit {
    fn template(self) -> &'static str {
        match self {
            Emit::Slurm => include_str!("shards/slurm.sh"),
            Emit::Parallel => include_str!("shards/parallel.sh"),
            Emit::Make => include_str!("shards/make.mk"),
        }
    }
}

/// Writes a script.
pub(super) fn run(catalog: &Catalog, args: &ShardsArgs, stdout: &mut dyn Write) -> Result<(), ArenaError> {
    let (command, request, table) = request(&args.plan, catalog)?;
    // Whether it can be split into so many parts.
    Plan::new(Request { shard: Some(Shard { number: 1, of: args.count }), ..request }, &*table)?;
    let out = args.out.to_string_lossy();
    if args.emit == Emit::Make && out.contains(char::is_whitespace) {
        return Err(ArenaError::Usage(format!("--out \"{out}\": make knows no names with spaces")));
    }
    let text = |path: &PathBuf| quoted(&path.to_string_lossy());
    let plan = text(&args.plan);
    let play = format!("riverlab {command} --plan {plan} --threads {} --quiet", args.threads);
    let values = [
        ("@plan@", plan),
        ("@play@", play),
        ("@count@", args.count.to_string()),
        ("@threads@", args.threads.to_string()),
        ("@out@", text(&args.out)),
        ("@version@", env!("CARGO_PKG_VERSION").to_owned()),
    ];
    let script =
        values.iter().fold(args.emit.template().to_owned(), |script, (name, value)| script.replace(name, value));
    print(stdout, &script)
}

/// The command that plays the plan, and what that asks for.
pub(super) fn request(plan: &Path, catalog: &Catalog) -> Result<(&'static str, Request, OpenTable), ArenaError> {
    let parsed = |command: &'static str| {
        let words = ["riverlab".into(), command.into(), "--plan".into(), plan.as_os_str().to_owned()];
        Cli::try_parse_from::<_, std::ffi::OsString>(words).expect("a plan is all that is given").command
    };
    match parsed("match") {
        Some(Command::Match(of_match)) if of_match.is_planned()? => {
            let (request, table) = matches::request_and_game(&of_match, catalog)?;
            Ok(("match", request, table))
        }
        _ => match parsed("tournament") {
            Some(Command::Tournament(tournament)) => {
                let (request, table) = tournament::request_and_game(&tournament, catalog)?;
                Ok(("tournament", request, table))
            }
            _ => unreachable!("the words name a tournament"),
        },
    }
}
