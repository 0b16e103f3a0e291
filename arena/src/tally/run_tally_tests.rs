//! Tallies of made-up tournaments: what must come out, in any order, in bounded memory, with intervals that hold.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use riverlab_bots::play::game_loop::FinishedGame;
use riverlab_engine::{MAX_PARTS, Outcome, PerPlayer, Seat};
use riverlab_stats::{Detail, Interval, RankInterval, Ratings, elo};

use crate::long::scaled;
use crate::plan::{Plan, Request};
use crate::report::csv::{pairs_csv, ratings_csv, seats_csv, standings_csv};
use crate::schedule::{BotIdx, Next, Pairing, Schedule, ScheduleSpec, ScheduledGame};

use super::run_tally::Tally;
use super::summary::{SelfPlay, Summary};

pub(super) fn spec(pairing: Pairing, bots: usize, players: usize, deals: u64) -> ScheduleSpec {
    ScheduleSpec { pairing, bots, players, deals }
}

fn finished(scores: PerPlayer<f64>, first_player: Seat) -> FinishedGame {
    let players = scores.players();
    let outcome = Outcome::from_scores(scores, PerPlayer::from_fn(players, |_| [0; MAX_PARTS]));
    let [decisions, forfeits] = [1, 0].map(|count| PerPlayer::from_fn(players, |_| count));
    FinishedGame { outcome, decisions, forfeits, first_player }
}

/// All games with made-up scores; seats take turns to begin.
pub(super) fn games(
    spec: ScheduleSpec,
    mut score: impl FnMut(&ScheduledGame, Seat) -> f64,
) -> Vec<(ScheduledGame, FinishedGame)> {
    let mut schedule = Schedule::new(spec, 1, spec.all_deals().expect("few"), 1);
    let mut games = Vec::new();
    while let Next::Game(game) = schedule.next_game() {
        let scores = PerPlayer::from_fn(spec.players, |seat| score(&game, seat));
        let result = finished(scores, Seat::new(game.deal as usize % spec.players));
        schedule.observe(&game, &result);
        games.push((game, result));
    }
    games
}

pub(super) fn tally(spec: ScheduleSpec, games: &[(ScheduledGame, FinishedGame)]) -> Tally {
    let mut tally = Tally::new(&spec, (0..spec.bots as BotIdx).collect());
    for (game, result) in games {
        tally.add(game, result);
    }
    tally
}

fn full(bots: usize, players: usize, deals: u64, score: impl FnMut(&ScheduledGame, Seat) -> f64) -> Summary {
    let spec = spec(Pairing::Full, bots, players, deals);
    tally(spec, &games(spec, score)).summary()
}

#[test]
fn the_stronger_bot_leads() {
    let summary = full(3, 2, 4, |game, seat| f64::from(game.seats[seat]));
    let shares: Vec<(BotIdx, f64)> = summary.standings.iter().map(|line| (line.bot, line.share.mean)).collect();
    assert_eq!(shares, [(2, 1.0), (1, 0.5), (0, 0.0)]);
    assert_eq!(summary.standings.iter().map(|line| (line.games, line.blocks)).collect::<Vec<_>>(), [(16, 8); 3]);
    let elo: Vec<f64> = summary.ratings.bots.iter().map(|rating| rating.elo.mean).collect();
    assert!(elo[0] < elo[1] && elo[1] < elo[2] && summary.ratings.separated, "{elo:?}");
    let above: Vec<(BotIdx, BotIdx, f64)> =
        summary.pairs.iter().map(|pair| (pair.bot, pair.opponent, pair.above.mean)).collect();
    assert_eq!(above, [(0, 1, 0.0), (0, 2, 0.0), (1, 0, 1.0), (1, 2, 0.0), (2, 0, 1.0), (2, 1, 1.0)]);
    assert_eq!(summary.pairs[1].score_difference.mean, -2.0);
}

