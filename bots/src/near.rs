//! What somebody may have meant.

/// How alike names are that are taken for each other, from 0 to 1 (Jaro and Winkler).
const ALIKE: f64 = 0.8;

/// How a message ends about a name that is none of these: with the one that is most like it, or with nothing.
///
/// ```
/// use riverlab_bots::did_you_mean;
///
/// assert_eq!(did_you_mean("gredy", ["random", "greedy"]), "; did you mean \"greedy\"?");
/// assert_eq!(did_you_mean("alphazero", ["random", "greedy"]), "");
/// ```
pub fn did_you_mean<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let likeness = |name: &'a str| (strsim::jaro_winkler(text, name), name);
    let nearest = names.into_iter().map(likeness).max_by(|one, other| one.0.total_cmp(&other.0));
    match nearest {
        // A name that is known, but not here, is no slip of the pen.
        Some((likeness, name)) if likeness >= ALIKE && name != text => format!("; did you mean \"{name}\"?"),
        _ => String::new(),
    }
}
