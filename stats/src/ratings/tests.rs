//! Ratings against closed forms, the plain likelihood and simulated tournaments.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::data::{Detail, Placed, RatingData};
use super::davidson_luce::{davidson_luce, uniform};
use super::fit::{Model, PSEUDO, Weights};
use super::goodness::goodness;
use super::rating::{BotRating, ELO, Ratings, centre, rate};
use crate::interval::Interval;
use crate::long::{scaled, studied};

type Game = Vec<Placed>;

/// A game from the best player to the worst, each a bot, its position and how it finished.
fn game(players: &[(u16, u8, u8)]) -> Game {
    players.iter().map(|&(bot, start_order, rank)| Placed { bot, start_order, rank: f64::from(rank) }).collect()
}

fn data(bots: usize, players: usize, games: &[(u64, Game)]) -> RatingData {
    let mut data = RatingData::new(bots, players, 50, Detail::Rankings);
    for (deal, game) in games {
        data.add(*deal, game);
    }
    data
}

/// Centred parameters without a bootstrap.
fn fitted(data: &RatingData, pseudo: f64) -> Vec<f64> {
    let model = Model::new(data);
    let mut parameters = model.fit(Weights::plain(&model, pseudo)).parameters;
    centre(&mut parameters, &data.beaten.groups().members(), data.players);
    parameters.as_slice().to_vec()
}

fn near(seen: &[f64], expected: &[f64], tolerance: f64) {
    let all = seen.iter().zip(expected).all(|(seen, expected)| (seen - expected).abs() < tolerance);
    assert!(all && seen.len() == expected.len(), "{seen:?} is not {expected:?}");
}

fn normal(rng: &mut ChaCha8Rng) -> f64 {
    (-2.0 * libm::log(uniform(rng))).sqrt() * libm::cos(std::f64::consts::TAU * uniform(rng))
}

/// Games of a deal each, with random seats and ranks; ranks go up to `ranks`, so few of them make ties common.
fn random_games(bots: u64, players: u64, ranks: u64, count: u64, seed: u64) -> Vec<(u64, Game)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut seat = |start_order| ((rng.next_u64() % bots) as u16, start_order as u8, (rng.next_u64() % ranks) as u8);
    (0..count).map(|deal| (1 + deal, game(&(0..players).map(&mut seat).collect::<Vec<_>>()))).collect()
}

#[test]
fn the_vector_without_ties() {
    let orders = [[0, 1, 2], [0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 0, 1], [1, 2, 0], [0, 1, 2], [0, 1, 2]];
    let ranking = |order: [u16; 3]| game(&[(order[0], 0, 1), (order[1], 0, 2), (order[2], 0, 3)]);
    let games: Vec<_> = (1..).zip(orders.map(ranking)).collect();
    near(&fitted(&data(3, 1, &games), 1e-9), &[0.742_586, 0.012_397, -0.754_983, 0.0], 1e-6);
    near(&fitted(&data(3, 1, &games), PSEUDO), &[0.693_457, 0.010_270, -0.703_727, 0.0], 1e-6);
}

#[test]
fn two_players_without_ties_are_bradley_terry() {
    let mut games = Vec::new();
    for deal in 0..400 {
        let (winner, loser) = if deal % 4 == 0 { (1, 0) } else { (0, 1) };
        games.push((1 + deal, game(&[(winner, 0, 1), (loser, 1, 2)])));
        games.push((1 + deal, game(&[(loser, 0, 2), (winner, 1, 1)])));
    }
    near(&fitted(&data(2, 2, &games), 1e-6), &[libm::log(3.0) / 2.0, -libm::log(3.0) / 2.0, 0.0, 0.0], 1e-6);
    let ratings = rate(&data(2, 2, &games));
    let ahead = ratings.bots[0].elo.mean - ratings.bots[1].elo.mean;
    assert!((ahead - 190.85).abs() < 0.5, "{ahead}");
    assert_eq!((ratings.bots[0].rank.hi, ratings.bots[1].rank.lo), (1, 2));
}

