//! Which settings play next: a tuning is a list of rounds, in each of which some settings play the same deals.
//!
//! ```text
//! design    settings spread evenly (scrambled Sobol points)
//! search    eight settings a round, each the best by a function drawn from what is known (Thompson sampling), in the second half
//!           the best near a top of what is known
//! finals    the five that seem best play on, without those that cannot win any more
//! ```
//!
//! What comes next follows from the results so far alone, so that a tuning goes on from its journal.
//!
//! References: Burley, "Practical Hash-based Owen Scrambling" (2020); Russo et al., "A Tutorial on Thompson Sampling" (2018).

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use riverlab_stats::ConfidenceSequence;
use riverlab_stats::stable_sort::stable_sort_by;

use super::goal::{Goal, logit, share_of};
use super::model::{Function, Model, Noise, Observation, Smooth, Terms, WHOLE};
use super::space::{Setting, Space};

/// The parts of the budget: of the design, and of the search. What is left is for the finals.
const DESIGN: f64 = 0.12;
const SEARCH: f64 = 0.78;
/// The most settings of the design, and the fewest deals of each.
const DESIGN_SETTINGS: u64 = 64;
const DESIGN_DEALS: u64 = 8;
/// The settings of a round of the search, and the most rounds.
const DRAWN: u64 = 8;
const ROUNDS: u64 = 40;
/// In the second half of the search, how far from a top of the mean a setting may be drawn, in each option whose range is 2 long:
/// with many options most of what may be the best lies far out, where little is known.
const NEAR: f64 = 0.4;
/// How far draws are from the mean in that half, as a multiple of what is known: less far, and the search is content too early,
/// with a top that is not the highest.
const WIDE: f64 = 2.0;
/// At how many settings a function is looked at before the best are climbed from, how many these are, and how far apart.
const LOOKS: usize = 300;
const STARTS: usize = 4;
const STARTS_APART: f64 = 0.5;
/// After so many rounds the kind of the function is chosen anew.
const CHOSEN: [usize; 7] = [1, 3, 6, 10, 16, 24, 34];
/// The settings of the finals, and the rounds if nobody leaves.
const FINALISTS: usize = 5;
const FINAL_ROUNDS: u64 = 10;
/// How far apart finalists are at first, where a range is 1 long.
const APART: f64 = 0.15;
/// How far the model may be off, in logits: five Elo points.
const MISFIT: f64 = 0.03;
/// The least that shares of deals vary, as a part of what won and lost games do.
const LEAST_NOISE: f64 = 1e-3;
/// How likely a setting leaves the finals although it is better than the leader, for each of the others.
const LEAVING: f64 = 0.0125;

/// The smallest number of times that settings play a deal.
pub(super) const LEAST_PLAYS: u64 = 200;

/// Which part of a tuning a round belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Settings are spread evenly.
    Design,
    /// Settings are drawn that may be the best.
    Search,
    /// The best play on.
    Finals,
    /// The winner and what there was.
    Confirm,
}

impl Stage {
    /// The name in files.
    pub(super) fn name(self) -> &'static str {
        match self {
            Stage::Design => "design",
            Stage::Search => "search",
            Stage::Finals => "finals",
            Stage::Confirm => "confirm",
        }
    }

    /// The stage of this name.
    pub(super) fn named(name: &str) -> Option<Stage> {
        [Stage::Design, Stage::Search, Stage::Finals, Stage::Confirm].into_iter().find(|stage| stage.name() == name)
    }
}

/// A round: settings that play the same deals.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Round {
    /// Which part of the tuning it belongs to.
    pub(super) stage: Stage,
    /// The settings.
    pub(super) settings: Vec<Setting>,
    /// The number of deals.
    pub(super) deals: u64,
}

impl Round {
    fn plays(&self) -> u64 {
        self.settings.len() as u64 * self.deals
    }
}

/// A round that was played.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlayedRound {
    /// The round.
    pub(super) round: Round,
    /// For each setting, its mean share in each deal.
    pub(super) shares: Vec<Vec<f64>>,
}

/// The setting that a tuning has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Winner {
    /// The setting.
    pub setting: Setting,
    /// Its share against the field, as the model says.
    pub by_model: f64,
    /// Its mean share in the finals, in which it was chosen, so that this is too much.
    pub in_finals: f64,
    /// The number of deals of the finals.
    pub deals: u64,
}

/// A tuning as far as it has come.
#[derive(Clone, Debug)]
pub(super) struct Tuning {
    space: Space,
    terms: Terms,
    plays: u64,
    goal: Goal,
    seed: u64,
    played: Vec<PlayedRound>,
    /// What was chosen after so many rounds.
    chosen: BTreeMap<usize, Smooth>,
    finalists: Option<Vec<Setting>>,
}

