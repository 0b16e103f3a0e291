#!/usr/bin/env bash
# The coverage of intervals: calibrations of even and of lopsided contests at several numbers of players and deals.
# Usage: studies/coverage.sh FOLDER [STUDIES [DEALS...]]
# Writes a table of all rows for each cell into FOLDER and prints how often intervals of each kind cover, by true share. A cell
# that is there already is not simulated again. 4,000 studies take some hours on two cores, most of them for 1,000 deals.
set -euo pipefail
folder=${1:?usage: studies/coverage.sh FOLDER [STUDIES [DEALS...]]}
studies=${2:-4000}
shift $(($# < 2 ? $# : 2))
deals=("${@:-20 50 200 1000}")
cd "$(dirname "$0")/.."
cargo build --release --quiet
mkdir -p "$folder"

cell() { # PLAYERS DEALS GAME BOTS...
    local players=$1 deals=$2 game=$3 file="$folder/$3-$1-players-$2-deals.txt"
    shift 3
    [ -s "$file" ] && return
    # A row that does not hold is a finding, not an error of the study.
    target/release/riverlab calibrate "$game" --players "$players" --bots "$@" --deals "$deals" --studies "$studies" \
        --parts shares ratings stops >"$file.part" || [ $? -eq 1 ]
    mv "$file.part" "$file"
}

for count in ${deals[*]}; do
    cell 2 "$count" connect-four greedy random
    for players in 2 3 4; do
        cell "$players" "$count" the-river greedy ply
    done
done
grep -H "interval contains the truth" "$folder"/*.txt | sed "s|^$folder/||"
echo
grep -h "rows hold\|do not hold" "$folder"/*.txt
