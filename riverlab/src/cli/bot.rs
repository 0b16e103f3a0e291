//! `riverlab bot check`.

use std::fmt::Write as _;
use std::io::Write;

use clap::{Args, Subcommand};
use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::{Program, Programs};
use riverlab_arena::external::{Fault, PROTOCOL_NAME};
use riverlab_arena::shell::quoted;
use riverlab_lab::games::Catalog;

use super::output::{print, printable};
use super::program_args::LimitArgs;
use crate::bot_check::{Step, check};

/// What can be done about bots in other processes.
#[derive(Subcommand, Debug)]
pub(super) enum BotCommand {
    /// Check whether a program speaks the protocol riverlab-bot/1: it plays every game with every number of players
    #[command(after_help = super::examples::BOT_CHECK)]
    Check(CheckArgs),
}

/// Arguments of `bot check`.
#[derive(Args, Debug)]
pub(super) struct CheckArgs {
    /// Check it in these games alone
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// The program with its arguments
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<String>,
}

/// Checks a program, and prints each step as it is done.
pub(super) fn run(
    catalog: &Catalog,
    BotCommand::Check(args): &BotCommand,
    stdout: &mut dyn Write,
) -> Result<(), ArenaError> {
    let command = args.program.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let program = Program::new("checked", &command).map_err(ArenaError::Usage)?;
    let programs = Programs { limits: args.limits.limits(Programs::NONE.limits), ..Programs::default() };
    let (mut failed, mut steps, mut printed) = (0, 0, print(stdout, &format!("{PROTOCOL_NAME}: {command}\n")));
    check(catalog, &args.games, &program, &programs, &mut |step: &Step| {
        steps += 1;
        failed += u32::from(step.result.is_err());
        if printed.is_ok() {
            printed = print(stdout, &step_text(step));
        }
    })?;
    printed?;
    if failed > 0 {
        return Err(ArenaError::Found(format!("{failed} of {steps} steps failed")));
    }
    print(stdout, &format!("all {steps} steps passed\n"))
}

/// A step in a line, a fault with the bytes that were seen last.
fn step_text(step: &Step) -> String {
    match &step.result {
        Ok(shown) => format!("passed  {}: {shown}\n", step.name),
        Err(fault) => {
            let Fault { class, detail, stdout, stderr, .. } = fault;
            let mut text = format!("FAILED  {}: {class}: {detail}\n", step.name);
            for (stream, bytes) in [("standard output", stdout), ("standard error", stderr)] {
                if !bytes.is_empty() {
                    writeln!(text, "        the end of its {stream}:").expect("written");
                    let shown = String::from_utf8_lossy(bytes);
                    shown.lines().for_each(|line| writeln!(text, "        | {}", printable(line)).expect("written"));
                }
            }
            text
        }
    }
}
