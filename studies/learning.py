#!/usr/bin/env python3
"""What learned values and policies give: matches on fresh deals, one row of a Markdown table each.

usage: studies/learning.py [PART]...   (values, greedy, time, policy, simulations; all by default, hours on two cores)

Each row is a match of one bot against copies of another at all other seats, with the milliseconds that a decision of each
takes, on one thread. RIVERLAB names the program.
"""

import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

RIVERS = ["carcassonne", "carcassonne:rivers=1", "carcassonne:rivers=2", "carcassonne:rivers=both"]

# Game, players, deals, bot, bot of the other seats.
PARTS = {
    "values": [
        ("the-river", 2, 200, "mcts:sims=200", "mcts:sims=200,eval=hand"),
        ("the-river", 2, 200, "mcts:sims=200", "mcts:sims=2000,eval=hand"),
        ("the-river", 3, 200, "mcts:sims=200", "mcts:sims=200,eval=hand"),
        ("the-river", 4, 100, "mcts:sims=200", "mcts:sims=200,eval=hand"),
        ("the-river", 4, 100, "mcts:sims=200", "mcts:sims=2000,eval=hand"),
        *[(game, 2, 25, "mcts:sims=200", "mcts:sims=200,eval=hand") for game in RIVERS],
        ("rio-grande", 2, 200, "mcts:sims=200", "mcts:sims=200,eval=hand"),
        ("river-dragons", 2, 200, "mcts:sims=200", "mcts:sims=200,eval=hand"),
    ],
    "greedy": [
        ("the-river", 2, 2000, "greedy", "greedy:eval=hand"),
        ("the-river", 4, 1000, "greedy", "greedy:eval=hand"),
        *[(game, 2, 100, "greedy", "greedy:eval=hand") for game in RIVERS],
    ],
    # So many simulations that a decision takes as long.
    "time": [(game, 2, 25, "mcts:sims=200", "mcts:sims=260,eval=hand") for game in RIVERS],
    "policy": [
        ("the-river", 2, 200, "mcts:sims=200", "mcts:sims=200,policy=off,prior=5"),
        ("rio-grande", 2, 200, "mcts:sims=200", "mcts:sims=200,policy=off,prior=5"),
        ("carcassonne", 2, 100, "mcts:sims=200", "mcts:sims=200,policy=off,prior=20"),
        ("river-dragons", 2, 200, "mcts:sims=200", "mcts:sims=200,policy=off,prior=3"),
    ],
    "simulations": [
        ("the-river", 2, 200, "mcts:sims=1000", "mcts:sims=200"),
        ("rio-grande", 2, 200, "mcts:sims=1000", "mcts:sims=200"),
        ("carcassonne", 2, 100, "mcts:sims=1000", "mcts:sims=200"),
        ("river-dragons", 2, 200, "mcts:sims=1000", "mcts:sims=200"),
    ],
}


def row(riverlab: str, folder: str, game: str, players: int, deals: int, bot: str, against: str) -> str:
    """Plays a match and returns its row."""
    arguments = f"match {game} --players {players} --deals {deals} --focus {bot} --against {against} --seed 4242"
    options = ["--timing", "--quiet", "--json", "--force", "--out", folder]
    ran = subprocess.run([riverlab, *arguments.split(), *options], check=True, capture_output=True, text=True)
    standing = next(row for row in json.loads(ran.stdout)["standings"] if row["bot"] == bot)
    with Path(folder, "timing.csv").open(newline="") as file:
        times = {row["bot"]: float(row["ms_mean"]) for row in csv.DictReader(file)}
    share = "{share:.3f}, {share_lo:.3f} .. {share_hi:.3f}".format(**standing)
    time = f"{times[bot]:.3g} / {times[against]:.3g}"
    return f"| {game} | {players} | `{bot}` | `{against}` | {standing['games']} | {share} | {time} |"


def main() -> None:
    parts = sys.argv[1:] or list(PARTS)
    if unknown := [part for part in parts if part not in PARTS]:
        sys.exit(f"{unknown[0]}: expected {', '.join(PARTS)}")
    riverlab = os.environ.get("RIVERLAB")
    if riverlab is None:
        os.chdir(Path(__file__).parent.parent)
        subprocess.run(["cargo", "build", "--release", "--quiet"], check=True)
        riverlab = "target/release/riverlab"
    print("| game | players | bot | others | games | share, 95 % interval | ms a decision |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for match in [match for part in parts for match in PARTS[part]]:
            print(row(riverlab, folder, *match), flush=True)


if __name__ == "__main__":
    main()
