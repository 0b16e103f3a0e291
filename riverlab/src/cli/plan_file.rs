//! Plans as TOML files: options under their names on the command line. They become words that are parsed with those that are
//! typed, so that the command line alone knows what an option means and which values it may have.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::ValueRange;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command};
use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::Program;
use riverlab_arena::store::input_file::read_named;
use riverlab_bots::did_you_mean;
use riverlab_engine::data::one_line;
use riverlab_lab::games::name_and_sets;
use toml::{Table, Value};

/// The commands that take a plan.
const COMMANDS: [&str; 8] = ["tournament", "match", "balance", "calibrate", "train", "tune", "endings", "trace"];
/// Options that a plan cannot have: they say what is done with it this time.
const TYPED_ONLY: [&str; 9] = ["plan", "wide", "dry_run", "resume", "force", "from", "function", "help", "version"];
/// The key whose path starts from the folder of the plan.
const PATH: &str = "rules";
/// The key of the table of programs.
const PROGRAM: &str = "program";

/// The option that names a plan.
#[derive(Args, Clone, Default, Debug)]
pub(super) struct PlanOption {
    /// Read options from a TOML file: option names without --, _ for -, and game. Typed options take precedence. Not
    /// allowed in it: wide, dry-run, resume, force
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,
}

/// The words of this program that were typed, and those of the plan that they name.
///
/// # Errors
/// When the plan cannot be read, or has a key or a value that the command does not allow.
pub(super) fn with_plan(program: &Command, mut words: Vec<OsString>) -> Result<Vec<OsString>, ArenaError> {
    let off = turned_off(program, &mut words);
    let is_plan = |word: &OsString| word == "--plan" || starts_with(word, "--plan=");
    if !words.iter().any(is_plan) {
        return Ok(words);
    }
    let mut built = program.clone();
    built.build();
    // What is wrong with the words is said when all of them are parsed.
    let Ok(matches) = program.clone().ignore_errors(true).try_get_matches_from(&words) else { return Ok(words) };
    let Some((name, typed)) = matches.subcommand().filter(|(name, _)| COMMANDS.contains(name)) else {
        return Ok(words);
    };
    let Some(path) = typed.get_one::<PathBuf>("plan") else { return Ok(words) };
    let (options, game): (Vec<OsString>, Vec<OsString>) =
        PlanFile::read(path)?.words(&built, name, typed, &off)?.into_iter().partition(|word| starts_with(word, "--"));
    // Behind what is typed no option takes what follows for its own value.
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    words.splice(end..end, options);
    let begin = words.iter().position(|word| word == name).map_or(0, |at| at + 1);
    words.splice(begin..begin, game);
    Ok(words)
}

/// Takes the words out that turn an option off, as `--timing=false`, and gives their names. A plan can turn it on, and only so is it
/// overruled.
fn turned_off(program: &Command, words: &mut Vec<OsString>) -> Vec<String> {
    let Some(command) = words.iter().skip(1).find_map(|word| program.find_subcommand(word)) else { return Vec::new() };
    let can_be_off = |arg: &Arg| matches!(kind(arg), Kind::Flag | Kind::Optional);
    let named = |name: &str| command.get_arguments().any(|arg| arg.get_long() == Some(name) && can_be_off(arg));
    let (mut off, mut are_options) = (Vec::new(), true);
    words.retain(|word| {
        are_options &= word != "--";
        let name = word.to_str().and_then(|word| word.strip_prefix("--")?.strip_suffix("=false"));
        let name = name.filter(|name| are_options && named(name));
        off.extend(name.map(str::to_owned));
        name.is_none()
    });
    off
}

fn starts_with(word: &OsString, start: &str) -> bool {
    word.as_encoded_bytes().starts_with(start.as_bytes())
}

/// A plan, as it was read.
#[derive(Debug)]
pub(super) struct PlanFile {
    path: PathBuf,
    keys: Table,
}

impl PlanFile {
    /// Reads a plan.
    pub(super) fn read(path: &Path) -> Result<PlanFile, ArenaError> {
        let text = read_named(path).map_err(|error| ArenaError::file("read", path, error))?;
        let keys = text.parse::<Table>();
        let wrong = |error| ArenaError::Usage(format!("{}: {error}", path.display()));
        let keys = keys.map_err(|error: toml::de::Error| wrong(one_line(&error.to_string())))?;
        Ok(PlanFile { path: path.to_owned(), keys })
    }

