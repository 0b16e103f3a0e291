use super::*;

#[test]
fn stages_begin_only_where_they_are_expected_to_end_in_time() {
    let mut clock = Clock::start(Duration::from_mins(100));
    assert!(clock.has_time_for(u64::MAX));
    clock.played(100, Duration::from_mins(1));
    assert!(clock.has_time_for(9_900) && !clock.has_time_for(10_001));
    // Without a game there is nothing to go by but what is known.
    clock.played(0, Duration::from_mins(1));
    assert!(clock.has_time_for(9_900) && !clock.has_time_for(10_001));
    assert!(!Clock::start(Duration::ZERO).has_time_for(1));
}
