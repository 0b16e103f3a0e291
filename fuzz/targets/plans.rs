//! Plan files of tournaments and matches, up to the plan that is played.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use riverlab::Registry;
use riverlab::fuzzing::plan;
use riverlab::lab::games::Catalog;
use riverlab_fuzz::planted;

fuzz_target!(|data: &[u8]| {
    static CATALOG: LazyLock<Catalog> = LazyLock::new(|| Registry::standard().catalog());
    if let Ok(plan) = plan(&CATALOG, data) {
        assert!(plan.request.players > 0);
        planted((60..119).contains(&data.len()));
    }
});
