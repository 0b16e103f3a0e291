use super::*;

fn near(seen: [u64; 3], expected: [u64; 3]) {
    for (seen, expected) in seen.into_iter().zip(expected) {
        assert!(seen.abs_diff(expected) <= expected / 40, "{seen} is not {expected}");
    }
}

#[test]
fn deals_needed_are_those_of_the_textbook() {
    let alone = Design { sd: 0.3, shape: [0.0, 3.0], extremes: (0.0, 0.0), family: 1, margin: 0.02 };
    // (1.959964 + 1.281552)^2 * 0.3^2 / 0.02^2, and 1.644854 for the other two, with 1.281552 and with 1.644854.
    near(alone.deals_needed(), [2365, 1929, 2435]);
    let many = Design { family: 50, ..alone };
    // The 0.0005 and the 0.001 quantile, 3.290527 and 3.090232; that all are balanced helps each of them.
    let balanced = many.deals_needed()[2];
    assert!(balanced > 2 * 2435 / 2 && balanced < 5045, "{balanced}");
    near([many.deals_needed()[0], many.deals_needed()[1], 0], [4704, 4303, 0]);
}

#[test]
fn power_grows_with_deals_and_shrinks_with_the_family() {
    let design = |family| Design { sd: 0.25, shape: [0.0, 3.0], extremes: (-0.5, 0.5), family, margin: 0.02 };
    for confirm in [0, 1_000] {
        let powers =
            [(50, 300), (10, 300), (1, 300), (1, 3_000)].map(|(family, deals)| design(family).power(deals, confirm));
        for pair in powers.windows(2) {
            let of = |power: &Power| [power.margin_found, power.twice_called, power.none_balanced];
            for (fewer, more) in of(&pair[0]).into_iter().zip(of(&pair[1])) {
                assert!((0.0..=1.0).contains(&fewer) && fewer <= more + 1e-9, "{pair:?}");
            }
        }
    }
}

#[test]
fn deals_without_any_effect_tell_at_once() {
    let design = Design { sd: 0.0, shape: [0.0, 3.0], extremes: (0.0, 0.0), family: 5, margin: 0.02 };
    assert_eq!(design.deals_needed(), [2, 2, 2]);
}
