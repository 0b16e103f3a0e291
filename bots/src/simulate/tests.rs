use super::*;
use riverlab_engine::games::toy::ConnectFour;

fn simulator(policy: Policy, depth: Option<u32>) -> Simulator<ConnectFour> {
    Simulator::new(SimulationOptions { policy, depth, ..SimulationOptions::default() })
}

#[test]
fn rollouts_are_cut_short_after_so_many_rounds_of_decisions() {
    let state = ConnectFour::after("").expect("a position");
    for depth in 0..4 {
        let mut end = state;
        simulator(Policy::Random, Some(depth)).roll_out(&mut end, None);
        let stones = [0, 1].map(|seat| end.stones(Seat::new(seat)).count_ones());
        assert_eq!(stones, [depth, depth]);
    }
}

#[test]
fn policies_play_as_they_are_called() {
    // p1 wins at once by 1; greedy rollouts see it.
    let state = ConnectFour::after("121212").expect("a position");
    let wins = |policy| {
        let mut simulator = simulator(policy, None);
        (0..200).filter(|_| simulator.simulate(&mut state.clone())[0] == 1.0).count()
    };
    assert_eq!(wins(Policy::Greedy), 200);
    let epsilon = wins(Policy::Epsilon(0.5));
    assert!(epsilon > wins(Policy::Random) && epsilon < 200, "{epsilon}");
}