    /// The command that plays it, of those whose runs can be split: a match has a focus.
    pub(super) fn command_of_games(&self) -> &'static str {
        if self.keys.contains_key("focus") { "match" } else { "tournament" }
    }

    /// Its options as words of a command, but for those that were typed, or turned off.
    fn words(
        &self,
        program: &Command,
        command: &str,
        typed: &ArgMatches,
        off: &[String],
    ) -> Result<Vec<OsString>, ArenaError> {
        let is_typed = |id: &str| typed.value_source(id) == Some(ValueSource::CommandLine);
        let mut words = Vec::new();
        for (key, value) in &self.keys {
            let arg = self.arg(program, command, key)?;
            let of_key = self.words_of_key(key, arg, value)?;
            match key.as_str() {
                PROGRAM => words.extend(without(of_key, &programs_of(typed))),
                // Rules are typed as a whole, with those that stand behind the name of the game.
                "rules" | "set" if is_typed("rules") || is_typed("sets") => {}
                "set" if is_typed("game") => words.extend(without(of_key, &sets_of_game(typed))),
                _ if is_typed(arg.get_id().as_str()) => {}
                _ if arg.get_long().is_some_and(|name| off.iter().any(|other| other == name)) => {}
                _ => words.extend(of_key),
            }
        }
        Ok(words)
    }

    /// The option of a command that a key means.
    fn arg<'a>(&self, program: &'a Command, command: &str, key: &str) -> Result<&'a Arg, ArenaError> {
        let of = |name: &str| program.find_subcommand(name).expect("a command that takes a plan");
        if TYPED_ONLY.contains(&key) {
            return Err(self.wrong(key, "not allowed in a plan: it is typed"));
        }
        if let Some(arg) = arg_of(of(command), key) {
            return Ok(arg);
        }
        let others: Vec<&str> = COMMANDS.into_iter().filter(|other| arg_of(of(other), key).is_some()).collect();
        if !others.is_empty() {
            return Err(self.wrong(key, &format!("an option of {}, not of {command}", others.join(", "))));
        }
        let mut keys: Vec<String> = of(command).get_arguments().filter_map(key_of).collect();
        keys.sort_unstable();
        let nearest = did_you_mean(key, keys.iter().map(String::as_str));
        let allowed = format!("allowed are {}{nearest}", keys.join(", "));
        if key.is_empty() {
            return Err(ArenaError::Usage(format!("{}: an empty key: {allowed}", self.path.display())));
        }
        Err(self.wrong(key, &format!("unknown key: {allowed}")))
    }

    /// The words of a key, once its values are allowed.
    fn words_of_key(&self, key: &str, arg: &Arg, value: &Value) -> Result<Vec<OsString>, ArenaError> {
        let values = match (value, kind(arg)) {
            (Value::Table(programs), _) if key == PROGRAM => return self.programs(programs),
            (_, _) if key == PROGRAM => return Err(self.wrong(key, "expected a table: NAME = \"COMMAND\"")),
            (Value::Boolean(false), Kind::Flag | Kind::Optional) => return Ok(Vec::new()),
            (Value::Boolean(true), Kind::Flag | Kind::Optional) => Vec::new(),
            (_, Kind::Flag) => return Err(self.wrong(key, "expected true or false")),
            (Value::Array(values), Kind::List | Kind::Optional) => values.iter().collect(),
            (Value::Array(_) | Value::Table(_) | Value::Boolean(_), Kind::Value) => {
                return Err(self.wrong(key, "expected one value, a text or a number"));
            }
            (value, _) => vec![value],
        };
        if values.is_empty() && matches!(kind(arg), Kind::List) {
            return if arg.get_num_args().is_some_and(|of_each| of_each.max_values() == 1) {
                Ok(Vec::new())
            } else {
                Err(self.wrong(key, "the list is empty"))
            };
        }
        let texts = values.into_iter().map(|value| self.text(key, arg, value)).collect::<Result<Vec<_>, _>>()?;
        Ok(words(arg, texts))
    }

    /// A value, once it is allowed.
    fn text(&self, key: &str, arg: &Arg, value: &Value) -> Result<OsString, ArenaError> {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Integer(_) | Value::Float(_) => value.to_string(),
            _ => return Err(self.wrong(key, "expected texts or numbers")),
        };
        check(arg, &text).map_err(|error| self.wrong(key, &format!("{text}: {error}")))?;
        Ok(if key == PATH { self.folder().join(text).into_os_string() } else { text.into() })
    }

    /// The words of programs, whose files are looked for in the folder of the plan.
    fn programs(&self, programs: &Table) -> Result<Vec<OsString>, ArenaError> {
        let mut words = Vec::new();
        for (name, command) in programs {
            let wrong = |error: &str| self.wrong(&format!("{PROGRAM}.{name}"), error);
            let command = command.as_str().ok_or_else(|| wrong("expected a text, the command"))?;
            let program = Program::new(name, command).map_err(|error| wrong(&error))?.from_folder(self.folder());
            words.push(format!("--{PROGRAM}={name}={}", program.command).into());
        }
        Ok(words)
    }

    /// Where its paths start from: of a pipe, where one is.
    fn folder(&self) -> &Path {
        let is_pipe = self.path.starts_with("/dev") || self.path.starts_with("/proc");
        self.path.parent().filter(|_| !is_pipe).unwrap_or(Path::new(""))
    }

    fn wrong(&self, key: &str, message: &str) -> ArenaError {
        ArenaError::Usage(format!("{}: {key}: {message}", self.path.display()))
    }
}

