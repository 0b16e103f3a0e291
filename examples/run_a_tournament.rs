//! Runs a tournament from Rust into a temporary folder and prints its standings.
//!
//! `cargo run --example run_a_tournament`

use std::path::Path;
use std::sync::atomic::AtomicBool;

use riverlab_arena::error::ArenaError;
use riverlab_arena::plan::{Plan, Request};
use riverlab_arena::report::text::standings_text;
use riverlab_arena::run::runner::PlaySettings;
use riverlab_arena::run::session::Session;
use riverlab_arena::store::run_dir::{OnExisting, RunStatus};
use riverlab_arena::table::GameTable;
use riverlab_arena::tally::Results;
use riverlab_engine::games::the_river::TheRiver;

fn main() -> Result<(), ArenaError> {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan()?;
    let results = tournament(&plan, folder.path())?;
    print!("{}", standings_text(&plan, &results.report().summary));
    Ok(())
}

/// Every pair of three bots plays twenty deals in both seats.
fn plan() -> Result<Plan, ArenaError> {
    let bots = ["greedy", "ply:samples=2", "random"].map(|spec| spec.parse().expect("a spec"));
    Plan::new(Request::tournament(2, bots.to_vec(), 20, 1), &GameTable::<TheRiver>::standard())
}

/// Plays the tournament, or what is left of it: a run that was interrupted is resumed, a complete one is read.
fn tournament(plan: &Plan, folder: &Path) -> Result<Results, ArenaError> {
    let table = GameTable::<TheRiver>::standard();
    let mut session = Session::open(folder, plan, &table, OnExisting::Continue)?;
    let stop = AtomicBool::new(false);
    let settings = PlaySettings::new(2, &stop);
    if session.status() != RunStatus::Complete {
        session.play(settings, |progress| eprint!("\r{} of {} games", progress.games(), progress.expected_games()))?;
        eprintln!();
    }
    session.finish()
}

#[test]
fn a_tournament_is_played_once_and_then_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan().expect("a plan");
    assert_eq!(plan.games, 3 * 20 * 2);
    let played = tournament(&plan, folder.path()).expect("a run");
    let standings = &played.report().summary.standings;
    assert_eq!(plan.name(standings.last().expect("three bots").bot), "random");
    let read = tournament(&plan, folder.path()).expect("a run");
    assert_eq!(read.report().summary.standings, *standings);
    assert!(folder.path().join("standings.csv").exists());
}
