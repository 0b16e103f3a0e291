//! The checks that make rules tables the box of The River: those that need more than one value.

use crate::Seat;
use crate::data::Int;

use super::board::Color;
use super::limits::{BOX, TOKENS};
use super::raw::{RawMeadow, RawRules, RawTile};
use super::tiles::{Terrain, Terrains, Tile};

/// How the names of components begin that are not of the data.
pub(super) const PREFIXES: [&str; 4] = ["terrain-", "color-", "order-", "token-"];

/// What is wrong with a value.
pub(super) struct Fault {
    pub(super) key: String,
    pub(super) message: String,
}

fn fault(key: impl Into<String>, message: impl Into<String>) -> Result<(), Fault> {
    Err(Fault { key: key.into(), message: message.into() })
}

/// More kinds than there are tiles make no sense but for kinds with a count of 0.
const MAX_TILE_KINDS: usize = 200;
/// The buildings in the box.
const BUILDINGS: usize = 33;

/// The checks that need more than one value, but for the totals of the tiles.
pub(super) fn check(raw: &RawRules) -> Result<(), Fault> {
    check_supply(raw)?;
    for (players, draft) in raw.display.draft.iter() {
        if usize::from(draft.0) != players + 1 {
            let message = format!("{}: the draft has one tile more than players, {}", draft.0, players + 1);
            return fault(format!("display.draft.{players}"), message);
        }
    }
    let settle = raw.river.settle.map(Int::value);
    check_distinct("river.settle", &settle)?;
    if settle.contains(&1) {
        return fault("river.settle", "space 1 is taken in the draft and cannot be framed");
    }
    let columns = raw.river.columns.map(|column| column.map(Int::value));
    check_distinct("river.columns", columns.as_flattened())?;
    check_tokens(raw)?;
    check_pieces(raw)
}

fn check_supply(raw: &RawRules) -> Result<(), Fault> {
    for (players, supply) in raw.supply.iter() {
        for ((name, most), amount) in BOX.iter().zip(supply.amounts()) {
            let key = format!("supply.{players}.{name}");
            if amount > *most {
                return fault(key, format!("{amount}: the box has {most}"));
            }
            if players == 4 && amount != *most {
                return fault(key, format!("{amount}: with 4 players all {most} are used"));
            }
        }
    }
    Ok(())
}

fn check_tokens(raw: &RawRules) -> Result<(), Fault> {
    for (players, tokens) in raw.bonus_tokens.iter() {
        let key = format!("bonus_tokens.{players}");
        if tokens.len() > TOKENS {
            return fault(key, format!("{} tokens: the box has {TOKENS}", tokens.len()));
        }
        if players > 2 && tokens.len() != TOKENS {
            return fault(key, format!("{} tokens: with {players} players all {TOKENS} are used", tokens.len()));
        }
        if let Some(pair) = tokens.windows(2).find(|pair| pair[0].0 < pair[1].0) {
            return fault(key, format!("{} comes after {}: values must not rise", pair[1].0, pair[0].0));
        }
    }
    Ok(())
}

fn check_pieces(raw: &RawRules) -> Result<(), Fault> {
    if raw.building.len() != BUILDINGS {
        return fault("building", format!("{} buildings: the box has {BUILDINGS}", raw.building.len()));
    }
    if raw.tile.len() > MAX_TILE_KINDS {
        return fault("tile", format!("{} kinds: at most {MAX_TILE_KINDS} fit", raw.tile.len()));
    }
    for id in raw.building.keys() {
        check_name("building", id, raw.tile.contains_key(id))?;
    }
    for (id, tile) in &raw.tile {
        check_tile(id, tile)?;
    }
    Ok(())
}

fn check_tile(id: &str, tile: &RawTile) -> Result<(), Fault> {
    check_name("tile", id, false)?;
    let terrains = tile.terrain.as_slice();
    if !matches!(terrains, [_] | [_, _]) || (terrains.len() == 2 && terrains[0] == terrains[1]) {
        return fault(format!("tile.{id}.terrain"), "expected one terrain, or two different ones of a mixed tile");
    }
    if tile.each.is_some() && !tile.meadow.as_ref().is_some_and(RawMeadow::counts) {
        return fault(format!("tile.{id}.each"), "is for meadows that bring points for each of something");
    }
    if terrains.contains(&Terrain::Meadow) != tile.meadow.is_some() {
        return fault(format!("tile.{id}.meadow"), "every meadow has an effect, and no other tile has one");
    }
    Ok(())
}

/// Names stand in moves such as `deal:mill-b`, beside colors and seats.
fn check_name(section: &str, id: &str, is_tile: bool) -> Result<(), Fault> {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || !id.chars().all(allowed) {
        let message = "allowed in names are lower-case letters, digits and hyphens";
        return fault(format!("{section}.{}", id.escape_default()), message);
    }
    if is_tile || Color::ALL.iter().any(|color| color.name() == id) || id.parse::<Seat>().is_ok() {
        return fault(format!("{section}.{id}"), "a tile, a color or a seat has the same name");
    }
    if let Some(prefix) = PREFIXES.iter().find(|prefix| id.starts_with(**prefix)) {
        return fault(format!("{section}.{id}"), format!("names that begin with {prefix} are taken"));
    }
    Ok(())
}

fn check_distinct(key: &str, spaces: &[u8]) -> Result<(), Fault> {
    match spaces.iter().enumerate().find(|(idx, space)| spaces[..*idx].contains(space)) {
        Some((_, space)) => fault(key, format!("space {space} stands twice")),
        None => Ok(()),
    }
}

/// How many tiles there are of each terrain, mixed tiles counted apart.
pub(super) struct TileTotals {
    all: u32,
    plain: [u32; Terrain::ALL.len()],
    mixed: u32,
}

impl TileTotals {
    pub(super) fn of(tiles: &[Tile]) -> TileTotals {
        let count = |test: &dyn Fn(&Tile) -> bool| {
            tiles.iter().filter(|tile| test(tile)).map(|tile| u32::from(tile.count)).sum()
        };
        TileTotals {
            all: count(&|_| true),
            plain: Terrain::ALL.map(|terrain| count(&|tile| tile.terrains == Terrains::default().with(terrain))),
            mixed: count(&|tile| tile.terrains.len() == 2),
        }
    }

    /// The box has 65 tiles: 12 deserts, 10 badlands, 14 forests, 8 mountains, 17 meadows, 4 mixed.
    pub(super) fn check(&self) -> Result<(), String> {
        const PLAIN: [u32; 5] = [12, 10, 14, 8, 17];
        if self.all != 65 {
            return Err(format!("{} tiles: the box has 65", self.all));
        }
        for ((terrain, count), expected) in Terrain::ALL.iter().zip(self.plain).zip(PLAIN) {
            if count != expected {
                return Err(format!("{count} tiles of terrain {terrain}: the box has {expected}"));
            }
        }
        if self.mixed == 4 { Ok(()) } else { Err(format!("{} mixed tiles: the box has 4", self.mixed)) }
    }
}