/// What values an option has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// None: it is there or not.
    Flag,
    /// One.
    Value,
    /// One or more.
    List,
    /// Any number of them, or none.
    Optional,
}

fn kind(arg: &Arg) -> Kind {
    let least = arg.get_num_args().as_ref().map_or(1, ValueRange::min_values);
    match arg.get_action() {
        ArgAction::SetTrue => Kind::Flag,
        _ if least == 0 => Kind::Optional,
        ArgAction::Append => Kind::List,
        _ => Kind::Value,
    }
}

/// The option of a command that a key means; the positional one goes first.
fn arg_of<'a>(command: &'a Command, key: &str) -> Option<&'a Arg> {
    if key.contains('-') {
        return None;
    }
    let long = key.replace('_', "-");
    let is_named = |arg: &&Arg| {
        arg.get_long() == Some(&long) || arg.get_all_aliases().is_some_and(|names| names.contains(&&*long))
    };
    let positional = command.get_positionals().find(|arg| arg.get_id() == key);
    positional.or_else(|| command.get_arguments().filter(|arg| !arg.is_hide_set()).find(is_named))
}

/// The key of an option that a plan may have.
fn key_of(arg: &Arg) -> Option<String> {
    let name = if arg.is_positional() { arg.get_id().as_str() } else { arg.get_long()? };
    Some(name.replace('-', "_")).filter(|key| !arg.is_hide_set() && !TYPED_ONLY.contains(&key.as_str()))
}

/// An option with these values, none of which can be taken for an option or belong to another one.
fn words(arg: &Arg, values: Vec<OsString>) -> Vec<OsString> {
    let Some(long) = arg.get_long() else { return values };
    if values.is_empty() {
        return vec![format!("--{long}").into()];
    }
    let joined = |value: OsString| {
        let mut word = OsString::from(format!("--{long}="));
        word.push(value);
        word
    };
    values.into_iter().map(joined).collect()
}

/// Whether an option may have this value.
fn check(arg: &Arg, value: &str) -> Result<(), String> {
    let alone = Arg::new("value").long("value").value_parser(arg.get_value_parser().clone());
    let command = Command::new("plan").no_binary_name(true).arg(alone);
    let Err(error) = command.try_get_matches_from([format!("--value={value}")]) else { return Ok(()) };
    let allowed: Vec<String> = arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    Err(match std::error::Error::source(&error) {
        Some(reason) => reason.to_string(),
        None if allowed.is_empty() => "not allowed".to_owned(),
        None => format!("expected one of {}", allowed.join(", ")),
    })
}

/// The words that begin with none of these.
fn without(words: Vec<OsString>, starts: &[String]) -> Vec<OsString> {
    words.into_iter().filter(|word| !starts.iter().any(|start| starts_with(word, start))).collect()
}

/// How words of programs begin whose names were typed.
fn programs_of(typed: &ArgMatches) -> Vec<String> {
    let programs = typed.get_many::<Program>("list").into_iter().flatten();
    programs.map(|program| format!("--{PROGRAM}={}=", program.name)).collect()
}

/// How words of values of the rules begin that were typed behind the name of the game.
fn sets_of_game(typed: &ArgMatches) -> Vec<String> {
    let game = typed.get_one::<String>("game").and_then(|game| name_and_sets(game).ok());
    let sets = game.map_or_else(Vec::new, |(_, sets)| sets);
    sets.iter().filter_map(|set| set.split_once('=')).map(|(key, _)| format!("--set={}=", key.trim())).collect()
}
