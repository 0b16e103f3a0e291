#!/usr/bin/env bash
# Builds the wheel and runs the tests of the Python package in a virtual environment that it makes, with the versions of
# tests/requirements.txt. The wheel is built once for the same sources. Usage: python/test.sh [PYTEST ARGUMENTS]
set -euo pipefail
cd "$(dirname "$0")"
PYTHON=${PYTHON:-python3.11}
"$PYTHON" --version > /dev/null 2>&1 || PYTHON=python3
TARGET=${CARGO_TARGET_DIR:-../target}
VENV=$TARGET/python/venv

mkdir -p "$TARGET/python"
if [ ! "$VENV/ready" -nt tests/requirements.txt ]; then
    rm -rf "$VENV" "$TARGET/python/sources"
    "$PYTHON" -m venv "$VENV"
    "$VENV/bin/pip" install --quiet --disable-pip-version-check --requirement tests/requirements.txt
    touch "$VENV/ready"
fi

# What the wheel is made of.
sources=$(cd .. && git ls-files -z --cached --others --exclude-standard -- Cargo.toml Cargo.lock engine bots arena python \
    | xargs -0 sha256sum | sha256sum | cut -d ' ' -f 1)
if [ "$(cat "$TARGET/python/sources" 2> /dev/null)" != "$sources" ]; then
    rm -rf "$TARGET/python/wheels"
    export PATH=$(realpath "$VENV")/bin:$PATH
    "$VENV/bin/pip" wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir "$TARGET/python/wheels" .
    "$VENV/bin/pip" install --quiet --disable-pip-version-check --no-deps --force-reinstall "$TARGET"/python/wheels/*.whl
    echo "$sources" > "$TARGET/python/sources"
fi
export RIVERLAB_WHEELS=$(realpath "$TARGET/python/wheels")
# Not the folder here, which has no library.
cd tests
exec "$(realpath "../$VENV")/bin/python" -m pytest -q -p no:cacheprovider "$@"
