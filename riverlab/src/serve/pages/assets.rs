//! Files that pages load.

use riverlab_arena::report::html::document::{SCRIPT as SORT, STYLE};
use riverlab_engine::picture::STYLE as PICTURE_STYLE;

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";

/// A file that pages load, with its type.
pub(in crate::serve) fn asset(name: &str) -> Option<(&'static str, String)> {
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
