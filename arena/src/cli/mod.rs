//! The command line: arguments in, results on stdout, progress and diagnostics on stderr, an exit code out.

mod balance;
mod bot;
mod calibrate;
mod call;
mod cluster;
mod deals;
mod dry_run;
mod endings;
mod examples;
mod games_args;
mod host;
mod info;
mod locale;
mod manual;
mod matches;
mod merge;
mod paint;
mod plan_file;
mod play;
mod printer;
mod program_args;
mod progress;
mod report;
mod run_args;
mod serve;
mod session;
mod shards;
mod study_progress;
mod think;
mod tournament;
mod traces;
mod train;
mod tune;
mod verify;

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, CommandFactory, Parser, Subcommand};
use riverlab_bots::BotSpec;
use riverlab_engine::RulesSource;

use crate::error::ArenaError;
use crate::games::{Catalog, Registry, name_and_sets};
use crate::store::input_file::read_document;
use crate::without_middle::without_middle;
use paint::Paint;
use plan_file::with_plan;
use printer::Printer;

pub use call::call;
pub use host::{CommandProgress, Host};

/// Research on river board games: tournaments of bots, with statistics.
///
/// Without a command: a tournament with all defaults.
#[derive(Parser, Debug)]
#[command(name = "riverlab", version, disable_help_subcommand = true, after_help = examples::RIVERLAB)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Show all columns of tables, however wide these are
    #[arg(long, global = true)]
    wide: bool,
}

#[derive(Subcommand, Debug)]
enum Command {
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

/// Which game, under which rules.
#[derive(Args, Clone, Debug)]
struct GameArgs {
    /// The game, with values of its tables if need be: carcassonne:rivers=both
    #[arg(default_value = "the-river")]
    game: String,
    #[command(flatten)]
    rules: RulesArgs,
}

/// Changes of the component tables.
#[derive(Args, Clone, Default, Debug)]
struct RulesArgs {
    /// Component tables (TOML): a complete file replaces the embedded one, any other is laid over it
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Replace one value of the component tables, for example building.mill-a.points=6
    #[arg(long = "set", value_name = "KEY=VALUE")]
    sets: Vec<String>,
}

impl GameArgs {
    /// The name of the game and its rules.
    fn resolve(&self) -> Result<(&str, RulesSource), ArenaError> {
        let (name, sets) = name_and_sets(&self.game)?;
        Ok((name, self.rules.source_after(sets)?))
    }
}

impl RulesArgs {
    /// These changes after those that come with the game. Those that hardly anybody means are warned of.
    fn source_after(&self, mut sets: Vec<String>) -> Result<RulesSource, ArenaError> {
        let source = self.source()?;
        sets.extend(source.sets);
        let source = RulesSource { sets, ..source };
        for doubt in source.doubts() {
            let _ = writeln!(io::stderr(), "{} {}", Paint::of_stderr().warning("warning:"), printable(&doubt));
        }
        Ok(source)
    }

    fn source(&self) -> Result<RulesSource, ArenaError> {
        let file = match &self.rules {
            None => None,
            Some(path) => {
                let text = read_document(path).map_err(|error| ArenaError::file("read", path, error))?;
                Some((path.display().to_string(), text))
            }
        };
        Ok(RulesSource { file, sets: self.sets.clone() })
    }
}

/// Runs the program with the games and bots of riverlab.
pub fn main() -> ExitCode {
    main_with(Registry::standard())
}

/// Runs the program with games and bots of one's own as well: all of its commands know them.
///
/// ```no_run
/// # use riverlab_bots::{Bot, BotInfo, BotKind, BotRng, Evaluate, SpecError, View, options::Options};
/// # use riverlab_engine::Game;
/// # struct First;
/// # impl<G: Game> Bot<G> for First {
/// #     fn choose(&mut self, view: &View<'_, G>, _: &mut BotRng) -> G::Move {
/// #         let mut legal = Vec::new();
/// #         view.legal_moves(&mut legal);
/// #         legal[0]
/// #     }
/// # }
/// # impl BotKind for First {
/// #     const INFO: BotInfo = BotInfo { name: "first", summary: "the first legal move", options: &[], source: "" };
/// #     fn build<G: Evaluate>(_: &Options<'_>) -> Result<Box<dyn Bot<G>>, SpecError> { Ok(Box::new(First)) }
/// # }
/// fn main() -> std::process::ExitCode {
///     riverlab_arena::cli::main_with(riverlab_arena::Registry::standard().with_bot::<First>())
/// }
/// ```
///
/// # Panics
/// When two games or two bots have one name.
pub fn main_with(registry: Registry) -> ExitCode {
    let (catalog, mut stdout) = (registry.catalog(), io::stdout().lock());
    report_files_too_large();
    match run(&catalog, std::env::args_os(), &mut stdout) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Ended::Usage(error)) if has_control_characters() && error.use_stderr() => {
            // Lines are ours, everything else that no terminal should see is what was typed.
            error.render().to_string().lines().for_each(|line| {
                let _ = writeln!(io::stderr(), "{}", printable(line));
            });
            ExitCode::from(error.exit_code() as u8)
        }
        Err(Ended::Usage(error)) => match written(error.print().and_then(|()| io::stdout().flush())) {
            Ok(()) => ExitCode::from(error.exit_code() as u8),
            Err(failed) => failed_with(&failed),
        },
        Err(Ended::Failed(error)) => failed_with(&error),
    }
}

