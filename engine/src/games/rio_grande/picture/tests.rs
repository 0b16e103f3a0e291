use super::super::rules::RioRules;
use super::*;
use crate::conformance::{self, Plan};
use crate::games::picture_checks::{bytes_per_move, check_xml, moves_with_the_same_parts, picture_for, positions};
use crate::{GameRules, Turn};

fn random_game(players: usize, seed: u64) -> Vec<RioGrande> {
    positions(RioRules::standard(), players, seed)
}

/// The position after `p1` and `p2` were dealt these cards and these moves were played.
fn after(hands: [[&str; 5]; 2], moves: &[&str]) -> RioGrande {
    let mut state = RioGrande::new(RioRules::standard(), 2);
    let deals = hands.concat().into_iter().map(|card| format!("deal:{card}"));
    for text in ["deal:p1".to_owned()].into_iter().chain(deals).chain(moves.iter().map(ToString::to_string)) {
        let mv = state.parse_move(&text).expect("a move");
        state.play(mv).expect("a legal move");
    }
    state
}

const OWN: [&str; 5] =
    ["river-forest-blue", "river-forest-blue", "lake-forest-green", "bend-rock-green", "sandbank-blue"];
const OTHERS: [&str; 5] = ["river-rock-brown"; 5];

/// The parts of the picture that a viewer sees whose names begin so.
fn parts(state: &RioGrande, viewer: Viewer, prefix: &str) -> Vec<(String, String)> {
    let parts = draw(state, viewer).parts.into_iter().filter(|part| part.name.starts_with(prefix));
    parts.map(|part| (part.name, part.svg)).collect()
}

#[test]
fn pictures_are_files_in_all_positions() {
    for players in RioGrande::PLAYERS {
        let game = random_game(players, 1);
        for state in game.iter().step_by(23).chain(game.last()) {
            check_xml(&picture_for(state, Viewer::All), "rio-");
            check_xml(&picture_for(state, Viewer::Seat(Seat::new(1))), "rio-");
        }
    }
}

#[test]
fn pictures_pass_the_conformance_kit() {
    let plan = Plan { games: 1, brute_force_every: 50, pictures_every: 8, draws: 100, ..Plan::default() };
    conformance::check::<RioGrande>(RioRules::standard(), &plan).expect("conformance");
}

#[test]
fn few_bytes_change_with_a_move() {
    for (players, viewer) in RioGrande::PLAYERS.zip([Viewer::All, Viewer::Public, Viewer::Seat(Seat::FIRST)].repeat(2))
    {
        let bytes = bytes_per_move::<RioGrande>(RioRules::standard(), players, viewer);
        assert!(bytes < 800, "{bytes} with {players} players for {viewer:?}");
    }
}

#[test]
fn parts_tell_all_moves_apart() {
    for players in RioGrande::PLAYERS {
        assert_eq!(moves_with_the_same_parts::<RioGrande>(RioRules::standard(), players), 1.0);
    }
}

#[test]
fn moves_are_about_cards_in_hand_and_on_the_table() {
    let state = after([OWN, OTHERS], &["river:forest-blue:new", "bridge:1:1"]);
    let check = |text: &str, expected: &[&str]| {
        assert_eq!(move_parts(&state, state.parse_move(text).expect("a move")), expected, "{text}");
    };
    check("river:forest-blue:new", &["hand-p1-1", "new-river"]);
    check("river:forest-blue:1", &["hand-p1-1", "river-1"]);
    check("bend:rock-green:1:2x5", &["hand-p1-2", "river-1", "card-1-2", "card-1-5"]);
    check("lake:forest-green:1", &["hand-p1-3", "river-1"]);
    check("sandbank:blue:1:1", &["hand-p1-4", "card-1-1"]);
    check("bridge:1:1", &["bridges-p1", "card-1-1"]);
    check("discard:lake-forest-green", &["hand-p1-3", "discard"]);
    check("end", &["end"]);
}

