#!/usr/bin/env bash
# Prints one row of a Markdown table: what the second bot wins against the first.
# usage: studies/compare.sh GAME PLAYERS DEALS FIRST SECOND   (RIVERLAB: the program, THREADS: how many)
set -euo pipefail
riverlab=${RIVERLAB:-target/release/riverlab}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
table=$("$riverlab" tournament "$1" --players "$2" --deals "$3" --bots "$4" "$5" \
    --out "$out/run" --quiet ${THREADS:+--threads "$THREADS"})
games=$(sed -n '1s/.*games: \([0-9]*\).*/\1/p' <<<"$table")
# name  games  share   lo .. hi
sed -E 's/^ *[0-9]+ +//' <<<"$table" |
    awk -v game="$1" -v players="$2" -v games="$games" -v against="$4" -v bot="$5" \
        '$1 == bot || $1 == bot "[timed]" { printf "| %s | %d | `%s` | `%s` | %d | %.3f | %.3f .. %.3f |\n", game, players, bot, against, games, $3, $4, $6 }'
