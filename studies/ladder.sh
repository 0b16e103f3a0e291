#!/usr/bin/env bash
# The ladder of bots: each step as a tournament of two bots, one row each.
# usage: studies/ladder.sh GAME PLAYERS DEALS   (the last step plays half as many deals; RIVERLAB: the program)
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -z "${RIVERLAB:-}" ]; then cargo build --release --quiet; fi
game=$1 players=$2 deals=$3
compare() { studies/compare.sh "$game" "$players" "$@"; }
steps=(random greedy flat:sims=200 mcts:sims=200 mcts:sims=1000 mcts:sims=5000)
echo "| game | players | bot | against | games | share | 95 % interval |"
echo "| --- | --- | --- | --- | --- | --- | --- |"
for idx in 1 2 3 4 5; do
    n=$((idx == 5 ? (deals + 1) / 2 : deals))
    compare "$n" "${steps[idx - 1]}" "${steps[idx]}"
done
# What is learned by self-play, against what is made by hand.
compare "$deals" greedy:eval=hand greedy
compare "$deals" mcts:sims=200,eval=hand mcts:sims=200
if [ "$players" = 2 ]; then
    compare "$deals" greedy mcts:sims=1000
    compare "$deals" greedy flat:sims=1000
    compare "$deals" flat:sims=1000 mcts:sims=1000
fi
# What sampling the hidden cards anew for each simulation is worth, against one guess for the whole decision.
if [ "$game" = rio-grande ]; then
    compare "$deals" mcts:sims=200,worlds=one mcts:sims=200
    compare "$deals" mcts:sims=1000,worlds=one mcts:sims=1000
fi
# What trees of the others are worth in which they choose again what they chose unseen, against one tree, and against their
# choices being any.
if [ "$game" = river-dragons ]; then
    compare "$deals" mcts:sims=200,observers=single mcts:sims=200
    compare "$deals" mcts:sims=200,secrets=even mcts:sims=200
    compare "$deals" greedy mcts:sims=200
fi
