#!/usr/bin/env bash
# The script that riverlab shards writes for GNU parallel, with four jobs of which one is killed: the files are those of one
# machine. Installs GNU parallel with apt-get if it is missing. Usage: tests/parallel.sh. The program is $RIVERLAB.
set -euo pipefail
program=$(realpath "${RIVERLAB:?the program}")
command -v parallel > /dev/null || { apt-get update -q && apt-get install -q -y parallel; } > /dev/null

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$out"
mkdir bin
ln -s "$program" bin/riverlab
export PATH=$out/bin:$PATH
cat > 'the plan.toml' <<'EOF'
game = "the-river"
bots = ["mcts:sims=60", "greedy"]
deals = 240
EOF
riverlab shards --plan 'the plan.toml' --count 12 --emit parallel --out 'all of it' > parts.sh
bash -n parts.sh
bash parts.sh 4 > merged.txt 2> errors.txt &
script=$!
# One part is killed as soon as it has written games.
killed=
for _ in $(seq 1 600); do
    for part in 'all of it.parts'/*/; do
        process=$(pgrep -f -- "--out ${part%/}\$" | head -1 || true)
        if [ -n "$process" ] && [ "$(wc -l < "${part}games.csv" 2> /dev/null || echo 0)" -gt 3 ]; then
            kill -9 "$process" && killed=$part && break 2
        fi
    done
    sleep 0.02
done
wait "$script" || { cat errors.txt >&2; exit 1; }
[ -n "$killed" ] || { echo "no part was killed" >&2; exit 1; }
riverlab tournament --plan 'the plan.toml' --quiet --out one > one.txt
cmp one.txt merged.txt
for file in one/*; do
    case $file in
    */manifest.json) diff <(grep -v '"start"\|"end"' "$file") <(grep -v '"start"\|"end"' "all of it/${file#*/}") ;;
    *) cmp "$file" "all of it/${file#*/}" ;;
    esac
done
echo "GNU parallel, 12 parts, ${killed} killed: the bytes of one machine"
