#!/usr/bin/env bash
# Fuzzes what reads the words of others: libFuzzer looks for inputs that lead to code which no input has reached before.
# Usage: fuzz/run.sh [--seconds N | --runs N] [TARGET…]   all targets, 60 seconds each, unless others are named
#        fuzz/run.sh --planted [TARGET…]                  shows that each target finds the defect that is planted in it
# Needs the Rust toolchain and a C++ compiler. Inputs that have reached something new stay in target/fuzz/corpus, findings in
# target/fuzz/findings; the corpus that all begin with is in fuzz/corpus.
set -euo pipefail
cd "$(dirname "$0")"
limit=-max_total_time=60 planted=
while [[ "${1:-}" == --* ]]; do
  case "$1" in
    --seconds) limit="-max_total_time=$2"; shift 2 ;;
    --runs) limit="-runs=$2"; shift 2 ;;
    --planted) planted=yes; export RIVERLAB_FUZZ_PLANTED=1; shift ;;
    *) echo "$1: expected --seconds N, --runs N or --planted" >&2; exit 2 ;;
  esac
done
targets=("$@")
if [ ${#targets[@]} = 0 ]; then for file in targets/*.rs; do targets+=("$(basename "$file" .rs)"); done; fi

# What cargo-fuzz passes, without a sanitizer: there is no unsafe code here.
level="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
counters="-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table"
coverage="--cfg fuzzing $level $counters -Ccodegen-units=1"
compares="-Cllvm-args=-sanitizer-coverage-trace-compares"
kept=$PWD/../target/fuzz
host=$(rustc -vV | sed -n 's/^host: //p')
build() { cargo build --quiet --release --locked --target "$host" --target-dir "$@"; }
# Comparisons are watched, so that words are found; of `games` that would be more than half of the time, and it has a dictionary.
others=()
for target in "${targets[@]}"; do [ "$target" = games ] || others+=(--bin "$target"); done
if [ ${#others[@]} != 0 ]; then RUSTFLAGS="$coverage $compares" build "$kept" "${others[@]}"; fi
if [[ " ${targets[*]} " == *" games "* ]]; then
  RUSTFLAGS="$coverage" build "$kept/games" --no-default-features --bin games
fi
program() { if [ "$1" = games ]; then echo "$kept/games/$host/release/games"; else echo "$kept/$host/release/$1"; fi; }

failed=0
printf '%-10s %12s %10s %10s  %s\n' target executions coverage features findings
for target in "${targets[@]}"; do
  # What the corpus reaches by itself is not found.
  if [ -n "$planted" ] && ! "$(program "$target")" -runs=0 "corpus/$target" >"$kept/$target-corpus.log" 2>&1; then
    failed=1
    echo "$target: an input of its corpus has the planted defect" >&2
  fi
  corpus=$kept/corpus${planted:+-planted}/$target findings=$kept/findings${planted:+-planted}/$target log=$kept/$target${planted:+-planted}.log
  mkdir -p "$corpus" "$findings"
  options=("$limit" -timeout=20 -rss_limit_mb=6000 -max_len=20000 -print_final_stats=1 -artifact_prefix="$findings/")
  [ -e "dictionaries/$target" ] && options+=("-dict=dictionaries/$target")
  status=0
  TMPDIR=${TMPDIR:-/tmp} "$(program "$target")" "${options[@]}" "$corpus" "corpus/$target" >"$log" 2>&1 || status=$?
  rm -rf "${TMPDIR:-/tmp}"/riverlab-fuzz-*
  last=$(grep -E '^#[0-9]+' "$log" | tail -1 || true)
  of() { sed -n "s/.* $1: \([0-9]*\).*/\1/p" <<<"$last"; }
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -1)
  found=none
  if [ "$status" != 0 ]; then found=$(grep -m1 -E "panicked at|ERROR: libFuzzer" -A1 "$log" | tr '\n' ' ' | cut -c1-160 || true); fi
  printf '%-10s %12s %10s %10s  %s\n' "$target" "$runs" "$(of cov)" "$(of ft)" "$found"
  if [ -n "$planted" ]; then
    grep -q "the planted defect" "$log" || { failed=1; echo "$target: its planted defect was not found" >&2; }
  elif [ "$status" != 0 ]; then
    failed=1
    ls "$findings"/* >&2
  fi
done
exit $failed
