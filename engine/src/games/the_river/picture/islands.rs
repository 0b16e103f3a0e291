//! The islands: action spaces with their pioneers, the supply, both displays, stacks and bonus tokens.

use crate::svg::Sketch;
use crate::{Picture, Seat};

use super::super::limits::{MAX_BUILDING_SLOTS, MAX_TILE_SLOTS};
use super::super::{ActionSpace, Resource, Slot, TheRiver};
use super::buildings::{CARD_HEIGHT, CARD_WIDTH, building_words, draw_building};
use super::layout::{BUILDING_STEP, BUILDINGS_TOP, GAP, SPACES_TOP, STEP, TILES_TOP, WIDTH};
use super::names;
use super::pieces::{DISC_STEP, draw_discs};
use super::tiles::{TILE_HEIGHT, TILE_WIDTH, draw_tile, tile_words};

/// The size of an action space.
const SPACE_SIZE: (i32, i32) = (92, 112);
/// Most pioneers of all players together for which free places are drawn.
const MOST_PLACES: u8 = 4;

/// Draws the islands.
pub(super) fn draw(state: &TheRiver, picture: &mut Picture) {
    for space in ActionSpace::ALL {
        picture.add(names::space(space), space_svg(state, space));
    }
    draw_tiles(state, picture);
    draw_buildings(state, picture);
    draw_tokens(state, picture);
}

fn space_svg(state: &TheRiver, space: ActionSpace) -> String {
    let place = (GAP + STEP * space as i32, SPACES_TOP);
    let mut sketch = Sketch::titled(place, &space_words(state, space));
    sketch.rect("soft edge", 0, 0, SPACE_SIZE).text("bold", 9, 21, space.name());
    match resource_of(space) {
        Some(resource) => draw_supply(&mut sketch, state, resource),
        None => draw_deed(&mut sketch, space),
    }
    draw_limit(&mut sketch, state, space);
    draw_discs(&mut sketch, &pioneers(state, space), 15, 90);
    sketch.svg()
}

/// The resource of an island.
fn resource_of(space: ActionSpace) -> Option<Resource> {
    Resource::ALL.into_iter().find(|&resource| ActionSpace::of(resource) == space)
}

fn draw_supply(sketch: &mut Sketch, state: &TheRiver, resource: Resource) {
    let bonus = state.first_bonus.get(resource);
    sketch.stamp(&format!("river-{resource}"), 9, 30);
    sketch.text("big bold", 37, 47, &format!("×{}", state.supply.get(resource)));
    if bonus > 0 && has_places(state, ActionSpace::of(resource)) {
        sketch.text("small muted", 9, 68, &format!("first takes +{bonus}"));
    } else if bonus > 0 {
        sketch.text("small muted end", 87, 66, &format!("+{bonus}"));
    }
}

/// What is done on a space that is no island.
fn draw_deed(sketch: &mut Sketch, space: ActionSpace) {
    let (symbol, words) = match space {
        ActionSpace::Claim => (None, "take a tile"),
        ActionSpace::Build => (None, "pay for it"),
        ActionSpace::Reserve => (None, "costs 1 less"),
        ActionSpace::Swap => (Some("river-swap"), ""),
        _ => (Some("river-start"), ""),
    };
    sketch.text("small muted", 9, 46, words);
    if let Some(id) = symbol {
        sketch.stamp(id, 9, 30);
    }
}

/// Free places where few pioneers of all players together have room, else the limit in words.
fn draw_limit(sketch: &mut Sketch, state: &TheRiver, space: ActionSpace) {
    let limits = state.table().limits[space as usize];
    if has_places(state, space) {
        for idx in 0..i32::from(limits.any) {
            sketch.stamp("river-slot", 15 + DISC_STEP * idx, 90);
        }
        return;
    }
    let words = match (limits.any, limits.each) {
        (u8::MAX, u8::MAX) => "no limit".to_owned(),
        (u8::MAX, each) => format!("{each} each"),
        (any, _) => format!("{any} in all"),
    };
    sketch.text("small muted", 9, 66, &words);
}

/// Whether there are free places for pioneers, rather than a limit in words.
fn has_places(state: &TheRiver, space: ActionSpace) -> bool {
    state.table().limits[space as usize].any <= MOST_PLACES
}

fn pioneers(state: &TheRiver, space: ActionSpace) -> Vec<(Seat, u8)> {
    let count = |seat: Seat| (seat, state.player(seat).pioneers_on[space as usize]);
    Seat::all(state.players.players()).map(count).filter(|&(_, count)| count > 0).collect()
}

