//! A model of how good settings are: a quadratic function, a step at an edge of one option, and a smooth function.
//!
//! ```text
//! ln(p / (1 - p)) = f(x) + u(r) + e    p: the share of setting x in the deals of round r
//! f(x) = sum over k of b_k * t_k(x) + g(x)
//! b_k ~ N(0, s_k^2),   u(r) ~ N(0, v / deals),   g ~ GP(0, a^2 exp(-|x - x'|^2 / (2 l^2)))
//! e ~ N(0, (q * max(0, best - f(x) - d))^2)
//! ```
//!
//! The terms t are 1, the options, their squares and products, and for listed values indicators, alone, times options, and in
//! pairs; and a step at one place of one option where the shares speak for it, as what an option does may end at an edge. All
//! settings of a round play the same deals: u is the luck they have in common. The model is taken to be the less exact the
//! farther a setting is below the best (e), so that what is bad somewhere does not decide what is best elsewhere.
//!
//! The logistic likelihood, of deals whose shares vary as they were seen to, is approximated where it is largest (Laplace); a,
//! l and the step are those of a few under which the shares are most likely. With a = 0 this is ridge regression.
//!
//! What is known is drawn from along whole functions: a function of the prior, put right at the settings that were played
//! (Matheron's rule).
//!
//! References: Rasmussen, Williams, "Gaussian Processes for Machine Learning" (2006), §2.7 and §3.4; Wilson et al.,
//! "Pathwise Conditioning of Gaussian Processes" (2021); the quadratic model: Coulom, "CLOP: Confident Local Optimization for
//! Noisy Black-Box Parameter Tuning" (2011); indicators in pairs: Lucas, Liu, Perez-Liebana, "The N-Tuple Bandit Evolutionary
//! Algorithm for Game Agent Optimisation" (2018).

use std::f64::consts::TAU;

use rand::{Rng, RngExt};
use riverlab_stats::linear::{Cholesky, Matrix, dot};
use riverlab_stats::normal;

use super::goal::{Goal, logit, share_of};
use super::space::{Setting, Space};

/// How large coefficients are expected to be, in logits: of the mean, of what one option does, and of what two do together.
const SPREAD: [f64; 3] = [1.0, 0.5, 0.3];
/// The amplitudes and lengths of the smooth function that are tried.
const AMPLITUDES: [f64; 3] = [0.0, 0.15, 0.4];
const LENGTHS: [f64; 2] = [0.7, 1.4];
/// The places along a range at which there may be an edge, and how much more likely one makes the shares, as a logarithm,
/// where it is believed.
const EDGES: usize = 39;
const EDGE_EVIDENCE: f64 = 3.5;
/// How far below the best the model is exact, in logits, and by which part of what is beyond it is not.
const NEAR_BEST: f64 = 0.1;
const FAR_MISFIT: f64 = 0.5;
/// How far apart two listed values are.
const APART: f64 = 1.5;
/// The waves of a drawn function.
const WAVES: usize = 96;
/// The steps of a fit.
const STEPS: usize = 4;
/// The places along a range that are tried.
const PLACES: usize = 9;
/// How long a range is.
pub(super) const WHOLE: f64 = 2.0;

/// A term of the quadratic function.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Term {
    One,
    Step(usize, f64),
    Linear(usize),
    Square(usize),
    Product(usize, usize),
    Is(usize, usize),
    IsLinear(usize, usize, usize),
    Both(usize, usize, usize, usize),
}

impl Term {
    fn at(self, x: &[f64]) -> f64 {
        let is = |option: usize, value: usize| f64::from(u8::from(x[option] == value as f64));
        match self {
            Term::One => 1.0,
            Term::Step(i, edge) => f64::from(u8::from(x[i] > edge)),
            Term::Linear(i) => x[i],
            Term::Square(i) => x[i] * x[i],
            Term::Product(i, j) => x[i] * x[j],
            Term::Is(i, value) => is(i, value),
            Term::IsLinear(i, value, j) => is(i, value) * x[j],
            Term::Both(i, one, j, other) => is(i, one) * is(j, other),
        }
    }

