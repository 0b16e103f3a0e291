//! Adjusted figures are unbiased and their intervals cover, whatever the values are: seeded tournaments against the mean of
//! all of them, also with values that are useless, wrong or hostile.
//!
//! The long form, of 2,000 tournaments of 2 to 5 players in each game, which takes hours and goes on where it stopped when it
//! is started again with the same folder:
//! `RIVERLAB_UNBIASED=1 RIVERLAB_UNBIASED_KEEP=DIR cargo test --release -p riverlab-arena --lib -- luck::unbiased`;
//! `RIVERLAB_UNBIASED_DEALS` is the number of deals of each, `RIVERLAB_UNBIASED` another number of tournaments with each number
//! of players.

use std::fs::{self, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::ops::{Range, RangeInclusive};
use std::path::Path;
use std::sync::Mutex;

use rayon::prelude::*;
use riverlab_bots::{Bot, Evaluate, SearchRng, registry};
use riverlab_engine::games::carcassonne::Carcassonne;
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::games::toy::Dice;
use riverlab_engine::{GameRules, Modify, Seat};
use serde::{Deserialize, Serialize};

use crate::luck::observed_games::play;
use crate::luck::observer::{LuckObserver, LuckValues};
use crate::luck::values::PositionValues;
use crate::plan::{Plan, Request};
use crate::schedule::Next;
use crate::stats::control_variates::AdjustedMean;
use crate::table::GameTable;
use crate::tally::Results;
use crate::tally::luck::{LuckLog, SeatLuck};

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

/// Values of all kinds, one kind after the other, and each for all seats.
struct TestValues<G: Evaluate> {
    own: PositionValues<G>,
    moves: Vec<G::Move>,
}

impl<G: Evaluate> TestValues<G> {
    /// Where the numbers of this kind are.
    fn range(&self, kind: usize, players: usize) -> Range<usize> {
        let own = players * self.own.variates();
        if kind == 0 { 0..own } else { own + (kind - 1) * players..own + kind * players }
    }
}

impl<G: Evaluate> LuckValues<G> for TestValues<G> {
    fn variates(&self) -> usize {
        self.own.variates() + KINDS.len() - 1
    }

    fn write(&mut self, state: &G, rng: &mut SearchRng, values: &mut [f64]) {
        let players = state.n_players();
        let points = state.evaluate();
        let mut position = DefaultHasher::new();
        state.turn().hash(&mut position);
        Seat::all(players).for_each(|seat| points[seat].to_bits().hash(&mut position));
        state.legal_moves(&mut self.moves);
        self.moves.hash(&mut position);
        for (idx, kind) in KINDS.into_iter().enumerate() {
            let values = &mut values[self.range(idx, players)];
            if kind == Kind::Own {
                self.own.write(state, rng, values);
                continue;
            }
            for (seat, value) in Seat::all(players).zip(values) {
                let mut hasher = position.clone();
                seat.hash(&mut hasher);
                let drawn = hasher.finish() % 1_000;
                *value = match kind {
                    Kind::Own | Kind::Constant => 7.5,
                    Kind::Random => drawn as f64,
                    Kind::Negated => -points[seat],
                    Kind::Hostile if drawn == 0 => 1e6,
                    Kind::Hostile => points[seat] / 1e3,
                };
            }
        }
    }
}

/// The figures of one tournament: share and score of the first bot, how often it ends above the second, by how many points;
/// raw and adjusted by values of each kind.
#[derive(Serialize, Deserialize)]
struct Study {
    seed: u64,
    raw: [f64; 4],
    adjusted: Vec<[Adjusted; 4]>,
}

/// An adjusted figure with its interval; `raw` if it is the raw one after all.
#[derive(Serialize, Deserialize)]
struct Adjusted {
    mean: f64,
    lo: f64,
    hi: f64,
    raw: bool,
}

impl From<AdjustedMean> for Adjusted {
    fn from(figure: AdjustedMean) -> Adjusted {
        Adjusted { mean: figure.mean.mean, lo: figure.mean.lo, hi: figure.mean.hi, raw: figure.is_raw() }
    }
}

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    /// Bots of which some hardly lose a game.
    Uneven,
    /// Bots that are nearly as strong as each other.
    Even,
}

impl Field {
    fn bots(self) -> [&'static str; 5] {
        match self {
            Field::Uneven => ["greedy:eval=hand", "random", "greedy:eval=hand", "random", "random"],
            Field::Even => {
                ["mcts:sims=4", "mcts:sims=4,rollout=mast", "mcts:sims=5", "mcts:sims=5,rollout=mast", "mcts:sims=6"]
            }
        }
    }
}

