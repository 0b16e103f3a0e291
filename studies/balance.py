"""The tables of studies/balance.md, from studies/balance/: what studies/balance.sh has measured, in games of 100.

Usage: studies/balance.py [FOLDER, studies/balance by default] [BEFORE]     (BEFORE: such a folder of an earlier study)
"""

import csv
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from statistics import mean

STUDIES = ["mcts-2", "mcts-3", "mcts-4", "greedy-2", "greedy-4"]
SHOWN = ("strong", "weak", "leans-strong", "leans-weak", "near-margin")


def effects(folder: Path, study: str) -> dict[str, dict[str, str]]:
    with (folder / study / "effects.csv").open(newline="") as file:
        return {row["element"]: row for row in csv.DictReader(file) if row["verdict"] != "not-measurable"}


def strength(row: dict[str, str]) -> float:
    return 100 * float(row["strength"])


def half_width(row: dict[str, str]) -> float:
    return 50 * (float(row["strength_hi"]) - float(row["strength_lo"]))


def called(row: dict[str, str]) -> str:
    verdict = row["verdict"]
    return f"**{verdict}**" if verdict in ("strong", "weak") else verdict


def sort_of(component: str) -> str:
    """Meadows by what they do, buildings by their kind."""
    known = re.match(r"meadow-(income|produce|take4|per|swap2)", component)
    return known[0] if known else re.sub(r"-[a-z]$", "", component)


def table(head: list[str], rows: list[list[str]]) -> None:
    for cells in [head, ["---"] * len(head), *rows]:
        print(f"| {' | '.join(cells)} |")
    print()


def print_components(studies: dict[str, dict[str, dict[str, str]]]) -> None:
    search = [rows for study, rows in studies.items() if study.startswith("mcts")]
    named = {name for rows in search for name, row in rows.items() if row["verdict"] in SHOWN}
    most = {name: max(strength(rows[name]) for rows in search if name in rows) for name in named}

    def cell(rows: dict[str, dict[str, str]], name: str) -> str:
        row = rows.get(name)
        return f"{strength(row):+.1f} ± {half_width(row):.1f} {called(row)}" if row else "not measurable"

    shown = sorted(named, key=lambda name: (-most[name], name))
    table(["component", *studies], [[f"`{name}`", *(cell(rows, name) for rows in studies.values())] for name in shown])


def print_counts(studies: dict[str, dict[str, dict[str, str]]]) -> None:
    counts = {study: Counter(row["verdict"] for row in rows.values()) for study, rows in studies.items()}
    verdicts = sorted({verdict for count in counts.values() for verdict in count})
    rows = [[study, *(str(count[verdict]) for verdict in verdicts)] for study, count in counts.items()]
    table(["study", *verdicts], rows)
    for study, rows in studies.items():
        print(f"{study}: on average {mean(map(strength, rows.values())):+.1f}")
    print()


def print_sorts(studies: dict[str, dict[str, dict[str, str]]]) -> None:
    members: dict[str, set[str]] = defaultdict(set)
    for name in next(iter(studies.values())):
        members[sort_of(name)].add(name)

    def average(rows: dict[str, dict[str, str]], sort: str) -> float:
        return mean(strength(rows[name]) for name in members[sort] if name in rows)

    shown = sorted(members, key=lambda sort: -mean(average(rows, sort) for rows in studies.values()))
    table(
        ["sort", *studies],
        [[f"{sort} ({len(members[sort])})", *(f"{average(rows, sort):+.1f}" for rows in studies.values())] for sort in shown],
    )


def print_changes(before: dict[str, dict[str, dict[str, str]]], now: dict[str, dict[str, dict[str, str]]]) -> None:
    """What moved by two and more standard errors of the difference."""
    rows = []
    for study in now:
        for name in sorted(now[study].keys() & before[study].keys()):
            old, new = before[study][name], now[study][name]
            error = (half_width(old) ** 2 + half_width(new) ** 2) ** 0.5 / 1.96
            if abs(strength(new) - strength(old)) >= 2 * error:
                told = [f"{strength(row):+.1f} ± {half_width(row):.1f} {row['verdict']}" for row in (old, new)]
                rows.append([f"`{name}`", study, *told])
    table(["component", "study", "before", "now"], rows)


def main(folder: Path, before: Path | None) -> None:
    studies = {study: effects(folder, study) for study in STUDIES}
    print_components(studies)
    print_counts(studies)
    print_sorts(studies)
    if before:
        print_changes({study: effects(before, study) for study in STUDIES}, studies)


if __name__ == "__main__":
    paths = [Path(text) for text in sys.argv[1:3]]
    main(paths[0] if paths else Path(__file__).parent / "balance", paths[1] if len(paths) > 1 else None)
