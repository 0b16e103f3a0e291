#!/usr/bin/env python3
"""How far bots can be beaten: best responses that are searched and trained for, one row of a Markdown table each.

usage: studies/best_response.py FOLDER [--deals N] [--hours H] [GAME:TARGET]...

FOLDER keeps all trainings and matches, so that a study that was stopped goes on where it was. With --hours it begins nothing
more after so many hours. Each GAME:TARGET is a bot that stays as it is, in a game of two; without any they are greedy, ply,
flat:sims=200 and mcts:sims=200 on The River and River Dragons. Against each of them play

- a search that knows nothing of it;
- a search in which the other seat plays as the target does (opponents=(TARGET));
- the same with weights that were trained against it (riverlab train --against TARGET).

What the best of them wins is a lower bound on how far the target can be beaten: which one that is, a quarter as many deals of
their own decide. RIVERLAB names the program.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGETS = ["greedy", "ply", "flat:sims=200", "mcts:sims=200"]
PAIRS = [f"{game}:{target}" for game in ["the-river", "river-dragons"] for target in TARGETS]


def searches(target: str) -> tuple[int, int, int, int]:
    """Simulations of the search that knows nothing, and of the one that knows the target; games of a generation of the
    training, and deals of its gate."""
    is_slow = "sims=" in target
    return (2000, 100, 200, 25) if is_slow else (1000, 400, 1000, 100)


def run(riverlab: str, *words: str) -> dict:
    ran = subprocess.run([riverlab, *words, "--quiet", "--json"], stdout=subprocess.PIPE, text=True)
    if ran.returncode != 0:
        sys.exit(ran.returncode)
    return json.loads(ran.stdout)


def play(riverlab: str, out: Path, game: str, bot: str, target: str, deals: int, seed: int) -> dict:
    return run(
        riverlab, "match", game, "--focus", bot, "--against", target, "--deals", str(deals), "--seed", str(seed), "--out", str(out)
    )["match"]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--hours", type=float, default=math.inf)
    parser.add_argument("pairs", nargs="*", default=PAIRS, metavar="GAME:TARGET")
    args = parser.parse_intermixed_args()
    riverlab = os.environ.get("RIVERLAB") or str(ROOT / "target/release/riverlab")
    if "RIVERLAB" not in os.environ:
        subprocess.run(["cargo", "build", "--release", "--quiet"], check=True, cwd=ROOT)
    end = time.monotonic() + 3600 * args.hours
    print("| game | target | exploiter | share | 95 % interval |\n| --- | --- | --- | --- | --- |")
    for pair in args.pairs:
        game, _, target = pair.partition(":")
        if time.monotonic() > end:
            break
        folder = args.folder / pair.replace(":", "-").replace("=", "-").replace(",", "-")
        folder.mkdir(parents=True, exist_ok=True)
        alone, knowing, games, gate = searches(target)
        trained = run(
            riverlab, "train", game, "--against", target, "--generations", "2", "--games", str(games), "--sims", "50",
            "--gate-deals", str(gate), "--out", str(folder / "training"),
        )  # fmt: skip
        known = f"mcts:sims={knowing},opponents=({target})"
        exploiters = [f"mcts:sims={alone}", known]
        if trained["weights"]:
            exploiters.append(f"{known},eval={trained['weights']}")
        pilots = [
            play(riverlab, folder / f"pilot-{idx}", game, bot, target, max(args.deals // 4, 4), 1)["raw"]
            for idx, bot in enumerate(exploiters)
        ]
        best = pilots.index(max(pilots))
        result = play(riverlab, folder / f"match-{best}", game, exploiters[best], target, args.deals, 2)
        shown = exploiters[best].replace(str(trained["weights"]), "TRAINED")
        print(f"| {game} | `{target}` | `{shown}` | {result['raw']:.3f} | {result['raw_lo']:.3f} .. {result['raw_hi']:.3f} |", flush=True)


if __name__ == "__main__":
    main()
