use super::*;

#[test]
fn lines_sum_up_decisions() {
    let mut tally = TimingTally::new(3);
    for millis in 1..=100 {
        tally.add(DecisionTime { bot: 1, nanos: millis * 1_000_000, simulations: 50 });
    }
    tally.add(DecisionTime { bot: 2, nanos: 10, simulations: 0 });
    let lines = tally.lines();
    assert_eq!(lines.iter().map(|line| (line.bot, line.decisions)).collect::<Vec<_>>(), [(1, 100), (2, 1)]);
    for (seen, expected) in lines[0].milliseconds.iter().zip([50.5, 50.0, 95.0, 100.0]) {
        assert!((seen / expected - 1.0).abs() < 2e-3, "{seen} is not {expected}");
    }
    let speed = lines[0].simulations_per_second.expect("simulations");
    assert!((speed - 5000.0 / 5.05).abs() < 1e-6, "{speed}");
    assert_eq!(lines[1].simulations_per_second, None);
}
