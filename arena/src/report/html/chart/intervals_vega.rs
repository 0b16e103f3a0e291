//! Forest plots as Vega-Lite.

use serde_json::{Value, json};

use super::intervals::{Intervals, Row};
use super::mark::Mark;
use crate::report::html::scale::Scale;
use riverlab_stats::Interval;

/// The specification of a forest plot: an interval and a mark for each value, and what lies behind them.
pub(super) fn specification(plot: &Intervals, scale: &Scale) -> Value {
    let bar = json!({ "x": x(plot, scale, "lo"), "x2": { "field": "hi" } });
    let point = json!({ "x": x(plot, scale, "mean"), "shape": series(plot) });
    let mut layers = ground(plot, scale);
    layers.push(json!({ "mark": "rule", "encoding": merged(&rows(plot), &bar) }));
    let mark = json!({ "type": "point", "filled": true, "size": 60 });
    layers.push(json!({ "mark": mark, "encoding": merged(&rows(plot), &point) }));
    json!({ "width": 480, "data": { "values": values(plot, scale) }, "layer": layers })
}

/// A field on the axis.
fn x(plot: &Intervals, scale: &Scale, field: &str) -> Value {
    let domain = json!([scale.ends().0, scale.ends().1]);
    json!({ "field": field, "type": "quantitative", "title": plot.axis, "scale": { "domain": domain } })
}

/// What an interval stands for beside its row.
fn series(plot: &Intervals) -> Value {
    if plot.legend.is_empty() {
        json!({ "value": "circle" })
    } else {
        json!({ "field": "series", "type": "nominal", "title": null })
    }
}

/// What puts values in rows, with a place of its own for each of several in one row.
fn rows(plot: &Intervals) -> Value {
    let mut encoding = json!({ "y": { "field": "label", "type": "nominal", "sort": null, "title": null } });
    if !plot.legend.is_empty() {
        encoding["color"] = series(plot);
    }
    if plot.rows.iter().any(|row| row.intervals.len() > 1) {
        encoding["yOffset"] = json!({ "field": "series" });
    }
    encoding
}

/// The band and the reference.
fn ground(plot: &Intervals, scale: &Scale) -> Vec<Value> {
    let band = plot.band.map(|margin| {
        json!({
            "data": { "values": [{ "from": -margin, "to": margin }] },
            "mark": { "type": "rect", "color": "#dddddd", "opacity": 0.6 },
            "encoding": { "x": x(plot, scale, "from"), "x2": { "field": "to" } }
        })
    });
    let reference = plot.reference.as_ref().map(|(value, name)| {
        json!({
            "data": { "values": [{ "at": value, "name": name }] },
            "mark": { "type": "rule", "strokeDash": [4, 3], "color": "#666666" },
            "encoding": { "x": x(plot, scale, "at") }
        })
    });
    band.into_iter().chain(reference).collect()
}

/// Both of two objects.
fn merged(one: &Value, other: &Value) -> Value {
    let mut both = one.clone();
    if let (Some(both), Value::Object(other)) = (both.as_object_mut(), other) {
        both.extend(other.clone());
    }
    both
}

/// The rows of the data: ends that are infinite are cut at those of the axis, and `open` says so.
fn values(plot: &Intervals, scale: &Scale) -> Vec<Value> {
    plot.rows
        .iter()
        .flat_map(|row| row.intervals.iter().map(|(mark, interval)| value(plot, scale, row, *mark, interval)))
        .collect()
}

fn value(plot: &Intervals, scale: &Scale, row: &Row, mark: Mark, interval: &Interval) -> Value {
    let (least, most) = scale.ends();
    let cut = |value: f64| value.clamp(least, most);
    let series = plot.legend.iter().find(|(other, _)| *other == mark).map_or("", |(_, meaning)| meaning);
    let open = match (interval.lo < least, interval.hi > most) {
        (true, true) => "both",
        (true, false) => "lo",
        (false, true) => "hi",
        (false, false) => "",
    };
    json!({
        "label": row.label,
        "group": row.group,
        "series": series,
        "mean": cut(interval.mean),
        "lo": cut(interval.lo),
        "hi": cut(interval.hi),
        "open": open,
    })
}