impl Tuning {
    /// A tuning in which settings play a deal so many times in all, at least [`LEAST_PLAYS`].
    pub(super) fn new(space: Space, plays: u64, goal: Goal, seed: u64) -> Tuning {
        let terms = Terms::new(&space);
        let (played, chosen) = (Vec::new(), BTreeMap::new());
        Tuning { space, terms, plays, goal, seed, played, chosen, finalists: None }
    }

    /// Adds the next round.
    pub(super) fn add(&mut self, played: PlayedRound) {
        self.played.push(played);
    }

    /// What is tuned.
    pub(super) fn space(&self) -> &Space {
        &self.space
    }

    /// What shares are good.
    pub(super) fn goal(&self) -> Goal {
        self.goal
    }

    /// How many rounds were played.
    pub(super) fn rounds(&self) -> usize {
        self.played.len()
    }

    /// The next round; none when the budget is spent or nothing but the winner is left.
    pub(super) fn next_round(&mut self) -> Option<Round> {
        let Some(number) = (self.played.len() as u64).checked_sub(1) else { return Some(self.design()) };
        let (rounds, deals) = self.search_rounds();
        if number < rounds {
            return Some(Round { stage: Stage::Search, settings: self.drawn(), deals });
        }
        self.final_round()
    }

    fn design(&self) -> Round {
        let plays = (self.plays as f64 * DESIGN) as u64;
        let count = (plays / DESIGN_DEALS).clamp(4, DESIGN_SETTINGS);
        let mut settings: Vec<Setting> = Vec::new();
        for idx in 0..count as u32 {
            let option = |option| f64::from(sobol_burley::sample(idx, option, self.seed as u32));
            let point: Vec<f64> = (0..self.space.dimensions().len() as u32).map(option).collect();
            let setting = self.space.at(&point);
            if !settings.contains(&setting) {
                settings.push(setting);
            }
        }
        let deals = (plays / settings.len() as u64).max(1);
        Round { stage: Stage::Design, settings, deals }
    }

    /// The rounds of the search, and the deals of each.
    fn search_rounds(&self) -> (u64, u64) {
        let plays = (self.plays as f64 * SEARCH) as u64;
        let deals = (plays / (DRAWN * ROUNDS)).max(2);
        ((plays / (DRAWN * deals)).min(ROUNDS), deals)
    }

    /// How many rounds there are before the finals.
    fn before_finals(&self) -> usize {
        self.search_rounds().0 as usize + 1
    }

    /// What is known from the first rounds.
    pub(super) fn model_after(&mut self, rounds: usize) -> Model {
        let at = CHOSEN.into_iter().rfind(|&at| at <= rounds).unwrap_or(1);
        let fit = |len: usize, smooth: Option<Smooth>| {
            let rounds = &self.played[..len];
            Model::fit(&self.terms, &observations(rounds), noise(rounds, self.goal), self.goal, smooth)
        };
        let smooth = self.chosen.get(&at).copied().unwrap_or_else(|| fit(at, None).smooth());
        let model = fit(rounds, Some(smooth));
        self.chosen.insert(at, smooth);
        model
    }

    /// What is known from all rounds.
    pub(super) fn model(&mut self) -> Model {
        self.model_after(self.played.len())
    }