#[test]
fn the_order_of_games_and_threads_do_not_matter() {
    let mut games = random_games(5, 4, 3, 300, 1);
    let expected = rate(&data(5, 4, &games));
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..3 {
        games.sort_by_cached_key(|_| rng.next_u64());
        for (_, game) in &mut games {
            game.rotate_left(1);
        }
        assert_eq!(rate(&data(5, 4, &games)), expected);
    }
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
        assert_eq!(pool.install(|| rate(&data(5, 4, &games))), expected);
    }
}

/// The log-likelihood, game by game, stage by stage, subset by subset, with pseudo-games and prior.
fn plain_likelihood(games: &[(u64, Game)], ties: &[usize], bots: usize, players: usize, parameters: &[f64]) -> f64 {
    let (strengths, rest) = parameters.split_at(bots);
    let (start_orders, deltas) = rest.split_at(players);
    let weight = |tied: &[Placed]| {
        let log = |player: &Placed| strengths[usize::from(player.bot)] + start_orders[usize::from(player.start_order)];
        let size = tied.len();
        let delta = if size == 1 { Some(0.0) } else { ties.iter().position(|&tie| tie == size).map(|idx| deltas[idx]) };
        delta.map_or(0.0, |delta| libm::exp(delta + tied.iter().map(log).sum::<f64>() / size as f64))
    };
    let mut sum: f64 =
        strengths.iter().map(|x| -PSEUDO * (libm::log(1.0 + libm::exp(*x)) + libm::log(1.0 + libm::exp(-x)))).sum();
    sum -= rest.iter().map(|x| x * x / 200.0).sum::<f64>();
    for (_, game) in games {
        let mut left = game.clone();
        while !left.is_empty() {
            let best = left.iter().map(|player| player.rank).fold(f64::INFINITY, f64::min);
            let subset = |mask: u32| (0..left.len()).filter(|idx| mask >> idx & 1 == 1).map(|idx| left[idx]).collect();
            let total: f64 = (1..1_u32 << left.len()).map(|mask| weight(&subset(mask) as &Vec<Placed>)).sum();
            let tied: Game = left.iter().filter(|player| player.rank == best).copied().collect();
            sum += if left.len() == 1 { 0.0 } else { libm::log(weight(&tied) / total) };
            left.retain(|player| player.rank > best);
        }
    }
    sum
}

#[test]
fn the_fit_is_the_maximum_of_the_plain_likelihood() {
    for (bots, players, ranks) in [(3, 2, 2), (4, 3, 3), (4, 4, 9), (5, 5, 4), (3, 6, 3), (1, 3, 3), (9, 2, 5)] {
        let games = random_games(bots, players, ranks, 40, bots * players);
        let (bots, players) = (bots as usize, players as usize);
        let data = data(bots, players, &games);
        let model = Model::new(&data);
        let parameters = model.fit(Weights::plain(&model, PSEUDO)).parameters.as_slice().to_vec();
        let likelihood = |moved: &[f64]| plain_likelihood(&games, &model.ties, bots, players, moved);
        for idx in 0..parameters.len() {
            let moved = |by: f64| {
                let mut moved = parameters.clone();
                moved[idx] += by;
                likelihood(&moved)
            };
            let (down, here, up) = (moved(-1e-3), likelihood(&parameters), moved(1e-3));
            let off = (up - down) / (2.0 * here.mul_add(2.0, -up - down)) * 1e-3;
            assert!(
                down < here && up < here && off.abs() < 1e-6,
                "{bots} of {players}: parameter {idx} is off by {off}"
            );
        }
    }
}

