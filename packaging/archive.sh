#!/usr/bin/env bash
# Makes a release archive: the program, manual pages, completions, licences. The same sources give the same bytes but for the
# program itself.
# usage: packaging/archive.sh [FOLDER]   (dist by default; RIVERLAB: a program that is built already)
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath -m "${1:-dist}")
if [ -z "${RIVERLAB:-}" ]; then
    cargo build --release --locked
    RIVERLAB=${CARGO_TARGET_DIR:-target}/release/riverlab
fi
version=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"/\1/p' Cargo.toml)
name=riverlab-$version-$(rustc -vV | sed -n 's/^host: //p')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/$name
mkdir -p "$root/man" "$root/completions"
install -m 755 "$RIVERLAB" "$root/riverlab"
cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$root/"
packaging/third_party.py > "$root/THIRD-PARTY.txt"
"$root/riverlab" man --dir "$root/man" > "$work/pages"
"$root/riverlab" completions bash > "$root/completions/riverlab"
"$root/riverlab" completions zsh > "$root/completions/_riverlab"
"$root/riverlab" completions fish > "$root/completions/riverlab.fish"
mkdir -p "$out"
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C "$work" -cf - "$name" | gzip -n -9 > "$out/$name.tar.gz"
(cd "$out" && sha256sum "$name.tar.gz" > "$name.tar.gz.sha256")
echo "$out/$name.tar.gz"
