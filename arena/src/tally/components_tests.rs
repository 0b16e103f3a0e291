use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use riverlab_engine::{ComponentIdx, MAX_PARTS, Outcome, PerPlayer, Seat};

use super::*;

const COMPONENTS: u16 = 5;

type GameOf = (u64, Outcome, Vec<ComponentEvent>);

fn tally(games_per_deal: u64, games: &[GameOf]) -> ComponentTally {
    let component = |idx: u16| Component { name: format!("e{idx}"), kind: "thing", interventions: &[] };
    let mut tally = ComponentTally::new((0..COMPONENTS).map(component).collect(), games_per_deal);
    for (deal, outcome, events) in games {
        let none = PerPlayer::from_fn(2, |_| 0);
        let result = FinishedGame { outcome: *outcome, decisions: none, forfeits: none, first_player: Seat::FIRST };
        tally.add(*deal, &result, events);
    }
    tally
}

fn outcome(scores: [f64; 2]) -> Outcome {
    let seat_scores = PerPlayer::from_fn(2, |seat| scores[seat.index()]);
    Outcome::from_scores(seat_scores, PerPlayer::from_fn(2, |_| [0; MAX_PARTS]))
}

fn held(component: u16, seat: usize, points: i32) -> ComponentEvent {
    ComponentEvent::Held { component: ComponentIdx(component), seat: Seat::new(seat), points }
}

fn near(seen: Option<f64>, expected: f64) {
    assert!(seen.is_some_and(|seen| (seen - expected).abs() < 1e-9), "{seen:?} is not {expected}");
}

#[test]
fn lines_are_those_counted_by_hand() {
    let [offered, again] = [ComponentEvent::Offered(ComponentIdx(0)), ComponentEvent::TakenAgain(ComponentIdx(0))];
    let first = |round| ComponentEvent::TakenFirst { component: ComponentIdx(0), round };
    let games = [
        (1, outcome([10.0, 4.0]), vec![offered, offered, offered, first(2), again, held(0, 0, 6), held(1, 0, 0)]),
        (1, outcome([7.0, 7.0]), vec![offered, first(5), held(0, 1, 3), held(1, 0, 0), held(1, 1, 0)]),
        (2, outcome([1.0, 3.0]), vec![first(2), held(0, 0, 0), held(1, 1, 0)]),
        (2, outcome([1.0, 3.0]), vec![held(1, 0, 0), held(1, 1, 0)]),
        (3, outcome([9.0, 3.0]), vec![offered, held(2, 0, 50)]),
    ];
    let lines = tally(2, &games).lines();
    let line = &lines[0];
    assert_eq!((line.offered, line.taken, line.held), (4, 4, 3));
    near(line.take_rate(), 1.0);
    near(line.first_round, 3.0);
    near(Some(line.held_rate), 3.0 / 8.0);
    near(line.points, 3.0);
    // Wins of deal 1: 1 and 1/2 in two seats; of deal 2: 0 in one.
    near(line.share_held.map(|share| share.mean), 0.5);
    let mut ratio = Ratio::default();
    ratio.add(90, 2);
    ratio.add(0, 1);
    assert_eq!(line.share_held, Some(ratio.interval(60.0, 0.0, 1.0)));
    near(line.share_not_held, 2.5 / 5.0);
    near(line.association.map(|difference| difference.mean), 0.5 - 2.5 / 5.0);
    near(line.score_held, (10.0 + 7.0 + 1.0) / 3.0);
    near(lines[1].difference(), (1.0 + 0.5 + 0.5 + 1.0 + 0.0 + 1.0) / 6.0 - 0.0);
    // The deal of the last game is not whole.
    assert_eq!((lines[2].held, lines[2].share_held, lines[2].points), (0, None, None));
    assert_eq!((lines[3].take_rate(), lines[3].first_round, lines[3].difference()), (None, None, None));
    near(lines[3].share_not_held, 0.5);
}

fn made_up(rng: &mut Xoshiro256PlusPlus, deal: u64) -> GameOf {
    let scores = [0, 1].map(|_| f64::from(rng.random_range(0..4_u8)) / 3.0);
    let events = (0..rng.random_range(0..30)).map(|_| {
        let component = rng.random_range(0..COMPONENTS);
        match rng.random_range(0..4_u8) {
            0 => ComponentEvent::Offered(ComponentIdx(component)),
            1 => ComponentEvent::TakenFirst { component: ComponentIdx(component), round: rng.random_range(0..9) },
            2 => ComponentEvent::TakenAgain(ComponentIdx(component)),
            _ => held(component, rng.random_range(0..2), rng.random_range(-3..9)),
        }
    });
    let events = events.collect();
    (deal, outcome(scores), events)
}

#[test]
fn the_order_of_games_does_not_matter() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut games: Vec<GameOf> = (0..120).map(|game| made_up(&mut rng, game / 4)).collect();
    let expected = tally(4, &games).lines();
    for _ in 0..5 {
        games.shuffle(&mut rng);
        let shuffled = tally(4, &games);
        assert_eq!(shuffled.lines(), expected);
        assert!(shuffled.open.is_empty());
    }
}