/// Deal by deal every line-up of different bots in every rotation: the deal, and the bot of each seat.
fn rotated_games(bots: u16, players: usize, deals: u64) -> impl Iterator<Item = (u64, Vec<u16>)> {
    let members = |set: u32| (0..bots).filter(|&bot| set >> bot & 1 == 1).collect::<Vec<u16>>();
    let mut lineups: Vec<_> = (0..1 << bots).map(members).filter(|lineup| lineup.len() == players).collect();
    lineups.sort_unstable();
    let rotated = |lineup: &Vec<u16>, rotation: usize| [&lineup[rotation..], &lineup[..rotation]].concat();
    let games: Vec<Vec<u16>> =
        lineups.iter().flat_map(|lineup| (0..players).map(move |rotation| rotated(lineup, rotation))).collect();
    (1..=deals).flat_map(move |deal| games.clone().into_iter().map(move |seats| (deal, seats)))
}

#[test]
fn known_parameters_are_recovered() {
    let (strengths, start_orders, delta) = ([0.5, 0.0, -0.5, 0.0], [0.3, 0.0, -0.3], 0.4_f64);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let games: Vec<_> = rotated_games(4, 3, 3_000)
        .map(|(deal, bots)| {
            let seats: Vec<_> = bots.into_iter().zip(0..).collect();
            (deal, game(&davidson_luce(&strengths, &start_orders, delta, &seats, &mut rng)))
        })
        .collect();
    let expected = [&strengths[..], &start_orders[..], &[libm::log(delta)]].concat();
    near(&fitted(&data(4, 3, &games), PSEUDO), &expected, 0.04);
    let ratings = rate(&data(4, 3, &games));
    assert_eq!(
        ratings.bots.iter().map(|bot| (bot.rank.lo, bot.rank.hi)).collect::<Vec<_>>(),
        [(1, 1), (2, 3), (4, 4), (2, 3)]
    );
    assert_eq!(ratings.ties[0].size, 2);
    assert!((ratings.ties[0].weight.mean - delta).abs() < 0.02);
}

/// Finite ratings within their intervals, of which only separated bots or positions have infinite ends.
fn check_finite(ratings: &Ratings) {
    let ties = ratings.ties.iter().map(|tie| &tie.weight);
    for interval in ratings.bots.iter().map(|bot| &bot.elo).chain(&ratings.start_orders).chain(ties) {
        assert!(interval.mean.is_finite() && !interval.lo.is_nan() && !interval.hi.is_nan(), "{ratings:?}");
        assert!(interval.lo <= interval.mean && interval.mean <= interval.hi, "{ratings:?}");
    }
}

fn many(deals: u64, games: &[Game]) -> Vec<(u64, Game)> {
    (1..=deals).flat_map(|deal| games.iter().map(move |game| (deal, game.clone()))).collect()
}

#[test]
fn a_bot_that_always_wins_is_far_ahead_and_uncertain() {
    let games = many(100, &[game(&[(0, 0, 1), (1, 1, 2)]), game(&[(0, 1, 1), (1, 0, 2)])]);
    let ratings = rate(&data(2, 2, &games));
    check_finite(&ratings);
    assert!(ratings.separated && ratings.groups == 1);
    assert!(ratings.bots[0].elo.mean > 400.0 && ratings.bots[0].elo.hi - ratings.bots[0].elo.lo > 200.0, "{ratings:?}");
    assert_eq!(ratings.bots[1].elo.mean, -ratings.bots[0].elo.mean);
}

#[test]
fn ties_alone_make_equals() {
    for bots in 1..=3 {
        let tie: Vec<_> = (0..3).map(|start_order| (u16::from(start_order) % bots, start_order, 1)).collect();
        let ratings = rate(&data(usize::from(bots), 3, &many(30, &[game(&tie)])));
        check_finite(&ratings);
        assert!(!ratings.separated);
        assert!(ratings.bots.iter().all(|bot| bot.elo.mean.abs() < 1e-6));
        assert_eq!(ratings.ties.iter().map(|tie| tie.size).collect::<Vec<_>>(), [3]);
        assert!(ratings.ties[0].weight.mean > 100.0);
        assert!(ratings.ties[0].weight.lo > 0.0 && ratings.ties[0].weight.hi.is_finite());
    }
}

