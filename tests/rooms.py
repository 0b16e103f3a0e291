#!/usr/bin/env python3
"""Checks that no files import each other in a circle, and that crates and their rooms only import downward.

An arrow runs from a file to each file whose names it imports or writes as a path. A name that a mod.rs defines or
re-exports belongs to that mod.rs, and the re-export is an arrow to the file below it; `mod x;` is no arrow, and neither is
what only tests compile. The rooms of a crate are the folders and files directly in its src. ARCHITECTURE.md declares their
order in its block `rooms`: under the name of a crate, a room imports rooms on lower lines only.

Usage: tests/rooms.py [--arrows] [FOLDER]. Exits with 1 if something is wrong. --arrows lists the imports that make each circle.
"""

import argparse
import ast
import re
import sys
from bisect import bisect_right
from collections import defaultdict, deque
from pathlib import Path

CRATES = ["engine", "bots", "stats", "arena", "lab", "riverlab", "python"]
WITH_ROOMS = ["riverlab", "lab", "arena"]
TEXTS = re.compile(
    r"//[^\n]*|/\*.*?\*/|\bb?r(?P<hashes>#*)\".*?\"(?P=hashes)|b?\"(?:\\.|[^\"\\])*\"|b?'(?:\\[^\n']*?.|[^\\'\n])'", re.S
)
TEST_ONLY = re.compile(r"#\[cfg\((?:test|doctest)\)\]")
ATTRIBUTE = re.compile(r"\s*#\[[^\]]*\]")
USE = re.compile(r"(?<![\w$])use\s+([^;]+);")
INLINE = re.compile(r"\bmod\s+(\w+)\s*\{")
MACRO = re.compile(r"#\[macro_export\]\s*macro_rules!\s*(\w+)")
PATH = re.compile(r"(?<![\w:.])(?:\$?crate|[a-z_]\w*)(?:\s*::\s*\w+)+")


def closing(text, start):
    """Where the brace at `start` is closed."""
    depth = 0
    for found in re.compile(r"[{}]").finditer(text, start):
        depth += 1 if found[0] == "{" else -1
        if depth == 0:
            return found.end()
    return len(text)


def blanked(text, start, end):
    """The text without a passage, with every line where it was."""
    return text[:start] + "\n" * text.count("\n", start, end) + text[end:]


def item_end(text, start):
    """Where the item that begins at `start`, behind its attributes, ends."""
    while found := ATTRIBUTE.match(text, start):
        start = found.end()
    if re.match(r"\s*(?:pub(?:\([^)]*\))?\s+)?use\b", text[start:]):
        return text.index(";", start) + 1
    end = re.compile(r"[;{]").search(text, start)
    if not end:
        return len(text)
    return end.end() if end[0] == ";" else closing(text, end.start())


def product(text):
    """Rust code without comments, texts, visibilities and whatever only tests compile."""
    text = TEXTS.sub(lambda found: "\n" * found[0].count("\n") or " ", text)
    while found := TEST_ONLY.search(text):
        text = blanked(text, found.start(), item_end(text, found.end()))
    return re.sub(r"\bpub\s*\([^)]*\)", "pub", text)


def use_tree(tree):
    """The paths of a `use`, each with the name that it brings."""
    tree = tree.strip()
    brace = tree.find("{")
    if brace < 0:
        path, _, alias = tree.partition(" as ")
        names = [name.strip() for name in path.split("::") if name.strip()]
        if names[-1] in ("self", "*") and len(names) > 1:
            names.pop()
        return [(names, alias.strip() or names[-1])]
    depth, part, parts = 0, "", []
    for letter in tree[brace + 1 : tree.rindex("}")] + ",":
        if letter == "," and depth == 0:
            parts.append(part)
            part = ""
            continue
        depth += (letter == "{") - (letter == "}")
        part += letter
    return [found for part in parts if part.strip() for found in use_tree(tree[:brace] + part.strip())]


