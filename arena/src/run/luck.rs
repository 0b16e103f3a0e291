//! A run is adjusted for luck: its games are played again from their moves, and the luck of each is computed.

use crate::luck::observer::GameLuck;
use crate::parallel_map::parallel_map_with;
use crate::plan::Plan;
use crate::play::game_loop::FinishedGame;
use crate::schedule::ScheduledGame;
use crate::store::journal_reader::ReadGame;
use crate::table::Table;
use crate::tally::Results;
use crate::tally::luck::{LuckLog, SeatLuck};

/// A game with its moves.
pub(super) struct KeptGame {
    game: ScheduledGame,
    result: FinishedGame,
    moves: String,
}

impl KeptGame {
    /// Keeps a game that was read.
    pub(super) fn new(read: &ReadGame<'_>) -> KeptGame {
        let decisions = read.moves.trim_end_matches('\n').split_once(',').map_or("", |(_, decisions)| decisions);
        KeptGame { game: *read.game, result: *read.result, moves: decisions.to_owned() }
    }
}

/// Adds what the games of a run show once they are adjusted for luck.
pub(super) fn add_luck(plan: &Plan, table: &dyn Table, games: &[KeptGame], results: &mut Results) {
    let weights = table.luck_replayer(plan.request.players, plan.request.seed).weights();
    let games_per_deal = plan.request.schedule_spec().games_per_deal().expect("few enough to be planned");
    let mut log = LuckLog::new(games_per_deal, weights);
    // So many that all threads are busy, and few enough that what they find is little beside the log.
    for some in games.chunks(1024) {
        for (game, luck) in some.iter().zip(luck_of(plan, table, some)) {
            log.add(&game.game, &game.result, SeatLuck { sums: &luck.sums, variances: &luck.variances });
        }
    }
    results.adjust(&log);
}

/// The luck of each game, in parallel.
fn luck_of(plan: &Plan, table: &dyn Table, games: &[KeptGame]) -> Vec<GameLuck> {
    let replayer = || table.luck_replayer(plan.request.players, plan.request.seed);
    parallel_map_with(games.len(), replayer, |replayer, game| {
        let KeptGame { game, moves, .. } = &games[game];
        replayer.luck(game.deal, moves)
    })
}