    fn spread(self) -> f64 {
        match self {
            Term::One | Term::Step(..) => SPREAD[0],
            Term::Linear(_) | Term::Square(_) | Term::Is(..) => SPREAD[1],
            Term::Product(..) | Term::IsLinear(..) | Term::Both(..) => SPREAD[2],
        }
    }
}

/// The terms of a space.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    terms: Vec<Term>,
    /// For each option, how many values are listed.
    counts: Vec<Option<usize>>,
}

impl Terms {
    /// All terms.
    pub(super) fn new(space: &Space) -> Terms {
        let counts: Vec<Option<usize>> = space.dimensions().iter().map(|dimension| dimension.domain.count()).collect();
        let mut terms = vec![Term::One];
        for (i, &count) in counts.iter().enumerate() {
            match count {
                None => terms.extend([Term::Linear(i), Term::Square(i)]),
                Some(count) => terms.extend((0..count).map(|value| Term::Is(i, value))),
            }
            for (j, &other) in counts.iter().enumerate().skip(i + 1) {
                match (count, other) {
                    (None, None) => terms.push(Term::Product(i, j)),
                    (Some(count), None) => terms.extend((0..count).map(|value| Term::IsLinear(i, value, j))),
                    (None, Some(other)) => terms.extend((0..other).map(|value| Term::IsLinear(j, value, i))),
                    (Some(count), Some(other)) => {
                        terms.extend((0..count).flat_map(|one| (0..other).map(move |two| Term::Both(i, one, j, two))));
                    }
                }
            }
        }
        Terms { terms, counts }
    }

    fn row(&self, x: &[f64]) -> Vec<f64> {
        self.terms.iter().map(|term| term.at(x) * term.spread()).collect()
    }

    /// The place of a setting in a space in which distances are as large as settings are different.
    fn place(&self, x: &[f64]) -> Vec<f64> {
        let mut place = Vec::new();
        for (&count, &x) in self.counts.iter().zip(x) {
            match count {
                None => place.push(x),
                Some(count) => {
                    place.extend((0..count).map(|value| if x == value as f64 { APART / 2.0_f64.sqrt() } else { 0.0 }));
                }
            }
        }
        place
    }
}

/// What is known of one setting from one round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Observation<'a> {
    /// The setting.
    pub(super) setting: &'a [f64],
    /// The round.
    pub(super) round: usize,
    /// The number of deals.
    pub(super) deals: f64,
    /// The mean share.
    pub(super) share: f64,
}

/// The variance of the share of a deal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Noise {
    /// What settings have of their own.
    pub(super) own: f64,
    /// What all settings that play the deal have in common.
    pub(super) common: f64,
}

/// The smooth function beside the quadratic one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Smooth {
    amplitude: f64,
    length: f64,
}

/// A fitted model.
#[derive(Clone, Debug)]
pub(super) struct Model {
    terms: Terms,
    goal: Goal,
    smooth: Smooth,
    start: f64,
    rows: Vec<Vec<f64>>,
    places: Vec<Vec<f64>>,
    settings: Vec<Setting>,
    rounds: Vec<usize>,
    /// What the shares say of the logits, with the variance of each, and of the luck of each round.
    response: Vec<f64>,
    variances: Vec<f64>,
    luck: Vec<f64>,
    covariance: Cholesky,
    mean: Function,
}

/// A model with how likely it makes the shares, as a logarithm, and what it says of those that were seen.
struct Fitted {
    model: Model,
    likelihood: f64,
    logits: Vec<f64>,
}

/// A function of settings.
#[derive(Clone, Debug)]
pub(super) struct Function {
    start: f64,
    coefficients: Vec<f64>,
    /// What is added near settings that were played.
    near: Vec<f64>,
    /// Frequencies and phases.
    waves: Vec<(Vec<f64>, f64)>,
    scale: f64,
}

