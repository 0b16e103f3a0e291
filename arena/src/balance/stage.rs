//! A stage: experiments that are played on the same deals.
//!
//! Everything in a stage is compared with an arm: the same bot at all seats, under the same tables, with nothing done to
//! any component. A deal plays each arm once, then each experiment: one game for what concerns all players, one for each
//! seat where it concerns one player alone.

use std::ops::RangeInclusive;

use riverlab_bots::{Bot, BotSpec, Evaluate, registry};
use riverlab_engine::{
    Change, Component, ComponentIdx, GameRules, Modification, ModifiedGame, Outcome, PerPlayer, RulesSource, Seat,
    Treatment,
};

use super::intervention::{Intervention, Scope};
use crate::error::ArenaError;
use crate::play::game_loop::{FinishedGame, play_game};

/// A table at which nothing is done to any component.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Baseline {
    /// Values of the tables, each `key=value`, on top of those of the study.
    pub sets: Vec<String>,
    /// The bot at all seats: an index into those of the study.
    pub bot: usize,
}

/// Something is done to a component.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Experiment {
    /// What it is compared with: an index into the arms of the stage.
    pub arm: usize,
    /// The component; the text of the change where the tables change.
    pub component: String,
    /// What is done.
    pub intervention: Intervention,
}

/// Experiments that are played on the same deals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What they are compared with.
    pub arms: Vec<Baseline>,
    /// The experiments.
    pub experiments: Vec<Experiment>,
    /// Pairs of experiments whose effects are compared deal by deal: the first less the second.
    pub contrasts: Vec<(usize, usize)>,
    /// The numbers of the deals.
    pub deals: RangeInclusive<u64>,
}

impl Stage {
    /// The arms and experiments together, arms first.
    pub fn slots(&self) -> usize {
        self.arms.len() + self.experiments.len()
    }

    /// The games of a slot on one deal.
    pub fn games_of(&self, slot: usize, players: usize) -> u64 {
        let experiment = slot.checked_sub(self.arms.len()).map(|number| &self.experiments[number]);
        let is_of_one = experiment.is_some_and(|experiment| experiment.intervention.scope() == Scope::One);
        if is_of_one { players as u64 } else { 1 }
    }

    /// The games of a deal.
    pub fn games_per_deal(&self, players: usize) -> u64 {
        (0..self.slots()).map(|slot| self.games_of(slot, players)).sum()
    }

    /// For each experiment its family: those under the same tables are one.
    pub fn families(&self) -> Vec<usize> {
        let first = self.first_alike();
        self.experiments.iter().map(|experiment| first[experiment.arm]).collect()
    }

    /// For each arm the first one under the same tables.
    fn first_alike(&self) -> Vec<usize> {
        let first =
            |arm: &Baseline| self.arms.iter().position(|other| other.sets == arm.sets).expect("itself at least");
        self.arms.iter().map(first).collect()
    }

    /// The number of deals.
    pub fn deal_count(&self) -> u64 {
        self.deals.end() + 1 - self.deals.start()
    }
}

/// What an arm or an experiment gave on one deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The arm or experiment: an index into the slots of the stage.
    pub slot: usize,
    /// The number of the deal.
    pub deal: u64,
    /// Win shares in sixtieths: of the one player concerned, at each seat; or of all players of one game, by place after
    /// its start player.
    pub shares: PerPlayer<u32>,
    /// The scores that belong to them, in sixtieths of a point.
    pub scores: PerPlayer<i64>,
    /// Of an arm, the components that winners took, by number.
    pub taken: Vec<ComponentIdx>,
}

