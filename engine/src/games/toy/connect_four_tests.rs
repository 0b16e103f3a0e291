use super::*;
use crate::perft;
use rand::SeedableRng;

fn shares(columns: &str) -> Option<[u32; 2]> {
    let state = ConnectFour::after(columns).expect("legal columns");
    (state.turn() == Turn::Over).then(|| [0, 1].map(|seat| state.win_shares()[Seat::new(seat)].sixtieths()))
}

#[test]
fn lines_win_in_all_directions() {
    assert_eq!(shares("1212121"), Some([60, 0])); // upright
    assert_eq!(shares("1122334"), Some([60, 0])); // flat
    assert_eq!(shares("12233434464"), Some([60, 0])); // rising
    assert_eq!(shares("76655454424"), Some([60, 0])); // falling
    assert_eq!(shares("121212"), None); // three each
}

#[test]
fn a_line_does_not_run_from_one_column_into_the_next() {
    // p1 has the three top cells of column 1 and the bottom one of column 2: neighbors but for the seventh bit.
    assert_eq!(shares("21417113131"), None);
}

#[test]
fn a_full_board_is_a_draw() {
    let columns = "121212212121343434434343565656656565777777";
    assert_eq!(shares(columns), Some([30, 30]));
    assert!(ConnectFour::after("1111111").is_err());
}

#[test]
fn perft_counts_all_sequences_of_moves() {
    let counts: Vec<u64> = (1..=6).map(|depth| perft(&ConnectFour::after("").expect("a position"), depth)).collect();
    assert_eq!(counts, [7, 49, 343, 2401, 16807, 117_649]);
    // At depth 7 the 7 moves into full columns are missing; at depth 8 games that were won end early. Both numbers
    // were counted by another, slow program too.
    assert_eq!(perft(&ConnectFour::after("").expect("a position"), 7), 823_536);
    assert_eq!(perft(&ConnectFour::after("").expect("a position"), 8), 5_686_266);
}

/// Whether a set of cells has four in a line, cell by cell.
fn has_line_slowly(stones: u64) -> bool {
    let has = |column: i32, row: i32| {
        (0..i32::from(COLUMNS)).contains(&column)
            && (0..i32::from(ROWS)).contains(&row)
            && stones >> (i32::from(COLUMN_BITS) * column + row) & 1 == 1
    };
    let from = |column: i32, row: i32| {
        let along = |(right, up): (i32, i32)| (0..4).all(|step| has(column + step * right, row + step * up));
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(along)
    };
    (0..i32::from(COLUMNS)).any(|column| (0..i32::from(ROWS)).any(|row| from(column, row)))
}

#[test]
fn lines_and_threats_agree_with_looking_at_every_cell() {
    let mut rng = rand::rngs::Xoshiro256PlusPlus::seed_from_u64(1);
    let mut lines = 0;
    for _ in 0..300 {
        let mut state = ConnectFour::new(&FixedRules, 2);
        while let Turn::Player(mover) = state.turn() {
            for seat in Seat::all(2) {
                let cells = (0..49).filter(|bit| bit % COLUMN_BITS < ROWS && state.stones >> bit & 1 == 0);
                let threats = cells.filter(|bit| has_line_slowly(state.stones(seat) | 1 << bit));
                assert_eq!(state.threats(seat), threats.map(|bit| 1 << bit).sum::<u64>(), "{seat} in\n{state}");
            }
            state.play_unchecked(state.random_move(&mut Vec::new(), &mut rng));
            let won = has_line_slowly(state.stones(mover));
            assert_eq!(state.winner(), won.then_some(mover), "\n{state}");
            lines += u32::from(won);
        }
    }
    assert!(lines > 250, "{lines}");
}

#[test]
fn threats_are_the_cells_that_complete_a_line() {
    let text = |columns: &str, seat: usize| {
        let state = ConnectFour::after(columns).expect("legal columns");
        let threats = state.threats(Seat::new(seat));
        let cells = (0..49).filter(|bit| threats >> bit & 1 == 1);
        cells.map(|bit| format!("{}{}", bit / 7 + 1, bit % 7 + 1)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(text("445566", 0), "31 71");
    assert_eq!(text("445566", 1), "32 72");
    assert_eq!(text("121212", 0), "14");
    assert_eq!(text("", 0), "");
}
