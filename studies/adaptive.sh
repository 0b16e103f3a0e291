#!/usr/bin/env bash
# Studies that are played until all is decided (riverlab balance --until-decided): how often they err, what they find, what they
# save.
# Usage: studies/adaptive.sh FOLDER [planted|river] [STUDIES]     (RIVERLAB: the program)
#   planted   seeded studies (200 by default) of The River with greedy, in which some buildings have other points: strong, weak
#             and null effects, whose truth comes from one study of 40,000 deals. 400,000 games at most for each. Some hours on
#             two cores.
#   river     the 50 meadows and buildings of The River with mcts:sims=50, 2 players, until each is decided. Some hours.
# What is in FOLDER already is not played again. studies/adaptive.py then says what it comes to.
set -euo pipefail
folder=${1:?usage: studies/adaptive.sh FOLDER [planted|river] [STUDIES]}
what=${2:-planted}
studies=${3:-200}
mkdir -p "$folder"
folder=$(realpath "$folder")
cd "$(dirname "$0")/.."
if [ -z "${RIVERLAB:-}" ]; then cargo build --release --quiet; fi
riverlab=${RIVERLAB:-target/release/riverlab}

case $what in
planted)
    planted=(the-river --bots greedy --margin 0.02 --elements 'mill-*' 'shed-*' 'fort-*' 'inn-*'
        --interventions grant points+5 ban --set building.mill-a.points=0 --set building.shed-b.points=2
        --set building.fort-a.points=12 --set building.fort-c.points=1 --set building.inn-a.points=15)
    "$riverlab" balance "${planted[@]}" --deals 40000 --seed 999983 --quiet --out "$folder/truth" >"$folder/truth.txt"
    for seed in $(seq 1 "$studies"); do
        "$riverlab" balance "${planted[@]}" --until-decided --budget 400000 --seed "$seed" --quiet --out "$folder/study-$seed" \
            >"$folder/study-$seed.txt"
    done
    python3 studies/adaptive.py planted "$folder" "$studies"
    ;;
river)
    "$riverlab" balance the-river --bots mcts:sims=50 --until-decided --budget 100000000 --seed 2026 --out "$folder/river" \
        >"$folder/river.txt"
    python3 studies/adaptive.py river "$folder"
    ;;
*)
    echo "$what: expected planted or river" >&2
    exit 2
    ;;
esac
