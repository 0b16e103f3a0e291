//! What all pages of the server have in common.

use maud::{DOCTYPE, Markup, html};
use riverlab_arena::legible;

/// A whole page that loads these scripts.
pub(super) fn shell(title: &str, scripts: &[&str], body: &Markup) -> String {
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
    legible::of_page(page.into_string())
}
