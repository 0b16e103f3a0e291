//! All commands with their arguments, from words to what carries them out.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};
use riverlab_arena::error::ArenaError;
use riverlab_lab::games::Catalog;

use super::host::Host;
use super::paths::checking_paths;
use super::plan_file::{PlanFile, with_plan};
use super::printer::Printer;
use super::shards::Planned;
use super::{
    balance, bot, calibrate, cluster, endings, examples, info, manual, matches, merge, play, report, serve, shards,
    think, tournament, traces, train, tune, verify,
};

/// Research on river board games: tournaments of bots, with statistics.
///
/// Without a command: a tournament with all defaults.
#[derive(Parser, Debug)]
#[command(name = "riverlab", version, disable_help_subcommand = true, after_help = examples::RIVERLAB)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    /// Show all columns of tables, however wide these are
    #[arg(long, global = true)]
    pub(super) wide: bool,
}

impl Cli {
    /// All commands, as words are parsed by them.
    pub(super) fn program() -> clap::Command {
        with_numbers(checking_paths(Cli::command()))
    }

    /// What these words ask for.
    pub(super) fn parsed<T: Into<OsString> + Clone>(words: impl IntoIterator<Item = T>) -> Result<Cli, clap::Error> {
        Cli::from_arg_matches_mut(&mut Cli::program().try_get_matches_from(words)?)
    }
}

#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// Play a seeded tournament in parallel and write its results
    #[command(after_help = examples::TOURNAMENT)]
    Tournament(Box<tournament::TournamentArgs>),
    /// Put one bot to the test against a field, with a fixed number of deals or a sequential test
    #[command(after_help = examples::MATCH)]
    Match(Box<matches::MatchArgs>),
    /// Measure what each component of a game is worth, by experiments on the same deals
    #[command(after_help = examples::BALANCE)]
    Balance(Box<balance::BalanceArgs>),
    /// Say how often the statistics are right, in simulated studies of a game, bots and a design
    #[command(after_help = examples::CALIBRATE)]
    Calibrate(Box<calibrate::CalibrateArgs>),
    /// Learn values of positions from games that bots play against themselves
    #[command(after_help = examples::TRAIN)]
    Train(Box<train::TrainArgs>),
    /// Find the options with which a bot wins most, and say whether it is better with them
    #[command(after_help = examples::TUNE)]
    Tune(Box<tune::TuneArgs>),
    /// Solve positions near the end exactly, and say how often bots play a best move there
    #[command(after_help = examples::ENDINGS)]
    Endings(Box<endings::EndingsArgs>),
    /// Show all tables of a run
    #[command(after_help = examples::REPORT)]
    Report(report::ReportArgs),
    /// Put the parts of a run together that were played with --shard
    #[command(after_help = examples::MERGE)]
    Merge(merge::MergeArgs),
    /// Write a script that plays the parts of a plan on many machines or processors, and merges them
    #[command(after_help = examples::SHARDS)]
    Shards(shards::ShardsArgs),
    /// Play a run, a study or a training on a Ray cluster
    #[command(after_help = examples::CLUSTER, disable_help_flag = true)]
    Cluster(cluster::ClusterArgs),
    /// Check a run: every row, every table, and a sample of games that are played again
    #[command(after_help = examples::VERIFY)]
    Verify(verify::VerifyArgs),
    /// Play one game and write it to stdout as JSON Lines
    #[command(after_help = examples::TRACE)]
    Trace(traces::TraceArgs),
    /// Check a trace move by move and print the final score
    #[command(after_help = examples::REPLAY)]
    Replay(traces::ReplayArgs),
    /// Play a game at the terminal, against bots or with others at the same screen
    #[command(after_help = examples::PLAY)]
    Play(Box<play::PlayArgs>),
    /// Show runs, replays and live tournaments in a browser, and play there
    #[command(after_help = examples::SERVE)]
    Serve(Box<serve::ServeArgs>),
    /// Show how a bot ranks the legal moves of a position of a trace
    #[command(after_help = examples::THINK)]
    Think(think::ThinkArgs),
    /// Check a program that plays as a bot
    #[command(subcommand)]
    Bot(bot::BotCommand),
    /// List the games
    #[command(after_help = examples::GAMES)]
    Games(info::GamesArgs),
    /// List the bots with their options
    #[command(after_help = examples::BOTS)]
    Bots,
    /// Write the script by which a shell completes commands
    #[command(after_help = examples::COMPLETIONS)]
    Completions(manual::CompletionsArgs),
    /// Write a manual page
    #[command(after_help = examples::MAN)]
    Man(manual::ManArgs),
}

/// Why the program ended early.
pub(super) enum Ended {
    /// The arguments are wrong, or help was asked for.
    Usage(clap::Error),
    /// Something failed.
    Failed(ArenaError),
}

impl<E: Into<ArenaError>> From<E> for Ended {
    fn from(error: E) -> Self {
        Ended::Failed(error.into())
    }
}

