//! Bots in other processes: any program that speaks the protocol `riverlab-bot/1`, in any language.
//!
//! A program is started once for each worker and seat and plays one game after the other. It sees what its seat may see:
//! the moves that its seat sees, what becomes public, the legal moves, and seeds from which nothing else can be computed.
//! Whatever it does wrong is a [`Fault`] with a class of its own; nothing that it does makes a run wait longer than its
//! deadline and a second, or use more than a bounded amount of memory, and its processes end with it. This is no sandbox: who
//! does not trust a program must run it in one.
//!
//! What this module refuses to do: to ask again. A program that fails once has failed.

mod bot;
mod fault;
pub mod fault_row;
mod limits;
mod lines;
mod mended;
mod oddity;
mod process;
pub mod programs;
mod reaper;
#[cfg(test)]
mod secrecy_tests;

use crate::error::ArenaError;
use crate::external::programs::Programs;

pub use bot::who_is;
pub use bot::{ProgramBot, QuitFaults};
pub use fault::{Fault, FaultClass};
pub use fault_row::FaultRow;
pub use limits::kill_all;
pub use lines::PROTOCOL_NAME;
#[cfg(fuzzing)]
pub(crate) use lines::read as read_line;
pub use oddity::Oddity;

/// Asks all programs of a run who they are.
///
/// # Errors
/// When one of them cannot be started or gives no proper answer.
pub fn greet(programs: &Programs) -> Result<Programs, ArenaError> {
    let mut greeted = programs.clone();
    for program in &mut greeted.list {
        program.hello = bot::who_is(program, programs.limits)
            .map_err(|fault| ArenaError::Program { program: program.to_string(), fault: Box::new(fault) })?;
    }
    Ok(greeted)
}
