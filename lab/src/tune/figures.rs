//! The figures of candidates, deal by deal.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;

use riverlab_arena::cluster::Workers;
use riverlab_arena::error::ArenaError;
use riverlab_arena::plan::{Plan, Request};
use riverlab_arena::run::runner::{self, PlaySettings};
use riverlab_arena::schedule::{Pairing, Schedule, ScheduleSpec};
use riverlab_arena::table::Played;
use riverlab_bots::BotSpec;
use riverlab_engine::{Seat, Share};

use super::candidate::Candidate;
use super::objective::Objective;
use super::plan::TuneRequest;
use crate::balance::setup::StudyTable;

/// How many deals candidates play in turn where each has rules of its own.
const IN_TURN: u64 = 32;

/// Deals that are played.
#[derive(Clone, Debug)]
pub(super) struct Span {
    /// Where chance comes from.
    pub(super) seed: u64,
    /// The deals.
    pub(super) deals: RangeInclusive<u64>,
    /// How many there are of this seed.
    pub(super) of: u64,
}

/// Plays candidates.
pub(super) struct Figures<'a> {
    table: &'a dyn StudyTable,
    request: &'a TuneRequest,
    /// The tables that were needed so far, by the values that are set in them.
    tables: BTreeMap<Vec<String>, Arc<dyn StudyTable>>,
}

impl<'a> Figures<'a> {
    /// Figures of what a request asks for.
    pub(super) fn new(table: &'a dyn StudyTable, request: &'a TuneRequest) -> Figures<'a> {
        Figures { table, request, tables: BTreeMap::new() }
    }

    /// How many games there are when a candidate plays a deal.
    ///
    /// # Errors
    /// When there are too many.
    pub(super) fn games_of_deal(&self) -> Result<u64, ArenaError> {
        let TuneRequest { players, against, .. } = self.request;
        match self.request.objective {
            Objective::Share => {
                let pairing = Pairing::Gauntlet { challengers: 1 };
                let spec = ScheduleSpec { pairing, bots: 1 + against.len(), players: *players, deals: 1 };
                spec.games_per_deal().ok_or_else(|| ArenaError::Usage("--against: too many bots".to_owned()))
            }
            Objective::FirstSeatShare(_) => Ok(1),
        }
    }

    /// Plays deals: `each` is given the figures of all candidates, deal by deal, until it is interrupted.
    ///
    /// # Errors
    /// When a bot fails or `each` does.
    pub(super) fn play(
        &mut self,
        candidates: &[Candidate],
        span: &Span,
        workers: Workers<'_>,
        each: &mut (impl FnMut(&[f64]) -> Result<(), ArenaError> + Send),
    ) -> Result<(), ArenaError> {
        let is_field = self.request.objective == Objective::Share;
        if is_field && candidates.iter().all(|candidate| candidate.sets.is_empty()) {
            let bots: Vec<BotSpec> = candidates.iter().map(|candidate| candidate.bot.clone()).collect();
            return self.play_games(bots, &[], span, workers, each);
        }
        let (mut first, last) = (*span.deals.start(), *span.deals.end());
        while first <= last {
            let deals = first..=last.min(first + IN_TURN - 1);
            let part = Span { deals: deals.clone(), ..span.clone() };
            let mut columns = Vec::new();
            for candidate in candidates {
                let (bots, mut column) = (vec![candidate.bot.clone()], Vec::new());
                self.play_games(bots, &candidate.sets, &part, workers, &mut |numbers: &[f64]| {
                    column.push(numbers[0]);
                    Ok(())
                })?;
                if column.len() as u64 != deals.end() - deals.start() + 1 {
                    return Ok(());
                }
                columns.push(column);
            }
            for row in 0..columns[0].len() {
                each(&columns.iter().map(|column: &Vec<f64>| column[row]).collect::<Vec<f64>>())?;
            }
            first = deals.end() + 1;
        }
        Ok(())
    }

    /// The game under these values.
    fn table(&mut self, sets: &[String]) -> Result<Arc<dyn StudyTable>, ArenaError> {
        if let Some(table) = self.tables.get(sets) {
            return Ok(Arc::clone(table));
        }
        let table = self.table.with_values(sets)?;
        self.tables.insert(sets.to_vec(), Arc::clone(&table));
        Ok(table)
    }

    /// Games of bots under the same rules: each against the field, or one against copies of itself.
    fn play_games(
        &mut self,
        bots: Vec<BotSpec>,
        sets: &[String],
        Span { seed, deals, of }: &Span,
        Workers { threads, crew, stop }: Workers<'_>,
        each: &mut (impl FnMut(&[f64]) -> Result<(), ArenaError> + Send),
    ) -> Result<(), ArenaError> {
        let is_field = self.request.objective == Objective::Share;
        let (count, players) = (bots.len(), self.request.players);
        let table = self.table(sets)?;
        let request = if is_field {
            let bots = bots.into_iter().chain(self.request.against.iter().cloned()).collect();
            self.request.of_games(bots, count, *of, *seed)
        } else {
            Request::tournament(players, bots, *of, *seed)
        };
        let plan = Plan::new(request, &*table)?;
        let schedule = Schedule::new(plan.request.schedule_spec(), *deals.start(), *deals.end(), *seed);
        let games_of_deal = plan.games / of;
        let (mut sums, mut games) = (vec![(0, 0); count], 0);
        runner::run(&plan, &*table, schedule, PlaySettings { crew, ..PlaySettings::new(threads, stop) }, |batch| {
            for game in &batch.games {
                add_shares(&mut sums, game, players, is_field);
                games += 1;
                if games == games_of_deal {
                    let share = |(sum, seats): &(u32, u32)| f64::from(*sum) / f64::from(seats * Share::WHOLE);
                    each(&sums.iter().map(share).collect::<Vec<f64>>())?;
                    (games, sums) = (0, vec![(0, 0); count]);
                }
            }
            Ok(ControlFlow::Continue(()))
        })
    }
}

/// Adds the shares of a game: those of each of the first bots, or that of the player who began.
fn add_shares(sums: &mut [(u32, u32)], game: &Played, players: usize, is_field: bool) {
    let shares = &game.result.outcome.shares;
    let mut add = |bot: usize, seat: Seat| {
        if let Some((sum, seats)) = sums.get_mut(bot) {
            *sum += shares[seat].sixtieths();
            *seats += 1;
        }
    };
    if is_field {
        Seat::all(players).for_each(|seat| add(usize::from(game.game.seats[seat]), seat));
    } else {
        add(0, game.result.first_player);
    }
}
