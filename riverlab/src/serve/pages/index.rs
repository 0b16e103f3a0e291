//! The overview: what is in the folder, and a game to begin.

use maud::{Markup, html};
use serde_json::json;

use super::shell::shell;
use crate::serve::folder::{Listing, RunEntry, STUDY};
use crate::serve::served::GameInfo;

/// What the overview shows.
#[derive(Debug)]
pub(in crate::serve) struct Index {
    /// The folder, as it was given.
    pub(in crate::serve) folder: String,
    /// The games that can be played.
    pub(in crate::serve) games: Vec<GameInfo>,
    /// Bots that are suggested.
    pub(in crate::serve) bots: Vec<String>,
    /// The most simulations that a page may ask for.
    pub(in crate::serve) most_simulations: u64,
    /// The names of games that are not over.
    pub(in crate::serve) unfinished: Vec<String>,
    /// What is in the folder.
    pub(in crate::serve) listing: Listing,
}

/// The overview.
pub(in crate::serve) fn index_page(index: &Index) -> String {
    let body = html! {
        header { h1 { "riverlab" } p.lead { "The folder " code { (index.folder) } } }
        main #main {
            (new_game(index))
            section aria-labelledby="open-h" {
                h2 #open-h { "Games under way" }
                @if index.unfinished.is_empty() { p.note { "None." } }
                ul { @for id in &index.unfinished { li { a href={ "/games/" (id) } { (id) } } } }
                @if !index.unfinished.is_empty() {
                    p.note { "These links are for onlookers. A player’s link was shown when the game began; the file " code { "games/NAME.seats.json" } " keeps it." }
                }
            }
            (runs(&index.listing))
            (traces(&index.listing))
            @if index.listing.is_cut { p.caution { "There is more in this folder than is listed here." } }
        }
        footer { p { "riverlab " (env!("CARGO_PKG_VERSION")) } }
    };
    shell("riverlab", &["common.js", "index.js"], &body)
}

fn new_game(index: &Index) -> Markup {
    let games = json!(index.games);
    html! {
        section aria-labelledby="new-h" {
            h2 #new-h { "Play" }
            form #new data-games=(games) {
                p { label { "Game " select #game { @for game in &index.games { option value=(game.name) { (game.title) } } } } " "
                    label { "Players " select #count {} } }
                p #variant-row hidden { label { "Variant " input #variant type="text" spellcheck="false" autocomplete="off"; } }
                div #seats {}
                datalist #bots { option value="human"; @for bot in &index.bots { option value=(bot); } }
                p.note { "Each seat: " code { "human" } ", or a bot such as " code { "mcts:sims=2000" } ", with at most " (index.most_simulations) " simulations." }
                fieldset #where hidden {
                    legend { "Where do people sit?" }
                    label { input type="radio" name="where" value="screen" checked; " all at this screen" } " "
                    label { input type="radio" name="where" value="links"; " each at a page of their own" }
                }
                details {
                    summary { "More" }
                    p { label { "Seed " input #seed type="text" inputmode="numeric" size="18" placeholder="a new one" autocomplete="off"; } " "
                        label { "Deal " input #deal type="text" inputmode="numeric" size="6" placeholder="1" autocomplete="off"; } }
                    p { label { input #explain type="checkbox"; " keep in the trace what the bots thought" } }
                }
                p #trouble role="alert" hidden {}
                button type="submit" { "Begin" }
            }
            div #links hidden {
                p role="status" { "The game has begun. Each player has a page of their own:" }
                ul {}
            }
        }
    }
}

fn runs(listing: &Listing) -> Markup {
    let place = |run: &RunEntry| if run.path.is_empty() { "this folder".to_owned() } else { run.path.clone() };
    html! {
        section aria-labelledby="runs-h" {
            h2 #runs-h { "Runs and studies" }
            @if listing.runs.is_empty() { p.note { "None. " code { "riverlab tournament --out study" } " would put one here." } }
            @else { div.scroll tabindex="0" role="region" aria-labelledby="runs-h" { table #runs {
                thead { tr { @for name in ["folder", "what", "game", "began (UTC)", "state", "look at a game", "command"] { th.t scope="col" { (name) } } } }
                tbody { @for run in &listing.runs { tr {
                    th.t scope="row" { a href={ "/run?dir=" (encoded(&run.path)) } { bdi { (place(run)) } } }
                    td.t { (run.kind) } td.t { (run.game) } td.t { (run.start) }
                    td.t { (if run.is_complete { "complete" } else { "not complete" }) }
                    td.t { @if run.kind != STUDY { (game_form(run)) } @else { "–" } }
                    td.t { code { (run.command) } }
                } } }
            } } }
        }
    }
}

/// Leads to a game of a run by its number.
fn game_form(run: &RunEntry) -> Markup {
    html! {
        form.inline action="/run/game" method="get" {
            input type="hidden" name="dir" value=(run.path);
            input type="text" name="game" value="1" size="5" inputmode="numeric" autocomplete="off" aria-label={ "Number of a game of " (run.path) };
            button type="submit" { "Look" }
        }
    }
}

fn traces(listing: &Listing) -> Markup {
    html! {
        section aria-labelledby="traces-h" {
            h2 #traces-h { "Finished games" }
            @if listing.traces.is_empty() { p.note { "None." } }
            ul #traces { @for trace in &listing.traces { li {
                a href={ "/replay?file=" (encoded(&trace.path)) } { bdi { (trace.path) } } " " (trace.game) ": "
                @for (idx, player) in trace.players.iter().enumerate() { @if idx > 0 { ", " } bdi { (player) } }
            } } }
        }
    }
}

/// A path as a value in the query of a link.
fn encoded(path: &str) -> String {
    form_urlencoded::byte_serialize(path.as_bytes()).collect()
}