/// What is played in a slot.
#[derive(Debug)]
enum Setting<G: Evaluate> {
    /// A game for each seat, under terms that concern the player there.
    Each(Vec<&'static Modification<G>>),
    /// One game.
    All(&'static Modification<G>),
}

/// A stage, ready to be played.
#[derive(Debug)]
pub struct PreparedStage<G: Evaluate> {
    slots: Vec<(usize, Setting<G>)>,
    arms: usize,
    players: usize,
    names: Vec<String>,
}

/// Modification live as long as the program, as positions refer to them.
fn leaked<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// The tables of a study with some values changed.
///
/// # Errors
/// When these are no tables of the game.
pub fn changed_rules<G: Evaluate>(
    source: &RulesSource,
    rules: &'static G::Rules,
    sets: &[String],
) -> Result<&'static G::Rules, ArenaError> {
    if sets.is_empty() {
        return Ok(rules);
    }
    let sets = source.sets.iter().chain(sets).cloned().collect();
    Ok(leaked(G::Rules::load(&RulesSource { file: source.file.clone(), sets })?))
}

impl<G: Evaluate> PreparedStage<G> {
    /// Makes the terms of all experiments.
    ///
    /// # Errors
    /// When tables cannot be changed as asked for.
    pub fn new(
        stage: &Stage,
        source: &RulesSource,
        rules: &'static G::Rules,
        players: usize,
    ) -> Result<PreparedStage<G>, ArenaError> {
        let components = G::components(rules, players);
        let mut table = PreparedStage { slots: Vec::new(), arms: stage.arms.len(), players, names: Vec::new() };
        let mut arm_rules: Vec<&'static G::Rules> = Vec::new();
        for (arm, first) in stage.arms.iter().zip(stage.first_alike()) {
            let rules = match arm_rules.get(first) {
                Some(same) => same,
                None => changed_rules::<G>(source, rules, &arm.sets)?,
            };
            arm_rules.push(rules);
            table.slots.push((arm.bot, Setting::All(leaked(Modification::unchanged(rules)))));
            table.names.push("nothing done".to_owned());
        }
        for experiment in &stage.experiments {
            let (arm, rules) = (&stage.arms[experiment.arm], arm_rules[experiment.arm]);
            let change = Changing { source, sets: &arm.sets, rules, components: &components, players };
            table.slots.push((arm.bot, change.setting(experiment)?));
            table.names.push(format!("{} {}", experiment.intervention, experiment.component));
        }
        Ok(table)
    }
}

/// Where terms are made.
struct Changing<'a, G: Evaluate> {
    source: &'a RulesSource,
    sets: &'a [String],
    rules: &'static G::Rules,
    components: &'a [Component],
    players: usize,
}

impl<G: Evaluate> Changing<'_, G> {
    fn setting(&self, experiment: &Experiment) -> Result<Setting<G>, ArenaError> {
        let Intervention::Treat { treatment, more, scope } = &experiment.intervention else {
            let sets = experiment.component.split(';').map(str::to_owned).collect();
            return Ok(Setting::All(leaked(Modification::unchanged(self.with(experiment, sets)?))));
        };
        let idx = self.components.iter().position(|component| component.name == experiment.component);
        let component = ComponentIdx(idx.expect("the study has been checked") as u16);
        let change = match treatment {
            Treatment::Ban => Change::Ban(component),
            Treatment::Grant => Change::Grant(component),
            Treatment::Remove => Change::Remove(component),
            Treatment::Points => Change::Points(component, *more),
            Treatment::Cost => {
                let sets = G::cost_overrides(self.rules, component, *more).map_err(|error| {
                    ArenaError::Usage(format!(
                        "--interventions {}: not of {}: {error}",
                        experiment.intervention, experiment.component
                    ))
                })?;
                Change::Costs(self.with(experiment, sets)?)
            }
        };
        let modification = |affected_seat| leaked(Modification { rules: self.rules, change, affected_seat });
        Ok(match scope {
            Scope::One => Setting::Each(Seat::all(self.players).map(|seat| modification(Some(seat))).collect()),
            Scope::All => Setting::All(modification(None)),
        })
    }

    /// The tables of the arm with some values changed, as an experiment wants it.
    fn with(&self, experiment: &Experiment, sets: Vec<String>) -> Result<&'static G::Rules, ArenaError> {
        let sets: Vec<String> = self.sets.iter().cloned().chain(sets).collect();
        changed_rules::<G>(self.source, self.rules, &sets).map_err(|error| {
            let of = match &experiment.intervention {
                Intervention::Set(_) => String::new(),
                Intervention::Treat { .. } => format!(": not of {}", experiment.component),
            };
            let message = error.to_string();
            let message = message.strip_prefix("--set: ").or(message.strip_prefix("--set ")).unwrap_or(&message);
            ArenaError::Usage(format!("--interventions {}{of}: {message}", experiment.intervention))
        })
    }
}