fn space_words(state: &TheRiver, space: ActionSpace) -> String {
    let deed = match (space, resource_of(space)) {
        (_, Some(resource)) => match state.first_bonus.get(resource) {
            0 => format!("take {resource}, {} left", state.supply.get(resource)),
            more => format!("take {resource}, {} left, the first pioneer {more} more", state.supply.get(resource)),
        },
        (ActionSpace::Claim, _) => "claim a tile".to_owned(),
        (ActionSpace::Build | ActionSpace::Reserve, _) => format!("{} a building", space.name()),
        (ActionSpace::Swap, _) => "swap two of your tiles".to_owned(),
        _ => "take the start figure".to_owned(),
    };
    let there: Vec<String> = pioneers(state, space).iter().map(|(seat, count)| format!("{count} of {seat}")).collect();
    if there.is_empty() { deed } else { format!("{deed}; pioneers: {}", there.join(", ")) }
}

fn draw_tiles(state: &TheRiver, picture: &mut Picture) {
    let label = format!("Tiles · stack {}, discarded {}", state.tile_stack.len(), state.discarded_tiles.len());
    picture.add("tile-stack", Sketch::at((GAP, TILES_TOP)).text("", 0, -9, &label).svg());
    for slot in (0..MAX_TILE_SLOTS as u8).map(Slot) {
        let place = (GAP + STEP * i32::from(slot.0), TILES_TOP);
        if let Some(kind) = state.displayed_tile(slot) {
            let tile = state.tile(kind);
            let mut sketch = Sketch::titled(place, &format!("tile {}, {}", slot.0 + 1, tile_words(tile)));
            draw_tile(&mut sketch, tile, 20, 0);
            picture.add(names::tile(slot.index()), slot_number(sketch, slot));
        } else if slot.0 < slots_now(state) {
            let mut sketch = Sketch::at(place);
            sketch.rect("outline", 20, 0, (TILE_WIDTH, TILE_HEIGHT));
            picture.add(names::tile(slot.index()), slot_number(sketch, slot));
        }
    }
}

/// The slots of the tile display that is on the table.
fn slots_now(state: &TheRiver) -> u8 {
    if state.round == 0 { state.table().draft_slots } else { state.table().tile_slots }
}

fn slot_number(mut sketch: Sketch, slot: Slot) -> String {
    sketch.text("small muted middle", 10, 16, &(slot.0 + 1).to_string()).svg()
}

fn draw_buildings(state: &TheRiver, picture: &mut Picture) {
    let label = format!("Buildings · stack {}", state.building_stack.len());
    picture.add("building-stack", Sketch::at((GAP, BUILDINGS_TOP)).text("", 0, -9, &label).svg());
    for slot in (0..MAX_BUILDING_SLOTS as u8).map(Slot) {
        let place = (GAP + BUILDING_STEP * i32::from(slot.0), BUILDINGS_TOP);
        if let Some(id) = state.displayed_building(slot) {
            let building = state.rules.all.building(id);
            let mut sketch = Sketch::titled(place, &format!("building {}, {}", slot.0 + 1, building_words(building)));
            draw_building(&mut sketch, building, 20, 0);
            picture.add(names::building(slot.index()), slot_number(sketch, slot));
        } else if slot.0 < state.table().building_slots {
            let mut sketch = Sketch::at(place);
            sketch.rect("outline", 20, 0, (CARD_WIDTH, CARD_HEIGHT));
            picture.add(names::building(slot.index()), slot_number(sketch, slot));
        }
    }
}

/// The tokens that are left: each is a part of its own, so that taking one changes nothing else.
fn draw_tokens(state: &TheRiver, picture: &mut Picture) {
    let tokens = &state.table().tokens;
    let first = WIDTH - GAP - 10 - 21 * (tokens.len() as i32 - 1);
    let mut label = Sketch::at((first, BUILDINGS_TOP - 14));
    picture.add("tokens", label.text("end", -18, 5, "Bonus tokens").svg());
    for (idx, points) in tokens.iter().enumerate().skip(usize::from(state.tokens_taken)) {
        let mut sketch = Sketch::at((first + 21 * idx as i32, BUILDINGS_TOP - 14));
        sketch.stamp("river-token", 0, 0).text("river-value small", 0, 4, &points.to_string());
        picture.add(format!("token-{}", idx + 1), sketch.svg());
    }
}