fn study<G: Evaluate + Modify>(field: Field, players: usize, deals: u64, seed: u64) -> Study {
    let rules = GameRules::standard();
    let specs: Vec<_> = field.bots()[..players].iter().map(|text| text.parse().expect("a spec")).collect();
    let table = GameTable::<G>::standard();
    let plan = Plan::new(Request::tournament(players, specs.clone(), deals, seed), &table).expect("a plan");
    let mut bots: Vec<Box<dyn Bot<G>>> = specs.iter().map(|spec| registry::build(spec).expect("a bot")).collect();
    let mut observer =
        LuckObserver::new(TestValues::<G> { own: PositionValues::new(rules, players), moves: Vec::new() }, seed);
    let games_per_deal = plan.request.schedule_spec().games_per_deal().expect("few");
    let mut logs: [LuckLog; KINDS.len()] = std::array::from_fn(|kind| {
        LuckLog::new(games_per_deal, vec![1.0; observer.values().range(kind, players).len() / players])
    });
    let (mut results, mut schedule) = (Results::new(&plan, &table), plan.schedule());
    while let Next::Game(game) = schedule.next_game() {
        observer.begin(game.deal, players);
        let result = play(rules, seed, &game, &mut bots, |state, mv| observer.before(state, mv));
        for (kind, log) in logs.iter_mut().enumerate() {
            let (luck, range) = (observer.luck(), observer.values().range(kind, players));
            log.add(&game, &result, SeatLuck { sums: &luck.sums[range.clone()], variances: &luck.variances[range] });
        }
        let _ = results.add(&game, &result, &[]);
    }
    let adjusted = logs.iter().map(|log| adjusted_figures(&mut results, log).map(Adjusted::from)).collect();
    Study { seed, raw: raw_figures(&results), adjusted }
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

/// What tournaments have shown of one figure and one kind of values.
#[derive(Clone, Copy, Default)]
struct Shown {
    tournaments: f64,
    /// The adjusted figures less the raw ones, of which the mean is the truth, and the variance of this sum.
    shift: f64,
    variance: f64,
    /// How many intervals hold the truth, and how many figures were adjusted.
    covered: f64,
    adjusted: usize,
}

/// Figures by kind of values.
type All = [[Shown; 4]; KINDS.len()];

/// Plays so many tournaments. In a folder that keeps them, one file for each table, those that are there are not played again.
fn studies<G: Evaluate + Modify>(field: Field, players: usize, deals: u64, tournaments: u64) -> Vec<Study> {
    let Some(folder) = std::env::var_os("RIVERLAB_UNBIASED_KEEP") else {
        return (1..=tournaments).into_par_iter().map(|seed| study::<G>(field, players, deals, seed)).collect();
    };
    let file = match field {
        Field::Uneven => format!("{}-{players}-{deals}.jsonl", G::NAME),
        Field::Even => format!("{}-even-{players}-{deals}.jsonl", G::NAME),
    };
    let path = Path::new(&folder).join(file);
    let kept = fs::read_to_string(&path).unwrap_or_default();
    // A line that was cut off is played again.
    let mut all: Vec<Study> = kept.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    all.retain(|study| study.seed <= tournaments);
    let file = Mutex::new(OpenOptions::new().create(true).append(true).open(&path).expect("a file in that folder"));
    if !kept.is_empty() && !kept.ends_with('\n') {
        file.lock().expect("not poisoned").write_all(b"\n").expect("a disk with room");
    }
    let missing = (1..=tournaments).filter(|seed| all.iter().all(|study| study.seed != *seed)).collect::<Vec<u64>>();
    let new = missing.into_par_iter().map(|seed| {
        let study = study::<G>(field, players, deals, seed);
        let line = serde_json::to_string(&study).expect("numbers") + "\n";
        file.lock().expect("not poisoned").write_all(line.as_bytes()).expect("a disk with room");
        study
    });
    all.extend(new.collect::<Vec<Study>>());
    all.sort_by_key(|study| study.seed);
    all
}

/// Plays so many tournaments. All together are one that is far larger than each: its raw figures are the truth that adjusted
/// ones must not be shifted from. How often intervals hold the truth is asked of its figures as they are adjusted by the
/// values that are used: where nearly all variance is luck, the raw ones are not precise enough to ask it of.
fn add<G: Evaluate + Modify>(all: &mut All, field: Field, players: usize, deals: u64, tournaments: u64) {
    let studies = studies::<G>(field, players, deals, tournaments);
    let count = tournaments as f64;
    for figure in 0..4 {
        let truth = studies.iter().map(|study| study.adjusted[0][figure].mean).sum::<f64>() / count;
        for (kind, shown) in all.iter_mut().enumerate() {
            let shown = &mut shown[figure];
            let adjusted = || studies.iter().map(|study| &study.adjusted[kind][figure]);
            let shifts: Vec<f64> =
                studies.iter().zip(adjusted()).map(|(study, adjusted)| adjusted.mean - study.raw[figure]).collect();
            let shift = shifts.iter().sum::<f64>();
            let squares = shifts.iter().map(|one| (one - shift / count).powi(2)).sum::<f64>();
            shown.tournaments += count;
            shown.shift += shift;
            shown.variance += squares * count / (count - 1.0);
            shown.covered += adjusted().filter(|one| one.lo <= truth && truth <= one.hi).count() as f64;
            shown.adjusted += adjusted().filter(|one| !one.raw).count();
        }
    }
}

/// Checks tournaments of a game with each of these numbers of players, so many of each; returns how many figures were
/// adjusted, by kind of values.
fn check<G: Evaluate + Modify>(
    field: Field,
    players: RangeInclusive<usize>,
    deals: u64,
    tournaments: u64,
) -> [usize; KINDS.len()] {
    let mut all = All::default();
    for players in players {
        add::<G>(&mut all, field, players, deals, tournaments);
    }
    let mut faults = Vec::new();
    let covered = |shown: &Shown| shown.covered / shown.tournaments;
    // Values that are all the same leave every figure as it is.
    let raw = all[1].map(|shown| covered(&shown));
    for (kind, values) in KINDS.iter().enumerate() {
        for (figure, shown) in all[kind].iter().enumerate() {
            let error = shown.variance.sqrt();
            let z = if error == 0.0 { 0.0 } else { shown.shift / error };
            let (covered, adjusted) = (covered(shown), shown.adjusted);
            let text = format!(
                "{} {field:?} {values:?}, figure {figure}: z {z:.2}, covered {covered:.4}, {adjusted} adjusted",
                G::NAME
            );
            println!("{text}");
            let allowed = 4.0 * (0.95 * 0.05 / shown.tournaments).sqrt();
            if z.abs() > 3.5 || !(0.95 - allowed..=raw[figure].max(MOST_COVERED) + allowed).contains(&covered) {
                faults.push(text);
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    std::array::from_fn(|kind| all[kind].iter().map(|shown| shown.adjusted).sum())
}

/// Intervals of means between limits are a little too wide for few deals, and wider where hardly a game is lost: adjusted ones
/// hold the truth no more often than the raw ones.
const MOST_COVERED: f64 = 0.965;

/// How many tournaments of each number of players, in the long form, which takes hours and is asked for by a name of its own:
/// 2,000 of each game.
fn scaled(quick: u64) -> u64 {
    match std::env::var("RIVERLAB_UNBIASED") {
        Ok(count) if count != "1" => count.parse().expect("a number of tournaments"),
        Ok(_) => 500,
        Err(_) => quick,
    }
}

/// How many deals there are in each: so many in the long form, or as many as are asked for.
fn deals(quick: u64, long: u64) -> u64 {
    if std::env::var_os("RIVERLAB_UNBIASED").is_none() {
        return quick;
    }
    std::env::var("RIVERLAB_UNBIASED_DEALS").map_or(long, |deals| deals.parse().expect("a number of deals"))
}

fn most_players(quick: usize) -> usize {
    if std::env::var_os("RIVERLAB_UNBIASED").is_some() { 5 } else { quick }
}

fn check_dice(field: Field) {
    let tournaments = scaled(24);
    let adjusted = check::<Dice>(field, 2..=most_players(3), deals(40, 100), tournaments);
    assert!(adjusted[0] as u64 > 6 * tournaments, "{adjusted:?}");
    assert!(adjusted[1] == 0 && adjusted[2] < adjusted[0] / 10, "{adjusted:?}");
}

fn check_the_river(field: Field) {
    check::<TheRiver>(field, 2..=most_players(2).min(4), deals(30, 100), scaled(12));
}

fn check_river_dragons(field: Field) {
    check::<RiverDragons>(field, 2..=most_players(2), deals(30, 100), scaled(12));
}

fn check_slow<G: Evaluate + Modify>(field: Field) {
    check::<G>(field, 2..=most_players(2), deals(30, 30), scaled(4));
}

#[test]
fn dice_are_adjusted_without_bias() {
    check_dice(Field::Uneven);
}

#[test]
fn dice_of_even_bots_are_adjusted_without_bias() {
    check_dice(Field::Even);
}

#[test]
fn the_river_is_adjusted_without_bias() {
    check_the_river(Field::Uneven);
}

#[test]
fn the_river_of_even_bots_is_adjusted_without_bias() {
    check_the_river(Field::Even);
}

#[test]
fn river_dragons_is_adjusted_without_bias() {
    check_river_dragons(Field::Uneven);
}

#[test]
fn river_dragons_of_even_bots_is_adjusted_without_bias() {
    check_river_dragons(Field::Even);
}

#[test]
fn rio_grande_is_adjusted_without_bias() {
    check_slow::<RioGrande>(Field::Uneven);
}

#[test]
fn rio_grande_of_even_bots_is_adjusted_without_bias() {
    check_slow::<RioGrande>(Field::Even);
}

#[test]
fn carcassonne_is_adjusted_without_bias() {
    check_slow::<Carcassonne>(Field::Uneven);
}

#[test]
fn carcassonne_of_even_bots_is_adjusted_without_bias() {
    check_slow::<Carcassonne>(Field::Even);
}
