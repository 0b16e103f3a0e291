//! Doors for the fuzzers of `fuzz/`, into what is not public: built with `--cfg fuzzing` only.
//!
//! Each takes the bytes of an input and says what came of it, so that a fuzzer can tell what was refused from what was taken.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use riverlab_arena::cluster::Answer;
use riverlab_arena::error::ArenaError;
use riverlab_arena::external::read_line;
use riverlab_arena::plan::{Plan, Request};
use riverlab_arena::schedule::Next;
use riverlab_arena::store::game_lines::LinesReader;
use riverlab_arena::store::journal_reader::Reader;
use riverlab_engine::data::RulesSource;
use riverlab_lab::games::Catalog;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::serve::Fuzzed;

pub use crate::cli::fuzzed_words as words;

/// The run that a plan file with these bytes asks for.
///
/// # Errors
/// What is wrong with the plan.
pub fn plan(catalog: &Catalog, bytes: &[u8]) -> Result<Plan, ArenaError> {
    crate::cli::fuzzed_plan(catalog, &file_with(bytes, "plan.toml")?)
}

/// How long is waited for what a room answers.
const ANSWERED_WITHIN: Duration = Duration::from_millis(20);

/// Reads a line of a program that plays, and the answer of a worker; says whether it was the one, and whether the other.
pub fn answer(bytes: &[u8]) -> [bool; 2] {
    let line = std::str::from_utf8(bytes).is_ok_and(|line| read_line(line).is_ok());
    [line, Answer::read(bytes).is_ok()]
}

/// Reads a journal of a tournament of `greedy` and `random` with two players: the name of the game on a line, the rows of
/// `games.csv`, and after a line of `==` those of `moves.csv`. Says how many games were taken.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn journal(catalog: &Catalog, text: &str) -> Result<usize, ArenaError> {
    let (name, rows) = text.split_once('\n').unwrap_or((text, ""));
    let (games, moves) = rows.split_once("==\n").map_or((rows, None), |(games, moves)| (games, Some(moves)));
    let table = catalog.open(name, &RulesSource::default())?;
    let moves = moves.filter(|_| table.facts().has_components);
    let bots = ["greedy", "random"].map(|bot| bot.parse().expect("a bot")).to_vec();
    let plan = Plan::new(Request::tournament(2, bots, 20, 1), &*table)?;
    let files = [Path::new("games.csv"), Path::new("moves.csv")];
    let mut lines = LinesReader::of_answer(games, moves, 2);
    let mut reader = Reader::new(files[0], moves.map(|_| files[1]), &plan, &*table);
    let (mut schedule, mut taken) = (plan.schedule(), 0);
    while let Next::Game(game) = schedule.next_game() {
        let rows = lines.next_game(game)?;
        let Some(result) = reader.result(&rows)? else { break };
        reader.play_again(&rows, &result)?;
        taken += 1;
    }
    Ok(taken)
}

/// A server of pages without a port, which is asked by bytes.
pub(crate) struct Pages {
    runtime: tokio::runtime::Runtime,
    server: Fuzzed,
}

impl Pages {
    /// A server of this folder, which believes that it listens at port 1 of this machine.
    pub fn new(folder: &Path) -> Pages {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let address = SocketAddr::from(([127, 0, 0, 1], 1));
        let server = runtime.block_on(async { Fuzzed::new(folder, address) });
        Pages { runtime, server }
    }

    /// Sends these bytes on one connection and reads all answers, of streams what comes within a moment.
    pub(crate) fn ask(&self, bytes: &[u8]) -> Vec<u8> {
        self.runtime.block_on(async {
            let (ours, theirs) = tokio::io::duplex(1 << 16);
            let (mut reading, mut writing) = tokio::io::split(ours);
            let mut answers = Vec::new();
            let asked = async {
                let _ = writing.write_all(bytes).await;
                // Whoever hangs up gets no answer from a room, which takes a moment.
                if bytes.starts_with(b"POST") {
                    let _ = tokio::time::timeout(ANSWERED_WITHIN, reading.read_buf(&mut answers)).await;
                }
                let _ = writing.shutdown().await;
                let _ = reading.read_to_end(&mut answers).await;
            };
            let all = async { tokio::join!(self.server.answer(theirs), asked) };
            let _ = tokio::time::timeout(Duration::from_millis(100), all).await;
            answers
        })
    }
}

/// A file of this process with these bytes, in the folder for temporary files.
fn file_with(bytes: &[u8], name: &str) -> Result<PathBuf, ArenaError> {
    let path = std::env::temp_dir().join(format!("riverlab-fuzz-{}-{name}", std::process::id()));
    fs::write(&path, bytes).map_err(|error| ArenaError::file("write", &path, error))?;
    Ok(path)
}
