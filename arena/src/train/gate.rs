//! The match that new weights must win before they are played with.

use std::ops::ControlFlow;

use riverlab_bots::{BotSpec, Evaluate};
use riverlab_engine::RulesSource;

use crate::cluster::Workers;
use crate::error::ArenaError;
use crate::plan::{Comparison, Plan, Request};
use crate::run::results::Results;
use crate::run::runner::{self, PlaySettings};
use crate::schedule::Pairing;
use crate::stats::Interval;
use crate::venue::Venue;

/// The share of new weights in games against what was best before.
#[derive(Clone, Copy, Debug)]
pub struct Gate {
    /// The share, with its 95 % interval.
    pub share: Interval,
    /// The number of deals.
    pub deals: u64,
    /// The share of players who are alike.
    pub equal: f64,
}

impl Gate {
    /// Whether the new weights have won more than players who are alike would.
    pub fn is_passed(&self) -> bool {
        self.share.mean > self.equal
    }
}

/// Plays one new bot against old ones at all other seats.
pub(super) fn play<G: Evaluate>(
    venue: Venue<'_, G>,
    (new, old): (&BotSpec, &BotSpec),
    (rules, players, deals, seed): (&RulesSource, usize, u64, u64),
    Workers { threads, crew, stop }: Workers<'_>,
) -> Result<Gate, ArenaError> {
    let comparison = Comparison::EqualShare;
    let request = Request {
        rules: rules.clone(),
        pairing: Pairing::Gauntlet { challengers: comparison.challengers() },
        comparison: Some(comparison),
        ..Request::tournament(players, vec![new.clone(), old.clone()], deals, seed)
    };
    let plan = Plan::new(request, venue)?;
    let mut results = Results::new::<G>(&plan, venue.rules);
    runner::run(&plan, venue, plan.schedule(), PlaySettings { crew, ..PlaySettings::new(threads, stop) }, |batch| {
        batch.observed().for_each(|(played, events)| {
            let _ = results.add(&played.game, &played.result, events);
        });
        Ok(ControlFlow::Continue(()))
    })?;
    let of_match = results.of_match.as_ref().expect("a match");
    Ok(Gate { share: of_match.summary().raw, deals: of_match.deals(), equal: 1.0 / players as f64 })
}
