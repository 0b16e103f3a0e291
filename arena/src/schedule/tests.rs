use riverlab_engine::{MAX_PARTS, Outcome, PerPlayer, Seat};

use super::*;

fn schedule_spec(pairing: &str, bots: usize, players: usize, deals: u64) -> ScheduleSpec {
    ScheduleSpec { pairing: pairing.parse().expect("a pairing"), bots, players, deals }
}

/// Plays all games; bots with higher numbers win.
fn games(spec: ScheduleSpec, first: u64, last: u64) -> Vec<ScheduledGame> {
    let mut schedule = Schedule::new(spec, first, last, 3);
    let mut games = Vec::new();
    while let Next::Game(game) = schedule.next_game() {
        let scores = PerPlayer::from_fn(spec.players, |seat| f64::from(game.seats[seat]));
        let outcome = Outcome::from_scores(scores, PerPlayer::from_fn(spec.players, |_| [0; MAX_PARTS]));
        let decisions = PerPlayer::from_fn(spec.players, |_| 1);
        schedule.observe(&game, &FinishedGame { outcome, decisions, forfeits: decisions, first_player: Seat::FIRST });
        games.push(game);
    }
    games
}

#[test]
fn every_bot_sits_everywhere_equally_often() {
    for (bots, players) in [(1, 2), (2, 2), (5, 2), (2, 3), (4, 3), (2, 4), (3, 4), (6, 4), (3, 6)] {
        let spec = schedule_spec("full", bots, players, 2);
        let games = games(spec, 1, 2);
        assert_eq!(Some(games.len() as u64), spec.games());
        assert!(games.iter().zip(1..).all(|(game, number)| game.game == number));
        let count = |bot: usize, seat: usize| {
            games.iter().filter(|game| usize::from(game.seats.as_slice()[seat]) == bot).count()
        };
        for bot in 0..bots {
            assert!((0..players).all(|seat| count(bot, seat) == count(bot, 0)), "{bots} bots, {players} players");
            assert!(count(bot, 0) > 0);
        }
    }
}

#[test]
fn a_gauntlet_has_its_challengers_in_every_game() {
    for (pairing, bots, players) in [("gauntlet", 3, 2), ("gauntlet:2", 5, 3), ("gauntlet", 2, 4), ("gauntlet:3", 4, 2)]
    {
        let spec = schedule_spec(pairing, bots, players, 3);
        let Pairing::Gauntlet { challengers } = spec.pairing else { panic!("{pairing}") };
        let games = games(spec, 1, 3);
        assert_eq!(Some(games.len() as u64), spec.games());
        let challenging =
            |game: &&ScheduledGame| game.seats.iter().filter(|bot| usize::from(**bot) < challengers).count() == 1;
        assert!(games.iter().all(|game| challenging(&game)), "{games:?}");
    }
}

#[test]
fn parts_of_a_run_make_all_of_it() {
    let spec = schedule_spec("full", 4, 3, 7);
    let all = games(spec, 1, 7);
    let parts: Vec<ScheduledGame> =
        [(1, 2), (3, 3), (4, 7)].into_iter().flat_map(|(first, last)| games(spec, first, last)).collect();
    assert!(parts == all);
}

#[test]
fn a_swiss_waits_for_the_results_of_a_round() {
    let spec = schedule_spec("swiss:3", 7, 2, 2);
    let played = games(spec, 1, 6);
    assert_eq!(Some(played.len() as u64), spec.games());
    assert_eq!(played.iter().map(|game| game.deal).max(), Some(6));
    assert_eq!(played.iter().map(|game| game.lineup).max(), Some(9));
    let mut schedule = Schedule::new(spec, 1, 6, 3);
    for _ in 0..12 {
        assert!(matches!(schedule.next_game(), Next::Game(_)));
    }
    assert_eq!(schedule.next_game(), Next::Wait);
}
