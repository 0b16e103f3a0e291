#!/usr/bin/env python3
"""What twice the simulations are worth: matches of each number against half of it, Elo per doubling, and a fit.

usage: studies/scaling.py FOLDER [--hours H] [--publish] [GAME:PLAYERS:EVAL:MOST:DEALS]...

FOLDER keeps all matches, so that a study that was stopped goes on where it was: it may take several nights. With --hours it
begins no further match after so many hours. Doublings that are published in studies/scaling.csv are not played again. Each line
asks for the doublings from 50 simulations to MOST, so many deals each, by the evaluation EVAL (learned or hand); without any, all
of the page docs/strength.md. What is there is shown at the end in any case: a table for the page, and FOLDER/scaling.csv and
FOLDER/scaling.svg with all lines; --publish copies these to studies/scaling.csv and docs/scaling.svg. RIVERLAB names the program.

    gain of a doubling in Elo = a + b k + noise of the match,    k = log2(simulations / 50)

by weighted least squares; intervals of the line and of the doubling at which it falls below 30 Elo are those of lines drawn
as the matches may have come out (parametric bootstrap).
"""

import argparse
import csv
import json
import math
import os
import random
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PUBLISHED = ROOT / "studies/scaling.csv"
LINES = [
    *[f"the-river:{players}:{evaluation}:12800:{deals}" for players, deals in [(2, 400), (3, 250), (4, 200)] for evaluation in ("learned", "hand")],
    *[f"{game}:2:{evaluation}:3200:{deals}" for game, deals in [("rio-grande", 400), ("carcassonne", 100), ("river-dragons", 400)] for evaluation in ("learned", "hand")],
]
FIRST = 50
LEAST = 30.0
DRAWS = 4000
ELO = 400 / math.log(10)
COLORS = ["#1f5f99", "#b04a17", "#3d7a3a", "#7a4a92", "#a3842c", "#2d8a8a", "#8c3b5e", "#5f5b53"]


def logit(share: float) -> float:
    share = min(max(share, 1e-4), 1 - 1e-4)
    return math.log(share / (1 - share))


class Line:
    """The doublings of one game, number of players and evaluation."""

    def __init__(self, text: str) -> None:
        try:
            self.game, players, self.evaluation, most, deals = text.split(":")
            self.players, self.most, self.deals = int(players), int(most), int(deals)
        except ValueError:
            sys.exit(f"{text}: expected GAME:PLAYERS:EVAL:MOST:DEALS")
        if self.evaluation not in ("learned", "hand"):
            sys.exit(f"{text}: expected learned or hand, not {self.evaluation}")

    def doublings(self) -> list[int]:
        count = int(math.log2(self.most / FIRST) + 1e-9)
        return [FIRST * 2**step for step in range(1, count + 1)]

    def bot(self, sims: int) -> str:
        return f"mcts:sims={sims}" + ("" if self.evaluation == "learned" else ",eval=hand")

    def folder(self, sims: int) -> str:
        return f"{self.game}-{self.players}-{self.evaluation}-{sims}-{self.deals}"

    def name(self) -> str:
        return f"{self.game}, {self.players} players, {self.evaluation}"


Row = tuple[int, list[float], float]


def published(line: Line) -> dict[int, Row]:
    """The doublings of a line that are published: simulations, Elo with its interval, CPU seconds."""
    if not PUBLISHED.exists():
        return {}
    with PUBLISHED.open(newline="") as file:
        rows = list(csv.DictReader(file))
    key = (line.game, str(line.players), line.evaluation, str(line.deals))
    rows = [row for row in rows if (row["game"], row["players"], row["eval"], row["deals"]) == key]
    read = [(int(row["sims"]), [float(row[name]) for name in ("elo", "elo_lo", "elo_hi")], float(row["cpu_seconds"])) for row in rows]
    return {row[0]: row for row in read}


