//! Why rules cannot be used.

/// Rules that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// The text is no TOML.
    #[error("{file}: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// What the parser says.
        message: String,
    },
    /// A key or its value is wrong.
    #[error("{file}: {key}: {message}")]
    Value {
        /// The file, or `--set`.
        file: String,
        /// The dotted key.
        key: String,
        /// What is wrong and what is allowed.
        message: String,
    },
    /// A `--set` without `=`.
    #[error("--set \"{text}\": expected key=value, for example {example}")]
    Set {
        /// The text.
        text: String,
        /// A valid example.
        example: &'static str,
    },
    /// A file or a `--set` for a game without tables.
    #[error("this game has no tables: --rules and --set are not allowed")]
    Fixed,
}

/// A message of a parser, which may have lines that show where something is wrong, as one line.
///
/// ```
/// assert_eq!(riverlab_engine::data::one_line("expected a value\n  | a = \n"), "expected a value | a =");
/// ```
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
