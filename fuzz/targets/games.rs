//! Games move for move against the slow implementations of the tests: an input says which game, with how many players, and which
//! moves are made, legal ones by their number and others by any text, which is refused without a trace.

#![no_main]

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use riverlab_engine::games::carcassonne::{Carcassonne, CarcassonneRules};
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::{Game, GameRules, RulesSource, Turn};
use riverlab_fuzz::planted;

#[allow(clippy::pedantic, dead_code, reason = "of the tests, which use all of it")]
#[path = "../../tests/it/carcassonne/slow.rs"]
mod slow_carcassonne;
#[allow(clippy::pedantic, dead_code, reason = "of the tests, which use all of it")]
#[path = "../../tests/it/rio_grande/slow.rs"]
mod slow_rio_grande;
#[allow(clippy::pedantic, dead_code, reason = "of the tests, which use all of it")]
#[path = "../../tests/it/river_dragons/slow.rs"]
mod slow_river_dragons;
#[allow(clippy::pedantic, dead_code, reason = "of the tests, which use all of it")]
#[path = "../../tests/it/the_river/slow.rs"]
mod slow_the_river;

const RIVER: &str = include_str!("../../engine/data/the-river.toml");
const RIVERS: [&str; 4] = ["none", "1", "2", "both"];

/// The rules of Carcassonne with these rivers.
fn rules_with(rivers: &str) -> CarcassonneRules {
    let source = RulesSource { file: None, sets: vec![format!("rivers={rivers}")] };
    GameRules::load(&source).expect("these rivers")
}

/// A slow implementation.
trait Slow {
    fn turn(&self) -> String;
    fn legal(&self) -> Vec<String>;
    fn outcomes(&self) -> Vec<(String, u32)>;
    fn play(&mut self, mv: &str);
    fn scores(&self) -> Vec<f64>;
}

macro_rules! slow {
    ($($game:ident),*) => {$(
        impl Slow for $game::Slow {
            fn turn(&self) -> String {
                self.turn()
            }
            fn legal(&self) -> Vec<String> {
                self.legal()
            }
            fn outcomes(&self) -> Vec<(String, u32)> {
                self.outcomes()
            }
            fn play(&mut self, mv: &str) {
                let _ = self.play(mv);
            }
            fn scores(&self) -> Vec<f64> {
                self.scores().into_iter().map(|score| score as f64).collect()
            }
        }
    )*};
}
slow!(slow_carcassonne, slow_rio_grande, slow_river_dragons, slow_the_river);

fuzz_target!(|data: &[u8]| {
    let [which, players, moves @ ..] = data else { return };
    let players = |all: RangeInclusive<usize>| all.start() + usize::from(*players) % (1 + all.end() - all.start());
    match which % 7 {
        0 => {
            let players = players(TheRiver::PLAYERS);
            play(TheRiver::new(GameRules::standard(), players), &mut slow_the_river::Slow::new(RIVER, players), moves);
        }
        1 => {
            let players = players(RioGrande::PLAYERS);
            play(RioGrande::new(GameRules::standard(), players), &mut slow_rio_grande::Slow::new(players), moves);
        }
        2 => {
            let players = players(RiverDragons::PLAYERS);
            play(RiverDragons::new(GameRules::standard(), players), &mut slow_river_dragons::Slow::new(players), moves);
        }
        rivers => {
            static RULES: LazyLock<[CarcassonneRules; 4]> = LazyLock::new(|| RIVERS.map(rules_with));
            let (players, rivers) = (players(Carcassonne::PLAYERS), usize::from(rivers) - 3);
            let slow = &mut slow_carcassonne::Slow::new(players, RIVERS[rivers]);
            play(Carcassonne::new(&RULES[rivers], players), slow, moves);
        }
    }
});

/// The lists of what may happen are compared where an input ends, and in one of so many positions before: making the slow ones
/// takes most of the time, and there are inputs that end anywhere.
const COMPARED: usize = 8;

/// Plays moves on both sides as long as there are bytes. A byte is the number of a move; 255 begins a text up to a zero, which
/// is played if it is a move at all.
fn play<G: Game>(mut fast: G, slow: &mut dyn Slow, mut moves: &[u8]) {
    let (mut list, mut tried) = (Vec::new(), 0);
    for made in 0.. {
        let is_compared = made % COMPARED == 0 || moves.is_empty();
        assert_eq!(fast.turn().to_string(), slow.turn(), "{fast:?}");
        let mut texts: Vec<(String, G::Move)> = match fast.turn() {
            Turn::Over => {
                let outcome = fast.outcome().expect("the game is over");
                assert_eq!(outcome.scores.as_slice(), slow.scores(), "{fast:?}");
                return planted(tried > 0);
            }
            Turn::Chance => {
                let mut outcomes = Vec::new();
                fast.chance_outcomes(&mut outcomes);
                let texts: Vec<(String, G::Move)> = outcomes.iter().map(|&(mv, _)| (fast.move_text(mv), mv)).collect();
                if is_compared {
                    let ours = texts.iter().zip(&outcomes).map(|((text, _), &(_, n))| (text.clone(), n));
                    let mut ours: Vec<(String, u32)> = ours.collect();
                    ours.sort_unstable();
                    assert_eq!(ours, slow.outcomes(), "{fast:?}");
                }
                texts
            }
            Turn::Player(_) => {
                fast.legal_moves(&mut list);
                list.iter().map(|&mv| (fast.move_text(mv), mv)).collect()
            }
        };
        texts.sort_by(|one, other| one.0.cmp(&other.0));
        if is_compared && fast.turn() != Turn::Chance {
            let ours: Vec<&String> = texts.iter().map(|(text, _)| text).collect();
            assert_eq!(ours, slow.legal().iter().collect::<Vec<_>>(), "{fast:?}");
        }
        let Some((&byte, rest)) = moves.split_first() else { return };
        moves = rest;
        if byte == 255 {
            let end = moves.iter().position(|byte| *byte == 0).unwrap_or(moves.len());
            let text = String::from_utf8_lossy(&moves[..end]).into_owned();
            moves = moves.get(end + 1..).unwrap_or_default();
            try_text(&mut fast, &text, &texts, slow);
            tried += 1;
            continue;
        }
        let (text, mv) = &texts[usize::from(byte) % texts.len()];
        fast.play(*mv).expect("a legal move");
        slow.play(text);
    }
}

/// Plays a text that need not be a move. What is not legal leaves the position as it was.
fn try_text<G: Game>(fast: &mut G, text: &str, legal: &[(String, G::Move)], slow: &mut dyn Slow) {
    let Ok(mv) = fast.parse_move(text) else { return };
    let (before, written) = (fast.clone(), fast.move_text(mv));
    let is_legal = legal.iter().any(|(_, other)| *other == mv);
    assert_eq!(fast.play(mv).is_ok(), is_legal, "{text} in {before:?}");
    if is_legal {
        slow.play(&written);
    } else {
        assert!(*fast == before, "{text} in {before:?}");
    }
}
