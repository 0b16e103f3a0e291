//! Rows about ratings and the effects of turn order: how often their intervals contain what infinitely many deals would give.

use rand::RngExt;
use riverlab_stats::{Detail, RatingData, rate};

use super::contest::Contest;
use super::matches::{IntervalTally, side_of};
use super::methods::Methods;
use super::real_games::{MatchSample, RealDeal};
use super::request::CalibrationRequest;
use super::row::{IntervalPromise, Row};
use super::simulator::{Purpose, Simulator};

/// Ratings take hundreds of times as long as shares, so they have one study in so many.
const FEWER: u64 = 8;
/// The number of deals that the truth is computed from.
const TRUTH_DEALS: f64 = 20_000.0;
/// Where fewer deals played were divided between the bots, they do not tell by how much their seats differ: intervals have no
/// end then, and their coverage no upper limit.
const ENOUGH_DIVIDED: usize = 20;
/// The groups of deals that ratings keep, at least and at most.
const GROUPS: (u64, u64) = (12, 256);

/// The number of studies of a row.
pub fn studies(request: &CalibrationRequest) -> u64 {
    (request.studies / FEWER).max(1)
}

/// Intervals of the rating of the first bot and of the effect of beginning. Contests whose deals have no rankings are left
/// out.
pub fn rows(
    request: &CalibrationRequest,
    sample: &MatchSample,
    contests: &[Contest<'_>],
    methods: &Methods,
    simulator: &mut Simulator<'_>,
) -> Vec<Row> {
    let mut rows = Vec::new();
    for (idx, contest) in contests.iter().enumerate() {
        if contest.deals().any(|(deal, _)| deal.games.is_empty()) {
            continue;
        }
        let copies = copies(contest);
        let truth =
            rate(&data(sample, copies.iter().flat_map(|&(deal, count)| (0..count).map(move |_| deal)), GROUPS.0));
        let (elo, beginning) = (truth.bots[0].elo.mean, truth.start_orders[0].mean);
        let deals: Vec<&RealDeal> = copies.iter().flat_map(|&(deal, count)| std::iter::repeat_n(deal, count)).collect();
        let sides = simulator.studies(Purpose::Ratings, idx, studies(request), |rng| {
            let drawn = (0..request.deals).map(|_| deals[rng.random_range(0..deals.len())]);
            let ratings = (methods.ratings)(&data(sample, drawn, request.deals.clamp(GROUPS.0, GROUPS.1)));
            let (bot, place) = (ratings.bots[0].elo, ratings.start_orders[0]);
            (side_of(bot.lo, bot.hi, elo), side_of(place.lo, place.hi, beginning))
        });
        let promised = IntervalPromise::of_share(contest.share(), request.deals);
        let promised = if contest.divided_deals() < ENOUGH_DIVIDED { promised.at_least() } else { promised };
        let (of_bot, of_place): (Vec<i8>, Vec<i8>) = sides.into_iter().unzip();
        let of_bot = IntervalTally::of(&of_bot);
        rows.extend(of_bot.rows(&format!("rating, share {}", contest.name), promised, studies(request)));
        let of_place = IntervalTally::of(&of_place);
        rows.extend(of_place.rows(&format!("effect of beginning, share {}", contest.name), promised, studies(request)));
    }
    rows
}

/// The deals of a contest, each as often as its weight says among as many as the truth is computed from.
fn copies<'a>(contest: &'a Contest<'_>) -> Vec<(&'a RealDeal, usize)> {
    let total: f64 = contest.deals().map(|(_, weight)| weight).sum();
    let copies = contest.deals().map(|(deal, weight)| (deal, (weight / total * TRUTH_DEALS).round() as usize));
    copies.filter(|(_, count)| *count > 0).collect()
}

fn data<'a>(sample: &MatchSample, deals: impl Iterator<Item = &'a RealDeal>, groups: u64) -> RatingData {
    let games = sample.deals[0].games.len() as u64;
    let bots = sample.first_copies.len();
    let mut data = RatingData::new(bots, sample.players, groups as usize, Detail::Rankings)
        .of_copies(sample.first_copies.clone())
        .of_deals(games)
        .of_winners(sample.winners_only);
    for (number, deal) in (1..).zip(deals) {
        deal.games.iter().for_each(|game| data.add(number, game));
    }
    data
}
