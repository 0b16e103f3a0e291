use super::*;

#[test]
fn intervals_are_drawn_to_scale() {
    let draw = |lo, mean, hi| interval_drawing(&Interval { mean, lo, hi }, 0.5);
    assert_eq!(draw(0.0, 0.1, 0.2), "────●────···········|····················");
    assert_eq!(draw(0.475, 0.5, 0.525), "···················─●─···················");
    assert_eq!(draw(1.0, 1.0, 1.0), "····················|···················●");
}

#[test]
fn bars_show_whatever_is_there() {
    assert_eq!(bars(&[0, 1, 4, 8, 1000]), " ▁▁▁█");
    assert_eq!(bars(&[0, 0]), "  ");
}