#[test]
fn self_play_shows_the_effect_of_places_alone() {
    let rotation = [game(&[(0, 0, 1), (0, 1, 2)]), game(&[(0, 1, 1), (0, 0, 2)]), game(&[(0, 0, 1), (0, 1, 2)])];
    let games: Vec<_> = (1..=90).map(|deal| (deal, rotation[deal as usize % 3].clone())).collect();
    let ratings = rate(&data(1, 2, &games));
    assert_eq!(ratings.bots[0].elo, Interval { mean: 0.0, lo: 0.0, hi: 0.0 });
    near(
        &[ratings.start_orders[0].mean, ratings.start_orders[1].mean],
        &[ELO * libm::log(2.0) / 2.0, -ELO * libm::log(2.0) / 2.0],
        0.1,
    );
    assert!(ratings.start_orders[0].lo > 0.0);
    let always = rate(&data(1, 2, &many(100, &rotation[..1])));
    check_finite(&always);
    assert!(always.start_orders[0].lo > 200.0);
}

#[test]
fn bots_that_never_met_are_not_compared() {
    let rotations =
        |a, b| [game(&[(a, 0, 1), (b, 1, 2)]), game(&[(a, 1, 1), (b, 0, 2)]), game(&[(b, 0, 1), (a, 1, 2)])];
    let games = many(60, &[rotations(0, 3), rotations(4, 1)].concat());
    let ratings = rate(&data(6, 2, &games));
    check_finite(&ratings);
    assert_eq!(ratings.bots.iter().map(|bot| bot.group).collect::<Vec<_>>(), [0, 1, 2, 0, 1, 3]);
    assert_eq!((ratings.groups, ratings.separated), (4, false));
    let met = [0, 1, 3, 4].map(|bot| ratings.bots[bot].elo);
    assert!(met.iter().all(|elo| elo.lo.is_finite() && elo.hi.is_finite()), "{met:?}");
    for (bot, rank) in [(0, 1), (1, 2), (2, 1), (3, 2), (4, 1), (5, 1)] {
        assert_eq!((ratings.bots[bot].rank.lo, ratings.bots[bot].rank.hi), (rank, rank));
    }
    near(&[ratings.bots[0].elo.mean + ratings.bots[3].elo.mean, ratings.bots[5].elo.mean], &[0.0, 0.0], 1e-9);
}

#[test]
fn one_deal_has_no_intervals() {
    let games = random_games(3, 3, 4, 20, 4).into_iter().map(|(_, game)| (7, game)).collect::<Vec<_>>();
    for games in [&games[..], &games[..0]] {
        let ratings = rate(&data(3, 3, games));
        let intervals = ratings.bots.iter().map(|bot| bot.elo).chain(ratings.start_orders);
        assert!(intervals.clone().all(|interval| interval.mean.is_finite()));
        assert!(intervals.clone().all(|interval| (interval.lo, interval.hi) == (f64::NEG_INFINITY, f64::INFINITY)));
        let last = if games.is_empty() { 1 } else { 3 };
        assert!(ratings.bots.iter().all(|bot| (bot.rank.lo, bot.rank.hi) == (1, last)));
    }
}

/// Tournaments in which a player's score is strength + effect of the position + luck of its seat in the deal + noise, rounded
/// to make ties. The model is not quite true of them.
struct Tournament {
    strengths: &'static [f64],
    start_orders: &'static [f64],
}