/// One thread's bots.
pub struct Worker<'a, G: Evaluate> {
    table: &'a PreparedStage<G>,
    seed: u64,
    /// A bot for each bot of the study and each seat.
    bots: Vec<Vec<Box<dyn Bot<ModifiedGame<G>>>>>,
}

impl<'a, G: Evaluate> Worker<'a, G> {
    /// Bots for a table.
    pub fn new(table: &'a PreparedStage<G>, seed: u64, specs: &[BotSpec]) -> Self {
        let make = |spec: &BotSpec| registry::build::<ModifiedGame<G>>(spec).expect("the study has been checked");
        let bots = specs.iter().map(|spec| (0..table.players).map(|_| make(spec)).collect()).collect();
        Worker { table, seed, bots }
    }

    /// Plays a slot on a deal.
    ///
    /// # Errors
    /// When a ban leaves a player without any move.
    pub fn play(&mut self, slot: usize, deal: u64) -> Result<Block, ArenaError> {
        let (bot, setting) = &self.table.slots[slot];
        let players = self.table.players;
        match setting {
            Setting::All(modification) => {
                let (game, taken) = self.play_game(*bot, modification, slot, deal)?;
                let seat_at = |place: Seat| game.first_player.clockwise(players).nth(place.index()).expect("a seat");
                let taken = if slot < self.table.arms { by_winners(taken, &game.outcome) } else { Vec::new() };
                Ok(Block {
                    slot,
                    deal,
                    shares: PerPlayer::from_fn(players, |place| game.outcome.shares[seat_at(place)].sixtieths()),
                    scores: PerPlayer::from_fn(players, |place| units(game.outcome.scores[seat_at(place)])),
                    taken,
                })
            }
            Setting::Each(modification) => {
                let mut shares = PerPlayer::from_fn(players, |_| 0);
                let mut scores = PerPlayer::from_fn(players, |_| 0);
                for seat in Seat::all(players) {
                    let (game, _) = self.play_game(*bot, modification[seat.index()], slot, deal)?;
                    shares[seat] = game.outcome.shares[seat].sixtieths();
                    scores[seat] = units(game.outcome.scores[seat]);
                }
                Ok(Block { slot, deal, shares, scores, taken: Vec::new() })
            }
        }
    }

    /// Plays a game, and says who took what.
    fn play_game(
        &mut self,
        bot: usize,
        modification: &'static Modification<G>,
        slot: usize,
        deal: u64,
    ) -> Result<(FinishedGame, Vec<(Seat, ComponentIdx)>), ArenaError> {
        let is_arm = slot < self.table.arms;
        let (mut taken, mut left_nothing) = (Vec::new(), None);
        let mut seated: Vec<&mut dyn Bot<ModifiedGame<G>>> =
            self.bots[bot].iter_mut().map(|bot| bot.as_mut() as &mut dyn Bot<ModifiedGame<G>>).collect();
        let (game, _) = play_game(modification, self.seed, deal, &mut seated, |state: &ModifiedGame<G>, mv, bot| {
            use riverlab_engine::{Components, Game};
            let (Some(_), Some(seat)) = (bot, state.turn().player()) else { return };
            if state.is_banned(mv) {
                left_nothing = left_nothing.or(Some((seat, state.round())));
            }
            if is_arm {
                state.taken(mv, &mut |component| taken.push((seat, component)));
            }
        });
        match left_nothing {
            None => Ok((game, taken)),
            Some((seat, round)) => Err(ArenaError::Usage(format!(
                "--interventions: {} leaves {seat} no legal move in round {round} of deal {deal}; remove takes an element \
                 out of the game instead",
                self.table.names[slot]
            ))),
        }
    }
}

/// What winners took, each once.
fn by_winners(taken: Vec<(Seat, ComponentIdx)>, outcome: &Outcome) -> Vec<ComponentIdx> {
    let of_winner =
        |(seat, component): (Seat, ComponentIdx)| (outcome.shares[seat].sixtieths() > 0).then_some(component);
    let mut components: Vec<ComponentIdx> = taken.into_iter().filter_map(of_winner).collect();
    components.sort_unstable();
    components.dedup();
    components
}

/// A score in sixtieths of a point.
fn units(score: f64) -> i64 {
    (score * 60.0).round() as i64
}
