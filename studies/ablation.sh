#!/usr/bin/env bash
# What each option of mcts is worth: the bot with one option changed against the bot as it is, one row each.
# usage: studies/ablation.sh   (about an hour on two cores)   (RIVERLAB: the program)
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -z "${RIVERLAB:-}" ]; then cargo build --release --quiet; fi
compare() {
    local game=$1 deals=$2 base=$3
    for option in "${@:4}"; do
        studies/compare.sh "$game" 2 "$deals" "$base" "$base,$option"
    done
}
echo "| game | players | bot | against | games | share | 95 % interval |"
echo "| --- | --- | --- | --- | --- | --- | --- |"
compare the-river 100 mcts:sims=300 eval=hand policy=off policy=off,prior=5 prior=5 c=0.25 c=1 \
    select=ucb1 rollout=random rollout=mast rollout=greedy depth=0 depth=1 depth=4 depth=end value=share value=score \
    chance=closed reuse=on final=value nodes=1000
compare rio-grande 60 mcts:sims=200 eval=hand policy=off policy=off,prior=5 prior=5 c=0.35 c=1.4 \
    select=ucb1 rollout=random rollout=mast rollout=greedy depth=0 depth=1 depth=4 value=share value=score final=value
compare carcassonne 40 mcts:sims=200 eval=hand policy=off policy=off,prior=20 prior=20 c=0.35 c=1.4 \
    select=ucb1 rollout=learned rollout=mast depth=0 depth=1 depth=8 depth=end value=share value=score final=value
compare river-dragons 60 mcts:sims=200 eval=hand policy=off policy=off,prior=3 prior=3 c=0.5 c=2 \
    select=ucb1 rollout=learned rollout=mast depth=0 depth=2 depth=8 depth=end value=mix:0.5 observers=single secrets=even \
    simultaneous=regret final=value
# Two trees side by side in the same time, one game at a time.
THREADS=1 compare the-river 40 mcts:ms=8 threads=2
compare connect-four 300 mcts:sims=1000 c=0.4 c=1.4 prior=1 prior=5 select=puct,prior=1 \
    rollout=greedy rollout=epsilon:0.2 rollout=mast
compare connect-four 1500 mcts:sims=1000 reuse=on final=value
compare dice 500 mcts:sims=1000 c=0.4 c=1.4 chance=closed rollout=greedy rollout=mast value=mix:0.5 final=value
