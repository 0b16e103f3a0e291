use super::*;

fn near(seen: f64, expected: f64) {
    assert!((seen - expected).abs() < 1e-6, "{seen} is not {expected}");
}

#[test]
fn quantiles_lie_between_values() {
    let values: Vec<f64> = (1..=39).map(f64::from).collect();
    for (chance, expected) in [(0.025, 1.0), (0.05, 2.0), (0.5, 20.0), (0.51, 20.4), (0.975, 39.0), (0.999, 39.0)] {
        near(quantile(&values, chance), expected);
    }
}

#[test]
fn few_groups_stretch_intervals() {
    for (clusters, expected) in [(2, 12.706_204_736 * 3_f64.sqrt()), (30, 2.045_229_642 * (31.0_f64 / 29.0).sqrt())] {
        near(Bootstrap { replicates: Vec::new(), clusters }.stretched(Z), expected);
    }
    assert!((Bootstrap { replicates: Vec::new(), clusters: 10_000 }.stretched(4.5) - 4.5).abs() < 0.02);
}

#[test]
fn weights_are_exponential() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let draws: Vec<f64> = (0..100_000).map(|_| exponential(&mut rng)).collect();
    let mean = draws.iter().sum::<f64>() / 1e5;
    let above = draws.iter().filter(|&&draw| draw > 1.0).count() as f64 / 1e5;
    assert!((mean - 1.0).abs() < 0.01 && (above - libm::exp(-1.0)).abs() < 0.01, "{mean} {above}");
}
