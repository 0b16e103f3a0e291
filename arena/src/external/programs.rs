//! Programs that play as bots: what the results of a run depend on of them.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use riverlab_bots::BotSpec;
use serde::{Deserialize, Serialize};

use crate::error::ArenaError;
use crate::shell::{Word, needs_shell, quoted};

/// The programs of a run, and how they are treated. Without programs it has no bearing on anything.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Programs {
    /// The programs, each under the name that specs give it.
    pub list: Vec<Program>,
    /// The functions of a program that plays the run as a part of itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<Function>,
    /// What becomes of a game in which one fails.
    pub on_fault: OnFault,
    /// How long they may think.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// What they may use.
    pub limits: Limits,
}

/// A program that plays: `cmd:NAME` in specs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Program {
    /// The name in specs.
    pub name: String,
    /// The command that starts it, as it is typed in a shell.
    pub command: String,
    /// What it said of itself when the run was planned; empty before it was asked.
    #[serde(default)]
    pub hello: Hello,
}

/// A function, or a class, of Python that plays: `py:NAME` in specs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Function {
    /// The name in specs.
    pub name: String,
    /// Whether the same game so far, with the same seeds, always gives the same move.
    #[serde(default)]
    pub deterministic: bool,
}

/// What a program says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Hello {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Whether the same game so far, with the same seeds, always gives the same answer.
    pub deterministic: bool,
    /// What it wants to be told beside what it needs: `rules`, `position`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wants: Vec<String>,
    /// Whether it is started anew for each game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
}

/// What becomes of a game in which a program fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnFault {
    /// The run ends; once the program is mended, it goes on with that game.
    #[default]
    Abort,
    /// The seat goes on with random moves and comes last.
    Forfeit,
}

/// How long a program may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Clock {
    /// So many milliseconds for each decision.
    Move(u64),
    /// So many milliseconds for a whole game, and more after each decision.
    Game {
        /// At the beginning.
        start: u64,
        /// After each decision.
        increment: u64,
    },
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clock::Move(ms) => write!(f, "{ms}"),
            Clock::Game { start, increment } => write!(f, "{start}+{increment}"),
        }
    }
}

impl FromStr for Clock {
    type Err = String;

    /// `1000` for each decision, `60000+500` for a game with an increment; in milliseconds.
    fn from_str(text: &str) -> Result<Clock, String> {
        const MAX_MS: u64 = 86_400_000;
        let number = |text: &str| text.parse().ok().filter(|ms| *ms <= MAX_MS);
        let clock = match text.split_once('+') {
            None => number(text).map(Clock::Move),
            Some((start, increment)) => {
                number(start).and_then(|start| number(increment).map(|increment| Clock::Game { start, increment }))
            }
        };
        let has_time = |clock: &Clock| !matches!(clock, Clock::Move(0) | Clock::Game { start: 0, .. });
        let expected =
            || format!("expected milliseconds from 1 to {MAX_MS} per decision, or per game as START+INCREMENT");
        clock.filter(has_time).ok_or_else(expected)
    }
}

impl TryFrom<String> for Clock {
    type Error = String;

    fn try_from(text: String) -> Result<Clock, String> {
        text.parse()
    }
}

impl From<Clock> for String {
    fn from(clock: Clock) -> String {
        clock.to_string()
    }
}

/// What the processes of a program may use. A run whose programs keep within other limits has the same results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// How many seconds a program without a clock may take to answer.
    pub answer_seconds: u64,
    /// How many mebibytes its processes may hold in memory together.
    pub memory_mib: u64,
    /// How many processes there may be of it for one seat.
    pub processes: u64,
}

impl Limits {
    /// Those that hold where none are given.
    pub const USUAL: Limits = Limits { answer_seconds: 60, memory_mib: 2048, processes: 64 };
    /// The largest that can be given.
    pub const MOST: Limits = Limits { answer_seconds: 86_400, memory_mib: 1_048_576, processes: 10_000 };

    /// The options that set other limits than the usual ones.
    fn words(self) -> impl Iterator<Item = Word> {
        let usual = Limits::USUAL;
        let limits = [
            ("answer-seconds", self.answer_seconds, usual.answer_seconds),
            ("memory-mib", self.memory_mib, usual.memory_mib),
            ("processes", self.processes, usual.processes),
        ];
        let others = limits.into_iter().filter(|(_, value, usual)| value != usual);
        others.map(|(option, value, _)| Word::new(option, value))
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::USUAL
    }
}

