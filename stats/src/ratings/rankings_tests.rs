use super::*;

#[test]
fn probabilities_add_up_and_scores_have_mean_zero() {
    for (players, rankings, strict) in [(2, 3, 2), (3, 13, 6), (4, 75, 24), (5, 541, 120), (6, 4_683, 720)] {
        let worths: Vec<f64> = (0..players).map(|player| 0.4 * f64::from(player) - 0.7).collect();
        for (ties, expected) in [(true, rankings), (false, strict)] {
            let game = Rankings::new(&worths, |size| ties.then_some(-0.2 * size as f64), false);
            let (mut count, mut total, mut scores) = (0, 0.0, [0.0; 2]);
            game.each(&mut |ranking| {
                count += 1;
                total += ranking.probability;
                scores[0] += ranking.probability * ranking.shares[1];
                scores[1] += ranking.probability * ranking.ties[2];
            });
            assert_eq!(count, expected);
            assert!((total - 1.0).abs() < 1e-12 && scores.iter().all(|score| score.abs() < 1e-12), "{scores:?}");
        }
    }
}

#[test]
fn two_players_are_those_of_davidson() {
    // Worths 3 and 1, δ 0.5: 3, 1 and 0.5·√3 are the weights of a win, a loss and a tie.
    let game = Rankings::new(&[libm::log(3.0), 0.0], |size| (size == 2).then_some(libm::log(0.5)), false);
    let total = 4.0 + 0.5 * 3_f64.sqrt();
    game.each(&mut |ranking| {
        let expected = match ranking.ranks[0].cmp(&ranking.ranks[1]) {
            std::cmp::Ordering::Less => 3.0,
            std::cmp::Ordering::Equal => 0.5 * 3_f64.sqrt(),
            std::cmp::Ordering::Greater => 1.0,
        };
        assert!((ranking.probability - expected / total).abs() < 1e-12);
    });
}

#[test]
fn a_game_that_only_says_who_won_ends_with_the_winners() {
    for (players, results) in [(2, 3), (3, 7), (6, 63)] {
        let worths: Vec<f64> = (0..players).map(|player| 0.4 * f64::from(player) - 0.7).collect();
        let [mut full, mut partial] = [false, true].map(|winners_only| {
            let (mut chances, mut scores) = (std::collections::BTreeMap::new(), [0.0; 2]);
            Rankings::new(&worths, |size| Some(-0.2 * size as f64), winners_only).each(&mut |ranking| {
                let winners: Vec<bool> = ranking.ranks[..worths.len()].iter().map(|&rank| rank == 1).collect();
                *chances.entry(winners).or_insert(0.0) += ranking.probability;
                scores[0] += ranking.probability * ranking.shares[1];
                scores[1] += ranking.probability * ranking.ties[2];
                let levels = ranking.ranks[..worths.len()].iter().max();
                assert!(!winners_only || levels <= Some(&2), "{:?}", ranking.ranks);
            });
            assert!(scores.iter().all(|score| score.abs() < 1e-12), "{scores:?}");
            chances.into_iter()
        });
        assert_eq!((full.len(), partial.len()), (results, results));
        assert!(full.all(|(winners, chance)| {
            partial.next().is_some_and(|(same, other)| same == winners && (chance - other).abs() < 1e-12)
        }));
    }
}
