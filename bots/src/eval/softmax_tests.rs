use super::*;

#[test]
fn points_become_shares_by_the_formula() {
    let points = PerPlayer::from_fn(3, |seat| [10.0, 20.0, 15.0][seat.index()]);
    let shares = softmax(&points, 5.0);
    let whole = 1.0 + libm::expf(1.0) + libm::expf(2.0);
    let expected = [1.0, libm::expf(2.0), libm::expf(1.0), 0.0, 0.0, 0.0, 0.0, 0.0].map(|weight| weight / whole);
    assert!(Seat::all(3).all(|seat| share_of(&points, 5.0, seat) == shares[seat.index()]));
    assert!(shares.iter().zip(expected).all(|(share, expected)| (share - expected).abs() < 1e-6), "{shares:?}");
}

#[test]
fn two_players_are_no_special_case() {
    for points in [[1.0, 4.5], [4.5, 1.0], [3.0, 3.0], [0.0, 2000.0], [-3.0, -2.75]] {
        let two = PerPlayer::from_fn(2, |seat| points[seat.index()]);
        let shares = softmax(&two, 2.0);
        let with_a_third = PerPlayer::from_fn(3, |seat| points.get(seat.index()).copied().unwrap_or(-1e9));
        assert_eq!(shares, softmax(&with_a_third, 2.0));
        assert_eq!(shares[..2], [0, 1].map(|seat| share_of(&two, 2.0, Seat::new(seat))));
        assert_eq!(shares[0] == shares[1], points[0] == points[1]);
    }
}
