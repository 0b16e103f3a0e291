use serde_json::{Value, json};

use super::*;

#[test]
fn what_json_does_not_have_becomes_null_and_the_rest_stays() {
    let deep = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    for (line, expected) in [
        (
            r#"{"a":NaN,"b":[-Infinity,Infinity,1e999,-1e999],"c":2.5e3}"#,
            json!({"a": null, "b": [null, null, null, null], "c": 2500.0}),
        ),
        // As programs in C print them.
        (r#"{"a":nan,"b":-inf,"c":null,"d":true}"#, json!({"a": null, "b": null, "c": null, "d": true})),
        (r#"{"a":"NaN and \"Infinity\" 1e999 [[","b":NaN}"#, json!({"a": "NaN and \"Infinity\" 1e999 [[", "b": null})),
        (
            r#"{"a":"\ud800","b":"\udc00x","c":"\ud83d\ude00","d":"\\ud800","e":"\ud83d\ud83d\ude00"}"#,
            json!({"a": "\u{fffd}", "b": "\u{fffd}x", "c": "😀", "d": "\\ud800", "e": "\u{fffd}😀"}),
        ),
        ("{\"a\":\"tab\tbell\u{7}ä\"}", json!({"a": "tab\tbell\u{7}ä"})),
        (r#"{"a":1,"a":NaN,"a":3}"#, json!({"a": 3})),
    ] {
        assert!(
            serde_json::from_str::<Value>(&mended(line)).is_ok_and(|value| value == expected),
            "{line}: {}",
            mended(line)
        );
    }
    let large = format!("{{\"a\":{},\"b\":1}}", "9".repeat(400));
    assert_eq!(mended(&large), "{\"a\":null,\"b\":1}");
    let nested = mended(&format!("{{\"a\":{},\"b\":1}}", deep(100_000)));
    assert!(serde_json::from_str::<Value>(&nested).is_ok_and(|value| value["b"] == 1), "{} bytes", nested.len());
    // What is JSON stays as it is, and so does what cannot be mended.
    for line in [
        r#"{"a":[1,-2.5e-3,"\u00e4\"",{}],"b":null}"#,
        "nonsense",
        "{\"a\":\"",
        "{\"a\":\"\\",
        "{\"a\":\"\\u12",
        "{'a':1}",
    ] {
        assert_eq!(mended(line), line);
    }
    assert_eq!(mended(&deep(100)), deep(100));
}
