#!/usr/bin/env bash
# Packs the six crates as they would be published, installs the program from its folder, and makes the archive of a release
# with it: a quick check, with the program that the tests have built. packaging/try.sh builds all of it for release.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
rm -rf "$target/package" "$target/installed"
cargo package --locked --allow-dirty --no-verify --quiet
packed=$(find "$target/package" -maxdepth 1 -name '*.crate' -printf '%f\n' | sort | tr '\n' ' ')
[ "$(wc -w <<< "$packed")" = 6 ] || { echo "not six crates: $packed" >&2; exit 1; }
cargo install --quiet --locked --path riverlab --debug --root "$target/installed" --target-dir "$target"
RIVERLAB=$target/installed/bin/riverlab packaging/archive.sh "$target/dist"
echo "packed: $packed"
