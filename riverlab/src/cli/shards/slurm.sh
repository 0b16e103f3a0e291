#!/usr/bin/env bash
# Plays @plan@ in @count@ parts as an array of Slurm jobs, and merges them in a job that waits for all.
# Written by riverlab shards @version@.
#
#   bash SCRIPT            submits both; options for sbatch stand in SBATCH_OPTIONS: SBATCH_OPTIONS="--time=2:00:00 --partition=cpu"
#   bash SCRIPT check      asks Slurm whether it would take them
#
# A part whose node is lost is put into the queue again and goes on where it was; one that fails is tried three times. When
# parts are missing in the end the merge says which: submit the script again, and what is played is not played again.
set -euo pipefail
count=@count@
export OUT=${OUT:-@out@}
# shellcheck disable=SC2206
options=(${SBATCH_OPTIONS:-})

case ${1:-submit} in
submit)
    mkdir -p "$OUT.parts"
    array=$(sbatch --parsable --job-name=riverlab --array="1-$count" --requeue --open-mode=append --cpus-per-task=@threads@ \
        --output="$OUT.parts/%a.log" "${options[@]}" "$0" part)
    sbatch --job-name=riverlab-merge --dependency="afterany:${array%%;*}" --output="$OUT.parts/merge.log" \
        "${options[@]}" "$0" merge
    ;;
check)
    sbatch --test-only --array="1-$count" --requeue --cpus-per-task=@threads@ "${options[@]}" "$0" part
    sbatch --test-only "${options[@]}" "$0" merge
    ;;
part)
    part=$SLURM_ARRAY_TASK_ID
    for _ in 1 2 3; do
        if @play@ --shard "$part/$count" --out "$OUT.parts/$part"; then
            exit 0
        fi
    done
    exit 1
    ;;
merge)
    parts=()
    for part in $(seq 1 "$count"); do
        if [ -e "$OUT.parts/$part/manifest.json" ]; then parts+=("$OUT.parts/$part"); fi
    done
    riverlab merge "${parts[@]}" --out "$OUT"
    ;;
*)
    echo "$1: expected submit or check" >&2
    exit 2
    ;;
esac
