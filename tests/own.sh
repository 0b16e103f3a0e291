#!/usr/bin/env bash
# The crates of examples/ that have a bot and a game of their own, which depend on riverlab alone as a crate of somebody else
# would, in every command that takes bots and games by name. The same bot as a program has the same runs but for its name.
# Usage: tests/own.sh
set -euo pipefail
cd "$(dirname "$0")/.."
hash_program="python3 $PWD/tests/programs/hash.py"
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
exec 3>&1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cargo test --quiet --locked -p own-bot -p own-game
cargo build --quiet --locked -p own-bot -p own-game

run() { # PROGRAM ARGUMENTS...: standard output, after the command
    local program="$target/debug/$1"
    shift
    echo "\$ riverlab $*" >&3
    "$program" "$@"
}

expect() { # TEXT FILE
    grep -q -- "$1" "$2" || { echo "expected \"$1\" in:"; cat "$2"; exit 1; }
}

cd "$work"
run own-bot bots >bots.txt
expect "the move with the least hash" bots.txt
run own-bot tournament the-river --bots hash greedy --deals 5 --out r --quiet
run own-bot report r >report.txt
expect " hash " report.txt
run own-bot verify r >verify.txt
expect "10 of 10 games played again, all went the same way" verify.txt
run own-bot trace --from r --game 3 >stored.txt
run own-bot trace --bots hash greedy --deal 2 >played.txt
expect '"bots":\["hash","greedy"\]' stored.txt
cmp stored.txt played.txt
head -20 played.txt | run own-bot think - --bot hash >think.txt
expect "hash plays" think.txt
run own-bot match the-river --focus hash --against random --deals 5 --out m --quiet
run own-bot balance the-river --bots hash --elements mill-a --deals 10 --out b --quiet >balance.txt
expect "^hash: ban" balance.txt
if run own-bot tournament --bots hush 2>error.txt; then exit 1; fi
expect 'bot "hush" is unknown: allowed are random, greedy, ply, flat, mcts, hash' error.txt

for game in the-river rio-grande carcassonne river-dragons; do
    run own-bot tournament "$game" --bots hash greedy --deals 3 --out "rust-$game" --quiet >/dev/null
    for threads in 1 2; do
        out="program-$game-$threads"
        run own-bot tournament "$game" --bots cmd:hash greedy --program "hash=$hash_program" --deals 3 \
            --threads "$threads" --out "$out" --quiet >/dev/null
        for file in games.csv moves.csv standings.csv; do
            sed s/cmd:hash/hash/ "$out/$file" | cmp - "rust-$game/$file"
        done
    done
done

run own-game games >games.txt
expect "stones" games.txt
run own-game tournament stones --players 3 --bots mcts:sims=50 greedy random --deals 5 --out s --quiet
run own-game report s >report.txt
run own-game verify s >verify.txt
expect "all went the same way" verify.txt
run own-game trace stones --bots mcts:sims=50 >played.txt
run own-game replay played.txt >replay.txt
expect "every move follows from the rules" replay.txt
echo "own crates: all commands know them"
