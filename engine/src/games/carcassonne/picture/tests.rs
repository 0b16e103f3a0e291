//! Tests of pictures: what must be on them, that they are XML, and that a replay of them is small.

use super::*;
use crate::conformance::{self, Plan};
use crate::games::carcassonne::{CarcassonneRules, FeatureKind};
use crate::games::picture_checks::{
    bytes_per_move, check_xml, moves_with_the_same_parts, part, picture_for, picture_of_turn, walk,
};
use crate::{GameRules, RulesSource, Seat};

/// The rules with each of the rivers.
fn all_rules() -> [&'static CarcassonneRules; 4] {
    ["\"none\"", "1", "2", "\"both\""].map(|rivers| {
        let source = RulesSource { file: None, sets: vec![format!("rivers={rivers}")] };
        &*Box::leak(Box::new(CarcassonneRules::load(&source).expect("tables")))
    })
}

/// The position after these moves, in which the first player has to lay this tile beside a city cap.
fn with_drawn(tile: &str, moves: &[&str]) -> Carcassonne {
    let rules = CarcassonneRules::standard();
    let named = |id: &str| rules.tile_named(id).expect("a tile of the base game");
    let mut state = Carcassonne::set_up_with(rules, 2, named("E"), 0);
    state.set_drawn(Seat::FIRST, named(tile));
    for text in moves {
        state.play(state.parse_move(text).expect("a move")).expect("legal");
    }
    state
}

fn names(picture: &Picture, prefix: &str) -> Vec<String> {
    let with_prefix = |name: &&str| name.starts_with(prefix);
    picture.parts.iter().map(|part| part.name.as_str()).filter(with_prefix).map(str::to_owned).collect()
}

#[test]
fn the_player_to_act_sees_where_the_tile_can_be_laid() {
    let state = with_drawn("E", &[]);
    let own = picture_of_turn(&state);
    assert_eq!(names(&own, "cell-"), ["cell-0,0", "cell--1,0", "cell-0,-1", "cell-0,1", "cell-1,0"]);
    assert_eq!(names(&own, "rotation-"), ["rotation-0", "rotation-1", "rotation-2", "rotation-3"]);
    let other = picture_for(&state, Viewer::Seat(Seat::new(1)));
    assert_eq!(names(&other, "cell-"), ["cell-0,0"], "only tiles");
    assert_eq!(names(&other, "rotation-").len(), 4);
    let mv = state.parse_move("tile:0:-1:2").expect("a move");
    assert_eq!(move_parts(mv), ["cell-0,-1", "rotation-2"]);
}

#[test]
fn directions_in_which_a_tile_fits_nowhere_are_pale() {
    let (mut legal, mut pale) = (Vec::new(), 0);
    walk::<Carcassonne>(CarcassonneRules::standard(), 2, 1, |state, _| {
        let (picture, Some(tile)) = (picture_of_turn(state), state.drawn()) else { return };
        state.legal_moves(&mut legal);
        for turns in 0..state.rules.0.tile(tile).rotations {
            let fits = legal.iter().any(|mv| matches!(*mv, Move::Tile(_, other) if other == turns));
            let drawn = part(&picture, &rotation_name(turns)).expect("the tile");
            assert_eq!(drawn.contains("opacity"), !fits, "{turns} turns in\n{state}");
            pale += usize::from(!fits);
        }
    });
    assert!(pale > 5, "{pale}");
}

#[test]
fn spots_are_claimed_on_the_tile_that_was_laid() {
    let state = with_drawn("D", &["tile:1:0:1"]);
    let picture = picture_of_turn(&state);
    let claims = ["claim-road-n", "claim-city-e", "claim-farm-ne", "claim-farm-nw"];
    assert_eq!(names(&picture, "claim-"), claims);
    assert!(part(&picture, "claim-city-e").expect("a spot").contains("a knight (city:E)"));
    assert_eq!((names(&picture, PASS), names(&picture, "last")), (vec![PASS.to_owned()], vec!["last".to_owned()]));
    // Others see the tile, not what can be clicked.
    assert_eq!(names(&picture_for(&state, Viewer::Public), "claim-").len(), 0);
}

#[test]
fn meeples_bear_the_number_of_their_seat_and_farmers_lie() {
    let meeple = |spot: &str| {
        let state = with_drawn("D", &["tile:1:0:1", spot]);
        part(&picture_for(&state, Viewer::Public), "meeple-1,0").map(str::to_owned)
    };
    assert!(meeple("meeple:farm:Nw").expect("a farmer").contains("farmer of p1</title><use href=\"#carcassonne-f1\""));
    assert!(
        meeple("meeple:road:N")
            .expect("a highwayman")
            .contains("highwayman of p1</title><use href=\"#carcassonne-m1\"")
    );
    assert_eq!(meeple("none"), None);
}