/// Where files may have a size at most, the system ends a program that writes more, unless it wants to be told by an error.
fn report_files_too_large() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(rustix::process::Signal::XFSZ.as_raw(), Arc::default());
}

/// Says what is wrong, and the exit code for it.
fn failed_with(error: &ArenaError) -> ExitCode {
    let message = printable(&shortened(&error.to_string()));
    let _ = writeln!(io::stderr(), "{} {message}", Paint::of_stderr().error("error:"));
    ExitCode::from(error.exit_code())
}

/// Whether there are some in what was typed.
fn has_control_characters() -> bool {
    std::env::args_os().any(|word| word.to_string_lossy().chars().any(char::is_control))
}

/// A message on one line, whatever characters names in it have.
fn printable(message: &str) -> String {
    let shown = |character: char| {
        if character.is_control() { character.escape_default().to_string() } else { character.into() }
    };
    message.chars().map(shown).collect()
}

/// So many characters of a message are shown.
const LONGEST_MESSAGE: usize = 4_000;

/// A message without the middle of what somebody has written into a file and is as long as that.
fn shortened(message: &str) -> Cow<'_, str> {
    let ends = [LONGEST_MESSAGE / 4 * 3, LONGEST_MESSAGE / 4];
    without_middle(message, LONGEST_MESSAGE, ends, |left| format!(" [{left} characters] "))
}

/// Why the program ended early.
enum Ended {
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

fn run(catalog: &Catalog, arguments: impl Iterator<Item = OsString>, stdout: &mut dyn Write) -> Result<(), Ended> {
    let words = with_plan(&Cli::command(), arguments.collect()).map_err(Ended::Failed)?;
    let cli = Cli::try_parse_from(words).map_err(Ended::Usage)?;
    let command = match cli.command {
        Some(command) => command,
        None => match Cli::try_parse_from(["riverlab", "tournament"]).map_err(Ended::Usage)?.command {
            Some(command) => command,
            None => unreachable!("the arguments name a command"),
        },
    };
    let stdout = &mut Printer::new(stdout, cli.wide);
    carry_out(catalog, command, &Host::default(), stdout)
        .map_err(|error| Ended::Failed(catalog.pointing_out_games(error)))
}

/// Carries out a command, of which its host sees how far it is.
fn carry_out(catalog: &Catalog, command: Command, host: &Host, stdout: &mut Printer<'_>) -> Result<(), ArenaError> {
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
        Command::Shards(args) => shards::run(catalog, &args, stdout),
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
        Command::Completions(args) => manual::completions(&args, stdout),
        Command::Man(args) => manual::man(&args, stdout),
    }
}

/// Writes results; a reader that has seen enough is no error.
fn print(stdout: &mut dyn Write, text: &str) -> Result<(), ArenaError> {
    let text = &locale::shown(text);
    written(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

fn written(result: io::Result<()>) -> Result<(), ArenaError> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(ArenaError::file("write", Path::new("stdout"), error))
        }
        _ => Ok(()),
    }
}

/// Reads a whole number from `MIN` to `MAX`.
fn whole<const MIN: u64, const MAX: u64>(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (MIN..=MAX).contains(number));
    number.ok_or_else(|| format!("expected a whole number from {MIN} to {MAX}"))
}

/// Reads a share; the plan says which are allowed.
fn share(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "expected a share between 0 and 1, for example 0.02".to_owned())
}

fn parse_bots(specs: &[String]) -> Result<Vec<BotSpec>, ArenaError> {
    Ok(specs.iter().map(|text| text.parse()).collect::<Result<_, _>>()?)
}

/// The run that a plan file asks for.
///
/// # Errors
/// What is wrong with the plan.
#[cfg(fuzzing)]
pub fn fuzzed_plan(catalog: &Catalog, file: &Path) -> Result<crate::plan::Plan, ArenaError> {
    use crate::plan::Plan;

    let (_, request, table) = shards::request(file, catalog)?;
    Plan::new(request, &*table)
}

/// Whether these words are a command.
#[cfg(fuzzing)]
pub fn fuzzed_words(bytes: &[u8]) -> bool {
    let words = bytes.split(|byte| *byte == b'\n').map(|word| String::from_utf8_lossy(word).into_owned());
    Cli::try_parse_from(std::iter::once("riverlab".to_owned()).chain(words)).is_ok()
}