def play(riverlab: str, folder: Path, line: Line, sims: int) -> None:
    """Plays a match, or what is left of it, and adds up the CPU seconds that it has taken."""
    out = folder / line.folder(sims)
    words = ["match", line.game, "--players", str(line.players), "--deals", str(line.deals), "--seed", "2025"]
    words += ["--focus", line.bot(sims), "--against", line.bot(sims // 2), "--quiet", "--json", "--out", str(out)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run([riverlab, *words], stdout=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if ran.returncode in (2, 101):
        sys.exit(ran.returncode)
    seconds = out / "cpu-seconds"
    so_far = float(seconds.read_text()) if seconds.exists() else 0.0
    seconds.write_text(f"{so_far + spent:.1f}\n")
    if ran.returncode != 0:
        sys.exit(ran.returncode)
    result = json.loads(ran.stdout)["match"]
    (out / "match.json").write_text(json.dumps({key: result[key] for key in ("raw", "raw_lo", "raw_hi")}) + "\n")


def results(folder: Path, lines: list[Line]) -> dict[Line, list[Row]]:
    """Of each line its doublings so far, those that are published as they are there."""
    found: dict[Line, list[Row]] = {}
    for line in lines:
        there = published(line)
        for sims in line.doublings():
            if sims in there:
                found.setdefault(line, []).append(there[sims])
                continue
            out = folder / line.folder(sims)
            if (out / "match.json").exists():
                result = json.loads((out / "match.json").read_text())
                shares = [result[key] for key in ("raw", "raw_lo", "raw_hi")]
                # As it is published, so that the fits of both are the same.
                elo = [round(ELO * (logit(share) - logit(1 / line.players)), 1) for share in shares]
                found.setdefault(line, []).append((sims, elo, round(float((out / "cpu-seconds").read_text()))))
    return found


def fit(points: list[tuple[float, float, float]]) -> tuple[float, float]:
    """The line through points (x, y, deviation) by weighted least squares."""
    weights = [1 / deviation**2 for _, _, deviation in points]
    total = sum(weights)
    mean_x = sum(weight * x for weight, (x, _, _) in zip(weights, points)) / total
    mean_y = sum(weight * y for weight, (_, y, _) in zip(weights, points)) / total
    squares = sum(weight * (x - mean_x) ** 2 for weight, (x, _, _) in zip(weights, points))
    slope = sum(weight * (x - mean_x) * (y - mean_y) for weight, (x, y, _) in zip(weights, points)) / squares
    return mean_y - slope * mean_x, slope


def crossing(line: tuple[float, float], most: float) -> float:
    """The doubling, counted from the first, at which a line falls below the least gain; infinite beyond the range."""
    start, slope = line
    if start <= LEAST:
        return 0.0
    at = (LEAST - start) / slope if slope < 0 else math.inf
    return at if at <= most else math.inf


def quantiles(values: list[float]) -> tuple[float, float]:
    ordered = sorted(values)
    cut = len(ordered) // 40
    return ordered[cut], ordered[-1 - cut]


def simulations(doubling: float) -> str:
    return "beyond the range" if math.isinf(doubling) else f"{FIRST * 2**doubling:,.0f}"


def summary(line: Line, rows: list[Row]) -> str:
    """The fit of a line, as a row of the page."""
    points = [(math.log2(sims / FIRST), elo[0], max((elo[2] - elo[1]) / 3.92, 1.0)) for sims, elo, _ in rows]
    hours = sum(seconds for _, _, seconds in rows) / 3600
    if len(points) < 3:
        return f"| {line.name()} | {len(points)} doublings so far | | | {hours:.2f} |"
    rng = random.Random(1)
    best, most = fit(points), points[-1][0]
    drawn = [fit([(x, rng.gauss(y, deviation), deviation) for x, y, deviation in points]) for _ in range(DRAWS)]
    slope = quantiles([slope for _, slope in drawn])
    ends = quantiles([crossing(one, most) for one in drawn])
    first = best[0] + best[1]
    return (
        f"| {line.name()} | {first:.0f} | {best[1]:.1f} ({slope[0]:.1f} .. {slope[1]:.1f}) | "
        f"{simulations(crossing(best, most))} ({simulations(ends[0])} .. {simulations(ends[1])}) | {hours:.2f} |"
    )


def picture(found: dict[Line, list[Row]]) -> str:
    """Elo of each doubling with 95 % intervals, a plot for each game and number of players."""
    plots: dict[tuple[str, int], list[Line]] = {}
    for line in found:
        plots.setdefault((line.game, line.players), []).append(line)
    most = max(sims for rows in found.values() for sims, _, _ in rows)
    top = 50 * math.ceil(max(elo[2] for rows in found.values() for _, elo, _ in rows) / 50)
    bottom = min(0, 50 * math.floor(min(elo[1] for rows in found.values() for _, elo, _ in rows) / 50))
    wide, high, left, above, below = 320, 240, 46, 34, 44
    columns = min(3, len(plots))
    across = lambda sims: left + (math.log2(sims / FIRST) - 0.5) / (math.log2(most / FIRST)) * (wide - left - 14)  # noqa: E731
    down = lambda elo: high - below - (elo - bottom) / (top - bottom) * (high - above - below)  # noqa: E731
    rows = math.ceil(len(plots) / columns)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * wide} {rows * high + 24}" font-family="sans-serif" font-size="11">',
        f"<title>Elo points that twice the simulations are worth</title><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
    ]
    for idx, ((game, players), lines) in enumerate(plots.items()):
        parts.append(f'<g transform="translate({idx % columns * wide} {idx // columns * high})">')
        parts.append(f'<text x="{left}" y="20" font-weight="600">{game}, {players} players</text>')
        for value in range(bottom, top + 1, 50):
            parts.append(f'<line x1="{left}" x2="{wide - 10}" y1="{down(value):.1f}" y2="{down(value):.1f}" stroke="#dcd6ca"/>')
            parts.append(f'<text x="{left - 6}" y="{down(value) + 4:.1f}" text-anchor="end" fill="#5f5b53">{value}</text>')
        parts.append(
            f'<line x1="{left}" x2="{wide - 10}" y1="{down(LEAST):.1f}" y2="{down(LEAST):.1f}" stroke="#b04a17" stroke-dasharray="4 3"/>'
        )
        for sims in [FIRST * 2**step for step in range(1, int(math.log2(most / FIRST)) + 1)]:
            label = f"{sims // 1000}k" if sims >= 10_000 else str(sims)
            parts.append(f'<text x="{across(sims):.1f}" y="{high - below + 16}" text-anchor="middle" fill="#5f5b53">{label}</text>')
        for which, line in enumerate(sorted(lines, key=lambda line: line.evaluation == "hand")):
            color, shift = COLORS[which], 5 * which - 2.5
            points = [(across(sims) + shift, *map(down, elo)) for sims, elo, _ in found[line]]
            parts.append(f'<polyline fill="none" stroke="{color}" stroke-width="1.5" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y, _, _ in points)}"/>')
            for x, y, lo, hi in points:
                parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{lo:.1f}" y2="{hi:.1f}" stroke="{color}"/>')
                parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>')
            parts.append(f'<text x="{wide - 12 - 50 * which}" y="20" text-anchor="end" fill="{color}">{line.evaluation}</text>')
        parts.append("</g>")
    caption = "Elo points of twice the simulations against half of them, with 95 % intervals; dashed: 30"
    parts.append(f'<text x="8" y="{rows * high + 14}" fill="#1d1c1a">{caption}</text></svg>')
    return "\n".join(parts) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--hours", type=float, default=math.inf)
    parser.add_argument("--publish", action="store_true")
    parser.add_argument("lines", nargs="*", default=LINES)
    args = parser.parse_intermixed_args()
    riverlab = os.environ.get("RIVERLAB") or str(ROOT / "target/release/riverlab")
    if "RIVERLAB" not in os.environ:
        subprocess.run(["cargo", "build", "--release", "--quiet"], check=True, cwd=ROOT)
    args.folder.mkdir(parents=True, exist_ok=True)
    lines = [Line(text) for text in args.lines]
    end = time.monotonic() + 3600 * args.hours
    # The cheap doublings of all lines first, so that a study that is cut short has something of each.
    for sims in sorted({sims for line in lines for sims in line.doublings()}):
        for line in lines:
            is_there = sims in published(line) or (args.folder / line.folder(sims) / "match.json").exists()
            if sims in line.doublings() and not is_there and time.monotonic() < end:
                print(f"{line.name()}: {sims} against {sims // 2}", file=sys.stderr, flush=True)
                play(riverlab, args.folder, line, sims)
    found = results(args.folder, [*lines, *(Line(text) for text in LINES if text not in args.lines)])
    if not found:
        sys.exit("no match is complete yet")
    print("| game | Elo of the first doubling | change per doubling | below 30 Elo from | CPU hours |\n| --- | --- | --- | --- | --- |")
    for line, rows in found.items():
        print(summary(line, rows))
    with (args.folder / "scaling.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["game", "players", "eval", "sims", "deals", "elo", "elo_lo", "elo_hi", "cpu_seconds"])
        for line, rows in found.items():
            for sims, elo, seconds in rows:
                writer.writerow([line.game, line.players, line.evaluation, sims, line.deals, *(f"{value:.1f}" for value in elo), f"{seconds:.0f}"])
    (args.folder / "scaling.svg").write_text(picture(found))
    if args.publish:
        shutil.copy(args.folder / "scaling.csv", PUBLISHED)
        shutil.copy(args.folder / "scaling.svg", ROOT / "docs/scaling.svg")


if __name__ == "__main__":
    main()
