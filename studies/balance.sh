#!/usr/bin/env bash
# The balance of The River's 17 meadows and 33 buildings, with 2 to 4 players: makes studies/balance/.
# usage: studies/balance.sh [FOLDER for the whole results, balance-study by default]   (RIVERLAB: the program)
set -euo pipefail
cd "$(dirname "$0")/.."
riverlab=${RIVERLAB:-target/release/riverlab}
if [ -z "${RIVERLAB:-}" ]; then cargo build --release --quiet; fi
out=${1:-balance-study}
# study NAME ARGUMENTS…
study() {
    local name=$1
    shift
    echo "$name: riverlab balance the-river $* --seed 2026"
    "$riverlab" balance the-river "$@" --seed 2026 --out "$out/$name" >"$out/$name.txt"
    mkdir -p "studies/balance/$name"
    for table in effects screen interactions; do
        if [ -e "$out/$name/$table.csv" ]; then cp "$out/$name/$table.csv" "studies/balance/$name/"; fi
    done
    # Of thousands of readings only those under which a verdict does not hold.
    if [ -e "$out/$name/readings.csv" ]; then
        awk -F, 'NR == 1 || ($10 != "undecided" && $16 != "holds")' "$out/$name/readings.csv" >"studies/balance/$name/readings.csv"
    fi
}
mkdir -p "$out"
study mcts-2 --players 2 --bots mcts:sims=50 --until-decided --budget 100000000
study mcts-3 --players 3 --bots mcts:sims=15 --until-decided --budget 100000000
study mcts-4 --players 4 --bots mcts:sims=15 --until-decided --budget 100000000
study greedy-2 --players 2 --bots greedy --deals 4000 --confirm 4000
study greedy-4 --players 4 --bots greedy --deals 1000 --confirm 1000
# What stood out, by strength of play, and under other readings of the reconstructed numbers.
study strength-2 --players 2 --elements 'meadow-income-*' meadow-per-meadow 'well-*' 'smithy-*' \
    --bots greedy mcts:sims=25 mcts:sims=100 --deals 1000
study readings-2 --players 2 --elements 'meadow-income-*' meadow-per-meadow 'well-*' --bots greedy --deals 400 --readings
study readings-4 --players 4 --elements meadow-per-meadow meadow-per-bonus-token 'meadow-income-*' chapel-a town-hall-a \
    --bots greedy --deals 200 --readings
