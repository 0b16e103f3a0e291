//! The page of a game.

use maud::{Markup, PreEscaped, html};
use riverlab_engine::picture::{STYLE as PICTURE_STYLE, ViewBox};
use riverlab_engine::{Outcome, PerPlayer, Picture, Seat, Viewer};

use super::film::{Film, Frame};
use crate::report::html::document::whole_page;
use crate::report::html::points::{EndColumns, PlayerPoints, points_table};
use crate::table::GameFacts;
use crate::trace::{Header, ShownGame, Told};

const SCRIPT: &str = include_str!("replay.js");
const OWN_STYLE: &str = include_str!("replay.css");

/// What the page says of the game beside its moves.
#[derive(Clone, Debug)]
struct About<'a> {
    /// The name on the box.
    title: &'a str,
    /// The bots in seat order.
    bots: &'a [String],
    /// For whom the page is.
    viewer: Viewer,
    /// Whether players of this game know different things.
    hides: bool,
    /// The names of the score parts.
    parts: &'a [String],
    /// The result.
    outcome: &'a Outcome,
    /// By seat the decision in which a program failed, or 0.
    forfeits: &'a PerPlayer<u32>,
}

/// The page of a game that has been replayed, of which the film has all moves as the viewer sees them.
pub fn page_of(mut film: Film, header: &Header, replayed: &ShownGame, viewer: Viewer, facts: &GameFacts) -> String {
    film.add(Frame::new(&*replayed.position, viewer));
    let unnamed = || vec![String::new(); header.players];
    let bots = if header.bots.len() == header.players { header.bots.clone() } else { unnamed() };
    let about = About {
        title: &facts.title,
        bots: &bots,
        viewer,
        hides: facts.imperfect_information,
        parts: &facts.parts,
        outcome: &replayed.outcome,
        forfeits: &replayed.forfeits,
    };
    page(&film, &about)
}

/// The page of a game, one file that needs nothing else.
fn page(film: &Film, about: &About<'_>) -> String {
    let title = format!("{}, a game of {} players", about.title, about.bots.len());
    // A less-than sign in a text would end the element.
    let data = film.json().to_string().replace('<', "\\u003c");
    let body = html! {
        a.skip href="#main" { "Skip to the game" }
        header { h1 { (title) } div.lead { p { (whose(about)) } } }
        main #main { (body(film, about)) }
        footer { p { "Made by riverlab " (env!("CARGO_PKG_VERSION")) ". This page is one file and needs no network." } }
        script #game type="application/json" { (PreEscaped(data)) }
        script { (PreEscaped(SCRIPT)) }
    };
    whole_page(&title, &[PICTURE_STYLE, OWN_STYLE].concat(), &body)
}

/// Who may see the page.
fn whose(about: &About<'_>) -> String {
    match about.viewer {
        _ if !about.hides => "Nothing is hidden in this game: everybody knows all that is here.".to_owned(),
        Viewer::All => "This page holds everything, also what players have hidden from each other.".to_owned(),
        Viewer::Seat(seat) => format!("This page holds only what {seat} may know."),
        Viewer::Public => "This page holds only what everybody knows.".to_owned(),
    }
}

fn body(film: &Film, about: &About<'_>) -> Markup {
    let last = film.last.as_ref().expect("a game has a position");
    let end = film.moves.len();
    html! {
        section aria-labelledby="board-h" {
            h2 #board-h { "The position" }
            div #controls hidden {
                div.buttons {
                    button #first type="button" { "First" }
                    button #back type="button" { "Back" }
                    button #next type="button" { "Next" }
                    button #last type="button" { "Last" }
                }
                label for="slider" { "Move " output #at for="slider" { (end) } " of " (end) }
                input #slider type="range" min="0" max=(end) value=(end) aria-describedby="said";
            }
            p #said aria-live="polite" { "The last position." }
            (board(last, about))
        }
        section aria-labelledby="points-h" { h2 #points-h { "Points" } (forfeits(about)) (points(last, about)) }
        section #thought hidden aria-labelledby="thought-h" {
            h2 #thought-h { "What the bot thought" }
            div.scroll tabindex="0" role="region" aria-labelledby="thought-h" {
                table {
                    caption { "The moves that it ranked best, before the move" }
                    thead { tr { th.t scope="col" { "move" } th scope="col" { "visits" } th scope="col" { "value" } th.t scope="col" { "of 1" } } }
                    tbody #ranking {}
                }
            }
        }
        section aria-labelledby="moves-h" {
            h2 #moves-h { "Moves" }
            ol #moves tabindex="0" aria-labelledby="moves-h" { @for told in &film.moves { (move_item(told, about)) } }
        }
    }
}

/// The picture with the text that stands for it.
fn board(frame: &Frame, about: &About<'_>) -> Markup {
    html! {
        @if let Some(picture) = &frame.picture {
            div.frame tabindex="0" role="region" aria-label="The picture, which scrolls" { (svg(picture, about.title)) }
        }
        details open[frame.picture.is_none()] {
            summary { "The position as text" }
            pre #text { (frame.text) }
        }
    }
}

fn svg(picture: &Picture, title: &str) -> Markup {
    let ViewBox { x, y, width, height } = picture.view_box;
    html! {
        svg #board.picture role="img" aria-label=(title) aria-describedby="text" width=(width) height=(height)
            viewBox={ (x) " " (y) " " (width) " " (height) } {
            defs { (PreEscaped(&picture.definitions)) }
            g #parts { @for part in &picture.parts { g data-part=(part.name) { (PreEscaped(&part.svg)) } } }
        }
    }
}

/// The seats that were forfeited.
fn forfeits(about: &About<'_>) -> Markup {
    let failed = Seat::all(about.bots.len()).zip(about.forfeits).filter(|(_, decision)| **decision > 0);
    html! {
        @for (seat, decision) in failed {
            p.caution { (seat) " forfeited the game: its program failed in decision " (decision) ", so it comes last." }
        }
    }
}

fn points<'a>(frame: &Frame, about: &About<'a>) -> Markup {
    let line = |(seat, player): (Seat, &'a String)| PlayerPoints {
        player,
        points: frame.points[seat.index()].iter().map(ToString::to_string).collect(),
        final_score: number(about.outcome.scores[seat]),
        rank: about.outcome.ranks[seat].to_string(),
    };
    let players: Vec<PlayerPoints<'_>> = Seat::all(about.bots.len()).zip(about.bots).map(line).collect();
    let caption = "As the position stands; the result is that of the end";
    points_table(caption, about.parts, &players, EndColumns::Shown)
}

/// A score with three decimals, unless it is a whole number.
fn number(value: f64) -> String {
    if value.fract() == 0.0 { value.to_string() } else { format!("{value:.3}") }
}

fn move_item(told: &Told, about: &About<'_>) -> Markup {
    let seat = Seat::all(about.bots.len()).find(|seat| seat.to_string() == told.turn);
    let unseen = match seat {
        Some(_) => "a move that this page does not show",
        None => "an event that this page does not show",
    };
    html! {
        li {
            b { (told.turn) } " " (told.mv.as_deref().unwrap_or(unseen))
            @for event in &told.events { br; (event) }
        }
    }
}
