//! What is drawn again and again: the same for all tables, so that pictures can stand side by side in a page.

use crate::Seat;
use crate::svg::{disc_definition, mark};

use super::super::limits::PLAYERS;
use super::super::{Resource, Terrain};
use super::tiles::{TILE_HEIGHT, TILE_WIDTH};

/// Colors in light and in dark, beside those that all pictures have.
const COLORS: &str = "<style>\
.picture{--river-desert:#f3e0a6;--river-badlands:#eab899;--river-forest:#a9cf9b;--river-mountain:#ccd3db;\
--river-meadow:#dfea9f;--river-motif:#00000022;--river-wood:#7a4a21;--river-clay:#a63f28;--river-stone:#55616e;\
--river-food:#7a6200;--river-mark:#fff}\
@media(prefers-color-scheme:dark){.picture{--river-desert:#6a5628;--river-badlands:#744029;--river-forest:#2f5733;\
--river-mountain:#4b545f;--river-meadow:#59661f;--river-motif:#ffffff24;--river-wood:#dca66c;--river-clay:#f2937a;\
--river-stone:#bcc7d2;--river-food:#ecd25c;--river-mark:#14191f}}\
.picture .river-value{font-weight:700;fill:#1b2530;text-anchor:middle}\
.picture .river-button{stroke:var(--accent);stroke-width:2}\
.picture .river-now{fill:none;stroke:var(--accent);stroke-width:3}</style>";

/// The content of `<defs>`.
pub(super) fn definitions() -> String {
    let discs = Seat::all(PLAYERS).map(|seat| disc_definition("river", seat, 9));
    let grounds = Terrain::ALL.map(|terrain| ground(terrain) + &half(terrain));
    let resources = Resource::ALL.map(resource);
    COLORS.to_owned() + &discs.collect::<String>() + &grounds.concat() + &resources.concat() + THINGS
}

/// The ground of a tile.
fn ground(terrain: Terrain) -> String {
    format!(
        "<g id=\"river-{terrain}\"><rect width=\"{TILE_WIDTH}\" height=\"{TILE_HEIGHT}\" rx=\"6\" \
         fill=\"var(--river-{terrain})\" stroke=\"var(--line)\"/>{}{}</g>",
        motif(terrain),
        name(terrain, 6, 14, "start")
    )
}

/// The lower right half of a mixed tile, which lies on the ground of the other terrain.
fn half(terrain: Terrain) -> String {
    let (right, bottom) = (TILE_WIDTH, TILE_HEIGHT);
    format!(
        "<g id=\"river-{terrain}-half\"><path d=\"M{right} 0V{}q0 6-6 6H0z\" fill=\"var(--river-{terrain})\" \
         stroke=\"var(--line)\"/>{}</g>",
        bottom - 6,
        name(terrain, right - 5, bottom - 6, "end")
    )
}

fn name(terrain: Terrain, x: i32, y: i32, anchor: &str) -> String {
    format!(
        "<text x=\"{x}\" y=\"{y}\" style=\"font:12px system-ui,sans-serif;fill:var(--ink);text-anchor:{anchor}\">{terrain}</text>"
    )
}

/// What stands at the bottom of a ground: dunes, layers of rock, trees, peaks, tufts.
fn motif(terrain: Terrain) -> String {
    let path = match terrain {
        Terrain::Desert => "M4 58q8-8 16 0t16 0 16 0 16 0v2q0 3-3 3H7q-3 0-3-3z",
        Terrain::Badlands => "M4 52h64v3H4zM4 58h64v3H4zM4 46h64v3H4z",
        Terrain::Forest => "M4 62l7-15 7 15zM19 62l7-15 7 15zM39 62l7-15 7 15zM54 62l7-15 7 15z",
        Terrain::Mountain => "M4 62l16-19 9 11 8-8 10 11 7-6 14 11z",
        Terrain::Meadow => {
            "M8 62q-1-7-4-10 6 3 6 10zM12 62q1-7 4-10-6 3-6 10zM34 62q-1-7-4-10 6 3 6 10zM38 62q1-7 4-10-6 3-6 10z\
             M60 62q-1-7-4-10 6 3 6 10zM64 62q1-7 4-10-6 3-6 10z"
        }
    };
    format!("<path d=\"{path}\" fill=\"var(--river-motif)\"/>")
}

