//! Lines of programs that play, and answers of workers of a cluster.

#![no_main]

use libfuzzer_sys::fuzz_target;
use riverlab::arena::fuzzing::answer;
use riverlab_fuzz::planted;

fuzz_target!(|data: &[u8]| {
    let [line, worker] = answer(data);
    let has = |part: &[u8]| data.windows(part.len()).any(|there| there == part);
    // A move by its text, with what the program has to say of it.
    planted(line && has(b"\"move\":\"") && has(b"\"info\":") || worker && has(b"\"failure\":\""));
});
