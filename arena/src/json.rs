//! Numbers in JSON.

use serde_json::{Value, json};

/// Whole numbers are written without a fraction.
pub(crate) fn json_number(value: f64) -> Value {
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}
