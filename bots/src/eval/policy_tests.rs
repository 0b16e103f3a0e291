use rand::SeedableRng;
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::{Game, GameRules, Turn};

use crate::eval::evaluator::Evaluator;
use crate::rng::SearchRng;

#[test]
fn moves_are_drawn_as_often_as_the_policy_says() {
    const DRAWS: usize = 2000;
    let mut policy = Evaluator::learned::<RioGrande>().expect("weights").policy().expect("it is learned");
    let mut rng = SearchRng::seed_from_u64(4);
    let mut state = RioGrande::new(GameRules::standard(), 3);
    let (mut legal, mut looked_at) = (Vec::new(), 0);
    while looked_at < 20 {
        let mv = if state.turn() == Turn::Chance {
            state.draw(&mut rng)
        } else {
            state.legal_moves(&mut legal);
            let probabilities = policy.probabilities(&state, &legal).to_vec();
            assert!((probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{probabilities:?}");
            for power in [0.0, 1.0, 3.0] {
                let weights = probabilities.iter().map(|probability| libm::powf(*probability, power));
                let sum: f32 = weights.clone().sum();
                let mut drawn = vec![0; legal.len()];
                for _ in 0..DRAWS {
                    let mv = policy.draw(&state, &legal, power, &mut rng);
                    drawn[legal.iter().position(|legal| *legal == mv).expect("a legal move")] += 1;
                }
                for (drawn, weight) in drawn.into_iter().zip(weights) {
                    let expected = weight / sum;
                    let off = 5.0 * (expected * (1.0 - expected) / DRAWS as f32).sqrt() + 1e-3;
                    assert!((drawn as f32 / DRAWS as f32 - expected).abs() < off, "{drawn} {expected} {power}");
                }
            }
            looked_at += usize::from(legal.len() > 1);
            state.random_move(&mut legal, &mut rng)
        };
        state.play_unchecked(mv);
    }
}