#[test]
fn luck_of_the_seat_cancels_in_a_deal() {
    for (bots, players) in [(2, 2), (1, 3), (2, 3), (4, 4), (2, 4), (3, 6), (6, 6)] {
        let summary = full(bots, players, 20, |game, seat| ((game.deal + seat.index() as u64) % players as u64) as f64);
        let equal = 1.0 / players as f64;
        for line in &summary.standings {
            let doubt = [equal - line.share.lo, line.share.hi - equal];
            let expected = if bots == 1 { 0.0..=0.0 } else { 0.005..=0.2 };
            assert!(line.share.mean == equal, "{bots} of {players}");
            assert!(doubt.iter().all(|doubt| expected.contains(doubt)), "{bots} of {players}: {doubt:?}");
        }
        if bots > 1 {
            assert_eq!(
                summary.pairing_efficiency.map(|pairing_efficiency| pairing_efficiency.lo),
                Some(f64::INFINITY),
                "{bots} of {players}"
            );
        }
    }
}

#[test]
fn places_count_from_the_start_player() {
    let summary = full(3, 3, 6, |game, seat| f64::from(u8::from(seat.index() as u64 == game.deal % 3)));
    for line in &summary.seats {
        assert_eq!(line.share.mean, if line.start_order == 0 { 1.0 } else { 0.0 });
        assert_eq!(line.games, if line.bot.is_none() { 18 } else { 6 });
    }
    let start_orders: Vec<f64> = summary.ratings.start_orders.iter().map(|start_order| start_order.mean).collect();
    assert!(
        start_orders[0] > start_orders[1] + 400.0 && (start_orders[1] - start_orders[2]).abs() < 1e-6,
        "{start_orders:?}"
    );
}

/// A game of strength, a draw of luck for the deal's seat, and noise.
fn noisy(rng: &mut impl Rng, strength: f64, luck: f64) -> f64 {
    (strength + luck + rng.random::<f64>() * 6.0).floor()
}

#[test]
fn the_order_of_games_changes_no_byte() {
    for (pairing, bots, players) in [
        (Pairing::Full, 4, 2),
        (Pairing::Full, 4, 3),
        (Pairing::Full, 2, 4),
        (Pairing::Gauntlet { challengers: 2 }, 5, 3),
        (Pairing::Swiss { rounds: 4 }, 9, 2),
    ] {
        let spec = spec(pairing, bots, players, 8);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut games = games(spec, |game, seat| noisy(&mut rng, f64::from(game.seats[seat]), 0.0));
        let names = (0..bots).map(|bot| format!("random:bot={bot}").parse().expect("a spec")).collect();
        let request = Request { pairing, ..Request::tournament(players, names, 8, 1) };
        let plan = Plan::unchecked(&request, "made-up");
        let bytes = |games: &[(ScheduledGame, FinishedGame)]| {
            let summary = tally(spec, games).summary();
            [
                standings_csv(&plan, &summary),
                pairs_csv(&plan, &summary),
                seats_csv(&plan, &summary),
                ratings_csv(&plan, &summary),
            ]
        };
        let expected = bytes(&games);
        for _ in 0..5 {
            games.shuffle(&mut rng);
            assert!(bytes(&games) == expected, "{pairing}, {bots} bots, {players} players");
        }
    }
}

