//! The program: words of the command line in, an exit code out.

use std::borrow::Cow;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use riverlab_arena::error::ArenaError;
use riverlab_arena::without_middle::without_middle;
use riverlab_lab::games::Registry;

use super::command::{Ended, run};
use super::output::{printable, written};
use super::paint::Paint;

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
///     riverlab::cli::main_with(riverlab_lab::Registry::standard().with_bot::<First>())
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

/// So many characters of a message are shown.
const LONGEST_MESSAGE: usize = 4_000;

/// A message without the middle of what somebody has written into a file and is as long as that.
fn shortened(message: &str) -> Cow<'_, str> {
    let ends = [LONGEST_MESSAGE / 4 * 3, LONGEST_MESSAGE / 4];
    without_middle(message, LONGEST_MESSAGE, ends, |left| format!(" [{left} characters] "))
}
