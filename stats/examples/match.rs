//! A match that stops as soon as its sequential test has an answer: `cargo run -p riverlab-stats --example match`

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use riverlab_stats::{Decision, Sprt, SprtRun, Stopped, adjusted};

fn main() -> Result<(), String> {
    // Is the player better by 0.1 standard deviations of a pair of games?
    let sprt = Sprt::parse("win:0.1", 0.05, 0.05)?;
    let mut run = SprtRun::new(&sprt, 0.5);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    // The scores of a pair of games, and how often each came up: the player wins six games of ten.
    let mut kinds = [(0.0, 0.0), (0.5, 0.0), (1.0, 0.0)];
    let mut pairs = 0;
    while run.decision() == Decision::Undecided {
        let won = [0, 1].map(|_| rng.random::<f64>() < 0.6).into_iter().filter(|&won| won).count();
        kinds[won].1 += 1.0;
        run.add(kinds[won].0);
        pairs += 1;
    }
    println!("{} after {pairs} pairs of games, log-likelihood ratio {:.2}", sprt.words(run.decision()), run.llr());
    // The mean itself is too high after such a stop.
    let seen = kinds.iter().map(|(score, count)| score * count).sum::<f64>() / f64::from(pairs);
    let share = adjusted(&sprt, &Stopped { null: 0.5, kinds: &kinds, size: 2.0, most_blocks: 100_000 });
    println!("share {:.3} ({}), {seen:.3} as seen", share.mean, share.text(3));
    Ok(())
}
