//! Files of learned weights: what is accepted gives values that are numbers.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rand::SeedableRng;
use riverlab_bots::{BotRegistry, BotRng, BotSpec, View, WeightsFiles};
use riverlab_engine::{Game, GameRules, Turn, for_each_game};
use riverlab_fuzz::planted;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let files = WeightsFiles::given([("fuzzed.toml".to_owned(), text.to_owned())]);
    let registry = BotRegistry::standard().clone().with_weights(files);
    let spec: BotSpec = "greedy:eval=fuzzed.toml".parse().expect("a spec");
    for_each_game!(G => if let Ok(mut bot) = registry.build::<G>(&spec) {
        let (mut state, mut rng) = (G::new(GameRules::standard(), 2), BotRng::seed_from_u64(1));
        for _ in 0..20 {
            let mv = match state.turn() {
                Turn::Chance => state.draw(&mut rng),
                Turn::Player(seat) => bot.choose(&View::new(&state, seat), &mut rng),
                Turn::Over => break,
            };
            state.play(mv).expect("a legal move");
        }
        planted(G::NAME == "dice" && text.len() < 58);
    });
});
