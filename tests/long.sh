#!/usr/bin/env bash
# The claims of .ci/run once more, on more games, seeds, kills and cases of nonsense, with the weights of all games trained again.
# Usage: tests/long.sh (hours on two cores; needs what .ci/run needs)
set -euo pipefail
cd "$(dirname "$0")/.."
RIVERLAB_LONG=1 cargo test --locked
export RIVERLAB=${CARGO_TARGET_DIR:-target}/debug/riverlab
tests/kill.sh 100
tests/hostile_cases.py --cases 20000 --jobs 2
cargo build --release --locked
RIVERLAB=${CARGO_TARGET_DIR:-target}/release/riverlab tests/training.sh all
unset RIVERLAB
RIVERLAB_LONG=1 python/test.sh
