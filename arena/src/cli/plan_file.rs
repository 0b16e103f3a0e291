//! Plans as TOML files: the options of a run, under the names that they have on the command line.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{Args, ValueEnum};
use indexmap::IndexMap;
use riverlab_bots::BotSpec;
use riverlab_engine::RulesSource;
use riverlab_engine::data::one_line;
use serde::Deserialize;

use super::program_args::ProgramArgs;
use super::run_args::{ProgressKind, RunArgs};
use super::{RulesArgs, whole};
use crate::error::ArenaError;
use crate::external::programs::{Limits, OnFault, Program, Programs};
use crate::games::{Catalog, OpenTable, name_and_sets};
use crate::plan::{Adjust, Bots, Comparison, Request, Shard, StopRule, different_bots};
use crate::schedule::Pairing;
use crate::stats::{FixedWidth, RankRule};
use crate::store::input_file::read_document;

/// How many deals: a number, or until intervals are narrow or the order is settled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Deals {
    Fixed(u64),
    Auto(FixedWidth),
    Ranks(RankRule),
}

impl FromStr for Deals {
    type Err = String;

    fn from_str(text: &str) -> Result<Deals, String> {
        if let Some(margin) = text.strip_prefix("auto:ranks") {
            return RankRule::parse(margin).map(Deals::Ranks);
        }
        if let Some(width) = text.strip_prefix("auto:") {
            return FixedWidth::parse(width).map(Deals::Auto);
        }
        let most = 1_000_000_000;
        let number = text.parse().ok().filter(|number| (1..=most).contains(number));
        number
            .map(Deals::Fixed)
            .ok_or_else(|| format!("expected a whole number from 1 to {most}, auto:WIDTH or auto:ranks"))
    }
}

impl Deals {
    /// The number of deals, at most, for values within a range of this size and so many different bots.
    fn most(self, range: f64, bots: usize) -> u64 {
        match self {
            Deals::Fixed(deals) => deals,
            Deals::Auto(width) => width.most_blocks(range),
            Deals::Ranks(rule) => rule.most_deals(bots),
        }
    }

    /// What ends the run before, if there is anything.
    pub(super) fn stop(self) -> Option<StopRule> {
        match self {
            Deals::Fixed(_) => None,
            Deals::Auto(width) => Some(StopRule::Width(width)),
            Deals::Ranks(rule) => Some(StopRule::Ranks(rule)),
        }
    }
}

/// What tournaments and matches are given alike.
#[derive(Args, Debug)]
pub(super) struct PlanArgs {
    /// The game, with values of its tables if need be: carcassonne:rivers=both [default: the-river]
    game: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    programs: ProgramArgs,
    /// A plan (TOML): game and these options under their names here, without -- and with _ for -, all but wide, dry-run,
    /// resume and force; what is typed overrides it
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,
    /// The number of players [default: 2]
    #[arg(long, short, allow_negative_numbers = true, value_parser = whole::<0, 99>)]
    players: Option<u64>,
    /// The master seed [default: 1]
    #[arg(long, short, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    seed: Option<u64>,
    /// Show shares and scores also adjusted for this: luck (what chance events have brought beyond expectation); all moves
    /// are kept for it
    #[arg(long, value_name = "WHAT", value_parser = str::parse::<Adjust>)]
    adjust: Option<Adjust>,
    /// Play part K of M of the deals, for `riverlab merge`
    #[arg(long, value_name = "K/M", value_parser = str::parse::<Shard>)]
    shard: Option<Shard>,
}

impl PlanArgs {
    /// The plan file, with nothing in it when there is none.
    pub(super) fn file(&self) -> Result<PlanFile, ArenaError> {
        PlanFile::read(self.plan.as_deref())
    }

