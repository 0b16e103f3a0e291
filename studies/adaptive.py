"""What the studies of studies/adaptive.sh come to: errors, power, and games beside a study of fixed size.

Usage: studies/adaptive.py planted FOLDER STUDIES
       studies/adaptive.py river FOLDER
"""

import csv
import json
import sys
from pathlib import Path
from statistics import NormalDist

ALPHA = 0.05


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "effects.csv").open(newline="") as file:
        return [row for row in csv.DictReader(file) if row["verdict"] != "not-measurable"]


def plan(folder: Path) -> dict:
    return json.loads((folder / "manifest.json").read_text())


def is_called(row: dict[str, str]) -> bool:
    return row["verdict"] in ("strong", "weak")


def planted(folder: Path, studies: int) -> None:
    """Compares the verdicts of studies with the truth, of which those are left out that are too near the margin to be known."""
    margin = plan(folder / "truth")["margin"]
    truth = {(row["element"], row["intervention"]): row for row in rows(folder / "truth")}
    called = wrongly = wrong_balanced = with_false = found = of = open_ones = decided = 0
    shares, games = [], []
    for seed in range(1, studies + 1):
        study, false, true, has_wrong = folder / f"study-{seed}", 0, 0, False
        games.append(plan(study)["games_played"])
        for row in rows(study):
            known = truth[row["element"], row["intervention"]]
            effect, lo, hi = (float(known[column]) for column in ("share_effect", "lo", "hi"))
            size = abs(effect)
            inside = max(abs(lo), abs(hi)) < margin
            outside = min(abs(lo), abs(hi)) > margin and lo * hi > 0
            right_way = is_called(row) and (float(row["share_effect"]) > 0) == (effect > 0)
            if is_called(row):
                true += outside and right_way
                false += inside or (outside and not right_way)
            has_wrong |= row["verdict"] == "balanced" and outside
            if size >= 2 * margin:
                of += 1
                found += right_way
            decided += row["ended"] == "decided"
            open_ones += row["ended"] == "open"
        shares.append(false / (false + true) if false + true else 0.0)
        called, wrongly = called + false + true, wrongly + false
        wrong_balanced += has_wrong
        with_false += false > 0
    print(f"{studies} studies of {len(truth)} experiments, margin {margin}")
    print(f"called strong or weak: {called}, wrongly: {wrongly}; false discovery rate {sum(shares) / studies:.4f}")
    print(f"studies with any false discovery: {with_false}; with a wrong balanced: {wrong_balanced}")
    print(f"found of what is twice the margin or more: {found} of {of} ({found / of:.4f})")
    print(f"decided: {decided} of {decided + open_ones}")
    print(f"games: {min(games)} to {max(games)}, {sum(games) / studies:.0f} on average")
    fixed(rows(folder / "truth"), margin, sum(games) / studies)


def fixed(effects: list[dict[str, str]], margin: float, played: float) -> None:
    """The games of studies of fixed size in which each experiment is decided with 90 %, with effects and spreads as seen: by a
    test of the margin at 5 % divided by the number of experiments, or by an interval narrower than half the margin."""
    normal, family = NormalDist(), len(effects)
    together = (normal.inv_cdf(1 - ALPHA / 2 / family) / normal.inv_cdf(1 - ALPHA / 2)) ** 2
    tested, narrow = [], []
    for row in effects:
        distance, sd = max(abs(abs(float(row["share_effect"])) - margin), 1e-9), float(row["sd"])
        level = normal.inv_cdf(1 - ALPHA / family) + normal.inv_cdf(0.9)
        tested.append((level * sd / distance) ** 2)
        narrow.append((2 * normal.inv_cdf(1 - ALPHA / 2) * sd / (margin / 2)) ** 2)
    for what, deals in [
        ("by verdicts alone", max(tested)),
        ("or by a 95 % interval of one look", max(map(min, tested, narrow))),
        ("or by such intervals that hold together", max(map(min, tested, [together * deals for deals in narrow]))),
    ]:
        games = deals * (1 + 2 * family)
        print(f"fixed size, all decided {what}: {deals:.0f} deals, {games:.0f} games, {games / played:.2f} times as many")


def river(folder: Path) -> None:
    study = folder / "river"
    effects, about = rows(study), plan(study)
    verdicts = [row["verdict"] for row in effects]
    print({verdict: verdicts.count(verdict) for verdict in sorted(set(verdicts))})
    deals = [int(row["blocks"]) for row in effects]
    print(f"games: {about['games_played']}, deals: {min(deals)} to {max(deals)}")
    fixed(effects, about["margin"], about["games_played"])


if __name__ == "__main__":
    if sys.argv[1:2] == ["planted"] and len(sys.argv) == 4:
        planted(Path(sys.argv[2]), int(sys.argv[3]))
    elif sys.argv[1:2] == ["river"] and len(sys.argv) == 3:
        river(Path(sys.argv[2]))
    else:
        sys.exit(__doc__)
