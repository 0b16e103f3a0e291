//! The components of Carcassonne: what they count, and that all that can be done to them conforms.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_engine::conformance::{Plan, check};
use riverlab_engine::games::carcassonne::{Carcassonne, CarcassonneRules, RiversInPlay};
use riverlab_engine::{
    ActiveIntervention, ComponentIdx, Components, Game, GameRules, InterventionKind, Modification, ModifiedGame, Seat,
    Targets, Turn,
};

use crate::carcassonne::oracle::rules_with;
use crate::lists::legal_texts;
use crate::modifications::{component_named, modification};

#[test]
fn components_are_what_lies_and_who_stands_there() {
    let rules = rules_with(RiversInPlay::One);
    let components = Carcassonne::components(rules, 2);
    let index = |name: &str| components.iter().position(|component| component.name == name).expect("a component");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..20 {
        let mut state = Carcassonne::new(rules, 2);
        let mut taken = vec![[0_u32; 2]; components.len()];
        let mut offered = vec![0_u32; components.len()];
        while state.turn() != Turn::Over {
            let mv = match state.turn() {
                Turn::Chance => state.draw(&mut rng),
                _ => state.random_move(&mut Vec::new(), &mut rng),
            };
            state.offered(mv, &mut |component| offered[component.index()] += 1);
            if let Turn::Player(seat) = state.turn() {
                state.taken(mv, &mut |component| taken[component.index()][seat.index()] += 1);
            }
            state.play(mv).expect("legal");
        }
        assert_eq!(offered[index("tile-V")], 9);
        for seat in Seat::all(2) {
            let (mut pieces, mut points) = (vec![0; components.len()], 0);
            state.holdings(seat, &mut |holding| {
                pieces[holding.component.index()] = holding.pieces;
                points += holding.points;
            });
            assert_eq!(points, state.score_parts(seat).iter().sum::<i32>());
            for (idx, component) in components.iter().enumerate().filter(|(_, component)| component.kind != "order") {
                assert_eq!(pieces[idx], taken[idx][seat.index()], "{}", component.name);
            }
        }
    }
}

#[test]
fn modified_games_conform() {
    let components = Carcassonne::components(CarcassonneRules::standard(), 2);
    let plan = Plan { games: 1, brute_force_every: 1000, pictures_every: 8, draws: 2000, ..Plan::default() };
    let mut tried = 0;
    for (idx, component) in (0..).map(ComponentIdx).zip(&components) {
        for intervention in component.interventions {
            let one = Some(Seat::FIRST);
            let (intervention, affected_seat) = match intervention {
                InterventionKind::Ban => (ActiveIntervention::Ban(idx.into()), one),
                InterventionKind::Grant => (ActiveIntervention::Grant(idx.into()), one),
                InterventionKind::Remove => (ActiveIntervention::Remove(idx), None),
                InterventionKind::Points => (ActiveIntervention::Points(idx, 3), one),
                InterventionKind::Cost => panic!("nothing costs anything"),
            };
            let report = check::<ModifiedGame<Carcassonne>>(modification(intervention, affected_seat), &plan);
            tried += report.unwrap_or_else(|failure| panic!("{}: {failure}", component.name)).games;
        }
    }
    assert!(tried > 4 * 50, "{tried}");
    let two = Targets::from(component_named::<Carcassonne>("farmer")).and(component_named::<Carcassonne>("monk"));
    let report =
        check::<ModifiedGame<Carcassonne>>(modification(ActiveIntervention::Ban(two), Some(Seat::FIRST)), &plan);
    report.unwrap_or_else(|failure| panic!("{two:?}: {failure}"));
}

#[test]
fn bans_and_removals_do_what_they_say() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut play = |modification: &'static Modification<Carcassonne>, look: &dyn Fn(&ModifiedGame<Carcassonne>)| {
        let mut state = ModifiedGame::<Carcassonne>::new(modification, 2);
        while state.turn() != Turn::Over {
            look(&state);
            let mv = match state.turn() {
                Turn::Chance => state.draw(&mut rng),
                _ => state.random_move(&mut Vec::new(), &mut rng),
            };
            state.play(mv).expect("legal");
        }
        state
    };
    let ban = modification(ActiveIntervention::Ban(component_named::<Carcassonne>("farmer").into()), Some(Seat::FIRST));
    play(ban, &|state| {
        let farms = legal_texts(state).iter().any(|mv| mv.starts_with("meeple:farm"));
        assert!(!farms || state.turn() != Turn::Player(Seat::FIRST));
    });
    let remove = modification(ActiveIntervention::Remove(component_named::<Carcassonne>("tile-V")), None);
    let end = play(remove, &|_| {});
    assert_eq!(end.game().board().placed().len(), 1 + 82 - 9);
}
