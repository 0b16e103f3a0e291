#!/usr/bin/env bash
# Runs a training, tournaments with ratings, matches, a balance study and reports on this processor and on an emulated
# one that has fewer instructions, and compares all files and all that is printed, byte for byte. Where the system's
# functions such as exp have variants for processors with fused multiply-add, the emulated one has the others; so the test
# of all digits of statistics (`last_bits`) runs on it as well. Needs an x86-64 machine with Linux, and installs qemu-user
# with apt-get if it is missing. Usage: tests/processors.sh. The program is the release build, or that of $RIVERLAB.
set -euo pipefail
cd "$(dirname "$0")/.."
riverlab=$(realpath "${RIVERLAB:-target/release/riverlab}")
other="qemu-x86_64 -cpu Nehalem"
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "processors.sh: this needs an x86-64 machine with Linux" >&2; exit 2; }
command -v qemu-x86_64 >/dev/null || { apt-get update -q && apt-get install -q -y qemu-user; } >/dev/null
grep -qw fma /proc/cpuinfo || echo "processors.sh: this processor has no fused multiply-add, so little is compared" >&2

# Each line is the folder that the command runs in, and the command; a command may read what an earlier one wrote.
commands=$(grep -v '^#' <<'END'
training      train the-river --games 60 --generations 1 --sims 10 --gate-deals 10
learned       tournament the-river --bots greedy:eval=../training/training/weights-1.toml greedy random --deals 10
river         tournament the-river --players 3 --bots greedy ply:samples=2 greedy random --deals 30 --json
# Rows of tournaments that are no full round-robin are ordered by ratings.
swiss         tournament --schedule swiss:3 --bots greedy ply:samples=2 random random random random --deals 4
carcassonne   tournament carcassonne --bots greedy mcts:sims=8 random --deals 1
dragons       tournament river-dragons --players 3 --bots greedy mcts:sims=8,simultaneous=regret random --deals 1
rio           tournament rio-grande --bots greedy mcts:sims=8,select=ucb1 random --deals 1
dice          tournament dice --players 4 --bots mcts:sims=10 mcts:sims=10,select=ucb1 greedy random --deals 12
match         match dice --focus mcts:sims=5 --against greedy random --sprt win:0.1 --deals 200
equivalence   match connect-four --focus random --against random --sprt equivalence:0.3 --deals 800
balance       balance --elements well-a fort-c --interventions grant --deals 40 --margin 0.1 --suggest --confirm 20
report        report ../river/results --wide
report-match  report ../match/results --json
explain       trace rio-grande --bots mcts:sims=10 greedy --explain
END
)

# run FOLDER [EMULATOR…]: all commands. A manifest says when a run began and ended; all else must be the same.
run() {
    local out="$work/$1" name line words
    shift
    while read -r name line; do
        read -ra words <<<"$line"
        case ${words[0]} in train | tournament | match | balance) words+=(--quiet) ;; esac
        mkdir -p "$out/$name"
        (cd "$out/$name" && "$@" "$riverlab" "${words[@]}" >stdout </dev/null)
    done <<<"$commands"
    find "$out" -name manifest.json -exec sed -i -E 's/"(start|end)": "[^"]*"/"\1": "masked"/' {} +
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
start=$SECONDS
run here
run other $other
diff -r "$work/here" "$work/other" || { echo "processors.sh: these files differ between processors" >&2; exit 1; }
echo "$(wc -l <<<"$commands") commands, $(find "$work/here" -type f | wc -l) files: the same bytes on another processor, in $((SECONDS - start)) s"

export CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=$other
cargo test --quiet --locked --test it -- arena::last_bits
