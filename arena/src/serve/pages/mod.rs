//! The pages of the server. Reports and replays are those that the program also writes as files.

mod game;
mod index;
mod live_run;

use axum::http::StatusCode;
use maud::{DOCTYPE, Markup, html};
use riverlab_engine::picture::STYLE as PICTURE_STYLE;

pub(super) use game::game_page;
pub(super) use index::{Index, index_page};
pub(super) use live_run::live_page;

use super::refusal::Refusal;
use crate::report::html::document::{SCRIPT as SORT, STYLE};

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";

/// A file that pages load, with its type.
pub(super) fn asset(name: &str) -> Option<(&'static str, String)> {
    let script = |text: &str| Some((JAVASCRIPT, text.to_owned()));
    match name {
        "style.css" => Some((CSS, [STYLE, PICTURE_STYLE, include_str!("../assets/serve.css")].concat())),
        "sort.js" => script(SORT),
        "common.js" => script(include_str!("../assets/common.js")),
        "index.js" => script(include_str!("../assets/index.js")),
        "game.js" => script(include_str!("../assets/game.js")),
        "live-run.js" => script(include_str!("../assets/live-run.js")),
        _ => None,
    }
}

/// A whole page that loads these scripts.
fn shell(title: &str, scripts: &[&str], body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="stylesheet" href="/assets/style.css";
                link rel="icon" href="data:,";
                @for script in scripts { script src={ "/assets/" (script) } defer {} }
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                (body)
                noscript { p.caution { "This page needs its script. Reports and replays can be read without." } }
            }
        }
    };
    page.into_string()
}

/// The page that says why there is no other.
pub(super) fn refusal_page(refusal: &Refusal) -> String {
    let title = match refusal.status {
        StatusCode::NOT_FOUND => "Not found",
        StatusCode::FORBIDDEN => "Not allowed",
        StatusCode::SERVICE_UNAVAILABLE => "Busy",
        _ => "This cannot be shown",
    };
    let body = html! {
        header { h1 { (title) } }
        main #main { p { (refusal.message) } p { a href="/" { "To the overview" } } }
    };
    shell(title, &[], &body)
}
