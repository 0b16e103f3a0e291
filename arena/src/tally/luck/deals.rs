//! The deals of one figure: what is adjusted, and the luck that goes with it.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use riverlab_engine::Seat;

use crate::schedule::BotIdx;
use crate::stats::control_variates::VariateDeal;
use crate::tally::luck::log::{LoggedGame, LuckLog};

/// A figure that is a mean over deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Figure {
    /// The win share of a seat of a bot.
    Share(BotIdx),
    /// The score of a seat of a bot.
    Score(BotIdx),
    /// Whether a bot ends above another, 1/2 where they are level, over pairs of their seats.
    Above(BotIdx, BotIdx),
    /// The score of a bot less that of another, over pairs of their seats.
    Difference(BotIdx, BotIdx),
    /// The win share of a bot less that of another, each a mean over its own seats, which are as many.
    ShareLess(BotIdx, BotIdx),
    /// The score of a bot less that of another, likewise.
    ScoreLess(BotIdx, BotIdx),
}

impl Figure {
    /// How many vectors of luck belong to the figure: of scores there are two, as all may rise at once.
    pub(super) fn vectors(self) -> usize {
        if matches!(self, Figure::Score(_)) { 2 } else { 1 }
    }
}

/// Where the squares of differences of luck are less than this part of the squares of luck, they are errors of rounding.
const ROUNDING: f64 = 1e-9;

/// The deals of this figure, in the order of their numbers; those in which it has no value are left out.
pub(super) fn deals_of(log: &LuckLog, figure: Figure) -> Vec<VariateDeal> {
    let len = figure.vectors() * log.variates();
    let mut deals: BTreeMap<u64, VariateDeal> = BTreeMap::new();
    for logged in log.games() {
        let deal = logged.game.deal;
        let empty = || VariateDeal { deal, sum: 0.0, values: 0.0, variates: vec![0.0; len] };
        add_game(deals.entry(deal).or_insert_with(empty), logged, figure);
    }
    let mut deals: Vec<VariateDeal> = deals.into_values().filter(|deal| deal.values > 0.0).collect();
    forget_rounding(&mut deals, &log.squares());
    deals
}

/// Variates that are nothing but errors of rounding, as where luck is the same for all seats, are 0: of these alone the mean is
/// not known to be. `squares` are the sums of the squares of luck itself, of one vector of variates.
pub(crate) fn forget_rounding(deals: &mut [VariateDeal], squares: &[f64]) {
    for idx in 0..deals.first().map_or(0, |deal| deal.variates.len()) {
        let seen: f64 = deals.iter().map(|deal| deal.variates[idx].powi(2)).sum();
        if seen < ROUNDING * squares[idx % squares.len()] {
            for deal in deals.iter_mut() {
                deal.variates[idx] = 0.0;
            }
        }
    }
}

fn add_game(deal: &mut VariateDeal, logged: &LoggedGame, figure: Figure) {
    match figure {
        Figure::Share(bot) => add_seats(deal, logged, bot, share, 1.0),
        Figure::Score(bot) => {
            add_seats(deal, logged, bot, score, 1.0);
            add_own_luck(deal, logged, bot);
        }
        Figure::Above(bot, opponent) => add_meetings(deal, logged, bot, opponent, above),
        Figure::Difference(bot, opponent) => add_meetings(deal, logged, bot, opponent, difference),
        Figure::ShareLess(bot, other) => add_less(deal, logged, bot, other, share),
        Figure::ScoreLess(bot, other) => add_less(deal, logged, bot, other, score),
    }
}

fn share(logged: &LoggedGame, seat: Seat) -> f64 {
    logged.result.outcome.shares[seat].value()
}

fn score(logged: &LoggedGame, seat: Seat) -> f64 {
    logged.result.outcome.scores[seat]
}

fn above(logged: &LoggedGame, seat: Seat, other: Seat) -> f64 {
    let ranks = &logged.result.outcome.ranks;
    match ranks[seat].total_cmp(&ranks[other]) {
        Ordering::Less => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 0.0,
    }
}

fn difference(logged: &LoggedGame, seat: Seat, other: Seat) -> f64 {
    score(logged, seat) - score(logged, other)
}

fn seats_of(logged: &LoggedGame, bot: BotIdx) -> impl Iterator<Item = Seat> {
    Seat::all(logged.players()).filter(move |&seat| logged.game.seats[seat] == bot)
}

/// Adds so many times the value of each seat of a bot, and its luck less the mean luck of the others.
fn add_seats(
    deal: &mut VariateDeal,
    logged: &LoggedGame,
    bot: BotIdx,
    value: impl Fn(&LoggedGame, Seat) -> f64,
    factor: f64,
) {
    for seat in seats_of(logged, bot) {
        deal.sum += factor * value(logged, seat);
        deal.values += factor;
        let others = (logged.players() - 1) as f64;
        for other in Seat::all(logged.players()) {
            let weight = if other == seat { 1.0 } else { -1.0 / others };
            add_luck(&mut deal.variates, factor * weight, logged, other);
        }
    }
}

