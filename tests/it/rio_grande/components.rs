//! The components of Rio Grande, counted once more from the texts of the moves.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_engine::conformance::{Plan, check};
use riverlab_engine::games::rio_grande::{RioGrande, RioRules};
use riverlab_engine::{
    ActiveIntervention, ComponentIdx, Components, Game, GameRules, InterventionKind, ModifiedGame, Modify, RulesSource,
    Seat, Targets, Turn,
};

use crate::long::scaled;
use crate::modifications::{component_named, modification};

type Counts = BTreeMap<String, u32>;

/// The components that a move of a player takes, from its text.
fn taken(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(':').collect();
    match words[..] {
        ["bridge", ..] => vec!["bridge".to_owned()],
        [kind @ ("river" | "mouth" | "bend" | "lake" | "sandbank"), card, to, ..] => {
            let mut names = vec![format!("{kind}-{card}"), format!("cards-{kind}")];
            names.extend((to == "new").then(|| "source".to_owned()));
            names
        }
        _ => Vec::new(),
    }
}

/// Those that a deal puts on offer.
fn offered(text: &str, players: usize) -> Vec<String> {
    match text.strip_prefix("deal:").expect("a deal") {
        seat if seat.starts_with('p') => (1..=players).map(|place| format!("order-{place}")).collect(),
        card => vec![card.to_owned(), format!("cards-{}", card.split('-').next().expect("a word"))],
    }
}

#[test]
fn components_are_what_the_moves_say() {
    for players in 2..=5 {
        let rules = RioRules::standard();
        let components = RioGrande::components(rules, players);
        let names: Vec<&str> = components.iter().map(|component| component.name.as_str()).collect();
        assert_eq!(names.len(), 51 + 5 + 2 + 5);
        let name = |component: ComponentIdx| names[component.index()].to_owned();
        for seed in 0..scaled(4, 20) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut state = RioGrande::new(rules, players);
            let (mut buffer, mut moves, mut turns) = (Vec::new(), Vec::new(), 0_usize);
            let mut had: Vec<Counts> = vec![Counts::new(); players];
            while state.turn() != Turn::Over {
                let mut seen = Vec::new();
                let mv = match state.turn() {
                    Turn::Chance => {
                        let mv = state.draw(&mut rng);
                        state.offered(mv, &mut |component| seen.push(name(component)));
                        assert_eq!(seen, offered(&state.move_text(mv), players));
                        mv
                    }
                    turn => {
                        let seat = turn.player().expect("a player");
                        state.legal_moves(&mut moves);
                        for &mv in &moves {
                            let mut found = Vec::new();
                            state.taken(mv, &mut |component| found.push(name(component)));
                            let mut expected = taken(&state.move_text(mv));
                            let takes = (0..names.len()).filter(|&idx| state.takes(mv, ComponentIdx(idx as u16)));
                            let mut takes: Vec<&str> = takes.map(|idx| names[idx]).collect();
                            found.sort_unstable();
                            expected.sort_unstable();
                            takes.sort_unstable();
                            assert_eq!(found, expected);
                            assert_eq!(takes, expected);
                        }
                        let mv = state.random_move(&mut buffer, &mut rng);
                        for component in taken(&state.move_text(mv)) {
                            *had[seat.index()].entry(component).or_default() += 1;
                        }
                        assert_eq!(state.round() as usize, turns / players + 1, "{state}");
                        mv
                    }
                };
                let before = (state.turn(), state.round());
                state.play_unchecked(mv);
                // A turn is over when another player is to move, or cards are dealt.
                turns += usize::from(before.0.player().is_some() && before.0 != state.turn());
            }
            let outcome = state.outcome().expect("the game is over");
            for (seat, mut expected) in Seat::all(players).zip(had) {
                let place = seat.steps_after(state.first_player(), players) + 1;
                expected.insert(format!("order-{place}"), 1);
                let mut held = Counts::new();
                state.holdings(seat, &mut |holding| {
                    assert_eq!(state.pieces(seat, holding.component), holding.pieces);
                    let points = if name(holding.component) == "bridge" { outcome.scores[seat] } else { 0.0 };
                    assert_eq!(f64::from(holding.points), points);
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
    let two = Targets::from(component_named::<RioGrande>("cards-river")).and(component_named::<RioGrande>("bridge"));
    for (intervention, affected_seat) in [
        (ActiveIntervention::Ban(component_named::<RioGrande>("cards-river").into()), one),
        (ActiveIntervention::Ban(component_named::<RioGrande>("cards-sandbank").into()), None),
        (ActiveIntervention::Ban(component_named::<RioGrande>("bridge").into()), one),
        (ActiveIntervention::Ban(component_named::<RioGrande>("mouth-rock-blue").into()), None),
        (ActiveIntervention::Ban(two), one),
        (ActiveIntervention::Remove(component_named::<RioGrande>("cards-river")), None),
        (ActiveIntervention::Remove(component_named::<RioGrande>("cards-lake")), None),
        (ActiveIntervention::Points(component_named::<RioGrande>("bridge"), 2), one),
        (ActiveIntervention::Points(component_named::<RioGrande>("cards-lake"), -3), None),
        (ActiveIntervention::Grant(component_named::<RioGrande>("order-2").into()), one),
    ] {
        let plan =
            Plan { games: 1, brute_force_every: scaled(100, 25), pictures_every: 8, draws: 5000, ..Plan::default() };
        let report = check::<ModifiedGame<RioGrande>>(modification(intervention, affected_seat), &plan);
        assert_eq!(report.unwrap_or_else(|failure| panic!("{intervention:?}: {failure}")).games, 4);
    }
}

#[test]
fn what_is_removed_is_never_dealt() {
    let mut state = ModifiedGame::<RioGrande>::new(
        modification(ActiveIntervention::Remove(component_named::<RioGrande>("cards-sandbank")), None),
        4,
    );
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut buffer, mut cards) = (Vec::new(), 0);
    while state.turn() != Turn::Over {
        let mv = match state.turn() {
            Turn::Chance => state.draw(&mut rng),
            _ => state.random_move(&mut buffer, &mut rng),
        };
        assert!(!state.move_text(mv).contains("sandbank"));
        cards += usize::from(state.turn() == Turn::Chance);
        state.play_unchecked(mv);
    }
    // All others, and the start player.
    assert_eq!(cards, 165 - 9 + 1);
}

#[test]
fn nothing_is_asked_of_cards_that_are_not_there() {
    let sets = ["cards.lake=0", "cards.river=1", "players.hand=9"].map(str::to_owned).to_vec();
    let rules = RioRules::load(&RulesSource { file: None, sets }).expect("tables");
    let interventions = |name: &str, players| {
        let components = RioGrande::components(&rules, players);
        components.into_iter().find(|component| component.name == name).expect("a component").interventions
    };
    assert!(interventions("cards-lake", 2).is_empty() && interventions("lake-rock-blue", 2).is_empty());
    // 57 cards, of which 45 are dealt to five players: without the mouths 33 would be left.
    assert!(!interventions("cards-mouth", 5).contains(&InterventionKind::Remove));
    assert!(interventions("cards-mouth", 3).contains(&InterventionKind::Remove));
    assert!(interventions("order-3", 2).is_empty());
}
