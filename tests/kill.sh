#!/usr/bin/env bash
# Kills runs with SIGKILL at random moments and checks that continuing them gives the very files of runs that were never
# interrupted: a tournament, a Swiss, a match and a tournament that stop by their results, balance studies, and tournaments of a program.
# Usage: tests/kill.sh [KILLS], 100 by default, of each. The program is the one that the tests run, or that of $RIVERLAB.
set -euo pipefail
cd "$(dirname "$0")/.."
kills=${1:-100}
if [ -z "${RIVERLAB:-}" ]; then cargo build --quiet --locked; fi
riverlab=$(realpath "${RIVERLAB:-${CARGO_TARGET_DIR:-target}/debug/riverlab}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
hash_program="python3 $PWD/tests/programs/hash.py"
longest=250 # milliseconds until a run is killed
cd "$work"

# The files without the two times in the manifest.
fingerprint() {
  (cd "$1" && cat ./*.csv && grep -v -e '"start":' -e '"end":' manifest.json) | sha256sum
}

# check NAME ARGUMENTS…
check() {
  local name=$1 expected killed=0 finished=0 resume pid
  shift
  rm -rf whole cut
  "$riverlab" "$@" --quiet --out whole >/dev/null
  expected=$(fingerprint whole)
  while [ "$killed" -lt "$kills" ]; do
    resume=()
    # Every other time say --resume, which insists that there is a run.
    if [ $((RANDOM % 2)) = 0 ] && [ -e cut/manifest.json ]; then resume=(--resume); fi
    "$riverlab" "$@" "${resume[@]}" --quiet --threads $((1 + RANDOM % 3)) --out cut >/dev/null 2>&1 &
    pid=$!
    sleep "0.$(printf %03d $((RANDOM % longest)))"
    if kill -KILL "$pid" 2>/dev/null; then killed=$((killed + 1)); fi
    wait "$pid" 2>/dev/null || true
    # A run that came to its end must be right; then begin anew.
    if grep -q '"complete": true' cut/manifest.json 2>/dev/null; then
      [ "$(fingerprint cut)" = "$expected" ] || { echo "$name: files differ after $killed kills" >&2; exit 1; }
      finished=$((finished + 1))
      rm -rf cut
    fi
  done
  "$riverlab" "$@" --quiet --out cut >/dev/null 2>&1
  [ "$(fingerprint cut)" = "$expected" ] || { echo "$name: files differ after $killed kills" >&2; exit 1; }
  echo "$name: $killed kills, $((finished + 1)) runs finished, all files as in a run that was never interrupted"
}

check tournament tournament --players 3 --bots greedy random random --deals 1500 --seed 11
check swiss tournament --bots greedy ply random random random random random --schedule swiss:6 --deals 300 --seed 11
check match match --focus mcts:sims=3 --against mcts:sims=2 --sprt equivalence:0.15 --seed 11
check order tournament dice --bots greedy random ply:samples=4 ply:samples=5 --deals auto:ranks:0.05 --seed 11
check "balance until decided" balance --bots random greedy --elements building --deals 15 --margin 0.05 --until-decided \
  --budget 12000 --seed 11
check balance balance --bots random greedy --elements building --deals 15 --confirm 30 --seed 11

# A program takes some time to start.
longest=1000
if [ "$kills" -lt 20 ]; then kills=20; fi
for game in the-river:60 rio-grande:30 carcassonne:30 river-dragons:4; do
  check "program, ${game%:*}" tournament "${game%:*}" --bots cmd:hash random --program "hash=$hash_program" \
    --deals "${game#*:}" --seed 11
done
if pgrep -f "$hash_program"; then echo "programs are left" >&2; exit 1; fi
