use super::*;

#[test]
fn directions_say_what_strong_means() {
    for (text, expected) in [
        ("ban", Direction::Down),
        ("cost+1", Direction::Down),
        ("points-1", Direction::Down),
        ("grant", Direction::Up),
        ("cost-1", Direction::Up),
        ("points+3", Direction::Up),
        ("ban-all", Direction::Start),
        ("remove", Direction::Start),
        ("set:a=1", Direction::Start),
    ] {
        let intervention = text.parse().expect("allowed");
        assert_eq!(Direction::of(&intervention), expected, "{text}");
    }
}

#[test]
fn verdicts_follow_from_margin_and_rates() {
    let check = |mean: f64, [q, beyond, within]: [f64; 3], direction, expected| {
        let evidence = Evidence { mean, deals: 10_000, q, beyond, within, looks: 1 };
        assert_eq!(verdict(&evidence, direction), expected, "{evidence:?}");
    };
    check(-0.05, [0.001, 0.01, 1.0], Direction::Down, Verdict::Strong);
    check(0.05, [0.001, 0.01, 1.0], Direction::Down, Verdict::Weak);
    check(0.05, [0.001, 0.01, 1.0], Direction::Up, Verdict::Strong);
    check(-0.05, [0.001, 0.01, 1.0], Direction::Up, Verdict::Weak);
    check(0.05, [0.001, 0.01, 1.0], Direction::Start, Verdict::HelpsStart);
    check(-0.05, [0.001, 0.01, 1.0], Direction::Start, Verdict::HurtsStart);
    check(-0.005, [0.001, 1.0, 0.001], Direction::Down, Verdict::Balanced);
    check(-0.018, [0.001, 0.6, 0.3], Direction::Down, Verdict::LeansStrong);
    check(-0.018, [0.001, 0.6, 0.3], Direction::Up, Verdict::LeansWeak);
    check(-0.018, [0.001, 0.6, 0.3], Direction::Start, Verdict::LeansHurtsStart);
    check(0.018, [0.001, 0.6, 0.3], Direction::Start, Verdict::LeansHelpsStart);
    check(-0.018, [0.06, 0.6, 0.3], Direction::Down, Verdict::Undecided);
    let twice = Evidence { mean: 0.0, deals: 10, q: 1.0, beyond: 1.0, within: 0.03, looks: 2 };
    assert_eq!(verdict(&twice, Direction::Up), Verdict::Undecided);
    assert_eq!(verdict(&Evidence { within: 0.02, ..twice }, Direction::Up), Verdict::Balanced);
    assert_eq!(verdict(&Evidence { within: 0.0, deals: 1, ..twice }, Direction::Up), Verdict::Undecided);
}

#[test]
fn verdicts_have_names_of_their_own() {
    let names: std::collections::BTreeSet<&str> = VERDICTS.iter().map(|verdict| verdict.name()).collect();
    assert_eq!(names.len(), VERDICTS.len());
}
