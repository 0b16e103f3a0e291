use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::*;
use crate::long::studied;
use crate::proportion::clopper_pearson;

#[test]
fn margins_are_read_and_mistakes_named() {
    for (text, margin) in [("", 0.05), (":0.02", 0.02), (":0.5", 0.5), (":0.001", 0.001)] {
        assert_eq!(RankRule::parse(text), Ok(RankRule { margin }));
    }
    for text in [":", ":0", ":0.51", ":-1", ":NaN", ":wide", "0.02", "s"] {
        let error = format!("`ranks{text}` is neither ranks nor ranks:MARGIN with a margin from 0.001 to 0.5");
        assert_eq!(RankRule::parse(text), Err(error));
    }
}

/// Deals of a round robin of these chances of a win against each other, in both seatings of each pair, with luck of the
/// deal that some share.
fn deal(strengths: &[f64], rng: &mut ChaCha8Rng) -> Vec<DealSum> {
    let mut sums = vec![DealSum::default(); strengths.len()];
    for one in 0..strengths.len() {
        for other in 0..one {
            for _ in 0..2 {
                let chance = 0.5 + strengths[one] - strengths[other];
                let winner = if rng.random::<f64>() < chance { one } else { other };
                sums[winner].sum += 60;
                sums[one].count += 1;
                sums[other].count += 1;
            }
        }
    }
    sums
}

/// Plays until the order is settled, or no more deals are allowed.
fn play(strengths: &[f64], rule: RankRule, seed: u64) -> (u64, Order) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let bots: Vec<PlayerIdx> = (0..strengths.len() as PlayerIdx).collect();
    let mut order = RankOrder::new(rule, &bots);
    for number in 1..=rule.most_deals(bots.len()) {
        let shares = deal(strengths, &mut rng);
        if order.add(|bot| shares[usize::from(bot)]) {
            return (number, order.order());
        }
    }
    (rule.most_deals(bots.len()), order.order())
}

/// Whether anything that is said of neighbors is wrong. The share of a bot differs by k/(k − 1) times the strength.
fn is_wrong(strengths: &[f64], order: &Order) -> bool {
    let factor = strengths.len() as f64 / (strengths.len() - 1) as f64;
    let pairs = order.bots.windows(2).zip(&order.neighbors);
    pairs.into_iter().any(|(pair, known)| {
        let difference = factor * (strengths[usize::from(pair[0])] - strengths[usize::from(pair[1])]);
        match known {
            PairOrder::Ahead => difference <= 0.0,
            PairOrder::Behind => difference >= 0.0,
            PairOrder::Equivalent => difference.abs() >= order.margin,
            PairOrder::Open => false,
        }
    })
}

/// At most 5 % of tournaments say anything wrong, where bots are equal, just a margin apart, or clearly ordered; and the
/// order is settled.
#[test]
fn orders_are_seldom_wrong_and_always_settled() {
    let rule = RankRule::parse(":0.1").expect("a margin");
    let runs = studied(60, 2_000);
    for strengths in [&[0.0, 0.0][..], &[0.05, 0.0], &[0.0, 0.0, 0.0], &[0.2, 0.1, 0.0333, 0.0, 0.0], &[0.3, 0.0]] {
        let all: Vec<(u64, Order)> = (0..runs).into_par_iter().map(|seed| play(strengths, rule, seed)).collect();
        let wrong = all.iter().filter(|(_, order)| is_wrong(strengths, order)).count() as u64;
        let open = all.iter().filter(|(_, order)| !order.is_settled()).count();
        let deals = all.iter().map(|(deals, _)| deals).sum::<u64>() / runs;
        let text = format!("{strengths:?}: {wrong} of {runs} wrong, {open} open, {deals} deals on average");
        println!("{text}, {} at most", rule.most_deals(strengths.len()));
        assert!(clopper_pearson(wrong, runs).lo < 0.05 && open == 0, "{text}");
    }
}

#[test]
fn clear_differences_take_few_deals_and_close_ones_many() {
    let rule = RankRule::parse("").expect("a margin");
    let [clear, close] = [0.4, 0.02].map(|strength| play(&[strength, 0.0], rule, 1));
    assert!(clear.0 < 100 && clear.1.neighbors == [PairOrder::Ahead], "{clear:?}");
    assert!(close.0 > 1_000 && close.0 < rule.most_deals(2), "{close:?}");
}

#[test]
fn copies_count_as_one_bot() {
    let rule = RankRule::parse("").expect("a margin");
    let mut order = RankOrder::new(rule, &[0, 1, 0]);
    let shares = [120, 240, 0].map(|sum| DealSum { sum, count: 4 });
    (0..60).for_each(|_| {
        order.add(|bot| shares[usize::from(bot)]);
    });
    let order = order.order();
    assert_eq!((order.bots.as_slice(), order.neighbors.as_slice()), (&[1, 0][..], &[PairOrder::Ahead][..]));
    assert!(order.is_settled());
    // One bot alone has no neighbors.
    assert!(RankOrder::new(rule, &[0, 0]).order().is_settled());
}
