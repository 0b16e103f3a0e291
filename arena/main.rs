//! The `riverlab` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    riverlab_arena::cli::main()
}