impl Tournament {
    fn play(&self, deals: u64, groups: usize, seed: u64) -> RatingData {
        let (bots, players) = (self.strengths.len(), self.start_orders.len());
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut data = RatingData::new(bots, players, groups, Detail::Rankings);
        let (mut last, mut luck) = (0, Vec::new());
        for (deal, seats) in rotated_games(bots as u16, players, deals) {
            if deal != last {
                last = deal;
                luck = (0..players).map(|_| normal(&mut rng)).collect();
            }
            let seated = seats.into_iter().enumerate().map(|(start_order, bot)| {
                let score = self.strengths[usize::from(bot)]
                    + self.start_orders[start_order]
                    + luck[start_order]
                    + normal(&mut rng);
                Placed { bot, start_order: start_order as u8, rank: -(score * 2.0).round() }
            });
            data.add(deal, &seated.collect::<Vec<_>>());
        }
        data
    }

    /// The shares of bots' and positions' intervals that hold the truth, and of tournaments in which all rank intervals do.
    fn coverage(&self, deals: u64, runs: u64) -> [f64; 3] {
        let truth = fitted(&self.play(8_000, 1, 0), PSEUDO);
        let (bots, start_orders) = (self.strengths.len(), self.start_orders.len());
        let mut held = [0.0; 3];
        for seed in 1..=runs {
            let ratings = rate(&self.play(deals, 100, seed));
            let holds =
                |interval: &Interval, idx: usize| interval.lo <= ELO * truth[idx] && ELO * truth[idx] <= interval.hi;
            held[0] += (0..bots).filter(|&bot| holds(&ratings.bots[bot].elo, bot)).count() as f64 / bots as f64;
            let held_places =
                (0..start_orders).filter(|&start_order| holds(&ratings.start_orders[start_order], bots + start_order));
            held[1] += held_places.count() as f64 / start_orders as f64;
            held[2] += f64::from(u8::from((0..bots).all(|bot| self.rank_holds(&ratings.bots[bot], bot))));
        }
        held.map(|held| held / runs as f64)
    }

    /// Whether every order of equal bots is within the interval.
    fn rank_holds(&self, rating: &BotRating, bot: usize) -> bool {
        let stronger = self.strengths.iter().filter(|&&other| other > self.strengths[bot]).count();
        let weaker = self.strengths.iter().filter(|&&other| other < self.strengths[bot]).count();
        rating.rank.lo <= 1 + stronger && rating.rank.hi >= self.strengths.len() - weaker
    }
}

/// A long run asks for less than what 200 tournaments leave to chance, on fixed seeds. With 40 tournaments a share of 0.95
/// has a standard error of 0.034, of the mean over the bots of a tournament of about 0.02: three of these are allowed.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let runs = scaled(40, 200);
    let [bots_off, places_off, ranks_off] = scaled([0.06, 0.08, 0.1], [0.02, 0.03, 0.02]);
    let tournaments: [(Tournament, u64); 3] = [
        (Tournament { strengths: &[0.2, 0.0, 0.0, -0.2], start_orders: &[0.2, 0.0] }, 30),
        (Tournament { strengths: &[0.0, 0.0, 0.0], start_orders: &[0.2, 0.0, -0.1] }, 100),
        (Tournament { strengths: &[0.3, 0.1, 0.1, 0.0, -0.4], start_orders: &[0.3, 0.2, 0.1, 0.0] }, 30),
    ];
    for (tournament, deals) in tournaments {
        let [bots, start_orders, ranks] = tournament.coverage(deals, runs);
        assert!((bots - 0.95).abs() < bots_off, "bots {bots}");
        assert!((start_orders - 0.95).abs() < places_off, "start_orders {start_orders}");
        assert!(ranks > 0.95 - ranks_off, "ranks {ranks}");
    }
}

