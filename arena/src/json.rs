//! Numbers and texts in JSON.

use serde_json::{Value, json};

/// Whole numbers are written without a fraction.
pub(crate) fn json_number(value: f64) -> Value {
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}

/// A value as text that people can read, with a line end.
pub fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("plain data") + "\n"
}
