//! What is drawn again and again: the faces of all cards, bridges and discs. It is the same for all tables, so that
//! pictures can stand side by side in a page.

use crate::Seat;
use crate::svg::{disc_definition, mark};

use super::super::cards::{Card, CardKind, Landscape, Water};
use super::super::limits::PLAYERS;

/// Colors in light and in dark, beside those that all pictures have.
const COLORS: &str = "<style>\
.picture{--rio-forest:#a9cf9b;--rio-steppe:#f1dfa2;--rio-grass:#dcec9c;--rio-rock:#ccd3db;--rio-sand:#f3e3c0;\
--rio-blue:#7fbdec;--rio-green:#63c79a;--rio-brown:#c79b72;--rio-motif:#00000022;--rio-wave:#00000040}\
@media(prefers-color-scheme:dark){.picture{--rio-forest:#2f5733;--rio-steppe:#6a5a28;--rio-grass:#576a1f;\
--rio-rock:#4b545f;--rio-sand:#75653f;--rio-blue:#1d5f96;--rio-green:#12704b;--rio-brown:#7d5230;\
--rio-motif:#ffffff22;--rio-wave:#ffffff48}}\
.picture .rio-button{stroke:var(--accent);stroke-width:2}\
.picture .rio-now{fill:none;stroke:var(--accent);stroke-width:3}</style>";

/// The content of `<defs>`.
pub(super) fn definitions() -> String {
    let landscapes = Landscape::ALL.map(ground).concat();
    let waters = Water::ALL.map(water).concat();
    let cards = Card::all().map(card).collect::<String>();
    let seats = Seat::all(PLAYERS).map(|seat| disc_definition("rio", seat, 9) + &bridge(seat)).collect::<String>();
    COLORS.to_owned() + &landscapes + &waters + THINGS + &cards + &seats
}

fn word(x: i32, y: i32, text: &str) -> String {
    format!("<text x=\"{x}\" y=\"{y}\" style=\"font:12px system-ui,sans-serif;fill:var(--ink)\">{text}</text>")
}

/// The ground of a card with trees, dry tufts, blades of grass or boulders at the bottom.
fn ground(landscape: Landscape) -> String {
    let (name, motif) = match landscape {
        Landscape::Forest => ("forest", "M36 63l5-12 5 12zM47 63l5-13 5 13zM58 63l5-12 5 12z"),
        Landscape::Steppe => ("steppe", "M38 62h10v2H38zM56 62h12v2H56zM44 55h12v2H44zM60 54h8v2h-8z"),
        Landscape::Grass => {
            ("grass", "M38 63l2-11 2 11zM44 63l2-9 2 9zM50 63l2-12 2 12zM56 63l2-9 2 9zM62 63l2-11 2 11z")
        }
        Landscape::Rock => ("rock", "M37 63l3-9 8-1 3 10zM52 63l2-12 9-1 6 13z"),
    };
    format!(
        "<g id=\"rio-{name}\"><rect width=\"72\" height=\"66\" rx=\"6\" fill=\"var(--rio-{name})\" stroke=\"var(--line)\"/>\
         <path d=\"{motif}\" fill=\"var(--rio-motif)\"/>{}</g>",
        word(6, 14, name)
    )
}

/// The water of a card: a band with waves, reeds or mud.
fn water(water: Water) -> String {
    let name = water.name();
    let pattern = match water {
        Water::Blue => "M44 31q4-4 8 0t8 0 8 0M44 40q4-4 8 0t8 0 8 0",
        Water::Green => "M47 29v6M53 29v6M59 29v6M65 29v6M50 37v6M56 37v6M62 37v6M68 37v6",
        Water::Brown => "M46 30h3M54 30h3M62 30h3M50 35h3M58 35h3M66 35h3M46 40h3M54 40h3M62 40h3",
    };
    format!(
        "<g id=\"rio-{name}\"><rect y=\"23\" width=\"72\" height=\"24\" fill=\"var(--rio-{name})\"/>\
         <path d=\"{pattern}\" fill=\"none\" stroke=\"var(--rio-wave)\" stroke-width=\"1.5\"/></g>\
         <g id=\"rio-{name}-word\">{}</g>",
        word(6, 39, name)
    )
}