#[test]
fn degenerate_tournaments_end() {
    let by_bot = |game: &ScheduledGame, seat: Seat| f64::from(game.seats[seat]);
    let tied = |_: &ScheduledGame, _: Seat| 5.0;
    for (what, summary) in [
        ("all wins and losses", full(2, 2, 20, by_bot)),
        ("all ties", full(3, 3, 20, tied)),
        ("one block", full(2, 2, 1, by_bot)),
        ("one block of ties", full(2, 2, 1, tied)),
        ("one bot", full(1, 3, 20, |game, seat| f64::from(game.deal as u32 * 7 % 5 + seat.index() as u32))),
        ("one bot, one deal", full(1, 2, 1, tied)),
    ] {
        let ordered = |interval: &Interval| interval.lo <= interval.mean && interval.mean <= interval.hi;
        assert!(summary.standings.iter().all(|line| ordered(&line.share)), "{what}");
        assert!(summary.seats.iter().all(|line| ordered(&line.share)), "{what}");
        assert!(summary.pairs.iter().all(|pair| ordered(&pair.above) && pair.p <= 1.0 && pair.q <= 1.0), "{what}");
        let ratings = &summary.ratings;
        assert!(ratings.bots.iter().all(|bot| bot.elo.mean.is_finite() && ordered(&bot.elo)), "{what}: {ratings:?}");
        assert!(
            ratings.start_orders.iter().all(|start_order| start_order.mean.is_finite() && ordered(start_order)),
            "{what}: {ratings:?}"
        );
    }
}

#[test]
fn wins_without_exception_leave_room_for_doubt() {
    let summary = full(2, 2, 20, |game, seat| f64::from(game.seats[seat]));
    let best = &summary.standings[0];
    assert!((best.share.lo - 0.8556).abs() < 0.002 && best.share.hi == 1.0, "{:?}", best.share);
    let rating = summary.ratings.bots[1].elo;
    assert!(rating.lo < rating.mean && rating.mean.is_finite() && rating.hi == f64::INFINITY, "{rating:?}");
    // Ratings have mean 0, so that of one bot is half of the difference.
    let of_share = elo(best.share.lo, 2) / 2.0;
    assert!((rating.lo - of_share).abs() < 0.1 * of_share, "{rating:?} {of_share}");
}

/// Copies of one bot have equal shares because they must: that is no estimate.
#[test]
fn copies_have_exactly_an_equal_share() {
    let spec = spec(Pairing::Full, 3, 3, 20);
    let mut tally = Tally::new(&spec, vec![0, 0, 0]);
    for (game, result) in &games(spec, |game, seat| ((game.deal + seat.index() as u64) % 3) as f64) {
        tally.add(game, result);
    }
    let third = 1.0 / 3.0;
    for line in tally.summary().standings {
        assert_eq!(line.share, Interval { mean: third, lo: third, hi: third });
    }
}

/// A deal of 50 copies has 95 million games: what is kept of it must not grow with each of them.
#[test]
fn games_within_a_deal_take_no_memory_each() {
    for first_copies in [vec![0; 50], (0..50).collect()] {
        let spec = spec(Pairing::Full, 50, 6, 1);
        let (mut tally, mut schedule) = (Tally::new(&spec, first_copies), Schedule::new(spec, 1, 1, 1));
        let mut play = |games: usize| {
            for _ in 0..games {
                let Next::Game(game) = schedule.next_game() else { panic!("the deal has more games") };
                let scores = PerPlayer::from_fn(6, |seat| ((game.lineup + seat.index() as u64) % 7) as f64);
                let complete = tally.add(&game, &finished(scores, Seat::new(0)));
                assert!(!complete);
            }
        };
        // All pairs have met by then.
        play(8_000);
        let counted = allocation_counter::measure(|| play(20_000));
        assert!(counted.bytes_current < 50_000, "{} bytes", counted.bytes_current);
    }
}

/// Three players in so many line-ups that complete rankings would not fit: pairs give nearly the same ratings.
#[test]
fn many_lineups_are_rated_by_pairs() {
    let rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let rated = |pairing| {
        let spec = spec(pairing, 12, 3, 4);
        let mut rng = rng.clone();
        let games = games(spec, |game, seat| noisy(&mut rng, 0.4 * f64::from(game.seats[seat]), 0.0));
        tally(spec, &games).summary().ratings
    };
    let few = rated(Pairing::Swiss { rounds: 60 });
    let many = rated(Pairing::Swiss { rounds: 7_000 });
    assert_eq!((few.detail, many.detail), (Detail::Rankings, Detail::Pairs));
    let elo = |ratings: &Ratings| ratings.bots.iter().map(|bot| bot.elo.mean).collect::<Vec<_>>();
    let (few, many) = (elo(&few), elo(&many));
    assert!(few.is_sorted() && many.is_sorted(), "{few:?} {many:?}");
    // The noise is not that of the model, so the two are not the same.
    assert!(few.iter().zip(&many).all(|(few, many)| (few - many).abs() < 50.0), "{few:?} {many:?}");
}

