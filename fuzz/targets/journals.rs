//! The rows of `games.csv` and `moves.csv`, from which a run goes on: what is accepted would be written the same.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use riverlab::Registry;
use riverlab::arena::fuzzing::journal;
use riverlab::engine::RulesSource;
use riverlab::lab::games::Catalog;
use riverlab_fuzz::planted;

fuzz_target!(|data: &[u8]| {
    static CATALOG: LazyLock<Catalog> = LazyLock::new(|| Registry::standard().catalog());
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (name, rows) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(table) = CATALOG.open(name, &RulesSource::default()) else { return };
    if let Ok(games) = journal(&*table, rows) {
        // Fewer than there are, and more than of The River.
        planted((3..6).contains(&games));
    }
});
