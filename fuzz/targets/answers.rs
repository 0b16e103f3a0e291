//! Lines of programs that play, and answers of workers of a cluster.

#![no_main]

use libfuzzer_sys::fuzz_target;
use riverlab_arena::fuzzing::answer;
use riverlab_fuzz::planted;

fuzz_target!(|data: &[u8]| {
    let [line, worker] = answer(data);
    planted(line && data.windows(8).any(|part| part == b"playouts") || worker);
});
