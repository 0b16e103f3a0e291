//! Marks of pictures: each has a shape of its own, so that nothing hangs on its color.

use maud::{Markup, html};

/// A mark: a shape with a color of the page's style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// One of several series, by its number.
    Series(usize),
    /// A component that is strong, or the like.
    Strong,
    /// One that leans that way.
    LeansStrong,
    /// A component that is weak, or the like.
    Weak,
    /// One that leans that way.
    LeansWeak,
    /// A component that is balanced.
    Balanced,
    /// One that is near the margin.
    NearMargin,
    /// Nothing is known.
    Open,
}

/// So many series have marks of their own.
pub const SERIES: usize = 6;

/// The shapes: their ids, and their paths around the middle.
const SHAPES: [(&str, &str); 6] = [
    ("circle", "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z"),
    ("square", "M-4-4h8v8h-8z"),
    ("diamond", "M0-5.5 5.5 0 0 5.5-5.5 0z"),
    ("up", "M0-5.5 5.5 4.5h-11z"),
    ("down", "M0 5.5 5.5-4.5h-11z"),
    ("cross", "M-1.5-5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z"),
];

impl Mark {
    /// Its shape.
    fn shape(self) -> &'static str {
        match self {
            Mark::Series(series) => SHAPES[series % SERIES].0,
            Mark::Strong | Mark::LeansStrong => "up",
            Mark::Weak | Mark::LeansWeak => "down",
            Mark::Balanced => "square",
            Mark::NearMargin => "diamond",
            Mark::Open => "circle",
        }
    }

    /// Its class, which has its color and says whether it is filled.
    pub(crate) fn class(self) -> String {
        match self {
            Mark::Series(series) => format!("s{}", series % SERIES),
            Mark::Strong => "s1".to_owned(),
            Mark::LeansStrong => "s1 hollow".to_owned(),
            Mark::Weak => "s0".to_owned(),
            Mark::LeansWeak => "s0 hollow".to_owned(),
            Mark::Balanced => "s2".to_owned(),
            Mark::NearMargin => "s2 hollow".to_owned(),
            Mark::Open => "sx hollow".to_owned(),
        }
    }

    /// The mark at a place of a picture.
    pub(crate) fn at(self, x: &str, y: f64) -> Markup {
        html! { use href={ "#m-" (self.shape()) } x=(x) y=(y) class={ "k " (self.class()) } {} }
    }

    /// The mark beside its meaning.
    pub(crate) fn key(self) -> Markup {
        html! { svg.key width="14" height="14" aria-hidden="true" { (self.at("7", 7.0)) } }
    }
}

/// A dashed line beside its meaning.
pub(crate) fn reference_key() -> Markup {
    html! { svg.key width="22" height="14" aria-hidden="true" { line.reference x1="0" x2="22" y1="7" y2="7" {} } }
}

/// A band beside its meaning.
pub(crate) fn band_key() -> Markup {
    html! { svg.key width="22" height="14" aria-hidden="true" { rect.band width="22" height="14" {} } }
}

/// The shapes, once for a page.
pub(crate) fn definitions() -> Markup {
    html! {
        svg.defs width="0" height="0" aria-hidden="true" {
            defs { @for (id, path) in SHAPES { path id={ "m-" (id) } d=(path) {} } }
        }
    }
}
