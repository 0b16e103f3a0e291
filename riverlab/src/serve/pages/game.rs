//! The page at which a game is played or watched.

use maud::{Markup, html};
use riverlab_arena::report::html::points::{EndColumns, PlayerPoints, points_table};
use riverlab_engine::Seat;
use serde_json::json;

use super::shell::shell;
use crate::serve::rooms::About;

/// The page for whoever looks as `who`: a seat, `screen`, or an onlooker, who is `public`. It is the same before and after
/// each move: the position comes afterwards.
pub(in crate::serve) fn game_page(about: &About, who: &str, hint: &str) -> String {
    let data = json!({
        "id": about.id,
        "who": who,
        "players": about.players,
        "people": about.people.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "byTurns": about.by_turns,
    });
    let body = html! {
        header {
            nav aria-label="Pages" { ul { li { a href="/" { "Overview" } } } }
            h1 { (about.title) }
            p.lead { @for (seat, player) in Seat::all(about.players.len()).zip(&about.players) { span.player { (seat) " " bdi { (player) } } " " } }
        }
        main #main.game data-game=(data) {
            p #said role="status" { "Loading …" }
            p #trouble role="alert" hidden {}
            div #handover hidden {
                p { "The next player must be alone at the screen." }
                button #sit type="button" {}
            }
            div #table hidden {
                section #act aria-labelledby="act-h" {
                    h2 #act-h.unseen { "The position" }
                    div.buttons {
                        button #undo type="button" { "Take back" }
                        button #again type="button" hidden { "Choose again" }
                        button #retry type="button" hidden { "Let the bot try again" }
                        label { "Others’ moves " select #pace { option value="700" { "one by one" } option value="250" { "quickly" } option value="0" { "at once" } } }
                    }
                    div #confirm role="group" aria-label="Confirm the move" hidden {
                        p { "After " strong #final {} " your choice stands." }
                        div.buttons { button #sure type="button" { "Confirm" } button #unsure type="button" { "Choose again" } }
                    }
                    div.sides {
                        div { (board(about)) }
                        div {
                            section aria-labelledby="since-h" { h3 #since-h { "Since your last move" } ul #since tabindex="0" aria-labelledby="since-h" {} }
                            div #choices {
                                h3 { "Legal moves" }
                                p #count {}
                                ul #legal {}
                                button #more type="button" hidden { "Show all moves" }
                            }
                            (hints(hint))
                        }
                    }
                }
                (points(about))
                section aria-labelledby="moves-h" {
                    h2 #moves-h { "Moves" }
                    ol #moves tabindex="0" aria-labelledby="moves-h" {}
                }
            }
        }
    };
    shell(&format!("{}: {who}", about.title), &["common.js", "game.js"], &body)
}

fn board(about: &About) -> Markup {
    html! {
        div #frame.frame tabindex="0" role="region" aria-label="The picture, which scrolls" {
            svg #board.picture role="group" aria-label=(about.title) aria-describedby="text" { defs #definitions {} g #parts {} }
        }
        details #as-text { summary { "The position as text" } pre #text {} }
    }
}

fn hints(hint: &str) -> Markup {
    html! {
        div #hints {
            h3 { "A hint" }
            div.buttons {
                label { "Ask " input #advisor type="text" value=(hint) spellcheck="false" autocomplete="off" size="14"; }
                button #hint type="button" { "What would you do?" }
            }
            p #advice role="status" {}
            div #ranked.scroll hidden tabindex="0" role="region" aria-label="What the bot found out" {
                table {
                    caption { "The moves that it ranked best" }
                    thead { tr { th.t scope="col" { "move" } th scope="col" { "visits" } th scope="col" { "value" } th.t scope="col" { "of 1" } } }
                    tbody #ranking {}
                }
            }
        }
    }
}

fn points(about: &About) -> Markup {
    let points = || vec![String::new(); about.parts.len()];
    let line = |player| PlayerPoints { player, points: points(), final_score: String::new(), rank: String::new() };
    let players: Vec<PlayerPoints<'_>> = about.players.iter().map(|player| line(player)).collect();
    html! {
        section aria-labelledby="points-h" {
            h2 #points-h { "Points" }
            (points_table("As the position stands", about.parts, &players, EndColumns::Later))
            p #result hidden {
                "The game is over. " a #replay href={ "/games/" (about.id) "/replay" } { "Look at it move by move" } ", or "
                a #trace href={ "/games/" (about.id) "/trace" } download={ (about.id) ".jsonl" } { "take its trace" } "."
            }
        }
    }
}
