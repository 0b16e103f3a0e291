#!/usr/bin/env bash
# Plays @plan@ in @count@ parts with GNU parallel, and merges them. Written by riverlab shards @version@.
#
#   bash SCRIPT [JOBS]     so many parts at once: as many as there are processors, unless given
#
# A part that fails or is killed is tried three times and goes on where it was. The same command again plays what is missing.
set -euo pipefail
export count=@count@
export out=${OUT:-@out@}
jobs=${1:-$(nproc)}

play() {
    @play@ --shard "$1/$count" --out "$out.parts/$1" > /dev/null
}
export -f play

mkdir -p "$out.parts"
seq 1 "$count" | parallel --jobs "$jobs" --joblog "$out.parts/joblog" --resume-failed --retries 3 play
parts=()
for part in $(seq 1 "$count"); do
    parts+=("$out.parts/$part")
done
riverlab merge "${parts[@]}" --out "$out"