class Crate:
    """The product modules of a crate: the file of each, found from lib.rs by `mod`."""

    def __init__(self, root, name):
        self.root, self.files, self.texts, self.macros = root, {}, {}, {}
        self.add((), root / name / "src" / "lib.rs")

    def add(self, module, file):
        text = product(file.read_text())
        self.files[module] = file.relative_to(self.root).as_posix()
        self.texts[module] = text
        self.macros.update({name: module for name in MACRO.findall(text)})
        folder = file.parent if file.name in ("lib.rs", "mod.rs") else file.with_suffix("")
        for name in re.findall(r"\bmod\s+(\w+)\s*;", text):
            below = [folder / f"{name}.rs", folder / name / "mod.rs"]
            self.add((*module, name), next(path for path in below if path.exists()))

    def holder(self, names):
        """The module whose file holds what a path names."""
        if len(names) == 1 and names[0] in self.macros:
            return self.macros[names[0]]
        length = next(length for length in range(len(names), -1, -1) if tuple(names[:length]) in self.files)
        return tuple(names[:length])


def absolute(names, here, known):
    """A path of a module from the root of its crate; None where it leads out of the crate."""
    if names[0] in ("crate", "$crate"):
        return names[1:]
    if names[0] == "self":
        return [*here, *names[1:]]
    if names[0] == "super":
        up = next((at for at, name in enumerate(names) if name != "super"), len(names))
        return [*here[: len(here) - up], *names[up:]]
    return [*known[names[0]], *names[1:]] if names[0] in known else None


def module_paths(crate, module, text):
    """The paths that a module names, as written and from the root of the crate, each with its line."""
    lines = [found.start() for found in re.finditer("\n", text)]
    inline = [(found.start(), closing(text, found.end() - 1), found[1]) for found in INLINE.finditer(text)]
    known = {path[-1]: path for path in crate.files if path and path[:-1] == module}

    def written(names, at):
        inside = [name for start, end, name in inline if start < at < end]
        return names, absolute(names, [*module, *inside], known), bisect_right(lines, at) + 1

    found = []
    for use in USE.finditer(text):
        for names, alias in use_tree(use[1]):
            path = written(names, use.start())
            found.append(path)
            if path[1] and tuple(path[1]) in crate.files:
                known.setdefault(alias, tuple(path[1]))
    rest = USE.sub(lambda use: re.sub(r"[^\n]", " ", use[0]), text)
    found += [written(re.split(r"\s*::\s*", path[0]), path.start()) for path in PATH.finditer(rest)]
    return found


def rust_arrows(root, arrows, wrong):
    """Adds the arrows of all crates, and says which crate imports one above it. Gives all files."""
    files = set()
    for floor, name in enumerate(CRATES):
        crate = Crate(root, name)
        files.update(crate.files.values())
        above = {"riverlab" if other == "riverlab" else f"riverlab_{other}": other for other in CRATES[floor + 1 :]}
        for module, text in crate.texts.items():
            file = crate.files[module]
            for names, path, line in module_paths(crate, module, text):
                if names[0] in above:
                    wrong.append(f"{file}:{line}: the crate {name} imports {above[names[0]]}, a crate above it")
                elif path is not None and (target := crate.files[crate.holder(path)]) != file:
                    arrows[file, target].append((line, "::".join(names)))
    return files


def python_arrows(root, arrows):
    """Adds the arrows between files of the package for Python."""
    files = {file.stem: file for file in sorted((root / "python" / "riverlab").glob("*.py"))}
    for file in files.values():
        for node in ast.walk(ast.parse(file.read_text())):
            for module, name in imported(node):
                target = files.get(module or name, files["__init__"])
                if target != file and "_riverlab" not in (module, name):
                    ends = file.relative_to(root).as_posix(), target.relative_to(root).as_posix()
                    arrows[ends].append((node.lineno, f"{module}.{name}".strip(".")))


def imported(node):
    """What an import of Python takes from this package, as module and name; the module of the package itself is empty."""
    if isinstance(node, ast.Import):
        return [(alias.name.partition(".")[2], "") for alias in node.names if alias.name.split(".")[0] == "riverlab"]
    if not isinstance(node, ast.ImportFrom):
        return []
    package, _, module = (node.module or "").partition(".")
    if node.level:
        module = node.module or ""
    return [(module, alias.name) for alias in node.names] if node.level or package == "riverlab" else []