impl Programs {
    /// No programs.
    pub const NONE: &'static Programs = &Programs {
        list: Vec::new(),
        functions: Vec::new(),
        on_fault: OnFault::Abort,
        clock: None,
        limits: Limits::USUAL,
    };

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.functions.is_empty()
    }

    /// The program of this name.
    pub(crate) fn find(&self, name: &str) -> Option<&Program> {
        self.list.iter().find(|program| program.name == name)
    }

    /// The programs of these bots alone.
    ///
    /// # Errors
    /// When a name stands twice, or a bot names a program that there is none of.
    pub fn of_bots(mut self, bots: &[BotSpec]) -> Result<Programs, ArenaError> {
        let usage = |text: String| Err(ArenaError::Usage(text));
        for (idx, program) in self.list.iter().enumerate() {
            if self.list[..idx].iter().any(|other| other.name == program.name) {
                return usage(format!("--program {}: there are two programs of this name", program.name));
            }
        }
        let names: Vec<&str> = bots.iter().filter_map(BotSpec::program).collect();
        if let Some(missing) = names.iter().find(|name| self.find(name).is_none()) {
            return usage(format!(
                "bot \"cmd:{missing}\": there is no program of this name: give --program {missing}='COMMAND'"
            ));
        }
        self.list.retain(|program| names.contains(&program.name.as_str()));
        let names: Vec<&str> = bots.iter().filter_map(BotSpec::function).collect();
        if let Some(missing) = names.iter().find(|name| self.functions.iter().all(|function| function.name != **name)) {
            return usage(format!(
                "bot \"py:{missing}\": there is no function of this name: functions play from Python"
            ));
        }
        self.functions.retain(|function| names.contains(&function.name.as_str()));
        Ok(if self.is_empty() { Programs::default() } else { self })
    }

    /// How the name of a bot ends whose moves depend on more than the plan; empty for all others.
    pub fn mark_of(&self, spec: &BotSpec) -> &'static str {
        if let Some(name) = spec.function() {
            let is_deterministic =
                self.functions.iter().any(|function| function.name == name && function.deterministic);
            return if is_deterministic { "" } else { "[external]" };
        }
        let Some(program) = spec.program().and_then(|name| self.find(name)) else { return "" };
        match (self.clock, program.hello.deterministic) {
            (Some(_), _) => "[timed]",
            (None, false) => "[external]",
            (None, true) => "",
        }
    }

    /// The options that say the same. Functions have none: they play only where a command is called from Python.
    pub fn words(&self) -> Vec<Word> {
        if self.is_empty() {
            return Vec::new();
        }
        let program = |Program { name, command, .. }: &Program| format!("{name}={command}");
        let programs = (!self.list.is_empty()).then(|| Word::list("program", self.list.iter().map(program)));
        let clock = self.clock.map(|clock| Word::new("clock", clock));
        let on_fault = (self.on_fault == OnFault::Forfeit).then(|| Word::new("on-fault", "forfeit"));
        let words = programs.into_iter().chain(clock).chain(on_fault);
        words.chain(self.limits.words()).collect()
    }
}

/// Who it is, in messages.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hello { name, version, .. } = &self.hello;
        write!(f, "{}={}", self.name, self.command)?;
        if name.is_empty() {
            return Ok(());
        }
        write!(f, " ({name}{}{version})", if version.is_empty() { "" } else { " " })
    }
}

/// Shows what results depend on.
impl fmt::Display for Programs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        let functions = self.functions.iter().map(|function| format!("{} of Python", function.name));
        let list: Vec<String> = self.list.iter().map(ToString::to_string).chain(functions).collect();
        f.write_str(&list.join(", "))?;
        if let Some(clock) = self.clock {
            write!(f, ", clock {clock}")?;
        }
        if self.on_fault == OnFault::Forfeit {
            f.write_str(", forfeit on fault")?;
        }
        Ok(())
    }
}

impl FromStr for Function {
    type Err = String;

    /// `NAME`, or `NAME=deterministic`.
    fn from_str(text: &str) -> Result<Function, String> {
        let (name, rest) = text.split_once('=').map_or((text, None), |(name, rest)| (name, Some(rest)));
        if !BotSpec::is_program_name(name) || rest.is_some_and(|rest| rest != "deterministic") {
            return Err("expected NAME or NAME=deterministic".to_owned());
        }
        Ok(Function { name: name.to_owned(), deterministic: rest.is_some() })
    }
}

impl FromStr for Program {
    type Err = String;

    /// `NAME=COMMAND`.
    fn from_str(text: &str) -> Result<Program, String> {
        let (name, command) = text.split_once('=').ok_or("expected NAME=COMMAND, as in mine='python3 bot.py'")?;
        Program::new(name, command)
    }
}

impl Program {
    /// A program that has not been asked who it is.
    ///
    /// # Errors
    /// When no program can have the name, when a shell could not split the command into words, or when the command needs a
    /// shell for more than that.
    pub fn new(name: &str, command: &str) -> Result<Program, String> {
        if !BotSpec::is_program_name(name) {
            let allowed = "allowed are the letters A to Z and a to z, digits, hyphens, underscores and points";
            return Err(format!("the name \"{name}\": {allowed}"));
        }
        let program = Program { name: name.to_owned(), command: command.to_owned(), hello: Hello::default() };
        if program.words().is_empty() {
            return Err(format!("\"{command}\" is no command"));
        }
        needs_shell(command).map_or(Ok(program), Err)
    }

    /// The same program, whose command was written in this folder: words that name a file there lead to it.
    #[must_use]
    pub fn from_folder(self, folder: &Path) -> Program {
        let in_folder = |word: String| {
            let path = folder.join(&word);
            if path.exists() && !folder.as_os_str().is_empty() { path.to_string_lossy().into_owned() } else { word }
        };
        let mut words = self.words().into_iter();
        let program = words.next().map(|word| if word.contains('/') { in_folder(word) } else { word });
        let words: Vec<String> = program.into_iter().chain(words.map(in_folder)).collect();
        if words == self.words() {
            return self;
        }
        Program { command: words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "), ..self }
    }

    /// The words of the command; none if it cannot be split.
    pub fn words(&self) -> Vec<String> {
        shlex::split(&self.command).unwrap_or_default()
    }
}

#[cfg(test)]
#[path = "programs_tests.rs"]
mod tests;
