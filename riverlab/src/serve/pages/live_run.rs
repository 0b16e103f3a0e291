//! The page of a run that is not complete.

use maud::html;

use super::shell::shell;

/// The page of the run at this path below the folder of the server.
pub(in crate::serve) fn live_page(path: &str) -> String {
    let name = if path.is_empty() { "this folder" } else { path };
    let body = html! {
        header {
            nav aria-label="Pages" { ul { li { a href="/" { "Overview" } } } }
            h1 { "A run under way: " bdi { (name) } }
        }
        main #main data-run=(path) {
            p #said role="status" { "Loading …" }
            p #trouble role="alert" hidden {}
            p { progress #progress aria-label="Games that are played" {} " " output #games for="progress" {} }
            label.all { input #follow type="checkbox" checked; " renew the tables as games come in" }
            div #report {}
        }
    };
    shell(&format!("A run under way: {name}"), &["common.js", "live-run.js"], &body)
}