def circles(arrows):
    """The largest sets of files that reach each other, by Tarjan's algorithm."""
    below = defaultdict(list)
    for start, end in sorted(arrows):
        below[start].append(end)
    index, low, stack, found = {}, {}, [], []

    def visit(file):
        index[file] = low[file] = len(index)
        stack.append(file)
        for other in below[file]:
            if other not in index:
                visit(other)
            if other in stack:
                low[file] = min(low[file], low[other])
        if low[file] == index[file]:
            at = stack.index(file)
            found.append(sorted(stack[at:]))
            del stack[at:]

    sys.setrecursionlimit(10_000)
    for file in sorted(below):
        if file not in index:
            visit(file)
    return sorted(circle for circle in found if len(circle) > 1)


def shortest(circle, arrows):
    """A shortest way around within the files of a circle."""
    below = defaultdict(list)
    for start, end in sorted(arrows):
        if start in circle and end in circle:
            below[start].append(end)
    best = None
    for first in circle:
        came, waiting = {}, deque([first])
        while waiting and first not in came:
            file = waiting.popleft()
            for other in below[file]:
                if other not in came:
                    came[other] = file
                    waiting.append(other)
        way = [first]
        while len(way) == 1 or way[-1] != first:
            way.append(came[way[-1]])
        best = way[::-1] if best is None or len(way) < len(best) else best
    return best


def room(file):
    """The crate and the room that a file stands in, for crates whose rooms have an order."""
    parts = file.split("/")
    return (parts[0], parts[2].removesuffix(".rs")) if parts[0] in WITH_ROOMS and parts[1] == "src" else None


def rooms(root, there, wrong):
    """The floor of each room as ARCHITECTURE.md declares it, counted from the top."""
    block = re.search(r"^```rooms\n(.*?)^```", (root / "ARCHITECTURE.md").read_text(), re.S | re.M)
    if not block:
        wrong.append("ARCHITECTURE.md: no block `rooms` that declares the order of the rooms of crates")
        return {}
    order, crate = {}, None
    for floor, line in enumerate(block[1].splitlines()):
        if line.startswith(" "):
            order.update({(crate, name): floor for name in line.split()})
        else:
            crate = line.strip()
    wrong += [f"ARCHITECTURE.md: the room {name} of {crate}/src has no floor" for crate, name in sorted(there - set(order))]
    wrong += [f"ARCHITECTURE.md: there is no room {name} in {crate}/src" for crate, name in sorted(set(order) - there)]
    return order


def upward(arrows, order):
    """The arrows from a room to one that is not below it."""
    for (start, end), places in sorted(arrows.items()):
        rooms = room(start), room(end)
        if rooms[0] == rooms[1] or not set(rooms) <= set(order) or rooms[0][0] != rooms[1][0]:
            continue
        if order[rooms[0]] >= order[rooms[1]]:
            where = "above it" if order[rooms[0]] > order[rooms[1]] else "on its floor"
            yield f"{start}:{places[0][0]}: {rooms[0][1]} imports {rooms[1][1]}, a room {where} ({places[0][1]})"


def findings(root, with_arrows=False):
    """What is wrong in a repository, a line each."""
    arrows, wrong = defaultdict(list), []
    files = rust_arrows(root, arrows, wrong)
    python_arrows(root, arrows)
    there = {name for name in map(room, files) if name}
    wrong += upward(arrows, rooms(root, there, wrong))
    for circle in circles(arrows):
        wrong.append(f"circle of {len(circle)} files: " + " -> ".join(shortest(circle, arrows)))
        if with_arrows:
            inside = [(ends, places) for ends, places in sorted(arrows.items()) if set(ends) <= set(circle)]
            wrong += [f"  {a}:{line} -> {b}: {name}" for (a, b), places in inside for line, name in places]
    return wrong


def main():
    parser = argparse.ArgumentParser(description="Checks that files, rooms and crates only import downward.")
    parser.add_argument("--arrows", action="store_true", help="list the imports that make each circle")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent.parent, help="root of the repository")
    options = parser.parse_args()
    wrong = findings(options.folder, options.arrows)
    print("\n".join(wrong) if wrong else "no circles, no upward imports")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
