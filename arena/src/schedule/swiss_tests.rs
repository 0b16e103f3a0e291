use riverlab_engine::{MAX_PARTS, Outcome};

use super::*;

/// The bot with the higher number wins; returns the tables of each round.
fn rounds(bots: usize, players: usize, rounds: usize) -> Vec<Vec<LineUp>> {
    let mut swiss = Swiss::new(bots, players, 5);
    let round = |swiss: &mut Swiss| {
        let tables = swiss.next_round();
        for table in &tables {
            let seats = PerPlayer::from_fn(players, |seat| table[seat.index()]);
            let scores = PerPlayer::from_fn(players, |seat| f64::from(seats[seat]));
            let outcome = Outcome::from_scores(scores, PerPlayer::from_fn(players, |_| [0; MAX_PARTS]));
            let decisions = PerPlayer::from_fn(players, |_| 1);
            swiss.observe(&seats, &FinishedGame { outcome, decisions, forfeits: decisions, first_player: Seat::FIRST });
        }
        tables
    };
    (0..rounds).map(|_| round(&mut swiss)).collect()
}

#[test]
fn nobody_meets_twice_before_it_must_be() {
    for (bots, players, count) in [(16, 2, 4), (17, 2, 4), (27, 3, 3), (64, 4, 3)] {
        let mut pairs: Vec<(BotIdx, BotIdx)> = Vec::new();
        for table in rounds(bots, players, count).iter().flatten() {
            pairs.extend(table.iter().flat_map(|a| table.iter().map(move |b| (*a, *b))).filter(|(a, b)| a < b));
        }
        let all = pairs.len();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(pairs.len(), all, "{bots} bots at tables of {players}");
    }
}

#[test]
fn everybody_plays_or_rests_in_turn() {
    let mut rests = vec![0; 11];
    for tables in rounds(11, 3, 11) {
        let mut playing: Vec<BotIdx> = tables.into_iter().flatten().collect();
        playing.sort_unstable();
        playing.dedup();
        assert_eq!(playing.len(), 9);
        (0..11).filter(|bot| !playing.contains(bot)).for_each(|bot| rests[usize::from(bot)] += 1);
    }
    assert_eq!(rests, [2; 11]);
}

#[test]
fn winners_meet_winners() {
    let rounds = rounds(16, 2, 4);
    // After three rounds the two bots that have won all games meet in the last one.
    let first = &rounds[3][0];
    assert!(first.contains(&15), "{rounds:?}");
    let losers: Vec<BotIdx> = rounds[0].iter().map(|table| *table.iter().min().expect("two")).collect();
    assert!(!losers.contains(&first[0]) && !losers.contains(&first[1]), "{rounds:?}");
}
