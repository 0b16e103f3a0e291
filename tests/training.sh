#!/usr/bin/env bash
# Trains the weights that come with the program again, and compares them: those of one game and number of players
# (`the-river 2` by default), or `all`. RIVERLAB names the program. All but the version that trained them must be the same: a
# file keeps that of its training.
set -euo pipefail
cd "$(dirname "$0")/.."
riverlab=${RIVERLAB:-target/release/riverlab}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

without_version() {
    grep -v '^riverlab = "' "$1"
}

files=(bots/weights/*.toml)
if [[ ${1:-the-river} != all ]]; then
    files=("bots/weights/${1:-the-river}-${2:-2}.toml")
fi
for file in "${files[@]}"; do
    read -ra command <<<"$(sed -n 's/^command = "riverlab \(.*\)"$/\1/p' "$file")"
    start=$SECONDS
    "$riverlab" "${command[@]}" --out "$out/training" --force --quiet
    diff <(without_version "$file") <(without_version "$out/training/weights.toml")
    echo "$file: trained again in $((SECONDS - start)) s, the same values"
done
