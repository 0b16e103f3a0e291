//! What everybody learns beside the moves: cards as they are revealed, and what they do not do.

use riverlab_engine::games::river_dragons::{DragonRules, RiverDragons};
use riverlab_engine::{Game, GameRules, Seat};

/// The events of the last of these moves of two players, of whom p1 begins.
fn events(moves: &[&str]) -> Vec<String> {
    let mut state = RiverDragons::new(DragonRules::standard(), 2);
    let mut events = Vec::new();
    for text in std::iter::once(&"deal:p1").chain(moves) {
        let mv = state.parse_move(text).expect("a move");
        assert!(state.is_legal(mv), "{text} in\n{state}");
        events = state.public_events(mv);
        state.play(mv).expect("legal");
    }
    let text = |(seat, word): &(_, String)| format!("{seat}={word}");
    events
        .iter()
        .map(|event| format!("{} {}", event.kind, event.by_seat.iter().map(text).collect::<Vec<_>>().join(" ")))
        .collect()
}

fn program<'a>(first: [&'a str; 5], second: [&'a str; 5]) -> Vec<&'a str> {
    first.into_iter().chain(second).collect()
}

#[test]
fn cards_are_revealed_position_by_position_when_all_have_programmed() {
    let first = ["program:stone1", "program:stone2", "program:move1", "program:jump", "program:remove"];
    let second = ["program:stone2", "program:plank1", "program:move2", "program:jump", "program:remove"];
    let all = program(first, second);
    for count in 1..10 {
        assert!(events(&all[..count]).is_empty(), "nothing is revealed after {count} cards");
    }
    assert_eq!(events(&all), ["reveal p1=stone1 p2=stone2"]);
    let go_on = |more: &[&'static str]| events(&[&all[..], more].concat());
    assert!(go_on(&["stone:1"]).is_empty(), "the other card of the position is known");
    assert!(go_on(&["stone:1", "stone:2"]).is_empty(), "it is carried out twice");
    assert_eq!(go_on(&["stone:1", "stone:2", "stone:3"]), ["reveal p1=stone2 p2=plank1"]);
}

#[test]
fn dragons_cancel_and_what_cannot_be_done_lapses() {
    let state = RiverDragons::new(DragonRules::standard(), 2);
    let [one, other] =
        [0, 1].map(|seat| format!("dragon-{}", state.rules().name(state.player(Seat::new(seat)).color())));
    // Nobody can jump or go anywhere, and on the start village nobody falls; nothing can be removed.
    let (against_other, against_one) = (format!("program:{other}"), format!("program:{one}"));
    let first = [&*against_other, "program:jump", "program:move1", "program:remove", "program:move2"];
    let second = ["program:stone1", &*against_one, "program:remove", "program:move1", "program:stone2"];
    let expected = [
        format!("reveal p1={other} p2=stone1"),
        "cancel p2=stone1".to_owned(),
        format!("reveal p1=jump p2={one}"),
        "cancel p1=jump".to_owned(),
        "reveal p1=move1 p2=remove".to_owned(),
        "lapse p1=move1".to_owned(),
        "lapse p2=remove".to_owned(),
        "reveal p1=remove p2=move1".to_owned(),
        "lapse p1=remove".to_owned(),
        "lapse p2=move1".to_owned(),
        "reveal p1=move2 p2=stone2".to_owned(),
        "lapse p1=move2".to_owned(),
    ];
    assert_eq!(events(&program(first, second)), expected);
}
