//! What is calibrated: a game, its bots, and the design of studies.

use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::Programs;
use riverlab_arena::plan::{Comparison, Plan, Request};
use riverlab_arena::schedule::Pairing;
use riverlab_arena::table::Table;
use riverlab_bots::BotSpec;
use riverlab_engine::Intervention;

use crate::balance::plan::{StudyPlan, Task};
use crate::balance::request::StudyRequest;
use crate::balance::setup::StudyTable;

/// A part of a calibration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Intervals of shares and of score differences, and p-values.
    Shares,
    /// Ratings, and effects of turn order.
    Ratings,
    /// Matches that stop early.
    Stops,
    /// Sequential tests.
    Tests,
    /// Balance studies.
    Balance,
}

/// What the user asks for.
#[derive(Clone, Debug)]
pub struct CalibrationRequest {
    /// The number of players.
    pub players: usize,
    /// The first of them plays against the others, and against itself in the balance part.
    pub bots: Vec<BotSpec>,
    /// The number of deals of a simulated match or tournament.
    pub deals: u64,
    /// The number of deals of a simulated balance study.
    pub balance_deals: u64,
    /// Names, kinds and patterns of components; where there is none, the kinds that people ask about first.
    pub components: Vec<String>,
    /// What is done to them.
    pub interventions: Vec<Intervention>,
    /// Effects within it are balanced.
    pub margin: f64,
    /// The parts that are simulated; all where there is none.
    pub parts: Vec<Part>,
    /// The number of simulated studies behind a row.
    pub studies: u64,
    /// The number of real deals of the match.
    pub sample: u64,
    /// The number of real deals on which effects are measured.
    pub effect_sample: u64,
    /// The master seed.
    pub seed: u64,
}

impl CalibrationRequest {
    /// Whether a part is asked for.
    pub fn has(&self, part: Part) -> bool {
        self.parts.is_empty() || self.parts.contains(&part)
    }

    /// The real match: the first bot against the others.
    ///
    /// # Errors
    /// When the number of players, the bots or the number of deals is not allowed.
    pub(crate) fn match_plan(&self, table: &dyn Table) -> Result<Plan, ArenaError> {
        if self.bots.iter().all(|bot| *bot == self.bots[0]) {
            let given = self.bots.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let message = format!("--bots {given}: expected another one for the first to play against");
            return Err(ArenaError::Usage(message));
        }
        let comparison = Comparison::EqualShare;
        let request = Request {
            pairing: Pairing::Gauntlet { challengers: comparison.challengers() },
            comparison: Some(comparison),
            ..Request::tournament(self.players, self.bots.clone(), self.sample, self.seed)
        };
        Plan::new(request, table)
    }

    /// The real balance study; none where it is not asked for, or of a game without components, unless some were asked for.
    ///
    /// # Errors
    /// When a component, an intervention or the margin is not allowed.
    pub(crate) fn study_plan(&self, table: &dyn StudyTable) -> Result<Option<StudyPlan>, ArenaError> {
        let has_components = !self.components.is_empty() || table.facts().has_components;
        if !has_components || !self.has(Part::Balance) {
            return Ok(None);
        }
        let request = StudyRequest {
            programs: Programs::default(),
            task: Task::Effects,
            players: self.players,
            bots: self.bots[..1].to_vec(),
            components: self.components.clone(),
            interventions: self.interventions.clone(),
            margin: self.margin,
            deals: self.effect_sample,
            confirm: 0,
            budget: None,
            seed: self.seed,
        };
        request.plan(table).map(Some)
    }
}