fn add_luck(sums: &mut [f64], weight: f64, logged: &LoggedGame, seat: Seat) {
    sums.iter_mut().zip(logged.luck(seat.index())).for_each(|(sum, &luck)| *sum += weight * f64::from(luck));
}

/// Adds the luck of each seat of a bot to the second vector.
fn add_own_luck(deal: &mut VariateDeal, logged: &LoggedGame, bot: BotIdx) {
    let (_, own) = deal.variates.split_at_mut(logged.luck(0).len());
    seats_of(logged, bot).for_each(|seat| add_luck(own, 1.0, logged, seat));
}

/// Adds the values of all pairs of seats of two bots, with the luck of the one less that of the other.
fn add_meetings(
    deal: &mut VariateDeal,
    logged: &LoggedGame,
    bot: BotIdx,
    opponent: BotIdx,
    value: impl Fn(&LoggedGame, Seat, Seat) -> f64,
) {
    for seat in seats_of(logged, bot) {
        for other in seats_of(logged, opponent) {
            deal.sum += value(logged, seat, other);
            deal.values += 1.0;
            add_luck(&mut deal.variates, 1.0, logged, seat);
            add_luck(&mut deal.variates, -1.0, logged, other);
        }
    }
}

/// Adds the values of the seats of a bot and takes away those of another, which count as no further values.
fn add_less(
    deal: &mut VariateDeal,
    logged: &LoggedGame,
    bot: BotIdx,
    other: BotIdx,
    value: impl Fn(&LoggedGame, Seat) -> f64 + Copy,
) {
    add_seats(deal, logged, bot, value, 1.0);
    let values = deal.values;
    add_seats(deal, logged, other, value, -1.0);
    deal.values = values;
}

#[cfg(test)]
mod tests {
    use riverlab_engine::{Outcome, Parts, PerPlayer};

    use super::*;
    use crate::play::game_loop::FinishedGame;
    use crate::schedule::ScheduledGame;
    use crate::tally::luck::log::SeatLuck;

    /// A log of games between four bots, of which one plays at each seat; the luck of a seat has two numbers.
    fn log(luck: impl Fn(u64, usize) -> [f64; 2]) -> LuckLog {
        let mut log = LuckLog::new(1, vec![1.0; 2]);
        for deal in 1..=200 {
            let scores = PerPlayer::from_fn(4, |seat| ((7 * deal + 3 * seat.index() as u64) % 11) as f64);
            let result = FinishedGame {
                outcome: Outcome::from_scores(scores, PerPlayer::from_fn(4, |_| Parts::default())),
                decisions: PerPlayer::from_fn(4, |_| 1),
                forfeits: PerPlayer::from_fn(4, |_| 0),
                first_player: Seat::FIRST,
            };
            let seats = PerPlayer::from_fn(4, |seat| seat.index() as BotIdx);
            let game = ScheduledGame { game: deal, lineup: 1, deal, rotation: 1, seats };
            let sums: Vec<f64> = (0..4).flat_map(|seat| luck(deal, seat)).collect();
            let variances: Vec<f64> = sums.iter().map(|sum| sum * sum).collect();
            log.add(&game, &result, SeatLuck { sums: &sums, variances: &variances });
        }
        log
    }

    /// Luck that is the same for all seats is no difference between them, but the mean of the others, taken away, leaves errors
    /// of rounding that mostly go one way.
    #[test]
    fn what_rounding_leaves_of_luck_that_all_share_is_no_variate() {
        let shared = |deal: u64| libm::sin(deal as f64 * 0.7) * 3.0 / 7.0;
        let log = log(|deal, seat| [shared(deal), shared(deal) + (seat as f64 - 1.5) * shared(deal + 1)]);
        for figure in [Figure::Share(0), Figure::Difference(0, 2), Figure::Above(1, 0)] {
            let deals = deals_of(&log, figure);
            assert!(deals.len() == 200 && deals.iter().all(|deal| deal.variates[0] == 0.0), "{figure:?}");
            assert!(deals.iter().filter(|deal| deal.variates[1] != 0.0).count() > 150, "{figure:?}");
        }
        let mut raw = VariateDeal { deal: 0, sum: 0.0, values: 0.0, variates: vec![0.0; 2] };
        log.games().for_each(|logged| add_game(&mut raw, logged, Figure::Share(0)));
        assert!(raw.variates[0] != 0.0 && raw.variates[0].abs() < 1e-9, "nothing is left: {raw:?}");
        // A score may be higher because all are lucky.
        let deals = deals_of(&log, Figure::Score(0));
        assert!(deals.iter().all(|deal| deal.variates[0] == 0.0 && deal.variates[2] != 0.0));
    }
}
