//! Adjusted figures are unbiased and their intervals cover, whatever the values are: seeded tournaments against the mean of
//! all of them, also with values that are useless, wrong or hostile.
//!
//! The long form, of 2,000 tournaments of 2 to 5 players in each game:
//! `RIVERLAB_UNBIASED=1 cargo test --release -p riverlab-arena --lib -- luck::unbiased`.

use std::hash::{DefaultHasher, Hash, Hasher};

use rayon::prelude::*;
use riverlab_bots::{Bot, Evaluate, SearchRng, registry};
use riverlab_engine::games::carcassonne::Carcassonne;
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::games::toy::Dice;
use riverlab_engine::{GameRules, Seat};

use crate::luck::observer::{LuckObserver, LuckValues};
use crate::luck::values::PositionValues;
use crate::plan::{Plan, Request};
use crate::play::game_loop::play_game;
use crate::run::results::Results;
use crate::schedule::Next;
use crate::stats::control_variates::AdjustedMean;
use crate::stats::luck::{LuckLog, SeatLuck};

/// What values are like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Those that are used.
    Own,
    /// The same for all positions.
    Constant,
    /// Drawn for each position.
    Random,
    /// The points of a player less twice as many: wrong in their sign.
    Negated,
    /// Next to nothing, but a million for few positions.
    Hostile,
}

const KINDS: [Kind; 5] = [Kind::Own, Kind::Constant, Kind::Random, Kind::Negated, Kind::Hostile];

struct TestValues<G: Evaluate> {
    kind: Kind,
    own: PositionValues<G>,
}

impl<G: Evaluate> LuckValues<G> for TestValues<G> {
    fn variates(&self) -> usize {
        if self.kind == Kind::Own { self.own.variates() } else { 1 }
    }

    fn write(&mut self, state: &G, rng: &mut SearchRng, values: &mut [f64]) {
        if self.kind == Kind::Own {
            return self.own.write(state, rng, values);
        }
        let points = state.evaluate();
        for (seat, value) in Seat::all(state.n_players()).zip(values) {
            let mut hasher = DefaultHasher::new();
            (format!("{state:?}"), seat).hash(&mut hasher);
            let drawn = hasher.finish() % 1_000;
            *value = match self.kind {
                Kind::Own | Kind::Constant => 7.5,
                Kind::Random => drawn as f64,
                Kind::Negated => -points[seat],
                Kind::Hostile if drawn == 0 => 1e6,
                Kind::Hostile => points[seat] / 1e3,
            };
        }
    }
}

/// The figures of one tournament: share and score of the first bot, how often it ends above the second, by how many points;
/// raw and adjusted by values of each kind.
struct Study {
    raw: [f64; 4],
    adjusted: Vec<[AdjustedMean; 4]>,
}

const BOTS: [&str; 5] = ["greedy:eval=hand", "random", "greedy:eval=hand", "random", "random"];

fn study<G: Evaluate>(players: usize, deals: u64, seed: u64) -> Study {
    let rules = GameRules::standard();
    let specs: Vec<_> = BOTS[..players].iter().map(|text| text.parse().expect("a spec")).collect();
    let plan = Plan::new::<G>(Request::tournament(players, specs.clone(), deals, seed), rules).expect("a plan");
    let mut bots: Vec<Box<dyn Bot<G>>> = specs.iter().map(|spec| registry::build(spec).expect("a bot")).collect();
    let values = |kind| TestValues { kind, own: PositionValues::<G>::new(rules, players) };
    let mut observers: Vec<_> = KINDS.iter().map(|&kind| LuckObserver::new(values(kind), seed)).collect();
    let games_per_deal = plan.request.schedule_spec().games_per_deal().expect("few");
    let log = |observer: &LuckObserver<G, TestValues<G>>| {
        LuckLog::new(games_per_deal, vec![1.0; observer.values().variates()])
    };
    let mut logs: Vec<LuckLog> = observers.iter().map(log).collect();
    let (mut results, mut schedule) = (Results::new::<G>(&plan, rules), plan.schedule());
    while let Next::Game(game) = schedule.next_game() {
        let mut seated: Vec<Option<&mut Box<dyn Bot<G>>>> = bots.iter_mut().map(Some).collect();
        let mut table: Vec<&mut dyn Bot<G>> = game
            .seats
            .iter()
            .map(|&bot| seated[usize::from(bot)].take().expect("one seat each").as_mut() as _)
            .collect();
        for observer in &mut observers {
            observer.begin(game.deal, players);
        }
        let played = play_game(rules, seed, game.deal, &mut table, |state, mv, _| {
            for observer in &mut observers {
                observer.before(state, mv);
            }
        });
        let (result, _) = played.expect("legal moves");
        for (log, observer) in logs.iter_mut().zip(&observers) {
            let luck = observer.luck();
            log.add(&game, &result, SeatLuck { sums: &luck.sums, variances: &luck.variances });
        }
        let _ = results.add(&game, &result, &[]);
    }
    Study { raw: raw_figures(&results), adjusted: logs.iter().map(|log| adjusted_figures(&mut results, log)).collect() }
}

