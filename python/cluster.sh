#!/usr/bin/env bash
# Runs the tests of riverlab.cluster on a Ray cluster of three nodes, each on a loopback address of its own, in a virtual
# environment that it makes, with the versions of cluster_tests/requirements.txt. What was started ends with it, also when it
# fails. Usage: python/cluster.sh [PYTEST ARGUMENTS]
#        python/cluster.sh --overhead [SECONDS]     two nodes beside two threads, on a run of that length (70)
set -euo pipefail
cd "$(dirname "$0")"
./environment.sh cluster-venv cluster_tests/requirements.txt
TARGET=${CARGO_TARGET_DIR:-../target}
PYTHON=$(realpath "$TARGET")/python/cluster-venv/bin/python
# Not the folder here, which has no library.
cd cluster_tests
export RAY_DEDUP_LOGS=0 RAY_USAGE_STATS_ENABLED=0
if [ "${1:-}" = --overhead ]; then
    exec "$PYTHON" overhead.py "${2:-70}"
fi
exec timeout --kill-after=10 900 "$PYTHON" -m pytest -q -p no:cacheprovider "$@"
