//! The match that new weights must win before they are played with.

use std::ops::ControlFlow;

use riverlab_arena::cluster::Workers;
use riverlab_arena::error::ArenaError;
use riverlab_arena::plan::{Comparison, Plan, Request};
use riverlab_arena::run::runner::{self, PlaySettings};
use riverlab_arena::schedule::Pairing;
use riverlab_arena::table::Table;
use riverlab_arena::tally::Results;
use riverlab_bots::BotSpec;
use riverlab_stats::Interval;

/// The share of new weights in games against what was best before.
#[derive(Clone, Copy, Debug)]
pub struct Gate {
    /// The share, with its 95 % interval.
    pub share: Interval,
    /// The number of deals.
    pub deals: u64,
    /// Whether the new weights have won more than players who are alike would or, against a bot that stays as it is, more than
    /// the old ones have.
    pub is_passed: bool,
}

/// A match of new weights: one new bot against old ones at all other seats; or both against a bot that stays as it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct GateMatch<'a> {
    /// The bot with the new weights.
    pub(super) new: &'a BotSpec,
    /// The bot with the best weights before.
    pub(super) old: &'a BotSpec,
    /// The bot that stays as it is.
    pub(super) target: Option<&'a BotSpec>,
    /// The number of players.
    pub(super) players: usize,
    /// The number of deals.
    pub(super) deals: u64,
    /// The master seed.
    pub(super) seed: u64,
}

impl GateMatch<'_> {
    /// Plays it.
    pub(super) fn play(
        self,
        table: &dyn Table,
        Workers { threads, crew, stop }: Workers<'_>,
    ) -> Result<Gate, ArenaError> {
        let GateMatch { new, old, target, players, deals, seed } = self;
        let comparison = if target.is_some() { Comparison::Baseline } else { Comparison::EqualShare };
        let bots = [new, old].into_iter().chain(target).cloned().collect();
        let request = Request {
            pairing: Pairing::Gauntlet { challengers: comparison.challengers() },
            comparison: Some(comparison),
            ..Request::tournament(players, bots, deals, seed)
        };
        let plan = Plan::new(request, table)?;
        let mut results = Results::new(&plan, table);
        runner::run(
            &plan,
            table,
            plan.schedule(),
            PlaySettings { crew, ..PlaySettings::new(threads, stop) },
            |batch| {
                batch.observed().for_each(|(played, events)| {
                    let _ = results.add(&played.game, &played.result, events);
                });
                Ok(ControlFlow::Continue(()))
            },
        )?;
        let of_match = results.of_match.as_ref().expect("a match");
        let (raw, deals) = (of_match.summary().raw, of_match.deals());
        Ok(if target.is_none() {
            Gate { share: raw, deals, is_passed: raw.mean > 1.0 / players as f64 }
        } else {
            let summary = &results.report().summary;
            let of_new = summary.standings.iter().find(|line| line.bot == 0).expect("it has played");
            Gate { share: of_new.share, deals, is_passed: raw.mean > 0.0 }
        })
    }
}
