#!/usr/bin/env bash
# Proves that a refactoring leaves every file that commands write byte for byte as it was.
# Usage: tests/bytes.sh BINARY OUT [THREADS]             runs all commands below in OUT and writes OUT/SHA256SUMS
#        tests/bytes.sh --compare OLD_BINARY NEW_BINARY  runs both with one thread and with two, and compares
set -euo pipefail
export LC_ALL=C

# A name, which is the folder that the command runs in, and the command. Paths start from that folder, so that no file
# tells where OUT is, and a command may read what an earlier one wrote. Words are split at blanks, and patterns are left
# as they are. Dry runs and bots with ms= are left out as they depend on time, help texts as they may change.
commands=$(grep -v '^#' <<'END'
# Each game with each number of players, and the toys.
river-default        tournament --deals 2
river-2              tournament the-river --bots greedy ply:samples=5 flat:sims=20 mcts:sims=20 random --deals 6 --seed 7
river-3              tournament the-river --players 3 --bots greedy ply:samples=3 random --deals 8
river-4              tournament the-river --players 4 --bots greedy mcts:sims=12 random random --deals 4
rio-2                tournament rio-grande --bots greedy ply:samples=3 flat:sims=16 mcts:sims=16 random --deals 2
rio-3                tournament rio-grande --players 3 --bots greedy mcts:sims=10 random --deals 3
rio-5                tournament rio-grande --players 5 --bots greedy random random --deals 2
carcassonne-2        tournament carcassonne --bots greedy ply:samples=2 flat:sims=12 mcts:sims=12 random --deals 1
carcassonne-none     tournament carcassonne:rivers=none --players 3 --bots greedy mcts:sims=8 random --deals 1
carcassonne-second   tournament carcassonne:rivers=2 --players 4 --bots greedy random --deals 1
carcassonne-both     tournament carcassonne:rivers=both --players 5 --bots greedy random --deals 1
dragons-2            tournament river-dragons --bots greedy ply:samples=3 flat:sims=12,rollout=quick,value=mix:0.3 mcts:sims=12 random --deals 1
dragons-3            tournament river-dragons --players 3 --bots greedy mcts:sims=8 random --deals 1
dragons-4            tournament river-dragons --players 4 --set limits.rounds=20 --set planks.village_rim=25 --bots greedy random --deals 2
dragons-5            tournament river-dragons --players 5 --bots greedy random --deals 1
dragons-6            tournament river-dragons --players 6 --bots greedy random --deals 1
four                 tournament connect-four --bots mcts:sims=50 flat:sims=50 ply greedy random --deals 10
dice-2               tournament dice --bots mcts:sims=50 flat:sims=50 ply greedy random --deals 10
dice-6               tournament dice --players 6 --bots mcts:sims=20 random --deals 4
# Other tables and plans, other ways to end and to show a run.
river-rules          tournament --rules ../input/supply.toml --players 3 --bots greedy random --deals 5
river-plan           tournament --plan ../input/tournament.toml --seed 9
carcassonne-old      tournament carcassonne:rivers=1 --set farm.rule=1 --set farm.city=4 --set edition.two_tile_city=old --bots greedy random --deals 3
river-auto           tournament --bots greedy ply:samples=2 random --deals auto:0.3
river-json           tournament --bots greedy random --deals 5 --set building.mill-a.points=6 --set building.mill-a.cost.wood=2 --json
river-again          tournament --bots greedy random --deals 5 --set building.mill-a.points=6 --set building.mill-a.cost.wood=2 --out ../river-json/results --resume
river-timing         tournament --bots greedy mcts:sims=10 --deals 3 --timing
# Schedules, and a run in parts.
gauntlet-1           tournament dice --players 3 --schedule gauntlet:1 --bots greedy random ply mcts:sims=10 --deals 5
gauntlet-2           tournament rio-grande --schedule gauntlet:2 --bots greedy random random random --deals 3
swiss                tournament --schedule swiss:3 --bots greedy ply:samples=2 random random random random --deals 4
swiss-3              tournament river-dragons --players 3 --schedule swiss:2 --bots greedy greedy random random random --deals 1 --seed 9007199254740991
shard-1              tournament --bots greedy random mcts:sims=10 --deals 7 --shard 1/2
shard-2              tournament --bots greedy random mcts:sims=10 --deals 7 --shard 2/2
merge                merge ../shard-1/results ../shard-2/results
# Options of searches.
flat-river           tournament --bots flat:sims=20,rollout=greedy flat:sims=20,rollout=mast,depth=4 flat:sims=20,rollout=epsilon:0.2,value=score --deals 1
mcts-river-values    tournament --bots mcts:sims=20,prior=2,c=2,value=share mcts:sims=20,final=value,value=score mcts:sims=20,select=ucb1,prior=off --deals 2
mcts-river-rollouts  tournament --players 3 --bots mcts:sims=9,rollout=greedy,depth=0 mcts:sims=9,rollout=epsilon:0.2 mcts:sims=9,rollout=random,depth=end --deals 1
mcts-river-chance    tournament --bots mcts:sims=20,chance=closed mcts:sims=20,reuse=on mcts:sims=20,chance=closed,reuse=on --deals 2
mcts-river-threads   tournament --bots mcts:sims=20,threads=2 mcts:sims=20,threads=2,chance=closed,reuse=on mcts:sims=20,worlds=one --deals 2
mcts-rio-worlds      tournament rio-grande --bots mcts:sims=12,worlds=one mcts:sims=12,observers=multi mcts:sims=12,reuse=on --deals 1
mcts-rio-threads     tournament rio-grande --bots mcts:sims=12,threads=2,final=value mcts:sims=12,chance=closed,select=ucb1 mcts:sims=12,rollout=quick --deals 1
mcts-carcassonne     tournament carcassonne --bots mcts:sims=8,rollout=mast,depth=6 mcts:sims=8,chance=closed,depth=2 mcts:sims=8,reuse=on,threads=2,depth=4 --deals 1
mcts-dragons-secrets tournament river-dragons --bots mcts:sims=12,observers=single,secrets=even mcts:sims=12,secrets=even mcts:sims=12,threads=2 --deals 1
mcts-dragons-regret  tournament river-dragons --players 3 --bots mcts:sims=9,simultaneous=regret mcts:sims=9,reuse=on mcts:sims=9,worlds=one,rollout=mast --deals 1
mcts-four            tournament connect-four --bots mcts:sims=40,reuse=on mcts:sims=40,select=puct,prior=1 mcts:sims=40,threads=2 mcts:sims=1200,nodes=1000 --deals 3
mcts-dice            tournament dice --players 3 --bots mcts:sims=40,chance=closed mcts:sims=40,rollout=greedy mcts:sims=40,value=mix:0.5 mcts:sims=40,worlds=one --deals 2
# What is made by hand, where learned values are the default, and the options of learned policies.
hand-river           tournament --bots greedy:eval=hand ply:samples=3,eval=hand flat:sims=20,eval=hand mcts:sims=20,eval=hand --deals 2
hand-rio             tournament rio-grande --bots greedy:eval=hand mcts:sims=12,eval=hand --deals 2
hand-carcassonne     tournament carcassonne --bots greedy:eval=hand mcts:sims=8,eval=hand --deals 1
hand-dragons         tournament river-dragons --players 3 --bots greedy:eval=hand mcts:sims=8,eval=hand --deals 1
learned-river        tournament --bots mcts:sims=20,policy=off mcts:sims=20,prior=5 mcts:sims=20,rollout=learned:0.5,depth=end --deals 2
learned-dragons      tournament river-dragons --bots mcts:sims=12,rollout=learned mcts:sims=12,prior=3 --deals 1
training             train the-river --games 30 --generations 2 --sims 5 --gate-deals 10
# Matches.
match-fixed          match the-river --focus greedy --against random ply:samples=2 --deals 6
match-plan           match --plan ../input/match.toml --deals 40
match-sprt           match --focus ply:samples=2 --against random --sprt win:0.1
match-no-loss        match dice --focus mcts:sims=5 --against greedy --sprt no-loss:0.2 --alpha 0.1 --beta 0.1 --deals 600
match-equivalence    match connect-four --focus random --against random --sprt equivalence:0.3 --deals 800
match-baseline       match --focus greedy --baseline ply:samples=2 --against random --players 3 --deals 10
match-sequence       match dice --focus mcts:sims=8 --baseline random --against greedy --sprt -0.1,0.2 --deals 300 --json
match-auto           match rio-grande --focus greedy --against random --deals auto:0.4
# Balance: each kind of intervention, and each game that has elements.
balance-ban          balance --deals 40
balance-one          balance --elements fort-* meadow-per-* mill-a --interventions grant cost+1 points-1 points+2 --bots greedy random --deals 12
balance-all          balance --elements well-* chapel-b --interventions ban-all cost+1-all points-1-all remove --players 3 --deals 12
balance-set          balance --interventions set:display.tiles.2=6 set:supply.2.wood=6;supply.2.clay=6 --bots greedy mcts:sims=6 --deals 8 --json
balance-order        balance --elements order color --interventions grant --players 4 --bots greedy --deals 4
balance-confirm      balance --elements building --bots random greedy --deals 15 --confirm 20 --seed 11 --margin 0.05
balance-readings     balance --elements well-a fort-c --interventions grant --readings building.well-a* supply-2* --bots random greedy --deals 40
balance-suggest      balance --elements well-a fort-c --interventions grant --margin 0.1 --suggest --deals 40 --rules ../input/supply.toml
balance-rio          balance rio-grande --elements river-forest-* lake bridge --interventions ban points+1 points-1-all --bots greedy --deals 5
balance-rio-confirm  balance rio-grande --players 3 --elements card-kind --bots random --deals 20 --confirm 5
balance-tiles        balance carcassonne:rivers=none --elements tile-A tile-L tile-X --interventions remove points+1 --bots random --deals 4
balance-meeples      balance carcassonne:rivers=both --interventions ban ban-all points+1 --bots greedy --deals 2
balance-dragons      balance river-dragons --interventions ban ban-all --bots greedy --deals 3
balance-own-readings balance --rules ../input/readings.toml --elements well-a --interventions grant --readings building.well-* --deals 60 --json
balance-pairs        balance --elements mill-a fort-a well-a --interactions 2 --deals 10
balance-until        balance --elements mill-a fort-a --until-decided --budget 1000
balance-again        balance river-dragons --interventions ban ban-all --bots greedy --deals 3 --out ../balance-dragons/balance --resume
# Other studies: endings that are solved, the last one with choices at the same time; tuning; calibration.
endings-river        endings --bots greedy random --by random --positions 4 --nodes 2000
endings-four         endings connect-four --bots mcts:sims=20 greedy --positions 10
endings-dragons      endings river-dragons --set cards.program=1 --bots mcts:sims=20 random --by mcts:sims=10 --positions 2
tuning               tune dice --bot mcts:sims=6 --over c=0.1..2:log --against greedy --games 400 --confirm 20
calibration          calibrate dice --players 3 --bots greedy random --parts shares --studies 100 --sample 500 --deals 50
# Runs shown and checked, and games one by one.
report               report ../river-2/results
report-match         report ../match-baseline/results --json
verify               verify ../river-4/results --sample 5
trace-river          trace the-river --players 4 --seed 7 --deal 3 --bots greedy random random random
trace-explain        trace --bots mcts:sims=30 ply:samples=3 --explain
trace-rio            trace rio-grande --players 3 --bots mcts:sims=10 greedy flat:sims=12 --explain
trace-carcassonne    trace carcassonne:rivers=both --bots mcts:sims=6 greedy --explain --set players.meeples=5
trace-dragons        trace river-dragons --players 3 --bots mcts:sims=10 greedy random --explain
trace-dice           trace dice --bots mcts:sims=20,chance=closed --explain
trace-from           trace --from ../dragons-4/results --game 2
replay-river         replay ../trace-river/stdout
replay-line          replay ../trace-explain/stdout --show --line 30
replay-rio           replay ../trace-rio/stdout --show
replay-carcassonne   replay ../trace-carcassonne/stdout --show --set players.meeples=5
replay-dragons       replay ../trace-dragons/stdout --show
think-mcts           think ../trace-explain/stdout --line 40 --bot mcts:sims=200
think-rio            think ../trace-rio/stdout --line 85 --bot flat:sims=40 --seed 3
think-dragons        think ../trace-dragons/stdout --line 50 --bot mcts:sims=60,simultaneous=regret
# Texts may be changed on purpose: they come last, in a section of their own, and a difference is no error.
texts/games          games
texts/games-set      games the-river --set building.mill-a.points=6
texts/bots           bots
texts/html           report ../../river-2/results --html page.html
texts/html-match     report ../../match-baseline/results --html page.html
texts/html-balance   report ../../balance-suggest/balance --html page.html
END
)

