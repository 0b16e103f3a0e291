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

RIVERS = [f"carcassonne:rivers={rivers}" for rivers in ["none", "1", "2", "both"]]
# The number of deals; about so many simulations take as long as 200 by the policy without any prior knowledge of moves, and
# with that of their values, which weigh so much.
GAMES = {
    "the-river": (200, 256, 166, 5),
    "rio-grande": (200, 222, 174, 5),
    "carcassonne": (100, 240, 163, 20),
    "river-dragons": (200, 253, 154, 3),
}
BOT = "mcts:sims=200"

# Game, players, deals, bot, bot of the other seats.
PARTS = {
    "values": [
        *[("the-river", players, deals, BOT, f"{BOT},eval=hand") for players, deals in [(2, 200), (3, 200), (4, 100)]],
        *[("the-river", players, deals, BOT, "mcts:sims=2000,eval=hand") for players, deals in [(2, 200), (4, 100)]],
        *[(game, 2, 25, BOT, f"{BOT},eval=hand") for game in RIVERS],
        *[(game, 2, 200, BOT, f"{BOT},eval=hand") for game in ["rio-grande", "river-dragons"]],
    ],
    "greedy": [
        (game, players, deals, "greedy", "greedy:eval=hand")
        for game, players, deals in [("the-river", 2, 2000), ("the-river", 4, 1000), *[(game, 2, 100) for game in RIVERS]]
    ],
    # About as long for a decision: the times of each row say how nearly.
    "time": [(game, 2, 25, BOT, "mcts:sims=270,eval=hand") for game in RIVERS],
    "policy": [
        *[(game, 2, deals, BOT, f"mcts:sims={none},policy=off") for game, (deals, none, _, _) in GAMES.items()],
        *[(game, 2, deals, BOT, f"mcts:sims={sims},policy=off,prior={prior}") for game, (deals, _, sims, prior) in GAMES.items()],
    ],
    "simulations": [(game, 2, deals, "mcts:sims=1000", BOT) for game, (deals, *_) in GAMES.items()],
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
        print(f"{unknown[0]}: expected {', '.join(PARTS)}", file=sys.stderr)
        sys.exit(2)
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