#[test]
fn rivers_show_cards_bridges_and_what_they_come_to() {
    let state = after([OWN, OTHERS], &["river:forest-blue:new", "bridge:1:1"]);
    let [(name, card)] = &parts(&state, Viewer::Public, "card-")[..] else { panic!("one card lies there") };
    assert_eq!(name, "card-1-1");
    assert!(card.starts_with("<title>card 1: river forest blue, bridge of p1</title>"), "{card}");
    for id in ["#rio-river-forest-blue", "#rio-bridge-p1", "#rio-new"] {
        assert!(card.contains(id), "{card}");
    }
    let river = &parts(&state, Viewer::Public, "river-1")[0].1;
    assert!(river.starts_with("<title>river 1: 1 cards, p1 1 at a mouth</title>"), "{river}");
    assert_eq!(parts(&state, Viewer::Public, "new-river").len(), 1);
    assert_eq!(parts(&state, Viewer::Public, "free-").len(), 4);
    assert!(parts(&state, Viewer::Public, "turn")[0].1.contains("action 3 of 3, bridge built"));
}

#[test]
fn a_sandbank_covers_the_head() {
    let moves = ["river:forest-blue:new", "river:forest-blue:1", "sandbank:blue:1:1"];
    let state = after([OWN, OTHERS], &moves);
    let card = &parts(&state, Viewer::Public, "card-1-1")[0].1;
    assert!(card.contains("#rio-sandbank-blue") && card.contains("under a sandbank"), "{card}");
}

#[test]
fn hands_are_seen_by_those_who_hold_them() {
    let state = after([OWN, OTHERS], &[]);
    let names = |viewer| parts(&state, viewer, "hand-").into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names(Viewer::Public), ["hand-p1", "hand-p2"]);
    assert_eq!(names(Viewer::Seat(Seat::FIRST)), ["hand-p1-1", "hand-p1-2", "hand-p1-3", "hand-p1-4", "hand-p2"]);
    assert_eq!(names(Viewer::Seat(Seat::new(1))), ["hand-p1", "hand-p2-1"]);
    assert_eq!(names(Viewer::All).len(), 5);
}

#[test]
fn hands_of_others_change_nothing() {
    let others = ["river-grass-brown", "lake-rock-blue", "mouth-rock-blue", "bend-grass-green", "sandbank-brown"];
    for moves in [&[][..], &["river:forest-blue:new"], &["end"]] {
        let [one, other] = [OTHERS, others].map(|hand| after([OWN, hand], moves));
        for viewer in [Viewer::Public, Viewer::Seat(Seat::FIRST)] {
            assert_eq!(draw(&one, viewer), draw(&other, viewer), "{moves:?}");
        }
        assert_ne!(draw(&one, Viewer::All), draw(&other, Viewer::All));
    }
}

#[test]
fn long_rivers_have_several_lines() {
    let height = |cards: usize| layout::river_height(cards);
    assert!(height(9) == height(1) && height(10) > height(9) && height(25) - height(15) == height(15) - height(5));
    assert_eq!(layout::card(10).0, layout::card(0).0);
    assert!(layout::card(9).0 + layout::STEP < layout::WIDTH && layout::card(10).1 > layout::card(9).1);
}

#[test]
fn the_end_shows_scores_and_winners() {
    let game = random_game(4, 6);
    let last = game.last().expect("a position");
    let outcome = last.outcome().expect("the game is over");
    for (seat, (_, svg)) in Seat::all(4).zip(parts(last, Viewer::Public, "score-")) {
        assert!(svg.contains(&format!(">{} points</text>", outcome.scores[seat])), "{svg}");
    }
    assert!(last.turn() == Turn::Over && parts(last, Viewer::Public, "turn")[0].1.contains("game over: p"));
    assert!(parts(last, Viewer::All, "end").is_empty());
}