/// How often the intervals of two bots and of two positions lie above and below what is true, where the better bot wins with
/// this share and the start player has an advantage.
fn misses(share: f64, deals: u64, runs: u32) -> [(f64, f64); 2] {
    const START: f64 = 0.3;
    let chance = |ahead: f64| 1.0 / (1.0 + libm::exp(-ahead));
    let mean_share = |ahead: f64| f64::midpoint(chance(ahead + 2.0 * START), chance(ahead - 2.0 * START));
    let (mut lo, mut hi) = (0.0, 20.0);
    for _ in 0..60 {
        let middle = f64::midpoint(lo, hi);
        if mean_share(middle) < share { lo = middle } else { hi = middle }
    }
    let ahead = f64::midpoint(lo, hi);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut counts = [(0, 0); 2];
    for _ in 0..runs {
        let mut games = Vec::new();
        for deal in 1..=deals {
            for first in [0, 1] {
                let start = if first == 0 { 2.0 * START } else { -2.0 * START };
                let won = uniform(&mut rng) < chance(ahead + start);
                let (rank, other) = if won { (1, 2) } else { (2, 1) };
                games.push((deal, game(&[(0, first, rank), (1, 1 - first, other)])));
            }
        }
        let mut data = RatingData::new(2, 2, 200, Detail::Rankings).of_deals(2);
        for (deal, game) in &games {
            data.add(*deal, game);
        }
        let ratings = rate(&data);
        let seen = [(ratings.bots[0].elo, ELO * ahead / 2.0), (ratings.start_orders[0], ELO * START)];
        for ((interval, truth), (above, below)) in seen.iter().zip(&mut counts) {
            *above += u32::from(*truth < interval.lo);
            *below += u32::from(*truth > interval.hi);
        }
    }
    counts.map(|(above, below)| (f64::from(above) / f64::from(runs), f64::from(below) / f64::from(runs)))
}

/// Lopsided contests too. Four standard errors are allowed.
#[test]
fn intervals_cover_lopsided_contests() {
    let (deals, runs) = studied((&[50][..], 100), (&[20, 200], 400));
    let allowed = |rate: f64| 4.0 * (rate * (1.0 - rate) / f64::from(runs)).sqrt();
    for share in [0.5, 0.8, 0.95, 0.98, 0.995] {
        for &deals in deals {
            for (what, (above, below)) in ["bots", "positions"].iter().zip(misses(share, deals, runs)) {
                let text = format!("{what}, share {share}, {deals} deals: {above} {below}");
                assert!(1.0 - above - below >= 0.94 - allowed(0.94), "{text}");
                assert!(above.max(below) <= 0.035 + allowed(0.035), "{text}");
            }
        }
    }
}

/// Three deals of four bots of which each beats all later ones: nothing bounds a strength from one side or the other.
#[test]
fn intervals_of_hardly_any_deals_end() {
    let mut games = Vec::new();
    for deal in 1..=3 {
        for (better, worse) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            games.push((deal, game(&[(better, 0, 1), (worse, 1, 2)])));
            games.push((deal, game(&[(worse, 0, 2), (better, 1, 1)])));
        }
    }
    let mut data = RatingData::new(4, 2, 50, Detail::Rankings).of_deals(12);
    for (deal, game) in &games {
        data.add(*deal, game);
    }
    let ratings = rate(&data);
    check_finite(&ratings);
    assert_eq!((ratings.bots[0].elo.hi, ratings.bots[3].elo.lo), (f64::INFINITY, f64::NEG_INFINITY));
}

/// Small tournaments of all kinds: with ties, separated, not connected, a bot at several positions.
#[test]
fn small_tournaments_end() {
    for seed in 0..scaled(150, 1_000) {
        let [bots, players, ranks] = [1 + seed % 5, 2 + seed / 5 % 3, 1 + seed / 15 % 4];
        let games = random_games(bots, players, ranks, 1 + seed / 60 % 12, seed);
        check_finite(&rate(&data(bots as usize, players as usize, &games)));
    }
}

/// Tournaments of the model in which games only say who won: all others have the same rank.
struct Winners {
    strengths: &'static [f64],
    start_orders: &'static [f64],
    delta: f64,
}

