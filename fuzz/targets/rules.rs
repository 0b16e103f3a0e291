//! Rules tables, of Carcassonne with its tiles: a byte chooses the game, the rest is a file laid over its own. A random game under
//! what is accepted comes to an end, with scores that are numbers.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_engine::{Game, GameRules, RulesSource, for_each_game, playout};
use riverlab_fuzz::planted;

fuzz_target!(|data: &[u8]| {
    let Some((&which, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let source = RulesSource { file: Some(("fuzzed.toml".to_owned(), text.to_owned())), sets: Vec::new() };
    let mut number = 0;
    for_each_game!(G => {
        if usize::from(which) % 4 == number && let Ok(rules) = <G as Game>::Rules::load(&source) {
            let is_other = rules.canonical() != <G as Game>::Rules::standard().canonical();
            play::<G>(Box::leak(Box::new(rules)));
            planted(is_other && text.len() < 37);
        }
        number += 1;
    });
});

/// Plays a random game with each number of players.
fn play<G: Game>(rules: &'static G::Rules) {
    for players in G::PLAYERS {
        let (mut state, mut rng) = (G::new(rules, players), Xoshiro256PlusPlus::seed_from_u64(1));
        playout(&mut state, &mut rng, &mut Vec::new());
        let outcome = state.outcome().expect("the game is over");
        assert!(outcome.scores.iter().all(|score| score.is_finite()), "{outcome:?}");
        let shares: u32 = outcome.shares.iter().map(|share| share.sixtieths()).sum();
        assert_eq!(shares, 60);
    }
}
