//! The boards of the players, with their boats, resources, buildings and bonus tokens.

use crate::bits::set_bits;
use crate::picture::player_disc;
use crate::svg::{Sketch, shortened};
use crate::{Game, Picture, Seat};

use super::super::limits::RESERVED;
use super::super::{Resource, RiverSpace, TheRiver};
use super::buildings::{CARD_HEIGHT, CARD_WIDTH, building_words, draw_building};
use super::layout::{BOARD_HEIGHT, BOARD_WIDTH, board, space};
use super::names;
use super::places::Place;
use super::tiles::{TILE_HEIGHT, TILE_WIDTH};

/// The left edge of what stands beside the river.
const BESIDE: i32 = 346;
/// The top of the reserved buildings.
const RESERVED_TOP: i32 = 268;
/// The top of the buildings that were built.
const BUILT_TOP: i32 = 334;
/// Most buildings that have a place; the last place then tells how many more there are.
const MOST_BUILT: usize = 8;
/// Most bonus slots that are drawn.
const MOST_TOKENS: usize = 10;

/// Draws all that a player has.
pub(super) fn draw(state: &TheRiver, seat: Seat, picture: &mut Picture) {
    picture.add(format!("player-{seat}"), frame_svg(state, seat));
    picture.add(format!("score-{seat}"), score_svg(state, seat));
    for space in (0..RiverSpace::COUNT as u8).map(RiverSpace) {
        picture.add(names::place(seat, space), Place { state, seat, space }.svg());
    }
    draw_beside(state, seat, picture);
    for idx in 0..RESERVED {
        picture.add(names::reserved(seat, idx), reserved_svg(state, seat, idx));
    }
    picture.add(format!("tokens-{seat}"), tokens_svg(state, seat));
    picture.add(format!("built-{seat}"), built_svg(state, seat));
}

/// What does not change once colors are dealt: the name, and the river from its first space to its last.
fn frame_svg(state: &TheRiver, seat: Seat) -> String {
    let mut sketch = Sketch::at(board(seat));
    sketch.rect("soft edge", 0, 0, (BOARD_WIDTH, BOARD_HEIGHT)).rect("grass edge", 8, 34, (330, 226));
    let (x, y) = board(seat);
    let name =
        if state.color_is_dealt(seat) { format!("{seat} {}", state.player(seat).color) } else { seat.to_string() };
    sketch.text("bold", 38, 23, &name);
    let middles = (0..RiverSpace::COUNT as u8).map(|number| {
        let (left, top) = space(state.rules.all, RiverSpace(number));
        format!("{} {}", x + left + TILE_WIDTH / 2, y + top + TILE_HEIGHT / 2)
    });
    let river = middles.collect::<Vec<_>>().join("L");
    let water = format!(
        "<path d=\"M{river}\" fill=\"none\" stroke=\"var(--water)\" stroke-width=\"34\" stroke-linejoin=\"round\" \
         stroke-linecap=\"round\"/>"
    );
    sketch.svg() + &player_disc(seat, x + 20, y + 18, 11) + &water
}

fn score_svg(state: &TheRiver, seat: Seat) -> String {
    let parts = state.score_parts(seat);
    let names = TheRiver::PARTS.iter().zip(parts);
    let words: Vec<String> = names.map(|(name, points)| format!("{} {points}", name.replace('_', " "))).collect();
    let mut sketch = Sketch::titled(board(seat), &words.join(", "));
    let total: i32 = parts.iter().sum();
    sketch.text("big bold end", BOARD_WIDTH - 10, 24, &format!("{total} points")).svg()
}

/// What stands to the right of the river: the boat, the resources, the barns, and what is produced.
fn draw_beside(state: &TheRiver, seat: Seat, picture: &mut Picture) {
    picture.add(format!("boat-{seat}"), boat_svg(state, seat));
    for resource in Resource::ALL {
        picture.add(names::held(seat, resource), held_svg(state, seat, resource));
    }
    picture.add(format!("barns-{seat}"), barns_svg(state, seat));
    picture.add(format!("makes-{seat}"), makes_svg(state, seat));
}

fn boat_svg(state: &TheRiver, seat: Seat) -> String {
    let player = state.player(seat);
    let words = format!("{} of {} pioneers on the boat", player.boat, player.pioneers);
    let mut sketch = Sketch::titled(board(seat), &words);
    sketch.stamp("river-boat", BESIDE - 4, 42);
    for idx in 0..i32::from(player.boat) {
        sketch.stamp(&format!("river-{seat}"), BESIDE + 42 - 9 * (i32::from(player.boat) - 1) + 18 * idx, 46);
    }
    sketch.svg()
}

