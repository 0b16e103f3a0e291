#!/usr/bin/env bash
# What playing the same deals saves in a study of bans on The River, and how long the study takes: for each program in turn,
# interleaved, so often.
#
#   studies/pairing.sh DEALS ROUNDS SPEC PROGRAM…
#
# Prints of each study the games per second of processor time, and over all components the median and the least of how many
# times as many games separate samples would take for the same intervals of shares, as 1/n is won without (the column
# unpaired_known of effects.csv).
set -euo pipefail
deals=${1:?the number of deals}
rounds=${2:?how often}
spec=${3:?a bot}
shift 3
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

median_and_least() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "unpaired_known") column = i; next } $column != "" { print $column }' "$1" |
        sort -g | awk '{ all[NR] = $1 } END { printf "%.2f %.2f", (all[int((NR + 1) / 2)] + all[int((NR + 2) / 2)]) / 2, all[1] }'
}

echo "program seed games/s median least"
for ((seed = 1; seed <= rounds; seed++)); do
    for program in "$@"; do
        TIMEFORMAT=%U
        seconds=$({ time "$program" balance the-river --bots "$spec" --interventions ban --deals "$deals" --confirm 0 \
            --seed "$seed" --threads 1 --quiet --out "$out/study" --force >"$out/text"; } 2>&1)
        games=$(awk -F: '/"games_played"/ { print $2 + 0 }' "$out/study/manifest.json")
        echo "$program $seed $(awk "BEGIN { printf \"%.0f\", $games / $seconds }") $(median_and_least "$out/study/effects.csv")"
    done
done
