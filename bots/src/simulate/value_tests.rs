use riverlab_engine::games::toy::ConnectFour;

use super::*;

#[test]
fn finished_games_are_worth_what_the_option_says() {
    let won = ConnectFour::after("1212121").expect("a position");
    // One point more is worth e^(1 / 0.5) to 1.
    let score = libm::expf(2.0) / (1.0 + libm::expf(2.0));
    for (option, expected) in [("share", 1.0), ("score", score), ("mix:0.5", f32::midpoint(1.0, score))] {
        let share_weight = VALUE.values.parse(option).expect("an allowed value");
        let value = value_of(&won, share_weight, &Evaluator::Hand)[0];
        assert!((value - expected).abs() < 1e-6, "{option}: {value}");
    }
    for wrong in ["", "mix", "mix:", "mix:1.1", "mix:-1", "shares"] {
        assert_eq!(VALUE.values.parse(wrong), None, "{wrong}");
    }
}
