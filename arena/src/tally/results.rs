//! Results of a run as they come in, and when they end it.

use std::cell::OnceCell;
use std::ops::ControlFlow;

use riverlab_bots::play::component_event::ComponentEvent;
use riverlab_bots::play::game_loop::FinishedGame;
use riverlab_stats::{Decision, FixedWidth, MatchPath, RankOrder};

use crate::plan::{Comparison, Plan, StopRule};
use crate::schedule::{BotIdx, ScheduledGame};
use crate::table::Table;
use crate::tally::components::{ComponentLine, ComponentTally};
use crate::tally::match_stats::{MatchSummary, MatchTally, Null};
use crate::tally::run_tally::Tally;
use crate::tally::summary::Summary;

/// All that is printed of a run.
#[derive(Clone, Debug)]
pub struct Report {
    /// Standings and the like.
    pub summary: Summary,
    /// The match, if it is one.
    pub of_match: Option<MatchSummary>,
    /// What components had to do with winning; empty for games without any.
    pub components: Vec<ComponentLine>,
}

/// Everything that is gathered of a run.
#[derive(Clone, Debug)]
pub struct Results {
    /// Standings and the like.
    pub tally: Tally,
    /// The match, if it is one.
    pub of_match: Option<MatchTally>,
    /// What it had shown after some of its deals; without a point if it is none.
    pub path: MatchPath,
    /// What components had to do with winning, if the game has any.
    pub components: Option<ComponentTally>,
    width: Option<FixedWidth>,
    order: Option<RankOrder>,
    bots: usize,
    deals: u64,
    stopped: bool,
    /// Made when it is asked for, as ratings of many bots take their time.
    report: OnceCell<Report>,
}

impl Results {
    /// No results yet.
    pub fn new(plan: &Plan, table: &dyn Table) -> Results {
        let sprt = plan.request.stop.and_then(StopRule::sprt);
        let null = |comparison| match comparison {
            Comparison::EqualShare => Null::EqualShare { players: plan.request.players },
            Comparison::Baseline => Null::NoDifference,
        };
        let first_copies = plan.request.bots.first_copies(table);
        let copies = |comparison| match comparison {
            Comparison::EqualShare => first_copies.iter().all(|original| *original == 0),
            Comparison::Baseline => first_copies[1] == 0,
        };
        let of_match = |comparison| MatchTally::new(null(comparison), sprt, plan.request.deals, copies(comparison));
        let (components, scheme) = (table.components(plan.request.players), plan.request.schedule_spec());
        let games_per_deal = scheme.games_per_deal().expect("few enough to be planned");
        Results {
            tally: Tally::new(&scheme, first_copies.clone()).of_winners(table.facts().winners_only),
            components: (!components.is_empty()).then(|| ComponentTally::new(components, games_per_deal)),
            of_match: plan.request.comparison.map(of_match),
            path: MatchPath::default(),
            width: plan.request.stop.and_then(StopRule::width),
            order: plan.request.stop.and_then(StopRule::ranks).map(|rule| RankOrder::new(rule, &first_copies)),
            bots: plan.request.bots.len(),
            deals: plan.deals_here(),
            stopped: false,
            report: OnceCell::new(),
        }
    }

    /// Adds the next game in schedule order, with what happened to its components, and says whether the run goes on.
    pub fn add(&mut self, game: &ScheduledGame, result: &FinishedGame, events: &[ComponentEvent]) -> ControlFlow<()> {
        self.report.take();
        if let Some(components) = &mut self.components {
            components.add(game.deal, result, events);
        }
        if !self.tally.add(game, result) {
            return ControlFlow::Continue(());
        }
        let decision = match &mut self.of_match {
            Some(of_match) => {
                let decision = of_match.add(self.tally.last_deal(0), self.tally.last_deal(1));
                self.path.add(of_match.point());
                decision
            }
            None => None,
        };
        let decided = decision.is_some_and(|decision| decision != Decision::Undecided);
        let tally = &self.tally;
        let is_settled = self.order.as_mut().is_some_and(|order| order.add(|bot| tally.last_deal(bot)));
        self.stopped = decided || is_settled || self.is_narrow();
        if self.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether every share that matters is known as closely as asked for.
    fn is_narrow(&self) -> bool {
        self.width.is_some_and(|width| width.reached(self.tally.deals(), self.variance()))
    }

    /// The variance over deals of what a match compares, or of the share that varies most: all bots play all deals of a run
    /// that stops by its width.
    fn variance(&self) -> f64 {
        match &self.of_match {
            Some(of_match) => of_match.variance(),
            None => (0..self.bots as BotIdx).map(|bot| self.tally.share_sd(bot).powi(2)).fold(0.0, f64::max),
        }
    }

    /// All that is printed of the run so far.
    pub fn report(&self) -> &Report {
        self.report.get_or_init(|| Report {
            summary: Summary { order: self.order.as_ref().map(RankOrder::order), ..self.tally.summary() },
            of_match: self.of_match.as_ref().map(MatchTally::summary),
            components: self.components.as_ref().map_or(Vec::new(), ComponentTally::lines),
        })
    }

    /// The number of games when the run ends, as far as can be said.
    pub fn expected_games(&self, plan: &Plan) -> u64 {
        let Some(width) = self.width.filter(|_| self.tally.deals() >= 10) else { return plan.games };
        let deals = (4.0 * 1.96_f64.powi(2) * self.variance() / width.width().powi(2)).ceil().max(30.0);
        let games = deals as u64 * (plan.games / self.deals);
        games.clamp(self.tally.games().min(plan.games), plan.games)
    }

    /// Whether nothing is left to be played.
    pub fn is_complete(&self) -> bool {
        self.stopped || self.tally.deals() == self.deals
    }
}