    /// The random numbers that are used after so many rounds.
    pub(super) fn rng(&self, rounds: usize) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(rounds as u64);
        rng
    }

    /// Settings that may be the best, each as likely as it is to be.
    fn drawn(&mut self) -> Vec<Setting> {
        let rounds = self.played.len();
        let (model, mut rng) = (self.model_after(rounds), self.rng(rounds));
        let tops = (rounds as u64 > ROUNDS / 2).then(|| self.tops(&model, rounds, &mut rng));
        let mut settings: Vec<Setting> = Vec::new();
        for _ in 0..4 * DRAWN {
            let setting = if let Some(tops) = &tops {
                let function = model.draw_wide(&mut rng, WIDE);
                best(tops.iter().map(|top| model.climb(&function, &self.space, top, NEAR))).1
            } else {
                self.best_by(&model, &model.draw(&mut rng), rounds, &mut rng)
            };
            if !settings.contains(&setting) {
                settings.push(setting);
            }
            if settings.len() as u64 == DRAWN {
                break;
            }
        }
        settings
    }

    /// The best setting by a function that is found from [`Self::starts`].
    fn best_by(&self, model: &Model, function: &Function, rounds: usize, rng: &mut ChaCha8Rng) -> Setting {
        let starts = self.starts(model, function, rounds, rng);
        best(starts.iter().map(|start| model.climb(function, &self.space, start, WHOLE))).1
    }

    /// The tops of the mean that are found from [`Self::starts`], none close to another.
    fn tops(&self, model: &Model, rounds: usize, rng: &mut ChaCha8Rng) -> Vec<Setting> {
        let starts = self.starts(model, model.mean(), rounds, rng);
        let tops = starts.iter().map(|start| model.climb(model.mean(), &self.space, start, WHOLE).1).collect();
        let mut apart = Vec::new();
        self.add_apart(&mut apart, by_value(tops, |setting| model.worth_by(model.mean(), setting)), STARTS);
        apart
    }

    /// Where to climb from: the best two settings by a function that were played and the best two of some that are drawn, none
    /// close to another, as a function may have more than one top.
    fn starts(&self, model: &Model, function: &Function, rounds: usize, rng: &mut ChaCha8Rng) -> Vec<Setting> {
        let tried = self.played[..rounds].iter().flat_map(|played| &played.round.settings).cloned();
        let options = self.space.dimensions().len();
        let drawn = (0..LOOKS).map(|_| {
            let point: Vec<f64> = (0..options).map(|_| rng.random::<f64>()).collect();
            self.space.at(&point)
        });
        let mut starts: Vec<Setting> = Vec::new();
        for (settings, most) in [(tried.collect::<Vec<_>>(), STARTS / 2), (drawn.collect(), STARTS)] {
            self.add_apart(&mut starts, by_value(settings, |setting| model.worth_by(function, setting)), most);
        }
        starts
    }

    /// Adds settings that are close to none, until there are so many.
    fn add_apart(&self, settings: &mut Vec<Setting>, valued: Vec<(f64, Setting)>, most: usize) {
        for (_, setting) in valued {
            let is_apart = settings.iter().all(|other| self.distance(other, &setting) > STARTS_APART);
            if settings.len() < most && is_apart {
                settings.push(setting);
            }
        }
    }

    /// How far apart two settings are, where a range is 1 long and two listed values are 1 apart.
    fn distance(&self, one: &[f64], other: &[f64]) -> f64 {
        let each = self.space.dimensions().iter().zip(one.iter().zip(other));
        let squares = each.map(|(dimension, (one, other))| match dimension.domain.count() {
            Some(_) => f64::from(u8::from(one != other)),
            None => ((one - other) / 2.0).powi(2),
        });
        squares.sum::<f64>().sqrt()
    }

    /// The settings of the finals: the best by what is known, none close to another as far as there are enough.
    fn finalists(&mut self) -> Vec<Setting> {
        if let Some(finalists) = &self.finalists {
            return finalists.clone();
        }
        let before = self.before_finals();
        let (model, mut rng) = (self.model_after(before), self.rng(before));
        let played = self.played[..before].iter().flat_map(|played| &played.round.settings).cloned();
        let mut all: Vec<Setting> = played.collect();
        all.push(self.best_by(&model, model.mean(), before, &mut rng));
        let valued = by_value(all, |setting| model.worth_by(model.mean(), setting));
        let (mut finalists, mut apart): (Vec<Setting>, f64) = (Vec::new(), APART);
        while finalists.len() < FINALISTS && apart > 1e-3 {
            for (_, setting) in &valued {
                let is_apart = finalists.iter().all(|other| self.distance(setting, other) >= apart);
                if finalists.len() < FINALISTS && is_apart {
                    finalists.push(setting.clone());
                }
            }
            apart /= 2.0;
        }
        self.finalists = Some(finalists.clone());
        finalists
    }

    fn final_round(&mut self) -> Option<Round> {
        let finalists = self.finalists();
        let (early, finals) = self.played.split_at(self.before_finals());
        let [early, late] = [early, finals].map(|rounds| rounds.iter().map(|played| played.round.plays()).sum::<u64>());
        let settings = in_the_race(&finalists, finals, self.goal);
        let left = self.plays.saturating_sub(early);
        let deals = (left / (FINAL_ROUNDS * finalists.len() as u64)).max(1);
        let round = Round { stage: Stage::Finals, settings, deals };
        (round.settings.len() > 1 && late + round.plays() <= left).then_some(round)
    }

    /// The setting that has won.
    ///
    /// # Panics
    /// While a round is left.
    pub(super) fn winner(&mut self) -> Winner {
        let (before, finalists) = (self.before_finals(), self.finalists());
        let model = self.model_after(before);
        let finals = &self.played[before..];
        let noise = noise(&self.played, self.goal);
        let of = |setting: Setting| {
            let (mean, deviation) = model.value(&setting);
            let shares = shares_of(&setting, finals);
            let deals = shares.len() as u64;
            let in_finals = if deals == 0 { share_of(mean) } else { shares.iter().sum::<f64>() / deals as f64 };
            let share = in_finals.clamp(0.001, 0.999);
            let slope = share * (1.0 - share);
            let known = 1.0 / (deviation * deviation + MISFIT * MISFIT);
            let seen = deals as f64 * slope * slope / noise.own;
            let value = (known * mean + seen * logit(share)) / (known + seen);
            (self.goal.worth(value), Winner { setting, by_model: share_of(mean), in_finals, deals })
        };
        best(in_the_race(&finalists, finals, self.goal).into_iter().map(of)).1
    }
}

