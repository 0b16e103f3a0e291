//! The figures of candidates, deal by deal.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;

use riverlab_arena::cluster::Workers;
use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::Programs;
use riverlab_arena::plan::{Plan, Request};
use riverlab_arena::play::streams::tuning_seed;
use riverlab_arena::run::runner::{self, PlaySettings};
use riverlab_arena::schedule::{Pairing, Schedule, ScheduleSpec};
use riverlab_arena::table::Played;
use riverlab_bots::BotSpec;
use riverlab_engine::{Seat, Share};

use super::candidate::Candidate;
use super::objective::Objective;
use super::plan::TuneRequest;
use crate::balance::finding::{Deals, effects_of};
use crate::balance::plan::{StudyPlan, Task};
use crate::balance::request::StudyRequest;
use crate::balance::runner::StudyRunner;
use crate::balance::session::run_in_memory;
use crate::balance::setup::StudyTable;
use crate::balance::stage::Stage;

/// How many deals candidates play in turn where each has rules of its own.
const IN_TURN: u64 = 32;
/// The deals of one of the two studies that a spread is estimated from.
const HALF: u64 = 20;

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

/// Plays candidates. For the spread of effects a deal is two studies of their own.
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
    /// When there are too many, or effects cannot be measured.
    pub(super) fn games_of_deal(&self) -> Result<u64, ArenaError> {
        let TuneRequest { players, against, .. } = self.request;
        match self.request.objective {
            Objective::Share => {
                let pairing = Pairing::Gauntlet { challengers: 1 };
                let spec = ScheduleSpec { pairing, bots: 1 + against.len(), players: *players, deals: 1 };
                spec.games_per_deal().ok_or_else(|| ArenaError::Usage("--against: too many bots".to_owned()))
            }
            Objective::FirstSeatShare(_) => Ok(1),
            Objective::EffectSpread => {
                let plan = self.study(&Candidate::as_it_was(self.request), 1, self.table)?;
                let games = Stage::first(&plan).games_per_deal(*players);
                if plan.family.len() < 3 {
                    let why = "effect-spread: expected at least three elements to which it can be done";
                    return Err(ArenaError::Usage(format!("--objective {why}")));
                }
                Ok(2 * HALF * games)
            }
        }
    }

    /// How many deals of the game stand behind a figure.
    pub(super) fn deals_of_figure(&self) -> u64 {
        if self.request.objective == Objective::EffectSpread { 2 * HALF } else { 1 }
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
        let in_turn = if self.request.objective == Objective::EffectSpread { 1 } else { IN_TURN };
        let (mut first, last) = (*span.deals.start(), *span.deals.end());
        while first <= last {
            let deals = first..=last.min(first + in_turn - 1);
            let part = Span { deals: deals.clone(), ..span.clone() };
            let mut columns = Vec::new();
            for candidate in candidates {
                let mut column = Vec::new();
                self.play_one(candidate, &part, workers, &mut |numbers: &[f64]| {
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

    fn play_one(
        &mut self,
        candidate: &Candidate,
        span: &Span,
        workers: Workers<'_>,
        each: &mut (impl FnMut(&[f64]) -> Result<(), ArenaError> + Send),
    ) -> Result<(), ArenaError> {
        if self.request.objective != Objective::EffectSpread {
            return self.play_games(vec![candidate.bot.clone()], &candidate.sets, span, workers, each);
        }
        for deal in span.deals.clone() {
            let Some(square) = self.squared_spread(candidate, tuning_seed(span.seed, deal), workers)? else {
                return Ok(());
            };
            each(&[Objective::of_squared_spread(square)])?;
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

    /// A study of the effects of elements under the rules of a candidate.
    fn study(&self, candidate: &Candidate, seed: u64, table: &dyn StudyTable) -> Result<StudyPlan, ArenaError> {
        let request = StudyRequest {
            task: Task::Effects,
            players: self.request.players,
            bots: vec![candidate.bot.clone()],
            programs: Programs::default(),
            components: self.request.elements.clone(),
            interventions: self.request.interventions.clone(),
            margin: 0.02,
            deals: HALF,
            confirm: 0,
            budget: None,
            seed,
        };
        request.plan(table)
    }

    /// An unbiased estimate of the square of the spread: the covariance of effects that were measured twice, on other deals;
    /// none if it is interrupted.
    fn squared_spread(
        &mut self,
        candidate: &Candidate,
        seed: u64,
        Workers { threads, crew, stop }: Workers<'_>,
    ) -> Result<Option<f64>, ArenaError> {
        let table = self.table(&candidate.sets)?;
        let mut halves = Vec::new();
        for half in 0..2 {
            let plan = self.study(candidate, tuning_seed(seed, half), &*table)?;
            let mut runner = StudyRunner { threads, stop, crew, progress: &mut |_| () };
            let study = run_in_memory(&plan, &*table, &mut runner)?;
            if !study.result.is_complete {
                return Ok(None);
            }
            let effects = effects_of(&study.result.stages[0], Deals::All);
            halves.push(
                effects
                    .into_iter()
                    .map(|finding| (finding.subject, finding.effect.share.mean))
                    .collect::<BTreeMap<_, _>>(),
            );
        }
        let [one, other] = [&halves[0], &halves[1]];
        let both = one.iter().filter_map(|(subject, &effect)| Some((effect, *other.get(subject)?)));
        Ok(Some(covariance(&both.collect::<Vec<_>>())))
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

/// The covariance of pairs; 0 for fewer than two.
fn covariance(pairs: &[(f64, f64)]) -> f64 {
    if pairs.len() < 2 {
        return 0.0;
    }
    let count = pairs.len() as f64;
    let means = pairs.iter().fold((0.0, 0.0), |sums, pair| (sums.0 + pair.0 / count, sums.1 + pair.1 / count));
    pairs.iter().map(|pair| (pair.0 - means.0) * (pair.1 - means.1)).sum::<f64>() / (count - 1.0)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use riverlab_arena::table::GameTable;
    use riverlab_engine::games::the_river::TheRiver;

    use super::*;
    use crate::tune::space::Space;

    #[test]
    fn covariances_are_those_of_a_sample() {
        assert_eq!(covariance(&[(1.0, 2.0)]), 0.0);
        assert!((covariance(&[(1.0, 1.0), (2.0, 2.0), (3.0, 3.0)]) - 1.0).abs() < 1e-12);
        assert!((covariance(&[(1.0, 3.0), (3.0, 1.0)]) + 2.0).abs() < 1e-12);
    }

    /// A building that is worth thirty points makes effects of bans differ.
    #[test]
    fn spreads_tell_rules_apart() {
        let request = TuneRequest {
            players: 2,
            bot: "greedy".parse().expect("a bot"),
            objective: Objective::EffectSpread,
            against: Vec::new(),
            elements: ["mill-a", "shed-a", "fort-a"].map(str::to_owned).to_vec(),
            interventions: vec!["ban".parse().expect("an intervention")],
            space: Space::new(vec!["rules:building.mill-a.points=0..30".parse().expect("an option")]).expect("a space"),
            games: 0,
            confirm: 0,
            seed: 1,
            command: String::new(),
        };
        let table = GameTable::<TheRiver>::standard();
        let mut figures = Figures::new(&table, &request);
        assert_eq!(figures.games_of_deal().ok(), Some(2 * HALF * (1 + 3 * 2)));
        let candidates = [30, 5].map(|points| Candidate {
            bot: request.bot.clone(),
            sets: vec![format!("building.mill-a.points={points}")],
        });
        let stop = AtomicBool::new(false);
        let workers = Workers { threads: 2, crew: None, stop: &stop };
        let mut deals = Vec::new();
        let span = Span { seed: 1, deals: 1..=4, of: 4 };
        figures
            .play(&candidates, &span, workers, &mut |numbers: &[f64]| {
                deals.push([numbers[0], numbers[1]]);
                Ok(())
            })
            .expect("played");
        let spreads =
            [0, 1].map(|idx| Objective::EffectSpread.shown(deals.iter().map(|deal| deal[idx]).sum::<f64>() / 4.0));
        assert!(deals.len() == 4 && spreads[0] > 0.08 && spreads[1] < 0.05, "{spreads:?}");
    }
}
