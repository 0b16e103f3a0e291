#!/usr/bin/env bash
# How long it takes to merge a run of Dice that was played in parts, and how much memory.
# Usage: studies/merge.sh GAMES PARTS     (RIVERLAB: the program)
set -euo pipefail
games=${1:?the number of games}
parts=${2:?the number of parts}
cd "$(dirname "$0")/.."
if [ -z "${RIVERLAB:-}" ]; then cargo build --release --quiet; fi
riverlab=$(realpath "${RIVERLAB:-target/release/riverlab}")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$out"
for part in $(seq "$parts"); do
    "$riverlab" tournament dice --bots greedy random --deals $((games / 2)) --shard "$part/$parts" --quiet --out "$part" > /dev/null
done
python3 - "$riverlab" "$parts" << 'EOF'
import resource, subprocess, sys, time
start = time.monotonic()
subprocess.run([sys.argv[1], "merge", *map(str, range(1, int(sys.argv[2]) + 1)), "--out", "all"], check=True, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{time.monotonic() - start:.1f} s, {used.ru_maxrss / 1024:.0f} MiB")
EOF
ls -l all/games.csv | awk '{ print $5 " bytes of rows" }'
