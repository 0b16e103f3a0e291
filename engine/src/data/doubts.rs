//! Values that the rules allow and hardly anybody means.

use toml::Value;

use super::source::RulesSource;
use super::tree::{leaves, parse, parse_value};

impl RulesSource {
    /// Changed values that leave nothing of what they are for: empty lists, and spaces for nobody. Each is a text that
    /// names the file or option, the key and the value; rules that cannot be read have none, as an error says more of
    /// them.
    ///
    /// ```
    /// use riverlab_engine::RulesSource;
    /// let sets = ["bonus_tokens.2=[]", "spaces.wood.2=0 any", "building.mill-a.points=0"].map(String::from).to_vec();
    /// let doubts = RulesSource { file: None, sets }.doubts();
    /// assert_eq!(doubts, [
    ///     "--set bonus_tokens.2=[]: the list is empty, so there is nothing of it in the game",
    ///     "--set spaces.wood.2=\"0 any\": there is room for nobody",
    /// ]);
    /// ```
    pub fn doubts(&self) -> Vec<String> {
        let mut doubts = Vec::new();
        if let Some((file, text)) = &self.file {
            let tree = parse(file, text).unwrap_or_default();
            let of_file = leaves(&tree).into_iter().map(|(key, value)| (format!("{file}: {key}"), value.clone()));
            doubts.extend(of_file.filter_map(|(place, value)| doubt(&place, &value)));
        }
        let sets = self.sets.iter().filter_map(|set| set.split_once('='));
        doubts
            .extend(sets.filter_map(|(key, text)| doubt(&format!("--set {}", key.trim()), &parse_value(text.trim()))));
        doubts
    }
}

fn doubt(place: &str, value: &Value) -> Option<String> {
    let why = match value {
        Value::Array(list) if list.is_empty() => "the list is empty, so there is nothing of it in the game",
        Value::String(text) if matches!(text.as_str(), "0 any" | "0 each") => "there is room for nobody",
        _ => return None,
    };
    Some(format!("{place}={value}: {why}"))
}
