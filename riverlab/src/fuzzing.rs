//! Doors for the fuzzers of `fuzz/`, into what is not public: built with `--cfg fuzzing` only.
//!
//! Each takes the bytes of an input and says what came of it, so that a fuzzer can tell what was refused from what was taken.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use riverlab_arena::error::ArenaError;
use riverlab_arena::plan::Plan;
use riverlab_lab::games::Catalog;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::serve::Fuzzed;

pub use crate::cli::fuzzed_words as words;

/// The run that a plan file with these bytes asks for.
///
/// # Errors
/// What is wrong with the plan.
pub fn plan(catalog: &Catalog, bytes: &[u8]) -> Result<Plan, ArenaError> {
    crate::cli::fuzzed_plan(catalog, &file_with(bytes, "plan.toml")?)
}

/// How long is waited for what a room answers.
const ANSWERED_WITHIN: Duration = Duration::from_millis(20);

/// A server of pages without a port, which is asked by bytes.
pub(crate) struct Pages {
    runtime: tokio::runtime::Runtime,
    server: Fuzzed,
}

impl Pages {
    /// A server of this folder, which believes that it listens at port 1 of this machine.
    pub fn new(folder: &Path) -> Pages {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let address = SocketAddr::from(([127, 0, 0, 1], 1));
        let server = runtime.block_on(async { Fuzzed::new(folder, address) });
        Pages { runtime, server }
    }

    /// Sends these bytes on one connection and reads all answers, of streams what comes within a moment.
    pub(crate) fn ask(&self, bytes: &[u8]) -> Vec<u8> {
        self.runtime.block_on(async {
            let (ours, theirs) = tokio::io::duplex(1 << 16);
            let (mut reading, mut writing) = tokio::io::split(ours);
            let mut answers = Vec::new();
            let asked = async {
                let _ = writing.write_all(bytes).await;
                // Whoever hangs up gets no answer from a room, which takes a moment.
                if bytes.starts_with(b"POST") {
                    let _ = tokio::time::timeout(ANSWERED_WITHIN, reading.read_buf(&mut answers)).await;
                }
                let _ = writing.shutdown().await;
                let _ = reading.read_to_end(&mut answers).await;
            };
            let all = async { tokio::join!(self.server.answer(theirs), asked) };
            let _ = tokio::time::timeout(Duration::from_millis(100), all).await;
            answers
        })
    }
}

/// A file of this process with these bytes, in the folder for temporary files.
fn file_with(bytes: &[u8], name: &str) -> Result<PathBuf, ArenaError> {
    let path = std::env::temp_dir().join(format!("riverlab-fuzz-{}-{name}", std::process::id()));
    fs::write(&path, bytes).map_err(|error| ArenaError::file("write", &path, error))?;
    Ok(path)
}