/// The first with the greatest value.
fn best<T>(valued: impl Iterator<Item = (f64, T)>) -> (f64, T) {
    valued.reduce(|one, other| if other.0 > one.0 { other } else { one }).expect("at least one")
}

/// Settings with their values, the best first.
fn by_value(settings: Vec<Setting>, value: impl Fn(&[f64]) -> f64) -> Vec<(f64, Setting)> {
    let mut valued: Vec<(f64, Setting)> = settings.into_iter().map(|setting| (value(&setting), setting)).collect();
    stable_sort_by(&mut valued, |one, other| other.0.total_cmp(&one.0));
    valued
}

/// The means of all settings of these rounds.
fn observations(rounds: &[PlayedRound]) -> Vec<Observation<'_>> {
    rounds
        .iter()
        .enumerate()
        .flat_map(|(round, played)| {
            played.round.settings.iter().zip(&played.shares).map(move |(setting, shares)| {
                let deals = shares.len() as f64;
                Observation { setting, round, deals, share: shares.iter().sum::<f64>() / deals }
            })
        })
        .collect()
}

/// How shares vary from deal to deal: an analysis of variance by settings and deals.
fn noise(rounds: &[PlayedRound], goal: Goal) -> Noise {
    let (mut own, mut own_freedom, mut of_deals, mut deals_freedom, mut settings_of_deals) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for PlayedRound { shares, .. } in rounds.iter().filter(|played| played.shares.len() > 1) {
        let (settings, deals) = (shares.len() as f64, shares[0].len());
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let deal_means: Vec<f64> =
            (0..deals).map(|deal| shares.iter().map(|shares| shares[deal]).sum::<f64>() / settings).collect();
        let all = mean(&deal_means);
        for shares in shares {
            let of_setting = mean(shares);
            own += shares
                .iter()
                .zip(&deal_means)
                .map(|(share, deal)| (share - of_setting - deal + all).powi(2))
                .sum::<f64>();
        }
        let freedom = deals as f64 - 1.0;
        own_freedom += (settings - 1.0) * freedom;
        of_deals += deal_means.iter().map(|deal| (deal - all).powi(2)).sum::<f64>();
        deals_freedom += freedom;
        settings_of_deals += freedom / settings;
    }
    if own_freedom == 0.0 || own == 0.0 {
        return Noise { own: goal.start * (1.0 - goal.start), common: 0.0 };
    }
    // Settings that play alike differ by nothing at all, of which no model can be made.
    let own = (own / own_freedom).max(LEAST_NOISE * goal.start * (1.0 - goal.start));
    Noise { own, common: ((of_deals - own * settings_of_deals) / deals_freedom).max(0.0) }
}

/// The shares of a setting in the deals of the finals.
fn shares_of(setting: &Setting, finals: &[PlayedRound]) -> Vec<f64> {
    let of_round = |played: &PlayedRound| {
        let place = played.round.settings.iter().position(|one| one == setting);
        place.map_or(Vec::new(), |place| played.shares[place].clone())
    };
    finals.iter().flat_map(of_round).collect()
}

/// The finalists that can still win: intervals that are valid at every look do not say otherwise. They are those of their
/// difference to the leader or, where a share is looked for, of each setting alone.
fn in_the_race(finalists: &[Setting], finals: &[PlayedRound], goal: Goal) -> Vec<Setting> {
    let Some(last) = finals.last() else { return finalists.to_vec() };
    let left = &last.round.settings;
    let all: Vec<Vec<f64>> = left.iter().map(|setting| shares_of(setting, finals)).collect();
    let mean = |shares: &[f64]| shares.iter().sum::<f64>() / shares.len() as f64;
    let leader = best(all.iter().enumerate().map(|(idx, shares)| (goal.worth_of_share(mean(shares)), idx))).1;
    let interval = |values: &mut dyn Iterator<Item = f64>| {
        let mut sequence = ConfidenceSequence::new(2.0 * LEAVING);
        values.for_each(|value| sequence.add(value));
        sequence.interval()
    };
    let stays = |idx: usize| match goal.target {
        None => {
            interval(&mut all[leader].iter().zip(&all[idx]).map(|(best, share)| (1.0 + best - share) / 2.0)).lo <= 0.5
        }
        Some(target) => {
            let [most, least] =
                [leader, idx].map(|idx| Goal::distances(target, &interval(&mut all[idx].iter().copied())));
            least[0] <= most[1]
        }
    };
    (0..left.len()).filter(|&idx| idx == leader || stays(idx)).map(|idx| left[idx].clone()).collect()
}