fail() { echo "bytes.sh: $1" >&2; exit 2; }

# The files that commands above read. The path of rules in a plan starts from the folder of the plan.
write_input() {
    printf '%s\n' '[supply]' '2 = { wood = 6, clay = 6, stone = 6, food = 3 }' '3 = { wood = 9, clay = 9, stone = 9, food = 4 }' >supply.toml
    printf '%s\n' '[range]' '"building.well-a.points" = [-3, 2]' '"building.well-*.cost.wood" = [1]' >readings.toml
    printf '%s\n' 'players = 3' 'bots = ["greedy", "random"]' 'deals = 6' 'rules = "supply.toml"' >tournament.toml
    printf '%s\n' 'game = "dice"' 'focus = "mcts:sims=10"' 'against = ["greedy", "random"]' 'sprt = "win:0.1"' >match.toml
}

# run BINARY OUT THREADS: runs all commands, and counts in failed those that failed.
run() {
    local binary out=$2 name line words code
    [ -f "$1" ] && [ -x "$1" ] || fail "$1 is no program that can be run."
    [[ $3 =~ ^[1-9][0-9]*$ ]] || fail "The number of threads must be a whole number from 1 on, not \"$3\"."
    [ ! -e "$out" ] || [ -z "$(ls -A "$out")" ] || fail "$out holds something already. Give a new folder, or an empty one."
    binary=$(realpath "$1")
    mkdir -p "$out/input" && (cd "$out/input" && write_input)
    failed=0
    while read -r name line; do
        read -ra words <<<"$line"
        case ${words[0]} in tournament | match | balance | train | tune | endings | calibrate) words+=(--threads "$3" --quiet) ;; esac
        mkdir -p "$out/$name"
        (cd "$out/$name" && exec "$binary" "${words[@]}" >stdout 2>stderr </dev/null) && continue || code=$?
        # A command that fails must not be taken for one that has nothing to say.
        echo "exit code $code" >>"$out/$name/stdout"
        echo "bytes.sh: $name ended with exit code $code. What it said is in $out/$name/stderr." >&2
        failed=$((failed + 1))
    done <<<"$commands"
    # A manifest says when a run began and ended, and timing.csv how long bots thought. All else must be the same.
    find "$out" -name manifest.json -exec sed -i -E 's/"(start|end)": "[^"]*"/"\1": "masked"/' {} +
    find "$out" -name timing.csv -exec sed -s -i -E '2,$s/(,[^,]*){5}$/,masked/' {} +
    {
        sums "$out" ! -path './input/*' ! -path './texts/*' ! -name SHA256SUMS
        echo "# texts, which may be changed on purpose"
        sums "$out" -path './texts/*'
    } >"$out/SHA256SUMS"
}

