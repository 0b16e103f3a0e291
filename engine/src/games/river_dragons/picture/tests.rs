//! Tests of pictures: what must be on them and what must not, that they are XML, and that a replay of them is small.

use super::*;
use crate::GameRules;
use crate::conformance::{self, Plan};
use crate::games::picture_checks::{
    bytes_per_move, check_xml, moves_with_the_same_parts, part, picture_for, picture_of_turn, viewers, walk,
};
use crate::games::river_dragons::DragonRules;

fn played(players: usize, texts: &[&str]) -> RiverDragons {
    let mut state = RiverDragons::new(DragonRules::standard(), players);
    for text in texts {
        state.play(state.parse_move(text).expect("a move")).expect("legal");
    }
    state
}

/// The moves that program these cards.
fn programs(cards: &[&str]) -> Vec<String> {
    cards.iter().map(|card| format!("program:{card}")).collect()
}

/// Two players after their programs, `p1` first.
fn acting(first: [&str; 5], second: [&str; 5]) -> RiverDragons {
    let moves = [vec!["deal:p1".to_owned()], programs(&first), programs(&second)].concat();
    played(2, &moves.iter().map(String::as_str).collect::<Vec<_>>())
}

const STONES_FIRST: [&str; 5] = ["stone1", "plank1", "move1", "move2", "jump"];

#[test]
fn programs_lie_face_down_until_they_are_revealed() {
    let state = acting(STONES_FIRST, ["stone2", "plank2", "move1", "move2", "jump"]);
    let (first, second) = (Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::new(1)));
    let is_face_down =
        |viewer: Viewer, name: &str| part(&picture_for(&state, viewer), name).expect("a card").contains("dragons-back");
    // The first position is revealed, the second one is known to its owner alone.
    for viewer in viewers(2) {
        assert!(!is_face_down(viewer, "program-2-1"), "{viewer:?}");
    }
    assert_eq!([first, Viewer::Public].map(|viewer| is_face_down(viewer, "program-2-2")), [true, true]);
    assert_eq!([second, Viewer::All].map(|viewer| is_face_down(viewer, "program-2-2")), [false, false]);
}

#[test]
fn what_another_programs_changes_nothing_that_a_player_sees() {
    let pictures = |cards: [&str; 4], viewer: Viewer| {
        let moves = [vec!["deal:p2".to_owned()], programs(&cards)].concat();
        picture_for(&played(2, &moves.iter().map(String::as_str).collect::<Vec<_>>()), viewer)
    };
    let (one, other) = (["stone1", "stone2", "jump", "remove"], ["dragon-pink", "move1", "move2", "plank1"]);
    for viewer in [Viewer::Seat(Seat::FIRST), Viewer::Public] {
        assert_eq!(pictures(one, viewer), pictures(other, viewer));
    }
    assert_ne!(pictures(one, Viewer::Seat(Seat::new(1))), pictures(other, Viewer::Seat(Seat::new(1))));
    // Also once programs are carried out, as far as they are not revealed.
    let second = |last: [&str; 5]| picture_for(&acting(STONES_FIRST, last), Viewer::Seat(Seat::FIRST));
    let unseen = second(["stone2", "dragon-pink", "move1", "move2", "jump"]);
    assert_eq!(unseen, second(["stone2", "plank1", "plank2", "remove", "jump"]));
    assert_ne!(unseen, second(["plank2", "plank1", "stone2", "remove", "jump"]), "the first one is revealed");
}

#[test]
fn a_canceled_card_is_struck_out_once_it_is_revealed() {
    let struck = |state: &RiverDragons, name: &str| {
        part(&picture_for(state, Viewer::All), name).expect("a card").contains("dragons-strike")
    };
    let state =
        acting(["stone1", "plank1", "move1", "move2", "jump"], ["dragon-pink", "plank2", "move1", "move2", "jump"]);
    assert!(struck(&state, "program-1-1") && !struck(&state, "program-2-1") && !struck(&state, "program-1-2"));
    let state =
        acting(["stone1", "plank1", "move1", "move2", "jump"], ["stone1", "dragon-pink", "move1", "move2", "jump"]);
    assert!(!struck(&state, "program-1-2"), "the dragon is not revealed yet");
}

