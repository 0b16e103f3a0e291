//! Plans that stand in folders, beside those that are asked for.

/// What decides results.
pub trait Planned {
    /// All that does, each with the name that it has in messages.
    fn fields(&self) -> Vec<(&'static str, String)>;

    /// The first thing in which what a folder holds differs from what is asked for.
    fn difference(&self, asked: &Self) -> Option<String> {
        let mut pairs = self.fields().into_iter().zip(asked.fields());
        let ((name, there), (_, asked)) = pairs.find(|((_, there), (_, asked))| there != asked)?;
        Some(format!("{name} {there} there, {asked} asked for"))
    }
}
