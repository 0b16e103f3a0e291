use riverlab_bots::RankedMove;

use super::*;

#[test]
fn what_is_written_is_read() {
    let ranked = |(mv, visits)| RankedMove { mv, visits, value: 0.5 };
    let explanation = |visits: &[(char, u64)]| Explanation {
        simulations: 8,
        nodes: 1,
        values: vec![0.5, 0.5],
        ranking: visits.iter().copied().map(ranked).collect(),
        principal_variation: Vec::new(),
    };
    let mut text = String::new();
    write(&mut text, Some(&explanation(&[('c', 6), ('a', 2), ('b', 0)])), &['a', 'b', 'c']);
    write(&mut text, None, &['a']);
    assert_eq!(text, "2:6/0:2 -");
    let game = format!("{text}|-");
    let mut seats = read(&game);
    assert_eq!(read_shares(seats[0].next().expect("a decision"), 3), Ok(Some(vec![0.25, 0.0, 0.75])));
    assert_eq!(read_shares(seats[0].next().expect("a decision"), 1), Ok(None));
    assert_eq!((seats[0].next(), seats[1].next(), seats.len()), (None, Some("-"), 2));
    for wrong in ["3:1", "1:x", "1", "", "01:2", "1:0", "+1:2"] {
        assert_eq!(read_shares(wrong, 3), Err(format!("\"{wrong}\" are no visits of a move")));
    }
}
