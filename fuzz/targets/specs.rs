//! Specs of bots: what is accepted is written and read again without loss, and builds for each game or says why not.

#![no_main]

use libfuzzer_sys::fuzz_target;
use riverlab_bots::{BotSpec, registry};
use riverlab_engine::for_each_game;
use riverlab_fuzz::planted;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(spec) = text.parse::<BotSpec>() else { return };
    let written = spec.to_string();
    assert_eq!(written.parse::<BotSpec>().as_ref().map(ToString::to_string), Ok(written.clone()), "{text}");
    let mut builds = 0;
    for_each_game!(G => builds += usize::from(registry::build::<G>(&spec).is_ok()));
    planted(builds > 0 && written.contains("prior=") && written.contains("uniform="));
});
