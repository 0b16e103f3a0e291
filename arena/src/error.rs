//! What can go wrong, and the exit code that says so.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use riverlab_bots::SpecError;
use riverlab_bots::play::game_loop::{BotFailure, FailureReason};
use riverlab_engine::RulesError;

/// What somebody who plays into a folder can do about what is wrong there.
pub const ANEW: &str = "; --force begins anew";

/// An error that the user sees: one line, lower case, naming the value.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// A value on the command line is not allowed.
    #[error("{0}")]
    Usage(String),
    /// A bot spec names no bot.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The rules cannot be used.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A file cannot be read or written.
    #[error("cannot {doing} {}: {source}", path.display())]
    File {
        /// `read`, `write`, …
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The output folder holds something else.
    #[error("{}: {message}", path.display())]
    Folder {
        /// The folder or file.
        path: PathBuf,
        /// What it holds and what can be done.
        message: String,
    },
    /// A check found something wrong.
    #[error("{0}")]
    Found(String),
    /// A bot made an illegal move, or none.
    #[error("bot {bot}, {place}, {failure}")]
    Bot {
        /// Its name.
        bot: String,
        /// In which game it played.
        place: String,
        /// What it did.
        failure: BotFailure,
    },
    /// A program does not say who it is.
    #[error("--program {program}: {fault}")]
    Program {
        /// The program.
        program: String,
        /// What it did.
        fault: Box<dyn Error + Send + Sync>,
    },
    /// The user stopped the run.
    #[error("interrupted: what is finished is written; give the same command again to go on")]
    Interrupted,
    /// The user left a game in the middle by Ctrl-C.
    #[error("interrupted")]
    LeftGame,
}

impl ArenaError {
    /// The same as what a check has found: what a folder or a file holds is wrong.
    #[must_use]
    pub fn found(self) -> ArenaError {
        if self.exit_code() == 2 { ArenaError::Found(self.to_string()) } else { self }
    }

    /// The same where a folder is only read, and nobody begins anew.
    #[must_use]
    pub fn of_reader(mut self) -> ArenaError {
        if let ArenaError::Folder { message, .. } = &mut self {
            *message = message.replace(ANEW, "");
        }
        self
    }

    /// 1 when a check found something wrong or a bot failed, 2 for bad usage or input, 130 when interrupted.
    pub fn exit_code(&self) -> u8 {
        match self {
            ArenaError::Found(_) | ArenaError::Bot { .. } => 1,
            ArenaError::Interrupted | ArenaError::LeftGame => 130,
            _ => 2,
        }
    }

    /// A bot could not play on; a game that was given up is no fault of its bots.
    pub fn of_bot(bot: String, place: String, failure: BotFailure) -> ArenaError {
        match failure.reason {
            FailureReason::GivenUp => ArenaError::Interrupted,
            _ => ArenaError::Bot { bot, place, failure },
        }
    }

    /// An error about a file.
    pub fn file(doing: &'static str, path: &Path, source: io::Error) -> ArenaError {
        ArenaError::File { doing, path: path.to_owned(), source }
    }

    /// An error about what the output folder holds.
    pub fn folder(path: &Path, message: impl Into<String>) -> ArenaError {
        ArenaError::Folder { path: path.to_owned(), message: message.into() }
    }
}