#[test]
fn a_bot_that_differs_from_its_copy_is_found() {
    let spec = spec(Pairing::Full, 2, 2, 10);
    for (broken, divergent) in [(0, 0), (4, 4)] {
        let games = games(spec, |game, seat| {
            let fair = (game.deal + seat.index() as u64) % 2;
            if game.deal <= broken { f64::from(game.seats[seat]) } else { fair as f64 }
        });
        let mut tally = Tally::new(&spec, vec![0, 0]);
        for (game, result) in &games {
            tally.add(game, result);
        }
        assert_eq!(tally.summary().self_play, SelfPlay { blocks: 10, divergent });
    }
}

/// The parameters of a made-up tournament with luck that seats of a deal have in all rotations, or each game anew.
#[derive(Clone, Copy)]
struct World {
    bots: usize,
    players: usize,
    shared_luck: bool,
}

/// Bots of different strength, an advantage of the first place, luck as strong as the noise.
fn play_world(world: World, deals: u64, rng: &mut Xoshiro256PlusPlus) -> Tally {
    let spec = spec(Pairing::Full, world.bots, world.players, deals);
    let mut luck = vec![0.0; world.players];
    let (mut deal, mut game_number) = (0, 0);
    let games = games(spec, |game, seat| {
        let new = if world.shared_luck { game.deal != deal } else { game.game != game_number };
        if new {
            luck.fill_with(|| rng.random::<f64>() * 8.0);
            (deal, game_number) = (game.deal, game.game);
        }
        let first = usize::from(seat.index() == game.deal as usize % world.players);
        let strength = 0.7 * f64::from(game.seats[seat]) + first as f64;
        strength + luck[seat.index()] + rng.random::<f64>() * 8.0
    });
    tally(spec, &games)
}

/// How often the intervals of bots and of seats contain what is true, in so many tournaments.
fn coverage(world: World, deals: u64, tournaments: u32) -> (f64, f64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let truth = play_world(world, 40_000, &mut rng);
    let truth = (shares_of_bots(&truth, world), shares_of_places(&truth));
    let (mut bots, mut start_orders) = (0_usize, 0_usize);
    for _ in 0..tournaments {
        let tally = play_world(world, deals, &mut rng);
        bots += hits(&shares_of_bots(&tally, world), &truth.0);
        start_orders += hits(&shares_of_places(&tally), &truth.1);
    }
    let rate = |hits: usize, of: usize| hits as f64 / (of * tournaments as usize) as f64;
    (rate(bots, world.bots), rate(start_orders, world.players * (world.bots + 1)))
}

fn shares_of_bots(tally: &Tally, world: World) -> Vec<Interval> {
    (0..world.bots as BotIdx).map(|bot| tally.share(bot)).collect()
}

fn shares_of_places(tally: &Tally) -> Vec<Interval> {
    tally.seat_standings().iter().map(|line| line.share).collect()
}

fn hits(intervals: &[Interval], truth: &[Interval]) -> usize {
    intervals.iter().zip(truth).filter(|(seen, truth)| seen.lo <= truth.mean && truth.mean <= seen.hi).count()
}

