//! The real match: what each of its deals was worth, with the rankings of its games.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use riverlab_arena::error::ArenaError;
use riverlab_arena::plan::Plan;
use riverlab_arena::run::runner::{self, PlaySettings};
use riverlab_arena::table::Played;
use riverlab_arena::table::Table;
use riverlab_engine::{Seat, Share};
use riverlab_stats::Placed;

use super::simulator::Progress;

/// Scores are in sixtieths of a point, as shares are of a game.
pub(crate) const UNIT: f64 = Share::WHOLE as f64;

/// A deal that was played.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RealDeal {
    /// The share of the first bot: the sum in sixtieths, over its seats.
    pub share: (i64, u64),
    /// The score of the first bot less that of the second one: the sum in sixtieths, over their meetings.
    pub difference: (i64, u64),
    /// The rankings of its games.
    pub games: Vec<Vec<Placed>>,
}

/// The deals of the match.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchSample {
    /// The number of players of a game.
    pub players: usize,
    /// Whether its games only say who won.
    pub winners_only: bool,
    /// For each bot the first one that is the same.
    pub first_copies: Vec<u16>,
    /// The deals, in the order of their numbers.
    pub deals: Vec<RealDeal>,
}

impl MatchSample {
    /// The share of the first bot if it were no better or worse than the others.
    pub(crate) fn null(&self) -> f64 {
        1.0 / self.players as f64
    }
}

impl RealDeal {
    fn add(&mut self, played: &Played, players: usize) {
        let (seats, outcome) = (played.game.seats, &played.result.outcome);
        let mut placed = Vec::with_capacity(players);
        for seat in Seat::all(players) {
            let start_order = seat.steps_after(played.result.first_player, players) as u8;
            placed.push(Placed { bot: seats[seat], start_order, rank: outcome.ranks[seat] });
            if seats[seat] == 0 {
                self.share.0 += i64::from(outcome.shares[seat].sixtieths());
                self.share.1 += 1;
                for other in Seat::all(players).filter(|other| seats[*other] == 1) {
                    self.difference.0 += ((outcome.scores[seat] - outcome.scores[other]) * UNIT).round() as i64;
                    self.difference.1 += 1;
                }
            }
        }
        self.games.push(placed);
    }
}

/// Plays the match and keeps nothing on disk.
///
/// # Errors
/// When the threads cannot be started.
pub(crate) fn play_match(
    plan: &Plan,
    table: &dyn Table,
    threads: usize,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<MatchSample, ArenaError> {
    let (players, of) = (plan.request.players, plan.games);
    let mut deals = vec![RealDeal::default(); plan.request.deals as usize];
    let (stop, mut done) = (AtomicBool::new(false), 0);
    runner::run(plan, table, plan.schedule(), PlaySettings::new(threads, &stop), |batch| {
        for played in &batch.games {
            deals[played.game.deal as usize - 1].add(played, players);
        }
        done += batch.games.len() as u64;
        progress(Progress { part: "games of the match", done, of });
        Ok(ControlFlow::Continue(()))
    })?;
    let winners_only = table.facts().winners_only;
    Ok(MatchSample { players, winners_only, first_copies: plan.request.bots.first_copies(table), deals })
}
