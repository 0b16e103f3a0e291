//! A bot of one's own: it takes the move after which its seat has the most points, and plays against `greedy`.
//!
//! The command line knows the bots of the registry only; any other bot plays through the game loop, as here.
//! `cargo run --example own_bot`

use riverlab_arena::play::game_loop::play_game;
use riverlab_arena::stats::Ratio;
use riverlab_bots::{Bot, BotRng, View, registry};
use riverlab_engine::games::the_river::{RiverRules, TheRiver};
use riverlab_engine::{Game, GameRules, Seat, Share};

/// Takes the first of the moves after which it has the most points in a sample of what it cannot see.
struct PointCounter;

impl Bot<TheRiver> for PointCounter {
    fn choose(&mut self, view: &View<'_, TheRiver>, rng: &mut BotRng) -> <TheRiver as Game>::Move {
        let mut legal = Vec::new();
        view.legal_moves(&mut legal);
        let sample = view.sample(rng);
        let points = |mv| {
            let mut after = sample.clone();
            after.play_unchecked(mv);
            after.score_parts(view.observer()).iter().sum::<i32>()
        };
        // Of equal moves `max_by_key` gives the last one: the list is turned around to get the first.
        legal.into_iter().rev().max_by_key(|&mv| points(mv)).expect("a player has a legal move")
    }
}

/// The deals that are played, each in both seat rotations.
const DEALS: u64 = 20;

fn main() {
    let shares = play_match();
    let share = shares.interval(f64::from(Share::WHOLE), 0.0, 1.0);
    println!("share {:.3}, 95 % interval {:.3} to {:.3} over {} deals", share.mean, share.lo, share.hi, shares.deals());
}

/// The bot's win shares against greedy, deal by deal: the two games of a deal have the same luck, so the deal is what
/// counts as one observation.
fn play_match() -> Ratio {
    let mut greedy = registry::build::<TheRiver>(&"greedy".parse().expect("a spec")).expect("a bot of this game");
    let mut shares = Ratio::default();
    for deal in 1..=DEALS {
        let mut sum = 0;
        for own_seat in Seat::all(2) {
            let mut own = PointCounter;
            let mut bots: [&mut dyn Bot<TheRiver>; 2] = [&mut own, greedy.as_mut()];
            if own_seat != Seat::FIRST {
                bots.swap(0, 1);
            }
            let (result, _) = play_game(RiverRules::standard(), 1, deal, &mut bots, |_, _, _| {});
            sum += i64::from(result.outcome.shares[own_seat].sixtieths());
        }
        shares.add(sum, 2);
    }
    shares
}

#[test]
fn counting_points_is_not_enough() {
    let shares = play_match();
    assert_eq!(shares.deals(), DEALS);
    let share = shares.interval(f64::from(Share::WHOLE), 0.0, 1.0);
    assert!(share.hi < 0.5, "greedy looks further: {share:?}");
}