impl Model {
    /// Fits observations.
    pub(super) fn fit(
        terms: &Terms,
        observations: &[Observation<'_>],
        noise: Noise,
        goal: Goal,
        smooth: Option<Smooth>,
    ) -> Model {
        let fit = |terms: &Terms, smooth: Smooth, steps: usize, misfit: &[f64]| {
            Model::fit_with(terms, observations, noise, goal, smooth, steps, misfit)
        };
        let exact = vec![0.0; observations.len()];
        let lengths = |amplitude: f64| if amplitude == 0.0 { &LENGTHS[..1] } else { &LENGTHS[..] };
        // After one step the response is that of the shares as they were seen, the same for all.
        let likely = |smooth: Smooth| {
            let Fitted { model, likelihood, .. } = fit(terms, smooth, 1, &exact);
            (likelihood + model.edge().map_or(0.0, |(gain, _)| gain), smooth)
        };
        let smooth = smooth.unwrap_or_else(|| {
            let all = AMPLITUDES
                .iter()
                .flat_map(|&amplitude| lengths(amplitude).iter().map(move |&length| Smooth { amplitude, length }));
            let better = |one: (f64, Smooth), other: (f64, Smooth)| if other.0 > one.0 { other } else { one };
            all.map(likely).reduce(better).expect("some").1
        });
        let mut terms = terms.clone();
        let mut fitted = fit(&terms, smooth, STEPS, &exact);
        if let Some((_, edge)) = fitted.model.edge() {
            terms.terms.push(edge);
            fitted = fit(&terms, smooth, STEPS, &exact);
        }
        let worths: Vec<f64> = fitted.logits.iter().map(|&logit| goal.worth(logit)).collect();
        let best = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let misfit = |worth: &f64| FAR_MISFIT * (best - worth - NEAR_BEST).max(0.0);
        fit(&terms, smooth, STEPS, &worths.iter().map(misfit).collect::<Vec<_>>()).model
    }

    /// The edge that makes the shares most likely, with how much more so than [`EDGE_EVIDENCE`]; none if it is less.
    fn edge(&self) -> Option<(f64, Term)> {
        let ranges = (0..self.terms.counts.len()).filter(|&option| self.terms.counts[option].is_none());
        let places = ranges.flat_map(|option| (1..=EDGES).map(move |idx| Term::Step(option, on_range(idx, EDGES + 2))));
        let solved = self.covariance.solve(&self.response);
        // A term more changes the covariance by a matrix of rank one.
        let gain = |edge: Term| {
            let at: Vec<f64> = self.settings.iter().map(|setting| edge.at(setting) * edge.spread()).collect();
            let known = 1.0 + dot(&at, &self.covariance.solve(&at));
            let along = dot(&at, &solved);
            (0.5 * (along * along / known - libm::log(known)) - EDGE_EVIDENCE, edge)
        };
        places.map(gain).reduce(|one, other| if other.0 > one.0 { other } else { one }).filter(|(gain, _)| *gain > 0.0)
    }

    fn fit_with(
        terms: &Terms,
        observations: &[Observation<'_>],
        noise: Noise,
        goal: Goal,
        smooth: Smooth,
        steps: usize,
        misfit: &[f64],
    ) -> Fitted {
        let (equal, start) = (goal.start, logit(goal.start));
        let rows: Vec<Vec<f64>> = observations.iter().map(|one| terms.row(one.setting)).collect();
        let places: Vec<Vec<f64>> = observations.iter().map(|one| terms.place(one.setting)).collect();
        let rounds: Vec<usize> = observations.iter().map(|one| one.round).collect();
        let slope = equal * (1.0 - equal);
        let mut luck = vec![0.0; rounds.iter().max().map_or(0, |round| round + 1)];
        for one in observations {
            luck[one.round] = noise.common / (slope * slope * one.deals);
        }
        let size = rows.len();
        let mut kernel = Matrix::zeros(size);
        for column in 0..size {
            for line in column..size {
                let mut value = dot(&rows[column], &rows[line]) + smooth.covariance(&places[column], &places[line]);
                if rounds[column] == rounds[line] {
                    value += luck[rounds[column]];
                }
                kernel[(line, column)] = value;
            }
        }
        // What half a deal of equal shares would add keeps logits finite.
        let mut logits: Vec<f64> =
            observations.iter().map(|one| logit((one.share * one.deals + 0.5 * equal) / (one.deals + 0.5))).collect();
        let (mut response, mut variances, mut covariance, mut likelihood) = (Vec::new(), Vec::new(), None, 0.0);
        for step in 0..steps {
            response.clear();
            variances.clear();
            for ((one, &logit), misfit) in observations.iter().zip(&logits).zip(misfit) {
                let share = share_of(logit).clamp(0.02, 0.98);
                let slope = share * (1.0 - share);
                response.push(if step == 0 { logit } else { logit + (one.share - share) / slope } - start);
                variances.push(noise.own / (one.deals * slope * slope) + misfit * misfit);
            }
            let mut matrix = kernel.clone();
            variances.iter().enumerate().for_each(|(idx, variance)| matrix[(idx, idx)] += variance);
            let cholesky = Cholesky::new(matrix).expect("variances are positive");
            let solved = cholesky.solve(&response);
            // The fitted values are the response less what is noise.
            for (idx, logit) in logits.iter_mut().enumerate() {
                *logit = start + response[idx] - variances[idx] * solved[idx];
            }
            likelihood = -0.5 * dot(&response, &solved) - cholesky.half_log_determinant();
            covariance = Some(cholesky);
        }
        let covariance = covariance.expect("a step");
        let near = covariance.solve(&response);
        let settings: Vec<Setting> = observations.iter().map(|one| one.setting.to_vec()).collect();
        let mean = Function::new(terms, &rows, start, near);
        let terms = terms.clone();
        let model = Model {
            terms,
            goal,
            smooth,
            start,
            rows,
            places,
            settings,
            rounds,
            response,
            variances,
            luck,
            covariance,
            mean,
        };
        Fitted { model, likelihood, logits }
    }

    /// What the smooth function is like.
    pub(super) fn smooth(&self) -> Smooth {
        self.smooth
    }

    /// The mean of what the function may be.
    pub(super) fn mean(&self) -> &Function {
        &self.mean
    }

    /// The value of a setting by a function, in logits.
    pub(super) fn value_by(&self, function: &Function, setting: &[f64]) -> f64 {
        let place = self.terms.place(setting);
        let near = if self.smooth.amplitude > 0.0 { function.near.as_slice() } else { &[] };
        let near = near.iter().zip(&self.places).map(|(near, other)| near * self.smooth.covariance(&place, other));
        function.value(&self.terms.row(setting), &place) + near.sum::<f64>()
    }

    /// How good a setting is by a function, in logits.
    pub(super) fn worth_by(&self, function: &Function, setting: &[f64]) -> f64 {
        self.goal.worth(self.value_by(function, setting))
    }

    /// The value of a setting, in logits, with the deviation.
    pub(super) fn value(&self, setting: &[f64]) -> (f64, f64) {
        let (row, place) = (self.terms.row(setting), self.terms.place(setting));
        let with: Vec<f64> = self
            .rows
            .iter()
            .zip(&self.places)
            .map(|(other, there)| dot(&row, other) + self.smooth.covariance(&place, there))
            .collect();
        let own = dot(&row, &row) + self.smooth.covariance(&place, &place);
        let variance = own - dot(&with, &self.covariance.solve(&with));
        (self.value_by(&self.mean, setting), variance.max(0.0).sqrt())
    }

    /// A function that is so many times as far from the mean as one that is drawn from what is known.
    pub(super) fn draw_wide(&self, rng: &mut impl Rng, times: f64) -> Function {
        let mut drawn = self.draw(rng);
        let stretch = |all: &mut [f64], means: &[f64]| {
            all.iter_mut().zip(means).for_each(|(value, mean)| *value = mean + times * (*value - mean));
        };
        stretch(&mut drawn.coefficients, &self.mean.coefficients);
        stretch(&mut drawn.near, &self.mean.near);
        drawn.scale *= times;
        drawn
    }

    /// A function as it may be.
    pub(super) fn draw(&self, rng: &mut impl Rng) -> Function {
        let mut normal = || normal::upper_quantile(rng.random::<f64>().clamp(1e-12, 1.0 - 1e-12));
        let drawn: Vec<f64> = self.terms.terms.iter().map(|_| normal()).collect();
        let luck: Vec<f64> = self.luck.iter().map(|variance| variance.sqrt() * normal()).collect();
        let prior = Function {
            start: 0.0,
            coefficients: drawn.clone(),
            near: Vec::new(),
            waves: self.draw_waves(&mut normal),
            scale: self.smooth.amplitude * (2.0 / WAVES as f64).sqrt(),
        };
        let mut missing = Vec::with_capacity(self.rows.len());
        for idx in 0..self.rows.len() {
            let there = prior.value(&self.rows[idx], &self.places[idx]);
            let noise = luck[self.rounds[idx]] + self.variances[idx].sqrt() * normal();
            missing.push(self.response[idx] - there - noise);
        }
        let near = self.covariance.solve(&missing);
        let put_right = Function::new(&self.terms, &self.rows, self.start, near);
        let coefficients = put_right.coefficients.iter().zip(&drawn).map(|(one, other)| one + other).collect();
        Function { coefficients, waves: prior.waves, scale: prior.scale, ..put_right }
    }

    /// Waves of random frequencies, which together are a smooth function.
    fn draw_waves(&self, normal: &mut impl FnMut() -> f64) -> Vec<(Vec<f64>, f64)> {
        let count = if self.smooth.amplitude == 0.0 { 0 } else { WAVES };
        let mut wave = |_| {
            let frequencies = self.places[0].iter().map(|_| normal() / self.smooth.length).collect();
            (frequencies, normal::cdf(normal()) * TAU)
        };
        (0..count).map(&mut wave).collect()
    }

    /// The best setting by a function that is found from here by changing one option at a time, each by so much at most.
    pub(super) fn climb(&self, function: &Function, space: &Space, start: &[f64], within: f64) -> (f64, Setting) {
        let mut here = space.snapped(start);
        let begin = here.clone();
        let mut value = self.worth_by(function, &here);
        let mut reach = within.min(1.0);
        while reach > 0.02 {
            let before = value;
            for option in 0..here.len() {
                if !space.is_active(option, &here) {
                    continue;
                }
                let tries: Vec<f64> = if let Some(count) = self.terms.counts[option] {
                    (0..count).map(|value| value as f64).collect()
                } else {
                    let (least, most) = ((begin[option] - within).max(-1.0), (begin[option] + within).min(1.0));
                    let place = |idx: usize| here[option] + reach * on_range(idx, PLACES);
                    (0..PLACES).map(|idx| place(idx).clamp(least, most)).collect()
                };
                for coordinate in tries {
                    let mut there = here.clone();
                    there[option] = coordinate;
                    let there = space.snapped(&there);
                    let at = self.worth_by(function, &there);
                    if at > value {
                        (value, here) = (at, there);
                    }
                }
            }
            if value <= before + 1e-6 {
                reach /= 4.0;
            }
        }
        (value, here)
    }
}

impl Smooth {
    fn covariance(self, one: &[f64], other: &[f64]) -> f64 {
        if self.amplitude == 0.0 {
            return 0.0;
        }
        let squares: f64 = one.iter().zip(other).map(|(one, other)| (one - other) * (one - other)).sum();
        self.amplitude * self.amplitude * libm::exp(-squares / (2.0 * self.length * self.length))
    }
}

impl Function {
    /// The value without what is near settings that were played.
    fn value(&self, row: &[f64], place: &[f64]) -> f64 {
        let waves: f64 = self.waves.iter().map(|(frequencies, phase)| libm::cos(dot(frequencies, place) + phase)).sum();
        self.start + dot(&self.coefficients, row) + self.scale * waves
    }

    fn new(terms: &Terms, rows: &[Vec<f64>], start: f64, near: Vec<f64>) -> Function {
        let mut coefficients = vec![0.0; terms.terms.len()];
        for (row, near) in rows.iter().zip(&near) {
            coefficients.iter_mut().zip(row).for_each(|(sum, value)| *sum += near * value);
        }
        Function { start, coefficients, near, waves: Vec::new(), scale: 0.0 }
    }
}

/// The place with this number among so many from -1 to 1.
fn on_range(idx: usize, count: usize) -> f64 {
    2.0 * idx as f64 / (count - 1) as f64 - 1.0
}
