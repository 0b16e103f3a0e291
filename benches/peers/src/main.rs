//! The speed of other public MCTS engines on our Connect Four, next to our own bot `mcts`.
//!
//! Every engine decides one move on the empty board: UCT with exploration constant sqrt(2) for values from 0 to 1, one
//! thread, no transposition table, uniformly random games to the end, all with the rules of
//! [`ConnectFour`](riverlab_engine::games::toy::ConnectFour). A measurement is one such search, from nothing to the
//! freed tree. Each round runs every engine once, so that noise hits all alike; a first round is not counted. What one
//! simulation is differs a little, see each adapter; the number that an engine counts itself is compared with the
//! number asked for.
//!
//! Run with `cargo run --release -- [ROUNDS] [--open-spiel PYTHON]`. PYTHON is an interpreter that has `open_spiel`,
//! whose two bots are then measured as well: by a child process, and with `OpenSpiel`'s own Connect Four.

mod board;
mod board_game;
mod mcts;
mod minimax;
mod mocats;
mod open_spiel;
mod ours;
mod playouts;
mod simple_mcts;
mod table;
mod treant;

use std::process::ExitCode;
use std::time::Instant;

use board::Searched;
use table::Row;

/// The simulations of each search.
const SIMULATIONS: u32 = 10_000;

/// An engine that is compared.
#[derive(Clone, Copy)]
struct Engine {
    /// What it is called, before the name and version of its crate.
    label: &'static str,
    package: &'static str,
    search: fn(u32, u64) -> Searched,
}

const fn peer(package: &'static str, search: fn(u32, u64) -> Searched) -> Engine {
    Engine { label: "", package, search }
}

/// All engines, ours first.
const ENGINES: [Engine; 8] = [
    Engine { label: "ours: mcts of ", package: "riverlab-bots", search: ours::search },
    Engine { label: "random games only: ", package: "riverlab-engine", search: playouts::search },
    peer("board-game", board_game::search),
    peer("mcts", mcts::search),
    peer("minimax", minimax::search),
    peer("mocats", mocats::search),
    peer("simple-mcts", simple_mcts::search),
    peer("treant", treant::search),
];

impl Engine {
    fn name(self) -> String {
        format!("{}{} {}", self.label, self.package, version(self.package))
    }

    /// Searches once, and checks that as many simulations are counted as were asked for.
    fn measure(self, row: &mut Row, seed: u64) {
        let start = Instant::now();
        let searched = (self.search)(SIMULATIONS, seed);
        row.add(start.elapsed(), searched.column);
        if let Some(counted) = searched.counted {
            assert!(counted.abs_diff(SIMULATIONS.into()) <= 1, "{}: {counted} simulations", self.name());
        }
    }
}

/// The version of a package that was built.
fn version(package: &str) -> &'static str {
    let entry = format!("name = \"{package}\"\nversion = \"");
    let (_, rest) = include_str!("../Cargo.lock").split_once(&entry).expect("a locked package");
    rest.split('"').next().unwrap_or_default()
}

/// The number of rounds, and the Python with `OpenSpiel` if there is one.
fn arguments() -> Option<(u64, Option<String>)> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Some((15, None)),
        [rounds] => Some((rounds.parse().ok()?, None)),
        ["--open-spiel", python] => Some((15, Some(python.to_owned()))),
        [rounds, "--open-spiel", python] => Some((rounds.parse().ok()?, Some(python.to_owned()))),
        _ => None,
    }
}

/// All rows, ours first.
fn compare(rounds: u64, python: Option<&str>) -> Result<Vec<Row>, String> {
    let mut rows = ENGINES.map(|engine| Row::new(engine.name(), SIMULATIONS)).to_vec();
    let mut others = Vec::new();
    for (engine, row) in ENGINES.iter().zip(&mut rows) {
        engine.measure(&mut row.clone(), 0);
    }
    for seed in 1..=rounds {
        for (engine, row) in ENGINES.iter().zip(&mut rows) {
            engine.measure(row, seed);
        }
        if let Some(python) = python {
            open_spiel::measure(python, SIMULATIONS, &mut others)?;
        }
    }
    rows.append(&mut others);
    Ok(rows)
}

fn main() -> ExitCode {
    let Some((rounds @ 1.., python)) = arguments() else {
        eprintln!("usage: riverlab-peers [ROUNDS] [--open-spiel PYTHON]");
        return ExitCode::from(2);
    };
    match compare(rounds, python.as_deref()) {
        Ok(rows) => {
            println!("one move on the empty board of Connect Four, one thread, {rounds} interleaved rounds\n");
            table::print(&rows);
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
