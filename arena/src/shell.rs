//! Words for a shell.

use riverlab_engine::data::RulesSource;

/// A word as it is typed in a shell.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// The options of a command that plays by these rules.
pub fn rules_options(rules: &RulesSource) -> impl Iterator<Item = String> {
    let file = rules.file.iter().map(|(file, _)| format!("--rules {}", quoted(file)));
    file.chain(rules.sets.iter().map(|set| format!("--set {}", quoted(set))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_options_in_the_order_in_which_they_hold() {
        let sets = vec!["rounds.2=4".to_owned(), "spaces.wood.2=2 each".to_owned()];
        let rules = RulesSource { file: Some(("my rules.toml".to_owned(), String::new())), sets };
        let options: Vec<String> = rules_options(&rules).collect();
        assert_eq!(options, ["--rules 'my rules.toml'", "--set rounds.2=4", "--set 'spaces.wood.2=2 each'"]);
        assert_eq!(rules_options(&RulesSource::default()).count(), 0);
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("spaces.wood.2=2 each"), "'spaces.wood.2=2 each'");
        assert_eq!(quoted("a/b-c.toml"), "a/b-c.toml");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