/// The symbol of a resource, 22 by 22: a log, a brick, a stone and an apple with their letters.
fn resource(resource: Resource) -> String {
    let shape = match resource {
        Resource::Wood => "M6 4h11a4 7 0 0 1 0 14H6a4 7 0 0 1 0-14z",
        Resource::Clay => "M1 4h20v14H1z",
        Resource::Stone => "M7 2h9l5 7-3 10-12 1-5-9z",
        Resource::Food => "M11 5q1-4 5-4-1 3-3 4 8 0 8 7 0 9-6 9-2 0-4-1-2 1-4 1-6 0-6-9 0-7 6-7 2 0 4 1z",
    };
    let letter = resource.name()[..1].to_uppercase();
    format!(
        "<g id=\"river-{resource}\"><path d=\"{shape}\" fill=\"var(--river-{resource})\"/>{}</g>",
        mark(11, 16, 13, "var(--river-mark)", &letter)
    )
}

/// A barn, points, a pioneer, bonus tokens, a swap and the start figure, each 22 by 22; the boat, the frame of a space
/// where a pioneer settles, a free place for a pioneer, and a button.
const THINGS: &str = "\
<g id=\"river-barn\"><path d=\"M2 20V9l9-7 9 7v11z\" fill=\"var(--paper)\" stroke=\"var(--ink)\" stroke-width=\"1.5\"/>\
<path d=\"M7 20v-8h8v8zM7 12l8 8M15 12l-8 8\" fill=\"none\" stroke=\"var(--ink)\" stroke-width=\"1.2\"/></g>\
<g id=\"river-points\"><path d=\"M11 0l3 3 4-1 1 4 3 2-1 3 1 4-4 2-1 4-4-1-2 2-3-2-4 1-1-4-4-2 1-4-1-3 3-2 1-4 4 1z\" \
fill=\"#f5c842\" stroke=\"#8a6d00\"/></g>\
<g id=\"river-pioneer\"><circle cx=\"11\" cy=\"6\" r=\"5\" fill=\"var(--ink)\"/>\
<path d=\"M4 21q0-10 7-10t7 10z\" fill=\"var(--ink)\"/></g>\
<g id=\"river-token\"><circle r=\"9\" fill=\"#f5c842\" stroke=\"#8a6d00\"/></g>\
<g id=\"river-slot\"><circle r=\"9\" fill=\"none\" stroke=\"var(--line)\" stroke-dasharray=\"3 2\"/></g>\
<g id=\"river-settles\"><circle r=\"9\" fill=\"var(--paper)\" stroke=\"var(--ink)\" stroke-width=\"1.5\" \
stroke-dasharray=\"3 2\"/></g>\
<g id=\"river-swap\"><path d=\"M2 7h13V3l6 6-6 6v-4H2zM20 15H7v-4l-6 6\" fill=\"var(--ink)\"/></g>\
<g id=\"river-start\"><path d=\"M4 1h2v20H4z\" fill=\"var(--ink)\"/>\
<path d=\"M6 2h14l-4 5 4 5H6z\" fill=\"var(--accent)\"/></g>\
<g id=\"river-boat\"><path d=\"M0 12h92l-10 16H10z\" fill=\"var(--river-wood)\"/></g>\
<g id=\"river-frame\"><rect x=\"-3\" y=\"-3\" width=\"78\" height=\"72\" rx=\"8\" fill=\"none\" stroke=\"var(--ink)\" \
stroke-width=\"2.5\"/></g>\
<g id=\"river-water\"><rect width=\"72\" height=\"66\" rx=\"6\" fill=\"var(--water)\" stroke=\"var(--line)\" \
fill-opacity=\".55\"/></g>";