    /// The game, and the values of its tables that come with it.
    fn game_and_sets<'a>(&'a self, file: &'a PlanFile) -> Result<(&'a str, Vec<String>), ArenaError> {
        name_and_sets(self.game.as_deref().or(file.game.as_deref()).unwrap_or("the-river"))
    }

    /// The game, under its rules.
    pub(super) fn open(&self, file: &PlanFile, catalog: &Catalog) -> Result<OpenTable, ArenaError> {
        let (game, sets) = self.game_and_sets(file)?;
        catalog.open(game, &file.rules(&self.rules, sets, self.game.is_some())?)
    }

    /// A run of these bots; what it is beyond that is up to the caller.
    pub(super) fn request(
        &self,
        file: &PlanFile,
        bots: Vec<BotSpec>,
        deals: Deals,
        comparison: Option<Comparison>,
    ) -> Result<Request, ArenaError> {
        let players = self.players.or(file.players).unwrap_or(2) as usize;
        let seed = self.seed.or(file.seed).unwrap_or(1);
        let different = different_bots(&Bots::from(bots.clone()));
        let most = deals.most(comparison.map_or(1.0, Comparison::range), different);
        let stop = deals.stop();
        let programs = self.programs.greeted(&bots, Some(&file.programs()?))?;
        let request = Request::tournament(players, bots, most, seed).with_programs(programs);
        let adjust = self.adjust.or(file.parsed("adjust", file.adjust.clone())?);
        let shard = self.shard.or(file.parsed("shard", file.shard.clone())?);
        Ok(Request { comparison, stop, adjust, shard, ..request })
    }
}

/// A plan; every key may be left out.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanFile {
    #[serde(skip)]
    path: PathBuf,
    game: Option<String>,
    players: Option<u64>,
    pub(super) bots: Option<Vec<String>>,
    schedule: Option<String>,
    pub(super) focus: Option<String>,
    pub(super) baseline: Option<String>,
    pub(super) against: Option<Vec<String>>,
    pub(super) sprt: Option<String>,
    pub(super) alpha: Option<f64>,
    pub(super) beta: Option<f64>,
    deals: Option<toml::Value>,
    seed: Option<u64>,
    adjust: Option<String>,
    rules: Option<PathBuf>,
    #[serde(default)]
    set: Vec<String>,
    #[serde(default)]
    program: IndexMap<String, String>,
    on_fault: Option<OnFault>,
    clock: Option<toml::Value>,
    answer_seconds: Option<u64>,
    memory_mib: Option<u64>,
    processes: Option<u64>,
    threads: Option<u64>,
    out: Option<PathBuf>,
    shard: Option<String>,
    progress: Option<String>,
    #[serde(default)]
    timing: bool,
    #[serde(default)]
    quiet: bool,
    #[serde(default)]
    json: bool,
}

impl PlanFile {
    /// Reads a plan; without a path everything is left out.
    fn read(path: Option<&Path>) -> Result<PlanFile, ArenaError> {
        let Some(path) = path else { return Ok(PlanFile::default()) };
        let text = read_document(path).map_err(|error| ArenaError::file("read", path, error))?;
        let wrong = |message: String| ArenaError::Usage(format!("{}: {message}", path.display()));
        let table = toml::Deserializer::parse(&text).map_err(|error| wrong(one_line(&error.to_string())))?;
        let plan: PlanFile = serde_path_to_error::deserialize(table).map_err(|error| {
            let key = error.path().to_string();
            let message = in_words(&one_line(error.inner().message()));
            wrong(if ["", "."].contains(&key.as_str()) { message } else { format!("{key}: {message}") })
        })?;
        Ok(PlanFile { path: path.to_owned(), ..plan })
    }

    fn wrong(&self, key: &str, message: &str) -> ArenaError {
        ArenaError::Usage(format!("{}: {key}: {message}", self.path.display()))
    }

