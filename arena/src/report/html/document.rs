//! A page: a title, and sections of words, pictures and tables.
//!
//! A page is one file. It loads nothing: style and script are inside, and its content security policy forbids
//! everything else. It can be read without the script, on paper, in light and in dark, and on a telephone. It has no
//! date and no path, so that one run always gives the same bytes. All texts are escaped by `maud`.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::chart::mark::definitions;
use crate::legible;

/// What all pages look like.
pub const STYLE: &str = include_str!("style.css");
/// What makes tables sort.
pub const SCRIPT: &str = include_str!("sort.js");
/// That a page loads nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// A page.
#[derive(Clone, Debug)]
pub struct Document {
    /// What it is about, as a text.
    pub title: String,
    /// What stands below the title.
    pub lead: Markup,
    /// Its sections.
    pub sections: Vec<Section>,
}

/// A section of a page.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its name within the page.
    pub(crate) id: &'static str,
    /// Its heading.
    pub(crate) heading: &'static str,
    /// What it consists of: words, pictures and tables.
    pub(crate) blocks: Vec<Markup>,
}

/// How every page of a file begins.
pub const BEGINNING: &str =
    "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\"";

/// A whole page with this title and body, in the common style and that of its own.
pub(super) fn whole_page(title: &str, own_style: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(own_style)) }
            }
            body { (body) }
        }
    };
    legible::of_page(page.into_string())
}

impl Document {
    /// The whole page.
    pub fn html(&self) -> String {
        let body = html! { (self.body()) script { (PreEscaped(SCRIPT)) } };
        whole_page(&self.title, "", &body)
    }

    fn body(&self) -> Markup {
        html! {
            a.skip href="#main" { "Skip to the report" }
            (definitions())
            header { h1 { (self.title) } div.lead { (self.lead) } }
            nav aria-label="Sections" {
                ul { @for section in &self.sections { li { a href={ "#" (section.id) } { (section.heading) } } } }
            }
            main #main { @for section in &self.sections { (section.markup()) } }
            footer {
                p { "Made by riverlab " (env!("CARGO_PKG_VERSION")) ". This page is one file and needs no network." }
            }
        }
    }

    /// What is between heading and footer, to be shown within another page.
    pub fn content(&self) -> String {
        let content = html! {
            (definitions())
            div.lead { (self.lead) }
            @for section in &self.sections { (section.markup()) }
        };
        legible::of_page(content.into_string())
    }
}

impl Section {
    /// A section of these parts.
    pub fn new(id: &'static str, heading: &'static str, blocks: Vec<Markup>) -> Section {
        Section { id, heading, blocks }
    }

    fn markup(&self) -> Markup {
        html! {
            section id=(self.id) aria-labelledby={ (self.id) "-h" } {
                h2 id={ (self.id) "-h" } { (self.heading) }
                @for block in &self.blocks { (block) }
            }
        }
    }
}
