use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::*;
use crate::games::river_dragons::{Card, DragonRules};
use crate::{Game, GameRules, Turn};

/// The numbers of hidden programs: all equally likely, those that are allowed and no others.
#[test]
fn hidden_programs_are_equally_likely() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let programmed = |players: usize, cards: &[&str]| {
        let mut state = RiverDragons::new(DragonRules::standard(), players);
        state.play(Move::DealStart(Seat::FIRST)).expect("legal");
        for card in cards {
            state.play(state.parse_move(&format!("program:{card}")).expect("a move")).expect("legal");
        }
        state
    };
    // Two cards of p1 are hidden: 8 * 7 without dragons and 2 * 2 * 8 with one of two.
    let mut state = programmed(3, &["jump", "dragon-blue"]);
    let mut found: BTreeMap<Vec<Card>, u32> = BTreeMap::new();
    let draws = 88_000;
    for _ in 0..draws {
        state.resample_hidden(Seat::new(1), &mut rng);
        *found.entry(state.players[Seat::FIRST].program().to_vec()).or_default() += 1;
    }
    assert_eq!(found.len(), 8 * 7 + 2 * 2 * 8);
    let expected = f64::from(draws) / found.len() as f64;
    let chi_squared: f64 = found.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    assert!((chi_squared - 87.0).abs() < 6.0 * 174.0_f64.sqrt(), "{chi_squared}");
    // The owner knows them.
    let before = state.clone();
    state.resample_hidden(Seat::FIRST, &mut rng);
    assert!(state == before && state.turn() == Turn::Player(Seat::FIRST));
}

/// Also where the tables allow more dragons than are hidden, or only as many cards as one.
#[test]
fn programs_are_imagined_under_other_tables() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut buffer = Vec::new();
    for (program, dragons) in [(5, 0), (5, 2), (5, 5), (1, 1), (3, 2)] {
        let sets = vec![format!("cards.program={program}"), format!("cards.dragons={dragons}")];
        let rules = DragonRules::load(&crate::RulesSource { file: None, sets }).expect("tables");
        let rules: &'static DragonRules = Box::leak(Box::new(rules));
        for players in 2..=6 {
            let (mut state, mut most) = (RiverDragons::new(rules, players), 0);
            while state.turn() != Turn::Over {
                let mut hidden = state.clone();
                hidden.resample_hidden(Seat::FIRST, &mut rng);
                for seat in Seat::all(players) {
                    let used = hidden.players[seat].used();
                    assert_eq!(used.len(), u32::from(state.players[seat].programmed), "all different");
                    most = most.max(used.dragons().len());
                }
                let mv = match state.turn() {
                    Turn::Chance => state.draw(&mut rng),
                    _ => state.random_move(&mut buffer, &mut rng),
                };
                state.play(mv).expect("legal");
            }
            assert_eq!(most, dragons.min(players as u32 - 1), "{program} cards, {players} players");
        }
    }
}

#[test]
fn revealed_cards_stay() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut buffer = Vec::new();
    for seed in 0..30 {
        let mut state = RiverDragons::new(DragonRules::standard(), 2 + seed % 5);
        while state.turn() != Turn::Over && state.round < 4 {
            let mv = match state.turn() {
                Turn::Chance => state.draw(&mut rng),
                _ => state.random_move(&mut buffer, &mut rng),
            };
            state.play_unchecked(mv);
            let mut hidden = state.clone();
            hidden.resample_hidden(Seat::FIRST, &mut rng);
            for seat in Seat::all(state.n_players()) {
                let (now, then) = (hidden.players[seat], state.players[seat]);
                let shown = state.revealed().min(usize::from(then.programmed));
                assert_eq!(now.program[..shown], then.program[..shown]);
                assert_eq!(now.programmed, then.programmed);
                assert_eq!(now.used().len(), u32::from(now.programmed), "all different");
                assert!(now.used().dragons().len() <= 1 && now.used().without(state.hand(seat)).len() == 0);
            }
        }
    }
}

/// The number of legal programs, counted by playing them.
#[test]
fn there_are_as_many_programs_as_the_rules_say() {
    fn programs(state: &RiverDragons) -> usize {
        if state.current != Seat::FIRST || state.phase != Phase::Program {
            return 1;
        }
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        moves
            .iter()
            .map(|&mv| {
                let mut next = state.clone();
                next.play_unchecked(mv);
                programs(&next)
            })
            .sum()
    }
    for players in 2..=6 {
        let mut state = RiverDragons::new(DragonRules::standard(), players);
        state.play(Move::DealStart(Seat::FIRST)).expect("legal");
        assert_eq!(programs(&state), 6720 + 8400 * (players - 1));
    }
}
