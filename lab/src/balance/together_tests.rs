use super::*;

#[test]
fn associations_are_those_of_the_textbook() {
    let mut games = TakenTogether::new(4);
    let mut more = games.clone();
    for (game, taken) in [[1, 1, 0, 1], [1, 1, 0, 1], [0, 0, 1, 1], [1, 0, 0, 1], [0, 0, 1, 1]].iter().enumerate() {
        let taken = taken.map(|taken| taken == 1);
        if game < 2 { games.add(&taken) } else { more.add(&taken) }
    }
    games.merge(&more);
    // Both 2 times in 5 games, 3 and 2 times alone: (5·2 − 3·2) / √(3·2·2·3).
    assert!((games.association(0, 1) - 4.0 / 6.0).abs() < 1e-12);
    assert!((games.association(1, 0) - 4.0 / 6.0).abs() < 1e-12);
    assert!((games.association(0, 2) + 1.0).abs() < 1e-12);
    // What is always taken goes along with nothing.
    assert!(games.association(0, 3).abs() < 1e-12);
}
