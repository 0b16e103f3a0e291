use std::collections::BTreeMap;

use serde::Deserialize;

use super::*;

#[derive(Deserialize, PartialEq, Debug)]
#[serde(rename_all = "lowercase")]
enum Color {
    Red,
    Blue,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct Tile {
    color: Color,
    #[serde(default)]
    costs: Vec<[u8; 2]>,
    value: Option<f64>,
    more: Option<BTreeMap<String, Tile>>,
}

fn read_text(text: &str) -> Result<Tile, (String, String)> {
    let table: toml::Table = text.parse().unwrap();
    read(Value::Table(table)).map_err(|error| (error.key().to_owned(), error.message))
}

#[test]
fn values_are_read() {
    let tile = Tile { color: Color::Blue, costs: vec![[1, 2], [3, 4]], value: Some(0.5), more: None };
    assert_eq!(read_text("color = \"blue\"\ncosts = [[1, 2], [3, 4]]\nvalue = 0.5"), Ok(tile));
}

#[test]
fn an_error_knows_its_key() {
    for (text, key, message) in [
        ("", ".", "missing field `color`"),
        ("color = \"green\"", "color", "unknown variant `green`, expected `red` or `blue`"),
        ("color = [1]", "color", "expected a text"),
        ("color = 1", "color", "expected a text"),
        ("color = { red = 1 }", "color", "expected a text"),
        ("color = \"red\"\ncosts = [[1, 2], [3, 400]]", "costs[1][1]", "invalid value: integer `400`, expected u8"),
        ("color = \"red\"\ncosts = [[1, 2], [3]]", "costs[1]", "invalid length 1, expected an array of length 2"),
        ("color = \"red\"\ncosts = [[1, 2, 3]]", "costs[0]", "invalid length 3, expected fewer elements in array"),
        ("color = \"red\"\nvalue = 1979-05-27", "value", "invalid type: string \"1979-05-27\", expected f64"),
        ("color = \"red\"\n[more.x]\nsize = 1", "more.x.size", "unknown field `size`"),
        ("color = \"red\"\n[more.x]\nvalue = 1", "more.x", "missing field `color`"),
    ] {
        let (at, said) = read_text(text).unwrap_err();
        assert_eq!(at, key, "{text}");
        assert!(said.starts_with(message), "{text}: {said}");
    }
}