fn held_svg(state: &TheRiver, seat: Seat, resource: Resource) -> String {
    let held = state.player(seat).held.get(resource);
    let (x, y) = (BESIDE + 44 * (resource as i32 % 2), 82 + 38 * (resource as i32 / 2));
    let mut sketch = Sketch::titled(board(seat), &format!("{seat} holds {held} {resource}"));
    sketch.rect("paper edge", x, y, (40, 34)).stamp(&format!("river-{resource}"), x + 2, y + 6);
    sketch.text("bold end", x + 37, y + 22, &held.to_string()).svg()
}

fn barns_svg(state: &TheRiver, seat: Seat) -> String {
    let player = state.player(seat);
    let (held, barns) = (player.held.total(), player.symbols.barns());
    let mut sketch = Sketch::titled(board(seat), &format!("holds {held}, barns for {barns}"));
    sketch.stamp("river-barn", BESIDE + 2, 160).text("", BESIDE + 30, 177, &format!("{held} of {barns}")).svg()
}

fn makes_svg(state: &TheRiver, seat: Seat) -> String {
    let symbols = state.player(seat).symbols;
    let mut sketch = Sketch::titled(board(seat), "production symbols");
    sketch.text("small muted", BESIDE, 204, "production");
    for resource in Resource::PRODUCED {
        let x = BESIDE + 30 * resource as i32;
        sketch.stamp(&format!("river-{resource}"), x, 210);
        sketch.text("middle", x + 11, 248, &symbols.production(resource).to_string());
    }
    sketch.svg()
}

fn reserved_svg(state: &TheRiver, seat: Seat, idx: usize) -> String {
    let x = 30 + (CARD_WIDTH + 28) * idx as i32;
    let id = state.player(seat).reserved().get(idx);
    let Some(building) = id.map(|&id| state.rules.all.building(id)) else {
        let mut sketch = Sketch::at(board(seat));
        sketch.rect("outline", x, RESERVED_TOP, (CARD_WIDTH, CARD_HEIGHT));
        return sketch.text("small muted", x + 7, RESERVED_TOP + 19, "reserve").svg();
    };
    let mut sketch = Sketch::titled(board(seat), &format!("reserved, 1 less: {}", building_words(building)));
    draw_building(&mut sketch, building, x, RESERVED_TOP);
    sketch.text("small muted end", x - 4, RESERVED_TOP + 16, &format!("r{}", idx + 1)).svg()
}

/// The bonus slots: tokens that were taken, and free slots, on one of which a pioneer waits.
fn tokens_svg(state: &TheRiver, seat: Seat) -> String {
    let player = state.player(seat);
    let taken: Vec<u8> = set_bits(player.token_set).map(|nth| state.table().tokens[usize::from(nth)]).collect();
    let slots = state.table().bonus_slots;
    let mut sketch = Sketch::titled(board(seat), &format!("{} of {slots} bonus tokens", player.tokens));
    sketch.text("small muted", 334, RESERVED_TOP + 12, "bonus slots");
    for idx in 0..usize::from(slots).min(MOST_TOKENS) {
        let (x, y) = (344 + 20 * (idx as i32 % 5), RESERVED_TOP + 28 + 20 * (idx as i32 / 5));
        match taken.get(idx) {
            Some(points) => sketch.stamp("river-token", x, y).text("river-value small", x, y + 4, &points.to_string()),
            None if idx + 1 == usize::from(state.rules.all.with_bonus_token) => {
                sketch.stamp(&format!("river-{seat}"), x, y)
            }
            None => sketch.stamp("river-slot", x, y),
        };
    }
    sketch.svg()
}

fn built_svg(state: &TheRiver, seat: Seat) -> String {
    let built: Vec<_> = state.player(seat).built().map(|id| state.rules.all.building(id)).collect();
    let words: Vec<String> = built.iter().map(|building| format!("{} {}", building.id, building.points)).collect();
    let mut sketch = Sketch::titled(board(seat), &format!("built: {}", words.join(", ")));
    if built.is_empty() {
        return sketch.text("small muted", 10, BUILT_TOP + 15, "no buildings yet").svg();
    }
    for (idx, building) in built.iter().take(MOST_BUILT).enumerate() {
        let (x, y) = (8 + 107 * (idx as i32 % 4), BUILT_TOP + 22 * (idx as i32 / 4));
        let more = built.len() - MOST_BUILT.min(built.len());
        let is_last = more > 0 && idx + 1 == MOST_BUILT;
        let name = if is_last { format!("and {} more", more + 1) } else { shortened(&building.id, 12) };
        let points = if is_last { String::new() } else { building.points.to_string() };
        sketch.rect("paper edge", x, y, (102, 20)).text("small", x + 5, y + 14, &name);
        sketch.text("small bold end", x + 97, y + 14, &points);
    }
    sketch.svg()
}
