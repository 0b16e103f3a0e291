use super::*;

#[test]
fn intervals_are_drawn_to_scale() {
    let draw = |lo, mean, hi| drawing(&Interval { mean, lo, hi }, 0.04, 0.02);
    assert_eq!(draw(0.016, 0.02, 0.024), "··········|·········┼·······──●──········");
    assert_eq!(draw(-0.04, -0.03, -0.02), "─────●────|·········┼·········|··········");
}