/// With 240 tournaments the standard error of a share of 0.95 is 0.014: three of these are allowed. The shares of two bots
/// at four seats are means of a dozen games a deal; their intervals are wide, as so few deals show little of bad ones.
#[test]
fn intervals_cover_the_truth() {
    let (divisor, band) = scaled((5, 0.908..=0.992), (1, 0.94..=0.97));
    for (bots, players, deals, tournaments, slack) in
        [(2, 2, 100, 2_500, 0.0), (3, 3, 60, 2_500, 0.0), (2, 4, 60, 1_200, 0.02)]
    {
        for shared_luck in [true, false] {
            let world = World { bots, players, shared_luck };
            let (of_bots, of_places) = coverage(world, deals, tournaments / divisor);
            for (what, rate) in [("bots", of_bots), ("seats", of_places)] {
                let text = format!("{what}, {bots} bots, {players} players, shared luck {shared_luck}: {rate:.4}");
                assert!(*band.start() <= rate && rate <= band.end() + slack, "{text}");
            }
        }
    }
}

/// Luck that a deal gives its seats in every rotation cancels; luck that comes anew does not.
#[test]
fn pairing_saves_games_where_luck_is_shared() {
    for (bots, players) in [(2, 2), (3, 2), (3, 3), (2, 4)] {
        let pairing_efficiency = |shared_luck| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            let world = World { bots, players, shared_luck };
            play_world(world, 2_000, &mut rng).pairing_efficiency().expect("measured")
        };
        let (shared, anew) = (pairing_efficiency(true), pairing_efficiency(false));
        assert!(shared.lo > 1.2 && shared.hi < 3.0, "{bots} bots, {players} players: {shared:?}");
        assert!(anew.lo < 1.0 && anew.hi > 1.0 && anew.width() < 0.3, "{bots} bots, {players} players: {anew:?}");
    }
}

/// With four players, a bot that wins more often than any other and is last otherwise has the best share and a bad rating. Rank
/// intervals go with the rows, whatever those are sorted by.
#[test]
fn rank_intervals_belong_to_what_rows_are_sorted_by() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut score = |game: &ScheduledGame, seat: Seat| match game.seats[seat] {
        0 => {
            if rng.random::<f64>() < 0.4 {
                10.0
            } else {
                -10.0
            }
        }
        bot => 0.02 * f64::from(bot) + rng.random::<f64>(),
    };
    for pairing in [Pairing::Full, Pairing::Gauntlet { challengers: 1 }] {
        let spec = spec(pairing, 5, 4, 100);
        let summary = tally(spec, &games(spec, &mut score)).summary();
        for (row, line) in (1..).zip(&summary.standings) {
            assert!((line.rank.lo..=line.rank.hi).contains(&row), "{pairing}, row {row}: {line:?}");
        }
        let (of_bot, by_rating) = (&summary.standings[0], summary.ratings.bots[0].rank);
        let risky = summary.standings.iter().find(|line| line.bot == 0).expect("it played");
        if pairing == Pairing::Full {
            assert_eq!((of_bot.bot, of_bot.rank), (0, RankInterval { lo: 1, hi: 1 }));
            assert!(by_rating.lo > 1, "{by_rating:?}");
        } else {
            assert!(summary.standings.iter().all(|line| line.rank == summary.ratings.bots[usize::from(line.bot)].rank));
            assert!(risky.rank == by_rating && of_bot.bot != 0);
        }
    }
}

/// How often the interval of what pairing saves contains what is true.
#[test]
fn savings_are_covered() {
    let world = World { bots: 2, players: 2, shared_luck: true };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let truth = play_world(world, 100_000, &mut rng).pairing_efficiency().expect("measured").mean;
    let mut covered = 0;
    for _ in 0..300 {
        let pairing_efficiency = play_world(world, 100, &mut rng).pairing_efficiency().expect("measured");
        covered += u32::from(pairing_efficiency.lo <= truth && truth <= pairing_efficiency.hi);
    }
    assert!((274..=296).contains(&covered), "{covered} of 300 around {truth}");
}
