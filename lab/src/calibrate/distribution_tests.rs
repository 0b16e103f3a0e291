use rand::SeedableRng;

use super::*;

#[test]
fn draws_have_the_chances_of_the_distribution() {
    let deals = DealDistribution::new([((0, 2), 1.0), ((60, 2), 5.0), ((120, 2), 3.0), ((60, 2), 1.0)]);
    assert!((deals.mean(60.0) - 0.6).abs() < 1e-12);
    assert!((deals.sd(60.0) - 0.3).abs() < 1e-12);
    // (0.1·(−0.6)³ + 0.6·(−0.1)³ + 0.3·0.4³)/0.3³, and the same with fourth powers.
    let [skewness, kurtosis] = deals.shape(60.0);
    assert!((skewness + 0.003 / 0.027).abs() < 1e-9 && (kurtosis - 0.0207 / 0.0081).abs() < 1e-9);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (at_once, mut alone) = (deals.draw(100_000, &mut rng), Ratio::default());
    (0..10_000).for_each(|_| {
        deals.draw(10, &mut rng).kinds().for_each(|((sum, count), alike)| alone.add_deals(sum, count, alike));
    });
    for drawn in [at_once, alone] {
        assert_eq!(drawn.deals(), 100_000);
        // Four standard errors.
        assert!((drawn.mean(60.0) - 0.6).abs() < 0.004 && (drawn.sd(60.0) - 0.3).abs() < 0.004);
    }
}

#[test]
fn tilting_keeps_within_what_was_seen() {
    let deals = DealDistribution::new([((-30, 2), 1.0), ((0, 2), 50.0)]);
    assert_eq!(deals.with_mean(0.0, 60.0), None);
    let null = deals.mirrored().with_mean(0.0, 60.0).expect("both sides");
    assert_eq!(null.extremes(60.0), (-0.25, 0.25));
    let planted = deals.with_mean(-0.1, 60.0).expect("between the extremes");
    assert!((planted.mean(60.0) + 0.1).abs() < 1e-6);
}
