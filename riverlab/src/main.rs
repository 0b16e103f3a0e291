//! The `riverlab` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    riverlab::cli::main()
}
