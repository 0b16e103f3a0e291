//! How each kind of tile looks, drawn from its roads, cities, rivers and farms as they are written; nobody's art is
//! copied.
//!
//! A drawing is made once for each kind, as it lies without turns, with the middle of the tile at 0, 0: a position only
//! says where and how each tile lies. Roads and rivers go from the middle of a side to the middle of another one or to
//! the middle of the tile, cities from corner to corner, and farms are what is left. `anchors` are where meeples stand.

use crate::games::carcassonne::raw::{Bridge, Flag, RawCity, RawFarm, RawTerrain, RawTile, sides};

use super::point::{HALF, Point, opposite};

/// The field that all else lies on.
const GROUND: &str = "<use href=\"#carcassonne-field\"/>";
/// How far from the middle a meeple stands on a road that ends on the tile.
const ROAD_ANCHOR: i32 = 25;

/// The drawing of a kind of tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::games::carcassonne) struct TileDrawing {
    /// The elements of SVG.
    pub(super) svg: String,
    /// Where a meeple stands on each segment, in the order of the segments.
    pub(super) anchors: Vec<Point>,
}

impl TileDrawing {
    /// The drawing of a tile as it is written.
    pub(in crate::games::carcassonne) fn of(tile: &RawTile) -> TileDrawing {
        let layers = [GROUND.to_owned(), rivers(tile), roads(tile), cities(tile), marks(tile)];
        TileDrawing { svg: layers.concat(), anchors: anchors(tile) }
    }
}

/// A symbol of the definitions with its middle at a point.
fn symbol(name: &str, at: Point) -> String {
    format!("<use href=\"#carcassonne-{name}\" x=\"{}\" y=\"{}\"/>", at.x, at.y)
}

fn path(class: &str, line: &str) -> String {
    format!("<path class=\"carcassonne-{class}\" d=\"{line}\"/>")
}

// Rivers.

fn rivers(tile: &RawTile) -> String {
    let lines: String =
        tile.rivers.iter().map(|river| river_line(tile, &sides(&river.edges).collect::<Vec<_>>())).collect();
    if lines.is_empty() {
        return lines;
    }
    let banks = path("bank", &lines) + &path("river", &lines);
    let end = match () {
        () if tile.has(Flag::Volcano) => symbol("volcano", Point::MIDDLE),
        () if tile.has(Flag::Lake) => symbol("lake", Point::MIDDLE),
        () if tile.has(Flag::Source) => symbol("spring", Point::MIDDLE),
        () => String::new(),
    };
    banks + &end + &path("waves", &lines)
}

/// The middle of a river between these sides.
fn river_line(tile: &RawTile, edges: &[usize]) -> String {
    match *edges {
        [from, to] if tile.has(Flag::Monastery) && to == opposite(from) => {
            let (from, to, bulge) = (Point::of_side(from), Point::of_side(to), monastery_at(tile).scaled(-58));
            let [before, after] = [from, to].map(|end| end.scaled(45));
            format!("M{from}C{before} {} {bulge}S{after} {to}", before.plus(bulge))
        }
        [from] if tile.has(Flag::CityEnd) => line_to_city(tile, from),
        _ => line(edges),
    }
}

/// A line between two sides, bent if they are neighbors, else from each side to the middle.
fn line(edges: &[usize]) -> String {
    match *edges {
        [from, to] if to == opposite(from) => format!("M{}L{}", Point::of_side(from), Point::of_side(to)),
        [from, to] => format!("M{}Q0 0 {}", Point::of_side(from), Point::of_side(to)),
        _ => edges.iter().map(|&side| Point::of_side(side)).fold(String::new(), |lines, end| lines + &to_middle(end)),
    }
}

fn to_middle(from: Point) -> String {
    format!("M{from}L0 0")
}

/// A line from a side over the middle to a city, which covers its end.
fn line_to_city(tile: &RawTile, from: usize) -> String {
    let is_city = |side: &usize| tile.edges[*side] == RawTerrain::City;
    let city = [opposite(from), (from + 1) % 4, (from + 3) % 4].into_iter().find(is_city);
    let end = city.map_or(Point::MIDDLE, |city| Point::of_side(city).scaled(80));
    to_middle(Point::of_side(from)) + &format!("L{end}")
}

// Roads.

