use super::*;
use crate::interval::Interval;
use crate::ratings::Misfit;

/// Both standings of each pair: bot, opponent, share above, p, and the share that is predicted.
fn standings(pairs: &[(PlayerIdx, PlayerIdx, f64, f64, f64)]) -> Vec<PairStanding> {
    let of = |&(bot, opponent, above, p, predicted): &(PlayerIdx, PlayerIdx, f64, f64, f64)| {
        let standing = |bot, opponent, seen: f64, predicted: f64| PairStanding {
            bot,
            opponent,
            meetings: 10,
            above: Interval::point(seen),
            score_difference: Interval::point(0.0),
            p,
            q: p,
            misfit: Some(Misfit { seen, predicted, standard_error: 0.1, p: None }),
        };
        [standing(bot, opponent, above, predicted), standing(opponent, bot, 1.0 - above, 1.0 - predicted)]
    };
    pairs.iter().flat_map(of).collect()
}

const CIRCLE: [(PlayerIdx, PlayerIdx, f64, f64, f64); 3] =
    [(0, 1, 0.9, 0.001, 0.6), (1, 2, 0.8, 0.001, 0.6), (0, 2, 0.3, 0.02, 0.7)];

#[test]
fn cycles_of_clear_results_are_found() {
    let found = |pairs: &[_]| cycles(&standings(pairs), &[0, 1, 2, 3]);
    assert_eq!(found(&CIRCLE), Cycles { count: 1, clearest: Some([0, 1, 2]) });
    let other_way = CIRCLE.map(|(a, b, above, p, predicted)| (a, b, 1.0 - above, p, predicted));
    assert_eq!(found(&other_way).clearest, Some([0, 2, 1]));
    let with_last = |last| found(&[CIRCLE[0], CIRCLE[1], last]);
    assert_eq!(with_last((0, 2, 0.7, 0.001, 0.7)), Cycles::default());
    assert_eq!(with_last((0, 2, 0.3, 0.051, 0.7)), Cycles::default());
    // A second cycle, which is clearer.
    let more = [(0, 3, 0.2, 1e-9, 0.5), (1, 3, 0.9, 1e-9, 0.5), (2, 3, 0.5, 1.0, 0.5)];
    assert_eq!(found(&[&CIRCLE[..], &more].concat()), Cycles { count: 2, clearest: Some([0, 1, 3]) });
}

#[test]
fn copies_are_one_bot() {
    let pairs = [&CIRCLE[..], &[(0, 3, 0.5, 1.0, 0.5), (1, 3, 0.2, 0.001, 0.5)]].concat();
    assert_eq!(cycles(&standings(&pairs), &[0, 1, 2, 0]).count, 1);
    assert_eq!(cycles(&standings(&pairs), &[0, 1, 1, 0]).count, 0);
}

/// Positions in turn order can make one.
#[test]
fn what_the_ratings_predict_is_no_cycle() {
    let predicted = [CIRCLE[0], CIRCLE[1], (0, 2, 0.3, 0.002, 0.4)];
    assert_eq!(cycles(&standings(&predicted), &[0, 1, 2]).count, 0);
}
