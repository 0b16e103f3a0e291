//! A run is adjusted for luck: its games are played again from their moves, and the luck of each is computed.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use riverlab_bots::Evaluate;
use riverlab_engine::Game;

use crate::error::ArenaError;
use crate::luck::observer::{GameLuck, LuckObserver, LuckValues};
use crate::luck::values::PositionValues;
use crate::plan::Plan;
use crate::play::decisions::replay;
use crate::play::game_loop::FinishedGame;
use crate::run::stored::StoredRun;
use crate::schedule::ScheduledGame;
use crate::store::journal_reader::ReadGame;
use crate::tally::Results;
use crate::tally::luck::{LuckLog, SeatLuck};
use crate::venue::Venue;

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

/// An error that says so where a run has kept no moves.
pub(super) fn check_moves<G: Evaluate>(stored: &StoredRun, rules: &G::Rules) -> Result<(), ArenaError> {
    if stored.journal_paths::<G>(rules).moves.is_some() {
        return Ok(());
    }
    let message = format!(
        "holds no moves, which --adjust luck needs: {} has no elements, so its moves are kept only if it is played with \
         --adjust luck",
        G::NAME
    );
    Err(ArenaError::folder(stored.folder(), message))
}

/// Adds what the games of a run show once they are adjusted for luck.
pub(super) fn add_luck<G: Evaluate>(plan: &Plan, venue: Venue<'_, G>, games: &[KeptGame], results: &mut Results) {
    let values = PositionValues::<G>::new(venue.rules, plan.request.players);
    let games_per_deal = plan.request.schedule_spec().games_per_deal().expect("few enough to be planned");
    let mut log = LuckLog::new(games_per_deal, values.weights());
    // So many that all threads are busy, and few enough that what they find is little beside the log.
    for some in games.chunks(1024) {
        for (game, luck) in some.iter().zip(luck_of(plan, venue, some)) {
            log.add(&game.game, &game.result, SeatLuck { sums: &luck.sums, variances: &luck.variances });
        }
    }
    results.adjust(&log);
}

/// The luck of each game, in parallel.
fn luck_of<G: Evaluate>(plan: &Plan, venue: Venue<'_, G>, games: &[KeptGame]) -> Vec<GameLuck> {
    let (players, seed) = (plan.request.players, plan.request.seed);
    let observer = || LuckObserver::<G, _>::new(PositionValues::new(venue.rules, players), seed);
    let luck = |observer: &mut LuckObserver<G, PositionValues<G>>, kept: &KeptGame| {
        observer.begin(kept.game.deal, players);
        let before = |state: &G, mv: <G as Game>::Move| observer.before(state, mv);
        let replayed = replay::<G>(venue.rules, players, (seed, kept.game.deal), &kept.moves, before);
        replayed.expect("the moves were checked when they were read");
        observer.luck().clone()
    };
    games.par_iter().map_init(observer, luck).collect()
}