/// A command of which every option takes a number below zero for its value, so that the message names the option.
fn with_numbers(command: clap::Command) -> clap::Command {
    let takes_values = |arg: &Arg| !arg.is_positional() && arg.get_action().takes_values();
    command
        .mut_args(|arg| if takes_values(&arg) { arg.allow_negative_numbers(true) } else { arg })
        .mut_subcommands(with_numbers)
}

pub(super) fn run(
    catalog: &Catalog,
    arguments: impl Iterator<Item = OsString>,
    stdout: &mut dyn Write,
) -> Result<(), Ended> {
    let words = with_plan(&Cli::program(), arguments.collect()).map_err(Ended::Failed)?;
    let cli = Cli::parsed(words).map_err(Ended::Usage)?;
    let command = match cli.command {
        Some(command) => command,
        None => match Cli::parsed(["riverlab", "tournament"]).map_err(Ended::Usage)?.command {
            Some(command) => command,
            None => unreachable!("the arguments name a command"),
        },
    };
    let stdout = &mut Printer::new(stdout, cli.wide);
    carry_out(catalog, command, &Host::default(), stdout)
        .map_err(|error| Ended::Failed(catalog.pointing_out_games(error)))
}

/// Carries out a command, of which its host sees how far it is.
pub(super) fn carry_out(
    catalog: &Catalog,
    command: Command,
    host: &Host,
    stdout: &mut Printer<'_>,
) -> Result<(), ArenaError> {
    match command {
        Command::Tournament(args) => tournament::run(catalog, &args, host, stdout),
        Command::Match(args) => matches::run(catalog, &args, host, stdout),
        Command::Balance(args) => balance::run(catalog, &args, host, stdout),
        Command::Calibrate(args) => calibrate::run(catalog, &args, stdout),
        Command::Train(args) => train::run(catalog, &args, host, stdout),
        Command::Tune(args) => tune::run(catalog, &args, host, stdout),
        Command::Endings(args) => endings::run(catalog, &args, host, stdout),
        Command::Report(args) => report::run(catalog, &args, stdout),
        Command::Merge(args) => merge::run(catalog, &args, host, stdout),
        Command::Shards(args) => shards::run(&args, planned(Path::new(args.plan()?), catalog)?, stdout),
        Command::Cluster(args) => cluster::run(&args),
        Command::Verify(args) => verify::run(catalog, &args, stdout),
        Command::Trace(args) => traces::trace(catalog, &args, stdout),
        Command::Replay(args) => traces::replay(catalog, &args, stdout),
        Command::Play(args) => play::run(catalog, &args, stdout),
        Command::Serve(args) => serve::run(catalog, &args, stdout),
        Command::Think(args) => think::think(catalog, &args, stdout),
        Command::Bot(command) => bot::run(catalog, &command, stdout),
        Command::Games(args) => info::games(catalog, &args, stdout),
        Command::Bots => info::bots(catalog, stdout),
        Command::Completions(args) => manual::completions(&args, Cli::program(), stdout),
        Command::Man(args) => manual::man(&args, Cli::program(), stdout),
    }
}

/// The run that a plan file asks for, of a command whose runs can be split.
///
/// # Errors
/// What is wrong with the plan.
fn planned(file: &Path, catalog: &Catalog) -> Result<Planned, ArenaError> {
    let command = PlanFile::read(file)?.command_of_games();
    let words = ["riverlab".into(), command.into(), "--plan".into(), file.as_os_str().to_owned()];
    let parsed = Cli::parsed(with_plan(&Cli::program(), words.to_vec())?).map_err(|error| usage(&error))?;
    let ((request, table), run) = match parsed.command {
        Some(Command::Match(args)) => (matches::request_and_table(&args, catalog)?, args.run),
        Some(Command::Tournament(args)) => (tournament::request_and_table(&args, catalog)?, args.run),
        _ => unreachable!("the words name one of these"),
    };
    Ok(Planned { command, request, table, run })
}

/// What is wrong with the words, without the hints for a terminal.
pub(super) fn usage(error: &clap::Error) -> ArenaError {
    let text = error.render().to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let line = first.split_whitespace().collect::<Vec<_>>().join(" ");
    ArenaError::Usage(line.strip_prefix("error: ").unwrap_or(&line).to_owned())
}

/// The run that a plan file asks for.
///
/// # Errors
/// What is wrong with the plan.
#[cfg(fuzzing)]
pub fn fuzzed_plan(catalog: &Catalog, file: &Path) -> Result<riverlab_arena::plan::Plan, ArenaError> {
    let Planned { request, table, .. } = planned(file, catalog)?;
    riverlab_arena::plan::Plan::new(request, &*table)
}

/// Whether these words are a command.
#[cfg(fuzzing)]
pub fn fuzzed_words(bytes: &[u8]) -> bool {
    let words = bytes.split(|byte| *byte == b'\n').map(|word| String::from_utf8_lossy(word).into_owned());
    Cli::parsed(std::iter::once("riverlab".to_owned()).chain(words)).is_ok()
}
