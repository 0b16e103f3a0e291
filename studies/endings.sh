#!/usr/bin/env bash
# How bots decide in endings that are solved exactly: 300 positions of each game (docs/strength.md).
# usage: studies/endings.sh FOLDER [GAME]...   (all five by default, half an hour on two cores; RIVERLAB: the program)
set -euo pipefail
riverlab=${RIVERLAB:-$(dirname "$0")/../target/release/riverlab}
if [ -z "${RIVERLAB:-}" ]; then (cd "$(dirname "$0")/.." && cargo build --release --quiet); fi
folder=$1
shift
[ $# -gt 0 ] || set -- connect-four the-river rio-grande carcassonne river-dragons
bots=(random)
for sims in 50 200 1000 5000; do bots+=("mcts:sims=$sims" "mcts:sims=$sims,eval=hand"); done
for game in "$@"; do
    options=()
    # A program of five cards has 15,120 orders for each player: the last round, of one card each, is a game that can be solved.
    if [ "$game" = river-dragons ]; then options=(--set cards.program=1); fi
    "$riverlab" endings "$game" "${options[@]}" --bots "${bots[@]}" --positions 300 --out "$folder/$game"
done