fn raw_figures(results: &Results) -> [f64; 4] {
    let summary = &results.report().summary;
    let standing = summary.standings.iter().find(|line| line.bot == 0).expect("it plays");
    let pair = summary.pairs.iter().find(|pair| (pair.bot, pair.opponent) == (0, 1)).expect("they meet");
    [standing.share.mean, standing.scores.mean(), pair.above.mean, pair.score_difference.mean]
}

fn adjusted_figures(results: &mut Results, log: &LuckLog) -> [AdjustedMean; 4] {
    results.adjust(log);
    let luck = results.report().luck.as_ref().expect("it is adjusted");
    let standing = luck.standings.iter().find(|line| line.bot == 0).expect("it plays");
    let pair = luck.pairs.iter().find(|pair| (pair.bot, pair.opponent) == (0, 1)).expect("they meet");
    [standing.share, standing.score, pair.above, pair.score_difference]
}

/// Checks so many tournaments; returns how often figures were adjusted, by kind of values.
fn check<G: Evaluate>(players: usize, deals: u64, tournaments: u64) -> [usize; KINDS.len()] {
    let studies: Vec<Study> = (1..=tournaments).into_par_iter().map(|seed| study::<G>(players, deals, seed)).collect();
    let count = tournaments as f64;
    for figure in 0..4 {
        // All tournaments together are one that is far larger than each.
        let truth = studies.iter().map(|study| study.raw[figure]).sum::<f64>() / count;
        for (kind, values) in KINDS.iter().enumerate() {
            let text = format!("{} {players} {values:?}, figure {figure}", G::NAME);
            let means: Vec<f64> = studies.iter().map(|study| study.adjusted[kind][figure].mean.mean).collect();
            let shifts: Vec<f64> = studies.iter().zip(&means).map(|(study, mean)| mean - study.raw[figure]).collect();
            let shift = shifts.iter().sum::<f64>() / count;
            let error = (shifts.iter().map(|one| (one - shift).powi(2)).sum::<f64>() / (count * (count - 1.0))).sqrt();
            assert!(shift.abs() <= 3.5 * error + 1e-12, "{text}: {shift} ± {error}");
            let covers = |study: &&Study| {
                let interval = study.adjusted[kind][figure].mean;
                interval.lo <= truth && truth <= interval.hi
            };
            let covered = studies.iter().filter(covers).count() as f64 / count;
            let allowed = 4.0 * (0.95 * 0.05 / count).sqrt();
            assert!((0.94 - allowed..=0.975 + allowed).contains(&covered), "{text}: {covered}");
        }
    }
    std::array::from_fn(|kind| {
        studies.iter().flat_map(|study| &study.adjusted[kind]).filter(|adjusted| !adjusted.is_raw()).count()
    })
}

/// The long form takes hours, and is asked for by a name of its own.
fn scaled<T>(quick: T, long: T) -> T {
    if std::env::var_os("RIVERLAB_UNBIASED").is_some() { long } else { quick }
}

#[test]
fn dice_are_adjusted_without_bias() {
    let tournaments = scaled(24, 2_000);
    for players in scaled(2..4, 2..6) {
        let adjusted = check::<Dice>(players, 40, tournaments);
        assert!(adjusted[0] as u64 > 3 * tournaments, "{adjusted:?}");
        assert!(adjusted[1] == 0 && adjusted[2] < adjusted[0] / 10, "{adjusted:?}");
    }
}

#[test]
fn all_other_games_are_adjusted_without_bias() {
    check::<RiverDragons>(2, 30, scaled(12, 2_000));
    for players in scaled(0..0, 2..6) {
        check::<RioGrande>(players, 30, 2_000);
        check::<Carcassonne>(players, 30, 2_000);
        check::<RiverDragons>(players, 30, 2_000);
        if players < 5 {
            check::<TheRiver>(players, 30, 2_000);
        }
    }
}
