//! The model beside what is known: a quadratic function, an edge, and draws that are spread as it says.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::goal::share_of;
use super::model::{Model, Noise, Observation, Terms, WHOLE};
use super::objective::Objective;
use super::space::{Setting, Space};

fn space(options: &[&str]) -> Space {
    Space::new(options.iter().map(|text| text.parse().expect("an option")).collect()).expect("a space")
}

/// Fits a function that was seen at random settings, nearly without noise.
fn fitted(space: &Space, count: usize, function: impl Fn(&[f64]) -> f64) -> (Model, ChaCha8Rng) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut at = || space.at(&space.dimensions().iter().map(|_| rng.random::<f64>()).collect::<Vec<_>>());
    let settings: Vec<Setting> = (0..count).map(|_| at()).collect();
    let observations: Vec<Observation<'_>> = settings
        .iter()
        .map(|setting| Observation { setting, round: 0, deals: 400.0, share: share_of(function(setting)) })
        .collect();
    let noise = Noise { own: 0.01, common: 0.0 };
    (Model::fit(&Terms::new(space), &observations, noise, Objective::Share.goal(2), None), rng)
}

fn check(options: &[&str], function: impl Fn(&[f64]) -> f64, error: f64) {
    let space = space(options);
    let (model, mut rng) = fitted(&space, 120, &function);
    let settings: Vec<Setting> =
        (0..50).map(|_| space.at(&options.iter().map(|_| rng.random::<f64>()).collect::<Vec<_>>())).collect();
    let best = settings.iter().map(|setting| function(setting)).fold(f64::NEG_INFINITY, f64::max);
    for setting in settings {
        let (value, deviation) = model.value(&setting);
        let truth = function(&setting);
        // The farther below the best, the less exact it may be.
        assert!((value - truth).abs() <= error + 0.2 * (best - truth), "{setting:?}: {value}, not {truth}");
        assert!(deviation < 0.5, "{deviation}");
    }
}

#[test]
fn functions_are_found() {
    check(&["a=0..1", "b=1..100:log"], |x| 0.2 + 0.3 * x[0] - 0.4 * x[1] * x[1] + 0.2 * x[0] * x[1], 0.02);
    check(&["a=0..1", "b=p,q,r"], |x| [0.1, -0.3, 0.4][x[1] as usize] + 0.2 * x[0], 0.02);
    check(&["a=p,q", "b=p,q"], |x| if x[0] == x[1] { 0.5 } else { -0.5 }, 0.05);
    check(&["a=0..1", "b=0..1"], |x| libm::sin(2.0 * x[0]) * libm::cos(2.0 * x[1]), 0.1);
}

#[test]
fn an_edge_is_found_where_there_is_one() {
    // Beyond the edge nothing counts, as where a bot cannot play any more.
    let options = ["a=0..1", "b=0..1", "c=0..1"];
    let cliff = |x: &[f64]| if x[0] > 0.2 { -1.0 } else { 0.4 - 0.3 * (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) };
    check(&options, cliff, 0.05);
    let space = space(&options);
    let (model, _) = fitted(&space, 120, cliff);
    let (_, best) = model.climb(model.mean(), &space, &[-1.0, 1.0, 0.5], WHOLE);
    assert!(best.iter().all(|x| x.abs() < 0.15), "{best:?}");
    let value = |x: f64| model.value(&[x, 0.0, 0.0]).0;
    assert!(value(0.1) - value(0.3) > 0.8, "{} and {}", value(0.1), value(0.3));
}

#[test]
fn draws_are_spread_as_the_model_says() {
    let space = space(&["a=0..1", "b=p,q"]);
    let (model, mut rng) = fitted(&space, 5, |x| if x[0] > 0.3 { -0.5 } else { 0.5 });
    let functions: Vec<_> = (0..2_000).map(|_| model.draw(&mut rng)).collect();
    for setting in [[-1.0, 0.0], [0.1, 1.0], [0.9, 0.0]] {
        let (mean, deviation) = model.value(&setting);
        let values: Vec<f64> = functions.iter().map(|function| model.value_by(function, &setting)).collect();
        let drawn = values.iter().sum::<f64>() / values.len() as f64;
        let spread = (values.iter().map(|value| (value - drawn).powi(2)).sum::<f64>() / values.len() as f64).sqrt();
        assert!((drawn - mean).abs() < 5.0 * deviation / 2_000.0_f64.sqrt() + 0.02, "{drawn}, not {mean}");
        assert!((spread / deviation - 1.0).abs() < 0.12, "{spread}, not {deviation}");
    }
}

#[test]
fn climbing_finds_the_best() {
    let space = space(&["a=0..1", "b=1..9:whole", "c=p,q,r"]);
    let (model, _) = fitted(&space, 120, |x| {
        -0.5 * (x[0] - 0.4).powi(2) - 0.5 * (x[1] + 0.5).powi(2) + [0.0, 0.3, 0.1][x[2] as usize]
    });
    let (_, best) = model.climb(model.mean(), &space, &[-1.0, 1.0, 0.0], WHOLE);
    assert!((best[0] - 0.4).abs() < 0.1 && best[2] == 1.0, "{best:?}");
    assert_eq!(space.value(1, &best).as_deref(), Some("3"));
}
