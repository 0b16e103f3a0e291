//! The options about programs that play as bots.

use clap::Args;
use riverlab_arena::error::ArenaError;
use riverlab_arena::external::greet;
use riverlab_arena::external::programs::{Clock, Function, Limits, OnFault, Program, Programs};
use riverlab_bots::BotSpec;

use super::game_args::{one_of, whole};

/// Where help lists these options.
const HEADING: &str = "Programs as bots";

/// By their names.
const ON_FAULT: &[(&str, &str, OnFault)] = &[("abort", "", OnFault::Abort), ("forfeit", "", OnFault::Forfeit)];

/// Which programs play, and how they are treated.
#[derive(Args, Clone, Default, Debug)]
pub(super) struct ProgramArgs {
    /// A program that plays as cmd:NAME, as in --program mine='python3 bot.py'
    #[arg(help_heading = HEADING, long = "program", value_name = "NAME=COMMAND", value_parser = str::parse::<Program>)]
    list: Vec<Program>,
    /// What becomes of a game in which a program fails: the run ends and goes on once it is mended, or its seat is
    /// played at random and comes last [default: abort]
    #[arg(help_heading = HEADING, long, hide_possible_values = true, value_name = "abort|forfeit", value_parser = one_of(ON_FAULT))]
    on_fault: Option<OnFault>,
    /// The milliseconds that a program has for each decision, or START+INCREMENT for a game
    #[arg(help_heading = HEADING, long, value_name = "MS", value_parser = str::parse::<Clock>)]
    clock: Option<Clock>,
    #[command(flatten)]
    limits: LimitArgs,
    /// A function of Python that plays as py:NAME; it is there only where a command is called from Python.
    #[arg(long = "function", hide = true, value_parser = str::parse::<Function>)]
    functions: Vec<Function>,
}

/// What programs may use.
#[derive(Args, Clone, Default, Debug)]
pub(super) struct LimitArgs {
    /// The seconds that a program without a clock has for each decision [default: 60]
    #[arg(help_heading = HEADING, long, value_name = "SECONDS", value_parser = whole(1, Limits::MOST.answer_seconds))]
    answer_seconds: Option<u64>,
    /// The memory that the processes of a program may hold for one seat, in MiB [default: 2048]
    #[arg(help_heading = HEADING, long, value_name = "MIB", value_parser = whole(1, Limits::MOST.memory_mib))]
    memory_mib: Option<u64>,
    /// The number of processes that a program may have for one seat [default: 64]
    #[arg(help_heading = HEADING, long, value_name = "COUNT", value_parser = whole(1, Limits::MOST.processes))]
    processes: Option<u64>,
}

impl ProgramArgs {
    /// The programs of these bots, once they have said who they are.
    pub(super) fn greeted(&self, bots: &[BotSpec]) -> Result<Programs, ArenaError> {
        let programs = Programs {
            list: self.list.clone(),
            functions: self.functions.clone(),
            on_fault: self.on_fault.unwrap_or_default(),
            clock: self.clock,
            limits: self.limits.limits(Limits::USUAL),
        };
        greet(&programs.of_bots(bots)?)
    }
}

impl LimitArgs {
    /// The limits that are given, and others as here.
    pub(super) fn limits(&self, others: Limits) -> Limits {
        Limits {
            answer_seconds: self.answer_seconds.unwrap_or(others.answer_seconds),
            memory_mib: self.memory_mib.unwrap_or(others.memory_mib),
            processes: self.processes.unwrap_or(others.processes),
        }
    }
}
