//! `riverlab shards`: scripts that play the parts of a plan and merge them.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use riverlab_arena::error::ArenaError;
use riverlab_arena::plan::{Plan, Request, Shard};
use riverlab_arena::shell::quoted;
use riverlab_lab::games::OpenTable;

use super::game_args::whole;
use super::output::{is_stdout, print, shown_path, typable};
use super::run_args::RunArgs;

/// Arguments of `shards`.
#[derive(Args, Debug)]
pub(super) struct ShardsArgs {
    /// The plan of a tournament or match (TOML)
    #[arg(long, value_name = "FILE")]
    plan: PathBuf,
    /// The number of parts: eight for each processor or more, so that the end is short
    #[arg(long, value_parser = whole(1, 10_000))]
    count: u64,
    /// What plays them: slurm (an array and a job that merges), parallel (GNU parallel), make
    #[arg(long, value_enum, value_name = "WHAT", hide_possible_values = true)]
    emit: Emit,
    /// The threads of each part [default: those of the plan, else 1]
    #[arg(long, short, value_parser = whole(1, 1024))]
    threads: Option<u64>,
    /// The folder of the whole run; parts are played into a folder with .parts behind this name [default: that of the plan,
    /// else results]
    #[arg(long, short)]
    out: Option<PathBuf>,
}

impl ShardsArgs {
    /// The file of the plan, as a script names it.
    pub(super) fn plan(&self) -> Result<&str, ArenaError> {
        name("--plan", &self.plan)
    }
}

/// A run that a plan asks for.
pub(super) struct Planned {
    /// The command that plays it.
    pub(super) command: &'static str,
    /// What is asked for.
    pub(super) request: Request,
    /// The game.
    pub(super) table: OpenTable,
    /// Where and how it is played.
    pub(super) run: RunArgs,
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
pub(super) fn run(args: &ShardsArgs, planned: Planned, stdout: &mut dyn Write) -> Result<(), ArenaError> {
    let Planned { command, request, table, run } = planned;
    let (out, threads) = (args.out.as_ref().or(run.out.as_ref()), args.threads.or(run.threads).unwrap_or(1));
    let out = out.map_or(Path::new("results"), PathBuf::as_path);
    // Whether it can be split into so many parts.
    Plan::new(Request { shard: Some(Shard { number: 1, of: args.count }), ..request }, &*table)?;
    let (plan, out) = (args.plan()?, name("--out", out)?);
    if args.emit == Emit::Make {
        check_for_make(out)?;
    }
    let plan = quoted(plan);
    let play = format!("riverlab {command} --plan {plan} --threads {threads} --quiet");
    let (play, out) = match args.emit {
        // Make takes the name as it is, and gives a dollar sign to the shell where there are two.
        Emit::Make => (play.replace('$', "$$"), out.to_owned()),
        Emit::Slurm | Emit::Parallel => (play, quoted(out)),
    };
    let values = [
        ("@plan@", plan),
        ("@play@", play),
        ("@count@", args.count.to_string()),
        ("@threads@", threads.to_string()),
        ("@out@", out),
        ("@version@", env!("CARGO_PKG_VERSION").to_owned()),
    ];
    let script =
        values.iter().fold(args.emit.template().to_owned(), |script, (name, value)| script.replace(name, value));
    print(stdout, &script)
}

/// How a script names a file or folder: parts are played later, when a pipe is empty.
fn name<'a>(option: &str, path: &'a Path) -> Result<&'a str, ArenaError> {
    let is_stream = is_stdout(path) || path.starts_with("/dev") || path.starts_with("/proc");
    typable(path).filter(|_| !is_stream).ok_or_else(|| {
        ArenaError::Usage(format!("{option} \"{}\": a script cannot name it: choose another name", shown_path(path)))
    })
}

/// Whether make can name the folder.
fn check_for_make(out: &str) -> Result<(), ArenaError> {
    if out.contains(char::is_whitespace) {
        return Err(ArenaError::Usage(format!("--out \"{out}\": make knows no names with spaces")));
    }
    let is_special = |c: char| c.is_ascii() && !c.is_ascii_alphanumeric() && !"-_./+@,".contains(c);
    match out.chars().find(|c| is_special(*c)) {
        Some(c) => Err(ArenaError::Usage(format!("--out \"{out}\": make gives {c} a meaning of its own"))),
        None => Ok(()),
    }
}
