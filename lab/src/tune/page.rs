//! The page about a tuning: what has won and whether it is better, what each option does, and pairs of them.

use maud::{Markup, PreEscaped, html};
use riverlab_arena::report::html::document::{Document, Section};
use riverlab_arena::report::html::table::TableView;
use riverlab_arena::report::layout::Layout;
use riverlab_arena::table::GameFacts;
use riverlab_stats::Interval;

use super::confirm::{Check, Confirmed};
use super::objective::Objective;
use super::plan::TuneRequest;
use super::tables::{OPTIONS, OptionRow, PAIRS, PairRow};
use super::tuned::Tuned;

/// The options of a tuning and their pairs: rows of their tables, and pictures.
pub(super) struct Found<'a> {
    pub(super) options: &'a [OptionRow],
    pub(super) options_picture: &'a str,
    pub(super) pairs: &'a [PairRow],
    pub(super) pairs_picture: &'a str,
}

/// The page of a tuning of a game that is called `title`.
pub(super) fn document(facts: &GameFacts, request: &TuneRequest, tuned: &Tuned, found: &Found<'_>) -> Document {
    let options = TableView::new("options.csv", &Layout::new(OPTIONS), found.options, "Options, by the model");
    // The pictures are files of this program, and have no words of others but as texts.
    let picture = |svg: &str| html! { figure { (PreEscaped(svg)) } };
    let mut sections = vec![
        Section::new("result", "What has won", vec![result(request, tuned)]),
        Section::new("options", "What each option does", vec![picture(found.options_picture), options.markup()]),
    ];
    if !found.pairs.is_empty() {
        let caption = "Pairs of options, by the model";
        let table = TableView::new("option-pairs.csv", &Layout::new(PAIRS), found.pairs, caption);
        let blocks = vec![picture(found.pairs_picture), table.markup()];
        sections.push(Section::new("pairs", "What pairs of options do", blocks));
    }
    let lead = html! { p { code { (request.command) } } };
    Document { title: format!("Tuning: {}", facts.title), lead, sections }
}

fn result(request: &TuneRequest, tuned: &Tuned) -> Markup {
    let number = |value: f64| format!("{value:.4}");
    let figure = request.objective.figure();
    html! {
        p {
            strong { bdi { (tuned.bot) } }
            @for set in &tuned.sets { ", " code { (set) } }
            ": " (tuned.verdict()) "."
        }
        @match &tuned.confirmed {
            None => {}
            Some(Confirmed::Match(played)) => {
                @if let Some(result) = &played.1.report().of_match {
                    p {
                        "On " (result.deals) " deals of its own its share less that of " bdi { (request.bot) } " was "
                        (with_interval(&result.raw, number)) "; the rest is in the folder " code { "confirm" } "."
                    }
                }
            }
            Some(Confirmed::Check(Check { deals, tuned, before, .. })) => {
                p {
                    "On " (deals) " deals of its own the " (figure) " was " (with_interval(tuned, number)) ", and "
                    (with_interval(before, number)) " with what there was."
                }
            }
        }
        p.note {
            "The search had seen " (number(tuned.winner.by_model)) " by the model and " (number(tuned.winner.in_finals))
            " in the finals"
            @if request.objective == Objective::Share { " as the share against the field" }
            ": what has won is what luck has helped most, so both are too good."
        }
    }
}

fn with_interval(interval: &Interval, number: impl Fn(f64) -> String) -> String {
    format!("{} ({} to {})", number(interval.mean), number(interval.lo), number(interval.hi)).replace('-', "\u{2212}")
}
