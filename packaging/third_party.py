#!/usr/bin/env python3
"""Writes the licence texts of all crates that are built into the program, for archives and wheels.

usage: packaging/third_party.py [PACKAGE] > THIRD-PARTY.txt   (riverlab by default; riverlab-python for the wheel)

Crates that are only needed to build or to test are left out. Crates without a file of their own in their package have the name
of their licence, whose text stands with others. Needs the packages that a build has fetched, and nothing else.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAMES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE", "COPYRIGHT")


def host() -> str:
    version = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout
    return next(line.split(": ")[1] for line in version.splitlines() if line.startswith("host: "))


def built_in(metadata: dict, name: str) -> list[dict]:
    """The packages that end in the program, in the order of their names."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    packages = {package["id"]: package for package in metadata["packages"]}
    found: set[str] = set()
    left = [package["id"] for package in packages.values() if package["name"] == name and package["source"] is None]
    if not left:
        sys.exit(f"{name}: there is no such package in this workspace")
    while left:
        one = left.pop()
        if one in found:
            continue
        found.add(one)
        is_macro = any("proc-macro" in target["kind"] for target in packages[one]["targets"])
        for dependency in [] if is_macro else nodes[one]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                left.append(dependency["pkg"])
    others = [packages[one] for one in found if packages[one]["source"] is not None]
    return sorted(others, key=lambda package: (package["name"], package["version"]))


def texts(package: dict) -> list[Path]:
    folder = Path(package["manifest_path"]).parent
    files = [file for file in folder.iterdir() if file.is_file() and file.name.upper().startswith(NAMES)]
    folders = [folder / "LICENSES", folder / "licenses"]
    files += [file for folder in folders if folder.is_dir() for file in folder.iterdir() if file.is_file()]
    return sorted(files)


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "riverlab"
    words = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", host()]
    metadata = json.loads(subprocess.run(words, check=True, capture_output=True, text=True, cwd=ROOT).stdout)
    packages = built_in(metadata, name)
    print("Crates that are part of this program, with their licences.\n")
    same: dict[str, list[str]] = {}
    for package in packages:
        title = f"{package['name']} {package['version']}"
        print(f"{title}: {package['license'] or 'see its file'}")
        for file in texts(package):
            same.setdefault(file.read_text(errors="replace").strip(), []).append(f"{title} ({file.name})")
    for text, of in same.items():
        print("\n" + "=" * 100 + "\n" + "\n".join(of) + "\n" + "=" * 100 + "\n" + text)


if __name__ == "__main__":
    main()
