#!/usr/bin/env bash
# The ladder of bots on The River: each step as a tournament of two bots, one row each.
# usage: studies/ladder.sh PLAYERS DEALS   (the last step plays half as many deals)
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet
players=$1 deals=$2
steps=(random greedy flat:sims=200 mcts:sims=200 mcts:sims=1000 mcts:sims=5000)
echo "| game | players | bot | against | games | share | 95 % interval |"
echo "| --- | --- | --- | --- | --- | --- | --- |"
for idx in 1 2 3 4 5; do
    n=$((idx == 5 ? (deals + 1) / 2 : deals))
    studies/compare.sh the-river "$players" "$n" "${steps[idx - 1]}" "${steps[idx]}"
done
if [ "$players" = 2 ]; then
    studies/compare.sh the-river 2 "$deals" greedy mcts:sims=1000
    studies/compare.sh the-river 2 "$deals" flat:sims=1000 mcts:sims=1000
fi
