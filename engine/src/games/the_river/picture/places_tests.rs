use super::*;
use crate::games::the_river::{RiverRules, TileKind};
use crate::{Game, GameRules};

/// The space as it is drawn for `p1`, who has so many mountains, and of whom so many pioneers settle in this round.
fn drawn(space: u8, tiles: u8, settling: u8) -> String {
    let rules = RiverRules::standard();
    let mut state = TheRiver::new(rules, 2);
    state.phase = Phase::Place;
    let player = &mut state.players[Seat::FIRST];
    (player.tiles, player.tile_count) = ([rules.tile_named("mountain-stone").expect("a tile"); 12], tiles);
    player.settling = settling;
    Place { state: &state, seat: Seat::FIRST, space: RiverSpace(space - 1) }.svg()
}

#[test]
fn spaces_show_what_is_printed_until_they_are_covered() {
    assert!(drawn(2, 1, 0).contains("<title>space 2: barn printed</title>"));
    assert!(drawn(3, 1, 0).contains("<title>space 3, framed: wood printed</title>"));
    assert!(drawn(3, 1, 0).contains("#river-wood") && !drawn(3, 3, 0).contains("#river-wood"));
    assert!(drawn(3, 3, 0).contains("<title>space 3, framed: mountain-stone: mountain, 1 stone</title>"));
}

#[test]
fn pioneers_stand_where_they_have_settled() {
    let pioneer = |space, tiles, settling| {
        let svg = drawn(space, tiles, settling);
        ["#river-p1", "#river-settles"].map(|id| svg.contains(id))
    };
    assert_eq!(pioneer(2, 6, 0), [false, false]);
    assert_eq!(pioneer(3, 2, 0), [false, false]);
    assert_eq!(pioneer(3, 6, 1), [true, false]);
    assert_eq!(pioneer(6, 6, 1), [false, true]);
    assert_eq!(pioneer(3, 6, 2), [false, true]);
}

#[test]
fn boards_are_unknown_until_they_are_dealt() {
    let state = TheRiver::new(RiverRules::standard(), 2);
    let place = Place { state: &state, seat: Seat::FIRST, space: RiverSpace(1) };
    assert_eq!((place.printed(), place.words()), (Symbols::default(), "space 2: empty".to_owned()));
    assert_eq!(state.player(Seat::FIRST).tiles(), [TileKind(0); 0]);
}
