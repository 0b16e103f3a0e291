//! Rates three players from a table of results: `cargo run -p riverlab-stats --example ratings`

use riverlab_stats::{Detail, Placed, RatingData, goodness, rate};

/// The players.
const NAMES: [&str; 3] = ["ada", "blaise", "carl"];
/// Games of two: first player, second player, and the ranks of both; equal ranks are a tie.
const GAMES: [(u16, u16, [f64; 2]); 5] =
    [(0, 1, [1.0, 2.0]), (1, 2, [1.0, 2.0]), (0, 2, [1.0, 2.0]), (2, 0, [1.5, 1.5]), (1, 0, [1.0, 2.0])];

fn main() {
    // Each game is a deal of its own, played thirty times.
    let deals = 30 * GAMES.len();
    let mut data = RatingData::new(NAMES.len(), 2, deals, Detail::Rankings);
    for deal in 0..deals {
        let (first, second, ranks) = GAMES[deal % GAMES.len()];
        let placed = |bot, start_order, rank| Placed { bot, start_order, rank };
        data.add(deal as u64 + 1, &[placed(first, 0, ranks[0]), placed(second, 1, ranks[1])]);
    }
    let ratings = rate(&data);
    for (name, bot) in NAMES.iter().zip(&ratings.bots) {
        println!(
            "{name:8}{:+6.0} Elo ({}), rank {} to {}",
            bot.elo.mean,
            bot.elo.signed_text(0),
            bot.rank.lo,
            bot.rank.hi
        );
    }
    let start = ratings.start_orders[0];
    println!("moving first is worth {:+.0} Elo ({})", start.mean, start.signed_text(0));
    println!(
        "the model {}",
        if goodness(&data).is_some() { "was compared with the games" } else { "needs more games" }
    );
}
