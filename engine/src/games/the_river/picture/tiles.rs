//! The faces of tiles, and what they say in words.

use crate::svg::Sketch;

use super::super::{Meadow, Resource, Symbols, Terrain, Terrains, Tile};

/// The width of a tile.
pub(super) const TILE_WIDTH: i32 = 72;
/// The height of a tile.
pub(super) const TILE_HEIGHT: i32 = 66;

/// The side of a symbol.
const SYMBOL: i32 = 22;
/// The space between what stands in a row.
const BETWEEN: i32 = 1;
/// More symbols than these do not fit beside each other.
const MOST_SYMBOLS: usize = 3;

/// Draws a tile: its terrains, its symbols below, and what a meadow does.
pub(super) fn draw_tile(sketch: &mut Sketch, tile: &Tile, x: i32, y: i32) {
    draw_ground(sketch, tile.terrains, x, y);
    let rows = rows(tile);
    let (first, step) = match rows.len() {
        1 => (22, SYMBOL),
        2 => (18, SYMBOL + 1),
        _ => (14, 16),
    };
    for (row, top) in rows.iter().zip((y + first..).step_by(step as usize)) {
        draw_row(sketch, row, x + TILE_WIDTH / 2, top);
    }
}

fn draw_ground(sketch: &mut Sketch, terrains: Terrains, x: i32, y: i32) {
    for (terrain, half) in terrains.iter().zip(["", "-half"]) {
        sketch.stamp(&format!("river-{terrain}{half}"), x, y);
    }
}

/// Something in a row of a tile.
enum Item {
    /// A symbol, by the end of its id.
    Symbol(&'static str),
    /// A number of points on its symbol.
    Points(i32),
    /// A text and its width.
    Text(String, i32),
}

impl Item {
    /// A text, about as wide as its characters are.
    fn text(text: impl Into<String>) -> Item {
        let text = text.into();
        let width: i32 =
            text.chars().map(|c| if "tilfrj/ ".contains(c) { 5 } else { 8 - i32::from(c.is_ascii()) }).sum();
        Item::Text(text, width + 2)
    }

    fn width(&self) -> i32 {
        match self {
            Item::Symbol(_) => SYMBOL,
            Item::Points(_) => SYMBOL + 1,
            Item::Text(_, width) => *width,
        }
    }
}

/// Draws a row around its middle.
fn draw_row(sketch: &mut Sketch, row: &[Item], middle: i32, top: i32) {
    let width = row.iter().map(Item::width).sum::<i32>() + BETWEEN * (row.len() as i32 - 1);
    let mut x = middle - width / 2;
    for item in row {
        match item {
            Item::Symbol(id) => sketch.stamp(&format!("river-{id}"), x, top),
            Item::Points(points) => draw_points(sketch, *points, x, top),
            Item::Text(text, width) => sketch.text("small middle", x + width / 2, top + 15, text),
        };
        x += item.width() + BETWEEN;
    }
}

/// Draws points on their symbol.
pub(super) fn draw_points(sketch: &mut Sketch, points: i32, x: i32, y: i32) -> &mut Sketch {
    sketch.stamp("river-points", x, y).text("river-value", x + SYMBOL / 2, y + 15, &points.to_string())
}

/// The rows of a tile: its symbols, what a meadow does, and points besides.
fn rows(tile: &Tile) -> Vec<Vec<Item>> {
    let mut rows = symbol_rows(tile.symbols);
    rows.extend(tile.meadow.iter().flat_map(|&meadow| meadow_rows(meadow, i32::from(tile.each))));
    if tile.points != 0 {
        let extra = Item::Points(i32::from(tile.points));
        if rows.len() > 1 { rows.last_mut().expect("there are rows").push(extra) } else { rows.push(vec![extra]) }
    }
    rows
}

/// Production symbols and barns one by one in a row; if there are many, counted, two kinds in a row.
fn symbol_rows(symbols: Symbols) -> Vec<Vec<Item>> {
    let kinds: Vec<_> = symbol_counts(symbols).into_iter().filter(|(_, count)| *count > 0).collect();
    let total: usize = kinds.iter().map(|(_, count)| usize::from(*count)).sum();
    if total == 0 {
        return Vec::new();
    }
    if total <= MOST_SYMBOLS {
        return vec![kinds.iter().flat_map(|&(id, count)| (0..count).map(move |_| Item::Symbol(id))).collect()];
    }
    let counted = |&(id, count): &(&'static str, u8)| [Item::text(count.to_string()), Item::Symbol(id)];
    kinds.chunks(2).map(|pair| pair.iter().flat_map(counted).collect()).collect()
}

/// How many there are of each symbol.
pub(super) fn symbol_counts(symbols: Symbols) -> Vec<(&'static str, u8)> {
    let produced = Resource::PRODUCED.map(|resource| (resource.name(), symbols.production(resource)));
    produced.into_iter().chain([("barn", symbols.barns())]).collect()
}

fn meadow_rows(meadow: Meadow, each: i32) -> Vec<Vec<Item>> {
    let (points, text) = (Item::Points(each), |text: &str| Item::text(text));
    match meadow {
        Meadow::PerTerrain(terrain) => vec![vec![points, text("per")], vec![text(terrain.name())]],
        Meadow::PerProduction { resource, most } => {
            vec![vec![points, text("/"), Item::Symbol(resource.name()), Item::text(format!("≤{most}"))]]
        }
        Meadow::Income { resource, points } => vec![
            vec![Item::Symbol(resource.name()), text("/round")],
            vec![text("end"), Item::Points(i32::from(points))],
        ],
        Meadow::Take { resource, amount } => {
            vec![vec![Item::text(format!("{amount}×")), Item::Symbol(resource.name())], vec![text("at once")]]
        }
        Meadow::Swap { times } => {
            vec![vec![Item::text(format!("{times}×")), Item::Symbol("swap")], vec![text("at once")]]
        }
        Meadow::PerPioneer => vec![vec![points, text("per")], vec![Item::Symbol("pioneer")]],
        Meadow::PerBonusToken => vec![vec![points, text("per")], vec![text("token")]],
    }
}

/// A tile in words: its name, its terrains, what it shows and does.
pub(super) fn tile_words(tile: &Tile) -> String {
    let terrains: Vec<&str> = tile.terrains.iter().map(Terrain::name).collect();
    let symbols = symbol_counts(tile.symbols).into_iter().filter(|(_, count)| *count > 0);
    let points = (tile.points != 0).then(|| format!("{} points", tile.points));
    let words: Vec<String> = [terrains.join(" and ")]
        .into_iter()
        .chain(symbols.map(|(symbol, count)| format!("{count} {symbol}")))
        .chain(tile.meadow.map(|meadow| meadow_words(meadow, tile.each)))
        .chain(points)
        .collect();
    format!("{}: {}", tile.id, words.join(", "))
}

fn meadow_words(meadow: Meadow, each: u8) -> String {
    match meadow {
        Meadow::PerTerrain(terrain) => format!("{each} for each {terrain}"),
        Meadow::PerProduction { resource, most } => format!("{each} for each {resource} symbol, at most {most}"),
        Meadow::Income { resource, points } => format!("1 {resource} in each clean-up, {points} points"),
        Meadow::Take { resource, amount } => format!("take {amount} {resource} at once"),
        Meadow::Swap { times } => format!("swap tiles {times} times at once"),
        Meadow::PerPioneer => format!("{each} for each pioneer on the boat"),
        Meadow::PerBonusToken => format!("{each} for each bonus token"),
    }
}

#[cfg(test)]
#[path = "tiles_tests.rs"]
mod tests;