#[test]
fn the_player_to_act_sees_what_can_be_clicked() {
    let mut state = acting(STONES_FIRST, ["stone2", "plank2", "move1", "move2", "jump"]);
    let is_marked = |state: &RiverDragons, viewer: Viewer, name: &str| {
        part(&picture_for(state, viewer), name).is_some_and(|svg| svg.contains("dragons-here"))
    };
    assert!(is_marked(&state, Viewer::Seat(Seat::FIRST), "island-11"));
    assert!(!is_marked(&state, Viewer::Public, "island-11"));
    for text in ["stone:11", "stone:16", "stone:18"] {
        let mv = state.parse_move(text).expect("a move");
        assert_eq!(move_parts(&state, mv), [text.replace("stone:", "island-")]);
        state.play(mv).expect("legal");
    }
    let mv = state.parse_move("plank:2:pink-11").expect("a move");
    assert_eq!(move_parts(&state, mv), ["span-v1-11", "reserve-1-2"]);
    let spans =
        |viewer: Viewer| picture_for(&state, viewer).parts.iter().filter(|part| part.name.starts_with("span-")).count();
    assert!(spans(Viewer::Seat(Seat::FIRST)) > 2);
    assert_eq!([Viewer::All, Viewer::Seat(Seat::new(1))].map(spans), [0, 0]);
    state.play(mv).expect("legal");
    let picture = picture_for(&state, Viewer::Public);
    assert!(part(&picture, "plank-1-2").expect("a plank").contains(">P2<") && part(&picture, "reserve-1-2").is_none());
}

#[test]
fn a_hand_holds_what_is_not_programmed() {
    let cards = |viewer: Viewer| {
        let picture = picture_for(&played(3, &["deal:p1", "program:jump", "program:dragon-red"]), viewer);
        let names = picture.parts.into_iter().map(|part| part.name).filter(|name| name.starts_with("card-"));
        names.collect::<Vec<_>>()
    };
    let own = cards(Viewer::Seat(Seat::FIRST));
    assert!(!own.iter().any(|name| ["card-jump", "card-dragon-3"].contains(&name.as_str())), "{own:?}");
    assert_eq!(own.len(), 8 + 2 - 2);
    assert_eq!((cards(Viewer::Seat(Seat::new(1))).len(), cards(Viewer::All).len()), (10, 0));
}

#[test]
fn letters_tell_colors_apart() {
    let of = |names: &[&str]| letters(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>()).join("");
    assert_eq!(of(&["pink", "yellow", "red", "black", "blue", "green"]), "PYRKBG");
    assert_eq!(of(&["a", "aa", "", "<b>", "ba", "ab"]), "123BAA".replace("BAA", "4BA"));
}

/// Names of colors are data, and a user's data may hold anything.
#[test]
fn hostile_names_are_text() {
    let mut rules = DragonRules::load(&crate::RulesSource::default()).expect("tables");
    rules.colors = ["</text><script>", "\"'&", "<!--", "]]>", "\u{202e}a\u{0}", "&#60;"].map(str::to_owned);
    let rules: &'static DragonRules = Box::leak(Box::new(rules));
    let mut played = 0;
    walk::<RiverDragons>(rules, 6, 1, |state, next| {
        if played % 100 == 0 || next.is_none() {
            let picture = picture_of_turn(state);
            check_xml(&picture, "dragons-");
            assert!(!picture.svg("", "").contains("<script"));
        }
        played += 1;
    });
}

#[test]
fn pictures_are_xml() {
    for players in 2..=6 {
        let mut played = 0;
        walk::<RiverDragons>(DragonRules::standard(), players, players as u64, |state, next| {
            if played % 30 == 0 || next.is_none() {
                check_xml(&picture_of_turn(state), "dragons-");
            }
            played += 1;
        });
    }
}

#[test]
fn a_replay_is_small() {
    for players in [2, 6] {
        let of = |viewer: Viewer| bytes_per_move::<RiverDragons>(DragonRules::standard(), players, viewer);
        let (all, own) = (of(Viewer::All), of(Viewer::Seat(Seat::FIRST)));
        assert!(all < 650 && own < 1200, "{all} and {own} bytes a move with {players} players");
    }
}

#[test]
fn parts_name_one_move() {
    for players in [2, 6] {
        assert!(moves_with_the_same_parts::<RiverDragons>(DragonRules::standard(), players) == 1.0);
    }
}

/// Games of a few rounds: whole ones are checked with those of the other games.
#[test]
fn pictures_conform() {
    let plan = Plan { games: 1, brute_force_every: 50, pictures_every: 8, draws: 100, ..Plan::default() };
    let source = crate::RulesSource { file: None, sets: vec!["limits.rounds=9".to_owned()] };
    let rules = Box::leak(Box::new(DragonRules::load(&source).expect("tables")));
    conformance::check::<RiverDragons>(rules, &plan).unwrap_or_else(|failure| panic!("{failure}"));
}
