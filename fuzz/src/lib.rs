//! What the targets have in common.

use std::sync::LazyLock;

/// A defect, where one is asked for: `run.sh --planted` shows that each target finds its own. No input of the corpus comes so far:
/// where a length is asked for, they are longer.
///
/// # Panics
/// There, when the input has come so far.
pub fn planted(is_reached: bool) {
    static ASKED_FOR: LazyLock<bool> = LazyLock::new(|| std::env::var_os("RIVERLAB_FUZZ_PLANTED").is_some());
    assert!(!(*ASKED_FOR && is_reached), "the planted defect");
}
