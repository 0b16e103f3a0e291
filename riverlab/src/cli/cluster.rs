//! `riverlab cluster`: the package for Python plays on a Ray cluster.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

use clap::Args;
use riverlab_arena::error::ArenaError;

/// Arguments of `cluster`.
#[derive(Args, Debug)]
pub(super) struct ClusterArgs {
    /// --plan FILE, or a command behind --; and --address, --shards, --num-cpus, --out, --patience, --force, --quiet, which
    /// --help explains
    #[arg(value_name = "OPTION", trailing_var_arg = true, allow_hyphen_values = true, num_args = 0..)]
    options: Vec<OsString>,
}

/// What Python is to do: it says in words when it cannot.
const SCRIPT: &str = "\
import sys
try:
    import riverlab
    from riverlab import cluster
except ImportError as error:
    print(f'error: riverlab cluster needs the package for Python with Ray: pip install riverlab[ray] ({error})', file=sys.stderr)
    sys.exit(2)
if riverlab.__version__ != sys.argv[1]:
    print(f'error: the package for Python is of version {riverlab.__version__}, this is {sys.argv[1]}', file=sys.stderr)
    sys.exit(2)
sys.exit(cluster.main(sys.argv[2:]))
";

/// Becomes Python: the one that the program was installed with, else the one that a shell finds.
pub(super) fn run(args: &ClusterArgs) -> Result<(), ArenaError> {
    let beside = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.join("python3")));
    let python = beside.filter(|python| python.is_file()).unwrap_or_else(|| PathBuf::from("python3"));
    let mut command = Command::new(&python);
    command.args(["-c", SCRIPT, env!("CARGO_PKG_VERSION")]).args(&args.options);
    Err(ArenaError::file("start", &python, command.exec()))
}
