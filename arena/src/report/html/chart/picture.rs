//! A picture with its caption, its text alternative and its specification.

use crate::report::html::scale::glued;
use maud::{Markup, html};
use serde_json::{Value, json};

/// A picture.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Its name: letters, digits and hyphens.
    pub(crate) name: String,
    /// What it shows.
    pub(crate) caption: String,
    /// The same as a text, for who does not see it.
    pub(crate) description: String,
    /// Its height in pixels.
    pub(crate) height: u32,
    /// The space to the left and to the right of what percentages are taken of, in pixels.
    pub(crate) sides: [u32; 2],
    /// The width below which it is scrolled and not squeezed, in pixels.
    pub(crate) least_width: Option<u32>,
    /// What is inside of the `svg`.
    pub(crate) content: Markup,
    /// What its marks mean, where they differ.
    pub(crate) legend: Vec<(Markup, String)>,
    /// Its Vega-Lite specification, but for what all have.
    pub(crate) vega: Value,
}

impl Picture {
    /// The picture as it stands on a page.
    pub(crate) fn markup(&self) -> Markup {
        let least = self.least_width.map_or(String::new(), |width| format!(";min-width:{width}px"));
        let style = format!("padding:0 {}px 0 {}px{least}", self.sides[1], self.sides[0]);
        html! {
            figure.picture {
                figcaption { (glued(&self.caption)) @if !self.legend.is_empty() { (self.legend()) } }
                div.scroll tabindex=[self.least_width.map(|_| "0")] role=[self.least_width.map(|_| "group")]
                    aria-label=[self.least_width.map(|_| &self.caption)] {
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

    /// The whole Vega-Lite specification.
    pub(crate) fn specification(&self) -> Value {
        let mut whole = json!({
            "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
            "title": self.caption,
            "description": self.description,
        });
        if let (Some(whole), Value::Object(rest)) = (whole.as_object_mut(), &self.vega) {
            whole.extend(rest.clone());
        }
        whole
    }
}