/// The face of a card: its ground, its water, and what it does.
fn card(card: Card) -> String {
    let (water, kind) = (card.water().name(), card.kind().name());
    let ground = card.landscape().map_or("sand", Landscape::name);
    let deed = match card.kind() {
        CardKind::River => String::new(),
        _ => format!("<use href=\"#rio-{kind}\" fill=\"var(--rio-{water})\"/>"),
    };
    format!(
        "<g id=\"rio-{}\"><use href=\"#rio-{ground}\"/><use href=\"#rio-{water}\"/>{deed}<use href=\"#rio-{water}-word\"/></g>",
        card.name()
    )
}

/// A bridge over the water of a card.
fn bridge(seat: Seat) -> String {
    format!(
        "<g id=\"rio-bridge-{seat}\"><path d=\"M45 18h26l-4 6v22l4 6H45l4-6V24z\" fill=\"var(--{seat})\" \
         stroke=\"var(--paper)\" stroke-width=\"1.5\"/>{}</g>",
        mark(58, 40, 14, "var(--on-player)", &(seat.index() + 1).to_string())
    )
}

/// The ground of sandbanks, what special cards do, the back of a card, the frame of a card that was laid in this turn,
/// and a place without a card. Shapes of water have its color from the card.
const THINGS: &str = "\
<g id=\"rio-sand\"><rect width=\"72\" height=\"66\" rx=\"6\" fill=\"var(--rio-sand)\" stroke=\"var(--line)\"/>\
<path d=\"M8 54h3M18 58h3M28 53h3M38 58h3M48 54h3M58 58h3M64 53h3M13 62h3M33 62h3M53 62h3\" stroke=\"var(--rio-wave)\" \
stroke-width=\"2\"/><text x=\"6\" y=\"15\" style=\"font:700 12px system-ui,sans-serif;fill:var(--ink)\">sandbank</text></g>\
<g id=\"rio-sandbank\"><path d=\"M44 47q2-18 13-18t13 18z\" fill=\"var(--rio-sand)\" stroke=\"var(--line)\"/></g>\
<g id=\"rio-mouth\"><path d=\"M36 24q14 0 20-16h10q6 0 6 6v42q0 6-6 6H56q-6-16-20-16z\"/>\
<path d=\"M58 20q3-3 6 0t6 0M58 50q3-3 6 0t6 0\" fill=\"none\" stroke=\"var(--rio-wave)\" stroke-width=\"1.5\"/>\
<text x=\"6\" y=\"60\" style=\"font:700 12px system-ui,sans-serif;fill:var(--ink)\">mouth</text></g>\
<g id=\"rio-lake\"><ellipse cx=\"57\" cy=\"37\" rx=\"14\" ry=\"18\" stroke=\"var(--rio-wave)\" stroke-width=\"1.5\"/>\
<text x=\"6\" y=\"60\" style=\"font:700 12px system-ui,sans-serif;fill:var(--ink)\">lake</text></g>\
<g id=\"rio-bend\"><path d=\"M43 56l7-6v3h12v-3l7 6-7 6v-3H50v3z\" fill=\"var(--ink)\"/><text x=\"6\" y=\"60\" style=\"font:700 12px system-ui,sans-serif;fill:var(--ink)\">bend</text></g>\
<g id=\"rio-back\"><rect width=\"72\" height=\"66\" rx=\"6\" fill=\"var(--rio-blue)\" stroke=\"var(--paper)\" stroke-width=\"2\"/>\
<path d=\"M8 18q7-8 14 0t14 0 14 0 14 0M8 34q7-8 14 0t14 0 14 0 14 0M8 50q7-8 14 0t14 0 14 0 14 0\" fill=\"none\" \
stroke=\"var(--rio-wave)\" stroke-width=\"2\"/></g>\
<g id=\"rio-new\"><rect x=\"-2\" y=\"-2\" width=\"76\" height=\"70\" rx=\"8\" fill=\"none\" stroke=\"var(--accent)\" \
stroke-width=\"3\" stroke-dasharray=\"6 3\"/></g>\
<g id=\"rio-place\"><rect width=\"72\" height=\"66\" rx=\"6\" fill=\"var(--paper)\" stroke=\"var(--line)\" \
stroke-dasharray=\"4 3\"/></g>\
<g id=\"rio-bridges\"><path d=\"M1 18V8h3v3q7-7 14 0V8h3v10h-3q-7-8-14 0z\" fill=\"var(--ink)\"/></g>";