fn roads(tile: &RawTile) -> String {
    let lines: String = (0..tile.roads.len()).map(|road| road_line(tile, road)).collect();
    if lines.is_empty() {
        return lines;
    }
    let bridges = if tile.bridge == Some(Bridge::RoadOverRiver) { bridges(tile) } else { String::new() };
    path("verge", &lines) + &path("road", &lines) + &bridges + &village(tile) + &inns(tile)
}

fn road_line(tile: &RawTile, road: usize) -> String {
    let road = &tile.roads[road];
    let edges: Vec<usize> = sides(&road.edges).collect();
    match (&edges[..], road.end.as_deref()) {
        (&[from], Some("city")) => line_to_city(tile, from),
        (&[from], Some("monastery")) => format!("M{}L{}", Point::of_side(from), monastery_at(tile)),
        (edges, _) => line(edges),
    }
}

/// The parapets of a bridge on each road where it crosses the river, in the middle of the tile or near it.
fn bridges(tile: &RawTile) -> String {
    let roads = tile.roads.iter().filter_map(|road| sides(&road.edges).next());
    let middle = if tile.has(Flag::Monastery) { monastery_at(tile).scaled(-58) } else { Point::MIDDLE };
    let parapet = |side: usize, along: i32| {
        let [from, to] = [11, -11].map(|outward| Point::towards(side, outward, along).plus(middle));
        format!("M{from}L{to}")
    };
    let parapets: String = roads.map(|side| parapet(side, -7) + &parapet(side, 7)).collect();
    path("parapet", &parapets)
}

/// Where roads meet that do not go on.
fn village(tile: &RawTile) -> String {
    let meet = tile.roads.iter().any(|road| road.end.as_deref() == Some("junction"));
    if meet { symbol("village", Point::MIDDLE) } else { String::new() }
}

fn inns(tile: &RawTile) -> String {
    let with_inn = tile.roads.iter().filter(|road| road.inn);
    let last_side = with_inn.filter_map(|road| sides(&road.edges).last());
    last_side.map(|side| symbol("inn", Point::towards(side, 22, 14))).collect()
}

// Cities.

fn cities(tile: &RawTile) -> String {
    let has_bridge = tile.bridge == Some(Bridge::CityOverRiver);
    let depth = if has_bridge { Depth::OfBridge } else { Depth::Usual };
    let cities = tile.cities.iter().map(|city| city_svg(city, depth));
    let arches = if has_bridge { arches(tile) } else { String::new() };
    cities.collect::<String>() + &arches
}

/// Openings in the walls of a city that is a bridge, for the river and for the farms on its banks.
fn arches(tile: &RawTile) -> String {
    let river = tile.rivers.first().and_then(|river| sides(&river.edges).next());
    format!("<use href=\"#carcassonne-arches\" transform=\"rotate({})\"/>", 90 * river.unwrap_or_default())
}

/// How deep a field cuts into a city that goes through.
#[derive(Clone, Copy)]
enum Depth {
    Usual,
    OfBridge,
}

impl Depth {
    /// How far from the middle the line bends back.
    fn bend(self) -> i32 {
        match self {
            Depth::Usual => 14,
            Depth::OfBridge => 4,
        }
    }
}

/// The sides of a city in order, which no data promise.
fn city_sides(city: &RawCity) -> Vec<usize> {
    let mut edges: Vec<usize> = sides(&city.edges).collect();
    edges.sort_unstable();
    edges
}

fn city_svg(city: &RawCity, depth: Depth) -> String {
    let edges = city_sides(city);
    let (mut outline, mut wall) = (String::new(), String::new());
    for (number, &edge) in edges.iter().enumerate() {
        let (end, next) = (edge + 1, edges[(number + 1) % edges.len()]);
        let corner = Point::of_corner(end).to_string();
        outline = outline + if number == 0 { "M" } else { "L" } + &corner;
        if next != end % 4 {
            let curve = wall_curve(edge, (next + 4 - end) % 4, depth);
            wall = wall + "M" + &corner + &curve;
            outline += &curve;
        }
    }
    outline.push('Z');
    let roofs = format!("<path fill=\"url(#carcassonne-roofs)\" d=\"{outline}\"/>");
    let wall = if wall.is_empty() { wall } else { path("wall", &wall) + &path("battlements", &wall) };
    path("city", &outline) + &roofs + &wall + &shields(city)
}

