//! What a browser, or anybody, may send to the server of pages: every answer is HTTP, and none is an error of the server.

#![no_main]

use libfuzzer_sys::fuzz_target;
use riverlab::fuzzing::Pages;
use riverlab_fuzz::planted;

fuzz_target!(|data: &[u8]| {
    thread_local!(static PAGES: Pages = {
        let folder = std::env::temp_dir().join(format!("riverlab-fuzz-{}-pages", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Pages::new(&folder)
    });
    PAGES.with(|pages| {
        let answers = pages.ask(data);
        assert!(answers.is_empty() || answers.starts_with(b"HTTP/1."), "{}", answers.escape_ascii());
        assert!(!answers.starts_with(b"HTTP/1.1 500"), "{}", answers.escape_ascii());
        planted(answers.starts_with(b"HTTP/1.0 200"));
    });
});
