//! What a setting stands for: a bot, under rules of which some values are set.

use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::Programs;
use riverlab_bots::BotSpec;

use super::plan::TuneRequest;
use super::space::{Domain, Space};
use crate::balance::setup::StudyTable;

/// What the names of values of the rules begin with.
const OF_RULES: &str = "rules:";

/// A bot, and values of the rules that it plays under.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Candidate {
    /// The bot.
    pub(super) bot: BotSpec,
    /// Values of the tables, as `--set` takes them, beside those of the request.
    pub(super) sets: Vec<String>,
}

impl Candidate {
    /// The bot and the rules as they are.
    pub(super) fn as_it_was(request: &TuneRequest) -> Candidate {
        Candidate { bot: request.bot.clone(), sets: Vec::new() }
    }

    /// What a setting stands for; options that do not count are left to their defaults.
    pub(super) fn of(request: &TuneRequest, space: &Space, setting: &[f64]) -> Candidate {
        Candidate::with(request, space, setting, &(0..space.dimensions().len()).collect::<Vec<_>>())
    }

    /// The same with some of the options of the setting.
    fn with(request: &TuneRequest, space: &Space, setting: &[f64], options: &[usize]) -> Candidate {
        let mut candidate = Candidate::as_it_was(request);
        for &option in options {
            let (name, value) = (&space.dimensions()[option].name, space.value(option, setting));
            if let Some(key) = name.strip_prefix(OF_RULES) {
                candidate.sets.extend(value.map(|value| format!("{key}={value}")));
            } else {
                candidate.bot.set(name, value.as_deref());
            }
        }
        candidate
    }

    /// Whether there are such a bot and such rules.
    fn check(&self, table: &dyn StudyTable) -> Result<(), ArenaError> {
        table.check_bot(&self.bot, Programs::NONE)?;
        table.with_values(&self.sets).map(drop)
    }
}

/// Whether values of the rules are tuned.
pub(super) fn tunes_rules(space: &Space) -> bool {
    space.dimensions().iter().any(|dimension| dimension.name.starts_with(OF_RULES))
}

/// The space of a request as bot and rules take it: options whose values must be whole numbers are known from what is refused.
pub(super) fn fitting_space(table: &dyn StudyTable, request: &TuneRequest) -> Result<Space, ArenaError> {
    let mut space = request.space.clone();
    for option in 0..space.dimensions().len() {
        // All as it is, but for this option and the one that it needs.
        let try_at = |space: &Space, coordinate: f64| {
            let mut setting = vec![0.0; space.dimensions().len()];
            setting[option] = coordinate;
            let mut tried = vec![option];
            if let Some((other, value)) = space.condition(option) {
                setting[other] = value as f64;
                tried.push(other);
            }
            Candidate::with(request, space, &setting, &tried).check(table)
        };
        match &space.dimensions()[option].domain {
            Domain::Values(values) => (0..values.len()).try_for_each(|value| try_at(&space, value as f64))?,
            Domain::Range { lo, hi, whole, .. } => {
                let is_whole = *whole || lo.fract() != 0.0 || hi.fract() != 0.0;
                [-1.0, 1.0].into_iter().try_for_each(|end| try_at(&space, end))?;
                if let Err(error) = try_at(&space, 0.123) {
                    if is_whole {
                        return Err(error);
                    }
                    space.only_whole(option);
                    try_at(&space, 0.123)?;
                }
            }
        }
    }
    Ok(space)
}
