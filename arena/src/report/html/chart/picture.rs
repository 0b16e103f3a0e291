//! A picture with its caption and its text alternative.

use crate::report::html::scale::glued;
use maud::{Markup, html};

/// A picture.
#[derive(Clone, Debug)]
pub(super) struct Picture<'a> {
    /// Its name: letters, digits and hyphens.
    pub(super) name: &'a str,
    /// What it shows.
    pub(super) caption: &'a str,
    /// The same as a text, for who does not see it.
    pub(super) description: String,
    /// Its height in pixels.
    pub(super) height: u32,
    /// The space to the left and to the right of what percentages are taken of, in pixels.
    pub(super) sides: [u32; 2],
    /// The width below which it is scrolled and not squeezed, in pixels.
    pub(super) least_width: Option<u32>,
    /// What is inside of the `svg`.
    pub(super) content: Markup,
    /// What its marks mean, where they differ.
    pub(super) legend: Vec<(Markup, String)>,
}

impl Picture<'_> {
    /// The picture as it stands on a page.
    pub(super) fn markup(&self) -> Markup {
        let least = self.least_width.map_or(String::new(), |width| format!(";min-width:{width}px"));
        let style = format!("padding:0 {}px 0 {}px{least}", self.sides[1], self.sides[0]);
        html! {
            figure.picture {
                figcaption { (glued(self.caption)) @if !self.legend.is_empty() { (self.legend()) } }
                div.scroll tabindex=[self.least_width.map(|_| "0")] role=[self.least_width.map(|_| "group")]
                    aria-label=[self.least_width.map(|_| self.caption)] {
                    svg role="img" aria-labelledby={ (self.name) "-t" } aria-describedby={ (self.name) "-d" }
                        width="100%" height=(self.height) style=(style) {
                        title id={ (self.name) "-t" } { (self.caption) }
                        desc id={ (self.name) "-d" } { (self.description) }
                        (self.content)
                    }
                }
            }
        }
    }

    fn legend(&self) -> Markup {
        html! { ul.legend { @for (mark, meaning) in &self.legend { li { (mark) " " bdi { (meaning) } } } } }
    }
}
