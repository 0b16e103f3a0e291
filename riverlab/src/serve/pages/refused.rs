//! The page that says why there is no other.

use axum::http::StatusCode;
use maud::html;

use super::shell::shell;
use crate::serve::refusal::Refusal;

/// The page that says why there is no other.
pub(in crate::serve) fn refusal_page(refusal: &Refusal) -> String {
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
