#!/usr/bin/env bash
# Prints one row of a Markdown table: what the second bot wins against the first.
# usage: studies/compare.sh GAME PLAYERS DEALS FIRST SECOND   (RIVERLAB: the program, THREADS: how many)
set -euo pipefail
riverlab=${RIVERLAB:-target/release/riverlab}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
"$riverlab" tournament "$1" --players "$2" --deals "$3" --bots "$4" "$5" \
    --out "$out/run" --quiet ${THREADS:+--threads "$THREADS"} >/dev/null
python3 - "$out/run/standings.csv" "$1" "$2" "$4" "$5" <<'PYTHON'
import csv, sys

path, game, players, against, bot = sys.argv[1:]
with open(path, newline="") as file:
    row = next(row for row in csv.DictReader(file) if row["bot"].removesuffix("[timed]") == bot)
share, lo, hi = (float(row[name]) for name in ("share", "share_lo", "share_hi"))
print(f"| {game} | {players} | `{bot}` | `{against}` | {row['games']} | {share:.3f} | {lo:.3f} .. {hi:.3f} |", flush=True)
PYTHON
