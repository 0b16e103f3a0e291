use super::*;
use crate::GameRules;
use crate::games::river_dragons::DragonRules;

#[test]
fn programs_of_others_are_shown_once_they_are_revealed() {
    let mut state = RiverDragons::new(DragonRules::standard(), 2);
    let mut play = |texts: &[&str]| {
        for text in texts {
            let mv = state.parse_move(text).expect("a move");
            state.play(mv).unwrap_or_else(|error| panic!("{error}"));
        }
        known_position(&state, Seat::FIRST)
    };
    let known = play(&["deal:p2", "program:stone1", "program:stone2", "program:plank1", "program:plank2"]);
    assert_eq!(known["players"][1]["programmed"], 4);
    assert_eq!(known["players"][1]["program"], json!([]), "nothing is revealed yet");
    assert_eq!((&known["turn"], &known["card"]), (&json!("p2"), &Value::Null));
    let own = ["program:jump", "program:move1", "program:move2", "program:stone1", "program:stone2"];
    let known = play(&[&["program:move1"], &own[..]].concat());
    assert_eq!(known["players"][1]["program"], json!(["stone1"]));
    assert_eq!(known["players"][0]["program"], json!(["jump", "move1", "move2", "stone1", "stone2"]));
    assert_eq!(known["card"], 1);
}
