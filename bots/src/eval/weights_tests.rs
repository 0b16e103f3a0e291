use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::games::toy::Dice;
use riverlab_engine::{Game, for_each_game};

use super::*;
use crate::Evaluate;
use crate::eval::evaluator::learnable;

/// A file for The River in which every feature has the same weights.
fn text() -> String {
    let lines = |features: &[Feature]| -> String {
        let line = |feature: &Feature| format!("\"{}\" = [0.5, -0.25]\n", feature.name);
        features.iter().map(line).collect()
    };
    let (features, moves) = (lines(TheRiver::FEATURES), lines(TheRiver::MOVE_FEATURES));
    format!("game = \"the-river\"\nplayers = 3\n[features]\n{features}[moves]\n{moves}[provenance]\n")
}

#[test]
fn files_are_read_or_refused_with_the_reason() {
    let models = |text: &str| WeightsFile::read(text).and_then(|file| file.models(&learnable::<TheRiver>()));
    let model = |features: &[Feature]| LinearModel::new(&vec![[0.5, -0.25]; features.len()]);
    let expected = LearnedModels { value: model(TheRiver::FEATURES), policy: model(TheRiver::MOVE_FEATURES) };
    assert_eq!(models(&text()), Ok(expected));
    let refused = |from: &str, to: &str| models(&text().replacen(from, to, 1)).expect_err(to);
    assert_eq!(refused("the-river", "rio-grande"), "these are of rio-grande");
    assert_eq!(refused("players = 3", "players = 5"), "these are for 5 players");
    assert_eq!(refused("\"points\" =", "\"glory\" ="), "the game has no feature glory");
    assert_eq!(refused("\"points\" = [0.5, -0.25]\n", ""), "feature points is missing");
    assert_eq!(refused("[0.5, -0.25]", "0.5"), "points: no two numbers");
    assert_eq!(refused("[0.5, -0.25]", "[0.5, inf]"), "points: no numbers from -1000000 to 1000000");
    assert!(refused("game =", "game").contains("TOML parse error at line 1"));
    assert!(refused("players = 3\n", "").contains("missing field `players`"));
}

#[test]
fn the_nearest_number_of_players_stands_in() {
    let models =
        |weight: f32| LearnedModels { value: LinearModel::new(&[[weight, 0.0]]), policy: LinearModel::new(&[]) };
    let weights = LearnedWeights::new(&[(2, models(2.0)), (4, models(4.0))]).expect("some");
    let used: Vec<f32> =
        (2..=6).map(|players| if *weights.models(players) == models(2.0) { 2.0 } else { 4.0 }).collect();
    assert_eq!(used, [2.0, 2.0, 4.0, 4.0, 4.0]);
    assert!(LearnedWeights::new(&[]).is_none());
}

#[test]
fn games_without_weights_say_so() {
    assert_eq!(embedded(&learnable::<Dice>()).map(|_| ()), Err("hand or a file: dice comes without".to_owned()));
}

#[test]
fn what_comes_with_the_program_can_be_used() {
    let mut checked = 0;
    for_each_game!(G => for text in embedded_texts(G::NAME) {
        let file = WeightsFile::read(text).expect("a file");
        let models = file.models(&learnable::<G>());
        assert!(models.is_ok(), "{}: {models:?}", G::NAME);
        assert!(embedded(&learnable::<G>()).is_ok());
        let divergences = file.provenance["divergence"].as_array().expect("a list");
        assert_eq!(divergences.len(), 5);
        for phase in divergences {
            let number = |of: &toml::Value, name: &str| of[name].as_float().expect("a number");
            for forecast in [phase, &phase["policy"]] {
                assert!(number(forecast, "learned") < number(forecast, "constant"), "{}: {phase}", G::NAME);
            }
        }
        checked += 1;
    });
    assert_eq!(checked, EMBEDDED.iter().map(|embedded| embedded.texts.len()).sum::<usize>());
}
