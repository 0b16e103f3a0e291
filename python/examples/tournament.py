"""A tournament as a data frame and a picture.

    python tournament.py --deals 100 --out shares.png

Four bots play The River with 3 players; the picture shows the share of games that each has won, with 95 % intervals, beside the
distribution of its scores. Needs pandas and matplotlib.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import pandas as pd

import riverlab


def draw(run: riverlab.Run, file: Path) -> None:
    """Draws shares with their intervals, and scores."""
    standings: pd.DataFrame = run["standings"].to_pandas().sort_values("share")
    games: pd.DataFrame = run["games"].to_pandas()
    figure, (shares, scores) = plt.subplots(1, 2, figsize=(10, 3.5), layout="constrained", sharey=True)
    places = range(len(standings))
    errors = [standings["share"] - standings["share_lo"], standings["share_hi"] - standings["share"]]
    shares.errorbar(standings["share"], places, xerr=errors, fmt="o", capsize=4)
    shares.axvline(1 / run.manifest["players"], color="gray", linestyle=":")
    shares.set_yticks(places, standings["bot"])
    shares.set_xlabel("share of wins, with 95 % intervals")
    by_bot = [games.loc[games["bot"] == bot, "score"] for bot in standings["bot"]]
    scores.boxplot(by_bot, orientation="horizontal", positions=places, manage_ticks=False, showfliers=False)
    scores.set_xlabel("score")
    figure.savefig(file, dpi=120)


def main() -> None:
    """Plays, prints and draws."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=50, help="deals that each line-up plays in all rotations")
    parser.add_argument("--out", type=Path, default=Path("shares.png"), help="the picture")
    arguments = parser.parse_args()
    bots = ["mcts:sims=50", "greedy", "ply", "random"]
    run = riverlab.tournament("the-river", players=3, bots=bots, deals=arguments.deals, seed=1, progress=True)
    columns = ["bot", "games", "share", "share_lo", "share_hi", "score_mean", "score_sd"]
    print(run["standings"].to_pandas()[columns].round(3).to_string(index=False))
    draw(run, arguments.out)
    print(f"the picture is in {arguments.out}")


if __name__ == "__main__":
    main()
