#!/usr/bin/env bash
# Does what a new user does, who has the Rust toolchain and Python and nothing else: clones, gives the two commands of the README,
# then makes each package and tries it. The home is an empty folder, so that no package, setting or build of ours is found.
# usage: packaging/try.sh [--without-tests]   (about forty minutes on two cores; needs 10 GB where TMPDIR is)
set -eEuo pipefail
root=$(realpath "$(dirname "$0")/..")
with_tests=yes
[ "${1:-}" != --without-tests ] || with_tests=
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'echo "failed: $BASH_COMMAND" >&2' ERR
python=$(python3 -c 'import sys; print(sys.executable)')
export RUSTUP_HOME=${RUSTUP_HOME:-$HOME/.rustup} PATH=${CARGO_HOME:-$HOME/.cargo}/bin:$PATH
export HOME=$work/home CARGO_HOME=$work/home/.cargo
unset CARGO_TARGET_DIR RIVERLAB VIRTUAL_ENV PYTHONPATH
mkdir "$HOME"
cd "$work"

ok() { echo "ok: $1"; }
# Plays with a program and looks at what comes.
try() {
  rm -rf "$work/played"
  "$1" tournament dice --bots mcts:sims=20 random --deals 10 --quiet --out "$work/played" | grep '^ 1  mcts:sims=20' > "$work/row"
  "$1" games | grep river-dragons > "$work/row"
  "$1" verify "$work/played" > "$work/verified"
}

git clone --quiet "$root" riverlab
cd riverlab
cargo run --release --quiet | grep '^ 1  mcts:sims=400' > "$work/row"
ok "cargo run --release"
if [ -n "$with_tests" ]; then
  cargo test --quiet > "$work/tests.log" 2>&1 || { grep -E -A20 "^failures:|panicked" "$work/tests.log" >&2; exit 1; }
  ok "cargo test, $(sed -n 's/^test result: ok. \([0-9]*\) passed.*/\1/p' "$work/tests.log" | awk '{ sum += $1 } END { print sum }') tests"
fi
[ -z "$(git status --porcelain)" ] || { git status --short >&2; exit 1; }

cargo install --quiet --locked --path riverlab --root "$work/installed" --target-dir target
try "$work/installed/bin/riverlab"
ok "cargo install --path riverlab"

archive=$(RIVERLAB=target/release/riverlab packaging/archive.sh "$work/dist")
(cd "$work/dist" && sha256sum --quiet -c ./*.sha256)
mkdir "$work/unpacked"
tar -C "$work/unpacked" --strip-components=1 -xzf "$archive"
try "$work/unpacked/riverlab"
for file in README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE THIRD-PARTY.txt man/riverlab.1 man/riverlab-tournament.1 \
  completions/riverlab completions/_riverlab completions/riverlab.fish; do
  [ -s "$work/unpacked/$file" ] || { echo "the archive lacks $file" >&2; exit 1; }
done
bash -n "$work/unpacked/completions/riverlab"
ok "$(basename "$archive"), $(du -h "$archive" | cut -f 1)"

cargo publish --workspace --dry-run --locked --quiet
crates=$(find target/package -name '*.crate' -printf '%f\n' | sort -u | tr '\n' ' ')
[ "$(wc -w <<< "$crates")" = 6 ] || { echo "not six crates: $crates" >&2; exit 1; }
ok "cargo publish --workspace --dry-run: $crates"

"$python" -m venv "$work/venv"
"$work/venv/bin/pip" wheel --quiet --no-deps --wheel-dir "$work/wheels" ./python
"$work/venv/bin/pip" install --quiet "$work"/wheels/*.whl
try "$work/venv/bin/riverlab"
(cd "$work" && venv/bin/python -c '
import riverlab
state = riverlab.State("carcassonne", 3, seed=1)
while not state.is_terminal():
    state.play_chance()
    if not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
assert abs(sum(state.returns()) - 1) < 1e-9
')
[ -n "$(find "$work/venv/lib" -path '*/riverlab-*.dist-info/*' -name THIRD-PARTY.txt -size +0)" ] || {
  echo "the wheel lacks THIRD-PARTY.txt" >&2
  exit 1
}
ok "$(basename "$work"/wheels/*.whl)"

engine=
for one in podman docker; do
  if [ -z "$engine" ] && "$one" info > "$work/engine" 2>&1; then engine=$one; fi
done
if [ -z "$engine" ]; then
  echo "not tried: Containerfile (neither podman nor docker works here)"
else
  "$engine" build --quiet -t riverlab-try -f Containerfile . > "$work/image"
  "$engine" run --rm riverlab-try games | grep river-dragons > "$work/row"
  "$engine" rmi --force riverlab-try > "$work/image"
  ok "Containerfile"
fi
