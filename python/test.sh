#!/usr/bin/env bash
# Builds the wheel and runs the tests of the Python package in a virtual environment that it makes, with the versions of
# tests/requirements.txt. Usage: python/test.sh [PYTEST ARGUMENTS]
set -euo pipefail
cd "$(dirname "$0")"
./environment.sh venv tests/requirements.txt
TARGET=$(realpath "${CARGO_TARGET_DIR:-../target}")
export RIVERLAB_WHEELS=$TARGET/python/wheels
# Not the folder here, which has no library.
cd tests
exec "$TARGET/python/venv/bin/python" -m pytest -q -p no:cacheprovider "$@"