#[test]
fn the_end_shows_the_winners() {
    let mut state = with_drawn("E", &["tile:0:-1:2", "meeple:city:S"]);
    state.set_over();
    let picture = picture_for(&state, Viewer::Public);
    assert!(part(&picture, "player-1").expect("a row").contains(">wins<"));
    assert!(!part(&picture, "player-2").expect("a row").contains(">wins<"));
    assert!(part(&picture, "status").expect("a line").contains("The game is over"));
}

/// A segment has an anchor on its tile, and no two of a tile share one, however the data are written.
#[test]
fn anchors_are_apart_and_on_the_tile() {
    for (tile, drawing) in CarcassonneRules::standard().tiles.iter().zip(&CarcassonneRules::standard().drawings) {
        assert_eq!(drawing.anchors.len(), tile.segments.len(), "{}", tile.id);
        for (idx, anchor) in drawing.anchors.iter().enumerate() {
            assert!(anchor.x.abs() <= 30 && anchor.y.abs() <= 30, "{}: {anchor}", tile.id);
            for other in &drawing.anchors[..idx] {
                let apart = anchor.minus(*other);
                assert!(apart.x.abs() + apart.y.abs() >= 16, "{}: {anchor} and {other}", tile.id);
            }
        }
    }
}

#[test]
fn what_tiles_bear_is_drawn() {
    let rules = CarcassonneRules::standard();
    let has = |id: &str, what: &str| {
        let tile = rules.tile_named(id).expect("a tile");
        rules.drawings[tile.index()].svg.contains(what)
    };
    assert!(has("A", "carcassonne-monastery") && has("L", "carcassonne-village") && has("C", "carcassonne-shield"));
    assert!(has("r1_source", "carcassonne-spring") && has("r1_lake", "carcassonne-lake"));
    assert!(has("r2_volcano_lake", "carcassonne-volcano") && has("r2_inn_crossing", "carcassonne-inn"));
    assert!(has("r2_pigsty_bend", "carcassonne-pigsty") && has("r2_city_bridge", "carcassonne-arches"));
    assert!(has("r1_crossing", "carcassonne-parapet") && !has("r1_bend_road", "carcassonne-parapet"));
    for (tile, drawing) in rules.tiles.iter().zip(&rules.drawings) {
        let has_city = tile.segments.iter().any(|segment| segment.kind == FeatureKind::City);
        assert_eq!(drawing.svg.contains("\"carcassonne-city\""), has_city, "{}", tile.id);
    }
}

#[test]
fn pictures_are_xml() {
    for (seed, rules) in (0..).zip(all_rules()) {
        let mut played = 0;
        walk::<Carcassonne>(rules, 5, seed, |state, next| {
            if played % 9 == 0 || next.is_none() {
                check_xml(&picture_of_turn(state), "carcassonne-");
            }
            played += 1;
        });
    }
}

#[test]
fn a_replay_is_small() {
    for rules in all_rules() {
        for players in [2, 5] {
            let bytes = bytes_per_move::<Carcassonne>(rules, players, Viewer::Public);
            assert!(bytes < 1100, "{bytes} bytes a move with {} rivers, {players} players", rules.rivers);
        }
    }
}

/// Tiles stay where they are drawn while the view and the panel grow.
#[test]
fn what_lies_on_the_table_is_drawn_once() {
    let (mut before, mut changed, mut views): (Option<Picture>, usize, usize) = (None, 0, 0);
    walk::<Carcassonne>(CarcassonneRules::standard(), 3, 7, |state, _| {
        let now = picture_for(state, Viewer::Public);
        if let Some(before) = before.take() {
            let on_table = |name: &str| name.starts_with("cell-") || name.starts_with("meeple-");
            let both = before.parts.iter().filter(|part| on_table(&part.name));
            changed += both.filter(|old| part(&now, &old.name).is_some_and(|svg| svg != old.svg)).count();
            views += usize::from(before.view_box != now.view_box);
        }
        before = Some(now);
    });
    assert!(changed == 0 && (1..25).contains(&views), "{changed} parts, {views} views");
}

#[test]
fn parts_name_one_move() {
    assert!(moves_with_the_same_parts::<Carcassonne>(CarcassonneRules::standard(), 2) == 1.0);
}

#[test]
fn pictures_conform() {
    let plan = Plan { games: 1, brute_force_every: 50, pictures_every: 8, draws: 100, ..Plan::default() };
    for rules in all_rules() {
        conformance::check::<Carcassonne>(rules, &plan).unwrap_or_else(|failure| panic!("{failure}"));
    }
}