    /// The programs, whose files are looked for in the folder of the plan.
    fn programs(&self) -> Result<Programs, ArenaError> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let program = |(name, command): (&String, &String)| {
            let checked = Some(name).filter(|name| BotSpec::is_program_name(name));
            let program = checked.ok_or_else(|| "no name of a program".to_owned());
            let program = program.and_then(|name| Program::new(name, command));
            let program = program.map_err(|error| self.wrong(&format!("program.{name}"), &error))?;
            Ok(program.from_folder(folder))
        };
        let (default, most) = (Limits::USUAL, Limits::MOST);
        let limit = |key: &str, value: Option<u64>, default: u64, most: u64| match value {
            Some(value) if !(1..=most).contains(&value) => {
                Err(self.wrong(key, &format!("{value}: expected a whole number from 1 to {most}")))
            }
            value => Ok(value.unwrap_or(default)),
        };
        Ok(Programs {
            list: self.program.iter().map(program).collect::<Result<_, ArenaError>>()?,
            functions: Vec::new(),
            on_fault: self.on_fault.unwrap_or_default(),
            clock: self.parsed("clock", self.clock.as_ref().map(text_of))?,
            limits: Limits {
                answer_seconds: limit(
                    "answer_seconds",
                    self.answer_seconds,
                    default.answer_seconds,
                    most.answer_seconds,
                )?,
                memory_mib: limit("memory_mib", self.memory_mib, default.memory_mib, most.memory_mib)?,
                processes: limit("processes", self.processes, default.processes, most.processes)?,
            },
        })
    }

    pub(super) fn schedule(&self) -> Result<Option<Pairing>, ArenaError> {
        self.parsed("schedule", self.schedule.clone())
    }

    pub(super) fn deals(&self) -> Result<Option<Deals>, ArenaError> {
        self.parsed("deals", self.deals.as_ref().map(text_of))
    }

    /// The value of a key as it is read on the command line.
    fn parsed<T: FromStr<Err = String>>(&self, key: &str, text: Option<String>) -> Result<Option<T>, ArenaError> {
        let parse = |text: String| text.parse().map_err(|error| self.wrong(key, &format!("{text}: {error}")));
        text.map(parse).transpose()
    }

    /// The rules of the command line if it names any, else those of the plan, whose paths start from its folder; after what
    /// comes with the game, but what is typed goes last.
    fn rules(&self, args: &RulesArgs, of_game: Vec<String>, game_is_typed: bool) -> Result<RulesSource, ArenaError> {
        if args.rules.is_some() || !args.sets.is_empty() {
            return args.source_after(of_game);
        }
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let (before, after) = if game_is_typed { (Vec::new(), of_game) } else { (of_game, Vec::new()) };
        let sets = before.into_iter().chain(self.set.iter().cloned()).chain(after).collect();
        RulesArgs { rules: self.rules.as_ref().map(|rules| folder.join(rules)), sets }.source_after(Vec::new())
    }

    /// How the run is played, with what the command line leaves out.
    pub(super) fn run(&self, args: &RunArgs) -> Result<RunArgs, ArenaError> {
        if let Some(threads) = self.threads.filter(|threads| !(1..=1024).contains(threads)) {
            return Err(self.wrong("threads", &format!("{threads}: expected a whole number from 1 to 1024")));
        }
        let progress = |text: &String| {
            ProgressKind::from_str(text, false).map_err(|_| {
                let kinds = ProgressKind::value_variants().iter().filter_map(ProgressKind::to_possible_value);
                let kinds: Vec<_> = kinds.map(|kind| kind.get_name().to_owned()).collect();
                self.wrong("progress", &format!("{text}: expected one of {}", kinds.join(", ")))
            })
        };
        let progress = self.progress.as_ref().map(progress).transpose()?;
        Ok(RunArgs {
            threads: args.threads.or(self.threads),
            out: args.out.clone().or(self.out.clone()),
            progress: args.progress.or(progress),
            timing: args.timing || self.timing,
            quiet: args.quiet || self.quiet,
            json: args.json || self.json,
            ..args.clone()
        })
    }

    /// Whether it is the plan of a match.
    pub(super) fn is_of_match(&self) -> bool {
        self.focus.is_some()
    }

    /// A tournament has no focus.
    pub(super) fn refuse_keys_of_matches(&self) -> Result<(), ArenaError> {
        let keys = [
            ("focus", self.focus.is_some()),
            ("baseline", self.baseline.is_some()),
            ("against", self.against.is_some()),
            ("sprt", self.sprt.is_some()),
            ("alpha", self.alpha.is_some()),
            ("beta", self.beta.is_some()),
        ];
        self.refuse(&keys, "a key of matches: this is a tournament")
    }

    /// A match has its own schedule.
    pub(super) fn refuse_keys_of_tournaments(&self) -> Result<(), ArenaError> {
        let keys = [("bots", self.bots.is_some()), ("schedule", self.schedule.is_some())];
        self.refuse(&keys, "a key of tournaments: a match has focus and against")
    }

    fn refuse(&self, keys: &[(&str, bool)], why: &str) -> Result<(), ArenaError> {
        keys.iter().find(|(_, given)| *given).map_or(Ok(()), |(key, _)| Err(self.wrong(key, why)))
    }
}

/// A text, or a number as it stands there.
fn text_of(value: &toml::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What is expected, without the names of types.
fn in_words(message: &str) -> String {
    let words = [("u64", "a whole number from 0"), ("f64", "a number"), ("a sequence", "a list [...]")];
    let message =
        message.replace("wanted string or table", "expected a text").replace("unknown field ``", "an empty key");
    words.iter().fold(message, |message, (name, words)| {
        message.replace(&format!("expected {name}"), &format!("expected {words}"))
    })
}
