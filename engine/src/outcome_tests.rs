use super::*;

fn check(scores: &[f64], ranks: &[f64], shares: &[u32]) {
    let scores = PerPlayer::from_fn(scores.len(), |seat| scores[seat.index()]);
    let outcome = Outcome::from_scores(scores, PerPlayer::from_fn(scores.players(), |_| [0; MAX_PARTS]));
    assert_eq!(outcome.ranks.as_slice(), ranks);
    assert_eq!(outcome.shares.iter().map(|share| share.sixtieths()).collect::<Vec<_>>(), shares);
}

#[test]
fn ties_share_places_and_wins() {
    check(&[8.0, 35.0], &[2.0, 1.0], &[0, 60]);
    check(&[5.0, 5.0, 3.0], &[1.5, 1.5, 3.0], &[30, 30, 0]);
    check(&[9.0, 4.0, 4.0, 4.0], &[1.0, 3.0, 3.0, 3.0], &[60, 0, 0, 0]);
    check(&[1.0, 7.0, 7.0, 7.0], &[4.0, 2.0, 2.0, 2.0], &[0, 20, 20, 20]);
}

#[test]
fn shares_are_read_back_from_their_decimals() {
    for winners in 1..=6 {
        let share = Share::of_winners(winners);
        assert_eq!(Share::from_value(share.to_string().parse().expect("a number")), Some(share));
    }
    assert_eq!(Share::from_value(0.4), None);
}
