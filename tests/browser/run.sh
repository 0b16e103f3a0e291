#!/usr/bin/env bash
# Opens reports and replays in a real browser and checks what a person would see. Installs what it lacks: Chromium from
# Debian, and the packages of package-lock.json. Usage: RIVERLAB=target/debug/riverlab tests/browser/run.sh [SHOTS]
# where SHOTS is a folder for screenshots.
set -euo pipefail
cd "$(dirname "$0")/../.."
RIVERLAB=$(realpath "${RIVERLAB:-target/debug/riverlab}")
SHOTS=${1:-target/browser/shots}

if ! command -v chromium > /dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core > /dev/null
fi
if ! command -v npm > /dev/null; then
    echo "tests/browser/run.sh: npm is missing: install it with Node 20.11 or newer" >&2
    exit 1
fi
# What npm writes last says that all is there.
if [ ! tests/browser/node_modules/.package-lock.json -nt tests/browser/package-lock.json ]; then
    (cd tests/browser && npm ci --no-audit --no-fund --silent)
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$SHOTS"
RIVERLAB="$RIVERLAB" SHOTS=$(realpath "$SHOTS") WORK="$folder" CHROMIUM=$(command -v chromium) \
    node --test --test-timeout=900000 --test-concurrency=1 tests/browser/*.test.mjs
