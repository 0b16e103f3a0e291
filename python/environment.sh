#!/usr/bin/env bash
# Makes a virtual environment in target/python with the package in it, and the versions of a list of requirements, among them
# maturin. The wheel is built once for the same sources. Usage: python/environment.sh NAME REQUIREMENTS
set -euo pipefail
cd "$(dirname "$0")"
name=${1:?the name of the environment}
requirements=$(realpath "${2:?a list of requirements}")
PYTHON=${PYTHON:-python3.11}
"$PYTHON" --version > /dev/null 2>&1 || PYTHON=python3
TARGET=${CARGO_TARGET_DIR:-../target}
VENV=$TARGET/python/$name

mkdir -p "$TARGET/python"
# One at a time.
exec 9> "$TARGET/python/lock"
flock 9
if [ ! "$VENV/ready" -nt "$requirements" ]; then
    rm -rf "$VENV"
    "$PYTHON" -m venv "$VENV"
    "$VENV/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements"
    touch "$VENV/ready"
fi

# What the wheel is made of.
sources=$(cd .. && git ls-files -z --cached --others --exclude-standard -- Cargo.toml Cargo.lock engine bots stats arena lab riverlab \
    packaging python | xargs -0 sha256sum | sha256sum | cut -d ' ' -f 1)
if [ "$(cat "$TARGET/python/sources" 2> /dev/null)" != "$sources" ]; then
    rm -rf "$TARGET/python/wheels"
    PATH=$(realpath "$VENV")/bin:$PATH "$VENV/bin/pip" wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
        --wheel-dir "$TARGET/python/wheels" .
    echo "$sources" > "$TARGET/python/sources"
fi
if [ "$(cat "$VENV/sources" 2> /dev/null)" != "$sources" ]; then
    "$VENV/bin/pip" install --quiet --disable-pip-version-check --no-deps --force-reinstall "$TARGET"/python/wheels/*.whl
    echo "$sources" > "$VENV/sources"
fi
