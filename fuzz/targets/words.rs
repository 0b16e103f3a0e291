//! Command lines, a word on each line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use riverlab::fuzzing::words;
use riverlab_fuzz::planted;

fuzz_target!(|data: &[u8]| {
    let is_command = words(data);
    planted(is_command && data.windows(9).any(|part| part == b"--dry-run"));
});
