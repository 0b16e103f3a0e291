//! The sign-flip permutation test of paired block differences.
//!
//! Notation: d(1) … d(B) are whole numbers, S = Σ d(b). Were the differences symmetric about 0, every choice of signs in
//! S* = Σ ±d(b) would have been as likely as the one seen, so p = P(|S*| ≥ |S|). Zeros change neither sum.
//!
//! Let g be the greatest common divisor of the differences. S* lies on a lattice of step 2g, on which its distribution is
//! computed exactly, one block at a time, as long as that is cheap. Otherwise S* is taken as normal with variance Σ d(b)²,
//! and |S| is brought nearer to 0 by half a step, that is g (the correction for continuity).
//!
//! Refuses: one-sided alternatives, and differences that are not independent.

use std::collections::BTreeMap;

use statrs::function::erf::erfc;

/// The most additions spent on the exact distribution.
const EXACT_COST: f64 = 2e6;

/// The two-sided p-value of differences that came up so often; 1 when all of them are 0.
pub fn sign_flip_p(counts: &BTreeMap<i64, u64>) -> f64 {
    let sizes = Sizes::new(counts);
    if sizes.seen == 0 {
        return 1.0;
    }
    let cost = sizes.blocks() * sizes.reach();
    if cost <= EXACT_COST { exact(&sizes) } else { normal(&sizes) }
}

/// Nonzero differences in units of their greatest common divisor.
struct Sizes {
    /// Each size with the number of blocks that had it.
    blocks: BTreeMap<u64, u64>,
    /// The size of the sum seen.
    seen: u128,
}

impl Sizes {
    fn new(counts: &BTreeMap<i64, u64>) -> Sizes {
        let present = || counts.iter().filter(|&(&difference, &count)| difference != 0 && count > 0);
        let unit = present().fold(0, |unit, (difference, _)| greatest_common_divisor(unit, difference.unsigned_abs()));
        let mut blocks = BTreeMap::new();
        let mut sum = 0_i128;
        for (&difference, &count) in present() {
            *blocks.entry(difference.unsigned_abs() / unit).or_insert(0) += count;
            sum += i128::from(difference) / i128::from(unit) * i128::from(count);
        }
        Sizes { blocks, seen: sum.unsigned_abs() }
    }

    fn blocks(&self) -> f64 {
        self.blocks.values().map(|&count| count as f64).sum()
    }

    /// The greatest sum, which is also the number of steps between the least and the greatest.
    fn reach(&self) -> f64 {
        self.blocks.iter().map(|(&size, &count)| size as f64 * count as f64).sum()
    }

    fn squares(&self) -> f64 {
        self.blocks.iter().map(|(&size, &count)| (size as f64).powi(2) * count as f64).sum()
    }
}

/// Greatest of the numbers that divide both; the other one when one is 0.
fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// `chances[i]` is the probability that the sizes with a plus add up to `i`, so that the sum is 2i − reach.
fn exact(sizes: &Sizes) -> f64 {
    let reach = sizes.reach() as usize;
    let mut chances = vec![0.0; reach + 1];
    chances[0] = 1.0;
    let mut filled = 0;
    for (&size, &count) in &sizes.blocks {
        for _ in 0..count {
            filled += size as usize;
            add_block(&mut chances[..=filled], size as usize);
        }
    }
    let as_far = |plus: usize| (2 * plus).abs_diff(reach) as u128 >= sizes.seen;
    let p: f64 = chances.iter().enumerate().filter(|&(plus, _)| as_far(plus)).map(|(_, chance)| chance).sum();
    p.min(1.0)
}

/// Half of the probability moves up by `size`.
fn add_block(chances: &mut [f64], size: usize) {
    for idx in (0..chances.len()).rev() {
        let moved = if idx >= size { chances[idx - size] } else { 0.0 };
        chances[idx] = 0.5 * (chances[idx] + moved);
    }
}

fn normal(sizes: &Sizes) -> f64 {
    erfc((sizes.seen as f64 - 1.0).max(0.0) / (2.0 * sizes.squares()).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(differences: &[i64]) -> BTreeMap<i64, u64> {
        let mut counts = BTreeMap::new();
        for &difference in differences {
            *counts.entry(difference).or_insert(0) += 1;
        }
        counts
    }

    /// Tries every choice of signs.
    fn brute_force(differences: &[i64]) -> f64 {
        let seen = differences.iter().sum::<i64>().abs();
        let flip = |signs: u32| -> i64 {
            differences.iter().enumerate().map(|(idx, d)| if signs >> idx & 1 == 1 { -d } else { *d }).sum()
        };
        let all = 1_u32 << differences.len();
        (0..all).filter(|&signs| flip(signs).abs() >= seen).count() as f64 / f64::from(all)
    }

    #[test]
    fn the_exact_test_is_that_of_all_sign_vectors() {
        for differences in [
            &[1, 1, 1, 1, 1][..],
            &[3, -1, 2, 2, 0, 5, -4, 1],
            &[6, -12, 6, 18, 0, 0, 6, 6, -6],
            &[10, 15, 21, -6, 1],
            &[-7],
            &[-2, -2, -4, -2, 0, -2, 2, -8, -2, -4, -2, 2, -2, -2],
            &[1, -1],
        ] {
            let (seen, expected) = (sign_flip_p(&count(differences)), brute_force(differences));
            assert!((seen - expected).abs() < 1e-12, "{differences:?}: {seen} is not {expected}");
        }
    }

    #[test]
    fn nothing_to_flip_is_no_evidence() {
        assert_eq!(sign_flip_p(&BTreeMap::new()), 1.0);
        assert_eq!(sign_flip_p(&BTreeMap::from([(0, 50)])), 1.0);
        assert_eq!(sign_flip_p(&BTreeMap::from([(0, 50), (3, 0)])), 1.0);
        assert_eq!(sign_flip_p(&BTreeMap::from([(-3, 20), (3, 20)])), 1.0);
    }

    #[test]
    fn zeros_change_nothing() {
        let without = BTreeMap::from([(-2, 5), (1, 9), (3, 4)]);
        let mut with = without.clone();
        with.insert(0, 1_000_000);
        assert_eq!(sign_flip_p(&with), sign_flip_p(&without));
    }

    #[test]
    fn the_normal_form_is_near_the_exact_one_where_they_meet() {
        for (minus, plus) in [(290, 310), (280, 330), (270, 350), (250, 370)] {
            let counts = BTreeMap::from([(-2, minus), (2, plus), (-4, 70), (6, 45)]);
            let sizes = Sizes::new(&counts);
            assert!(sizes.blocks() * sizes.reach() > 0.2 * EXACT_COST);
            let (exact, normal) = (exact(&sizes), normal(&sizes));
            assert!((normal / exact - 1.0).abs() < 0.03, "{exact} v {normal}");
        }
    }

    #[test]
    fn great_counts_and_sizes_end() {
        let p = sign_flip_p(&BTreeMap::from([(-60, 5_000_000), (60, 5_010_000), (30, 7)]));
        assert!((p - 0.0016).abs() < 1e-4, "{p}");
        assert!(sign_flip_p(&BTreeMap::from([(i64::MIN, 1), (i64::MAX, 1), (1, 1)])) > 0.5);
        assert_eq!(sign_flip_p(&BTreeMap::from([(1, 1_000_000)])), 0.0);
    }
}