impl Winners {
    /// Whether the equal ranks behind the winners are known to be no ties.
    fn play(&self, deals: u64, detail: Detail, is_known: bool, rng: &mut ChaCha8Rng) -> RatingData {
        let (bots, players) = (self.strengths.len(), self.start_orders.len());
        let games_per_deal = rotated_games(bots as u16, players, 1).count() as u64;
        let data = RatingData::new(bots, players, 100, detail).of_deals(games_per_deal);
        let mut data = if is_known { data.of_winners(true) } else { data };
        for (deal, seats) in rotated_games(bots as u16, players, deals) {
            let seats: Vec<_> = seats.into_iter().zip(0..).collect();
            let ranked = davidson_luce(self.strengths, self.start_orders, self.delta, &seats, rng);
            let winner_alone = |&(bot, start_order, rank): &(u16, u8, u8)| (bot, start_order, rank.min(1));
            data.add(deal, &game(&ranked.iter().map(winner_alone).collect::<Vec<_>>()));
        }
        data
    }

    fn truth(&self) -> Vec<f64> {
        let delta = (self.delta > 0.0).then(|| libm::log(self.delta));
        self.strengths.iter().chain(self.start_orders).copied().chain(delta).collect()
    }
}

fn worlds_of_winners() -> [Winners; 5] {
    [
        Winners { strengths: &[0.6, 0.1, -0.2, -0.5], start_orders: &[0.3, 0.0, -0.3], delta: 0.0 },
        Winners { strengths: &[0.6, 0.1, -0.2, -0.5], start_orders: &[0.3, 0.0, -0.3], delta: 0.4 },
        Winners { strengths: &[0.8, 0.0, 0.0, 0.0, -0.8], start_orders: &[0.3, 0.1, -0.1, -0.3], delta: 0.0 },
        Winners { strengths: &[0.5, 0.2, 0.0, -0.2, -0.5], start_orders: &[0.0; 5], delta: 0.0 },
        Winners {
            strengths: &[0.5, 0.3, 0.0, 0.0, -0.3, -0.5],
            start_orders: &[0.5, 0.3, 0.0, 0.0, -0.3, -0.5],
            delta: 0.0,
        },
    ]
}

/// Taken for ties, the equal ranks of those who did not win lead elsewhere.
#[test]
fn winners_alone_tell_strengths() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for world in worlds_of_winners() {
        let games_per_deal = rotated_games(world.strengths.len() as u16, world.start_orders.len(), 1).count() as u64;
        let (deals, truth) = (60_000 / games_per_deal, world.truth());
        near(&fitted(&world.play(deals, Detail::Rankings, true, &mut rng), PSEUDO), &truth, 0.06);
        let pairs = fitted(&world.play(deals, Detail::Pairs, true, &mut rng), PSEUDO);
        let known = world.strengths.len() + world.start_orders.len();
        // Of joint winners, pairs show a tie of their own.
        near(&pairs[..known], &truth[..known], if world.delta > 0.0 { 0.1 } else { 0.06 });
    }
    let [world, ..] = worlds_of_winners();
    let as_ties = fitted(&world.play(5_000, Detail::Rankings, false, &mut rng), PSEUDO);
    let furthest = as_ties.iter().zip(world.truth()).map(|(seen, truth)| (seen - truth).abs()).fold(0.0, f64::max);
    assert!(furthest > 0.09, "{as_ties:?}");
}

/// The two players of a game are ranked, whatever it says.
#[test]
fn two_players_are_ranked_by_who_won() {
    let games = random_games(3, 2, 3, 80, 6);
    let add = |mut data: RatingData| {
        for (deal, game) in &games {
            data.add(*deal, game);
        }
        (rate(&data), goodness(&data))
    };
    let data = || RatingData::new(3, 2, 50, Detail::Rankings);
    assert_eq!(add(data().of_winners(true)), add(data()));
}