# sums OUT CONDITION: of the files that meet a condition of find.
sums() { (cd "$1" && find . -type f ! -name stderr "${@:2}" -printf '%P\n' | sort | xargs -d '\n' sha256sum); }

# The sums of a run without the texts, those of one command, and whether these are the same in a run and the first one.
of_all() { sed '/^# texts/,$d' "$work/$1/SHA256SUMS" | sort; }
of_command() { grep -F "  $1/" "$work/$2/SHA256SUMS" || true; }
verdict() { if [ "$(of_command "$1" "$2")" = "$(of_command "$1" old-1)" ]; then echo same; else echo DIFFERENT; fi; }

compare() {
    local number=0 name line run files differing
    work=$(mktemp -d)
    for run in old-1 old-2 new-1 new-2; do
        case $run in old-*) line=$1 ;; *) line=$2 ;; esac
        echo "bytes.sh: running all commands of $line with --threads ${run#*-} in $work/$run." >&2
        run "$line" "$work/$run" "${run#*-}"
        [ "$run" != old-1 ] || [ "$failed" = 0 ] || fail "The old program must carry out all commands."
    done
    row "#" name command files "new t=1" "new t=2" "old t=2"
    while read -r name line; do
        [ "$name" != texts/games ] || echo "texts, which may be changed on purpose:"
        number=$((number + 1)) files=$(of_command "$name" old-1 | wc -l)
        row "$number" "$name" "$line" "$files" "$(verdict "$name" new-1)" "$(verdict "$name" new-2)" "$(verdict "$name" old-2)"
    done <<<"$commands"
    differing=$(for run in new-1 new-2 old-2; do
        comm -3 <(of_all old-1) <(of_all "$run") | sed -E "s/^\t?[0-9a-f]+  /$run\//" | sort -u
    done)
    if [ -n "$differing" ]; then
        printf '%s\n' "These files in $work differ from those in old-1, or only one of both folders has them:" "$differing"
        exit 1
    fi
    echo "$(grep -vc '^texts/' <<<"$commands") commands, $(of_all old-1 | wc -l) files: all the same"
    rm -rf "$work"
}

row() {
    local line=$3
    [ ${#line} -le 62 ] || line=${line:0:59}...
    printf '%3s  %-20s  %-62s  %5s  %-9s  %-9s  %s\n' "$1" "$2" "$line" "${@:4}"
}

if [ $# = 3 ] && [ "$1" = --compare ]; then
    compare "$2" "$3"
elif [[ $# = [23] && $1 != -* ]]; then
    run "$1" "$2" "${3:-1}"
    echo "$(wc -l <<<"$commands") commands, $failed of them failed, $(grep -vc '^#' "$2/SHA256SUMS") files: their sums are in $2/SHA256SUMS"
    [ "$failed" = 0 ]
else
    fail "Give BINARY OUT [THREADS], or --compare OLD_BINARY NEW_BINARY."
fi
