#!/usr/bin/env bash
# How much faster the program is than earlier ones, which are built from the history: one row for each work.
# usage: studies/speed.sh [WORK …]   (PAIRS: how often each program runs, in turn, 7 by default)
#   works: see studies/speed.py; all of them take about an hour and a half
set -euo pipefail
cd "$(dirname "$0")/.."
# With hand-made values only; with learned ones, before anything was made faster.
for revision in b137b13 b9b81fc; do
    folder=target/speed/$revision
    if [ ! -x "$folder/target/release/riverlab" ]; then
        rm -rf "$folder"
        mkdir -p "$folder"
        git archive "$revision" | tar -x -C "$folder"
        # By its own settings: without those of this folder, which cargo finds as well.
        CARGO_ENCODED_RUSTFLAGS='' cargo build --release --quiet --locked --manifest-path "$folder/Cargo.toml" --target-dir "$folder/target"
    fi
done
cargo build --release --quiet --locked
exec python3 studies/speed.py "${PAIRS:-7}" target/speed/{b137b13,b9b81fc} target "$@"