/// Intervals and ranks hold, estimates are off by chance alone, and hardly any tournament of the model is said not to be of it.
/// Four standard errors are allowed of shares of runs.
#[test]
fn what_is_said_of_winners_alone_holds() {
    let (runs, deals) = (scaled(40, 400), 40);
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for (world, detail) in worlds_of_winners()
        .into_iter()
        .map(|world| (world, Detail::Rankings))
        .chain(worlds_of_winners().into_iter().filter(|world| world.delta == 0.0).map(|world| (world, Detail::Pairs)))
    {
        let (bots, truth) = (world.strengths.len(), world.truth());
        let known = bots + world.start_orders.len();
        let (mut held, mut ranks_held, mut warned) = (0, 0, 0);
        let (mut sums, mut squares) = (vec![0.0; known], vec![0.0; known]);
        for _ in 0..runs {
            let data = world.play(deals, detail, true, &mut rng);
            let ratings = rate(&data);
            check_finite(&ratings);
            let intervals = ratings.bots.iter().map(|bot| bot.elo).chain(ratings.start_orders.iter().copied());
            for (idx, interval) in intervals.enumerate() {
                let truth = ELO * truth[idx];
                held += u32::from(interval.lo <= truth && truth <= interval.hi);
                sums[idx] += interval.mean - truth;
                squares[idx] += (interval.mean - truth).powi(2);
            }
            let holds = |(bot, rating): (usize, &BotRating)| {
                let stronger = world.strengths.iter().filter(|&&other| other > world.strengths[bot]).count();
                let weaker = world.strengths.iter().filter(|&&other| other < world.strengths[bot]).count();
                rating.rank.lo <= 1 + stronger && rating.rank.hi >= bots - weaker
            };
            ranks_held += u32::from(ratings.bots.iter().enumerate().all(holds));
            let goodness = goodness(&data).expect("it was tested");
            assert!(goodness.behind.is_empty() || detail == Detail::Pairs);
            warned += u32::from(goodness.pairs.iter().any(|(_, misfit)| misfit.is_clear()));
        }
        let runs = f64::from(runs);
        let off = |rate: f64| 4.0 * (rate * (1.0 - rate) / runs).sqrt();
        let (covered, ranked) = (f64::from(held) / runs / known as f64, f64::from(ranks_held) / runs);
        let text = format!("{:?}, {detail:?}: {covered} {ranked} {warned}", world.strengths);
        // Intervals are cautious where the games of a deal share no luck.
        assert!(covered > 0.95 - off(0.95) && covered < 0.995, "{text}");
        assert!(ranked > 0.95 - off(0.95), "{text}");
        assert!(f64::from(warned) / runs < 0.05 + off(0.05), "{text}");
        for (sum, square) in sums.iter().zip(&squares) {
            // Pseudo-games draw estimates together by less than one part in fifty.
            let (mean, standard_error) = (sum / runs, (square / runs / runs).sqrt());
            assert!(mean.abs() < 4.0 * standard_error + 3.0, "{text}: {mean} {standard_error}");
        }
    }
}

/// One of four bots wins more often where another one plays.
#[test]
fn winners_alone_show_what_strengths_do_not_explain() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for _ in 0..scaled(10, 100) {
        let mut data = RatingData::new(4, 3, 100, Detail::Rankings).of_deals(12).of_winners(true);
        for (deal, seats) in rotated_games(4, 3, 60) {
            let is_strong = seats.contains(&0) && seats.contains(&1);
            let strengths = [if is_strong { 1.0 } else { -1.0 }, 0.0, 0.0, 0.0];
            let seats: Vec<_> = seats.into_iter().zip(0..).collect();
            let ranked = davidson_luce(&strengths, &[0.0; 3], 0.0, &seats, &mut rng);
            let winner_alone = |&(bot, start_order, rank): &(u16, u8, u8)| (bot, start_order, rank.min(1));
            data.add(deal, &game(&ranked.iter().map(winner_alone).collect::<Vec<_>>()));
        }
        let goodness = goodness(&data).expect("it was tested");
        let of_pair = goodness.above(0, 1).expect("they met");
        assert!(of_pair.is_clear() && of_pair.seen > of_pair.predicted + 0.05, "{goodness:?}");
    }
}
