"""What one building of The River is worth, and at how many points it would be even.

    python building.py --building mill-a --deals 2000

The building is banned for one player in turn at each seat, and worth one point more or less, on the same deals; the effect on the
share of wins is the difference to the game as it is. Needs pandas.
"""

from __future__ import annotations

import argparse

import riverlab


def main() -> None:
    """Plays the study and prints its effects."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--building", default="mill-a", help="the building; `riverlab games the-river` lists them")
    parser.add_argument("--deals", type=int, default=500, help="deals that everything is played on")
    arguments = parser.parse_args()
    study = riverlab.balance(
        "the-river",
        bots="greedy",
        elements=arguments.building,
        interventions=["ban", "grant", "points+1", "points-1"],
        deals=arguments.deals,
        margin=0.02,
        progress=True,
    )
    effects = study["effects"].to_pandas()
    columns = ["intervention", "share_effect", "lo", "hi", "score_effect", "verdict"]
    print(effects[columns].round(4).to_string(index=False))


if __name__ == "__main__":
    main()
