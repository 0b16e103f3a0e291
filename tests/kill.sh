#!/usr/bin/env bash
# Kills a tournament with SIGKILL at random moments and checks that continuing it gives the very files of a run that was
# never interrupted. Usage: tests/kill.sh [KILLS], 100 by default.
set -euo pipefail
cd "$(dirname "$0")/.."
kills=${1:-100}
cargo build --release --quiet --locked
riverlab=$PWD/target/release/riverlab
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
plan=(tournament --players 3 --bots greedy random random --deals 1500 --seed 11 --quiet)

# The files without the two times in the manifest.
fingerprint() {
  (cd "$1" && cat games.csv standings.csv pairs.csv seats.csv ratings.csv && grep -v -e '"start":' -e '"end":' manifest.json) | sha256sum
}

"$riverlab" "${plan[@]}" --out whole >/dev/null
expected=$(fingerprint whole)

killed=0 finished=0
while [ "$killed" -lt "$kills" ]; do
  resume=()
  # Every other time say --resume, which insists that there is a run.
  if [ $((RANDOM % 2)) = 0 ] && [ -e cut/manifest.json ]; then resume=(--resume); fi
  "$riverlab" "${plan[@]}" "${resume[@]}" --threads $((1 + RANDOM % 3)) --out cut >/dev/null 2>&1 &
  pid=$!
  sleep "0.$(printf %03d $((RANDOM % 250)))"
  if kill -KILL "$pid" 2>/dev/null; then killed=$((killed + 1)); fi
  wait "$pid" 2>/dev/null || true
  # A run that came to its end must be right; then begin anew.
  if grep -q '"complete": true' cut/manifest.json 2>/dev/null; then
    [ "$(fingerprint cut)" = "$expected" ] || { echo "files differ after $killed kills" >&2; exit 1; }
    finished=$((finished + 1))
    rm -rf cut
  fi
done
"$riverlab" "${plan[@]}" --out cut >/dev/null 2>&1
[ "$(fingerprint cut)" = "$expected" ] || { echo "files differ after $killed kills" >&2; exit 1; }
echo "$killed kills, $((finished + 1)) runs finished, all files as in a run that was never interrupted"
