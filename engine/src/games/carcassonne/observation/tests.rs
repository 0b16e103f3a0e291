use super::*;
use crate::games::carcassonne::RiversInPlay;
use crate::games::observation_checks::{
    begun, check_seats_are_relative, first_and_second, lengths, observation, seen, sees_all,
};
use crate::games::picture_checks::walk;
use crate::{GameRules, RulesSource, feature_range};

fn rules_with(sets: &[&str]) -> &'static CarcassonneRules {
    let source = RulesSource { file: None, sets: sets.iter().map(|&set| set.to_owned()).collect() };
    Box::leak(Box::new(CarcassonneRules::load(&source).expect("tables")))
}

#[test]
fn all_is_observed() {
    let lengths_with = [[550, 557, 564, 571], [616, 623, 630, 637], [616, 623, 630, 637], [676, 683, 690, 697]];
    for (rivers, expected) in RiversInPlay::ALL.into_iter().zip(lengths_with) {
        let rules = rules_with(&[&format!("rivers={rivers}")]);
        assert_eq!(lengths::<Carcassonne>(rules), expected, "{rivers}");
        sees_all::<Carcassonne>(rules, 3);
    }
}

#[test]
fn bounds_follow_from_the_tables() {
    for farms in ["farm.rule=1", "farm.rule=2", "edition.pigsty=true"] {
        let sets = ["completed.road=9", "incomplete.city=20", "farm.city=20", "players.meeples=3", farms];
        sees_all::<Carcassonne>(rules_with(&sets), 2);
    }
}

#[test]
fn seats_are_relative() {
    check_seats_are_relative::<Carcassonne>(CarcassonneRules::standard(), 3, first_and_second);
}

/// Each column of the rows has bounds of its own.
#[test]
fn rows_are_the_tiles_of_the_board() {
    let rules = rules_with(&["rivers=both"]);
    for players in [2, 5] {
        walk::<Carcassonne>(rules, players, 7, |state, _| {
            for seat in Seat::all(players) {
                let rows = seen(rules, state, seat, "tiles");
                let (rows, _) = rows.as_chunks::<ROW>();
                let placed = state.board.placed();
                let meeples: usize = state.players.iter().map(|player| player.meeples().len()).sum();
                assert_eq!(rows.iter().filter(|row| row[4] > 0.0).count(), meeples, "{state:?}");
                for (row, placed) in rows.iter().zip(placed) {
                    let expected = [placed.cell.x, placed.cell.y, placed.tile.0 as i8 + 1, placed.turns as i8];
                    assert_eq!(row[..4], expected.map(f32::from), "{state:?}");
                    assert!(row[4] <= players as f32 && row[5] <= f32::from(Spot::COUNT));
                    assert_eq!(row[4] > 0.0, row[5] > 0.0);
                }
                assert!(rows[placed.len()..].iter().flatten().all(|&number| number == 0.0));
            }
        });
    }
}

#[test]
fn a_window_shows_the_tiles_that_lie_in_it() {
    let rules = rules_with(&["rivers=2"]);
    for window in [0, 2, 6] {
        let features = Carcassonne::window_features(rules, 3, window);
        let mut out = vec![f32::NAN; features.iter().map(Feature::len).sum()];
        let range = |name| feature_range(&features, name).expect("a feature");
        walk::<Carcassonne>(rules, 3, 3, |state, _| {
            out.fill(f32::NAN);
            state.observe_window(Seat::new(1), window, &mut out);
            let (side, reach) = (2 * usize::from(window) + 1, i16::from(window));
            let near = |coordinate: i8| i16::from(coordinate).abs() <= reach;
            let rows = seen(rules, state, Seat::new(1), "tiles");
            let mut expected = vec![0.0; 4 * side * side];
            let mut outside = 0;
            for (placed, row) in state.board.placed().iter().zip(rows.as_chunks::<ROW>().0) {
                if !near(placed.cell.x) || !near(placed.cell.y) {
                    outside += 1;
                    continue;
                }
                let [x, y] = [placed.cell.x, placed.cell.y].map(|coordinate| (i16::from(coordinate) + reach) as usize);
                (0..4).for_each(|plane| expected[(plane * side + y) * side + x] = row[2 + plane]);
            }
            assert_eq!(out[range("window")], expected, "{state:?}");
            assert_eq!(out[range("outside")], [outside as f32]);
            let sides: f32 = out[range("window_sides")].iter().sum();
            assert_eq!(sides as usize, 4 * (state.board.placed().len() - outside), "each side has one terrain");
            for feature in &features {
                let numbers = &out[range(feature.name)];
                assert!(numbers.iter().all(|number| (feature.low..=feature.high).contains(number)), "{feature:?}");
            }
        });
    }
}

#[test]
fn numbers_are_those_of_the_position() {
    let rules = rules_with(&["rivers=none"]);
    let state: Carcassonne = begun(rules, 2, &["deal:p2", "deal:E", "tile:0:-1:2", "meeple:city:S", "deal:E"]);
    let see = |name: &str| seen(rules, &state, Seat::FIRST, name);
    for (name, expected) in [
        ("phase", &[0.0, 0.0, 1.0, 0.0, 0.0][..]),
        ("to_act", &[1.0, 0.0]),
        ("first_player", &[0.0, 1.0]),
        ("pile", &[0.0, 0.0, 0.0, 1.0]),
        ("turn", &[2.0]),
        ("stack", &[69.0]),
        ("placed", &[2.0]),
        ("meeples", &[7.0, 7.0]),
        ("points_cities", &[0.0, 4.0]),
    ] {
        assert_eq!(see(name), expected, "{name}");
    }
    let cap = rules.tile_named("E").expect("a tile").index();
    assert_eq!((see("tile")[cap], see("left")[cap]), (1.0, 3.0));
    assert_eq!(see("tiles")[6..12], [0.0, -1.0, cap as f32 + 1.0, 2.0, 0.0, 0.0]);
    assert_eq!(observation(rules, &state, Seat::FIRST).len(), Carcassonne::observation_len(rules, 2));
}
