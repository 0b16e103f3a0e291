//! The components of River Dragons, counted once more from the texts of the moves.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_engine::conformance::{Plan, check};
use riverlab_engine::games::river_dragons::{DragonRules, RiverDragons};
use riverlab_engine::{
    ActiveIntervention, ComponentIdx, Components, Game, GameRules, InterventionKind, ModifiedGame, Modify, Seat,
    Targets, Turn,
};

use crate::long::scaled;
use crate::modifications::{component_named, modification};

const CARDS: [&str; 9] = ["stone1", "stone2", "plank1", "plank2", "remove", "move1", "move2", "jump", "dragon"];

/// The card that a move programs, from its text; dragons are one.
fn programmed(text: &str) -> Option<String> {
    let card = text.strip_prefix("program:")?;
    Some(card.split('-').next().expect("a word").to_owned())
}

#[test]
fn components_are_what_the_moves_say() {
    for players in 2..=6 {
        let rules = DragonRules::standard();
        let components = RiverDragons::components(rules, players);
        let names: Vec<&str> = components.iter().map(|component| component.name.as_str()).collect();
        let orders = (1..=6).map(|place| format!("order-{place}"));
        assert!(names.iter().map(|&name| name.to_owned()).eq(CARDS.map(str::to_owned).into_iter().chain(orders)));
        let granted = components.iter().filter(|component| component.interventions == [InterventionKind::Grant]);
        assert_eq!(granted.count(), players);
        let name = |component: ComponentIdx| names[component.index()].to_owned();
        for seed in 0..scaled(1, 4) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut state = RiverDragons::new(rules, players);
            let (mut buffer, mut moves, mut programs) = (Vec::new(), Vec::new(), 0);
            let mut had: Vec<BTreeMap<String, u32>> = vec![BTreeMap::new(); players];
            while state.turn() != Turn::Over {
                let mut seen = Vec::new();
                let mv = match state.turn() {
                    Turn::Chance => {
                        let mv = state.draw(&mut rng);
                        state.offered(mv, &mut |component| seen.push(name(component)));
                        assert_eq!(seen, names[CARDS.len()..CARDS.len() + players]);
                        mv
                    }
                    turn => {
                        let seat = turn.player().expect("a player");
                        state.legal_moves(&mut moves);
                        for &mv in &moves {
                            let mut found = Vec::new();
                            state.taken(mv, &mut |component| found.push(name(component)));
                            let expected: Vec<String> = programmed(&state.move_text(mv)).into_iter().collect();
                            let takes = (0..names.len()).filter(|&idx| state.takes(mv, ComponentIdx(idx as u16)));
                            assert_eq!(found, expected);
                            assert!(takes.map(|idx| names[idx]).eq(expected));
                        }
                        let mv = state.random_move(&mut buffer, &mut rng);
                        if let Some(card) = programmed(&state.move_text(mv)) {
                            assert_eq!(state.round(), programs / (5 * players as u32) + 1, "{state}");
                            programs += 1;
                            *had[seat.index()].entry(card).or_default() += 1;
                        }
                        mv
                    }
                };
                state.play_unchecked(mv);
            }
            for (seat, mut expected) in Seat::all(players).zip(had) {
                expected.insert(format!("order-{}", seat.steps_after(state.first_player(), players) + 1), 1);
                let mut held = BTreeMap::new();
                state.holdings(seat, &mut |holding| {
                    assert_eq!((state.pieces(seat, holding.component), holding.points), (holding.pieces, 0));
                    held.insert(name(holding.component), holding.pieces);
                });
                assert_eq!(held, expected, "{seat} in {state}");
            }
        }
    }
}

#[test]
fn modified_games_conform() {
    let one = Some(Seat::new(1));
    let bans = CARDS.iter().flat_map(|card| {
        [one, None]
            .map(|affected_seat| (ActiveIntervention::Ban(component_named::<RiverDragons>(card).into()), affected_seat))
    });
    let two = Targets::from(component_named::<RiverDragons>("dragon")).and(component_named::<RiverDragons>("move2"));
    let all = bans.step_by(scaled(20, 1)).chain([
        (ActiveIntervention::Grant(component_named::<RiverDragons>("order-2").into()), one),
        (ActiveIntervention::Ban(two), one),
    ]);
    for (intervention, affected_seat) in all {
        let plan = Plan { games: 1, brute_force_every: 200, texts_every: 4, pictures_every: 30, draws: 5000, seed: 1 };
        let report = check::<ModifiedGame<RiverDragons>>(modification(intervention, affected_seat), &plan);
        assert_eq!(report.unwrap_or_else(|failure| panic!("{intervention:?}: {failure}")).games, 5);
    }
}

/// Nobody programs what is banned, and nobody expects it of others.
#[test]
fn banned_cards_are_not_imagined() {
    let named = |card: &str| Targets::from(component_named::<RiverDragons>(card));
    for (cards, affected_seat) in [
        (&["move2"][..], None),
        (&["dragon"], Some(Seat::new(1))),
        (&["plank1"], Some(Seat::new(2))),
        (&["dragon", "move2"], Some(Seat::new(1))),
        (&["plank1", "move1"], None),
    ] {
        let both =
            cards[1..].iter().fold(named(cards[0]), |both, card| both.and(component_named::<RiverDragons>(card)));
        let mut state =
            ModifiedGame::<RiverDragons>::new(modification(ActiveIntervention::Ban(both), affected_seat), 3);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let (mut buffer, mut imagined) = (Vec::new(), [0, 0]);
        while state.turn() != Turn::Over && state.round() < 30 {
            let mut sample = state.clone();
            sample.resample_hidden(Seat::FIRST, &mut rng);
            for seat in [1, 2].map(Seat::new) {
                let is_banned = affected_seat.is_none_or(|one| one == seat);
                let names = sample.game().player(seat).program().iter().map(|&card| state.game().card_name(card));
                imagined[usize::from(is_banned)] +=
                    names.filter(|name| cards.iter().any(|card| name.starts_with(card))).count();
            }
            let mv = match state.turn() {
                Turn::Chance => state.draw(&mut rng),
                _ => state.random_move(&mut buffer, &mut rng),
            };
            state.play_unchecked(mv);
        }
        assert_eq!(imagined[1], 0, "{cards:?}");
        assert!(affected_seat.is_none() || imagined[0] > 100, "{cards:?}");
    }
}
