//! The embedded rules of a game, loaded when they are first asked for.

use std::sync::OnceLock;

use super::rules::GameRules;
use super::source::RulesSource;

/// Holds the embedded rules of a game; it is a static beside them.
pub(crate) struct StandardRules<R>(OnceLock<R>);

impl<R: GameRules> StandardRules<R> {
    /// Rules that are not loaded yet.
    pub(crate) const fn new() -> Self {
        StandardRules(OnceLock::new())
    }

    /// The rules, loaded once.
    pub(crate) fn get(&self) -> &R {
        self.0.get_or_init(|| R::load(&RulesSource::default()).expect("the embedded rules are valid"))
    }
}
