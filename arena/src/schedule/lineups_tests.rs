use super::*;

fn texts(lineups: impl Iterator<Item = LineUp>) -> Vec<String> {
    lineups.map(|lineup| lineup.iter().map(|&bot| char::from(b'A' + bot as u8)).collect()).collect()
}

#[test]
fn lineups_are_subsets_or_use_every_bot() {
    for (bots, seats, expected) in [
        (3, 2, &["AB", "AC", "BC"] as &[&str]),
        (2, 2, &["AB"]),
        (4, 3, &["ABC", "ABD", "ACD", "BCD"]),
        (2, 4, &["ABBB", "AABB", "AAAB"]),
        (1, 3, &["AAA"]),
        (3, 4, &["ABCC", "ABBC", "AABC"]),
        (3, 1, &["A", "B", "C"]),
    ] {
        let fills = Fills::new(bots, seats);
        assert_eq!(fills.how_many(), Some(expected.len() as u64));
        assert_eq!(texts(fills), expected);
    }
    assert_eq!(Fills::new(1000, 6).how_many(), Some(1_368_173_298_991_500));
}

#[test]
fn challengers_meet_every_fill_of_the_rest() {
    assert_eq!(texts(gauntlet(3, 2, 1)), ["AB", "AC"]);
    assert_eq!(texts(gauntlet(4, 2, 2)), ["AC", "AD", "BC", "BD"]);
    assert_eq!(texts(gauntlet(4, 3, 1)), ["ABC", "ABD", "ACD"]);
    assert_eq!(texts(gauntlet(2, 4, 1)), ["ABBB"]);
    assert_eq!(texts(gauntlet(3, 4, 1)), ["ABCC", "ABBC"]);
}

#[test]
fn equal_rotations_are_played_once() {
    for (lineup, expected) in
        [(vec![0, 0], 1), (vec![0, 1], 2), (vec![0, 0, 1, 1], 4), (vec![0, 1, 0, 1], 2), (vec![0, 0, 1], 3)]
    {
        assert_eq!(distinct_rotations(&lineup), expected, "{lineup:?}");
    }
}
