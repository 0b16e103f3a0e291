//! The rows of `games.csv` and `moves.csv`, from which a run goes on: what is accepted would be written the same.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use riverlab::Registry;
use riverlab::fuzzing::journal;
use riverlab::lab::games::Catalog;
use riverlab_fuzz::planted;

fuzz_target!(|data: &[u8]| {
    static CATALOG: LazyLock<Catalog> = LazyLock::new(|| Registry::standard().catalog());
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(games) = journal(&CATALOG, text) {
        // Fewer than there are, and more than of The River.
        planted((3..6).contains(&games));
    }
});
