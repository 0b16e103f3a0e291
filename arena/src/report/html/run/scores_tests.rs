use super::*;

#[test]
fn parts_are_handy() {
    for (range, width) in [(0.0, 0.1), (1.0, 0.1), (4.5, 1.0), (39.0, 1.0), (41.0, 2.0), (61.0, 2.0), (990.0, 50.0)] {
        assert_eq!(part_width(range), width, "{range}");
    }
    assert_eq!(part_width(400_000.0), 10_000.0);
}
