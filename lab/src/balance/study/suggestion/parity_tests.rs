use super::*;

fn target(siblings: usize, rate: f64) -> Target {
    Target { siblings, effect: -0.01, margin: 0.02, rate }
}

#[test]
fn medians_are_in_the_middle() {
    assert_eq!(median(vec![]), None);
    assert_eq!(median(vec![3.0, 1.0, 9.0]), Some(3.0));
    assert_eq!(median(vec![4.0, 3.0, 1.0, 9.0]), Some(3.5));
}

#[test]
fn distances_are_1_at_the_limits() {
    let near = |seen: f64, expected: f64| assert!((seen - expected).abs() < 1e-12, "{seen} is not {expected}");
    near(target(3, 0.3).effect_distance(0.01), 1.0);
    near(target(3, 0.3).effect_distance(-0.02), 0.5);
    near(target(3, 0.3).rate_distance(0.45), 1.0);
    near(target(3, 0.3).rate_distance(0.2), 1.0);
    assert_eq!(target(3, 0.3).rate_distance(0.0), f64::INFINITY);
    // Without siblings it may be held more often than before, and where nobody holds a sibling nothing is asked.
    assert_eq!(target(0, 0.3).rate_distance(0.9), 0.0);
    near(target(0, 0.3).rate_distance(0.2), 1.0);
    assert_eq!(target(3, 0.0).rate_distance(0.0), 0.0);
}

#[test]
fn rates_are_tested_at_both_limits() {
    let standing = |held: u64, deals: u64, target: Target| {
        let mut holders = Ratio::default();
        (0..deals).for_each(|deal| holders.add(i64::from(deal * held % deals < held), 2));
        Standing::of(Tests::of_rate(&holders, &target), target.rate_distance(holders.mean(1.0)))
    };
    // Of 500 deals with two seats each, the component was held by one seat in so many.
    assert_eq!(standing(300, 500, target(3, 0.3)), Standing::Within);
    assert_eq!(standing(100, 500, target(3, 0.3)), Standing::Beyond);
    assert_eq!(standing(210, 500, target(3, 0.3)), Standing::Open);
    assert_eq!(standing(190, 500, target(3, 0.3)), Standing::Leans);
    assert_eq!(standing(450, 500, target(3, 0.2)), Standing::Beyond);
    assert_eq!(standing(450, 500, target(0, 0.2)), Standing::Within);
    assert_eq!(standing(0, 500, target(3, 0.0)), Standing::Within);
    assert_eq!(standing(500, 500, target(3, 0.7)), Standing::Within);
}