/// The wall from the end of a city's side to its next one, along so many sides that are not the city's.
fn wall_curve(edge: usize, missing: usize, depth: Depth) -> String {
    let to = Point::of_corner(edge + 1 + missing);
    let curve = |one: Point, other: Point| format!("C{one} {other} {to}");
    match missing {
        1 => {
            let bend = |along| Point::towards(edge + 1, depth.bend(), along);
            curve(bend(-12), bend(12))
        }
        2 => format!("Q{} {to}", Point { x: -10, y: -10 }.turned(edge)),
        _ => curve(Point::towards(edge, 14, 12), Point::towards(edge, 14, -12)),
    }
}

/// The middle of a city, and the way from there to where a meeple stands if a shield stands opposite.
fn city_middle(city: &RawCity) -> (Point, Point) {
    let edges = city_sides(city);
    let missing = (0..4).find(|side| !edges.contains(side)).unwrap_or_default();
    match edges[..] {
        [side] => (Point::towards(side, 25, 0), Point::towards(side, 0, 11)),
        [one, other] if other == opposite(one) => (Point::MIDDLE, Point::of_side(one).scaled(33)),
        [one, other] => {
            let [one, other] = [one, other].map(Point::of_side);
            (one.plus(other).scaled(47), one.minus(other).scaled(28))
        }
        [_, _, _] => (Point::towards(missing, -6, 0), Point::towards(missing, 0, 12)),
        _ => (Point::MIDDLE, Point { x: 12, y: 0 }),
    }
}

fn shields(city: &RawCity) -> String {
    let (middle, aside) = city_middle(city);
    match city.shields.value() {
        0 => String::new(),
        1 => symbol("shield", middle.minus(aside)),
        more => symbol("shield", middle.minus(aside)) + &symbol(&format!("shields-{more}"), middle.minus(aside)),
    }
}

// Monasteries and what has no effect.

/// Where the monastery of a tile stands: beside the river if there is one.
fn monastery_at(tile: &RawTile) -> Point {
    let is_field = |side: &usize| tile.edges[*side] == RawTerrain::Field;
    match (0..4).find(is_field) {
        Some(side) if !tile.rivers.is_empty() => Point::towards(side, 17, 0),
        _ => Point { x: 0, y: -3 },
    }
}

fn marks(tile: &RawTile) -> String {
    let monastery = if tile.has(Flag::Monastery) { symbol("monastery", monastery_at(tile)) } else { String::new() };
    let pigsty = tile.farms.iter().filter(|farm| farm.pigsty);
    let pigsty: String = pigsty.map(|farm| symbol("pigsty", farm_anchor(farm).scaled(36))).collect();
    monastery + &pigsty + "<use href=\"#carcassonne-edge\"/>"
}

// Where meeples stand.

fn anchors(tile: &RawTile) -> Vec<Point> {
    let roads = (0..tile.roads.len()).map(|road| road_anchor(tile, road));
    let city_anchor = |city: &RawCity| {
        let (middle, aside) = city_middle(city);
        if city.shields.value() > 0 { middle.plus(aside) } else { middle }
    };
    let cities = tile.cities.iter().map(city_anchor);
    let monastery = tile.has(Flag::Monastery).then(|| monastery_at(tile).plus(Point { x: 9, y: 6 }));
    let farms = tile.farms.iter().map(farm_anchor);
    roads.chain(cities).chain(monastery).chain(farms).collect()
}

fn road_anchor(tile: &RawTile, road: usize) -> Point {
    let edges: Vec<usize> = sides(&tile.roads[road].edges).collect();
    match edges[..] {
        [from, to] if to == opposite(from) && tile.rivers.is_empty() => Point::MIDDLE,
        [from, to] if to != opposite(from) => Point::of_side(from).plus(Point::of_side(to)).scaled(25),
        _ => Point::towards(edges[0], ROAD_ANCHOR, 0),
    }
}

/// In a corner if the farm has one, else in the middle of a side, else beside a city.
fn farm_anchor(farm: &RawFarm) -> Point {
    let has = |half: usize| farm.half_edges.iter().any(|other| other.0 == half % 8);
    let corner = (0..4).find(|side| has(2 * side + 1) && has(2 * side + 2));
    let side = (0..4).find(|side| has(2 * side) && has(2 * side + 1));
    let half = farm.half_edges[0].0;
    match (corner, side) {
        (Some(side), _) => Point::of_corner(side + 1).scaled(65),
        (None, Some(side)) => Point::towards(side, 28, 0),
        (None, None) => Point::towards(half / 2, HALF - 9, if half.is_multiple_of(2) { -17 } else { 17 }),
    }
}
