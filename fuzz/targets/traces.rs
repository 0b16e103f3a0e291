//! Traces: what is accepted, of any game, is a game that was played to its end.

#![no_main]

use libfuzzer_sys::fuzz_target;
use riverlab::arena::table::GameFacts;
use riverlab::arena::trace::{Lines, check_header, replay};
use riverlab_engine::{Game, GameRules, RulesSource, Turn, for_each_game};
use riverlab_fuzz::planted;

fuzz_target!(|data: &[u8]| {
    let mut lines = Lines::new(data);
    let Ok(header) = lines.header() else { return };
    for_each_game!(G => if G::NAME == header.game {
        let rules = GameRules::standard();
        let facts = GameFacts::of::<G>(rules, RulesSource::default());
        if check_header(&header, &facts).is_err() {
            return;
        }
        let mut moves = 0;
        let replayed = replay::<G>(&mut lines, rules, header.players, |_| moves += 1);
        // Traces of these games are whole in the corpus.
        planted(moves > 2 && replayed.is_err() && ["dice", "connect-four"].contains(&G::NAME));
        if let Ok(replayed) = replayed {
            assert_eq!(replayed.moves, moves);
            assert_eq!(replayed.position.turn(), Turn::Over);
        }
    });
});
