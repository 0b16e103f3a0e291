use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use rayon::prelude::*;

use super::*;
use crate::interval::Interval;
use crate::long::studied;
use crate::proportion::clopper_pearson;
use crate::ratio::Ratio;
use crate::simulated_test::drawn;
use crate::tests::block_distributions::BLOCKS;

#[test]
fn widths_are_read_and_mistakes_named() {
    for (text, width) in [("0.02", 0.02), ("0.0005", 0.0005), (" .5 ", 0.5)] {
        assert_eq!(FixedWidth::parse(text), Ok(FixedWidth::new(width)));
        assert_eq!(FixedWidth::new(width).width(), width);
    }
    for text in ["", "0.0004", "0.51", "-0.1", "NaN", "wide"] {
        assert_eq!(FixedWidth::parse(text), Err(format!("width `{text}` is not a number from 0.0005 to 0.5")));
    }
}

#[test]
fn it_stops_first_where_the_rule_says() {
    let rule = FixedWidth::new(0.1);
    let first = |variance| (1..10_000).find(|&blocks| rule.reached(blocks, variance)).expect("it stops");
    for variance in [0.25, 0.1, 0.01, 0.0] {
        let blocks = first(variance);
        let slack = |blocks: u64| {
            let count = blocks as f64;
            0.05 - 1.0 / count - t_quantile(blocks - 1) * ((variance + 1.0 / count) / count).sqrt()
        };
        assert!(slack(blocks) >= 0.0 && slack(blocks - 1) < 0.0, "{variance}: {blocks}");
    }
    assert!(!FixedWidth::new(0.5).reached(29, 0.0));
    assert!(FixedWidth::new(0.5).reached(30, 0.0));
}

#[test]
fn it_has_stopped_at_its_most_blocks() {
    for (width, expected) in [(0.5, 30), (0.1, 391), (0.02, 9_609), (0.0005, 15_365_840)] {
        let most = FixedWidth::new(width).most_blocks(1.0);
        assert!(most.abs_diff(expected) <= expected / 10, "{width}: {most}");
        let worst = |blocks: u64| 0.25 * blocks as f64 / (blocks - 1) as f64;
        assert!(FixedWidth::new(width).reached(most, worst(most)));
        assert!(most == MIN || !FixedWidth::new(width).reached(most - 1, worst(most - 1)));
    }
}

/// Plays blocks of `players` rotations, each won with this chance, until the rule stops.
fn interval_at_stop(rng: &mut ChaCha8Rng, rule: FixedWidth, players: u32, chance: f64) -> Interval {
    let mut shares = Ratio::default();
    loop {
        shares.add((0..players).filter(|_| rng.random::<f64>() < chance).count() as i64, u64::from(players));
        if rule.reached(shares.deals(), shares.sd(1.0).powi(2)) {
            return shares.interval(1.0, 0.0, 1.0);
        }
    }
}

#[test]
fn intervals_at_the_stop_cover_the_truth() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let rule = FixedWidth::new(0.1);
    for (players, chance) in [(2, 0.5), (2, 0.6), (3, 1.0 / 3.0), (3, 0.45)] {
        let mut covered = 0;
        for _ in 0..4_000 {
            let interval = interval_at_stop(&mut rng, rule, players, chance);
            assert!(interval.hi - interval.lo <= 0.1);
            covered += u32::from(interval.lo <= chance && chance <= interval.hi);
        }
        assert!((3_760..=3_840).contains(&covered), "{players} players, {chance}: {covered} of 4,000");
    }
}

/// Deals like those of real matches, also where hardly one is lost.
#[test]
fn lopsided_matches_that_stop_when_narrow_are_covered() {
    let (every, runs) = studied((4, 300), (1, 4_000));
    for blocks in BLOCKS.iter().step_by(every) {
        // A bot that never wins all games of a deal has no larger share than its best deal.
        let best = blocks.kinds.iter().fold(0.0, |best, kind| f64::max(best, kind.0));
        for share in [0.5, 0.8, 0.95, 0.98, 0.995].into_iter().filter(|&share| share < best) {
            let (kinds, rule) = (blocks.with_mean(share), FixedWidth::new(0.1));
            let chances: Vec<f64> = kinds.iter().map(|kind| kind.1).collect();
            let covered = |seed: u64| {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let mut shares = Ratio::default();
                while !rule.reached(shares.deals(), shares.sd(2_520.0).powi(2)) {
                    shares.add((2_520.0 * kinds[drawn(&chances, &mut rng)].0).round() as i64, 1);
                }
                let interval = shares.interval(2_520.0, 0.0, 1.0);
                interval.lo <= share && share <= interval.hi
            };
            let covered = (0..runs).into_par_iter().filter(|&seed| covered(seed)).count() as u64;
            let text = format!("{}, {} players, share {share}: {covered} of {runs}", blocks.name, blocks.players);
            println!("{text}");
            assert!(clopper_pearson(covered, runs).hi > 0.94, "{text}");
        }
    }
}
