//! Doors for the fuzzers of `fuzz/`, into what is not public: built with `--cfg fuzzing` only.

use std::path::Path;

use crate::cluster::Answer;
use crate::error::ArenaError;
use crate::external::read_line;
use crate::plan::{Plan, Request};
use crate::schedule::Next;
use crate::store::game_lines::LinesReader;
use crate::store::journal_reader::Reader;
use crate::table::Table;

/// Reads a line of a program that plays, and the answer of a worker; says whether it was the one, and whether the other.
pub fn answer(bytes: &[u8]) -> [bool; 2] {
    let line = std::str::from_utf8(bytes).is_ok_and(|line| read_line(line).is_ok());
    [line, Answer::read(bytes).is_ok()]
}

/// Reads a journal of a tournament of `greedy` and `random` with two players: the rows of `games.csv`, and after a line of `==`
/// those of `moves.csv`. Says how many games were taken.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn journal(catalog: &Catalog, text: &str) -> Result<usize, ArenaError> {
    let (games, moves) = rows.split_once("==\n").map_or((rows, None), |(games, moves)| (games, Some(moves)));
    let moves = moves.filter(|_| table.facts().has_components);
    let bots = ["greedy", "random"].map(|bot| bot.parse().expect("a bot")).to_vec();
    let plan = Plan::new(Request::tournament(2, bots, 20, 1), table)?;
    let files = [Path::new("games.csv"), Path::new("moves.csv")];
    let mut lines = LinesReader::of_answer(games, moves, 2);
    let mut reader = Reader::new(files[0], moves.map(|_| files[1]), &plan, table);
    let (mut schedule, mut taken) = (plan.schedule(), 0);
    while let Next::Game(game) = schedule.next_game() {
        let rows = lines.next_game(game)?;
        let Some(result) = reader.result(&rows)? else { break };
        reader.play_again(&rows, &result)?;
        taken += 1;
    }
    Ok(taken)
}
