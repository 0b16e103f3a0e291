use super::*;

#[test]
fn values_of_a_set_are_toml_or_text() {
    assert_eq!(parse_value("6"), Value::Integer(6));
    assert_eq!(parse_value("[1, 2]").as_array().map(Vec::len), Some(2));
    assert_eq!(parse_value("2 any"), Value::String("2 any".into()));
    assert_eq!(parse_value("\"2 any\""), Value::String("2 any".into()));
    assert_eq!(parse_value("6\nanother = 7"), Value::String("6\nanother = 7".into()));
}
